//! The laws, tried on a user's game.

mod arithmetic;
mod engines;
mod graph;
mod guard;
mod law;
mod layers;
mod rules;
mod sample;
mod states;
mod values;

use crate::Game;
use alloc::format;
use alloc::vec::Vec;
use graph::{Fault, Place};
pub use law::{Broken, Checked, Law};
use sample::Sample;

/// Tries the laws on a game, at up to 10,000 positions that play can reach and as many of its space.
///
/// To be called in a test of one's own, on a small instance: all of its positions are tried then, and
/// every engine that can run is held against the definition at each. Of a large one some are tried,
/// and what is returned says so; it takes seconds at most, in a debug build too, if `play` is quick.
///
/// ```
/// use stonegame_core::{check, prelude::*};
/// # struct Ends { row: Row<i64> }
/// # impl Game for Ends {
/// #     type State = Span; type Move = End; type Value = i64;
/// #     fn start(&self) -> Span { self.row.span() }
/// #     fn play(&self, span: &Span, end: &End) -> Option<Step<Self>> {
/// #         let (pile, rest) = span.pop(*end)?;
/// #         Some(Step::to(rest).gain(self.row[pile]))
/// #     }
/// # }
/// let checked = check(&Ends { row: [1, 5, 233, 7].into() })?;
/// assert!(checked.is_all());
/// assert_eq!((checked.reachable, checked.cells), (15, 15));
/// # Ok::<(), stonegame_core::Broken>(())
/// ```
///
/// What is broken is named, with the smallest position at which it is:
///
/// ```
/// use stonegame_core::{check, Law, prelude::*};
///
/// /// Take one or two stones from the front; but `play` never looks how many are left.
/// struct Careless { stones: usize }
///
/// #[derive(State, Clone, Debug, PartialEq, Eq, Hash)]
/// #[state(game = Careless)]
/// struct Left(#[state(layer, 0..=game.stones)] usize);
///
/// #[derive(Move, Clone, Debug)]
/// struct Take(#[moves(1..=2)] usize);
///
/// impl Game for Careless {
///     type State = Left;
///     type Move = Take;
///     type Value = WinLoss;
///     fn start(&self) -> Left {
///         Left(self.stones)
///     }
///     fn play(&self, left: &Left, take: &Take) -> Option<Step<Self>> {
///         Some(Step::to(Left(left.0.saturating_sub(take.0))))
///     }
/// }
///
/// let broken = check(&Careless { stones: 9 }).unwrap_err();
/// assert_eq!(broken.law, Law::Space);
/// assert_eq!((broken.position.as_str(), broken.mv.as_deref()), ("Left(0)", Some("Take(1)")));
/// assert!(broken.message.contains("does not lead to a lower layer"));
/// ```
///
/// # Errors
///
/// [`Broken`] names the first law that is broken, of [`Law::ALL`] in order.
///
/// # Panics
///
/// With the `std` feature a panic of the game's is caught and reported (its message still goes to
/// the standard error, where a test does not show it unless it fails). Without it, and where panics
/// abort, it goes through.
pub fn check<G: Game>(game: &G) -> Result<Checked, Broken> {
    Check::new().run(game)
}

/// How many positions a check is to try.
///
/// ```
/// use stonegame_core::{Check, prelude::*};
/// # struct Ends { row: Row<i64> }
/// # impl Game for Ends {
/// #     type State = Span; type Move = End; type Value = i64;
/// #     fn start(&self) -> Span { self.row.span() }
/// #     fn play(&self, span: &Span, end: &End) -> Option<Step<Self>> {
/// #         let (pile, rest) = span.pop(*end)?;
/// #         Some(Step::to(rest).gain(self.row[pile]))
/// #     }
/// # }
/// let game = Ends { row: (0..1_000_000).collect() };
/// let checked = Check::new().positions(500).run(&game)?;
/// assert!(!checked.is_all()); // there are half a trillion
/// # Ok::<(), stonegame_core::Broken>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    positions: usize,
}

impl Default for Check {
    fn default() -> Self {
        Check::new()
    }
}

impl Check {
    /// 10,000 positions of each kind: those that play can reach, and those of the space.
    #[must_use]
    pub const fn new() -> Self {
        Check { positions: 10_000 }
    }

    /// At most so many positions of each kind, and 32 moves for each; at least one.
    ///
    /// Of a game with more, as many again are tried near its ends, where values are known. Time and
    /// memory grow with this number, and not with the game.
    #[must_use]
    pub const fn positions(mut self, most: usize) -> Self {
        self.positions = if most > 0 { most } else { 1 };
        self
    }

    /// Tries the laws on a game.
    ///
    /// # Errors
    ///
    /// [`Broken`] names the first law that is broken, of [`Law::ALL`] in order.
    pub fn run<G: Game>(&self, game: &G) -> Result<Checked, Broken> {
        let sample = Sample::new(game, self.positions).map_err(|fault| broken::<G>(None, fault))?;
        let panics = |law| sample.graph.panics(law);
        judge(&sample, panics(Law::Hash))?;
        judge(&sample, states::faults(&sample))?;
        judge(&sample, panics(Law::Moves))?;
        judge(&sample, rules::of_moves(&sample))?;
        judge(&sample, panics(Law::Play))?;
        judge(&sample, rules::of_play(&sample))?;
        judge(&sample, layers::faults(&sample))?;
        let (known, faults) = values::by_definition(&sample);
        judge(&sample, faults)?;
        judge(&sample, arithmetic::faults(&sample, &known))?;
        let (engines, faults) = engines::faults(&sample, &known);
        // A hash that changed meanwhile explains whatever else was found.
        judge(&sample, states::changed(&sample))?;
        judge(&sample, faults)?;
        Ok(Checked {
            reachable: sample.reachable,
            all_reachable: sample.all_reachable,
            cells: sample.cells.len(),
            all_cells: sample.all_cells,
            valued: known.iter().flatten().count(),
            engines,
        })
    }
}

/// Of some faults the one at the smallest position, of the first law that any is about.
fn judge<G: Game>(sample: &Sample<'_, G>, faults: Vec<Fault>) -> Result<(), Broken> {
    let Some(law) = faults.iter().map(|fault| fault.law).min() else {
        return Ok(());
    };
    let of_law = || faults.iter().filter(|fault| fault.law == law);
    let at = |fault: &Fault| match fault.at {
        Place::Node(node) => Some(node),
        Place::Named(_) => None,
    };
    let smallest = sample.graph.smallest(of_law().filter_map(at).collect());
    match of_law().find(|fault| at(fault) == smallest) {
        Some(fault) => Err(broken(Some(sample), fault.clone())),
        None => Ok(()),
    }
}

/// What is said of a fault.
fn broken<G: Game>(sample: Option<&Sample<'_, G>>, fault: Fault) -> Broken {
    let position = match (fault.at, sample) {
        (Place::Node(node), Some(sample)) => format!("{:?}", sample.graph.state(node)),
        (Place::Node(_), None) => "the start".into(),
        (Place::Named(name), _) => name,
    };
    Broken { law: fault.law, position, mv: fault.mv, message: fault.message }
}
