//! A sweep in place and in tiles, for spaces whose moves lead to the layer below and to nearby slots.
//!
//! Where every move from slot `i` leads to one of the slots `i..=i + spread` of the layer below, an
//! ascending pass over one row can overwrite each value with the one above it. And several passes
//! can go over a part of the row before any goes over the rest, if each begins and ends `spread`
//! slots to the left of the one before: what it reads to the right was written by that one, what
//! it needs to the left by the part before. So a tile of slots stays in the first-level cache while
//! many layers go over it, and each value is loaded from memory once for all of them.
//!
//! Overflow is asked for in the cheapest way, which trips where values take more than half of what their type holds:
//! that is two thirds of the instructions. The rare game whose values do is swept anew in a window.

use super::SpaceOf;
use super::fold::{Guard, Roomy, Sticky, best};
use super::sweep::{PAUSE, near, store, to_the_right};
use crate::run::Run;
use crate::{Error, Game, Space, State, Value};
use alloc::vec::Vec;
use core::cell::Cell as Shared;
use core::ops::Range;

/// How many layers go over a tile.
const LAYERS: usize = 64;
/// How many bytes a tile has.
const BYTES: usize = 8192;

/// A row of fewer slots is short.
const SHORT: usize = 1024;

/// How many slots a tile has.
const fn slots<V>() -> usize {
    let slots = BYTES / if size_of::<V>() == 0 { 1 } else { size_of::<V>() };
    if slots < 64 {
        64
    } else if slots > PAUSE {
        PAUSE
    } else {
        slots
    }
}

/// One row, that of the last layer filled.
pub(crate) struct Front<V> {
    row: Vec<V>,
    spread: usize,
}

impl<V: Value> Front<V> {
    /// An empty row, in which layer 0 is to be filled first; `None` if the space is not of this kind.
    pub(crate) fn new<S: Space>(
        run: &mut Run<'_>,
        space: &S,
        layers: usize,
    ) -> Result<Option<Self>, Error> {
        let Some(spread) = near::<S>() else {
            return Ok(None);
        };
        let row = run.filled(space.widest(layers), V::ZERO)?;
        Ok(Some(Front { row, spread }))
    }

    /// The values of the last layer filled.
    pub(crate) fn row(&self, width: usize) -> &[V] {
        &self.row[..width]
    }

    /// Fills some layers over the row of the layer below them. `Ok(false)`: a move is at fault, or values are too large
    /// for a sweep that leaves room.
    #[inline]
    pub(crate) fn advance<G: Game<Value = V>>(
        &mut self,
        run: &mut Run<'_>,
        game: &G,
        space: &SpaceOf<G>,
        layers: Range<usize>,
    ) -> Result<bool, Error> {
        #[cfg(feature = "parallel")]
        if super::parts::worth(self.row.len()) && run.threads() > 1 {
            let above = layers.end.min(layers.start.max(1));
            if !self.fill(run, game, space, layers.start..above)? {
                return Ok(false);
            }
            let (row, above) = (&mut self.row, above..layers.end);
            return match super::parts::advance(run, game, space, row, self.spread, above)? {
                Some(reached) => self.fill(run, game, space, reached..layers.end),
                None => Ok(false),
            };
        }
        self.fill(run, game, space, layers)
    }

    /// The same on one thread.
    #[inline]
    fn fill<G: Game<Value = V>>(
        &mut self,
        run: &mut Run<'_>,
        game: &G,
        space: &SpaceOf<G>,
        layers: Range<usize>,
    ) -> Result<bool, Error> {
        if self.row.len() < SHORT {
            let cells = Shared::from_mut(self.row.as_mut_slice()).as_slice_of_cells();
            // As many layers at once as have no more cells than lie between two looks at the flag.
            let some = (PAUSE / cells.len().max(1)).max(1);
            for from in layers.clone().step_by(some) {
                let some = from..layers.end.min(from + some);
                if !short_passes(game, some.clone(), cells) {
                    return Ok(false);
                }
                run.tick(some.map(|layer| space.width(layer)).sum())?;
            }
            return Ok(true);
        }
        let whole = Part { cells: &mut self.row, first: 0, spread: self.spread };
        let end = |layer| space.width(layer);
        whole.fill(game, space, layers, end, |cells| run.tick(cells))
    }
}

/// A part of the row, from its first slot on.
pub(super) struct Part<'r, V> {
    pub(super) cells: &'r mut [V],
    pub(super) first: usize,
    pub(super) spread: usize,
}

impl<V: Value> Part<'_, V> {
    /// Fills some layers, of each the slots up to `end` of it, in tiles. `Ok(false)`: a move is at fault.
    ///
    /// `tick` is told how many values each pass wrote.
    #[inline(always)]
    pub(super) fn fill<G: Game<Value = V>>(
        self,
        game: &G,
        space: &SpaceOf<G>,
        layers: Range<usize>,
        end: impl Fn(usize) -> usize,
        mut tick: impl FnMut(usize) -> Result<(), Error>,
    ) -> Result<bool, Error> {
        let Part { cells, first, spread } = self;
        let cells = Shared::from_mut(cells).as_slice_of_cells();
        // In places of the part, of which the first is 0.
        let end = |layer| end(layer).saturating_sub(first);
        let mut from = layers.start;
        while from < layers.end {
            let to = layers.end.min(from + LAYERS);
            let lean = (to - 1 - from) * spread;
            let widest = (from..to).map(end).max().unwrap_or(0);
            for tile in (0..widest + lean).step_by(slots::<V>()) {
                for layer in from..to {
                    // How far left of the tile's first pass this one lies.
                    let left = (layer - from) * spread;
                    let end = end(layer).min((tile + slots::<V>()).saturating_sub(left));
                    let start = tile.saturating_sub(left);
                    if start >= end {
                        continue;
                    }
                    let reads = if layer == 0 { end } else { end + spread };
                    let held = if layer == 0 { end } else { space.width(layer - 1) - first };
                    let Some(cells) = cells.get(start..reads.min(held)) else { return Ok(false) };
                    if reads > held || !pass(game, layer, first + start..first + end, cells) {
                        return Ok(false);
                    }
                    tick(end - start)?;
                }
            }
            from = to;
        }
        Ok(true)
    }
}

crate::simd::widest_fn! {
    /// One layer over some of its slots, in place; tells whether nothing was at fault, or strayed.
    fn pass<G: Game>(
        game: &G,
        layer: usize,
        slots: Range<usize>,
        cells: &[Shared<G::Value>],
    ) -> bool {
        // Asked of the game here, so that the compiler sees how its numbers depend on each other.
        pass_over(game, &G::State::space(game), layer, slots, cells)
    }
}

crate::simd::widest_fn! {
    /// Whole short layers, in place; tells whether nothing was at fault, or strayed.
    fn short_passes<G: Game>(
        game: &G,
        layers: Range<usize>,
        cells: &[Shared<G::Value>],
    ) -> bool {
        let space = G::State::space(game);
        let Some(spread) = near::<SpaceOf<G>>() else { return false };
        for layer in layers {
            let width = space.width(layer);
            let reads = if layer == 0 { width } else { width + spread };
            if layer > 0 && reads > space.width(layer - 1) {
                return false;
            }
            let Some(cells) = cells.get(..reads) else { return false };
            if !pass_over(game, &space, layer, 0..width, cells) {
                return false;
            }
        }
        true
    }
}

/// One layer over some of its slots, in place; tells whether nothing was at fault, or strayed.
#[inline(always)]
fn pass_over<G: Game>(
    game: &G,
    space: &SpaceOf<G>,
    layer: usize,
    slots: Range<usize>,
    cells: &[Shared<G::Value>],
) -> bool {
    let Some(spread) = near::<SpaceOf<G>>() else { return false };
    let count = slots.len();
    let reads = if layer == 0 { count } else { count + spread };
    let Some(cells) = cells.get(..reads) else { return false };
    if G::Value::ROOMY {
        let mut guard = Roomy::new();
        let whole = pass_by(game, space, layer, slots, cells, spread, &mut guard);
        whole && !guard.tripped()
    } else {
        let mut guard = Sticky::new();
        let whole = pass_by(game, space, layer, slots, cells, spread, &mut guard);
        whole && !guard.tripped()
    }
}

/// The same by a guard, which has to be asked afterwards.
#[inline(always)]
fn pass_by<G: Game>(
    game: &G,
    space: &SpaceOf<G>,
    layer: usize,
    slots: Range<usize>,
    cells: &[Shared<G::Value>],
    spread: usize,
    guard: &mut impl Guard<G::Value>,
) -> bool {
    let first = slots.start;
    let flow = space.each(
        layer,
        slots,
        #[inline(always)]
        |i, state| {
            let value = best(
                game,
                &state,
                guard,
                #[inline(always)]
                |next| {
                    // Never left, to a slot that this pass has already overwritten.
                    let right = to_the_right(space, layer, first + i, spread, next)?;
                    Some((cells.get(i + right)?.get(), false))
                },
            );
            store(value, |value| cells[i].set(value))
        },
    );
    flow.is_continue()
}
