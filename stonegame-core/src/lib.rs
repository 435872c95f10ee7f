//! Declare a two-player, zero-sum, turn-based game once; solve it exactly.
//!
//! A game is a type that implements [`Game`]: where it starts, and what a move does. From that
//! declaration the engines give its exact [`value`], the value of every position and of every move,
//! all best moves and a line of best play ([`solve`]). Their common root is one formula:
//!
//! > my net value is what I gain now, minus the net value my opponent then has.
//!
//! ```
//! use stonegame_core::prelude::*;
//!
//! /// Numbers in a row; take the first or the last one. Most points win.
//! struct Ends { row: Row<i64> }
//!
//! impl Game for Ends {
//!     type State = Span; // neighbours in the row
//!     type Move = End;   // left or right
//!     type Value = i64;  // the margin
//!     fn start(&self) -> Span {
//!         self.row.span()
//!     }
//!     #[inline]
//!     fn play(&self, span: &Span, end: &End) -> Option<Step<Self>> {
//!         let (number, rest) = span.pop(*end)?;
//!         Some(Step::to(rest).gain(self.row[number]))
//!     }
//! }
//!
//! let game = Ends { row: [1, 5, 233, 7].into() };
//! let solution = solve(&game)?;
//! assert_eq!(solution.value(), 222);
//! assert_eq!(solution.best_moves(&game.start())?, [End::Left]);
//! assert_eq!(solution.scores()?, [234, 12]);
//! # Ok::<(), Error>(())
//! ```
//!
//! # The parts of a game
//!
//! - [`State`] is a position. [`states`] holds ready-made ones: a [`Suffix`](states::Suffix) or a
//!   [`Span`](states::Span) of a row, a [`Subset`](states::Subset), [`Heaps`](states::Heaps), a
//!   [`Multiset`](states::Multiset) of them.
//!   `#[derive(State)]` makes one of a struct, and numbers its positions if its fields have ranges.
//! - [`Move`] is a legal action. `#[derive(Move)]` enumerates the values of a struct or an enum, whose
//!   fields may range over something that depends on the position.
//! - [`Value`] is what the players fight over: a margin in points (`i32`, `i64`, `i128`), an [`Outcome`],
//!   [`WinLoss`] in a game without draws, a [`Distance`] with the number of plies; or [`Lanes`] of these,
//!   many games at once.
//! - [`Step`] is what a move does: what it gains, and whether the opponent moves next
//!   ([`to`](Step::to)), the same player once more ([`again`](Step::again)), or nobody
//!   ([`over`](Step::over)).
//!
//! # The engines
//!
//! | engine | runs when | gives | cost |
//! | --- | --- | --- | --- |
//! | [reference](Engine::Reference) | the game is acyclic and tiny | the value, by the definition alone: the oracle of every test | exponential |
//! | [memo](Engine::Memo) | the game is acyclic | every reachable position's value, exactly once each; memoized negamax on an explicit stack | one hash insert a position, one look-up a move |
//! | [table](Engine::Table) | the space is layered | every position's value | one cell a position, no hash |
//! | [rolling](Engine::Rolling) | the space is layered | the start's value; all else by recomputing from checkpoints | as many layers of memory as moves reach back |
//! | [retrograde](Engine::Retrograde) | positions are finite in number; play may go round if the value is an outcome | win, loss or draw of every position, with the distance | two passes over the moves |
//! | [alpha-beta](Engine::AlphaBeta) | the game is acyclic | the start's value; any other by searching anew; see [`AlphaBeta`] | far fewer positions, in a good order of moves |
//! | [proof](Engine::Proof) | the game is acyclic and its values are outcomes | the start's value; any other by searching anew; see [`Proof`] | as few positions as a proof needs, at best |
//! | [theorem](Engine::Theorem) | the game states a [`Theorem`] whose hypotheses hold | the value of any position | what the theorem costs |
//!
//! [`plan()`] chooses one and says why; a [`Solver`] takes another, a memory budget, a [`Cancel`]
//! flag and a listener for [`Progress`].
//!
//! # Checking a game of one's own
//!
//! The engines rely on a few laws: equal states hash equally, moves come in one order, `play` is a
//! function, every move lowers the layer. [`check`] tries them on a small instance, at every position,
//! holds the engines against the definition, and names the smallest position at which a law is broken:
//!
//! ```
//! # use stonegame_core::prelude::*;
//! # struct Ends { row: Row<i64> }
//! # impl Game for Ends {
//! #     type State = Span; type Move = End; type Value = i64;
//! #     fn start(&self) -> Span { self.row.span() }
//! #     fn play(&self, span: &Span, end: &End) -> Option<Step<Self>> {
//! #         let (number, rest) = span.pop(*end)?;
//! #         Some(Step::to(rest).gain(self.row[number]))
//! #     }
//! # }
//! // In a test:
//! let checked = stonegame_core::check(&Ends { row: [1, 5, 233, 7].into() })?;
//! assert!(checked.is_all());
//! # Ok::<(), stonegame_core::Broken>(())
//! ```
//!
//! # What is exact
//!
//! Every value is exact, or there is an [`Error`] that names the position and the move: the engines'
//! arithmetic never wraps, whatever the build profile. (What `play` computes by itself is Rust's own: it wraps in a
//! release build, unless it is checked or `overflow-checks` are on.) No value is a sentinel. A cycle is an error, and so is a
//! move that breaks the laws of its [`Space`]. A solve stays within its memory budget or says what it
//! would have needed, and nothing recurses as deep as the game is long.
//!
//! # Features
//!
//! - `std` (default): finds out at run time which vector instructions the machine has, and how much
//!   memory is available. Without it the crate is `no_std` and needs `alloc`.
//! - `derive` (default): `#[derive(Move)]` and `#[derive(State)]`, re-exported beside the traits.
//! - `serde`: states, moves, values, plans, lines and what a solution knows can be written; states, moves, values and plans
//!   can be read, too, and what makes none is refused.
//! - `cluster`: a [`Cluster`] of workers, on one machine or on several, on timely dataflow.
//! - `file`: a [`TableFile`] keeps a table in a file, where a solve that was killed goes on.
//! - `parallel`: long rows, wide layers and [many games](Solver::values) by several threads at once, on the pool of
//!   `rayon`. Values, errors and lines are those of one thread.
#![no_std]
#![warn(missing_debug_implementations)]

extern crate alloc;
// So that the derives' absolute paths mean this crate in its own tests and docs too.
extern crate self as stonegame_core;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "serde")]
pub mod arrays;
mod check;
#[cfg(feature = "cluster")]
mod cluster;
mod distance;
mod engine;
mod error;
mod explore;
#[cfg(feature = "file")]
mod file;
mod finite;
mod game;
mod impartial;
mod lanes;
mod line;
mod memory;
mod nimber;
mod outcome;
mod plan;
mod playout;
mod run;
#[cfg(feature = "serde")]
mod serial;
mod shape;
pub mod simd;
mod solution;
mod solver;
pub mod space;
pub mod states;
mod theorem;
mod value;
mod values;

pub use check::{Broken, Check, Checked, Law, check};
#[cfg(feature = "cluster")]
pub use cluster::{Cluster, Part, Wire};
pub use distance::Distance;
pub use engine::alphabeta::{AlphaBeta, Found};
pub use engine::proof::Proof;
pub use engine::{Engine, UnknownEngine};
pub use error::Error;
pub use explore::{Reachable, reachable, reachable_from};
#[cfg(feature = "file")]
pub use file::{Saved, Stored, TableFile, TableHead};
pub use finite::{All, Finite};
pub use game::{Game, Move, State, Step, Then};
pub use impartial::{Genus, Impartial, Misere, Nimbers, grundy};
pub use lanes::{Lanes, LanesMask};
pub use line::{Line, Player, Ply};
pub use nimber::{mex, nim_product};
pub use outcome::{Outcome, WinLoss};
pub use plan::{Plan, Question, plan};
pub use playout::{Ended, Played, Playout, play_out, play_out_from};
pub use run::{Cancel, Progress};
pub use shape::Shape;
pub use solution::{Solution, Valued};
pub use solver::{Solver, solve, solve_from, value};
pub use space::Space;
pub use states::Sums;
#[cfg(feature = "derive")]
pub use stonegame_macros::{Move, State};
pub use theorem::Theorem;
pub use value::{Margin, Value};
pub use values::Values;

/// What a game's declaration needs: `use stonegame_core::prelude::*`.
pub mod prelude {
    pub use crate::states::{End, Heaps, Multiset, Pile, Row, Span, Subset, Suffix, Sums};
    pub use crate::{
        Distance, Error, Game, Margin, Move, Outcome, State, Step, Theorem, Value, WinLoss, solve,
        solve_from, value,
    };
}

/// What the derives' expansions name. Not for other use: it may change in any release.
#[doc(hidden)]
pub mod private;

/// The README, whose code is tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
