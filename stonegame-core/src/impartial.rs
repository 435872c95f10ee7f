//! Games in which both players have the same moves, and who cannot move loses: nimbers.

use crate::game::{Then, steps};
use crate::nimber::Seen;
use crate::run::{Limits, Run, bytes_of};
use crate::{Engine, Error, Game, Solver, State, Step, Value};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::{self, Debug};
use core::ops::ControlFlow;
use hashbrown::HashMap;

/// A game that is *impartial* and in normal play: both players have the same moves, gains play no part, and who cannot
/// move loses. It is the author's promise; what of it can be seen is checked, and else [`Error::NotImpartial`].
///
/// Every position of such a game is worth a nimber (R. Sprague 1935, P. M. Grundy 1939), which says who wins any sum
/// of positions. A position that falls apart into independent ones is their sum, if [`parts`](Impartial::parts)
/// says so: then only the parts are evaluated.
///
/// ```
/// use stonegame_core::{Impartial, Nimbers, prelude::*};
///
/// /// Rows of pins; a move knocks down one, or two neighbours.
/// struct Kayles(Vec<u32>);
///
/// #[derive(State, Clone, Debug, PartialEq, Eq, Hash)]
/// struct Rows(Vec<u32>);
///
/// #[derive(Move, Clone, Copy, Debug, PartialEq)]
/// #[moves(game = Kayles)]
/// struct Knock {
///     #[moves(0..state.0.len())]
///     row: usize,
///     #[moves(1..=state.0[row].min(2))]
///     pins: u32,
///     #[moves(0..=state.0[row] - pins)]
///     before: u32,
/// }
///
/// impl Game for Kayles {
///     type State = Rows;
///     type Move = Knock;
///     type Value = WinLoss; // who cannot move loses
///     fn start(&self) -> Rows {
///         Rows(self.0.clone())
///     }
///     fn play(&self, rows: &Rows, knock: &Knock) -> Option<Step<Self>> {
///         let mut rows = rows.clone();
///         let behind = rows.0.swap_remove(knock.row).checked_sub(knock.pins + knock.before)?;
///         rows.0.extend([knock.before, behind]);
///         Some(Step::to(rows))
///     }
/// }
///
/// impl Impartial for Kayles {
///     fn parts(&self, rows: &Rows, visit: &mut dyn FnMut(Rows)) {
///         rows.0.iter().for_each(|row| visit(Rows(vec![*row])));
///     }
/// }
///
/// let game = Kayles(vec![5, 9, 100]);
/// let mut nimbers = Nimbers::new(&game);
/// assert_eq!(nimbers.of(&Rows(vec![5]))?, 4);
/// assert_eq!(nimbers.of(&game.start())?, 4 ^ 4 ^ 1);
/// // Of 228 first moves some win.
/// let winning = nimbers.winning_moves(&game.start())?;
/// assert!(winning.contains(&Knock { row: 2, pins: 2, before: 49 }));
/// # Ok::<(), Error>(())
/// ```
pub trait Impartial: Game {
    /// Shows `visit` the independent positions that a state is the sum of: a move in it is a move in one of them. By
    /// default the state itself.
    fn parts(&self, state: &Self::State, visit: &mut dyn FnMut(Self::State)) {
        visit(state.clone());
    }
}

/// The nimber of a game's start.
///
/// # Errors
///
/// As [`Nimbers::of`].
pub fn grundy<G: Impartial>(game: &G) -> Result<u32, Error> {
    Nimbers::new(game).of(&game.start())
}

/// The nimbers of an impartial game's positions, found as they are asked for, each once: one look-up a part of each
/// position that a move leads to. They are kept, and what is still to be looked at lies on the heap, not on the
/// thread's stack.
pub struct Nimbers<'g, G: Impartial> {
    game: &'g G,
    limits: Limits,
    /// The parts met; no nimber where it is still looked for.
    known: HashMap<G::State, Option<u32>>,
    /// What they take.
    bytes: u64,
}

impl<'g, G: Impartial> Nimbers<'g, G> {
    /// None yet.
    pub fn new(game: &'g G) -> Self {
        Nimbers::by(game, &Solver::new())
    }

    /// The same, within a solver's memory, as long as its flag is not set, and telling its listener. Nothing else of the
    /// solver matters.
    pub fn by(game: &'g G, solver: &Solver) -> Self {
        Nimbers { game, limits: solver.limits().clone(), known: HashMap::new(), bytes: 0 }
    }

    /// How many positions' nimbers are known, each part once.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether none is known yet.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// The nimber of a state: 0 if and only if the player to move loses. That of a sum of states, of this game or of
    /// others, is the exclusive or of theirs.
    ///
    /// # Errors
    ///
    /// [`Error::NotImpartial`] if the game is not what it promises to be, [`Error::Cycle`], [`Error::OverBudget`] and
    /// [`Error::Cancelled`].
    pub fn of(&mut self, state: &G::State) -> Result<u32, Error> {
        let parts = self.parts(state);
        if parts.is_empty() {
            self.is_lost(state)?;
        }
        self.find(parts.clone())?;
        Ok(parts.iter().fold(0, |sum, part| sum ^ self.nimber(part).unwrap_or(0)))
    }

    /// The moves of a state that lead to a nimber, in order.
    ///
    /// In a sum of positions with the nim-sum `s`, the winning moves in one whose nimber is `g` are those that lead
    /// to `g ^ s`.
    ///
    /// # Errors
    ///
    /// As [`of`](Nimbers::of).
    pub fn moves_to(&mut self, state: &G::State, nimber: u32) -> Result<Vec<G::Move>, Error> {
        // Whatever the moves lead to is known afterwards, if the parts are those of the state's own parts.
        self.of(state)?;
        loop {
            let (mut moves, mut unknown) = (vec![], vec![]);
            let limits = self.limits.clone();
            let mut run = self.run(&limits)?;
            self.each_next(state, |mv, next| {
                let parts = self.parts(&next);
                let missing = parts.iter().filter(|part| self.nimber(part).is_none());
                for part in missing {
                    run.push(&mut unknown, part.clone())?;
                }
                let sum = parts.iter().fold(0, |sum, part| sum ^ self.nimber(part).unwrap_or(0));
                if sum == nimber { run.push(&mut moves, mv) } else { Ok(()) }
            })?;
            if unknown.is_empty() {
                return Ok(moves);
            }
            self.find(unknown)?;
        }
    }

    /// The moves of a state after which the opponent loses, in order.
    ///
    /// # Errors
    ///
    /// As [`of`](Nimbers::of).
    pub fn winning_moves(&mut self, state: &G::State) -> Result<Vec<G::Move>, Error> {
        self.moves_to(state, 0)
    }

    /// The nimber of a part, if it is known.
    fn nimber(&self, part: &G::State) -> Option<u32> {
        self.known.get(part).copied().flatten()
    }

    fn parts(&self, state: &G::State) -> Vec<G::State> {
        let mut parts = vec![];
        self.game.parts(state, &mut |part| parts.push(part));
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
        if moved { Ok(()) } else { self.is_lost(state) }
    }

    /// Whether who cannot move in a state loses.
    fn is_lost(&self, state: &G::State) -> Result<(), Error> {
        if self.game.terminal(state) != G::Value::LOWEST {
            return Err(Error::NotImpartial {
                position: format!("{state:?}"),
                why: "is not lost for who cannot move in it; nimbers are about normal play, and misère play has to be \
                      solved on whole positions",
            });
        }
        Ok(())
    }

    /// A run within the solver's limits, of which what is known has its part.
    fn run<'l>(&self, limits: &'l Limits) -> Result<Run<'l>, Error> {
        let mut run = Run::new(limits, Engine::Memo, limits.budget(self.bytes));
        run.reserve(self.bytes)?;
        Ok(run)
    }

    /// Finds the nimbers of some parts, and of all parts that they lead to.
    fn find(&mut self, parts: Vec<G::State>) -> Result<(), Error> {
        let limits = self.limits.clone();
        let mut run = self.run(&limits)?;
        let found = parts.into_iter().try_for_each(|part| self.find_one(&mut run, part));
        if found.is_err() {
            // What was still looked for is not known.
            self.known.retain(|_, nimber| nimber.is_some());
        }
        let owned = |state: &G::State| State::<G>::heap_bytes(state) as u64;
        self.bytes = match found {
            Ok(()) => run.account().0,
            Err(_) => Self::room(self.known.capacity()) + self.known.keys().map(owned).sum::<u64>(),
        };
        found
    }

    fn find_one(&mut self, run: &mut Run<'_>, part: G::State) -> Result<(), Error> {
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
            // What its nimber needs, and which of it is not known yet.
            let (mut seen, height) = (Seen::default(), stack.len());
            self.each_next(&state, |_, next| {
                let (mut sum, parts) = (Some(0), self.parts(&next));
                if parts.is_empty() {
                    self.is_lost(&next)?;
                }
                for part in parts {
                    match self.known.get(&part) {
                        Some(Some(nimber)) => sum = sum.map(|sum| sum ^ nimber),
                        Some(None) => return Err(Error::Cycle { position: format!("{part:?}") }),
                        None => {
                            sum = None;
                            run.push(&mut stack, part)?;
                        }
                    }
                }
                sum.into_iter().for_each(|sum| seen.insert(sum));
                Ok(())
            })?;
            if stack.len() == height {
                self.known.insert(state, Some(seen.least_unseen()));
                stack.pop();
                run.tick(1)?;
            }
        }
        run.release(bytes_of::<G::State>(stack.capacity()));
        Ok(())
    }

    /// Takes note of a state whose nimber is looked for.
    fn open(&mut self, run: &mut Run<'_>, state: G::State) -> Result<(), Error> {
        let (old, more) = (self.known.capacity(), self.known.capacity().max(64));
        if self.known.len() == old {
            // While it moves, the old room is still there.
            run.reserve(Self::room(old + more))?;
            self.known.try_reserve(more).map_err(|_| run.over(run.account().0))?;
            run.release(Self::room(old));
        }
        run.reserve(State::<G>::heap_bytes(&state) as u64)?;
        self.known.insert(state, None);
        Ok(())
    }

    /// What room for so many parts takes, the table's own bytes among it.
    fn room(parts: usize) -> u64 {
        bytes_of::<(G::State, Option<u32>)>(parts) / 7 * 8 + 2 * parts as u64
    }
}

impl<G: Impartial> Debug for Nimbers<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Nimbers").field("known", &self.known.len()).finish_non_exhaustive()
    }
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
