//! What the parts of positions are worth, each found once, for any notion of worth that sums respect.

use super::Impartial;
use crate::game::{Then, steps};
use crate::run::{Limits, Run, bytes_of};
use crate::{Engine, Error, Game, Solver, State, Step, Value};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use hashbrown::HashMap;

/// A notion of what positions are worth: that of a sum follows from those of its summands, and that of a position
/// from those of its options. 0 is that of a position in which nobody can move.
pub(super) trait Worth {
    /// The worths of a position's options.
    type Options: Default;

    /// The positions that a state is the sum of.
    fn parts<G: Impartial>(game: &G, state: &G::State, visit: &mut dyn FnMut(G::State)) {
        game.parts(state, visit);
    }

    /// One more option.
    fn insert(options: &mut Self::Options, worth: u32);

    /// The worth of a sum of two positions.
    fn sum(&mut self, run: &mut Run<'_>, a: u32, b: u32) -> Result<u32, Error>;

    /// The worth of a position with these options.
    fn of(&mut self, run: &mut Run<'_>, options: Self::Options) -> Result<u32, Error>;

    /// Why a position in which nobody can move may not have this value; nothing if it may.
    fn against<V: Value>(&self, end: V) -> Option<&'static str>;

    /// The bytes that it takes.
    fn bytes(&self) -> u64;
}

/// The worths of an impartial game's positions, found as they are asked for: one look-up a part of each position
/// that a move leads to. What is still to be looked at lies on the heap, not on the thread's stack.
pub(super) struct Parts<'g, G: Impartial, W> {
    game: &'g G,
    limits: Limits,
    /// The parts met; nothing where the worth is still looked for.
    known: HashMap<G::State, Option<u32>>,
    /// What they own on the heap.
    owned: u64,
    pub(super) worth: W,
}

impl<'g, G: Impartial, W: Worth> Parts<'g, G, W> {
    pub(super) fn by(game: &'g G, solver: &Solver, worth: W) -> Self {
        Parts { game, limits: solver.limits().clone(), known: HashMap::new(), owned: 0, worth }
    }

    /// How many parts' worths are known.
    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    /// The worth of a state.
    pub(super) fn of(&mut self, state: &G::State) -> Result<u32, Error> {
        let parts = self.parts(state);
        if parts.is_empty() {
            self.is_an_end(state)?;
        }
        self.within(|parts_of, run| {
            parts.iter().try_for_each(|part| parts_of.find(run, part.clone()))?;
            parts_of.sum(run, &parts)
        })
    }

    /// The moves of a state that lead to a worth that `wanted` accepts, in order.
    pub(super) fn moves(
        &mut self,
        state: &G::State,
        wanted: impl Fn(&W, u32) -> bool,
    ) -> Result<Vec<G::Move>, Error> {
        // Whatever the moves lead to is known afterwards, if the parts are those of the state's own parts.
        self.of(state)?;
        self.within(|known, run| {
            let (mut moves, mut nexts) = (vec![], vec![]);
            known.each_next(state, |mv, next| {
                run.push(&mut moves, mv)?;
                run.push(&mut nexts, known.parts(&next))
            })?;
            let mut leads = vec![];
            for (mv, parts) in moves.into_iter().zip(nexts) {
                parts.iter().try_for_each(|part| known.find(run, part.clone()))?;
                let sum = known.sum(run, &parts)?;
                if wanted(&known.worth, sum) {
                    run.push(&mut leads, mv)?;
                }
            }
            Ok(leads)
        })
    }

    /// Does something within the solver's limits, of which what is known has its part.
    fn within<T>(
        &mut self,
        work: impl FnOnce(&mut Self, &mut Run<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let limits = self.limits.clone();
        let kept = room::<G>(self.known.capacity()) + self.owned + self.worth.bytes();
        let mut run = Run::new(&limits, Engine::Memo, limits.budget(kept));
        run.reserve(kept)?;
        let done = work(self, &mut run);
        if done.is_err() {
            // What was still looked for is not known.
            self.known.retain(|_, worth| worth.is_some());
            let owned = |state: &G::State| State::<G>::heap_bytes(state) as u64;
            self.owned = self.known.keys().map(owned).sum();
        }
        done
    }

    /// The sum of parts whose worths are known.
    fn sum(&mut self, run: &mut Run<'_>, parts: &[G::State]) -> Result<u32, Error> {
        let mut sum = 0;
        for part in parts {
            if let Some(worth) = self.known.get(part).copied().flatten() {
                sum = self.worth.sum(run, sum, worth)?;
            }
        }
        Ok(sum)
    }

    fn parts(&self, state: &G::State) -> Vec<G::State> {
        let mut parts = vec![];
        W::parts(self.game, state, &mut |part| parts.push(part));
        parts
    }

    /// Shows `visit` each move and where it leads, as long as the game keeps its promise.
    fn each_next(
        &self,
        state: &G::State,
        mut visit: impl FnMut(G::Move, G::State) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut moved = false;
        let flow = steps(self.game, state, |mv, step| {
            moved = true;
            match lawful(state, &mv, step).and_then(|next| visit(mv, next)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(error),
            }
        });
        if let ControlFlow::Break(error) = flow {
            return Err(error);
        }
        if moved { Ok(()) } else { self.is_an_end(state) }
    }

    /// Whether a state in which nobody can move is worth what it must be.
    fn is_an_end(&self, state: &G::State) -> Result<(), Error> {
        match self.worth.against(self.game.terminal(state)) {
            Some(why) => Err(Error::NotImpartial { position: format!("{state:?}"), why }),
            None => Ok(()),
        }
    }

    /// Finds the worth of a part, and of all parts that it leads to.
    fn find(&mut self, run: &mut Run<'_>, part: G::State) -> Result<(), Error> {
        let mut stack = vec![];
        run.push(&mut stack, part)?;
        while let Some(state) = stack.last().cloned() {
            match self.known.get(&state) {
                Some(Some(_)) => {
                    stack.pop();
                    continue;
                }
                Some(None) => {}
                None => self.open(run, state.clone())?,
            }
            // The parts that its options are made of, one option after the other, and those not known yet.
            let (mut worths, mut ends, height) = (vec![], vec![], stack.len());
            self.each_next(&state, |_, next| {
                let parts = self.parts(&next);
                if parts.is_empty() {
                    self.is_an_end(&next)?;
                }
                for part in parts {
                    match self.known.get(&part) {
                        Some(Some(worth)) => worths.push(*worth),
                        Some(None) => return Err(Error::Cycle { position: format!("{part:?}") }),
                        None => run.push(&mut stack, part)?,
                    }
                }
                if stack.len() == height {
                    ends.push(worths.len());
                }
                Ok(())
            })?;
            if stack.len() == height {
                let (mut options, mut from) = (W::Options::default(), 0);
                for end in ends {
                    let parts = worths[from..end].iter();
                    let sum = parts.copied().try_fold(0, |a, b| self.worth.sum(run, a, b))?;
                    W::insert(&mut options, sum);
                    from = end;
                }
                let worth = self.worth.of(run, options)?;
                self.known.insert(state, Some(worth));
                stack.pop();
                run.tick(1)?;
            }
        }
        run.release(bytes_of::<G::State>(stack.capacity()));
        Ok(())
    }

    /// Takes note of a state whose worth is looked for.
    fn open(&mut self, run: &mut Run<'_>, state: G::State) -> Result<(), Error> {
        let (old, more) = (self.known.capacity(), self.known.capacity().max(64));
        if self.known.len() == old {
            // While it moves, the old room is still there.
            run.reserve(room::<G>(old + more))?;
            self.known.try_reserve(more).map_err(|_| run.over(run.account().0))?;
            run.release(room::<G>(old));
        }
        let owned = State::<G>::heap_bytes(&state) as u64;
        run.reserve(owned)?;
        self.owned += owned;
        self.known.insert(state, None);
        Ok(())
    }
}

/// What room for so many parts takes, the table's own bytes among it.
fn room<G: Game>(parts: usize) -> u64 {
    bytes_of::<(G::State, Option<u32>)>(parts) / 7 * 8 + 2 * parts as u64
}

/// The next state of a step that an impartial game may have.
fn lawful<G: Game>(state: &G::State, mv: &G::Move, step: Step<G>) -> Result<G::State, Error> {
    let why = match step.then {
        Then::Opponent(next) if step.gain == G::Value::ZERO => return Ok(next),
        Then::Opponent(_) => "gains something; in an impartial game only who moves last matters",
        Then::Again(_) => {
            "lets the same player move again; in an impartial game the players take turns"
        }
        Then::Over => "ends the game; in an impartial game it ends where nobody can move",
    };
    Err(Error::NotImpartial { position: format!("{mv:?} in {state:?}"), why })
}
