//! The nimbers of a rule's heaps, as far as they were asked for.

use super::direct::Direct;
use super::period::Prover;
use super::several::Several;
use super::{Period, Rule, few};
use stonegame_core::{Cancel, Solver};

/// The nimbers of the heaps of a [`Rule`], from the empty one on.
#[derive(Debug)]
pub struct Nimbers {
    rule: Rule,
    found: Found,
    period: Option<Period>,
    prover: Prover,
    cancel: Cancel,
}

/// How they are found, and kept.
enum Found {
    Bytes(Direct<u8>),
    Words(Direct<u16>),
    Few(Vec<u32>),
    Several(Several, Vec<u32>),
}

impl std::fmt::Debug for Found {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let way = match self {
            Found::Bytes(_) => "direct, a byte each",
            Found::Words(_) => "direct, two bytes each",
            Found::Few(_) => "few moves",
            Found::Several(..) => "sets of pairs",
        };
        write!(f, "{way}, {} heaps", self.len())
    }
}

impl Found {
    fn new(rule: &Rule) -> Self {
        match rule.heaps() {
            1 => Found::Few(vec![]),
            2 => Found::Bytes(Direct::new(rule)),
            _ => Found::Several(Several::new(), vec![]),
        }
    }

    fn len(&self) -> usize {
        match self {
            Found::Bytes(direct) => direct.values().len(),
            Found::Words(direct) => direct.values().len(),
            Found::Few(values) | Found::Several(_, values) => values.len(),
        }
    }

    fn get(&self, heap: usize) -> Option<u32> {
        match self {
            Found::Bytes(direct) => direct.values().get(heap).map(|value| u32::from(*value)),
            Found::Words(direct) => direct.values().get(heap).map(|value| u32::from(*value)),
            Found::Few(values) | Found::Several(_, values) => values.get(heap).copied(),
        }
    }

    /// How many bytes a heap takes.
    fn bytes(&self) -> u64 {
        match self {
            Found::Bytes(_) => 4, // forwards and backwards, and while they grow
            Found::Words(_) => 8,
            Found::Few(_) => 8,
            Found::Several(..) => 64,
        }
    }
}

impl Nimbers {
    /// None yet: they are found as far as they are asked for.
    pub fn new(rule: Rule) -> Self {
        let (found, prover) = (Found::new(&rule), Prover::new(&rule));
        Nimbers { rule, found, period: None, prover, cancel: Cancel::new() }
    }

    /// Stops with [`Failed::Cancelled`] soon after this flag is set. What was found by then is kept.
    #[must_use]
    pub fn cancel(self, cancel: &Cancel) -> Self {
        Nimbers { cancel: cancel.clone(), ..self }
    }

    /// The rule.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// How many heaps' nimbers were found, from the empty one on.
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// Whether none was found yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The period, if it was [proven](Nimbers::prove).
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// The nimber of a heap, if it was found, or follows from a proven period and 32 bits hold it.
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

    /// The same as a vector.
    pub fn to_vec(&self) -> Vec<u32> {
        self.iter().collect()
    }

    /// Finds the nimbers of all heaps up to one, none of which rests on a period.
    ///
    /// # Errors
    ///
    /// [`Failed`]: those found by then are kept.
    pub fn extend(&mut self, heap: usize) -> Result<(), Failed> {
        let missing =
            (heap as u64).saturating_sub(self.len() as u64).saturating_mul(self.found.bytes());
        if missing > 1 << 24 {
            let budget = Solver::new().budget();
            if missing > budget {
                return Err(Failed::Memory { heap, needed: missing, budget });
            }
        }
        while self.len() <= heap {
            if self.cancel.is_cancelled() {
                return Err(Failed::Cancelled { heaps: self.len() });
            }
            // So many that they take some milliseconds.
            let each = match self.found {
                Found::Few(_) => self.rule.last() + 8,
                Found::Bytes(_) | Found::Words(_) => self.len() * (self.rule.last() + 1) / 8 + 64,
                Found::Several(..) => self.len() * (self.rule.last() + 1) * 64 + 64,
            };
            let to = heap.min(self.len() + (1 << 24) / each);
            let fits = match &mut self.found {
                Found::Bytes(direct) => direct.extend(&self.rule, to),
                Found::Words(direct) => direct.extend(&self.rule, to),
                Found::Few(values) => {
                    few::extend(&self.rule, values, to);
                    true
                }
                Found::Several(several, values) => several.extend(&self.rule, values, to),
            };
            if !fits {
                let Found::Bytes(direct) = &self.found else {
                    return Err(Failed::TooLarge { heap: self.len() });
                };
                let values = direct.values().iter().map(|value| usize::from(*value));
                self.found = Found::Words(Direct::with(&self.rule, values));
            }
        }
        Ok(())
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
                Found::Bytes(direct) => self.prover.look(&self.rule, direct.values()),
                Found::Words(direct) => self.prover.look(&self.rule, direct.values()),
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
