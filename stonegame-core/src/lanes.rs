//! Many games of one shape at once.

use crate::Value;
use core::array;
use core::ops::BitOr;

/// The values of `L` games of one shape, which one solve computes side by side: one lane a game.
///
/// A game whose `play` and `terminal` branch on nothing but the position, and whose gains are lanes, is solved
/// for all of them by the same loop, in vectors. That is for research on millions of small instances, where
/// the time of one is spent on its way in and out: rows of 20 piles in 32 lanes take about a sixth of what
/// they take one by one.
///
/// Lanes of different games rarely have a best move in common, so that lines and best moves mean nothing;
/// ask for the value alone. An overflow in any lane is an error.
///
/// ```
/// use stonegame_core::{Lanes, prelude::*};
///
/// struct Ends<V> { row: Row<V> }
///
/// impl<V: Value> Game for Ends<V> {
///     type State = Span;
///     type Move = End;
///     type Value = V;
///     fn start(&self) -> Span {
///         self.row.span()
///     }
///     #[inline]
///     fn play(&self, span: &Span, end: &End) -> Option<Step<Self>> {
///         let (pile, rest) = span.pop(*end)?;
///         Some(Step::to(rest).gain(self.row[pile]))
///     }
/// }
///
/// let rows = [[1, 5, 233, 7], [3, 9, 1, 2], [0, 0, 7, 6]];
/// let piles = Lanes::transposed([&rows[0], &rows[1], &rows[2]]).unwrap();
/// let values = value(&Ends { row: piles.into() })?;
/// assert_eq!(values, Lanes([222, 7, 1]));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lanes<V, const L: usize>(pub [V; L]);

impl<V: Copy, const L: usize> Lanes<V, L> {
    /// Rows of one length, pile by pile; `None` if their lengths differ.
    pub fn transposed(rows: [&[V]; L]) -> Option<alloc::vec::Vec<Self>> {
        let len = rows.first().map_or(0, |row| row.len());
        if rows.iter().any(|row| row.len() != len) {
            return None;
        }
        Some((0..len).map(|pile| Lanes(array::from_fn(|lane| rows[lane][pile]))).collect())
    }
}

impl<V: Value, const L: usize> Value for Lanes<V, L> {
    const ZERO: Self = Lanes([V::ZERO; L]);
    const LOWEST: Self = Lanes([V::LOWEST; L]);
    const HIGHEST: Option<Self> = match V::HIGHEST {
        Some(highest) => Some(Lanes([highest; L])),
        None => None,
    };
    // One game may end where another goes round, so that no value says what endless play is worth in all of them.
    const ENDLESS: Option<Self> = None;
    const TOTAL: bool = L <= 1 && V::TOTAL;
    const ROOMY: bool = V::ROOMY;
    type Mask = LanesMask<V::Mask, L>;

    #[inline(always)]
    fn strays(self) -> Self::Mask {
        let mut mask = LanesMask::default();
        for lane in 0..L {
            mask.0[lane] = self.0[lane].strays();
        }
        mask
    }

    #[inline(always)]
    fn minus(self, next: Self) -> (Self, Self::Mask) {
        self.with(next, V::minus)
    }

    #[inline(always)]
    fn plus(self, next: Self) -> (Self, Self::Mask) {
        self.with(next, V::plus)
    }

    #[inline(always)]
    fn better(self, other: Self) -> Self {
        let mut value = self;
        for lane in 0..L {
            value.0[lane] = value.0[lane].better(other.0[lane]);
        }
        value
    }

    #[inline(always)]
    fn overflowed(mask: Self::Mask) -> bool {
        mask.0.into_iter().any(V::overflowed)
    }
}

impl<V: Value, const L: usize> Lanes<V, L> {
    /// Lane by lane.
    #[inline(always)]
    fn with(self, next: Self, of: impl Fn(V, V) -> (V, V::Mask)) -> (Self, LanesMask<V::Mask, L>) {
        // A loop over places: the compiler makes vectors of it, which it does not of `array::from_fn`.
        let (mut value, mut mask) = (self, LanesMask::default());
        for lane in 0..L {
            (value.0[lane], mask.0[lane]) = of(self.0[lane], next.0[lane]);
        }
        (value, mask)
    }
}

/// What overflow leaves behind in each lane.
#[derive(Clone, Copy, Debug)]
pub struct LanesMask<M, const L: usize>([M; L]);

impl<M: Default + Copy, const L: usize> Default for LanesMask<M, L> {
    #[inline(always)]
    fn default() -> Self {
        LanesMask([M::default(); L])
    }
}

impl<M: Copy + BitOr<Output = M>, const L: usize> BitOr for LanesMask<M, L> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        let mut mask = self;
        for lane in 0..L {
            mask.0[lane] = mask.0[lane] | other.0[lane];
        }
        mask
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Outcome;

    #[test]
    fn each_lane_is_its_own_value() {
        let (a, b) = (Lanes([i32::MAX, 3, -4]), Lanes([-1, 5, i32::MIN]));
        let (_, mask) = a.minus(b);
        assert!(Lanes::<i32, 3>::overflowed(mask));
        let (values, mask) = Lanes([i32::MAX, 3, -4]).minus(Lanes([1, 5, 2]));
        assert_eq!(values, Lanes([i32::MAX - 1, -2, -6]));
        assert!(!Lanes::<i32, 3>::overflowed(mask));
        assert_eq!(a.better(b), Lanes([i32::MAX, 5, -4]));
        assert_eq!(Lanes([1, 2]).plus(Lanes([3, 4])).0, Lanes([4, 6]));
        assert_eq!(<Lanes<Outcome, 2> as Value>::HIGHEST, Some(Lanes([Outcome::Win; 2])));
        assert_eq!(<Lanes<i32, 2> as Value>::HIGHEST, None);
    }

    #[test]
    fn rows_of_one_length_alone_are_transposed() {
        assert_eq!(
            Lanes::transposed([&[1, 2][..], &[3, 4]]),
            Some(alloc::vec![Lanes([1, 3]), Lanes([2, 4])])
        );
        assert_eq!(Lanes::transposed([&[1, 2][..], &[3]]), None);
        assert_eq!(Lanes::<i32, 0>::transposed([]), Some(alloc::vec![]));
    }
}
