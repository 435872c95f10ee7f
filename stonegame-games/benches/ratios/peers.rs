//! What a user could take instead.

use minimax::{Evaluation, Evaluator, Negamax, Strategy, Winner};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// The row that the memoizing macros recurse over: they take no reference.
pub(crate) static ROW: OnceLock<Vec<i32>> = OnceLock::new();

/// The same recursion, by `#[cached]`.
#[cached::macros::cached]
pub(crate) fn cached_486(lo: u32, hi: u32) -> i32 {
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
pub(crate) fn memoize_486(lo: u32, hi: u32) -> i32 {
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
struct Scored<const COUNTED: bool> {
    row: &'static [i32],
    lo: usize,
    hi: usize,
    /// What the player to move is ahead by.
    ahead: i32,
}

/// How many moves a search has made, where they are counted.
static MADE: AtomicU64 = AtomicU64::new(0);

impl<const COUNTED: bool> minimax::Game for Scored<COUNTED> {
    type S = Scored<COUNTED>;
    type M = bool;
    fn generate_moves(state: &Scored<COUNTED>, moves: &mut Vec<bool>) -> Option<Winner> {
        if state.lo < state.hi {
            moves.extend([true, false]);
        }
        None
    }
    fn apply(state: &mut Scored<COUNTED>, left: bool) -> Option<Scored<COUNTED>> {
        if COUNTED {
            MADE.fetch_add(1, Ordering::Relaxed);
        }
        let Scored { row, lo, hi, ahead } = *state;
        let (taken, lo, hi) = if left { (lo, lo + 1, hi) } else { (hi - 1, lo, hi - 1) };
        Some(Scored { row, lo, hi, ahead: -(ahead + row[taken]) })
    }
    fn get_winner(_: &Scored<COUNTED>) -> Option<Winner> {
        None
    }
}

/// The score of a game that has ended.
struct Ahead<const COUNTED: bool>;

impl<const COUNTED: bool> Evaluator for Ahead<COUNTED> {
    type G = Scored<COUNTED>;
    fn evaluate(&self, state: &Scored<COUNTED>) -> Evaluation {
        state.ahead as Evaluation
    }
}

/// 486 by `minimax`'s negamax to the end of the game.
pub(crate) fn minimax_486(row: &'static [i32]) -> i32 {
    search::<false>(row)
}

fn search<const COUNTED: bool>(row: &'static [i32]) -> i32 {
    let mut negamax = Negamax::new(Ahead::<COUNTED>, row.len() as u8);
    negamax.choose_move(&Scored { row, lo: 0, hi: row.len(), ahead: 0 });
    negamax.root_value().into()
}

/// How many positions it visits for that.
pub(crate) fn minimax_486_visits(row: &'static [i32]) -> u64 {
    MADE.store(0, Ordering::Relaxed);
    search::<true>(row);
    MADE.load(Ordering::Relaxed)
}

/// 486 by numpy's diagonals: nanoseconds and value, where `python3` has numpy.
pub(crate) fn numpy_486(row: &[i32]) -> Option<(f64, i64)> {
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
