//! Tic-tac-toe, three by three.
//!
//! Two players take turns; each marks an empty square. Who first has three of their own in a row, a column or a
//! diagonal wins.
//!
//! ```
//! use stonegame_games::tic_tac_toe::TicTacToe;
//! use stonegame_core::{Outcome, solve};
//!
//! let game = TicTacToe;
//! let solution = solve(&game)?;
//! assert_eq!((solution.value(), solution.positions()), (Outcome::Draw, 5478));
//! # Ok::<(), stonegame_core::Error>(())
//! ```

use crate::catalogue::{Answer, Card, Show};
use crate::picture::Picture;
use derive_more::Display;
use stonegame_core::prelude::*;

/// The rules, which need no data.
#[derive(Clone, Copy, Debug)]
pub struct TicTacToe;

/// The squares that each has marked, as bits row by row. Those of the player to move come first.
#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Board {
    #[state(0..512)]
    mine: u16,
    #[state(0..512)]
    theirs: u16,
}

/// Marks a square.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[display("row {} column {}", _0 / 3 + 1, _0 % 3 + 1)]
pub struct Mark(#[moves(0..9)] pub u16);

impl Game for TicTacToe {
    type State = Board;
    type Move = Mark;
    type Value = Outcome;
    fn start(&self) -> Board {
        Board { mine: 0, theirs: 0 }
    }
    #[inline]
    fn play(&self, board: &Board, Mark(square): &Mark) -> Option<Step<Self>> {
        let Board { mine, theirs } = *board;
        let (mark, marked) = (1u16.checked_shl((*square).into())?, mine | theirs);
        (marked & mark == 0 && !three(theirs))
            .then(|| Step::to(Board { mine: theirs, theirs: mine | mark }))
    }
    fn terminal(&self, board: &Board) -> Outcome {
        if three(board.theirs) { Outcome::Loss } else { Outcome::Draw }
    }
}

/// Whether there are three in a row, a column or a diagonal.
fn three(marks: u16) -> bool {
    const THREES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
    THREES.iter().any(|three| marks & three == *three)
}

impl Board {
    fn picture(&self) -> Picture<'static> {
        let marked = self.mine.count_ones() + self.theirs.count_ones();
        let [mine, theirs] = if marked.is_multiple_of(2) { ['X', 'O'] } else { ['O', 'X'] };
        let letter = |square: u16| match (self.mine >> square & 1, self.theirs >> square & 1) {
            (1, _) => mine,
            (_, 1) => theirs,
            _ => '.',
        };
        Picture::board((0..3).map(|row| (0..3).map(|column| letter(3 * row + column)).collect()))
    }
}

/// The game in the catalogue.
pub static CARD: Card<TicTacToe> = Card {
    slug: "tic-tac-toe",
    number: None,
    title: "Tic-tac-toe",
    also: &[],
    rules: "mark an empty square; three in a row, a column or a diagonal win",
    data: "",
    example: "",
    options: &[],
    read: |_| Ok(TicTacToe),
    theory: None,
    answer: |_, value| Answer::from(value.show()),
    total: None,
    picture: |_, board| board.picture(),
};

#[cfg(test)]
mod tests {
    use super::*;
    use stonegame_core::{Engine, Solver};

    /// Minimax for X on nine letters.
    fn outcome(board: &mut [char; 9], to_move: char) -> i32 {
        let lines = [
            [0, 1, 2],
            [3, 4, 5],
            [6, 7, 8],
            [0, 3, 6],
            [1, 4, 7],
            [2, 5, 8],
            [0, 4, 8],
            [2, 4, 6],
        ];
        for [a, b, c] in lines {
            if board[a] != ' ' && board[a] == board[b] && board[b] == board[c] {
                return if board[a] == 'X' { 1 } else { -1 };
            }
        }
        let mut outcomes = vec![];
        for square in 0..9 {
            if board[square] == ' ' {
                board[square] = to_move;
                outcomes.push(outcome(board, if to_move == 'X' { 'O' } else { 'X' }));
                board[square] = ' ';
            }
        }
        let best = if to_move == 'X' { outcomes.iter().max() } else { outcomes.iter().min() };
        best.copied().unwrap_or(0)
    }

    #[test]
    fn published() {
        // 5,478 positions, of value 0 (open_spiel's tests).
        let solution = Solver::new().engine(Engine::Memo).solve(&TicTacToe).unwrap();
        assert_eq!((solution.positions(), solution.value()), (5478, Outcome::Draw));
        assert_eq!(outcome(&mut [' '; 9], 'X'), 0);
        // No first move is better than another, and play goes on to the last square.
        let moves = solution.moves(&TicTacToe.start()).unwrap();
        assert_eq!(moves.len(), 9);
        assert!(moves.iter().all(|(_, value)| *value == Outcome::Draw));
        assert_eq!(solution.line().unwrap().len(), 9);
    }

    /// The least of a board and its seven images.
    fn up_to_symmetry(x: u16, o: u16) -> (u16, u16) {
        let image = |marks: u16, to: &dyn Fn(u16) -> u16| {
            (0..9).filter(|i| marks >> i & 1 == 1).fold(0, |image, i| image | 1 << to(i))
        };
        let turn = |i: u16| i % 3 * 3 + 2 - i / 3;
        let flip = |i: u16| i / 3 * 3 + 2 - i % 3;
        let (mut board, mut least) = ((x, o), (x, o));
        for step in 0..8 {
            let to: &dyn Fn(u16) -> u16 = if step == 4 { &flip } else { &turn };
            board = (image(board.0, to), image(board.1, to));
            least = least.min(board);
        }
        least
    }

    #[test]
    fn published_counts_of_positions_and_games() {
        use std::collections::BTreeSet;
        let (mut by_plies, mut ends) = (vec![BTreeSet::new(); 10], BTreeSet::new());
        let all = stonegame_core::reachable(&TicTacToe, 10_000);
        assert!(all.complete && all.positions.len() == 5478);
        for Board { mine, theirs } in all.positions {
            let plies = (mine | theirs).count_ones() as usize;
            let (x, o) = if plies.is_multiple_of(2) { (mine, theirs) } else { (theirs, mine) };
            by_plies[plies].insert(up_to_symmetry(x, o));
            if plies == 9 || three(theirs) {
                ends.insert(up_to_symmetry(x, o));
            }
        }
        // OEIS A008907.
        let counts: Vec<usize> = by_plies.iter().map(BTreeSet::len).collect();
        assert_eq!(counts, [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]);
        assert_eq!(ends.len(), 138);

        /// Games won by X, won by O, and drawn.
        fn games(board: Board, plies: usize) -> [u32; 3] {
            let mut total = [0; 3];
            let mut is_over = true;
            for step in (0..9).filter_map(|square| TicTacToe.play(&board, &Mark(square))) {
                is_over = false;
                let next = games(*step.next().unwrap(), plies + 1);
                total.iter_mut().zip(next).for_each(|(total, next)| *total += next);
            }
            if is_over {
                let end = if !three(board.theirs) { 2 } else { 1 - plies % 2 };
                total[end] = 1;
            }
            total
        }
        assert_eq!(games(TicTacToe.start(), 0), [131_184, 77_904, 46_080]);
    }

    #[test]
    fn the_laws_hold_in_every_position() {
        let checked = stonegame_core::check(&TicTacToe).unwrap();
        assert!(checked.is_all() && checked.reachable == 5478);
    }

    #[test]
    fn every_position_after_two_marks_equals_minimax() {
        let solution = Solver::new().engine(Engine::Memo).solve(&TicTacToe).unwrap();
        for (x, o) in (0..81).map(|code| (code / 9, code % 9)).filter(|(x, o)| x != o) {
            let mut letters = [' '; 9];
            (letters[x], letters[o]) = ('X', 'O');
            let value = solution.value_of(&Board { mine: 1 << x, theirs: 1 << o }).unwrap();
            assert_eq!(value as i32, outcome(&mut letters, 'X'), "{x} {o}");
        }
    }
}
