//! The search itself: one position after the other, on an explicit stack.

use super::table::{Bound, Table};
use super::{AlphaBeta, Key, Order};
use crate::engine::retrograde::decided_by;
use crate::engine::under_way::UnderWay;
use crate::engine::{SpaceOf, heap_bytes};
use crate::game::{steps, tries};
use crate::run::Run;
use crate::{Error, Game, Space, State, Step, Then, Value};
use alloc::format;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// How many positions are opened between two looks at the clock.
const PAUSE: u64 = 1 << 10;

/// The ends of a window, from below and from above.
type Window<V> = (Option<V>, Option<V>);

/// A move, and what it does.
type Stepping<G> = (<G as Game>::Move, Step<G>);

/// A move that is not tried yet, and how early it is to be.
struct Waiting<G: Game> {
    early: i64,
    step: Step<G>,
}

/// A position under way.
struct Frame<G: Game> {
    key: Key<G>,
    /// Where its steps begin on the arena.
    first: usize,
    low: Option<G::Value>,
    alpha: Option<G::Value>,
    beta: Option<G::Value>,
    best: Option<G::Value>,
    /// What its state and those of its steps own on the heap.
    owned: u64,
}

/// A question under way.
pub(super) struct Search<'s, 'r, 'l, 'g, G: Game> {
    game: &'g G,
    space: &'s SpaceOf<G>,
    order: Option<&'s Order<'g, G>>,
    table: &'s mut Table<Key<G>, G::Value>,
    run: &'r mut Run<'l>,
    arena: Vec<Waiting<G>>,
    frames: Vec<Frame<G>>,
    line: UnderWay,
    opened: u64,
    most: u64,
    #[cfg(feature = "std")]
    until: Option<std::time::Instant>,
}

/// Why a question has no exact answer.
pub(super) enum Halt {
    /// The nodes or the time are used up.
    Enough,
    Error(Error),
}

impl From<Error> for Halt {
    fn from(error: Error) -> Self {
        Halt::Error(error)
    }
}

/// Whether a value is as good as another one for the player to move.
#[inline(always)]
pub(super) fn at_least<V: Value>(value: V, other: V) -> bool {
    value.better(other) == value
}

/// Whether no value is better.
#[inline(always)]
pub(super) fn is_highest<V: Value>(value: V) -> bool {
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

impl<'s, 'r, 'l, 'g, G: Game> Search<'s, 'r, 'l, 'g, G> {
    /// A question to a search that has found a table's bounds before.
    pub(super) fn new(
        search: &'s mut AlphaBeta<'g, G>,
        table: &'s mut Table<Key<G>, G::Value>,
        run: &'r mut Run<'l>,
    ) -> Self {
        Search {
            game: search.game,
            space: &search.space,
            order: search.order.as_ref(),
            table,
            run,
            arena: Vec::new(),
            frames: Vec::new(),
            line: UnderWay::new(),
            opened: 0,
            most: search.nodes,
            #[cfg(feature = "std")]
            until: search.time.and_then(|time| std::time::Instant::now().checked_add(time)),
        }
    }

    pub(super) fn game(&self) -> &'g G {
        self.game
    }

    /// How many positions were opened.
    pub(super) fn opened(&self) -> u64 {
        self.opened
    }

    /// The moves of the position asked about, which is on the line from now on.
    pub(super) fn root(&mut self, state: &G::State) -> Result<Vec<Stepping<G>>, Halt> {
        self.open_root(state)?;
        let mut moves = Vec::new();
        let run = &mut *self.run;
        let flow = tries(self.game, state, |mv, step| {
            let kept = run.look().and_then(|()| match step {
                Some(step) => run.push(&mut moves, (mv, step)),
                None => Ok(()),
            });
            match kept {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(error),
            }
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
        let owned = heap_bytes::<G>(self.space, &key);
        self.run.reserve(owned)?;
        let (low, alpha, beta) = (None, None, None);
        self.push(Frame { key, first: 0, low, alpha, beta, best: None, owned })?;
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
        self.run.push(&mut self.frames, frame)?;
        let (frames, table) = (&self.frames, &*self.table);
        let hash = |at: usize| table.hash(&frames[at].key);
        Ok(self.line.push(self.run, frames.len() - 1, hash)?)
    }

    /// Takes the last position off the line.
    fn pop(&mut self) -> Option<Frame<G>> {
        let at = self.frames.len().checked_sub(1)?;
        self.line.pop(self.table.hash(&self.frames[at].key), at);
        let frame = self.frames.pop()?;
        self.run.release(frame.owned);
        Some(frame)
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
    pub(super) fn step(
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

    /// What is known of a position by the value of some of its moves and by what the table says of the others.
    pub(super) fn known(
        &mut self,
        value: Option<G::Value>,
        others: &[Stepping<G>],
    ) -> (Option<G::Value>, Option<G::Value>) {
        let better = |one: Option<G::Value>, other: G::Value| {
            Some(one.map_or(other, |one| one.better(other)))
        };
        let (mut lower, mut upper, mut all) = (value, value, true);
        for (_, step) in others {
            let [low, high] = self.bounds(step);
            lower = low.map_or(lower, |low| better(lower, low));
            upper = high.map_or(upper, |high| better(upper, high));
            all &= high.is_some();
        }
        (lower, upper.filter(|_| all))
    }

    /// The least and the most that a step is worth, as far as the table says.
    fn bounds(&mut self, step: &Step<G>) -> [Option<G::Value>; 2] {
        if let Some(value) = certain(step) {
            return [Some(value); 2];
        }
        let next = step.then.next().and_then(|next| self.space.pack(next.clone()));
        let (low, high) = match next.and_then(|key| self.table.get(&key)) {
            Some(Bound::Exact(value)) => (Some(value), Some(value)),
            Some(Bound::Lower(value)) => (Some(value), None),
            Some(Bound::Upper(value)) => (None, Some(value)),
            None => (None, None),
        };
        let minus = |next: Option<G::Value>| step.gain.checked_minus(next?);
        let plus = |next: Option<G::Value>| step.gain.checked_plus(next?);
        match step.then {
            Then::Again(_) => [plus(low), plus(high)],
            _ => [minus(high), minus(low)],
        }
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
        if self.line.has(self.table.hash(key), |at| frames[at].key == *key) {
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
        let mut owned = heap_bytes::<G>(space, &key);
        run.reserve(owned)?;
        let best = space.unpack(&key, |state| {
            let mut wait = |run: &mut Run<'_>, mv: &G::Move, step: Step<G>| {
                if core::mem::needs_drop::<G::State>() {
                    let bytes = step.then.next().map_or(0, |next| next.heap_bytes() as u64);
                    run.reserve(bytes)?;
                    owned += bytes;
                }
                let early = order.map_or(0, |order| order(game, state, mv, &step));
                run.push(arena, Waiting { early, step })
            };
            let flow = tries(game, state, |mv, step| {
                let step = run.look().map(|()| step);
                match step.and_then(|step| step.map_or(Ok(()), |step| wait(run, &mv, step))) {
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
        })?;
        // The first to try lies last.
        let waiting = &mut self.arena[first..];
        waiting.reverse();
        match self.order {
            Some(_) => waiting.sort_by_key(|waiting| waiting.early),
            None => waiting.sort_by_key(|Waiting { step, .. }| {
                (matches!(step.then, Then::Again(_)), step.gain.rank())
            }),
        }
        self.push(Frame { key, first, low: alpha, alpha, beta, best, owned })
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
                let Some(Waiting { step, .. }) = self.arena.last() else {
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
                    let Some(Waiting { step, .. }) = self.arena.last() else {
                        unreachable!("looked at above")
                    };
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
            let owned = heap_bytes::<G>(self.space, &key);
            self.table.insert(self.run, key, bound, owned);
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
