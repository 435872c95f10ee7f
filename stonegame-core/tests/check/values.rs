//! Cycles, overflow, and the law of values.

use crate::{breaks, passes};
use stonegame_core::{Broken, Checked, Law, Move, State, Value, check, prelude::*};

/// Where each place leads to.
struct Graph(Vec<Vec<usize>>);

#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Place(pub(crate) usize);

#[derive(Move, Clone, Copy, Debug, PartialEq)]
#[moves(game = Graph)]
struct Along(#[moves(0..game.0[state.0].len())] usize);

impl Game for Graph {
    type State = Place;
    type Move = Along;
    type Value = WinLoss;
    fn start(&self) -> Place {
        Place(0)
    }
    fn play(&self, place: &Place, mv: &Along) -> Option<Step<Self>> {
        Some(Step::to(Place(self.0[place.0][mv.0])))
    }
}

#[test]
fn endless_play() {
    let graph = |next: &[&[usize]]| Graph(next.iter().map(|next| next.to_vec()).collect());
    passes(&graph(&[&[1, 2], &[2, 3], &[3], &[]]));
    let words = ["can come back to it (Place(1) → Place(2) → Place(3) → Place(1))", "rounds"];
    breaks(&graph(&[&[1], &[2], &[3], &[1, 4], &[]]), Law::Cycle, "Place(1)", &words);
    // Of two cycles the lower one; what lies between them is on neither.
    let two = graph(&[&[1], &[0, 2], &[3], &[4], &[3]]);
    breaks(&two, Law::Cycle, "Place(3)", &["(Place(3) → Place(4) → Place(3))"]);
    breaks(&graph(&[&[0]]), Law::Cycle, "Place(0)", &["(Place(0) → Place(0))"]);
    // A long one.
    let ring = Graph((1..=5_000).map(|next| vec![next % 5_000]).collect());
    breaks(&ring, Law::Cycle, "Place(0)", &["→ … → Place(0)"]);
}

/// The larger numbers gain what does not fit.
struct Ends32(Row<i32>);

impl Game for Ends32 {
    type State = Span;
    type Move = End;
    type Value = i32;
    fn start(&self) -> Span {
        self.0.span()
    }
    #[inline]
    fn play(&self, span: &Span, end: &End) -> Option<Step<Self>> {
        let (pile, rest) = span.pop(*end)?;
        Some(Step::to(rest).gain(self.0[pile]))
    }
}

#[test]
fn overflow() {
    passes(&Ends32([1, i32::MAX, 3, 4].into()));
    let game = Ends32([1, 2, i32::MAX, -1, 3, 4].into());
    let smallest = format!("{:?}", Span::<1>::new(6, 2..4).unwrap());
    let broken = breaks(&game, Law::Overflow, &smallest, &["does not fit its type", "i64"]);
    assert_eq!(broken.mv.as_deref(), Some("Left"));
}

/// An integer whose arithmetic is wrong in some way.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Odd<const WAY: u8>(i32);

const RIGHT: u8 = 0;
/// Adds what the opponent gets.
const ADDS: u8 = 1;
/// What is checked adds, what is not subtracts.
const CHECKED_ADDS: u8 = 2;
/// Prefers the second of two.
const SECOND: u8 = 3;
/// Says that nothing is better than 3.
const CAPPED: u8 = 4;
/// What is checked is wrong about the number 77.
const RARELY: u8 = 5;
/// Forgets overflow.
const FORGETS: u8 = 6;
/// Says that a bit tells all values, and does not say how.
const ONE_BIT: u8 = 7;
/// Says that as many tell them as no table packs.
const MANY_BITS: u8 = 8;

#[derive(Clone, Copy, Default)]
struct Flag<const WAY: u8>(bool);

impl<const WAY: u8> std::ops::BitOr for Flag<WAY> {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Flag(if WAY == FORGETS { other.0 } else { self.0 | other.0 })
    }
}

impl<const WAY: u8> Value for Odd<WAY> {
    const ZERO: Self = Odd(0);
    const LOWEST: Self = Odd(i32::MIN);
    const HIGHEST: Option<Self> = if WAY == CAPPED { Some(Odd(3)) } else { None };
    const BITS: u32 = match WAY {
        ONE_BIT => 1,
        MANY_BITS => 64,
        _ => 0,
    };
    type Mask = Flag<WAY>;
    fn minus(self, next: Self) -> (Self, Flag<WAY>) {
        let (value, flag) = if WAY == ADDS {
            self.0.overflowing_add(next.0)
        } else {
            self.0.overflowing_sub(next.0)
        };
        (Odd(value), Flag(flag))
    }
    fn plus(self, next: Self) -> (Self, Flag<WAY>) {
        let (value, flag) = self.0.overflowing_add(next.0);
        (Odd(value), Flag(flag))
    }
    fn better(self, other: Self) -> Self {
        if WAY == SECOND { other } else { Odd(self.0.max(other.0)) }
    }
    fn overflowed(mask: Flag<WAY>) -> bool {
        mask.0
    }
    fn checked_minus(self, next: Self) -> Option<Self> {
        match WAY {
            CHECKED_ADDS => self.0.checked_add(next.0).map(Odd),
            RARELY if next.0 == 77 => Some(self),
            ADDS => self.0.checked_add(next.0).map(Odd),
            _ => self.0.checked_sub(next.0).map(Odd),
        }
    }
}

struct OddEnds<const WAY: u8>(Row<Odd<WAY>>);

impl<const WAY: u8> Game for OddEnds<WAY> {
    type State = Span;
    type Move = End;
    type Value = Odd<WAY>;
    fn start(&self) -> Span {
        self.0.span()
    }
    #[inline]
    fn play(&self, span: &Span, end: &End) -> Option<Step<Self>> {
        let (pile, rest) = span.pop(*end)?;
        Some(Step::to(rest).gain(self.0[pile]))
    }
}

fn odd<const WAY: u8>() -> OddEnds<WAY> {
    OddEnds([9, 4, 31, 17, 60, 25, 77].map(Odd).into_iter().collect())
}

#[test]
fn wrong_values() {
    passes(&odd::<RIGHT>());
    let breaks_by = |broken: Result<Checked, Broken>, words: &str| {
        let broken = broken.unwrap_err();
        assert_eq!(broken.law, Law::Values, "{broken}");
        assert!(broken.message.contains(words), "{broken}");
        broken
    };
    breaks_by(check(&odd::<ADDS>()), "better for one is worse for the other");
    breaks_by(check(&odd::<CHECKED_ADDS>()), "`checked_minus` gives");
    breaks_by(check(&odd::<SECOND>()), "the same both ways");
    breaks_by(check(&odd::<CAPPED>()), "is better than `HIGHEST`");
    breaks_by(check(&odd::<FORGETS>()), "a mask forgets");
    breaks_by(check(&odd::<ONE_BIT>()), "of which `of_bits` makes Odd(0)");
    breaks_by(check(&odd::<MANY_BITS>()), "`BITS` is 64");
    // No sample of values tells, but the engines do: at the two numbers of which 77 is one.
    let rarely = breaks_by(check(&odd::<RARELY>()), "engine gives the value");
    let smallest = format!("{:?}", Span::<1>::new(7, 5..7).unwrap());
    assert_eq!(rarely.position, smallest, "{rarely}");
    assert!(rarely.message.contains("reference"), "{rarely}");
}
