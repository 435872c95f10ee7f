//! What a user could take instead.

use minimax::{Evaluation, Evaluator, Negamax, Strategy, Winner};
use std::sync::OnceLock;

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
pub(crate) fn minimax_486(row: &'static [i32]) -> i32 {
    let mut negamax = Negamax::new(Ahead, row.len() as u8);
    negamax.choose_move(&Scored { row, lo: 0, hi: row.len(), ahead: 0 });
    negamax.root_value().into()
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
