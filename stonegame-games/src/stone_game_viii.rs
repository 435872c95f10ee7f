//! Stone Game VIII (石子游戏 VIII), [LeetCode 1872](https://leetcode.com/problems/stone-game-viii/), also Codeforces 731E.
//!
//! Stones with values lie in a row. Two players take turns; each takes two or more stones from the front,
//! scores their sum, and puts back one stone with that sum at the front. The game ends when one stone is
//! left.
//!
//! Whatever was taken before, who takes up to the k-th of the first stones scores the sum of these k. So
//! the player to move goes along the row and says at each place whether to take: either *more*, and the same
//! player decides at the next place, or *take*, and the opponent does.
//!
//! ```
//! use stonegame_games::stone_game_viii::stone_game_viii;
//!
//! assert_eq!(stone_game_viii([-1, 2, -3, 4, -5])?, 5);
//! # Ok::<(), stonegame_core::Error>(())
//! ```

use crate::catalogue::{Answer, Card};
use crate::picture::Picture;
use derive_more::Display;
use stonegame_core::prelude::*;

/// What is scored at each place from the second on. The value is what the player to move ends up ahead by.
#[derive(Clone, Debug)]
pub struct StoneGameVIII<V> {
    sums: Row<V>,
}

/// Decides at one place.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Turn {
    /// Takes all stones up to here.
    #[display("take")]
    Take,
    /// Takes at least one more.
    #[display("more")]
    More,
}

impl<V: Margin> Game for StoneGameVIII<V> {
    type State = Suffix<1>;
    type Move = Turn;
    type Value = V;
    fn start(&self) -> Suffix<1> {
        self.sums.suffix()
    }
    #[inline]
    fn play(&self, places: &Suffix<1>, turn: &Turn) -> Option<Step<Self>> {
        let (here, behind) = places.pop()?;
        match turn {
            Turn::Take => Some(Step::to(behind).gain(self.sums[here])),
            Turn::More => (!behind.is_empty()).then(|| Step::again(behind)),
        }
    }
}

impl<V: Margin> StoneGameVIII<V> {
    /// The game on a row of stones.
    ///
    /// # Errors
    ///
    /// [`Error::Overflow`] if the sum of some of the first stones does not fit `V`.
    pub fn new(stones: impl IntoIterator<Item = V>) -> Result<Self, Error> {
        let mut sum = V::ZERO;
        let sums = stones.into_iter().enumerate().map(|(i, stone)| {
            sum = sum.checked_plus(stone).ok_or_else(|| Error::Overflow {
                position: "the row".into(),
                mv: format!("the sum of the first {} stones", i + 1),
            })?;
            Ok(sum)
        });
        // Nobody takes the first stone alone.
        let sums: Vec<V> = sums.collect::<Result<_, Error>>()?;
        Ok(StoneGameVIII { sums: sums.into_iter().skip(1).collect() })
    }
}

/// What LeetCode asks: by how much the first player ends up ahead.
///
/// # Errors
///
/// [`Error::Overflow`] if a margin, or the sum of some of the first stones, does not fit `V`.
pub fn stone_game_viii<V: Margin>(stones: impl IntoIterator<Item = V>) -> Result<V, Error> {
    value(&StoneGameVIII::new(stones)?)
}

/// The game in the catalogue.
pub static CARD: Card<StoneGameVIII<i64>> = Card {
    slug: "stone-game-viii",
    number: Some(1872),
    title: "Stone Game VIII",
    also: &["石子游戏 VIII"],
    rules: "merge two or more stones at the front and score their sum, until one is left",
    data: "the stones' values, from the front",
    example: "-1,2,-3,4,-5",
    options: &[],
    read: |data| Ok(StoneGameVIII::new(data.row()?)?),
    theory: None,
    answer: |_, value| Answer::Points(value.into()),
    total: None,
    picture: |game, left| {
        Picture::last(game.sums.values(), Suffix::len(left))
            .label("what taking all stones up to there scores:")
    },
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agree_on_points, two_totals};
    use proptest::prelude::*;

    #[test]
    fn published() {
        // LeetCode's examples.
        assert_eq!(stone_game_viii([-1, 2, -3, 4, -5]), Ok(5));
        assert_eq!(stone_game_viii([7, -6, 5, 10, 5, -2, -6]), Ok(13));
        assert_eq!(stone_game_viii([-10, -12]), Ok(-22));
        // Codeforces 731E.
        assert_eq!(stone_game_viii([2, 4, 8]), Ok(14));
        assert_eq!((stone_game_viii([5]), stone_game_viii::<i32>([])), (Ok(5 - 5), Ok(0)));
    }

    proptest! {
        /// Against the rules as they are told: stones are merged, and put back.
        #[test]
        fn equals_two_separate_totals(row in prop::collection::vec(-50i64..=50, 0..9)) {
            let (first, second) = two_totals(&row, &|row| {
                (2..=row.len())
                    .map(|k| {
                        let sum = row[..k].iter().sum();
                        // One stone is the end of the game.
                        let rest = [&[sum], &row[k..]].concat();
                        (sum, if rest.len() > 1 { rest } else { vec![] })
                    })
                    .collect()
            });
            let value = agree_on_points(&StoneGameVIII::new(row).unwrap());
            prop_assert_eq!(value, first - second);
        }
    }
}
