//! The engines: each says in its own file when it can run and what it needs.

pub(crate) mod alphabeta;
pub(crate) mod chain;
pub(crate) mod checkpoints;
pub(crate) mod fold;
#[cfg(test)]
mod graphs;
pub(crate) mod memo;
pub(crate) mod packed;
#[cfg(feature = "parallel")]
pub(crate) mod parts;
pub(crate) mod proof;
pub(crate) mod reference;
pub(crate) mod retrograde;
pub(crate) mod rolling;
pub(crate) mod sweep;
pub(crate) mod tiles;
mod under_way;
#[cfg(feature = "parallel")]
pub(crate) mod wide;
pub(crate) mod window;

use crate::{Game, Space, State};
use core::fmt;
use core::str::FromStr;

/// The space of a game's states.
pub(crate) type SpaceOf<G> = <<G as Game>::State as State<G>>::Space;

/// What the state of a key owns on the heap, in bytes. (None, for most states, as the compiler sees.)
#[inline]
fn heap_bytes<G: Game>(space: &SpaceOf<G>, key: &<SpaceOf<G> as Space>::Key) -> u64 {
    match core::mem::needs_drop::<<SpaceOf<G> as Space>::Key>() {
        true => space.unpack(key, |state| state.heap_bytes() as u64),
        false => 0,
    }
}

/// How a game is solved.
///
/// | engine | runs when | gives | time | memory |
/// | --- | --- | --- | --- | --- |
/// | [`Reference`](Engine::Reference) | the game is acyclic and tiny | the value, by the definition alone | exponential | the line it is in |
/// | [`Memo`](Engine::Memo) | the game is acyclic | every reachable position's value | one hash insert a position, one look-up a move | the positions and their values |
/// | [`Table`](Engine::Table) | the space is layered | every position's value | one cell a position, no hash | the values |
/// | [`Rolling`](Engine::Rolling) | the space is layered | the start's value; all else by recomputing from checkpoints | as the table; twice for a line | as many layers as moves reach back, and for lines about twice the square root of all |
/// | [`Retrograde`](Engine::Retrograde) | positions are finite in number; play may go round where a value says what that is worth | every reachable position's value, and its distance | two passes over the moves | the positions, and the moves between them |
/// | [`AlphaBeta`](Engine::AlphaBeta) | the game is acyclic | the start's value; any other by searching anew | from the square root of the memo's to all of it | bounds of the positions opened, or of as many as there is room for |
/// | [`Proof`](Engine::Proof) | the game is acyclic, and values are outcomes | the start's value; any other by searching anew | as few positions as a proof needs, at best | the positions opened |
/// | [`Theorem`](Engine::Theorem) | the game states one, and its hypotheses hold | the value of any position | the theorem's | the theorem's |
///
/// All give the same values and the same best moves, and but for retrograde analysis, whose lines win in the fewest plies, the
/// same lines; they differ in what they cost.
/// [`plan`](crate::plan()) chooses one and says why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// The definition word for word, without a memo: exponential, the oracle of the other engines.
    ///
    /// It evaluates a position again each time it is met, and gives up after 2²⁴ evaluations.
    Reference,
    /// Memoized negamax: positions are hashed as they are met, and each is evaluated once.
    ///
    /// The depth of the search lies on the heap, not on the thread's stack. Cycles are found and reported.
    #[doc(alias = "negamax")]
    #[doc(alias = "memoization")]
    Memo,
    /// Backward induction over all layers, each kept.
    #[doc(alias = "dynamic programming")]
    #[doc(alias = "backward induction")]
    Table,
    /// Backward induction that keeps only as many layers as moves reach back, and checkpoints.
    Rolling,
    /// Retrograde analysis: all positions are met forwards, then decided backwards from those where play ends.
    ///
    /// Play may go round: what nobody can bring to an end is worth [`Value::ENDLESS`](crate::Value::ENDLESS), a draw; where a
    /// value knows of no such worth, as a margin, that is an error. Wins are the shortest, losses the longest.
    #[doc(alias = "tablebase")]
    Retrograde,
    /// Alpha-beta search with a transposition table: far fewer positions where one value is wanted, and moves are tried in a good
    /// order; see [`AlphaBeta`](crate::AlphaBeta).
    AlphaBeta,
    /// Proof-number search: yes or no, where few positions prove it; see [`Proof`](crate::Proof).
    Proof,
    /// The game's own [`Theorem`](crate::Theorem): a closed form, or a proved reduction.
    #[doc(alias = "closed form")]
    Theorem,
}

impl Engine {
    /// All engines, the plainest first.
    pub const ALL: [Engine; 8] = [
        Engine::Reference,
        Engine::Memo,
        Engine::Table,
        Engine::Rolling,
        Engine::Retrograde,
        Engine::AlphaBeta,
        Engine::Proof,
        Engine::Theorem,
    ];

    /// Those that search, and so need no theorem.
    pub const SEARCHING: [Engine; 5] =
        [Engine::Reference, Engine::Memo, Engine::Table, Engine::Rolling, Engine::Retrograde];

    /// The name in lower case, as the program takes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Engine::Reference => "reference",
            Engine::Memo => "memo",
            Engine::Table => "table",
            Engine::Rolling => "rolling",
            Engine::Retrograde => "retrograde",
            Engine::AlphaBeta => "alpha-beta",
            Engine::Proof => "proof",
            Engine::Theorem => "theorem",
        }
    }
}

/// Writes the [`name`](Engine::name).
impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads a [`name`](Engine::name).
impl FromStr for Engine {
    type Err = UnknownEngine;

    fn from_str(name: &str) -> Result<Engine, UnknownEngine> {
        Engine::ALL.into_iter().find(|engine| engine.name() == name).ok_or(UnknownEngine(()))
    }
}

/// There is no engine of that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownEngine(());

impl fmt::Display for UnknownEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no engine of this name; the engines are")?;
        for (i, engine) in Engine::ALL.into_iter().enumerate() {
            write!(f, "{} {engine}", if i == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownEngine {}
