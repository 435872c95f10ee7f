//! Predict the Winner, [LeetCode 486](https://leetcode.com/problems/predict-the-winner/).
//!
//! Numbers lie in a row. Two players take turns; each takes the first or the last number that is
//! left and adds it to their score. The first player wins with at least as many points as the second.
//!
//! ```
//! use stonegame_games::predict_the_winner::{PredictTheWinner, predict_the_winner};
//!
//! assert!(!predict_the_winner([1, 5, 2])?); // whichever end is taken, the 5 is the second player's
//! assert!(predict_the_winner([1, 5, 233, 7])?);
//!
//! // What each player has in the end, if both play their best.
//! let game = PredictTheWinner::new([1, 5, 233, 7]);
//! assert_eq!(stonegame_core::solve(&game)?.scores()?, [234, 12]);
//! # Ok::<(), stonegame_core::Error>(())
//! ```

use crate::catalogue::{Answer, Card};
use crate::data;
use stonegame_core::prelude::*;

/// The row. The value is what the player to move ends up ahead by.
#[derive(Clone, Debug)]
pub struct PredictTheWinner<V> {
    row: Row<V>,
}

impl<V: Value> Game for PredictTheWinner<V> {
    type State = Span;
    type Move = End;
    type Value = V;
    fn start(&self) -> Span {
        self.row.span()
    }
    #[inline]
    fn play(&self, span: &Span, end: &End) -> Option<Step<Self>> {
        let (number, rest) = span.pop(*end)?;
        Some(Step::to(rest).gain(self.row[number]))
    }
}

impl<V> PredictTheWinner<V> {
    /// The game on a row of numbers.
    pub fn new(numbers: impl Into<Row<V>>) -> Self {
        PredictTheWinner {
            row: numbers.into(),
        }
    }
}

/// What LeetCode asks: whether the first player wins, a tie being a win.
///
/// # Errors
///
/// [`Error::Overflow`] if a margin does not fit `V`.
pub fn predict_the_winner<V: Margin>(numbers: impl Into<Row<V>>) -> Result<bool, Error> {
    Ok(answer(value(&PredictTheWinner::new(numbers))?))
}

/// What LeetCode returns for a game of this value.
fn answer<V: Margin>(value: V) -> bool {
    value >= V::ZERO
}

/// The game in the catalogue.
pub static CARD: Card<PredictTheWinner<i64>> = Card {
    slug: "predict-the-winner",
    number: Some(486),
    title: "Predict the Winner",
    rules: "take the first or the last number; most points win, and the first player wins a tie",
    data: "the numbers, from left to right",
    read: |text| Ok(PredictTheWinner::new(data::row(text)?)),
    answer: |value| Answer::Truth(answer(value)),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agree, two_totals};
    use proptest::prelude::*;

    #[test]
    fn published() {
        // LeetCode's two examples.
        assert!(!predict_the_winner([1, 5, 2]).unwrap());
        assert!(predict_the_winner([1, 5, 233, 7]).unwrap());
        // LeetCode: 1 <= nums.length; here an empty row is a tie.
        assert!(predict_the_winner::<i32>([]).unwrap());
    }

    #[test]
    fn the_row_needs_no_sums() {
        assert_eq!(value(&PredictTheWinner::new([i32::MAX, i32::MAX])), Ok(0));
        assert_eq!(value(&PredictTheWinner::new([i32::MAX; 3])), Ok(i32::MAX));
    }

    #[test]
    fn overflow_is_an_error_that_a_wider_type_mends() {
        let error = value(&PredictTheWinner::new([i32::MAX, i32::MIN])).unwrap_err();
        let Error::Overflow { position, mv } = error else {
            panic!("{error}")
        };
        assert_eq!(
            (position.as_str(), mv.as_str()),
            ("Span { lo: 0, len: 2, n: 2 }", "Left")
        );
        let wide = [i64::from(i32::MAX), i64::from(i32::MIN)];
        assert_eq!(value(&PredictTheWinner::new(wide)), Ok(4_294_967_295));
    }

    proptest! {
        #[test]
        fn equals_two_separate_totals(row in prop::collection::vec(-50i64..=50, 0..9)) {
            let (first, second) = two_totals(&row, &|row| {
                let n = row.len();
                let ends = [(row[0], row[1..].to_vec()), (row[n - 1], row[..n - 1].to_vec())];
                ends.into_iter().collect()
            });
            let value = agree(&PredictTheWinner::new(row));
            prop_assert_eq!(value, first - second);
        }
    }
}
