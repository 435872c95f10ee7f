//! Ready-made positions for the common shapes of take-games, each with its space, and the data of rows.
//!
//! | state | what is left | space | a move |
//! | --- | --- | --- | --- |
//! | [`Suffix<K>`](Suffix) | the last piles of a row | a chain: the layer is how many | takes at most `K` from the front |
//! | [`Span<K>`](Span) | neighbours in a row | the layer is how many, the slot where they begin | takes at most `K` from the ends |
//! | [`Subset<W>`](Subset) | some of the numbers `0..n` | a chain: the set as a binary number | takes out any |
//! | [`Heaps<N>`](Heaps) | `N` heaps of stones | a chain: the heaps as digits | takes from one heap |
//! | [`Multiset<N>`](Multiset) | at most `N` heaps in no order | sparse | takes from heaps, or breaks them |
//!
//! With them a game is its `play`: [`Row<V>`](Row) holds the piles' values and [`Sums<V>`](Sums) the
//! sums of neighbours, both indexed by what the states hand out; [`End`] is the move that takes
//! from the left or from the right.

mod display;
mod end;
mod heaps;
mod multiset;
mod places;
mod row;
mod span;
mod subset;
mod suffix;

pub use crate::space::Word;
pub use end::End;
pub use heaps::{HeapSpace, Heaps};
pub use multiset::{Multiset, Multisets};
pub use places::{Pile, Span, Suffix};
pub use row::{Row, Sums};
pub use span::{SpanKey, Spans};
pub use subset::{Subset, Subsets};
pub use suffix::Suffixes;
