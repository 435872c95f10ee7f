//! Arrays of any length in states that `serde` writes and reads: `#[serde(with = "stonegame_core::arrays")]`.
//!
//! `serde` itself knows arrays of up to 32 items, and none whose length is a parameter. Here an array, or an array of arrays, is
//! written as all of its numbers in order, and read only if there are as many.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use stonegame_core::prelude::*;
//!
//! #[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
//! struct Board<const PITS: usize>(#[serde(with = "stonegame_core::arrays")] [[u8; PITS]; 2]);
//!
//! let board = Board([[4, 0, 1], [2, 2, 0]]);
//! let text = serde_json::to_string(&board)?;
//! assert_eq!(text, "[4,0,1,2,2,0]");
//! assert_eq!(serde_json::from_str::<Board<3>>(&text)?, board);
//! assert!(serde_json::from_str::<Board<2>>(&text).is_err());
//! # Ok::<(), serde_json::Error>(())
//! ```

use core::fmt;
use core::marker::PhantomData;
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeTuple, Serializer};

/// A number, or an array of such.
pub trait Nested: Sized {
    /// What is written one by one.
    type Item: Serialize + for<'de> Deserialize<'de>;
    /// How many there are.
    const LEN: usize;

    /// Shows `visit` all items in order, until it fails.
    ///
    /// # Errors
    ///
    /// What `visit` returns.
    fn each<E>(&self, visit: &mut impl FnMut(&Self::Item) -> Result<(), E>) -> Result<(), E>;

    /// Puts items together again.
    ///
    /// # Errors
    ///
    /// What `next` returns.
    fn build<E>(next: &mut impl FnMut() -> Result<Self::Item, E>) -> Result<Self, E>;
}

macro_rules! numbers {
    ($($number:ty)*) => { $(
        impl Nested for $number {
            type Item = $number;
            const LEN: usize = 1;

            fn each<E>(&self, visit: &mut impl FnMut(&$number) -> Result<(), E>) -> Result<(), E> {
                visit(self)
            }

            fn build<E>(next: &mut impl FnMut() -> Result<$number, E>) -> Result<$number, E> {
                next()
            }
        }
    )* };
}
numbers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool char);

impl<T: Nested, const N: usize> Nested for [T; N] {
    type Item = T::Item;
    const LEN: usize = N * T::LEN;

    fn each<E>(&self, visit: &mut impl FnMut(&T::Item) -> Result<(), E>) -> Result<(), E> {
        self.iter().try_for_each(|part| part.each(visit))
    }

    fn build<E>(next: &mut impl FnMut() -> Result<T::Item, E>) -> Result<[T; N], E> {
        let mut failed = None;
        let parts: [Option<T>; N] = core::array::from_fn(|_| {
            if failed.is_none() {
                T::build(next).map_err(|why| failed = Some(why)).ok()
            } else {
                None
            }
        });
        match failed {
            Some(why) => Err(why),
            None => Ok(parts.map(|part| match part {
                Some(part) => part,
                None => unreachable!("none is missing where nothing failed"),
            })),
        }
    }
}

/// Writes all items in order.
///
/// # Errors
///
/// Those of the format.
pub fn serialize<A: Nested, S: Serializer>(array: &A, to: S) -> Result<S::Ok, S::Error> {
    let mut tuple = to.serialize_tuple(A::LEN)?;
    array.each(&mut |item| tuple.serialize_element(item))?;
    tuple.end()
}

/// Reads as many items as there have to be.
///
/// # Errors
///
/// Those of the format, and one if there are fewer or more.
pub fn deserialize<'de, A: Nested, D: Deserializer<'de>>(from: D) -> Result<A, D::Error> {
    struct Items<A>(PhantomData<A>);

    impl<'de, A: Nested> Visitor<'de> for Items<A> {
        type Value = A;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "an array of {} items", A::LEN)
        }

        fn visit_seq<S: SeqAccess<'de>>(self, mut items: S) -> Result<A, S::Error> {
            let mut count = 0;
            let array = A::build(&mut || {
                count += 1;
                items.next_element()?.ok_or_else(|| S::Error::invalid_length(count - 1, &self))
            })?;
            match items.next_element::<A::Item>()? {
                Some(_) => Err(S::Error::invalid_length(A::LEN + 1, &self)),
                None => Ok(array),
            }
        }
    }

    from.deserialize_tuple(A::LEN, Items(PhantomData))
}
