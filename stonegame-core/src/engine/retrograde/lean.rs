//! Two passes: how many moves lead to each position, and then which, side by side.

use super::analysis::{AGAIN, Analysis, Moves, NONE, PAUSE};
use super::{Decided, decided_by, outside, stray};
use crate::engine::SpaceOf;
use crate::engine::memo::keys::Keys;
use crate::engine::memo::positions::Memo;
use crate::game::tries;
use crate::run::Run;
use crate::{Engine, Error, Game, Step, Then, Value};
use alloc::vec::Vec;
use core::ops::ControlFlow;

impl<G: Game, K: Keys<SpaceOf<G>>> Analysis<'_, G, K> {
    /// Runs through the moves twice.
    pub(super) fn lean(
        mut self,
        run: &mut Run<'_>,
        start: &G::State,
    ) -> Result<Decided<K::Key, G::Value>, Error> {
        let (game, space) = (self.game, self.space);
        // How many moves lead to each position; then where those to each begin.
        let mut into: Vec<u32> = Vec::new();
        let mut stack: Vec<K::Key> = Vec::new();
        let first = K::pack(space, start.clone()).ok_or_else(|| outside::<G>(start))?;
        self.place(run, &first)?;
        run.push(&mut into, 0)?;
        run.push(&mut stack, first)?;
        let (mut met, mut moves_gain, mut moves) = (0usize, false, 0usize);
        while let Some(key) = stack.pop() {
            met += 1;
            if met.is_multiple_of(PAUSE) {
                run.tick(PAUSE)?;
            }
            K::unpack(space, &key, |state| {
                let mut visit = |step: Option<Step<G>>| -> Result<(), Error> {
                    run.look()?;
                    let Some(Step { then: next, gain }) = step else { return Ok(()) };
                    let (child, again) = match next {
                        Then::Opponent(child) => (child, false),
                        Then::Again(child) => (child, true),
                        Then::Over => return Ok(()),
                    };
                    let key =
                        K::pack(space, child).ok_or_else(|| stray::<G, K>(game, space, state))?;
                    let (to, is_new) = self.place(run, &key)?;
                    if is_new {
                        run.push(&mut into, 0)?;
                        run.push(&mut stack, key)?;
                    }
                    if decided_by(gain, again).is_none() {
                        into[to as usize] += 1;
                        moves += 1;
                        moves_gain |= gain != G::Value::ZERO;
                    }
                    Ok(())
                };
                let flow = tries(game, state, |_, step| match visit(step) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(error) => ControlFlow::Break(error),
                });
                flow.break_value().map_or(Ok(()), Err)
            })?;
        }
        run.tick(met % PAUSE)?;
        let bytes = (stack.capacity() * size_of::<K::Key>()) as u64;
        drop(stack);
        run.release(bytes);
        if moves >= NONE as usize {
            return Err(Error::TooMany { engine: Engine::Retrograde });
        }
        let count = into.len();
        let mut sum = 0;
        for into in &mut into {
            // The end of each block; the second pass moves it to its begin.
            sum += *into;
            *into = sum;
        }
        let mut from: Vec<u32> = run.filled(moves, 0)?;
        let mut gains: Vec<G::Value> =
            run.filled(if moves_gain { moves } else { 0 }, G::Value::ZERO)?;
        self.values = run.filled(count, G::Value::LOWEST)?;
        self.open = run.filled(count, 0)?;
        self.rounds = run.filled(count, NONE)?;
        // The table is not written to any more, but the rest of the analysis is.
        let places = core::mem::replace(&mut self.places, Memo::new());
        for (i, (key, at)) in places.iter().enumerate() {
            if i.is_multiple_of(PAUSE) {
                run.check_cancelled()?;
            }
            let mut own = Moves { moves: 0, open: 0, best: G::Value::LOWEST };
            let terminal = K::unpack(space, key, |state| {
                let flow = tries(game, state, |_, step| {
                    if let Err(stop) = run.look() {
                        return ControlFlow::Break(stop);
                    }
                    let Some(step) = step else { return ControlFlow::Continue(()) };
                    own.moves += 1;
                    let (child, again) = match step.then {
                        Then::Opponent(child) => (child, false),
                        Then::Again(child) => (child, true),
                        Then::Over => {
                            own.best = own.best.better(step.gain);
                            return ControlFlow::Continue(());
                        }
                    };
                    match decided_by(step.gain, again) {
                        Some(value) => own.best = own.best.better(value),
                        None => {
                            own.open += 1;
                            let to = K::pack(space, child).and_then(|key| places.get(&key));
                            // A position that a lawful game did not show the first time is not counted.
                            let Some(slot) = to.and_then(|to| {
                                into[to as usize].checked_sub(1).map(|slot| (to, slot))
                            }) else {
                                return ControlFlow::Continue(());
                            };
                            into[slot.0 as usize] = slot.1;
                            let again = if again { AGAIN } else { 0 };
                            from[slot.1 as usize] = at | again;
                            if moves_gain {
                                gains[slot.1 as usize] = step.gain;
                            }
                        }
                    }
                    ControlFlow::Continue(())
                });
                match flow {
                    ControlFlow::Break(stop) => Err(stop),
                    ControlFlow::Continue(()) => Ok((own.moves == 0).then(|| game.terminal(state))),
                }
            })?;
            self.begin(run, at, &own, || terminal.unwrap_or(G::Value::ZERO))?;
        }
        self.places = places;
        self.backwards(run, |at, visit| {
            let begin = into[at as usize] as usize;
            let end = into.get(at as usize + 1).map_or(moves, |end| *end as usize);
            for slot in begin..end {
                let gain = if moves_gain { gains[slot] } else { G::Value::ZERO };
                visit(from[slot], gain)?;
            }
            Ok(())
        })?;
        self.finish(run)
    }
}
