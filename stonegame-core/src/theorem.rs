//! Theorems: values that were proved, and need no search.

use crate::Game;
use core::fmt;

/// A theorem about a game: a closed form of its values, or a reduction that finds them without search.
///
/// A closure that reads fields names the types of what it is given, or the theorem its game:
/// `Theorem::<Self>::new(…)`.
///
/// A game states it beside its rules in [`Game::theorem`]. [`plan`](crate::plan()) takes it where it
/// is the best choice; a [`Solver`](crate::Solver) that is told an engine does not. Tests hold it
/// against the engines on every small instance, as [`check`](crate::check()) does on one.
///
/// ```
/// use stonegame_core::{Engine, prelude::*};
///
/// /// One heap; take one to three stones. Who cannot take loses.
/// struct Heap(usize);
///
/// #[derive(Move, Clone, Copy, Debug)]
/// struct Take(#[moves(1..=3)] usize);
///
/// impl Game for Heap {
///     type State = Suffix<3>;
///     type Move = Take;
///     type Value = WinLoss;
///     fn start(&self) -> Suffix<3> {
///         Suffix::whole(self.0)
///     }
///     #[inline]
///     fn play(&self, left: &Suffix<3>, Take(count): &Take) -> Option<Step<Self>> {
///         Some(Step::to(left.take(*count)?.1))
///     }
///     fn theorem(&self) -> Option<Theorem<Self>> {
///         let won = |_: &Heap, left: &Suffix<3>| Some(WinLoss::won(left.len() % 4 > 0));
///         Some(Theorem::new("multiples of four are lost (Bouton 1901)", won).instant())
///     }
/// }
///
/// let heap = Heap(1_000_000_000_001); // no table of so many
/// let solution = solve(&heap)?;
/// assert_eq!((solution.plan().engine, solution.value()), (Engine::Theorem, WinLoss::Win));
/// # Ok::<(), Error>(())
/// ```
pub struct Theorem<G: Game> {
    source: &'static str,
    value: fn(&G, &G::State) -> Option<G::Value>,
    instant: bool,
    start_only: bool,
}

impl<G: Game> Theorem<G> {
    /// A theorem by what it says and who says so, in a few words; `value` gives the value of a state
    /// for the player to move, or `None` where a hypothesis fails or its arithmetic would overflow.
    pub const fn new(source: &'static str, value: fn(&G, &G::State) -> Option<G::Value>) -> Self {
        Theorem { source, value, instant: false, start_only: false }
    }

    /// The same theorem, known to take a few nanoseconds a position: then moves and lines come from it
    /// too, where an engine would have to visit every position once.
    #[must_use]
    pub const fn instant(self) -> Self {
        Theorem { instant: true, ..self }
    }

    /// The same theorem, known to tell of the start and hardly of other positions: then moves and lines
    /// never come from it.
    #[must_use]
    pub const fn start_only(self) -> Self {
        Theorem { start_only: true, ..self }
    }

    /// What it says, and who says so.
    #[must_use]
    pub const fn source(&self) -> &'static str {
        self.source
    }

    /// Whether it takes but a few nanoseconds a position.
    #[must_use]
    pub const fn is_instant(&self) -> bool {
        self.instant
    }

    /// Whether it tells of the start alone.
    #[must_use]
    pub const fn is_start_only(&self) -> bool {
        self.start_only
    }

    /// The value of a state for the player to move; `None` where the theorem does not hold.
    #[inline]
    pub fn value(&self, game: &G, state: &G::State) -> Option<G::Value> {
        (self.value)(game, state)
    }
}

impl<G: Game> Clone for Theorem<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Theorem<G> {}

/// Writes what it says.
impl<G: Game> fmt::Debug for Theorem<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Theorem")
            .field("source", &self.source)
            .field("instant", &self.instant)
            .finish_non_exhaustive()
    }
}
