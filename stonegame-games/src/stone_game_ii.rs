//! Stone Game II (石子游戏 II), [LeetCode 1140](https://leetcode.com/problems/stone-game-ii/).
//!
//! Piles of stones lie in a row. Two players take turns; each takes the first X piles that are left, where
//! X lies between 1 and 2M. M is 1 at first, and afterwards the largest X so far, if that is larger.
//! Both want as many stones as they can get.
//!
//! ```
//! use stonegame_games::stone_game_ii::stone_game_ii;
//!
//! assert_eq!(stone_game_ii([2, 7, 9, 4, 4])?, 10);
//! # Ok::<(), stonegame_core::Error>(())
//! ```

use crate::catalogue::{Answer, Card};
use crate::picture::Picture;
use crate::totals;
use derive_more::Display;
use stonegame_core::prelude::*;

/// The row. The value is how many stones the player to move ends up ahead by.
#[derive(Clone, Debug)]
pub struct StoneGameII<V> {
    row: Sums<V>,
}

/// What is left of the row, and M.
#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[state(game = for<V: Margin> StoneGameII<V>)]
pub struct Left {
    #[state(layer, 0..=game.row.len())]
    piles: usize,
    #[state(1..=half(game.row.len()))]
    m: usize,
}

/// Takes piles from the front.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[moves(game = for<V: Margin> StoneGameII<V>, if state.m <= game.largest(state.piles))]
pub struct Take {
    /// How many.
    #[moves(1..=state.piles.min(2 * state.m))]
    pub piles: usize,
}

impl<V: Margin> Game for StoneGameII<V> {
    type State = Left;
    type Move = Take;
    type Value = V;
    fn start(&self) -> Left {
        Left { piles: self.row.len(), m: 1 }
    }
    #[inline]
    fn play(&self, left: &Left, take: &Take) -> Option<Step<Self>> {
        let row: Suffix = Suffix::last(self.row.len(), left.piles)?;
        let (taken, rest) = row.take(take.piles)?;
        let m = left.m.max(take.piles).min(half(rest.len()));
        Some(Step::to(Left { piles: rest.len(), m }).gain(self.row.sum(taken)))
    }
}

/// With an M of half of the piles that are left all can be taken, so a larger one is cut down to it.
#[inline(always)]
fn half(piles: usize) -> usize {
    piles.div_ceil(2).max(1)
}

impl<V: Margin> StoneGameII<V> {
    /// The game on a row of piles.
    ///
    /// # Errors
    ///
    /// [`Error::Overflow`] if the sum of some neighbours does not fit `V`.
    pub fn new(piles: impl Into<Row<V>>) -> Result<Self, Error> {
        Ok(StoneGameII { row: Sums::new(piles)? })
    }

    /// The largest M that occurs with so many piles left: M at most doubles with each move, so that at least
    /// 2M − 2 piles have been taken by then.
    #[inline(always)]
    fn largest(&self, piles: usize) -> usize {
        half(piles).min((self.row.len() - piles) / 2 + 1)
    }

    /// The sum of all piles, all of which are taken in the end; `None` if 128 bits do not hold it.
    #[must_use]
    pub fn total(&self) -> Option<i128> {
        totals::total(self.row.values())
    }
}

/// What LeetCode asks: how many stones the first player gets.
///
/// # Errors
///
/// [`Error::Overflow`] if a margin, or the sum of some neighbours, does not fit `V`.
pub fn stone_game_ii<V: Margin>(piles: impl Into<Row<V>>) -> Result<i128, Error> {
    let game = StoneGameII::new(piles)?;
    totals::first(game.total(), value(&game)?)
}

/// The game in the catalogue.
pub static CARD: Card<StoneGameII<i64>> = Card {
    slug: "stone-game-ii",
    number: Some(1140),
    title: "Stone Game II",
    also: &["石子游戏 II"],
    rules: "take up to 2M piles from the front, where M grows to what was taken; most stones win",
    data: "the piles, from the front",
    example: "2,7,9,4,4",
    options: &[],
    read: |data| Ok(StoneGameII::new(data.row()?)?),
    theory: None,
    answer: |game, value| Answer::Points(totals::first_of_64_bits(game.total(), value)),
    total: Some(StoneGameII::total),
    picture: |game, left| Picture::last(game.row.values(), left.piles).with("M", left.m),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::agree_on_points;
    use proptest::prelude::*;

    /// Both players' totals, by a recursion over the rest of the row in which M is not capped.
    fn totals(row: &[i64], m: usize) -> (i64, i64) {
        let moves = (1..=row.len().min(2 * m)).map(|x| {
            let (theirs, mine) = totals(&row[x..], m.max(x));
            (row[..x].iter().sum::<i64>() + mine, theirs)
        });
        moves.max_by_key(|(mine, theirs)| mine - theirs).unwrap_or((0, 0))
    }

    #[test]
    fn published() {
        // LeetCode's examples.
        assert_eq!(stone_game_ii([2, 7, 9, 4, 4]), Ok(10));
        assert_eq!(stone_game_ii([1, 2, 3, 4, 5, 100]), Ok(104));
    }

    #[test]
    fn tables_of_tiny_rows_are_wide_enough() {
        for (row, first) in [(vec![], 0), (vec![1], 1), (vec![1, 1, 1], 2)] {
            assert_eq!(stone_game_ii(row), Ok(first));
        }
        assert_eq!(stone_game_ii([77, 12, 64, 35, 28, 4, 87, 21, 20]), Ok(217));
    }

    #[test]
    fn m_is_part_of_the_position() {
        // Without M in the key of a memo these come out as 13 and 1.
        assert_eq!(stone_game_ii([2, 7, 9, 4, 4]), Ok(10));
        assert_eq!(stone_game_ii([0, 0, 0, 0, 1]), Ok(0));
    }

    proptest! {
        #[test]
        fn equals_two_separate_totals(row in prop::collection::vec(-50i64..=50, 0..12)) {
            let (first, second) = totals(&row, 1);
            prop_assert_eq!(agree_on_points(&StoneGameII::new(row).unwrap()), first - second);
        }
    }
}
