//! Node Kayles: T. J. Schaefer, *On the complexity of some two-person perfect-information games*, J. Comput. Syst. Sci. 16
//! (1978).
//!
//! Two players take turns; each picks a node of a graph that is still there, and it and its neighbours are removed. In normal
//! play who cannot loses. On a path it is Dawson's Kayles by another name: octal game 0.137.
//!
//! ```
//! use stonegame_games::node_kayles::NodeKayles;
//! use stonegame_games::play::Play;
//! use stonegame_core::grundy;
//!
//! assert_eq!(grundy(&NodeKayles::path(5, Play::Normal)?)?, 3);
//! assert_eq!(grundy(&NodeKayles::cycle(7, Play::Normal)?)?, 1);
//! assert_eq!(grundy(&NodeKayles::grid(3, 4, Play::Normal)?)?, 0);
//! # Ok::<(), stonegame_games::catalogue::Failure>(())
//! ```

use crate::catalogue::{Answer, Card, Show, Theory};
use crate::data::{BadData, Reader};
use crate::picture::Picture;
use crate::play::{MISERE, Play};
use derive_more::Display;
use stonegame_core::{Impartial, prelude::*};

/// The most nodes.
pub const NODES: u32 = 128;

/// The graph, and who wins.
#[derive(Clone, Debug)]
pub struct NodeKayles {
    /// Of each node, itself and its neighbours.
    around: Vec<u128>,
    play: Play,
}

/// The nodes that are still there, each a bit.
#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Nodes(pub u128);

/// Picks a node.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[moves(game = NodeKayles)]
#[display("node {}", _0 + 1)]
pub struct Pick(#[moves(bits(state.0))] pub u32);

/// The bits of a number that are set, from the lowest.
fn bits(number: u128) -> impl Iterator<Item = u32> {
    let rest = |rest: &u128| Some(rest & (rest - 1)).filter(|rest| *rest > 0);
    let all = std::iter::successors(Some(number).filter(|number| *number > 0), rest);
    all.map(u128::trailing_zeros)
}

impl Game for NodeKayles {
    type State = Nodes;
    type Move = Pick;
    type Value = WinLoss;
    fn start(&self) -> Nodes {
        Nodes((0..self.around.len()).fold(0, |all, node| all | 1 << node))
    }
    #[inline]
    fn play(&self, nodes: &Nodes, pick: &Pick) -> Option<Step<Self>> {
        let around = self.around.get(pick.0 as usize)?;
        Some(Step::to(Nodes(nodes.0 & !around)))
    }
    fn terminal(&self, _: &Nodes) -> WinLoss {
        self.play.stuck()
    }
}

impl Impartial for NodeKayles {
    /// The connected components.
    fn parts(&self, nodes: &Nodes, visit: &mut dyn FnMut(Nodes)) {
        let mut left = nodes.0;
        while left != 0 {
            let (mut part, mut new) = (0, left & left.wrapping_neg());
            while new != 0 {
                part |= new;
                let near = bits(new).fold(0, |near, node| near | self.around[node as usize]);
                new = near & left & !part;
            }
            left &= !part;
            visit(Nodes(part));
        }
    }
}

impl NodeKayles {
    /// The game on a graph of so many nodes with edges between these, counted from 0.
    ///
    /// # Errors
    ///
    /// [`BadData`] if there are more than [`NODES`] nodes, or an edge has an end that is none of them.
    pub fn new(
        nodes: u32,
        edges: impl IntoIterator<Item = [u32; 2]>,
        play: Play,
    ) -> Result<Self, BadData> {
        if nodes > NODES {
            let why = format!("a graph has at most {NODES} nodes, and not {nodes}");
            return Err(BadData::against(why));
        }
        let mut around: Vec<u128> = (0..nodes).map(|node| 1 << node).collect();
        for [a, b] in edges {
            if let Some(node) = [a, b].into_iter().find(|node| *node >= nodes) {
                let why = format!("an edge leads to node {}, and there are {nodes}", node + 1);
                return Err(BadData::against(why));
            }
            around[a as usize] |= 1 << b;
            around[b as usize] |= 1 << a;
        }
        Ok(NodeKayles { around, play })
    }

    /// The game on a path of so many nodes.
    ///
    /// # Errors
    ///
    /// As [`new`](NodeKayles::new).
    pub fn path(nodes: u32, play: Play) -> Result<Self, BadData> {
        NodeKayles::new(nodes, (1..nodes.min(NODES)).map(|node| [node - 1, node]), play)
    }

    /// The game on a cycle of so many nodes; of one or two it is a path.
    ///
    /// # Errors
    ///
    /// As [`new`](NodeKayles::new).
    pub fn cycle(nodes: u32, play: Play) -> Result<Self, BadData> {
        NodeKayles::new(nodes, (0..nodes.min(NODES)).map(|node| [node, (node + 1) % nodes]), play)
    }

    /// The game on a grid of so many rows and columns.
    ///
    /// # Errors
    ///
    /// As [`new`](NodeKayles::new).
    pub fn grid(rows: u32, columns: u32, play: Play) -> Result<Self, BadData> {
        let nodes = rows.saturating_mul(columns);
        let right = (0..nodes.min(NODES)).filter(|node| (node + 1) % columns != 0);
        let below = (0..nodes.min(NODES)).filter(|node| node + columns < nodes);
        let edges = right.map(|node| [node, node + 1]);
        NodeKayles::new(nodes, edges.chain(below.map(|node| [node, node + columns])), play)
    }
}

/// The game in the catalogue.
pub static CARD: Card<NodeKayles> = Card {
    slug: "node-kayles",
    number: None,
    title: "Node Kayles",
    also: &[],
    rules: "pick a node, which removes it and its neighbours; who cannot loses, in misere play wins",
    data: "`path 7`, `cycle 7`, `grid 3 5`, or the edges, such as 1,2;2,3",
    example: "path 7",
    options: &[MISERE],
    read: |data| Ok(read(data)?),
    theory: Some(Theory::new()),
    answer: |_, value| Answer::from(value.show()),
    total: None,
    picture: |game, nodes| {
        Picture::numbered(game.around.len(), bits(nodes.0).map(|node| node as usize))
    },
};

/// A graph by name, or by its edges.
fn read(data: &mut Reader<'_>) -> Result<NodeKayles, BadData> {
    let play = Play::of(data);
    if data.skip("path") {
        return NodeKayles::path(data.number("nodes", 0..=NODES)?, play);
    }
    if data.skip("cycle") {
        return NodeKayles::cycle(data.number("nodes", 0..=NODES)?, play);
    }
    if data.skip("grid") {
        let [rows, columns] = data.pair("rows and columns", 0..=NODES)?;
        return NodeKayles::grid(rows, columns, play);
    }
    let mut edges = vec![];
    for edge in data.lists("edges")? {
        let ends = <[i64; 2]>::try_from(edge).ok().and_then(|ends| {
            let end = |end: i64| u32::try_from(end).ok()?.checked_sub(1);
            Some([end(ends[0])?, end(ends[1])?])
        });
        let why = "an edge is two nodes, counted from 1, as in 1,2;2,3";
        edges.push(ends.ok_or_else(|| BadData::against(why))?);
    }
    let nodes = edges.iter().flatten().max().map_or(0, |last| last.saturating_add(1));
    NodeKayles::new(nodes, edges, play)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::octal::Nimbers;
    use crate::testing::{agree, wins};
    use proptest::prelude::*;
    use stonegame_core::grundy;

    #[test]
    fn paths_and_cycles_are_octal() {
        let mut octal = Nimbers::new("0.137".parse().unwrap());
        octal.extend(50).unwrap();
        let path = |nodes: u32| octal.get(nodes.into()).unwrap();
        for nodes in (0..=24).chain([50]) {
            assert_eq!(grundy(&NodeKayles::path(nodes, Play::Normal).unwrap()), Ok(path(nodes)));
            // Whichever node is picked first, what is left is a path.
            let left = path(nodes.saturating_sub(3));
            let cycle = u32::from(nodes > 0 && left == 0);
            assert_eq!(grundy(&NodeKayles::cycle(nodes, Play::Normal).unwrap()), Ok(cycle));
        }
    }

    #[test]
    fn published() {
        // OEIS A316632: grids of three rows.
        for (columns, nimber) in (1..).zip([2, 1, 1, 0, 3, 3, 2, 2, 2]) {
            let grid = NodeKayles::grid(3, columns, Play::Normal).unwrap();
            assert_eq!(grundy(&grid), Ok(nimber), "{columns}");
        }
    }

    #[test]
    fn graphs_that_are_none() {
        assert!(NodeKayles::path(129, Play::Normal).is_err());
        assert!(NodeKayles::grid(u32::MAX, u32::MAX, Play::Normal).is_err());
        assert!(NodeKayles::new(2, [[0, 2]], Play::Normal).is_err());
        assert_eq!(grundy(&NodeKayles::grid(0, 0, Play::Normal).unwrap()), Ok(0));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(32) })]

        #[test]
        fn equals_a_recurrence(
            edges in prop::collection::vec([0u32..6, 0u32..6], 0..8),
            misere: bool,
        ) {
            let next = |left: &Vec<u32>| {
                let gone = |picked: u32, node: u32| {
                    picked == node || edges.iter().any(|e| *e == [picked, node] || *e == [node, picked])
                };
                let without = |picked: &u32| -> Vec<u32> {
                    left.iter().copied().filter(|node| !gone(*picked, *node)).collect()
                };
                left.iter().map(without).collect()
            };
            let play = if misere { Play::Misere } else { Play::Normal };
            let game = NodeKayles::new(6, edges.iter().copied(), play).unwrap();
            prop_assert_eq!(agree(&game) == WinLoss::Win, wins(&(0..6).collect(), &next, misere));
        }
    }
}
