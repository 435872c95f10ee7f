//! Games in which both players have the same moves, and who cannot move loses: nimbers.

use crate::game::{Then, steps};
use crate::nimber::Seen;
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

/// The nimbers of an impartial game's positions, found as they are asked for, each once.
pub struct Nimbers<'g, G: Impartial> {
    game: &'g G,
    solver: Solver,
    /// The parts met; no nimber where it is still looked for.
    known: HashMap<G::State, Option<u32>>,
    bytes: u64,
    found: u64,
}

impl<'g, G: Impartial> Nimbers<'g, G> {
    /// None yet.
    pub fn new(game: &'g G) -> Self {
        Nimbers::by(game, &Solver::new())
    }

    /// The same, within a solver's memory and as long as its flag is not set.
    pub fn by(game: &'g G, solver: &Solver) -> Self {
        let solver = solver.clone();
        Nimbers { game, solver, known: HashMap::new(), bytes: 0, found: 0 }
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
        let (mut sum, parts) = (0, self.parts(state));
        if parts.is_empty() {
            self.is_lost(state)?;
        }
        for part in parts {
            self.find(part.clone())?;
            sum ^= self.known.get(&part).copied().flatten().unwrap_or(0);
        }
        Ok(sum)
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
        let mut all = vec![];
        self.each_next(state, |mv, next| {
            all.push((mv, next));
            Ok(())
        })?;
        let mut moves = vec![];
        for (mv, next) in all {
            if self.of(&next)? == nimber {
                moves.push(mv);
            }
        }
        Ok(moves)
    }

    /// The moves of a state after which the opponent loses, in order.
    ///
    /// # Errors
    ///
    /// As [`of`](Nimbers::of).
    pub fn winning_moves(&mut self, state: &G::State) -> Result<Vec<G::Move>, Error> {
        self.moves_to(state, 0)
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

    /// Finds the nimber of a part, and of all parts that it leads to.
    fn find(&mut self, part: G::State) -> Result<(), Error> {
        let mut stack = vec![part];
        while let Some(state) = stack.last().cloned() {
            match self.known.get(&state) {
                Some(Some(_)) => {
                    stack.pop();
                    continue;
                }
                Some(None) => {}
                None => self.open(&state).inspect_err(|_| self.forget())?,
            }
            // What its nimber needs, and which of it is not known yet.
            let (mut seen, height) = (Seen::default(), stack.len());
            let looked = self.each_next(&state, |_, next| {
                let (mut sum, mut whole, parts) = (0, true, self.parts(&next));
                if parts.is_empty() {
                    self.is_lost(&next)?;
                }
                for part in parts {
                    match self.known.get(&part) {
                        Some(Some(nimber)) => sum ^= nimber,
                        Some(None) => return Err(Error::Cycle { position: format!("{part:?}") }),
                        None => {
                            whole = false;
                            stack.push(part);
                        }
                    }
                }
                if whole {
                    seen.insert(sum);
                }
                Ok(())
            });
            looked.inspect_err(|_| self.forget())?;
            if stack.len() == height {
                self.known.insert(state, Some(seen.least_unseen()));
                stack.pop();
            }
        }
        Ok(())
    }

    /// Takes note of a state whose nimber is looked for.
    fn open(&mut self, state: &G::State) -> Result<(), Error> {
        self.found += 1;
        self.bytes += 2 * size_of::<(G::State, Option<u32>)>() as u64;
        self.bytes += State::<G>::heap_bytes(state) as u64;
        if self.found.is_multiple_of(1024) {
            self.solver.check(self.found)?;
            let budget = self.solver.budget();
            if self.bytes > budget {
                let needed = self.bytes;
                return Err(Error::OverBudget { engine: Engine::Memo, needed, budget });
            }
        }
        self.known.insert(state.clone(), None);
        Ok(())
    }

    /// After an error: what was still looked for is not known.
    fn forget(&mut self) {
        self.known.retain(|_, nimber| nimber.is_some());
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
