//! Stone Game III (石子游戏 III), [LeetCode 1406](https://leetcode.com/problems/stone-game-iii/).
//!
//! Stones with values, which may be negative, lie in a row. Alice and Bob take turns, Alice first;
//! each takes one, two or three stones from the front of the row. Whoever has the higher sum wins.
//!
//! ```
//! use stonegame_games::stone_game_iii::{StoneGameIII, Winner, stone_game_iii};
//!
//! assert_eq!(stone_game_iii([1, 2, 3, 7])?, Winner::Bob);
//! assert_eq!(stone_game_iii([1, 2, 3, -9])?, Winner::Alice);
//! assert_eq!(stone_game_iii([1, 2, 3, 6])?, Winner::Tie);
//!
//! let game = StoneGameIII::new([1, 2, 3, 7])?;
//! assert_eq!(stonegame_core::solve(&game)?.scores()?, [6, 7]);
//! # Ok::<(), stonegame_core::Error>(())
//! ```

use crate::catalogue::{Answer, Card};
use crate::picture::Picture;
use core::fmt;
use stonegame_core::prelude::*;

/// The row. The value is what the player to move ends up ahead by.
#[derive(Clone, Debug)]
pub struct StoneGameIII<V> {
    row: Sums<V>,
}

/// Takes stones from the front.
#[derive(Move, Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Take {
    /// How many.
    #[moves(1..=3)]
    pub stones: usize,
}

impl<V: Margin> Game for StoneGameIII<V> {
    type State = Suffix<3>;
    type Move = Take;
    type Value = V;
    fn start(&self) -> Suffix<3> {
        self.row.suffix()
    }
    #[inline]
    fn play(&self, left: &Suffix<3>, take: &Take) -> Option<Step<Self>> {
        let (taken, rest) = left.take(take.stones)?;
        Some(Step::to(rest).gain(self.row.sum(taken)))
    }
}

impl<V: Margin> StoneGameIII<V> {
    /// The game on a row of stones.
    ///
    /// # Errors
    ///
    /// [`Error::Overflow`] if the sum of up to three neighbours does not fit `V`.
    pub fn new(values: impl Into<Row<V>>) -> Result<Self, Error> {
        Ok(StoneGameIII { row: Sums::up_to(3, values)? })
    }
}

/// Writes how many stones are taken.
impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.stones.fmt(f)
    }
}

/// Who wins, as LeetCode calls the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Winner {
    /// The first player.
    Alice,
    /// The second player.
    Bob,
    /// Nobody.
    Tie,
}

/// Writes LeetCode's word.
impl fmt::Display for Winner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Winner {
    /// The winner of a game of this value.
    pub fn of<V: Margin>(value: V) -> Self {
        match value.cmp(&V::ZERO) {
            core::cmp::Ordering::Greater => Winner::Alice,
            core::cmp::Ordering::Less => Winner::Bob,
            core::cmp::Ordering::Equal => Winner::Tie,
        }
    }

    /// LeetCode's word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Winner::Alice => "Alice",
            Winner::Bob => "Bob",
            Winner::Tie => "Tie",
        }
    }
}

/// What LeetCode asks: who wins.
///
/// # Errors
///
/// [`Error::Overflow`] if a margin, or the sum of up to three neighbours, does not fit `V`.
pub fn stone_game_iii<V: Margin>(values: impl Into<Row<V>>) -> Result<Winner, Error> {
    Ok(Winner::of(value(&StoneGameIII::new(values)?)?))
}

/// The game in the catalogue.
pub static CARD: Card<StoneGameIII<i64>> = Card {
    slug: "stone-game-iii",
    number: Some(1406),
    title: "Stone Game III",
    also: &["石子游戏 III"],
    rules: "take 1, 2 or 3 stones from the front; the higher sum wins",
    data: "the stones' values, from the front",
    example: "1,2,3,7",
    options: &[],
    read: |data| Ok(StoneGameIII::new(data.row()?)?),
    theory: None,
    answer: |_, value| Answer::Word(Winner::of(value).name()),
    total: None,
    picture: |game, left| Picture::last(game.row.values(), Suffix::len(left)),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agree_on_points, two_totals};
    use proptest::prelude::*;
    use stonegame_core::{Engine, Solver};

    #[test]
    fn published() {
        // LeetCode's examples.
        for (row, winner) in [
            (vec![1, 2, 3, 7], "Bob"),
            (vec![1, 2, 3, -9], "Alice"),
            (vec![1, 2, 3, 6], "Tie"),
            (vec![1, 2, 3, -1, -2, -3, 7], "Alice"),
            (vec![-1, -2, -3], "Tie"),
        ] {
            assert_eq!(stone_game_iii(row).unwrap().to_string(), winner);
        }
    }

    #[test]
    fn an_error_only_where_a_gain_or_a_margin_overflows() {
        const BIG: i32 = i32::MAX / 3;
        // The whole row sums to far more than i32 holds; three neighbours do not.
        assert!(value(&StoneGameIII::new([BIG; 20]).unwrap()).is_ok());
        assert!(StoneGameIII::new([0, i32::MAX, 1]).is_err());
    }

    #[test]
    fn no_value_is_a_sentinel() {
        // A memo that takes 0 for "not yet known" needs exponential time here.
        let zeros = StoneGameIII::new([0; 60]).unwrap();
        for engine in [Engine::Memo, Engine::Table, Engine::Rolling] {
            let solution = Solver::new().engine(engine).solve(&zeros).unwrap();
            assert_eq!((solution.value(), solution.positions()), (0, 61), "{engine}");
        }
        // A best value that starts from an invented least one is too high here.
        let mut row = [-1000, -1000, 1000, 1000].repeat(6);
        row.push(-1000);
        assert_eq!(value(&StoneGameIII::new(row).unwrap()), Ok(-13_000));
    }

    proptest! {
        #[test]
        fn equals_two_separate_totals(row in prop::collection::vec(-50i64..=50, 0..11)) {
            let (first, second) = two_totals(&row, &|row| {
                (1..=row.len().min(3)).map(|k| (row[..k].iter().sum(), row[k..].to_vec())).collect()
            });
            let value = agree_on_points(&StoneGameIII::new(row).unwrap());
            prop_assert_eq!(value, first - second);
        }
    }
}
