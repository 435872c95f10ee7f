//! Stone Game V (石子游戏 V), [LeetCode 1563](https://leetcode.com/problems/stone-game-v/).
//!
//! Stones with values lie in a row. Alice cuts the row in two, neither part empty; Bob throws away the part
//! with the larger sum, and Alice scores the sum of the other. Where the sums are equal, Alice says which
//! part goes. She goes on with the part that is left, until it is a single stone.
//!
//! Nobody but Alice has a choice: every move leaves the turn with her.
//!
//! ```
//! use stonegame_games::stone_game_v::stone_game_v;
//!
//! assert_eq!(stone_game_v([6, 2, 3, 4, 5, 5])?, 18);
//! # Ok::<(), stonegame_core::Error>(())
//! ```

use crate::catalogue::{Answer, Card};
use crate::picture::Picture;
use derive_more::Display;
use stonegame_core::prelude::*;

/// The row. The value is what Alice scores.
#[derive(Clone, Debug)]
pub struct StoneGameV<V> {
    row: Sums<V>,
}

/// Cuts the row, and keeps the part with the smaller sum, or either if they are equal.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[moves(game = for<V: Margin> StoneGameV<V>)]
#[display("{stones} of the {keep}")]
pub struct Keep {
    /// How many stones are kept.
    #[moves(1..state.len())]
    pub stones: usize,
    /// Of which end.
    pub keep: End,
}

impl<V: Margin> Game for StoneGameV<V> {
    type State = Span<{ usize::MAX }>;
    type Move = Keep;
    type Value = V;
    fn start(&self) -> Self::State {
        self.row.span()
    }
    #[inline]
    fn play(&self, row: &Self::State, mv: &Keep) -> Option<Step<Self>> {
        let (kept, thrown) = row.take(mv.keep, mv.stones)?;
        let sum = self.row.sum(kept);
        (sum <= self.row.sum(thrown)).then(|| Step::again(kept).gain(sum))
    }
}

impl<V: Margin> StoneGameV<V> {
    /// The game on a row of stones.
    ///
    /// # Errors
    ///
    /// [`Error::Overflow`] if the sum of some neighbours does not fit `V`.
    pub fn new(values: impl Into<Row<V>>) -> Result<Self, Error> {
        Ok(StoneGameV { row: Sums::new(values)? })
    }
}

/// What LeetCode asks: what Alice scores.
///
/// # Errors
///
/// [`Error::Overflow`] if a score, or the sum of some neighbours, does not fit `V`.
pub fn stone_game_v<V: Margin>(values: impl Into<Row<V>>) -> Result<V, Error> {
    value(&StoneGameV::new(values)?)
}

/// The game in the catalogue.
pub static CARD: Card<StoneGameV<i64>> = Card {
    slug: "stone-game-v",
    number: Some(1563),
    title: "Stone Game V",
    also: &["石子游戏 V"],
    rules: "cut the row, keep and score the part with the smaller sum; one player alone",
    data: "the stones' values, from left to right",
    example: "6,2,3,4,5,5",
    options: &[],
    read: |data| Ok(StoneGameV::new(data.row()?)?),
    theory: None,
    answer: |_, value| Answer::Points(value.into()),
    total: None,
    picture: |game, row| Picture::row(game.row.values(), row.range()),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::agree_on_points;
    use proptest::prelude::*;

    /// By a recursion that takes the larger of the two where the sums are equal.
    fn score(row: &[i64]) -> i64 {
        let cuts = (1..row.len()).map(|cut| {
            let (left, right) = row.split_at(cut);
            let (l, r) = (left.iter().sum::<i64>(), right.iter().sum::<i64>());
            match l.cmp(&r) {
                core::cmp::Ordering::Less => l + score(left),
                core::cmp::Ordering::Greater => r + score(right),
                core::cmp::Ordering::Equal => l + score(left).max(score(right)),
            }
        });
        cuts.max().unwrap_or(0)
    }

    #[test]
    fn published() {
        // LeetCode's examples.
        assert_eq!(stone_game_v([6, 2, 3, 4, 5, 5]), Ok(18));
        assert_eq!(stone_game_v([7, 7, 7, 7, 7, 7, 7]), Ok(28));
        assert_eq!(stone_game_v([4]), Ok(0));
    }

    #[test]
    fn equal_parts_are_compared_with_the_best_so_far() {
        assert_eq!(stone_game_v([4, 2, 2, 1, 4, 5]), Ok(14));
        assert_eq!(stone_game_v([24, 1, 1, 1, 1, 1, 4, 13, 13]), Ok(39));
    }

    proptest! {
        #[test]
        fn equals_a_recursion(row in prop::collection::vec(1i64..=9, 0..9)) {
            prop_assert_eq!(agree_on_points(&StoneGameV::new(row.clone()).unwrap()), score(&row));
        }
    }
}
