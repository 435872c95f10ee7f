//! The contract: rules, positions, moves, and what a move does.

use crate::{Space, Theorem, Value};
use core::fmt::{self, Debug};
use core::hash::Hash;
use core::marker::PhantomData;
use core::ops::ControlFlow;

/// The rules of a game and their data (pile values, limits); nothing changes while it is solved.
///
/// The value of a position is always that of the player to move, and follows from the rules alone:
///
/// ```text
/// value(s) = max over legal moves of   gain − value(next)     the opponent moves next
///                                      gain + value(next)     the same player does
///                                      gain                   the game is over
/// value(s) = terminal(s)               no move is legal
/// ```
///
/// # Example
///
/// Take one or two stones; whoever cannot take loses.
///
/// ```
/// use stonegame_core::prelude::*;
///
/// struct OneOrTwo { stones: usize }
///
/// #[derive(Move, Clone, Copy, Debug)]
/// struct Take { #[moves(1..=2)] stones: usize }
///
/// impl Game for OneOrTwo {
///     type State = Suffix<2>;
///     type Move = Take;
///     type Value = WinLoss;
///     fn start(&self) -> Suffix<2> {
///         Suffix::whole(self.stones)
///     }
///     #[inline] // the engines' loops must see through it, from another crate too
///     fn play(&self, left: &Suffix<2>, take: &Take) -> Option<Step<Self>> {
///         let (_, rest) = left.take(take.stones)?;
///         Some(Step::to(rest))
///     }
/// }
///
/// assert_eq!(value(&OneOrTwo { stones: 9 })?, WinLoss::Loss);
/// assert_eq!(value(&OneOrTwo { stones: 10 })?, WinLoss::Win);
/// # Ok::<(), Error>(())
/// ```
pub trait Game: Sized + Sync {
    /// A position: small, and holding nothing that the rules already know.
    type State: State<Self>;
    /// A legal action.
    type Move: Move<Self>;
    /// What the players fight over.
    type Value: Value;

    /// The position the game starts from.
    fn start(&self) -> Self::State;

    /// What `mv` does in `state`; `None` where it is not legal.
    ///
    /// It must be a function of its arguments, and total: a table visits every position of the
    /// space, every combination of the ranges of a derived state's fields, so `play` answers for all
    /// of them without a panic, and returns `None` where a move would lead out of the ranges. Mark it
    /// `#[inline]`: the engines' loops only vectorise when they see through it, and without the
    /// mark the compiler does not inline it from another crate.
    fn play(&self, state: &Self::State, mv: &Self::Move) -> Option<Step<Self>>;

    /// The value, for the player to move, of a position in which no move is legal.
    #[inline]
    fn terminal(&self, state: &Self::State) -> Self::Value {
        let _ = state;
        Self::Value::ZERO
    }

    /// A theorem that gives values without search, if this game has one.
    fn theorem(&self) -> Option<Theorem<Self>> {
        None
    }
}

/// A position, and the [`Space`] that says how positions are stored.
///
/// `#[derive(State)]` writes it; [`states`](crate::states) holds ready-made ones.
#[doc(alias = "position")]
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say how positions of `{G}` are stored",
    note = "write `#[derive(State, Clone, Debug, PartialEq, Eq, Hash)]` on `{Self}`, with \
            `#[state(game = …)]` if the ranges of its fields use the game"
)]
pub trait State<G: Game>: Clone + Eq + Hash + Debug {
    /// How positions are numbered, or that they are hashed ([`Sparse`](crate::space::Sparse)).
    type Space: Space<State = Self>;
    /// The space of one game.
    fn space(game: &G) -> Self::Space;

    /// How many bytes the state owns on the heap, which the memo counts into its budget. The derive
    /// counts those of `Vec`, `VecDeque`, `Box`, `String`, and the sets and maps of the standard library,
    /// as fields: not those within their elements.
    #[inline(always)]
    fn heap_bytes(&self) -> usize {
        0
    }
}

/// The moves of a game, and how those of a position are enumerated.
///
/// `#[derive(Move)]` writes it: variants as declared, then fields from left to right, the last field
/// fastest. A move's place in this order is a compact code for it, for tables of best moves: see
/// [`code`](Move::code) and [`of_code`](Move::of_code).
#[doc(alias = "action")]
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not enumerate moves of `{G}`",
    note = "write `#[derive(Move)]` on `{Self}`, with `#[moves(game = …)]` if it uses a game or a state",
    note = "a field of a move that has no `#[moves(EXPR)]` ranges over all values of its type"
)]
pub trait Move<G: Game>: Clone + Debug {
    /// Shows `visit` the moves of `state`, each once and always in the same order, until it breaks.
    ///
    /// A move shown need not be legal: [`Game::play`] has the last word.
    fn each<B>(
        game: &G,
        state: &G::State,
        visit: impl FnMut(Self) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// The place of this move in the order of the state's moves, from 0; `None` if it is not among
    /// them. Takes time in the number of moves before it.
    fn code(&self, game: &G, state: &G::State) -> Option<usize>
    where
        Self: PartialEq,
    {
        let mut code = 0;
        let flow = Self::each(game, state, |mv| {
            if mv == *self {
                return ControlFlow::Break(());
            }
            code += 1;
            ControlFlow::Continue(())
        });
        flow.is_break().then_some(code)
    }

    /// The move at a place in the order of the state's moves, from 0; `None` if there are fewer.
    /// Takes time in the number of moves before it.
    fn of_code(game: &G, state: &G::State, code: usize) -> Option<Self> {
        let mut rest = code;
        let flow = Self::each(game, state, |mv| match rest.checked_sub(1) {
            Some(less) => {
                rest = less;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(mv),
        });
        flow.break_value()
    }
}

/// `false`, then `true`.
impl<G: Game> Move<G> for bool {
    #[inline(always)]
    fn each<B>(
        _: &G,
        _: &G::State,
        mut visit: impl FnMut(Self) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        visit(false)?;
        visit(true)
    }
}

/// Its only value.
impl<G: Game> Move<G> for () {
    #[inline(always)]
    fn each<B>(
        _: &G,
        _: &G::State,
        mut visit: impl FnMut(Self) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        visit(())
    }
}

/// Its only value.
impl<T: ?Sized, G: Game> Move<G> for PhantomData<T> {
    #[inline(always)]
    fn each<B>(
        _: &G,
        _: &G::State,
        mut visit: impl FnMut(Self) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        visit(PhantomData)
    }
}

/// What a move does: what its player gains, and what follows.
///
/// ```
/// # use stonegame_core::prelude::*;
/// # fn shapes<G: Game<Value = i64>>(next: G::State) -> [Step<G>; 3] {
/// [
///     Step::to(next.clone()).gain(3),    // three points, then the opponent moves
///     Step::again(next).gain(1),         // one point, and the same player moves once more
///     Step::over(5),                     // five points, and the game is over
/// ]
/// # }
/// ```
pub struct Step<G: Game> {
    /// What the player who moves gains at once.
    pub gain: G::Value,
    /// What follows.
    pub then: Then<G::State>,
}

/// What follows a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then<S> {
    /// The opponent moves in this state.
    Opponent(S),
    /// The same player moves once more, in this state.
    Again(S),
    /// The game is over.
    Over,
}

impl<S> Then<S> {
    /// The next state, unless the game is over.
    pub fn next(&self) -> Option<&S> {
        match self {
            Then::Opponent(next) | Then::Again(next) => Some(next),
            Then::Over => None,
        }
    }
}

impl<G: Game> Step<G> {
    /// The opponent moves next.
    #[inline(always)]
    pub fn to(next: G::State) -> Self {
        Step { gain: G::Value::ZERO, then: Then::Opponent(next) }
    }

    /// The same player moves once more.
    #[inline(always)]
    pub fn again(next: G::State) -> Self {
        Step { gain: G::Value::ZERO, then: Then::Again(next) }
    }

    /// The game ends with this move, which gains `gain`.
    #[inline(always)]
    pub fn over(gain: G::Value) -> Self {
        Step { gain, then: Then::Over }
    }

    /// The same step with this gain for the player who moves.
    #[inline(always)]
    #[must_use]
    pub fn gain(self, gain: G::Value) -> Self {
        Step { gain, ..self }
    }

    /// The next state, unless the game is over.
    #[inline(always)]
    pub fn next(&self) -> Option<&G::State> {
        match &self.then {
            Then::Opponent(next) | Then::Again(next) => Some(next),
            Then::Over => None,
        }
    }

    /// The next state, unless the game is over.
    #[inline(always)]
    pub fn into_next(self) -> Option<G::State> {
        match self.then {
            Then::Opponent(next) | Then::Again(next) => Some(next),
            Then::Over => None,
        }
    }
}

impl<G: Game> Clone for Step<G> {
    fn clone(&self) -> Self {
        Step { gain: self.gain, then: self.then.clone() }
    }
}

impl<G: Game> PartialEq for Step<G> {
    fn eq(&self, other: &Self) -> bool {
        self.gain == other.gain && self.then == other.then
    }
}

impl<G: Game> Debug for Step<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Step").field("gain", &self.gain).field("then", &self.then).finish()
    }
}

/// The legal moves of a state with their steps, in order.
#[inline(always)]
pub(crate) fn steps<G: Game, B>(
    game: &G,
    state: &G::State,
    mut visit: impl FnMut(G::Move, Step<G>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    tries(
        game,
        state,
        #[inline(always)]
        |mv, step| match step {
            Some(step) => visit(mv, step),
            None => ControlFlow::Continue(()),
        },
    )
}

/// Shows `visit` every move that a state enumerates, with what it does if it is legal, until it breaks: of very many, few may be.
#[inline(always)]
pub(crate) fn tries<G: Game, B>(
    game: &G,
    state: &G::State,
    mut visit: impl FnMut(G::Move, Option<Step<G>>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    G::Move::each(
        game,
        state,
        #[inline(always)]
        |mv| {
            let step = game.play(state, &mv);
            visit(mv, step)
        },
    )
}
