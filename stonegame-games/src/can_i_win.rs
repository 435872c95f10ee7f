//! Can I Win (我能赢吗), [LeetCode 464](https://leetcode.com/problems/can-i-win/).
//!
//! Two players take turns; each chooses a number from 1 to a maximum that nobody has chosen yet, and all
//! numbers chosen are added up. Who first makes the total reach a goal wins. If all numbers together do
//! not reach it, nobody wins.
//!
//! ```
//! use stonegame_games::can_i_win::{CanIWin, can_i_win};
//! use stonegame_core::Outcome;
//!
//! assert!(!can_i_win(10, 11)?);
//! assert!(can_i_win(10, 0)?); // LeetCode takes the goal for reached
//! assert_eq!(stonegame_core::value(&CanIWin::new(2, 4)?)?, Outcome::Draw); // 1 + 2 < 4
//! # Ok::<(), stonegame_games::catalogue::Failure>(())
//! ```

use crate::catalogue::{Answer, Card, Failure};
use crate::data::BadData;
use crate::picture::Picture;
use derive_more::Display;
use stonegame_core::prelude::*;

/// The numbers and the goal. Number `n` of the set stands for `n + 1`.
#[derive(Clone, Debug)]
pub struct CanIWin {
    numbers: Subset<u32>,
    goal: u32,
    /// What all numbers add up to.
    total: u32,
    /// How many numbers belong to the lower half.
    half: u32,
    /// What each set of the lower half adds up to, and each of the upper one.
    sums: [Box<[u16]>; 2],
}

/// Chooses a number, counted from 0.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[moves(game = CanIWin)]
#[display("{}", _0 + 1)]
pub struct Choose(#[moves(state.iter())] pub u32);

impl Game for CanIWin {
    type State = Subset<u32>;
    type Move = Choose;
    type Value = Outcome;
    fn start(&self) -> Subset<u32> {
        self.numbers
    }
    #[inline]
    fn play(&self, left: &Subset<u32>, Choose(number): &Choose) -> Option<Step<Self>> {
        let rest = left.without(*number)?;
        // The sum of those left does not depend on the move, so that it is taken once a position.
        if self.goal.saturating_add(self.sum(*left)) <= self.total + number + 1 {
            return Some(Step::over(Outcome::Win));
        }
        Some(Step::to(rest))
    }
}

impl CanIWin {
    /// The game with the numbers from 1 to `most`, and the goal for their total.
    ///
    /// # Errors
    ///
    /// [`BadData`] if `most` is above 32.
    pub fn new(most: u32, goal: u32) -> Result<Self, BadData> {
        let numbers = Subset::full(most);
        let numbers =
            numbers.ok_or_else(|| BadData::against("at most 32 numbers can be chosen from"))?;
        let half = most / 2;
        let sum = |numbers: std::ops::RangeInclusive<u32>, set: u32| -> u16 {
            numbers.zip(0..).map(|(number, bit)| number as u16 * (set >> bit & 1) as u16).sum()
        };
        let lower = (0..1 << half).map(|set| sum(1..=half, set));
        let upper = (0..1 << (most - half)).map(|set| sum(half + 1..=most, set));
        let sums = [lower.collect(), upper.collect()];
        Ok(CanIWin { numbers, goal, total: most * (most + 1) / 2, half, sums })
    }

    #[inline(always)]
    fn sum(&self, set: Subset<u32>) -> u32 {
        let [lower, upper] = &self.sums;
        let (low, high) = (set.bits() & ((1 << self.half) - 1), set.bits() >> self.half);
        u32::from(lower[low as usize]) + u32::from(upper[high as usize])
    }
}

/// What LeetCode asks: whether the first player wins.
///
/// # Errors
///
/// [`BadData`] if `most` is above 32; what a solve reports.
pub fn can_i_win(most: u32, goal: u32) -> Result<bool, Failure> {
    let game = CanIWin::new(most, goal)?;
    Ok(answer(&game, value(&game)?))
}

fn answer(game: &CanIWin, value: Outcome) -> bool {
    game.goal == 0 || value == Outcome::Win
}

impl CanIWin {
    fn picture(&self, left: &Subset<u32>) -> Picture<'_> {
        let left_numbers = left.iter().map(|number| number as usize);
        Picture::numbered(self.numbers.len() as usize, left_numbers)
            .with("total", self.total - self.sum(*left))
            .with("goal", self.goal)
    }
}

/// The game in the catalogue.
pub static CARD: Card<CanIWin> = Card {
    slug: "can-i-win",
    number: Some(464),
    title: "Can I Win",
    also: &["我能赢吗"],
    rules: "choose numbers, each but once; who makes their total reach the goal wins",
    data: "maxChoosableInteger and desiredTotal",
    example: "10 11",
    options: &[],
    read: |data| {
        let most = data.number("maxChoosableInteger", 1..=32)?;
        Ok(CanIWin::new(most, data.number("desiredTotal", 0..=u32::MAX)?)?)
    },
    theory: None,
    answer: |game, value| Answer::Truth(answer(game, value)),
    total: None,
    picture: CanIWin::picture,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::agree;

    /// By a recursion over the numbers chosen so far.
    fn outcome(most: u32, goal: u32, chosen: &mut Vec<u32>) -> Outcome {
        let mut best = None;
        for number in (1..=most).filter(|number| !chosen.contains(number)).collect::<Vec<_>>() {
            chosen.push(number);
            let outcome_of = if chosen.iter().sum::<u32>() >= goal {
                Outcome::Win
            } else {
                outcome(most, goal, chosen).reversed()
            };
            chosen.pop();
            best = best.max(Some(outcome_of));
        }
        best.unwrap_or(Outcome::Draw)
    }

    #[test]
    fn published() {
        // LeetCode's examples.
        assert!(
            !can_i_win(10, 11).unwrap() && can_i_win(10, 0).unwrap() && can_i_win(10, 1).unwrap()
        );
        // Goals that all numbers together do not reach.
        for (most, goal) in [(1, 2), (18, 188)] {
            assert!(!can_i_win(most, goal).unwrap(), "{most} {goal}");
        }
        assert!(CanIWin::new(33, 1).is_err());
    }

    #[test]
    fn every_small_game_equals_a_recursion() {
        for most in 0..=5 {
            for goal in 0..=most * (most + 1) / 2 + 2 {
                let value = agree(&CanIWin::new(most, goal).unwrap());
                assert_eq!(value, outcome(most, goal, &mut vec![]), "{most} {goal}");
            }
        }
    }
}
