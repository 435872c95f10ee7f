//! What the derives' expansions name.

pub use crate::finite::Finite;
pub use crate::game::{Game, Move, State};
use crate::space::Ordinal;
pub use crate::space::{
    AsLayer, AsSlots, Cell, Counted, Derived, Over, Product, Ranged, Record, Space, Sparse,
    Unlayered, Whole, Word,
};

/// The values from a first to a last one, both included: a loop that the compiler can count, which
/// that of a closed range is not.
pub fn closed<T: Closed>(first: T, last: T) -> T::Values {
    T::closed(first, last)
}

/// A type of which [`closed`] ranges are.
pub trait Closed: Sized {
    /// The values of a range.
    type Values: Iterator<Item = Self>;
    /// The values from a first to a last one.
    fn closed(first: Self, last: Self) -> Self::Values;
}

macro_rules! counted {
    ($($int:ty)*) => { $(
        impl Closed for $int {
            type Values = Counting<$int>;

            #[inline(always)]
            fn closed(first: $int, last: $int) -> Counting<$int> {
                let more = if first <= last { last.index_from(first) } else { None };
                let len = more.map_or(0, |more| more.saturating_add(1));
                Counting { first, rest: 0..len }
            }
        }
    )* };
}
counted!(u8 u16 u32 usize i8 i16 i32 isize);

macro_rules! as_they_are {
    ($($ty:ty)*) => { $(
        impl Closed for $ty {
            type Values = core::ops::RangeInclusive<$ty>;

            #[inline(always)]
            fn closed(first: $ty, last: $ty) -> Self::Values {
                first..=last
            }
        }
    )* };
}
as_they_are!(u64 i64 u128 i128 char);

/// Values counted off from a first one.
#[derive(Debug)]
pub struct Counting<T> {
    first: T,
    rest: core::ops::Range<usize>,
}

impl<T: Ordinal> Iterator for Counting<T> {
    type Item = T;

    #[inline(always)]
    fn next(&mut self) -> Option<T> {
        self.rest.next().map(
            #[inline(always)]
            |index| self.first.offset(index),
        )
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rest.size_hint()
    }
}

/// How many values lie between a first and a last one, both included.
///
/// # Panics
///
/// If they are more than `usize` can count: where it is asked, that is while the crate is compiled.
#[must_use]
pub const fn count(first: i128, last: i128) -> usize {
    if first > last {
        return 0;
    }
    let more = last - first;
    assert!(more < usize::MAX as i128, "a move has more values than can be counted");
    more as usize + 1
}

/// The last digit of a number to some base, which is taken from it.
#[must_use]
pub fn last_digit(number: &mut usize, base: usize) -> usize {
    let digit = *number % base;
    *number /= base;
    digit
}

/// The place of a value in a range of `count` values from a first one on; `None` if it lies outside.
#[must_use]
pub fn digit(value: i128, first: i128, count: usize) -> Option<usize> {
    let place = value.checked_sub(first)?;
    usize::try_from(place).ok().filter(|place| *place < count)
}

/// A field whose bytes on the heap are asked for.
#[allow(missing_debug_implementations)] // what it lends need have none
pub struct Field<'f, T: ?Sized>(pub &'f T);

/// A field that owns bytes on the heap. A method call prefers it to [`OwnsNothing`], which needs one
/// more reference.
pub trait Owns {
    /// How many bytes, somewhat more than asked for: an allocator has its own use for some.
    fn __stonegame_heap_bytes(&self) -> usize;
}

/// Any other field.
pub trait OwnsNothing {
    /// None.
    #[inline(always)]
    fn __stonegame_heap_bytes(&self) -> usize {
        0
    }
}

impl<T: ?Sized> OwnsNothing for &Field<'_, T> {}

/// What an allocator takes for itself, and rounds up.
const OVERHEAD: usize = 16;

macro_rules! owns {
    ($($ty:ty [$($param:ident)*] $len:ident * $size:expr,)*) => { $(
        impl<$($param),*> Owns for Field<'_, $ty> {
            #[inline]
            fn __stonegame_heap_bytes(&self) -> usize {
                match self.0.$len() {
                    0 => 0,
                    len => len.saturating_mul($size).saturating_add(OVERHEAD),
                }
            }
        }
    )* };
}
owns! {
    alloc::vec::Vec<T> [T] capacity * size_of::<T>(),
    alloc::collections::VecDeque<T> [T] capacity * size_of::<T>(),
    alloc::string::String [] capacity * 1,
    alloc::boxed::Box<[T]> [T] len * size_of::<T>(),
    alloc::boxed::Box<str> [] len * 1,
    // Their nodes are about three quarters full.
    alloc::collections::BTreeSet<T> [T] len * 3 * size_of::<T>(),
    alloc::collections::BTreeMap<K, V> [K V] len * 3 * size_of::<(K, V)>(),
}

impl<T> Owns for Field<'_, alloc::boxed::Box<T>> {
    #[inline]
    fn __stonegame_heap_bytes(&self) -> usize {
        size_of::<T>() + OVERHEAD
    }
}
