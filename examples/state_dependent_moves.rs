//! Moves that depend on the position, and a position with a field of its own.
//!
//! A stack of coins. Take from the top one coin more or one coin fewer than the opponent just took,
//! or as many, but no more than are left. Whoever takes more money wins.
//!
//! `cargo run --package stonegame-examples --bin state_dependent_moves`

use stonegame_core::prelude::*;

struct Coins {
    row: Sums<i64>,
    most: usize,
}

/// How many coins are left, and how many were taken last: together the position, and each with its
/// range, so that positions are numbered. Every move lowers the layer, by at most `most`.
#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[state(game = Coins)]
struct Stack {
    #[state(layer, 0..=game.row.len(), reach = game.most)]
    left: usize,
    #[state(1..=game.most)]
    last: usize,
}

/// What a field ranges over may depend on the game, on the state, and on the fields before it.
#[derive(Move, Clone, Copy, Debug, PartialEq)]
#[moves(game = Coins)]
struct Take {
    #[moves(state.last.max(2) - 1..=game.most.min(state.last + 1))]
    coins: usize,
}

impl Game for Coins {
    type State = Stack;
    type Move = Take;
    type Value = i64;

    fn start(&self) -> Stack {
        Stack { left: self.row.len(), last: 1 }
    }

    #[inline]
    fn play(&self, stack: &Stack, take: &Take) -> Option<Step<Self>> {
        let row: Suffix = Suffix::last(self.row.len(), stack.left)?;
        let (taken, rest) = row.take(take.coins)?;
        let next = Stack { left: rest.len(), last: take.coins };
        Some(Step::to(next).gain(self.row.sum(taken)))
    }
}

fn main() -> Result<(), Error> {
    let row = Sums::new((0..1_000).map(|i| (i * i) % 37 - 11).collect::<Row<i64>>())?;
    let game = Coins { row, most: 6 };
    let solution = solve(&game)?;
    println!("value {}, by {}", solution.value(), solution.plan().engine);
    println!("because it is {}", solution.plan().reason);
    for (take, value) in solution.moves(&Stack { left: 9, last: 3 })? {
        println!("with 9 coins left, after 3 were taken: to take {} is worth {value}", take.coins);
    }
    assert_eq!(value(&game)?, solution.value());
    Ok(())
}
