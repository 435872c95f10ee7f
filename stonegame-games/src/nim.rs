//! Nim: C. L. Bouton, *Nim, a game with a complete mathematical theory*, Annals of Mathematics 3 (1901).
//!
//! Stones lie in heaps. Two players take turns; each takes any number of stones, at least one, from one heap.
//! In normal play who cannot loses; in misère play who cannot wins.
//!
//! ```
//! use stonegame_games::nim::Nim;
//! use stonegame_games::play::Play;
//! use stonegame_core::{WinLoss, value};
//!
//! assert_eq!(value(&Nim::new([3, 4, 5], Play::Normal)?)?, WinLoss::Win);
//! assert_eq!(value(&Nim::new([1, 2, 3], Play::Normal)?)?, WinLoss::Loss);
//! # Ok::<(), stonegame_games::catalogue::Failure>(())
//! ```

use crate::catalogue::{Answer, Card, Show, Theory};
use crate::data::BadData;
use crate::picture::Picture;
use crate::play::{MISERE, Play};
use derive_more::Display;
use stonegame_core::{Impartial, prelude::*};

/// The most heaps.
pub const HEAPS: usize = 16;

/// The heaps, and who wins.
#[derive(Clone, Copy, Debug)]
pub struct Nim {
    heaps: Multiset<HEAPS>,
    play: Play,
}

/// Takes stones from a heap, counted from the largest.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[moves(game = Nim)]
#[display("{stones} from the heap of {size}")]
pub struct Take {
    /// Which heap, from 0.
    #[moves(0..state.len())]
    pub heap: usize,
    /// How many stones it has.
    #[moves([state.sizes()[heap]])]
    pub size: u32,
    /// How many are taken.
    #[moves(1..=size)]
    pub stones: u32,
}

impl Game for Nim {
    type State = Multiset<HEAPS>;
    type Move = Take;
    type Value = WinLoss;
    fn start(&self) -> Self::State {
        self.heaps
    }
    #[inline]
    fn play(&self, heaps: &Self::State, take: &Take) -> Option<Step<Self>> {
        Some(Step::to(heaps.take(take.heap, take.stones)?))
    }
    fn terminal(&self, _: &Self::State) -> WinLoss {
        self.play.stuck()
    }
    fn theorem(&self) -> Option<Theorem<Self>> {
        let source = match self.play {
            Play::Normal => "lost if the exclusive or of the heaps is zero (Bouton 1901)",
            Play::Misere => {
                "lost if the exclusive or of the heaps is zero, of single stones if it is not (Bouton 1901)"
            }
        };
        Some(Theorem::<Self>::new(source, Self::bouton).instant())
    }
}

impl Impartial for Nim {
    fn parts(&self, heaps: &Self::State, visit: &mut dyn FnMut(Self::State)) {
        heaps.sizes().iter().filter_map(|heap| Multiset::new([*heap])).for_each(visit);
    }
}

impl Nim {
    /// The game on these heaps.
    ///
    /// # Errors
    ///
    /// [`BadData`] if more than [`HEAPS`] of them are not empty.
    pub fn new(heaps: impl IntoIterator<Item = u32>, play: Play) -> Result<Self, BadData> {
        let heaps = Multiset::new(heaps);
        let heaps =
            heaps.ok_or_else(|| BadData::against(format!("there can be at most {HEAPS} heaps")))?;
        Ok(Nim { heaps, play })
    }

    fn bouton(&self, heaps: &Multiset<HEAPS>) -> Option<WinLoss> {
        let xor = heaps.sizes().iter().fold(0, |xor, size| xor ^ size);
        // In misère play too, but for single stones: there the last of an odd number is left to one's opponent.
        let singles = heaps.sizes().iter().all(|size| *size == 1);
        let won = if singles && self.play == Play::Misere { xor == 0 } else { xor != 0 };
        Some(WinLoss::won(won))
    }
}

/// The game in the catalogue.
pub static CARD: Card<Nim> = Card {
    slug: "nim",
    number: None,
    title: "Nim",
    also: &[],
    rules: "take any number of stones from one heap; who cannot loses, in misere play wins",
    data: "the heaps",
    example: "3,4,5",
    options: &[MISERE],
    read: |data| {
        let play = Play::of(data);
        Ok(Nim::new(data.row_within("heaps", 0..=u32::MAX)?, play)?)
    },
    theory: Some(Theory::new()),
    answer: |_, value| Answer::from(value.show()),
    total: None,
    picture: |_, heaps| Picture::heaps(heaps.sizes().iter().copied()),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agree, proved, rows, wins};

    #[test]
    fn published() {
        for (heaps, normal, misere) in [
            (&[1][..], true, false),
            (&[1, 1], false, true),
            (&[1, 1, 1], true, false),
            (&[2], true, true),
            (&[2, 2], false, false),
            (&[1, 2, 3], false, false),
            (&[3, 3, 1], true, true),
            (&[100], true, true),
            (&[], false, true),
        ] {
            let won =
                |play| value(&Nim::new(heaps.iter().copied(), play).unwrap()) == Ok(WinLoss::Win);
            assert_eq!((won(Play::Normal), won(Play::Misere)), (normal, misere), "{heaps:?}");
        }
        assert!(Nim::new([1; HEAPS], Play::Normal).is_ok());
        assert!(Nim::new([1; HEAPS + 1], Play::Normal).is_err());
    }

    #[test]
    fn the_theorem_holds_for_up_to_four_heaps_of_five() {
        for heaps in rows(&[1, 2, 3, 4, 5], 4) {
            for play in [Play::Normal, Play::Misere] {
                if heaps.is_sorted() {
                    proved(&Nim::new(heaps.iter().copied(), play).unwrap());
                }
            }
        }
    }

    #[test]
    fn small_heaps_equal_a_recurrence() {
        let next = |heaps: &Vec<u32>| {
            let takes = heaps
                .iter()
                .enumerate()
                .flat_map(|(i, heap)| (0..*heap).map(move |rest| (i, rest)));
            let take = |(i, rest): (usize, u32)| {
                let mut next = heaps.clone();
                next[i] = rest;
                next
            };
            takes.map(take).collect()
        };
        for heaps in rows(&[0, 1, 2, 3], 3) {
            for play in [Play::Normal, Play::Misere] {
                let value = agree(&Nim::new(heaps.iter().copied(), play).unwrap());
                assert_eq!(value == WinLoss::Win, wins(&heaps, &next, play == Play::Misere));
            }
        }
    }
}
