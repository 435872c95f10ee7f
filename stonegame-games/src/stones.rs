//! Stones, [AtCoder Educational DP Contest K](https://atcoder.jp/contests/dp/tasks/dp_k).
//!
//! A [subtraction game](crate::subtraction) in normal play, asked in the contest's words.
//!
//! ```
//! use stonegame_games::stones::stones;
//!
//! assert_eq!(stones(4, &[2, 3])?, "First");
//! assert_eq!(stones(5, &[2, 3])?, "Second");
//! # Ok::<(), stonegame_games::catalogue::Failure>(())
//! ```

use crate::catalogue::{Answer, Card, Failure};
use crate::play::Play;
use crate::subtraction::{Subtraction, read};
use stonegame_core::{WinLoss, value};

/// What the contest asks: which player wins.
///
/// # Errors
///
/// [`BadData`](crate::data::BadData) if zero is in the set; what a solve reports.
pub fn stones(k: usize, set: &[usize]) -> Result<&'static str, Failure> {
    Ok(winner(value(&Subtraction::new(k, set, Play::Normal)?)?))
}

fn winner(value: WinLoss) -> &'static str {
    match value {
        WinLoss::Win => "First",
        WinLoss::Loss => "Second",
    }
}

/// The game in the catalogue.
pub static CARD: Card<Subtraction> = Card {
    slug: "stones",
    number: None,
    title: "Stones (AtCoder DP K)",
    also: &[],
    rules: "take a number of stones that is in the set; who cannot loses",
    data: "K, the number of stones, and the set, such as 4 2,3",
    example: "20 1,2,3",
    options: &[],
    read: |data| Ok(read(data, Play::Normal)?),
    theory: None,
    answer: |_, value| Answer::Word(winner(value)),
    total: None,
    picture: Subtraction::picture,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::wins;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn equals_a_recurrence(k in 0usize..40, set in prop::collection::vec(1usize..9, 0..4)) {
            let next = |n: &usize| set.iter().filter_map(|taken| n.checked_sub(*taken)).collect();
            let winner = if wins(&k, &next, false) { "First" } else { "Second" };
            prop_assert_eq!(stones(k, &set).unwrap(), winner);
        }
    }

    #[test]
    fn published() {
        // The contest's examples.
        for (k, set, winner) in [
            (4, &[2, 3][..], "First"),
            (5, &[2, 3], "Second"),
            (7, &[2, 3], "First"),
            (20, &[1, 2, 3], "Second"),
            (21, &[1, 2, 3], "First"),
            (100_000, &[1], "Second"),
        ] {
            assert_eq!(stones(k, set).unwrap(), winner);
        }
    }
}
