//! Wythoff's game: W. A. Wythoff, *A modification of the game of Nim*, Nieuw Archief voor Wiskunde 7 (1907).
//!
//! Stones lie in two heaps. Two players take turns; each takes any number of stones, at least one, from one
//! heap, or the same number from both. In normal play who cannot loses.
//!
//! ```
//! use stonegame_games::play::Play;
//! use stonegame_games::wythoff::Wythoff;
//! use stonegame_core::{WinLoss, value};
//!
//! let game = |heaps| Wythoff { heaps, play: Play::Normal };
//! assert_eq!(value(&game([3, 5]))?, WinLoss::Loss);
//! assert_eq!(value(&game([3, 6]))?, WinLoss::Win);
//! # Ok::<(), stonegame_core::Error>(())
//! ```

use crate::catalogue::{Answer, Card, Show, Theory};
use crate::picture::Picture;
use crate::play::{MISERE, Play};
use derive_more::Display;
use stonegame_core::{Impartial, prelude::*};

/// The heaps, and who wins.
#[derive(Clone, Copy, Debug)]
pub struct Wythoff {
    /// How many stones each has.
    pub heaps: [u32; 2],
    /// Who wins.
    pub play: Play,
}

/// Takes stones.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[moves(game = Wythoff)]
pub enum Take {
    /// From one heap.
    #[display("{stones} from heap {}", heap + 1)]
    One {
        /// Which heap, from 0.
        #[moves(0..2)]
        heap: usize,
        /// How many stones.
        #[moves(1..=state.0[heap])]
        stones: u32,
    },
    /// As many from both.
    #[display("{_0} from both")]
    Both(#[moves(1..=state.0[0].min(state.0[1]))] u32),
}

impl Game for Wythoff {
    type State = Heaps<2>;
    type Move = Take;
    type Value = WinLoss;
    fn start(&self) -> Heaps<2> {
        Heaps(self.heaps)
    }
    #[inline]
    fn play(&self, heaps: &Heaps<2>, take: &Take) -> Option<Step<Self>> {
        Some(Step::to(match *take {
            Take::One { heap, stones } => heaps.take(heap, stones)?,
            Take::Both(stones) => heaps.take(0, stones)?.take(1, stones)?,
        }))
    }
    fn terminal(&self, _: &Heaps<2>) -> WinLoss {
        self.play.stuck()
    }
    fn theorem(&self) -> Option<Theorem<Self>> {
        let source = "lost if the smaller heap is the golden ratio times the difference, rounded down (Wythoff 1907)";
        let theorem =
            Theorem::<Self>::new(source, |_, heaps: &Heaps<2>| Some(WinLoss::won(!is_cold(heaps))));
        (self.play == Play::Normal).then_some(theorem.instant())
    }
}

impl Impartial for Wythoff {}

fn is_cold(heaps: &Heaps<2>) -> bool {
    let [a, b] = heaps.0.map(u64::from);
    let k = u128::from(a.abs_diff(b));
    // k(1 + √5)/2, rounded down: √(5k²) may be rounded first, since k + √(5k²) is halved.
    u128::from(a.min(b)) == (k + (5 * k * k).isqrt()) / 2
}

/// The game in the catalogue.
pub static CARD: Card<Wythoff> = Card {
    slug: "wythoff",
    number: None,
    title: "Wythoff's game",
    also: &[],
    rules: "take stones from one heap, or as many from both; who cannot loses, in misere play wins",
    data: "the two heaps",
    example: "3 5",
    options: &[MISERE],
    read: |data| {
        let play = Play::of(data);
        Ok(Wythoff { heaps: data.pair("heaps", 0..=u32::MAX)?, play })
    },
    theory: Some(Theory::new()),
    answer: |_, value| Answer::from(value.show()),
    total: None,
    picture: |_, heaps| Picture::heaps(heaps.0),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agree, proved, wins};

    #[test]
    fn published() {
        // OEIS A000201 and A001950: the lower and upper Wythoff sequences.
        let lower = [0, 1, 3, 4, 6, 8, 9, 11, 12, 14, 16, 17];
        let upper = [0, 2, 5, 7, 10, 13, 15, 18, 20, 23, 26, 28];
        for heaps in lower.into_iter().zip(upper).map(|(a, b)| [a, b]) {
            assert_eq!(value(&Wythoff { heaps, play: Play::Normal }), Ok(WinLoss::Loss));
        }
    }

    #[test]
    fn the_theorem_holds_up_to_twenty_five_stones_each() {
        for heaps in (0..26 * 26).map(|code| [code / 26, code % 26]) {
            proved(&Wythoff { heaps, play: Play::Normal });
        }
    }

    #[test]
    fn small_heaps_equal_a_recurrence() {
        let next = |(a, b): &(u32, u32)| {
            let (a, b) = (*a, *b);
            let one = (0..a).map(|rest| (rest, b)).chain((0..b).map(|rest| (a, rest)));
            one.chain((1..=a.min(b)).map(|k| (a - k, b - k))).collect()
        };
        for heaps in (0..25).map(|code| [code / 5, code % 5]) {
            for play in [Play::Normal, Play::Misere] {
                let won = wins(&(heaps[0], heaps[1]), &next, play == Play::Misere);
                assert_eq!(
                    agree(&Wythoff { heaps, play }) == WinLoss::Win,
                    won,
                    "{heaps:?} {play:?}"
                );
            }
        }
    }
}
