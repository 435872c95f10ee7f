//! Predict the Winner (预测赢家), [LeetCode 486](https://leetcode.com/problems/predict-the-winner/).
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
use crate::picture::Picture;
use crate::totals;
use stonegame_core::prelude::*;

/// The row. The value is what the player to move ends up ahead by.
#[derive(Clone, Debug)]
pub struct PredictTheWinner<V> {
    row: Row<V>,
}

impl<V: Margin> Game for PredictTheWinner<V> {
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
    fn theorem(&self) -> Option<Theorem<Self>> {
        Some(Theorem::<Self>::new(
            "a hill a, b, c plays as a - b + c; in a valley the larger end is best (contest folklore)",
            |game, span| V::try_from(margin(game.numbers(*span))?).ok(),
        ))
    }
}

impl<V: Margin> PredictTheWinner<V> {
    fn numbers(&self, span: Span) -> impl Iterator<Item = i128> {
        self.row.values()[span.range()].iter().map(|number| (*number).into())
    }

    /// The sum of all numbers, all of which are taken in the end; `None` if 128 bits do not hold it.
    #[must_use]
    pub fn total(&self) -> Option<i128> {
        totals::total(self.row.values())
    }
}

/// By how much the player to move ends up ahead on a row from whose ends numbers are taken, in
/// linear time; `None` if that does not fit.
///
/// Three neighbours a ≤ b ≥ c play as the one number a − b + c. When there are none left, the numbers
/// fall and then rise, and the larger end is always best.
pub(crate) fn margin(numbers: impl IntoIterator<Item = i128>) -> Option<i128> {
    let mut valley = vec![];
    for number in numbers {
        valley.push(number);
        while let [.., a, b, c] = valley[..]
            && a <= b
            && b >= c
        {
            valley.truncate(valley.len() - 3);
            valley.push(a.checked_sub(b)?.checked_add(c)?);
        }
    }
    let (mut rest, mut ahead, mut mine) = (&valley[..], 0i128, true);
    while let [first, ..] = rest {
        let last = &rest[rest.len() - 1];
        let (taken, left) =
            if first >= last { (*first, &rest[1..]) } else { (*last, &rest[..rest.len() - 1]) };
        ahead = if mine { ahead.checked_add(taken)? } else { ahead.checked_sub(taken)? };
        (rest, mine) = (left, !mine);
    }
    Some(ahead)
}

impl<V> PredictTheWinner<V> {
    /// The game on a row of numbers.
    pub fn new(numbers: impl Into<Row<V>>) -> Self {
        PredictTheWinner { row: numbers.into() }
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

impl PredictTheWinner<i64> {
    pub(crate) fn picture(&self, span: &Span) -> Picture<'_> {
        Picture::row(self.row.values(), span.range())
    }
}

/// The game in the catalogue.
pub static CARD: Card<PredictTheWinner<i64>> = Card {
    slug: "predict-the-winner",
    number: Some(486),
    title: "Predict the Winner",
    also: &["预测赢家"],
    rules: "take the first or the last number; most points win, and the first player wins a tie",
    data: "the numbers, from left to right",
    example: "1,5,233,7",
    options: &[],
    read: |data| Ok(PredictTheWinner::new(data.row()?)),
    theory: None,
    answer: |_, value| Answer::Truth(answer(value)),
    total: Some(PredictTheWinner::total),
    picture: PredictTheWinner::picture,
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
        let Error::Overflow { position, mv } = error else { panic!("{error}") };
        assert_eq!((position.as_str(), mv.as_str()), ("Span { lo: 0, len: 2, n: 2 }", "Left"));
        let wide = [i64::from(i32::MAX), i64::from(i32::MIN)];
        assert_eq!(value(&PredictTheWinner::new(wide)), Ok(4_294_967_295));
    }

    #[test]
    fn the_theorem_holds_on_every_small_row() {
        let table = Solver::new().engine(Engine::Table);
        let theorem = Solver::new().engine(Engine::Theorem);
        // All orders of up to six numbers occur among these, with ties and signs.
        for row in rows(&[-2, -1, 0, 1, 2, 5], 6).into_iter().chain(rows(&[0, 1, 3], 9)) {
            let game = PredictTheWinner::new(row);
            assert_eq!(theorem.value(&game), table.value(&game), "{game:?}");
        }
    }

    #[test]
    fn the_theorem_computes_widely_or_not_at_all() {
        let theorem = Solver::new().engine(Engine::Theorem);
        let long = PredictTheWinner::new([i32::MIN, i32::MAX, i32::MIN].repeat(1_001));
        let wide = PredictTheWinner::new(
            [i32::MIN, i32::MAX, i32::MIN]
                .repeat(1_001)
                .into_iter()
                .map(i64::from)
                .collect::<Row<i64>>(),
        );
        let exact = Solver::new().engine(Engine::Table).value(&wide).unwrap();
        assert_eq!(theorem.value(&wide), Ok(exact));
        assert!(i32::try_from(exact).is_err() && theorem.value(&long).is_err());
        assert!(matches!(value(&long), Err(Error::Overflow { .. })));
        let edge = PredictTheWinner::new([i128::MIN, i128::MAX, i128::MIN]);
        assert!(matches!(theorem.value(&edge), Err(Error::CannotRun { .. })));
    }

    proptest! {
        #[test]
        fn the_theorem_on_longer_rows(row in prop::collection::vec(-50i64..=50, 0..60)) {
            let game = PredictTheWinner::new(row);
            let table = Solver::new().engine(Engine::Table).value(&game);
            prop_assert_eq!(Solver::new().engine(Engine::Theorem).value(&game), table);
        }

        #[test]
        fn equals_two_separate_totals(row in prop::collection::vec(-50i64..=50, 0..9)) {
            let (first, second) = two_totals(&row, &|row| {
                let n = row.len();
                let ends = [(row[0], row[1..].to_vec()), (row[n - 1], row[..n - 1].to_vec())];
                ends.into_iter().collect()
            });
            let value = agree_on_points(&PredictTheWinner::new(row));
            prop_assert_eq!(value, first - second);
        }
    }
}
