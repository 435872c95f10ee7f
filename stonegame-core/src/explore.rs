//! The positions that play can reach.

use crate::Game;
use crate::game::steps;
use alloc::vec::Vec;
use core::hash::{BuildHasher, Hash};
use core::ops::ControlFlow;
use hashbrown::{DefaultHashBuilder, HashTable};

/// Some positions that play can reach, and whether those are all.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reachable<S> {
    /// The positions, each once, in breadth-first order: the start first, and no position before one
    /// that takes fewer plies.
    pub positions: Vec<S>,
    /// Whether play reaches no others.
    pub complete: bool,
}

/// The positions that play can reach from a game's start, `most` of them at most.
///
/// It ends on games with cycles too, since it goes on from each position only once. Time: one
/// look-up a legal move. Memory: the positions, and a number for each.
///
/// ```
/// use stonegame_core::{prelude::*, reachable};
/// # struct Ends(Row<i64>);
/// # impl Game for Ends {
/// #     type State = Span; type Move = End; type Value = i64;
/// #     fn start(&self) -> Span { self.0.span() }
/// #     fn play(&self, span: &Span, end: &End) -> Option<Step<Self>> {
/// #         let (pile, rest) = span.pop(*end)?;
/// #         Some(Step::to(rest).gain(self.0[pile]))
/// #     }
/// # }
/// let game = Ends([1, 5, 233, 7].into());
/// let all = reachable(&game, 1_000);
/// assert!(all.complete);
/// assert_eq!(all.positions.len(), 15); // 10 spans of some numbers, and the 5 empty ones
///
/// let some = reachable(&game, 3);
/// assert!(!some.complete);
/// assert_eq!(some.positions, all.positions[..3]);
/// ```
pub fn reachable<G: Game>(game: &G, most: usize) -> Reachable<G::State> {
    reachable_from(game, game.start(), most)
}

/// The positions that play can reach from any state, itself the first, `most` of them at most.
pub fn reachable_from<G: Game>(game: &G, state: G::State, most: usize) -> Reachable<G::State> {
    let mut found = Found::default();
    let mut complete = found.add(state, most).is_some();
    let mut next = 0;
    while let Some(state) = found.states.get(next).filter(|_| complete).cloned() {
        next += 1;
        let flow = steps(game, &state, |_, step| {
            let place = step.into_next().map(|next| found.add(next, most));
            if place == Some(None) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        complete = flow.is_continue();
    }
    Reachable { positions: found.states, complete }
}

/// States in the order in which they were found, each once.
pub(crate) struct Found<S> {
    pub(crate) states: Vec<S>,
    /// Their places in `states`.
    places: HashTable<usize>,
    hasher: DefaultHashBuilder,
}

impl<S> Default for Found<S> {
    fn default() -> Self {
        Found {
            states: Vec::new(),
            places: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
        }
    }
}

impl<S: Eq + Hash> Found<S> {
    /// The hash of a state, the same for as long as these states are kept.
    pub(crate) fn hash(&self, state: &S) -> u64 {
        self.hasher.hash_one(state)
    }

    /// The place of a state, if it was found.
    pub(crate) fn place(&self, state: &S) -> Option<usize> {
        let same = |place: &usize| self.states[*place] == *state;
        self.places.find(self.hash(state), same).copied()
    }

    /// The place of a state, which is new if it was not found yet; `None` if it would be one more
    /// than `most`.
    pub(crate) fn add(&mut self, state: S, most: usize) -> Option<usize> {
        if let Some(place) = self.place(&state) {
            return Some(place);
        }
        let place = self.states.len();
        if place >= most {
            return None;
        }
        let (hash, states, hasher) = (self.hash(&state), &mut self.states, &self.hasher);
        states.push(state);
        self.places.insert_unique(hash, place, |place| hasher.hash_one(&states[*place]));
        Some(place)
    }
}

#[cfg(all(test, feature = "derive"))]
mod tests {
    use super::*;
    use crate::{Move, Outcome, State, Step};
    use alloc::vec;

    /// Where each place leads to.
    struct Graph(Vec<Vec<usize>>);

    #[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
    struct Place(usize);

    #[derive(Move, Clone, Copy, Debug, PartialEq)]
    #[moves(game = Graph)]
    struct Along(#[moves(0..game.0[state.0].len())] usize);

    impl Game for Graph {
        type State = Place;
        type Move = Along;
        type Value = Outcome;
        fn start(&self) -> Place {
            Place(0)
        }
        fn play(&self, place: &Place, mv: &Along) -> Option<Step<Self>> {
            Some(Step::to(Place(self.0[place.0][mv.0])))
        }
    }

    fn found(graph: &[&[usize]], most: usize) -> (Vec<usize>, bool) {
        let game = Graph(graph.iter().map(|next| next.to_vec()).collect());
        let all = reachable(&game, most);
        (all.positions.iter().map(|p| p.0).collect(), all.complete)
    }

    #[test]
    fn cycles_end() {
        assert_eq!(found(&[&[1], &[2], &[0, 3], &[]], 100), (vec![0, 1, 2, 3], true));
        assert_eq!(found(&[&[1], &[0]], 100), (vec![0, 1], true));
        assert_eq!(found(&[&[0]], 100), (vec![0], true));
    }

    #[test]
    fn nearer_positions_come_first_and_unreachable_ones_never() {
        let graph: &[&[usize]] = &[&[1, 2], &[3], &[4, 3], &[5], &[], &[], &[0]];
        assert_eq!(found(graph, 100), (vec![0, 1, 2, 3, 4, 5], true));
    }

    #[test]
    fn a_bound_is_kept_and_told() {
        let graph: &[&[usize]] = &[&[1], &[2], &[0, 3], &[]];
        assert_eq!(found(graph, 4), (vec![0, 1, 2, 3], true));
        assert_eq!(found(graph, 3), (vec![0, 1, 2], false));
        assert_eq!(found(graph, 1), (vec![0], false));
        assert_eq!(found(graph, 0), (vec![], false));
        let game = Graph(vec![vec![1], vec![2], vec![0, 3], vec![]]);
        let from = reachable_from(&game, Place(3), 10);
        assert_eq!((from.positions, from.complete), (vec![Place(3)], true));
    }
}
