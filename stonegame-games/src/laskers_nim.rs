//! Lasker's Nim: E. Lasker, *Brettspiele der Völker* (1931).
//!
//! Stones lie in heaps. Two players take turns; each takes any number of stones, at least one, from one heap, or splits a
//! heap in two. In normal play who cannot loses. It is the [take-and-break game](crate::take_and_break) `4.3...`.
//!
//! ```
//! use stonegame_games::laskers_nim::laskers_nim;
//! use stonegame_games::play::Play;
//! use stonegame_core::grundy;
//!
//! assert_eq!(grundy(&laskers_nim([3], Play::Normal))?, 4);
//! # Ok::<(), stonegame_core::Error>(())
//! ```

use crate::catalogue::{Answer, Card, Show, Theory};
use crate::octal::Rule;
use crate::picture::Picture;
use crate::play::{MISERE, Play};
use crate::take_and_break::TakeAndBreak;

/// The game on these heaps.
pub fn laskers_nim(heaps: impl IntoIterator<Item = u32>, play: Play) -> TakeAndBreak {
    TakeAndBreak::new(Rule::lasker(), heaps, play)
}

/// The game in the catalogue.
pub static CARD: Card<TakeAndBreak> = Card {
    slug: "laskers-nim",
    number: None,
    title: "Lasker's Nim",
    also: &[],
    rules: "take any number of stones from one heap, or split one in two; who cannot loses, in misere play wins",
    data: "the heaps",
    example: "3,4",
    options: &[MISERE],
    read: |data| {
        let play = Play::of(data);
        Ok(laskers_nim(data.row_within("heaps", 0..=u32::MAX)?, play))
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
    use stonegame_core::{WinLoss, grundy};

    #[test]
    fn published() {
        // E. R. Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways*, chapter 4.
        let nimbers = [0, 1, 2, 4, 3, 5, 6, 8, 7, 9, 10, 12, 11];
        for (heap, nimber) in (0..).zip(nimbers) {
            assert_eq!(grundy(&laskers_nim([heap], Play::Normal)), Ok(nimber), "{heap}");
        }
    }

    #[test]
    fn small_heaps_equal_a_recurrence() {
        let next = |heaps: &Vec<u32>| {
            let mut next = vec![];
            for (i, size) in heaps.iter().enumerate() {
                let mut with = |parts: &[u32]| {
                    let mut heaps = heaps.clone();
                    heaps.remove(i);
                    heaps.extend(parts);
                    heaps.sort_unstable();
                    next.push(heaps);
                };
                (0..*size).for_each(|left| with(&[left]));
                (1..*size).for_each(|one| with(&[one, size - one]));
            }
            next
        };
        for heaps in [vec![], vec![3], vec![1, 2], vec![2, 2], vec![1, 1, 1], vec![4]] {
            for play in [Play::Normal, Play::Misere] {
                let won = wins(&heaps, &next, play == Play::Misere);
                let value = agree(&laskers_nim(heaps.iter().copied(), play));
                assert_eq!(value == WinLoss::Win, won, "{heaps:?} {play:?}");
            }
        }
    }
}
