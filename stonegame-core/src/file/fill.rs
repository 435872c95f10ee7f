//! Backward induction into a file: the same sweep, whose layers are written as they are filled.
//!
//! Where moves reach back few layers these are held in memory, and the file is written but not read. Else a move looks up the
//! cell of the file, or of the layers that are on their way to it.

use super::cells::{Stored, bits_for};
use super::store::Store;
use crate::engine::SpaceOf;
use crate::engine::sweep::{self, fill_any, pause};
use crate::engine::window::{Window, rows_for};
use crate::run::{Run, bytes_of};
use crate::space::Cell;
use crate::{Error, Game, Space, Value};
use alloc::vec::Vec;
use core::cell::{Cell as Shared, OnceCell};
use core::ops::Range;
use core::time::Duration;
use std::time::Instant;

/// How many cells are filled before they go to the file.
const BATCH: usize = if cfg!(test) { 1 << 10 } else { 1 << 20 };
/// How often the header says what is written.
const OFTEN: Duration = Duration::from_millis(if cfg!(test) { 1 } else { 200 });
/// The same where that waits for the disk.
const SELDOM: Duration = Duration::from_secs(2);

/// Where the cells of layers begin.
pub(super) enum Starts {
    Even(u64),
    Stacked(Vec<u64>),
}

impl Starts {
    /// Those of some layers of a space, and behind them all, how many cells there are.
    pub(super) fn of(run: &mut Run<'_>, space: &impl Space, layers: usize) -> Result<Self, Error> {
        if let Some(width) = space.even() {
            return Ok(Starts::Even(width as u64));
        }
        let mut starts = run.room(layers + 1)?;
        let mut cells = 0u64;
        for layer in 0..layers {
            starts.push(cells);
            cells =
                cells.checked_add(space.width(layer) as u64).ok_or_else(|| run.over(u64::MAX))?;
        }
        starts.push(cells);
        Ok(Starts::Stacked(starts))
    }

    /// The first cell of a layer; of the layer behind the last, how many there are.
    #[inline]
    pub(super) fn of_layer(&self, layer: usize) -> u64 {
        match self {
            Starts::Even(width) => layer as u64 * width,
            Starts::Stacked(starts) => starts.get(layer).copied().unwrap_or(u64::MAX),
        }
    }
}

/// How a fill ended.
pub(super) enum End {
    Done,
    /// Values need cells of so many bits.
    Wider(u64),
}

/// How many layers are filled between two writes.
fn batch(space: &impl Space, layers: usize) -> usize {
    (BATCH / space.widest(layers).max(1)).max(1)
}

/// Fills the layers of a file that are missing.
pub(super) fn fill<G: Game<Value: Stored>>(
    run: &mut Run<'_>,
    game: &G,
    space: &SpaceOf<G>,
    store: &mut Store,
    starts: &Starts,
    sync: bool,
) -> Result<End, Error> {
    let layers = store.head().layers as usize;
    let mut batch = batch(space, layers);
    run.skip(starts.of_layer(store.head().done as usize));
    let kept = space.reach().saturating_add(batch).min(layers);
    let cells = rows_for(kept).saturating_mul(space.widest(layers));
    let mut front = match run.fits(bytes_of::<G::Value>(cells)) {
        true => Front::Window(Window::rolling(run, space, layers, kept)?),
        false => {
            let mut cells = BATCH.min(batch.saturating_mul(space.widest(layers)));
            while cells > 64 && !run.fits(bytes_of::<G::Value>(cells)) {
                cells /= 2;
            }
            batch = (cells / space.widest(layers)).max(1);
            Front::File(run.room(cells)?)
        }
    };
    let mut layer = store.head().done as usize;
    if let Front::Window(window) = &mut front {
        for layer in layer.saturating_sub(space.reach())..layer {
            let first = starts.of_layer(layer);
            let row: Result<Vec<G::Value>, Error> =
                (0..space.width(layer) as u64).map(|slot| store.filled(first + slot)).collect();
            window.set_row(layer, &row?);
        }
    }
    let (mut last, often) = (Instant::now(), if sync { SELDOM } else { OFTEN });
    while layer < layers {
        let next = layers.min(layer + batch);
        let misfit = match &mut front {
            Front::Window(window) => {
                sweep::sweep(run, game, space, window, layer..next)?;
                let rows = (layer..next).map(|layer| window.row(layer, space.width(layer)));
                write(store, rows)?
            }
            Front::File(rows) => through_file(run, game, space, store, starts, rows, layer..next)?,
        };
        if let Some(bits) = misfit {
            return Ok(End::Wider(bits));
        }
        layer = next;
        let is_checkpoint = layer == layers || last.elapsed() >= often;
        let (done, cells) = (layer as u64, starts.of_layer(layer));
        if is_checkpoint {
            store.commit(done, cells, sync)?;
            last = Instant::now();
        } else if matches!(front, Front::File(_)) {
            // What is looked up in the file has to be in its map.
            store.show(done, cells)?;
        }
    }
    Ok(End::Done)
}

/// What is at hand of the layers below.
enum Front<V> {
    /// As many as moves reach back.
    Window(Window<V>),
    /// Those that are not in the file yet.
    File(Vec<V>),
}

/// Writes rows; tells how many bits a cell needs if it has too few.
fn write<'v, V: Stored>(
    store: &mut Store,
    rows: impl Iterator<Item = &'v [V]> + Clone,
) -> Result<Option<u64>, Error> {
    for row in rows.clone() {
        if !store.push(row)? {
            let bits = store.head().bits;
            return Ok(Some(rows.fold(bits, |bits, row| bits_for(row, bits))));
        }
    }
    Ok(None)
}

/// Fills some layers over those in the file.
fn through_file<G: Game<Value: Stored>>(
    run: &mut Run<'_>,
    game: &G,
    space: &SpaceOf<G>,
    store: &mut Store,
    starts: &Starts,
    rows: &mut Vec<G::Value>,
    layers: Range<usize>,
) -> Result<Option<u64>, Error> {
    let (first, pause) = (starts.of_layer(layers.start), pause(space));
    rows.clear();
    for layer in layers.clone() {
        let width = space.width(layer);
        // A layer wider than there is room for is alone, and is written in pieces: none of its cells is looked up.
        let is_alone = width > rows.capacity();
        for from in (0..width).step_by(pause) {
            let slots = from..width.min(from + pause);
            let begin = rows.len();
            rows.resize(begin + slots.len(), G::Value::ZERO);
            if !fill_piece(game, space, store, starts, rows, first, layer, slots.clone())? {
                return Err(sweep::explain(game, space, layer, |cell| {
                    known(store, starts, rows, first, cell).ok().flatten()
                }));
            }
            run.tick(slots.len())?;
            if is_alone && (rows.len() + pause > rows.capacity() || slots.end == width) {
                let misfit = write(store, core::iter::once(rows.as_slice()))?;
                if misfit.is_some() {
                    return Ok(misfit);
                }
                rows.clear();
            }
        }
    }
    write(store, core::iter::once(rows.as_slice()))
}

/// The value in a cell: in the file, or in the rows that begin with cell `first`.
#[inline(always)]
fn known<V: Stored>(
    store: &Store,
    starts: &Starts,
    rows: &[V],
    first: u64,
    cell: Cell,
) -> Result<Option<V>, Error> {
    let index = starts.of_layer(cell.layer).saturating_add(cell.slot as u64);
    match index.checked_sub(first) {
        Some(place) => Ok(rows.get(place as usize).copied()),
        None => store.get(index),
    }
}

/// Fills the last of some rows; tells whether every move was lawful and no value overflowed.
#[expect(clippy::too_many_arguments, reason = "a loop of its own, whose references do not alias")]
#[inline(never)]
fn fill_piece<G: Game<Value: Stored>>(
    game: &G,
    space: &SpaceOf<G>,
    store: &Store,
    starts: &Starts,
    rows: &mut [G::Value],
    first: u64,
    layer: usize,
    slots: Range<usize>,
) -> Result<bool, Error> {
    let (below, row) = rows.split_at_mut(rows.len() - slots.len());
    let row = Shared::from_mut(row).as_slice_of_cells();
    let damaged = OnceCell::new();
    let sound = fill_any(
        game,
        space,
        layer,
        slots,
        row,
        #[inline(always)]
        |cell| match known(store, starts, below, first, cell) {
            Ok(value) => value,
            Err(error) => {
                damaged.set(error).ok();
                None
            }
        },
    );
    match damaged.into_inner() {
        Some(error) => Err(error),
        None => Ok(sound),
    }
}
