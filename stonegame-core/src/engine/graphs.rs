//! Random graphs as games, for tests of engines.

use crate::space::Sparse;
use crate::{Game, Move, Outcome, State, Step, Value};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// A graph: of each position its moves, or what it is worth if there are none.
#[derive(Debug)]
pub(super) struct Graph<V> {
    pub(super) moves: Vec<Vec<(V, Kind, usize)>>,
    pub(super) terminals: Vec<V>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    To,
    Again,
    Over,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct At(pub(super) usize);

impl<V: Value> State<Graph<V>> for At {
    type Space = Sparse<At>;
    fn space(_: &Graph<V>) -> Sparse<At> {
        Sparse::default()
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Go(pub(super) usize);

impl<V: Value> Move<Graph<V>> for Go {
    fn each<B>(
        game: &Graph<V>,
        at: &At,
        visit: impl FnMut(Go) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        (0..game.moves[at.0].len()).map(Go).try_for_each(visit)
    }
}

impl<V: Value> Game for Graph<V> {
    type State = At;
    type Move = Go;
    type Value = V;
    fn start(&self) -> At {
        At(0)
    }
    fn play(&self, at: &At, go: &Go) -> Option<Step<Self>> {
        let (gain, kind, to) = *self.moves[at.0].get(go.0)?;
        Some(match kind {
            Kind::To => Step::to(At(to)).gain(gain),
            Kind::Again => Step::again(At(to)).gain(gain),
            Kind::Over => Step::over(gain),
        })
    }
    fn terminal(&self, at: &At) -> V {
        self.terminals[at.0]
    }
}

/// Numbers that only look random.
pub(super) struct Numbers(pub(super) u64);

impl Numbers {
    pub(super) fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }

    pub(super) fn outcome(&mut self, mostly_draw: u64) -> Outcome {
        match self.below(mostly_draw) {
            0 => Outcome::Win,
            1 => Outcome::Loss,
            _ => Outcome::Draw,
        }
    }

    /// A graph in which play may go round.
    pub(super) fn graph(&mut self) -> Graph<Outcome> {
        let n = 1 + self.below(9) as usize;
        let (mut moves, mut terminals) = (vec![], vec![]);
        for _ in 0..n {
            let count = self.below(4);
            let mut those = vec![];
            for _ in 0..count {
                let kind =
                    [Kind::To, Kind::To, Kind::To, Kind::Again, Kind::Over][self.below(5) as usize];
                those.push((self.outcome(9), kind, self.below(n as u64) as usize));
            }
            moves.push(those);
            terminals.push(self.outcome(3));
        }
        Graph { moves, terminals }
    }

    /// A graph in which moves lead to later positions alone, with values by a function of these numbers.
    pub(super) fn acyclic<V: Value>(&mut self, value: impl Fn(&mut Self) -> V) -> Graph<V> {
        let n = 1 + self.below(14) as usize;
        let (mut moves, mut terminals) = (vec![], vec![]);
        for at in 0..n {
            let count = if at + 1 < n { self.below(5) } else { 0 };
            let kinds = [Kind::To, Kind::To, Kind::To, Kind::To, Kind::Again, Kind::Over];
            let those = (0..count).map(|_| {
                let to = at + 1 + self.below((n - at - 1) as u64) as usize;
                let kind = kinds[self.below(6) as usize];
                (value(self), kind, to)
            });
            moves.push(those.collect());
            terminals.push(value(self));
        }
        Graph { moves, terminals }
    }
}
