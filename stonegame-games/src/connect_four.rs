//! Connect Four on any board: V. Allis, *A knowledge-based approach of Connect-Four* (1988); values of small boards by J. Tromp.
//!
//! Two players take turns to drop a stone into a column. Who has four in a row, a column or a diagonal wins; a full board is a draw.
//!
//! ```
//! use stonegame_core::{Outcome, value};
//! use stonegame_games::connect_four::ConnectFour;
//!
//! assert_eq!(value(&ConnectFour::new(4, 3)?)?, Outcome::Draw);
//! # Ok::<(), stonegame_games::catalogue::Failure>(())
//! ```

use crate::catalogue::{Answer, Card, Show};
use crate::data::BadData;
use crate::picture::Picture;
use derive_more::Display;
use stonegame_core::prelude::*;

/// The board.
#[derive(Clone, Copy, Debug)]
pub struct ConnectFour {
    columns: u32,
    rows: u32,
}

/// The stones of the player to move and those of the opponent, as bits: columns from left to right, each from the bottom, with a free
/// bit on top.
#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[state(game = ConnectFour)]
pub struct Stones {
    #[state(0..=game.board())]
    mine: u64,
    #[state(0..=game.board())]
    theirs: u64,
}

/// Drops a stone into a column, from 0.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[moves(game = ConnectFour)]
#[display("column {}", _0 + 1)]
pub struct Drop(#[moves(0..game.columns)] pub u32);

impl Game for ConnectFour {
    type State = Stones;
    type Move = Drop;
    type Value = Outcome;
    fn start(&self) -> Stones {
        Stones { mine: 0, theirs: 0 }
    }
    #[inline]
    fn play(&self, stones: &Stones, Drop(column): &Drop) -> Option<Step<Self>> {
        let (all, height) = (stones.mine | stones.theirs, self.rows + 1);
        let column = ((1u64 << self.rows) - 1).checked_shl(column * height)?;
        let free = !all & column;
        let mine = stones.mine | free & free.wrapping_neg();
        let four = [1, height - 1, height, height + 1].into_iter().any(|by| {
            let shifted = |stones: u64, by: u32| stones.checked_shr(by).unwrap_or(0);
            let two = mine & shifted(mine, by);
            two & shifted(two, 2 * by) != 0
        });
        let full = (all | mine).count_ones() == self.columns * self.rows;
        (free != 0).then_some(match four {
            true => Step::over(Outcome::Win),
            false if full => Step::over(Outcome::Draw),
            false => Step::to(Stones { mine: stones.theirs, theirs: mine }),
        })
    }
}

impl ConnectFour {
    /// The game on so many columns and rows.
    ///
    /// # Errors
    ///
    /// [`BadData`] if there is none, or the board has more than 63 bits, one more a column than there are rows.
    pub fn new(columns: u32, rows: u32) -> Result<Self, BadData> {
        let bits = rows.checked_add(1).and_then(|height| height.checked_mul(columns));
        if columns == 0 || rows == 0 || bits.is_none_or(|bits| bits > 63) {
            let why = format!(
                "{columns} columns of {rows} rows are no board; columns times one more than the rows are 2 to 63"
            );
            return Err(BadData::against(why));
        }
        Ok(ConnectFour { columns, rows })
    }

    /// All bits of the board.
    fn board(&self) -> u64 {
        (1 << (self.columns * (self.rows + 1))) - 1
    }

    fn picture(&self, stones: &Stones) -> Picture<'_> {
        let count = (stones.mine | stones.theirs).count_ones();
        let [mine, theirs] = if count.is_multiple_of(2) { ['X', 'O'] } else { ['O', 'X'] };
        let letter = |row: u32, column: u32| match column * (self.rows + 1) + row {
            bit if stones.mine >> bit & 1 == 1 => mine,
            bit if stones.theirs >> bit & 1 == 1 => theirs,
            _ => '.',
        };
        let rows = (0..self.rows).rev();
        Picture::board(
            rows.map(|row| (0..self.columns).map(|column| letter(row, column)).collect()),
        )
    }
}

/// The game in the catalogue.
pub static CARD: Card<ConnectFour> = Card {
    slug: "connect-four",
    number: None,
    title: "Connect Four",
    also: &["四子棋"],
    rules: "drop a stone into a column; four in a row, a column or a diagonal win, and a full board is a draw",
    data: "the numbers of columns and rows",
    example: "4 3",
    options: &[],
    read: |data| {
        Ok(ConnectFour::new(data.number("columns", 0..=63)?, data.number("rows", 0..=63)?)?)
    },
    theory: None,
    answer: |_, value| Answer::from(value.show()),
    total: None,
    picture: ConnectFour::picture,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::agree;
    use stonegame_core::{AlphaBeta, Engine, Proof, Solver, check};

    #[test]
    fn published() {
        // J. Tromp's table of small boards: 4 by 4 is a draw (and by full enumeration the smaller ones).
        for (columns, rows) in [(4, 4), (5, 3), (3, 4), (2, 6), (6, 2), (7, 1)] {
            let game = ConnectFour::new(columns, rows).unwrap();
            let found = AlphaBeta::new(&game).search(&game.start()).unwrap();
            assert_eq!(found.value(), Some(Outcome::Draw), "{columns} by {rows}");
        }
    }

    /// The board by squares, and the outcome for the player to move by plain minimax.
    fn plain(board: &mut Vec<Vec<char>>, rows: usize, turn: char) -> i32 {
        let at = |board: &Vec<Vec<char>>, c: i32, r: i32| {
            usize::try_from(c)
                .ok()
                .and_then(|c| board.get(c))
                .and_then(|column| usize::try_from(r).ok().and_then(|r| column.get(r)).copied())
        };
        let mut best = None;
        for c in 0..board.len() {
            if board[c].len() == rows {
                continue;
            }
            board[c].push(turn);
            let r = board[c].len() as i32 - 1;
            let run = |dc: i32, dr: i32| {
                (1..4)
                    .take_while(|i| at(board, c as i32 + dc * i, r + dr * i) == Some(turn))
                    .count()
            };
            let four = [(1, 0), (0, 1), (1, 1), (1, -1)]
                .iter()
                .any(|(dc, dr)| 1 + run(*dc, *dr) + run(-dc, -dr) >= 4);
            let other = if turn == 'X' { 'O' } else { 'X' };
            let full = board.iter().all(|column| column.len() == rows);
            let value = if four {
                1
            } else if full {
                0
            } else {
                -plain(board, rows, other)
            };
            board[c].pop();
            best = best.max(Some(value));
        }
        best.unwrap_or(0)
    }

    #[test]
    fn small_boards_equal_plain_minimax() {
        for (columns, rows) in [(4, 2), (2, 4), (1, 5), (5, 2), (4, 1), (1, 31)] {
            let value = agree(&ConnectFour::new(columns, rows).unwrap());
            let mut board = vec![vec![]; columns as usize];
            assert_eq!(value as i32, plain(&mut board, rows as usize, 'X'), "{columns} by {rows}");
        }
    }

    #[test]
    fn every_search_agrees_on_every_opening() {
        let game = ConnectFour::new(4, 4).unwrap();
        let memo = Solver::new().engine(Engine::Memo).solve(&game).unwrap();
        let (mut search, mut proof) = (AlphaBeta::new(&game), Proof::new(&game));
        for (mv, _) in memo.moves(&game.start()).unwrap() {
            let Some(next) = game.play(&game.start(), &mv).and_then(Step::into_next) else {
                continue;
            };
            let value = memo.value_of(&next).unwrap();
            assert_eq!(search.search(&next).unwrap().value(), Some(value));
            assert_eq!(search.best_moves(&next).unwrap(), memo.best_moves(&next).unwrap());
            assert_eq!(proof.value(&next).unwrap(), value);
        }
        assert!(check(&ConnectFour::new(3, 2).unwrap()).is_ok());
    }
}
