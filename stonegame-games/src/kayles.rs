//! Kayles: H. E. Dudeney, *The Canterbury Puzzles* (1907); octal game 0.77.
//!
//! Pins stand in rows. Two players take turns; each knocks down one pin or two neighbours, which may split a
//! row in two. In normal play who cannot loses.
//!
//! ```
//! use stonegame_games::kayles::Kayles;
//! use stonegame_games::play::Play;
//! use stonegame_core::{WinLoss, value};
//!
//! // Every single row is won: from the middle, then by symmetry.
//! assert_eq!(value(&Kayles::new([13], Play::Normal)?)?, WinLoss::Win);
//! assert_eq!(value(&Kayles::new([9], Play::Misere)?)?, WinLoss::Loss);
//! # Ok::<(), stonegame_games::catalogue::Failure>(())
//! ```

use crate::catalogue::{Answer, Card, Show, Theory};
use crate::data::BadData;
use crate::picture::Picture;
use crate::play::{MISERE, Play};
use derive_more::Display;
use stonegame_core::{Impartial, prelude::*};

/// How many rows a position may have.
pub const ROWS: usize = 32;

/// Kayles itself: one pin falls, or two.
pub type Kayles = Pins<1>;

/// The rows of pins, and who wins, where `LEAST` to two pins fall: shorter rows are out of play.
#[derive(Clone, Copy, Debug)]
pub struct Pins<const LEAST: u32> {
    rows: Multiset<ROWS>,
    play: Play,
}

/// Knocks down pins of a row, counted from the longest, and leaves these many before them.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[moves(game = for<const LEAST: u32> Pins<LEAST>)]
#[display("{pins} of the row of {size}, leaving {before} and {}", size - before - pins)]
pub struct Knock {
    /// Which row, from 0.
    #[moves(0..state.len())]
    pub row: usize,
    /// How many pins it has.
    #[moves([state.sizes()[row]])]
    pub size: u32,
    /// How many pins fall.
    #[moves(LEAST..=2)]
    pub pins: u32,
    /// How many pins of the row stand before them.
    #[moves(0..=size.saturating_sub(pins))]
    pub before: u32,
}

impl<const LEAST: u32> Game for Pins<LEAST> {
    type State = Multiset<ROWS>;
    type Move = Knock;
    type Value = WinLoss;
    fn start(&self) -> Self::State {
        self.rows
    }
    #[inline]
    fn play(&self, rows: &Self::State, mv: &Knock) -> Option<Step<Self>> {
        let behind = rows.sizes().get(mv.row)?.checked_sub(mv.before)?.checked_sub(mv.pins)?;
        let parts = [mv.before, behind].map(|part| if part < LEAST { 0 } else { part });
        Some(Step::to(rows.replace(mv.row, parts)?))
    }
    fn terminal(&self, _: &Self::State) -> WinLoss {
        self.play.stuck()
    }
}

impl<const LEAST: u32> Impartial for Pins<LEAST> {
    fn parts(&self, rows: &Self::State, visit: &mut dyn FnMut(Self::State)) {
        rows.sizes().iter().filter_map(|row| Multiset::new([*row])).for_each(visit);
    }
}

impl<const LEAST: u32> Pins<LEAST> {
    /// The game on rows of so many pins.
    ///
    /// # Errors
    ///
    /// [`BadData`] if the pins could split into more than [`ROWS`] rows.
    pub fn new(rows: impl IntoIterator<Item = u32>, play: Play) -> Result<Self, BadData> {
        // The most rows come from knocking down as few pins as can be between as few.
        let most = |row: &u32| (u64::from(*row) + u64::from(LEAST)) / u64::from(2 * LEAST);
        let fits =
            |rows: &Multiset<ROWS>| rows.sizes().iter().map(most).sum::<u64>() <= ROWS as u64;
        let rows = Multiset::new(rows.into_iter().filter(|row| *row >= LEAST)).filter(fits);
        let why = || {
            let most = 2 * LEAST as usize * ROWS;
            format!(
                "there can be about {most} in one row, and less in several: they could split into more than {ROWS} rows"
            )
        };
        Ok(Pins { rows: rows.ok_or_else(|| BadData::against(why()))?, play })
    }
}

impl<const LEAST: u32> Pins<LEAST> {
    pub(crate) fn picture(&self, rows: &Multiset<ROWS>) -> Picture<'_> {
        Picture::heaps(rows.sizes().iter().copied())
    }
}

/// The game in the catalogue.
pub static CARD: Card<Kayles> = Card {
    slug: "kayles",
    number: None,
    title: "Kayles",
    also: &[],
    rules: "knock down one pin or two neighbours; who cannot loses, in misere play wins",
    data: "the rows' numbers of pins",
    example: "5,9",
    options: &[MISERE],
    read: |data| {
        let play = Play::of(data);
        Ok(Kayles::new(data.row_within("rows", 0..=u32::MAX)?, play)?)
    },
    theory: Some(Theory::new()),
    answer: |_, value| Answer::from(value.show()),
    total: None,
    picture: Kayles::picture,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agree, wins};

    #[test]
    fn published() {
        let won = |rows: &[u32], play| {
            value(&Kayles::new(rows.iter().copied(), play).unwrap()) == Ok(WinLoss::Win)
        };
        // Normal play: nimbers of OEIS A002186 are 0 for no row but the empty one, and 1, 2, 3, 1, 4 for 1 to 5.
        for pins in 1..=30 {
            assert!(won(&[pins], Play::Normal), "{pins}");
        }
        assert!(
            !won(&[1, 4], Play::Normal)
                && !won(&[1, 2, 3], Play::Normal)
                && won(&[2, 4], Play::Normal)
        );
        // Misère play is not told by the nimbers.
        assert!(won(&[8], Play::Misere) && !won(&[9], Play::Misere) && !won(&[1, 5], Play::Misere));
    }

    #[test]
    fn small_rows_equal_a_recurrence() {
        let next = |pins: &Vec<bool>| {
            let mut next = vec![];
            for i in (0..pins.len()).filter(|i| pins[*i]) {
                let mut one = pins.clone();
                one[i] = false;
                next.push(one.clone());
                if pins.get(i + 1) == Some(&true) {
                    one[i + 1] = false;
                    next.push(one);
                }
            }
            next
        };
        for rows in [vec![], vec![1], vec![2, 2], vec![3, 1], vec![5], vec![6], vec![1, 1, 2]] {
            for play in [Play::Normal, Play::Misere] {
                let pins =
                    rows.iter().flat_map(|row| [vec![true; *row as usize], vec![false]].concat());
                let won = wins(&pins.collect(), &next, play == Play::Misere);
                let value = agree(&Kayles::new(rows.iter().copied(), play).unwrap());
                assert_eq!(value == WinLoss::Win, won, "{rows:?} {play:?}");
            }
        }
    }

    #[test]
    fn as_many_rows_as_fit() {
        assert!(
            Kayles::new([64], Play::Normal).is_ok() && Kayles::new([65], Play::Normal).is_err()
        );
        assert!(Kayles::new([1; ROWS + 1], Play::Normal).is_err());
    }
}
