//! Euclid: A. J. Cole and A. J. T. Davie, *A game based on the Euclidean algorithm*, Mathematical Gazette 53
//! (1969).
//!
//! Two positive numbers are given. Two players take turns; each subtracts a multiple of the smaller number from
//! the larger one, which does not become negative. Who makes it zero wins in normal play, since the other cannot
//! move; in misère play he loses.
//!
//! ```
//! use stonegame_games::euclid::Euclid;
//! use stonegame_games::play::Play;
//! use stonegame_core::{WinLoss, value};
//!
//! let game = |numbers| Euclid { numbers, play: Play::Normal };
//! assert_eq!(value(&game([25, 7]))?, WinLoss::Win);
//! assert_eq!(value(&game([24, 15]))?, WinLoss::Loss); // to 9 and 15, to 9 and 6, to 3 and 6, to 3 and 0
//! # Ok::<(), stonegame_core::Error>(())
//! ```

use crate::catalogue::{Answer, Card, Show, Theory};
use crate::picture::Picture;
use crate::play::{MISERE, Play};
use derive_more::Display;
use stonegame_core::{Impartial, prelude::*};

/// The numbers, and who wins.
#[derive(Clone, Copy, Debug)]
pub struct Euclid {
    /// The two numbers, in any order.
    pub numbers: [u32; 2],
    /// Who wins.
    pub play: Play,
}

/// The two numbers. Few pairs can be reached, so they are not numbered.
#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[state(game = Euclid)]
pub struct Pair {
    #[state(0..=game.numbers[0].max(game.numbers[1]))]
    large: u32,
    #[state(0..=game.numbers[0].max(game.numbers[1]))]
    small: u32,
}

/// Subtracts so many times the smaller number.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[moves(game = Euclid)]
#[display("{_0} times the smaller")]
pub struct Subtract(#[moves(1..=state.large.checked_div(state.small).unwrap_or(0))] pub u32);

impl Game for Euclid {
    type State = Pair;
    type Move = Subtract;
    type Value = WinLoss;
    fn start(&self) -> Pair {
        Pair::of(self.numbers)
    }
    #[inline]
    fn play(&self, pair: &Pair, Subtract(times): &Subtract) -> Option<Step<Self>> {
        let rest = pair.large.checked_sub(pair.small.checked_mul(*times)?)?;
        Some(Step::to(Pair::of([rest, pair.small])))
    }
    fn terminal(&self, _: &Pair) -> WinLoss {
        self.play.stuck()
    }
    fn theorem(&self) -> Option<Theorem<Self>> {
        let source = "won if equal, or one number is more than the golden ratio times the other (Cole and Davie 1969)";
        let theorem = Theorem::<Self>::new(source, |_, pair: &Pair| {
            let (a, b) = (i128::from(pair.large), i128::from(pair.small));
            // a > b(1 + √5)/2, with both sides of 2a − b > b√5 squared.
            let golden = (2 * a - b) * (2 * a - b) > 5 * b * b;
            Some(WinLoss::won(b > 0 && (a == b || golden)))
        });
        (self.play == Play::Normal).then_some(theorem.instant())
    }
}

impl Impartial for Euclid {}

impl Pair {
    fn of([a, b]: [u32; 2]) -> Self {
        Pair { large: a.max(b), small: a.min(b) }
    }
}

/// The game in the catalogue.
pub static CARD: Card<Euclid> = Card {
    slug: "euclid",
    number: None,
    title: "Euclid",
    also: &[],
    rules: "subtract a multiple of the smaller number from the larger; who cannot, as one is zero, loses, in misere play wins",
    data: "the two numbers",
    example: "25 7",
    options: &[MISERE],
    read: |data| {
        let play = Play::of(data);
        Ok(Euclid { numbers: data.pair("numbers", 0..=u32::MAX)?, play })
    },
    theory: Some(Theory::new()),
    answer: |_, value| Answer::from(value.show()),
    total: None,
    picture: |_, pair| Picture::heaps([pair.large, pair.small]),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agree, proved, wins};

    #[test]
    fn the_theorem_holds_up_to_sixty() {
        for numbers in (0..61 * 61).map(|code| [code / 61, code % 61]) {
            proved(&Euclid { numbers, play: Play::Normal });
        }
    }

    #[test]
    fn small_numbers_equal_a_recurrence() {
        let next = |(a, b): &(u32, u32)| {
            let (a, b) = (*a.max(b), *a.min(b));
            (1..=a).filter(|k| b > 0 && k * b <= a).map(|k| (a - k * b, b)).collect()
        };
        for numbers in (0..100).map(|code| [code / 10, code % 10]) {
            for play in [Play::Normal, Play::Misere] {
                let won = wins(&(numbers[0], numbers[1]), &next, play == Play::Misere);
                assert_eq!(
                    agree(&Euclid { numbers, play }) == WinLoss::Win,
                    won,
                    "{numbers:?} {play:?}"
                );
            }
        }
    }
}
