//! Types with so many values, which are numbered.

use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ops::Range;

/// A type with finitely many values, numbered in the order in which a [`Move`](crate::Move) of that
/// type is enumerated: a value's number is a compact code for it.
///
/// `#[derive(Move)]` writes it too where an item's moves depend on neither game nor state: no
/// `game = …`, no guard, and every field without an attribute or with a range of constants.
///
/// ```
/// use stonegame_core::{Finite, Move};
///
/// #[derive(Move, Clone, Copy, Debug, PartialEq)]
/// enum Turn {
///     Pass,
///     Take {
///         #[moves(1..=3)]
///         stones: u32,
///         left: bool,
///     },
/// }
///
/// assert_eq!(Turn::COUNT, 7);
/// assert_eq!(Turn::all().len(), 7);
/// assert_eq!(Turn::all().next_back(), Some(Turn::Take { stones: 3, left: true }));
/// assert_eq!(Turn::nth(1), Some(Turn::Take { stones: 1, left: false }));
/// assert_eq!(Turn::Take { stones: 2, left: true }.index(), Some(4));
/// assert_eq!(Turn::Take { stones: 9, left: true }.index(), None);
/// ```
#[diagnostic::on_unimplemented(
    message = "the values of `{Self}` cannot be counted",
    label = "this field has no range, so it ranges over all values of its type",
    note = "write `#[moves(EXPR)]` on the field, or derive `Move` for `{Self}` without using a state"
)]
pub trait Finite: Sized {
    /// How many values there are.
    const COUNT: usize;

    /// The value of a number; `None` from [`COUNT`](Finite::COUNT) on.
    fn nth(index: usize) -> Option<Self>;

    /// The number of a value; `None` if the value lies outside of the ranges of its fields.
    fn index(&self) -> Option<usize>;

    /// All values in order.
    #[must_use]
    fn all() -> All<Self> {
        All { rest: 0..Self::COUNT, values: PhantomData }
    }
}

/// All values of a type in order, from either end.
pub struct All<T> {
    rest: Range<usize>,
    values: PhantomData<fn() -> T>,
}

impl<T: Finite> Iterator for All<T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        self.rest.next().and_then(T::nth)
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<T> {
        self.rest.nth(n).and_then(T::nth)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rest.size_hint()
    }
}

impl<T: Finite> DoubleEndedIterator for All<T> {
    #[inline]
    fn next_back(&mut self) -> Option<T> {
        self.rest.next_back().and_then(T::nth)
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<T> {
        self.rest.nth_back(n).and_then(T::nth)
    }
}

impl<T: Finite> ExactSizeIterator for All<T> {}

impl<T: Finite> FusedIterator for All<T> {}

impl<T> Clone for All<T> {
    fn clone(&self) -> Self {
        All { rest: self.rest.clone(), values: PhantomData }
    }
}

impl<T> fmt::Debug for All<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("All").field("rest", &self.rest).finish()
    }
}

/// `false`, then `true`.
impl Finite for bool {
    const COUNT: usize = 2;

    #[inline]
    fn nth(index: usize) -> Option<bool> {
        (index < 2).then_some(index == 1)
    }

    #[inline]
    fn index(&self) -> Option<usize> {
        Some(usize::from(*self))
    }
}

/// One value.
impl Finite for () {
    const COUNT: usize = 1;

    #[inline]
    fn nth(index: usize) -> Option<()> {
        (index == 0).then_some(())
    }

    #[inline]
    fn index(&self) -> Option<usize> {
        Some(0)
    }
}

/// One value.
impl<T: ?Sized> Finite for PhantomData<T> {
    const COUNT: usize = 1;

    #[inline]
    fn nth(index: usize) -> Option<Self> {
        (index == 0).then_some(PhantomData)
    }

    #[inline]
    fn index(&self) -> Option<usize> {
        Some(0)
    }
}

impl Finite for crate::states::End {
    const COUNT: usize = 2;

    #[inline]
    fn nth(index: usize) -> Option<Self> {
        [Self::Left, Self::Right].get(index).copied()
    }

    #[inline]
    fn index(&self) -> Option<usize> {
        Some(*self as usize)
    }
}
