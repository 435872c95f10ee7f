//! Values as cells of a file: in as few bits as hold them, and never a value straight from the disk.

use crate::{Distance, Outcome, Value, WinLoss};
use alloc::string::String;
use alloc::vec::Vec;

/// A value that a file can keep.
///
/// An outcome takes 1 or 2 bits; a margin as many of 8, 16, 32, 64 or 128 as hold all values of a table.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be kept in a file",
    note = "take a margin (`i32`, `i64` or `i128`), an `Outcome`, `WinLoss` or `Distance` for the game's values"
)]
pub trait Stored: Value {
    /// What a file calls this type: at most 8 bytes.
    const NAME: &'static str;

    /// The value as a number: of an outcome, one that [`BITS`](Value::BITS) bits hold.
    fn to_number(self) -> i128;

    /// The value that was this number; `None` if none was.
    fn of_number(number: i128) -> Option<Self>;
}

macro_rules! margins {
    ($($int:ident)*) => { $(
        impl Stored for $int {
            const NAME: &'static str = stringify!($int);

            #[inline(always)]
            fn to_number(self) -> i128 {
                self.into()
            }

            #[inline(always)]
            fn of_number(number: i128) -> Option<$int> {
                number.try_into().ok()
            }
        }
    )* };
}
margins!(i32 i64 i128);

macro_rules! outcomes {
    ($($outcome:ident $name:literal),*) => { $(
        impl Stored for $outcome {
            const NAME: &'static str = $name;

            #[inline(always)]
            fn to_number(self) -> i128 {
                self.to_bits().into()
            }

            #[inline(always)]
            fn of_number(number: i128) -> Option<$outcome> {
                let value = Self::of_bits(number.try_into().ok()?);
                (value.to_number() == number).then_some(value)
            }
        }
    )* };
}
outcomes!(Outcome "outcome", WinLoss "winloss");

impl Stored for Distance {
    const NAME: &'static str = "distance";

    fn to_number(self) -> i128 {
        match self {
            Distance::Loss(plies) => -1 - i128::from(plies),
            Distance::Draw => 0,
            Distance::Win(plies) => 1 + i128::from(plies),
        }
    }

    fn of_number(number: i128) -> Option<Distance> {
        let plies = || u32::try_from(number.unsigned_abs() - 1).ok();
        Some(match number {
            ..0 => Distance::Loss(plies()?),
            0 => Distance::Draw,
            1.. => Distance::Win(plies()?),
        })
    }
}

/// The name of a type of values as a word.
pub(super) fn name<V: Stored>() -> u64 {
    let mut bytes = [0; 8];
    for (to, from) in bytes.iter_mut().zip(V::NAME.bytes()) {
        *to = from;
    }
    u64::from_le_bytes(bytes)
}

/// The name that a word spells.
pub(super) fn spell(name: u64) -> String {
    let bytes = name.to_le_bytes();
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(8);
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

/// The fewest bits that a cell of such values may have.
pub(super) const fn fewest<V: Stored>() -> u64 {
    match V::BITS {
        0 => 8,
        bits => bits as u64,
    }
}

/// The fewest bits of a cell that holds each of some values, and no fewer than `bits`.
pub(super) fn bits_for<V: Stored>(values: &[V], bits: u64) -> u64 {
    let fits = |bits: u64, number: i128| {
        let rest = number >> (bits - 1).min(127);
        rest == 0 || rest == -1
    };
    if V::BITS > 0 {
        return bits;
    }
    values.iter().fold(bits, |mut bits, value| {
        while !fits(bits, value.to_number()) && bits < 128 {
            bits *= 2;
        }
        bits
    })
}

/// Cells as they lie in a file, of some bits each.
pub(super) struct Cells {
    bits: u64,
    bytes: Vec<u8>,
    /// The bits behind the last whole byte, and how many.
    rest: u8,
    count: u32,
}

impl Cells {
    pub(super) fn new(bits: u64) -> Self {
        Cells { bits, bytes: Vec::new(), rest: 0, count: 0 }
    }

    /// Goes on behind cells of which the last byte, if it is not whole, has so many bits.
    pub(super) fn behind(bits: u64, rest: u8, count: u32) -> Self {
        Cells { rest: rest & ((1 << count) - 1), count, ..Cells::new(bits) }
    }

    /// Adds values; tells whether all of them fit.
    pub(super) fn push<V: Stored>(&mut self, values: &[V]) -> bool {
        match self.bits {
            8 => self.push_as::<V, 1>(
                values,
                |number| (number as i8).to_le_bytes(),
                |cell| i8::from_le_bytes(cell).into(),
            ),
            16 => self.push_as::<V, 2>(
                values,
                |number| (number as i16).to_le_bytes(),
                |cell| i16::from_le_bytes(cell).into(),
            ),
            32 => self.push_as::<V, 4>(
                values,
                |number| (number as i32).to_le_bytes(),
                |cell| i32::from_le_bytes(cell).into(),
            ),
            64 => self.push_as::<V, 8>(
                values,
                |number| (number as i64).to_le_bytes(),
                |cell| i64::from_le_bytes(cell).into(),
            ),
            128 => self.push_as::<V, 16>(values, i128::to_le_bytes, i128::from_le_bytes),
            _ => {
                for value in values {
                    self.rest |= (value.to_bits() as u8) << self.count;
                    self.count += self.bits as u32;
                    if self.count == 8 {
                        self.bytes.push(self.rest);
                        (self.rest, self.count) = (0, 0);
                    }
                }
                true
            }
        }
    }

    #[inline(always)]
    fn push_as<V: Stored, const N: usize>(
        &mut self,
        values: &[V],
        narrow: impl Fn(i128) -> [u8; N],
        wide: impl Fn([u8; N]) -> i128,
    ) -> bool {
        let from = self.bytes.len();
        self.bytes.resize(from + N * values.len(), 0);
        let (cells, _) = self.bytes[from..].as_chunks_mut::<N>();
        let mut fit = true;
        for (cell, value) in cells.iter_mut().zip(values) {
            let number = value.to_number();
            *cell = narrow(number);
            fit &= wide(*cell) == number;
        }
        fit
    }

    /// The whole bytes, which are forgotten here.
    pub(super) fn take(&mut self) -> Vec<u8> {
        core::mem::take(&mut self.bytes)
    }

    /// The last byte, if it is not whole.
    pub(super) fn rest(&self) -> Option<u8> {
        (self.count > 0).then_some(self.rest)
    }
}

/// The value of a cell among those that begin with `bytes`.
#[inline(always)]
pub(super) fn get<V: Stored>(bytes: &[u8], bits: u64, index: u64) -> Option<V> {
    let at = (index * bits / 8) as usize;
    macro_rules! cell {
        ($int:ty) => {{
            let cell = bytes.get(at..at + size_of::<$int>())?;
            V::of_number(<$int>::from_le_bytes(cell.try_into().ok()?).into())
        }};
    }
    match bits {
        8 => cell!(i8),
        16 => cell!(i16),
        32 => cell!(i32),
        64 => cell!(i64),
        128 => cell!(i128),
        _ => {
            let byte = bytes.get(at)? >> (index * bits % 8);
            V::of_number((byte & ((1 << bits) - 1)).into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::fmt::Debug;

    fn there_and_back<V: Stored + Debug>(values: &[V], expected: u64) {
        let bits = bits_for(values, fewest::<V>());
        assert_eq!(bits, expected, "{values:?}");
        let mut cells = Cells::new(bits);
        assert!(cells.push(values));
        let mut bytes = cells.take();
        bytes.extend(cells.rest());
        assert_eq!(bytes.len() as u64, (values.len() as u64 * bits).div_ceil(8));
        for (i, value) in values.iter().enumerate() {
            assert_eq!(get(&bytes, bits, i as u64), Some(*value));
        }
        if bits > fewest::<V>() {
            assert!(!Cells::new(bits / 2).push(values), "{values:?}");
        }
    }

    #[test]
    fn as_few_bits_as_hold_them() {
        there_and_back(&[0, 127, -128], 8);
        there_and_back(&[0, 128], 16);
        there_and_back(&[-129, 3], 16);
        there_and_back(&[1 << 15, 3], 32);
        there_and_back(&[i32::MIN, i32::MAX], 32);
        there_and_back(&[i64::from(i32::MIN) - 1], 64);
        there_and_back(&[i64::MIN, i64::MAX], 64);
        there_and_back(&[i128::MIN, 0, i128::MAX], 128);
        there_and_back(&[1i128, 2, 3], 8);
        there_and_back(
            &[Outcome::Win, Outcome::Loss, Outcome::Draw, Outcome::Win, Outcome::Win],
            2,
        );
        there_and_back(&[WinLoss::Win; 9], 1);
        there_and_back(&[Distance::Win(126), Distance::Loss(127), Distance::Draw], 8);
        there_and_back(&[Distance::Win(127)], 16);
        there_and_back(&[Distance::Win(u32::MAX), Distance::Loss(u32::MAX)], 64);
    }

    #[test]
    fn bits_go_on_where_they_ended() {
        let values: Vec<Outcome> = (0..23).map(|i| Outcome::of_bits(i * 7 % 3)).collect();
        let mut whole = Cells::new(2);
        assert!(whole.push(&values));
        let mut first = Cells::new(2);
        assert!(first.push(&values[..10]));
        let mut bytes = first.take();
        let mut second = Cells::behind(2, first.rest().unwrap(), 4);
        assert!(second.push(&values[10..]));
        bytes.extend(second.take());
        assert_eq!((bytes, second.rest()), (whole.take(), whole.rest()));
    }

    #[test]
    fn what_no_value_is_is_none() {
        assert_eq!(get::<Outcome>(&[0b10], 2, 0), None);
        assert_eq!(get::<i32>(&(1i64 << 40).to_le_bytes(), 64, 0), None);
        assert_eq!(get::<Distance>(&(1i64 << 40).to_le_bytes(), 64, 0), None);
        assert_eq!(get::<i64>(&[1, 2], 32, 0), None);
    }

    #[test]
    fn names() {
        assert_eq!(spell(name::<Distance>()), "distance");
        assert_eq!(spell(name::<i32>()), "i32");
    }
}
