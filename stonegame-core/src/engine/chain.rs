//! Chains: layers of one slot each, whose moves reach back a few layers. The values they reach stay
//! in registers.

use super::SpaceOf;
use super::fold::{Stop, best};
use super::sweep::{PAUSE, lower};
use crate::run::Run;
use crate::{Error, Game, Space, State, Value};
use core::ops::Range;

/// How many values are kept at most: moves that reach back farther need a window.
pub(crate) const KEPT: usize = 8;

/// The value of the last of the layers `0..layers`; `None`: a move is at fault.
#[inline]
pub(crate) fn value<G: Game>(
    run: &mut Run<'_>,
    game: &G,
    space: &SpaceOf<G>,
    layers: usize,
) -> Result<Option<G::Value>, Error> {
    match space.reach() {
        0..=1 => kept::<G, 1>(run, game, layers),
        2 => kept::<G, 2>(run, game, layers),
        3 => kept::<G, 3>(run, game, layers),
        4 => kept::<G, 4>(run, game, layers),
        _ => kept::<G, KEPT>(run, game, layers),
    }
}

/// The same with `K` values kept.
fn kept<G: Game, const K: usize>(
    run: &mut Run<'_>,
    game: &G,
    layers: usize,
) -> Result<Option<G::Value>, Error> {
    let mut last = [G::Value::ZERO; K];
    // The lowest layers apart: above them, all that moves reach back to is there.
    let mut to = layers.min(K);
    let mut filled = fill::<G, K, false>(game, 0..to, last);
    run.tick(to)?;
    while let Some(kept) = filled {
        last = kept;
        if to == layers {
            return Ok(Some(last[0]));
        }
        let from = to;
        to = layers.min(from + PAUSE);
        filled = fill::<G, K, true>(game, from..to, last);
        run.tick(to - from)?;
    }
    Ok(None)
}

/// The last values after some more layers, the newest first; `None`: a move is at fault.
///
/// `ABOVE`: the layers are `K` and higher, so that the compiler may leave out what it asks below.
#[inline(never)]
fn fill<G: Game, const K: usize, const ABOVE: bool>(
    game: &G,
    layers: Range<usize>,
    last: [G::Value; K],
) -> Option<[G::Value; K]> {
    // A copy that is never in memory.
    let mut last: [G::Value; K] = core::array::from_fn(|i| last[i]);
    let space: SpaceOf<G> = G::State::space(game);
    let reach = space.reach();
    for layer in layers {
        if ABOVE && layer < K {
            return None;
        }
        let state = space.at(layer, 0);
        let value = best(
            game,
            &state,
            &mut Stop,
            #[inline(always)]
            |next| {
                let (_, between) = lower(&space, layer, reach, next)?;
                Some((*last.get(between)?, between == 0))
            },
        )?;
        // A fresh array: shifting in place goes through memory, and waits for its own stores.
        last = core::array::from_fn(
            #[inline(always)]
            |i| if i == 0 { value } else { last[i - 1] },
        );
    }
    Some(last)
}
