//! Grundy's game: P. M. Grundy, *Mathematics and games*, Eureka 2 (1939).
//!
//! Beans lie in heaps. Two players take turns; each splits a heap in two that are not equal. In normal play who cannot
//! loses. Whether the nimbers of single heaps repeat is not known.
//!
//! ```
//! use stonegame_games::grundys_game::{GrundysGame, Heaps};
//! use stonegame_games::play::Play;
//! use stonegame_core::Nimbers;
//!
//! let game = GrundysGame::new([], Play::Normal);
//! let mut nimbers = Nimbers::new(&game);
//! assert_eq!(nimbers.of(&Heaps::from([8]))?, 2);
//! assert_eq!(nimbers.of(&Heaps::from([10, 7]))?, 0);
//! # Ok::<(), stonegame_core::Error>(())
//! ```

use crate::catalogue::{Answer, Card, Show, Theory};
use crate::play::{MISERE, Play};
use derive_more::Display;
use stonegame_core::{Impartial, prelude::*};

use crate::picture::Picture;
pub use crate::take_and_break::Heaps;

/// The heaps, and who wins.
#[derive(Clone, Debug)]
pub struct GrundysGame {
    heaps: Heaps,
    play: Play,
}

/// Splits a heap.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[moves(game = GrundysGame)]
#[display("split the heap of {size} in {} and {less}", size - less)]
pub struct Split {
    /// Which heap, from 0.
    #[moves(0..state.sizes().len())]
    pub heap: usize,
    /// How many beans it has.
    #[moves([state.sizes()[heap]])]
    pub size: u32,
    /// How many the smaller of the two has.
    #[moves(1..size.div_ceil(2))]
    pub less: u32,
}

impl Game for GrundysGame {
    type State = Heaps;
    type Move = Split;
    type Value = WinLoss;
    fn start(&self) -> Heaps {
        self.heaps.clone()
    }
    fn play(&self, heaps: &Heaps, split: &Split) -> Option<Step<Self>> {
        let more = heaps.sizes().get(split.heap)?.checked_sub(split.less)?;
        Some(Step::to(heaps.replace(split.heap, [more, split.less])))
    }
    fn terminal(&self, _: &Heaps) -> WinLoss {
        self.play.stuck()
    }
}

impl Impartial for GrundysGame {
    fn parts(&self, heaps: &Heaps, visit: &mut dyn FnMut(Heaps)) {
        heaps.each(visit);
    }
}

impl GrundysGame {
    /// The game on these heaps.
    pub fn new(heaps: impl IntoIterator<Item = u32>, play: Play) -> Self {
        GrundysGame { heaps: Heaps::from(heaps), play }
    }
}

/// The game in the catalogue.
pub static CARD: Card<GrundysGame> = Card {
    slug: "grundys-game",
    number: None,
    title: "Grundy's game",
    also: &[],
    rules: "split a heap in two that are not equal; who cannot loses, in misere play wins",
    data: "the heaps",
    example: "8,5",
    options: &[MISERE],
    read: |data| {
        let play = Play::of(data);
        Ok(GrundysGame::new(data.row_within("heaps", 0..=u32::MAX)?, play))
    },
    theory: Some(Theory::new()),
    answer: |_, value| Answer::from(value.show()),
    total: None,
    picture: |_, heaps| Picture::heaps(heaps.sizes().iter().copied()),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agree, wins};

    #[test]
    fn small_heaps_equal_a_recurrence() {
        let next = |heaps: &Vec<u32>| {
            let mut next = vec![];
            for (i, size) in heaps.iter().enumerate() {
                for one in (1..*size).filter(|one| 2 * one != *size) {
                    let mut heaps = heaps.clone();
                    heaps[i] = one;
                    heaps.push(size - one);
                    heaps.sort_unstable();
                    next.push(heaps);
                }
            }
            next
        };
        for heaps in [vec![], vec![2], vec![7], vec![3, 4], vec![5, 5], vec![9]] {
            for play in [Play::Normal, Play::Misere] {
                let won = wins(&heaps, &next, play == Play::Misere);
                let value = agree(&GrundysGame::new(heaps.iter().copied(), play));
                assert_eq!(value == WinLoss::Win, won, "{heaps:?} {play:?}");
            }
        }
    }
}
