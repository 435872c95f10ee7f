//! Nimbers of games that split a heap in two: each way to find them where it is the faster one.

use super::Rule;
use super::direct::Direct;
use super::sparse::{LEAST, Sparse};
use std::time::Instant;

/// How many heaps are found directly before another way is tried.
const FIRST: usize = if cfg!(debug_assertions) { 400 } else { 2000 };
/// How many heaps a trial has at most.
pub(super) const TRIAL: usize = 256;
/// How many heaps of a trial the direct way finds at a time.
const FEW: usize = 16;

/// The nimbers so far.
pub(super) struct Split {
    way: Way,
    /// Up to how many heaps the way is not chosen anew.
    until: usize,
    /// How many threads may work at once.
    threads: usize,
}

enum Way {
    Direct(Direct),
    Sparse(Sparse),
}

impl Split {
    pub(super) fn new(rule: &Rule, threads: usize) -> Self {
        // Below, a batch of the sparse way would reach under the empty heap.
        let until = FIRST.max(rule.last() + LEAST);
        Split { way: Way::Direct(Direct::new(rule, &[])), until, threads }
    }

    /// Always the direct way.
    #[cfg(test)]
    fn direct(rule: &Rule, heap: usize) -> Self {
        let mut split = Split { until: usize::MAX, ..Split::new(rule, 1) };
        assert!(split.extend(rule, heap));
        split
    }

    /// A sparse way as soon as it can be, so many heaps at a time; and whether it is by marks in the end.
    #[cfg(test)]
    fn sparse(
        rule: &Rule,
        heap: usize,
        step: usize,
        sparse: impl Fn(&Rule, Vec<u16>) -> Sparse,
    ) -> (Vec<u16>, bool) {
        let mut split = Split::direct(rule, heap.min(rule.last() + LEAST));
        split.way = Way::Sparse(sparse(rule, split.to_vec()));
        while split.len() <= heap {
            assert!(split.extend(rule, heap.min(split.len() + step)));
        }
        assert_eq!(split.len(), heap + 1);
        let by_marks = matches!(&split.way, Way::Sparse(sparse) if sparse.by_marks);
        (split.to_vec(), by_marks)
    }

    pub(super) fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
        if let Way::Sparse(sparse) = &mut self.way {
            sparse.set_threads(threads);
        }
    }

    pub(super) fn len(&self) -> usize {
        match &self.way {
            Way::Direct(direct) => direct.len(),
            Way::Sparse(sparse) => sparse.values().len(),
        }
    }

    pub(super) fn get(&self, heap: usize) -> Option<u16> {
        match &self.way {
            Way::Direct(direct) => direct.get(heap),
            Way::Sparse(sparse) => sparse.values().get(heap).copied(),
        }
    }

    pub(super) fn to_vec(&self) -> Vec<u16> {
        match &self.way {
            Way::Direct(direct) => (0..direct.len()).map_while(|heap| direct.get(heap)).collect(),
            Way::Sparse(sparse) => sparse.values().to_vec(),
        }
    }

    /// How they are found now.
    pub(super) fn way(&self) -> &'static str {
        match &self.way {
            Way::Direct(direct) => direct.way(),
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
                Way::Direct(direct) => direct.extend(rule, to),
                Way::Sparse(sparse) => {
                    let by_marks = sparse.by_marks;
                    let fits = sparse.extend(rule, to);
                    if sparse.by_marks != by_marks {
                        // Marks take longer than tables did: another trial.
                        self.until = 0;
                    }
                    fits
                }
            };
            if !fits {
                return false;
            }
        }
        true
    }

    /// Tries both ways on the next heaps, and goes on in the faster one.
    fn choose(&mut self, rule: &Rule) {
        let (values, from) = (self.to_vec(), self.len());
        let none = Way::Direct(Direct::new(rule, &[]));
        let (mut sparse, mut direct) = match std::mem::replace(&mut self.way, none) {
            Way::Sparse(sparse) => (sparse, Direct::new(rule, &values)),
            Way::Direct(direct) => (Sparse::new(rule, values, self.threads), direct),
        };
        // The least time of a part counts: the first one pays for cold memory.
        let mut direct_time = f64::MAX;
        for part in 1..=4 {
            let time = timed(FEW, || direct.extend(rule, from + part * FEW - 1));
            direct_time = time.map_or(f64::INFINITY, |time| time.min(direct_time));
        }
        // As many heaps as two threads begin together.
        let (some, mut sparse_time) = (64 * self.threads.clamp(1, 2), f64::MAX);
        for part in 1..=TRIAL / some {
            let time = timed(some, || sparse.extend(rule, from + part * some - 1));
            sparse_time = time.map_or(f64::INFINITY, |time| time.min(sparse_time));
            if part > 1 && sparse_time > 1.25 * direct_time {
                break;
            }
        }
        // The direct way takes as much as heaps are large: far behind, it cannot be the faster one soon. The sparse way can,
        // where rare heaps grow fewer; but a trial takes as much as a hundred heaps and more do directly.
        let (way, growth) = match sparse_time < direct_time {
            true => (Way::Sparse(sparse), (direct_time / sparse_time).clamp(1.5, 4.0)),
            false => (Way::Direct(direct), 2.0),
        };
        self.way = way;
        self.until = self.len().max((from as f64 * growth) as usize) + 1;
    }
}

/// What each of so many heaps took, if they fit.
fn timed(heaps: usize, find: impl FnOnce() -> bool) -> Option<f64> {
    let begun = Instant::now();
    find().then(|| begun.elapsed().as_secs_f64() / heaps as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games with few rare heaps and with many, also where only a flip of each other heap makes them few; with nimbers that fit
    /// a byte and do not, with one split and several.
    #[test]
    fn all_ways_agree() {
        for code in [
            "0.77", "0.07", "0.6", "0.007", "4.7", "4.22", "0.127", "0.45", "0.4", "0.0004",
            "0.336644", "0.26", "4.07", "0.64", "0.137",
        ] {
            let rule = code.parse().unwrap();
            // So far that some rare numbers are looked for beyond the pairs that are marked.
            let most = if cfg!(debug_assertions) { 1_500 } else { 20_000 };
            let direct = Split::direct(&rule, most).to_vec();
            for (threads, step) in [(1, most), (1, 77), (2, most), (3, 500), (16, most)] {
                for (sparse, most) in [
                    (Sparse::new as fn(&Rule, Vec<u16>, usize) -> Sparse, most),
                    (Sparse::by_marks, most),
                    (Sparse::by_tables, most.min(3_000)),
                ] {
                    let sparse = |rule: &Rule, values| sparse(rule, values, threads);
                    let (found, _) = Split::sparse(&rule, most, step, sparse);
                    assert_eq!(found, direct[..=most], "{code}, {threads} threads");
                }
            }
        }
    }

    /// From 2,048 on there are marks where there are tables before.
    #[test]
    fn large_nimbers_are_found_by_marks() {
        let rule = "0.72567724447705520712333455443564".parse().unwrap();
        let direct = Split::direct(&rule, 2_200).to_vec();
        assert!(direct[..2_100].iter().all(|nimber| *nimber < 2_048));
        assert!(direct.iter().any(|nimber| *nimber >= 2_048));
        let (found, by_marks) = Split::sparse(&rule, 2_200, 1_000, |rule, values| {
            let tables = Sparse::by_tables(rule, values, 1);
            assert!(!tables.by_marks);
            tables
        });
        assert!(by_marks);
        assert_eq!(found, direct);
    }

    /// With a last digit beyond the heaps that a batch looks at.
    #[test]
    fn splits_may_take_many_beans() {
        for code in [format!("0.{}4", "0".repeat(499)), format!("4.{}1", "0".repeat(600))] {
            let rule = code.parse().unwrap();
            let direct = Split::direct(&rule, 2_000).to_vec();
            for threads in [1, 16] {
                let (found, _) = Split::sparse(&rule, 2_000, 2_000, |rule, values| {
                    Sparse::by_tables(rule, values, threads)
                });
                assert_eq!(found, direct, "{threads} threads");
            }
        }
    }
}
