//! Maximum Number of Moves to Kill All Pawns (吃掉所有兵需要的最多移动次数),
//! [LeetCode 3283](https://leetcode.com/problems/maximum-number-of-moves-to-kill-all-pawns/).
//!
//! A knight and some pawns stand on a board of 50 by 50. Alice and Bob take turns, Alice first; each
//! chooses a pawn that is left and captures it with the knight in the fewest moves, passing over other pawns.
//! Alice wants many moves in all, Bob few.
//!
//! A move of the knight is a point for Alice, whoever makes it: what Bob's captures take, he loses.
//!
//! ```
//! use stonegame_games::maximum_number_of_moves_to_kill_all_pawns::max_moves;
//!
//! assert_eq!(max_moves([1, 1], &[[0, 0]])?, 4);
//! assert_eq!(max_moves([0, 2], &[[1, 1], [2, 2], [3, 3]])?, 8);
//! # Ok::<(), stonegame_games::catalogue::Failure>(())
//! ```

use crate::catalogue::{Answer, Card, Failure};
use crate::data::BadData;
use crate::picture::Picture;
use derive_more::Display;
use std::collections::VecDeque;
use stonegame_core::prelude::*;

/// How many moves the knight takes between the pawns, and from where it begins.
#[derive(Clone, Debug)]
pub struct KillPawns {
    pawns: Subset<u32>,
    /// From a pawn to a pawn; the last row is from where the knight begins.
    moves: Vec<Vec<i32>>,
}

/// The pawns that are left, and the one on whose square the knight stands; their number at first.
#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[state(game = KillPawns)]
pub struct Position {
    #[state(layer, game.pawns)]
    left: Subset<u32>,
    #[state(0..=game.pawns.len())]
    knight: u32,
}

/// Captures a pawn, by its place in the list.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[moves(game = KillPawns)]
#[display("pawn {}", _0 + 1)]
pub struct Capture(#[moves(state.left.iter())] pub u32);

impl Game for KillPawns {
    type State = Position;
    type Move = Capture;
    type Value = i32;
    fn start(&self) -> Position {
        Position { left: self.pawns, knight: self.pawns.len() }
    }
    #[inline]
    fn play(&self, at: &Position, Capture(pawn): &Capture) -> Option<Step<Self>> {
        let left = at.left.without(*pawn)?;
        let moves = *self.moves.get(at.knight as usize)?.get(*pawn as usize)?;
        let is_alice = (self.pawns.len() - at.left.len()).is_multiple_of(2);
        let next = Position { left, knight: *pawn };
        Some(Step::to(next).gain(if is_alice { moves } else { -moves }))
    }
}

/// The squares along a side of the board.
const SIDE: i64 = 50;

impl KillPawns {
    /// The game with the knight and the pawns on these squares.
    ///
    /// # Errors
    ///
    /// [`BadData`] if there are more than 32 pawns, or a square is not on the board.
    pub fn new(knight: [i64; 2], pawns: &[[i64; 2]]) -> Result<Self, BadData> {
        let set = u32::try_from(pawns.len()).ok().and_then(Subset::full);
        let set = set.ok_or_else(|| BadData::against("at most 32 pawns can be captured"))?;
        let pieces: Vec<[i64; 2]> = pawns.iter().copied().chain([knight]).collect();
        for [x, y] in &pieces {
            if !(0..SIDE).contains(x) || !(0..SIDE).contains(y) {
                return Err(BadData::against(format!(
                    "{x},{y} is no square of the board, whose coordinates are 0 to 49"
                )));
            }
        }
        let moves = pieces.iter().map(|from| {
            let moves = knight_moves(*from);
            pawns.iter().map(|[x, y]| moves[(x * SIDE + y) as usize]).collect()
        });
        Ok(KillPawns { pawns: set, moves: moves.collect() })
    }
}

/// How many moves a knight takes from one square to each, breadth first.
fn knight_moves([x, y]: [i64; 2]) -> Vec<i32> {
    const JUMPS: [(i64, i64); 4] = [(1, 2), (2, 1), (2, -1), (1, -2)];
    let mut moves = vec![-1; (SIDE * SIDE) as usize];
    moves[(x * SIDE + y) as usize] = 0;
    let mut reached = VecDeque::from([(x, y)]);
    while let Some((x, y)) = reached.pop_front() {
        let more = moves[(x * SIDE + y) as usize] + 1;
        for (dx, dy) in JUMPS.into_iter().flat_map(|(dx, dy)| [(dx, dy), (-dx, -dy)]) {
            let (x, y) = (x + dx, y + dy);
            let on_board = (0..SIDE).contains(&x) && (0..SIDE).contains(&y);
            if on_board && moves[(x * SIDE + y) as usize] < 0 {
                moves[(x * SIDE + y) as usize] = more;
                reached.push_back((x, y));
            }
        }
    }
    moves
}

/// What LeetCode asks: how many moves the knight makes in all.
///
/// # Errors
///
/// [`BadData`] if there are more than 32 pawns, or a square is not on the board.
pub fn max_moves(knight: [i64; 2], pawns: &[[i64; 2]]) -> Result<i32, Failure> {
    Ok(value(&KillPawns::new(knight, pawns)?)?)
}

impl KillPawns {
    fn picture(&self, at: &Position) -> Picture<'_> {
        let left = at.left.iter().map(|pawn| pawn as usize);
        let picture = Picture::numbered(self.pawns.len() as usize, left);
        match at.knight < self.pawns.len() {
            true => picture.with("knight on the square of pawn", at.knight + 1),
            false => picture,
        }
    }
}

/// The game in the catalogue.
pub static CARD: Card<KillPawns> = Card {
    slug: "maximum-number-of-moves-to-kill-all-pawns",
    number: Some(3283),
    title: "Maximum Number of Moves to Kill All Pawns",
    also: &["吃掉所有兵需要的最多移动次数"],
    rules: "capture a pawn in the fewest knight's moves; the first player wants many in all, the second few",
    data: "kx, ky and positions, such as 1 1 0,0;4,5",
    example: "0 2 1,1;2,2;3,3",
    options: &[],
    read: |data| {
        let knight = [data.number("kx", 0..=SIDE - 1)?, data.number("ky", 0..=SIDE - 1)?];
        let pairs = data.lists("positions")?.into_iter().map(|pair| {
            let length = pair.len();
            let why = || BadData::against(format!("a square has 2 coordinates and not {length}"));
            <[i64; 2]>::try_from(pair).map_err(|_| why())
        });
        Ok(KillPawns::new(knight, &pairs.collect::<Result<Vec<_>, _>>()?)?)
    },
    theory: None,
    answer: |_, value| Answer::Points(value.into()),
    total: None,
    picture: KillPawns::picture,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::agree_on_points;
    use proptest::prelude::*;

    #[test]
    fn published() {
        // LeetCode's examples.
        assert_eq!(max_moves([1, 1], &[[0, 0]]).unwrap(), 4);
        assert_eq!(max_moves([0, 2], &[[1, 1], [2, 2], [3, 3]]).unwrap(), 8);
        assert_eq!(max_moves([0, 0], &[[1, 2], [2, 4]]).unwrap(), 3);
        assert_eq!(max_moves([0, 0], &[]).unwrap(), 0);
        // Outside of LeetCode's limits: what stands where the knight does takes no move.
        assert_eq!(max_moves([0, 0], &[[0, 0], [1, 2]]).unwrap(), 2);
        for pawns in [&[[0, 50]][..], &[[-1, 0]]] {
            assert!(max_moves([0, 0], pawns).is_err(), "{pawns:?}");
        }
        let many: Vec<_> = (0..=32).map(|y| [0, y]).collect();
        assert!(
            KillPawns::new([0, 0], &many).is_err() && KillPawns::new([0, 0], &many[1..]).is_ok()
        );
    }

    /// Minimax over the total, as the rules are told.
    fn total(knight: [i64; 2], pawns: &[[i64; 2]], alice: bool) -> i32 {
        let totals = (0..pawns.len()).map(|i| {
            let moves = knight_moves(knight)[(pawns[i][0] * SIDE + pawns[i][1]) as usize];
            moves + total(pawns[i], &[&pawns[..i], &pawns[i + 1..]].concat(), !alice)
        });
        let best = if alice { totals.max() } else { totals.min() };
        best.unwrap_or(0)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn equals_minimax_over_totals(
            squares in prop::collection::hash_set((0..SIDE, 0..SIDE), 1..6),
        ) {
            let squares: Vec<[i64; 2]> = squares.into_iter().map(|(x, y)| [x, y]).collect();
            let (knight, pawns) = (squares[0], &squares[1..]);
            let value = agree_on_points(&KillPawns::new(knight, pawns).unwrap());
            prop_assert_eq!(value, total(knight, pawns, true));
        }
    }
}
