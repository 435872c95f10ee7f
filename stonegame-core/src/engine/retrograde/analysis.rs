//! What both ways have in common: positions by their numbers, and what is decided told backwards.

use super::Decided;
use crate::engine::SpaceOf;
use crate::engine::memo::keys::Keys;
use crate::engine::memo::positions::Memo;
use crate::game::steps;
use crate::run::Run;
use crate::{Engine, Error, Game, State, Then, Value};
use alloc::format;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// How many positions are looked at between two looks at the cancellation flag.
pub(super) const PAUSE: usize = 1 << 10;
/// No position, no move, or not decided.
pub(super) const NONE: u32 = u32::MAX;
/// Set where the same player moves again.
pub(super) const AGAIN: u32 = 1 << 31;

/// An analysis under way. Positions are numbered as they are met.
pub(super) struct Analysis<'g, G: Game, K: Keys<SpaceOf<G>>> {
    pub(super) game: &'g G,
    pub(super) space: &'g SpaceOf<G>,
    pub(super) places: Memo<K::Key, u32>,
    /// The best value of each by now.
    pub(super) values: Vec<G::Value>,
    /// How many moves of each are not valued yet.
    pub(super) open: Vec<u32>,
    /// In how many plies each is decided.
    pub(super) rounds: Vec<u32>,
    /// Decided in this round, and in the next.
    now: Vec<u32>,
    next: Vec<u32>,
    /// Decided by moves of their own, and so in one ply.
    soon: Vec<u32>,
}

/// What a position's moves are worth by themselves.
pub(super) struct Moves<V> {
    pub(super) moves: usize,
    pub(super) open: u32,
    pub(super) best: V,
}

impl<'g, G: Game, K: Keys<SpaceOf<G>>> Analysis<'g, G, K> {
    pub(super) fn new(game: &'g G, space: &'g SpaceOf<G>) -> Self {
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
    pub(super) fn place(&mut self, run: &mut Run<'_>, key: &K::Key) -> Result<(u32, bool), Error> {
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
    pub(super) fn begin(
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

    /// Room for one more position.
    pub(super) fn grow(&mut self, run: &mut Run<'_>) -> Result<(), Error> {
        run.push(&mut self.values, G::Value::LOWEST)?;
        run.push(&mut self.open, 0)?;
        run.push(&mut self.rounds, NONE)
    }

    /// Tells what was decided to the positions before it, round by round.
    ///
    /// `each` shows the moves that lead to a position: from where, with who moves, and what they gain.
    pub(super) fn backwards(
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
                    run.look()?;
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
    pub(super) fn finish(mut self, run: &mut Run<'_>) -> Result<Decided<K::Key, G::Value>, Error> {
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

/// An error if a value counts other plies than the round in which it is decided: then the order of rounds is not that of values.
#[inline(always)]
pub(crate) fn in_round<V: Value>(value: V, round: u32) -> Result<(), Error> {
    match value.counted_plies() {
        Some(plies) if plies != round => Err(Error::CannotRun {
            engine: Engine::Retrograde,
            why: "it decides positions in the order of their distances, and a terminal position or a gain here counts other \
                  plies than it takes; let them say outcomes, or choose the memo",
        }),
        _ => Ok(()),
    }
}
