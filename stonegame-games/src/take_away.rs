//! Dynamic take-away: A. J. Schwenk, *Take-away games*, Fibonacci Quarterly 8 (1970).
//!
//! Stones lie in one heap. Two players take turns; each takes at least one stone, and at most a fixed number of times as many
//! as the move before. In normal play who cannot loses. With twice as many it is [Fibonacci Nim](crate::fibonacci_nim).
//!
//! ```
//! use stonegame_games::play::Play;
//! use stonegame_games::take_away::TakeAway;
//! use stonegame_core::grundy;
//!
//! let game = |most| TakeAway { stones: 10, times: 3, most, play: Play::Normal };
//! assert_eq!([0, 3, 9].map(|most| grundy(&game(most)).unwrap()), [0, 2, 6]);
//! ```

use crate::catalogue::{Answer, Card, Show, Theory};
use crate::picture::Picture;
use crate::play::{MISERE, Play};
use derive_more::Display;
use stonegame_core::{Impartial, prelude::*};

/// The heap, how many times as many stones as before can be taken, and who wins.
#[derive(Clone, Copy, Debug)]
pub struct TakeAway {
    /// How many stones there are.
    pub stones: usize,
    /// How many times as many as before.
    pub times: usize,
    /// How many the first move can take.
    pub most: usize,
    /// Who wins.
    pub play: Play,
}

/// What is left, and how many can be taken at once. Few pairs can be reached, so they are not numbered.
#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[state(game = TakeAway)]
pub struct Left {
    #[state(0..=game.stones)]
    stones: usize,
    #[state(0..=game.stones)]
    most: usize,
}

/// Takes stones.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[moves(game = TakeAway)]
pub struct Take(#[moves(1..=state.most)] pub usize);

impl Game for TakeAway {
    type State = Left;
    type Move = Take;
    type Value = WinLoss;
    fn start(&self) -> Left {
        Left { stones: self.stones, most: self.most.min(self.stones) }
    }
    #[inline]
    fn play(&self, left: &Left, Take(count): &Take) -> Option<Step<Self>> {
        let stones = left.stones.checked_sub(*count).filter(|_| *count <= left.most)?;
        Some(Step::to(Left { stones, most: count.saturating_mul(self.times).min(stones) }))
    }
    fn terminal(&self, _: &Left) -> WinLoss {
        self.play.stuck()
    }
}

impl Impartial for TakeAway {}

/// The game in the catalogue.
pub static CARD: Card<TakeAway> = Card {
    slug: "take-away",
    number: None,
    title: "Dynamic take-away",
    also: &[],
    rules: "take at most so many times as many stones as the move before; who cannot loses, in misere play wins",
    data: "the number of stones, how many times as many, and how many at first, such as 100 3 1",
    example: "20 3 4",
    options: &[MISERE],
    read: |data| {
        let play = Play::of(data);
        let mut number =
            |what| Ok::<_, crate::data::BadData>(data.number(what, 0..=i64::MAX)? as usize);
        let [stones, times, most] = [number("stones")?, number("times")?, number("at first")?];
        Ok(TakeAway { stones, times, most, play })
    },
    theory: Some(Theory::new()),
    answer: |_, value| Answer::from(value.show()),
    total: None,
    picture: |_, left| Picture::heap(left.stones).with("at most", left.most),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agree, wins};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(32) })]

        #[test]
        fn equals_a_recurrence(stones in 0usize..14, times in 0usize..5, most in 0usize..6, misere: bool) {
            let next = |(stones, most): &(usize, usize)| {
                let takes = 1..=*stones.min(most);
                takes.map(|count| (stones - count, times * count)).collect()
            };
            let play = if misere { Play::Misere } else { Play::Normal };
            let value = agree(&TakeAway { stones, times, most, play });
            prop_assert_eq!(value == WinLoss::Win, wins(&(stones, most), &next, misere));
        }
    }
}
