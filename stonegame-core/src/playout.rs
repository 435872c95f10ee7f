//! Games played out by whoever chooses the moves, up to a number of plies.

use crate::game::steps;
use crate::{Error, Game, Margin, Player, Then, Value};
use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

/// A game as it was played: the moves made, and how it ended.
pub struct Playout<G: Game> {
    /// The moves made, in order.
    pub plies: Vec<Played<G>>,
    /// Whether it came to its end.
    pub ended: Ended,
    /// The state that it stands in, terminal if it is finished; `None` if the last move ended it.
    pub last: Option<G::State>,
    /// What the last state is worth for the player to move in it, if it is terminal.
    terminal: Option<G::Value>,
}

/// How a playout ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ended {
    /// With the game: the last move ended it, or left no legal move.
    Finished,
    /// At the most plies that it was to have: the game could go on.
    Unfinished,
}

/// One move of a playout.
pub struct Played<G: Game> {
    /// Who moved.
    pub by: Player,
    /// The state in which the move was made.
    pub state: G::State,
    /// The move.
    pub mv: G::Move,
    /// What its player gained at once.
    pub gain: G::Value,
    /// Whether the same player moved next.
    pub again: bool,
}

/// Plays a game from its start, until it ends or has lasted `most` plies.
///
/// At every state `choose` is shown the state and its legal moves, at least one, in order, and
/// answers with one of them, for whichever player moves. So it never plays for ever, in a game with
/// cycles neither. What `choose` fails with ends the playout.
///
/// ```
/// use stonegame_core::{Ended, play_out, prelude::*};
/// # struct Ends(Row<i64>);
/// # impl Game for Ends {
/// #     type State = Span; type Move = End; type Value = i64;
/// #     fn start(&self) -> Span { self.0.span() }
/// #     fn play(&self, span: &Span, end: &End) -> Option<Step<Self>> {
/// #         let (pile, rest) = span.pop(*end)?;
/// #         Some(Step::to(rest).gain(self.0[pile]))
/// #     }
/// # }
/// let game = Ends([1, 5, 233, 7].into());
/// let solution = solve(&game)?;
///
/// // Both players play best,
/// let best = play_out(&game, 100, |state, _| Ok(solution.best_moves(state)?.swap_remove(0)))?;
/// assert_eq!(best.ended, Ended::Finished);
/// assert_eq!(best.result()?, Some(solution.value()));
///
/// // or both take the first move that there is.
/// let plain = play_out(&game, 100, |_, moves| Ok(moves[0]))?;
/// assert_eq!(plain.scores()?, [1 + 233, 5 + 7]);
///
/// // After two plies the game could go on.
/// let short = play_out(&game, 2, |_, moves| Ok(moves[0]))?;
/// assert_eq!((short.ended, short.result()?), (Ended::Unfinished, None));
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Illegal`] if the move chosen is not legal, and whatever `choose` fails with.
pub fn play_out<G: Game>(
    game: &G,
    most: usize,
    choose: impl FnMut(&G::State, &[G::Move]) -> Result<G::Move, Error>,
) -> Result<Playout<G>, Error> {
    play_out_from(game, game.start(), most, choose)
}

/// The same from any state, in which the first player moves.
///
/// # Errors
///
/// As [`play_out`].
pub fn play_out_from<G: Game>(
    game: &G,
    start: G::State,
    most: usize,
    mut choose: impl FnMut(&G::State, &[G::Move]) -> Result<G::Move, Error>,
) -> Result<Playout<G>, Error> {
    let (mut plies, mut moves) = (Vec::new(), Vec::new());
    let (mut by, mut state) = (Player::First, start);
    loop {
        moves.clear();
        let _ = steps(game, &state, |mv, _| {
            moves.push(mv);
            // At the end of the playout only whether there is a move matters.
            if plies.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if moves.is_empty() || plies.len() >= most {
            let terminal = moves.is_empty().then(|| game.terminal(&state));
            return Ok(Playout {
                plies,
                ended: match terminal {
                    Some(_) => Ended::Finished,
                    None => Ended::Unfinished,
                },
                last: Some(state),
                terminal,
            });
        }
        let mv = choose(&state, &moves)?;
        let Some(step) = game.play(&state, &mv) else {
            return Err(Error::Illegal { position: format!("{state:?}"), mv: format!("{mv:?}") });
        };
        let (again, next) = match step.then {
            Then::Opponent(next) => (false, Some(next)),
            Then::Again(next) => (true, Some(next)),
            Then::Over => (false, None),
        };
        plies.push(Played { by, state: state.clone(), mv, gain: step.gain, again });
        match next {
            Some(next) => state = next,
            None => {
                return Ok(Playout { plies, ended: Ended::Finished, last: None, terminal: None });
            }
        }
        if !again {
            by = by.opponent();
        }
    }
}

impl<G: Game> Playout<G> {
    /// Whether it came to its end.
    pub fn is_finished(&self) -> bool {
        self.ended == Ended::Finished
    }

    /// What the moves made were worth in the end to the player who moved first; `None` if it is
    /// unfinished. With best play on both sides that is the value of the game.
    ///
    /// # Errors
    ///
    /// [`Error::Overflow`] if it does not fit the type of the values.
    pub fn result(&self) -> Result<Option<G::Value>, Error> {
        if !self.is_finished() {
            return Ok(None);
        }
        // From behind, each time for the player who moved.
        let mut result = self.terminal;
        for ply in self.plies.iter().rev() {
            let value = match result {
                None => Some(ply.gain),
                Some(next) if ply.again => ply.gain.checked_plus(next),
                Some(next) => ply.gain.checked_minus(next),
            };
            let Some(value) = value else {
                return Err(Error::Overflow {
                    position: format!("{:?}", ply.state),
                    mv: format!("{:?}", ply.mv),
                });
            };
            result = Some(value);
        }
        Ok(result)
    }
}

impl<G: Game<Value: Margin>> Playout<G> {
    /// What each player gained, the player who moved first before the other. Their difference is the
    /// [`result`](Playout::result), unless the game's `terminal` adds to it.
    ///
    /// # Errors
    ///
    /// [`Error::Overflow`] if a player's total does not fit the type of the values.
    pub fn scores(&self) -> Result<[G::Value; 2], Error> {
        let mut scores = [G::Value::ZERO; 2];
        for ply in &self.plies {
            let score = &mut scores[ply.by.index()];
            *score = score.checked_plus(ply.gain).ok_or_else(|| Error::Overflow {
                position: format!("{:?}", ply.state),
                mv: format!("{:?}, added to its player's own total,", ply.mv),
            })?;
        }
        Ok(scores)
    }
}

impl<G: Game> Clone for Playout<G> {
    fn clone(&self) -> Self {
        Playout { plies: self.plies.clone(), last: self.last.clone(), ..*self }
    }
}

impl<G: Game> fmt::Debug for Playout<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Playout")
            .field("plies", &self.plies)
            .field("ended", &self.ended)
            .field("last", &self.last)
            .field("terminal", &self.terminal)
            .finish()
    }
}

impl<G: Game> Clone for Played<G> {
    fn clone(&self) -> Self {
        Played { state: self.state.clone(), mv: self.mv.clone(), ..*self }
    }
}

impl<G: Game<Move: PartialEq>> PartialEq for Played<G> {
    fn eq(&self, other: &Self) -> bool {
        self.by == other.by
            && self.state == other.state
            && self.mv == other.mv
            && self.gain == other.gain
            && self.again == other.again
    }
}

impl<G: Game> fmt::Debug for Played<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Played")
            .field("by", &self.by)
            .field("state", &self.state)
            .field("mv", &self.mv)
            .field("gain", &self.gain)
            .field("again", &self.again)
            .finish()
    }
}
