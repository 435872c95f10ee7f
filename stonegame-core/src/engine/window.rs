//! The values of layers: a table keeps them all, a rolling window the last few.

use crate::run::Run;
use crate::space;
use crate::{Error, Space, Value};
use alloc::vec::Vec;
use core::cell::Cell;

/// The values of some layers, one row a layer.
///
/// Room is reserved at once and taken as layers are filled, so that a table nobody waits for any
/// more costs nothing.
pub(crate) struct Window<V> {
    values: Vec<V>,
    rows: Rows,
}

/// Where the row of a layer begins.
enum Rows {
    /// Rows of one length: layer `l` in row `l & mask`, where older layers are overwritten.
    Even { mask: usize, stride: usize },
    /// Rows of their layers' widths, one behind the other.
    Stacked { starts: Vec<usize> },
}

impl Rows {
    #[inline(always)]
    fn start(&self, layer: usize) -> usize {
        match self {
            Rows::Even { mask, stride } => Even { mask: *mask, stride: *stride }.start(layer),
            Rows::Stacked { starts } => Stacked(starts).start(layer),
        }
    }

    #[inline(always)]
    fn cells<'w, C>(&'w self, cells: &'w [C]) -> Cells<'w, C> {
        match self {
            Rows::Even { mask, stride } => {
                Cells::Even(cells, Even { mask: *mask, stride: *stride })
            }
            Rows::Stacked { starts } => Cells::Stacked(cells, Stacked(starts)),
        }
    }
}

/// Where the row of a layer begins, in one of the two ways: so that a loop over the slots of a layer need not
/// ask which.
pub(crate) trait Start: Copy {
    /// The first cell of a layer's row; beyond all cells if there is none.
    fn start(&self, layer: usize) -> usize;
}

/// Rows of one length.
#[derive(Clone, Copy)]
pub(crate) struct Even {
    mask: usize,
    stride: usize,
}

impl Start for Even {
    #[inline(always)]
    fn start(&self, layer: usize) -> usize {
        (layer & self.mask) * self.stride
    }
}

/// Rows of their layers' widths.
#[derive(Clone, Copy)]
pub(crate) struct Stacked<'w>(&'w [usize]);

impl Start for Stacked<'_> {
    #[inline(always)]
    fn start(&self, layer: usize) -> usize {
        self.0.get(layer).copied().unwrap_or(usize::MAX)
    }
}

/// All cells of a window, by the ways its rows may lie.
pub(crate) enum Cells<'w, C> {
    Even(&'w [C], Even),
    Stacked(&'w [C], Stacked<'w>),
}

/// How many rows a window keeps that is to hold `layers`: a power of two, so that a mask finds them.
pub(crate) fn rows_for(layers: usize) -> usize {
    layers.checked_next_power_of_two().unwrap_or(usize::MAX)
}

impl<V: Value> Window<V> {
    /// All of the layers `0..layers`.
    pub(crate) fn table(
        run: &mut Run<'_>,
        space: &impl Space,
        layers: usize,
    ) -> Result<Self, Error> {
        if let Some(stride) = space.even() {
            let cells = layers.checked_mul(stride).ok_or_else(|| run.over(u64::MAX))?;
            let rows = Rows::Even { mask: usize::MAX, stride };
            return Ok(Window { values: run.room(cells)?, rows });
        }
        let mut starts = run.room(layers)?;
        let mut cells = 0usize;
        for layer in 0..layers {
            starts.push(cells);
            cells = cells.checked_add(space.width(layer)).ok_or_else(|| run.over(u64::MAX))?;
        }
        Ok(Window { values: run.room(cells)?, rows: Rows::Stacked { starts } })
    }

    /// The last `kept` of the layers `0..layers`.
    pub(crate) fn rolling(
        run: &mut Run<'_>,
        space: &impl Space,
        layers: usize,
        kept: usize,
    ) -> Result<Self, Error> {
        let (rows, stride) = (rows_for(kept.min(layers).max(1)), space.widest(layers));
        let cells = rows.checked_mul(stride).ok_or_else(|| run.over(u64::MAX))?;
        Ok(Window { values: run.room(cells)?, rows: Rows::Even { mask: rows - 1, stride } })
    }

    /// The value in a cell of a layer that is held.
    #[inline(always)]
    pub(crate) fn get(&self, cell: space::Cell) -> Option<V> {
        self.values.get(self.rows.start(cell.layer).checked_add(cell.slot)?).copied()
    }

    /// Takes room for the first `slots` slots of a layer, and for all below it.
    #[inline(always)]
    pub(crate) fn take(&mut self, layer: usize, slots: usize) {
        let end = self.rows.start(layer) + slots;
        if end > self.values.len() {
            self.values.resize(end, V::ZERO);
        }
    }

    /// All cells, to be read and written one by one: those of a layer under way among them.
    #[inline(always)]
    pub(crate) fn cells(&mut self) -> Cells<'_, Cell<V>> {
        let cells = Cell::from_mut(self.values.as_mut_slice()).as_slice_of_cells();
        self.rows.cells(cells)
    }

    /// All values, to be read.
    #[cfg(feature = "parallel")]
    #[inline(always)]
    pub(crate) fn values(&self) -> Cells<'_, V> {
        self.rows.cells(&self.values)
    }

    /// Some slots of a layer to be written, from one on, and the other cells to be read.
    #[inline(always)]
    pub(crate) fn split(
        &mut self,
        layer: usize,
        from: usize,
        slots: usize,
    ) -> (&mut [V], Below<'_, V>) {
        let start = self.rows.start(layer) + from;
        let (before, rest) = self.values.split_at_mut(start);
        let (row, after) = rest.split_at_mut(slots);
        (row, Below { before, after, end: start + slots, rows: &self.rows })
    }

    /// The row of a layer that is held.
    pub(crate) fn row(&self, layer: usize, width: usize) -> &[V] {
        let start = self.rows.start(layer);
        &self.values[start..start + width]
    }

    /// Overwrites the row of a layer.
    pub(crate) fn set_row(&mut self, layer: usize, row: &[V]) {
        self.take(layer, row.len());
        let start = self.rows.start(layer);
        self.values[start..start + row.len()].copy_from_slice(row);
    }
}

/// The cells of a window but for those being written.
#[derive(Clone, Copy)]
pub(crate) struct Below<'w, V> {
    before: &'w [V],
    after: &'w [V],
    /// Where `after` begins.
    end: usize,
    rows: &'w Rows,
}

impl<'w, V: Value> Below<'w, V> {
    /// The row of a layer, if all of it is there.
    #[inline(always)]
    pub(crate) fn row(&self, layer: usize, width: usize) -> Option<&'w [V]> {
        let start = self.rows.start(layer);
        match start.checked_sub(self.end) {
            None => self.before.get(start..start.checked_add(width)?),
            Some(start) => self.after.get(start..start.checked_add(width)?),
        }
    }
}
