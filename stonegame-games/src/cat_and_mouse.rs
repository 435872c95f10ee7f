//! Cat and Mouse (猫和老鼠), [LeetCode 913](https://leetcode.com/problems/cat-and-mouse/).
//!
//! On a graph the mouse starts at node 1 and moves first, the cat at node 2; the hole is node 0. In turns each moves along an
//! edge, and the cat may not enter the hole. The mouse wins in the hole, the cat by catching the mouse; play that goes round
//! for ever is a draw.
//!
//! ```
//! use stonegame_games::cat_and_mouse::cat_mouse_game;
//!
//! let graph = [&[2, 5][..], &[3], &[0, 4, 5], &[1, 4, 5], &[2, 3], &[0, 2, 3]];
//! assert_eq!(cat_mouse_game(graph)?, 0); // a draw
//! # Ok::<(), stonegame_games::catalogue::Failure>(())
//! ```

use crate::catalogue::{Answer, Card, Failure};
use crate::data::BadData;
use crate::picture::Picture;
use derive_more::Display;
use stonegame_core::prelude::*;

/// The neighbours of each node.
#[derive(Clone, Debug)]
pub struct CatAndMouse {
    graph: Vec<Vec<u16>>,
}

/// Where both are, and whose turn it is.
#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[state(game = CatAndMouse)]
pub struct Chase {
    #[state(0..game.nodes())]
    mouse: u16,
    #[state(0..game.nodes())]
    cat: u16,
    is_cats: bool,
}

/// Moves to a node.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[moves(game = CatAndMouse)]
#[display("to node {_0}")]
pub struct Go(#[moves(game.from(state).iter().copied())] pub u16);

impl Game for CatAndMouse {
    type State = Chase;
    type Move = Go;
    type Value = Outcome;
    fn start(&self) -> Chase {
        Chase { mouse: 1, cat: 2, is_cats: false }
    }
    #[inline]
    fn play(&self, at: &Chase, Go(to): &Go) -> Option<Step<Self>> {
        Some(match (at.is_cats, *to) {
            (true, 0) => return None,
            (true, to) if to == at.mouse => Step::over(Outcome::Win),
            (true, to) => Step::to(Chase { cat: to, is_cats: false, ..*at }),
            (false, 0) => Step::over(Outcome::Win),
            (false, to) if to == at.cat => Step::over(Outcome::Loss),
            (false, to) => Step::to(Chase { mouse: to, is_cats: true, ..*at }),
        })
    }
}

impl CatAndMouse {
    /// The game on a graph, of each node its neighbours.
    ///
    /// # Errors
    ///
    /// [`BadData`] if there are fewer than 3 nodes or more than 65535, or a neighbour is none of them.
    pub fn new<'n>(graph: impl IntoIterator<Item = &'n [u16]>) -> Result<Self, BadData> {
        let graph: Vec<Vec<u16>> = graph.into_iter().map(<[u16]>::to_vec).collect();
        let nodes = graph.len();
        if !(3..=usize::from(u16::MAX)).contains(&nodes) {
            let why = format!(
                "there are {nodes} nodes; a hole, a mouse and a cat need 3, and at most 65535 are known"
            );
            return Err(BadData::against(why));
        }
        if let Some(node) = graph.iter().flatten().find(|node| usize::from(**node) >= nodes) {
            return Err(BadData::against(format!(
                "an edge leads to node {node}, and there are {nodes} from 0"
            )));
        }
        Ok(CatAndMouse { graph })
    }

    fn nodes(&self) -> u16 {
        self.graph.len() as u16
    }

    /// Where whoever is to move can go.
    fn from(&self, at: &Chase) -> &[u16] {
        let node = if at.is_cats { at.cat } else { at.mouse };
        self.graph.get(usize::from(node)).map_or(&[], Vec::as_slice)
    }

    fn picture(&self, at: &Chase) -> Picture<'_> {
        let who = if at.is_cats { "the cat" } else { "the mouse" };
        Picture::text(format!("mouse at {}, cat at {}, {who} moves", at.mouse, at.cat))
    }
}

/// What LeetCode asks: 1 if the mouse wins, 2 if the cat does, 0 if nobody.
///
/// # Errors
///
/// [`BadData`] as [`CatAndMouse::new`]; what a solve reports.
pub fn cat_mouse_game<'n>(graph: impl IntoIterator<Item = &'n [u16]>) -> Result<u8, Failure> {
    Ok(answer(value(&CatAndMouse::new(graph)?)?))
}

const fn answer(value: Outcome) -> u8 {
    match value {
        Outcome::Draw => 0,
        Outcome::Win => 1,
        Outcome::Loss => 2,
    }
}

/// The game in the catalogue.
pub static CARD: Card<CatAndMouse> = Card {
    slug: "cat-and-mouse",
    number: Some(913),
    title: "Cat and Mouse",
    also: &["猫和老鼠"],
    rules: "move along an edge; the mouse wins in the hole, node 0, the cat by catching it, and going round for ever is a draw",
    data: "the neighbours of each node, such as 2,5;3;0,4,5;1,4,5;2,3;0,2,3",
    example: "2,5;3;0,4,5;1,4,5;2,3;0,2,3",
    options: &[],
    read: |data| {
        let lists = data.lists("graph")?;
        let narrow = |node: i64| u16::try_from(node).ok();
        let graph: Option<Vec<Vec<u16>>> =
            lists.into_iter().map(|list| list.into_iter().map(narrow).collect()).collect();
        let graph = graph.ok_or_else(|| BadData::against("nodes are numbers from 0 to 65534"))?;
        Ok(CatAndMouse::new(graph.iter().map(Vec::as_slice))?)
    },
    theory: None,
    answer: |_, value| Answer::Points(answer(value).into()),
    total: None,
    picture: CatAndMouse::picture,
};

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    #[test]
    fn published() {
        // LeetCode's examples.
        let graph = [&[2, 5][..], &[3], &[0, 4, 5], &[1, 4, 5], &[2, 3], &[0, 2, 3]];
        assert_eq!(cat_mouse_game(graph).unwrap(), 0);
        assert_eq!(cat_mouse_game([&[1, 3][..], &[0], &[3], &[0, 2]]).unwrap(), 1);
    }

    /// By games of so many plies, of which longer ones decide more, until nothing more is decided.
    fn by_length(graph: &[Vec<u16>]) -> u8 {
        let n = graph.len() as u16;
        let mut known = HashMap::<(u16, u16, bool), u8>::new();
        loop {
            let before = known.clone();
            for (mouse, cat, is_cats) in
                (0..n).flat_map(|m| (0..n).flat_map(move |c| [(m, c, false), (m, c, true)]))
            {
                let next = |to: u16| match is_cats {
                    true if to == mouse => Some(2),
                    true => before.get(&(mouse, to, false)).copied(),
                    false if to == 0 => Some(1),
                    false if to == cat => Some(2),
                    false => before.get(&(to, cat, true)).copied(),
                };
                let node = if is_cats { cat } else { mouse };
                let moves: Vec<Option<u8>> = graph[usize::from(node)]
                    .iter()
                    .filter(|to| !(is_cats && **to == 0))
                    .map(|to| next(*to))
                    .collect();
                let (mine, theirs) = if is_cats { (2, 1) } else { (1, 2) };
                if moves.contains(&Some(mine)) {
                    known.insert((mouse, cat, is_cats), mine);
                } else if !moves.is_empty() && moves.iter().all(|value| *value == Some(theirs)) {
                    known.insert((mouse, cat, is_cats), theirs);
                }
            }
            if known == before {
                return known.get(&(1, 2, false)).copied().unwrap_or(0);
            }
        }
    }

    proptest! {
        #[test]
        fn equals_longer_and_longer_games(
            n in 3u16..7,
            edges in prop::collection::vec((0u16..7, 0u16..7), 2..14),
        ) {
            let mut graph = vec![vec![]; usize::from(n)];
            for (a, b) in edges.into_iter().map(|(a, b)| (a % n, b % n)).filter(|(a, b)| a != b) {
                if !graph[usize::from(a)].contains(&b) {
                    graph[usize::from(a)].push(b);
                    graph[usize::from(b)].push(a);
                }
            }
            let found = cat_mouse_game(graph.iter().map(Vec::as_slice)).unwrap();
            prop_assert_eq!(found, by_length(&graph));
        }
    }
}
