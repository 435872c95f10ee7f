//! No warning comes from an expansion, whatever the crate denies. (What is found here, `cargo clippy`
//! finds.)
#![forbid(missing_docs, unsafe_code)]
#![deny(warnings, clippy::pedantic, unused_qualifications, unused_braces, unused_parens)]

use stonegame_core::{Finite, Game, Move, State, Step, WinLoss};

/// Rules.
pub struct Rules {
    most: u32,
}

/// A position.
#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[state(game = Rules)]
pub struct At {
    /// Stones.
    #[state(layer, 0..=game.most)]
    pub left: u32,
    /// Whose turn it is.
    pub second: bool,
}

/// Moves.
#[derive(Move, Clone, Copy, Debug, PartialEq, Eq)]
#[moves(game = Rules)]
pub enum Turn {
    /// Takes.
    Take {
        /// How many.
        #[moves(1..=state.left)]
        stones: u32,
    },
    /// Out of use.
    #[deprecated]
    #[moves(if state.second)]
    Old,
}

/// Moves that can be counted.
#[derive(Move, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// One.
    #[deprecated]
    Old(bool),
    /// Two.
    New {
        /// How many.
        #[moves(1..=3)]
        stones: u8,
    },
}

impl Game for Rules {
    type State = At;
    type Move = Turn;
    type Value = WinLoss;
    fn start(&self) -> At {
        At { left: self.most, second: false }
    }
    #[inline]
    fn play(&self, at: &At, turn: &Turn) -> Option<Step<Self>> {
        let Turn::Take { stones } = turn else {
            return None;
        };
        let left = at.left.checked_sub(*stones)?;
        Some(Step::to(At { left, second: !at.second }))
    }
}

#[test]
fn they_work_too() {
    assert_eq!(stonegame_core::value(&Rules { most: 5 }), Ok(WinLoss::Win));
    assert_eq!(Counted::COUNT, 5);
}
