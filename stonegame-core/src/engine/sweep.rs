//! Backward induction: fills layers from the bottom up, over those they depend on.

use super::SpaceOf;
use super::fold::{Sticky, Stop, best, worth};
use super::window::{Below, Window};
use crate::game::steps;
use crate::run::Run;
use crate::space::Cell;
use crate::{Error, Game, Space};
use alloc::format;
use core::ops::{ControlFlow, Range};

/// How many cells are filled between two looks at the cancellation flag.
pub(crate) const PAUSE: usize = 1 << 12;

/// Fills some layers of a window that holds those below, as far down as moves reach.
#[inline]
pub(crate) fn sweep<G: Game>(
    run: &mut Run<'_>,
    game: &G,
    space: &SpaceOf<G>,
    window: &mut Window<G::Value>,
    layers: Range<usize>,
) -> Result<(), Error> {
    let mut layer = layers.start;
    while layer < layers.end {
        let width = space.width(layer);
        let (mut next, mut cells) = (layer + 1, width);
        let fault = if width >= PAUSE {
            // A wide layer in parts.
            let mut fault = None;
            for from in (0..width).step_by(PAUSE) {
                let slots = from..width.min(from + PAUSE);
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
            while next < layers.end && cells + space.width(next) <= PAUSE {
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

crate::simd::widest! {
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
            let (row, below) = window.split(layer, 0, width);
            if !fill(game, space, layer, 0, row, below) {
                return Some(layer);
            }
        }
        None
    }
}

crate::simd::widest! {
    /// Fills some slots of a layer; tells whether nothing was at fault.
    fn fill_part<G: Game>(
        game: &G,
        space: &SpaceOf<G>,
        window: &mut Window<G::Value>,
        layer: usize,
        slots: Range<usize>,
    ) -> bool {
        let (row, below) = window.split(layer, slots.start, slots.len());
        fill(game, space, layer, slots.start, row, below)
    }
}

/// Fills a row with the values of a layer's slots from one on; tells whether every move was lawful
/// and no value overflowed.
#[inline(always)]
fn fill<G: Game>(
    game: &G,
    space: &SpaceOf<G>,
    layer: usize,
    from: usize,
    row: &mut [G::Value],
    below: Below<'_, G::Value>,
) -> bool {
    let reach = space.reach();
    let mut guard = Sticky::new();
    let slots = from..from + row.len();
    let flow = if reach == 1 && layer > 0 {
        // One row lies below: looked up once, not at every move.
        let Some(below) = below.row(layer - 1, space.width(layer - 1)) else {
            return false;
        };
        space.each(
            layer,
            slots,
            #[inline(always)]
            |i, state| {
                let value = best(
                    game,
                    &state,
                    &mut guard,
                    #[inline(always)]
                    |next| {
                        let cell = space.locate(next)?;
                        let value = *below.get(cell.slot)?;
                        (cell.layer == layer - 1).then_some((value, false))
                    },
                );
                store(&mut row[i], value)
            },
        )
    } else {
        space.each(
            layer,
            slots,
            #[inline(always)]
            |i, state| {
                let value = best(
                    game,
                    &state,
                    &mut guard,
                    #[inline(always)]
                    |next| {
                        let cell = space.locate(next)?;
                        // How far down it leads, less one: enormous where it does not lead down.
                        let down = layer.wrapping_sub(cell.layer).wrapping_sub(1);
                        let row = below.row(cell.layer, space.width(cell.layer))?;
                        let value = *row.get(cell.slot)?;
                        (down < reach).then_some((value, false))
                    },
                );
                store(&mut row[i], value)
            },
        )
    };
    flow.is_continue() && !guard.tripped()
}

#[inline(always)]
fn store<V>(cell: &mut V, value: Option<V>) -> ControlFlow<()> {
    match value {
        Some(value) => {
            *cell = value;
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
                fault = fault_of(space, layer, next);
                if fault.is_some() {
                    None
                } else {
                    known(space.locate(next)?)
                }
            });
            let (position, mv) = (format!("{state:?}"), format!("{mv:?}"));
            match (value, fault) {
                (Some(_), _) => ControlFlow::Continue(()),
                (None, Some(fault)) => ControlFlow::Break(Error::Unlawful {
                    position,
                    mv,
                    fault,
                }),
                (None, None) => ControlFlow::Break(Error::Overflow { position, mv }),
            }
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

/// What is wrong with a move from `layer` to `next`, if anything is.
fn fault_of<S: Space>(space: &S, layer: usize, next: &S::State) -> Option<&'static str> {
    let Some(cell) = space.locate(next) else {
        return Some("leads to a state outside the space; widen the ranges of the state's fields");
    };
    if cell.layer >= layer {
        Some("does not lead to a lower layer; choose a layer that every move lowers")
    } else if layer - cell.layer > space.reach() {
        Some("reaches further down than the space declares; declare a farther `reach`")
    } else if cell.slot >= space.width(cell.layer) {
        Some("leads to a slot beyond the width of its layer")
    } else {
        None
    }
}
