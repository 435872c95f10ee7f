//! The law of values: every engine that can run gives what the definition gives.

use super::graph::{Fault, Place};
use super::guard::caught;
use super::law::Law;
use super::sample::{Sample, spread};
use super::values::{Known, Values};
use crate::{Engine, Error, Game, Solution, Solver, Space, Value};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// The most bytes that an engine may take.
const MEMORY: u64 = 64 << 20;
/// The most moves that the reference engine may look at from one position, and in all.
const WORK: [u64; 2] = [1 << 13, 1 << 16];
/// The most moves that a table may look at, for each position that may be explored.
const MOVES: u64 = 1 << 7;
/// About how many moves a rolling solve may look at again to answer questions.
const AGAIN: u64 = 1 << 18;

/// The engines that were compared, and what they give that is not what the definition gives.
pub(super) fn faults<G: Game>(
    sample: &Sample<'_, G>,
    known: &Values<G::Value>,
) -> (Vec<Engine>, Vec<Fault>) {
    let (mut ran, mut faults) = (Vec::new(), Vec::new());
    for engine in Engine::ALL {
        let mut left = WORK[1];
        for (nth, root) in roots(sample, known, engine).into_iter().enumerate() {
            let work = known[root].as_ref().map_or(u64::MAX, |known| known.work);
            if engine == Engine::Reference {
                if work > WORK[0].min(left) {
                    continue;
                }
                left -= work;
            }
            let Some(questions) = questions(sample, engine, root, nth) else {
                continue;
            };
            let solved = caught(|| compare(sample, known, engine, root, questions, &mut faults));
            match solved {
                Ok(true) if !ran.contains(&engine) => ran.push(engine),
                Ok(_) => {}
                Err(panic) => {
                    let message = format!(
                        "the {engine} engine panics when it solves the game from here: {panic}; `play` and `terminal` \
                         must answer for every position of the space"
                    );
                    faults.push(Fault::at(Law::Play, root, message));
                }
            }
        }
    }
    (ran, faults)
}

/// The positions to solve from.
fn roots<G: Game>(sample: &Sample<'_, G>, known: &Values<G::Value>, engine: Engine) -> Vec<usize> {
    let mut valued: Vec<(usize, usize)> = known
        .iter()
        .enumerate()
        .filter_map(|(node, known)| Some((known.as_ref()?.height, node)))
        .collect();
    if engine == Engine::Reference {
        // As many as there is time for, the small ones first.
        valued.sort_unstable();
        let some = spread(valued.len(), 256);
        return some.into_iter().map(|i| valued[i].1).collect();
    }
    // The start, the top of the space, and a few of the others, the highest first.
    let mut roots = vec![0];
    if let Some((_, Ok(top))) = sample.cells.last() {
        roots.push(*top);
    }
    valued.sort_unstable_by_key(|(height, node)| (usize::MAX - height, *node));
    roots.extend(spread(valued.len(), 6).into_iter().map(|i| valued[i].1));
    roots.retain(|root| known[*root].is_some());
    let mut once = Vec::new();
    for root in roots {
        if !once.contains(&root) {
            once.push(root);
        }
    }
    once
}

/// How many positions an engine that solves from a root is asked about; `None` if it would take too
/// long to solve.
fn questions<G: Game>(
    sample: &Sample<'_, G>,
    engine: Engine,
    root: usize,
    nth: usize,
) -> Option<usize> {
    let space = &sample.space;
    let cell = space.locate(sample.graph.state(root));
    let layers = cell.map_or(0, |cell| cell.layer + 1);
    // The solver asks for the number of positions, and a space may count them one by one.
    if layers > sample.few_layers() && space.even().is_none() {
        return None;
    }
    let most = if nth == 0 { 1 << 12 } else { 1 << 8 };
    match engine {
        Engine::Reference => Some(1),
        // Each answer is a search of its own, of at most the positions that were explored.
        Engine::AlphaBeta | Engine::Proof => sample.all_reachable.then_some(4),
        Engine::Table | Engine::Rolling => {
            let cells = space.positions(layers).unwrap_or(u64::MAX);
            let (work, bound) = (work(sample, layers, cells), sample.most as u64);
            let bounded = cells <= 4 * bound && work <= MOVES * bound;
            let again =
                if engine == Engine::Rolling { (AGAIN / (work + 1)).clamp(2, most) } else { most };
            bounded.then_some(again as usize)
        }
        _ => Some(most as usize),
    }
}

/// How many moves there are in the lowest layers, or about as many: as if every position had as many as
/// the one that has the most of those explored.
fn work<G: Game>(sample: &Sample<'_, G>, layers: usize, cells: u64) -> u64 {
    let (graph, space) = (&sample.graph, &sample.space);
    let below = |node: &usize| {
        let cell = space.locate(graph.state(*node));
        cell.is_some_and(|cell| cell.layer < layers)
    };
    let shown = |node: usize| graph.nodes[node].shown as u64;
    if sample.all_cells {
        return graph.explored().filter(below).map(shown).sum();
    }
    let most = graph.explored().filter(below).map(shown).max();
    cells.saturating_mul(most.unwrap_or(0).max(1))
}

/// Solves from a root and compares; tells whether the engine could run.
fn compare<G: Game>(
    sample: &Sample<'_, G>,
    known: &Values<G::Value>,
    engine: Engine,
    root: usize,
    questions: usize,
    faults: &mut Vec<Fault>,
) -> bool {
    let (game, graph) = (sample.game, &sample.graph);
    let Some(expected) = &known[root] else {
        return false;
    };
    let solver = Solver::new().engine(engine).memory(MEMORY);
    let solution = match solver.solve_from(game, graph.state(root).clone()) {
        Ok(solution) => solution,
        Err(error) => {
            let fault = of_error::<G::Value>(engine, root, error);
            let ran = fault.is_some();
            faults.extend(fault);
            return ran;
        }
    };
    let mut found = |node, message: Option<String>| {
        faults.extend(message.map(|message| Fault::at(Law::Values, node, message)));
    };
    found(root, differs(engine, solution.value(), expected.value));
    if root == 0 {
        match solver.value(game) {
            Ok(value) => found(root, differs(engine, value, expected.value)),
            Err(error) => faults.extend(of_error::<G::Value>(engine, root, error)),
        }
    }
    let below = graph.below(root);
    let nodes: Vec<usize> = (0..graph.len()).filter(|node| known[*node].is_some()).collect();
    let mut asked: Vec<usize> =
        spread(nodes.len(), questions).into_iter().map(|i| nodes[i]).collect();
    if !asked.contains(&root) {
        asked.push(root);
    }
    if engine == Engine::Reference {
        asked = vec![root];
    }
    for node in asked {
        let Some(known) = &known[node] else { continue };
        match answers(sample, &solution, node, known) {
            Ok(message) => {
                let message = message.map(|message| format!("the {engine} engine {message}"));
                faults.extend(message.map(|message| Fault::at(Law::Values, node, message)));
            }
            Err(Error::NotCovered { .. }) if !below[node] => {}
            Err(error) => faults.extend(of_error::<G::Value>(engine, node, error)),
        }
    }
    true
}

/// What a solution says of a position that is not so.
fn answers<G: Game>(
    sample: &Sample<'_, G>,
    solution: &Solution<'_, G>,
    node: usize,
    known: &Known<G::Value>,
) -> Result<Option<String>, Error> {
    let (state, edges) = (sample.graph.state(node), sample.graph.edges(node));
    let value = solution.value_of(state)?;
    if value != known.value {
        return Ok(Some(against(solution.plan().engine, value, known.value)));
    }
    let moves = solution.moves(state)?;
    if moves.len() != edges.len() {
        return Ok(Some(format!(
            "finds {} legal moves, and there are {}",
            moves.len(),
            edges.len()
        )));
    }
    for ((mv, value), (edge, expected)) in moves.iter().zip(edges.iter().zip(&known.moves)) {
        let (found, there) = (format!("{mv:?}"), format!("{:?}", edge.mv));
        if found != there {
            return Ok(Some(format!("finds the move {found} in place of {there}")));
        }
        if value != expected {
            return Ok(Some(format!(
                "{} for the move {found}",
                against(solution.plan().engine, *value, *expected)
            )));
        }
    }
    let best = solution.best_moves(state)?;
    let best: Vec<String> = best.iter().map(|mv| format!("{mv:?}")).collect();
    let expected: Vec<String> = edges
        .iter()
        .zip(&known.moves)
        .filter(|(_, value)| **value == known.value)
        .map(|(edge, _)| format!("{:?}", edge.mv))
        .collect();
    Ok((best != expected)
        .then(|| format!("finds the best moves {best:?}, and they are {expected:?}")))
}

fn differs<V: Value>(engine: Engine, value: V, expected: V) -> Option<String> {
    (value != expected).then(|| format!("the {engine} engine {}", against(engine, value, expected)))
}

fn against<V: Value>(engine: Engine, value: V, expected: V) -> String {
    let hint = match engine {
        Engine::Theorem => {
            "the theorem does not hold here: correct it, or let it give None where its hypotheses fail"
        }
        _ => {
            "if the value type is one of your own, let `minus`, `plus`, `better` and what is checked of them agree \
             with one another"
        }
    };
    format!("gives the value {value:?}, and by the definition it is {expected:?}; {hint}")
}

/// What an engine's error says of the game; `None` if it is about the engine alone.
fn of_error<V: Value>(engine: Engine, node: usize, error: Error) -> Option<Fault> {
    let message = format!("the {engine} engine finds: {error}");
    let (law, at, mv) = match error {
        Error::CannotRun { .. }
        | Error::TooMany { .. }
        | Error::OverBudget { .. }
        | Error::TooLong { .. }
        | Error::Cancelled { .. } => return None,
        // Play may go round, and this engine cannot.
        Error::Cycle { .. } if V::ENDLESS.is_some() => return None,
        Error::Overflow { position, mv } => (Law::Overflow, Place::Named(position), Some(mv)),
        Error::Unlawful { position, mv, .. } => (Law::Space, Place::Named(position), Some(mv)),
        Error::Cycle { position } => (Law::Cycle, Place::Named(position), None),
        Error::Outside { position } => (Law::Space, Place::Named(position), None),
        _ => (Law::Values, Place::Node(node), None),
    };
    Some(Fault { law, at, mv, message })
}
