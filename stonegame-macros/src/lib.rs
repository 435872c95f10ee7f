//! The derives of `stonegame-core`, which re-exports them beside the traits of the same names.
//!
//! The way of an item: `attr` reads its attributes one by one, `check` judges them together and
//! makes a `model`, `expand` writes the impl and cannot fail. All mistakes of an item are
//! reported at once; then `fallback` writes a stub impl, so that no other error follows from them.

mod attr;
mod check;
mod errors;
mod expand;
mod fallback;
mod generics;
#[cfg(test)]
mod golden;
mod model;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Derives `Move`: how the moves of a position are enumerated.
///
/// Variants come as declared, fields from left to right, the last field fastest. Nothing is
/// allocated, and the enumeration stops as soon as its visitor breaks.
///
/// | attribute | on | meaning |
/// | --- | --- | --- |
/// | `#[moves(EXPR)]` | a field | the values it ranges over: anything that iterates over its type. The expression may use `game`, `state` and the fields before it (`_0`, `_1`, … in a tuple) |
/// | none | a field | all values of its type: `bool`, or a type that derives `Move` itself |
/// | `#[moves(if EXPR)]` | a variant or the item | enumerated only where this is true |
/// | `#[moves(game = PATH)]` | the item | the game whose moves these are, which `game` and `state` then mean; parameters of its own are brought in with `for<V: Value> PATH` |
/// | `#[moves(crate = PATH)]` | the item | where `stonegame_core` is found, if not at `::stonegame_core` |
///
/// Without `game = …` the moves serve every game, and no expression may use `game` or `state`. A
/// range of literals, such as `1..=3`, is unrolled up to 16 values.
///
/// ```
/// use stonegame_core::prelude::*;
///
/// // Heaps of stones; take some from one heap, or pass, which may be done only while four or more are left.
/// pub struct Passing { heaps: [u32; 2] }
///
/// #[derive(Move, Clone, Copy, Debug, PartialEq, Eq)]
/// #[moves(game = Passing)]
/// pub enum Turn {
///     Take {
///         #[moves(0..2)]
///         heap: usize,
///         #[moves(1..=state.0[heap])]
///         stones: u32,
///     },
///     #[moves(if state.stones() >= 4)]
///     Pass,
/// }
///
/// impl Game for Passing {
///     type State = Heaps<2>;
///     type Move = Turn;
///     type Value = WinLoss;
///     fn start(&self) -> Heaps<2> {
///         Heaps(self.heaps)
///     }
///     #[inline]
///     fn play(&self, heaps: &Heaps<2>, turn: &Turn) -> Option<Step<Self>> {
///         Some(Step::to(match *turn {
///             Turn::Take { heap, stones } => heaps.take(heap, stones)?,
///             Turn::Pass => heaps.take(0, 1).or(heaps.take(1, 1))?, // it costs a stone
///         }))
///     }
/// }
///
/// let solution = solve(&Passing { heaps: [1, 2] })?;
/// let moves: Vec<Turn> = solution.moves(&Heaps([1, 2]))?.into_iter().map(|(mv, _)| mv).collect();
/// assert_eq!(moves.len(), 3);
/// assert_eq!(moves[2], Turn::Take { heap: 1, stones: 2 });
/// # Ok::<(), Error>(())
/// ```
#[proc_macro_derive(Move, attributes(moves))]
pub fn derive_move(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    match check::moves(&input) {
        Ok(item) => expand::moves::expand(&item).into(),
        Err(errors) => fallback::moves(&input, errors).into(),
    }
}

/// Derives `State`: a position, and the space that stores it.
///
/// Without a range the space is *sparse*: positions are hashed as they are met. With ranges it is
/// *layered*: a table can be filled from the bottom up, without a hash.
///
/// | attribute | on | meaning |
/// | --- | --- | --- |
/// | `#[state(layer, RANGE)]` | a field | it ranges over this, and every move lowers it; with several such fields, every move lowers their sum |
/// | `#[state(layer, RANGE, reach = EXPR)]` | the same | and no move lowers it by more than this: the fewer, the less memory a solve takes |
/// | `#[state(RANGE)]` | a field | it ranges over this, and only tells positions of a layer apart |
/// | none | a field beside such | all values of its type: `bool`, `u8`, `i8` |
/// | `#[state(game = PATH)]` | the item | the game whose positions these are, which `game` then means in the ranges; parameters of its own are brought in with `for<V: Value> PATH` |
/// | `#[state(crate = PATH)]` | the item | where `stonegame_core` is found, if not at `::stonegame_core` |
///
/// A range is `a..b` or `a..=b` of integers, or of `bool`. Every position that play can reach must
/// lie within the ranges.
///
/// ```
/// use stonegame_core::prelude::*;
///
/// // Take any number of stones but the one that was taken last; whoever cannot move loses.
/// pub struct NoRepeat { stones: usize, most: usize }
///
/// #[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
/// #[state(game = NoRepeat)]
/// pub struct Left {
///     #[state(layer, 0..=game.stones, reach = game.most)]
///     stones: usize,
///     #[state(0..=game.most)]
///     last: usize,
/// }
///
/// #[derive(Move, Clone, Copy, Debug)]
/// #[moves(game = NoRepeat)]
/// pub struct Take(#[moves(1..=game.most.min(state.stones))] usize);
///
/// impl Game for NoRepeat {
///     type State = Left;
///     type Move = Take;
///     type Value = WinLoss;
///     fn start(&self) -> Left {
///         Left { stones: self.stones, last: 0 }
///     }
///     #[inline]
///     fn play(&self, left: &Left, Take(count): &Take) -> Option<Step<Self>> {
///         let stones = left.stones.checked_sub(*count)?;
///         (*count != left.last).then_some(Step::to(Left { stones, last: *count }))
///     }
/// }
///
/// // With at most three, the first player loses from the multiples of four.
/// assert_eq!(value(&NoRepeat { stones: 28, most: 3 })?, WinLoss::Loss);
/// assert_eq!(value(&NoRepeat { stones: 29, most: 3 })?, WinLoss::Win);
/// # Ok::<(), Error>(())
/// ```
#[proc_macro_derive(State, attributes(state))]
pub fn derive_state(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    match check::state(&input) {
        Ok(item) => expand::state::expand(&item).into(),
        Err(errors) => fallback::state(&input, errors).into(),
    }
}
