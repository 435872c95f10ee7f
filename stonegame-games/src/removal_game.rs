//! Removal Game, [CSES 1097](https://cses.fi/problemset/task/1097).
//!
//! The rules of [Predict the Winner](crate::predict_the_winner), asked for the first player's score.
//!
//! ```
//! use stonegame_games::removal_game::removal_game;
//!
//! assert_eq!(removal_game([4, 5, 1, 3])?, 8);
//! # Ok::<(), stonegame_core::Error>(())
//! ```

use crate::catalogue::{Answer, Card};
use crate::predict_the_winner::PredictTheWinner;
use crate::totals;
use stonegame_core::prelude::*;

/// What the judge asks: how many points the first player gets.
///
/// # Errors
///
/// [`Error::Overflow`] if a margin does not fit `V`, or the sum of all numbers 128 bits.
pub fn removal_game<V: Margin>(numbers: impl Into<Row<V>>) -> Result<i128, Error> {
    let game = PredictTheWinner::new(numbers);
    totals::first(game.total(), value(&game)?)
}

/// The game in the catalogue.
pub static CARD: Card<PredictTheWinner<i64>> = Card {
    slug: "removal-game",
    number: None,
    title: "Removal Game (CSES 1097)",
    also: &[],
    rules: "take the first or the last number; the answer is the first player's points",
    data: "the numbers, from left to right",
    example: "4,5,1,3",
    options: &[],
    read: |data| Ok(PredictTheWinner::new(data.row()?)),
    theory: None,
    answer: |game, value| Answer::Points(totals::first_of_64_bits(game.total(), value)),
    total: Some(PredictTheWinner::total),
    picture: PredictTheWinner::picture,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::two_totals;
    use proptest::prelude::*;

    #[test]
    fn published() {
        assert_eq!(removal_game([4, 5, 1, 3]), Ok(8)); // the judge's example
        assert_eq!(removal_game::<i64>([]), Ok(0));
        assert_eq!(removal_game([i128::MAX]), Ok(i128::MAX));
        assert!(removal_game([i128::MAX, i128::MAX, -5]).is_err());
    }

    proptest! {
        #[test]
        fn equals_two_separate_totals(row in prop::collection::vec(-50i64..=50, 0..9)) {
            let (first, _) = two_totals(&row, &|row| {
                let n = row.len();
                vec![(row[0], row[1..].to_vec()), (row[n - 1], row[..n - 1].to_vec())]
            });
            prop_assert_eq!(removal_game(row).unwrap(), i128::from(first));
        }
    }
}
