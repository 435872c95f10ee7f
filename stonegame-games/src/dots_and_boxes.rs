//! Dots and Boxes: E. Lucas, *L'arithmétique amusante* (1895).
//!
//! Dots stand in a grid. Two players take turns; each draws an edge between two neighbouring dots. Who completes a
//! box gets a point for it and draws again. Most boxes win.
//!
//! ```
//! use stonegame_games::dots_and_boxes::DotsAndBoxes;
//!
//! assert_eq!(stonegame_core::value(&DotsAndBoxes::new(1, 1)?)?, -1);
//! assert_eq!(stonegame_core::value(&DotsAndBoxes::new(2, 2)?)?, 2);
//! # Ok::<(), stonegame_games::catalogue::Failure>(())
//! ```

use crate::catalogue::{Answer, Card};
use crate::data::BadData;
use crate::picture::Picture;
use derive_more::Display;
use stonegame_core::prelude::*;

/// The grid. The value is how many boxes the player to move ends up ahead by.
#[derive(Clone, Debug)]
pub struct DotsAndBoxes {
    edges: Subset<u64>,
    /// The boxes on either side of each edge, each as the set of its four edges; empty at the rim.
    boxes: Vec<[u64; 2]>,
    rows: u32,
    columns: u32,
}

/// Draws an edge: those that lie across first, row by row, then those that stand upright.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[moves(game = DotsAndBoxes)]
#[display("edge {}", _0 + 1)]
pub struct Draw(#[moves(state.iter())] pub u32);

impl Game for DotsAndBoxes {
    type State = Subset<u64>; // the edges not drawn
    type Move = Draw;
    type Value = i32;
    fn start(&self) -> Subset<u64> {
        self.edges
    }
    #[inline]
    fn play(&self, undrawn: &Subset<u64>, Draw(edge): &Draw) -> Option<Step<Self>> {
        let rest = undrawn.without(*edge)?;
        let complete = |edges: u64| edges != 0 && edges & rest.bits() == 0;
        let gain = self.boxes[*edge as usize].map(|edges| i32::from(complete(edges))).iter().sum();
        let step = if gain > 0 { Step::again(rest) } else { Step::to(rest) };
        Some(step.gain(gain))
    }
}

impl DotsAndBoxes {
    /// The game on a grid of so many rows and columns of boxes.
    ///
    /// # Errors
    ///
    /// [`BadData`] if there are more than 64 edges.
    pub fn new(rows: u8, columns: u8) -> Result<Self, BadData> {
        let (rows, columns) = (u32::from(rows), u32::from(columns));
        let across = (rows + 1) * columns;
        let count = across + rows * (columns + 1);
        let edges = Subset::full(count).ok_or_else(|| {
            BadData::against(format!(
                "{rows} by {columns} boxes have {count} edges; there can be at most 64"
            ))
        })?;
        let mut boxes = vec![[0; 2]; count as usize];
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)))
        {
            let top = row * columns + column;
            let left = across + row * (columns + 1) + column;
            let sides = [top, top + columns, left, left + 1];
            let all = sides.iter().map(|edge| 1u64 << edge).sum();
            // A box is the second of its upper and its left edge, the first of the others.
            for (edge, side) in sides.into_iter().zip([1, 0, 1, 0]) {
                boxes[edge as usize][side] = all;
            }
        }
        Ok(DotsAndBoxes { edges, boxes, rows, columns })
    }

    /// How many boxes there are, all of which are completed in the end.
    #[must_use]
    pub fn total(&self) -> Option<i128> {
        Some((self.rows * self.columns).into())
    }
}

impl DotsAndBoxes {
    /// The grid, with the number of each edge that can be drawn.
    fn picture(&self, undrawn: &Subset<u64>) -> Picture<'_> {
        let across = (self.rows + 1) * self.columns;
        let lying = |row: u32| {
            let edges = (0..self.columns).map(|column| row * self.columns + column);
            edges.fold("+".to_owned(), |line, edge| match undrawn.contains(edge) {
                true => format!("{line}{:^4}+", edge + 1),
                false => format!("{line}----+"),
            })
        };
        let standing = |row: u32| {
            let edges = (0..=self.columns).map(|column| across + row * (self.columns + 1) + column);
            let words = edges.map(|edge| match undrawn.contains(edge) {
                true => format!("{:<5}", edge + 1),
                false => "|    ".to_owned(),
            });
            words.collect::<String>().trim_end().to_owned()
        };
        let rows = (0..self.rows).flat_map(|row| [lying(row), standing(row)]);
        Picture::board(rows.chain([lying(self.rows)]))
    }
}

/// The game in the catalogue.
pub static CARD: Card<DotsAndBoxes> = Card {
    slug: "dots-and-boxes",
    number: None,
    title: "Dots and Boxes",
    also: &[],
    rules: "draw an edge; who completes a box scores it and draws again",
    data: "the numbers of rows and columns of boxes",
    example: "2 2",
    options: &[],
    read: |data| {
        Ok(DotsAndBoxes::new(
            data.number("rows", 0..=u8::MAX)?,
            data.number("columns", 0..=u8::MAX)?,
        )?)
    },
    theory: None,
    answer: |_, value| Answer::Points(value.into()),
    total: Some(DotsAndBoxes::total),
    picture: DotsAndBoxes::picture,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::agree_on_points;
    use std::collections::HashMap;
    use stonegame_core::{Engine, Solver};

    /// The first player's boxes less the second's, by minimax over sets of drawn edges between points.
    fn margin(
        rows: i8,
        columns: i8,
        drawn: &mut Vec<[i8; 3]>,
        first: bool,
        memo: &mut HashMap<(Vec<[i8; 3]>, bool), i32>,
    ) -> i32 {
        // An edge is (row, column, 0) to the right of a dot, and (row, column, 1) below it.
        let mut key = drawn.clone();
        key.sort_unstable();
        if let Some(known) = memo.get(&(key.clone(), first)) {
            return *known;
        }
        let all = (0..=rows).flat_map(|r| (0..=columns).flat_map(move |c| [[r, c, 0], [r, c, 1]]));
        let edges = all.filter(|[r, c, d]| if *d == 0 { *c < columns } else { *r < rows });
        let full = |drawn: &[[i8; 3]]| {
            let sides = |r, c| [[r, c, 0], [r + 1, c, 0], [r, c, 1], [r, c + 1, 1]];
            let boxes = (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)));
            boxes.filter(|(r, c)| sides(*r, *c).iter().all(|side| drawn.contains(side))).count()
                as i32
        };
        let before = full(drawn);
        let mut values = vec![];
        for edge in edges.collect::<Vec<_>>() {
            if !drawn.contains(&edge) {
                drawn.push(edge);
                let won = full(drawn) - before;
                let rest = margin(rows, columns, drawn, first == (won > 0), memo);
                values.push(rest + if first { won } else { -won });
                drawn.pop();
            }
        }
        let best = if first { values.into_iter().max() } else { values.into_iter().min() };
        memo.insert((key, first), best.unwrap_or(0));
        best.unwrap_or(0)
    }

    #[test]
    fn small_grids_equal_minimax_over_absolute_scores() {
        for (rows, columns) in [(0, 0), (0, 3), (1, 1), (1, 2), (2, 1), (1, 3), (2, 2)] {
            let game = DotsAndBoxes::new(rows, columns).unwrap();
            let expected =
                margin(rows as i8, columns as i8, &mut vec![], true, &mut HashMap::new());
            assert_eq!(value(&game), Ok(expected), "{rows} {columns}");
        }
        for (rows, columns) in [(1, 1), (1, 2)] {
            agree_on_points(&DotsAndBoxes::new(rows, columns).unwrap());
        }
    }

    #[test]
    fn two_by_three_by_memo_and_by_table() {
        let game = DotsAndBoxes::new(2, 3).unwrap();
        let by = |engine| Solver::new().engine(engine).solve(&game).unwrap();
        let (memo, table) = (by(Engine::Memo), by(Engine::Table));
        assert_eq!((memo.value(), memo.positions()), (table.value(), 1 << 17));
    }

    #[test]
    fn grids_that_are_too_large_are_refused() {
        assert!(DotsAndBoxes::new(5, 5).is_ok() && DotsAndBoxes::new(5, 6).is_err());
        assert!(DotsAndBoxes::new(255, 255).is_err());
    }
}
