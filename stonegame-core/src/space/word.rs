//! Words of bits.

use core::fmt::Debug;
use core::hash::Hash;
use core::ops::{BitAnd, BitOr, Not, Shl, Shr, Sub};

/// A word whose bits hold a set or a packed state: an unsigned integer of 8 to 128 bits.
pub trait Word:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + Sub<Output = Self>
    + sealed::Sealed
{
    /// How many bits it has.
    const BITS: u32;
    /// No bit set.
    const ZERO: Self;
    /// The lowest bit set.
    const ONE: Self;
    /// How many bits are set.
    fn count_ones(self) -> u32;
    /// How many zeros lie below the lowest bit set; `BITS` if none is.
    fn trailing_zeros(self) -> u32;
    /// How many ones lie below the lowest bit not set.
    fn trailing_ones(self) -> u32;
    /// How many zeros lie above the highest bit set; `BITS` if none is.
    fn leading_zeros(self) -> u32;
    /// The same number in the widest word.
    fn to_u128(self) -> u128;
    /// The same number, whose bits beyond the word's are lost.
    fn from_u128(number: u128) -> Self;
    /// The same number as `usize`, if it fits.
    fn to_usize(self) -> Option<usize>;
    /// The same number, whose bits beyond the word's are lost.
    fn from_usize(number: usize) -> Self;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! word {
    ($($int:ty)*) => { $(
        impl sealed::Sealed for $int {}

        impl Word for $int {
            const BITS: u32 = <$int>::BITS;
            const ZERO: $int = 0;
            const ONE: $int = 1;

            #[inline(always)]
            fn count_ones(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn trailing_zeros(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline(always)]
            fn trailing_ones(self) -> u32 {
                self.trailing_ones()
            }

            #[inline(always)]
            fn leading_zeros(self) -> u32 {
                self.leading_zeros()
            }

            #[inline(always)]
            fn to_u128(self) -> u128 {
                self.into()
            }

            #[inline(always)]
            fn from_u128(number: u128) -> $int {
                number as $int
            }

            #[inline(always)]
            fn to_usize(self) -> Option<usize> {
                usize::try_from(self).ok()
            }

            #[inline(always)]
            fn from_usize(number: usize) -> $int {
                number as $int
            }
        }
    )* };
}
word!(u8 u16 u32 u64 u128);

/// How many bits a number below `values` takes.
#[inline(always)]
pub(crate) fn bits_below(values: usize) -> u32 {
    usize::BITS - values.saturating_sub(1).leading_zeros()
}

/// How many bits a number up to `most` takes.
#[inline(always)]
pub(crate) fn bits_up_to(most: usize) -> u32 {
    usize::BITS - most.leading_zeros()
}

/// Two numbers side by side, the second one in the lowest `low` bits.
#[inline(always)]
pub(crate) fn join<W: Word>(a: W, b: W, low: u32) -> W {
    // Where the second fills the word, the first has no bits.
    if low < W::BITS { a << low | b } else { b }
}

/// The two numbers that were joined.
#[inline(always)]
pub(crate) fn split<W: Word>(word: W, low: u32) -> (W, W) {
    if low < W::BITS { (word >> low, word & ((W::ONE << low) - W::ONE)) } else { (W::ZERO, word) }
}
