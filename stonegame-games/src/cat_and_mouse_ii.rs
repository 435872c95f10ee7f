//! Cat and Mouse II (猫和老鼠 II), [LeetCode 1728](https://leetcode.com/problems/cat-and-mouse-ii/).
//!
//! On a grid with walls the mouse and the cat jump in turns, the mouse first: up to so many squares in one direction, or not at all; not
//! through walls, but over each other. The mouse wins if it reaches the food first. The cat wins if it reaches the food first or catches the
//! mouse, and also if the mouse never gets there: play that goes round for ever has the value of a draw, and the answer counts it for the cat.
//!
//! ```
//! use stonegame_games::cat_and_mouse_ii::can_mouse_win;
//!
//! assert!(can_mouse_win(["####F", "#C...", "M...."], 1, 2)?);
//! assert!(!can_mouse_win(["M.C...F"], 1, 3)?);
//! # Ok::<(), stonegame_games::catalogue::Failure>(())
//! ```

use crate::catalogue::{Answer, Card, Failure};
use crate::data::{BadData, Reader};
use crate::picture::Picture;
use derive_more::Display;
use stonegame_core::prelude::*;

/// The most squares.
pub const SQUARES: usize = 1024;

/// The grid, who is where at first, and how far each jumps.
#[derive(Clone, Debug)]
pub struct CatAndMouseII {
    walls: Vec<bool>,
    columns: usize,
    food: u16,
    mouse: u16,
    cat: u16,
    /// How far the mouse jumps, and how far the cat.
    jumps: [u16; 2],
}

/// Where both are, as squares row by row, and whose turn it is.
#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[state(game = CatAndMouseII)]
pub struct Chase {
    #[state(0..game.squares())]
    mouse: u16,
    #[state(0..game.squares())]
    cat: u16,
    is_cats: bool,
}

/// A direction.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[display(rename_all = "lowercase")]
pub enum Way {
    /// To the row above.
    Up,
    /// To the row below.
    Down,
    /// To the column before.
    Left,
    /// To the column behind.
    Right,
}

/// Stays, or jumps.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[moves(game = CatAndMouseII)]
pub enum Jump {
    /// Stays where it is.
    #[display("stay")]
    Stay,
    /// Jumps so far.
    #[display("{way} by {by}")]
    To {
        /// In which direction.
        way: Way,
        /// How far.
        #[moves(1..=game.jumps[usize::from(state.is_cats)])]
        by: u16,
    },
}

impl Game for CatAndMouseII {
    type State = Chase;
    type Move = Jump;
    type Value = Outcome;
    fn start(&self) -> Chase {
        Chase { mouse: self.mouse, cat: self.cat, is_cats: false }
    }
    #[inline]
    fn play(&self, at: &Chase, jump: &Jump) -> Option<Step<Self>> {
        let (from, other) = if at.is_cats { (at.cat, at.mouse) } else { (at.mouse, at.cat) };
        let to = match jump {
            Jump::Stay => from,
            Jump::To { way, by } => self.jump(from, *way, *by)?,
        };
        Some(if to == self.food {
            Step::over(Outcome::Win)
        } else if to == other {
            Step::over(if at.is_cats { Outcome::Win } else { Outcome::Loss })
        } else if at.is_cats {
            Step::to(Chase { cat: to, is_cats: false, ..*at })
        } else {
            Step::to(Chase { mouse: to, is_cats: true, ..*at })
        })
    }
}

impl CatAndMouseII {
    /// The game on a grid of letters: `M`, `C`, `F`, `#` for a wall and `.` for a free square; and how far cat and mouse jump.
    ///
    /// # Errors
    ///
    /// [`BadData`] if rows differ in length, there are more than [`SQUARES`] squares, other letters, or not one of each of `M`, `C`, `F`.
    pub fn new<'r>(
        grid: impl IntoIterator<Item = &'r str>,
        cat_jump: u16,
        mouse_jump: u16,
    ) -> Result<Self, BadData> {
        let rows: Vec<&str> = grid.into_iter().collect();
        let columns = rows.first().map_or(0, |row| row.chars().count());
        if rows.iter().any(|row| row.chars().count() != columns) {
            return Err(BadData::against("all rows of the grid have as many squares"));
        }
        let letters: Vec<char> = rows.iter().flat_map(|row| row.chars()).collect();
        if letters.len() > SQUARES {
            let why = format!("a grid has at most {SQUARES} squares, and not {}", letters.len());
            return Err(BadData::against(why));
        }
        if let Some(letter) = letters.iter().find(|letter| !"MCF#.".contains(**letter)) {
            let why = format!("`{}` is no square; write M, C, F, # and .", letter.escape_debug());
            return Err(BadData::against(why));
        }
        let place = |wanted: char| {
            let mut places = (0..).zip(&letters).filter(|(_, letter)| **letter == wanted);
            match (places.next(), places.next()) {
                (Some((place, _)), None) => Ok(place),
                _ => Err(BadData::against(format!("there is exactly one {wanted} in the grid"))),
            }
        };
        Ok(CatAndMouseII {
            walls: letters.iter().map(|letter| *letter == '#').collect(),
            columns,
            food: place('F')?,
            mouse: place('M')?,
            cat: place('C')?,
            // Farther than the grid reaches nobody jumps.
            jumps: [mouse_jump, cat_jump].map(|jump| jump.min(columns.max(rows.len()) as u16)),
        })
    }

    fn squares(&self) -> u16 {
        self.walls.len() as u16
    }

    /// Where a jump ends; `None` if a wall or the rim is in the way.
    fn jump(&self, from: u16, way: Way, by: u16) -> Option<u16> {
        let (mut at, columns) = (usize::from(from), self.columns);
        for _ in 0..by {
            at = match way {
                Way::Up => at.checked_sub(columns)?,
                Way::Down => at + columns,
                Way::Left => at.checked_sub(1).filter(|_| !at.is_multiple_of(columns))?,
                Way::Right => Some(at + 1).filter(|next| !next.is_multiple_of(columns))?,
            };
            if *self.walls.get(at)? {
                return None;
            }
        }
        Some(at as u16)
    }

    fn picture(&self, at: &Chase) -> Picture<'_> {
        let letter = |square: usize| match square as u16 {
            here if here == at.mouse => 'M',
            here if here == at.cat => 'C',
            here if here == self.food => 'F',
            _ if self.walls[square] => '#',
            _ => '.',
        };
        let letters: Vec<char> = (0..self.walls.len()).map(letter).collect();
        Picture::board(letters.chunks(self.columns.max(1)).map(|row| row.iter().collect())).with(
            if at.is_cats { "the cat jumps up to" } else { "the mouse jumps up to" },
            self.jumps[usize::from(at.is_cats)],
        )
    }
}

/// What LeetCode asks: whether the mouse wins.
///
/// # Errors
///
/// [`BadData`] as [`CatAndMouseII::new`]; what a solve reports.
pub fn can_mouse_win<'r>(
    grid: impl IntoIterator<Item = &'r str>,
    cat_jump: u16,
    mouse_jump: u16,
) -> Result<bool, Failure> {
    Ok(value(&CatAndMouseII::new(grid, cat_jump, mouse_jump)?)? == Outcome::Win)
}

/// The grid, and both jumps behind it.
fn read(data: &mut Reader<'_>) -> Result<CatAndMouseII, BadData> {
    let text = data.text();
    let why = || {
        BadData::against(
            "write the grid and how far cat and mouse jump, such as ####F/#C.../M.... 1 2",
        )
    };
    let (rest, mouse_jump) = text.rsplit_once(char::is_whitespace).ok_or_else(why)?;
    let (grid, cat_jump) = rest.trim_end().rsplit_once(char::is_whitespace).ok_or_else(why)?;
    let number = |text: &str| text.parse::<u16>().map_err(|_| why());
    let grid = grid.trim().trim_start_matches('[').trim_end_matches(']');
    let rows = grid.split(['/', ',', ';']).map(|row| row.trim().trim_matches('"'));
    CatAndMouseII::new(rows, number(cat_jump)?, number(mouse_jump)?)
}

/// The game in the catalogue.
pub static CARD: Card<CatAndMouseII> = Card {
    slug: "cat-and-mouse-ii",
    number: Some(1728),
    title: "Cat and Mouse II",
    also: &["猫和老鼠 II"],
    rules: "jump or stay; the mouse wins if it reaches the food first, the cat by food, by catching, and if the mouse never gets there, which shows as a draw",
    data: "the grid by rows, catJump and mouseJump, such as ####F/#C.../M.... 1 2",
    example: "####F/#C.../M.... 1 2",
    options: &[],
    read: |data| Ok(read(data)?),
    theory: None,
    answer: |_, value| Answer::Truth(value == Outcome::Win),
    total: None,
    picture: CatAndMouseII::picture,
};

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn published() {
        // LeetCode's examples.
        for (grid, cat, mouse, won) in [
            (&["####F", "#C...", "M...."][..], 1, 2, true),
            (&["M.C...F"], 1, 4, true),
            (&["M.C...F"], 1, 3, false),
            (&["C...#", "...#F", "....#", "M...."], 2, 5, false),
            (&[".M...", "..#..", "#..#.", "C#.#.", "...#F"], 3, 1, true),
        ] {
            assert_eq!(can_mouse_win(grid.iter().copied(), cat, mouse).unwrap(), won, "{grid:?}");
        }
    }

    /// Whether the mouse wins within so many plies: by the definition, longer and longer.
    fn by_length(game: &CatAndMouseII) -> bool {
        let n = game.walls.len();
        let at =
            |mouse: usize, cat: usize, is_cats: bool| 2 * (mouse * n + cat) + usize::from(is_cats);
        let mut won = vec![false; 2 * n * n];
        loop {
            let before = won.clone();
            for (mouse, cat) in (0..n).flat_map(|mouse| (0..n).map(move |cat| (mouse, cat))) {
                for is_cats in [false, true] {
                    let from = if is_cats { cat } else { mouse };
                    let mut ends = vec![from];
                    for (row, column) in [(-1i64, 0i64), (1, 0), (0, -1), (0, 1)] {
                        let width = game.columns as i64;
                        let (mut r, mut c) = (from as i64 / width, from as i64 % width);
                        for _ in 0..game.jumps[usize::from(is_cats)] {
                            (r, c) = (r + row, c + column);
                            let on = r >= 0 && c >= 0 && c < width && r * width + c < n as i64;
                            if !on || game.walls[(r * width + c) as usize] {
                                break;
                            }
                            ends.push((r * width + c) as usize);
                        }
                    }
                    let food = usize::from(game.food);
                    let wins = |to: &usize| match is_cats {
                        true => *to != food && *to != mouse && before[at(mouse, *to, false)],
                        false => *to == food || *to != cat && before[at(*to, cat, true)],
                    };
                    let mouse_wins =
                        if is_cats { ends.iter().all(wins) } else { ends.iter().any(wins) };
                    won[at(mouse, cat, is_cats)] |= mouse_wins;
                }
            }
            if won == before {
                return won[at(game.mouse.into(), game.cat.into(), false)];
            }
        }
    }

    proptest! {
        #[test]
        fn equals_longer_and_longer_games(
            rows in 1usize..4,
            columns in 3usize..5,
            walls in prop::collection::vec(0u8..4, 16),
            places in prop::sample::subsequence((0..12usize).collect::<Vec<_>>(), 3).prop_shuffle(),
            jumps in (1u16..4, 1u16..4),
        ) {
            let n = rows * columns;
            let mut letters: Vec<char> = (0..n).map(|i| if walls[i] == 0 { '#' } else { '.' }).collect();
            let mut free = places.into_iter().map(|place| place % n);
            let mut put = |letter: char| {
                let mut place = free.next().unwrap();
                while "MCF".contains(letters[place]) {
                    place = (place + 1) % n;
                }
                letters[place] = letter;
            };
            "MCF".chars().for_each(&mut put);
            let text: Vec<String> = letters.chunks(columns).map(|row| row.iter().collect()).collect();
            let game = CatAndMouseII::new(text.iter().map(String::as_str), jumps.0, jumps.1).unwrap();
            prop_assert_eq!(value(&game).unwrap() == Outcome::Win, by_length(&game), "{:?} {:?}", text, jumps);
        }
    }
}
