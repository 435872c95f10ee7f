//! The data of rows: the piles' values, and the sums of neighbours.

use super::{Pile, Span, Suffix};
use crate::{Error, Margin};
use alloc::collections::VecDeque;
use alloc::format;
use alloc::vec::Vec;
use core::ops::{Deref, Index};

/// The values of the piles of a row, indexed by [`Pile`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row<V> {
    values: Vec<V>,
}

impl<V> Row<V> {
    /// How many piles there are.
    #[inline(always)]
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is no pile.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// All of the row, to be taken from its ends.
    #[inline(always)]
    #[must_use]
    pub fn span<const REACH: usize>(&self) -> Span<REACH> {
        Span::whole(self.len())
    }

    /// All of the row, to be taken from its front.
    #[inline(always)]
    #[must_use]
    pub fn suffix<const REACH: usize>(&self) -> Suffix<REACH> {
        Suffix::whole(self.len())
    }

    /// The values from left to right.
    #[inline(always)]
    #[must_use]
    pub fn values(&self) -> &[V] {
        &self.values
    }
}

impl<V> Row<V> {
    /// The values from left to right, one by one.
    pub fn iter(&self) -> core::slice::Iter<'_, V> {
        self.values.iter()
    }
}

impl<V> IntoIterator for Row<V> {
    type Item = V;
    type IntoIter = alloc::vec::IntoIter<V>;

    fn into_iter(self) -> Self::IntoIter {
        self.values.into_iter()
    }
}

impl<'r, V> IntoIterator for &'r Row<V> {
    type Item = &'r V;
    type IntoIter = core::slice::Iter<'r, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The value of a pile.
///
/// # Panics
///
/// If the pile is one of a longer row: a game hands out piles of its own row only.
impl<V> Index<Pile> for Row<V> {
    type Output = V;

    #[inline(always)]
    fn index(&self, pile: Pile) -> &V {
        pile.read(&self.values)
    }
}

impl<V> From<Vec<V>> for Row<V> {
    fn from(values: Vec<V>) -> Self {
        Row { values }
    }
}

impl<V: Clone> From<&[V]> for Row<V> {
    fn from(values: &[V]) -> Self {
        Row { values: values.to_vec() }
    }
}

impl<V, const N: usize> From<[V; N]> for Row<V> {
    fn from(values: [V; N]) -> Self {
        Row { values: values.into() }
    }
}

impl<V> FromIterator<V> for Row<V> {
    fn from_iter<I: IntoIterator<Item = V>>(values: I) -> Self {
        Row { values: values.into_iter().collect() }
    }
}

/// A row with the sums of its neighbours, each in constant time.
///
/// Built with the longest span that a move can gain, so that only a sum which the game can ask for
/// is an error where it overflows: the total of a row may well not fit.
///
/// ```
/// use stonegame_core::states::Sums;
///
/// let big = i32::MAX;
/// assert!(Sums::new([big, big]).is_err());
/// let row = Sums::up_to(1, [big, big]).unwrap(); // no move gains two piles at once
/// assert_eq!(row.len(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Sums<V> {
    row: Row<V>,
    /// What lies before each pile, and behind the last: wrapped around, so that their differences
    /// are exact wherever the true one fits.
    prefix: Vec<V>,
    longest: usize,
}

impl<V> Sums<V> {
    /// The longest span whose sum can be asked for.
    #[must_use]
    pub fn longest(&self) -> usize {
        self.longest
    }
}

impl<V: Margin> Sums<V> {
    /// The row with the sums of all its spans.
    ///
    /// # Errors
    ///
    /// [`Error::Overflow`] names a span whose sum does not fit `V`.
    pub fn new(values: impl Into<Row<V>>) -> Result<Self, Error> {
        Sums::up_to(usize::MAX, values)
    }

    /// The row with the sums of its spans of at most `longest` piles. Linear time, whatever `longest` is.
    ///
    /// # Errors
    ///
    /// [`Error::Overflow`] names a span of at most `longest` piles whose sum does not fit `V`.
    pub fn up_to(longest: usize, values: impl Into<Row<V>>) -> Result<Self, Error> {
        let row = values.into();
        let mut prefix = Vec::with_capacity(row.len() + 1);
        let mut total = Total { carry: 0, low: V::ZERO };
        let (mut least, mut most) = (Extremes::new(longest), Extremes::new(longest));
        for end in 0..=row.len() {
            if end > 0 {
                total = total.plus(row.values[end - 1]);
            }
            prefix.push(total.low);
            // Of the spans that end here, the sums lie between those from the least and from the
            // greatest total before: if these two fit, all do.
            let starts = [least.push(end, total, true), most.push(end, total, false)];
            for (start, before) in starts {
                if !total.differs_by_one_value(before) {
                    return Err(Error::Overflow {
                        position: "the row".into(),
                        mv: format!("the sum of the piles {start}..{end}"),
                    });
                }
            }
        }
        Ok(Sums { row, prefix, longest })
    }
}

impl<V: Margin> Sums<V> {
    /// The sum of the piles of a span.
    ///
    /// # Panics
    ///
    /// If the span is one of a longer row, or has more piles than the sums were made for: a game
    /// makes them for the longest span that its moves gain.
    #[inline(always)]
    #[must_use]
    pub fn sum<const REACH: usize>(&self, span: Span<REACH>) -> V {
        assert!(
            span.len() <= self.longest,
            "the sums were made for at most {} piles",
            self.longest
        );
        let (before, behind) = span.ends(&self.prefix);
        behind.overflowing_minus(before).0 // exact: `up_to` has tried every span this long
    }
}

impl<V> Deref for Sums<V> {
    type Target = Row<V>;

    #[inline(always)]
    fn deref(&self) -> &Row<V> {
        &self.row
    }
}

/// An exact total of any size: `carry · 2^bits + low`. Ordered as the numbers are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Total<V> {
    carry: i64,
    low: V,
}

impl<V: Margin> Total<V> {
    fn plus(self, value: V) -> Self {
        let (low, wrapped) = self.low.overflowing_plus(value);
        // Only a positive value wraps upwards.
        let step = if !wrapped {
            0
        } else if value > V::ZERO {
            1
        } else {
            -1
        };
        Total { carry: self.carry + step, low }
    }

    /// Whether `self − other` is a value of `V`.
    fn differs_by_one_value(self, other: Self) -> bool {
        let (_, wrapped) = self.low.overflowing_minus(other.low);
        // Only a first operand that is not negative wraps upwards.
        let step = if !wrapped {
            0
        } else if self.low >= V::ZERO {
            1
        } else {
            -1
        };
        self.carry - other.carry + step == 0
    }
}

/// The least or the greatest total among the last few.
struct Extremes<V> {
    longest: usize,
    /// Those that could still become the extreme, in order of their places.
    candidates: VecDeque<(usize, Total<V>)>,
}

impl<V: Margin> Extremes<V> {
    fn new(longest: usize) -> Self {
        Extremes { longest, candidates: VecDeque::new() }
    }

    /// Adds the total at a place, and tells the place and total of the extreme one at most
    /// `longest` places before.
    fn push(&mut self, place: usize, total: Total<V>, least: bool) -> (usize, Total<V>) {
        let no_worse = |old: Total<V>| if least { total <= old } else { total >= old };
        while self.candidates.back().is_some_and(|(_, old)| no_worse(*old)) {
            self.candidates.pop_back();
        }
        // Behind an extreme that stays in sight for ever, no other is needed.
        if self.candidates.is_empty() || self.longest < usize::MAX {
            self.candidates.push_back((place, total));
        }
        while self.candidates.front().is_some_and(|(old, _)| place - old > self.longest) {
            self.candidates.pop_front();
        }
        self.candidates.front().copied().unwrap_or((place, total))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether every span of at most `longest` piles fits `i32`, by adding each up in 64 bits.
    fn fits(values: &[i32], longest: usize) -> bool {
        (0..values.len()).all(|lo| {
            (lo..values.len()).take(longest).all(|hi| {
                let sum: i64 = values[lo..=hi].iter().map(|v| i64::from(*v)).sum();
                i32::try_from(sum).is_ok()
            })
        })
    }

    #[test]
    fn an_error_exactly_where_a_span_overflows() {
        const BIG: i32 = 1 << 30;
        let choices = [i32::MIN, -BIG, -1, 0, 1, BIG, i32::MAX];
        let mut x = 7u64;
        let mut failed = 0;
        for n in 0..7 {
            for _ in 0..400 {
                let values: Vec<i32> = (0..n)
                    .map(|_| {
                        x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                        choices[(x >> 33) as usize % choices.len()]
                    })
                    .collect();
                for longest in [0, 1, 2, 3, n, usize::MAX] {
                    let sums = Sums::up_to(longest, values.clone());
                    assert_eq!(sums.is_ok(), fits(&values, longest), "{values:?} {longest}");
                    failed += usize::from(sums.is_err());
                    let Ok(sums) = sums else { continue };
                    for lo in 0..=n {
                        for hi in lo..=n.min(lo.saturating_add(longest)) {
                            let span: Span = Span::new(n, lo..hi).unwrap();
                            assert_eq!(sums.sum(span), values[lo..hi].iter().sum::<i32>());
                        }
                    }
                }
            }
        }
        assert!(failed > 1000);
    }

    #[test]
    fn the_error_names_the_span() {
        let error = Sums::up_to(3, [0, i32::MAX, -5, 6, 0]).unwrap_err();
        let (position, mv) = ("the row".into(), "the sum of the piles 1..4".into());
        assert_eq!(error, Error::Overflow { position, mv });
    }

    #[test]
    #[should_panic(expected = "at most 1 piles")]
    fn a_longer_span_than_said_is_refused() {
        let sums = Sums::up_to(1, [1, 2, 3]).unwrap();
        let _ = sums.sum(sums.span::<1>());
    }
}
