//! Normal play: nimbers.

use super::Impartial;
use super::parts::{Parts, Worth};
use crate::nimber::Seen;
use crate::run::Run;
use crate::{Error, Solver, Value};
use alloc::vec::Vec;
use core::fmt::{self, Debug};

/// The nimbers of an impartial game's positions, found as they are asked for, each once: one look-up a part of each
/// position that a move leads to. They are kept, and what is still to be looked at lies on the heap, not on the
/// thread's stack.
pub struct Nimbers<'g, G: Impartial>(Parts<'g, G, Normal>);

/// The worth of a position in normal play is its nimber.
struct Normal;

impl Worth for Normal {
    type Options = Seen;

    fn insert(options: &mut Seen, worth: u32) {
        options.insert(worth);
    }

    fn sum(&mut self, _: &mut Run<'_>, a: u32, b: u32) -> Result<u32, Error> {
        Ok(a ^ b)
    }

    fn of(&mut self, _: &mut Run<'_>, options: Seen) -> Result<u32, Error> {
        Ok(options.least_unseen())
    }

    fn against<V: Value>(&self, end: V) -> Option<&'static str> {
        (end != V::LOWEST).then_some(
            "is not lost for who cannot move in it; nimbers are about normal play, and misère play has to be \
             solved on whole positions",
        )
    }

    fn bytes(&self) -> u64 {
        0
    }
}

impl<'g, G: Impartial> Nimbers<'g, G> {
    /// None yet.
    pub fn new(game: &'g G) -> Self {
        Nimbers::by(game, &Solver::new())
    }

    /// The same, within a solver's memory, as long as its flag is not set, and telling its listener. Nothing else of the
    /// solver matters.
    pub fn by(game: &'g G, solver: &Solver) -> Self {
        Nimbers(Parts::by(game, solver, Normal))
    }

    /// How many positions' nimbers are known, each part once.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether none is known yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The nimber of a state: 0 if and only if the player to move loses. That of a sum of states, of this game or of
    /// others, is the exclusive or of theirs.
    ///
    /// # Errors
    ///
    /// [`Error::NotImpartial`] if the game is not what it promises to be, [`Error::Cycle`], [`Error::OverBudget`] and
    /// [`Error::Cancelled`].
    pub fn of(&mut self, state: &G::State) -> Result<u32, Error> {
        self.0.of(state)
    }

    /// The moves of a state that lead to a nimber, in order.
    ///
    /// In a sum of positions with the nim-sum `s`, the winning moves in one whose nimber is `g` are those that lead
    /// to `g ^ s`.
    ///
    /// # Errors
    ///
    /// As [`of`](Nimbers::of).
    pub fn moves_to(&mut self, state: &G::State, nimber: u32) -> Result<Vec<G::Move>, Error> {
        self.0.moves(state, |_, found| found == nimber)
    }

    /// The moves of a state after which the opponent loses, in order.
    ///
    /// # Errors
    ///
    /// As [`of`](Nimbers::of).
    pub fn winning_moves(&mut self, state: &G::State) -> Result<Vec<G::Move>, Error> {
        self.moves_to(state, 0)
    }
}

impl<G: Impartial> Debug for Nimbers<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Nimbers").field("known", &self.len()).finish_non_exhaustive()
    }
}
