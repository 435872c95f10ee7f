//! A game under way: who sits at the table, what was played, who leads.

use crate::catalogue::{About, After, Cost, Look, Place, START, Session, Shown};
use crate::cli::Stop;
use crate::cli::args::Side;

/// A game under way.
pub(super) struct Table<'s> {
    session: &'s mut dyn Session,
    side: Side,
    played: Vec<Turn>,
    /// Where the game stands; none if the last move ended it.
    at: Option<Place>,
    look: Look,
    by: usize,
    scores: [i128; 2],
}

/// A move that was made.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    at: Place,
    scores: [i128; 2],
    /// Who made it, 0 or 1.
    pub(super) by: usize,
    pub(super) mv: String,
    pub(super) cost: Cost,
    /// What it was worth for who made it.
    value: Shown,
}

impl<'s> Table<'s> {
    pub(super) fn new(session: &'s mut dyn Session, side: Side) -> Result<Self, Stop> {
        let look = session.look(START)?;
        let (at, played, by, scores) = (Some(START), vec![], 0, [0; 2]);
        Ok(Table { session, side, played, at, look, by, scores })
    }

    pub(super) fn about(&self) -> About {
        self.session.about()
    }

    /// Where the game stands; where the last move ended it, what was there before it.
    pub(super) fn look(&self) -> &Look {
        &self.look
    }

    pub(super) fn played(&self) -> &[Turn] {
        &self.played
    }

    /// Who is to move, 0 or 1.
    pub(super) fn by(&self) -> usize {
        self.by
    }

    pub(super) fn is_over(&self) -> bool {
        self.at.is_none() || self.look.choices.is_empty()
    }

    /// Whether the player to move is a person.
    pub(super) fn is_persons_turn(&self) -> bool {
        match self.side {
            Side::First => self.by == 0,
            Side::Second => self.by == 1,
            Side::Both => true,
            Side::None => false,
        }
    }

    /// Whether nobody plays, so that somebody only watches.
    pub(super) fn is_watched(&self) -> bool {
        self.side == Side::None
    }

    /// How a player is called.
    pub(super) fn name(&self, by: usize) -> &'static str {
        match (self.side, by) {
            (Side::First, 0) | (Side::Second, 1) => "you",
            (Side::First | Side::Second, _) => "the solver",
            (_, 0) => "the first player",
            _ => "the second player",
        }
    }

    /// Makes a move, by its place among those that are legal.
    pub(super) fn make(&mut self, made: usize) -> Result<(), Stop> {
        let (Some(at), Some(choice)) = (self.at, self.look.choices.get(made)) else {
            return Ok(());
        };
        let (gain, then) = (choice.gain, choice.then);
        let (cost, mv) = (self.look.cost(choice), choice.mv.clone());
        let turn = Turn { at, scores: self.scores, by: self.by, mv, cost, value: choice.value };
        if let Some(gain) = gain {
            self.scores[self.by] = self.scores[self.by].saturating_add(gain);
        }
        self.at = then.place();
        if let Some(next) = self.at {
            self.look = self.session.look(next)?;
        }
        if !matches!(then, After::Again(_)) {
            self.by = 1 - self.by;
        }
        self.played.push(turn);
        Ok(())
    }

    /// Makes a best move, for whoever is to move.
    pub(super) fn make_best(&mut self) -> Result<(), Stop> {
        match self.best() {
            Some(best) => self.make(best),
            None => Ok(()),
        }
    }

    /// The place of the best move that a line of best play takes; where play goes round, of the first best one.
    pub(super) fn best(&self) -> Option<usize> {
        let first = || self.look.choices.iter().position(|choice| choice.best);
        self.look.line.or_else(first)
    }

    /// Whether nobody can bring the game to an end, if both play their best.
    pub(super) fn goes_round(&self) -> bool {
        !self.is_over() && self.look.line.is_none()
    }

    /// Takes back moves up to the last one of a person; tells whether there was one.
    pub(super) fn undo(&mut self) -> Result<bool, Stop> {
        let persons = |turn: &Turn| match self.side {
            Side::First => turn.by == 0,
            Side::Second => turn.by == 1,
            Side::Both | Side::None => true,
        };
        let Some(last) = self.played.iter().rposition(persons) else { return Ok(false) };
        let turn = self.played.drain(last..).next();
        if let Some(Turn { at, scores, by, .. }) = turn {
            (self.at, self.look) = (Some(at), self.session.look(at)?);
            (self.scores, self.by) = (scores, by);
        }
        Ok(true)
    }

    /// What both have gained, of a game of points; in the end, what they have.
    pub(super) fn scores(&self) -> Option<[i128; 2]> {
        self.session.value().points()?;
        // The last move may gain the difference of what both get by it: then the total tells who gets what.
        let shared = if self.is_over() { self.session.shared(self.margin()) } else { None };
        Some(shared.unwrap_or(self.scores))
    }

    /// Whether the last move ended the game, so that there is no position to show.
    pub(super) fn is_ended(&self) -> bool {
        self.at.is_none()
    }

    /// Who leads, or would win from here.
    pub(super) fn standing(&self) -> String {
        let Some([first, second]) = self.scores() else {
            return match self.is_over() {
                true => self.verdict(),
                false => format!("the value is {} for {}", self.look.value, self.name(self.by)),
            };
        };
        let lead = match first.cmp(&second) {
            std::cmp::Ordering::Equal => "nobody leads".to_owned(),
            order => {
                let leader = self.name(usize::from(order.is_lt()));
                let verb = if leader == "you" { "lead" } else { "leads" };
                format!("{leader} {verb}")
            }
        };
        format!("{lead}, {first} to {second}")
    }

    /// Who has won, once it is over.
    pub(super) fn verdict(&self) -> String {
        let margin = self.margin();
        let scores = match self.scores() {
            Some([first, second]) => format!(", {first} to {second}"),
            None => String::new(),
        };
        if margin == 0 {
            return format!("a tie{scores}");
        }
        let winner = self.name(usize::from(margin < 0));
        let verb = if winner == "you" { "win" } else { "wins" };
        format!("{winner} {verb}{scores}")
    }

    /// What the first player ends up ahead by, or the sign of the outcome.
    fn margin(&self) -> i128 {
        let for_first = |by: usize, value: Shown| match by {
            0 => value.number(),
            _ => value.number().saturating_neg(),
        };
        let ahead = self.scores[0].saturating_sub(self.scores[1]);
        match (self.at, self.played.last()) {
            // The last move ended it: in points, all of it is gained.
            (None, Some(last)) if self.session.value().points().is_none() => {
                for_first(last.by, last.value)
            }
            (None, _) => ahead,
            (Some(_), _) => ahead.saturating_add(for_first(self.by, self.look.value)),
        }
    }
}
