//! A move after which the same player moves once more, and a move that ends the game.
//!
//! Numbers in a row; take one from either end. Whoever takes an even number moves again, and whoever
//! takes a 13 ends the game at once.
//!
//! `cargo run --package stonegame-examples --bin same_player_again`

use stonegame_core::prelude::*;

struct EvenAgain {
    row: Row<i32>,
}

impl Game for EvenAgain {
    type State = Span;
    type Move = End;
    type Value = i32;

    fn start(&self) -> Span {
        self.row.span()
    }

    #[inline]
    fn play(&self, span: &Span, end: &End) -> Option<Step<Self>> {
        let (number, rest) = span.pop(*end)?;
        Some(match self.row[number] {
            13 => Step::over(13),
            even if even % 2 == 0 => Step::again(rest).gain(even),
            odd => Step::to(rest).gain(odd),
        })
    }
}

fn main() -> Result<(), Error> {
    for (row, expected) in [
        (vec![2, 2], 4), // both are the first player's
        (vec![4, 9, 2, 7], 4),
        (vec![1, 2, 3, 4, 5, 6], 7),
        (vec![13, 40, 41], 13), // to take 41 would leave 40 and 13 to the opponent
    ] {
        let game = EvenAgain { row: row.clone().into() };
        let solution = solve(&game)?;
        let line: Vec<String> = solution
            .line()?
            .into_iter()
            .map(|ply| format!("{} {} {:+}", ply.by, ply.mv, ply.gain))
            .collect();
        println!("{row:?}: {}  ({})", solution.value(), line.join(", "));
        assert_eq!(solution.value(), expected);
    }
    Ok(())
}
