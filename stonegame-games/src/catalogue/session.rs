//! A solved instance, position by position, whatever its types.

use super::{About, Answer, Card, Failure, Show, Shown};
use crate::picture::Picture;
use crate::totals;
use core::fmt::{self, Display};
use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;
use std::sync::Arc;
use stonegame_core::{Error, Game, Plan, Reachable, Solution, State, Then, reachable};

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

    /// What each player has in the end, if the first one is ahead by so much: where what they gain together is known.
    fn shared(&self, ahead: i128) -> Option<[i128; 2]> {
        totals::shared(self.total()?, ahead)
    }

    /// What both gain together, if that does not depend on how they play.
    fn total(&self) -> Option<i128>;

    /// Looks at a position: [`START`], or one that a look has named.
    ///
    /// # Errors
    ///
    /// [`Failure::Solve`] if a value does not fit its type, or is not covered by the solution.
    fn look(&mut self, at: Place) -> Result<Look, Failure>;

    /// Shows `visit` every position that play can reach with its value for the player to move, the start first: so many at most, and no
    /// more than the solver's memory has room for; tells whether these were all.
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
    /// Which of them a line of best play takes: none where none is legal, or where play goes round for ever.
    pub line: Option<usize>,
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
    /// The place of a move among the choices, by its name, or else by its number from 1.
    #[must_use]
    pub fn chosen(&self, wanted: &str) -> Option<usize> {
        let by_number = || wanted.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let by_name = self.choices.iter().position(|choice| choice.mv == wanted);
        by_name.or_else(|| by_number().filter(|number| *number < self.choices.len()))
    }

    /// What is lost by a move.
    #[must_use]
    pub fn cost(&self, choice: &Choice) -> Cost {
        match (self.value, choice.value) {
            _ if choice.best => Cost::None,
            (Shown::Points(best), Shown::Points(value)) => Cost::Points(best.saturating_sub(value)),
            (best, value) if best.word() == value.word() => Cost::Plies { best, value },
            (best, value) => Cost::Outcome { best: best.word(), value: value.word() },
        }
    }
}

/// What a move costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cost {
    /// Nothing: no move is better.
    None,
    /// So many points.
    Points(i128),
    /// A better outcome.
    Outcome {
        /// That of the best moves.
        best: &'static str,
        /// That of this one.
        value: &'static str,
    },
    /// The same outcome sooner, or later.
    Plies {
        /// The value of the best moves.
        best: Shown,
        /// That of this one.
        value: Shown,
    },
}

impl Cost {
    /// In words, of a move that was made.
    #[must_use]
    pub fn past(self) -> String {
        match self {
            Cost::None => "lost nothing".into(),
            Cost::Points(points) => format!("gave away {points}"),
            Cost::Outcome { best, value } => format!("turned a {best} into a {value}"),
            Cost::Plies { best, value } => format!("took {value} instead of {best}"),
        }
    }
}

/// Writes it of a move that could be made.
impl Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cost::None => f.pad("best"),
            Cost::Points(points) => write!(f, "gives away {points}"),
            Cost::Outcome { best, value } => write!(f, "turns a {best} into a {value}"),
            Cost::Plies { best, value } => write!(f, "{value} instead of {best}"),
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
    /// The numbers of the picture before, which are mostly those of the next one.
    numbers: Option<Arc<[i64]>>,
    budget: u64,
}

impl<'s, 'g, G: Game> Open<'s, 'g, G> {
    /// The budget is for what is looked at at once.
    pub(super) fn new(
        card: &'s Card<G>,
        game: &'g G,
        solution: &'s Solution<'g, G>,
        budget: u64,
    ) -> Self {
        let start = solution.start().clone();
        let places = HashMap::from([(start.clone(), START)]);
        Open { card, game, solution, states: vec![start], places, numbers: None, budget }
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

    fn total(&self) -> Option<i128> {
        self.card.total.and_then(|total| total(self.game))
    }

    fn look(&mut self, at: Place) -> Result<Look, Failure> {
        let outside = || Error::NotCovered { position: format!("number {}", at.0) };
        let state = self.states.get(at.0).ok_or_else(outside)?.clone();
        let best = self.solution.value_of(&state)?;
        let mut choices = vec![];
        let taken = self.solution.next_of_line(&state)?.map(|mv| format!("{mv:?}"));
        let mut line = None;
        for (mv, value) in self.solution.moves(&state)? {
            if line.is_none() && taken.as_ref().is_some_and(|taken| *taken == format!("{mv:?}")) {
                line = Some(choices.len());
            }
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
        let picture = (self.card.picture)(self.game, &state).into_owned(&mut self.numbers);
        Ok(Look { picture, value: best.show(), choices, line })
    }

    fn each(
        &self,
        most: usize,
        visit: &mut dyn FnMut(Picture<'_>, Shown),
    ) -> Result<bool, Failure> {
        // A state, its place, and where it is found, all of which are there twice while lists grow.
        let start = self.solution.start();
        let bytes = 2 * (size_of::<G::State>() + start.heap_bytes() + 32) as u64;
        let fit = usize::try_from(self.budget / bytes).unwrap_or(usize::MAX);
        let Reachable { positions, complete, .. } = reachable(self.game, most.min(fit));
        for state in &positions {
            let value = self.solution.value_of(state)?;
            visit((self.card.picture)(self.game, state), value.show());
        }
        Ok(complete)
    }
}
