//! Each engine on a game of each shape, over a few sizes: `cargo bench -p stonegame-benches --bench engines`.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use stonegame_core::{Engine, Margin, Solver, prelude::*};
use stonegame_games::can_i_win::CanIWin;
use stonegame_games::octal::{Nimbers, Rule};
use stonegame_games::predict_the_winner::PredictTheWinner;
use stonegame_games::stone_game_ii::StoneGameII;
use stonegame_games::stone_game_iii::StoneGameIII;

/// A row of small numbers, always the same ones.
fn row<V: From<i16>>(n: usize) -> Vec<V> {
    let mut random = fastrand::Rng::with_seed(7);
    (0..n).map(|_| V::from(random.i16(-1000..=1000))).collect()
}

/// One engine on one game, by positions.
fn solve<G: Game>(c: &mut Criterion, group: &str, engine: Engine, n: usize, game: &G) {
    let solver = Solver::new().engine(engine);
    let positions = solver.solve(game).expect("it fits the memory").positions();
    let mut group = c.benchmark_group(group);
    group.throughput(Throughput::Elements(positions));
    group.bench_with_input(BenchmarkId::new(engine.name(), n), game, |b, game| {
        b.iter(|| black_box(solver.value(black_box(game)).is_ok()));
    });
    group.finish();
}

fn spans(c: &mut Criterion) {
    fn all<V: Margin + From<i16>>(c: &mut Criterion, group: &str) {
        for (engine, sizes) in [
            (Engine::Reference, &[8, 12][..]),
            (Engine::Memo, &[100, 400]),
            (Engine::Table, &[20, 500, 2_000]),
            (Engine::Rolling, &[20, 500, 5_000]),
            (Engine::Theorem, &[20, 5_000, 500_000]),
        ] {
            for n in sizes {
                solve(c, group, engine, *n, &PredictTheWinner::new(row::<V>(*n)));
            }
        }
    }
    all::<i32>(c, "486, i32");
    all::<i64>(c, "486, i64");
}

fn chains(c: &mut Criterion) {
    for (engine, n) in
        [(Engine::Memo, 100_000), (Engine::Table, 1_000_000), (Engine::Rolling, 1_000_000)]
    {
        let game = StoneGameIII::new(row::<i32>(n)).expect("small numbers");
        solve(c, "III, i32", engine, n, &game);
    }
}

fn layers(c: &mut Criterion) {
    for (engine, n) in [(Engine::Memo, 200), (Engine::Table, 200), (Engine::Table, 1_000)] {
        let game = StoneGameII::new(row::<i64>(n)).expect("small numbers");
        solve(c, "II, i64", engine, n, &game);
    }
}

fn subsets(c: &mut Criterion) {
    for engine in [Engine::Memo, Engine::Table] {
        solve(c, "464", engine, 16, &CanIWin::new(16, 100).expect("few numbers"));
    }
}

/// Nimbers of games on heaps, whose ways are chosen by trial.
fn heaps(c: &mut Criterion) {
    let mut group = c.benchmark_group("nimbers");
    for (rule, heap) in [
        ("0.77", 100_000),
        ("0.07", 100_000),
        ("0.6", 100_000),
        ("0.007", 30_000),
        ("{1,3,4}", 1_000_000),
        ("all but {1,3}", 1_000_000),
    ] {
        let rule: Rule = rule.parse().expect("a rule");
        group.throughput(Throughput::Elements(heap as u64 + 1));
        group.bench_with_input(BenchmarkId::new(rule.to_string(), heap), &rule, |b, rule| {
            b.iter(|| {
                let mut nimbers = Nimbers::new(black_box(rule).clone());
                black_box(nimbers.extend(heap).is_ok())
            });
        });
    }
    group.finish();
}

criterion_group!(benches, spans, chains, layers, subsets, heaps);
criterion_main!(benches);
