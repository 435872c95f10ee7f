//! Which positions are tried: those that play reaches, and those that the space numbers.

use super::graph::{Fault, Graph, MOVES, Place};
use super::guard::{caught, moves};
use super::law::Law;
use crate::engine::SpaceOf;
use crate::space::Cell;
use crate::{Game, Space, State};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// A game with the positions at which its laws are tried.
pub(super) struct Sample<'g, G: Game> {
    pub(super) game: &'g G,
    pub(super) space: SpaceOf<G>,
    pub(super) graph: Graph<G>,
    /// How many of the positions were found from the start.
    pub(super) reachable: usize,
    /// Whether those are all that play can reach.
    pub(super) all_reachable: bool,
    /// Some slots of the space with the position that `at` says is there, or what its panic says.
    pub(super) cells: Vec<(Cell, Result<usize, String>)>,
    /// Whether those are all slots.
    pub(super) all_cells: bool,
    /// How many positions of each kind were asked for.
    pub(super) most: usize,
}

impl<'g, G: Game> Sample<'g, G> {
    /// At most `most` positions from the start on, as many near the ends of play if that is not
    /// enough, and as many of the space.
    pub(super) fn new(game: &'g G, most: usize) -> Result<Self, Fault> {
        let elsewhere = |law, at: &str, what: &str, panic| Fault {
            law,
            at: Place::Named(at.into()),
            mv: None,
            message: format!("{what} panics: {panic}"),
        };
        let space = caught(|| G::State::space(game))
            .map_err(|panic| elsewhere(Law::Space, "the game", "`State::space`", panic))?;
        let start = caught(|| game.start())
            .map_err(|panic| elsewhere(Law::Play, "the game", "`start`", panic))?;
        let mut graph = Graph::new(space.clone());
        caught(|| graph.add(start.clone(), most))
            .map_err(|panic| elsewhere(Law::Hash, "the start", "`hash` or `eq`", panic))?;
        let moves = MOVES.saturating_mul(most);
        let all_reachable = graph.settle(game, most, &mut { moves });
        if !all_reachable {
            // Towards the ends, so that some values are known.
            let line = line(game, start, most);
            let (most, mut moves) = (graph.len().saturating_add(most), moves);
            for state in line.into_iter().rev() {
                let added = caught(|| graph.add(state, most));
                if !matches!(added, Ok(Some(_))) || !graph.settle(game, most, &mut moves) {
                    break;
                }
            }
        }
        let reachable = graph.len();
        let mut sample = Sample {
            game,
            space,
            graph,
            reachable,
            all_reachable,
            cells: Vec::new(),
            all_cells: true,
            most,
        };
        caught(|| sample.number(most))
            .map_err(|panic| elsewhere(Law::Space, "the space", "`layers` or `width`", panic))?;
        Ok(sample)
    }

    /// Adds positions of the space.
    fn number(&mut self, most: usize) {
        let (cells, all) = cells(&self.space, most);
        self.all_cells = all;
        let room = self.graph.len().saturating_add(cells.len());
        for cell in cells {
            let space = &self.space;
            let state = caught(|| space.at(cell.layer, cell.slot));
            let graph = &mut self.graph;
            let node = state.and_then(|state| {
                // There is room for every one.
                caught(|| graph.add(state, room)).map(|node| node.unwrap_or(0))
            });
            self.cells.push((cell, node));
        }
        let mut moves = MOVES.saturating_mul(most);
        self.graph.settle(self.game, room.saturating_add(most), &mut moves);
    }

    /// The layers up to which all of a space's numbers may be asked for one by one.
    pub(super) fn few_layers(&self) -> usize {
        self.most.saturating_mul(16)
    }
}

/// The states of a game played out by chance, so long as it is not longer than `most` plies.
fn line<G: Game>(game: &G, start: G::State, most: usize) -> Vec<G::State> {
    const WIDEST: usize = 1 << 10;
    let (mut states, mut at, mut chance) = (Vec::new(), start, 0x9E37_79B9_7F4A_7C15_u64);
    // Some positions may have very many moves.
    let mut left = most.saturating_mul(16);
    while states.len() < most && left > 0 {
        let (mut next, mut met) = (None, 0u64);
        let shown = caught(|| {
            moves(game, &at, WIDEST.min(left), |mv| {
                left -= 1;
                if let Some(state) = game.play(&at, &mv).and_then(|step| step.into_next()) {
                    // Each of those met so far with the same chance.
                    met += 1;
                    chance ^= chance << 13;
                    chance ^= chance >> 7;
                    chance ^= chance << 17;
                    if chance % met == 0 {
                        next = Some(state);
                    }
                }
            })
        });
        match next {
            Some(next) if shown.is_ok() => states.push(core::mem::replace(&mut at, next)),
            _ => break,
        }
    }
    states.push(at);
    states
}

/// Slots of a space, `most` of them at most, and whether those are all.
fn cells(space: &impl Space, most: usize) -> (Vec<Cell>, bool) {
    let (layers, mut cells) = (space.layers(), Vec::new());
    if layers == 0 {
        return (cells, true);
    }
    // All, if they are few.
    if layers <= most {
        let mut total = 0usize;
        for layer in 0..layers {
            total = total.saturating_add(space.width(layer));
        }
        if total <= most {
            for layer in 0..layers {
                cells.extend((0..space.width(layer)).map(|slot| Cell { layer, slot }));
            }
            return (cells, true);
        }
    }
    // Else some of some layers, and more from below if they are narrow.
    let side = most.isqrt().max(1);
    for layer in spread(layers, side) {
        let slots = spread(space.width(layer), side);
        cells.extend(slots.into_iter().map(|slot| Cell { layer, slot }));
    }
    let some = cells.clone();
    for layer in spread(layers, most) {
        let slots = spread(space.width(layer), side).into_iter();
        let more = slots.map(|slot| Cell { layer, slot });
        cells.extend(more.filter(|cell| some.binary_search(cell).is_err()));
        if cells.len() >= most {
            break;
        }
    }
    cells.truncate(most);
    cells.sort_unstable();
    (cells, false)
}

/// Numbers below `len` in ascending order, `most` of them at most: the first, the last, and some that
/// lie evenly between.
pub(super) fn spread(len: usize, most: usize) -> Vec<usize> {
    if len <= most {
        return (0..len).collect();
    }
    let (first, last) = (most / 2, most / 4);
    let between = most - first - last;
    let even = |i: usize| (i as u128 * len as u128 / between as u128) as usize; // below `len`
    let mut numbers: Vec<usize> =
        (0..first).chain((0..between).map(even)).chain(len - last..len).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::states::{Spans, Subset, Subsets};

    #[test]
    fn numbers_are_spread_over_any_length() {
        assert_eq!(spread(5, 8), [0, 1, 2, 3, 4]);
        assert_eq!(spread(100, 0), [0; 0]);
        assert_eq!(spread(100, 1), [0]);
        assert_eq!(spread(100, 8), [0, 1, 2, 3, 50, 98, 99]);
        let far = spread(usize::MAX, 100);
        assert!(far.is_sorted_by(|a, b| a < b) && far.len() > 90 && far.len() <= 100);
        assert_eq!(far.last(), Some(&(usize::MAX - 1)));
    }

    #[test]
    fn cells_are_all_or_spread_over_the_layers() {
        let space = Spans::<1>::new(3);
        let (some, all) = cells(&space, 10);
        assert!(all && some.len() == 10);
        let (some, all) = cells(&space, 9);
        assert!(!all && some.len() <= 9 && some[0] == Cell { layer: 0, slot: 0 });
        let wide = Spans::<1>::new(1_000_000);
        let (some, all) = cells(&wide, 1_000);
        assert!(!all && some.len() <= 1_000 && some.len() > 800);
        let layers: Vec<usize> = some.iter().map(|cell| cell.layer).collect();
        assert!(layers.contains(&0) && layers.contains(&1_000_000));
        assert!(some.is_sorted_by(|a, b| a < b));
        let deep = Subsets::new(Subset::<u64>::full(60).unwrap());
        assert!(cells(&deep, 1_000).0.len() > 900);
    }
}
