//! A wide layer, filled by several threads at once: its slots do not depend on each other.

use super::SpaceOf;
use super::sweep::{PAUSE, explain, fill_any, fill_spread, near_below, pause, sweep_alone};
use super::window::{Cells, Start, Window};
use crate::run::{Run, bytes_of};
use crate::{Error, Game, Space, Value};
use alloc::vec::Vec;
use core::cell::Cell;
use core::ops::Range;
use rayon::prelude::*;
use std::sync::Mutex;

/// How many slots a layer has at least, if it is worth waking threads for.
const SLOTS: usize = 128;

/// Whether a layer is worth it: by its slots, and how far their moves may reach.
fn worth<S: Space>(space: &S, width: usize) -> bool {
    width >= SLOTS && width.saturating_mul(space.reach().max(8)) >= 64 * PAUSE
}

/// Room to fill a layer in, beside the window that all threads read; `None` if there is but one thread, no such
/// layer among some, or no room.
pub(super) fn room<V: Value, S: Space>(
    run: &mut Run<'_>,
    space: &S,
    layers: Range<usize>,
) -> Option<Vec<V>> {
    if S::CHAIN || run.threads() < 2 {
        return None;
    }
    let widest = match space.even() {
        Some(width) => width,
        None => layers.map(|layer| space.width(layer)).max()?,
    };
    if !worth(space, widest) {
        return None;
    }
    run.filled(widest, V::ZERO).ok()
}

/// Fills some layers of a window that holds those below, the wide ones by several threads.
pub(super) fn sweep<G: Game>(
    run: &mut Run<'_>,
    game: &G,
    space: &SpaceOf<G>,
    window: &mut Window<G::Value>,
    layers: Range<usize>,
    mut room: Vec<G::Value>,
) -> Result<(), Error> {
    // From within the pool, whose threads do not fall asleep from one layer to the next.
    rayon::scope(|_| {
        let mut layer = layers.start;
        while layer < layers.end {
            let is_wide = |layer: &usize| worth(space, space.width(*layer));
            let narrow = layer..(layer..layers.end).find(is_wide).unwrap_or(layers.end);
            layer = narrow.end;
            sweep_alone(run, game, space, window, narrow)?;
            if layer < layers.end {
                if !fill(run, game, space, window, layer, &mut room)? {
                    return Err(explain(game, space, layer, |cell| window.get(cell)));
                }
                run.tick(space.width(layer))?;
                layer += 1;
            }
        }
        run.release(bytes_of::<G::Value>(room.capacity()));
        Ok(())
    })
}

/// Fills a layer, each thread one piece after another; tells whether nothing was at fault.
fn fill<G: Game>(
    run: &Run<'_>,
    game: &G,
    space: &SpaceOf<G>,
    window: &mut Window<G::Value>,
    layer: usize,
    room: &mut [G::Value],
) -> Result<bool, Error> {
    let (width, threads) = (space.width(layer), run.threads());
    let row = &mut room[..width];
    // Some pieces for each thread, since one may have more to do in them than another.
    let piece = width.div_ceil(8 * threads).min(pause(space));
    let pieces = Mutex::new(row.chunks_mut(piece).enumerate());
    let next = || pieces.lock().ok()?.next();
    let work = |_| {
        while let Some((i, row)) = next() {
            run.check_cancelled()?;
            if !fill_piece(game, space, window, layer, i * piece, row) {
                return Ok(false);
            }
        }
        Ok(true)
    };
    let sound = (0..threads).into_par_iter().map(work).try_reduce(|| true, |a, b| Ok(a && b))?;
    window.set_row(layer, row);
    Ok(sound)
}

crate::simd::widest_fn! {
    /// Fills some slots of a layer; tells whether nothing was at fault.
    fn fill_piece<G: Game>(
        game: &G,
        space: &SpaceOf<G>,
        window: &Window<G::Value>,
        layer: usize,
        from: usize,
        row: &mut [G::Value],
    ) -> bool {
        if let Some(spread) = near_below(space, layer) {
            let below = window.row(layer - 1, space.width(layer - 1));
            return fill_spread(game, layer, from, spread, row, below);
        }
        let slots = from..from + row.len();
        let row = Cell::from_mut(row).as_slice_of_cells();
        match window.values() {
            Cells::Even(values, rows) => fill_from(game, space, values, rows, layer, slots, row),
            Cells::Stacked(values, rows) => fill_from(game, space, values, rows, layer, slots, row),
        }
    }
}

/// Any moves, to values that nobody writes.
#[inline(always)]
fn fill_from<G: Game>(
    game: &G,
    space: &SpaceOf<G>,
    values: &[G::Value],
    rows: impl Start,
    layer: usize,
    slots: Range<usize>,
    row: &[Cell<G::Value>],
) -> bool {
    fill_any(
        game,
        space,
        layer,
        slots,
        row,
        #[inline(always)]
        |cell| values.get(rows.start(cell.layer).wrapping_add(cell.slot)).copied(),
    )
}
