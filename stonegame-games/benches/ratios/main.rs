//! What the generic engines cost beside code written by hand for one game, measured in one run.
//!
//! `cargo bench -p stonegame-benches --bench ratios` prints a table: the time of each per cell (a
//! position), and how many times as long the other takes. The two of a pair run in turn and their
//! medians are compared, so that a machine whose speed drifts drifts for both. Before anything is
//! timed the two must agree about the value.

mod by_hand;
mod peers;

use by_hand::*;
use cached::Cached;
use hashbrown::HashMap;
use peers::*;
use rayon::prelude::*;
use std::hint::black_box;
use std::time::Instant;
use stonegame_core::{AlphaBeta, Engine, Lanes, Solver, prelude::*};
use stonegame_games::predict_the_winner::PredictTheWinner;
use stonegame_games::stone_game_ii::StoneGameII;
use stonegame_games::stone_game_iii::StoneGameIII;
use stonegame_games::stone_game_vii::StoneGameVII;

/// A row of `n` values between −200 and 799, always the same one.
fn row(n: usize) -> Vec<i32> {
    let mut x = 42u64;
    let value = || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        (x % 1000) as i32 - 200
    };
    std::iter::repeat_with(value).take(n).collect()
}

/// Take the first or the last pile, whatever the piles' values are made of.
struct Ends<V>(Row<V>);

impl<V: Value> Game for Ends<V> {
    type State = Span;
    type Move = End;
    type Value = V;
    fn start(&self) -> Span {
        self.0.span()
    }
    #[inline]
    fn play(&self, span: &Span, end: &End) -> Option<Step<Self>> {
        let (pile, rest) = span.pop(*end)?;
        Some(Step::to(rest).gain(self.0[pile]))
    }
}

/// Times the two in turn; prints their medians and the ratio.
fn compare(
    (name, ours): (&str, &dyn Fn() -> i64),
    (other, theirs): (&str, &dyn Fn() -> i64),
    cells: usize,
    rounds: usize,
) {
    assert_eq!(ours(), theirs(), "{name}: the two disagree");
    time((name, ours), (other, theirs), cells, rounds);
}

/// The same for two that need not agree.
fn time(
    (name, ours): (&str, &dyn Fn() -> i64),
    (other, theirs): (&str, &dyn Fn() -> i64),
    cells: usize,
    rounds: usize,
) {
    let mut times = [vec![], vec![]];
    for _ in 0..rounds {
        for (run, times) in [ours, theirs].into_iter().zip(&mut times) {
            times.push(nanoseconds(run) / cells as f64);
        }
    }
    let [ours, theirs] = times.map(median);
    row_of((name, ours), (other, theirs));
}

/// What one run takes.
fn nanoseconds(run: &dyn Fn() -> i64) -> f64 {
    let begun = Instant::now();
    black_box(run());
    begun.elapsed().as_secs_f64() * 1e9
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// A row of the table.
fn row_of((name, ours): (&str, f64), (other, theirs): (&str, f64)) {
    println!("| {name} | {ours:.3} | {other} | {theirs:.3} | {:.2} |", theirs / ours);
}

fn main() {
    // `cargo test --benches` only wants to see that it starts.
    if std::env::args().any(|arg| arg == "--test") {
        return;
    }
    println!("| generic | ns a cell | other | ns a cell | other / generic |");
    println!("| --- | --- | --- | --- | --- |");

    // A theorem would need no sweep.
    let rolling = Solver::new().engine(Engine::Rolling).threads(1);
    let piles = row(5_000);
    let cells = piles.len() * (piles.len() + 1) / 2;
    let game = PredictTheWinner::new(piles.clone());
    compare(
        ("486, 5,000 piles: value", &|| rolling.value(black_box(&game)).unwrap().into()),
        ("textbook table", &|| textbook_486(black_box(&piles)).into()),
        cells,
        9,
    );
    compare(
        ("486, 5,000 piles: value", &|| rolling.value(black_box(&game)).unwrap().into()),
        ("diagonals, AVX2, unchecked", &|| diagonals_486(black_box(&piles)).into()),
        cells,
        21,
    );
    let wide: Vec<i64> = piles.iter().map(|pile| i64::from(*pile)).collect();
    let game = PredictTheWinner::new(wide.clone());
    compare(
        ("486, the same in `i64`", &|| rolling.value(black_box(&game)).unwrap()),
        ("textbook table", &|| textbook_486(black_box(&wide))),
        cells,
        9,
    );
    compare(
        ("486, the same in `i64`", &|| rolling.value(black_box(&game)).unwrap()),
        ("diagonals, AVX2, unchecked", &|| diagonals_486_i64(black_box(&wide))),
        cells,
        21,
    );
    let game = StoneGameVII::new(piles.clone()).unwrap();
    compare(
        ("VII, 5,000 piles: value", &|| rolling.value(black_box(&game)).unwrap().into()),
        ("textbook table", &|| textbook_vii(black_box(&piles)).into()),
        cells,
        9,
    );
    compare(
        ("VII, 5,000 piles: value", &|| rolling.value(black_box(&game)).unwrap().into()),
        ("diagonals, AVX2, unchecked", &|| diagonals_vii(black_box(&piles)).into()),
        cells,
        21,
    );

    let piles = row(5_000_000);
    let game = StoneGameIII::new(piles.clone()).unwrap();
    compare(
        ("III, 5,000,000 piles: value", &|| rolling.value(black_box(&game)).unwrap().into()),
        ("three rolling variables", &|| hand_iii(black_box(&piles)).into()),
        piles.len(),
        15,
    );

    // Small rows one by one, and side by side; the lanes are made beforehand.
    let rows: Vec<Vec<i32>> = row(32_000 * 20).chunks(20).map(<[i32]>::to_vec).collect();
    let games: Vec<_> = rows.iter().map(|row| Ends(row.clone().into())).collect();
    let lanes = rows.chunks(32).filter_map(|rows| {
        let lanes = Lanes::<i32, 32>::transposed(std::array::from_fn(|lane| &rows[lane][..]));
        lanes.map(|row| Ends(row.into()))
    });
    let lanes: Vec<_> = lanes.collect();
    let sum = |values: [i32; 32]| values.into_iter().map(i64::from).sum::<i64>();
    compare(
        ("rows of 20 piles, 32 lanes, a row", &|| {
            black_box(&lanes).iter().map(|game| sum(rolling.value(game).unwrap().0)).sum()
        }),
        ("one by one", &|| {
            black_box(&games).iter().map(|game| i64::from(rolling.value(game).unwrap())).sum()
        }),
        games.len(),
        9,
    );

    let piles: Vec<i64> = row(2_000).into_iter().map(|pile| i64::from(pile.abs())).collect();
    let game = StoneGameII::new(piles.clone()).unwrap();
    let table = Solver::new().engine(Engine::Table).threads(1);
    compare(
        ("II, 2,000 piles, a move", &|| table.value(black_box(&game)).unwrap()),
        ("the same loops", &|| hand_ii(black_box(&piles))),
        moves_ii(2_000),
        5,
    );

    let piles = row(1_000);
    let game = PredictTheWinner::new(piles.clone());
    let memo = Solver::new().engine(Engine::Memo);
    compare(
        ("486, 1,000 piles: memo", &|| memo.solve(black_box(&game)).unwrap().value().into()),
        ("recursion on `hashbrown`", &|| {
            hand_memo(black_box(&piles), 0, piles.len() as u32, &mut HashMap::new()).into()
        }),
        piles.len() * (piles.len() + 1) / 2,
        15,
    );
    // Filled anew each time, as ours is.
    ROW.set(piles.clone()).expect("set once");
    compare(
        ("486, 1,000 piles: memo", &|| memo.solve(black_box(&game)).unwrap().value().into()),
        ("`#[cached]`", &|| {
            CACHED_486.write().cache_clear();
            cached_486(0, 1_000).into()
        }),
        piles.len() * (piles.len() + 1) / 2,
        9,
    );
    compare(
        ("486, 1,000 piles: memo", &|| memo.solve(black_box(&game)).unwrap().value().into()),
        ("`#[memoize]`", &|| {
            memoized_flush_memoize_486();
            memoize_486(0, 1_000).into()
        }),
        piles.len() * (piles.len() + 1) / 2,
        9,
    );

    // The search is exponential, so that a cell of it would mean nothing: nanoseconds in all.
    let piles: &'static [i32] = Box::leak(row(24).into_boxed_slice());
    let game = PredictTheWinner::new(piles.to_vec());
    compare(
        ("486, 24 piles: memo, in all", &|| memo.solve(black_box(&game)).unwrap().value().into()),
        ("`minimax`'s negamax", &|| minimax_486(black_box(piles)).into()),
        1,
        9,
    );
    let searched = || {
        let found = AlphaBeta::new(black_box(&game)).search(&game.start());
        found.ok().and_then(|found| found.value()).map_or(0, i64::from)
    };
    compare(
        ("486, 24 piles: alpha-beta, in all", &searched),
        ("`minimax`'s negamax", &|| minimax_486(black_box(piles)).into()),
        1,
        9,
    );
    let opened = AlphaBeta::new(&game).search(&game.start()).map_or(0, |found| found.opened);
    let positions = |count: u64| count as f64;
    row_of(
        ("the same, in positions", positions(opened)),
        ("`minimax`'s negamax", positions(minimax_486_visits(piles))),
    );
    let piles = row(500);
    let game = PredictTheWinner::new(piles.clone());
    match numpy_486(&piles) {
        Some((numpy, value)) => {
            let ours = || rolling.value(black_box(&game)).map(i64::from);
            assert_eq!(ours(), Ok(value), "numpy disagrees");
            let time = median((0..51).map(|_| nanoseconds(&|| ours().unwrap())).collect());
            row_of(("486, 500 piles: value, in all", time), ("diagonals in numpy", numpy));
        }
        None => eprintln!("numpy is not here to be compared with"),
    }

    let piles = row(50_000);
    let cells = piles.len() * (piles.len() + 1) / 2;
    let two = rolling.clone().threads(2);
    let game = PredictTheWinner::new(piles.clone());
    compare(
        ("486, 50,000 piles: two threads", &|| two.value(black_box(&game)).unwrap().into()),
        ("one thread", &|| rolling.value(black_box(&game)).unwrap().into()),
        cells,
        5,
    );
    let game = StoneGameVII::new(piles).unwrap();
    compare(
        ("VII, 50,000 piles: two threads", &|| two.value(black_box(&game)).unwrap().into()),
        ("one thread", &|| rolling.value(black_box(&game)).unwrap().into()),
        cells,
        5,
    );
    let sums = |games: &[Ends<i32>]| -> i64 {
        games.par_iter().map(|game| i64::from(rolling.value(game).unwrap())).sum()
    };
    compare(
        ("rows of 20 piles, rayon, a row", &|| sums(black_box(&games))),
        ("one by one, one thread", &|| {
            black_box(&games).iter().map(|game| i64::from(rolling.value(game).unwrap())).sum()
        }),
        games.len(),
        9,
    );
    compare(
        ("the same in 32 lanes", &|| {
            let lanes = black_box(&lanes).par_iter();
            lanes.map(|game| sum(rolling.value(game).unwrap().0)).sum()
        }),
        ("lanes, one thread", &|| {
            black_box(&lanes).iter().map(|game| sum(rolling.value(game).unwrap().0)).sum()
        }),
        games.len(),
        9,
    );

    // Not the same value: the other only costs what the cells would, near at hand.
    let piles = row(50_000);
    let game = PredictTheWinner::new(piles.clone());
    time(
        ("486, 50,000 piles: value", &|| rolling.value(black_box(&game)).unwrap().into()),
        ("as many cells in 1,000 slots", &|| near_486(black_box(&piles), 50_000).into()),
        piles.len() * (piles.len() + 1) / 2,
        5,
    );
}
