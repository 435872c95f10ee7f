//! When nimbers repeat for ever, and why that is certain.

use super::Rule;
use std::collections::BTreeSet;
use std::fmt;

/// From some heap on, the nimbers repeat: `G(n + period) = G(n) + saltus` for every `n` from `preperiod` on.
///
/// That is a theorem about the game, which the values up to [`proven_at`](Period::proven_at) imply:
///
/// - Where a rule splits a heap into at most `u` heaps and its last digit is that of `t` beans, it is enough that
///   `G(n + p) = G(n)` for `m ≤ n < u·m + (u − 1)·p + t`: of a larger heap's move some heap that is left has
///   at least `m` beans (or `m + p`), and can be exchanged for one with `p` beans more (or fewer), so that the two
///   heaps have moves to the same nimbers. (A heap must not become empty by it: `m` is taken to be at least 1.) For `u = 2` this is the theorem of R. K. Guy and C. A. B. Smith,
///   *The G-values of various games*, Proc. Camb. Phil. Soc. 52 (1956).
/// - Where any number may be taken but a few, up to `t`, the nimber of a heap depends on those of the last `t`
///   heaps and on which numbers all smaller ones have. When these come again, each raised by the
///   saltus, so does all that follows.
///
/// [`certificate`](Period::certificate) says which, in numbers; [`holds`](Period::holds) checks it anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Period {
    /// The first heap from which on the nimbers repeat.
    pub preperiod: usize,
    /// The least number of beans after which they do.
    pub period: usize,
    /// By how much they grow from one period to the next.
    pub saltus: u32,
    /// The last heap whose nimber the proof needs.
    pub proven_at: usize,
}

impl Period {
    /// The nimber of a heap, from those of the heaps up to [`proven_at`](Period::proven_at); `None` if it is larger
    /// than 32 bits can say.
    pub fn nimber(&self, values: impl Fn(usize) -> u32, heap: u64) -> Option<u32> {
        let (preperiod, period) = (self.preperiod as u64, self.period as u64);
        let Some(beyond) = heap.checked_sub(preperiod) else { return Some(values(heap as usize)) };
        let value = values((preperiod + beyond % period) as usize);
        let raised = (beyond / period).checked_mul(u64::from(self.saltus))?;
        u32::try_from(u64::from(value).checked_add(raised)?).ok()
    }

    /// What is to be checked, and why it is enough.
    #[must_use]
    pub fn certificate(&self, rule: &Rule) -> impl fmt::Display + use<> {
        let Period { preperiod: m, period: p, saltus, proven_at } = *self;
        if rule.is_all_but() {
            return format!(
                "G(n + {p}) = G(n) + {saltus} for all n from {m} on, since the last {t} nimbers below {} and the \
                 numbers that smaller heaps have are those below {}, each greater by {saltus}",
                proven_at + 1,
                proven_at + 1 - p,
                t = rule.last(),
            );
        }
        let end = proven_at + 1 - p;
        let least = m.max(1);
        let rest = match rule.heaps() {
            1 => format!("{least} + {}", rule.last()),
            u => format!("{u}*{least} + {}*{p} + {}", u - 1, rule.last()),
        };
        format!("G(n + {p}) = G(n) for {m} <= n < {end} = {rest}, which is enough (Guy and Smith)")
    }

    /// Whether the nimbers of the heaps up to [`proven_at`](Period::proven_at) prove it.
    pub fn holds(&self, rule: &Rule, values: impl Fn(usize) -> u32) -> bool {
        let Period { preperiod: m, period: p, saltus, proven_at } = *self;
        // Of other rules nothing is known that would be enough.
        if p == 0 || (rule.is_open() && !rule.is_all_but()) || rule.limit().is_some() {
            return false;
        }
        if rule.is_open() {
            let Some(earlier) = (proven_at + 1).checked_sub(p) else { return false };
            let [early, late] = [earlier, proven_at + 1].map(|heap| State::of(rule, &values, heap));
            return late.base.checked_sub(early.base) == Some(saltus)
                && late.like(&early, &values, [proven_at + 1, earlier])
                && (m..earlier).all(|n| values(n + p) == values(n) + saltus);
        }
        let u = rule.heaps();
        let enough = u * m.max(1) + (u - 1) * p + rule.last();
        saltus == 0
            && enough + p <= proven_at + 1
            && (m..enough).all(|n| values(n + p) == values(n))
    }
}

/// What the nimbers of a heap and all later ones depend on, where all but some numbers may be taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct State {
    /// The least number that no heap has of those too small to matter otherwise.
    base: u32,
    /// The greater numbers that such heaps have.
    old: BTreeSet<u32>,
    /// How many heaps are too small.
    heaps: usize,
}

impl State {
    /// The state of a heap.
    fn of(rule: &Rule, values: impl Fn(usize) -> u32, heap: usize) -> Self {
        let mut state = State::default();
        state.advance(rule, values, heap);
        state
    }

    /// From the state of a smaller heap.
    fn advance(&mut self, rule: &Rule, values: impl Fn(usize) -> u32, heap: usize) {
        let to = heap.saturating_sub(rule.last());
        self.old.extend((self.heaps..to).map(values).filter(|value| *value >= self.base));
        while self.old.remove(&self.base) {
            self.base += 1;
        }
        self.heaps = to;
    }

    /// Whether two states differ only by how high they are, given the heaps that they are of.
    fn like(&self, other: &State, values: impl Fn(usize) -> u32, heaps: [usize; 2]) -> bool {
        let recent = |state: &State, i: usize| values(state.heaps + i).checked_sub(state.base);
        heaps[0] - self.heaps == heaps[1] - other.heaps
            && self.old.len() == other.old.len()
            && self
                .old
                .iter()
                .map(|old| old - self.base)
                .eq(other.old.iter().map(|old| old - other.base))
            && (0..heaps[0] - self.heaps).all(|i| recent(self, i) == recent(other, i))
    }
}

/// Looks for a proof while nimbers are found.
#[derive(Clone, Debug)]
pub(super) struct Prover {
    /// The next heap up to which it is worth looking.
    pub(super) next: usize,
    /// Of an open rule: the heaps looked at, the state of the last one, and an earlier one with its heap.
    heap: usize,
    state: State,
    kept: (usize, State),
}

impl Prover {
    pub(super) fn new(rule: &Rule) -> Self {
        let provable = (!rule.is_open() || rule.is_all_but()) && rule.limit().is_none();
        let next = if provable { 2 * rule.last() + 16 } else { usize::MAX };
        Prover { next, heap: 0, state: State::default(), kept: (0, State::default()) }
    }

    /// The period that the nimbers up to [`next`](Prover::next) prove; if none, a later heap to look at is there.
    pub(super) fn look<T: Copy + PartialEq + Into<u32>>(
        &mut self,
        rule: &Rule,
        values: &[T],
    ) -> Option<Period> {
        let found = match rule.is_open() {
            true => self.look_open(rule, values),
            false => self.look_closed(rule, values),
        };
        found.inspect(|period| debug_assert!(period.holds(rule, |heap| values[heap].into())))
    }

    fn look_closed<T: Copy + PartialEq>(&mut self, rule: &Rule, values: &[T]) -> Option<Period> {
        let (u, last) = (rule.heaps(), self.next);
        let values = &values[..=last];
        // With `agree[p]` terms at the end like those `p` before, the condition is
        // `u · agree ≥ (u − 1) · last + u + t − 1`.
        let needed = (u - 1) * last + u + rule.last() - 1;
        let agree = agreements(values);
        match (1..=last).find(|p| u * agree[*p] >= needed) {
            Some(period) => {
                let preperiod = last + 1 - period - agree[period];
                // A heap that is exchanged for a smaller one must not become empty: at least 1.
                let enough = u * preperiod.max(1) + (u - 1) * period + rule.last();
                if enough + period > last + 1 {
                    self.next = enough + period - 1;
                    return None;
                }
                let proven_at = enough + period - 1;
                Some(Period { preperiod, period, saltus: 0, proven_at })
            }
            None => {
                let best = agree.iter().skip(1).max().copied().unwrap_or(0);
                // What is missing shrinks by one with each heap, at best.
                self.next = last + (needed - u * best).max(1);
                None
            }
        }
    }

    fn look_open<T: Copy + Into<u32>>(&mut self, rule: &Rule, values: &[T]) -> Option<Period> {
        let of = |heap: usize| -> u32 { values[heap].into() };
        while self.heap <= self.next {
            self.heap += 1;
            self.state.advance(rule, of, self.heap);
            let (then, kept) = &self.kept;
            if self.state.base > kept.base && self.state.like(kept, of, [self.heap, *then]) {
                let saltus = self.state.base - kept.base;
                return Some(least(values, *then, self.heap - then, saltus, rule));
            }
            // Brent: the state kept is a later one each time the way from it has doubled.
            if self.heap >= 2 * then {
                self.kept = (self.heap, self.state.clone());
            }
        }
        self.next *= 2;
        None
    }
}

/// The least period and preperiod, given that nimbers repeat from the heap `then` on.
fn least<T: Copy + Into<u32>>(
    values: &[T],
    then: usize,
    period: usize,
    saltus: u32,
    rule: &Rule,
) -> Period {
    let of = |heap: usize| -> u32 { values[heap].into() };
    let shorter = (1..period).filter(|p| period.is_multiple_of(*p)).find_map(|p| {
        let part = u32::try_from(period / p).ok().filter(|parts| saltus.is_multiple_of(*parts))?;
        let part = saltus / part;
        let repeats = (then..then + period - p).all(|n| of(n + p) == of(n) + part);
        repeats.then_some((p, part))
    });
    let (p, saltus_of) = shorter.unwrap_or((period, saltus));
    let mut preperiod = then;
    while preperiod > 0 && of(preperiod - 1 + p) == of(preperiod - 1) + saltus_of {
        preperiod -= 1;
    }
    let long = Period { preperiod, period: p, saltus: saltus_of, proven_at: then + period - 1 };
    // The states of the shorter period must agree too, or the longer one is told.
    if long.holds(rule, of) {
        return long;
    }
    while preperiod > 0 && of(preperiod - 1 + period) == of(preperiod - 1) + saltus {
        preperiod -= 1;
    }
    Period { preperiod, period, saltus, proven_at: then + period - 1 }
}

/// How many terms at the end of a sequence are those `p` places before, for each `p`: a Z-function of the sequence
/// read backwards.
fn agreements<T: Copy + PartialEq>(values: &[T]) -> Vec<usize> {
    let n = values.len();
    let at = |i: usize| values[n - 1 - i];
    let mut agree = vec![0; n.max(1)];
    let (mut left, mut right) = (0, 0);
    for p in 1..n {
        let mut length = if p < right { agree[p - left].min(right - p) } else { 0 };
        while p + length < n && at(length) == at(p + length) {
            length += 1;
        }
        if p + length > right {
            (left, right) = (p, p + length);
        }
        agree[p] = length;
    }
    agree
}

/// A repetition that a sequence shows, and that nothing proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Observed {
    /// The first term from which on the terms repeat.
    pub preperiod: usize,
    /// After how many terms they do.
    pub period: usize,
    /// How much greater they are each time.
    pub saltus: i64,
    /// How many terms at the end agree with those a period before.
    pub over: usize,
}

/// The least period with which at least the last half of a sequence repeats, each time by the same amount greater. It is
/// *observed* only: what follows may be different.
///
/// ```
/// use stonegame_games::octal::observe;
///
/// let seen = observe(&[9, 1, 2, 3, 1, 2, 3, 1, 2, 3]).unwrap();
/// assert_eq!((seen.preperiod, seen.period, seen.saltus, seen.over), (1, 3, 0, 6));
/// let seen = observe(&[0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5, 6, 7, 8, 6, 7, 8, 9, 10, 11]).unwrap();
/// assert_eq!((seen.period, seen.saltus), (6, 3));
/// assert!(observe(&[0, 1, 3, 7, 15, 31]).is_none());
/// ```
#[must_use]
pub fn observe(values: &[u32]) -> Option<Observed> {
    let steps = values.windows(2).map(|pair| i64::from(pair[1]) - i64::from(pair[0]));
    let steps: Vec<i64> = steps.collect();
    // As many terms as steps, and the one before them.
    let over = |period: usize, agree: usize| (agree + 1).min(values.len() - period);
    let agree = agreements(&steps);
    let enough = |period: &usize| {
        let over = over(*period, agree.get(*period).copied().unwrap_or(0));
        2 * over >= values.len().max(2) && over >= *period
    };
    let period = (1..values.len()).find(enough)?;
    let over = over(period, agree.get(period).copied().unwrap_or(0));
    let [.., last] = values else { return None };
    let saltus = i64::from(*last) - i64::from(values[values.len() - 1 - period]);
    Some(Observed { preperiod: values.len() - over - period, period, saltus, over })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// By trying every period.
        #[test]
        fn the_least_period_that_is_seen(values in prop::collection::vec(0u32..3, 0..20), saltus in 0u32..2) {
            let values: Vec<u32> = (0..).zip(&values).map(|(i, v)| v + saltus * i / 3).collect();
            let n = values.len();
            let seen = (1..n).find_map(|p| {
                let raised = i64::from(values[n - 1]) - i64::from(values[n - 1 - p]);
                let same = |at: &usize| i64::from(values[*at]) - i64::from(values[at - p]) == raised;
                let over = (p..n).rev().take_while(same).count();
                let enough = over >= p && 2 * over >= n.max(2);
                let preperiod = n - over - p;
                enough.then_some(Observed { preperiod, period: p, saltus: raised, over })
            });
            prop_assert_eq!(observe(&values), seen);
        }
    }
}
