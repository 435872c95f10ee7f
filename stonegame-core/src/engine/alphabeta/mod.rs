//! Alpha-beta search with a transposition table, on an explicit stack.
//!
//! A window says which values are of interest: a move that is as good as its upper end ends the search of a position, and what
//! comes out outside of the window is a bound. An end may be open, which is always right and only prunes less: so no value is set
//! aside for infinity, and where an end would overflow behind a gain, it is open.

pub(crate) mod table;
#[cfg(test)]
mod tests;

use super::SpaceOf;
use super::retrograde::decided_by;
use crate::game::steps;
use crate::run::{Cancel, Limits, Run};
use crate::{Engine, Error, Game, Space, State, Step, Then, Value};
use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;
use hashbrown::HashTable;
use table::{Bound, Table};

/// The key of a game's states.
type Key<G> = <SpaceOf<G> as Space>::Key;

/// How many positions are opened between two looks at the cancellation flag.
const PAUSE: u64 = 1 << 10;

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

/// The ends of a window, from below and from above.
type Window<V> = (Option<V>, Option<V>);

/// A move, and what it does.
type Stepping<G> = (<G as Game>::Move, Step<G>);

/// A position under way.
struct Frame<G: Game> {
    key: Key<G>,
    /// Where its steps begin on the arena.
    first: usize,
    low: Option<G::Value>,
    alpha: Option<G::Value>,
    beta: Option<G::Value>,
    best: Option<G::Value>,
}

/// A question under way.
struct Search<'s, 'r, 'l, 'g, G: Game> {
    game: &'g G,
    space: &'s SpaceOf<G>,
    order: Option<&'s Order<'g, G>>,
    table: &'s mut Table<Key<G>, G::Value>,
    run: &'r mut Run<'l>,
    arena: Vec<Step<G>>,
    frames: Vec<Frame<G>>,
    /// The positions under way, by the places of their frames: one of them that is met again closes a cycle.
    line: HashTable<u32>,
    opened: u64,
    most: u64,
    #[cfg(feature = "std")]
    until: Option<std::time::Instant>,
}

/// Why a question has no exact answer.
enum Halt {
    /// The nodes or the time are used up.
    Enough,
    Error(Error),
}

impl From<Error> for Halt {
    fn from(error: Error) -> Self {
        Halt::Error(error)
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
    /// time are used up. Asked again, it goes on from the bounds that it has kept: those of positions that were searched to their
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
            for (mv, step) in &moves {
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
                        return Ok((value, None));
                    }
                    Err(halt) => return Err(halt),
                }
            }
            let value = value.unwrap_or_else(|| search.game.terminal(state));
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
        match answered {
            Ok((best, _)) => Ok(best),
            Err(error) => Err(error),
        }
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
        let table = self.table.get_or_insert_with(|| Table::new(self.entries));
        let budget = self.limits.budget(0);
        let mut run = Run::new(&self.limits, Engine::AlphaBeta, budget);
        let mut search = Search {
            game: self.game,
            space: &self.space,
            order: self.order.as_ref(),
            table,
            run: &mut run,
            arena: Vec::new(),
            frames: Vec::new(),
            line: HashTable::new(),
            opened: 0,
            most: self.nodes,
            #[cfg(feature = "std")]
            until: self.time.and_then(|time| std::time::Instant::now().checked_add(time)),
        };
        let answer = question(&mut search);
        let opened = search.opened;
        self.opened += opened;
        match answer {
            Ok(answer) => Ok((answer, opened)),
            Err(Halt::Enough) => Err(Error::TooLong { evaluated: self.opened }),
            Err(Halt::Error(error)) => Err(error),
        }
    }
}

/// Whether a value is as good as another one for the player to move.
#[inline(always)]
fn at_least<V: Value>(value: V, other: V) -> bool {
    value.better(other) == value
}

/// Whether no value is better.
#[inline(always)]
fn is_highest<V: Value>(value: V) -> bool {
    V::HIGHEST.is_some_and(|highest| at_least(value, highest))
}

/// What the mover's window is for whoever moves next.
#[inline]
fn behind<G: Game>(step: &Step<G>, (alpha, beta): Window<G::Value>) -> Window<G::Value> {
    let gain = step.gain;
    match step.then {
        Then::Again(_) => {
            (alpha.and_then(|end| end.unplus(gain)), beta.and_then(|end| end.unplus(gain)))
        }
        _ => (beta.and_then(|end| end.unminus(gain)), alpha.and_then(|end| end.unminus(gain))),
    }
}

impl<G: Game> Search<'_, '_, '_, '_, G> {
    /// The moves of the position asked about, which is on the line from now on.
    fn root(&mut self, state: &G::State) -> Result<Vec<Stepping<G>>, Halt> {
        self.open_root(state)?;
        let mut moves = Vec::new();
        let run = &mut *self.run;
        let flow = steps(self.game, state, |mv, step| match run.push(&mut moves, (mv, step)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        });
        match flow {
            ControlFlow::Break(error) => Err(error.into()),
            ControlFlow::Continue(()) => Ok(moves),
        }
    }

    /// Puts the position asked about on the line, below everything.
    fn open_root(&mut self, state: &G::State) -> Result<(), Halt> {
        let outside = || Halt::Error(Error::Outside { position: format!("{state:?}") });
        let key = self.space.pack(state.clone()).ok_or_else(outside)?;
        let frame = Frame { key, first: 0, low: None, alpha: None, beta: None, best: None };
        self.push(frame)?;
        self.count()
    }

    fn pack(&self, next: G::State, from: &G::State) -> Result<Key<G>, Halt> {
        self.space.pack(next).ok_or_else(|| {
            let stray = steps(self.game, from, |_, step| match step.into_next() {
                Some(next) if self.space.pack(next.clone()).is_none() => ControlFlow::Break(next),
                _ => ControlFlow::Continue(()),
            });
            let position = format!("{:?}", stray.break_value().as_ref().unwrap_or(from));
            Halt::Error(Error::Outside { position })
        })
    }

    /// Puts a position on the line.
    fn push(&mut self, frame: Frame<G>) -> Result<(), Halt> {
        let hash = self.table.hash(&frame.key);
        let at = self.frames.len() as u32;
        self.run.push(&mut self.frames, frame)?;
        let (frames, table) = (&self.frames, &*self.table);
        self.line.insert_unique(hash, at, |at| table.hash(&frames[*at as usize].key));
        Ok(())
    }

    /// Takes the last position off the line.
    fn pop(&mut self) -> Option<Frame<G>> {
        let at = self.frames.len().checked_sub(1)?;
        let hash = self.table.hash(&self.frames[at].key);
        if let Ok(place) = self.line.find_entry(hash, |place| *place as usize == at) {
            place.remove();
        }
        self.frames.pop()
    }

    fn count(&mut self) -> Result<(), Halt> {
        if self.opened >= self.most {
            return Err(Halt::Enough);
        }
        self.opened += 1;
        if self.opened.is_multiple_of(PAUSE) {
            self.run.tick(PAUSE as usize)?;
            #[cfg(feature = "std")]
            if self.until.is_some_and(|until| std::time::Instant::now() >= until) {
                return Err(Halt::Enough);
            }
        }
        Ok(())
    }

    /// The value of a step within a window: exact inside of it, a bound outside.
    fn step(
        &mut self,
        from: &G::State,
        step: &Step<G>,
        window: Window<G::Value>,
    ) -> Result<G::Value, Halt> {
        let next = match &step.then {
            Then::Opponent(_) | Then::Again(_) if certain(step).is_some() => None,
            Then::Opponent(next) | Then::Again(next) => {
                let below = self.frames.len();
                let found = self.value(next, behind(step, window), from);
                if found.is_err() {
                    // What was under way is given up; what was found stays in the table.
                    while self.frames.len() > below {
                        self.pop();
                    }
                    self.arena.clear();
                }
                Some(found?)
            }
            Then::Over => None,
        };
        Ok(self.worth(step, next, || format!("{from:?}"))?)
    }

    fn worth(
        &self,
        step: &Step<G>,
        next: Option<G::Value>,
        from: impl FnOnce() -> alloc::string::String,
    ) -> Result<G::Value, Error> {
        let worth = match (&step.then, next) {
            (Then::Opponent(_), Some(next)) => step.gain.checked_minus(next),
            (Then::Again(_), Some(next)) => step.gain.checked_plus(next),
            _ => certain(step),
        };
        worth.ok_or_else(|| {
            let next = step.then.next().map_or("the end".into(), |next| format!("{next:?}"));
            Error::Overflow { position: from(), mv: format!("the move to {next}") }
        })
    }

    /// What the table says of a position in a window, if it says enough; an error if the position is under way.
    fn look(
        &mut self,
        key: &Key<G>,
        (alpha, beta): Window<G::Value>,
    ) -> Result<Option<G::Value>, Halt> {
        let frames = &self.frames;
        let hash = self.table.hash(key);
        if self.line.find(hash, |at| frames[*at as usize].key == *key).is_some() {
            let position = self.space.unpack(key, |state| format!("{state:?}"));
            return Err(Halt::Error(Error::Cycle { position }));
        }
        Ok(match self.table.get(key) {
            Some(Bound::Exact(value)) => Some(value),
            Some(Bound::Lower(value)) if beta.is_some_and(|beta| at_least(value, beta)) => {
                Some(value)
            }
            Some(Bound::Upper(value)) if alpha.is_some_and(|alpha| at_least(alpha, value)) => {
                Some(value)
            }
            _ => None,
        })
    }

    /// Enumerates the steps of a position, and puts it on the line.
    fn open(&mut self, key: Key<G>, (alpha, beta): Window<G::Value>) -> Result<(), Halt> {
        self.count()?;
        let first = self.arena.len();
        let Search { game, space, order, run, arena, .. } = self;
        let game: &G = game;
        let mut ranks: Vec<(i64, u32)> = Vec::new();
        let found = space.unpack(&key, |state| {
            let mut moves = 0u32;
            let flow = steps(game, state, |mv, step| {
                moves += 1;
                if moves.is_multiple_of(PAUSE as u32)
                    && let Err(stop) = run.check_cancelled()
                {
                    return ControlFlow::Break(stop);
                }
                let place = (arena.len() - first) as u32;
                if let Some(order) = order {
                    ranks.push((order(game, state, &mv, &step), place));
                }
                match run.push(arena, step) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(error) => ControlFlow::Break(error),
                }
            });
            match flow {
                ControlFlow::Break(error) => Err(error),
                ControlFlow::Continue(()) => {
                    Ok((arena.len() == first).then(|| game.terminal(state)))
                }
            }
        });
        let best = found?;
        // The first to try lies last.
        if order.is_some() {
            ranks.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
            let mut steps: Vec<Option<Step<G>>> = self.arena.drain(first..).map(Some).collect();
            let ordered = ranks.iter().rev().filter_map(|(_, place)| steps[*place as usize].take());
            self.arena.extend(ordered);
        } else {
            self.arena[first..].reverse();
            self.arena[first..]
                .sort_by_key(|step| (matches!(step.then, Then::Again(_)), step.gain.rank()));
        }
        self.push(Frame { key, first, low: alpha, alpha, beta, best })
    }

    /// The value of a position, fail-soft: exact inside the window, a bound outside of it.
    fn value(
        &mut self,
        root: &G::State,
        window: Window<G::Value>,
        from: &G::State,
    ) -> Result<G::Value, Halt> {
        let key = self.pack(root.clone(), from)?;
        if let Some(known) = self.look(&key, window)? {
            return Ok(known);
        }
        let bottom = self.frames.len();
        self.open(key, window)?;
        let mut returned: Option<G::Value> = None;
        loop {
            let Some(frame) = self.frames.last() else { unreachable!("the root ends the loop") };
            if self.arena.len() > frame.first {
                let Some(step) = self.arena.last() else {
                    unreachable!("there is one above the first")
                };
                let known = match (returned.take(), step.then.next()) {
                    (None, Some(next)) if certain(step).is_none() => {
                        let window = behind(step, (frame.alpha, frame.beta));
                        let next = match self.space.pack(next.clone()) {
                            Some(key) => key,
                            None => {
                                let position = format!("{next:?}");
                                return Err(Halt::Error(Error::Outside { position }));
                            }
                        };
                        match self.look(&next, window)? {
                            Some(value) => Some(value),
                            None => {
                                self.open(next, window)?;
                                continue;
                            }
                        }
                    }
                    (known, _) => known,
                };
                let value = {
                    let from = || {
                        self.space.unpack(&frame_key(&self.frames), |state| format!("{state:?}"))
                    };
                    let Some(step) = self.arena.last() else { unreachable!("looked at above") };
                    self.worth(step, known, from)?
                };
                self.arena.pop();
                let Some(frame) = self.frames.last_mut() else { unreachable!("looked at above") };
                let better =
                    |old: Option<G::Value>| Some(old.map_or(value, |old| old.better(value)));
                frame.best = better(frame.best);
                frame.alpha = better(frame.alpha);
                if is_highest(value) || frame.beta.is_some_and(|beta| at_least(value, beta)) {
                    let first = frame.first;
                    self.arena.truncate(first);
                }
                continue;
            }
            let Some(Frame { key, low, beta, best: Some(value), .. }) = self.pop() else {
                unreachable!("every position has a move, or a value of its own")
            };
            // What reached the upper end is a lower bound, what fell to the lower end an upper one. A lower bound at the top, or an
            // upper one at the bottom, is exact; but never the other way round, since a window may end at either.
            let bound = if beta.is_some_and(|beta| at_least(value, beta)) {
                if is_highest(value) { Bound::Exact(value) } else { Bound::Lower(value) }
            } else if low.is_some_and(|low| at_least(low, value)) {
                if value == G::Value::LOWEST { Bound::Exact(value) } else { Bound::Upper(value) }
            } else {
                Bound::Exact(value)
            };
            self.table.insert(self.run, key, bound)?;
            if self.frames.len() == bottom {
                return Ok(value);
            }
            returned = Some(value);
        }
    }
}

/// What a step is worth whatever follows it, if it ends the game or its gain decides that.
#[inline]
fn certain<G: Game>(step: &Step<G>) -> Option<G::Value> {
    match step.then {
        Then::Over => Some(step.gain),
        Then::Opponent(_) => decided_by(step.gain, false),
        Then::Again(_) => decided_by(step.gain, true),
    }
}

/// The key of the last position of a line.
fn frame_key<G: Game>(frames: &[Frame<G>]) -> Key<G> {
    match frames.last() {
        Some(frame) => frame.key.clone(),
        None => unreachable!("a step belongs to a position"),
    }
}
