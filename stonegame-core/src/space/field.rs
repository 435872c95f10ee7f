//! What the fields of a derived state may be, and range over.

use super::{Axis, Layer, Slots, Space};
use core::ops::{Range, RangeInclusive};

/// A type that can be a field of a derived state, and what the space of such a field is made of.
pub trait Ranged: Sized {
    /// What the field's space is made of.
    type Range;
}

/// What `#[state(RANGE)]` may say of a field of type `T`.
#[diagnostic::on_unimplemented(
    message = "a field of type `{T}` cannot range over `{Self}`",
    label = "write `#[state(RANGE)]` with a range of `{T}` on this field",
    note = "an integer ranges over `a..b` or `a..=b` of its own type; a `Span` or `Suffix` over the number of \
            piles of its row; a `Subset` or `Heaps` over the largest one; an enum that derives `Move` over all \
            of its values, without `RANGE`, and is no layer; other types cannot be numbered: leave all ranges \
            away, and positions are hashed"
)]
pub trait Over<T: Ranged> {
    /// What the field's space is made of.
    fn range(self) -> T::Range;
}

/// A type that can be a `#[state(layer, RANGE)]` field of a derived state.
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` cannot be a layer",
    label = "layers are integers, `bool`, `Span`, `Suffix`, `Subset` or `Heaps`"
)]
pub trait AsLayer: Ranged {
    /// The space of the field.
    type Space: Space<State = Self>;
    /// The space of the field.
    fn space(over: impl Over<Self>) -> Self::Space;
}

/// A type that can be a `#[state(RANGE)]` field of a derived state.
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` cannot be numbered",
    label = "only integers, `bool`, enums that derive `Move`, and ready-made states can",
    note = "split it into fields that have ranges, or leave all ranges away, and positions are hashed"
)]
pub trait AsSlots: Ranged {
    /// The space of the field.
    type Space: Space<State = Self>;
    /// The space of the field.
    fn space(over: impl Over<Self>) -> Self::Space;
}

/// A type that can be a field without a range: all of its values are meant.
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` cannot be numbered without a range",
    label = "only `bool`, `u8`, `i8` and enums that derive `Move` can",
    note = "write `#[state(RANGE)]` on it if it is an integer or a ready-made state; split another type into \
            such fields, or leave all ranges away, and positions are hashed"
)]
pub trait Whole: AsSlots {
    /// The space of all values.
    fn whole() -> Self::Space;
}

// Each by itself, so that a type which is none of these is told so in the traits' own words.
macro_rules! fields {
    ($($ty:ty)*) => { $(
        impl Ranged for $ty {
            type Range = Axis<$ty>;
        }

        impl Over<$ty> for Range<$ty> {
            #[inline(always)]
            fn range(self) -> Axis<$ty> {
                self.into()
            }
        }

        impl Over<$ty> for RangeInclusive<$ty> {
            #[inline(always)]
            fn range(self) -> Axis<$ty> {
                self.into()
            }
        }

        impl AsLayer for $ty {
            type Space = Layer<$ty>;

            #[inline(always)]
            fn space(over: impl Over<$ty>) -> Layer<$ty> {
                Layer(over.range())
            }
        }

        impl AsSlots for $ty {
            type Space = Slots<$ty>;

            #[inline(always)]
            fn space(over: impl Over<$ty>) -> Slots<$ty> {
                Slots(over.range())
            }
        }
    )* };
}
fields!(bool u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

macro_rules! whole {
    ($($ty:ty: $first:expr, $len:expr;)*) => { $(
        impl Whole for $ty {
            #[inline(always)]
            fn whole() -> Slots<$ty> {
                Slots(Axis::counted($first, $len))
            }
        }
    )* };
}
whole!(bool: false, 2; u8: 0, 256; i8: i8::MIN, 256;);
