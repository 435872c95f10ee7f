//! One field of a state as a space: its values make the layers, or tell the slots of a layer apart.

use super::{Cell, Space, Word, bits_below};
use core::hash::Hash;
use core::ops::{Range, RangeInclusive};

/// A type whose values can be counted off from a first one: the integers up to 64 bits, and `bool`.
pub trait Ordinal: Copy + Ord + Hash + Sync {
    /// How many values lie between `first` and `self`, or that less than nothing wrapped around in the
    /// type if `self` is less; `None` if `usize` cannot say.
    fn index_from(self, first: Self) -> Option<usize>;
    /// The value `by` places after `self`, which exists.
    #[must_use]
    fn offset(self, by: usize) -> Self;
}

macro_rules! ordinal {
    ($($int:ty as $unsigned:ty),*) => { $(
        impl Ordinal for $int {
            #[inline(always)]
            fn index_from(self, first: Self) -> Option<usize> {
                // The true difference is not negative, so its bits are right even where it wraps as signed.
                usize::try_from(self.wrapping_sub(first) as $unsigned).ok()
            }

            #[inline(always)]
            fn offset(self, by: usize) -> Self {
                self.wrapping_add(by as $int)
            }
        }
    )* };
}
ordinal!(u8 as u8, u16 as u16, u32 as u32, u64 as u64, usize as usize);
ordinal!(i8 as u8, i16 as u16, i32 as u32, i64 as u64, isize as usize);

impl Ordinal for bool {
    #[inline(always)]
    fn index_from(self, first: bool) -> Option<usize> {
        Some(usize::from(self).wrapping_sub(usize::from(first)))
    }

    #[inline(always)]
    fn offset(self, by: usize) -> bool {
        usize::from(self) + by != 0
    }
}

/// What a field ranges over, as `#[state(RANGE)]` says it: a first value and how many follow.
///
/// Made from `a..b` or `a..=b`; a range that ends before it starts is empty. A range of more values
/// than `usize` can count is taken to have `usize::MAX`: more than any table can hold.
#[derive(Clone, Copy, Debug)]
pub struct Axis<T> {
    first: T,
    len: usize,
    /// Whether there are more values than `len` can say.
    full: bool,
}

impl<T: Ordinal> Axis<T> {
    /// So many values from a first one on, which exist.
    #[inline(always)]
    pub(super) fn counted(first: T, len: usize) -> Self {
        Axis { first, len, full: false }
    }

    /// The number of values.
    #[inline(always)]
    #[allow(clippy::len_without_is_empty)] // a count, not a container
    pub fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    fn index(&self, value: T) -> Option<usize> {
        // Of a value below the first the difference wraps around, to beyond the last.
        value.index_from(self.first).filter(|index| self.has(*index))
    }

    /// The index of a value among those that can be counted: all but one, of a type of as many as `usize`
    /// has. In loops it is one comparison less than [`index`](Axis::index).
    #[inline(always)]
    fn place(&self, value: T) -> Option<usize> {
        value.index_from(self.first).filter(|index| *index < self.len)
    }

    /// Whether there is a value of this index.
    #[inline(always)]
    fn has(&self, index: usize) -> bool {
        index < self.len || self.full
    }

    /// How many bits the index of a value takes.
    #[inline(always)]
    fn bits(&self) -> u32 {
        if self.full {
            return usize::BITS;
        }
        bits_below(self.len)
    }

    #[inline(always)]
    fn word<W: Word>(&self, value: T) -> Option<W> {
        self.index(value).map(W::from_usize)
    }

    #[inline(always)]
    fn of_word<W: Word>(&self, word: W) -> Option<T> {
        let index = word.to_usize().filter(|index| self.has(*index))?;
        Some(self.first.offset(index))
    }

    #[inline(always)]
    fn value(&self, index: usize) -> T {
        assert!(index < self.len, "a range of {} values has none at {index}", self.len);
        self.first.offset(index)
    }
}

impl<T: Ordinal> From<Range<T>> for Axis<T> {
    #[inline(always)]
    fn from(range: Range<T>) -> Self {
        let empty = range.start >= range.end;
        let len = if empty { Some(0) } else { range.end.index_from(range.start) };
        Axis { first: range.start, len: len.unwrap_or(usize::MAX), full: len.is_none() }
    }
}

impl<T: Ordinal> From<RangeInclusive<T>> for Axis<T> {
    #[inline(always)]
    fn from(range: RangeInclusive<T>) -> Self {
        let (first, last) = range.into_inner();
        let empty = first > last;
        let len = if empty { Some(0) } else { last.index_from(first) };
        let len = len.and_then(|len| len.checked_add(usize::from(!empty)));
        Axis { first, len: len.unwrap_or(usize::MAX), full: len.is_none() }
    }
}

/// A field whose place in its range is the layer.
#[derive(Clone, Copy, Debug)]
pub struct Layer<T>(pub Axis<T>);

impl<T: Ordinal> Space for Layer<T> {
    type State = T;
    type Key = T;
    const CHAIN: bool = true;
    const PACKS: bool = true;

    #[inline(always)]
    fn layers(&self) -> usize {
        // One more than can be counted is not numbered.
        if self.0.full { 0 } else { self.0.len }
    }

    #[inline(always)]
    fn width(&self, _: usize) -> usize {
        1
    }

    #[inline(always)]
    fn locate(&self, state: &T) -> Option<Cell> {
        Some(Cell { layer: self.0.place(*state)?, slot: 0 })
    }

    #[inline(always)]
    fn at(&self, layer: usize, slot: usize) -> T {
        assert!(slot == 0, "a layer of one slot has no slot {slot}");
        self.0.value(layer)
    }

    #[inline(always)]
    fn pack(&self, state: T) -> Option<T> {
        self.0.index(state).map(|_| state)
    }

    #[inline(always)]
    fn unpack<R>(&self, key: &T, see: impl FnOnce(&T) -> R) -> R {
        see(key)
    }

    #[inline(always)]
    fn bits(&self) -> u32 {
        self.0.bits()
    }

    #[inline(always)]
    fn to_bits<W: Word>(&self, state: &T) -> Option<W> {
        self.0.word(*state)
    }

    #[inline(always)]
    fn of_bits<W: Word>(&self, word: W) -> Option<T> {
        self.0.of_word(word)
    }
}

/// A field that only tells the positions of a layer apart.
#[derive(Clone, Copy, Debug)]
pub struct Slots<T>(pub Axis<T>);

impl<T: Ordinal> Space for Slots<T> {
    type State = T;
    type Key = T;
    const FLAT: bool = true;
    const PACKS: bool = true;

    #[inline(always)]
    fn layers(&self) -> usize {
        usize::from(self.0.len > 0 && !self.0.full)
    }

    #[inline(always)]
    fn width(&self, _: usize) -> usize {
        self.0.len
    }

    #[inline(always)]
    fn locate(&self, state: &T) -> Option<Cell> {
        Some(Cell { layer: 0, slot: self.0.place(*state)? })
    }

    #[inline(always)]
    fn at(&self, layer: usize, slot: usize) -> T {
        assert!(layer == 0, "a space of one layer has no layer {layer}");
        self.0.value(slot)
    }

    #[inline(always)]
    fn pack(&self, state: T) -> Option<T> {
        self.0.index(state).map(|_| state)
    }

    #[inline(always)]
    fn unpack<R>(&self, key: &T, see: impl FnOnce(&T) -> R) -> R {
        see(key)
    }

    #[inline(always)]
    fn bits(&self) -> u32 {
        self.0.bits()
    }

    #[inline(always)]
    fn to_bits<W: Word>(&self, state: &T) -> Option<W> {
        self.0.word(*state)
    }

    #[inline(always)]
    fn of_bits<W: Word>(&self, word: W) -> Option<T> {
        self.0.of_word(word)
    }

    #[inline(always)]
    fn even(&self) -> Option<usize> {
        Some(self.0.len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip<T: Ordinal + core::fmt::Debug>(axis: impl Into<Axis<T>>, len: usize) {
        let axis = axis.into();
        assert_eq!(axis.len(), len);
        for index in [0, 1, len / 2, len.saturating_sub(1)] {
            if index < len {
                assert_eq!(axis.index(axis.value(index)), Some(index));
            }
        }
    }

    #[test]
    fn ranges_at_the_ends_of_their_types() {
        round_trip(0u8..=255, 256);
        round_trip(-128i8..=127, 256);
        round_trip(i32::MIN..i32::MAX, u32::MAX as usize);
        round_trip(i64::MIN..=i64::MIN, 1);
        round_trip(false..=true, 2);
        round_trip(true..=true, 1);
        round_trip(3u32..3, 0);
        #[allow(clippy::reversed_empty_ranges)]
        round_trip(7usize..=3, 0);
        // One more than usize can count.
        round_trip(0usize..=usize::MAX, usize::MAX);
        assert_eq!(Axis::from(0usize..=usize::MAX).index(usize::MAX), Some(usize::MAX));
    }

    #[test]
    fn values_outside_have_no_index() {
        let axis = Axis::from(3u32..6);
        assert_eq!(
            [2, 3, 5, 6, u32::MAX].map(|v| axis.index(v)),
            [None, Some(0), Some(2), None, None]
        );
        assert_eq!(Axis::from(-2i8..=1).index(-3), None);
        assert_eq!(Axis::from(true..=true).index(false), None);
        assert_eq!(Axis::from(100u8..=255).index(99), None);
        assert_eq!(Axis::from(100i8..=127).index(-128), None);
        assert_eq!(Axis::from(0..u64::MAX).index(u64::MAX), None);
        assert_eq!(Axis::from(1..=u64::MAX).index(0), None);
    }
}
