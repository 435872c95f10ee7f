//! Stone Game VII, [LeetCode 1690](https://leetcode.com/problems/stone-game-vii/).
//!
//! Stones with values lie in a row. Alice and Bob take turns, Alice first; each takes away the first
//! or the last stone that is left, and scores the sum of the *remaining* ones. Alice wants the
//! difference of the scores large, Bob wants it small.
//!
//! ```
//! use stonegame_games::stone_game_vii::{StoneGameVII, stone_game_vii};
//!
//! assert_eq!(stone_game_vii([5, 3, 1, 4, 2])?, 6);
//!
//! let game = StoneGameVII::new([5, 3, 1, 4, 2])?;
//! assert_eq!(stonegame_core::solve(&game)?.scores()?, [18, 12]);
//! # Ok::<(), stonegame_core::Error>(())
//! ```

use crate::catalogue::{Answer, Card};
use crate::data;
use stonegame_core::prelude::*;

/// The row. The value is what the player to move ends up ahead by.
#[derive(Clone, Debug)]
pub struct StoneGameVII<V> {
    row: Sums<V>,
}

impl<V: Margin> Game for StoneGameVII<V> {
    type State = Span;
    type Move = End;
    type Value = V;
    fn start(&self) -> Span {
        self.row.span()
    }
    #[inline]
    fn play(&self, span: &Span, end: &End) -> Option<Step<Self>> {
        let (_, rest) = span.pop(*end)?;
        Some(Step::to(rest).gain(self.row.sum(rest)))
    }
}

impl<V: Margin> StoneGameVII<V> {
    /// The game on a row of stones.
    ///
    /// # Errors
    ///
    /// [`Error::Overflow`] if a sum that a move gains does not fit `V`: that of any neighbours but
    /// for the whole row.
    pub fn new(values: impl Into<Row<V>>) -> Result<Self, Error> {
        let row: Row<V> = values.into();
        let longest = row.len().saturating_sub(1);
        Ok(StoneGameVII {
            row: Sums::up_to(longest, row)?,
        })
    }
}

/// What LeetCode asks: by how much the first player ends up ahead.
///
/// # Errors
///
/// [`Error::Overflow`] if a margin, or a sum that a move gains, does not fit `V`.
pub fn stone_game_vii<V: Margin>(values: impl Into<Row<V>>) -> Result<V, Error> {
    value(&StoneGameVII::new(values)?)
}

/// The game in the catalogue.
pub static CARD: Card<StoneGameVII<i64>> = Card {
    slug: "stone-game-vii",
    number: Some(1690),
    title: "Stone Game VII",
    rules: "take away the first or the last stone, and score the sum of the rest",
    data: "the stones' values, from left to right",
    read: |text| Ok(StoneGameVII::new(data::row(text)?)?),
    answer: |value| Answer::Points(value.into()),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agree, two_totals};
    use proptest::prelude::*;

    #[test]
    fn published() {
        // LeetCode's two examples.
        assert_eq!(stone_game_vii([5, 3, 1, 4, 2]), Ok(6));
        assert_eq!(stone_game_vii([7, 90, 5, 1, 100, 10, 10, 2]), Ok(122));
        assert_eq!(stone_game_vii([9]), Ok(0)); // nothing remains to be scored
        assert_eq!(stone_game_vii::<i32>([]), Ok(0));
    }

    #[test]
    fn the_whole_row_is_never_gained() {
        assert_eq!(stone_game_vii([i32::MAX, i32::MAX]), Ok(i32::MAX));
        assert!(StoneGameVII::new([i32::MAX, i32::MAX, 0]).is_err());
    }

    proptest! {
        #[test]
        fn equals_two_separate_totals(row in prop::collection::vec(-50i64..=50, 0..9)) {
            let (first, second) = two_totals(&row, &|row| {
                let n = row.len();
                let rests = [row[1..].to_vec(), row[..n - 1].to_vec()];
                rests.into_iter().map(|rest| (rest.iter().sum(), rest)).collect()
            });
            let value = agree(&StoneGameVII::new(row).unwrap());
            prop_assert_eq!(value, first - second);
        }
    }
}
