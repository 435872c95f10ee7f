//! What a solve answers.

use crate::engine::checkpoints::{Checkpoints, Segment};
use crate::engine::fold::{Stop, worth};
use crate::engine::memo::AnyMemo;
use crate::engine::packed::Packed;
use crate::engine::retrograde::{AnyDecided, decided_by};
use crate::engine::window::Window;
use crate::engine::{SpaceOf, reference};
use crate::game::tries;
use crate::line::{Line, Ply};
use crate::plan::Plan;
use crate::run::{Limits, Run};
use crate::shape::locate;
use crate::solver::searched;
#[cfg(feature = "file")]
use crate::space::Cell;
use crate::{Engine, Error, Game, Margin, Space, Step, Then, Theorem, Value};
#[cfg(feature = "file")]
use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

/// A move, and its value for the player who makes it.
pub type Valued<G> = (<G as Game>::Move, <G as Game>::Value);

/// A value, and the round in which it was decided.
type Round<G> = (<G as Game>::Value, Option<u32>);

/// A best move, what it does, and the value of the state it is made in.
type Best<G> = (<G as Game>::Move, Step<G>, <G as Game>::Value);

/// A game solved from one state: the value of every position that play can reach from it.
///
/// It borrows the game. After a rolling solve, values below the start are computed again from
/// checkpoints when they are asked for, and the reference engine starts anew each time; so these
/// questions can fail where the solve itself could: when cancelled, or over budget.
///
/// Every value is that of the player to move in the position asked for, and every value of a move
/// that of the player who makes it.
pub struct Solution<'g, G: Game> {
    pub(crate) game: &'g G,
    pub(crate) space: SpaceOf<G>,
    pub(crate) start: G::State,
    pub(crate) value: G::Value,
    pub(crate) plan: Plan,
    pub(crate) evaluated: u64,
    /// The bytes that the solve took.
    #[cfg(feature = "file")]
    pub(crate) taken: u64,
    pub(crate) held: Held<G>,
    pub(crate) limits: Limits,
}

/// What an engine left behind.
pub(crate) enum Held<G: Game> {
    Nothing,
    Memo {
        memo: AnyMemo<SpaceOf<G>, G::Value>,
        /// Whether it left out what the start's value does not need.
        #[cfg(feature = "file")]
        is_cut: bool,
    },
    Table {
        window: Window<G::Value>,
        layers: usize,
    },
    Packed(Packed<G::Value>),
    Rolling(Checkpoints<G::Value>),
    Decided(AnyDecided<SpaceOf<G>, G::Value>),
    #[cfg(feature = "file")]
    Saved(Box<dyn crate::file::Found<G::State, G::Value> + Send + Sync>),
    #[cfg(feature = "file")]
    File(Box<dyn crate::file::Read<G::Value> + Send + Sync>),
    Theorem(Theorem<G>),
}

impl<'g, G: Game> Solution<'g, G> {
    /// The game.
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// The state it was solved from.
    pub fn start(&self) -> &G::State {
        &self.start
    }

    /// The value of the state it was solved from, for the player to move in it.
    pub fn value(&self) -> G::Value {
        self.value
    }

    /// The engine that solved it, and why it was chosen.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// How many positions were evaluated: each once, but by the reference engine each time it is met.
    ///
    /// A table and rolling evaluate every position of the layers up to the start's, those that play
    /// cannot reach and those without a move included.
    pub fn positions(&self) -> u64 {
        self.evaluated
    }

    /// The value of a state, for the player to move in it.
    ///
    /// # Errors
    ///
    /// [`Error::NotCovered`] if play from the start cannot reach it (a table and rolling cover all of
    /// their layers, the reference every state of the game's space). After a rolling solve it takes a
    /// sweep over the layers between two checkpoints, which can fail as the solve itself could.
    pub fn value_of(&self, state: &G::State) -> Result<G::Value, Error> {
        self.value_by(state, self.segment_of(state, None)?.as_ref())
    }

    /// The legal moves of a state in order, each with its value for the player who makes it.
    ///
    /// # Errors
    ///
    /// [`Error::NotCovered`] if play from the start cannot reach it (a table and rolling cover all of
    /// their layers, the reference every state of the game's space). After a rolling solve it takes a
    /// sweep over the layers between two checkpoints, which can fail as the solve itself could.
    pub fn moves(&self, state: &G::State) -> Result<Vec<Valued<G>>, Error> {
        let segment = self.segment_of(state, None)?;
        // Whether the state is covered, even if it has no moves.
        match &self.held {
            Held::Nothing | Held::Theorem(_) => self.is_within(state)?,
            _ => self.value_by(state, segment.as_ref()).map(|_| ())?,
        }
        let (mut run, mut moves) = (self.run()?, Vec::new());
        let flow = self.each_move(state, segment.as_ref(), |mv, _, value| {
            match run.push(&mut moves, (mv, value)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(Err::<(), _>(error)),
            }
        });
        match flow {
            ControlFlow::Break(Err(error)) => Err(error),
            _ => Ok(moves),
        }
    }

    /// All best moves of a state, in order; none if no move is legal in it.
    ///
    /// # Errors
    ///
    /// [`Error::NotCovered`] if play from the start cannot reach it (a table and rolling cover all of
    /// their layers, the reference every state of the game's space). After a rolling solve it takes a
    /// sweep over the layers between two checkpoints, which can fail as the solve itself could.
    pub fn best_moves(&self, state: &G::State) -> Result<Vec<G::Move>, Error> {
        let moves = self.moves(state)?;
        let best = moves.iter().map(|(_, value)| *value).reduce(Value::better);
        Ok(moves.into_iter().filter(|(_, value)| Some(*value) == best).map(|(mv, _)| mv).collect())
    }

    /// In how many plies a state is decided, if both play their best: a win in as few, a loss in as many as there are. `None` of
    /// a draw, whether play ends there or goes round.
    ///
    /// # Errors
    ///
    /// [`Error::CannotRun`] unless [`Engine::Retrograde`] solved the game, [`Error::NotCovered`] if play cannot reach the state.
    pub fn distance_of(&self, state: &G::State) -> Result<Option<u32>, Error> {
        let Some(found) = self.decided(state) else {
            return Err(Error::CannotRun {
                engine: self.plan.engine,
                why: "it does not count plies; solve by retrograde analysis, or take `Distance` for the game's value",
            });
        };
        let (value, plies) = found?.ok_or_else(|| self.not_covered(state))?;
        Ok(plies.filter(|_| G::Value::ENDLESS != Some(value)))
    }

    /// The value of a state and the round in which it was decided, if rounds were counted at all.
    fn decided(&self, state: &G::State) -> Option<Result<Option<Round<G>>, Error>> {
        match &self.held {
            Held::Decided(decided) => Some(Ok(decided.get(&self.space, state))),
            #[cfg(feature = "file")]
            Held::Saved(saved) if saved.has_rounds() => Some(saved.get(state)),
            _ => None,
        }
    }

    /// Saves the value of every position that play can reach, and its distance if that was found, in a file that [`Saved`](crate::Saved) opens; tells how
    /// many they are. The text tells the game's data, and is kept there.
    ///
    /// Time: a sort of the positions by what `Debug` writes of them. Memory: these texts.
    ///
    /// # Errors
    ///
    /// [`Error::CannotRun`] unless the memo or retrograde analysis solved the game (of a table see [`TableFile`](crate::TableFile)),
    /// [`Error::File`] if it cannot be written, or two states are written alike; [`Error::OverBudget`], [`Error::Cancelled`].
    #[cfg(feature = "file")]
    pub fn save(&self, path: impl AsRef<std::path::Path>, rules: &str) -> Result<u64, Error>
    where
        G::Value: crate::Stored,
    {
        self.can_be_saved()?;
        let mut run = self.run()?;
        if self.limits.memory.is_some() {
            run.hold(self.taken);
        }
        let mut entries = crate::file::Entries::new();
        match &self.held {
            Held::Memo { memo, .. } => memo.each(&self.space, &mut |state, value| {
                entries.push(&mut run, state, value, None)
            })?,
            Held::Decided(decided) => decided.each(&self.space, &mut |state, value, plies| {
                entries.push(&mut run, state, value, plies)
            })?,
            _ => {}
        }
        let has_rounds = matches!(self.held, Held::Decided(_));
        entries.save(&mut run, path.as_ref(), rules, None, has_rounds)
    }

    #[cfg(feature = "file")]
    fn can_be_saved(&self) -> Result<(), Error> {
        let why = match &self.held {
            Held::Memo { is_cut: false, .. } | Held::Decided(_) => return Ok(()),
            Held::Memo { .. } => {
                "for the value alone it leaves positions out; ask for more by `Solver::question`"
            }
            _ => {
                "it holds no positions one by one; choose the memo or retrograde analysis, or a table in a file"
            }
        };
        Err(Error::CannotRun { engine: self.plan.engine, why })
    }

    fn not_covered(&self, state: &G::State) -> Error {
        Error::NotCovered { position: format!("{state:?}") }
    }

    /// A line of best play from the start to the end of the game; of equally good moves, the first.
    ///
    /// # Errors
    ///
    /// After a rolling or a reference solve: as the solve itself. [`Error::OverBudget`] if the line is too
    /// long for the memory budget; [`plies`](Solution::plies) hold one at a time.
    #[doc(alias = "principal variation")]
    pub fn line(&self) -> Result<Vec<Ply<G>>, Error> {
        let (mut run, mut line) = (self.run()?, Vec::new());
        for ply in self.plies() {
            run.push(&mut line, ply?)?;
        }
        Ok(line)
    }

    /// The move that a line of best play makes in a state: the first best one; after retrograde analysis the first that wins in
    /// the fewest plies, or loses in the most. None where no move is legal, and where nobody can bring play to an end.
    ///
    /// # Errors
    ///
    /// As [`moves`](Solution::moves).
    pub fn next_of_line(&self, state: &G::State) -> Result<Option<G::Move>, Error> {
        let segment = self.segment_of(state, None)?;
        Ok(self.first_best(state, segment.as_ref())?.map(|(mv, ..)| mv))
    }

    /// The plies of [`line`](Solution::line), one at a time: for lines too long to hold.
    pub fn plies(&self) -> Line<'_, 'g, G> {
        Line::new(self, self.start.clone())
    }

    /// What the account of a question starts from.
    fn run(&self) -> Result<Run<'_>, Error> {
        let mut run = Run::new(&self.limits, self.plan.engine, self.limits.budget(0));
        if let Held::Rolling(checkpoints) = &self.held {
            run.reserve(checkpoints.bytes())?;
        }
        Ok(run)
    }

    /// An error if a state is not of the game's space.
    fn is_within(&self, state: &G::State) -> Result<(), Error> {
        match locate(&self.space, state) {
            Ok(_) => Ok(()),
            Err(_) => Err(Error::NotCovered { position: format!("{state:?}") }),
        }
    }

    /// The value of a state by the definition or by the theorem, of which nothing is held.
    fn define(&self, state: &G::State) -> Result<G::Value, Error> {
        self.is_within(state)?;
        let Held::Theorem(theorem) = &self.held else {
            let mut run = self.run()?;
            return match self.plan.engine {
                engine @ (Engine::AlphaBeta | Engine::Proof) => {
                    searched(&mut run, self.game, state, engine, &self.limits)
                }
                _ => reference::value(&mut run, self.game, state),
            };
        };
        self.run()?.check_cancelled()?;
        theorem.value(self.game, state).ok_or(Error::CannotRun {
            engine: Engine::Theorem,
            why: "the theorem holds where the game was solved, but not in every position asked for; \
                  choose another engine",
        })
    }

    /// After a rolling solve, the segment that a state lies in; an old one lends its room.
    pub(crate) fn segment_of(
        &self,
        state: &G::State,
        old: Option<Segment<G::Value>>,
    ) -> Result<Option<Segment<G::Value>>, Error> {
        let Held::Rolling(checkpoints) = &self.held else {
            return Ok(None);
        };
        match self.space.locate(state).filter(|cell| cell.layer < checkpoints.layers()) {
            None => Ok(None),
            Some(cell) => {
                let mut run = self.run()?;
                checkpoints.segment(&mut run, self.game, &self.space, cell.layer, old).map(Some)
            }
        }
    }

    /// The layer of a state; 0 where there are none.
    pub(crate) fn layer_of(&self, state: &G::State) -> usize {
        self.space.locate(state).map_or(0, |cell| cell.layer)
    }

    /// The value of a state from what is held.
    fn look_up(&self, state: &G::State, segment: Option<&Segment<G::Value>>) -> Option<G::Value> {
        match &self.held {
            Held::Nothing | Held::Theorem(_) => None,
            Held::Memo { memo, .. } => memo.get(&self.space, state),
            Held::Table { window, layers } => {
                let cell = self.space.locate(state)?;
                let held = cell.layer < *layers && cell.slot < self.space.width(cell.layer);
                if held { window.get(cell) } else { None }
            }
            Held::Packed(packed) => packed.get(self.space.locate(state)?),
            Held::Decided(decided) => decided.get(&self.space, state).map(|(value, _)| value),
            Held::Rolling(_) => segment?.get(&self.space, self.space.locate(state)?),
            #[cfg(feature = "file")]
            Held::File(_) | Held::Saved(_) => None,
        }
    }

    /// The first best move of a state whose segment is at hand, with what it does, and the state's value;
    /// none if no move is legal in it.
    pub(crate) fn first_best(
        &self,
        state: &G::State,
        segment: Option<&Segment<G::Value>>,
    ) -> Result<Option<Best<G>>, Error> {
        let best = self.value_by(state, segment)?;
        if let Some(found) = self.decided(state) {
            let round = found?.and_then(|(_, round)| round);
            return self.straight(round, state, best);
        }
        let flow = self.each_move(state, segment, |mv, step, value| match value == best {
            true => ControlFlow::Break(Ok((mv, step, value))),
            false => ControlFlow::Continue(()),
        });
        flow.break_value().transpose()
    }

    /// Of the best moves of a decided state one that keeps to its distance, so that a line comes to its end; none of a
    /// position that nobody can bring to one.
    fn straight(
        &self,
        round: Option<u32>,
        state: &G::State,
        best: G::Value,
    ) -> Result<Option<Best<G>>, Error> {
        let Some(plies) = round else { return Ok(None) };
        let search = |exactly: bool| {
            let flow = self.each_move(state, None, |mv, step, value| {
                let after = match &step.then {
                    // Nothing that follows matters any more.
                    Then::Over => Some(0),
                    Then::Opponent(_) if decided_by(step.gain, false).is_some() => Some(0),
                    Then::Again(_) if decided_by(step.gain, true).is_some() => Some(0),
                    Then::Opponent(next) | Then::Again(next) => {
                        match self.decided(next).transpose() {
                            Ok(found) => found.flatten().and_then(|(_, after)| after),
                            Err(error) => return ControlFlow::Break(Err(error)),
                        }
                    }
                };
                let keeps =
                    after.is_some_and(|after| after < plies && (!exactly || after + 1 == plies));
                match value == best && keeps {
                    true => ControlFlow::Break(Ok((mv, step, value))),
                    false => ControlFlow::Continue(()),
                }
            });
            flow.break_value().transpose()
        };
        // Of wins the shortest, of losses the longest; of other values the first.
        let exact = if G::Value::HIGHEST.is_some() { search(true)? } else { None };
        match exact {
            Some(exact) => Ok(Some(exact)),
            None => search(false),
        }
    }

    /// The value of a state whose segment is at hand.
    fn value_by(
        &self,
        state: &G::State,
        segment: Option<&Segment<G::Value>>,
    ) -> Result<G::Value, Error> {
        match &self.held {
            Held::Nothing | Held::Theorem(_) => self.define(state),
            #[cfg(feature = "file")]
            Held::File(file) => self.read(&**file, state),
            #[cfg(feature = "file")]
            Held::Saved(saved) => {
                saved.get(state)?.map(|found| found.0).ok_or_else(|| self.not_covered(state))
            }
            _ => self
                .look_up(state, segment)
                .ok_or_else(|| Error::NotCovered { position: format!("{state:?}") }),
        }
    }

    /// The value of a state from a file.
    #[cfg(feature = "file")]
    fn read(
        &self,
        file: &dyn crate::file::Read<G::Value>,
        state: &G::State,
    ) -> Result<G::Value, Error> {
        let held = |cell: &Cell| cell.slot < self.space.width(cell.layer);
        let cell = self.space.locate(state).filter(held).ok_or_else(|| self.not_covered(state))?;
        file.get(cell)?.ok_or_else(|| self.not_covered(state))
    }

    /// Shows `visit` the legal moves of a state, each with what it does and its value for the player who
    /// makes it, until it breaks or a move cannot be valued.
    fn each_move<B>(
        &self,
        state: &G::State,
        segment: Option<&Segment<G::Value>>,
        mut visit: impl FnMut(G::Move, Step<G>, G::Value) -> ControlFlow<Result<B, Error>>,
    ) -> ControlFlow<Result<B, Error>> {
        let mut tried = 0usize;
        tries(self.game, state, |mv, step| {
            tried += 1;
            if tried.is_multiple_of(1 << 10)
                && let Err(error) = self.limits.check_cancelled(self.evaluated)
            {
                return ControlFlow::Break(Err(error));
            }
            let Some(step) = step else { return ControlFlow::Continue(()) };
            let mut error = None;
            let value = worth(&step, &mut Stop, |next| {
                self.value_by(next, segment).map_err(|why| error = Some(why)).ok()
            });
            match (value, error) {
                (Some(value), _) => visit(mv, step, value),
                (None, Some(error)) => ControlFlow::Break(Err(error)),
                (None, None) => ControlFlow::Break(Err(Error::Overflow {
                    position: format!("{state:?}"),
                    mv: format!("{mv:?}"),
                })),
            }
        })
    }
}

impl<G: Game<Value: Margin>> Solution<'_, G> {
    /// What each player gains along the [`line`](Solution::line) of best play, first the player who
    /// moves first. Their difference is the value, unless the game's `terminal` adds to it.
    ///
    /// Where several moves are best, other lines may share out other totals; the difference is the same.
    ///
    /// # Errors
    ///
    /// [`Error::Overflow`] if a player's own total does not fit the type of the values, though
    /// their difference does; and what [`line`](Solution::line) reports.
    pub fn scores(&self) -> Result<[G::Value; 2], Error> {
        let mut scores = [G::Value::ZERO; 2];
        for ply in self.plies() {
            let ply = ply?;
            let score = &mut scores[ply.by.index()];
            *score = score.checked_plus(ply.gain).ok_or_else(|| Error::Overflow {
                position: format!("{:?}", ply.state),
                mv: format!("{:?}, added to its player's own total,", ply.mv),
            })?;
        }
        Ok(scores)
    }
}

impl<G: Game> fmt::Debug for Solution<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solution")
            .field("start", &self.start)
            .field("value", &self.value)
            .field("plan", &self.plan)
            .field("positions", &self.evaluated)
            .finish_non_exhaustive()
    }
}
