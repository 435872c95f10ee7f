//! Stone Game (石子游戏), [LeetCode 877](https://leetcode.com/problems/stone-game/).
//!
//! Piles of stones lie in a row. Two players take turns; each takes the first or the last pile that
//! is left. Whoever has more stones wins.
//!
//! These are the rules of [Predict the Winner](crate::predict_the_winner), asked another question:
//! a tie is not won. LeetCode promises an even number of piles and an odd number of stones. Then the
//! first player always wins: they can take every pile in an even place, or every pile in an odd
//! place, whichever has more. That does not say by how much, nor anything of other rows: the theorem of Predict the
//! Winner does.
//!
//! ```
//! use stonegame_games::stone_game::{StoneGame, stone_game};
//!
//! assert!(stone_game([5, 3, 4, 5])?);
//! assert!(!stone_game([1, 5, 1])?); // an odd number of piles
//!
//! let game = StoneGame::new([5, 3, 4, 5]);
//! assert_eq!(stonegame_core::solve(&game)?.scores()?, [9, 8]);
//! # Ok::<(), stonegame_core::Error>(())
//! ```

use crate::catalogue::{Answer, Card};
use crate::predict_the_winner::PredictTheWinner;
use stonegame_core::prelude::*;

/// The row. The value is how many stones the player to move ends up ahead by.
pub type StoneGame<V> = PredictTheWinner<V>;

/// What LeetCode asks: whether the first player ends up with more stones.
///
/// # Errors
///
/// [`Error::Overflow`] if a margin does not fit `V`.
pub fn stone_game<V: Margin>(piles: impl Into<Row<V>>) -> Result<bool, Error> {
    Ok(answer(value(&StoneGame::new(piles))?))
}

/// What LeetCode returns for a game of this value.
fn answer<V: Margin>(value: V) -> bool {
    value > V::ZERO
}

/// The game in the catalogue.
pub static CARD: Card<StoneGame<i64>> = Card {
    slug: "stone-game",
    number: Some(877),
    title: "Stone Game",
    also: &["石子游戏"],
    rules: "take the first or the last pile; most stones win",
    data: "the piles, from left to right",
    example: "5,3,4,5",
    options: &[],
    read: |data| Ok(StoneGame::new(data.row()?)),
    theory: None,
    answer: |_, value| Answer::Truth(answer(value)),
    total: Some(PredictTheWinner::total),
    picture: PredictTheWinner::picture,
};

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn published() {
        // LeetCode's two examples.
        assert!(stone_game([5, 3, 4, 5]).unwrap());
        assert!(stone_game([3, 7, 2, 3]).unwrap());
        // Outside LeetCode's promises: ties, and odd numbers of piles.
        assert!(!stone_game([2, 2]).unwrap());
        assert!(!stone_game([1, 5, 1]).unwrap());
        assert!(!stone_game::<i32>([]).unwrap());
    }

    proptest! {
        /// The argument from parity: who moves first never loses on an even number of piles.
        #[test]
        fn an_even_row_is_never_lost(half in prop::collection::vec((0i64..=500, 0i64..=500), 1..12)) {
            let piles: Vec<i64> = half.into_iter().flat_map(|(a, b)| [a, b]).collect();
            let stones: i64 = piles.iter().sum();
            let value = value(&StoneGame::new(piles.clone())).unwrap();
            prop_assert!(value >= 0);
            if stones % 2 == 1 {
                prop_assert!(stone_game(piles).unwrap());
            }
        }
    }
}
