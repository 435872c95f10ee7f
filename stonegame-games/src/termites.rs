//! Termites, a task of the Polish Olympiad in Informatics (*Termity*).
//!
//! Wooden blocks stand in a row between two walls; some are eaten already. Two termites take turns; each eats a
//! block next to one that is eaten, and scores its weight. Both want as much as they can get.
//!
//! Blocks beside a wall can be reached from one side alone.
//!
//! ```
//! use stonegame_games::termites::Termites;
//!
//! let row = Termites::new([1, 2, 0, 3, 7, 4, 0, 9])?; // 0 is eaten
//! assert_eq!(stonegame_core::value(&row)?, 8);
//! # Ok::<(), stonegame_games::catalogue::Failure>(())
//! ```

use crate::catalogue::{Answer, Card};
use crate::data::BadData;
use crate::picture::Picture;
use derive_more::Display;
use stonegame_core::prelude::*;

/// The row. The value is what the player to move ends up ahead by.
#[derive(Clone, Debug)]
pub struct Termites<V> {
    weights: Vec<V>,
    uneaten: Subset<u128>,
}

/// The blocks that are not eaten: few of their subsets can be reached, so they are not numbered.
#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[state(game = for<V: Margin> Termites<V>)]
pub struct Left(#[state(game.uneaten)] Subset<u128>);

/// Eats a block, by its place from 0.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[moves(game = for<V: Margin> Termites<V>)]
#[display("block {}", _0 + 1)]
pub struct Eat(#[moves(state.0.iter())] pub u32);

impl<V: Margin> Game for Termites<V> {
    type State = Left;
    type Move = Eat;
    type Value = V;
    fn start(&self) -> Left {
        Left(self.uneaten)
    }
    #[inline]
    fn play(&self, Left(blocks): &Left, Eat(block): &Eat) -> Option<Step<Self>> {
        let rest = blocks.without(*block)?;
        let eaten = |block: u32| block < blocks.capacity() && !blocks.contains(block);
        let within_reach = eaten(block + 1) || block.checked_sub(1).is_some_and(eaten);
        within_reach.then(|| Step::to(Left(rest)).gain(self.weights[*block as usize]))
    }
}

impl<V: Margin> Termites<V> {
    /// The game on blocks of these weights, where a weight of zero stands for one that is eaten.
    ///
    /// # Errors
    ///
    /// [`BadData`] if there are more than 128 blocks.
    pub fn new(weights: impl Into<Vec<V>>) -> Result<Self, BadData> {
        let weights = weights.into();
        let uneaten = (0..).zip(&weights).filter(|(_, weight)| **weight != V::ZERO);
        let count = u32::try_from(weights.len()).unwrap_or(u32::MAX);
        let uneaten = Subset::of(count, uneaten.map(|(place, _)| place));
        let uneaten = uneaten.ok_or_else(|| BadData::against("there can be at most 128 blocks"))?;
        Ok(Termites { weights, uneaten })
    }
}

impl Termites<i64> {
    fn picture(&self, left: &Left) -> Picture<'_> {
        Picture::chosen(&self.weights[..], left.0.iter().map(|block| block as usize))
    }
}

/// The game in the catalogue.
pub static CARD: Card<Termites<i64>> = Card {
    slug: "termites",
    number: None,
    title: "Termites (POI)",
    also: &[],
    rules: "eat a block next to one that is eaten, between two walls; most weight wins",
    data: "the blocks' weights from wall to wall, 0 for one that is eaten",
    example: "5,0,6,2",
    options: &[],
    read: |data| Ok(Termites::new(data.row()?)?),
    theory: None,
    answer: |_, value| Answer::Points(value.into()),
    total: None,
    picture: Termites::picture,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agree_on_points, two_totals};
    use proptest::prelude::*;

    #[test]
    fn walls_are_reached_from_one_side() {
        // Nothing is eaten, so nothing can be; then each side is a stack, the wall at its bottom.
        assert_eq!(value(&Termites::new([5, 6]).unwrap()), Ok(0));
        assert_eq!(value(&Termites::new([9, 1, 0]).unwrap()), Ok(1 - 9));
        assert_eq!(value(&Termites::new([0, 1, 9]).unwrap()), Ok(1 - 9));
        assert_eq!(value(&Termites::new([0, 1, 9, 1, 0]).unwrap()), Ok(1 - 9 + 1));
        assert!(Termites::new([1i64; 129]).is_err() && Termites::new([1i64; 128]).is_ok());
    }

    /// The segments between eaten blocks, with a mark at each end that is a wall.
    fn segments(row: &[i64]) -> Vec<(Vec<i64>, bool, bool)> {
        let parts: Vec<&[i64]> = row.split(|weight| *weight == 0).collect();
        let last = parts.len() - 1;
        let part = |(i, part): (usize, &&[i64])| (part.to_vec(), i == 0, i == last);
        parts.iter().enumerate().map(part).collect()
    }

    proptest! {
        /// Against stacks and double-ended queues side by side.
        #[test]
        fn equals_two_separate_totals(row in prop::collection::vec(0i64..=6, 1..9)) {
            fn totals(parts: &[(Vec<i64>, bool, bool)]) -> (i64, i64) {
                let mut best = None::<(i64, i64)>;
                for i in 0..parts.len() {
                    let (part, left_wall, right_wall) = &parts[i];
                    let ends = [(!left_wall).then_some(0), (!right_wall).then(|| part.len().wrapping_sub(1))];
                    for end in ends.into_iter().flatten().filter(|end| *end < part.len()) {
                        let mut rest = parts.to_vec();
                        let gain = rest[i].0.remove(end);
                        let (theirs, mine) = totals(&rest);
                        let found = (gain + mine, theirs);
                        if best.is_none_or(|(mine, theirs)| found.0 - found.1 > mine - theirs) {
                            best = Some(found);
                        }
                    }
                }
                best.unwrap_or((0, 0))
            }
            let (first, second) = totals(&segments(&row));
            prop_assert_eq!(agree_on_points(&Termites::new(row).unwrap()), first - second);
        }

        /// Without walls at its ends the row is that of Predict the Winner.
        #[test]
        fn one_segment_is_taken_from_its_ends(row in prop::collection::vec(1i64..=9, 0..8)) {
            let (first, second) = two_totals(&row, &|row| {
                let n = row.len();
                vec![(row[0], row[1..].to_vec()), (row[n - 1], row[..n - 1].to_vec())]
            });
            let fenced = [&[0], &row[..], &[0]].concat();
            prop_assert_eq!(value(&Termites::new(fenced).unwrap()), Ok(first - second));
        }
    }
}
