//! Places in a row that carry the row's length, and the only reads without a bounds check.
//!
//! A [`Pile`], a [`Span`] and a [`Suffix`] are made here alone, and each constructor keeps its
//! invariant; so a read needs just one comparison of the row's length, which does not depend on
//! the position and leaves an engine's loop. A bounds check at every pile costs the sweep of
//! Predict the Winner more than half of its speed, which is why these reads are not safe code.
#![allow(unsafe_code)]

use super::End;
use core::hash::{Hash, Hasher};
use core::ops::Range;

/// One pile of a row of `n`.
// Invariant: index < n.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pile {
    index: usize,
    n: usize,
}

/// Neighbouring piles of a row, of which a move takes at most `REACH` from the ends.
///
/// The layer of its space is the number of piles, the slot where they begin. A row of more than
/// 2³² − 1 piles has more spans than any engine could visit; the memo refuses it.
///
/// ```
/// use stonegame_core::states::{End, Row, Span};
///
/// let row: Row<i32> = [5, 3, 4].into();
/// let span: Span = row.span();
/// let (pile, rest) = span.pop(End::Right).unwrap();
/// assert_eq!(row[pile], 4);
/// assert_eq!(rest.range(), 0..2);
/// ```
// Invariant: lo + len <= n, without overflow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span<const REACH: usize = 1> {
    lo: usize,
    len: usize,
    n: usize,
}

/// The last piles of a row, of which a move takes at most `REACH` from the front.
///
/// ```
/// use stonegame_core::states::{Sums, Suffix};
///
/// let row = Sums::new([5, 3, 4]).unwrap();
/// let left: Suffix<3> = row.suffix();
/// let (taken, rest) = left.take(2).unwrap();
/// assert_eq!((row.sum(taken), rest.len()), (8, 1));
/// assert!(rest.take(2).is_none());
/// ```
// Invariant: left <= n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Suffix<const REACH: usize = { usize::MAX }> {
    left: usize,
    n: usize,
}

impl Pile {
    /// Which pile it is, from 0.
    #[inline(always)]
    #[must_use]
    pub fn index(self) -> usize {
        self.index
    }

    /// How many piles its row has.
    #[inline(always)]
    #[must_use]
    pub fn row_len(self) -> usize {
        self.n
    }

    /// This pile's entry of `values`, which has one for each pile.
    ///
    /// # Panics
    ///
    /// If the pile is one of a longer row.
    #[inline(always)]
    pub(super) fn read<V>(self, values: &[V]) -> &V {
        assert!(self.n <= values.len(), "a pile of another row, of {} piles", self.n);
        debug_assert!(self.index < self.n);
        // SAFETY: index < n by the invariant, and n <= values.len() was just asserted.
        unsafe { values.get_unchecked(self.index) }
    }
}

impl<const REACH: usize> Span<REACH> {
    /// All of a row of `n` piles.
    #[inline(always)]
    #[must_use]
    pub fn whole(n: usize) -> Self {
        Span { lo: 0, len: n, n }
    }

    /// Some neighbours in a row of `n` piles; `None` if they do not lie in it.
    #[inline]
    #[must_use]
    pub fn new(n: usize, piles: Range<usize>) -> Option<Self> {
        let Range { start: lo, end } = piles;
        let len = end.checked_sub(lo)?;
        (end <= n).then_some(Span { lo, len, n })
    }

    /// The spans of `len` piles that begin at each of `starts`, in order.
    ///
    /// # Panics
    ///
    /// If one of them does not lie in a row of `n` piles.
    #[inline(always)]
    pub(super) fn of_len(
        n: usize,
        len: usize,
        starts: Range<usize>,
    ) -> impl ExactSizeIterator<Item = Self> {
        // An empty range begins nowhere; else the last one begins at end − 1 and ends by n.
        assert!(
            starts.is_empty() || (len <= n && starts.end - 1 <= n - len),
            "no such spans of {len} piles in a row of {n}"
        );
        (0..starts.len()).map(
            #[inline(always)]
            move |i| Span { lo: starts.start + i, len, n },
        )
    }

    /// How many piles it has.
    #[inline(always)]
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it has no pile.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Which piles of the row they are.
    #[inline(always)]
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.lo..self.lo + self.len
    }

    /// How many piles the whole row has.
    #[inline(always)]
    #[must_use]
    pub fn row_len(&self) -> usize {
        self.n
    }

    /// The pile at an end, and the others; `None` if there is none.
    #[inline(always)]
    #[must_use]
    pub fn pop(&self, end: End) -> Option<(Pile, Self)> {
        let Span { lo, len, n } = *self;
        let len = len.checked_sub(1)?;
        // lo + len < the old lo + len <= n: a pile of the row, and lo + 1 + len is still at most n.
        Some(match end {
            End::Left => (Pile { index: lo, n }, Span { lo: lo + 1, len, n }),
            End::Right => (Pile { index: lo + len, n }, Span { lo, len, n }),
        })
    }

    /// `count` piles from an end, and the others; `None` if there are fewer.
    #[inline(always)]
    #[must_use]
    pub fn take(&self, end: End, count: usize) -> Option<(Self, Self)> {
        let Span { lo, len, n } = *self;
        let len = len.checked_sub(count)?;
        Some(match end {
            End::Left => (Span { lo, len: count, n }, Span { lo: lo + count, len, n }),
            End::Right => (Span { lo: lo + len, len: count, n }, Span { lo, len, n }),
        })
    }

    /// The entries of `prefix` before and behind these piles; it has one more than the row has piles.
    ///
    /// # Panics
    ///
    /// If the span is one of a longer row.
    #[inline(always)]
    pub(super) fn ends<V: Copy>(&self, prefix: &[V]) -> (V, V) {
        assert!(self.n < prefix.len(), "a span of another row, of {} piles", self.n);
        debug_assert!(self.lo + self.len <= self.n);
        // SAFETY: lo <= lo + len <= n by the invariant, and n < prefix.len() was just asserted.
        unsafe { (*prefix.get_unchecked(self.lo), *prefix.get_unchecked(self.lo + self.len)) }
    }
}

/// One word: where the piles begin and how many they are.
impl<const REACH: usize> Hash for Span<REACH> {
    #[inline(always)]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64((self.lo as u64) << 32 ^ self.len as u64);
    }
}

impl<const REACH: usize> Suffix<REACH> {
    /// All of a row of `n` piles.
    #[inline(always)]
    #[must_use]
    pub fn whole(n: usize) -> Self {
        Suffix { left: n, n }
    }

    /// The last `left` piles of a row of `n`; `None` if it has fewer.
    #[inline(always)]
    #[must_use]
    pub fn last(n: usize, left: usize) -> Option<Self> {
        (left <= n).then_some(Suffix { left, n })
    }

    /// How many piles are left.
    #[inline(always)]
    #[must_use]
    pub fn len(&self) -> usize {
        self.left
    }

    /// Whether no pile is left.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.left == 0
    }

    /// How many piles the whole row has.
    #[inline(always)]
    #[must_use]
    pub fn row_len(&self) -> usize {
        self.n
    }

    /// The next `count` piles, and the rest; `None` if fewer are left.
    #[inline(always)]
    #[must_use]
    pub fn take(&self, count: usize) -> Option<(Span, Self)> {
        let Suffix { left, n } = *self;
        let rest = left.checked_sub(count)?;
        // n − left + count <= n, since count <= left <= n.
        Some((Span { lo: n - left, len: count, n }, Suffix { left: rest, n }))
    }

    /// The next pile, and the rest; `None` if none is left.
    #[inline(always)]
    #[must_use]
    pub fn pop(&self) -> Option<(Pile, Self)> {
        let Suffix { left, n } = *self;
        let rest = left.checked_sub(1)?;
        // n − left < n, since left > 0.
        Some((Pile { index: n - left, n }, Suffix { left: rest, n }))
    }
}

impl<const REACH: usize> Hash for Suffix<REACH> {
    #[inline(always)]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_usize(self.left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// Every place that a row of `n` can hand out reads what a checked index reads.
    #[test]
    fn reads_equal_their_checked_twins() {
        for n in 0..7 {
            let values: Vec<usize> = (10..10 + n).collect();
            let prefix: Vec<usize> = (100..=100 + n).collect();
            for lo in 0..=n {
                for hi in lo..=n {
                    let span: Span = Span::new(n, lo..hi).unwrap();
                    assert_eq!(span.range(), lo..hi);
                    assert_eq!(span.ends(&prefix), (prefix[lo], prefix[hi]));
                    for end in [End::Left, End::Right] {
                        let popped = span.pop(end);
                        assert_eq!(popped.is_some(), lo < hi);
                        if let Some((pile, rest)) = popped {
                            let (at, range) = match end {
                                End::Left => (lo, lo + 1..hi),
                                End::Right => (hi - 1, lo..hi - 1),
                            };
                            assert_eq!((pile.index(), rest.range()), (at, range));
                            assert_eq!(*pile.read(&values), values[at]);
                        }
                        for count in 0..n + 2 {
                            let taken = span.take(end, count);
                            assert_eq!(taken.is_some(), count <= hi - lo);
                            if let Some((taken, rest)) = taken {
                                assert_eq!(taken.len() + rest.len(), span.len());
                                assert_eq!(taken.ends(&prefix).0, prefix[taken.range().start]);
                                assert_eq!(rest.ends(&prefix).1, prefix[rest.range().end]);
                            }
                        }
                    }
                }
            }
            for left in 0..=n {
                let suffix: Suffix = Suffix::last(n, left).unwrap();
                if let Some((pile, rest)) = suffix.pop() {
                    assert_eq!((*pile.read(&values), rest.len()), (values[n - left], left - 1));
                }
                for count in 0..=left {
                    let (taken, _) = suffix.take(count).unwrap();
                    assert_eq!(taken.ends(&prefix), (prefix[n - left], prefix[n - left + count]));
                }
                assert!(suffix.take(left + 1).is_none());
            }
            assert!(Suffix::<1>::last(n, n + 1).is_none());
        }
    }

    #[test]
    fn nothing_outside_a_row_can_be_made() {
        #[allow(clippy::reversed_empty_ranges)]
        for range in [0..4, 2..1, 4..4, usize::MAX..usize::MAX, 0..usize::MAX] {
            assert_eq!(Span::<1>::new(3, range), None);
        }
        assert!(Span::<1>::whole(3).take(End::Left, usize::MAX).is_none());
        let all: Vec<_> = Span::<1>::of_len(5, 3, 1..3).map(|span| span.range()).collect();
        assert_eq!(all, [1..4, 2..5]);
    }

    #[test]
    #[should_panic(expected = "no such spans")]
    fn spans_beyond_the_row_are_refused() {
        let _ = Span::<1>::of_len(5, 3, 1..4);
    }

    #[test]
    #[should_panic(expected = "a pile of another row")]
    fn a_pile_of_a_longer_row_is_refused() {
        let (pile, _) = Span::<1>::whole(9).pop(End::Left).unwrap();
        pile.read(&[1, 2, 3]);
    }

    #[test]
    #[should_panic(expected = "a span of another row")]
    fn a_span_of_a_longer_row_is_refused() {
        Span::<1>::whole(3).ends(&[0, 1, 2]);
    }
}
