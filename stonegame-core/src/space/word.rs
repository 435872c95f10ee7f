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
