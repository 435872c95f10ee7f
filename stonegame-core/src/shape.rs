//! The numbers about a game's space that a plan depends on.

use crate::engine::{SpaceOf, checkpoints, packed, rolling};
use crate::space::Cell;
use crate::{Engine, Error, Game, Question, Space, State, Theorem};
use alloc::format;
use core::fmt;

/// What a plan depends on: the numbers of the layers at and below the position to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Shape {
    /// How many layers; 0 if positions are not numbered.
    pub layers: usize,
    /// Whether that is because the space is sparse; else there are more than can be numbered.
    pub sparse: bool,
    /// How many positions they have; `None` if 64 bits cannot count them.
    pub positions: Option<u64>,
    /// How many positions the widest layer has.
    pub widest: usize,
    /// Whether all layers have the same number of positions.
    pub even: bool,
    /// How many layers down a move leads at most.
    pub reach: usize,
    /// How many bytes a value takes.
    pub value_bytes: usize,
    /// How many bits a value takes in a table that packs values into words; 0 where none does.
    pub value_bits: u32,
    /// What the game's theorem says, if it has one that holds there.
    pub theorem: Option<&'static str>,
    /// Whether that theorem takes but a few nanoseconds a position.
    pub instant: bool,
    /// Whether that theorem tells of the start alone.
    pub start_only: bool,
}

impl Shape {
    /// The shape of a game, solved from its start.
    ///
    /// # Errors
    ///
    /// [`Error::Outside`] if the start is no position of the game's space.
    pub fn of<G: Game>(game: &G) -> Result<Shape, Error> {
        let (space, start) = (G::State::space(game), game.start());
        let layers = match space.locate(&start) {
            Some(cell) => cell.layer + 1,
            None if space.layers() == 0 => 0,
            None => {
                return Err(Error::Outside { position: format!("{start:?}") });
            }
        };
        Ok(Shape::new::<G>(&space, layers).proved(Proved::of(game, &start).as_ref()))
    }

    pub(crate) fn new<G: Game>(space: &SpaceOf<G>, layers: usize) -> Shape {
        Shape {
            layers,
            sparse: SpaceOf::<G>::SPARSE,
            positions: space.positions(layers),
            widest: space.widest(layers),
            even: space.even().is_some(),
            reach: space.reach(),
            value_bytes: size_of::<G::Value>(),
            value_bits: packed::bits::<SpaceOf<G>, G::Value>(layers),
            theorem: None,
            instant: false,
            start_only: false,
        }
    }

    /// The same shape, with a theorem.
    pub(crate) fn proved<G: Game>(self, proved: Option<&Proved<G>>) -> Shape {
        Shape {
            theorem: proved.map(|proved| proved.theorem.source()),
            instant: proved.is_some_and(|proved| proved.theorem.is_instant()),
            start_only: proved.is_some_and(|proved| proved.theorem.is_start_only()),
            ..self
        }
    }

    /// The bytes that an engine needs for a question; `None` if that cannot be told beforehand, or
    /// is more than 64 bits can count.
    #[must_use]
    pub fn needs(&self, engine: Engine, question: Question) -> Option<u64> {
        if self.layers == 0 {
            return None;
        }
        let value_bytes = self.value_bytes as u64;
        match engine {
            Engine::Table if self.value_bits > 0 => {
                Some(packed::bytes(self.positions?, self.value_bits))
            }
            Engine::Table => {
                let starts = if self.even { 0 } else { (self.layers as u64).checked_mul(8)? };
                self.positions?.checked_mul(value_bytes)?.checked_add(starts)
            }
            Engine::Rolling => {
                // For a chain in registers too: a window names a move that is at fault.
                let front = rolling::cells(self.layers, self.widest, self.reach)?;
                let front = front.checked_mul(value_bytes)?;
                let rest = match question {
                    Question::Value => 0,
                    _ => checkpoints::bytes(self.layers, self.widest, self.reach, value_bytes)?,
                };
                front.checked_add(rest)
            }
            Engine::Reference
            | Engine::Memo
            | Engine::Retrograde
            | Engine::AlphaBeta
            | Engine::Proof
            | Engine::Theorem => None,
        }
    }

    /// Whether an engine can solve a game of this shape at all.
    ///
    /// # Errors
    ///
    /// [`Error::CannotRun`] says what it would take, [`Error::TooMany`] that there are too many
    /// positions.
    pub fn can_run(&self, engine: Engine) -> Result<(), Error> {
        match engine {
            Engine::Table | Engine::Rolling
                if !self.sparse && (self.layers == 0 || self.positions.is_none()) =>
            {
                Err(Error::TooMany { engine })
            }
            Engine::Table | Engine::Rolling if self.layers == 0 => Err(Error::CannotRun {
                engine,
                why: "its space is sparse; give its state layers, or choose the memo",
            }),
            Engine::Theorem if self.theorem.is_none() => Err(Error::CannotRun {
                engine,
                why: "the game states no theorem that holds here; choose another engine",
            }),
            _ => Ok(()),
        }
    }
}

/// A theorem that holds in a state, and the state's value by it, for the player to move.
pub(crate) struct Proved<G: Game> {
    pub(crate) theorem: Theorem<G>,
    pub(crate) value: G::Value,
}

impl<G: Game> Proved<G> {
    pub(crate) fn of(game: &G, state: &G::State) -> Option<Self> {
        let theorem = game.theorem()?;
        let value = theorem.value(game, state)?;
        Some(Proved { theorem, value })
    }
}

/// Where a state is kept; `None` if positions are not numbered.
pub(crate) fn locate<S: Space<State: fmt::Debug>>(
    space: &S,
    state: &S::State,
) -> Result<Option<Cell>, Error> {
    let outside = || Error::Outside { position: format!("{state:?}") };
    if space.layers() > 0 {
        return space.locate(state).map(Some).ok_or_else(outside);
    }
    // A state that has no key either lies outside of the ranges of its fields.
    space.pack(state.clone()).map(|_| None).ok_or_else(outside)
}
