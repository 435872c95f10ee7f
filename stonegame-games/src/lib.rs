//! A catalogue of take-games: each a short declaration, solved by the generic engines of
//! [`stonegame_core`].
//!
//! Each module below has one game: its rules with their source, its declaration (a
//! [`Game`](stonegame_core::Game)), a function that answers its judge's own question if it has one, and a
//! card for the [`catalogue`], which the program reads.

#![warn(missing_debug_implementations)]

pub mod catalogue;
#[cfg(feature = "cli")]
pub mod cli;
pub mod data;
pub mod guide;
pub mod octal;
pub mod picture;
pub mod play;
mod totals;

/// What a game with a command line of its own needs: `use stonegame_games::prelude::*`.
///
/// It holds the prelude of `stonegame_core`; a crate that derives states or moves depends on that one too.
pub mod prelude {
    pub use crate::catalogue::{Answer, Failure, Playable, Show, Theory};
    pub use crate::data::{BadData, Reader};
    pub use crate::picture::Picture;
    pub use stonegame_core::prelude::*;
}

/// The README, whose code is tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

#[cfg(test)]
mod testing;

/// Declares a module for each game, and the list of their cards.
macro_rules! games {
    ($($(#[$attribute:meta])* $game:ident)*) => {
        $($(#[$attribute])* pub mod $game;)*

        /// All games: those of LeetCode by number, then the others by name.
        #[cfg(feature = "catalogue")]
        pub static GAMES: &[&dyn catalogue::Entry] = &[$(&$game::CARD),*];
    };
}

games! {
    #[doc(alias = "Nim 游戏")]
    nim_game
    #[doc(alias = "翻转游戏 II")]
    flip_game_ii
    #[doc(alias = "猜数字大小 II")]
    guess_number_higher_or_lower_ii
    #[doc(alias = "我能赢吗")]
    can_i_win
    #[doc(alias = "预测赢家")]
    predict_the_winner
    #[doc(alias = "黑板异或游戏")]
    chalkboard_xor_game
    #[doc(alias = "石子游戏")]
    stone_game
    #[doc(alias = "猫和老鼠")]
    cat_and_mouse
    #[doc(alias = "除数博弈")]
    divisor_game
    #[doc(alias = "石子游戏 II")]
    stone_game_ii
    #[doc(alias = "石子游戏 III")]
    stone_game_iii
    #[doc(alias = "石子游戏 IV")]
    stone_game_iv
    #[doc(alias = "石子游戏 V")]
    stone_game_v
    #[doc(alias = "石子游戏 VI")]
    stone_game_vi
    #[doc(alias = "石子游戏 VII")]
    stone_game_vii
    #[doc(alias = "猫和老鼠 II")]
    cat_and_mouse_ii
    #[doc(alias = "石子游戏 VIII")]
    stone_game_viii
    #[doc(alias = "石子游戏 IX")]
    stone_game_ix
    #[doc(alias = "吃掉所有兵需要的最多移动次数")]
    maximum_number_of_moves_to_kill_all_pawns
    awari
    chomp
    coin_turning
    #[doc(alias = "四子棋")]
    connect_four
    dawsons_kayles
    deque
    dots_and_boxes
    euclid
    fibonacci_nim
    game_of_sum
    grundys_game
    hexapawn
    kalah
    kayles
    laskers_nim
    nim
    node_kayles
    removal_game
    staircase_nim
    stones
    subtraction
    take_and_break
    take_away
    termites
    tic_tac_toe
    treblecross
    wythoff
}
