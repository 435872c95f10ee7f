//! Stone Game VII (石子游戏 VII), [LeetCode 1690](https://leetcode.com/problems/stone-game-vii/).
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
use crate::picture::Picture;
use crate::predict_the_winner::margin;
use stonegame_core::prelude::*;

/// The row. The value is what the player to move ends up ahead by.
#[derive(Clone, Debug)]
pub struct StoneGameVII<V> {
    row: Sums<V>,
}

// Let Q be the value of Predict the Winner on the negated row, and suppose that VII is (sum + Q) / 2 on all
// shorter rows. Then it is the maximum, over the ends e, of sum − e − (sum − e + Q without e) / 2, which
// is (sum + the maximum of −e − Q without e) / 2 = (sum + Q) / 2.
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
    fn theorem(&self) -> Option<Theorem<Self>> {
        Some(Theorem::<Self>::new(
            "half of the sum and of what Predict the Winner has on the negated row (proved by induction)",
            |game: &Self, span: &Span| {
                let values = game.row.values()[span.range()].iter();
                let values = values.map(|value| (*value).into());
                let sum = values.clone().try_fold(0i128, i128::checked_add)?;
                let negated: Option<Vec<i128>> = values.map(i128::checked_neg).collect();
                let twice = sum.checked_add(margin(negated?)?)?;
                V::try_from(twice / 2).ok()
            },
        ))
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
        Ok(StoneGameVII { row: Sums::up_to(longest, row)? })
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
    also: &["石子游戏 VII"],
    rules: "take away the first or the last stone, and score the sum of the rest",
    data: "the stones' values, from left to right",
    example: "5,3,1,4,2",
    options: &[],
    read: |data| Ok(StoneGameVII::new(data.row()?)?),
    theory: None,
    answer: |_, value| Answer::Points(value.into()),
    total: None,
    picture: |game, row| Picture::row(game.row.values(), row.range()),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agree_on_points, rows, two_totals};
    use proptest::prelude::*;
    use stonegame_core::{Engine, Solver};

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

    #[test]
    fn the_theorem_holds_on_every_small_row() {
        let table = Solver::new().engine(Engine::Table);
        let theorem = Solver::new().engine(Engine::Theorem);
        for row in rows(&[-2, -1, 0, 1, 3], 6) {
            let game = StoneGameVII::new(row).unwrap();
            assert_eq!(theorem.value(&game), table.value(&game), "{game:?}");
        }
    }

    proptest! {
        #[test]
        fn the_theorem_on_longer_rows(row in prop::collection::vec(-50i64..=50, 0..60)) {
            let game = StoneGameVII::new(row).unwrap();
            let table = Solver::new().engine(Engine::Table).value(&game);
            prop_assert_eq!(Solver::new().engine(Engine::Theorem).value(&game), table);
        }

        #[test]
        fn equals_two_separate_totals(row in prop::collection::vec(-50i64..=50, 0..9)) {
            let (first, second) = two_totals(&row, &|row| {
                let n = row.len();
                let rests = [row[1..].to_vec(), row[..n - 1].to_vec()];
                rests.into_iter().map(|rest| (rest.iter().sum(), rest)).collect()
            });
            let value = agree_on_points(&StoneGameVII::new(row).unwrap());
            prop_assert_eq!(value, first - second);
        }
    }
}
