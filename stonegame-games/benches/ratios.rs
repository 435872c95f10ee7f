//! What the generic engines cost beside code written by hand for one game, measured in one run.
//!
//! `cargo bench -p stonegame-games --bench ratios` prints a table: the time of each per cell (a
//! position), and how many times as long the other takes. The two of a pair run in turn and their
//! medians are compared, so that a machine whose speed drifts drifts for both. Before anything is
//! timed the two must agree about the value.

use cached::Cached;
use hashbrown::HashMap;
use minimax::{Evaluation, Evaluator, Negamax, Strategy, Winner};
use rayon::prelude::*;
use std::hint::black_box;
use std::ops::Sub;
use std::sync::OnceLock;
use std::time::Instant;
use stonegame_core::{Engine, Lanes, Solver, prelude::*};
use stonegame_games::predict_the_winner::PredictTheWinner;
use stonegame_games::stone_game_ii::StoneGameII;
use stonegame_games::stone_game_iii::StoneGameIII;
use stonegame_games::stone_game_vii::StoneGameVII;

/// The textbook solution of 486: a square table.
fn textbook_486<V: Copy + Default + Ord + Sub<Output = V>>(row: &[V]) -> V {
    let n = row.len();
    let mut table = vec![vec![V::default(); n]; n];
    for i in 0..n {
        table[i][i] = row[i];
    }
    for len in 2..=n {
        for i in 0..=n - len {
            let j = i + len - 1;
            table[i][j] = (row[i] - table[i + 1][j]).max(row[j] - table[i][j - 1]);
        }
    }
    table[0][n - 1]
}

/// The textbook solution of VII: the same with prefix sums.
fn textbook_vii(row: &[i32]) -> i32 {
    let n = row.len();
    let mut prefix = vec![0; n + 1];
    for i in 0..n {
        prefix[i + 1] = prefix[i] + row[i];
    }
    let mut table = vec![vec![0; n]; n];
    for len in 2..=n {
        for i in 0..=n - len {
            let j = i + len - 1;
            let without_left = prefix[j + 1] - prefix[i + 1] - table[i + 1][j];
            let without_right = prefix[j] - prefix[i] - table[i][j - 1];
            table[i][j] = without_left.max(without_right);
        }
    }
    table[0][n - 1]
}

/// III by hand: three values and two sums that roll along the row.
fn hand_iii(row: &[i32]) -> i32 {
    let n = row.len();
    let (mut one, mut two, mut three) = (0, 0, 0);
    let (mut next, mut after) = (0, 0);
    for i in (0..n).rev() {
        let mut best = row[i] - one;
        if i + 1 < n {
            best = best.max(row[i] + next - two);
        }
        if i + 2 < n {
            best = best.max(row[i] + next + after - three);
        }
        (one, two, three) = (best, one, two);
        (next, after) = (row[i], next);
    }
    one
}

macro_rules! diagonals {
    ($($name:ident: $int:ty),*) => { $(
        /// The best code by hand for 486: one diagonal of the table, in place, under AVX2. It does not see
        /// overflow.
        fn $name(row: &[$int]) -> $int {
            widest(row, |row| {
                let (n, mut held) = (row.len(), row.to_vec());
                for len in 2..=n {
                    let (left, right) = (&row[..n - len + 1], &row[len - 1..]);
                    let held = &mut held[..n - len + 2];
                    for i in 0..left.len() {
                        let (a, b) = (held[i + 1], held[i]);
                        held[i] = left[i].wrapping_sub(a).max(right[i].wrapping_sub(b));
                    }
                }
                held[0]
            })
        }
    )* };
}
diagonals! { diagonals_486: i32, diagonals_486_i64: i64 }

/// A diagonal of 486 by hand, as often as a row of `n` has cells, but always the same 1,000 slots: what it
/// costs where no value has to be fetched from afar.
fn near_486(row: &[i32], n: usize) -> i32 {
    widest(row, |row| {
        const SLOTS: usize = 1_000;
        let mut held = row[..=SLOTS].to_vec();
        for turn in 0..n * (n + 1) / 2 / SLOTS {
            let right = &row[turn % 64..][..SLOTS];
            for i in 0..SLOTS {
                let (a, b) = (held[i + 1], held[i]);
                held[i] = row[i].wrapping_sub(a).max(right[i].wrapping_sub(b));
            }
        }
        held[0]
    })
}

/// The same for VII, with prefix sums.
fn diagonals_vii(row: &[i32]) -> i32 {
    widest(row, |row| {
        let n = row.len();
        let mut prefix = vec![0i32; n + 1];
        for i in 0..n {
            prefix[i + 1] = prefix[i].wrapping_add(row[i]);
        }
        let mut held = vec![0i32; n + 1];
        for len in 2..=n {
            let count = n - len + 1;
            let (from, to) = (&prefix[..count + 1], &prefix[len - 1..]);
            let held = &mut held[..count + 1];
            for i in 0..count {
                let left = to[i + 1].wrapping_sub(from[i + 1]).wrapping_sub(held[i + 1]);
                let right = to[i].wrapping_sub(from[i]).wrapping_sub(held[i]);
                held[i] = left.max(right);
            }
        }
        held[0]
    })
}

/// Runs code compiled for AVX2, where the machine has it.
#[inline(always)]
#[allow(unsafe_code)]
fn widest<V>(row: &[V], code: impl Fn(&[V]) -> V) -> V {
    #[cfg(target_arch = "x86_64")]
    {
        #[inline(never)]
        #[target_feature(enable = "avx2")]
        fn avx2<V>(row: &[V], code: impl Fn(&[V]) -> V) -> V {
            code(row)
        }
        if std::is_x86_feature_detected!("avx2") {
            // SAFETY: the machine was just found to have the instructions.
            return unsafe { avx2(row, code) };
        }
    }
    code(row)
}

/// Stone Game II by hand: the loops over the same positions.
fn hand_ii(row: &[i64]) -> i64 {
    let half = |piles: usize| piles.div_ceil(2).max(1);
    let (n, width) = (row.len(), half(row.len()));
    let mut prefix = vec![0; n + 1];
    for i in 0..n {
        prefix[i + 1] = prefix[i] + row[i];
    }
    let mut table = vec![0; (n + 1) * width];
    for left in 1..=n {
        for m in 1..=half(left).min((n - left) / 2 + 1) {
            let mut best = i64::MIN;
            for taken in 1..=left.min(2 * m) {
                let rest = left - taken;
                let next = m.max(taken).min(half(rest));
                let sum: i64 = prefix[n - rest] - prefix[n - left];
                best = best.max(sum - table[rest * width + next - 1]);
            }
            table[left * width + m - 1] = best;
        }
    }
    table[n * width]
}

/// How many moves the positions of Stone Game II have in all.
fn moves_ii(n: usize) -> usize {
    let half = |piles: usize| piles.div_ceil(2).max(1);
    let largest = |left| half(left).min((n - left) / 2 + 1);
    (1..=n).map(|left| (1..=largest(left)).map(|m| left.min(2 * m)).sum::<usize>()).sum()
}

/// A memo of 486 by hand: recursion on a hash map.
fn hand_memo(row: &[i32], lo: u32, hi: u32, memo: &mut HashMap<(u32, u32), i32>) -> i32 {
    if lo == hi {
        return 0;
    }
    if let Some(value) = memo.get(&(lo, hi)) {
        return *value;
    }
    let left = row[lo as usize] - hand_memo(row, lo + 1, hi, memo);
    let right = row[hi as usize - 1] - hand_memo(row, lo, hi - 1, memo);
    let value = left.max(right);
    memo.insert((lo, hi), value);
    value
}

/// The row that the memoizing macros recurse over: they take no reference.
static ROW: OnceLock<Vec<i32>> = OnceLock::new();

/// The same recursion, by `#[cached]`.
#[cached::macros::cached]
fn cached_486(lo: u32, hi: u32) -> i32 {
    let row = &ROW.get().expect("set before the first call")[lo as usize..hi as usize];
    match row {
        [] => 0,
        [first, ..] => {
            (first - cached_486(lo + 1, hi)).max(row[row.len() - 1] - cached_486(lo, hi - 1))
        }
    }
}

/// The same recursion, by `#[memoize]`.
#[memoize::memoize]
fn memoize_486(lo: u32, hi: u32) -> i32 {
    let row = &ROW.get().expect("set before the first call")[lo as usize..hi as usize];
    match row {
        [] => 0,
        [first, ..] => {
            (first - memoize_486(lo + 1, hi)).max(row[row.len() - 1] - memoize_486(lo, hi - 1))
        }
    }
}

/// 486 for the crate `minimax`, whose values stand at the end of a game alone: a state has a score.
#[derive(Clone, Copy)]
struct Scored {
    row: &'static [i32],
    lo: usize,
    hi: usize,
    /// What the player to move is ahead by.
    ahead: i32,
}

impl minimax::Game for Scored {
    type S = Scored;
    type M = bool;
    fn generate_moves(state: &Scored, moves: &mut Vec<bool>) -> Option<Winner> {
        if state.lo < state.hi {
            moves.extend([true, false]);
        }
        None
    }
    fn apply(state: &mut Scored, left: bool) -> Option<Scored> {
        let Scored { row, lo, hi, ahead } = *state;
        let (taken, lo, hi) = if left { (lo, lo + 1, hi) } else { (hi - 1, lo, hi - 1) };
        Some(Scored { row, lo, hi, ahead: -(ahead + row[taken]) })
    }
    fn get_winner(_: &Scored) -> Option<Winner> {
        None
    }
}

/// The score of a game that has ended.
struct Ahead;

impl Evaluator for Ahead {
    type G = Scored;
    fn evaluate(&self, state: &Scored) -> Evaluation {
        state.ahead as Evaluation
    }
}

/// 486 by `minimax`'s negamax to the end of the game.
fn minimax_486(row: &'static [i32]) -> i32 {
    let mut negamax = Negamax::new(Ahead, row.len() as u8);
    negamax.choose_move(&Scored { row, lo: 0, hi: row.len(), ahead: 0 });
    negamax.root_value().into()
}

/// 486 by numpy's diagonals: nanoseconds and value, where `python3` has numpy.
fn numpy_486(row: &[i32]) -> Option<(f64, i64)> {
    const PROGRAM: &str = "
import sys, time
import numpy as np
row = np.array(sys.argv[1].split(','), dtype=np.int32)
def value(row):
    n, held = len(row), row.copy()
    for length in range(2, n + 1):
        m = n - length + 1
        held = np.maximum(row[:m] - held[1:m + 1], row[length - 1:] - held[:m])
    return held[0]
times = []
for _ in range(51):
    begun = time.perf_counter()
    found = value(row)
    times.append(time.perf_counter() - begun)
print(sorted(times)[25] * 1e9, found)
";
    let numbers: Vec<String> = row.iter().map(i32::to_string).collect();
    let mut python = std::process::Command::new("python3");
    let output = python.args(["-c", PROGRAM, &numbers.join(",")]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let (time, value) = text.trim().split_once(' ')?;
    Some((time.parse().ok()?, value.parse().ok()?))
}

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
