//! Dawson's Kayles: T. R. Dawson, *Caissa's Wild Roses* (1935), as a game of pins; octal game 0.07.
//!
//! Pins stand in rows. Two players take turns; each knocks down exactly two neighbours, which may split a
//! row in two. In normal play who cannot loses.
//!
//! ```
//! use stonegame_games::dawsons_kayles::DawsonsKayles;
//! use stonegame_games::play::Play;
//! use stonegame_core::{WinLoss, value};
//!
//! assert_eq!(value(&DawsonsKayles::new([4], Play::Normal)?)?, WinLoss::Win); // the middle two
//! assert_eq!(value(&DawsonsKayles::new([5], Play::Normal)?)?, WinLoss::Loss);
//! # Ok::<(), stonegame_games::catalogue::Failure>(())
//! ```

use crate::catalogue::{Answer, Card, Show, Theory};
use crate::kayles::Pins;
use crate::play::{MISERE, Play};

/// The rows of pins, and who wins.
pub type DawsonsKayles = Pins<2>;

/// The game in the catalogue.
pub static CARD: Card<DawsonsKayles> = Card {
    slug: "dawsons-kayles",
    number: None,
    title: "Dawson's Kayles",
    also: &[],
    rules: "knock down two neighbouring pins; who cannot loses, in misere play wins",
    data: "the rows' numbers of pins",
    example: "7,4",
    options: &[MISERE],
    read: |data| {
        let play = Play::of(data);
        Ok(DawsonsKayles::new(data.row_within("rows", 0..=u32::MAX)?, play)?)
    },
    theory: Some(Theory::new()),
    answer: |_, value| Answer::from(value.show()),
    total: None,
    picture: DawsonsKayles::picture,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kayles::ROWS;
    use crate::testing::{agree, wins};
    use stonegame_core::{WinLoss, value};

    #[test]
    fn published() {
        // The lost rows of OEIS A002187 (nimber 0), one pin more for Dawson's Kayles.
        let lost = [0, 1, 5, 9, 15, 21, 25, 29, 35, 39];
        for pins in 0..40 {
            let value = value(&DawsonsKayles::new([pins], Play::Normal).unwrap());
            assert_eq!(value, Ok(WinLoss::won(!lost.contains(&pins))), "{pins}");
        }
    }

    #[test]
    fn small_rows_equal_a_recurrence() {
        let next = |pins: &Vec<bool>| {
            let pairs = (1..pins.len()).filter(|i| pins[i - 1] && pins[*i]);
            let fall = |i: usize| {
                let mut next = pins.clone();
                (next[i - 1], next[i]) = (false, false);
                next
            };
            pairs.map(fall).collect()
        };
        for rows in [vec![], vec![1], vec![2, 2], vec![3, 4], vec![7], vec![8], vec![2, 3, 2]] {
            for play in [Play::Normal, Play::Misere] {
                let pins =
                    rows.iter().flat_map(|row| [vec![true; *row as usize], vec![false]].concat());
                let won = wins(&pins.collect(), &next, play == Play::Misere);
                let value = agree(&DawsonsKayles::new(rows.iter().copied(), play).unwrap());
                assert_eq!(value == WinLoss::Win, won, "{rows:?} {play:?}");
            }
        }
    }

    #[test]
    fn as_many_rows_as_fit() {
        let most = 4 * ROWS as u32 + 1;
        assert!(DawsonsKayles::new([most], Play::Normal).is_ok());
        assert!(DawsonsKayles::new([most + 1], Play::Normal).is_err());
        assert!(DawsonsKayles::new([2; ROWS + 1], Play::Normal).is_err());
    }
}
