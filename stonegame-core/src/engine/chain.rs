//! Chains: layers of one slot each, whose moves reach back a few layers. The values they reach stay
//! in registers.

use super::SpaceOf;
use super::fold::{Stop, best};
use super::sweep::PAUSE;
use crate::run::Run;
use crate::{Error, Game, Space, State, Value};
use core::ops::Range;

/// How many values are kept: moves that reach back farther need a window.
pub(crate) const KEPT: usize = 8;

/// The last few values, the newest first.
type Last<V> = [V; KEPT];

/// The value of the last of the layers `0..layers`; `None`: a move is at fault.
#[inline]
pub(crate) fn value<G: Game>(
    run: &mut Run<'_>,
    game: &G,
    layers: usize,
) -> Result<Option<G::Value>, Error> {
    let mut last = [G::Value::ZERO; KEPT];
    let mut from = 0;
    while from < layers {
        let to = layers.min(from + PAUSE);
        match fill(game, from..to, last) {
            Some(filled) => last = filled,
            None => return Ok(None),
        }
        run.tick(to - from)?;
        from = to;
    }
    Ok(Some(last[0]))
}

crate::simd::widest! {
    /// The last values after some more layers; `None`: a move is at fault.
    fn fill<G: Game>(
        game: &G,
        layers: Range<usize>,
        last: Last<G::Value>,
    ) -> Option<Last<G::Value>> {
        let space: SpaceOf<G> = G::State::space(game);
        let (mut last, reach) = (last, space.reach().min(KEPT));
        for layer in layers {
            let state = space.at(layer, 0);
            let value = best(
                game,
                &state,
                &mut Stop,
                #[inline(always)]
                |next| {
                    let cell = space.locate(next)?;
                    // How far down it leads, less one: enormous where it does not lead down.
                    let down = layer.wrapping_sub(cell.layer).wrapping_sub(1);
                    if down >= reach || cell.slot != 0 {
                        return None;
                    }
                    Some((*last.get(down)?, down == 0))
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
}
