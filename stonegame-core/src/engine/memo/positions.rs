//! The positions that the memo has met, and their values.

use super::PAUSE;
use crate::Error;
use crate::run::Run;
use core::hash::{BuildHasher, Hash};
use hashbrown::{DefaultHashBuilder, HashTable};

/// Up to how many bytes a table is small.
const SMALL: u64 = 16 << 20;

/// The exact value of every position reachable from one; with a cut, of those that its value needed.
pub(crate) struct Memo<K, V> {
    table: HashTable<(K, V)>,
    hasher: DefaultHashBuilder,
}

impl<K: Eq + Hash, V: Copy> Memo<K, V> {
    pub(crate) fn new() -> Self {
        Memo { table: HashTable::new(), hasher: DefaultHashBuilder::default() }
    }

    #[inline(always)]
    fn hash(&self, key: &K) -> u64 {
        self.hasher.hash_one(key)
    }

    /// The value of a position, if it was met.
    #[inline(always)]
    pub(crate) fn get(&self, key: &K) -> Option<V> {
        self.table.find(self.hash(key), |entry| entry.0 == *key).map(|entry| entry.1)
    }

    /// How many positions there are.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.table.len()
    }

    /// Adds a position that is not there yet.
    #[inline(always)]
    pub(crate) fn insert(&mut self, run: &mut Run<'_>, key: K, value: V) -> Result<(), Error> {
        if self.table.len() == self.table.capacity() {
            self.grow(run)?;
        }
        let (hash, hasher) = (self.hash(&key), &self.hasher);
        self.table.insert_unique(hash, (key, value), |entry| hasher.hash_one(&entry.0));
        Ok(())
    }

    /// The value of a position; adds it with this one if it is not there yet, and then says none.
    #[inline(always)]
    pub(crate) fn place(&mut self, run: &mut Run<'_>, key: &K, fresh: V) -> Result<Option<V>, Error>
    where
        K: Clone,
    {
        let hash = self.hash(key);
        if let Some(entry) = self.table.find(hash, |entry| entry.0 == *key) {
            return Ok(Some(entry.1));
        }
        if self.table.len() == self.table.capacity() {
            self.grow(run)?;
        }
        let hasher = &self.hasher;
        self.table.insert_unique(hash, (key.clone(), fresh), |entry| hasher.hash_one(&entry.0));
        Ok(None)
    }

    /// The positions with their values, in no order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&K, V)> {
        self.table.iter().map(|entry| (&entry.0, entry.1))
    }

    /// The bytes that it takes, but for what keys own.
    pub(crate) fn allocated(&self) -> u64 {
        self.table.allocation_size() as u64
    }

    /// Moves to a larger table. By hand, since to move many millions of positions takes
    /// seconds, in which the solve may be cancelled.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, run: &mut Run<'_>) -> Result<(), Error> {
        // A small table grows fourfold, so that fewer positions move; a large one doubles. (One more
        // than a power of two has room for is the next one.)
        let (double, fourfold) = (self.table.capacity() + 1, self.table.capacity() * 2 + 2);
        let small = Self::bytes(fourfold) <= SMALL && run.reserve(Self::bytes(fourfold)).is_ok();
        let capacity = if small { fourfold } else { double };
        let room = Self::bytes(capacity);
        if !small {
            run.reserve(room)?;
        }
        let mut table = HashTable::new();
        let hasher = &self.hasher;
        if table.try_reserve(capacity, |entry: &(K, V)| hasher.hash_one(&entry.0)).is_err() {
            return Err(run.over(room));
        }
        core::mem::swap(&mut table, &mut self.table);
        let old = table.allocation_size() as u64;
        for (i, entry) in table.into_iter().enumerate() {
            if i.is_multiple_of(PAUSE) {
                run.check_cancelled()?;
            }
            let hash = hasher.hash_one(&entry.0);
            self.table.insert_unique(hash, entry, |entry| hasher.hash_one(&entry.0));
        }
        let taken = self.table.allocation_size() as u64;
        debug_assert!(taken <= room, "{taken} bytes taken, {room} reserved");
        run.release(old + room.saturating_sub(taken));
        Ok(())
    }

    /// What a table with room for so many takes, or somewhat more.
    fn bytes(capacity: usize) -> u64 {
        // At most 7 of 8 buckets are in use (of few, fewer), their number is a power of two; each
        // has a byte of its own, and the first 16 have two.
        let buckets = (capacity as u64 * 8 / 7 + 1).next_power_of_two().max(16);
        buckets.saturating_mul(size_of::<(K, V)>() as u64 + 1).saturating_add(64)
    }
}
