//! Declare a two-player, zero-sum, turn-based game once; solve it exactly.
#![no_std]

extern crate alloc;
// So that the derives' absolute paths mean this crate in its own tests and docs too.
extern crate self as stonegame_core;
#[cfg(feature = "std")]
extern crate std;

mod engine;
mod error;
mod game;
mod line;
mod memory;
mod outcome;
mod plan;
mod run;
mod simd;
mod solution;
mod solver;
pub mod space;
pub mod states;
mod value;

pub use engine::{Engine, UnknownEngine};
pub use error::Error;
pub use game::{Game, Move, State, Step, Then};
pub use line::{Line, Player, Ply};
pub use outcome::{Outcome, WinLoss};
pub use plan::{Plan, Question, Shape, plan};
pub use run::{Cancel, Progress};
pub use solution::{Solution, Valued};
pub use solver::{Solver, solve, solve_from, value};
pub use space::Space;
pub use states::Sums;
#[cfg(feature = "derive")]
pub use stonegame_macros::{Move, State};
pub use value::{Margin, Value};

/// What a game's declaration needs: `use stonegame_core::prelude::*`.
pub mod prelude {
    pub use crate::states::{End, Heaps, Pile, Row, Span, Subset, Suffix, Sums};
    pub use crate::{
        Error, Game, Margin, Move, Outcome, State, Step, Value, WinLoss, solve, solve_from, value,
    };
}

/// What the derives' expansions name. Not for other use: it may change in any release.
#[doc(hidden)]
pub mod private {
    pub use crate::game::{Game, Move, State};
    pub use crate::space::{Axis, Derived, Layer, Product, Record, Slots, Sparse, Whole};
}
