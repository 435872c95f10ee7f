//! Divisor Game (除数博弈), [LeetCode 1025](https://leetcode.com/problems/divisor-game/).
//!
//! A number lies on the board. Two players take turns; each subtracts a proper divisor of the number,
//! that is one below the number itself. Who cannot, because the number is 1, loses.
//!
//! ```
//! use stonegame_games::divisor_game::divisor_game;
//!
//! assert!(divisor_game(2)? && !divisor_game(3)?);
//! # Ok::<(), stonegame_core::Error>(())
//! ```

use crate::catalogue::{Answer, Card, Theory};
use crate::picture::Picture;
use crate::play::{MISERE, Play};
use derive_more::Display;
use stonegame_core::{Impartial, prelude::*};

/// The number on the board, and who wins.
#[derive(Clone, Copy, Debug)]
pub struct DivisorGame {
    /// The number.
    pub number: usize,
    /// Who wins.
    pub play: Play,
}

/// Subtracts a proper divisor.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[moves(game = DivisorGame)]
pub struct Subtract(#[moves(1..=state.len() / 2)] pub usize);

impl Game for DivisorGame {
    type State = Suffix;
    type Move = Subtract;
    type Value = WinLoss;
    fn start(&self) -> Suffix {
        Suffix::whole(self.number)
    }
    #[inline]
    fn play(&self, number: &Suffix, Subtract(divisor): &Subtract) -> Option<Step<Self>> {
        let divides = number.len().is_multiple_of(*divisor);
        Some(Step::to(number.take(*divisor).filter(|_| divides)?.1))
    }
    fn terminal(&self, _: &Suffix) -> WinLoss {
        self.play.stuck()
    }
    fn theorem(&self) -> Option<Theorem<Self>> {
        // The divisors of an odd number are odd, and of an even one 1 is: so odd is always passed on.
        let theorem =
            Theorem::<Self>::new("even numbers are won (LeetCode 1025)", |_, number: &Suffix| {
                Some(WinLoss::won(!number.is_empty() && number.len() % 2 == 0))
            });
        (self.play == Play::Normal).then_some(theorem.instant())
    }
}

impl Impartial for DivisorGame {}

/// What LeetCode asks: whether the first player wins.
///
/// # Errors
///
/// None: the theorem answers for every number.
pub fn divisor_game(number: usize) -> Result<bool, Error> {
    let play = Play::Normal;
    Ok(value(&DivisorGame { number, play })? == WinLoss::Win)
}

/// The game in the catalogue.
pub static CARD: Card<DivisorGame> = Card {
    slug: "divisor-game",
    number: Some(1025),
    title: "Divisor Game",
    also: &["除数博弈"],
    rules: "subtract a divisor of the number below itself; who cannot loses, in misere play wins",
    data: "n, the number",
    example: "12",
    options: &[MISERE],
    read: |data| {
        let (number, play) = (data.number("n", 1..=u32::MAX)? as usize, Play::of(data));
        Ok(DivisorGame { number, play })
    },
    theory: Some(Theory::new()),
    answer: |_, value| Answer::Truth(value == WinLoss::Win),
    total: None,
    picture: |_, number| Picture::heap(Suffix::len(number)),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agree, proved, wins};

    #[test]
    fn published() {
        // LeetCode's examples.
        assert_eq!([2, 3].map(divisor_game), [Ok(true), Ok(false)]);
    }

    #[test]
    fn every_small_number_equals_a_recurrence() {
        for number in 0..=24 {
            for play in [Play::Normal, Play::Misere] {
                let value = agree(&DivisorGame { number, play });
                let next =
                    |n: &usize| (1..*n).filter(|d| n.is_multiple_of(*d)).map(|d| n - d).collect();
                let won = wins(&number, &next, play == Play::Misere);
                assert_eq!(value == WinLoss::Win, won, "{number} {play:?}");
            }
        }
    }

    #[test]
    fn the_theorem_holds_up_to_leetcodes_limit() {
        for number in 0..=1000 {
            proved(&DivisorGame { number, play: Play::Normal });
        }
    }
}
