//! Stone Game IX (石子游戏 IX), [LeetCode 2029](https://leetcode.com/problems/stone-game-ix/).
//!
//! Stones with values lie in a pile. Alice and Bob take turns, Alice first; each takes any stone. Who makes
//! the sum of all stones taken so far a multiple of three loses. If no stone is left, Bob wins, even if it
//! is his turn.
//!
//! ```
//! use stonegame_games::stone_game_ix::stone_game_ix;
//!
//! assert!(stone_game_ix(&[2, 1])? && !stone_game_ix(&[2])?);
//! # Ok::<(), stonegame_games::catalogue::Failure>(())
//! ```

use crate::catalogue::{Answer, Card, Failure};
use crate::data::BadData;
use crate::picture::Picture;
use derive_more::Display;
use stonegame_core::prelude::*;

/// How many stones there are of each remainder by three.
#[derive(Clone, Copy, Debug)]
pub struct StoneGameIX {
    stones: Heaps<3>,
}

/// Takes a stone of this remainder.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[display("a stone of remainder {_0}")]
pub struct Take(#[moves(0..3)] pub usize);

impl Game for StoneGameIX {
    type State = Heaps<3>;
    type Move = Take;
    type Value = WinLoss;
    fn start(&self) -> Heaps<3> {
        self.stones
    }
    #[inline]
    fn play(&self, left: &Heaps<3>, Take(remainder): &Take) -> Option<Step<Self>> {
        let rest = left.take(*remainder, 1)?;
        let [_, one, two] = [0, 1, 2].map(|i| u64::from(self.stones.0[i] - rest.0[i]));
        if (one + 2 * two).is_multiple_of(3) {
            return Some(Step::over(WinLoss::Loss));
        }
        Some(Step::to(rest))
    }
    fn terminal(&self, _: &Heaps<3>) -> WinLoss {
        // No stone is left. It is Alice's turn if an even number were taken, and she loses.
        WinLoss::won(self.stones.stones() % 2 == 1)
    }
    fn theorem(&self) -> Option<Theorem<Self>> {
        // After the first stone both must go on as it began, 1 1 2 1 2 … or 2 2 1 2 1 …, but for the
        // multiples of three, each of which hands over the turn.
        let theorem = Theorem::<Self>::new(
            "all is told by how many remainders there are (LeetCode 2029)",
            |game, left| {
                let [zero, one, two] = left.0;
                let won = if zero % 2 == 0 { one.min(two) > 0 } else { one.abs_diff(two) > 2 };
                (*left == game.stones).then_some(WinLoss::won(won))
            },
        );
        Some(theorem.start_only())
    }
}

impl StoneGameIX {
    /// The game on stones of these values.
    ///
    /// # Errors
    ///
    /// [`BadData`] if there are more stones than 32 bits can count.
    pub fn new(stones: &[i64]) -> Result<Self, BadData> {
        let mut counts = [0u32; 3];
        for stone in stones {
            let count = &mut counts[stone.rem_euclid(3) as usize];
            *count = count
                .checked_add(1)
                .ok_or_else(|| BadData::against("there are too many stones"))?;
        }
        Ok(StoneGameIX { stones: Heaps(counts) })
    }
}

/// What LeetCode asks: whether Alice wins.
///
/// # Errors
///
/// [`BadData`] if there are more stones than 32 bits can count.
pub fn stone_game_ix(stones: &[i64]) -> Result<bool, Failure> {
    Ok(value(&StoneGameIX::new(stones)?)? == WinLoss::Win)
}

/// The game in the catalogue.
pub static CARD: Card<StoneGameIX> = Card {
    slug: "stone-game-ix",
    number: Some(2029),
    title: "Stone Game IX",
    also: &["石子游戏 IX"],
    rules: "take any stone; who makes the sum taken a multiple of 3 loses, and the first player if none is left",
    data: "the stones' values",
    example: "5,1,2,4,3",
    options: &[],
    read: |data| Ok(StoneGameIX::new(&data.row()?)?),
    theory: None,
    answer: |_, value| Answer::Truth(value == WinLoss::Win),
    total: None,
    picture: |_, left| Picture::heaps(left.0).label("stones of remainder 0, 1 and 2 by three:"),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agree, proved};
    use proptest::prelude::*;

    /// Whether the player to move wins, by trying every order.
    fn won(stones: &[i64], sum: i64, alice: bool) -> bool {
        let tries = (0..stones.len()).any(|i| {
            let mut rest = stones.to_vec();
            let sum = sum + rest.remove(i);
            sum % 3 != 0 && !won(&rest, sum, !alice)
        });
        if stones.is_empty() { !alice } else { tries }
    }

    #[test]
    fn published() {
        // LeetCode's examples.
        for (stones, answer) in [(&[2, 1][..], true), (&[2], false), (&[5, 1, 2, 4, 3], false)] {
            assert_eq!(stone_game_ix(stones).unwrap(), answer);
        }
    }

    #[test]
    fn the_theorem_holds_for_up_to_eleven_of_each_remainder() {
        for code in 0..12u32.pow(3) {
            proved(&StoneGameIX { stones: Heaps([code % 12, code / 12 % 12, code / 144]) });
        }
    }

    proptest! {
        #[test]
        fn equals_every_order(stones in prop::collection::vec(1i64..=9, 0..7)) {
            let value = agree(&StoneGameIX::new(&stones).unwrap());
            prop_assert_eq!(value == WinLoss::Win, won(&stones, 0, true));
        }
    }
}
