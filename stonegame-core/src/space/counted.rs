//! A field that ranges over all values of an enum.

use super::{AsSlots, Cell, Over, Ranged, Space, Whole, Word, bits_below};
use crate::Finite;
use crate::states::End;
use core::fmt::{self, Debug};
use core::marker::PhantomData;

/// All values of a [`Finite`] type: a field that only tells the positions of a layer apart.
pub struct Counted<T>(PhantomData<fn() -> T>);

impl<T> Counted<T> {
    /// All values of `T`.
    #[must_use]
    pub const fn new() -> Self {
        Counted(PhantomData)
    }
}

impl<T> Clone for Counted<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Counted<T> {}

impl<T> Default for Counted<T> {
    fn default() -> Self {
        Counted::new()
    }
}

impl<T> Debug for Counted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Counted")
    }
}

impl<T: Finite + Clone> Space for Counted<T> {
    type State = T;
    type Key = usize;
    const FLAT: bool = true;
    const PACKS: bool = true;

    #[inline(always)]
    fn layers(&self) -> usize {
        usize::from(T::COUNT > 0)
    }

    #[inline(always)]
    fn width(&self, _: usize) -> usize {
        T::COUNT
    }

    #[inline(always)]
    fn locate(&self, value: &T) -> Option<Cell> {
        Some(Cell { layer: 0, slot: value.index()? })
    }

    #[inline(always)]
    fn at(&self, layer: usize, slot: usize) -> T {
        let value = if layer == 0 { T::nth(slot) } else { None };
        value.unwrap_or_else(|| panic!("of {} values there is none at {slot}", T::COUNT))
    }

    #[inline(always)]
    fn pack(&self, value: T) -> Option<usize> {
        value.index()
    }

    #[inline(always)]
    fn unpack<R>(&self, key: &usize, see: impl FnOnce(&T) -> R) -> R {
        see(&self.at(0, *key))
    }

    #[inline(always)]
    fn bits(&self) -> u32 {
        bits_below(T::COUNT)
    }

    #[inline(always)]
    fn to_bits<W: Word>(&self, value: &T) -> Option<W> {
        value.index().map(W::from_usize)
    }

    #[inline(always)]
    fn of_bits<W: Word>(&self, word: W) -> Option<T> {
        T::nth(word.to_usize()?)
    }

    #[inline(always)]
    fn even(&self) -> Option<usize> {
        Some(T::COUNT)
    }
}

macro_rules! counted {
    ($(($($param:tt)*) $ty:ty;)*) => { $(
        impl<$($param)*> Ranged for $ty {
            type Range = ();
        }

        impl<$($param)*> AsSlots for $ty {
            type Space = Counted<$ty>;

            #[inline(always)]
            fn space(_: impl Over<Self>) -> Counted<$ty> {
                Counted::new()
            }
        }

        impl<$($param)*> Whole for $ty {
            #[inline(always)]
            fn whole() -> Counted<$ty> {
                Counted::new()
            }
        }
    )* };
}
counted!(() (); () End; (T: ?Sized) PhantomData<T>;);
