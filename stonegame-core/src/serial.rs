//! The feature `serde`: states and values in words, checked when they are read.
//!
//! Whatever has an invariant is written as what one makes it of, and made of that again: so no text makes a span that does
//! not lie in its row.

use crate::space::Word;
use crate::states::{Heaps, Multiset, Pile, Row, Span, Subset, Suffix, Sums};
use crate::{Engine, Game, Genus, Lanes, Margin, Outcome, Playout, Ply, Solution, WinLoss};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt::Display;
use serde::de::{Deserialize, Deserializer, Error, Unexpected};
use serde::ser::{Serialize, SerializeStruct, Serializer};

/// A row of `n` piles, and where something lies in it.
#[derive(serde::Serialize, serde::Deserialize)]
struct Places {
    from: usize,
    to: usize,
    n: usize,
}

impl<const REACH: usize> Serialize for Span<REACH> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let range = self.range();
        Places { from: range.start, to: range.end, n: self.row_len() }.serialize(to)
    }
}

impl<'de, const REACH: usize> Deserialize<'de> for Span<REACH> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let Places { from, to, n } = Places::deserialize(from)?;
        Span::new(n, from..to)
            .ok_or_else(|| D::Error::custom(format!("no span: {from}..{to} in a row of {n} piles")))
    }
}

impl<const REACH: usize> Serialize for Suffix<REACH> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let n = self.row_len();
        Places { from: n - self.len(), to: n, n }.serialize(to)
    }
}

impl<'de, const REACH: usize> Deserialize<'de> for Suffix<REACH> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let Places { from, to, n } = Places::deserialize(from)?;
        let left = n.checked_sub(from).filter(|_| to == n);
        left.and_then(|left| Suffix::last(n, left)).ok_or_else(|| {
            D::Error::custom(format!("no suffix: {from}..{to} in a row of {n} piles"))
        })
    }
}

impl Serialize for Pile {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        // What a span of one pile is.
        let (index, n) = (self.index(), self.row_len());
        Places { from: index, to: index + 1, n }.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Pile {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let span = <Span>::deserialize(from)?;
        let pile = span.pop(crate::states::End::Left).filter(|_| span.len() == 1);
        pile.map(|(pile, _)| pile)
            .ok_or_else(|| D::Error::custom("no pile: a span of another length"))
    }
}

/// The numbers of a set, of those from 0 to below `n`.
#[derive(serde::Serialize, serde::Deserialize)]
struct Numbers {
    n: u32,
    numbers: Vec<u32>,
}

impl<W: Word> Serialize for Subset<W> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Numbers { n: self.capacity(), numbers: self.iter().collect() }.serialize(to)
    }
}

impl<'de, W: Word> Deserialize<'de> for Subset<W> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let Numbers { n, numbers } = Numbers::deserialize(from)?;
        Subset::of(n, numbers).ok_or_else(|| {
            D::Error::custom(format!("no set of numbers below {n} that has room for them"))
        })
    }
}

impl<const N: usize> Serialize for Multiset<N> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.sizes().serialize(to)
    }
}

impl<'de, const N: usize> Deserialize<'de> for Multiset<N> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let sizes = Vec::<u32>::deserialize(from)?;
        Multiset::new(sizes).ok_or_else(|| D::Error::custom(format!("more than {N} heaps")))
    }
}

impl<const N: usize> Serialize for Heaps<N> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0[..].serialize(to)
    }
}

impl<'de, const N: usize> Deserialize<'de> for Heaps<N> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Heaps(array(from)?))
    }
}

impl<V: Serialize, const L: usize> Serialize for Lanes<V, L> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0[..].serialize(to)
    }
}

impl<'de, V: Deserialize<'de>, const L: usize> Deserialize<'de> for Lanes<V, L> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Lanes(array(from)?))
    }
}

/// A list of exactly so many items.
fn array<'de, D: Deserializer<'de>, T: Deserialize<'de>, const N: usize>(
    from: D,
) -> Result<[T; N], D::Error> {
    let items = Vec::<T>::deserialize(from)?;
    let len = items.len();
    items.try_into().map_err(|_| D::Error::invalid_length(len, &&*format!("{N} items")))
}

impl<V: Serialize> Serialize for Row<V> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.values().serialize(to)
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Row<V> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Row::from(Vec::<V>::deserialize(from)?))
    }
}

/// A row, and the longest span whose sum can be asked for.
#[derive(serde::Serialize, serde::Deserialize)]
struct Summed<R> {
    row: R,
    longest: Option<usize>,
}

impl<V: Margin + Serialize> Serialize for Sums<V> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let longest = Some(self.longest()).filter(|longest| *longest < self.len());
        Summed { row: self.values(), longest }.serialize(to)
    }
}

impl<'de, V: Margin + Deserialize<'de>> Deserialize<'de> for Sums<V> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let Summed { row, longest } = Summed::<Vec<V>>::deserialize(from)?;
        Sums::up_to(longest.unwrap_or(usize::MAX), row).map_err(D::Error::custom)
    }
}

/// Writes types by their `Display` words, and reads them by trying each word.
macro_rules! by_words {
    ($($type:ty: $expected:literal of $all:expr;)*) => { $(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let word = Cow::<str>::deserialize(from)?;
                let found = $all.into_iter().find(|one| one.to_string() == word);
                found.ok_or_else(|| D::Error::invalid_value(Unexpected::Str(&word), &$expected))
            }
        }
    )* };
}

by_words! {
    Outcome: "win, draw or loss" of [Outcome::Win, Outcome::Draw, Outcome::Loss];
    WinLoss: "win or loss" of [WinLoss::Win, WinLoss::Loss];
    Engine: "the name of an engine" of Engine::ALL;
    crate::Player: "first or second" of [crate::Player::First, crate::Player::Second];
}

impl Serialize for Genus {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self as &dyn Display)
    }
}

impl<G: Game<State: Serialize, Move: Serialize, Value: Serialize>> Serialize for Ply<G> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut ply = to.serialize_struct("Ply", 5)?;
        ply.serialize_field("by", &self.by)?;
        ply.serialize_field("state", &self.state)?;
        ply.serialize_field("move", &self.mv)?;
        ply.serialize_field("gain", &self.gain)?;
        ply.serialize_field("value", &self.value)?;
        ply.end()
    }
}

/// What it knows without being asked: the start, its value, how it was solved, and how many positions were evaluated.
impl<G: Game<State: Serialize, Value: Serialize>> Serialize for Solution<'_, G> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut solution = to.serialize_struct("Solution", 4)?;
        solution.serialize_field("start", self.start())?;
        solution.serialize_field("value", &self.value())?;
        solution.serialize_field("plan", self.plan())?;
        solution.serialize_field("positions", &self.positions())?;
        solution.end()
    }
}

impl<G: Game<State: Serialize, Move: Serialize, Value: Serialize>> Serialize for Playout<G> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut playout = to.serialize_struct("Playout", 3)?;
        playout.serialize_field("plies", &self.plies)?;
        playout.serialize_field("finished", &self.is_finished())?;
        playout.serialize_field("last", &self.last)?;
        playout.end()
    }
}

impl<G: Game<State: Serialize, Move: Serialize, Value: Serialize>> Serialize for crate::Played<G> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut played = to.serialize_struct("Played", 5)?;
        played.serialize_field("by", &self.by)?;
        played.serialize_field("state", &self.state)?;
        played.serialize_field("move", &self.mv)?;
        played.serialize_field("gain", &self.gain)?;
        played.serialize_field("again", &self.again)?;
        played.end()
    }
}
