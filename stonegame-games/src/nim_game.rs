//! Nim Game (Nim 游戏), [LeetCode 292](https://leetcode.com/problems/nim-game/).
//!
//! Stones lie in one heap. Two players take turns; each takes one to three. Who takes the last stone wins.
//!
//! ```
//! use stonegame_games::nim_game::nim_game;
//!
//! assert!(!nim_game(4)?);
//! assert!(nim_game(2_147_483_647)?);
//! # Ok::<(), stonegame_core::Error>(())
//! ```

use crate::catalogue::{Answer, Card, Theory};
use crate::picture::Picture;
use crate::stone_game_iii::Take;
use stonegame_core::{Impartial, prelude::*};

/// The heap.
#[derive(Clone, Copy, Debug)]
pub struct NimGame {
    /// How many stones it has.
    pub stones: usize,
}

impl Game for NimGame {
    type State = Suffix<3>;
    type Move = Take;
    type Value = WinLoss;
    fn start(&self) -> Suffix<3> {
        Suffix::whole(self.stones)
    }
    #[inline]
    fn play(&self, left: &Suffix<3>, take: &Take) -> Option<Step<Self>> {
        Some(Step::to(left.take(take.stones)?.1))
    }
    fn theorem(&self) -> Option<Theorem<Self>> {
        let theorem =
            Theorem::<Self>::new("multiples of four are lost (Bouton 1901)", |_, left| {
                Some(WinLoss::won(Suffix::len(left) % 4 > 0))
            });
        Some(theorem.instant())
    }
}

impl Impartial for NimGame {}

/// What LeetCode asks: whether the first player wins.
///
/// # Errors
///
/// None: the theorem answers for every heap.
pub fn nim_game(stones: usize) -> Result<bool, Error> {
    Ok(value(&NimGame { stones })? == WinLoss::Win)
}

/// The game in the catalogue.
pub static CARD: Card<NimGame> = Card {
    slug: "nim-game",
    number: Some(292),
    title: "Nim Game",
    also: &["Nim 游戏"],
    rules: "take 1, 2 or 3 stones from the heap; who takes the last one wins",
    data: "n, the number of stones",
    example: "7",
    options: &[],
    read: |data| Ok(NimGame { stones: data.number("n", 0..=u32::MAX)? as usize }),
    theory: Some(Theory::new()),
    answer: |_, value| Answer::Truth(value == WinLoss::Win),
    total: None,
    picture: |_, left| Picture::heap(Suffix::len(left)),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agree, wins};

    #[test]
    fn published() {
        // LeetCode's examples.
        assert_eq!([4, 1, 2].map(nim_game), [Ok(false), Ok(true), Ok(true)]);
    }

    #[test]
    fn every_small_heap_by_every_engine_and_by_a_recurrence() {
        for stones in 0..=18 {
            let value = agree(&NimGame { stones });
            let next = |n: &usize| (1..=3).filter_map(|k| n.checked_sub(k)).collect();
            assert_eq!(value == WinLoss::Win, wins(&stones, &next, false));
        }
    }
}
