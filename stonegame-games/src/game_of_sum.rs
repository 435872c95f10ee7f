//! Game of Sum, [UVa 10891](https://onlinejudge.org/external/108/10891.pdf).
//!
//! Numbers lie in a row. Two players take turns; each takes at least one number from one end, left or right,
//! and scores their sum. Most points win.
//!
//! ```
//! use stonegame_games::game_of_sum::game_of_sum;
//!
//! assert_eq!(game_of_sum([4, -10, -20, 7])?, 7);
//! # Ok::<(), stonegame_core::Error>(())
//! ```

use crate::catalogue::{Answer, Card};
use crate::picture::Picture;
use crate::totals;
use derive_more::Display;
use stonegame_core::prelude::*;

/// The row. The value is what the player to move ends up ahead by.
#[derive(Clone, Debug)]
pub struct GameOfSum<V> {
    row: Sums<V>,
}

/// Takes numbers from an end.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[moves(game = for<V: Margin> GameOfSum<V>)]
#[display("{count} from the {end}")]
pub struct Take {
    /// Which end.
    pub end: End,
    /// How many numbers.
    #[moves(1..=state.len())]
    pub count: usize,
}

impl<V: Margin> Game for GameOfSum<V> {
    type State = Span<{ usize::MAX }>;
    type Move = Take;
    type Value = V;
    fn start(&self) -> Self::State {
        self.row.span()
    }
    #[inline]
    fn play(&self, row: &Self::State, take: &Take) -> Option<Step<Self>> {
        let (taken, rest) = row.take(take.end, take.count)?;
        Some(Step::to(rest).gain(self.row.sum(taken)))
    }
}

impl<V: Margin> GameOfSum<V> {
    /// The game on a row of numbers.
    ///
    /// # Errors
    ///
    /// [`Error::Overflow`] if the sum of some neighbours does not fit `V`.
    pub fn new(numbers: impl Into<Row<V>>) -> Result<Self, Error> {
        Ok(GameOfSum { row: Sums::new(numbers)? })
    }

    /// The sum of all numbers, all of which are taken in the end; `None` if 128 bits do not hold it.
    #[must_use]
    pub fn total(&self) -> Option<i128> {
        totals::total(self.row.values())
    }
}

/// What the judge asks: by how much the first player ends up ahead.
///
/// # Errors
///
/// [`Error::Overflow`] if a margin, or the sum of some neighbours, does not fit `V`.
pub fn game_of_sum<V: Margin>(numbers: impl Into<Row<V>>) -> Result<V, Error> {
    value(&GameOfSum::new(numbers)?)
}

/// The game in the catalogue.
pub static CARD: Card<GameOfSum<i64>> = Card {
    slug: "game-of-sum",
    number: None,
    title: "Game of Sum (UVa 10891)",
    also: &[],
    rules: "take any numbers from one end; most points win",
    data: "the numbers, from left to right",
    example: "4,-10,-20,7",
    options: &[],
    read: |data| Ok(GameOfSum::new(data.row()?)?),
    theory: None,
    answer: |_, value| Answer::Points(value.into()),
    total: Some(GameOfSum::total),
    picture: |game, row| Picture::row(game.row.values(), row.range()),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agree_on_points, two_totals};
    use proptest::prelude::*;

    #[test]
    fn published() {
        // The judge's examples.
        assert_eq!(game_of_sum([4, -10, -20, 7]), Ok(7));
        assert_eq!(game_of_sum([1, 2, 3, 4]), Ok(10));
    }

    proptest! {
        #[test]
        fn equals_two_separate_totals(row in prop::collection::vec(-50i64..=50, 0..7)) {
            let (first, second) = two_totals(&row, &|row| {
                let lefts = (1..=row.len()).map(|k| row.split_at(k));
                let rights = (0..row.len()).map(|k| row.split_at(k)).map(|(rest, taken)| (taken, rest));
                lefts.chain(rights).map(|(taken, rest)| (taken.iter().sum(), rest.to_vec())).collect()
            });
            prop_assert_eq!(agree_on_points(&GameOfSum::new(row).unwrap()), first - second);
        }
    }
}
