//! Retrograde analysis: positions are met forwards, and decided backwards from those where play ends.
//!
//! A position is decided when no other move of its can be better: when one of them wins, or when all of them are decided.
//! That comes to a rest, whether play can go round or not; what is undecided then has no end that either player could force.
//! Positions are decided in rounds of one ply each, so that a win is the shortest there is, and a loss the longest.
//!
//! There are two ways to know who leads to whom. The fast one notes each move as it is met. The lean one runs through the
//! moves twice: first it counts how many lead to each position, then it writes them side by side, a number each.

mod analysis;
mod fast;
mod lean;
#[cfg(test)]
mod tests;

use super::SpaceOf;
use super::memo::keys::{Keys, Own, Packed};
use super::memo::positions::Memo;
use crate::game::steps;
use crate::run::{Run, bytes_of};
use crate::{Error, Game, Space, Value};
use alloc::format;
use alloc::vec::Vec;
#[cfg(feature = "cluster")]
pub(crate) use analysis::in_round;
use analysis::{Analysis, NONE};
use core::hash::Hash;
use core::ops::ControlFlow;

/// What is known with whichever keys are the smallest.
pub(crate) enum AnyDecided<S: Space, V> {
    Own(Decided<S::Key, V>),
    Packed32(Decided<u32, V>),
    Packed64(Decided<u64, V>),
    Packed128(Decided<u128, V>),
}

impl<S: Space, V: Value> AnyDecided<S, V> {
    /// Shows `visit` every state, with its value and the round in which it was decided, until it fails.
    #[cfg(feature = "file")]
    pub(crate) fn each<E>(
        &self,
        space: &S,
        visit: &mut impl FnMut(&S::State, V, Option<u32>) -> Result<(), E>,
    ) -> Result<(), E> {
        fn all<S: Space, K: Keys<S>, V: Value, E>(
            space: &S,
            decided: &Decided<K::Key, V>,
            visit: &mut impl FnMut(&S::State, V, Option<u32>) -> Result<(), E>,
        ) -> Result<(), E> {
            decided.places.iter().try_for_each(|(key, at)| {
                let round = Some(decided.rounds[at as usize]).filter(|round| *round != NONE);
                K::unpack(space, key, |state| visit(state, decided.values[at as usize], round))
            })
        }
        match self {
            AnyDecided::Own(decided) => all::<S, Own, V, E>(space, decided, visit),
            AnyDecided::Packed32(decided) => all::<S, Packed<u32>, V, E>(space, decided, visit),
            AnyDecided::Packed64(decided) => all::<S, Packed<u64>, V, E>(space, decided, visit),
            AnyDecided::Packed128(decided) => all::<S, Packed<u128>, V, E>(space, decided, visit),
        }
    }

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
    let done = match Analysis::<G, K>::new(game, space).fast(run, start) {
        Err(Error::OverBudget { .. }) => {
            run.restart(account);
            Analysis::<G, K>::new(game, space).lean(run, start)
        }
        done => done,
    }?;
    // All else that it took is given back.
    let (values, rounds) = (done.values.capacity(), done.rounds.capacity());
    let bytes = bytes_of::<G::Value>(values) + bytes_of::<u32>(rounds) + done.places.allocated();
    run.restart((account.0 + bytes, run.evaluated()));
    Ok(done)
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

/// The error for a state that is not of the space.
pub(crate) fn outside<G: Game>(state: &G::State) -> Error {
    Error::Outside { position: format!("{state:?}") }
}
