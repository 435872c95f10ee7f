//! Stone Game IV (石子游戏 IV), [LeetCode 1510](https://leetcode.com/problems/stone-game-iv/).
//!
//! Stones lie in one heap. Two players take turns; each takes a square number of stones, at least one.
//! Who cannot take loses.
//!
//! ```
//! use stonegame_games::stone_game_iv::stone_game_iv;
//!
//! assert!(stone_game_iv(1)? && !stone_game_iv(2)? && stone_game_iv(4)?);
//! # Ok::<(), stonegame_core::Error>(())
//! ```

use crate::catalogue::{Answer, Card};
use crate::picture::Picture;
use crate::play::{MISERE, Play};
use derive_more::Display;
use stonegame_core::prelude::*;

/// The heap, and who wins.
#[derive(Clone, Copy, Debug)]
pub struct StoneGameIV {
    /// How many stones it has.
    pub stones: usize,
    /// Who wins.
    pub play: Play,
}

/// Takes the square of a number.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[moves(game = StoneGameIV)]
#[display("{}", root.saturating_mul(*root))]
pub struct TakeSquare {
    /// The number.
    #[moves(1..=state.len().isqrt())]
    pub root: usize,
}

impl Game for StoneGameIV {
    type State = Suffix;
    type Move = TakeSquare;
    type Value = WinLoss;
    fn start(&self) -> Suffix {
        Suffix::whole(self.stones)
    }
    #[inline]
    fn play(&self, left: &Suffix, take: &TakeSquare) -> Option<Step<Self>> {
        Some(Step::to(left.take(take.root.checked_mul(take.root)?)?.1))
    }
    fn terminal(&self, _: &Suffix) -> WinLoss {
        self.play.stuck()
    }
}

/// What LeetCode asks: whether the first player wins.
///
/// # Errors
///
/// What a solve reports: too many stones for the memory there is.
pub fn stone_game_iv(stones: usize) -> Result<bool, Error> {
    let play = Play::Normal;
    Ok(value(&StoneGameIV { stones, play })? == WinLoss::Win)
}

/// The game in the catalogue.
pub static CARD: Card<StoneGameIV> = Card {
    slug: "stone-game-iv",
    number: Some(1510),
    title: "Stone Game IV",
    also: &["石子游戏 IV"],
    rules: "take a square number of stones; who cannot loses, in misere play wins",
    data: "n, the number of stones",
    example: "17",
    options: &[MISERE],
    read: |data| {
        let (stones, play) = (data.number("n", 0..=u32::MAX)? as usize, Play::of(data));
        Ok(StoneGameIV { stones, play })
    },
    theory: None,
    answer: |_, value| Answer::Truth(value == WinLoss::Win),
    total: None,
    picture: |_, left| Picture::heap(Suffix::len(left)),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agree, wins};

    #[test]
    fn published() {
        // LeetCode's examples, and its largest heap.
        assert_eq!([1, 2, 4].map(stone_game_iv), [Ok(true), Ok(false), Ok(true)]);
        assert_eq!(stone_game_iv(100_000), Ok(true));
    }

    #[test]
    fn every_small_heap_equals_a_recurrence() {
        for stones in 0..=22 {
            for play in [Play::Normal, Play::Misere] {
                let value = agree(&StoneGameIV { stones, play });
                let squares = |n: &usize| (1..=*n).filter_map(|k| n.checked_sub(k * k)).collect();
                assert_eq!(value == WinLoss::Win, wins(&stones, &squares, play == Play::Misere));
            }
        }
    }
}
