//! Kalah(h, s), a Mancala game: G. Irving, J. Donkers and J. Uiterwijk, *Solving Kalah*, ICGA Journal 23 (2000).
//!
//! Each player has h pits with s seeds, and a store. A move takes all seeds of a pit of one's own and sows them one
//! by one: into the pits that follow, one's own store, the opponent's pits, and on from one's own first, but never
//! into the opponent's store. If the last seed falls into one's own store, one moves again. If it falls into an empty
//! pit of one's own, and there are seeds in the pit opposite, all of both go to one's store; with *empty captures*
//! the last seed goes there even if the pit opposite is empty. As soon as a player has no seed in his pits, the game
//! is over, and each stores what is left in his own. Most seeds win.
//!
//! ```
//! use stonegame_games::kalah::Kalah;
//!
//! let game = Kalah::new(4, 3, false)?;
//! assert_eq!(stonegame_core::value(&game)?, 6);
//! # Ok::<(), stonegame_games::catalogue::Failure>(())
//! ```

use crate::catalogue::{Answer, Card};
use crate::data::BadData;
use crate::picture::Picture;
use derive_more::Display;
use stonegame_core::prelude::*;

/// The most pits of one player.
pub const PITS: usize = 6;

/// The board at first, and whether one captures nothing but one's own last seed. The value is how many seeds the
/// player to move ends up ahead by.
#[derive(Clone, Copy, Debug)]
pub struct Kalah {
    pits: usize,
    seeds: u8,
    empty_capture: bool,
}

/// The seeds in the pits: those of the player to move, then the opponent's, each in order of sowing.
#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Board([[u8; PITS]; 2]);

/// Sows the seeds of a pit, counted from 0.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[moves(game = Kalah)]
#[display("pit {}", _0 + 1)]
pub struct Sow(#[moves(0..game.pits)] pub usize);

impl Game for Kalah {
    type State = Board;
    type Move = Sow;
    type Value = i32;
    fn start(&self) -> Board {
        let mut side = [0; PITS];
        side[..self.pits].fill(self.seeds);
        Board([side; 2])
    }
    #[inline]
    fn play(&self, board: &Board, Sow(pit): &Sow) -> Option<Step<Self>> {
        let Board([mut mine, mut theirs]) = *board;
        if *pit >= self.pits {
            return None;
        }
        let (h, seeds) = (self.pits, usize::from(core::mem::take(&mut mine[*pit])));
        let (mut stored, mut last) = (0, *pit);
        for _ in 0..seeds {
            last = (last + 1) % (2 * h + 1);
            match last {
                at if at < h => mine[at] += 1,
                at if at > h => theirs[at - h - 1] += 1,
                _ => stored += 1,
            }
        }
        if last < h && mine[last] == 1 && (self.empty_capture || theirs[h - 1 - last] > 0) {
            let captured =
                core::mem::take(&mut mine[last]) + core::mem::take(&mut theirs[h - 1 - last]);
            stored += i32::from(captured);
        }
        let [left, opposite] =
            [mine, theirs].map(|side| side.iter().copied().map(i32::from).sum::<i32>());
        let step = if left == 0 || opposite == 0 {
            Step::over(stored + left - opposite)
        } else if last == h {
            Step::again(Board([mine, theirs])).gain(stored)
        } else {
            Step::to(Board([theirs, mine])).gain(stored)
        };
        (seeds > 0).then_some(step)
    }
}

impl Kalah {
    /// The game with so many pits for each player, and seeds in each pit.
    ///
    /// # Errors
    ///
    /// [`BadData`] if there are no pits or more than [`PITS`], or more seeds in all than 255.
    pub fn new(pits: usize, seeds: u8, empty_capture: bool) -> Result<Self, BadData> {
        if !(1..=PITS).contains(&pits) {
            return Err(BadData::against(format!("each player has between 1 and {PITS} pits")));
        }
        if 2 * pits * usize::from(seeds) > 255 {
            return Err(BadData::against("there can be at most 255 seeds in all"));
        }
        Ok(Kalah { pits, seeds, empty_capture })
    }

    /// How many seeds there are, all of which are stored in the end.
    #[must_use]
    pub fn total(&self) -> Option<i128> {
        Some(2 * self.pits as i128 * i128::from(self.seeds))
    }
}

/// The option for empty captures.
const EMPTY_CAPTURE: &str = "empty-capture";

impl Kalah {
    /// The opponent's pits from right to left, and below them those of the player to move.
    fn picture(&self, board: &Board) -> Picture<'_> {
        let pit = |seeds: &u8| format!("{seeds:>4}");
        let [mine, theirs] = board.0.map(|side| side[..self.pits].to_vec());
        Picture::board([
            format!("opponent {}", theirs.iter().rev().map(pit).collect::<String>()),
            format!("to move  {}", mine.iter().map(pit).collect::<String>()),
        ])
    }
}

/// The game in the catalogue.
pub static CARD: Card<Kalah> = Card {
    slug: "kalah",
    number: None,
    title: "Kalah",
    also: &[],
    rules: "sow the seeds of a pit; the last one in the store moves again, in an empty pit it captures",
    data: "the number of pits a player has, and of seeds in a pit",
    example: "3 2",
    options: &[EMPTY_CAPTURE],
    read: |data| {
        let (pits, seeds) = (data.number("holes", 1..=PITS as u8)?, data.number("seeds", 0..=127)?);
        Ok(Kalah::new(pits.into(), seeds, data.has(EMPTY_CAPTURE))?)
    },
    theory: None,
    answer: |_, value| Answer::Points(value.into()),
    total: Some(Kalah::total),
    picture: Kalah::picture,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::agree;

    /// The rules once more, on one ring of pits and stores, with absolute scores: the first player's seeds
    /// less the second's.
    fn margin(ring: &[u32], h: usize, first: bool, empty_capture: bool) -> i64 {
        let (mine, store, their_store) =
            if first { (0, h, 2 * h + 1) } else { (h + 1, 2 * h + 1, h) };
        let sides = [0, h + 1].map(|from| ring[from..from + h].iter().sum::<u32>());
        let total =
            |from: usize| ring[from..=from + h].iter().map(|seeds| i64::from(*seeds)).sum::<i64>();
        if sides.contains(&0) {
            return total(0) - total(h + 1);
        }
        let mut best = None::<i64>;
        for pit in (mine..mine + h).filter(|pit| ring[*pit] > 0) {
            let mut next = ring.to_vec();
            let (mut seeds, mut at) = (core::mem::take(&mut next[pit]), pit);
            while seeds > 0 {
                at = (at + 1) % (2 * h + 2);
                if at != their_store {
                    next[at] += 1;
                    seeds -= 1;
                }
            }
            let opposite = 2 * h - at.min(2 * h);
            let captures = (mine..mine + h).contains(&at) && next[at] == 1;
            if captures && (empty_capture || next[opposite] > 0) {
                next[store] +=
                    core::mem::take(&mut next[at]) + core::mem::take(&mut next[opposite]);
            }
            let value = margin(&next, h, first == (at == store), empty_capture);
            let better = |best| if first { value > best } else { value < best };
            if best.is_none_or(better) {
                best = Some(value);
            }
        }
        best.expect("there are seeds on both sides")
    }

    #[test]
    fn small_boards_equal_minimax_over_absolute_scores() {
        for (pits, seeds) in [(1, 0), (1, 1), (1, 5), (1, 9), (2, 1), (2, 2), (2, 3), (3, 1)] {
            for empty_capture in [false, true] {
                let side = [vec![seeds; pits], vec![0]].concat();
                let ring: Vec<u32> =
                    [side.clone(), side].concat().into_iter().map(u32::from).collect();
                let value = agree(&Kalah::new(pits, seeds, empty_capture).unwrap());
                let expected = margin(&ring, pits, true, empty_capture);
                assert_eq!(i64::from(value), expected, "{pits} {seeds} {empty_capture}");
            }
        }
    }

    #[test]
    fn published() {
        // Irving, Donkers and Uiterwijk give 3 and 4 pits with 3 seeds; the others were computed by alpha-beta.
        for (pits, seeds, empty_capture, margin) in [
            (3, 3, false, 2),
            (4, 3, false, 6),
            (4, 3, true, 8),
            (2, 5, true, 6),
            (5, 1, false, 0),
            (6, 1, true, 2),
        ] {
            let value = value(&Kalah::new(pits, seeds, empty_capture).unwrap());
            assert_eq!(value, Ok(margin), "{pits} {seeds} {empty_capture}");
        }
    }

    #[test]
    fn boards_that_are_too_large_are_refused() {
        assert!(Kalah::new(7, 1, false).is_err() && Kalah::new(0, 1, false).is_err());
        assert!(Kalah::new(6, 22, false).is_err() && Kalah::new(6, 21, false).is_ok());
    }
}
