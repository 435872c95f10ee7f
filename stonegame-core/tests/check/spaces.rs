//! The law of spaces.

use crate::{OneOrTwo, breaks, passes};
use std::ops::{ControlFlow, Range};
use stonegame_core::space::{Cell, Word};
use stonegame_core::{Law, Space, State, prelude::*};

/// What a space can promise and not keep.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Lie {
    None,
    /// Two positions share a slot.
    Shared,
    /// There is a slot more than positions, of which `at` makes the last one again.
    TooWide,
    /// The same, of which `at` makes nothing.
    TooWidePanics,
    /// There is a slot less.
    TooNarrow,
    /// A position lies in a layer that there is not.
    TooHigh,
    /// The start is not numbered.
    StartOutside,
    /// A move leads out of the space.
    NextOutside,
    /// A move keeps the layer.
    SameLayer,
    /// A move leads up.
    Up,
    /// A move leads two layers down.
    TooFar,
    /// A move leads to the left.
    Left,
    /// A position has no key.
    NoKey,
    /// Two positions have the same key.
    SameKey,
    /// A position takes more bits than there are.
    Bits,
    /// Other bits come out.
    OtherBits,
    /// A position does not pack into bits.
    NoBits,
    Positions,
    Widest,
    Even,
    /// `each` shows slots in descending order.
    EachBackwards,
    /// `each` shows one slot less.
    EachShort,
    /// `each` does not stop.
    EachDeaf,
}

/// A triangle of spots: layer `l` has `8 − l` of them.
struct Triangle(Lie);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Spot(u8, u8);

#[derive(Clone)]
struct Spots(Lie);

impl State<Triangle> for Spot {
    type Space = Spots;
    fn space(game: &Triangle) -> Spots {
        Spots(game.0)
    }
}

impl Space for Spots {
    type State = Spot;
    type Key = u16;
    const SPREAD: Option<usize> = Some(1);
    const PACKS: bool = true;
    fn layers(&self) -> usize {
        6
    }
    fn width(&self, layer: usize) -> usize {
        match self.0 {
            Lie::TooWide | Lie::TooWidePanics if layer == 4 => 5,
            Lie::TooNarrow if layer == 2 => 5,
            _ => 8 - layer,
        }
    }
    fn locate(&self, spot: &Spot) -> Option<Cell> {
        let (mut layer, mut slot) = (usize::from(spot.0), usize::from(spot.1));
        match self.0 {
            Lie::Shared if layer == 3 => slot = slot.min(2),
            Lie::TooHigh if layer == 2 => layer = 6,
            Lie::StartOutside if layer == 5 => return None,
            _ => {}
        }
        (layer <= 6).then_some(Cell { layer, slot })
    }
    fn at(&self, layer: usize, slot: usize) -> Spot {
        let there = if self.0 == Lie::TooWide { slot.min(7 - layer) } else { slot };
        assert!(there < 8 - layer, "no slot {slot}");
        Spot(layer as u8, there as u8)
    }
    fn reach(&self) -> usize {
        1
    }
    fn pack(&self, spot: Spot) -> Option<u16> {
        match self.0 {
            Lie::NoKey if spot.0 == 2 => None,
            Lie::SameKey if spot.0 == 1 => Some(256),
            _ => (spot.0 <= 6).then_some(u16::from(spot.0) << 8 | u16::from(spot.1)),
        }
    }
    fn unpack<R>(&self, key: &u16, see: impl FnOnce(&Spot) -> R) -> R {
        see(&Spot((key >> 8) as u8, *key as u8))
    }
    fn bits(&self) -> u32 {
        if self.0 == Lie::Bits { 5 } else { 6 }
    }
    fn to_bits<W: Word>(&self, spot: &Spot) -> Option<W> {
        if self.0 == Lie::NoBits && spot.0 == 4 {
            return None;
        }
        (spot.0 <= 6).then(|| W::from_usize(usize::from(spot.0) * 8 + usize::from(spot.1)))
    }
    fn of_bits<W: Word>(&self, word: W) -> Option<Spot> {
        let word = word.to_usize()? as u8;
        let slot = if self.0 == Lie::OtherBits { word % 4 } else { word % 8 };
        Some(Spot(word / 8, slot))
    }
    fn each<B>(
        &self,
        layer: usize,
        slots: Range<usize>,
        mut visit: impl FnMut(usize, Spot) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let len = slots.len() - usize::from(self.0 == Lie::EachShort && layer == 3);
        let mut last = ControlFlow::Continue(());
        for i in 0..len {
            let slot = if self.0 == Lie::EachBackwards && layer == 2 {
                slots.end - 1 - i
            } else {
                slots.start + i
            };
            last = visit(i, self.at(layer, slot));
            if self.0 != Lie::EachDeaf && last.is_break() {
                return last;
            }
        }
        last
    }
    fn even(&self) -> Option<usize> {
        (self.0 == Lie::Even).then_some(8)
    }
    fn positions(&self, layers: usize) -> Option<u64> {
        let positions: usize = (0..layers).map(|layer| self.width(layer)).sum();
        Some(positions as u64 + u64::from(self.0 == Lie::Positions && layers == 4))
    }
    fn widest(&self, layers: usize) -> usize {
        let widest = if layers > 0 { self.width(0) } else { 0 };
        widest - usize::from(self.0 == Lie::Widest && layers == 4)
    }
}

impl Game for Triangle {
    type State = Spot;
    type Move = bool;
    type Value = i64;
    fn start(&self) -> Spot {
        Spot(5, 1)
    }
    fn play(&self, spot: &Spot, right: &bool) -> Option<Step<Self>> {
        let mut next = Spot(spot.0.checked_sub(1)?, spot.1 + u8::from(*right));
        match self.0 {
            Lie::SameLayer if spot.0 == 4 => next.0 = 4,
            Lie::Up if spot.0 == 3 => next.0 = 4,
            Lie::TooFar if spot.0 == 3 => next.0 = 1,
            Lie::Left if *spot == Spot(2, 3) && !right => next.1 = 2,
            Lie::NextOutside if *spot == Spot(3, 2) => next.0 = 99,
            _ => {}
        }
        Some(Step::to(next).gain(i64::from(spot.1) % 3))
    }
}

#[test]
fn wrong_spaces() {
    passes(&Triangle(Lie::None));
    let breaks = |lie, position: &str, mv: Option<&str>, words: &[&str]| {
        let broken = breaks(&Triangle(lie), Law::Space, position, words);
        assert_eq!(broken.mv.as_deref(), mv, "{lie:?}: {broken}");
    };
    breaks(Lie::Shared, "Spot(3, 3)", None, &["finds it in slot 2 of layer 3", "slot of its own"]);
    breaks(Lie::TooWide, "Spot(4, 3)", None, &["slot 4 of layer 4", "undo each other"]);
    breaks(Lie::TooWidePanics, "slot 4 of layer 4", None, &["`at` panics", "no slot 4"]);
    breaks(Lie::TooNarrow, "Spot(3, 4)", Some("true"), &["beyond the width"]);
    breaks(Lie::TooHigh, "Spot(2, 1)", None, &["layer 6"]);
    breaks(Lie::StartOutside, "Spot(5, 1)", None, &["outside of the space"]);
    breaks(Lie::NextOutside, "Spot(3, 2)", Some("false"), &["Spot(99, 2)", "outside the space"]);
    breaks(Lie::TooFar, "Spot(3, 1)", Some("false"), &["reaches further"]);
    breaks(Lie::Left, "Spot(2, 3)", Some("false"), &["SPREAD"]);
    breaks(Lie::NoKey, "Spot(2, 1)", None, &["`pack` gives no key"]);
    breaks(Lie::SameKey, "Spot(1, 1)", None, &["a key of its own"]);
    breaks(Lie::Bits, "Spot(4, 1)", None, &["`bits` allows 5"]);
    breaks(Lie::OtherBits, "Spot(0, 4)", None, &["`of_bits` makes"]);
    breaks(Lie::NoBits, "Spot(4, 1)", None, &["`to_bits` does not pack"]);
    breaks(Lie::Positions, "the space", None, &["`positions(4)` is"]);
    breaks(Lie::Widest, "the space", None, &["`widest(4)` is 7"]);
    breaks(Lie::Even, "the space", None, &["`even` says Some(8)"]);
    breaks(Lie::EachBackwards, "layer 2", None, &["`each` shows Spot(2, 5) in slot 0"]);
    breaks(Lie::EachShort, "layer 3", None, &["`each` shows 4 of the slots 0..5"]);
    breaks(Lie::EachDeaf, "layer 0", None, &["told to stop"]);
    let lower = "does not lead to a lower layer";
    breaks(Lie::SameLayer, "Spot(4, 3)", Some("false"), &[lower]);
    breaks(Lie::Up, "Spot(3, 4)", Some("false"), &[lower]);
}

#[test]
fn a_state_outside_of_the_ranges_of_a_sparse_state() {
    struct Short;
    #[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
    struct At(#[state(2..=6u8)] u8);
    impl Game for Short {
        type State = At;
        type Move = OneOrTwo;
        type Value = WinLoss;
        fn start(&self) -> At {
            At(6)
        }
        fn play(&self, at: &At, mv: &OneOrTwo) -> Option<Step<Self>> {
            Some(Step::to(At(at.0.checked_sub(mv.0 as u8)?)))
        }
    }
    let broken = breaks(&Short, Law::Space, "At(2)", &["outside the space", "ranges"]);
    assert_eq!(broken.mv.as_deref(), Some("OneOrTwo(1)"));
}
