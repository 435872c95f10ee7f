//! One pass: each move is noted as it is met, with the one to the same position that was met before.

use super::analysis::{AGAIN, Analysis, Moves, NONE, PAUSE};
use super::{Decided, decided_by, outside, stray};
use crate::engine::SpaceOf;
use crate::engine::memo::keys::Keys;
use crate::game::tries;
use crate::run::Run;
use crate::{Engine, Error, Game, Step, Then, Value};
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// A move to a position: from where, what it gains, and the move to it that was met before.
#[derive(Clone, Copy)]
struct Edge<V> {
    from: u32,
    before: u32,
    gain: V,
}

impl<G: Game, K: Keys<SpaceOf<G>>> Analysis<'_, G, K> {
    /// Notes each move as it is met.
    pub(super) fn fast(
        mut self,
        run: &mut Run<'_>,
        start: &G::State,
    ) -> Result<Decided<K::Key, G::Value>, Error> {
        let (game, space) = (self.game, self.space);
        let mut heads: Vec<u32> = Vec::new();
        let mut edges: Vec<Edge<G::Value>> = Vec::new();
        let mut stack: Vec<(K::Key, u32)> = Vec::new();
        let first = K::pack(space, start.clone()).ok_or_else(|| outside::<G>(start))?;
        self.place(run, &first)?;
        self.grow(run)?;
        run.push(&mut heads, NONE)?;
        run.push(&mut stack, (first, 0))?;
        let mut met = 0usize;
        while let Some((key, at)) = stack.pop() {
            met += 1;
            if met.is_multiple_of(PAUSE) {
                run.tick(PAUSE)?;
            }
            let mut own = Moves { moves: 0, open: 0, best: G::Value::LOWEST };
            let mut visit =
                |this: &mut Self, state: &G::State, step: Option<Step<G>>| -> Result<(), Error> {
                    run.look()?;
                    let Some(Step { then: next, gain }) = step else { return Ok(()) };
                    own.moves += 1;
                    let (child, again) = match next {
                        Then::Opponent(child) => (child, false),
                        Then::Again(child) => (child, true),
                        Then::Over => {
                            own.best = own.best.better(gain);
                            return Ok(());
                        }
                    };
                    let child =
                        K::pack(space, child).ok_or_else(|| stray::<G, K>(game, space, state))?;
                    let (to, is_new) = this.place(run, &child)?;
                    if is_new {
                        this.grow(run)?;
                        run.push(&mut heads, NONE)?;
                        run.push(&mut stack, (child, to))?;
                    }
                    match decided_by(gain, again) {
                        Some(value) => own.best = own.best.better(value),
                        None => {
                            own.open += 1;
                            let number = edges.len() as u32;
                            if edges.len() >= NONE as usize {
                                return Err(Error::TooMany { engine: Engine::Retrograde });
                            }
                            let from = if again { at | AGAIN } else { at };
                            let before = core::mem::replace(&mut heads[to as usize], number);
                            run.push(&mut edges, Edge { from, before, gain })?;
                        }
                    }
                    Ok(())
                };
            let terminal = K::unpack(space, &key, |state| {
                let mut moved = false;
                let flow = tries(game, state, |_, step| {
                    moved |= step.is_some();
                    match visit(&mut self, state, step) {
                        Ok(()) => ControlFlow::Continue(()),
                        Err(error) => ControlFlow::Break(error),
                    }
                });
                match flow {
                    ControlFlow::Break(error) => Err(error),
                    ControlFlow::Continue(()) => Ok((!moved).then(|| game.terminal(state))),
                }
            });
            let terminal = terminal?;
            self.begin(run, at, &own, || terminal.unwrap_or(G::Value::ZERO))?;
        }
        run.tick(met % PAUSE)?;
        self.backwards(run, |at, visit| {
            let mut edge = heads[at as usize];
            while edge != NONE {
                let Edge { from, before, gain } = edges[edge as usize];
                visit(from, gain)?;
                edge = before;
            }
            Ok(())
        })?;
        self.finish(run)
    }
}
