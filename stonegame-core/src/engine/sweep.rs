//! Backward induction: fills layers from the bottom up, over those they depend on.

use super::SpaceOf;
use super::fold::{Sticky, Stop, best, worth};
#[cfg(feature = "parallel")]
use super::wide;
use super::window::{Cells, Start, Window};
use crate::game::steps;
use crate::run::Run;
use crate::space::Cell;
use crate::{Error, Game, Space, State};
use alloc::format;
use core::cell::Cell as Shared;
use core::ops::{ControlFlow, Range};

/// How many cells are filled between two looks at the cancellation flag.
pub(crate) const PAUSE: usize = 1 << 12;

/// The same where moves reach far back, and a position may have as many.
pub(crate) fn pause<S: Space>(space: &S) -> usize {
    (64 * PAUSE / space.reach().max(64)).max(16)
}

/// Fills some layers of a window that holds those below, as far down as moves reach.
#[inline]
pub(crate) fn sweep<G: Game>(
    run: &mut Run<'_>,
    game: &G,
    space: &SpaceOf<G>,
    window: &mut Window<G::Value>,
    layers: Range<usize>,
) -> Result<(), Error> {
    #[cfg(feature = "parallel")]
    if let Some(room) = wide::room(run, space, layers.clone()) {
        return wide::sweep(run, game, space, window, layers, room);
    }
    sweep_alone(run, game, space, window, layers)
}

/// The same on one thread.
#[inline]
pub(super) fn sweep_alone<G: Game>(
    run: &mut Run<'_>,
    game: &G,
    space: &SpaceOf<G>,
    window: &mut Window<G::Value>,
    layers: Range<usize>,
) -> Result<(), Error> {
    let (mut layer, pause) = (layers.start, pause(space));
    while layer < layers.end {
        let width = space.width(layer);
        let (mut next, mut cells) = (layer + 1, width);
        let fault = if width >= pause {
            // A wide layer in parts.
            let mut fault = None;
            for from in (0..width).step_by(pause) {
                let slots = from..width.min(from + pause);
                window.take(layer, slots.end);
                if !fill_part(game, space, window, layer, slots.clone()) {
                    fault = Some(layer);
                    break;
                }
                run.tick(slots.len())?;
            }
            cells = 0; // counted
            fault
        } else {
            // Narrow layers, several at once.
            while next < layers.end && cells + space.width(next) <= pause {
                cells += space.width(next);
                next += 1;
            }
            fill_layers(game, space, window, layer..next)
        };
        if let Some(layer) = fault {
            return Err(explain(game, space, layer, |cell| window.get(cell)));
        }
        run.tick(cells)?;
        layer = next;
    }
    Ok(())
}

crate::simd::widest_fn! {
    /// Fills whole layers; tells the first that is at fault.
    fn fill_layers<G: Game>(
        game: &G,
        space: &SpaceOf<G>,
        window: &mut Window<G::Value>,
        layers: Range<usize>,
    ) -> Option<usize> {
        for layer in layers {
            let width = space.width(layer);
            window.take(layer, width);
            if !fill(game, space, window, layer, 0..width) {
                return Some(layer);
            }
        }
        None
    }
}

crate::simd::widest_fn! {
    /// Fills some slots of a layer; tells whether nothing was at fault.
    fn fill_part<G: Game>(
        game: &G,
        space: &SpaceOf<G>,
        window: &mut Window<G::Value>,
        layer: usize,
        slots: Range<usize>,
    ) -> bool {
        fill(game, space, window, layer, slots)
    }
}

/// Fills some slots of a layer; tells whether every move was lawful and no value overflowed.
#[inline(always)]
fn fill<G: Game>(
    game: &G,
    space: &SpaceOf<G>,
    window: &mut Window<G::Value>,
    layer: usize,
    slots: Range<usize>,
) -> bool {
    if let Some(spread) = near_below(space, layer) {
        let (row, below) = window.split(layer, slots.start, slots.len());
        let Some(below) = below.row(layer - 1, space.width(layer - 1)) else { return false };
        return fill_spread(game, layer, slots.start, spread, row, below);
    }
    match window.cells() {
        Cells::Even(cells, rows) => fill_over(game, space, cells, rows, layer, slots),
        Cells::Stacked(cells, rows) => fill_over(game, space, cells, rows, layer, slots),
    }
}

/// The farthest that a move of a layer leads to the right, where that is not far and there are as many slots
/// below: at the right end there may be fewer than a move could reach.
#[inline(always)]
pub(super) fn near_below<S: Space>(space: &S, layer: usize) -> Option<usize> {
    let spread = near::<S>()?;
    (layer > 0 && space.width(layer) + spread <= space.width(layer - 1)).then_some(spread)
}

/// The farthest that a move leads to the right, where that is not far: the room beside a tile.
pub(crate) const fn near<S: Space>() -> Option<usize> {
    match S::SPREAD {
        Some(spread) if spread <= 64 => Some(spread),
        _ => None,
    }
}

/// Any moves, over all cells of a window.
#[inline(always)]
fn fill_over<G: Game>(
    game: &G,
    space: &SpaceOf<G>,
    cells: &[Shared<G::Value>],
    rows: impl Start,
    layer: usize,
    slots: Range<usize>,
) -> bool {
    let start = rows.start(layer) + slots.start;
    let Some(row) = cells.get(start..start + slots.len()) else { return false };
    fill_any(
        game,
        space,
        layer,
        slots,
        row,
        #[inline(always)]
        |cell| Some(cells.get(rows.start(cell.layer).wrapping_add(cell.slot))?.get()),
    )
}

/// Any moves: each looks up the cell that it leads to. The loop is no vector's, so that overflow may end it
/// at once.
#[inline(always)]
pub(crate) fn fill_any<G: Game>(
    game: &G,
    space: &SpaceOf<G>,
    layer: usize,
    slots: Range<usize>,
    row: &[Shared<G::Value>],
    known: impl Fn(Cell) -> Option<G::Value>,
) -> bool {
    let reach = space.reach();
    let flow = space.each(
        layer,
        slots,
        #[inline(always)]
        |i, state| {
            let value = best(
                game,
                &state,
                &mut Stop,
                #[inline(always)]
                |next| {
                    let (cell, _) = lower(space, layer, reach, next)?;
                    Some((known(cell)?, false))
                },
            );
            store(value, |value| row[i].set(value))
        },
    );
    flow.is_continue()
}

/// The cell that a move from a layer leads to, and how many layers lie between; `None` if it leads elsewhere than
/// the space promises. Any reach is given, so that it is asked for once a loop.
#[inline(always)]
pub(super) fn lower<S: Space>(
    space: &S,
    layer: usize,
    reach: usize,
    next: &S::State,
) -> Option<(Cell, usize)> {
    let cell = space.locate(next)?;
    // Enormous where it does not lead down.
    let between = layer.wrapping_sub(cell.layer).wrapping_sub(1);
    (between < reach && cell.slot < space.width(cell.layer)).then_some((cell, between))
}

/// Moves to nearby slots of the layer below: a loop that the compiler turns into vectors.
#[inline(always)]
pub(super) fn fill_spread<G: Game>(
    game: &G,
    layer: usize,
    from: usize,
    spread: usize,
    row: &mut [G::Value],
    below: &[G::Value],
) -> bool {
    // Asked of the game here, so that the compiler sees how its numbers depend on each other.
    let space: SpaceOf<G> = G::State::space(game);
    let count = row.len();
    let Some(below) = below.get(from..from + count + spread) else { return false };
    let mut guard = Sticky::new();
    let flow = space.each(
        layer,
        from..from + count,
        #[inline(always)]
        |i, state| {
            let value = best(
                game,
                &state,
                &mut guard,
                #[inline(always)]
                |next| {
                    let right = to_the_right(&space, layer, from + i, spread, next)?;
                    Some((*below.get(i + right)?, false))
                },
            );
            store(value, |value| row[i] = value)
        },
    );
    flow.is_continue() && !guard.tripped()
}

/// How far right of its own slot a move leads in the layer below; `None` if it leads elsewhere.
#[inline(always)]
pub(crate) fn to_the_right<S: Space>(
    space: &S,
    layer: usize,
    slot: usize,
    spread: usize,
    next: &S::State,
) -> Option<usize> {
    let cell = space.locate(next)?;
    // Enormous where it leads left.
    let right = cell.slot.wrapping_sub(slot);
    (right <= spread && cell.layer.wrapping_add(1) == layer).then_some(right)
}

/// Keeps a value; without one the loop ends.
#[inline(always)]
pub(super) fn store<V>(value: Option<V>, keep: impl FnOnce(V)) -> ControlFlow<()> {
    match value {
        Some(value) => {
            keep(value);
            ControlFlow::Continue(())
        }
        None => ControlFlow::Break(()),
    }
}

/// Which move of a layer breaks a law or overflows: the layer played again, checked, over the rows
/// still held.
#[cold]
#[inline(never)]
pub(crate) fn explain<G: Game>(
    game: &G,
    space: &SpaceOf<G>,
    layer: usize,
    known: impl Fn(Cell) -> Option<G::Value>,
) -> Error {
    for slot in 0..space.width(layer) {
        let state = space.at(layer, slot);
        let flow = steps(game, &state, |mv, step| {
            let mut fault = None;
            let value = worth(&step, &mut Stop, |next| {
                fault = fault_of(space, layer, slot, next);
                if fault.is_some() { None } else { known(space.locate(next)?) }
            });
            if value.is_some() {
                return ControlFlow::Continue(());
            }
            let (position, mv) = (format!("{state:?}"), format!("{mv:?}"));
            ControlFlow::Break(match fault {
                Some(fault) => Error::Unlawful { position, mv, fault },
                None => Error::Overflow { position, mv },
            })
        });
        if let ControlFlow::Break(error) = flow {
            return error;
        }
    }
    Error::Unlawful {
        position: format!("layer {layer}"),
        mv: "a move".into(),
        fault: "is not played the same way twice",
    }
}

/// What is wrong with a move from a slot of a layer to `next`, if anything is.
pub(crate) fn fault_of<S: Space>(
    space: &S,
    layer: usize,
    slot: usize,
    next: &S::State,
) -> Option<&'static str> {
    let Some(cell) = space.locate(next) else {
        return Some(
            "leads to a state outside the space; widen the ranges of the state's fields, or let `play` return None here if play cannot reach this position",
        );
    };
    if cell.layer >= layer {
        Some(
            "does not lead to a lower layer; let the move lower it, or choose a layer that every move lowers",
        )
    } else if layer - cell.layer > space.reach() {
        Some("reaches further down than the space declares; declare a farther `reach`")
    } else if cell.slot >= space.width(cell.layer) {
        Some("leads to a slot beyond the width of its layer")
    } else if S::SPREAD.is_some_and(|far| to_the_right(space, layer, slot, far, next).is_none()) {
        Some("leads to a slot farther away than the space's `SPREAD` allows")
    } else {
        None
    }
}
