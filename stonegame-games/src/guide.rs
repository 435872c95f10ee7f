//! The guide: from a first game to research.
//!
//! It is part of these docs rather than a book beside them, so that its every block of code is a test, its links are checked,
//! and it is there wherever the docs are.
//!
//! 1. [Your first game](your_first_game): from nothing to a plot, in ten minutes.
//! 2. [From recurrence to declaration](from_recurrence_to_declaration): how `dp[i][j] = max(…)` becomes `play`.
//! 3. [Which engine](which_engine): what is chosen, and what makes a game fast.
//! 4. [When it is wrong](when_it_is_wrong): common mistakes, how they show, and what to change.
//! 5. [Research](research): many games, sequences, periods, export.
//! 6. [When it outgrows the machine](when_it_outgrows_the_machine): files, workers, and what 10⁸, 10¹⁰ and 10¹² positions take.
//! 7. [The games](the_games): a page for each game of the catalogue.

#[doc = include_str!("../guide/first_game.md")]
pub mod your_first_game {}

#[doc = include_str!("../guide/recurrence.md")]
pub mod from_recurrence_to_declaration {}

#[doc = include_str!("../guide/engines.md")]
pub mod which_engine {}

#[doc = include_str!("../guide/when_it_is_wrong.md")]
pub mod when_it_is_wrong {}

#[doc = include_str!("../guide/research.md")]
pub mod research {}

#[doc = include_str!("../guide/outgrows.md")]
pub mod when_it_outgrows_the_machine {}

#[doc = include_str!("../guide/games.md")]
pub mod the_games {}

#[cfg(all(test, feature = "catalogue"))]
mod tests {
    use crate::catalogue::GAMES;

    #[test]
    fn every_game_has_its_line() {
        let page = include_str!("../guide/games.md");
        for about in GAMES.iter().map(|game| game.about()) {
            let module = about.slug.replace('-', "_");
            let number = about.number.map_or(String::new(), |number| number.to_string());
            let also = about.also.join(", ");
            let line = format!(
                "| [{}](crate::{module}) | {also} | {number} | {} |",
                about.title, about.rules
            );
            assert!(page.contains(&line), "the line of {} is\n{line}", about.slug);
        }
    }
}
