//! Held against the memo on random games.

use super::table::Bound;
use super::*;
use crate::engine::graphs::{At, Go, Graph, Numbers};
use crate::{Outcome, Proof, Solver, WinLoss};
use alloc::vec;

/// Whether a bound says what is true.
fn is_true<V: Value>(bound: Bound<V>, value: V) -> bool {
    match bound {
        Bound::Exact(known) => known == value,
        Bound::Lower(least) => at_least(value, least),
        Bound::Upper(most) => at_least(most, value),
    }
}

/// The value, the first best and all best moves, and every bound, with any order of moves and a table of any size.
/// Tells whether there was anything to compare.
fn agree<V: Value>(graph: &Graph<V>, numbers: &mut Numbers) -> bool {
    let Ok(memo) = Solver::new().engine(Engine::Memo).solve(graph) else { return false };
    let best: Vec<usize> = memo.best_moves(&At(0)).unwrap().iter().map(|go| go.0).collect();
    for round in 0..3 {
        let entries = [usize::MAX, 1, 2, 3, 5][numbers.below(5) as usize];
        let salt = numbers.below(1 << 20);
        let mut search = AlphaBeta::new(graph).entries(entries);
        if round > 0 {
            search = search.order(move |_, at, go, _| {
                let mixed = (at.0 as u64 * 31 + go.0 as u64 + 1).wrapping_mul(salt | 1);
                (mixed % 7) as i64
            });
        }
        let found = search.search(&At(0)).unwrap();
        assert_eq!(found.value(), Some(memo.value()), "{graph:?}");
        assert_eq!(found.best.map(|go: Go| go.0), best.first().copied(), "{graph:?}");
        let all: Vec<usize> = search.best_moves(&At(0)).unwrap().iter().map(|go| go.0).collect();
        assert_eq!(all, best, "{graph:?}");
        let table = search.table.as_ref().unwrap();
        assert!(table.len() <= entries);
        for (key, bound) in table.iter() {
            let value = memo.value_of(key).unwrap();
            assert!(is_true(bound, value), "{key:?}: {bound:?}, and it is {value:?} in {graph:?}");
        }
    }
    !best.is_empty()
}

#[test]
fn margins_equal_the_memos() {
    let mut numbers = Numbers(0xa1fa);
    let mut compared = 0;
    while compared < 15_000 {
        let graph = numbers.acyclic(|numbers| numbers.below(9) as i32 - 4);
        compared += u32::from(agree(&graph, &mut numbers));
    }
}

#[test]
fn extremes_of_the_type_equal_the_memos() {
    let mut numbers = Numbers(0xbe7a);
    let ends = [i32::MIN, i32::MIN + 1, -1, 0, 0, 0, 1, i32::MAX - 1, i32::MAX];
    let mut compared = 0;
    while compared < 10_000 {
        let graph = numbers.acyclic(|numbers| ends[numbers.below(9) as usize]);
        compared += u32::from(agree(&graph, &mut numbers));
    }
}

#[test]
fn outcomes_equal_the_memos() {
    let mut numbers = Numbers(0xca5e);
    let mut compared = [0, 0];
    while compared.iter().any(|compared| *compared < 10_000) {
        let graph = numbers.acyclic(|numbers| numbers.outcome(4));
        compared[0] += u32::from(agree(&graph, &mut numbers));
        let graph = numbers.acyclic(|numbers| WinLoss::won(numbers.below(3) == 0));
        compared[1] += u32::from(agree(&graph, &mut numbers));
    }
}

#[test]
fn proofs_equal_the_memos() {
    let mut numbers = Numbers(0xdf);
    for _ in 0..10_000 {
        let graph = numbers.acyclic(|numbers| numbers.outcome(6));
        let value = Solver::new().engine(Engine::Memo).value(&graph).unwrap();
        assert_eq!(Proof::new(&graph).value(&At(0)), Ok(value), "{graph:?}");
        let graph = numbers.acyclic(|numbers| numbers.below(9) as i64 - 4);
        let value = Solver::new().engine(Engine::Memo).value(&graph).unwrap();
        for bound in value - 2..=value + 2 {
            let answer = Proof::new(&graph).at_least(&At(0), bound);
            assert_eq!(answer, Ok(value >= bound), "{bound} of {graph:?}");
        }
    }
}

/// Fault B17: with upper bounds against an end that was raised, no entry would be exact.
#[test]
fn within_the_window_entries_are_exact() {
    let mut numbers = Numbers(0xb17);
    let (mut exact, mut all) = (0, 0);
    for _ in 0..500 {
        let graph = numbers.acyclic(|numbers| numbers.below(9) as i64 - 4);
        let mut search = AlphaBeta::new(&graph);
        search.search(&At(0)).unwrap();
        for (key, bound) in search.table.as_ref().unwrap().iter() {
            if !graph.moves[key.0].is_empty() {
                exact += usize::from(matches!(bound, Bound::Exact(_)));
                all += 1;
            }
        }
    }
    assert!(exact > all / 4 && exact < all, "{exact} of {all}");
}

#[test]
fn a_cycle_is_an_error() {
    use crate::engine::graphs::Kind;
    let around = |value: Outcome| Graph {
        moves: vec![vec![(value, Kind::To, 1)], vec![(value, Kind::To, 0)]],
        terminals: vec![value; 2],
    };
    let graph = around(Outcome::Draw);
    let failed = AlphaBeta::new(&graph).entries(1).search(&At(0)).unwrap_err();
    assert!(matches!(failed, Error::Cycle { .. }), "{failed}");
    let failed = Proof::new(&graph).value(&At(0)).unwrap_err();
    assert!(matches!(failed, Error::Cycle { .. }), "{failed}");
}

#[test]
fn what_is_known_when_the_nodes_are_used_up_is_true() {
    let mut numbers = Numbers(0xb0);
    let (mut unfinished, mut below, mut above) = (0, 0, 0);
    for _ in 0..3_000 {
        let graph = numbers.acyclic(|numbers| numbers.below(9) as i32 - 4);
        let value = Solver::new().engine(Engine::Memo).value(&graph).unwrap();
        let mut search = AlphaBeta::new(&graph).nodes(1 + numbers.below(6));
        for _ in 0..40 {
            let found = search.search(&At(0)).unwrap();
            assert!(found.lower.is_none_or(|lower| lower <= value));
            assert!(found.upper.is_none_or(|upper| upper >= value));
            if found.value().is_some() {
                assert_eq!(found.value(), Some(value));
                break;
            }
            unfinished += 1;
            below += u32::from(found.lower.is_some());
            above += u32::from(found.upper.is_some());
        }
    }
    assert!(unfinished > 100 && below > 50 && above > 5, "{unfinished} {below} {above}");
}
