//! What the derives' code costs beside peers and code by hand, measured in one run.
//!
//! `cargo bench -p stonegame-macros --bench derives` prints a table: nanoseconds a move, or an
//! index, medians of runs in turn. Before anything is timed the two must agree.
#![allow(missing_docs)]

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Instant;
use stonegame_core::states::Suffix;
use stonegame_core::{Engine, Solver, Space, prelude::*};

/// Stone Game II, whose moves depend on the state.
pub struct Growing {
    row: Sums<i64>,
}

#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[state(game = Growing)]
pub struct At {
    #[state(layer, 0..=game.row.len())]
    left: usize,
    #[state(1..=game.row.len())]
    m: usize,
}

#[derive(Move, Clone, Copy, Debug)]
#[moves(game = Growing)]
pub struct UpToTwice(#[moves(1..=state.left.min(2 * state.m))] usize);

#[derive(Move, Clone, Copy, Debug)]
#[moves(game = Growing)]
pub struct Pair {
    #[moves(0..state.left)]
    a: usize,
    #[moves(a..=state.m.min(a + 7))]
    b: usize,
}

#[derive(Move, Clone, Copy, Debug)]
pub struct Literal(#[moves(1..=8)] usize);

macro_rules! unit {
    ($($name:ident)*) => {
        #[derive(Move, enum_iterator::Sequence, cantor::Finite, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Unit { $($name),* }
    };
}
unit!(A B C D E F G H);

#[derive(enum_iterator::Sequence, Clone, Copy, Debug, PartialEq)]
pub struct Peer {
    unit: Unit,
    flag: bool,
    other: bool,
}

#[derive(Move, Clone, Copy, Debug, PartialEq)]
pub struct Ours {
    unit: Unit,
    flag: bool,
    other: bool,
}

impl Game for Growing {
    type State = At;
    type Move = UpToTwice;
    type Value = i64;
    fn start(&self) -> At {
        At { left: self.row.len(), m: 1 }
    }
    #[inline]
    fn play(&self, at: &At, mv: &UpToTwice) -> Option<Step<Self>> {
        let row: Suffix = Suffix::last(self.row.len(), at.left)?;
        let (taken, rest) = row.take(mv.0)?;
        let m = at.m.max(mv.0).min(self.row.len());
        Some(Step::to(At { left: rest.len(), m }).gain(self.row.sum(taken)))
    }
}

/// Folds over all moves of a type, so that none of them can be left out.
fn enumerate<M: Move<Growing>>(game: &Growing, at: &At, code: impl Fn(&M) -> usize) -> usize {
    let mut sum = 0usize;
    let _ = M::each(game, at, |mv| {
        sum = sum.wrapping_mul(31).wrapping_add(code(&mv));
        ControlFlow::<()>::Continue(())
    });
    sum
}

fn fold(codes: impl Iterator<Item = usize>) -> usize {
    codes.fold(0, |sum, code| sum.wrapping_mul(31).wrapping_add(code))
}

type Run<'a> = (&'a str, &'a dyn Fn() -> usize);

/// Times them in turn, each over `times` calls; the first is ours.
fn compare(what: &str, unit: f64, times: usize, runs: &[Run<'_>]) {
    let expected = runs[0].1();
    let mut took = vec![vec![]; runs.len()];
    for _ in 0..21 {
        for ((name, run), took) in runs.iter().zip(&mut took) {
            let begun = Instant::now();
            for _ in 0..times {
                assert_eq!(black_box(run()), expected, "{what}: {name} disagrees");
            }
            took.push(begun.elapsed().as_secs_f64() * 1e9 / times as f64 / unit);
        }
    }
    let medians: Vec<f64> = took
        .into_iter()
        .map(|mut took| {
            took.sort_by(f64::total_cmp);
            took[took.len() / 2]
        })
        .collect();
    for ((name, _), median) in runs.iter().zip(&medians) {
        println!("| {what} | {name} | {median:.3} | {:.2} |", median / medians[0]);
    }
}

fn main() {
    // `cargo test --benches` only wants to see that it starts.
    if std::env::args().any(|arg| arg == "--test") {
        return;
    }
    println!("| what | by | ns | times ours |");
    println!("| --- | --- | --- | --- |");
    let n = 400;
    let game = Growing { row: Sums::new(vec![1i64; n]).unwrap() };
    let game = black_box(&game);
    let at = At { left: 300, m: 200 };
    let at = black_box(&at);

    compare(
        "a move: literals 1..=8",
        8.0,
        20_000,
        &[
            ("derive(Move)", &|| enumerate::<Literal>(black_box(game), black_box(at), |mv| mv.0)),
            ("a loop by hand", &|| fold(1..black_box(9))),
        ],
    );
    compare(
        "a move: 8 unit variants",
        8.0,
        20_000,
        &[
            ("derive(Move)", &|| {
                enumerate::<Unit>(black_box(game), black_box(at), |mv| *mv as usize)
            }),
            ("enum-iterator", &|| fold(enum_iterator::all::<Unit>().map(|mv| mv as usize))),
            ("cantor", &|| fold(<Unit as cantor::Finite>::iter().map(|mv| mv as usize))),
        ],
    );
    let code = |unit: Unit, flag: bool, other: bool| {
        unit as usize * 4 + usize::from(flag) * 2 + usize::from(other)
    };
    compare(
        "a move: 8 variants and two flags",
        32.0,
        10_000,
        &[
            ("derive(Move)", &|| {
                enumerate::<Ours>(black_box(game), black_box(at), |mv| {
                    code(mv.unit, mv.flag, mv.other)
                })
            }),
            ("derive(Move), all()", &|| {
                fold(
                    <Ours as stonegame_core::Finite>::all()
                        .map(|mv| code(mv.unit, mv.flag, mv.other)),
                )
            }),
            ("enum-iterator", &|| {
                fold(enum_iterator::all::<Peer>().map(|mv| code(mv.unit, mv.flag, mv.other)))
            }),
        ],
    );
    compare(
        "a move: 1..=min(left, 2m)",
        300.0,
        2_000,
        &[
            ("derive(Move)", &|| enumerate::<UpToTwice>(black_box(game), black_box(at), |mv| mv.0)),
            ("a loop by hand", &|| {
                let at = black_box(at);
                let mut sum = 0usize;
                for take in 1..at.left.min(2 * at.m) + 1 {
                    sum = sum.wrapping_mul(31).wrapping_add(take);
                }
                sum
            }),
        ],
    );
    let pairs: usize = (0..at.left).map(|a| (a..=at.m.min(a + 7)).count()).sum();
    compare(
        "a move: two dependent fields",
        pairs as f64,
        1_000,
        &[
            ("derive(Move)", &|| {
                enumerate::<Pair>(black_box(game), black_box(at), |mv| mv.a * 1000 + mv.b)
            }),
            ("two loops by hand", &|| {
                let at = black_box(at);
                let mut sum = 0usize;
                for a in 0..at.left {
                    for b in a..at.m.min(a + 7) + 1 {
                        sum = sum.wrapping_mul(31).wrapping_add(a * 1000 + b);
                    }
                }
                sum
            }),
        ],
    );

    let space = <At as stonegame_core::State<Growing>>::space(game);
    let mut x = 42u64;
    let mut random = move || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        x as usize
    };
    let states: Vec<At> =
        (0..10_000).map(|_| At { left: random() % (n + 1), m: 1 + random() % n }).collect();
    compare(
        "an index: two ranged fields",
        states.len() as f64,
        40,
        &[
            ("derive(State)", &|| {
                let index = |at: &At| space.locate(at).map_or(0, |cell| cell.layer * n + cell.slot);
                black_box(&states).iter().map(index).fold(0, |a, b| a ^ b)
            }),
            ("by hand", &|| {
                let index = |at: &At| {
                    if at.left <= n && at.m.wrapping_sub(1) < n {
                        at.left * n + at.m - 1
                    } else {
                        0
                    }
                };
                black_box(&states).iter().map(index).fold(0, |a, b| a ^ b)
            }),
        ],
    );

    // The memo with packed keys, against the same on states as they are.
    let small = Growing { row: Sums::new(vec![1i64; 200]).unwrap() };
    let plain = plain::Growing { row: Sums::new(vec![1i64; 200]).unwrap() };
    let memo = Solver::new().engine(Engine::Memo);
    let positions = memo.solve(&small).unwrap().positions() as f64;
    compare(
        "a position: the memo",
        positions,
        3,
        &[
            ("packed keys", &|| memo.solve(black_box(&small)).unwrap().value() as usize),
            ("whole states", &|| memo.solve(black_box(&plain)).unwrap().value() as usize),
        ],
    );
    let (small, plain) = (packed_piles::Piles { n: 40 }, plain_piles::Piles { n: 40 });
    let positions = memo.solve(&small).unwrap().positions() as f64;
    compare(
        "a position: the memo, four fields",
        positions,
        1,
        &[
            ("packed keys", &|| memo.solve(black_box(&small)).unwrap().value() as usize),
            ("whole states", &|| memo.solve(black_box(&plain)).unwrap().value() as usize),
        ],
    );
}

/// Three piles, and never as many as were just taken: one game with ranges and without.
macro_rules! piles {
    ($module:ident, $(#[$attr:meta])* { $($field:tt)* }) => {
        mod $module {
            use stonegame_core::prelude::*;

            pub struct Piles {
                pub n: usize,
            }

            #[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
            $(#[$attr])*
            pub struct At { $($field)* }

            #[derive(Move, Clone, Copy, Debug)]
            pub struct Take {
                #[moves(0..3)]
                pile: usize,
                #[moves(1..=3)]
                count: usize,
            }

            impl Game for Piles {
                type State = At;
                type Move = Take;
                type Value = i32;
                fn start(&self) -> At {
                    At { a: self.n, b: self.n, c: self.n, last: 0 }
                }
                #[inline]
                fn play(&self, at: &At, mv: &Take) -> Option<Step<Self>> {
                    let mut next = At { last: mv.count, ..*at };
                    let pile = [&mut next.a, &mut next.b, &mut next.c].into_iter().nth(mv.pile)?;
                    *pile = pile.checked_sub(mv.count)?;
                    let step = Step::to(next).gain((mv.count * mv.pile) as i32);
                    (mv.count != at.last).then_some(step)
                }
            }
        }
    };
}
piles!(packed_piles, #[state(game = Piles)] {
    #[state(layer, 0..=game.n)] a: usize,
    #[state(layer, 0..=game.n)] b: usize,
    #[state(layer, 0..=game.n)] c: usize,
    #[state(0..=3)] last: usize,
});
piles!(plain_piles, { a: usize, b: usize, c: usize, last: usize, });

/// The same game with a state that has no ranges.
mod plain {
    use stonegame_core::prelude::*;

    pub struct Growing {
        pub row: Sums<i64>,
    }

    #[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct At {
        left: usize,
        m: usize,
    }

    #[derive(Move, Clone, Copy, Debug)]
    #[moves(game = Growing)]
    pub struct UpToTwice(#[moves(1..=state.left.min(2 * state.m))] usize);

    impl Game for Growing {
        type State = At;
        type Move = UpToTwice;
        type Value = i64;
        fn start(&self) -> At {
            At { left: self.row.len(), m: 1 }
        }
        #[inline]
        fn play(&self, at: &At, mv: &UpToTwice) -> Option<Step<Self>> {
            let row: Suffix = Suffix::last(self.row.len(), at.left)?;
            let (taken, rest) = row.take(mv.0)?;
            let m = at.m.max(mv.0).min(self.row.len());
            Some(Step::to(At { left: rest.len(), m }).gain(self.row.sum(taken)))
        }
    }
}
