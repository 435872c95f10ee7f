//! The one formula of every engine: the value of a position from those of the next ones.

use crate::game::steps;
use crate::{Game, Step, Then, Value};
use core::ops::ControlFlow;

/// How an engine notices overflow: both ways are exact.
pub(crate) trait Guard<V: Value> {
    /// `gain − next`; `None` ends the work at once.
    fn minus(&mut self, gain: V, next: V) -> Option<V>;
    /// `gain + next`; `None` ends the work at once.
    fn plus(&mut self, gain: V, next: V) -> Option<V>;
    /// A value that was not computed here: what a last move gains, or a state without moves is worth.
    #[inline(always)]
    fn given(&mut self, value: V) -> V {
        value
    }
}

/// Overflow is remembered and asked for at the end of a run: no branch, so that the run vectorises.
pub(crate) struct Sticky<V: Value>(V::Mask);

impl<V: Value> Sticky<V> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Sticky(V::Mask::default())
    }

    #[inline(always)]
    pub(crate) fn tripped(&self) -> bool {
        V::overflowed(self.0)
    }
}

impl<V: Value> Guard<V> for Sticky<V> {
    #[inline(always)]
    fn minus(&mut self, gain: V, next: V) -> Option<V> {
        let (value, mask) = gain.minus(next);
        self.0 = self.0 | mask;
        Some(value)
    }

    #[inline(always)]
    fn plus(&mut self, gain: V, next: V) -> Option<V> {
        let (value, mask) = gain.plus(next);
        self.0 = self.0 | mask;
        Some(value)
    }
}

/// As [`Sticky`], where all values have room to spare: half of the operations. It also trips where nothing
/// overflowed but a value is large, and then says nothing.
///
/// For types whose [`strays`](Value::strays) tells of it; and all values that it is given must have been seen by it.
pub(crate) struct Roomy<V: Value>(V::Mask);

impl<V: Value> Roomy<V> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Roomy(V::Mask::default())
    }

    #[inline(always)]
    pub(crate) fn tripped(&self) -> bool {
        V::overflowed(self.0)
    }
}

impl<V: Value> Guard<V> for Roomy<V> {
    #[inline(always)]
    fn minus(&mut self, gain: V, next: V) -> Option<V> {
        Some(self.given(gain.minus(next).0))
    }

    #[inline(always)]
    fn plus(&mut self, gain: V, next: V) -> Option<V> {
        Some(self.given(gain.plus(next).0))
    }

    #[inline(always)]
    fn given(&mut self, value: V) -> V {
        self.0 = self.0 | value.strays();
        value
    }
}

/// Overflow ends the work at once: the cheapest way where nothing vectorises.
pub(crate) struct Stop;

impl<V: Value> Guard<V> for Stop {
    #[inline(always)]
    fn minus(&mut self, gain: V, next: V) -> Option<V> {
        gain.checked_minus(next)
    }

    #[inline(always)]
    fn plus(&mut self, gain: V, next: V) -> Option<V> {
        gain.checked_plus(next)
    }
}

/// The value of a step for the player who makes it; `None` where the guard stops, or where
/// `value_of` does not know the next state.
#[inline(always)]
pub(crate) fn worth<G: Game>(
    step: &Step<G>,
    guard: &mut impl Guard<G::Value>,
    value_of: impl FnOnce(&G::State) -> Option<G::Value>,
) -> Option<G::Value> {
    match &step.then {
        Then::Opponent(next) => guard.minus(step.gain, value_of(next)?),
        Then::Again(next) => guard.plus(step.gain, value_of(next)?),
        Then::Over => Some(guard.given(step.gain)),
    }
}

/// The value of a state; `None` as soon as a move breaks a law or the guard stops.
///
/// That ends the loop over a layer: where the answer cannot depend on the slot, the compiler takes
/// the question out of the loop, which it would not do with a flag set on the way.
///
/// `value_of` also says whether a value is *late*, which is to say only just computed. Those are
/// folded in last, so that what does not depend on them need not wait.
#[inline(always)]
pub(crate) fn best<G: Game>(
    game: &G,
    state: &G::State,
    guard: &mut impl Guard<G::Value>,
    value_of: impl Fn(&G::State) -> Option<(G::Value, bool)>,
) -> Option<G::Value> {
    let (mut early, mut late) = (G::Value::LOWEST, G::Value::LOWEST);
    let mut moved = false;
    let flow = steps(
        game,
        state,
        #[inline(always)]
        |_, step| {
            let mut is_late = false;
            let value = worth(
                &step,
                guard,
                #[inline(always)]
                |next| {
                    let (value, late) = value_of(next)?;
                    is_late = late;
                    Some(value)
                },
            );
            let Some(value) = value else {
                return ControlFlow::Break(None);
            };
            moved = true;
            if is_late {
                late = late.better(value);
            } else {
                early = early.better(value);
            }
            match G::Value::HIGHEST {
                Some(highest) if value == highest => ControlFlow::Break(Some(highest)),
                _ => ControlFlow::Continue(()),
            }
        },
    );
    match flow {
        ControlFlow::Break(end) => end,
        ControlFlow::Continue(()) if moved => Some(early.better(late)),
        ControlFlow::Continue(()) => Some(guard.given(game.terminal(state))),
    }
}
