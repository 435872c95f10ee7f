//! A first game of one's own: declare the rules, solve, and ask questions.
//!
//! A row of sweets, each with a taste. Take the first one, or the last two. Whoever enjoyed more wins.
//!
//! `cargo run --package stonegame-examples --bin first_game`

use stonegame_core::prelude::*;

/// The rules and their data.
struct Sweets {
    row: Sums<i32>,
}

/// A move: the derive enumerates the variants in this order.
#[derive(Move, Clone, Copy, Debug, PartialEq)]
enum Take {
    First,
    LastTwo,
}

impl Game for Sweets {
    // What is left is always a span of the row, and no move takes more than two from it.
    type State = Span<2>;
    type Move = Take;
    // The margin: mine minus the opponent's.
    type Value = i32;

    fn start(&self) -> Span<2> {
        self.row.span()
    }

    // Without `#[inline]` the compiler does not look into it from another crate, and the engines'
    // inner loops, which are made of it, run many times slower.
    #[inline]
    fn play(&self, left: &Span<2>, take: &Take) -> Option<Step<Self>> {
        // `take` of a span is `None` where there are not enough: then the move is not legal.
        let (taken, rest) = match take {
            Take::First => left.take(End::Left, 1)?,
            Take::LastTwo => left.take(End::Right, 2)?,
        };
        Some(Step::to(rest).gain(self.row.sum(taken)))
    }
}

fn main() -> Result<(), Error> {
    let game = Sweets { row: Sums::new([2, -1, 3, 8, -4, 5, 6, 1])? };

    // The value alone is the cheapest question.
    assert_eq!(value(&game)?, 8);

    // A solution answers for every position.
    let solution = solve(&game)?;
    println!("the first player ends up ahead by {}", solution.value());
    for (take, value) in solution.moves(&game.start())? {
        println!("  {take:?} is worth {value}");
    }
    println!("best play:");
    for ply in solution.line()? {
        let sweets = ply.state.len();
        println!("  of {sweets} sweets the {} player takes {:?}: {}", ply.by, ply.mv, ply.gain);
    }
    let [first, second] = solution.scores()?;
    println!("final scores: {first} to {second}");

    assert_eq!(first - second, solution.value());
    assert_eq!(solution.best_moves(&game.start())?, [Take::LastTwo]);
    Ok(())
}
