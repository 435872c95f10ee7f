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
mod names;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Derives `Move`: how the moves of a position are enumerated.
///
/// On a struct or an enum of any kind of variants. Variants come as declared, fields from left to
/// right, the last field fastest: as derived `Ord` has it. Nothing is allocated, and the enumeration
/// stops as soon as its visitor breaks. The item also derives `Clone` and `Debug`.
///
/// | attribute | on | meaning |
/// | --- | --- | --- |
/// | `#[moves(EXPR)]` | a field | the values it ranges over: anything that iterates over its type. The expression may use `game`, `state` and the fields before it (`_0`, `_1`, … in a tuple) |
/// | none | a field | all values of its type: `bool`, or a type that derives `Move` without using a state |
/// | `#[moves(if EXPR)]` | a variant or the item | enumerated only where this is true |
/// | `#[moves(game = PATH)]` | the item | the game whose moves these are, which `game` and `state` then mean; parameters of its own are brought in with `for<V: Value> PATH` |
/// | `#[moves(crate = PATH)]` | the item | where `stonegame_core` is found, if not at `::stonegame_core` |
/// | `#[moves(bound = "T: Bound, …")]` | the item | bounds of the impls instead of those inferred: one for the type of each field that has no range and depends on a parameter |
///
/// Without `game = …` the moves serve every game, and no expression may use `game` or `state`. A
/// field called `game` or `state` hides it from the fields after it. A range of literals, such as
/// `1..=3`, is written out, up to 16 values a variant; any other closed range becomes a counted loop.
///
/// Where the moves depend on nothing but constants (no `game = …`, no guard, and every field without
/// an attribute or with a range, of an integer type of up to 64 bits, between literals, constants or
/// const parameters, which are told by their capitals), the item gets `Finite` too: `COUNT`, `nth`, `index` and the iterator `all()`; and
/// a field of a state may range over it. For all other moves, `Move::code` and `Move::of_code` turn a
/// move into its place in the order and back.
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
/// Without a range the space is *sparse*: positions are hashed as they are met. With a layer it is
/// *layered*: a table can be filled from the bottom up, without a hash. With ranges but no layer it is
/// sparse, and the memo keeps a position in as few bits as its ranges need. The item also derives
/// `Clone`, `Debug`, `PartialEq`, `Eq` and `Hash`.
///
/// | attribute | on | meaning |
/// | --- | --- | --- |
/// | `#[state(layer, RANGE)]` | a field | it ranges over this, and every move lowers it; with several such fields, every move lowers their sum |
/// | `#[state(layer, RANGE, reach = EXPR)]` | one of them | and no move lowers it (or the sum) by more than this: the fewer, the less memory a solve takes |
/// | `#[state(RANGE)]` | a field | it ranges over this, and only tells positions of a layer apart |
/// | none | a field beside such | all values of its type: `bool`, `u8`, `i8`, or what derives `Move` without using a state |
/// | `#[state(game = PATH)]` | the item | the game whose positions these are, which `game` then means in the ranges; parameters of its own are brought in with `for<V: Value> PATH` |
/// | `#[state(crate = PATH)]` | the item | where `stonegame_core` is found, if not at `::stonegame_core` |
/// | `#[state(bound = "T: Bound, …")]` | the item | bounds of the impls instead of those inferred |
///
/// A range is `a..b` or `a..=b` of the field's type, an integer of up to 64 bits or `bool`; it may
/// not depend on another field. A ready-made state can be a field, too, as a layer or beside one: a
/// `Span` or `Suffix` ranges over the number of piles of its row, a `Subset` or `Heaps` over the
/// largest one (`#[state(layer, game.row.len())] span: Span`).
///
/// Every position that play can reach must lie within the ranges; and a table evaluates all that do,
/// so that `play` answers for them too, with `None` where a move would lead out of the ranges.
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
