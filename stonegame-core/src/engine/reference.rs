//! The definition word for word: the oracle of the other engines.

use crate::game::tries;
use crate::run::{Run, bytes_of};
use crate::{Error, Game, Step, Then, Value};
use alloc::format;
use alloc::vec::{IntoIter, Vec};
use core::ops::ControlFlow;

/// The most evaluations before it gives up: some seconds' worth.
const MOST: u64 = 1 << 24;

/// A position under way: the moves still to try, and the one being tried.
struct Frame<G: Game> {
    state: G::State,
    steps: IntoIter<(G::Move, Step<G>)>,
    bytes: u64,
    trying: Option<(G::Move, G::Value, bool)>,
    best: Option<G::Value>,
}

/// The exact value of a state. Exponential time, memory in the length of the longest line.
pub(crate) fn value<G: Game>(
    run: &mut Run<'_>,
    game: &G,
    state: &G::State,
) -> Result<G::Value, Error> {
    let most = run.evaluated() + MOST;
    let mut frames = run.room(64)?;
    frames.push(open(run, game, state.clone())?);
    let mut trail = Trail::default();
    while let Some(frame) = frames.last_mut() {
        match frame.steps.next() {
            Some((mv, step)) => match step.then {
                Then::Over => frame.fold(step.gain),
                Then::Opponent(next) => {
                    frame.trying = Some((mv, step.gain, false));
                    let next = open(run, game, next)?;
                    if trail.repeats(frames.len(), &next.state) {
                        return Err(Error::Cycle { position: format!("{:?}", next.state) });
                    }
                    run.push(&mut frames, next)?;
                }
                Then::Again(next) => {
                    frame.trying = Some((mv, step.gain, true));
                    let next = open(run, game, next)?;
                    if trail.repeats(frames.len(), &next.state) {
                        return Err(Error::Cycle { position: format!("{:?}", next.state) });
                    }
                    run.push(&mut frames, next)?;
                }
            },
            None => {
                let value = frame.best.unwrap_or_else(|| game.terminal(&frame.state));
                run.release(frame.bytes);
                frames.pop();
                match frames.last_mut() {
                    Some(parent) => parent.take(value)?,
                    None => return Ok(value),
                }
            }
        }
        if run.evaluated() >= most {
            return Err(Error::TooLong { evaluated: run.evaluated() });
        }
    }
    unreachable!("the loop returns with the last frame")
}

fn open<G: Game>(run: &mut Run<'_>, game: &G, state: G::State) -> Result<Frame<G>, Error> {
    let mut all = Vec::new();
    let flow = tries(game, &state, |mv, step| {
        if let Err(error) = run.look() {
            return ControlFlow::Break(error);
        }
        let Some(step) = step else { return ControlFlow::Continue(()) };
        match run.push(&mut all, (mv, step)).and_then(|()| run.check_cancelled()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        }
    });
    if let ControlFlow::Break(error) = flow {
        return Err(error);
    }
    run.tick(1)?;
    let bytes = bytes_of::<(G::Move, Step<G>)>(all.capacity());
    Ok(Frame { state, steps: all.into_iter(), bytes, trying: None, best: None })
}

impl<G: Game> Frame<G> {
    fn fold(&mut self, value: G::Value) {
        self.best = Some(self.best.map_or(value, |best| best.better(value)));
    }

    /// The move being tried leads to a position of this value.
    fn take(&mut self, next: G::Value) -> Result<(), Error> {
        let Some((mv, gain, again)) = self.trying.take() else {
            return Ok(());
        };
        let value = if again { gain.checked_plus(next) } else { gain.checked_minus(next) };
        match value {
            Some(value) => {
                self.fold(value);
                Ok(())
            }
            None => Err(Error::Overflow {
                position: format!("{:?}", self.state),
                mv: format!("{mv:?}"),
            }),
        }
    }
}

/// Whether a line of positions comes back to itself, by Brent's algorithm: one position is kept, a
/// later one from each depth that is a power of two on, and every new one is compared with it.
///
/// A search that always tries the first move not known keeps to one line once it is on a cycle, so
/// that it meets the kept position again at the latest at four times the depth.
struct Trail<T> {
    kept: Option<(usize, T)>,
}

impl<T> Default for Trail<T> {
    fn default() -> Self {
        Trail { kept: None }
    }
}

impl<T: Clone + PartialEq> Trail<T> {
    /// Whether the position at this depth is one that lies above it.
    #[inline(always)]
    fn repeats(&mut self, depth: usize, position: &T) -> bool {
        match &self.kept {
            // The search has left that position again.
            Some((kept, _)) if *kept >= depth => self.kept = None,
            Some((_, kept)) if kept == position => return true,
            _ => {}
        }
        if depth.is_power_of_two() {
            self.kept = Some((depth, position.clone()));
        }
        false
    }
}
