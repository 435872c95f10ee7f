//! Several threads find what one does: values, errors, and the end of a cancelled solve.
#![allow(missing_docs)]

mod common;

use common::AnyEnds;
use std::hash::Hash;
use stonegame_core::space::{Cell, Space};
use stonegame_core::{Cancel, Engine, Error, Solver, State, prelude::*};

/// Runs something in a pool of so many threads, however many processors there are.
fn pool<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

/// What one thread says of a game, after as many as three have said the same.
fn same<G: Game<Value: Send>>(game: &G, engine: Engine) -> Result<G::Value, Error> {
    let solver = Solver::new().engine(engine);
    let one = solver.clone().threads(1).value(game);
    for threads in 2..=3 {
        let more = pool(3, || solver.clone().threads(threads).value(game));
        assert_eq!(more, one, "{engine}, {threads} threads");
    }
    one
}

/// Numbers that look random, from -500 to 499.
fn numbers(n: usize) -> Vec<i64> {
    let mut x = 42u64;
    let mut next = || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        (x % 1000) as i64 - 500
    };
    (0..n).map(|_| next()).collect()
}

#[test]
fn rows_in_parts() {
    let game = AnyEnds(Row::from(numbers(2_400)));
    assert_eq!(same(&game, Engine::Rolling), same(&game, Engine::Table));
    same(&AnyEnds(Row::from(numbers(3_500))), Engine::Rolling).unwrap();
}

#[test]
fn lines_by_checkpoints() {
    let game = AnyEnds(Row::from(numbers(2_400)));
    let line = |threads| {
        let solver = Solver::new().engine(Engine::Rolling).threads(threads);
        pool(3, || solver.solve(&game)?.line())
    };
    assert_eq!(line(1).unwrap(), line(0).unwrap());
}

#[test]
fn overflow_is_named_wherever_it_is() {
    for at in [0, 1_150, 2_398] {
        let mut row = vec![0i32; 2_400];
        (row[at], row[at + 1]) = (i32::MAX, i32::MIN);
        let error = same(&AnyEnds(Row::from(row)), Engine::Rolling).unwrap_err();
        assert!(matches!(error, Error::Overflow { .. }), "{error}");
    }
}

#[test]
fn a_cancelled_solve_ends() {
    let game = AnyEnds(Row::from(numbers(4_000)));
    let (cancel, flag) = (Cancel::new(), Cancel::new());
    let listener = {
        let cancel = cancel.clone();
        move |progress: stonegame_core::Progress| {
            if progress.evaluated > 500_000 {
                cancel.cancel();
            }
        }
    };
    let solver = Solver::new().engine(Engine::Rolling).cancel(&cancel).progress(listener);
    let ended = pool(2, || solver.value(&game));
    assert!(matches!(ended, Err(Error::Cancelled { evaluated }) if evaluated < 3_000_000));
    flag.cancel();
    let solver = Solver::new().engine(Engine::Table).cancel(&flag);
    assert!(matches!(pool(2, || solver.value(&game)), Err(Error::Cancelled { .. })));
}

/// What the plan needs is enough for more threads too, which then do without.
#[test]
fn within_the_memory_of_one_thread() {
    let game = AnyEnds(Row::from(numbers(2_400)));
    let memory = Solver::new().engine(Engine::Rolling).plan(&game).unwrap().memory.unwrap();
    let solver = Solver::new().engine(Engine::Rolling).memory(memory);
    assert_eq!(pool(2, || solver.value(&game)), solver.clone().threads(1).value(&game));
}

/// Layers of `width`, each `lean` narrower than the one below. A move leads `0..=FAR` slots to the right in
/// the layer below; if `far`, it may also skip layers, to any slot.
#[derive(Clone)]
struct Field<const FAR: usize> {
    width: usize,
    lean: usize,
    layers: usize,
    start: usize,
    broken: Option<Spot<FAR>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Spot<const FAR: usize>(usize, usize);

impl<const FAR: usize> Space for Field<FAR> {
    type State = Spot<FAR>;
    type Key = Spot<FAR>;
    const SPREAD: Option<usize> = if FAR < 64 { Some(FAR) } else { None };
    fn layers(&self) -> usize {
        self.layers
    }
    fn width(&self, layer: usize) -> usize {
        self.width - layer * self.lean
    }
    fn locate(&self, spot: &Spot<FAR>) -> Option<Cell> {
        Some(Cell { layer: spot.0, slot: spot.1 })
    }
    fn at(&self, layer: usize, slot: usize) -> Spot<FAR> {
        assert!(slot < self.width(layer));
        Spot(layer, slot)
    }
    fn reach(&self) -> usize {
        if FAR < 64 { 1 } else { 16 }
    }
    fn pack(&self, spot: Spot<FAR>) -> Option<Spot<FAR>> {
        Some(spot)
    }
    fn unpack<R>(&self, spot: &Spot<FAR>, see: impl FnOnce(&Spot<FAR>) -> R) -> R {
        see(spot)
    }
}

impl<const FAR: usize> State<Field<FAR>> for Spot<FAR> {
    type Space = Field<FAR>;
    fn space(field: &Field<FAR>) -> Field<FAR> {
        field.clone()
    }
}

#[derive(Move, Clone, Copy, Debug, PartialEq)]
#[moves(game = for<const FAR: usize> Field<FAR>)]
struct Go(#[moves(0..=state.0.min(FAR).min(5))] usize);

impl<const FAR: usize> Game for Field<FAR> {
    type State = Spot<FAR>;
    type Move = Go;
    type Value = i64;
    fn start(&self) -> Spot<FAR> {
        Spot(self.layers - 1, self.start)
    }
    fn play(&self, spot: &Spot<FAR>, go: &Go) -> Option<Step<Self>> {
        let gain = ((spot.0 * 31 + spot.1 * 17 + go.0 * 7) % 101) as i64 - 50;
        let layer = spot.0.checked_sub(1)?;
        if self.broken == Some(*spot) {
            return Some(Step::to(Spot(layer, self.width)).gain(gain));
        }
        let next = if FAR < 64 {
            Spot(layer, spot.1 + go.0)
        } else {
            Spot(layer - layer.min(go.0), spot.1 * 7 % self.width(layer))
        };
        let step = if gain % 3 == 0 { Step::again(next) } else { Step::to(next) };
        Some(step.gain(gain))
    }
    fn terminal(&self, spot: &Spot<FAR>) -> i64 {
        spot.1 as i64 % 13
    }
}

#[test]
fn moves_that_lead_farther_to_the_right() {
    let field = Field::<3> { width: 7_000, lean: 3, layers: 90, start: 3_345, broken: None };
    assert_eq!(same(&field, Engine::Rolling), same(&field, Engine::Table));
}

#[test]
fn wide_layers_of_any_moves() {
    for (width, lean, layers) in [(40_000, 0, 7), (17_000, 30, 12)] {
        let field = Field::<64> { width, lean, layers, start: 3, broken: None };
        assert_eq!(same(&field, Engine::Rolling), same(&field, Engine::Table));
    }
}

#[test]
fn a_broken_move_is_named() {
    for spot in [(5, 6_900), (40, 3_400), (80, 0)] {
        let broken = Some(Spot(spot.0, spot.1));
        let field = Field::<3> { width: 7_000, lean: 3, layers: 90, start: 3, broken };
        let error = same(&field, Engine::Rolling).unwrap_err();
        let named = format!("Spot({}, {})", spot.0, spot.1);
        assert!(error.to_string().contains(&named), "{error}");
    }
    let broken = Some(Spot(4, 16_000));
    let field = Field::<64> { width: 17_000, lean: 30, layers: 12, start: 3, broken };
    let error = same(&field, Engine::Table).unwrap_err();
    assert!(error.to_string().contains("Spot(4, 16000)"), "{error}");
}

/// A batch's threads have a part of the memory each; what needs more has all of it.
#[test]
fn many_games_within_the_memory_of_one_solver() {
    let rows = || (0..40).map(|i| AnyEnds(Row::from(numbers(if i % 9 == 5 { 2_000 } else { 50 }))));
    let solver = Solver::new().engine(Engine::Rolling).memory(40_000);
    let one: Vec<_> = solver.clone().threads(1).values(rows()).collect();
    assert!(one.iter().all(Result::is_ok));
    assert_eq!(pool(4, || solver.values(rows()).collect::<Vec<_>>()), one);
    let small = solver.clone().memory(20_000);
    let failed = |values: Vec<Result<i64, Error>>| values.iter().filter(|v| v.is_err()).count();
    assert_eq!(failed(pool(4, || small.values(rows()).collect())), 4);
}

/// The first games are asked for one by one, and a batch takes no more than twice as long as planned.
#[test]
fn games_are_not_asked_for_far_ahead() {
    let asked = std::sync::atomic::AtomicUsize::new(0);
    let rows = (0..).map(|_| {
        asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        AnyEnds(Row::from(numbers(10)))
    });
    let asked_for = |values: usize| {
        let solver = Solver::new();
        pool(4, || solver.values(rows.clone()).take(values).count());
        asked.swap(0, std::sync::atomic::Ordering::Relaxed)
    };
    assert_eq!((asked_for(1), asked_for(3)), (1, 3));
    assert!(asked_for(20) <= 31);
}
