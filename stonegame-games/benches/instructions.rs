//! One solve of one kind and size, for an instrument that counts instructions: `.ci/instructions`.
//!
//! It is a crate of its own, as a user's is: the games are the catalogue's, but for one that is declared
//! here. The script builds it as a program, under several profiles.

use std::hint::black_box;
use stonegame_core::{Engine, Margin, Solver, prelude::*};
use stonegame_games::predict_the_winner::PredictTheWinner;
use stonegame_games::stone_game_ii::StoneGameII;
use stonegame_games::stone_game_iii::StoneGameIII;
use stonegame_games::stone_game_vii::StoneGameVII;

/// A row of small numbers, always the same ones.
fn row<V: From<i16>>(n: usize) -> Vec<V> {
    let mut x = 42u64;
    let mut next = || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        V::from((x % 2001) as i16 - 1000)
    };
    (0..n).map(|_| next()).collect()
}

/// A user's own game of spans: take an end, and score the number left at the other one.
struct FarEnd {
    row: Row<i32>,
}

impl Game for FarEnd {
    type State = Span;
    type Move = End;
    type Value = i32;
    fn start(&self) -> Span {
        self.row.span()
    }
    #[inline]
    fn play(&self, span: &Span, end: &End) -> Option<Step<Self>> {
        let (pile, rest) = span.pop(*end)?;
        let gain = rest.pop(*end).map_or(0, |(next, _)| self.row[next]);
        Some(Step::to(rest).gain(self.row[pile] - gain))
    }
}

/// The solve alone: the instrument collects within this function.
#[inline(never)]
fn by<G: Game<Value: Margin>>(engine: Engine, game: &G) {
    let value = Solver::new().engine(engine).value(black_box(game));
    println!("{:?}", value.expect("a small game"));
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    // `cargo test --benches` only wants to see that it starts.
    let [_, what, n] = &words[..] else { return };
    let Ok(n) = n.parse() else { return };
    match what.as_str() {
        "486-i32" => by(Engine::Rolling, &PredictTheWinner::new(row::<i32>(n))),
        // So many short rows, one after the other.
        "rows-i32" => {
            (0..n).for_each(|_| by(Engine::Rolling, &PredictTheWinner::new(row::<i32>(20))))
        }
        "486-i64" => by(Engine::Rolling, &PredictTheWinner::new(row::<i64>(n))),
        "486-memo" => by(Engine::Memo, &PredictTheWinner::new(row::<i32>(n))),
        "vii-i32" => by(Engine::Rolling, &StoneGameVII::new(row::<i32>(n)).expect("small numbers")),
        "iii-i32" => by(Engine::Rolling, &StoneGameIII::new(row::<i32>(n)).expect("small numbers")),
        "ii-i64" => by(Engine::Table, &StoneGameII::new(row::<i64>(n)).expect("small numbers")),
        "own-i32" => by(Engine::Rolling, &FarEnd { row: row::<i32>(n).into() }),
        _ => {}
    }
}
