//! Fibonacci Nim: M. J. Whinihan, *Fibonacci Nim*, Fibonacci Quarterly 1 (1963).
//!
//! Stones lie in one heap. Two players take turns. The first move takes at least one stone, but not all; every
//! later one at least one, and at most twice as many as the move before. In normal play who cannot loses, and so
//! the last stone wins.
//!
//! ```
//! use stonegame_games::fibonacci_nim::FibonacciNim;
//! use stonegame_games::play::Play;
//! use stonegame_core::{WinLoss, value};
//!
//! let game = |stones| FibonacciNim { stones, play: Play::Normal };
//! assert_eq!(value(&game(13))?, WinLoss::Loss);
//! assert_eq!(value(&game(1_000_000_000_000))?, WinLoss::Win);
//! # Ok::<(), stonegame_core::Error>(())
//! ```

use crate::catalogue::{Answer, Card, Show, Theory};
use crate::picture::Picture;
use crate::play::{MISERE, Play};
use derive_more::Display;
use stonegame_core::{Impartial, prelude::*};

/// The heap, and who wins.
#[derive(Clone, Copy, Debug)]
pub struct FibonacciNim {
    /// How many stones it has.
    pub stones: usize,
    /// Who wins.
    pub play: Play,
}

/// What is left, and how many can be taken at once. Few pairs can be reached, so they are not numbered.
#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[state(game = FibonacciNim)]
pub struct Left {
    #[state(0..=game.stones)]
    stones: usize,
    #[state(0..=game.stones)]
    most: usize,
}

/// Takes stones.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[moves(game = FibonacciNim)]
pub struct Take(#[moves(1..=state.most)] pub usize);

impl Game for FibonacciNim {
    type State = Left;
    type Move = Take;
    type Value = WinLoss;
    fn start(&self) -> Left {
        Left { stones: self.stones, most: self.stones.saturating_sub(1) }
    }
    #[inline]
    fn play(&self, left: &Left, Take(count): &Take) -> Option<Step<Self>> {
        let stones = left.stones.checked_sub(*count).filter(|_| *count <= left.most)?;
        Some(Step::to(Left { stones, most: count.saturating_mul(2).min(stones) }))
    }
    fn terminal(&self, _: &Left) -> WinLoss {
        self.play.stuck()
    }
    fn theorem(&self) -> Option<Theorem<Self>> {
        let source = "won if the smallest part of Zeckendorf's sum of Fibonacci numbers can be taken (Whinihan 1963)";
        let theorem = Theorem::<Self>::new(source, |_, left: &Left| {
            let part = smallest_part(left.stones);
            Some(WinLoss::won(part > 0 && part <= left.most))
        });
        (self.play == Play::Normal).then_some(theorem.instant())
    }
}

impl Impartial for FibonacciNim {}

/// The smallest of the Fibonacci numbers, no two of them neighbours, that add up to a number.
fn smallest_part(number: usize) -> usize {
    let (mut rest, mut part) = (number, 0);
    while rest > 0 {
        let (mut low, mut high) = (1usize, Some(2usize));
        while let Some(next) = high.filter(|high| *high <= rest) {
            (low, high) = (next, low.checked_add(next));
        }
        (part, rest) = (low, rest - low);
    }
    part
}

/// The game in the catalogue.
pub static CARD: Card<FibonacciNim> = Card {
    slug: "fibonacci-nim",
    number: None,
    title: "Fibonacci Nim",
    also: &[],
    rules: "take at most twice as many stones as the move before, at first not all; who cannot loses, in misere play wins",
    data: "the number of stones",
    example: "20",
    options: &[MISERE],
    read: |data| {
        let play = Play::of(data);
        let stones = data.number("stones", 0..=i64::MAX)? as usize;
        Ok(FibonacciNim { stones, play })
    },
    theory: Some(Theory::new()),
    answer: |_, value| Answer::from(value.show()),
    total: None,
    picture: |_, left| Picture::heap(left.stones).with("at most", left.most),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agree, proved, wins};

    #[test]
    fn published() {
        // The Fibonacci numbers are lost, and no others.
        let lost = [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89];
        for stones in 0..100 {
            let value = value(&FibonacciNim { stones, play: Play::Normal });
            assert_eq!(value, Ok(WinLoss::won(!lost.contains(&stones))), "{stones}");
        }
    }

    #[test]
    fn the_theorem_holds_up_to_three_hundred() {
        for stones in 0..=300 {
            proved(&FibonacciNim { stones, play: Play::Normal });
        }
    }

    #[test]
    fn no_number_is_too_large() {
        for stones in [usize::MAX, usize::MAX - 1, 12_200_160_415_121_876_738] {
            let won = stones != 12_200_160_415_121_876_738; // the 93rd Fibonacci number
            assert_eq!(smallest_part(stones) < stones, won);
        }
    }

    #[test]
    fn small_heaps_equal_a_recurrence() {
        let next =
            |(n, most): &(usize, usize)| (1..=*n.min(most)).map(|k| (n - k, 2 * k)).collect();
        for stones in 0..=16usize {
            for play in [Play::Normal, Play::Misere] {
                let won = wins(&(stones, stones.saturating_sub(1)), &next, play == Play::Misere);
                assert_eq!(
                    agree(&FibonacciNim { stones, play }) == WinLoss::Win,
                    won,
                    "{stones} {play:?}"
                );
            }
        }
    }
}
