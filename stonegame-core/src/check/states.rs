//! The law of hashes: equal states hash equally, and a state's hash never changes.

use super::graph::Fault;
use super::guard::caught;
use super::law::Law;
use super::sample::Sample;
use crate::{Game, Space};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::hash::BuildHasher;
use hashbrown::{DefaultHashBuilder, HashMap};

/// How many positions are compared with each other, each with each.
const PAIRS: usize = 192;

/// What is wrong with hashes and with equality, at each position once.
pub(super) fn faults<G: Game>(sample: &Sample<'_, G>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for node in 0..sample.graph.len() {
        let fault = caught(|| alone(sample, node))
            .unwrap_or_else(|panic| Some(format!("`hash`, `eq` or `clone` panics: {panic}")));
        faults.extend(fault.map(|message| Fault::at(Law::Hash, node, message)));
    }
    if faults.is_empty() {
        in_pairs(sample, &mut faults);
    }
    faults
}

/// What is wrong with hashes now that the game was solved.
pub(super) fn changed<G: Game>(sample: &Sample<'_, G>) -> Vec<Fault> {
    let graph = &sample.graph;
    let changed = |node: &usize| graph.found.hash(graph.state(*node)) != graph.hashes[*node];
    (0..graph.len()).filter(changed).map(|node| Fault::at(Law::Hash, node, changing())).collect()
}

/// A state's hash, compared with that of its copies.
fn alone<G: Game>(sample: &Sample<'_, G>, node: usize) -> Option<String> {
    let (graph, space) = (&sample.graph, &sample.space);
    let state = graph.state(node);
    let hash = |state: &G::State| graph.found.hash(state);
    #[allow(clippy::eq_op)] // that is the question
    if state != state {
        return Some("`eq` says that the state differs from itself; let it compare fields that equal themselves".into());
    }
    if hash(state) != graph.hashes[node] || hash(state) != hash(state) {
        return Some(changing());
    }
    let copy = state.clone();
    if copy != *state {
        return Some(
            "`eq` says that a clone differs; let `clone` copy all that `eq` compares".into(),
        );
    }
    if hash(&copy) != hash(state) {
        return Some(differing(&copy, state));
    }
    // Where the space does not give the same state back, that is for its own law to say.
    let other = |back: &G::State| back == state && hash(back) != hash(state);
    if let Ok(Some(back)) = caught(|| {
        let cell = space
            .locate(state)
            .filter(|cell| cell.layer < space.layers() && cell.slot < space.width(cell.layer))?;
        Some(space.at(cell.layer, cell.slot))
    }) && other(&back)
    {
        return Some(differing(&back, state));
    }
    let unpacked = caught(|| {
        let key = space.pack(state.clone())?;
        Some(space.unpack(&key, G::State::clone))
    });
    if let Ok(Some(back)) = unpacked
        && other(&back)
    {
        return Some(differing(&back, state));
    }
    None
}

/// States compared with one another: those that look alike, and some each with each. All were found
/// to be different, by hash and `eq`.
fn in_pairs<G: Game>(sample: &Sample<'_, G>, faults: &mut Vec<Fault>) {
    let graph = &sample.graph;
    let mut compare = |a: usize, b: usize| {
        let (one, other) = (graph.state(a), graph.state(b));
        let message = match (one == other, other == one) {
            (false, false) => return,
            (true, true) => differing(one, other),
            _ => format!(
                "`eq` depends on the order: {one:?} and {other:?} are equal one way round only; \
                 let it compare the same fields of both"
            ),
        };
        faults.push(Fault::at(Law::Hash, a, message));
    };
    let hasher = DefaultHashBuilder::default();
    let mut alike: HashMap<u64, usize> = HashMap::new();
    for node in 0..graph.len() {
        let text = hasher.hash_one(format!("{:?}", graph.state(node)));
        let first = *alike.entry(text).or_insert(node);
        if first != node {
            compare(first, node);
        }
    }
    for a in 0..graph.len().min(PAIRS) {
        for b in a + 1..graph.len().min(PAIRS) {
            compare(a, b);
        }
    }
}

fn changing() -> String {
    "`hash` changes while the game is solved; let it depend on fields that never change, and on no \
     `Cell`, counter or address"
        .into()
}

fn differing<S: core::fmt::Debug>(one: &S, other: &S) -> String {
    format!(
        "`hash` differs for two equal states: {one:?} and {other:?}; let it hash only what `eq` compares"
    )
}
