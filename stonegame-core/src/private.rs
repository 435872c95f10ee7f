//! What the derives' expansions name.

pub use crate::finite::Finite;
pub use crate::game::{Game, Move, State};
pub use crate::space::{
    AsLayer, AsSlots, Counted, Derived, Every, Over, Product, Record, Sparse, Unlayered,
};

/// How many values lie between a first and a last one, both included.
#[must_use]
pub const fn count(first: i128, last: i128) -> usize {
    if first > last {
        0
    } else {
        (last - first + 1) as usize
    }
}

/// The last digit of a number to some base, which is taken from it.
#[must_use]
pub fn last_digit(number: &mut usize, base: usize) -> usize {
    let digit = *number % base;
    *number /= base;
    digit
}

/// A place in a range of `count` values; `None` if it lies outside.
#[must_use]
pub fn digit(place: i128, count: usize) -> Option<usize> {
    usize::try_from(place).ok().filter(|place| *place < count)
}
