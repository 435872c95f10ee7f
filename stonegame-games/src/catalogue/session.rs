//! A solved instance, position by position, whatever its types.

use super::{About, Answer, Card, Failure, Show, Shown};
use crate::picture::Picture;
use core::fmt::Display;
use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;
use stonegame_core::{Error, Game, Plan, Reachable, Solution, Then, reachable};

/// A solved instance that is looked at position by position.
pub trait Session {
    /// The words on the game's card.
    fn about(&self) -> About;

    /// Which engine solved it, and why.
    fn plan(&self) -> &Plan;

    /// How many positions were evaluated.
    fn positions(&self) -> u64;

    /// The value for the first player.
    fn value(&self) -> Shown;

    /// The answer to the judge's own question.
    fn answer(&self) -> Answer;

    /// Looks at a position: [`START`], or one that a look has named.
    ///
    /// # Errors
    ///
    /// [`Failure::Solve`] if a value does not fit its type, or is not covered by the solution.
    fn look(&mut self, at: Place) -> Result<Look, Failure>;

    /// Shows `visit` every position that play can reach with its value for the player to move, the start first, until
    /// it says that it has seen enough; tells whether these were all.
    ///
    /// # Errors
    ///
    /// As [`look`](Session::look).
    fn each(&self, most: usize, visit: &mut dyn FnMut(Picture<'_>, Shown))
    -> Result<bool, Failure>;
}

/// A position of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place(usize);

/// The position that a session starts from.
pub const START: Place = Place(0);

impl Place {
    /// A number for it: from 0, in the order in which looks have named positions.
    #[must_use]
    pub fn index(self) -> usize {
        self.0
    }
}

/// A position as it is seen.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Look {
    /// The position, drawn.
    pub picture: Picture<'static>,
    /// Its value for the player to move.
    pub value: Shown,
    /// The legal moves, in order; none if it is terminal.
    pub choices: Vec<Choice>,
}

/// A move that can be made in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Choice {
    /// The move.
    pub mv: String,
    /// What it gains at once, in a game of points.
    pub gain: Option<i128>,
    /// Its value for the player who makes it.
    pub value: Shown,
    /// Whether there is none better.
    pub best: bool,
    /// What follows.
    pub then: After,
}

/// What follows a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// The opponent moves in this position.
    Opponent(Place),
    /// The same player moves in this position.
    Again(Place),
    /// The game is over.
    Over,
}

impl Look {
    /// What is lost by a move, in words: nothing by a best one.
    #[must_use]
    pub fn cost(&self, choice: &Choice) -> String {
        match (self.value, choice.value) {
            _ if choice.best => "best".into(),
            (Shown::Points(best), Shown::Points(value)) => {
                format!("gives away {}", best.saturating_sub(value))
            }
            (best, value) if best.word() == value.word() => format!("{value} instead of {best}"),
            (best, value) => format!("turns a {} into a {}", best.word(), value.word()),
        }
    }
}

/// What a session holds.
pub(super) struct Open<'s, 'g, G: Game> {
    card: &'s Card<G>,
    game: &'g G,
    solution: &'s Solution<'g, G>,
    states: Vec<G::State>,
    places: HashMap<G::State, Place>,
}

impl<'s, 'g, G: Game> Open<'s, 'g, G> {
    pub(super) fn new(card: &'s Card<G>, game: &'g G, solution: &'s Solution<'g, G>) -> Self {
        let start = solution.start().clone();
        let places = HashMap::from([(start.clone(), START)]);
        Open { card, game, solution, states: vec![start], places }
    }

    fn place(&mut self, state: G::State) -> Place {
        let next = Place(self.states.len());
        match self.places.entry(state) {
            Slot::Occupied(slot) => *slot.get(),
            Slot::Vacant(slot) => {
                self.states.push(slot.key().clone());
                *slot.insert(next)
            }
        }
    }
}

impl<G> Session for Open<'_, '_, G>
where
    G: Game<Value: Show, Move: Display>,
{
    fn about(&self) -> About {
        self.card.words()
    }

    fn plan(&self) -> &Plan {
        self.solution.plan()
    }

    fn positions(&self) -> u64 {
        self.solution.positions()
    }

    fn value(&self) -> Shown {
        self.solution.value().show()
    }

    fn answer(&self) -> Answer {
        (self.card.answer)(self.game, self.solution.value())
    }

    fn look(&mut self, at: Place) -> Result<Look, Failure> {
        let outside = || Error::NotCovered { position: format!("number {}", at.0) };
        let state = self.states.get(at.0).ok_or_else(outside)?.clone();
        let best = self.solution.value_of(&state)?;
        let mut choices = vec![];
        for (mv, value) in self.solution.moves(&state)? {
            // A move with a value is legal.
            let Some(step) = self.game.play(&state, &mv) else { continue };
            let gain = step.gain.show().points();
            let then = match step.then {
                Then::Opponent(next) => After::Opponent(self.place(next)),
                Then::Again(next) => After::Again(self.place(next)),
                Then::Over => After::Over,
            };
            let (mv, best, value) = (mv.to_string(), value == best, value.show());
            choices.push(Choice { mv, gain, value, best, then });
        }
        let picture = (self.card.picture)(self.game, &state).into_owned();
        Ok(Look { picture, value: best.show(), choices })
    }

    fn each(
        &self,
        most: usize,
        visit: &mut dyn FnMut(Picture<'_>, Shown),
    ) -> Result<bool, Failure> {
        let Reachable { positions, complete, .. } = reachable(self.game, most);
        for state in &positions {
            let value = self.solution.value_of(state)?;
            visit((self.card.picture)(self.game, state), value.show());
        }
        Ok(complete)
    }
}
