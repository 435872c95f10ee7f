//! What is known of the values of some positions: of as many as there is room for.

use crate::Error;
use crate::run::Run;
use alloc::vec::Vec;
use core::hash::{BuildHasher, Hash};
use hashbrown::{DefaultHashBuilder, HashTable};

/// What is known of a position's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound<V> {
    /// It is this.
    Exact(V),
    /// It is this or better.
    Lower(V),
    /// It is this or worse.
    Upper(V),
}

/// An entry, and whether it was of use since the hand passed it.
struct Entry<K, V> {
    key: K,
    bound: Bound<V>,
    used: bool,
    /// What its key owns on the heap.
    owned: u32,
}

/// A transposition table: whole keys, so that no two positions are taken for one. When it is full, a new entry takes the
/// place of an old one that was of no use lately.
pub(crate) struct Table<K, V> {
    places: HashTable<u32>,
    entries: Vec<Entry<K, V>>,
    hasher: DefaultHashBuilder,
    most: usize,
    hand: usize,
    bytes: u64,
}

impl<K: Eq + Hash, V: Copy> Table<K, V> {
    /// Room for at most so many entries; at least one.
    pub(crate) fn new(most: usize) -> Self {
        let most = most.clamp(1, u32::MAX as usize);
        Table {
            places: HashTable::new(),
            entries: Vec::new(),
            hasher: DefaultHashBuilder::default(),
            most,
            hand: 0,
            bytes: 0,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn hash(&self, key: &K) -> u64 {
        self.hasher.hash_one(key)
    }

    /// What is known of a position.
    #[inline]
    pub(crate) fn get(&mut self, key: &K) -> Option<Bound<V>> {
        let entries = &self.entries;
        let place = self.places.find(self.hash(key), |at| entries[*at as usize].key == *key)?;
        let entry = &mut self.entries[*place as usize];
        entry.used = true;
        Some(entry.bound)
    }

    /// How many bytes it takes.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Notes what is known of a position, in place of what was; its key owns so many bytes on the heap.
    pub(crate) fn insert(&mut self, run: &mut Run<'_>, key: K, bound: Bound<V>, owned: u64) {
        let hash = self.hash(&key);
        let Table { places, entries, .. } = self;
        if let Some(at) = places.find(hash, |at| entries[*at as usize].key == key) {
            entries[*at as usize].bound = bound;
            return;
        }
        let entry = Entry { key, bound, used: false, owned: owned.min(u32::MAX.into()) as u32 };
        if self.entries.len() < self.most && self.has_room(run, owned) {
            let at = self.entries.len() as u32;
            self.entries.push(entry);
            let entries = &self.entries;
            self.places
                .insert_unique(hash, at, |at| self.hasher.hash_one(&entries[*at as usize].key));
            return;
        }
        // The first entry behind the hand that was of no use since the hand passed it; all may have been of some.
        while core::mem::take(&mut self.entries[self.hand].used) {
            self.hand = (self.hand + 1) % self.entries.len();
        }
        let (hand, freed) = (self.hand as u32, u64::from(self.entries[self.hand].owned));
        // Where there is no room for what its key owns, nothing is noted.
        if self.reserve(run, owned.saturating_sub(freed)).is_err() {
            return;
        }
        run.release(freed.saturating_sub(owned));
        self.bytes -= freed.saturating_sub(owned);
        let old = self.hasher.hash_one(&self.entries[self.hand].key);
        if let Ok(place) = self.places.find_entry(old, |at| *at == hand) {
            place.remove();
        }
        self.entries[self.hand] = entry;
        let (entries, hasher) = (&self.entries, &self.hasher);
        self.places.insert_unique(hash, hand, |at| hasher.hash_one(&entries[*at as usize].key));
        self.hand = (self.hand + 1) % self.entries.len();
    }

    fn reserve(&mut self, run: &mut Run<'_>, bytes: u64) -> Result<(), Error> {
        run.reserve(bytes)?;
        self.bytes += bytes;
        Ok(())
    }

    /// Whether there is room for another entry, and for what its key owns; entries grow by doubling, and where memory is short there
    /// are no more than there are.
    fn has_room(&mut self, run: &mut Run<'_>, owned: u64) -> bool {
        let grown = self.entries.len() < self.entries.capacity() || self.grow(run);
        if !grown || self.reserve(run, owned).is_err() {
            // An entry there must be.
            self.most = self.entries.len().max(1);
            return self.entries.is_empty();
        }
        true
    }

    fn grow(&mut self, run: &mut Run<'_>) -> bool {
        let (old, more) = (self.entries.capacity(), self.entries.capacity().clamp(16, 1 << 24));
        let more = more.min(self.most - old);
        // Of each entry its own bytes, and those of its place, twice while the places move.
        let each = (size_of::<Entry<K, V>>() + 16) as u64;
        if self.reserve(run, (old + more) as u64 * each).is_err() {
            return self.entries.is_empty();
        }
        if self.entries.try_reserve_exact(more).is_err() {
            return false;
        }
        run.release(old as u64 * each);
        self.bytes -= old as u64 * each;
        true
    }

    /// All that is known.
    #[cfg(test)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&K, Bound<V>)> {
        self.entries.iter().map(|entry| (&entry.key, entry.bound))
    }
}
