//! Treblecross: R. K. Guy, in *Winning Ways*, chapter 4; one-dimensional Tic-Tac-Toe in which both players write crosses.
//!
//! Squares lie in a row. Two players take turns; each writes a cross into an empty square. Who first has three neighbouring
//! squares crossed wins. Where no square is left and there are no three, who cannot move loses.
//!
//! Nobody writes a cross next but one to another, or nearer, unless he must: his opponent would win at once. So a gap of `n`
//! squares far enough from all crosses is worth a heap of `n + 2` beans in the octal game 0.007.
//!
//! ```
//! use stonegame_games::treblecross::Treblecross;
//! use stonegame_core::{WinLoss, value};
//!
//! assert_eq!(value(&Treblecross::new(".....")?)?, WinLoss::Win); // the middle
//! assert_eq!(value(&Treblecross::new("X..................")?)?, WinLoss::Win);
//! # Ok::<(), stonegame_games::catalogue::Failure>(())
//! ```

use crate::catalogue::{Answer, Card, Show};
use crate::data::BadData;
use crate::octal::Nimbers;
use crate::picture::Picture;
use derive_more::Display;
use stonegame_core::prelude::*;

/// The most squares.
pub const SQUARES: usize = 128;

/// The row.
#[derive(Clone, Debug)]
pub struct Treblecross {
    squares: usize,
    crosses: u128,
    /// The nimbers of 0.007.
    nimbers: Vec<u32>,
}

/// The squares with a cross, each a bit.
#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Crosses(u128);

/// Writes a cross.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[moves(game = Treblecross)]
#[display("square {}", _0 + 1)]
pub struct Write(#[moves(0..game.squares)] pub usize);

impl Game for Treblecross {
    type State = Crosses;
    type Move = Write;
    type Value = WinLoss;
    fn start(&self) -> Crosses {
        Crosses(self.crosses)
    }
    #[inline]
    fn play(&self, crosses: &Crosses, square: &Write) -> Option<Step<Self>> {
        let cross = (square.0 < self.squares).then(|| 1 << square.0)?;
        let next = Some(crosses.0 | cross).filter(|_| crosses.0 & cross == 0)?;
        Some(match next & next >> 1 & next >> 2 {
            0 => Step::to(Crosses(next)),
            _ => Step::over(WinLoss::Win),
        })
    }
    fn theorem(&self) -> Option<Theorem<Self>> {
        let source =
            "gaps are heaps of the octal game 0.007 with two beans more (Winning Ways, chapter 4)";
        let won = |game: &Self, crosses: &Crosses| {
            // In two squares nobody can have three.
            (game.squares > 2).then(|| WinLoss::won(game.is_won(crosses.0)))
        };
        Some(Theorem::<Self>::new(source, won).instant())
    }
}

impl Treblecross {
    /// The game on a row of squares, `.` for an empty one and `X` for one with a cross.
    ///
    /// # Errors
    ///
    /// [`BadData`] if there are other letters, more than [`SQUARES`] squares, or three neighbouring crosses.
    pub fn new(row: &str) -> Result<Self, BadData> {
        let squares = row.chars().count();
        if squares > SQUARES {
            let why = format!("a row has at most {SQUARES} squares, and not {squares}");
            return Err(BadData::against(why));
        }
        let mut crosses: u128 = 0;
        for (square, letter) in row.chars().enumerate() {
            match letter {
                '.' => {}
                'X' | 'x' => crosses |= 1 << square,
                other => {
                    let why = format!("a row is written with `.` and `X`, and not with `{other}`");
                    return Err(BadData::against(why));
                }
            }
        }
        if crosses & crosses >> 1 & crosses >> 2 != 0 {
            return Err(BadData::against("there are three neighbouring crosses already"));
        }
        let rule = "0.007".parse().map_err(|bad| BadData::against(format!("{bad}")))?;
        let mut nimbers = Nimbers::new(rule);
        let found = nimbers.extend(squares + 2);
        found.map_err(|failed| BadData::against(failed.to_string()))?;
        Ok(Treblecross { squares, crosses, nimbers: nimbers.to_vec() })
    }

    /// Whether the player to move wins.
    fn is_won(&self, crosses: u128) -> bool {
        let near = crosses << 1 | crosses >> 1;
        // Two neighbours beside an empty square, or one on each side of it.
        let pairs = crosses & crosses >> 1;
        let thirds = pairs << 2 | pairs >> 1 | (crosses << 1 & crosses >> 1);
        let row = self.squares.checked_sub(1).map_or(0, |last| u128::MAX >> (127 - last));
        if thirds & row & !crosses != 0 {
            return true;
        }
        let free = row & !(crosses | near | crosses << 2 | crosses >> 2);
        let (mut sum, mut gap) = (0, 0);
        for square in 0..=self.squares {
            if square < self.squares && free >> square & 1 == 1 {
                gap += 1;
            } else if gap > 0 {
                sum ^= self.nimbers[gap + 2];
                gap = 0;
            }
        }
        sum != 0
    }
}

impl Treblecross {
    fn picture(&self, crosses: &Crosses) -> Picture<'_> {
        let squares = 0..self.squares;
        let letters = squares.map(|square| if crosses.0 >> square & 1 == 1 { 'X' } else { '.' });
        Picture::board([letters.collect()])
    }
}

/// The game in the catalogue.
pub static CARD: Card<Treblecross> = Card {
    slug: "treblecross",
    number: None,
    title: "Treblecross",
    also: &[],
    rules: "write a cross into an empty square; who first has three neighbouring ones wins",
    data: "the row, with `.` for an empty square and `X` for a cross, such as ..X......",
    example: "..X......",
    options: &[],
    read: |data| Ok(Treblecross::new(data.text())?),
    theory: None,
    answer: |_, value| Answer::from(value.show()),
    total: None,
    picture: Treblecross::picture,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agree, proved, rows, wins};
    use stonegame_core::Engine;

    #[test]
    fn the_theorem_holds_up_to_nine_squares() {
        for squares in 3..=9u32 {
            for set in 0..1u32 << squares {
                let letter = |square| if set >> square & 1 == 1 { 'X' } else { '.' };
                let row: String = (0..squares).map(letter).collect();
                match Treblecross::new(&row) {
                    Ok(game) => proved(&game),
                    Err(_) => assert!(row.contains("XXX")),
                }
            }
        }
        (10..=15).for_each(|squares| proved(&Treblecross::new(&".".repeat(squares)).unwrap()));
    }

    #[test]
    fn small_rows_equal_a_recurrence() {
        for row in rows(&['.', 'X'], 5) {
            let Ok(game) = Treblecross::new(&row.iter().collect::<String>()) else { continue };
            // A row with three crosses is lost for the player to move, and so is a full one.
            let next = |row: &Vec<char>| {
                let over = row.windows(3).any(|three| three == ['X'; 3]);
                let empty = (0..row.len()).filter(|square| !over && row[*square] == '.');
                let cross = |square: usize| {
                    let mut row = row.clone();
                    row[square] = 'X';
                    row
                };
                empty.map(cross).collect()
            };
            assert_eq!(agree(&game) == WinLoss::Win, wins(&row, &next, false), "{row:?}");
        }
    }

    #[test]
    fn lost_rows() {
        let row = |squares: usize| Treblecross::new(&".".repeat(squares)).unwrap();
        let by_memo =
            |squares| stonegame_core::Solver::new().engine(Engine::Memo).value(&row(squares));
        let lost = |squares: &usize| by_memo(*squares) == Ok(WinLoss::Loss);
        assert_eq!((3..16).filter(lost).collect::<Vec<_>>(), [6, 12]);
        assert_eq!(value(&row(128)), Ok(WinLoss::Win));
        assert!(Treblecross::new(&".".repeat(129)).is_err() && Treblecross::new("..o").is_err());
    }
}
