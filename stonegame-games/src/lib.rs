//! A catalogue of take-games: each a short declaration, solved by the generic engines of
//! [`stonegame_core`].
//!
//! | game | LeetCode | a move | value |
//! | --- | --- | --- | --- |
//! | [Predict the Winner](predict_the_winner) | 486 | takes the first or the last number | margin |
//! | [Stone Game](stone_game) | 877 | takes the first or the last pile | margin |
//! | [Stone Game III](stone_game_iii) | 1406 | takes one to three stones from the front | margin |
//! | [Stone Game VII](stone_game_vii) | 1690 | takes away an end and scores the rest | margin |
//!
//! Each module has the game's rules with their source, its declaration (a [`Game`](stonegame_core::Game)),
//! a function that answers LeetCode's own question, and a card in the [`catalogue`], which the
//! program reads.
#![forbid(unsafe_code)]

pub mod catalogue;
pub mod data;
pub mod predict_the_winner;
pub mod stone_game;
pub mod stone_game_iii;
pub mod stone_game_vii;

#[cfg(test)]
mod testing;
