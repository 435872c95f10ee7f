//! Deque, [AtCoder Educational DP Contest L](https://atcoder.jp/contests/dp/tasks/dp_l).
//!
//! The rules of [Predict the Winner](crate::predict_the_winner), asked for the first player's margin.
//!
//! ```
//! use stonegame_games::deque::deque;
//!
//! assert_eq!(deque([10, 80, 90, 30])?, 10);
//! # Ok::<(), stonegame_core::Error>(())
//! ```

use crate::catalogue::{Answer, Card};
use crate::predict_the_winner::PredictTheWinner;
use stonegame_core::prelude::*;

/// What the contest asks: by how much the first player ends up ahead.
///
/// # Errors
///
/// [`Error::Overflow`] if a margin does not fit `V`.
pub fn deque<V: Margin>(numbers: impl Into<Row<V>>) -> Result<V, Error> {
    value(&PredictTheWinner::new(numbers))
}

/// The game in the catalogue.
pub static CARD: Card<PredictTheWinner<i64>> = Card {
    slug: "deque",
    number: None,
    title: "Deque (AtCoder DP L)",
    also: &[],
    rules: "take the first or the last number; most points win",
    data: "the numbers, from left to right",
    example: "10,80,90,30",
    options: &[],
    read: |data| Ok(PredictTheWinner::new(data.row()?)),
    theory: None,
    answer: |_, value| Answer::Points(value.into()),
    total: Some(PredictTheWinner::total),
    picture: PredictTheWinner::picture,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::two_totals;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn equals_two_separate_totals(row in prop::collection::vec(-50i64..=50, 0..9)) {
            let (first, second) = two_totals(&row, &|row| {
                let n = row.len();
                vec![(row[0], row[1..].to_vec()), (row[n - 1], row[..n - 1].to_vec())]
            });
            prop_assert_eq!(deque(row), Ok(first - second));
        }
    }

    #[test]
    fn published() {
        // The contest's examples.
        assert_eq!(deque([10, 80, 90, 30]), Ok(10));
        assert_eq!(deque([10, 100, 10]), Ok(-80));
        assert_eq!(deque([10]), Ok(10));
        assert_eq!(
            deque([
                1_000_000_000i64,
                1,
                1_000_000_000,
                1,
                1_000_000_000,
                1,
                1_000_000_000,
                1,
                1_000_000_000,
                1
            ]),
            Ok(4_999_999_995)
        );
        assert_eq!(deque([4, 2, 9, 7, 1, 5]), Ok(2));
    }
}
