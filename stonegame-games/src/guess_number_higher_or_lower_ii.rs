//! Guess Number Higher or Lower II (猜数字大小 II), [LeetCode 375](https://leetcode.com/problems/guess-number-higher-or-lower-ii/).
//!
//! A number between 1 and n is to be guessed. Each wrong guess x costs x, and is answered with "higher" or
//! "lower". How much money is enough, whatever the number is?
//!
//! The guesser pays; nature, who chooses the number only as she must, answers so that it costs the most.
//!
//! ```
//! use stonegame_games::guess_number_higher_or_lower_ii::get_money_amount;
//!
//! assert_eq!(get_money_amount(10)?, 16);
//! # Ok::<(), stonegame_core::Error>(())
//! ```

use crate::catalogue::{Answer, Card};
use crate::picture::Picture;
use derive_more::Display;
use stonegame_core::prelude::*;

/// The largest number. The value is what the guesser gains, which is never above zero.
#[derive(Clone, Copy, Debug)]
pub struct GuessNumber {
    /// The largest number.
    pub most: u16,
}

/// The numbers it can still be, and the guess that nature has to answer: 0 if the guesser is to move.
#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[state(game = GuessNumber)]
pub struct Left {
    #[state(0..=game.most.saturating_add(1))]
    low: u16,
    #[state(0..=game.most)]
    high: u16,
    #[state(0..=game.most)]
    guess: u16,
}

/// A guess, or an answer.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[moves(game = GuessNumber)]
pub enum Turn {
    /// The guesser pays for this number.
    #[moves(if state.guess == 0 && state.low < state.high)]
    #[display("guess {_0}")]
    Guess(#[moves(state.low..=state.high)] u16),
    /// Nature says that the number is lower than the guess.
    #[moves(if state.low < state.guess)]
    #[display("lower")]
    Lower,
    /// Nature says that the number is higher than the guess.
    #[moves(if state.guess > 0 && state.guess < state.high)]
    #[display("higher")]
    Higher,
}

impl Game for GuessNumber {
    type State = Left;
    type Move = Turn;
    type Value = i64;
    fn start(&self) -> Left {
        Left { low: 1, high: self.most, guess: 0 }
    }
    #[inline]
    fn play(&self, left: &Left, turn: &Turn) -> Option<Step<Self>> {
        let Left { low, high, guess } = *left;
        Some(match turn {
            Turn::Guess(guess) => {
                Step::to(Left { guess: *guess, ..*left }).gain(-i64::from(*guess))
            }
            Turn::Lower => Step::to(Left { low, high: guess.checked_sub(1)?, guess: 0 }),
            Turn::Higher => Step::to(Left { low: guess.checked_add(1)?, high, guess: 0 }),
        })
    }
}

/// What LeetCode asks: how much money is enough.
///
/// # Errors
///
/// What a solve reports: too many numbers for the memory there is.
pub fn get_money_amount(most: u16) -> Result<i64, Error> {
    Ok(-value(&GuessNumber { most })?)
}

impl Left {
    fn picture(&self) -> Picture<'static> {
        let picture = Picture::text(format!("a number from {} to {}", self.low, self.high));
        if self.guess > 0 { picture.with("guess", self.guess) } else { picture }
    }
}

/// The game in the catalogue.
pub static CARD: Card<GuessNumber> = Card {
    slug: "guess-number-higher-or-lower-ii",
    number: Some(375),
    title: "Guess Number Higher or Lower II",
    also: &["猜数字大小 II"],
    rules: "pay for each wrong guess, which is answered with higher or lower; the value is what is paid, negated",
    data: "n, the largest number",
    example: "10",
    options: &[],
    read: |data| Ok(GuessNumber { most: data.number("n", 1..=u16::MAX)? }),
    theory: None,
    answer: |_, value| Answer::Points(-i128::from(value)),
    total: None,
    picture: |_, left| left.picture(),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::agree_on_points;

    /// By the recurrence over ranges.
    fn cost(low: i64, high: i64) -> i64 {
        let guesses = (low..=high).map(|x| x + cost(low, x - 1).max(cost(x + 1, high)));
        if low >= high { 0 } else { guesses.min().unwrap_or(0) }
    }

    #[test]
    fn published() {
        // LeetCode's examples, and its largest number.
        assert_eq!([10, 1, 2, 200].map(get_money_amount), [Ok(16), Ok(0), Ok(1), Ok(952)]);
    }

    #[test]
    fn every_small_number_equals_a_recurrence() {
        for most in 0..=9u16 {
            assert_eq!(agree_on_points(&GuessNumber { most }), -cost(1, most.into()), "{most}");
        }
    }
}
