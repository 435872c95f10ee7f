//! Lines of best play.

use crate::engine::checkpoints::Segment;
use crate::solution::Solution;
use crate::{Error, Game, Then};
use core::fmt;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// The player to move in the state that was solved.
    First,
    /// The opponent.
    Second,
}

impl Player {
    /// 0 or 1.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }
}

/// Writes `first` or `second`.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Player::First => "first",
            Player::Second => "second",
        })
    }
}

/// One move of a line of best play.
pub struct Ply<G: Game> {
    /// Who moves.
    pub by: Player,
    /// The state in which the move is made.
    pub state: G::State,
    /// The move.
    pub mv: G::Move,
    /// What its player gains at once.
    pub gain: G::Value,
    /// The value of the state, for the player who moves.
    pub value: G::Value,
}

impl<G: Game> Clone for Ply<G> {
    fn clone(&self) -> Self {
        Ply { state: self.state.clone(), mv: self.mv.clone(), ..*self }
    }
}

impl<G: Game<Move: PartialEq>> PartialEq for Ply<G> {
    fn eq(&self, other: &Self) -> bool {
        self.by == other.by
            && self.state == other.state
            && self.mv == other.mv
            && self.gain == other.gain
            && self.value == other.value
    }
}

/// Writes who moves, the move, and what it gains: `first: left, gains 5`.
impl<G: Game<Move: fmt::Display, Value: fmt::Display>> fmt::Display for Ply<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}, gains {}", self.by, self.mv, self.gain)
    }
}

impl<G: Game> fmt::Debug for Ply<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ply")
            .field("by", &self.by)
            .field("state", &self.state)
            .field("mv", &self.mv)
            .field("gain", &self.gain)
            .field("value", &self.value)
            .finish()
    }
}

/// The plies of a line of best play, computed as they are asked for.
///
/// After a rolling solve it holds one segment of the layers at a time. It ends with the game, or
/// behind the first error.
pub struct Line<'s, 'g, G: Game> {
    solution: &'s Solution<'g, G>,
    at: Option<(Player, G::State)>,
    segment: Option<Segment<G::Value>>,
}

impl<'s, 'g, G: Game> Line<'s, 'g, G> {
    pub(crate) fn new(solution: &'s Solution<'g, G>, state: G::State) -> Self {
        Line { solution, at: Some((Player::First, state)), segment: None }
    }

    fn ply(&mut self, by: Player, state: G::State) -> Result<Option<Ply<G>>, Error> {
        let layer = self.solution.layer_of(&state);
        if !self.segment.as_ref().is_some_and(|segment| segment.serves(layer)) {
            let old = self.segment.take();
            self.segment = self.solution.segment_of(&state, old)?;
        }
        let best = self.solution.first_best(&state, self.segment.as_ref())?;
        let Some((mv, step, value)) = best else {
            return Ok(None);
        };
        self.at = match step.then {
            Then::Opponent(next) => Some((by.opponent(), next)),
            Then::Again(next) => Some((by, next)),
            Then::Over => None,
        };
        Ok(Some(Ply { by, state, mv, gain: step.gain, value }))
    }
}

impl<G: Game> fmt::Debug for Line<'_, '_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Line").field("at", &self.at).finish_non_exhaustive()
    }
}

impl<G: Game> Iterator for Line<'_, '_, G> {
    type Item = Result<Ply<G>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let (by, state) = self.at.take()?;
        self.ply(by, state).transpose()
    }
}
