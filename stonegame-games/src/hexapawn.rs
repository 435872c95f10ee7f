//! Hexapawn on any board: M. Gardner, *Scientific American*, March 1962.
//!
//! Each player has a row of pawns on their side. A pawn moves one square ahead onto a free one, or captures one square diagonally ahead.
//! Who reaches the far side wins, and so does who leaves the opponent without a move.
//!
//! ```
//! use stonegame_core::{WinLoss, value};
//! use stonegame_games::hexapawn::Hexapawn;
//!
//! assert_eq!(value(&Hexapawn::new(3, 3)?)?, WinLoss::Loss); // the second player wins
//! # Ok::<(), stonegame_games::catalogue::Failure>(())
//! ```

use crate::catalogue::{Answer, Card, Show};
use crate::data::BadData;
use crate::picture::Picture;
use derive_more::Display;
use stonegame_core::prelude::*;

/// The board.
#[derive(Clone, Copy, Debug)]
pub struct Hexapawn {
    rows: u32,
    columns: u32,
}

/// The pawns of the player to move and of the opponent, as bits row by row: the mover's side first, so that they go up.
#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Pawns {
    mine: u64,
    theirs: u64,
}

/// Where a pawn goes.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Way {
    /// One square ahead.
    #[display("ahead")]
    Ahead,
    /// It captures to the left.
    #[display("captures left")]
    Left,
    /// It captures to the right.
    #[display("captures right")]
    Right,
}

/// Moves a pawn.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[moves(game = Hexapawn)]
#[display("row {} column {} {way}", row + 1, column + 1)]
pub struct Go {
    /// The row, from 0 on the mover's side.
    #[moves(0..game.rows)]
    pub row: u32,
    /// The column, from 0 as the first player sees it.
    #[moves((0..game.columns).filter(|column| state.mine >> (row * game.columns + column) & 1 == 1))]
    pub column: u32,
    /// Where it goes.
    pub way: Way,
}

impl Game for Hexapawn {
    type State = Pawns;
    type Move = Go;
    type Value = WinLoss;
    fn start(&self) -> Pawns {
        let row = (1 << self.columns) - 1;
        Pawns { mine: row, theirs: row << ((self.rows - 1) * self.columns) }
    }
    #[inline]
    fn play(&self, pawns: &Pawns, go: &Go) -> Option<Step<Self>> {
        let bit = |row: u32, column: u32| 1u64 << (row * self.columns + column);
        let column = match go.way {
            Way::Ahead => go.column,
            Way::Left => go.column.checked_sub(1)?,
            Way::Right => Some(go.column + 1).filter(|column| *column < self.columns)?,
        };
        let row = Some(go.row + 1).filter(|row| *row < self.rows)?;
        let (from, to) = (bit(go.row, go.column), bit(row, column));
        let free = (pawns.mine | pawns.theirs) & to == 0;
        let legal = if go.way == Way::Ahead { free } else { pawns.theirs & to != 0 };
        let (mine, theirs) = (pawns.mine & !from | to, pawns.theirs & !to);
        (legal && pawns.mine & from != 0).then_some(match row + 1 == self.rows {
            true => Step::over(WinLoss::Win),
            false => Step::to(Pawns { mine: self.turned(theirs), theirs: self.turned(mine) }),
        })
    }
}

impl Hexapawn {
    /// The game on so many rows and columns.
    ///
    /// # Errors
    ///
    /// [`BadData`] if there are fewer than 2 rows or no column, or more than 64 squares.
    pub fn new(rows: u32, columns: u32) -> Result<Self, BadData> {
        let squares = rows.checked_mul(columns).filter(|squares| *squares <= 64);
        if rows < 2 || columns == 0 || columns > 32 || squares.is_none() {
            let why = format!(
                "{rows} rows of {columns} squares are no board; there are 2 rows or more, and 64 squares at most"
            );
            return Err(BadData::against(why));
        }
        Ok(Hexapawn { rows, columns })
    }

    /// The rows in the other order: the board from the other side.
    #[inline]
    fn turned(&self, pawns: u64) -> u64 {
        let row = (1u64 << self.columns) - 1;
        (0..self.rows).fold(0, |turned, nth| {
            let from = pawns >> (nth * self.columns) & row;
            turned | from << ((self.rows - 1 - nth) * self.columns)
        })
    }

    fn picture(&self, pawns: &Pawns) -> Picture<'_> {
        let letter = |row: u32, column: u32| match row * self.columns + column {
            bit if pawns.mine >> bit & 1 == 1 => 'A',
            bit if pawns.theirs >> bit & 1 == 1 => 'v',
            _ => '.',
        };
        let rows = (0..self.rows).rev();
        Picture::board(
            rows.map(|row| (0..self.columns).map(|column| letter(row, column)).collect()),
        )
        .label("those of the player to move, A, go up:")
    }
}

/// The game in the catalogue.
pub static CARD: Card<Hexapawn> = Card {
    slug: "hexapawn",
    number: None,
    title: "Hexapawn",
    also: &[],
    rules: "move a pawn ahead or capture diagonally; who reaches the far side wins, and who cannot move loses",
    data: "the numbers of rows and columns",
    example: "3 3",
    options: &[],
    read: |data| Ok(Hexapawn::new(data.number("rows", 0..=64)?, data.number("columns", 0..=64)?)?),
    theory: None,
    answer: |_, value| Answer::from(value.show()),
    total: None,
    picture: Hexapawn::picture,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::agree;

    /// Whether the player to move wins, on a board of letters that does not turn: `A` moves up from row 0.
    fn won(board: &[Vec<char>], turn: char) -> bool {
        let (rows, columns) = (board.len() as i32, board[0].len() as i32);
        let (ahead, goal, other) = if turn == 'A' { (1, rows - 1, 'v') } else { (-1, 0, 'A') };
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)))
        {
            if board[row as usize][column as usize] != turn {
                continue;
            }
            for side in [-1, 0, 1] {
                let (r, c) = (row + ahead, column + side);
                if !(0..rows).contains(&r) || !(0..columns).contains(&c) {
                    continue;
                }
                let there = board[r as usize][c as usize];
                if there != if side == 0 { '.' } else { other } {
                    continue;
                }
                let mut next = board.to_vec();
                next[row as usize][column as usize] = '.';
                next[r as usize][c as usize] = turn;
                if r == goal || !won(&next, other) {
                    return true;
                }
            }
        }
        false
    }

    #[test]
    fn published_and_by_minimax() {
        // Gardner: the second player wins on 3 by 3.
        assert_eq!(agree(&Hexapawn::new(3, 3).unwrap()), WinLoss::Loss);
        for (rows, columns) in [(2, 3), (3, 2), (4, 3), (3, 4), (4, 2), (3, 1), (5, 2)] {
            let mut board = vec![vec!['.'; columns as usize]; rows as usize];
            board[0].fill('A');
            board[rows as usize - 1].fill('v');
            let value = agree(&Hexapawn::new(rows, columns).unwrap());
            assert_eq!(value == WinLoss::Win, won(&board, 'A'), "{rows} by {columns}");
        }
    }
}
