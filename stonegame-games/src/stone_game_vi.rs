//! Stone Game VI (石子游戏 VI), [LeetCode 1686](https://leetcode.com/problems/stone-game-vi/).
//!
//! Stones lie in a pile, each worth something to Alice and something else to Bob. They take turns, Alice
//! first; each takes any stone and scores what it is worth to them.
//!
//! ```
//! use stonegame_games::stone_game_vi::stone_game_vi;
//!
//! assert_eq!(stone_game_vi(&[1, 3], &[2, 1])?, 1);
//! assert_eq!(stone_game_vi(&[1, 2], &[3, 1])?, 0);
//! # Ok::<(), stonegame_games::catalogue::Failure>(())
//! ```

use crate::catalogue::{Answer, Card, Failure};
use crate::data::BadData;
use crate::picture::Picture;
use derive_more::Display;
use stonegame_core::prelude::*;

/// What each stone is worth to Alice and to Bob. The value is what the player to move ends up ahead by.
#[derive(Clone, Debug)]
pub struct StoneGameVI<V> {
    worth: Vec<[V; 2]>,
}

/// The stones that are left, by their places in the pile.
#[derive(State, Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "Vec<u32>"))]
pub struct Left(Vec<u32>);

impl From<Vec<u32>> for Left {
    fn from(mut stones: Vec<u32>) -> Self {
        stones.sort_unstable();
        stones.dedup();
        Left(stones)
    }
}

/// Takes a stone.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[moves(game = for<V: Margin> StoneGameVI<V>)]
#[display("stone {}", _0 + 1)]
pub struct Take(#[moves(state.0.iter().copied())] pub u32);

impl<V: Margin> Game for StoneGameVI<V> {
    type State = Left;
    type Move = Take;
    type Value = V;
    fn start(&self) -> Left {
        Left((0..self.worth.len() as u32).collect())
    }
    #[inline]
    fn play(&self, left: &Left, Take(stone): &Take) -> Option<Step<Self>> {
        let place = left.0.binary_search(stone).ok()?;
        let (mut rest, worth) = (left.clone(), self.worth.get(*stone as usize)?);
        rest.0.remove(place);
        Some(Step::to(rest).gain(worth[self.mover(left)]))
    }
    fn theorem(&self) -> Option<Theorem<Self>> {
        Some(Theorem::<Self>::new(
            "taking the stone of the largest sum to both is best (LeetCode 1686)",
            Self::greedy,
        ))
    }
}

impl<V: Margin> StoneGameVI<V> {
    /// The game on stones of these values to Alice and to Bob.
    ///
    /// # Errors
    ///
    /// [`BadData`] if one list is longer than the other.
    pub fn new(alice: &[V], bob: &[V]) -> Result<Self, BadData> {
        if alice.len() != bob.len() {
            let (alice, bob) = (alice.len(), bob.len());
            return Err(BadData::against(format!(
                "{alice} stones have a value to Alice and {bob} one to Bob; write both values of each stone"
            )));
        }
        let worth = alice.iter().zip(bob).map(|(alice, bob)| [*alice, *bob]);
        Ok(StoneGameVI { worth: worth.collect() })
    }

    /// 0 if it is Alice's turn, 1 if it is Bob's.
    fn mover(&self, left: &Left) -> usize {
        self.worth.len().abs_diff(left.0.len()) % 2
    }

    /// Let each stone first be split between them: then who takes it gains half of its sum to both, whoever
    /// that is, and the rest does not depend on play.
    fn greedy(&self, left: &Left) -> Option<V> {
        let mover = self.mover(left);
        let worth = left.0.iter().map(|stone| self.worth[*stone as usize].map(Into::into));
        let pairs = worth.map(|worth: [i128; 2]| (worth[mover], worth[1 - mover]));
        let sums = pairs.map(|(mine, theirs)| Some((mine.checked_add(theirs)?, mine, theirs)));
        let mut stones = sums.collect::<Option<Vec<_>>>()?;
        stones.sort_unstable_by(|a, b| b.cmp(a));
        let mut gains = stones.iter().enumerate().map(|(turn, (_, mine, theirs))| match turn % 2 {
            0 => Some(*mine),
            _ => theirs.checked_neg(),
        });
        let margin = gains.try_fold(0i128, |margin, gain| margin.checked_add(gain?))?;
        V::try_from(margin).ok()
    }
}

/// What LeetCode asks: 1 if Alice wins, −1 if Bob does, 0 if nobody.
///
/// # Errors
///
/// [`BadData`] if one list is longer than the other; what a solve reports.
pub fn stone_game_vi<V: Margin>(alice: &[V], bob: &[V]) -> Result<i8, Failure> {
    Ok(sign(value(&StoneGameVI::new(alice, bob)?)?))
}

fn sign<V: Margin>(value: V) -> i8 {
    value.cmp(&V::ZERO) as i8
}

impl StoneGameVI<i64> {
    /// What the stones that are left are worth to Alice, and below it to Bob.
    fn picture(&self, left: &Left) -> Picture<'_> {
        let worth = |player: usize| {
            let numbers = left.0.iter().map(|stone| self.worth[*stone as usize][player]);
            numbers.map(|number| format!(" {number:>4}")).collect::<String>()
        };
        let stones: String = left.0.iter().map(|stone| format!(" {:>4}", stone + 1)).collect();
        Picture::board([
            format!("stone{stones}"),
            format!("Alice{}", worth(0)),
            format!("Bob  {}", worth(1)),
        ])
    }
}

/// The game in the catalogue.
pub static CARD: Card<StoneGameVI<i64>> = Card {
    slug: "stone-game-vi",
    number: Some(1686),
    title: "Stone Game VI",
    also: &["石子游戏 VI"],
    rules: "take any stone, which is worth something else to each player",
    data: "aliceValues and bobValues",
    example: "1,3 2,1",
    options: &[],
    read: |data| Ok(StoneGameVI::new(&data.list("aliceValues")?, &data.list("bobValues")?)?),
    theory: None,
    answer: |_, value| Answer::Points(sign(value).into()),
    total: None,
    picture: StoneGameVI::picture,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agree_on_points, proved, rows};
    use proptest::prelude::*;

    #[test]
    fn published() {
        // LeetCode's examples.
        assert_eq!(stone_game_vi(&[1, 3], &[2, 1]).unwrap(), 1);
        assert_eq!(stone_game_vi(&[1, 2], &[3, 1]).unwrap(), 0);
        assert_eq!(stone_game_vi(&[2, 4, 3], &[1, 6, 7]).unwrap(), -1);
        assert_eq!(stone_game_vi::<i32>(&[], &[]).unwrap(), 0);
        assert!(stone_game_vi(&[1], &[]).is_err());
    }

    /// By trying every order in which the stones can be taken.
    fn margin(stones: &[(i64, i64)]) -> i64 {
        let orders = (0..stones.len()).map(|i| {
            let mut rest: Vec<_> = stones.iter().map(|(mine, theirs)| (*theirs, *mine)).collect();
            rest.remove(i);
            stones[i].0 - margin(&rest)
        });
        orders.max().unwrap_or(0)
    }

    #[test]
    fn the_theorem_holds_on_every_small_pile() {
        // Stones of every pair of values between −1 and 2: piles of up to three, in every order.
        let pairs: Vec<(i64, i64)> = (0..16).map(|i| (i / 4 - 1, i % 4 - 1)).collect();
        for pile in rows(&pairs, 3) {
            let (alice, bob): (Vec<i64>, Vec<i64>) = pile.into_iter().unzip();
            proved(&StoneGameVI::new(&alice, &bob).unwrap());
        }
    }

    proptest! {
        #[test]
        fn equals_every_order(pile in prop::collection::vec((-9i64..=9, -9i64..=9), 0..7)) {
            let (alice, bob): (Vec<i64>, Vec<i64>) = pile.iter().copied().unzip();
            let value = agree_on_points(&StoneGameVI::new(&alice, &bob).unwrap());
            prop_assert_eq!(value, margin(&pile));
        }
    }
}
