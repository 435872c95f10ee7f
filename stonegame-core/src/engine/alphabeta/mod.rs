//! Alpha-beta search with a transposition table, on an explicit stack.
//!
//! A window says which values are of interest: a move that is as good as its upper end ends the search of a position, and what
//! comes out outside of the window is a bound. An end may be open, which is always right and only prunes less: so no value is set
//! aside for infinity, and where an end would overflow behind a gain, it is open.

mod search;
pub(crate) mod table;
#[cfg(test)]
mod tests;

use super::SpaceOf;
use crate::run::{Cancel, Limits, Run};
use crate::{Engine, Error, Game, Space, State, Step, Value};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use search::{Halt, Search, at_least, is_highest};
use table::Table;

/// The key of a game's states.
type Key<G> = <SpaceOf<G> as Space>::Key;

/// Alpha-beta search: the value and the best moves of a position, of which only a part of the positions below need be seen.
///
/// It keeps what it finds from one question to the next, as bounds of values; with a table of any size it is exact. In what order
/// moves are tried decides how many positions are seen, and nothing else.
///
/// ```
/// use stonegame_core::{AlphaBeta, prelude::*};
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
/// let mut search = AlphaBeta::new(&game).order(|_, _, _, step| step.gain);
/// let found = search.search(&game.start())?;
/// assert_eq!((found.value(), found.best), (Some(222), Some(End::Left)));
/// assert_eq!(search.best_moves(&game.start())?, [End::Left]);
/// # Ok::<(), Error>(())
/// ```
///
/// Time: the positions opened, some of them again under another window; with the best order as few as the square root of those
/// there are. Memory: a bound for each, or as many as [`entries`](AlphaBeta::entries) says, and the line that is looked at.
/// Source: D. E. Knuth and R. W. Moore, *An analysis of alpha-beta pruning*, Artificial Intelligence 6 (1975).
#[doc(alias = "transposition table")]
#[doc(alias = "negamax")]
pub struct AlphaBeta<'g, G: Game> {
    game: &'g G,
    space: SpaceOf<G>,
    limits: Limits,
    order: Option<Order<'g, G>>,
    nodes: u64,
    #[cfg(feature = "std")]
    time: Option<core::time::Duration>,
    entries: usize,
    table: Option<Table<Key<G>, G::Value>>,
    opened: u64,
}

/// How early a move of a position is to be tried.
type Order<'g, G> =
    Box<dyn Fn(&G, &<G as Game>::State, &<G as Game>::Move, &Step<G>) -> i64 + Send + Sync + 'g>;

/// What a search has found of a position.
pub struct Found<G: Game> {
    /// The value for the player to move is this or better.
    pub lower: Option<G::Value>,
    /// The value for the player to move is this or worse.
    pub upper: Option<G::Value>,
    /// The first best move, if the value is known and a move is legal.
    pub best: Option<G::Move>,
    /// How many positions the search has opened.
    pub opened: u64,
}

impl<G: Game> Found<G> {
    /// The value for the player to move, if the search came to its end.
    #[must_use]
    pub fn value(&self) -> Option<G::Value> {
        self.lower.filter(|_| self.lower == self.upper)
    }
}

impl<G: Game> fmt::Debug for Found<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Found")
            .field("lower", &self.lower)
            .field("upper", &self.upper)
            .field("best", &self.best)
            .field("opened", &self.opened)
            .finish()
    }
}

impl<G: Game> fmt::Debug for AlphaBeta<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AlphaBeta").field("opened", &self.opened).finish_non_exhaustive()
    }
}

impl<'g, G: Game> AlphaBeta<'g, G> {
    /// A search with an empty table, within half of the memory available.
    #[must_use]
    pub fn new(game: &'g G) -> Self {
        AlphaBeta::with(game, Limits::default())
    }

    pub(crate) fn with(game: &'g G, limits: Limits) -> Self {
        AlphaBeta {
            game,
            space: G::State::space(game),
            limits,
            order: None,
            nodes: u64::MAX,
            #[cfg(feature = "std")]
            time: None,
            entries: usize::MAX,
            table: None,
            opened: 0,
        }
    }

    /// Tries moves in this order: those of a larger number first, and of equal ones as they are enumerated. Without it, those
    /// after which the same player moves again come first, then those that gain more.
    ///
    /// At the position asked about, moves are tried as they are enumerated, so that the first best one does not depend on this.
    #[must_use]
    pub fn order(
        mut self,
        order: impl Fn(&G, &G::State, &G::Move, &Step<G>) -> i64 + Send + Sync + 'g,
    ) -> Self {
        self.order = Some(Box::new(order));
        self
    }

    /// Keeps at most so many bounds, at least one; by default as many as memory has room for.
    #[must_use]
    pub fn entries(mut self, most: usize) -> Self {
        self.entries = most;
        self
    }

    /// Opens at most so many positions a question; then it tells what is known by then.
    #[must_use]
    pub fn nodes(mut self, most: u64) -> Self {
        self.nodes = most;
        self
    }

    /// Takes about so long a question; then it tells what is known by then.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn time(mut self, most: core::time::Duration) -> Self {
        self.time = Some(most);
        self
    }

    /// Takes at most so many bytes; by default half of the memory available, and at least 16 MiB.
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Self {
        self.limits.memory = Some(bytes);
        self
    }

    /// Stops with [`Error::Cancelled`] soon after this flag is set.
    #[must_use]
    pub fn cancel(mut self, cancel: &Cancel) -> Self {
        self.limits.cancel = Some(cancel.clone());
        self
    }

    /// How many positions all questions have opened.
    #[must_use]
    pub fn opened(&self) -> u64 {
        self.opened
    }

    /// Of how many positions something is kept.
    #[must_use]
    pub fn kept(&self) -> usize {
        self.table.as_ref().map_or(0, Table::len)
    }

    /// The value of a state for the player to move, and the first best move; or what is known of the value when the nodes or the
    /// time are used up: that it is at least what the moves searched are worth, and at most something if the bounds that are kept
    /// say so of all others. Asked again, it goes on from the bounds that it has kept: those of positions that were searched to their
    /// end, so that a question needs more nodes than a line has plies to get anywhere.
    ///
    /// # Errors
    ///
    /// [`Error::Overflow`], [`Error::Cycle`], [`Error::Outside`], [`Error::Cancelled`], [`Error::OverBudget`] if not even the line
    /// that is looked at fits the memory, [`Error::TooLong`] if no position may be opened, and [`Error::CannotRun`] of values that are not
    /// in one order.
    pub fn search(&mut self, state: &G::State) -> Result<Found<G>, Error> {
        let mut first = None;
        let (bounds, opened) = self.ask(|search| {
            let moves = search.root(state)?;
            let mut value: Option<G::Value> = None;
            for (i, (mv, step)) in moves.iter().enumerate() {
                match search.step(state, step, (value, None)) {
                    // An equal later move fails low: the first of equals stays.
                    Ok(found) if value.is_none_or(|best| !at_least(best, found)) => {
                        value = Some(found);
                        first = Some(mv.clone());
                        if is_highest(found) {
                            break;
                        }
                    }
                    Ok(_) => {}
                    Err(Halt::Enough) => {
                        first = None;
                        return Ok(search.known(value, &moves[i..]));
                    }
                    Err(halt) => return Err(halt),
                }
            }
            let value = value.unwrap_or_else(|| search.game().terminal(state));
            Ok((Some(value), Some(value)))
        })?;
        Ok(Found { lower: bounds.0, upper: bounds.1, best: first, opened })
    }

    /// All best moves of a state, in order; none if no move is legal in it.
    ///
    /// # Errors
    ///
    /// As [`search`](AlphaBeta::search), and [`Error::TooLong`] if the nodes or the time are used up before.
    pub fn best_moves(&mut self, state: &G::State) -> Result<Vec<G::Move>, Error> {
        let found = self.search(state)?;
        let too_long = Error::TooLong { evaluated: self.opened };
        let Some(value) = found.value() else { return Err(too_long) };
        let answered = self.ask(|search| {
            let mut best = Vec::new();
            for (mv, step) in search.root(state)? {
                // None is better, so that one at least as good is equal: a window that is open below.
                if at_least(search.step(state, &step, (None, Some(value)))?, value) {
                    best.push(mv);
                }
            }
            Ok(best)
        });
        answered.map(|(best, _)| best)
    }

    /// Answers a question, and how many positions it has opened.
    fn ask<T>(
        &mut self,
        question: impl FnOnce(&mut Search<'_, '_, '_, 'g, G>) -> Result<T, Halt>,
    ) -> Result<(T, u64), Error> {
        if !G::Value::TOTAL {
            return Err(Error::CannotRun {
                engine: Engine::AlphaBeta,
                why: "of two values here neither may be the better, so that no window can be cut off; choose the memo",
            });
        }
        let limits = self.limits.clone();
        let mut run = Run::new(&limits, Engine::AlphaBeta, limits.budget(0));
        let mut table = self.table.take().unwrap_or_else(|| Table::new(self.entries));
        run.hold(table.bytes());
        let mut search = Search::new(self, &mut table, &mut run);
        let answer = question(&mut search);
        let opened = search.opened();
        self.opened += opened;
        self.table = Some(table);
        match answer {
            Ok(answer) => Ok((answer, opened)),
            Err(Halt::Enough) => Err(Error::TooLong { evaluated: self.opened }),
            Err(Halt::Error(error)) => Err(error),
        }
    }
}
