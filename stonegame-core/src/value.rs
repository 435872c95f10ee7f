//! What the players fight over.

use core::fmt::Debug;
use core::ops::BitOr;

/// What the players fight over, exact, and always seen by the player to move.
///
/// | type | meaning | drawn? | overflow |
/// | --- | --- | --- | --- |
/// | `i32`, `i64`, `i128` | the margin in points: mine minus the opponent's | `0` | an error that names position and move |
/// | [`Outcome`](crate::Outcome) | loss, draw or win | yes | impossible |
/// | [`WinLoss`](crate::WinLoss) | loss or win | impossible | impossible |
/// | [`Lanes<V, L>`](crate::Lanes) | the values of `L` games of one shape | as `V` | as `V` |
/// | [`Distance`](crate::Distance) | loss, draw or win, and in how many plies | yes | an error, of plies beyond 32 bits |
///
/// A value knows three things: how to add what one move gains to what follows ([`minus`](Value::minus)
/// when the opponent moves next, [`plus`](Value::plus) when the same player does), which of two is
/// better for the player to move, and whether any of it overflowed. No value is set aside as a
/// sentinel: every value of the type is legal.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no value that players fight over",
    note = "take a margin (`i32`, `i64` or `i128`), an `Outcome`, `WinLoss` or `Distance`"
)]
pub trait Value: Copy + PartialEq + Debug + Send + Sync + 'static {
    /// Nothing gained.
    const ZERO: Self;
    /// No value is worse. It may well be the true value of a position.
    const LOWEST: Self;
    /// The value that no move can beat, where there is one: the search for a better move stops there.
    const HIGHEST: Option<Self> = None;
    /// What endless play is worth, if this kind of value knows: a draw for an outcome.
    const ENDLESS: Option<Self> = None;
    /// How many bits tell the values of this kind apart, where 1 or 2 do; else 0. A table of positions that are
    /// chained then keeps no more of each.
    const BITS: u32 = 0;
    /// What overflow leaves behind. The OR of many masks says whether any of their operations overflowed.
    type Mask: Copy + Default + BitOr<Output = Self::Mask>;

    /// The mover's value: `self` is gained, then the opponent moves and has `next`.
    ///
    /// On overflow the mask says so and the value means nothing.
    fn minus(self, next: Self) -> (Self, Self::Mask);

    /// The mover's value: `self` is gained, then the same player moves and has `next`.
    ///
    /// On overflow the mask says so and the value means nothing.
    fn plus(self, next: Self) -> (Self, Self::Mask);

    /// The better of two values for the player to move. (Not called `max`, so that it never
    /// competes with [`Ord::max`].)
    #[must_use]
    fn better(self, other: Self) -> Self;

    /// Whether an operation whose mask went into `mask` overflowed.
    fn overflowed(mask: Self::Mask) -> bool;

    /// Whether of any two values one is the better: alpha-beta and proof-number search rely on it.
    const TOTAL: bool = true;

    /// A number that is higher for better values, as far as 64 bits tell them apart: by it moves are ordered.
    #[inline(always)]
    fn rank(self) -> i64 {
        0
    }

    /// In how many plies a value of this kind comes, if it tells.
    #[doc(hidden)]
    #[inline(always)]
    fn counted_plies(self) -> Option<u32> {
        None
    }

    /// The `next` for which [`minus`](Value::minus) gives `self` after this gain, if there is exactly one: what a bound on a value
    /// is for the opponent. `None` is always right; a search then looks at more.
    #[inline(always)]
    #[must_use]
    fn unminus(self, gain: Self) -> Option<Self> {
        let _ = gain;
        None
    }

    /// The `next` for which [`plus`](Value::plus) gives `self` after this gain, if there is exactly one.
    #[inline(always)]
    #[must_use]
    fn unplus(self, gain: Self) -> Option<Self> {
        let _ = gain;
        None
    }

    /// Whether nothing that is decided in so many plies or later can be better: retrograde analysis then looks at no other
    /// move.
    #[inline(always)]
    fn is_settled(self, plies: u32) -> bool {
        let _ = plies;
        Self::HIGHEST == Some(self)
    }

    /// The value as the lowest [`BITS`](Value::BITS) bits of a number.
    #[inline(always)]
    fn to_bits(self) -> u64 {
        0
    }

    /// The value that [`to_bits`](Value::to_bits) gave.
    #[inline(always)]
    #[must_use]
    fn of_bits(bits: u64) -> Self {
        let _ = bits;
        Self::ZERO
    }

    /// Whether [`strays`](Value::strays) tells of a value all that [`overflowed`](Value::overflowed) has to know.
    #[doc(hidden)]
    const ROOMY: bool = false;

    /// A mask that says that something overflowed if a value lies beyond half of what the type holds.
    ///
    /// If neither `next` nor the wrapped result of `minus` or `plus` strays, then the result did not wrap.
    #[doc(hidden)]
    #[inline(always)]
    fn strays(self) -> Self::Mask {
        Self::Mask::default()
    }

    /// [`minus`](Value::minus), or `None` on overflow.
    #[inline(always)]
    fn checked_minus(self, next: Self) -> Option<Self> {
        let (value, mask) = self.minus(next);
        (!Self::overflowed(mask)).then_some(value)
    }

    /// [`plus`](Value::plus), or `None` on overflow.
    #[inline(always)]
    fn checked_plus(self, next: Self) -> Option<Self> {
        let (value, mask) = self.plus(next);
        (!Self::overflowed(mask)).then_some(value)
    }
}

/// A value in points: a signed integer, whose sums a [`Sums`](crate::Sums) can hold, and which fits
/// 128 bits, where a theorem may compute without overflow.
///
/// Implemented for `i32`, `i64` and `i128`.
pub trait Margin: Value + Ord + Into<i128> + TryFrom<i128> + sealed::Sealed {
    /// `self + other`, wrapped around at the ends of the type, and whether it was.
    fn overflowing_plus(self, other: Self) -> (Self, bool);
    /// `self − other`, wrapped around at the ends of the type, and whether it was.
    fn overflowing_minus(self, other: Self) -> (Self, bool);
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! margin {
    ($($int:ty)*) => { $(
        impl Value for $int {
            const ZERO: $int = 0;
            const LOWEST: $int = <$int>::MIN;
            // Overflow sets the sign bit.
            type Mask = $int;

            #[inline(always)]
            fn minus(self, next: $int) -> ($int, $int) {
                let value = self.wrapping_sub(next);
                // The signs of the operands differ, and the result does not have the sign of the first.
                (value, (self ^ next) & (self ^ value))
            }

            #[inline(always)]
            fn plus(self, next: $int) -> ($int, $int) {
                let value = self.wrapping_add(next);
                // The result has the sign of neither operand.
                (value, (self ^ value) & (next ^ value))
            }

            #[inline(always)]
            fn better(self, other: $int) -> $int {
                Ord::max(self, other)
            }

            #[inline(always)]
            fn overflowed(mask: $int) -> bool {
                mask < 0
            }

            const ROOMY: bool = true;

            #[inline(always)]
            fn strays(self) -> $int {
                // The sign is that of a value below minus a half, or, wrapped, from a half on.
                self.wrapping_add(1 << (<$int>::BITS - 2))
            }

            #[inline(always)]
            fn rank(self) -> i64 {
                let beyond = if self < 0 { i64::MIN } else { i64::MAX };
                i64::try_from(self).unwrap_or(beyond)
            }

            #[inline(always)]
            fn unminus(self, gain: $int) -> Option<$int> {
                gain.checked_sub(self)
            }

            #[inline(always)]
            fn unplus(self, gain: $int) -> Option<$int> {
                self.checked_sub(gain)
            }

            #[inline(always)]
            fn checked_minus(self, next: $int) -> Option<$int> {
                self.checked_sub(next)
            }

            #[inline(always)]
            fn checked_plus(self, next: $int) -> Option<$int> {
                self.checked_add(next)
            }
        }

        impl sealed::Sealed for $int {}

        impl Margin for $int {
            #[inline(always)]
            fn overflowing_plus(self, other: $int) -> ($int, bool) {
                self.overflowing_add(other)
            }

            #[inline(always)]
            fn overflowing_minus(self, other: $int) -> ($int, bool) {
                self.overflowing_sub(other)
            }
        }
    )* };
}
margin!(i32 i64 i128);

#[cfg(test)]
mod tests {
    use super::*;

    /// The mask, `checked_*` and arithmetic in a wider type must tell the same story.
    fn agrees(a: i32, b: i32) {
        let wide = i64::from(a) - i64::from(b);
        let (value, mask) = a.minus(b);
        assert_eq!(i32::overflowed(mask), i32::try_from(wide).is_err(), "{a} - {b}");
        assert_eq!(a.checked_minus(b), i32::try_from(wide).ok());
        assert_eq!(a.checked_minus(b).unwrap_or(value), value);
        let wide = i64::from(a) + i64::from(b);
        let (value, mask) = a.plus(b);
        assert_eq!(i32::overflowed(mask), i32::try_from(wide).is_err(), "{a} + {b}");
        assert_eq!(a.checked_plus(b), i32::try_from(wide).ok());
        assert_eq!(a.checked_plus(b).unwrap_or(value), value);
    }

    #[test]
    fn masks_are_exact() {
        const HALF: i32 = 1 << 30;
        let edges = [i32::MIN, i32::MIN + 1, -HALF - 1, -HALF, -1, 0, 1, HALF - 1, HALF, i32::MAX];
        for a in edges {
            for b in edges {
                agrees(a, b);
            }
        }
    }

    #[test]
    fn what_does_not_stray_did_not_wrap() {
        const HALF: i32 = 1 << 30;
        let edges = [i32::MIN, i32::MIN + 1, -HALF - 1, -HALF, -1, 0, 1, HALF - 1, HALF, i32::MAX];
        for a in edges {
            assert_eq!(i32::overflowed(a.strays()), !(-HALF..HALF).contains(&a), "{a}");
            for b in edges.into_iter().filter(|b| !i32::overflowed(b.strays())) {
                for ((value, mask), whole) in
                    [(a.minus(b), a.checked_sub(b)), (a.plus(b), a.checked_add(b))]
                {
                    assert!(i32::overflowed(value.strays()) || whole == Some(value), "{a} {b}");
                    assert_eq!(i32::overflowed(mask), whole.is_none());
                }
            }
        }
    }

    #[test]
    fn masks_are_sticky() {
        let (_, bad) = i64::MIN.minus(1);
        let (_, good) = 5i64.minus(1);
        assert!(i64::overflowed(bad | good) && !i64::overflowed(good | good));
    }
}
