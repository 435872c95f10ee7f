//! Subtraction games: Berlekamp, Conway and Guy, *Winning Ways*, chapter 4.
//!
//! Stones lie in one heap. Two players take turns; each takes a number of stones that is in a given set. In
//! normal play who cannot loses.
//!
//! ```
//! use stonegame_games::play::Play;
//! use stonegame_games::subtraction::Subtraction;
//! use stonegame_core::{WinLoss, value};
//!
//! let game = Subtraction::new(7, &[1, 3, 4], Play::Normal)?;
//! assert_eq!(value(&game)?, WinLoss::Loss);
//! # Ok::<(), stonegame_games::catalogue::Failure>(())
//! ```

use crate::catalogue::{Answer, Card, Show, Theory};
use crate::data::BadData;
use crate::picture::Picture;
use crate::play::{MISERE, Play};
use derive_more::Display;
use stonegame_core::{Impartial, prelude::*};

/// The heap, the set, and who wins.
#[derive(Clone, Debug)]
pub struct Subtraction {
    stones: usize,
    /// Ascending, without zero.
    set: Vec<usize>,
    play: Play,
}

/// The heap.
#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[state(game = Subtraction)]
pub struct Heap(#[state(layer, 0..=game.stones, reach = game.most())] usize);

/// Takes stones.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[moves(game = Subtraction)]
pub struct Take(#[moves(game.set.iter().copied())] pub usize);

impl Game for Subtraction {
    type State = Heap;
    type Move = Take;
    type Value = WinLoss;
    fn start(&self) -> Heap {
        Heap(self.stones)
    }
    #[inline]
    fn play(&self, heap: &Heap, Take(stones): &Take) -> Option<Step<Self>> {
        Some(Step::to(Heap(heap.0.checked_sub(*stones)?)))
    }
    fn terminal(&self, _: &Heap) -> WinLoss {
        self.play.stuck()
    }
}

impl Impartial for Subtraction {}

impl Subtraction {
    /// The game on a heap of stones, from which these numbers can be taken.
    ///
    /// # Errors
    ///
    /// [`BadData`] if zero is one of them: the game would never end.
    pub fn new(stones: usize, set: &[usize], play: Play) -> Result<Self, BadData> {
        let mut set = set.to_vec();
        set.sort_unstable();
        set.dedup();
        if set.first() == Some(&0) {
            return Err(BadData::against(
                "a move takes at least one stone; remove the 0 from the set",
            ));
        }
        Ok(Subtraction { stones, set, play })
    }

    fn most(&self) -> usize {
        self.set.last().copied().unwrap_or(1)
    }
}

impl Subtraction {
    pub(crate) fn picture(&self, heap: &Heap) -> Picture<'_> {
        Picture::heap(heap.0)
    }
}

/// The game in the catalogue.
pub static CARD: Card<Subtraction> = Card {
    slug: "subtraction",
    number: None,
    title: "Subtraction game",
    also: &[],
    rules: "take a number of stones that is in the set; who cannot loses, in misere play wins",
    data: "the number of stones, and the set, such as 10 1,3,4",
    example: "10 1,3,4",
    options: &[MISERE],
    read: |data| Ok(read(data, Play::of(data))?),
    theory: Some(Theory::new()),
    answer: |_, value| Answer::from(value.show()),
    total: None,
    picture: Subtraction::picture,
};

/// A heap, and a set.
pub(crate) fn read(data: &mut crate::data::Reader<'_>, play: Play) -> Result<Subtraction, BadData> {
    let stones: u32 = data.number("stones", 0..=u32::MAX)?;
    let set: Vec<u32> = data.list_within("set", 0..=u32::MAX)?;
    let set: Vec<usize> = set.into_iter().map(|number| number as usize).collect();
    Subtraction::new(stones as usize, &set, play)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agree, wins};
    use proptest::prelude::*;

    #[test]
    fn published() {
        // CSES 1729, Stick Game.
        let outcomes: String = (1..=10)
            .map(|stones| {
                match value(&Subtraction::new(stones, &[1, 3, 4], Play::Normal).unwrap()) {
                    Ok(WinLoss::Win) => 'W',
                    _ => 'L',
                }
            })
            .collect();
        assert_eq!(outcomes, "WLWWWWLWLW");
        assert!(Subtraction::new(3, &[2, 0], Play::Normal).is_err());
    }

    proptest! {
        #[test]
        fn equals_a_recurrence(
            stones in 0usize..14,
            set in prop::collection::vec(1usize..6, 0..4),
            misere: bool,
        ) {
            let play = if misere { Play::Misere } else { Play::Normal };
            let next = |n: &usize| set.iter().filter_map(|k| n.checked_sub(*k)).collect();
            let value = agree(&Subtraction::new(stones, &set, play).unwrap());
            prop_assert_eq!(value == WinLoss::Win, wins(&stones, &next, misere));
        }
    }
}
