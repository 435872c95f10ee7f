//! Chalkboard XOR Game (黑板异或游戏), [LeetCode 810](https://leetcode.com/problems/chalkboard-xor-game/).
//!
//! Numbers stand on a board. Two players take turns; each erases one. Who makes the exclusive or of all that
//! are left zero loses; who begins a turn with it zero wins. The exclusive or of no number is zero.
//!
//! ```
//! use stonegame_games::chalkboard_xor_game::chalkboard_xor_game;
//!
//! assert!(!chalkboard_xor_game([1, 1, 2])? && chalkboard_xor_game([0, 1])?);
//! # Ok::<(), stonegame_core::Error>(())
//! ```

use crate::catalogue::{Answer, Card};
use crate::picture::Picture;
use derive_more::Display;
use stonegame_core::prelude::*;

/// The numbers on the board.
#[derive(Clone, Debug)]
pub struct ChalkboardXorGame {
    numbers: Vec<u64>,
}

/// The numbers that are left, ascending.
#[derive(State, Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "Vec<u64>"))]
pub struct Board(Vec<u64>);

impl From<Vec<u64>> for Board {
    fn from(mut numbers: Vec<u64>) -> Self {
        numbers.sort_unstable();
        Board(numbers)
    }
}

/// Erases the number at a place, ascending.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[moves(game = ChalkboardXorGame)]
#[display("{number}")]
pub struct Erase {
    /// The place, the first of equal numbers.
    #[moves((0..state.0.len()).filter(|i| *i == 0 || state.0[i - 1] < state.0[*i]))]
    pub place: usize,
    /// The number there.
    #[moves([state.0[place]])]
    pub number: u64,
}

impl Game for ChalkboardXorGame {
    type State = Board;
    type Move = Erase;
    type Value = WinLoss;
    fn start(&self) -> Board {
        Board(self.numbers.clone())
    }
    #[inline]
    fn play(&self, board: &Board, erase: &Erase) -> Option<Step<Self>> {
        // The player to move has won where it is zero.
        if board.xor() == 0 || erase.place >= board.0.len() {
            return None;
        }
        let mut rest = board.clone();
        rest.0.remove(erase.place);
        Some(Step::to(rest))
    }
    fn terminal(&self, _: &Board) -> WinLoss {
        WinLoss::Win
    }
    fn theorem(&self) -> Option<Theorem<Self>> {
        // Let X be the exclusive or of an even count of numbers, not zero. Erasing number a leaves X ^ a. The
        // exclusive or of all these is X, so one of them is not zero: erasing it does not lose.
        Some(Theorem::<Self>::new(
            "an even count of numbers is won, an odd one if it is zero already (LeetCode 810)",
            |_, board| Some(WinLoss::won(board.xor() == 0 || board.0.len() % 2 == 0)),
        ))
    }
}

impl Board {
    fn xor(&self) -> u64 {
        self.0.iter().fold(0, |xor, number| xor ^ number)
    }
}

impl ChalkboardXorGame {
    /// The game on these numbers.
    pub fn new(numbers: impl Into<Vec<u64>>) -> Self {
        ChalkboardXorGame { numbers: Board::from(numbers.into()).0 }
    }
}

/// What LeetCode asks: whether the first player wins.
///
/// # Errors
///
/// None: the theorem answers for every board.
pub fn chalkboard_xor_game(numbers: impl Into<Vec<u64>>) -> Result<bool, Error> {
    Ok(value(&ChalkboardXorGame::new(numbers))? == WinLoss::Win)
}

impl Board {
    fn picture(&self) -> Picture<'static> {
        let numbers: Vec<String> = self.0.iter().map(u64::to_string).collect();
        Picture::text(numbers.join("  ")).with("exclusive or", self.xor())
    }
}

/// The game in the catalogue.
pub static CARD: Card<ChalkboardXorGame> = Card {
    slug: "chalkboard-xor-game",
    number: Some(810),
    title: "Chalkboard XOR Game",
    also: &["黑板异或游戏"],
    rules: "erase a number; who makes the exclusive or of the rest zero loses",
    data: "the numbers",
    example: "1,1,2",
    options: &[],
    read: |data| Ok(ChalkboardXorGame::new(data.row_within("nums", 0..=u64::MAX >> 1)?)),
    theory: None,
    answer: |_, value| Answer::Truth(value == WinLoss::Win),
    total: None,
    picture: |_, board| board.picture(),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agree, proved, rows};

    #[test]
    fn published() {
        // LeetCode's examples.
        for (numbers, answer) in [(vec![1, 1, 2], false), (vec![0, 1], true), (vec![1, 2, 3], true)]
        {
            assert_eq!(chalkboard_xor_game(numbers), Ok(answer));
        }
    }

    /// Whether the player to move wins, by trying every order.
    fn won(numbers: &[u64]) -> bool {
        let rests = (0..numbers.len()).map(|i| [&numbers[..i], &numbers[i + 1..]].concat());
        numbers.iter().fold(0, |xor, number| xor ^ number) == 0
            || rests.into_iter().any(|rest| !won(&rest))
    }

    #[test]
    fn every_small_board_equals_every_order() {
        for numbers in rows(&[0, 1, 2, 3, 5], 5) {
            let game = ChalkboardXorGame::new(numbers.clone());
            proved(&game);
            if numbers.is_sorted() {
                assert_eq!(agree(&game) == WinLoss::Win, won(&numbers), "{numbers:?}");
            }
        }
    }
}
