//! A catalogue of take-games: each a short declaration, solved by the generic engines of
//! [`stonegame_core`].
//!
//! Each module below has one game: its rules with their source, its declaration (a
//! [`Game`](stonegame_core::Game)), a function that answers its judge's own question if it has one, and a
//! card for the [`catalogue`], which the program reads.

pub mod catalogue;
pub mod data;
pub mod octal;
pub mod play;
mod totals;

#[cfg(test)]
mod testing;

/// Declares a module for each game, and the list of their cards.
macro_rules! games {
    ($($game:ident)*) => {
        $(pub mod $game;)*

        /// All games: those of LeetCode by number, then the others by name.
        pub static GAMES: &[&dyn catalogue::Entry] = &[$(&$game::CARD),*];
    };
}

games! {
    nim_game
    flip_game_ii
    guess_number_higher_or_lower_ii
    can_i_win
    predict_the_winner
    chalkboard_xor_game
    stone_game
    divisor_game
    stone_game_ii
    stone_game_iii
    stone_game_iv
    stone_game_v
    stone_game_vi
    stone_game_vii
    stone_game_viii
    stone_game_ix
    maximum_number_of_moves_to_kill_all_pawns
    chomp
    coin_turning
    dawsons_kayles
    deque
    dots_and_boxes
    euclid
    fibonacci_nim
    game_of_sum
    grundys_game
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
