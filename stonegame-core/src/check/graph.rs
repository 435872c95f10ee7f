//! The positions explored, and the moves between them.

use super::guard::{caught, moves};
use super::law::Law;
use crate::engine::SpaceOf;
use crate::explore::Found;
use crate::{Game, Space, Then};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Debug;
use hashbrown::HashSet;

/// How many moves are looked at for each position that may be explored.
pub(super) const MOVES: usize = 32;
/// How many of one position at least, while there are some left.
const MOST: usize = 1 << 12;

/// How many moves may be followed to find out which of some positions is the smallest: enough for every
/// small graph.
const STEPS: usize = 1 << 20;

/// A law broken at one place.
#[derive(Clone)]
pub(super) struct Fault {
    pub(super) law: Law,
    pub(super) at: Place,
    pub(super) mv: Option<String>,
    pub(super) message: String,
}

/// Where a law is broken.
#[derive(Clone)]
pub(super) enum Place {
    /// At a position explored.
    Node(usize),
    /// Elsewhere, in words.
    Named(String),
}

impl Fault {
    /// At a position explored, by no move.
    pub(super) fn at(law: Law, node: usize, message: String) -> Fault {
        Fault { law, at: Place::Node(node), mv: None, message }
    }
}

/// A legal move between positions.
pub(super) struct Edge<G: Game> {
    pub(super) mv: G::Move,
    pub(super) gain: G::Value,
    /// The next position, if it was explored.
    pub(super) then: Then<Option<usize>>,
}

/// A position's moves, as far as they are known.
pub(super) struct Node<G: Game> {
    /// The legal ones.
    pub(super) edges: Vec<Edge<G>>,
    /// How many were looked at, the illegal ones counted.
    pub(super) shown: usize,
    pub(super) status: Status,
}

/// How far a position's moves were looked at.
pub(super) enum Status {
    /// Not yet, or not at all since they are too many.
    Waiting,
    /// Not at all: it lies outside of the space, where no law holds.
    Outside,
    Part,
    All,
    /// Until something panicked.
    Faulty(Fault),
}

/// Positions, each once, and their moves.
pub(super) struct Graph<G: Game> {
    space: SpaceOf<G>,
    pub(super) found: Found<G::State>,
    /// The hash of each, from when it was found.
    pub(super) hashes: Vec<u64>,
    pub(super) nodes: Vec<Node<G>>,
    /// The first one that may be waiting.
    next: usize,
}

/// What a user's code was doing when it panicked.
enum Doing<M> {
    Showing,
    Playing(M),
    Keeping,
}

impl<G: Game> Graph<G> {
    pub(super) fn new(space: SpaceOf<G>) -> Self {
        Graph { space, found: Found::default(), hashes: Vec::new(), nodes: Vec::new(), next: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.found.states.len()
    }

    pub(super) fn state(&self, node: usize) -> &G::State {
        &self.found.states[node]
    }

    /// The legal moves of a position, as far as they are known.
    pub(super) fn edges(&self, node: usize) -> &[Edge<G>] {
        &self.nodes[node].edges
    }

    /// Whether all moves of a position are known.
    pub(super) fn is_whole(&self, node: usize) -> bool {
        matches!(self.nodes[node].status, Status::All)
    }

    /// The positions whose moves were looked at.
    pub(super) fn explored(&self) -> impl Iterator<Item = usize> {
        (0..self.len()).filter(|node| match self.nodes[*node].status {
            Status::All | Status::Part => true,
            Status::Waiting | Status::Outside | Status::Faulty(_) => false,
        })
    }

    /// The positions at which a law's own code panicked.
    pub(super) fn panics(&self, law: Law) -> Vec<Fault> {
        let faulty = self.nodes.iter().filter_map(|node| match &node.status {
            Status::Faulty(fault) if fault.law == law => Some(fault.clone()),
            _ => None,
        });
        faulty.collect()
    }

    /// The place of a state, which is new if there are fewer than `most`.
    pub(super) fn add(&mut self, state: G::State, most: usize) -> Option<usize> {
        let node = self.found.add(state, most);
        if self.nodes.len() < self.len() {
            let hash = self.found.hash(self.state(self.len() - 1));
            self.hashes.push(hash);
            self.nodes.push(Node { edges: Vec::new(), shown: 0, status: Status::Waiting });
        }
        node
    }

    /// Explores all positions that wait, and those found from there, until there are `most` or no moves
    /// are left to be looked at; tells whether nothing was left out.
    pub(super) fn settle(&mut self, game: &G, most: usize, left: &mut usize) -> bool {
        let mut all = true;
        while self.next < self.len() {
            // No position with very many takes them all.
            let moves = MOST.max(*left / 16).min(*left);
            all &= moves > 0 && self.explore(game, self.next, most, moves);
            *left -= self.nodes[self.next].shown;
            self.next += 1;
        }
        all
    }

    /// Looks at some moves of one position; tells whether those and where they lead to are all.
    fn explore(&mut self, game: &G, node: usize, most: usize, some: usize) -> bool {
        let state = self.state(node).clone();
        if !caught(|| is_inside(&self.space, &state)).unwrap_or(true) {
            self.nodes[node].status = Status::Outside;
            return true;
        }
        let (mut edges, mut shown, mut kept) = (Vec::new(), 0, true);
        let mut doing = Doing::Showing;
        let all = caught(|| {
            moves(game, &state, some, |mv| {
                shown += 1;
                doing = Doing::Playing(mv.clone());
                let step = game.play(&state, &mv);
                doing = Doing::Keeping;
                if let Some(step) = step {
                    let mut keep = |next| {
                        let place = self.add(next, most);
                        kept &= place.is_some();
                        place
                    };
                    let then = match step.then {
                        Then::Opponent(next) => Then::Opponent(keep(next)),
                        Then::Again(next) => Then::Again(keep(next)),
                        Then::Over => Then::Over,
                    };
                    edges.push(Edge { mv, gain: step.gain, then });
                }
                doing = Doing::Showing;
            })
        });
        let (whole, status) = match all {
            Ok(true) => (kept, Status::All),
            Ok(false) => (false, Status::Part),
            Err(panic) => (false, Status::Faulty(panicked(node, doing, &panic))),
        };
        self.nodes[node] = Node { edges, shown, status };
        whole
    }

    /// Of some positions the one with the fewest positions below it, the first found if several have.
    ///
    /// Those count last from which more could be reached than was explored.
    pub(super) fn smallest(&self, mut nodes: Vec<usize>) -> Option<usize> {
        nodes.sort_unstable();
        nodes.dedup();
        // Those found late are often small, and tell soon that the others are larger.
        let (mut steps, mut best) = (STEPS, None);
        for &node in nodes.iter().rev() {
            let least = best.map(|(size, _)| size);
            if let Some(size) = self.size(node, least, &mut steps) {
                best = Some((size, node));
            }
        }
        // The first of that size, and not the last.
        let (mut steps, least) = (STEPS, best.map(|(size, _)| size));
        let first =
            |node: &&usize| least.is_some() && self.size(**node, least, &mut steps) == least;
        let first = nodes.iter().find(first).or(nodes.first()).copied();
        if steps > 0 { first } else { best.map_or(first, |(_, node)| Some(node)) }
    }

    /// How many positions can be reached from one, itself included, behind whether there are more than
    /// were explored; `None` if it is more than another size, or takes too many steps.
    fn size(
        &self,
        node: usize,
        most: Option<(bool, usize)>,
        steps: &mut usize,
    ) -> Option<(bool, usize)> {
        if *steps == 0 {
            return None;
        }
        let mut seen: HashSet<usize> = HashSet::from_iter([node]);
        let (mut line, mut open, mut next) = (vec![node], false, 0);
        while let Some(at) = line.get(next).copied() {
            next += 1;
            open |= !matches!(self.nodes[at].status, Status::All | Status::Outside);
            for edge in self.edges(at) {
                *steps = steps.saturating_sub(1);
                match edge.then {
                    Then::Opponent(Some(to)) | Then::Again(Some(to)) => {
                        if seen.insert(to) {
                            line.push(to);
                        }
                    }
                    Then::Opponent(None) | Then::Again(None) => open = true,
                    Then::Over => {}
                }
            }
            if *steps == 0 || most.is_some_and(|most| (open, line.len()) > most) {
                return None;
            }
        }
        Some((open, line.len()))
    }

    /// Which positions can be reached from one, itself included, as far as was explored.
    pub(super) fn below(&self, node: usize) -> Vec<bool> {
        let mut below = vec![false; self.len()];
        let mut line = vec![node];
        below[node] = true;
        while let Some(at) = line.pop() {
            for edge in self.edges(at) {
                if let Then::Opponent(Some(to)) | Then::Again(Some(to)) = edge.then
                    && !below[to]
                {
                    below[to] = true;
                    line.push(to);
                }
            }
        }
        below
    }
}

/// Whether a state is a position of a space.
pub(super) fn is_inside<S: Space>(space: &S, state: &S::State) -> bool {
    if space.layers() > 0 {
        let cell = space.locate(state).filter(|cell| cell.layer < space.layers());
        cell.is_some_and(|cell| cell.slot < space.width(cell.layer))
    } else {
        space.pack(state.clone()).is_some()
    }
}

/// What a panic says of the law that it breaks.
fn panicked<M: Debug>(node: usize, doing: Doing<M>, panic: &str) -> Fault {
    let (law, mv, message) = match doing {
        Doing::Showing => (Law::Moves, None, format!("the moves cannot be enumerated: {panic}")),
        Doing::Playing(mv) => (
            Law::Play,
            Some(format!("{mv:?}")),
            format!(
                "`play` panics: {panic}; correct it if play can come here, and if not let it return None: it must \
                 answer for every position of the space"
            ),
        ),
        Doing::Keeping => {
            (Law::Hash, None, format!("the next state cannot be hashed or compared: {panic}"))
        }
    };
    Fault { law, at: Place::Node(node), mv, message }
}
