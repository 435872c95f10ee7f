//! Memoized negamax on an explicit stack.
//!
//! A position's next positions are all looked up where it is opened, while they are in registers;
//! those known are folded in at once, the first one unknown is followed, and only the other unknown
//! ones wait, on one arena that all positions share. A position enters the table when its value is
//! known. (Reserving its place when it is opened, prefetching, and keeping values apart from keys
//! were all slower.)

pub(super) mod keys;
pub(super) mod positions;

use super::SpaceOf;
use super::fold::{Stop, worth};
use crate::game::{steps, tries};
use crate::run::Run;
use crate::{Error, Game, Space, State, Then, Value};
use alloc::format;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use keys::{Keys, Own, Packed};
use positions::Memo;

/// How many positions or moves are looked at between two looks at the cancellation flag.
const PAUSE: usize = 1 << 10;

/// A memo with whichever keys are the smallest.
pub(crate) enum AnyMemo<S: Space, V> {
    Own(Memo<S::Key, V>),
    Packed32(Memo<u32, V>),
    Packed64(Memo<u64, V>),
    Packed128(Memo<u128, V>),
}

impl<S: Space, V: Copy> AnyMemo<S, V> {
    /// Shows `visit` every state that was met, with its value, until it fails.
    #[cfg(feature = "file")]
    pub(crate) fn each<E>(
        &self,
        space: &S,
        visit: &mut impl FnMut(&S::State, V) -> Result<(), E>,
    ) -> Result<(), E> {
        fn all<S: Space, K: Keys<S>, V: Copy, E>(
            space: &S,
            memo: &Memo<K::Key, V>,
            visit: &mut impl FnMut(&S::State, V) -> Result<(), E>,
        ) -> Result<(), E> {
            memo.iter()
                .try_for_each(|(key, value)| K::unpack(space, key, |state| visit(state, value)))
        }
        match self {
            AnyMemo::Own(memo) => all::<S, Own, V, E>(space, memo, visit),
            AnyMemo::Packed32(memo) => all::<S, Packed<u32>, V, E>(space, memo, visit),
            AnyMemo::Packed64(memo) => all::<S, Packed<u64>, V, E>(space, memo, visit),
            AnyMemo::Packed128(memo) => all::<S, Packed<u128>, V, E>(space, memo, visit),
        }
    }

    /// The value of a state, if it was met.
    pub(crate) fn get(&self, space: &S, state: &S::State) -> Option<V> {
        match self {
            AnyMemo::Own(memo) => memo.get(&space.pack(state.clone())?),
            AnyMemo::Packed32(memo) => memo.get(&space.to_bits(state)?),
            AnyMemo::Packed64(memo) => memo.get(&space.to_bits(state)?),
            AnyMemo::Packed128(memo) => memo.get(&space.to_bits(state)?),
        }
    }
}

/// A move not yet valued: its gain, who moves next, and where it leads.
struct Pending<K, V> {
    key: K,
    gain: V,
    turn: Turn,
}

/// Who moves next. As wide as a word, so that a frame is copied word by word: a copy byte by byte
/// waits for the stores before it.
#[derive(Clone, Copy, PartialEq)]
#[repr(u32)]
enum Turn {
    Opponent,
    Again,
}

/// A position under way: how it was reached, and what its parent had by then.
struct Frame<K, V> {
    reached: Pending<K, V>,
    parent: Open<V>,
}

/// Where the moves that a position still has to try begin on the arena, and its best value so far.
struct Open<V> {
    from: usize,
    best: V,
}

/// Why the enumeration of a position's moves ended early.
enum Halt {
    /// No other move can be better.
    Highest,
    /// A move cannot be valued: [`explain`] finds out which and why.
    Fault,
    /// There is no room for another move, or the solve was cancelled.
    Stop(Error),
}

/// Solves a state and all that play can reach from it; with `cut`, no more than its value needs.
///
/// Time: one insert a position, one look-up a move (two where it leads to a position not met yet).
/// Memory: the positions with their values, and the moves untried along one line.
pub(crate) fn solve<G: Game>(
    run: &mut Run<'_>,
    game: &G,
    space: &SpaceOf<G>,
    start: &G::State,
    cut: bool,
) -> Result<AnyMemo<SpaceOf<G>, G::Value>, Error> {
    // Only for spaces that pack is the rest compiled, and only once for the others.
    if SpaceOf::<G>::PACKS {
        match space.bits() {
            0..=32 => {
                let memo = solve_by::<G, Packed<u32>>(run, game, space, start, cut)?;
                return Ok(AnyMemo::Packed32(memo));
            }
            33..=64 => {
                let memo = solve_by::<G, Packed<u64>>(run, game, space, start, cut)?;
                return Ok(AnyMemo::Packed64(memo));
            }
            65..=128 => {
                let memo = solve_by::<G, Packed<u128>>(run, game, space, start, cut)?;
                return Ok(AnyMemo::Packed128(memo));
            }
            _ => {}
        }
    }
    Ok(AnyMemo::Own(solve_by::<G, Own>(run, game, space, start, cut)?))
}

/// The same, keeping states in one way.
fn solve_by<G: Game, K: Keys<SpaceOf<G>>>(
    run: &mut Run<'_>,
    game: &G,
    space: &SpaceOf<G>,
    start: &G::State,
    cut: bool,
) -> Result<Memo<K::Key, G::Value>, Error> {
    let Some(key) = K::pack(space, start.clone()) else {
        return Err(Error::Outside { position: format!("{start:?}") });
    };
    let mut memo: Memo<K::Key, G::Value> = Memo::new();
    let mut arena: Vec<Pending<K::Key, G::Value>> = run.room(64)?;
    let mut stack: Vec<Frame<K::Key, G::Value>> = run.room(64)?;
    let mut opened = 0usize;
    // By Brent's algorithm: one position of the line is kept, a later one from each depth that is a
    // power of two on. A cycle comes back to it, and nothing else does: once it has left the line its
    // value is known, and it is followed no more.
    let (mut kept, mut next_kept) = (key.clone(), 1);
    let highest = |value: G::Value| cut && G::Value::HIGHEST == Some(value);
    // What a key owns on the heap is reserved while it waits and when it is kept. (None, for most states,
    // as the compiler sees.)
    let owned = |key: &K::Key| match K::OWNS {
        true => K::unpack(space, key, |state| state.heap_bytes() as u64),
        false => 0,
    };
    run.reserve(owned(&key))?;

    let mut reached = Pending { key, gain: G::Value::ZERO, turn: Turn::Again };
    // What the position above has by now; above the start there is none.
    let mut parent = Open { from: 0, best: G::Value::LOWEST };
    'open: loop {
        opened += 1;
        if opened.is_multiple_of(PAUSE) {
            run.tick(PAUSE)?;
        }
        let from = arena.len();
        let (mut best, mut moves, mut tried) = (G::Value::LOWEST, 0usize, 0usize);
        let mut follow = None;
        let flow = K::unpack(
            space,
            &reached.key,
            #[inline(always)]
            |state| {
                let flow = tries(
                    game,
                    state,
                    #[inline(always)]
                    |_, step| {
                        tried += 1;
                        if tried.is_multiple_of(PAUSE)
                            && let Err(stop) = run.tick(0)
                        {
                            return ControlFlow::Break(Halt::Stop(stop));
                        }
                        let Some(step) = step else { return ControlFlow::Continue(()) };
                        moves += 1;
                        let (next, turn) = match step.then {
                            Then::Opponent(next) => (next, Turn::Opponent),
                            Then::Again(next) => (next, Turn::Again),
                            Then::Over => {
                                best = best.better(step.gain);
                                return halt_if(highest(step.gain));
                            }
                        };
                        let Some(key) = K::pack(space, next) else {
                            return ControlFlow::Break(Halt::Fault);
                        };
                        if let Some(known) = memo.get(&key) {
                            let Some(value) = worth_of(step.gain, turn, known) else {
                                return ControlFlow::Break(Halt::Fault);
                            };
                            best = best.better(value);
                            return halt_if(highest(value));
                        }
                        let bytes = owned(&key);
                        if bytes > 0
                            && let Err(stop) = run.reserve(bytes)
                        {
                            return ControlFlow::Break(Halt::Stop(stop));
                        }
                        let pending = Pending { key, gain: step.gain, turn };
                        if follow.is_none() {
                            follow = Some(pending);
                        } else if let Err(stop) = run.push(&mut arena, pending) {
                            return ControlFlow::Break(Halt::Stop(stop));
                        }
                        ControlFlow::Continue(())
                    },
                );
                if moves == 0 {
                    best = game.terminal(state);
                }
                flow
            },
        );
        match flow {
            ControlFlow::Continue(()) => {}
            ControlFlow::Break(Halt::Highest) => {
                for pending in follow.take().into_iter().chain(arena.drain(from..)) {
                    run.release(owned(&pending.key));
                }
            }
            ControlFlow::Break(Halt::Fault) => {
                return Err(explain::<G, K>(game, space, &memo, &reached.key));
            }
            ControlFlow::Break(Halt::Stop(error)) => return Err(error),
        }
        if let Some(child) = follow {
            if child.key == kept {
                let position = K::unpack(space, &kept, |state| format!("{state:?}"));
                return Err(Error::Cycle { position });
            }
            run.push(&mut stack, Frame { reached, parent })?;
            if stack.len() == next_kept {
                (kept, next_kept) = (child.key.clone(), 2 * next_kept);
            }
            (reached, parent) = (child, Open { from, best });
            continue;
        }

        // The value of the position reached is known, and so may be those of the ones above it.
        let mut value = best;
        loop {
            let Pending { key, gain, turn } = reached;
            memo.insert(run, key, value)?;
            if memo.len().is_multiple_of(PAUSE) {
                run.check_cancelled()?;
            }
            let Some(above) = stack.last() else {
                run.tick(opened % PAUSE)?;
                return Ok(memo);
            };
            let mut worth = worth_of(gain, turn, value);
            loop {
                let Some(value) = worth else {
                    return Err(explain::<G, K>(game, space, &memo, &above.reached.key));
                };
                parent.best = parent.best.better(value);
                if highest(value) {
                    for pending in arena.drain(parent.from..) {
                        run.release(owned(&pending.key));
                    }
                }
                if arena.len() <= parent.from {
                    break;
                }
                let Some(pending) = arena.pop() else { break };
                match memo.get(&pending.key) {
                    Some(known) => {
                        run.release(owned(&pending.key));
                        worth = worth_of(pending.gain, pending.turn, known);
                    }
                    None => {
                        reached = pending;
                        continue 'open;
                    }
                }
            }
            value = parent.best;
            match stack.pop() {
                Some(frame) => (reached, parent) = (frame.reached, frame.parent),
                None => unreachable!("a position above was just looked at"),
            }
        }
    }
}

/// The value of a move for its player.
#[inline(always)]
fn worth_of<V: Value>(gain: V, turn: Turn, next: V) -> Option<V> {
    match turn {
        Turn::Opponent => gain.checked_minus(next),
        Turn::Again => gain.checked_plus(next),
    }
}

#[inline(always)]
fn halt_if(highest: bool) -> ControlFlow<Halt> {
    if highest { ControlFlow::Break(Halt::Highest) } else { ControlFlow::Continue(()) }
}

/// Which move of a position cannot be valued, and why.
#[cold]
#[inline(never)]
fn explain<G: Game, K: Keys<SpaceOf<G>>>(
    game: &G,
    space: &SpaceOf<G>,
    memo: &Memo<K::Key, G::Value>,
    key: &K::Key,
) -> Error {
    K::unpack(space, key, |state| {
        let flow = steps(game, state, |mv, step| {
            let mut outside = None;
            let mut unknown = false;
            let value = worth(&step, &mut Stop, |next| {
                let Some(key) = K::pack(space, next.clone()) else {
                    outside = Some(Error::Outside { position: format!("{next:?}") });
                    return None;
                };
                let known = memo.get(&key);
                unknown = known.is_none();
                known
            });
            if let Some(outside) = outside {
                ControlFlow::Break(outside)
            } else if value.is_none() && !unknown {
                let (position, mv) = (format!("{state:?}"), format!("{mv:?}"));
                ControlFlow::Break(Error::Overflow { position, mv })
            } else {
                ControlFlow::Continue(())
            }
        });
        match flow {
            ControlFlow::Break(error) => error,
            ControlFlow::Continue(()) => Error::Unlawful {
                position: format!("{state:?}"),
                mv: "a move".into(),
                fault: "is not played the same way twice",
            },
        }
    })
}
