//! Held against a fixpoint on random graphs.

use super::*;
use crate::Engine;
use crate::Outcome;
use crate::Solver;
use crate::engine::graphs::{At, Graph, Kind, Numbers};
use crate::run::Limits;
use crate::space::Sparse;
use alloc::vec;

/// By the definition, round by round: what a position is worth as soon as that is certain, and in which round.
fn fixpoint(graph: &Graph<Outcome>) -> Vec<(Outcome, Option<u32>)> {
    let n = graph.moves.len();
    let mut known: Vec<Option<(Outcome, u32)>> = vec![None; n];
    for (known, (moves, terminal)) in known.iter_mut().zip(graph.moves.iter().zip(&graph.terminals))
    {
        if moves.is_empty() {
            *known = Some((*terminal, 0));
        }
    }
    for round in 1..=2 * n as u32 + 2 {
        let before = known.clone();
        for at in (0..n).filter(|at| before[*at].is_none()) {
            let worth = |(gain, kind, to): &(Outcome, Kind, usize)| match (gain, kind) {
                (_, Kind::Over) | (Outcome::Win | Outcome::Loss, _) => Some(*gain),
                (Outcome::Draw, Kind::To) => before[*to].map(|(value, _)| value.reversed()),
                (Outcome::Draw, Kind::Again) => before[*to].map(|(value, _)| value),
            };
            let worths: Vec<Option<Outcome>> = graph.moves[at].iter().map(worth).collect();
            if worths.contains(&Some(Outcome::Win)) {
                known[at] = Some((Outcome::Win, round));
            } else if let Some(all) = worths.into_iter().collect::<Option<Vec<_>>>() {
                known[at] = all.into_iter().max().map(|best| (best, round));
            }
        }
    }
    known
        .into_iter()
        .map(|known| match known {
            Some((value, round)) => (value, Some(round)),
            None => (Outcome::Draw, None),
        })
        .collect()
}

#[test]
fn both_ways_equal_the_fixpoint_on_random_graphs() {
    let mut numbers = Numbers(0x5eed);
    let (mut cyclic, mut decided) = (0, 0);
    for nth in 0..30_000 {
        let graph = numbers.graph();
        let expected = fixpoint(&graph);
        let (space, limits) = (Sparse::default(), Limits::default());
        let mut run = Run::new(&limits, Engine::Retrograde, 1 << 20);
        let new = || Analysis::<Graph<Outcome>, Own>::new(&graph, &space);
        let fast = new().fast(&mut run, &At(0)).unwrap();
        let lean = new().lean(&mut run, &At(0)).unwrap();
        for (key, _) in fast.places.iter() {
            let found = fast.get(key);
            assert_eq!(found, Some(expected[key.0]), "{nth}: {key:?} of {graph:?}");
            assert_eq!(lean.get(key), found, "{nth}: {key:?} of {graph:?}");
            cyclic += usize::from(expected[key.0].1.is_none());
            decided += usize::from(expected[key.0].1.is_some());
        }
        assert_eq!(lean.places.len(), fast.places.len());
    }
    // Both happen often.
    assert!(cyclic > 5_000 && decided > 30_000, "{cyclic} {decided}");
}

#[test]
fn where_memory_is_short_moves_are_run_through_twice() {
    let mut numbers = Numbers(0x1ea7);
    let mut short = 0;
    for _ in 0..200 {
        let graph = numbers.graph();
        let space = Sparse::default();
        let with = |budget: u64, lean: bool| {
            let limits = Limits { memory: Some(budget), ..Limits::default() };
            let mut run = Run::new(&limits, Engine::Retrograde, budget);
            let new = Analysis::<Graph<Outcome>, Own>::new(&graph, &space);
            let done = if lean { new.lean(&mut run, &At(0)) } else { new.fast(&mut run, &At(0)) };
            done.is_ok()
        };
        let Some(budget) = (1..200).map(|i| i * 64).find(|budget| with(*budget, true)) else {
            continue;
        };
        if with(budget, false) {
            continue;
        }
        short += 1;
        let solver = Solver::new().engine(Engine::Retrograde).memory(budget);
        let solution = solver.solve(&graph).unwrap();
        assert_eq!(solution.value(), fixpoint(&graph)[0].0, "{graph:?}");
    }
    assert!(short > 20, "{short}");
}

#[test]
fn margins_have_no_endless_play() {
    let around = Graph {
        moves: vec![vec![(1i64, Kind::To, 1)], vec![(1, Kind::To, 0)]],
        terminals: vec![0; 2],
    };
    let limits = Limits::default();
    let mut run = Run::new(&limits, Engine::Retrograde, 1 << 20);
    let space = Sparse::default();
    for lean in [false, true] {
        let analysis = Analysis::<Graph<i64>, Own>::new(&around, &space);
        let failed =
            if lean { analysis.lean(&mut run, &At(0)) } else { analysis.fast(&mut run, &At(0)) };
        assert!(matches!(failed.err(), Some(Error::Cycle { .. })));
        let deep =
            Graph { moves: vec![vec![(i64::MAX, Kind::Again, 1)], vec![]], terminals: vec![0, 1] };
        let analysis = Analysis::<Graph<i64>, Own>::new(&deep, &space);
        let failed =
            if lean { analysis.lean(&mut run, &At(0)) } else { analysis.fast(&mut run, &At(0)) };
        let Some(Error::Overflow { position, mv }) = failed.err() else { panic!() };
        assert_eq!((position.as_str(), mv.as_str()), ("At(0)", "Go(0)"));
    }
}
