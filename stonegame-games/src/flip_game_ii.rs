//! Flip Game II (翻转游戏 II), [LeetCode 294](https://leetcode.com/problems/flip-game-ii/).
//!
//! A row of `+` and `-`. Two players take turns; each flips two neighbours `++` to `--`. Who cannot loses.
//!
//! These are the rules of [Dawson's Kayles](crate::dawsons_kayles), whose pins are the `+`. Runs in another
//! order are the same position; that bounds the work, about threefold for every eight letters: LeetCode's longest row, 60 `+`,
//! has 103,104 positions.
//!
//! ```
//! use stonegame_games::flip_game_ii::flip_game_ii;
//!
//! assert!(flip_game_ii("++++")? && !flip_game_ii("+")?);
//! # Ok::<(), stonegame_games::catalogue::Failure>(())
//! ```

use crate::catalogue::{Answer, Card, Failure};
use crate::data::BadData;
use crate::dawsons_kayles::DawsonsKayles;
use crate::play::{MISERE, Play};
use stonegame_core::prelude::*;

/// The runs of `+`.
pub type FlipGameII = DawsonsKayles;

/// What LeetCode asks: whether the first player wins.
///
/// # Errors
///
/// [`BadData`] if the text has other letters, or runs that are too long; what a solve reports.
pub fn flip_game_ii(row: &str) -> Result<bool, Failure> {
    Ok(value(&read(row, Play::Normal)?)? == WinLoss::Win)
}

fn read(row: &str, play: Play) -> Result<FlipGameII, BadData> {
    if let Some(other) = row.chars().find(|letter| !['+', '-'].contains(letter)) {
        let other = other.escape_debug();
        return Err(BadData::against(format!(
            "`{other}` is neither + nor -; write a row such as ++-++"
        )));
    }
    let runs = row.split('-').map(|run| u32::try_from(run.len()).unwrap_or(u32::MAX));
    DawsonsKayles::new(runs, play)
}

/// The game in the catalogue.
pub static CARD: Card<FlipGameII> = Card {
    slug: "flip-game-ii",
    number: Some(294),
    title: "Flip Game II",
    also: &["翻转游戏 II"],
    rules: "flip two neighbouring + to -; who cannot loses, in misere play wins",
    data: "the row of + and -; behind -- if it begins with -",
    example: "++++",
    options: &[MISERE],
    read: |data| {
        let play = Play::of(data);
        Ok(read(data.text(), play)?)
    },
    theory: None,
    answer: |_, value| Answer::Truth(value == WinLoss::Win),
    total: None,
    picture: DawsonsKayles::picture,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::wins;
    use proptest::prelude::*;

    #[test]
    fn published() {
        // LeetCode's examples.
        assert!(flip_game_ii("++++").unwrap() && !flip_game_ii("+").unwrap());
        assert!(!flip_game_ii("").unwrap() && !flip_game_ii("-+-").unwrap());
        assert!(flip_game_ii("+x").unwrap_err().to_string().contains("`x` is neither"));
    }

    proptest! {
        #[test]
        fn equals_a_recurrence_on_the_text(row in "[-+]{0,11}") {
            let next = |row: &String| {
                let pairs = row.match_indices("++").map(|(i, _)| i);
                // Overlapping pairs too: those that begin one further right.
                let all = pairs.flat_map(|i| [i, i + 1]).filter(|i| row[*i..].starts_with("++"));
                all.map(|i| format!("{}--{}", &row[..i], &row[i + 2..])).collect()
            };
            prop_assert_eq!(flip_game_ii(&row).unwrap(), wins(&row, &next, false));
        }
    }
}
