//! Retrograde analysis: positions are met forwards, and decided backwards from those where play ends.
//!
//! A position is decided when no other move of its can be better: when one of them wins, or when all of them are decided.
//! That comes to a rest, whether play can go round or not; what is undecided then has no end that either player could force.
//! Positions are decided in rounds of one ply each, so that a win is the shortest there is, and a loss the longest.
//!
//! There are two ways to know who leads to whom. The fast one notes each move as it is met. The lean one runs through the
//! moves twice: first it counts how many lead to each position, then it writes them side by side, a number each.

#[cfg(test)]
mod tests;

use super::SpaceOf;
use super::memo::keys::{Keys, Own, Packed};
use super::memo::positions::Memo;
use crate::game::steps;
use crate::run::Run;
use crate::{Engine, Error, Game, Space, State, Then, Value};
use alloc::format;
use alloc::vec::Vec;
use core::hash::Hash;
use core::ops::ControlFlow;

/// How many positions are looked at between two looks at the cancellation flag.
const PAUSE: usize = 1 << 10;
/// No position, no move, or not decided.
const NONE: u32 = u32::MAX;
/// Set where the same player moves again.
const AGAIN: u32 = 1 << 31;

/// What is known with whichever keys are the smallest.
pub(crate) enum AnyDecided<S: Space, V> {
    Own(Decided<S::Key, V>),
    Packed32(Decided<u32, V>),
    Packed64(Decided<u64, V>),
    Packed128(Decided<u128, V>),
}

impl<S: Space, V: Value> AnyDecided<S, V> {
    /// The value of a state that play can reach, and in which round it was decided.
    pub(crate) fn get(&self, space: &S, state: &S::State) -> Option<(V, Option<u32>)> {
        match self {
            AnyDecided::Own(decided) => decided.get(&space.pack(state.clone())?),
            AnyDecided::Packed32(decided) => decided.get(&space.to_bits(state)?),
            AnyDecided::Packed64(decided) => decided.get(&space.to_bits(state)?),
            AnyDecided::Packed128(decided) => decided.get(&space.to_bits(state)?),
        }
    }
}

/// The value of every position that play can reach, and in how many plies it is decided.
pub(crate) struct Decided<K, V> {
    places: Memo<K, u32>,
    values: Vec<V>,
    rounds: Vec<u32>,
}

impl<K: Eq + Hash, V: Value> Decided<K, V> {
    fn get(&self, key: &K) -> Option<(V, Option<u32>)> {
        let at = self.places.get(key)? as usize;
        Some((self.values[at], Some(self.rounds[at]).filter(|round| *round != NONE)))
    }
}

/// Solves a state and all that play can reach from it.
///
/// Time: two passes over the moves, forwards and backwards; three where memory is short. Memory: the positions with their
/// values, and 4 bytes a move, or 12 and more where there is room.
pub(crate) fn solve<G: Game>(
    run: &mut Run<'_>,
    game: &G,
    space: &SpaceOf<G>,
    start: &G::State,
) -> Result<AnyDecided<SpaceOf<G>, G::Value>, Error> {
    if SpaceOf::<G>::PACKS {
        match space.bits() {
            0..=32 => {
                let decided = solve_by::<G, Packed<u32>>(run, game, space, start)?;
                return Ok(AnyDecided::Packed32(decided));
            }
            33..=64 => {
                let decided = solve_by::<G, Packed<u64>>(run, game, space, start)?;
                return Ok(AnyDecided::Packed64(decided));
            }
            65..=128 => {
                let decided = solve_by::<G, Packed<u128>>(run, game, space, start)?;
                return Ok(AnyDecided::Packed128(decided));
            }
            _ => {}
        }
    }
    Ok(AnyDecided::Own(solve_by::<G, Own>(run, game, space, start)?))
}

fn solve_by<G: Game, K: Keys<SpaceOf<G>>>(
    run: &mut Run<'_>,
    game: &G,
    space: &SpaceOf<G>,
    start: &G::State,
) -> Result<Decided<K::Key, G::Value>, Error> {
    let account = run.account();
    match Analysis::<G, K>::new(game, space).fast(run, start) {
        Err(Error::OverBudget { .. }) => {
            run.restart(account);
            Analysis::<G, K>::new(game, space).lean(run, start)
        }
        done => done,
    }
}

/// An analysis under way. Positions are numbered as they are met.
struct Analysis<'g, G: Game, K: Keys<SpaceOf<G>>> {
    game: &'g G,
    space: &'g SpaceOf<G>,
    places: Memo<K::Key, u32>,
    /// The best value of each by now.
    values: Vec<G::Value>,
    /// How many moves of each are not valued yet.
    open: Vec<u32>,
    /// In how many plies each is decided.
    rounds: Vec<u32>,
    /// Decided in this round, and in the next.
    now: Vec<u32>,
    next: Vec<u32>,
    /// Decided by moves of their own, and so in one ply.
    soon: Vec<u32>,
}

/// A move to a position: from where, what it gains, and the move to it that was met before.
#[derive(Clone, Copy)]
struct Edge<V> {
    from: u32,
    before: u32,
    gain: V,
}

/// What a position's moves are worth by themselves.
struct Moves<V> {
    moves: usize,
    open: u32,
    best: V,
}

impl<'g, G: Game, K: Keys<SpaceOf<G>>> Analysis<'g, G, K> {
    fn new(game: &'g G, space: &'g SpaceOf<G>) -> Self {
        Analysis {
            game,
            space,
            places: Memo::new(),
            values: Vec::new(),
            open: Vec::new(),
            rounds: Vec::new(),
            now: Vec::new(),
            next: Vec::new(),
            soon: Vec::new(),
        }
    }

    /// The number of a position, and whether it is met for the first time.
    fn place(&mut self, run: &mut Run<'_>, key: &K::Key) -> Result<(u32, bool), Error> {
        let fresh = self.places.len() as u32;
        // The highest bit says who moves; and one number stands for none.
        if fresh >= AGAIN - 1 {
            return Err(Error::TooMany { engine: Engine::Retrograde });
        }
        match self.places.place(run, key, fresh)? {
            Some(at) => Ok((at, false)),
            None => {
                if K::OWNS {
                    // In the table, and as long as it waits in a second copy.
                    let owned = K::unpack(self.space, key, |state| state.heap_bytes() as u64);
                    run.reserve(2 * owned)?;
                }
                Ok((fresh, true))
            }
        }
    }

    /// Decides a position by what its own moves say, if they do.
    fn begin(
        &mut self,
        run: &mut Run<'_>,
        at: u32,
        own: &Moves<G::Value>,
        terminal: impl FnOnce() -> G::Value,
    ) -> Result<(), Error> {
        let i = at as usize;
        (self.values[i], self.open[i]) = (own.best, own.open);
        if own.moves == 0 {
            (self.values[i], self.rounds[i]) = (terminal(), 0);
            in_round(self.values[i], 0)?;
            run.push(&mut self.now, at)?;
        } else if own.open == 0 || own.best.is_settled(1) {
            self.rounds[i] = 1;
            in_round(own.best, 1)?;
            run.push(&mut self.soon, at)?;
        }
        Ok(())
    }

    /// Notes each move as it is met.
    fn fast(
        mut self,
        run: &mut Run<'_>,
        start: &G::State,
    ) -> Result<Decided<K::Key, G::Value>, Error> {
        let (game, space) = (self.game, self.space);
        let mut heads: Vec<u32> = Vec::new();
        let mut edges: Vec<Edge<G::Value>> = Vec::new();
        let mut stack: Vec<(K::Key, u32)> = Vec::new();
        let first = K::pack(space, start.clone()).ok_or_else(|| outside::<G>(start))?;
        self.place(run, &first)?;
        self.grow(run)?;
        run.push(&mut heads, NONE)?;
        run.push(&mut stack, (first, 0))?;
        let mut met = 0usize;
        while let Some((key, at)) = stack.pop() {
            met += 1;
            if met.is_multiple_of(PAUSE) {
                run.tick(PAUSE)?;
            }
            let mut own = Moves { moves: 0, open: 0, best: G::Value::LOWEST };
            let mut visit = |this: &mut Self,
                             state: &G::State,
                             next: Then<G::State>,
                             gain: G::Value|
             -> Result<(), Error> {
                let (child, again) = match next {
                    Then::Opponent(child) => (child, false),
                    Then::Again(child) => (child, true),
                    Then::Over => {
                        own.best = own.best.better(gain);
                        return Ok(());
                    }
                };
                let child =
                    K::pack(space, child).ok_or_else(|| self::stray::<G, K>(game, space, state))?;
                let (to, is_new) = this.place(run, &child)?;
                if is_new {
                    this.grow(run)?;
                    run.push(&mut heads, NONE)?;
                    run.push(&mut stack, (child, to))?;
                }
                match decided_by(gain, again) {
                    Some(value) => own.best = own.best.better(value),
                    None => {
                        own.open += 1;
                        let number = edges.len() as u32;
                        if edges.len() >= NONE as usize {
                            return Err(Error::TooMany { engine: Engine::Retrograde });
                        }
                        let from = if again { at | AGAIN } else { at };
                        let before = core::mem::replace(&mut heads[to as usize], number);
                        run.push(&mut edges, Edge { from, before, gain })?;
                    }
                }
                Ok(())
            };
            let terminal = K::unpack(space, &key, |state| {
                let mut moves = 0;
                let flow = steps(game, state, |_, step| {
                    moves += 1;
                    match visit(&mut self, state, step.then, step.gain) {
                        Ok(()) => ControlFlow::Continue(()),
                        Err(error) => ControlFlow::Break(error),
                    }
                });
                match flow {
                    ControlFlow::Break(error) => Err(error),
                    ControlFlow::Continue(()) => {
                        Ok((moves, (moves == 0).then(|| game.terminal(state))))
                    }
                }
            });
            let (moves, terminal) = terminal?;
            own.moves = moves;
            self.begin(run, at, &own, || terminal.unwrap_or(G::Value::ZERO))?;
        }
        run.tick(met % PAUSE)?;
        self.backwards(run, |at, visit| {
            let mut edge = heads[at as usize];
            while edge != NONE {
                let Edge { from, before, gain } = edges[edge as usize];
                visit(from, gain)?;
                edge = before;
            }
            Ok(())
        })?;
        self.finish(run)
    }

    /// Room for one more position.
    fn grow(&mut self, run: &mut Run<'_>) -> Result<(), Error> {
        run.push(&mut self.values, G::Value::LOWEST)?;
        run.push(&mut self.open, 0)?;
        run.push(&mut self.rounds, NONE)
    }

    /// Runs through the moves twice.
    fn lean(
        mut self,
        run: &mut Run<'_>,
        start: &G::State,
    ) -> Result<Decided<K::Key, G::Value>, Error> {
        let (game, space) = (self.game, self.space);
        // How many moves lead to each position; then where those to each begin.
        let mut into: Vec<u32> = Vec::new();
        let mut stack: Vec<K::Key> = Vec::new();
        let first = K::pack(space, start.clone()).ok_or_else(|| outside::<G>(start))?;
        self.place(run, &first)?;
        run.push(&mut into, 0)?;
        run.push(&mut stack, first)?;
        let (mut met, mut moves_gain, mut moves) = (0usize, false, 0usize);
        while let Some(key) = stack.pop() {
            met += 1;
            if met.is_multiple_of(PAUSE) {
                run.tick(PAUSE)?;
            }
            K::unpack(space, &key, |state| {
                let mut visit = |next: Then<G::State>, gain: G::Value| -> Result<(), Error> {
                    let (child, again) = match next {
                        Then::Opponent(child) => (child, false),
                        Then::Again(child) => (child, true),
                        Then::Over => return Ok(()),
                    };
                    let key =
                        K::pack(space, child).ok_or_else(|| stray::<G, K>(game, space, state))?;
                    let (to, is_new) = self.place(run, &key)?;
                    if is_new {
                        run.push(&mut into, 0)?;
                        run.push(&mut stack, key)?;
                    }
                    if decided_by(gain, again).is_none() {
                        into[to as usize] += 1;
                        moves += 1;
                        moves_gain |= gain != G::Value::ZERO;
                    }
                    Ok(())
                };
                let flow = steps(game, state, |_, step| match visit(step.then, step.gain) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(error) => ControlFlow::Break(error),
                });
                flow.break_value().map_or(Ok(()), Err)
            })?;
        }
        run.tick(met % PAUSE)?;
        let bytes = (stack.capacity() * size_of::<K::Key>()) as u64;
        drop(stack);
        run.release(bytes);
        if moves >= NONE as usize {
            return Err(Error::TooMany { engine: Engine::Retrograde });
        }
        let count = into.len();
        let mut sum = 0;
        for into in &mut into {
            // The end of each block; the second pass moves it to its begin.
            sum += *into;
            *into = sum;
        }
        let mut from: Vec<u32> = run.filled(moves, 0)?;
        let mut gains: Vec<G::Value> =
            run.filled(if moves_gain { moves } else { 0 }, G::Value::ZERO)?;
        self.values = run.filled(count, G::Value::LOWEST)?;
        self.open = run.filled(count, 0)?;
        self.rounds = run.filled(count, NONE)?;
        // The table is not written to any more, but the rest of the analysis is.
        let places = core::mem::replace(&mut self.places, Memo::new());
        for (i, (key, at)) in places.iter().enumerate() {
            if i.is_multiple_of(PAUSE) {
                run.check_cancelled()?;
            }
            let mut own = Moves { moves: 0, open: 0, best: G::Value::LOWEST };
            let terminal = K::unpack(space, key, |state| {
                let _ = steps(game, state, |_, step| {
                    own.moves += 1;
                    let (child, again) = match step.then {
                        Then::Opponent(child) => (child, false),
                        Then::Again(child) => (child, true),
                        Then::Over => {
                            own.best = own.best.better(step.gain);
                            return ControlFlow::<()>::Continue(());
                        }
                    };
                    match decided_by(step.gain, again) {
                        Some(value) => own.best = own.best.better(value),
                        None => {
                            own.open += 1;
                            let to = K::pack(space, child).and_then(|key| places.get(&key));
                            // A position that a lawful game did not show the first time is not counted.
                            let Some(slot) = to.and_then(|to| {
                                into[to as usize].checked_sub(1).map(|slot| (to, slot))
                            }) else {
                                return ControlFlow::Continue(());
                            };
                            into[slot.0 as usize] = slot.1;
                            let again = if again { AGAIN } else { 0 };
                            from[slot.1 as usize] = at | again;
                            if moves_gain {
                                gains[slot.1 as usize] = step.gain;
                            }
                        }
                    }
                    ControlFlow::Continue(())
                });
                (own.moves == 0).then(|| game.terminal(state))
            });
            self.begin(run, at, &own, || terminal.unwrap_or(G::Value::ZERO))?;
        }
        self.places = places;
        self.backwards(run, |at, visit| {
            let begin = into[at as usize] as usize;
            let end = into.get(at as usize + 1).map_or(moves, |end| *end as usize);
            for slot in begin..end {
                let gain = if moves_gain { gains[slot] } else { G::Value::ZERO };
                visit(from[slot], gain)?;
            }
            Ok(())
        })?;
        self.finish(run)
    }

    /// Tells what was decided to the positions before it, round by round.
    ///
    /// `each` shows the moves that lead to a position: from where, with who moves, and what they gain.
    fn backwards(
        &mut self,
        run: &mut Run<'_>,
        each: impl Fn(u32, &mut dyn FnMut(u32, G::Value) -> Result<(), Error>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut plies = 0u32;
        while !self.now.is_empty() || !self.soon.is_empty() {
            plies += 1;
            let now = core::mem::take(&mut self.now);
            for (i, at) in now.iter().enumerate() {
                if i.is_multiple_of(PAUSE) {
                    run.check_cancelled()?;
                }
                let value = self.values[*at as usize];
                each(*at, &mut |from, gain| {
                    let before = (from & !AGAIN) as usize;
                    if self.rounds[before] != NONE {
                        return Ok(());
                    }
                    let again = from & AGAIN != 0;
                    let worth =
                        if again { gain.checked_plus(value) } else { gain.checked_minus(value) };
                    let worth = worth.ok_or_else(|| self.overflow(before as u32, *at))?;
                    let best = self.values[before].better(worth);
                    self.values[before] = best;
                    self.open[before] = self.open[before].saturating_sub(1);
                    if self.open[before] == 0 || best.is_settled(plies) {
                        self.rounds[before] = plies;
                        in_round(best, plies)?;
                        run.push(&mut self.next, before as u32)?;
                    }
                    Ok(())
                })?;
            }
            self.now = now;
            self.now.clear();
            // What one's own move decides is decided in one ply.
            for at in core::mem::take(&mut self.soon) {
                run.push(&mut self.next, at)?;
            }
            core::mem::swap(&mut self.now, &mut self.next);
        }
        Ok(())
    }

    /// What is undecided never ends.
    fn finish(mut self, run: &mut Run<'_>) -> Result<Decided<K::Key, G::Value>, Error> {
        run.check_cancelled()?;
        for at in 0..self.rounds.len() {
            if self.rounds[at] != NONE {
                continue;
            }
            let Some(endless) = G::Value::ENDLESS else {
                return Err(Error::Cycle { position: self.name(at as u32) });
            };
            self.values[at] = endless;
        }
        let Analysis { places, values, rounds, .. } = self;
        Ok(Decided { places, values, rounds })
    }

    /// A position in words. It is looked for: the table knows numbers by positions only.
    #[cold]
    #[inline(never)]
    fn name(&self, at: u32) -> alloc::string::String {
        let key = self.places.iter().find(|(_, place)| *place == at);
        key.map_or_else(alloc::string::String::new, |(key, _)| {
            K::unpack(self.space, key, |state| format!("{state:?}"))
        })
    }

    /// The first move of a position whose value does not fit, given that the one to another does not.
    #[cold]
    #[inline(never)]
    fn overflow(&self, from: u32, to: u32) -> Error {
        let key = self.places.iter().find(|(_, place)| *place == from);
        let found = key.and_then(|(key, _)| {
            K::unpack(self.space, key, |state| {
                let flow = steps(self.game, state, |mv, step| {
                    let (next, is_again) = match step.then {
                        Then::Opponent(next) => (next, false),
                        Then::Again(next) => (next, true),
                        Then::Over => return ControlFlow::Continue(()),
                    };
                    let place = K::pack(self.space, next).and_then(|key| self.places.get(&key));
                    let Some(place) = place else { return ControlFlow::Continue(()) };
                    let value = self.values[place as usize];
                    let worth = match is_again {
                        true => step.gain.checked_plus(value),
                        false => step.gain.checked_minus(value),
                    };
                    let known = place == to || self.rounds[place as usize] != NONE;
                    match known && worth.is_none() {
                        true => ControlFlow::Break(format!("{mv:?}")),
                        false => ControlFlow::Continue(()),
                    }
                });
                flow.break_value()
            })
        });
        Error::Overflow { position: self.name(from), mv: found.unwrap_or_else(|| "a move".into()) }
    }
}

/// What a move is worth whatever follows it, if its gain decides that.
#[inline(always)]
pub(crate) fn decided_by<V: Value>(gain: V, again: bool) -> Option<V> {
    let worth = |next: V| if again { gain.checked_plus(next) } else { gain.checked_minus(next) };
    let (high, low) = (worth(V::HIGHEST?)?, worth(V::LOWEST)?);
    (high == low).then_some(high)
}

/// A state's next one that is not of the space.
#[cold]
#[inline(never)]
fn stray<G: Game, K: Keys<SpaceOf<G>>>(game: &G, space: &SpaceOf<G>, state: &G::State) -> Error {
    let flow = steps(game, state, |_, step| match step.into_next() {
        Some(next) if K::pack(space, next.clone()).is_none() => ControlFlow::Break(next),
        _ => ControlFlow::Continue(()),
    });
    outside::<G>(flow.break_value().as_ref().unwrap_or(state))
}

/// An error if a value counts other plies than the round in which it is decided: then the order of rounds is not that of values.
#[inline(always)]
fn in_round<V: Value>(value: V, round: u32) -> Result<(), Error> {
    match value.counted_plies() {
        Some(plies) if plies != round => Err(Error::CannotRun {
            engine: Engine::Retrograde,
            why: "it decides positions in the order of their distances, and a terminal position or a gain here counts other \
                  plies than it takes; let them say outcomes, or choose the memo",
        }),
        _ => Ok(()),
    }
}

fn outside<G: Game>(state: &G::State) -> Error {
    Error::Outside { position: format!("{state:?}") }
}
