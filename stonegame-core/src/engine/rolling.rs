//! Backward induction that keeps only as many layers as moves reach back: the start's value.

use super::SpaceOf;
use super::window::Window;
use super::{chain, sweep, tiles};
use crate::run::Run;
use crate::space::Cell;
use crate::{Error, Game, Space, Value};
use alloc::vec::Vec;

/// The value in a cell of the space, as far up as that cell's layer and no farther.
#[inline]
pub(crate) fn value<G: Game>(
    run: &mut Run<'_>,
    game: &G,
    space: &SpaceOf<G>,
    cell: Cell,
) -> Result<G::Value, Error> {
    let (layers, before) = (cell.layer + 1, run.account());
    if SpaceOf::<G>::CHAIN && space.reach() <= chain::KEPT {
        if let Some(value) = chain::value(run, game, space, layers)? {
            return Ok(value);
        }
    } else {
        let mut front = Front::new(run, space, layers)?;
        if front.advance(run, game, space, 0, layers)? {
            return front.get(space, cell).ok_or_else(|| lost(space, cell));
        }
    }
    // A move is at fault, or values are large: once more in a window, which names it, or bears with them.
    run.restart(before);
    let mut front = Front::window(run, space, layers)?;
    front.advance(run, game, space, 0, layers)?;
    front.get(space, cell).ok_or_else(|| lost(space, cell))
}

/// A start that is not in its own layer.
pub(crate) fn lost<S: Space>(space: &S, cell: Cell) -> Error {
    let position = alloc::format!(
        "slot {} of layer {}, {} wide",
        cell.slot,
        cell.layer,
        space.width(cell.layer)
    );
    Error::Outside { position }
}

/// The layers last filled, as many as moves reach back.
pub(crate) enum Front<V> {
    /// One row in place.
    Tiled(tiles::Front<V>),
    /// A window.
    Window(Window<V>),
}

impl<V: Value> Front<V> {
    /// One row where the space allows it, else a window.
    pub(crate) fn new<S: Space>(
        run: &mut Run<'_>,
        space: &S,
        layers: usize,
    ) -> Result<Self, Error> {
        match tiles::Front::new(run, space, layers)? {
            Some(front) => Ok(Front::Tiled(front)),
            None => Front::window(run, space, layers),
        }
    }

    /// A window, which names the move that is at fault.
    pub(crate) fn window<S: Space>(
        run: &mut Run<'_>,
        space: &S,
        layers: usize,
    ) -> Result<Self, Error> {
        let kept = space.reach().saturating_add(1);
        Ok(Front::Window(Window::rolling(run, space, layers, kept)?))
    }

    /// Fills the layers from one up to another. `Ok(false)`: a move is at fault, or values are large, and a
    /// [`window`](Front::window) would say which.
    #[inline]
    pub(crate) fn advance<G: Game<Value = V>>(
        &mut self,
        run: &mut Run<'_>,
        game: &G,
        space: &SpaceOf<G>,
        from: usize,
        to: usize,
    ) -> Result<bool, Error> {
        match self {
            Front::Tiled(front) => front.advance(run, game, space, from..to),
            Front::Window(window) => {
                sweep::sweep(run, game, space, window, from..to)?;
                Ok(true)
            }
        }
    }

    /// The value in a cell of the last layer filled.
    pub(crate) fn get<S: Space>(&self, space: &S, cell: Cell) -> Option<V> {
        match self {
            Front::Tiled(front) => front.row(space.width(cell.layer)).get(cell.slot).copied(),
            Front::Window(window) => window.get(cell),
        }
    }

    /// Appends the rows of some of the layers last filled.
    pub(crate) fn save<S: Space>(
        &self,
        space: &S,
        layers: core::ops::Range<usize>,
        to: &mut Vec<V>,
    ) {
        for layer in layers {
            let width = space.width(layer);
            to.extend_from_slice(match self {
                Front::Tiled(front) => front.row(width),
                Front::Window(window) => window.row(layer, width),
            });
        }
    }
}

/// How many cells a window of the layers last filled has: no fewer than one row in place.
pub(crate) fn cells(layers: usize, widest: usize, reach: usize) -> Option<u64> {
    let rows = super::window::rows_for(reach.saturating_add(1).min(layers).max(1));
    (rows as u64).checked_mul(widest as u64)
}
