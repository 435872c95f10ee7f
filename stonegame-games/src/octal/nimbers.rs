//! The nimbers of a rule's heaps, as far as they were asked for.

use super::period::Prover;
use super::several::Several;
use super::split::{Split, TRIAL};
use super::{Period, Rule, few};
use std::fmt;
use stonegame_core::{Cancel, Solver};

/// The nimbers of the heaps of a [`Rule`], from the empty one on.
#[derive(Debug)]
pub struct Nimbers {
    rule: Rule,
    found: Found,
    period: Option<Period>,
    prover: Prover,
    cancel: Cancel,
    progress: Option<Progress>,
}

/// Is told how many nimbers were found.
struct Progress(Box<dyn Fn(usize) + Send + Sync>);

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a listener")
    }
}

/// How they are found, and kept.
enum Found {
    Few(Vec<u32>),
    Split(Box<Split>),
    Several(Several, Vec<u32>),
}

impl fmt::Debug for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let way = match self {
            Found::Few(_) => "all moves",
            Found::Split(split) => split.way(),
            Found::Several(..) => "sets of pairs",
        };
        write!(f, "{} heaps by {way}", self.len())
    }
}

impl Found {
    fn new(rule: &Rule, threads: usize) -> Self {
        match rule.heaps() {
            1 if !rule.is_open() || rule.is_all_but() => Found::Few(vec![]),
            2 if !rule.is_open() => Found::Split(Box::new(Split::new(rule, threads))),
            _ => Found::Several(Several::new(), vec![]),
        }
    }

    fn len(&self) -> usize {
        match self {
            Found::Split(split) => split.len(),
            Found::Few(values) | Found::Several(_, values) => values.len(),
        }
    }

    fn get(&self, heap: usize) -> Option<u32> {
        match self {
            Found::Split(split) => split.get(heap).map(u32::from),
            Found::Few(values) | Found::Several(_, values) => values.get(heap).copied(),
        }
    }

    /// How many bytes a heap takes, with what a proof needs beside its nimber.
    fn bytes(&self) -> u64 {
        match self {
            Found::Few(_) => 24,
            Found::Split(_) => 32,
            Found::Several(several, _) => 24 + several.bytes(),
        }
    }
}

impl Nimbers {
    /// None yet: they are found as far as they are asked for.
    #[must_use]
    pub fn new(rule: Rule) -> Self {
        let (found, prover) = (Found::new(&rule, all_threads()), Prover::new(&rule));
        Nimbers { rule, found, period: None, prover, cancel: Cancel::new(), progress: None }
    }

    /// Stops with [`Failed::Cancelled`] soon after this flag is set. What was found by then is kept.
    #[must_use]
    pub fn cancel(self, cancel: &Cancel) -> Self {
        Nimbers { cancel: cancel.clone(), ..self }
    }

    /// With at most this many threads at once; by default, and for 0, as many as there are processors. Only long work is
    /// shared, and without the feature `parallel` none is. Nimbers do not depend on it.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        if let Found::Split(split) = &mut self.found {
            let all = all_threads();
            // More than there are would wait for each other.
            split.set_threads(if threads == 0 { all } else { threads.min(all) });
        }
        self
    }

    /// Tells a listener every few milliseconds how many nimbers were found.
    #[must_use]
    pub fn progress(self, listener: impl Fn(usize) + Send + Sync + 'static) -> Self {
        Nimbers { progress: Some(Progress(Box::new(listener))), ..self }
    }

    /// The rule.
    #[must_use]
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// How many heaps' nimbers were found, from the empty one on.
    #[must_use]
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// Whether none was found yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The period, if it was [proven](Nimbers::prove).
    #[must_use]
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// The nimber of a heap, if it was found, or follows from a proven period and 32 bits hold it.
    #[must_use]
    pub fn get(&self, heap: u64) -> Option<u32> {
        match self.period {
            Some(period) => period.nimber(|heap| self.found.get(heap).unwrap_or(0), heap),
            None => self.found.get(usize::try_from(heap).ok()?),
        }
    }

    /// The nimbers found, in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.len()).map_while(|heap| self.found.get(heap))
    }

    /// The heaps found whose nimber is 0, ascending: those in which the player to move loses.
    pub fn zeros(&self) -> impl Iterator<Item = usize> + '_ {
        self.iter().enumerate().filter(|(_, nimber)| *nimber == 0).map(|(heap, _)| heap)
    }

    /// The nimbers found, as a vector.
    #[must_use]
    pub fn to_vec(&self) -> Vec<u32> {
        self.iter().collect()
    }

    /// Finds the nimbers of all heaps up to one, none of which rests on a period.
    ///
    /// # Errors
    ///
    /// [`Failed`]: those found by then are kept.
    pub fn extend(&mut self, heap: usize) -> Result<(), Failed> {
        while self.len() <= heap {
            if self.cancel.is_cancelled() {
                return Err(Failed::Cancelled { heaps: self.len() });
            }
            self.fits(heap)?;
            if let Some(limit) = self.rule.limit().filter(|limit| heap > *limit) {
                return Err(Failed::BeyondRule { limit });
            }
            // So many that they take some milliseconds.
            let each = match self.found {
                Found::Few(_) if self.rule.limit().is_none() => 16,
                Found::Few(_) => self.len() + 64,
                Found::Split(_) => self.len() * (self.rule.last() + 1) / 8 + 64,
                Found::Several(..) => self.len() * (self.rule.most(self.len()) + 1) * 64 + 64,
            };
            // A step takes time as its last heaps do, and is long enough for a trial.
            let least = match self.found {
                Found::Split(_) => 4 * TRIAL,
                // Each step begins with a look at as many heaps.
                Found::Few(_) if self.rule.limit().is_none() => self.rule.last(),
                Found::Few(_) => 1 << 10,
                Found::Several(..) => 1,
            };
            let step = ((1 << 26) / each).min(self.len() / 2 + 64).max(least);
            let to = heap.min(self.len() + step - 1);
            let fits = match &mut self.found {
                Found::Split(split) => split.extend(&self.rule, to),
                Found::Few(values) => {
                    few::extend(&self.rule, values, to);
                    true
                }
                Found::Several(several, values) => several.extend(&self.rule, values, to),
            };
            if !fits {
                return Err(Failed::TooLarge { heap: self.len() });
            }
            if let Some(Progress(tell)) = &self.progress {
                tell(self.len());
            }
        }
        Ok(())
    }

    /// The nimbers of all heaps, from the empty one on: found as they are asked for, or from a proven period. After an
    /// error there are none.
    ///
    /// ```
    /// use stonegame_games::octal::Nimbers;
    ///
    /// let mut dawson = Nimbers::new("0.137".parse()?);
    /// let largest = dawson.terms().take(100).try_fold(0, |most, term| term.map(|term| most.max(term)))?;
    /// assert_eq!(largest, 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn terms(&mut self) -> impl Iterator<Item = Result<u32, Failed>> + '_ {
        let mut failed = false;
        (0u64..).map_while(move |heap| {
            let found = match self.get(heap) {
                _ if failed => None,
                Some(nimber) => Some(Ok(nimber)),
                // 32 bits hold no more of what the period gives.
                None if self.period.is_some() => None,
                None => {
                    let ahead = (heap + heap / 2 + 64) as usize;
                    let ahead = self.rule.limit().map_or(ahead, |limit| ahead.min(limit));
                    let found = self.extend(ahead.max(heap as usize));
                    // What is further ahead may not fit where this one does.
                    let found = match (self.get(heap), found) {
                        (None, Err(Failed::Memory { .. })) => self.extend(heap as usize),
                        (None, Err(failed)) => Err(failed),
                        _ => Ok(()),
                    };
                    Some(found.map(|()| self.get(heap).unwrap_or(0)))
                }
            };
            failed = matches!(found, Some(Err(_)));
            found
        })
    }

    /// Whether the nimbers that are still missing up to a heap fit the memory.
    fn fits(&self, heap: usize) -> Result<(), Failed> {
        let missing = (heap as u64).saturating_sub(self.len() as u64);
        let needed = missing.saturating_mul(self.found.bytes());
        // So little is not worth a look at how much is available.
        if needed <= 1 << 24 {
            return Ok(());
        }
        let budget = Solver::new().budget();
        if needed > budget { Err(Failed::Memory { heap, needed, budget }) } else { Ok(()) }
    }

    /// Finds nimbers until it is proven that they repeat for ever, up to a heap at most; `None` if up to there it
    /// cannot be proven.
    ///
    /// # Errors
    ///
    /// [`Failed`]: the nimbers found by then are kept.
    pub fn prove(&mut self, heap: usize) -> Result<Option<Period>, Failed> {
        while self.period.is_none() {
            let next = self.prover.next;
            self.extend(next.min(heap))?;
            if next > heap {
                break;
            }
            self.period = match &self.found {
                Found::Split(split) => self.prover.look(&self.rule, &split.to_vec()),
                Found::Few(values) | Found::Several(_, values) => {
                    self.prover.look(&self.rule, values)
                }
            };
        }
        Ok(self.period)
    }

    /// The heaps before the period begins whose nimbers are not those that the period would give them, ascending.
    pub fn exceptions(&self) -> impl Iterator<Item = usize> + '_ {
        let all = self.period.filter(|period| period.saltus == 0).into_iter();
        all.flat_map(move |Period { preperiod, period, .. }| {
            (0..preperiod).filter(move |heap| {
                let later = heap + (preperiod - heap).div_ceil(period) * period;
                self.found.get(*heap) != self.found.get(later)
            })
        })
    }
}

/// How many threads there are.
fn all_threads() -> usize {
    #[cfg(feature = "parallel")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "parallel"))]
    1
}

/// Why nimbers were not found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Failed {
    /// It was cancelled.
    #[error("cancelled after {heaps} heaps")]
    Cancelled {
        /// How many nimbers had been found.
        heaps: usize,
    },
    /// A nimber does not fit 16 bits.
    #[error("the nimber of {heap} beans is greater than 65,535; ask for smaller heaps")]
    TooLarge {
        /// The heap.
        heap: usize,
    },
    /// The rule says nothing of larger heaps.
    #[error("the rule is known of heaps up to {limit} beans; ask for smaller ones")]
    BeyondRule {
        /// The largest heap of which it says all moves.
        limit: usize,
    },
    /// So many nimbers do not fit the memory.
    #[error(
        "the nimbers up to {heap} beans take {needed} bytes, and half of the memory available is {budget}; ask for \
         smaller heaps"
    )]
    Memory {
        /// The largest heap asked for.
        heap: usize,
        /// The bytes that they would take.
        needed: u64,
        /// Half of what is available.
        budget: u64,
    },
}
