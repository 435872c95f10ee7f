//! What a solve may take, and how it is watched: memory, cancellation, progress.

use crate::{Engine, Error};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::sync::atomic::{AtomicBool, Ordering};
use hashbrown::HashTable;

/// A flag that stops a solve from outside: clone it, hand one to the solver, set the other.
///
/// A cancelled solve returns [`Error::Cancelled`] within milliseconds, and the time that the system
/// takes to get its memory back: some 50 ms a gigabyte.
///
/// ```
/// use stonegame_core::Cancel;
///
/// let cancel = Cancel::new();
/// let handle = cancel.clone(); // for another thread, or a signal handler
/// handle.cancel();
/// assert!(cancel.is_cancelled());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A flag that is not set.
    #[must_use]
    pub fn new() -> Self {
        Cancel::default()
    }

    /// Sets the flag, for all of its clones and for good.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is set.
    #[inline]
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How far a solve has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The engine at work.
    pub engine: Engine,
    /// How many positions it has evaluated.
    pub evaluated: u64,
    /// How many it will evaluate in all, where that is known.
    pub total: Option<u64>,
}

/// Writes how many positions the engine has evaluated, and of how many.
impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.total {
            Some(total) => write!(f, "{}: {} of {total} positions", self.engine, self.evaluated),
            None => write!(f, "{}: {} positions", self.engine, self.evaluated),
        }
    }
}

/// What a solver was told, for every solve.
#[derive(Clone, Default)]
pub(crate) struct Limits {
    /// The most bytes to take; `None`: half of the memory available.
    pub(crate) memory: Option<u64>,
    pub(crate) cancel: Option<Cancel>,
    pub(crate) progress: Option<Arc<dyn Fn(Progress) + Send + Sync>>,
    /// How many threads may work at once; 0: all of the pool.
    #[cfg(feature = "parallel")]
    pub(crate) threads: usize,
}

impl fmt::Debug for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("memory", &self.memory)
            .field("cancel", &self.cancel)
            .field("progress", &self.progress.as_ref().map(|_| "a listener"))
            .finish()
    }
}

/// What may be taken without a look at how much is available.
pub(crate) const SMALL: u64 = 16 << 20;

impl Limits {
    /// The budget for a solve that needs `needed` bytes, if that is known.
    pub(crate) fn budget(&self, needed: u64) -> u64 {
        match self.memory {
            Some(memory) => memory,
            None if needed <= SMALL => SMALL,
            None => SMALL.max(crate::memory::available() / 2),
        }
    }

    /// How many threads may work at once.
    #[cfg(feature = "parallel")]
    pub(crate) fn threads(&self) -> usize {
        match self.threads {
            1 => 1,
            0 => rayon::current_num_threads(),
            threads => threads.min(rayon::current_num_threads()),
        }
    }

    /// An error if the solve was cancelled, after so many positions.
    #[inline]
    pub(crate) fn check_cancelled(&self, evaluated: u64) -> Result<(), Error> {
        match &self.cancel {
            Some(cancel) if cancel.is_cancelled() => Err(Error::Cancelled { evaluated }),
            _ => Ok(()),
        }
    }
}

/// One solve under way: its account of memory, and its count of positions.
pub(crate) struct Run<'l> {
    limits: &'l Limits,
    engine: Engine,
    budget: u64,
    reserved: u64,
    evaluated: u64,
    total: Option<u64>,
    looked: u32,
}

/// How many moves are looked at between two looks at the cancellation flag.
const MOVES: u32 = 1 << 12;

impl<'l> Run<'l> {
    /// A run within a budget, which may grow while the solver was given none.
    pub(crate) fn new(limits: &'l Limits, engine: Engine, budget: u64) -> Self {
        Run { limits, engine, budget, reserved: 0, evaluated: 0, total: None, looked: 0 }
    }

    /// Says how many positions there will be in all.
    pub(crate) fn expect(&mut self, total: Option<u64>) {
        self.total = total;
    }

    /// How many threads may work at once.
    #[cfg(feature = "parallel")]
    pub(crate) fn threads(&self) -> usize {
        self.limits.threads()
    }

    /// How many positions were evaluated.
    pub(crate) fn evaluated(&self) -> u64 {
        self.evaluated
    }

    /// Takes bytes out of the budget, before they are allocated.
    pub(crate) fn reserve(&mut self, bytes: u64) -> Result<(), Error> {
        let needed = self.reserved.saturating_add(bytes);
        if needed > self.budget {
            self.budget = self.limits.budget(needed);
            if needed > self.budget {
                return Err(self.over(needed));
            }
        }
        self.reserved = needed;
        Ok(())
    }

    /// What was reserved and evaluated by now.
    pub(crate) fn account(&self) -> (u64, u64) {
        (self.reserved, self.evaluated)
    }

    /// Goes back to an earlier account: what came after it was dropped, and is done again.
    pub(crate) fn restart(&mut self, (reserved, evaluated): (u64, u64)) {
        (self.reserved, self.evaluated) = (reserved, evaluated);
    }

    /// Gives bytes back to the budget.
    pub(crate) fn release(&mut self, bytes: u64) {
        self.reserved -= bytes;
    }

    /// The error for needing so many bytes in all.
    pub(crate) fn over(&self, needed: u64) -> Error {
        Error::OverBudget { engine: self.engine, needed, budget: self.budget }
    }

    /// An empty vector with room for exactly `len` items, reserved from the budget.
    pub(crate) fn room<T>(&mut self, len: usize) -> Result<Vec<T>, Error> {
        let bytes = bytes_of::<T>(len);
        self.reserve(bytes)?;
        let mut room = Vec::new();
        if room.try_reserve_exact(len).is_err() {
            return Err(self.over(self.reserved));
        }
        Ok(room)
    }

    /// `len` copies of a value, reserved from the budget.
    pub(crate) fn filled<T: Copy>(&mut self, len: usize, value: T) -> Result<Vec<T>, Error> {
        let mut room = self.room(len)?;
        room.resize(len, value);
        Ok(room)
    }

    /// Pushes onto a stack whose room is reserved from the budget; it grows by doubling.
    #[inline(always)]
    pub(crate) fn push<T>(&mut self, stack: &mut Vec<T>, item: T) -> Result<(), Error> {
        if stack.len() == stack.capacity() {
            self.grow(stack)?;
        }
        stack.push(item);
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn grow<T>(&mut self, stack: &mut Vec<T>) -> Result<(), Error> {
        let (old, more) = (stack.capacity(), stack.capacity().max(64));
        // While it moves, the old room is still there.
        self.reserve(bytes_of::<T>(old.saturating_add(more)))?;
        if stack.try_reserve_exact(more).is_err() {
            return Err(self.over(self.reserved));
        }
        self.release(bytes_of::<T>(old));
        Ok(())
    }

    /// Room for one more item in a hash table, reserved from the budget; it grows by doubling.
    #[inline]
    pub(crate) fn room_in<T>(
        &mut self,
        table: &mut HashTable<T>,
        hash: impl Fn(&T) -> u64,
    ) -> Result<(), Error> {
        if table.len() < table.capacity() {
            return Ok(());
        }
        let (old, more) = (table.allocation_size() as u64, table.capacity().max(32));
        let buckets = ((table.len() + more) * 8 / 7 + 1).next_power_of_two();
        // While it moves, the old one is still there.
        let bytes = bytes_of::<T>(buckets) + buckets as u64 + 32;
        self.reserve(bytes)?;
        if table.try_reserve(more, hash).is_err() {
            return Err(self.over(self.reserved));
        }
        self.release((bytes + old).saturating_sub(table.allocation_size() as u64));
        Ok(())
    }

    /// Whether so many bytes more can be taken.
    #[cfg(feature = "file")]
    pub(crate) fn fits(&mut self, bytes: u64) -> bool {
        let needed = self.reserved.saturating_add(bytes);
        if needed > self.budget {
            self.budget = self.limits.budget(needed);
        }
        needed <= self.budget
    }

    /// Counts positions that an earlier solve evaluated.
    #[cfg(feature = "file")]
    pub(crate) fn skip(&mut self, positions: u64) {
        self.evaluated += positions;
    }

    /// Counts bytes that an earlier solve took and this one goes on with.
    pub(crate) fn hold(&mut self, bytes: u64) {
        self.reserved = self.reserved.saturating_add(bytes);
        self.budget = self.budget.max(self.reserved);
    }

    /// Counts positions just evaluated, tells the listener, and ends the solve if it was cancelled.
    #[inline]
    pub(crate) fn tick(&mut self, positions: usize) -> Result<(), Error> {
        self.evaluated += positions as u64;
        if let Some(progress) = &self.limits.progress {
            let (engine, evaluated, total) = (self.engine, self.evaluated, self.total);
            progress(Progress { engine, evaluated, total });
        }
        self.check_cancelled()
    }

    /// Counts a move, and now and then tells the listener and looks whether the solve was cancelled: a position may have any number of
    /// moves.
    #[inline(always)]
    pub(crate) fn look(&mut self) -> Result<(), Error> {
        self.looked = self.looked.wrapping_add(1);
        if self.looked.is_multiple_of(MOVES) { self.tick(0) } else { Ok(()) }
    }

    /// Ends the solve if it was cancelled.
    #[inline]
    pub(crate) fn check_cancelled(&self) -> Result<(), Error> {
        self.limits.check_cancelled(self.evaluated)
    }
}

/// What `len` items take, or `u64::MAX` if that is more.
pub(crate) fn bytes_of<T>(len: usize) -> u64 {
    (len as u64).saturating_mul(size_of::<T>() as u64)
}
