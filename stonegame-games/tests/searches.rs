//! How many positions the searches see of published games, and that what they find is right.

use stonegame_core::{AlphaBeta, Engine, Game, Outcome, Proof, Solver};
use stonegame_games::cat_and_mouse::CatAndMouse;
use stonegame_games::connect_four::ConnectFour;
use stonegame_games::kalah::Kalah;

/// The value by alpha-beta, how many positions it keeps something of, and how many it opened.
fn kalah(pits: usize, seeds: u8) -> (Option<i32>, usize, u64) {
    let game = Kalah::new(pits, seeds, false).unwrap();
    // Moves after which one moves again first, then captures, then the pit nearest to the store.
    let mut search = AlphaBeta::new(&game).order(|_, _, sow, step| {
        let again = matches!(step.then, stonegame_core::Then::Again(_));
        i64::from(again) * 1000 + i64::from(step.gain) * 10 + sow.0 as i64
    });
    let found = search.search(&game.start()).unwrap();
    (found.value(), search.kept(), found.opened)
}

#[test]
fn kalah_by_few_positions() {
    for (pits, seeds, value, most) in [(4, 3, 6, 60_000), (5, 2, 2, 45_000)] {
        let (found, kept, opened) = kalah(pits, seeds);
        println!("Kalah({pits},{seeds}): {kept} positions kept, {opened} opened");
        assert_eq!(found, Some(value)); // the first in `data/kalah.tsv`, the other by the memo
        assert!(kept <= most, "{kept} positions");
    }
}

#[test]
fn connect_four_by_few_positions() {
    let game = ConnectFour::new(5, 4).unwrap();
    // The middle columns first.
    let mut search = AlphaBeta::new(&game).order(|_, _, drop, step| {
        let over = matches!(step.then, stonegame_core::Then::Over);
        i64::from(over) * 100 - (i64::from(drop.0) - 2).abs()
    });
    let found = search.search(&game.start()).unwrap();
    println!("Connect Four on 5 by 4: {} positions kept, {} opened", search.kept(), found.opened);
    assert_eq!(found.value(), Some(Outcome::Draw));
    assert!(search.kept() <= 250_000, "{}", search.kept());
}

/// J. Tromp's table: <https://tromp.github.io/c4/c4.html>.
#[test]
fn published_boards_of_connect_four() {
    let boards: &[(u32, u32, Outcome)] = if cfg!(debug_assertions) {
        &[(4, 4, Outcome::Draw)]
    } else {
        &[
            (4, 4, Outcome::Draw),
            (4, 5, Outcome::Draw),
            (6, 4, Outcome::Loss),
            (4, 8, Outcome::Draw),
        ]
    };
    for (columns, rows, outcome) in boards {
        let game = ConnectFour::new(*columns, *rows).unwrap();
        let middle = i64::from(*columns) - 1;
        let mut search = AlphaBeta::new(&game).order(move |_, _, drop, step| {
            let over = matches!(step.then, stonegame_core::Then::Over);
            i64::from(over) * 100 - (2 * i64::from(drop.0) - middle).abs()
        });
        assert_eq!(
            search.search(&game.start()).unwrap().value(),
            Some(*outcome),
            "{columns} by {rows}"
        );
    }
    let game = ConnectFour::new(4, 4).unwrap();
    assert_eq!(Proof::new(&game).value(&game.start()), Ok(Outcome::Draw));
    let all = Solver::new().engine(Engine::Retrograde).solve(&game).unwrap();
    assert_eq!((all.value(), all.distance_of(&game.start())), (Outcome::Draw, Ok(None)));
}

#[test]
#[ignore = "takes seconds with --release, and minutes without"]
fn larger_kalah_by_alpha_beta() {
    for (pits, seeds, value) in [(5, 3, 6), (4, 4, 2)] {
        let begin = std::time::Instant::now();
        let (found, kept, opened) = kalah(pits, seeds);
        println!("Kalah({pits},{seeds}): {kept} kept, {opened} opened, {:?}", begin.elapsed());
        assert_eq!(found, Some(value)); // `data/kalah.tsv`
    }
}

/// A cat and a mouse on a ring across which every node has one more neighbour.
fn chase(nodes: usize) -> CatAndMouse {
    let mut neighbours = vec![std::collections::BTreeSet::new(); nodes];
    for node in 0..nodes {
        let across = (node < nodes / 2).then_some(node + nodes / 2);
        for other in [Some((node + 1) % nodes), across].into_iter().flatten() {
            neighbours[node].insert(other as u16);
            neighbours[other].insert(node as u16);
        }
    }
    let graph: Vec<Vec<u16>> =
        neighbours.into_iter().map(|all| all.into_iter().collect()).collect();
    CatAndMouse::new(graph.iter().map(Vec::as_slice)).unwrap()
}

#[test]
#[ignore = "millions of positions: takes half a minute with --release"]
fn retrograde_analysis_by_few_bytes_a_position() {
    fn solve<G: Game>(game: &G, positions: u64, bytes: u64) {
        let solver = Solver::new().engine(Engine::Retrograde);
        let plenty = solver.solve(game).unwrap();
        println!("{} positions", plenty.positions());
        assert!(plenty.positions() >= positions);
        let short = solver.memory(bytes * plenty.positions()).solve(game).unwrap();
        assert_eq!((short.value(), short.positions()), (plenty.value(), plenty.positions()));
    }
    solve(&ConnectFour::new(5, 4).unwrap(), 3_000_000, 65);
    solve(&chase(1_501), 4_400_000, 105);
}
