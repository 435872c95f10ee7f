//! Endgames of Awari: V. Allis, M. van der Meulen and J. van den Herik, *Databases in Awari*, Heuristic Programming in
//! Artificial Intelligence 2 (1991); solved by J. Romein and H. Bal, *Solving Awari with parallel retrograde analysis*,
//! IEEE Computer 36 (2003).
//!
//! Each player has six pits. A move takes all seeds of a pit of one's own and sows them one by one into the pits that
//! follow, but not into that pit. If the last one makes two or three in a pit of the opponent's, these are captured, and so
//! are those of the pits of his before it, as long as each holds two or three. A move has to leave the opponent a move, if
//! one can. Who has no seed cannot move: then the game is over, and the opponent keeps what is left. If play goes round for
//! ever, what is left is shared evenly. Most captures win.
//!
//! A capture leaves fewer seeds, so that boards are solved in the order of their seeds, each number of seeds with what is
//! known of fewer. Whether the player to move gets at least so many more than the opponent is a game that is won or lost,
//! or goes round; and the margin is the highest number for which it is won.
//!
//! ```
//! use stonegame_games::awari::{Awari, Board};
//!
//! // Two seeds in front of the opponent's first pit, where there is one: the second seed captures nothing, the first does.
//! let board = Board([0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1]);
//! let endgames = Awari::endgames(3)?;
//! assert_eq!(endgames.margin(&board), Some(3));
//! assert_eq!(endgames.len(), 1 + 12 + 78 + 364);
//! # Ok::<(), stonegame_core::Error>(())
//! ```

use crate::catalogue::{Answer, Card, Failure, Show};
use crate::data::BadData;
use crate::picture::Picture;
use derive_more::Display;
use std::collections::HashMap;
use stonegame_core::prelude::*;
use stonegame_core::{Engine, Solver, reachable};

/// The most seeds on a board whose smaller boards are solved first.
pub const SEEDS: u8 = 8;

/// Whether a board is worth at least so much: who gets so many seeds more than the other wins, and less is a draw.
#[derive(Clone, Debug)]
pub struct Awari {
    board: Board,
    bar: i8,
    known: HashMap<Board, i8>,
}

/// The seeds in the pits: those of the player to move, then the opponent's, each in order of sowing.
#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Board(pub [u8; 12]);

/// Sows the seeds of a pit, counted from 0.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[display("pit {}", _0 + 1)]
pub struct Sow(#[moves(0..6)] pub usize);

impl Game for Awari {
    type State = Board;
    type Move = Sow;
    type Value = Outcome;
    fn start(&self) -> Board {
        self.board
    }
    #[inline]
    fn play(&self, board: &Board, Sow(pit): &Sow) -> Option<Step<Self>> {
        let (next, captured) = board.sow(*pit)?;
        let feeds = |pit| board.sow(pit).is_some_and(|(next, _)| next.can_move());
        if !next.can_move() && (0..6).any(feeds) {
            return None;
        }
        Some(match self.known.get(&next) {
            Some(margin) => Step::over(self.against_bar(captured - margin)),
            None => Step::to(next),
        })
    }
    fn terminal(&self, board: &Board) -> Outcome {
        self.against_bar(-board.seeds())
    }
}

impl Board {
    /// Sows a pit: the board as the opponent sees it, and how many seeds are captured; `None` if there are none to sow.
    fn sow(&self, pit: usize) -> Option<(Board, i8)> {
        let Board(mut pits) = *self;
        let seeds = core::mem::take(pits.get_mut(pit)?);
        let mut last = pit;
        for _ in 0..seeds {
            last = (last + 1) % 12;
            if last == pit {
                last = (last + 1) % 12;
            }
            pits[last] += 1;
        }
        let mut captured = 0;
        for pit in (6..=last).rev() {
            if !matches!(pits[pit], 2 | 3) {
                break;
            }
            captured += core::mem::take(&mut pits[pit]) as i8;
        }
        pits.rotate_left(6);
        (seeds > 0).then_some((Board(pits), captured))
    }

    fn can_move(&self) -> bool {
        self.0[..6].iter().any(|seeds| *seeds > 0)
    }

    fn seeds(&self) -> i8 {
        self.0.iter().sum::<u8>() as i8
    }

    /// Every board with so many seeds.
    fn all(seeds: u8) -> Vec<Board> {
        let mut boards = vec![[0; 12]];
        for pit in 0..11 {
            boards = boards
                .into_iter()
                .flat_map(|board: [u8; 12]| {
                    let left = seeds - board.iter().sum::<u8>();
                    (0..=left).map(move |here| {
                        let mut board = board;
                        board[pit] = here;
                        board
                    })
                })
                .collect();
        }
        let fill = |mut board: [u8; 12]| {
            board[11] = seeds - board.iter().sum::<u8>();
            Board(board)
        };
        boards.into_iter().map(fill).collect()
    }
}

impl Awari {
    /// Whether the player to move captures more than the opponent on a board: boards with fewer seeds are solved for it.
    ///
    /// # Errors
    ///
    /// [`BadData`] if there are more seeds than [`SEEDS`]; what a solve reports.
    pub fn new(board: Board) -> Result<Self, Failure> {
        let seeds = board.0.iter().map(|seeds| u32::from(*seeds)).sum::<u32>();
        if seeds > SEEDS.into() {
            let why = format!("there are {seeds} seeds; boards of up to {SEEDS} can be solved");
            return Err(BadData::against(why).into());
        }
        let mut game = match seeds.checked_sub(1) {
            Some(fewer) => Awari::endgames(fewer as u8)?,
            None => Awari::nothing(),
        };
        (game.board, game.bar) = (board, 1);
        Ok(game)
    }

    /// The margin of every board with up to so many seeds.
    ///
    /// Time: seconds for 8 seeds, and twice as long for each seed more. Memory: a board is 12 bytes, and there are
    /// (seeds + 12 choose 12) of them.
    ///
    /// # Errors
    ///
    /// What a solve reports.
    pub fn endgames(seeds: u8) -> Result<Self, Error> {
        let mut game = Awari::nothing();
        for seeds in 0..=seeds {
            for board in Board::all(seeds) {
                game.learn(board)?;
            }
        }
        Ok(game)
    }

    fn nothing() -> Self {
        Awari { board: Board([0; 12]), bar: 1, known: HashMap::new() }
    }

    /// Finds the margins of a board and of those with as many seeds that play can reach from it; those with fewer are known.
    fn learn(&mut self, board: Board) -> Result<(), Error> {
        if self.known.contains_key(&board) {
            return Ok(());
        }
        self.board = board;
        let boards = reachable(self, usize::MAX).positions;
        let mut margins = vec![0; boards.len()];
        for bar in 1..=board.seeds() {
            self.bar = bar;
            let solved = Solver::new().engine(Engine::Retrograde).solve(&*self)?;
            for (board, margin) in boards.iter().zip(&mut margins) {
                match solved.value_of(board)? {
                    Outcome::Win => *margin = bar,
                    Outcome::Loss => *margin = -bar,
                    Outcome::Draw => {}
                }
            }
        }
        self.known.extend(boards.into_iter().zip(margins));
        Ok(())
    }

    /// How many seeds the player to move gets more than the opponent, if the board is solved.
    #[must_use]
    pub fn margin(&self, board: &Board) -> Option<i8> {
        self.known.get(board).copied()
    }

    /// How many boards are solved.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether no board is solved.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    fn against_bar(&self, margin: i8) -> Outcome {
        match margin {
            _ if margin >= self.bar => Outcome::Win,
            _ if margin <= -self.bar => Outcome::Loss,
            _ => Outcome::Draw,
        }
    }

    /// The opponent's pits from right to left, and below them those of the player to move.
    fn picture(&self, board: &Board) -> Picture<'_> {
        let pit = |seeds: &u8| format!("{seeds:>4}");
        Picture::board([
            format!("opponent {}", board.0[6..].iter().rev().map(pit).collect::<String>()),
            format!("to move  {}", board.0[..6].iter().map(pit).collect::<String>()),
        ])
    }
}

/// The game in the catalogue.
pub static CARD: Card<Awari> = Card {
    slug: "awari",
    number: None,
    title: "Awari endgames",
    also: &["Oware", "Awale"],
    rules: "sow a pit; the last seed captures two or three; going round for ever shares what is left; most captures win",
    data: "the seeds in the pits of the player to move, then in the opponent's",
    example: "1,0,0,0,0,1 0,0,1,0,0,1",
    options: &[],
    read: |data| {
        let [mine, theirs] = [data.list("pits")?, data.list("the opponent's pits")?];
        let pits: Option<Vec<u8>> =
            mine.into_iter().chain(theirs).map(|seeds| seeds.try_into().ok()).collect();
        let board = pits.and_then(|pits| pits.try_into().ok());
        let board =
            board.ok_or_else(|| BadData::against("a player has six pits, of seeds from 0 on"))?;
        Awari::new(Board(board))
    },
    theory: None,
    answer: |_, value| Answer::from(value.show()),
    total: None,
    picture: Awari::picture,
};

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap as Map;

    type Pits = [u8; 12];
    /// The board after each, what it captures, and whether it leaves the opponent a move.
    type Moves = Vec<(Pits, i32, bool)>;

    /// The rules once more, with pits counted from the first player's, by games of so many plies, after which what is left
    /// is shared: of longer and longer games, until it is the same for long.
    fn by_length(seeds: u8) -> Map<Pits, i32> {
        let boards: Vec<Pits> =
            (0..=seeds).flat_map(Board::all).map(|Board(board)| board).collect();
        let moves = |board: &Pits| {
            let mut moves: Moves = vec![];
            for pit in (0..6).filter(|pit| board[*pit] > 0) {
                let (mut next, mut at, mut hand) = (*board, pit, board[pit]);
                next[pit] = 0;
                while hand > 0 {
                    at = if at == 11 { 0 } else { at + 1 };
                    if at != pit {
                        next[at] += 1;
                        hand -= 1;
                    }
                }
                let mut got = 0;
                while at >= 6 && (next[at] == 2 || next[at] == 3) {
                    got += i32::from(next[at]);
                    next[at] = 0;
                    at -= 1;
                }
                let theirs: u8 = next[6..].iter().sum();
                let turned: Pits = core::array::from_fn(|i| next[(i + 6) % 12]);
                moves.push((turned, got, theirs > 0));
            }
            let some_feeds = moves.iter().any(|(_, _, feeds)| *feeds);
            moves.retain(|(_, _, feeds)| *feeds || !some_feeds);
            moves
        };
        let moves: Vec<_> = boards.iter().map(moves).collect();
        let mut known: Map<Pits, i32> = boards.iter().map(|board| (*board, 0)).collect();
        let mut same = 0;
        while same < 200 {
            let value = |(board, moves): (&Pits, &Moves)| {
                let best = moves.iter().map(|(next, got, _)| got - known[next]).max();
                let left: u8 = board.iter().sum();
                (*board, best.unwrap_or(-i32::from(left)))
            };
            let next: Map<Pits, i32> = boards.iter().zip(&moves).map(value).collect();
            same = if next == known { same + 1 } else { 0 };
            known = next;
        }
        known
    }

    #[test]
    fn equals_longer_and_longer_games() {
        let seeds = 4;
        let (found, expected) = (Awari::endgames(seeds).unwrap(), by_length(seeds));
        assert_eq!(found.len(), expected.len());
        for (board, margin) in expected {
            assert_eq!(found.margin(&Board(board)).map(i32::from), Some(margin), "{board:?}");
        }
    }

    #[test]
    fn who_captures_more_is_the_sign_of_the_margin() {
        let known = Awari::endgames(4).unwrap();
        for board in Board::all(4).into_iter().step_by(17) {
            let game = Awari::new(board).unwrap();
            let margin = known.margin(&board).unwrap();
            assert_eq!(value(&game).unwrap(), game.against_bar(margin), "{board:?}");
        }
    }

    #[test]
    fn a_move_has_to_feed() {
        let sow = |pits, pit| Awari::nothing().play(&Board(pits), &Sow(pit)).is_some();
        assert!(!sow([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0], 0));
        assert!(sow([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0], 5));
        // Nothing feeds: anything goes. A capture of all that the opponent has does not feed.
        assert!(sow([1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 0));
        assert!(!sow([1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0], 5));
        assert!(sow([0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0], 5));
    }

    #[test]
    fn a_pit_of_twelve_skips_itself() {
        let board = Board([12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        let (next, captured) = board.sow(0).unwrap();
        assert_eq!((next.0, captured), ([1, 1, 1, 1, 1, 1, 0, 2, 1, 1, 1, 1], 0));
    }

    #[test]
    fn boards_that_are_too_large_are_refused() {
        assert!(Awari::new(Board([1; 12])).is_err());
        assert!(Awari::new(Board([255; 12])).is_err());
    }
}
