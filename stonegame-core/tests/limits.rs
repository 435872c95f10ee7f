//! What a solve may take: work, memory, and the time until it is cancelled; and how it tells how far it is.

mod common;

use common::*;
use std::time::{Duration, Instant};
use stonegame_core::{AlphaBeta, Cancel, Engine, Error, Question, Solver, prelude::*};

#[test]
fn the_reference_gives_up() {
    let row = Sums::new(vec![0; 60]).unwrap();
    let error = Solver::new().engine(Engine::Reference).value(&Front::<3> { row, sudden: 1 });
    assert!(matches!(error, Err(Error::TooLong { .. })), "{error:?}");
}

#[test]
fn a_budget_too_small_says_what_it_would_need() {
    let game = Ends::<1, false>(Sums::new(vec![1; 100_000]).unwrap());
    // The table: one value a span, and where each layer begins.
    let needed = 100_001 * 100_002 / 2 * 8 + 100_001 * 8;
    let error = Solver::new().engine(Engine::Table).memory(1 << 30).solve(&game).unwrap_err();
    assert_eq!(error, Error::OverBudget { engine: Engine::Table, needed, budget: 1 << 30 });
    assert!(error.to_string().contains("needs 37.3 GiB and may take 1.0 GiB"), "{error}");
    // Left to itself it rolls.
    let plan = Solver::new().memory(1 << 30).plan(&game).unwrap();
    assert_eq!(plan.engine, Engine::Rolling);
    assert!(plan.memory.unwrap() <= 1 << 30);

    let game = Ends::<1, false>(Sums::new(vec![1; 2_000]).unwrap());
    let error = Solver::new().engine(Engine::Memo).memory(1 << 20).solve(&game).unwrap_err();
    let Error::OverBudget { engine: Engine::Memo, needed, budget } = error else {
        panic!("{error}")
    };
    assert!(budget == 1 << 20 && needed > budget && needed < 4 << 20);
    let error = Solver::new().engine(Engine::Rolling).memory(1 << 10).solve(&game).unwrap_err();
    assert!(matches!(error, Error::OverBudget { engine: Engine::Rolling, .. }), "{error}");
    assert!(Solver::new().engine(Engine::Rolling).memory(32_016).value(&game).is_ok());
}

/// Left to itself the solver names the least that would do, not the memo that was its last resort.
#[test]
fn the_least_budget_is_named() {
    let game = Ends::<1, false>(Sums::new(vec![1; 2_000]).unwrap());
    let error = Solver::new().memory(1 << 20).question(Question::Line).solve(&game).unwrap_err();
    let Error::OverBudget { engine: Engine::Rolling, needed, budget } = error else {
        panic!("{error}")
    };
    assert_eq!(budget, 1 << 20);
    assert!(Solver::new().memory(needed).question(Question::Line).solve(&game).is_ok());
}

/// A plan that fits its budget is never refused by the solve, nor by its line.
#[test]
fn a_plan_is_an_upper_bound() {
    fn tried<G: Game>(game: &G) {
        for question in [Question::Value, Question::Line, Question::All] {
            for engine in [Engine::Table, Engine::Rolling] {
                let solver = Solver::new().engine(engine).question(question);
                let needed = solver.plan(game).unwrap().memory.unwrap();
                let solver = solver.memory(needed);
                assert!(solver.value(game).is_ok(), "{engine} {question:?}: {needed}");
                let solution = solver.solve(game).unwrap();
                assert!(solution.plies().all(|ply| ply.is_ok()), "{engine} {question:?}: {needed}");
            }
        }
    }
    for n in [0, 1, 2, 3, 10, 99, 300] {
        let row = || Sums::new(vec![1; n]).unwrap();
        tried(&Ends::<1, false>(row()));
        tried(&Ends::<3, false>(row()));
        tried(&Front::<3> { row: row(), sudden: 9 });
        tried(&Front::<9> { row: row(), sudden: 9 });
        if n < 50 {
            tried(&Growing(row()));
            tried(&Stacks { mine: vec![1; n], theirs: vec![2; n] });
        }
    }
}

/// Nor is an overflow, which takes a second look, hidden behind the budget.
#[test]
fn an_overflow_within_the_budget_is_named() {
    let row: Vec<i64> = (0..200).map(|i| if i == 150 { i64::MAX } else { -1 }).collect();
    let game = Ends::<1, false>(Sums::up_to(1, row).unwrap());
    let solver = Solver::new().engine(Engine::Rolling).question(Question::Line);
    let needed = solver.plan(&game).unwrap().memory.unwrap();
    let solver = solver.memory(needed);
    for error in [solver.value(&game).unwrap_err(), solver.solve(&game).unwrap_err()] {
        assert!(matches!(error, Error::Overflow { .. }), "{error}");
    }
}

/// A position with more moves than memory has room for.
#[test]
fn a_position_of_very_many_moves() {
    let game = Nim { heaps: [u32::MAX, u32::MAX, 0], misere: false };
    for engine in [Engine::Memo, Engine::Reference] {
        let error = Solver::new().engine(engine).memory(8 << 20).value(&game).unwrap_err();
        assert!(matches!(error, Error::OverBudget { .. }), "{engine}: {error}");
    }
}

/// As many piles as there are numbers.
#[test]
fn rows_without_end() {
    struct Endless;
    impl Game for Endless {
        type State = Suffix<2>;
        type Move = Only;
        type Value = WinLoss;
        fn start(&self) -> Suffix<2> {
            Suffix::whole(usize::MAX)
        }
        fn play(&self, left: &Suffix<2>, _: &Only) -> Option<Step<Self>> {
            Some(Step::to(left.take(1)?.1))
        }
    }
    for engine in Engine::SEARCHING {
        let error = Solver::new().engine(engine).memory(1 << 20).value(&Endless).unwrap_err();
        let told = matches!(error, Error::TooMany { .. } | Error::OverBudget { .. });
        assert!(told, "{engine}: {error}");
    }
}

/// However short the row, the flag is looked at after every few thousand positions.
#[test]
fn a_short_row_is_cancelled_on_the_way() {
    let cancel = Cancel::new();
    let flag = cancel.clone();
    let solver = Solver::new().engine(Engine::Rolling).cancel(&cancel);
    let solver = solver.progress(move |_| flag.cancel());
    let game = Ends::<1, false>(Sums::new(vec![1; 900]).unwrap());
    let error = solver.value(&game).unwrap_err();
    assert!(matches!(error, Error::Cancelled { evaluated } if evaluated < 10_000), "{error}");
}

/// Cancelled in the middle of 10^8 positions, every engine returns at once.
#[test]
fn a_large_solve_is_cancelled_at_once() {
    // 14,142 piles: 100,019,386 spans.
    let game = Ends::<1, false>(Sums::new(vec![1; 14_142]).unwrap());
    for engine in [Engine::Memo, Engine::Table, Engine::Rolling, Engine::Reference] {
        let cancel = Cancel::new();
        let solver = Solver::new().engine(engine).memory(8 << 30).cancel(&cancel);
        let (error, late) = std::thread::scope(|scope| {
            let solving = scope.spawn(|| (solver.solve(&game).map(|_| ()), Instant::now()));
            std::thread::sleep(Duration::from_millis(300));
            let asked = Instant::now();
            cancel.cancel();
            let (result, ended) = solving.join().unwrap();
            (result, ended.saturating_duration_since(asked))
        });
        match error {
            // A quick engine on a quick machine may have been done.
            Ok(()) => assert_eq!(engine, Engine::Rolling),
            Err(Error::Cancelled { .. }) => {}
            Err(error) => panic!("{engine}: {error}"),
        }
        // Milliseconds, but the machine may be busy; without a look at the flag it would be minutes.
        assert!(late < Duration::from_secs(2), "{engine} took {late:?}");
    }
}

#[test]
fn time_that_is_used_up_ends_a_search() {
    let game = Ends::<1, false>(
        Sums::new((0..600).map(|i| i * i * 37 % 101).collect::<Vec<_>>()).unwrap(),
    );
    let begin = Instant::now();
    let mut search = AlphaBeta::new(&game).time(Duration::from_millis(20));
    let found = search.search(&game.start()).unwrap();
    assert!(found.value().is_none() && found.opened > 0, "{found:?}");
    assert!(begin.elapsed() < Duration::from_secs(2), "{:?}", begin.elapsed());
}

/// Subtract any number that divides 1, of which there are not many: a position with a thousand million moves.
struct Few(u64);

#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Left(u64);

#[derive(Move, Clone, Copy, Debug)]
#[moves(game = Few)]
struct Subtract(#[moves(1..=state.0)] u64);

impl Game for Few {
    type State = Left;
    type Move = Subtract;
    type Value = WinLoss;
    fn start(&self) -> Left {
        Left(self.0)
    }
    fn play(&self, left: &Left, number: &Subtract) -> Option<Step<Self>> {
        (number.0 == 1).then_some(Step::to(Left(left.0 - 1)))
    }
}

#[test]
fn moves_that_are_not_legal_are_counted_too() {
    let game = Few(1_000_000_000);
    for engine in
        [Engine::Memo, Engine::Retrograde, Engine::AlphaBeta, Engine::Proof, Engine::Reference]
    {
        let (cancel, begin) = (Cancel::new(), Instant::now());
        let flag = cancel.clone();
        let solver = Solver::new().engine(engine).cancel(&cancel).progress(move |_| flag.cancel());
        let error = solver.solve(&game).map(|_| ()).unwrap_err();
        assert!(matches!(error, Error::Cancelled { .. }), "{engine}: {error}");
        assert!(begin.elapsed() < Duration::from_secs(2), "{engine}");
    }
}

#[test]
fn a_cancelled_solution_answers_no_more_questions_that_take_work() {
    let game = Ends::<1, false>(Sums::new(vec![1; 300]).unwrap());
    let cancel = Cancel::new();
    let solver = Solver::new().engine(Engine::Rolling).question(Question::Line).cancel(&cancel);
    let solution = solver.solve(&game).unwrap();
    cancel.cancel();
    assert_eq!(solution.value(), 0);
    assert!(matches!(solution.line(), Err(Error::Cancelled { .. })));
    assert!(matches!(solution.moves(&game.start()), Err(Error::Cancelled { .. })));
}

#[test]
fn progress_is_told() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};
    let game = Ends::<1, false>(Sums::new(vec![1; 300]).unwrap());
    let spans = 301 * 302 / 2;
    for engine in [Engine::Memo, Engine::Table, Engine::Rolling] {
        let seen = Arc::new(AtomicU64::new(0));
        let most = seen.clone();
        let solver = Solver::new().engine(engine).progress(move |progress| {
            let total = (engine != Engine::Memo).then_some(spans);
            assert_eq!((progress.engine, progress.total), (engine, total));
            assert!(progress.evaluated >= most.fetch_max(progress.evaluated, Ordering::Relaxed));
        });
        solver.solve(&game).unwrap();
        assert_eq!(seen.load(Ordering::Relaxed), spans, "{engine}");
    }
}

/// Take any number of stones: every heap but the empty one is won.
struct TakeAny(u64);

#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct HeapOf(u64);

#[derive(Move, Clone, Copy, Debug)]
#[moves(game = TakeAny)]
struct AnyNumber(#[moves((1..=state.0).rev())] u64);

impl Game for TakeAny {
    type State = HeapOf;
    type Move = AnyNumber;
    type Value = WinLoss;
    fn start(&self) -> HeapOf {
        HeapOf(self.0)
    }
    fn play(&self, heap: &HeapOf, take: &AnyNumber) -> Option<Step<Self>> {
        Some(Step::to(HeapOf(heap.0.checked_sub(take.0)?)))
    }
    fn theorem(&self) -> Option<Theorem<Self>> {
        let won = |_: &Self, heap: &HeapOf| Some(WinLoss::won(heap.0 > 0));
        Some(Theorem::new("take all", won).instant())
    }
}

#[test]
fn answers_that_do_not_fit_the_memory_are_refused() {
    let game = TakeAny(1 << 40);
    let solution = Solver::new().memory(1 << 20).solve(&game).unwrap();
    let error = solution.moves(&game.start()).unwrap_err();
    assert!(matches!(error, Error::OverBudget { engine: Engine::Theorem, .. }), "{error}");
    // A line looks for the first best move alone.
    assert_eq!(solution.line().unwrap().len(), 1);
    let cancel = Cancel::new();
    let solution = Solver::new().cancel(&cancel).solve(&game).unwrap();
    cancel.cancel();
    assert!(matches!(solution.moves(&game.start()), Err(Error::Cancelled { .. })));
}

/// One pin after the other, as long as a line must be.
struct OneByOne(usize);

impl Game for OneByOne {
    type State = Suffix<1>;
    type Move = ();
    type Value = i32;
    fn start(&self) -> Suffix<1> {
        Suffix::whole(self.0)
    }
    #[inline]
    fn play(&self, left: &Suffix<1>, (): &()) -> Option<Step<Self>> {
        Some(Step::to(left.take(1)?.1))
    }
}

#[test]
fn a_line_that_does_not_fit_the_memory_is_refused() {
    let game = OneByOne(100_000);
    let solution = Solver::new().engine(Engine::Rolling).memory(1 << 20).solve(&game).unwrap();
    assert!(matches!(solution.line(), Err(Error::OverBudget { .. })));
    assert_eq!(solution.plies().filter(Result::is_ok).count(), 100_000);
}
