//! Nimbers of games that split a heap in two, where few heaps have *rare* nimbers: the sparse-space way of
//! E. R. Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways* (1982), chapter 4.
//!
//! The parity of some bits of a nimber, chosen by a mask, makes it rare or common. Two commons make a
//! rare, and only a rare and a common make a common. Where most heaps are common, the least common number that
//! a heap does not see is found from the few pairs with a rare heap in them. Then all rare numbers below it have
//! to be seen by some pair, which is soon found, since most pairs make them; one that is not seen is the nimber.
//! Any mask is right; the one with the fewest rare heaps is the fastest, and a Walsh–Hadamard transform
//! of how many heaps have each nimber finds it.
//!
//! It is done by tables of bits where the machine has vectors that look into them, else by marks.

mod code;
mod marks;
#[cfg(any(test, target_arch = "x86_64"))]
mod tables;
#[cfg(any(test, target_arch = "x86_64"))]
mod vectors;

use super::Rule;
use marks::Marks;

/// How many heaps above the rule's last digit have to be known: four groups of tables' heaps, so that all pairs of a batch with
/// none of the smallest heaps are known.
pub(super) const LEAST: usize = 256;

/// The nimbers so far, and how they are found.
pub(super) struct Sparse {
    way: Box<dyn Way + Send + Sync>,
    /// How many threads may work at once.
    threads: usize,
    /// Whether it is by marks, for which no nimbers are too large.
    pub(super) by_marks: bool,
}

/// A way to find them.
trait Way {
    fn values(&self) -> &[u16];

    fn set_threads(&mut self, threads: usize);

    /// Whether the next heaps are worth several threads.
    #[cfg_attr(not(feature = "parallel"), allow(dead_code))]
    fn shares(&self) -> bool;

    /// Finds the nimbers of heaps up to one, as long as they fit: tells whether all did.
    fn extend(&mut self, rule: &Rule, heap: usize) -> bool;
}

impl Sparse {
    /// With the nimbers of some heaps, of at least [`LEAST`] above the rule's last digit.
    pub(super) fn new(rule: &Rule, values: Vec<u16>, threads: usize) -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(tables) = tables::Tables::<vectors::Avx512>::new(rule, &values, threads) {
            return Sparse { way: Box::new(tables), threads, by_marks: false };
        }
        Sparse::by_marks(rule, values, threads)
    }

    /// Always by marks.
    pub(super) fn by_marks(rule: &Rule, values: Vec<u16>, threads: usize) -> Self {
        Sparse { way: Box::new(Marks::new(rule, values, threads)), threads, by_marks: true }
    }

    /// Always by tables, byte by byte.
    #[cfg(test)]
    pub(super) fn by_tables(rule: &Rule, values: Vec<u16>, threads: usize) -> Self {
        match tables::Tables::<vectors::Plain>::new(rule, &values, threads) {
            Some(tables) => Sparse { way: Box::new(tables), threads, by_marks: false },
            None => Sparse::by_marks(rule, values, threads),
        }
    }

    pub(super) fn values(&self) -> &[u16] {
        self.way.values()
    }

    pub(super) fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
        self.way.set_threads(threads);
    }

    /// Finds the nimbers of heaps up to one, as long as they fit: tells whether all did.
    pub(super) fn extend(&mut self, rule: &Rule, heap: usize) -> bool {
        if self.find(rule, heap) {
            return true;
        }
        if self.by_marks {
            return false;
        }
        *self = Sparse::by_marks(rule, self.values().to_vec(), self.threads);
        self.find(rule, heap)
    }

    fn find(&mut self, rule: &Rule, heap: usize) -> bool {
        // From a thread of the pool: another one would be put to sleep at each batch.
        #[cfg(feature = "parallel")]
        if self.way.shares() {
            return rayon::scope(|_| self.way.extend(rule, heap));
        }
        self.way.extend(rule, heap)
    }
}
