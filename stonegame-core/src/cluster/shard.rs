//! The positions of one worker: met forwards as they are asked for, and decided backwards as answers come in.

use crate::engine::SpaceOf;
use crate::engine::retrograde::{decided_by, in_round, outside};
use crate::game::tries;
use crate::run::{Limits, Run};
use crate::{Engine, Error, Game, Space, State, Then, Value};
use alloc::format;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::hash::BuildHasher;
use core::ops::ControlFlow;
use hashbrown::{DefaultHashBuilder, HashTable};

/// No move, or not decided.
const NONE: u32 = u32::MAX;
/// How many positions are met between two words to the listener.
const PAUSE: usize = 1 << 10;

/// A position of some worker.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
pub(super) struct Place {
    pub(super) worker: u32,
    pub(super) index: u32,
}

/// What is a state worth? A position may move to it, or it is the start.
#[derive(Clone, serde::Serialize, serde::Deserialize)]
pub(super) struct Ask<S, V> {
    pub(super) state: S,
    pub(super) from: Option<Place>,
    pub(super) again: bool,
    pub(super) gain: V,
}

/// What a move of a position is worth, for who makes it.
#[derive(Clone, serde::Serialize, serde::Deserialize)]
pub(super) struct Answer<V> {
    pub(super) to: Place,
    pub(super) value: V,
}

/// What is known of a position.
struct Node<V> {
    value: V,
    /// How many moves are not valued yet.
    open: u32,
    /// The move to it that was met last.
    edge: u32,
    /// In which round it was decided.
    round: u32,
}

/// A move to a position.
struct Edge<V> {
    from: Place,
    before: u32,
    again: bool,
    gain: V,
}

/// The positions of one worker.
pub(crate) struct Shard<G: Game> {
    game: Arc<G>,
    worker: u32,
    places: HashTable<(G::State, u32)>,
    hasher: DefaultHashBuilder,
    nodes: Vec<Node<G::Value>>,
    edges: Vec<Edge<G::Value>>,
    now: Vec<u32>,
    next: Vec<u32>,
    /// Decided by moves of their own, and so in one ply.
    soon: Vec<u32>,
    /// How many were decided since the listener heard of it.
    untold: usize,
    /// The move to be answered next, and what the position it leads to is worth.
    owed: (u32, G::Value),
    /// The position whose moves are answered.
    answering: u32,
}

impl<G: Game> Shard<G> {
    pub(super) fn new(game: Arc<G>, worker: usize) -> Self {
        Shard {
            game,
            worker: worker as u32,
            places: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            nodes: Vec::new(),
            edges: Vec::new(),
            now: Vec::new(),
            next: Vec::new(),
            soon: Vec::new(),
            untold: 0,
            owed: (NONE, G::Value::ZERO),
            answering: NONE,
        }
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        *self = Shard::new(self.game.clone(), self.worker as usize);
    }

    /// Notes who asks, and asks on behalf of a position that is met for the first time.
    pub(super) fn ask(
        &mut self,
        run: &mut Run<'_>,
        space: &SpaceOf<G>,
        ask: Ask<G::State, G::Value>,
        tell: impl FnMut(Ask<G::State, G::Value>),
    ) -> Result<(), Error> {
        let Ask { state, from, again, gain } = ask;
        let hash = self.hasher.hash_one(&state);
        let found = self.places.find(hash, |place| place.0 == state).map(|place| place.1);
        let index = match found {
            Some(index) => index,
            None => {
                let index = self.nodes.len() as u32;
                if index == NONE {
                    return Err(Error::TooMany { engine: Engine::Retrograde });
                }
                run.reserve(state.heap_bytes() as u64)?;
                let hasher = &self.hasher;
                let rehash = |place: &(G::State, u32)| hasher.hash_one(&place.0);
                run.room_in(&mut self.places, rehash)?;
                self.places.insert_unique(hash, (state.clone(), index), rehash);
                let value = G::Value::LOWEST;
                run.push(&mut self.nodes, Node { value, open: 0, edge: NONE, round: NONE })?;
                if self.nodes.len().is_multiple_of(PAUSE) {
                    run.tick(PAUSE)?;
                }
                self.open(run, space, &state, index, tell)?;
                index
            }
        };
        if let Some(from) = from {
            let number = self.edges.len() as u32;
            if number == NONE {
                return Err(Error::TooMany { engine: Engine::Retrograde });
            }
            let before = core::mem::replace(&mut self.nodes[index as usize].edge, number);
            run.push(&mut self.edges, Edge { from, before, again, gain })?;
        }
        Ok(())
    }

    /// Asks what the next positions are worth.
    fn open(
        &mut self,
        run: &mut Run<'_>,
        space: &SpaceOf<G>,
        state: &G::State,
        index: u32,
        mut tell: impl FnMut(Ask<G::State, G::Value>),
    ) -> Result<(), Error> {
        let (game, worker) = (&*self.game, self.worker);
        let (mut best, mut open, mut moved) = (G::Value::LOWEST, 0u32, false);
        let flow = tries(game, state, |_, step| {
            if let Err(stop) = run.look() {
                return ControlFlow::Break(stop);
            }
            let Some(step) = step else { return ControlFlow::Continue(()) };
            moved = true;
            let (next, again) = match step.then {
                Then::Over => {
                    best = best.better(step.gain);
                    return ControlFlow::Continue(());
                }
                Then::Opponent(next) => (next, false),
                Then::Again(next) => (next, true),
            };
            if space.pack(next.clone()).is_none() {
                return ControlFlow::Break(outside::<G>(&next));
            }
            // A gain that decides needs no answer; the next position is one all the same.
            let decided = decided_by(step.gain, again);
            match decided {
                Some(value) => best = best.better(value),
                None => open += 1,
            }
            let from = decided.is_none().then_some(Place { worker, index });
            tell(Ask { state: next, from, again, gain: step.gain });
            ControlFlow::Continue(())
        });
        if let ControlFlow::Break(error) = flow {
            return Err(error);
        }
        let node = &mut self.nodes[index as usize];
        (node.value, node.open) = (best, open);
        if !moved {
            (node.value, node.round) = (game.terminal(state), 0);
            in_round(node.value, 0)?;
            run.push(&mut self.next, index)?;
        } else if open == 0 || best.is_settled(1) {
            node.round = 1;
            in_round(best, 1)?;
            run.push(&mut self.soon, index)?;
        }
        Ok(())
    }

    /// Takes up what was decided for a round; tells whether anything was.
    pub(super) fn turn(&mut self, run: &mut Run<'_>, round: u32) -> Result<(), Error> {
        if round == 1 {
            for index in core::mem::take(&mut self.soon) {
                run.push(&mut self.next, index)?;
            }
        }
        core::mem::swap(&mut self.now, &mut self.next);
        Ok(())
    }

    /// The next answer that the positions of this round owe.
    pub(super) fn pop(&mut self, run: &mut Run<'_>) -> Result<Option<Answer<G::Value>>, Error> {
        while self.owed.0 == NONE {
            let Some(index) = self.now.pop() else { return Ok(None) };
            self.untold += 1;
            if self.untold == PAUSE {
                run.tick(core::mem::take(&mut self.untold))?;
            }
            let node = &self.nodes[index as usize];
            self.owed = (node.edge, node.value);
            self.answering = index;
        }
        run.look()?;
        let (edge, value) = self.owed;
        let Edge { from, before, again, gain } = &self.edges[edge as usize];
        let worth = if *again { gain.checked_plus(value) } else { gain.checked_minus(value) };
        self.owed.0 = *before;
        match worth {
            Some(worth) => Ok(Some(Answer { to: *from, value: worth })),
            None => {
                let next = self.places.iter().find(|place| place.1 == self.answering);
                let next = next.map_or("?".into(), |place| format!("{:?}", place.0));
                Err(Error::Overflow {
                    position: format!("the position before {next}, which is worth {value:?}"),
                    mv: format!("a move that gains {gain:?}"),
                })
            }
        }
    }

    /// A move of a position is worth so much, told in a round.
    pub(super) fn answer(
        &mut self,
        run: &mut Run<'_>,
        answer: Answer<G::Value>,
        round: u32,
    ) -> Result<(), Error> {
        let index = answer.to.index;
        let Some(node) = self.nodes.get_mut(index as usize).filter(|node| node.round == NONE)
        else {
            return Ok(());
        };
        node.value = node.value.better(answer.value);
        node.open = node.open.saturating_sub(1);
        if node.open == 0 || node.value.is_settled(round) {
            node.round = round;
            in_round(node.value, round)?;
            run.push(&mut self.next, index)?;
        }
        Ok(())
    }

    /// What nobody could decide never ends. Moves are forgotten.
    pub(super) fn finish(&mut self, run: &mut Run<'_>) -> Result<(), Error> {
        let bytes = self.edges.capacity() * size_of::<Edge<G::Value>>();
        self.edges = Vec::new();
        run.release(bytes as u64);
        for (state, index) in &self.places {
            let node = &mut self.nodes[*index as usize];
            if node.round == NONE {
                let cycle = || Error::Cycle { position: format!("{state:?}") };
                node.value = G::Value::ENDLESS.ok_or_else(cycle)?;
            }
        }
        Ok(())
    }

    /// The value of a state that is kept here, and in how many plies it is decided, if it is.
    pub(super) fn get(&self, state: &G::State) -> Option<(G::Value, Option<u32>)> {
        let found = self.places.find(self.hasher.hash_one(state), |place| place.0 == *state)?;
        Some(self.told(found.1))
    }

    fn told(&self, index: u32) -> (G::Value, Option<u32>) {
        let Node { value, round, .. } = self.nodes[index as usize];
        (value, Some(round).filter(|round| *round != NONE && G::Value::ENDLESS != Some(value)))
    }

    /// Shows `visit` all positions that are kept here.
    pub(super) fn each(&self, mut visit: impl FnMut(&G::State, G::Value, Option<u32>)) {
        for (state, index) in &self.places {
            let (value, plies) = self.told(*index);
            visit(state, value, plies);
        }
    }

    /// The same with the rounds in which they were decided, of draws too.
    pub(super) fn each_round(&self, mut visit: impl FnMut(&G::State, G::Value, Option<u32>)) {
        for (state, index) in &self.places {
            let Node { value, round, .. } = self.nodes[*index as usize];
            visit(state, value, Some(round).filter(|round| *round != NONE));
        }
    }

    /// How many positions are kept here.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }
}

/// A run of one of several workers, which share a budget.
pub(super) fn share(limits: &Limits, workers: usize) -> u64 {
    limits.budget(u64::MAX) / workers.max(1) as u64
}
