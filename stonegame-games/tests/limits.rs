//! Large inputs: neither the thread's stack nor the memory grows beyond what was promised.

use peak_alloc::PeakAlloc;
use std::sync::{Mutex, PoisonError};
use stonegame_core::{Engine, Question, Solver};
use stonegame_games::can_i_win::CanIWin;
use stonegame_games::stone_game_iii::StoneGameIII;
use stonegame_games::stone_game_vii::StoneGameVII;

#[global_allocator]
static PEAK: PeakAlloc = PeakAlloc;

/// One test at a time, so that each sees its own peak.
static ALONE: Mutex<()> = Mutex::new(());

const MIB: usize = 1 << 20;

/// The most bytes that were allocated at once during `work`, beyond those allocated before it.
fn peak<R>(work: impl FnOnce() -> R) -> (R, usize) {
    let before = PEAK.current_usage();
    PEAK.reset_peak_usage();
    let result = work();
    (result, PEAK.peak_usage() - before)
}

fn row(n: usize) -> Vec<i64> {
    let mut x = 42u64;
    let value = || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        (x % 2001) as i64 - 1000
    };
    std::iter::repeat_with(value).take(n).collect()
}

/// III by hand: three rolling values.
fn by_hand(row: &[i64]) -> i64 {
    let n = row.len();
    let mut last = [0; 3];
    for i in (0..n).rev() {
        let takes = (1..=3.min(n - i)).map(|k| row[i..i + k].iter().sum::<i64>() - last[k - 1]);
        last = [takes.max().unwrap(), last[0], last[1]];
    }
    last[0]
}

#[test]
fn a_million_piles_deep_on_a_small_stack() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let piles = row(1_000_000);
    let expected = by_hand(&piles);
    let thread = std::thread::Builder::new().stack_size(256 << 10);
    let solving = thread.spawn(move || {
        let game = StoneGameIII::new(piles).unwrap();
        let solution = Solver::new().engine(Engine::Memo).solve(&game).unwrap();
        assert_eq!(solution.positions(), 1_000_001);
        let [first, second] = solution.scores().unwrap();
        assert_eq!(first - second, solution.value());
        solution.value()
    });
    assert_eq!(solving.unwrap().join().unwrap(), expected);
}

#[test]
fn the_reference_needs_no_stack_either() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let thread = std::thread::Builder::new().stack_size(256 << 10);
    let solving = thread.spawn(|| {
        let game = StoneGameIII::new(row(100_000)).unwrap();
        Solver::new().engine(Engine::Reference).value(&game).unwrap_err().to_string()
    });
    let error = solving.unwrap().join().unwrap();
    assert!(error.contains("choose the memo"), "{error}");
}

#[test]
fn spans_by_rolling_take_little() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let game = StoneGameVII::new(row(5_000)).unwrap();
    let solver = Solver::new().engine(Engine::Rolling).question(Question::Line);
    let (value, bytes) = peak(|| solver.value(&game).unwrap());
    assert!(bytes < MIB, "the value took {bytes} bytes");
    let (solution, bytes) = peak(|| solver.solve(&game).unwrap());
    assert_eq!(solution.value(), value);
    assert!(bytes < 8 * MIB, "the solution took {bytes} bytes");
    let (line, bytes) = peak(|| solution.line().unwrap());
    assert_eq!(line.len(), 5_000);
    assert!(bytes < 8 * MIB, "the line took {bytes} bytes");
    assert!(solution.plan().memory.unwrap() < 8 * MIB as u64);
    let gains = line.iter().enumerate();
    let margin: i64 = gains.map(|(i, ply)| if i % 2 == 0 { ply.gain } else { -ply.gain }).sum();
    assert_eq!(margin, value);
}

#[test]
fn twenty_numbers_to_choose_from_take_little() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    // Nobody can reach the goal before the last number: every set is met.
    let game = CanIWin::new(20, 210).unwrap();
    for engine in [Engine::Table, Engine::Memo] {
        let solver = Solver::new().engine(engine).memory(32 << 20);
        let (positions, bytes) = peak(|| solver.solve(&game).unwrap().positions());
        assert!(positions <= 1 << 20, "{engine}: {positions} positions");
        assert!(bytes <= 32 * MIB, "{engine}: {bytes} bytes");
    }
}

#[test]
fn long_chains_by_rolling_take_little() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let piles = row(10_000_000);
    let expected = by_hand(&piles);
    // The row is not copied on the way to the game: beside it, its sums.
    let (game, bytes) = peak(|| StoneGameIII::new(piles).unwrap());
    assert!(bytes < 10_000_001 * 8 + MIB, "the sums took {bytes} bytes");
    let (value, bytes) = peak(|| stonegame_core::value(&game).unwrap());
    assert_eq!(value, expected);
    assert!(bytes < MIB, "the value took {bytes} bytes");

    // A line of best play too, on fewer piles to save time.
    let piles = row(1_000_000);
    let expected = by_hand(&piles);
    let game = StoneGameIII::new(piles).unwrap();
    let (scores, bytes) = peak(|| {
        let solution = Solver::new().question(Question::Line).solve(&game).unwrap();
        assert_eq!((solution.plan().engine, solution.value()), (Engine::Rolling, expected));
        solution.scores().unwrap()
    });
    assert_eq!(scores[0] - scores[1], expected);
    assert!(bytes < MIB, "the solution and its line took {bytes} bytes");
}
