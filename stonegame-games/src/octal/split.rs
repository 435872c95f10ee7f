//! Nimbers of games that split a heap in two: each way to find them where it is the faster one.

use super::Rule;
use super::direct::Direct;
use super::sparse::{LEAST, Sparse};
use std::time::{Duration, Instant};

/// How many heaps are found directly before another way is tried.
const FIRST: usize = if cfg!(debug_assertions) { 400 } else { 4000 };
/// How many heaps a trial has.
pub(super) const TRIAL: usize = 256;

/// The nimbers so far.
pub(super) struct Split {
    way: Way,
    /// Up to how many heaps the way is not chosen anew.
    until: usize,
    /// How many threads may work at once.
    threads: usize,
}

enum Way {
    Bytes(Direct<u8>),
    Words(Direct<u16>),
    Sparse(Sparse),
}

impl Split {
    pub(super) fn new(rule: &Rule, threads: usize) -> Self {
        // Below, a batch of the sparse way would reach under the empty heap.
        let until = FIRST.max(rule.last() + LEAST);
        Split { way: Way::Bytes(Direct::new(rule, [])), until, threads }
    }

    /// Always the direct way.
    #[cfg(test)]
    fn direct(rule: &Rule, heap: usize) -> Self {
        let mut split = Split { until: usize::MAX, ..Split::new(rule, 1) };
        assert!(split.extend(rule, heap));
        split
    }

    /// A sparse way as soon as it can be.
    #[cfg(test)]
    fn sparse(rule: &Rule, heap: usize, sparse: impl Fn(&Rule, Vec<u16>) -> Sparse) -> Self {
        let mut split = Split::direct(rule, heap.min(rule.last() + LEAST));
        split.way = Way::Sparse(sparse(rule, split.to_vec()));
        assert!(split.extend(rule, heap));
        split
    }

    pub(super) fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
        if let Way::Sparse(sparse) = &mut self.way {
            sparse.set_threads(threads);
        }
    }

    pub(super) fn len(&self) -> usize {
        match &self.way {
            Way::Bytes(direct) => direct.values().len(),
            Way::Words(direct) => direct.values().len(),
            Way::Sparse(sparse) => sparse.values().len(),
        }
    }

    pub(super) fn get(&self, heap: usize) -> Option<u16> {
        match &self.way {
            Way::Bytes(direct) => direct.values().get(heap).copied().map(u16::from),
            Way::Words(direct) => direct.values().get(heap).copied(),
            Way::Sparse(sparse) => sparse.values().get(heap).copied(),
        }
    }

    pub(super) fn to_vec(&self) -> Vec<u16> {
        (0..self.len()).map_while(|heap| self.get(heap)).collect()
    }

    /// How they are found now.
    pub(super) fn way(&self) -> &'static str {
        match self.way {
            Way::Bytes(_) => "all pairs, a byte a heap",
            Way::Words(_) => "all pairs, two bytes a heap",
            Way::Sparse(_) => "sparse space",
        }
    }

    /// Finds the nimbers of heaps up to one, as long as they fit: tells whether all did.
    pub(super) fn extend(&mut self, rule: &Rule, heap: usize) -> bool {
        while self.len() <= heap {
            if self.len() >= self.until && heap - self.len() > 2 * TRIAL {
                self.choose(rule);
                continue;
            }
            let to = if self.len() < self.until { heap.min(self.until - 1) } else { heap };
            let fits = match &mut self.way {
                Way::Bytes(direct) => direct.extend(rule, to),
                Way::Words(direct) => direct.extend(rule, to),
                Way::Sparse(sparse) => sparse.extend(rule, to),
            };
            if !fits {
                let Way::Bytes(direct) = &self.way else { return false };
                let values = direct.values().iter().map(|value| usize::from(*value));
                self.way = Way::Words(Direct::new(rule, values));
            }
        }
        true
    }

    /// Tries both ways on the next heaps, and goes on in the faster one.
    fn choose(&mut self, rule: &Rule) {
        let (values, to) = (self.to_vec(), self.len() + TRIAL - 1);
        self.until = self.len() + self.len() / 2;
        let mut sparse = Sparse::new(rule, values.clone(), self.threads);
        let begun = Instant::now();
        let sparse_time = if sparse.extend(rule, to) { begun.elapsed() } else { Duration::MAX };
        if matches!(self.way, Way::Sparse(_)) {
            let bytes = values.iter().all(|value| *value <= u16::from(u8::MAX));
            let values = values.into_iter().map(usize::from);
            self.way = match bytes {
                true => Way::Bytes(Direct::new(rule, values)),
                false => Way::Words(Direct::new(rule, values)),
            };
        }
        let begun = Instant::now();
        let fits = match &mut self.way {
            Way::Bytes(direct) => direct.extend(rule, to),
            Way::Words(direct) => direct.extend(rule, to),
            Way::Sparse(_) => false,
        };
        // What does not fit a byte is found again in two.
        if sparse_time < Duration::MAX && (!fits || begun.elapsed() > sparse_time) {
            self.way = Way::Sparse(sparse);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games with few rare heaps and with many, whose nimbers fit a byte and do not, with one split and several.
    #[test]
    fn all_ways_agree() {
        for code in [
            "0.77", "0.07", "0.6", "0.007", "4.7", "4.22", "0.127", "0.45", "0.4", "0.0004",
            "0.336644",
        ] {
            let rule = code.parse().unwrap();
            // So far that some rare numbers are looked for beyond the pairs that are marked.
            let most = if cfg!(debug_assertions) { 1_500 } else { 20_000 };
            let direct = Split::direct(&rule, most).to_vec();
            for threads in [1, 2, 3] {
                for (sparse, most) in [
                    (Sparse::new as fn(&Rule, Vec<u16>, usize) -> Sparse, most),
                    (Sparse::by_marks, most),
                    (Sparse::by_tables, most.min(3_000)),
                ] {
                    let sparse = |rule: &Rule, values| sparse(rule, values, threads);
                    let found = Split::sparse(&rule, most, sparse).to_vec();
                    assert_eq!(found, direct[..=most], "{code}, {threads} threads");
                }
            }
        }
    }
}
