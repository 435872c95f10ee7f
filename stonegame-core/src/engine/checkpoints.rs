//! What a rolling solve keeps so that any position can be asked for afterwards: copies of the
//! layers at regular heights, from which those between are computed again.

use super::SpaceOf;
use super::rolling::{Front, lost};
use super::sweep;
use super::window::Window;
use crate::run::{Run, bytes_of};
use crate::space::Cell;
use crate::{Error, Game, Space, Value};
use alloc::vec::Vec;
use core::ops::Range;

/// The rows below each checkpoint, as many as moves reach back.
pub(crate) struct Checkpoints<V> {
    /// A checkpoint lies below every layer that is a multiple of it.
    stride: usize,
    /// How far back moves reach, at least 1.
    reach: usize,
    /// The layers solved: `0..layers`.
    layers: usize,
    /// `saved[i]`: the rows of the `reach` layers below layer `(i + 1) · stride`, the lowest first.
    saved: Vec<Vec<V>>,
    /// What they take.
    bytes: u64,
}

/// The layers between two checkpoints: so many that the checkpoints and one segment take about the
/// same memory.
pub(crate) fn stride(layers: usize, reach: usize) -> usize {
    let reach = reach.max(1);
    layers.saturating_mul(reach).isqrt().max(reach)
}

/// An upper bound of the bytes that checkpoints and one segment take.
pub(crate) fn bytes(layers: usize, widest: usize, reach: usize, value: u64) -> Option<u64> {
    let (reach, stride) = (reach.max(1), stride(layers, reach));
    let kept = (layers / stride) as u64;
    let segment = super::window::rows_for(stride.saturating_add(reach).min(layers)) as u64;
    let rows = kept.checked_mul(reach as u64)?.checked_add(segment)?;
    let headers = bytes_of::<Vec<()>>(layers / stride + 1);
    rows.checked_mul(widest as u64)?.checked_mul(value)?.checked_add(headers)
}

impl<V: Value> Checkpoints<V> {
    /// Solves all layers up to that of a cell; its value, and the checkpoints.
    #[inline]
    pub(crate) fn solve<G: Game<Value = V>>(
        run: &mut Run<'_>,
        game: &G,
        space: &SpaceOf<G>,
        cell: Cell,
    ) -> Result<(V, Self), Error> {
        let before = run.account();
        let front = Front::new(run, space, cell.layer + 1)?;
        if let Some(solved) = Checkpoints::with(run, game, space, cell, front)? {
            return Ok(solved);
        }
        // A move is at fault, or values are large: once more in a window, which names it, or bears with them.
        run.restart(before);
        let front = Front::window(run, space, cell.layer + 1)?;
        let solved = Checkpoints::with(run, game, space, cell, front)?;
        solved.ok_or_else(|| lost(space, cell))
    }

    /// The same over one kind of front; `None` if it does not bear with the game's moves.
    #[inline]
    fn with<G: Game<Value = V>>(
        run: &mut Run<'_>,
        game: &G,
        space: &SpaceOf<G>,
        cell: Cell,
        mut front: Front<V>,
    ) -> Result<Option<(V, Self)>, Error> {
        let (layers, reach) = (cell.layer + 1, space.reach().max(1));
        let stride = stride(layers, reach);
        let mut saved = run.room(layers / stride + 1)?;
        let mut from = 0;
        while from < layers {
            if from > 0 {
                let below = from - reach.min(from)..from;
                let cells = below.clone().map(|layer| space.width(layer)).sum();
                let mut rows = run.room(cells)?;
                front.save(space, below, &mut rows);
                saved.push(rows);
            }
            let to = layers.min(from + stride);
            if !front.advance(run, game, space, from, to)? {
                return Ok(None);
            }
            from = to;
        }
        let value = front.get(space, cell).ok_or_else(|| lost(space, cell))?;
        let rows: u64 = saved.iter().map(|rows: &Vec<V>| bytes_of::<V>(rows.capacity())).sum();
        let bytes = rows + bytes_of::<Vec<V>>(saved.capacity());
        Ok(Some((value, Checkpoints { stride, reach, layers, saved, bytes })))
    }

    /// The segment that a layer lies in, filled as far as `layer`; together with the layers below
    /// it that its moves lead to. A segment that is no longer needed lends its room.
    pub(crate) fn segment<G: Game<Value = V>>(
        &self,
        run: &mut Run<'_>,
        game: &G,
        space: &SpaceOf<G>,
        layer: usize,
        old: Option<Segment<V>>,
    ) -> Result<Segment<V>, Error> {
        let from = layer / self.stride * self.stride;
        let below = from - self.reach.min(from)..from;
        let kept = self.stride.saturating_add(self.reach);
        let mut window = match old {
            Some(old) => old.window,
            None => Window::rolling(run, space, self.layers, kept)?,
        };
        if let Some(rows) = (from / self.stride).checked_sub(1).and_then(|i| self.saved.get(i)) {
            let mut rows = rows.as_slice();
            for layer in below.clone() {
                let (row, rest) = rows.split_at(space.width(layer));
                window.set_row(layer, row);
                rows = rest;
            }
        }
        sweep::sweep(run, game, space, &mut window, from..layer + 1)?;
        Ok(Segment { window, held: below.start..layer + 1, from })
    }

    /// The layers solved.
    pub(crate) fn layers(&self) -> usize {
        self.layers
    }

    /// The bytes that the checkpoints take.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// Some layers next to each other.
pub(crate) struct Segment<V> {
    window: Window<V>,
    held: Range<usize>,
    /// The lowest layer whose moves lead to layers that are held.
    from: usize,
}

impl<V: Value> Segment<V> {
    /// Whether the layers that moves from this one lead to are held.
    pub(crate) fn serves(&self, layer: usize) -> bool {
        (self.from..self.held.end).contains(&layer)
    }

    /// The value in a cell, if its layer is held.
    pub(crate) fn get<S: Space>(&self, space: &S, cell: Cell) -> Option<V> {
        if !self.held.contains(&cell.layer) || cell.slot >= space.width(cell.layer) {
            return None;
        }
        self.window.get(cell)
    }
}
