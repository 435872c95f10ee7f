//! A check passes lawful games, and finds the law that a wrong one breaks, at the smallest position.

#[path = "../common/mod.rs"]
mod common;

mod bounds;
mod hashes;
mod moves;
mod play;
mod spaces;
mod values;

use common::*;
use stonegame_core::{Broken, Checked, Engine, Law, Move, Space, State, check, prelude::*};

/// The law that a game breaks, where, and what is said of it.
fn breaks<G: Game>(game: &G, law: Law, position: &str, words: &[&str]) -> Broken {
    let broken = check(game).expect_err("a law is broken");
    assert_eq!(broken.law, law, "{broken}");
    assert_eq!(broken.position, position, "{broken}");
    let text = broken.to_string();
    assert!(text.contains(law.name()) && text.contains(position));
    for word in words {
        assert!(text.contains(word), "`{word}` in {text}");
    }
    broken
}

fn sums(row: &[i64]) -> Sums<i64> {
    Sums::new(row).unwrap()
}

/// All of it, by every engine that can run.
fn passes<G: Game>(game: &G) -> Checked {
    let checked = check(game).unwrap_or_else(|broken| panic!("{broken}"));
    assert!(checked.is_all(), "{checked}");
    let layered = G::State::space(game).layers() > 0;
    for engine in [Engine::Reference, Engine::Memo, Engine::Table, Engine::Rolling] {
        let runs = layered || !matches!(engine, Engine::Table | Engine::Rolling);
        assert_eq!(checked.engines.contains(&engine), runs, "{engine}: {checked}");
    }
    assert_eq!(checked.reachable, reachable(game, game.start()).len());
    let cells = G::State::space(game).positions(G::State::space(game).layers());
    assert_eq!(checked.cells as u64, cells.unwrap());
    assert!(checked.valued >= checked.reachable.max(checked.cells));
    checked
}

#[test]
fn lawful_games_pass() {
    let row = [3, -1, 4, 1, -5, 9, 2];
    for n in 0..=row.len() {
        passes(&Ends::<1, false>(sums(&row[..n])));
        passes(&Ends::<2, true>(sums(&row[..n])));
        passes(&Ends::<{ usize::MAX }, false>(sums(&row[..n])));
        passes(&Front::<1> { row: sums(&row[..n]), sudden: 4 });
        passes(&Front::<3> { row: sums(&row[..n]), sudden: 9 });
        passes(&Growing(sums(&row[..n])));
        passes(&Stacks { mine: row[..n].to_vec(), theirs: row[n / 2..].to_vec() });
        let start = Subset::of(7, (0..n as u32).filter(|i| i % 3 != 1)).unwrap();
        passes(&PickAny::<u16> { values: row.to_vec(), start });
    }
    let wide = Subset::of(65, [0, 64]).unwrap();
    passes(&PickAny::<u128> { values: vec![1; 65], start: wide });
    for misere in [false, true] {
        passes(&Nim { heaps: [0, 0, 0], misere });
        passes(&Nim { heaps: [1, 3, 2], misere });
    }
    passes(&Kayles(vec![]));
    passes(&Kayles(vec![4, 2]));
    let checked = passes(&Ends::<1, false>(sums(&row)));
    assert_eq!(
        checked.to_string(),
        "no law is broken at 36 positions that play can reach (all) and 36 slots of the space (all); \
         36 values, the same by reference, memo, table, rolling, retrograde, alpha-beta"
    );
}

#[test]
fn positions_that_play_cannot_reach_are_tried_too() {
    let checked = passes(&Growing(sums(&[1, 2, 3, 4, 5])));
    assert!(checked.cells > 2 * checked.reachable);
    assert!(checked.valued > checked.reachable);
}

#[derive(Move, Clone, Copy, Debug, PartialEq)]
struct OneOrTwo(#[moves(1..=2)] u32);
