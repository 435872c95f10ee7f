//! Solving: from a game to its value or its solution.

use crate::engine::checkpoints::Checkpoints;
use crate::engine::memo::AnyMemo;
use crate::engine::packed::Packed;
use crate::engine::window::Window;
use crate::engine::{SpaceOf, memo, packed, reference, retrograde, rolling, sweep};
use crate::plan::{Choice, Plan, Question, Reason, choose};
use crate::run::{Cancel, Limits, Progress, Run};
use crate::shape::{Proved, Shape, locate};
use crate::solution::{Held, Solution};
use crate::space::Cell;
use crate::{AlphaBeta, Engine, Error, Game, Proof, State, Value};
use alloc::format;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// The exact value of a game's start, for the player who moves first.
///
/// ```
/// use stonegame_core::prelude::*;
/// # struct Ends(Row<i64>);
/// # impl Game for Ends {
/// #     type State = Span; type Move = End; type Value = i64;
/// #     fn start(&self) -> Span { self.0.span() }
/// #     fn play(&self, span: &Span, end: &End) -> Option<Step<Self>> {
/// #         let (pile, rest) = span.pop(*end)?;
/// #         Some(Step::to(rest).gain(self.0[pile]))
/// #     }
/// # }
/// // Take the first or the last number: 1, 5, 233, 7 is won by 222.
/// assert_eq!(value(&Ends([1, 5, 233, 7].into()))?, 222);
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
///
/// Any [`Error`] but [`Error::NotCovered`].
#[inline]
pub fn value<G: Game>(game: &G) -> Result<G::Value, Error> {
    Solver::new().value(game)
}

/// Solves a game from its start.
///
/// # Errors
///
/// Any [`Error`] but [`Error::NotCovered`].
#[inline]
pub fn solve<G: Game>(game: &G) -> Result<Solution<'_, G>, Error> {
    Solver::new().solve(game)
}

/// Solves a game from any state.
///
/// # Errors
///
/// Any [`Error`] but [`Error::NotCovered`]; [`Error::Outside`] if the state is not of the game's space.
#[inline]
pub fn solve_from<G: Game>(game: &G, state: G::State) -> Result<Solution<'_, G>, Error> {
    Solver::new().solve_from(game, state)
}

/// How a game is to be solved: which engine, how much memory, who may stop it and who watches.
///
/// ```
/// use stonegame_core::{Engine, Question, Solver, prelude::*};
/// # struct Ends(Row<i64>);
/// # impl Game for Ends {
/// #     type State = Span; type Move = End; type Value = i64;
/// #     fn start(&self) -> Span { self.0.span() }
/// #     fn play(&self, span: &Span, end: &End) -> Option<Step<Self>> {
/// #         let (pile, rest) = span.pop(*end)?;
/// #         Some(Step::to(rest).gain(self.0[pile]))
/// #     }
/// # }
/// let game = Ends([1, 5, 233, 7].into());
/// let solver = Solver::new().engine(Engine::Rolling).memory(1 << 20).question(Question::Line);
/// let solution = solver.solve(&game)?;
/// assert_eq!(solution.value(), 222);
/// assert_eq!(solution.best_moves(&game.start())?, [End::Left]);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Solver {
    engine: Option<Engine>,
    without: Vec<Engine>,
    question: Question,
    limits: Limits,
}

impl Solver {
    /// The engine that [`plan`](crate::plan()) chooses, within half of the memory available.
    #[inline]
    #[must_use]
    pub fn new() -> Self {
        Solver::default()
    }

    /// Solves with this engine, or not at all.
    #[must_use]
    pub fn engine(mut self, engine: Engine) -> Self {
        self.engine = Some(engine);
        self
    }

    /// Never takes this engine, unless it is asked for by [`engine`](Solver::engine): to hold the others
    /// against it.
    #[must_use]
    pub fn without(mut self, engine: Engine) -> Self {
        self.without.push(engine);
        self
    }

    /// What will be asked of the solution, by default [`Question::All`]. Any solution answers every
    /// question, and this is about which answers come at once; but for [`Question::Value`], with which the
    /// memo stops as soon as the value is known, and may not cover other positions.
    #[must_use]
    pub fn question(mut self, question: Question) -> Self {
        self.question = question;
        self
    }

    /// Takes at most so many bytes; by default half of the memory available, and at least 16 MiB.
    ///
    /// The budget is for what grows with the game: values, hashed positions, the stack and the moves
    /// not yet tried, and what states [own on the heap](crate::State::heap_bytes).
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Self {
        self.limits.memory = Some(bytes);
        self
    }

    /// What every solve may take.
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// How many bytes it may take: what [`memory`](Solver::memory) said, or half of what is available now.
    #[must_use]
    pub fn budget(&self) -> u64 {
        self.limits.budget(u64::MAX)
    }

    /// Stops with [`Error::Cancelled`] soon after this flag is set.
    #[must_use]
    pub fn cancel(mut self, cancel: &Cancel) -> Self {
        self.limits.cancel = Some(cancel.clone());
        self
    }

    /// Tells this listener how far the solve has come, after every few thousand positions: often,
    /// so it had better be quick.
    #[must_use]
    pub fn progress(mut self, listener: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        self.limits.progress = Some(Arc::new(listener));
        self
    }

    /// Uses at most so many threads of the `rayon` pool that the solve runs in; by default, and where 0 is
    /// said, all of them.
    ///
    /// Results do not depend on it, and what is done sooner by one thread is done by one.
    #[cfg(feature = "parallel")]
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.limits.threads = threads;
        self
    }

    /// The engine that [`solve`](Solver::solve) would take, and why.
    ///
    /// # Errors
    ///
    /// [`Error::CannotRun`] or [`Error::OverBudget`] about an engine asked for, and
    /// [`Error::Outside`] if the start is not of the game's space.
    pub fn plan<G: Game>(&self, game: &G) -> Result<Plan, Error> {
        let shape = Shape::of(game)?;
        Ok(self.plan_shape(&shape, self.asked(&shape))?.0.into())
    }

    /// What a solution has to be ready for: more than a value, which only a theorem is anyway.
    fn asked(&self, shape: &Shape) -> Question {
        if self.question == Question::Value && shape.theorem.is_none() {
            Question::Line
        } else {
            self.question
        }
    }

    /// The game's theorem, where it may be taken and holds.
    fn proved<G: Game>(&self, game: &G, state: &G::State) -> Option<Proved<G>> {
        let wanted = match self.engine {
            Some(engine) => engine == Engine::Theorem,
            None => !self.without.contains(&Engine::Theorem),
        };
        wanted.then(|| Proved::of(game, state)).flatten()
    }

    /// The plan, and the budget that it was made within.
    fn plan_shape(&self, shape: &Shape, question: Question) -> Result<(Choice, u64), Error> {
        // What a plan could take decides whether the memory available is looked up: of what cannot
        // be told beforehand, nothing yet.
        let needs = [Engine::Table, Engine::Rolling].map(|engine| shape.needs(engine, question));
        let budget = self.limits.budget(needs.into_iter().flatten().max().unwrap_or(0));
        let Some(engine) = self.engine else {
            if self.without.is_empty() {
                return Ok((choose(shape, question, budget, &Engine::ALL), budget));
            }
            let on = |engine: &Engine| !self.without.contains(engine);
            let among: Vec<Engine> = Engine::ALL.into_iter().filter(on).collect();
            return Ok((choose(shape, question, budget, &among), budget));
        };
        shape.can_run(engine)?;
        let memory = shape.needs(engine, question);
        let counted = matches!(engine, Engine::Table | Engine::Rolling);
        match memory.or(counted.then_some(u64::MAX)) {
            Some(needed) if needed > budget => Err(Error::OverBudget { engine, needed, budget }),
            _ => Ok((Choice { engine, reason: Reason::AskedFor, memory }, budget)),
        }
    }

    /// Whether play that goes round, which the memo has found, is worth something, so that retrograde analysis may take over:
    /// not if an engine was asked for.
    fn goes_round<G: Game>(&self) -> bool {
        let may = self.engine.is_none() && !self.without.contains(&Engine::Retrograde);
        may && G::Value::ENDLESS.is_some()
    }

    /// How many positions an engine will evaluate, where that is known.
    fn expected(shape: &Shape, engine: Engine) -> Option<u64> {
        shape.positions.filter(|_| matches!(engine, Engine::Table | Engine::Rolling))
    }

    /// The exact value of a game's start, for the player who moves first. It needs less time and
    /// memory than [`solve`](Solver::solve) wherever less will do.
    ///
    /// # Errors
    ///
    /// Any [`Error`] but [`Error::NotCovered`].
    #[inline]
    pub fn value<G: Game>(&self, game: &G) -> Result<G::Value, Error> {
        let (space, start) = (G::State::space(game), game.start());
        let top = locate(&space, &start)?;
        let proved = self.proved(game, &start);
        let shape = Shape::new::<G>(&space, top.map_or(0, |cell| cell.layer + 1));
        let shape = shape.proved(proved.as_ref());
        let (plan, budget) = self.plan_shape(&shape, Question::Value)?;
        let mut run = Run::new(&self.limits, plan.engine, budget);
        run.expect(Self::expected(&shape, plan.engine));
        match (plan.engine, top) {
            (Engine::Theorem, _) if let Some(proved) = proved => Ok(proved.value),
            (Engine::Rolling, Some(cell)) => rolling::value(&mut run, game, &space, cell),
            (Engine::Table, Some(cell)) => Ok(table(&mut run, game, &space, cell)?.0),
            (Engine::Reference, _) => reference::value(&mut run, game, &start),
            (Engine::Retrograde, _) => Ok(decided(&mut run, game, &space, &start)?.0),
            (Engine::AlphaBeta | Engine::Proof, _) => {
                searched(&mut run, game, &start, plan.engine, &self.limits)
            }
            _ => match memoized(&mut run, game, &space, &start, true) {
                Ok((value, _)) => Ok(value),
                Err(Error::Cycle { .. }) if self.goes_round::<G>() => {
                    let mut run = Run::new(&self.limits, Engine::Retrograde, budget);
                    Ok(decided(&mut run, game, &space, &start)?.0)
                }
                Err(error) => Err(self.least(error, &shape, Question::Value)),
            },
        }
    }

    /// Where the memo was only taken because nothing else fitted the budget, and did not fit either:
    /// what would be the least.
    fn least(&self, error: Error, shape: &Shape, question: Question) -> Error {
        let Error::OverBudget { engine: Engine::Memo, budget, .. } = error else {
            return error;
        };
        let needs = |engine| shape.needs(engine, question).map(|needed| (needed, engine));
        let others = [Engine::Rolling, Engine::Table].into_iter();
        let others = others.filter(|engine| !self.without.contains(engine)).filter_map(needs);
        match others.min_by_key(|(needed, _)| *needed) {
            Some((needed, engine)) if self.engine.is_none() => {
                Error::OverBudget { engine, needed, budget }
            }
            _ => error,
        }
    }

    /// Solves a game from its start.
    ///
    /// # Errors
    ///
    /// Any [`Error`] but [`Error::NotCovered`].
    #[inline]
    pub fn solve<'g, G: Game>(&self, game: &'g G) -> Result<Solution<'g, G>, Error> {
        self.solve_from(game, game.start())
    }

    /// Solves a game from any state: that state and all that play can reach from it.
    ///
    /// # Errors
    ///
    /// Any [`Error`] but [`Error::NotCovered`]; [`Error::Outside`] if the state is not of the game's
    /// space.
    #[inline]
    pub fn solve_from<'g, G: Game>(
        &self,
        game: &'g G,
        state: G::State,
    ) -> Result<Solution<'g, G>, Error> {
        let space = G::State::space(game);
        let top = locate(&space, &state)?;
        let proved = self.proved(game, &state);
        let shape = Shape::new::<G>(&space, top.map_or(0, |cell| cell.layer + 1));
        let shape = shape.proved(proved.as_ref());
        let question = self.asked(&shape);
        let (mut plan, budget) = self.plan_shape(&shape, question)?;
        let mut run = Run::new(&self.limits, plan.engine, budget);
        run.expect(Self::expected(&shape, plan.engine));
        let (value, held) = match (plan.engine, top) {
            (Engine::Theorem, _) if let Some(proved) = proved => {
                run.tick(1)?;
                (proved.value, Held::Theorem(proved.theorem))
            }
            (Engine::Rolling, Some(cell)) => {
                let (value, checkpoints) = Checkpoints::solve(&mut run, game, &space, cell)?;
                (value, Held::Rolling(checkpoints))
            }
            (Engine::Table, Some(cell)) => table(&mut run, game, &space, cell)?,
            (Engine::Reference, _) => (reference::value(&mut run, game, &state)?, Held::Nothing),
            (Engine::Retrograde, _) => decided(&mut run, game, &space, &state)?,
            (Engine::AlphaBeta | Engine::Proof, _) => {
                let value = searched(&mut run, game, &state, plan.engine, &self.limits)?;
                (value, Held::Nothing)
            }
            _ => {
                let cut = self.question == Question::Value;
                match memoized(&mut run, game, &space, &state, cut) {
                    Ok((value, memo)) => {
                        #[cfg(feature = "file")]
                        let is_cut = cut && G::Value::HIGHEST.is_some();
                        let held = Held::Memo {
                            memo,
                            #[cfg(feature = "file")]
                            is_cut,
                        };
                        (value, held)
                    }
                    Err(Error::Cycle { .. }) if self.goes_round::<G>() => {
                        let engine = Engine::Retrograde;
                        plan = Choice { engine, reason: Reason::GoesRound, memory: None };
                        run = Run::new(&self.limits, engine, budget);
                        decided(&mut run, game, &space, &state)?
                    }
                    Err(error) => return Err(self.least(error, &shape, question)),
                }
            }
        };
        let evaluated = run.evaluated();
        Ok(Solution {
            game,
            space,
            start: state,
            value,
            plan: plan.into(),
            evaluated,
            #[cfg(feature = "file")]
            taken: run.account().0,
            held,
            limits: self.limits.clone(),
        })
    }
}

/// The positions that play can reach, decided backwards, and the value of the one it starts from.
fn decided<G: Game>(
    run: &mut Run<'_>,
    game: &G,
    space: &SpaceOf<G>,
    state: &G::State,
) -> Result<(G::Value, Held<G>), Error> {
    let decided = retrograde::solve(run, game, space, state)?;
    let outside = || Error::Outside { position: format!("{state:?}") };
    let (value, _) = decided.get(space, state).ok_or_else(outside)?;
    Ok((value, Held::Decided(decided)))
}

/// The value of a state by a search that keeps nothing for other questions.
pub(crate) fn searched<G: Game>(
    run: &mut Run<'_>,
    game: &G,
    state: &G::State,
    engine: Engine,
    limits: &Limits,
) -> Result<G::Value, Error> {
    let (value, opened) = if engine == Engine::Proof {
        let mut proof = Proof::with(game, limits.clone());
        (proof.value(state)?, proof.opened())
    } else {
        let mut search = AlphaBeta::with(game, limits.clone());
        let found = search.search(state)?;
        let value = found.value().ok_or(Error::TooLong { evaluated: found.opened })?;
        (value, found.opened)
    };
    run.tick(usize::try_from(opened).unwrap_or(usize::MAX))?;
    Ok(value)
}

/// All layers up to that of a cell, and the value in it.
#[inline]
fn table<G: Game>(
    run: &mut Run<'_>,
    game: &G,
    space: &SpaceOf<G>,
    cell: Cell,
) -> Result<(G::Value, Held<G>), Error> {
    let layers = cell.layer + 1;
    let (value, held) = if packed::bits::<SpaceOf<G>, G::Value>(layers) > 0 {
        let packed = Packed::solve(run, game, space, layers)?;
        (packed.get(cell), Held::Packed(packed))
    } else {
        let mut window = Window::table(run, space, layers)?;
        sweep::sweep(run, game, space, &mut window, 0..layers)?;
        (window.get(cell), Held::Table { window, layers })
    };
    Ok((value.ok_or_else(|| rolling::lost(space, cell))?, held))
}

/// The positions that play can reach, and the value of the one it starts from.
type Memoized<G> = (<G as Game>::Value, AnyMemo<SpaceOf<G>, <G as Game>::Value>);

#[inline]
fn memoized<G: Game>(
    run: &mut Run<'_>,
    game: &G,
    space: &SpaceOf<G>,
    state: &G::State,
    cut: bool,
) -> Result<Memoized<G>, Error> {
    let memo = memo::solve(run, game, space, state, cut)?;
    let outside = || Error::Outside { position: format!("{state:?}") };
    let value = memo.get(space, state).ok_or_else(outside)?;
    Ok((value, memo))
}
