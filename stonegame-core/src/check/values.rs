//! The value of each position by the definition, from the ends of play upwards.
//!
//! Nothing of an engine is used here, so that what an engine says can be held against it.

use super::graph::{Edge, Fault, Graph, Place};
use super::guard::caught;
use super::law::Law;
use super::sample::Sample;
use crate::engine::retrograde::decided_by;
use crate::{Error, Game, Then, Value};
use alloc::collections::VecDeque;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// What is known of a position's value.
pub(super) struct Known<V> {
    /// For the player to move.
    pub(super) value: V,
    /// Those of its legal moves in order, for the player who moves.
    pub(super) moves: Vec<V>,
    /// How many plies the longest line from here has.
    pub(super) height: usize,
    /// How many moves the reference engine looks at from here, which looks at the same ones again and again.
    pub(super) work: u64,
}

/// The values of the positions below which everything was explored.
pub(super) type Values<V> = Vec<Option<Known<V>>>;

/// The values that follow from the definition, and the moves that cannot be valued.
pub(super) fn by_definition<G: Game>(sample: &Sample<'_, G>) -> (Values<G::Value>, Vec<Fault>) {
    let graph = &sample.graph;
    let mut known: Values<G::Value> = Vec::new();
    known.resize_with(graph.len(), || None);
    let order = match upwards(graph) {
        Ok(order) => order,
        Err(cycle) => {
            return match G::Value::ENDLESS {
                Some(endless) => (endless_too(sample, endless), vec![]),
                None => (known, vec![cycle]),
            };
        }
    };
    let mut faults = Vec::new();
    for node in order {
        let value = caught(|| define(sample, &known, node)).unwrap_or_else(|panic| {
            let message = format!("arithmetic on values panics: {panic}");
            Err(Fault::at(Law::Values, node, message))
        });
        match value {
            Ok(value) => known[node] = value,
            Err(fault) => faults.push(fault),
        }
    }
    (known, faults)
}

/// The values where play may go round: what is certain, as long as anything new is; and what is not, in a graph that was
/// explored whole, never ends.
fn endless_too<G: Game>(sample: &Sample<'_, G>, endless: G::Value) -> Values<G::Value> {
    let graph = &sample.graph;
    let mut values: Vec<Option<G::Value>> = vec![None; graph.len()];
    let mut rounds = vec![0usize; graph.len()];
    let worth = |edge: &Edge<G>, values: &[Option<G::Value>]| {
        let certain = |again| decided_by(edge.gain, again);
        match edge.then {
            Then::Over => Some(edge.gain),
            Then::Opponent(next) => certain(false)
                .or_else(|| edge.gain.checked_minus(next.and_then(|next| values[next])?)),
            Then::Again(next) => certain(true)
                .or_else(|| edge.gain.checked_plus(next.and_then(|next| values[next])?)),
        }
    };
    for round in 1.. {
        let before = values.clone();
        for node in (0..graph.len()).filter(|node| before[*node].is_none() && graph.is_whole(*node))
        {
            let edges = graph.edges(node);
            let best = edges.iter().filter_map(|edge| worth(edge, &before)).reduce(Value::better);
            let all = || edges.iter().all(|edge| worth(edge, &before).is_some());
            let value = match best {
                None if edges.is_empty() => Some(sample.game.terminal(graph.state(node))),
                Some(best) if best.is_settled(round as u32) || all() => Some(best),
                _ => None,
            };
            (values[node], rounds[node]) = (value, round);
        }
        if values == before {
            break;
        }
    }
    if (0..graph.len()).all(|node| graph.is_whole(node)) {
        values.iter_mut().for_each(|value| *value = value.or(Some(endless)));
    }
    let known = |node: usize| {
        let moves = graph.edges(node).iter().map(|edge| worth(edge, &values));
        let moves = moves.collect::<Option<Vec<_>>>()?;
        // The reference would go round for ever.
        Some(Known { value: values[node]?, moves, height: rounds[node], work: u64::MAX })
    };
    (0..graph.len()).map(known).collect()
}

/// The value of a position, if those of all next ones are known.
fn define<G: Game>(
    sample: &Sample<'_, G>,
    known: &Values<G::Value>,
    node: usize,
) -> Result<Option<Known<G::Value>>, Fault> {
    if !sample.graph.is_whole(node) {
        return Ok(None);
    }
    let edges = sample.graph.edges(node);
    let (mut moves, mut height) = (Vec::with_capacity(edges.len()), 0);
    let mut work = sample.graph.nodes[node].shown as u64 + 1;
    for edge in edges {
        let next = match edge.then {
            Then::Opponent(next) | Then::Again(next) => {
                let Some(next) = next.and_then(|next| known[next].as_ref()) else {
                    return Ok(None);
                };
                height = height.max(next.height + 1);
                work = work.saturating_add(next.work);
                Some(next.value)
            }
            Then::Over => None,
        };
        let (value, mask) = match (&edge.then, next) {
            (Then::Opponent(_), Some(next)) => edge.gain.minus(next),
            (Then::Again(_), Some(next)) => edge.gain.plus(next),
            _ => (edge.gain, Default::default()),
        };
        if G::Value::overflowed(mask) {
            let (position, mv) =
                (format!("{:?}", sample.graph.state(node)), format!("{:?}", edge.mv));
            return Err(Fault {
                law: Law::Overflow,
                at: Place::Node(node),
                mv: Some(mv.clone()),
                message: Error::Overflow { position, mv }.to_string(),
            });
        }
        moves.push(value);
    }
    let best = moves.iter().copied().reduce(|best, value| best.better(value));
    let value = best.unwrap_or_else(|| sample.game.terminal(sample.graph.state(node)));
    Ok(Some(Known { value, moves, height, work }))
}

/// The positions in an order in which each comes behind all that its moves lead to, or a cycle.
fn upwards<G: Game>(graph: &Graph<G>) -> Result<Vec<usize>, Fault> {
    // How many moves of each lead to a position not in order yet; from where moves lead to each.
    let mut waits = vec![0usize; graph.len()];
    let mut above = vec![vec![]; graph.len()];
    for (node, waits) in waits.iter_mut().enumerate() {
        for next in next_of(graph, node) {
            *waits += 1;
            above[next].push(node);
        }
    }
    let mut order: Vec<usize> = (0..graph.len()).filter(|node| waits[*node] == 0).collect();
    let mut next = 0;
    while let Some(node) = order.get(next).copied() {
        next += 1;
        for &upper in &above[node] {
            waits[upper] -= 1;
            if waits[upper] == 0 {
                order.push(upper);
            }
        }
    }
    let left: Vec<usize> = (0..graph.len()).filter(|node| waits[*node] > 0).collect();
    match graph.smallest(left) {
        None => Ok(order),
        Some(node) => Err(cycle(graph, node, &waits)),
    }
}

fn next_of<G: Game>(graph: &Graph<G>, node: usize) -> impl Iterator<Item = usize> {
    graph.edges(node).iter().filter_map(|edge| match edge.then {
        Then::Opponent(next) | Then::Again(next) => next,
        Then::Over => None,
    })
}

/// The shortest cycle through a position from which play can go on for ever: of those, one with the
/// fewest positions below it lies on a cycle itself.
fn cycle<G: Game>(graph: &Graph<G>, mut node: usize, waits: &[usize]) -> Fault {
    let mut line = shortest(graph, node);
    if line.is_none() {
        // Not the one with the fewest: on to positions of the same kind, until one comes again.
        let mut met = vec![false; graph.len()];
        while !met[node] {
            met[node] = true;
            node = next_of(graph, node).find(|next| waits[*next] > 0).unwrap_or(node);
        }
        line = shortest(graph, node);
    }
    let line = line.unwrap_or_else(|| vec![node]);
    let mut text = String::new();
    for node in line.iter().take(8) {
        text.push_str(&format!("{:?} → ", graph.state(*node)));
    }
    text.push_str(if line.len() > 8 { "… → " } else { "" });
    let message = format!(
        "play can come back to it ({text}{:?}), so that its value depends on itself; if play is to end after so many \
         rounds, let the state count them",
        graph.state(node)
    );
    Fault::at(Law::Cycle, node, message)
}

/// The shortest line of positions from one back to it.
fn shortest<G: Game>(graph: &Graph<G>, node: usize) -> Option<Vec<usize>> {
    let mut from = vec![usize::MAX; graph.len()];
    let mut queue = VecDeque::from([node]);
    while let Some(at) = queue.pop_front() {
        for next in next_of(graph, at) {
            if next == node {
                let (mut line, mut at) = (vec![at], at);
                while at != node {
                    at = from[at];
                    line.push(at);
                }
                line.reverse();
                return Some(line);
            }
            if from[next] == usize::MAX {
                from[next] = at;
                queue.push_back(next);
            }
        }
    }
    None
}
