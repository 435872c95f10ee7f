//! The law of spaces: what a space promises about its positions, and about the moves between them.

use super::graph::{Fault, Place, is_inside};
use super::guard::{caught, leave};
use super::law::Law;
use super::sample::{Sample, spread};
use crate::engine::SpaceOf;
use crate::engine::sweep::fault_of;
use crate::space::{Cell, Word};
use crate::{Game, Space, Then};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::hash::BuildHasher;
use core::ops::{ControlFlow, Range};
use hashbrown::DefaultHashBuilder;

/// How many slots of a layer `each` is to show at once.
const RUN: usize = 64;

/// What is wrong with a space, at each position, slot and layer once.
pub(super) fn faults<G: Game>(sample: &Sample<'_, G>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for node in 0..sample.graph.len() {
        let message = tried("locate", || located(sample, node))
            .or_else(|| tried("pack", || packed(sample, node)));
        faults.extend(message.map(|message| fault(Place::Node(node), message)));
    }
    for (cell, at) in &sample.cells {
        let (place, message) = match at {
            Err(panic) => (
                Place::Named(name(*cell)),
                Some(format!("`at` panics: {panic}; let `width` count the slots that there are")),
            ),
            Ok(node) => (Place::Node(*node), tried("locate", || at_cell(sample, *cell, *node))),
        };
        faults.extend(message.map(|message| fault(place, message)));
    }
    for node in sample.graph.explored() {
        let mut trying = None;
        let message = tried("locate", || moved(sample, node, &mut trying));
        faults.extend(message.map(|message| Fault {
            mv: trying.map(|mv| format!("{mv:?}")),
            ..fault(Place::Node(node), message)
        }));
    }
    let whole = tried("width", || counted(sample));
    faults.extend(whole.map(|message| fault(Place::Named("the space".into()), message)));
    let mut layers: Vec<usize> = sample.cells.iter().map(|(cell, _)| cell.layer).collect();
    layers.dedup();
    for layer in layers {
        let message = tried("each", || shown::<G>(&sample.space, layer));
        faults
            .extend(message.map(|message| fault(Place::Named(format!("layer {layer}")), message)));
    }
    faults
}

fn fault(at: Place, message: String) -> Fault {
    Fault { law: Law::Space, at, mv: None, message }
}

fn name(cell: Cell) -> String {
    format!("slot {} of layer {}", cell.slot, cell.layer)
}

/// What is wrong, be it that a function of the space panics.
fn tried(function: &str, work: impl FnOnce() -> Option<String>) -> Option<String> {
    caught(work).unwrap_or_else(|panic| {
        Some(format!("the space panics, in `{function}` or what it calls: {panic}"))
    })
}

/// A slot, and the position that is in it.
fn at_cell<G: Game>(sample: &Sample<'_, G>, cell: Cell, node: usize) -> Option<String> {
    let located = sample.space.locate(sample.graph.state(node));
    let found = located.map_or("nowhere".into(), name);
    (located != Some(cell)).then(|| {
        format!(
            "`at` puts it in {}, and `locate` finds it in {found}; they must undo each other, and `width` must \
             count the slots that there are",
            name(cell)
        )
    })
}

/// Where the space keeps a position. Of one outside of the space the move is at fault that leads to it.
fn located<G: Game>(sample: &Sample<'_, G>, node: usize) -> Option<String> {
    let (space, state) = (&sample.space, sample.graph.state(node));
    if !is_inside(space, state) {
        return (node == 0).then(|| {
            "the start lies outside of the space; widen the ranges of the state's fields, or start within them".into()
        });
    }
    let cell = space.locate(state)?;
    let back = space.at(cell.layer, cell.slot);
    (back != *state).then(|| {
        format!(
            "`locate` finds it in {}, where `at` has {back:?}; every position needs a slot of its own",
            name(cell)
        )
    })
}

/// What the memo keeps of a position.
fn packed<G: Game>(sample: &Sample<'_, G>, node: usize) -> Option<String> {
    let (space, state) = (&sample.space, sample.graph.state(node));
    let Some(key) = space.pack(state.clone()) else {
        // Of one outside of the space the move is at fault that leads to it.
        let own = is_inside(space, state);
        return own.then(|| {
            "`pack` gives no key to it, though it is a position of the space; widen the ranges of the state's fields, \
             or let `pack` keep it"
                .into()
        });
    };
    let back = space.unpack(&key, G::State::clone);
    if back != *state {
        return Some(format!(
            "`unpack` makes {back:?} of its key; the two must undo each other, and every position needs a key of its own"
        ));
    }
    let hasher = DefaultHashBuilder::default();
    let other = space.pack(state.clone());
    if other.as_ref() != Some(&key)
        || other.map(|key| hasher.hash_one(key)) != Some(hasher.hash_one(&key))
    {
        return Some("`pack` gives it another key when it is asked again; a key must depend on the state alone".into());
    }
    if !SpaceOf::<G>::PACKS {
        return None;
    }
    match space.bits() {
        0..=32 => in_word::<G, u32>(space, state)
            .or_else(|| in_word::<G, u64>(space, state))
            .or_else(|| in_word::<G, u128>(space, state)),
        33..=64 => in_word::<G, u64>(space, state).or_else(|| in_word::<G, u128>(space, state)),
        65..=128 => in_word::<G, u128>(space, state),
        // Too many for any word: the memo keeps the space's own keys.
        _ => None,
    }
}

/// A position packed into one word that has room for it.
fn in_word<G: Game, W: Word>(space: &SpaceOf<G>, state: &G::State) -> Option<String> {
    let bits = space.bits();
    let Some(word) = space.to_bits::<W>(state) else {
        return Some(format!(
            "`to_bits` does not pack it into {} bits, though `bits` says that {bits} are enough; let `PACKS` be false, \
             or pack every position",
            W::BITS
        ));
    };
    let number = word.to_u128();
    if bits < 128 && number >> bits != 0 {
        return Some(format!(
            "`to_bits` packs it as {number:#x}, and `bits` allows {bits} bits; let `bits` count all that a state takes"
        ));
    }
    let back = space.of_bits::<W>(word);
    (back.as_ref() != Some(state)).then(|| {
        format!("`to_bits` packs it as {number:#x}, of which `of_bits` makes {back:?}; the two must undo each other")
    })
}

/// Where the moves of a position lead; `trying` is the move.
fn moved<G: Game>(
    sample: &Sample<'_, G>,
    node: usize,
    trying: &mut Option<G::Move>,
) -> Option<String> {
    let (game, space, graph) = (sample.game, &sample.space, &sample.graph);
    let state = graph.state(node);
    let cell = space.locate(state);
    for edge in graph.edges(node) {
        *trying = Some(edge.mv.clone());
        let next = match edge.then {
            Then::Opponent(Some(next)) | Then::Again(Some(next)) => graph.state(next).clone(),
            Then::Over => continue,
            // One that was not explored.
            _ => match game.play(state, &edge.mv).and_then(|step| step.into_next()) {
                Some(next) => next,
                None => continue,
            },
        };
        let there = space.locate(&next);
        let layers = space.layers();
        if let Some(there) = there.filter(|there| there.layer >= layers) {
            return Some(format!(
                "it leads to {next:?}, which `locate` finds in {}, and there are {layers} layers; let `layers` count \
                 them, or `locate` return None",
                name(there)
            ));
        }
        let fault = match cell {
            Some(cell) => fault_of(space, cell.layer, cell.slot, &next).map(String::from),
            None => space.pack(next.clone()).is_none().then(|| {
                "leads to a state outside the space; widen the ranges of the state's fields, or let `play` return None"
                    .into()
            }),
        };
        if let Some(fault) = fault {
            return Some(format!("the move to {next:?} {fault}"));
        }
    }
    *trying = None;
    None
}

/// What a space says of its layers at once.
fn counted<G: Game>(sample: &Sample<'_, G>) -> Option<String> {
    let space = &sample.space;
    let (layers, even) = (space.layers(), space.even());
    if SpaceOf::<G>::SPARSE && layers > 0 {
        return Some(format!("it is `SPARSE` and has {layers} layers; a sparse space has none"));
    }
    if SpaceOf::<G>::FLAT && layers > 1 {
        return Some(format!("it is `FLAT` and has {layers} layers; a flat space has one"));
    }
    if layers > sample.few_layers() {
        // Too many to be counted one by one; where all have one width there is no need to.
        for layers in spread(layers, 100) {
            let positions = even.and_then(|even| (layers as u64).checked_mul(even as u64));
            if even.is_some() && space.positions(layers) != positions {
                return Some(format!(
                    "`positions({layers})` is {:?}, and {layers} layers of {even:?} slots have {positions:?}",
                    space.positions(layers)
                ));
            }
        }
        return None;
    }
    let (mut total, mut widest) = (Some(0u64), 0);
    let asked = spread(layers.saturating_add(1), 100);
    for layer in 0..=layers {
        if asked.binary_search(&layer).is_ok() {
            let (positions, wide) = (space.positions(layer), space.widest(layer));
            if positions != total {
                return Some(format!(
                    "`positions({layer})` is {positions:?}, and the widths of the layers below have the sum {total:?}"
                ));
            }
            if wide != widest {
                return Some(format!(
                    "`widest({layer})` is {wide}, and the widest of the layers below is {widest} wide"
                ));
            }
        }
        if layer < layers {
            let width = space.width(layer);
            if even.is_some_and(|even| even != width) {
                return Some(format!(
                    "`even` says {even:?}, and layer {layer} is {width} wide; let it be None, or all widths the same"
                ));
            }
            if SpaceOf::<G>::CHAIN && width != 1 {
                return Some(format!("it is a `CHAIN`, and layer {layer} is {width} wide, not 1"));
            }
            widest = widest.max(width);
            total = total.and_then(|total| total.checked_add(width as u64));
        }
    }
    None
}

/// What `each` shows of a layer: the states that `at` has in it.
fn shown<G: Game>(space: &SpaceOf<G>, layer: usize) -> Option<String> {
    let width = space.width(layer);
    let runs: [Range<usize>; 3] = [
        0..width.min(RUN),
        width / 3..width.min(width / 3 + RUN),
        width.saturating_sub(RUN)..width,
    ];
    for slots in runs {
        let (mut fault, mut count) = (None, 0);
        let flow = space.each(layer, slots.clone(), |i, state| {
            count += 1;
            if count > RUN {
                leave();
            }
            if i + 1 != count || i >= slots.len() {
                fault = Some(format!("`each` shows place {i} of {slots:?} out of turn"));
            } else if state != space.at(layer, slots.start + i) {
                fault = Some(format!(
                    "`each` shows {state:?} in slot {}, where `at` has {:?}",
                    slots.start + i,
                    space.at(layer, slots.start + i)
                ));
            }
            if fault.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if fault.is_some() {
            return fault;
        }
        if count != slots.len() || flow.is_break() {
            return Some(format!("`each` shows {count} of the slots {slots:?}"));
        }
        let mut count = 0;
        let flow = space.each(layer, slots.clone(), |_, _| {
            count += 1;
            ControlFlow::Break(())
        });
        if !slots.is_empty() && (count > 1 || flow.is_continue()) {
            return Some(
                "`each` goes on after it was told to stop; write `visit(i, state)?` in it".into(),
            );
        }
    }
    None
}
