//! Proof-number search, depth first: does the player to move get at least so much?
//!
//! Of each position two numbers are kept: how many positions at least have to be proved for the answer yes, and for no. The search goes
//! where fewer are missing, until one of them is none. In a graph a position that is reached in two ways would be counted twice, and
//! sums grow beyond all bounds: so of several branches the most counts, and one for each other; and no sum is infinity, which
//! stands for "impossible" alone. Where play could come back to a position, numbers that lean on each other would say nothing; such a position is an error.
//!
//! Source: A. Nagai, *Df-pn algorithm for searching AND/OR trees and its applications*, University of Tokyo (2002); on
//! cycles, A. Kishimoto and M. Müller, *A solution to the GHI problem for depth-first proof-number search* (2005).

use super::retrograde::decided_by;
use super::under_way::UnderWay;
use super::{SpaceOf, heap_bytes};
use crate::game::tries;
use crate::run::{Cancel, Limits, Run, bytes_of};
use crate::{Engine, Error, Game, Space, State, Step, Then, Value};
use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use core::hash::BuildHasher;
use core::ops::ControlFlow;
use hashbrown::{DefaultHashBuilder, HashTable};

type Key<G> = <SpaceOf<G> as Space>::Key;

/// Cannot be proved.
const NEVER: u32 = u32::MAX;
/// The largest number of positions that are missing.
const MANY: u32 = u32::MAX - 1;
/// How many positions are opened between two words to the listener.
const PAUSE: u64 = 1 << 10;

/// Proof-number search: whether a position is worth at least so much, of which often few of the positions below need be seen.
///
/// ```
/// use stonegame_core::{Proof, prelude::*};
/// # struct OneOrTwo { stones: usize }
/// # #[derive(Move, Clone, Copy, Debug)]
/// # struct Take { #[moves(1..=2)] stones: usize }
/// # impl Game for OneOrTwo {
/// #     type State = Suffix<2>; type Move = Take; type Value = WinLoss;
/// #     fn start(&self) -> Suffix<2> { Suffix::whole(self.stones) }
/// #     fn play(&self, left: &Suffix<2>, take: &Take) -> Option<Step<Self>> {
/// #         Some(Step::to(left.take(take.stones)?.1))
/// #     }
/// # }
/// // Take one or two stones; who cannot loses.
/// let game = OneOrTwo { stones: 10 };
/// let mut proof = Proof::new(&game);
/// assert!(proof.at_least(&game.start(), WinLoss::Win)?);
/// # Ok::<(), Error>(())
/// ```
///
/// Of a margin it answers whether it is at least a number. Time: exponential in the worst case, though no question about one
/// position is kept twice. Memory: the positions opened.
#[doc(alias = "df-pn")]
#[doc(alias = "proof number")]
pub struct Proof<'g, G: Game> {
    game: &'g G,
    space: SpaceOf<G>,
    limits: Limits,
    opened: u64,
}

impl<G: Game> fmt::Debug for Proof<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proof").field("opened", &self.opened).finish_non_exhaustive()
    }
}

/// What is asked of a position: whether it is worth more than a value, or at least that, to the player to move.
struct Question<G: Game> {
    key: Key<G>,
    bound: G::Value,
    more: bool,
}

impl<G: Game> Clone for Question<G> {
    fn clone(&self) -> Self {
        Question { key: self.key.clone(), ..*self }
    }
}

impl<G: Game> PartialEq for Question<G> {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key && self.bound == other.bound && self.more == other.more
    }
}

/// How many positions are missing for a yes, and for a no.
#[derive(Clone, Copy)]
struct Missing {
    yes: u32,
    no: u32,
}

impl Missing {
    const fn decided(yes: bool) -> Self {
        if yes { Missing { yes: 0, no: NEVER } } else { Missing { yes: NEVER, no: 0 } }
    }
}

/// A move: its answer is known, or it is that of another question, or the opposite.
enum Branch<G: Game> {
    Known(bool),
    Same(Question<G>),
    Opposite(Question<G>),
}

impl<G: Game> Branch<G> {
    /// The question whose answer it has to wait for.
    fn question(&self) -> Option<&Question<G>> {
        match self {
            Branch::Known(_) => None,
            Branch::Same(question) | Branch::Opposite(question) => Some(question),
        }
    }
}

/// A question under way, and how many may be missing until another one looks better.
struct Frame<G: Game> {
    question: Question<G>,
    branches: Vec<Branch<G>>,
    most: Missing,
    /// What the states of its branches own on the heap.
    owned: u64,
}

/// What was found of questions.
struct Notes<G: Game> {
    table: HashTable<(Question<G>, Missing)>,
    hasher: DefaultHashBuilder,
}

impl<G: Game> Notes<G> {
    fn hash(&self, question: &Question<G>) -> u64 {
        self.hasher.hash_one((&question.key, question.more, question.bound.rank()))
    }

    fn get(&self, question: &Question<G>) -> Option<Missing> {
        self.table.find(self.hash(question), |note| note.0 == *question).map(|note| note.1)
    }

    fn set(
        &mut self,
        run: &mut Run<'_>,
        space: &SpaceOf<G>,
        question: Question<G>,
        missing: Missing,
    ) -> Result<(), Error> {
        let hash = self.hash(&question);
        if let Some(note) = self.table.find_mut(hash, |note| note.0 == question) {
            note.1 = missing;
            return Ok(());
        }
        let hasher = &self.hasher;
        let rehash = |note: &(Question<G>, Missing)| {
            hasher.hash_one((&note.0.key, note.0.more, note.0.bound.rank()))
        };
        run.room_in(&mut self.table, rehash)?;
        run.reserve(heap_bytes::<G>(space, &question.key))?;
        self.table.insert_unique(hash, (question, missing), rehash);
        Ok(())
    }
}

impl<'g, G: Game> Proof<'g, G> {
    /// A search within half of the memory available.
    #[must_use]
    pub fn new(game: &'g G) -> Self {
        Proof::with(game, Limits::default())
    }

    pub(crate) fn with(game: &'g G, limits: Limits) -> Self {
        Proof { game, space: G::State::space(game), limits, opened: 0 }
    }

    /// Takes at most so many bytes; by default half of the memory available, and at least 16 MiB.
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Self {
        self.limits.memory = Some(bytes);
        self
    }

    /// Stops with [`Error::Cancelled`] soon after this flag is set.
    #[must_use]
    pub fn cancel(mut self, cancel: &Cancel) -> Self {
        self.limits.cancel = Some(cancel.clone());
        self
    }

    /// How many positions all questions have opened, those opened again counted again.
    #[must_use]
    pub fn opened(&self) -> u64 {
        self.opened
    }

    /// Whether a state is worth at least so much to the player to move.
    ///
    /// # Errors
    ///
    /// [`Error::Overflow`] if a bound does not fit behind a gain, [`Error::Cycle`] if play can come back to a position,
    /// [`Error::Outside`], [`Error::OverBudget`], [`Error::Cancelled`]; [`Error::CannotRun`] of values whose bounds cannot be carried over
    /// a move, such as distances.
    pub fn at_least(&mut self, state: &G::State, bound: G::Value) -> Result<bool, Error> {
        // Whether bounds can be carried over a move at all.
        if !G::Value::TOTAL || G::Value::ZERO.unminus(G::Value::ZERO).is_none() {
            return Err(Error::CannotRun {
                engine: Engine::Proof,
                why: "a bound on values of this type cannot be carried over a move; choose another engine",
            });
        }
        let outside = || Error::Outside { position: format!("{state:?}") };
        let key = self.space.pack(state.clone()).ok_or_else(outside)?;
        let budget = self.limits.budget(0);
        let mut run = Run::new(&self.limits, Engine::Proof, budget);
        let mut search = Search {
            game: self.game,
            space: &self.space,
            run: &mut run,
            notes: Notes { table: HashTable::new(), hasher: DefaultHashBuilder::default() },
            frames: Vec::new(),
            line: UnderWay::new(),
            opened: 0,
        };
        let answer = search.answer(Question { key, bound, more: false });
        self.opened += search.opened;
        answer
    }

    /// The value of a state for the player to move, by a question for each value but the lowest.
    ///
    /// # Errors
    ///
    /// As [`at_least`](Proof::at_least); [`Error::CannotRun`] of values of which there are more than a few.
    pub fn value(&mut self, state: &G::State) -> Result<G::Value, Error> {
        if G::Value::BITS == 0 {
            return Err(Error::CannotRun {
                engine: Engine::Proof,
                why: "it answers yes or no, and there are many values; ask `Proof::at_least`, or choose another engine",
            });
        }
        let mut values: Vec<G::Value> = Vec::new();
        for bits in 0..1 << G::Value::BITS {
            let value = G::Value::of_bits(bits);
            if !values.contains(&value) {
                values.push(value);
            }
        }
        let best = |a: &G::Value, b: &G::Value| match a.better(*b) == *a {
            true => core::cmp::Ordering::Less,
            false => core::cmp::Ordering::Greater,
        };
        values.sort_by(best);
        for value in &values[..values.len() - 1] {
            if self.at_least(state, *value)? {
                return Ok(*value);
            }
        }
        Ok(G::Value::LOWEST)
    }
}

struct Search<'s, 'r, 'l, 'g, G: Game> {
    game: &'g G,
    space: &'s SpaceOf<G>,
    run: &'r mut Run<'l>,
    notes: Notes<G>,
    frames: Vec<Frame<G>>,
    /// The questions under way, by the places of their frames.
    line: UnderWay,
    opened: u64,
}

impl<G: Game> Search<'_, '_, '_, '_, G> {
    fn answer(&mut self, question: Question<G>) -> Result<bool, Error> {
        if let Some(known) = self.open(question.clone(), Missing { yes: NEVER, no: NEVER })? {
            return Ok(known);
        }
        loop {
            let Some(frame) = self.frames.last() else {
                return match self.notes.get(&question) {
                    Some(missing) => Ok(missing.yes == 0),
                    None => unreachable!("the last question was noted when it was left"),
                };
            };
            let (missing, next) = self.weigh(frame);
            if missing.yes >= frame.most.yes || missing.no >= frame.most.no {
                let Some(frame) = self.pop() else { unreachable!("looked at above") };
                self.notes.set(self.run, self.space, frame.question, missing)?;
                continue;
            }
            let Some((question, most)) = next else {
                unreachable!("what is not decided has a branch to follow")
            };
            if let Some(known) = self.open(question.clone(), most)? {
                self.notes.set(self.run, self.space, question, Missing::decided(known))?;
            }
        }
    }

    /// What is missing of a question by its branches, and which one to follow, until so much is missing of it.
    fn weigh(&self, frame: &Frame<G>) -> (Missing, Option<(Question<G>, Missing)>) {
        let of = |branch: &Branch<G>| {
            let noted = |question| self.notes.get(question).unwrap_or(Missing { yes: 1, no: 1 });
            match branch {
                Branch::Known(yes) => Missing::decided(*yes),
                Branch::Same(question) => noted(question),
                Branch::Opposite(question) => {
                    let Missing { yes, no } = noted(question);
                    Missing { yes: no, no: yes }
                }
            }
        };
        // What is missing for a no is the most of any branch and one for each other one: a sum would count positions that branches share
        // again and again.
        let (mut yes, mut second, mut no, mut others) = (NEVER, NEVER, 0u32, 0u32);
        let mut least = None;
        for branch in &frame.branches {
            let missing = of(branch);
            if missing.yes < yes {
                (second, yes) = (yes, missing.yes);
                least = Some(branch);
            } else {
                second = second.min(missing.yes);
            }
            no = no.max(missing.no);
            others += u32::from(missing.no > 0);
        }
        let others = others.saturating_sub(1);
        if no < NEVER {
            no = no.saturating_add(others).min(MANY);
        }
        let next = least.and_then(|branch| {
            // A little more than the second one, so that the search does not go to and fro.
            let until = if second >= MANY { NEVER } else { second.saturating_add(1 + second / 4) };
            let no =
                if frame.most.no == NEVER { NEVER } else { frame.most.no.saturating_sub(others) };
            let most = Missing { yes: frame.most.yes.min(until), no };
            match branch {
                Branch::Known(_) => None,
                Branch::Same(question) => Some((question.clone(), most)),
                Branch::Opposite(question) => {
                    Some((question.clone(), Missing { yes: most.no, no: most.yes }))
                }
            }
        });
        (Missing { yes, no }, next)
    }

    /// Puts a question on the line; or answers it, if its position has no move.
    fn open(&mut self, question: Question<G>, most: Missing) -> Result<Option<bool>, Error> {
        self.opened += 1;
        if self.opened.is_multiple_of(PAUSE) {
            self.run.tick(PAUSE as usize)?;
        }
        // In a game that ends no position comes again on a line, whatever is asked of it.
        let hash = self.notes.hasher.hash_one(&question.key);
        let frames = &self.frames;
        if self.line.has(hash, |at| frames[at].question.key == question.key) {
            let position = self.space.unpack(&question.key, |state| format!("{state:?}"));
            return Err(Error::Cycle { position });
        }
        let (game, space) = (self.game, self.space);
        let (run, mut branches) = (&mut *self.run, Vec::new());
        let mut owned = 0;
        let Question { bound, more, .. } = question;
        let holds = |value: G::Value| {
            let at_least = value.better(bound) == value;
            at_least && !(more && value == bound)
        };
        let ended = space.unpack(&question.key, |state| {
            let mut moved = false;
            let flow = tries(game, state, |mv, step| {
                if let Err(stop) = run.look() {
                    return ControlFlow::Break(stop);
                }
                let Some(step) = step else { return ControlFlow::Continue(()) };
                moved = true;
                let branch = branch(space, &step, bound, more, holds).map_err(|fault| match fault {
                    Fault::Bound if G::Value::BITS > 0 || G::Value::HIGHEST.is_none() => {
                        Error::Overflow { position: format!("{state:?}"), mv: format!("{mv:?}") }
                    }
                    Fault::Bound => Error::CannotRun {
                        engine: Engine::Proof,
                        why: "a bound on values of this type cannot be carried over a move; choose another engine",
                    },
                    Fault::Outside(position) => Error::Outside { position },
                });
                let kept = branch.and_then(|branch| {
                    let bytes = branch.question().map_or(0, |it| heap_bytes::<G>(space, &it.key));
                    owned += bytes;
                    run.reserve(bytes)?;
                    run.push(&mut branches, branch)
                });
                match kept {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(error) => ControlFlow::Break(error),
                }
            });
            match flow {
                ControlFlow::Break(error) => Err(error),
                ControlFlow::Continue(()) => Ok((!moved).then(|| holds(game.terminal(state)))),
            }
        })?;
        if ended.is_some() {
            return Ok(ended);
        }
        self.run.push(&mut self.frames, Frame { question, branches, most, owned })?;
        let (frames, hasher) = (&self.frames, &self.notes.hasher);
        let hash = |at: usize| hasher.hash_one(&frames[at].question.key);
        self.line.push(self.run, frames.len() - 1, hash)?;
        Ok(None)
    }

    fn pop(&mut self) -> Option<Frame<G>> {
        let at = self.frames.len().checked_sub(1)?;
        let hash = self.notes.hasher.hash_one(&self.frames[at].question.key);
        self.line.pop(hash, at);
        let frame = self.frames.pop()?;
        let branches = bytes_of::<Branch<G>>(frame.branches.capacity());
        self.run.release(branches + frame.owned);
        Some(frame)
    }
}

/// Why a move cannot be turned into a question.
enum Fault {
    Bound,
    Outside(alloc::string::String),
}

/// What a move's answer is.
fn branch<G: Game>(
    space: &SpaceOf<G>,
    step: &Step<G>,
    bound: G::Value,
    more: bool,
    holds: impl Fn(G::Value) -> bool,
) -> Result<Branch<G>, Fault> {
    let (next, again) = match &step.then {
        Then::Over => return Ok(Branch::Known(holds(step.gain))),
        Then::Opponent(next) => (next, false),
        Then::Again(next) => (next, true),
    };
    if let Some(value) = decided_by(step.gain, again) {
        return Ok(Branch::Known(holds(value)));
    }
    let key = space.pack(next.clone()).ok_or_else(|| Fault::Outside(format!("{next:?}")))?;
    // What the mover gets is at least the bound if the opponent does not get more than what that leaves.
    let behind = if again { bound.unplus(step.gain) } else { bound.unminus(step.gain) };
    let bound = behind.ok_or(Fault::Bound)?;
    Ok(match again {
        true => Branch::Same(Question { key, bound, more }),
        false => Branch::Opposite(Question { key, bound, more: !more }),
    })
}
