//! Chomp: D. Gale, *A curious Nim-type game*, American Mathematical Monthly 81 (1974).
//!
//! A chocolate bar lies in rows, none longer than the one above it. Two players take turns; each bites off a
//! square with all that is not above it or to its left. The square in the upper left corner is poisoned, and
//! nobody bites it: in normal play, who has only that one left loses; in misère play he wins.
//!
//! ```
//! use stonegame_games::chomp::Chomp;
//! use stonegame_games::play::Play;
//! use stonegame_core::{WinLoss, value};
//!
//! assert_eq!(value(&Chomp::new([3, 3, 2], Play::Normal)?)?, WinLoss::Win);
//! assert_eq!(value(&Chomp::new([2, 1], Play::Normal)?)?, WinLoss::Loss);
//! # Ok::<(), stonegame_games::catalogue::Failure>(())
//! ```

use crate::catalogue::{Answer, Card, Show, Theory};
use crate::data::BadData;
use crate::picture::Picture;
use crate::play::{MISERE, Play};
use derive_more::Display;
use stonegame_core::{Impartial, prelude::*};

/// The most rows.
pub const ROWS: usize = 16;

/// The bar, and who wins.
#[derive(Clone, Copy, Debug)]
pub struct Chomp {
    rows: Multiset<ROWS>,
    play: Play,
}

/// Bites off a square, with all below it and to its right.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[moves(game = Chomp)]
#[display("row {} from column {}", row + 1, column + 1)]
pub struct Bite {
    /// The row, from 0.
    #[moves(0..state.len())]
    pub row: usize,
    /// The column, from 0.
    #[moves(0..state.sizes()[row])]
    pub column: u32,
}

impl Game for Chomp {
    type State = Multiset<ROWS>;
    type Move = Bite;
    type Value = WinLoss;
    fn start(&self) -> Self::State {
        self.rows
    }
    #[inline]
    fn play(&self, rows: &Self::State, bite: &Bite) -> Option<Step<Self>> {
        if (bite.row, bite.column) == (0, 0) {
            return None;
        }
        let rest =
            rows.sizes().iter().enumerate().map(|(row, length)| {
                if row < bite.row { *length } else { bite.column.min(*length) }
            });
        Some(Step::to(Multiset::new(rest)?))
    }
    fn terminal(&self, _: &Self::State) -> WinLoss {
        self.play.stuck()
    }
}

impl Impartial for Chomp {}

impl Chomp {
    /// The game on a bar with rows of these lengths, from the top.
    ///
    /// # Errors
    ///
    /// [`BadData`] if there are no squares, more than [`ROWS`] rows, or a row longer than the one above it.
    pub fn new(rows: impl IntoIterator<Item = u32>, play: Play) -> Result<Self, BadData> {
        let rows: Vec<u32> = rows.into_iter().collect();
        if !rows.is_sorted_by(|above, below| above >= below) {
            return Err(BadData::against(
                "no row is longer than the one above it; write the longest first",
            ));
        }
        let rows = Multiset::new(rows);
        let rows =
            rows.ok_or_else(|| BadData::against(format!("a bar can have at most {ROWS} rows")))?;
        if rows.is_empty() {
            return Err(BadData::against(
                "a bar has at least the poisoned square; write its rows, such as 3,3,2",
            ));
        }
        Ok(Chomp { rows, play })
    }
}

/// The bar from its poisoned square.
fn picture(rows: &Multiset<ROWS>) -> Picture<'static> {
    let rows = rows.sizes().iter().enumerate();
    Picture::board(rows.map(|(row, length)| {
        let squares = (0..*length).map(|column| if (row, column) == (0, 0) { '@' } else { '#' });
        squares.collect()
    }))
}

/// The game in the catalogue.
pub static CARD: Card<Chomp> = Card {
    slug: "chomp",
    number: None,
    title: "Chomp",
    also: &[],
    rules: "bite off a square with all below and right of it; who has only the poisoned one left loses, in misere play wins",
    data: "the rows' lengths, from the top",
    example: "4,4,4",
    options: &[MISERE],
    read: |data| {
        let play = Play::of(data);
        Ok(Chomp::new(data.row_within("rows", 0..=u32::MAX)?, play)?)
    },
    theory: Some(Theory::new()),
    answer: |_, value| Answer::from(value.show()),
    total: None,
    picture: |_, rows| picture(rows),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agree, rows, wins};

    #[test]
    fn published() {
        // All lost bars of up to four rows and five columns; those of three rows are OEIS A029899.
        let lost: [[u32; 4]; 16] = [
            [1, 0, 0, 0],
            [2, 1, 0, 0],
            [2, 2, 1, 0],
            [3, 1, 1, 0],
            [3, 2, 0, 0],
            [2, 2, 2, 1],
            [4, 1, 1, 1],
            [4, 3, 0, 0],
            [3, 3, 1, 1],
            [4, 2, 2, 0],
            [5, 2, 1, 1],
            [5, 4, 0, 0],
            [5, 3, 2, 0],
            [5, 3, 3, 2],
            [5, 5, 3, 0],
            [5, 5, 2, 2],
        ];
        for bar in rows(&[0, 1, 2, 3, 4, 5], 4) {
            let Ok(bar) = <[u32; 4]>::try_from(bar) else {
                continue;
            };
            if bar[0] > 0 && bar.is_sorted_by(|a, b| a >= b) {
                let value = value(&Chomp::new(bar, Play::Normal).unwrap());
                assert_eq!(value, Ok(WinLoss::won(!lost.contains(&bar))), "{bar:?}");
            }
        }
        assert!(
            Chomp::new([0, 0], Play::Normal).is_err() && Chomp::new([2, 3], Play::Normal).is_err()
        );
    }

    #[test]
    fn small_bars_equal_a_recurrence() {
        let next = |bar: &Vec<u32>| {
            let squares =
                (0..bar.len()).flat_map(|row| (0..bar[row]).map(move |column| (row, column)));
            let bite = |(row, column): (usize, u32)| {
                let mut rest = bar.clone();
                rest[row..].iter_mut().for_each(|length| *length = column.min(*length));
                rest
            };
            squares.skip(1).map(bite).collect()
        };
        for bar in rows(&[1, 2, 3], 3) {
            for play in [Play::Normal, Play::Misere] {
                if !bar.is_empty() && bar.is_sorted_by(|a, b| a >= b) {
                    let value = agree(&Chomp::new(bar.iter().copied(), play).unwrap());
                    assert_eq!(
                        value == WinLoss::Win,
                        wins(&bar, &next, play == Play::Misere),
                        "{bar:?}"
                    );
                }
            }
        }
    }
}
