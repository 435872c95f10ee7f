//! What the fields of a derived state may be, and range over.

use super::{Axis, Layer, Ordinal, Slots, Space};
use core::ops::{Range, RangeInclusive};

/// What `#[state(RANGE)]` may say of a field of type `T`.
#[diagnostic::on_unimplemented(
    message = "a field of type `{T}` cannot range over `{Self}`",
    label = "write `#[state(RANGE)]` with a range of `{T}` on this field",
    note = "without a range a field is `bool`, `u8`, `i8` or an enum that derives `Move`; an integer ranges over `a..b` or `a..=b` of its own type; a `Span` or `Suffix` over \
            the number of piles of its row; a `Subset` or `Heaps` over the largest one"
)]
pub trait Over<T> {
    /// What the field's space is made of.
    type Range;
    /// What the field's space is made of.
    fn range(self) -> Self::Range;
}

impl<T: Ordinal> Over<T> for Range<T> {
    type Range = Axis<T>;

    #[inline(always)]
    fn range(self) -> Axis<T> {
        self.into()
    }
}

impl<T: Ordinal> Over<T> for RangeInclusive<T> {
    type Range = Axis<T>;

    #[inline(always)]
    fn range(self) -> Axis<T> {
        self.into()
    }
}

/// All values of the type: `bool`, `u8`, `i8`, and what derives `Move` without using a state.
#[derive(Clone, Copy, Debug)]
pub struct Every;

/// A type that can be a `#[state(layer, RANGE)]` field of a derived state.
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` cannot be a layer",
    label = "layers are integers, `bool`, `Span`, `Suffix`, `Subset` or `Heaps`"
)]
pub trait AsLayer: Sized {
    /// The space of the field.
    type Space: Space<State = Self>;
    /// What the field ranges over.
    type Range;
    /// The space of the field.
    fn space(over: impl Over<Self, Range = Self::Range>) -> Self::Space;
}

/// A type that can be a `#[state(RANGE)]` field of a derived state.
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` cannot be numbered",
    label = "only integers, `bool`, enums that derive `Move`, and ready-made states can",
    note = "split it into fields that have ranges, or leave all ranges away, and positions are hashed"
)]
pub trait AsSlots: Sized {
    /// The space of the field.
    type Space: Space<State = Self>;
    /// What the field ranges over.
    type Range;
    /// The space of the field.
    fn space(over: impl Over<Self, Range = Self::Range>) -> Self::Space;
}

// Each by itself, so that a type which is none of these is told so in the traits' own words.
macro_rules! fields {
    ($($ty:ty)*) => { $(
        impl AsLayer for $ty {
            type Space = Layer<$ty>;
            type Range = Axis<$ty>;

            #[inline(always)]
            fn space(over: impl Over<$ty, Range = Axis<$ty>>) -> Layer<$ty> {
                Layer(over.range())
            }
        }

        impl AsSlots for $ty {
            type Space = Slots<$ty>;
            type Range = Axis<$ty>;

            #[inline(always)]
            fn space(over: impl Over<$ty, Range = Axis<$ty>>) -> Slots<$ty> {
                Slots(over.range())
            }
        }
    )* };
}
fields!(bool u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

macro_rules! whole {
    ($($ty:ty: $first:expr, $len:expr;)*) => { $(
        impl Over<$ty> for Every {
            type Range = Axis<$ty>;

            #[inline(always)]
            fn range(self) -> Axis<$ty> {
                Axis::counted($first, $len)
            }
        }
    )* };
}
whole!(bool: false, 2; u8: 0, 256; i8: i8::MIN, 256;);
