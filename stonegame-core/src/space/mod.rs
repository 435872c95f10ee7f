//! How positions are numbered: by layer and slot, or not at all.

mod axis;
mod counted;
mod derived;
mod field;
mod flat;
mod product;
mod word;

pub use axis::{Axis, Layer, Ordinal, Slots};
pub use counted::Counted;
pub use derived::{Derived, Record, Unlayered};
pub use field::{AsLayer, AsSlots, Over, Ranged, Whole};
pub use flat::Flat;
pub use product::Product;
pub use word::Word;
pub(crate) use word::{bits_below, bits_up_to, join, split};

use core::hash::Hash;
use core::marker::PhantomData;
use core::ops::{ControlFlow, Range};

/// Where a layered space keeps a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Every move leads to a strictly lower layer.
    pub layer: usize,
    /// Which position of the layer it is, from 0.
    pub slot: usize,
}

/// How the positions of one game are stored.
///
/// A *sparse* space has no layers: positions are hashed as they are met. A *layered* space gives
/// every position a layer and a slot, and every move leads to a strictly lower layer (a move that
/// keeps the turn too). Then a table can be filled from the bottom up without a hash, and a game
/// whose moves reach back at most `k` layers needs only `k` layers of memory.
///
/// A space keeps these laws: the slots of a layer are exactly `0..width(layer)`; `at` and `locate`
/// undo each other; every move leads to a lower layer, at most [`reach`](Space::reach) layers down.
/// No engine trusts them with memory, and one that meets a move which breaks them reports
/// [`Error::Unlawful`](crate::Error::Unlawful).
///
/// Most games never write a space: the [ready-made states](crate::states) bring theirs and
/// `#[derive(State)]` composes one from the ranges of the fields.
pub trait Space: Clone + Sync {
    /// The position stored.
    type State: Clone;
    /// What the memo keeps of a state: the state itself, or fewer bytes that stand for it.
    type Key: Clone + Eq + Hash;

    /// Positions are never numbered.
    const SPARSE: bool = false;
    /// Every layer has exactly one slot.
    const CHAIN: bool = false;
    /// There is at most one layer: its states say nothing about order.
    const FLAT: bool = false;
    /// Where moves reach back one layer: a move from slot `i` leads to one of the slots `i..=i + SPREAD`.
    /// Then a layer can overwrite the one below it.
    const SPREAD: Option<usize> = None;
    /// A state packs into the bits of one word.
    const PACKS: bool = false;

    /// The number of layers; 0 when positions are not numbered: the space is sparse, or has more of
    /// them than can be numbered.
    fn layers(&self) -> usize;

    /// The number of slots in a layer below [`layers`](Space::layers).
    fn width(&self, layer: usize) -> usize;

    /// Where a state is kept; `None` if the space does not number it.
    fn locate(&self, state: &Self::State) -> Option<Cell>;

    /// The state kept in a slot.
    ///
    /// # Panics
    ///
    /// If there is no such slot.
    fn at(&self, layer: usize, slot: usize) -> Self::State;

    /// How many layers down a move leads at most. By default all of them.
    #[inline(always)]
    fn reach(&self) -> usize {
        self.layers()
    }

    /// What the memo keeps of a state; `None` if the state is not of this space.
    fn pack(&self, state: Self::State) -> Option<Self::Key>;

    /// Shows `see` the state that a key stands for.
    fn unpack<R>(&self, key: &Self::Key, see: impl FnOnce(&Self::State) -> R) -> R;

    /// How many bits a packed state takes.
    #[inline(always)]
    fn bits(&self) -> u32 {
        u32::MAX
    }

    /// A state packed into the lowest [`bits`](Space::bits) of a word; `None` if the state is not of
    /// this space, the space does not pack, or the word has fewer bits.
    #[inline(always)]
    fn to_bits<W: Word>(&self, state: &Self::State) -> Option<W> {
        let _ = state;
        None
    }

    /// The state that was packed into a word; `None` if none was, or the space does not pack.
    #[inline(always)]
    fn of_bits<W: Word>(&self, word: W) -> Option<Self::State> {
        let _ = word;
        None
    }

    /// Shows `visit` the states of some slots of a layer in order, each with its place in `slots`
    /// (from 0), until it breaks.
    ///
    /// # Panics
    ///
    /// If there are no such slots.
    #[inline(always)]
    fn each<B>(
        &self,
        layer: usize,
        slots: Range<usize>,
        mut visit: impl FnMut(usize, Self::State) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for i in 0..slots.len() {
            visit(i, self.at(layer, slots.start + i))?;
        }
        ControlFlow::Continue(())
    }

    /// The width of every layer, where they all have the same.
    #[inline(always)]
    fn even(&self) -> Option<usize> {
        Self::CHAIN.then_some(1)
    }

    /// The number of positions in the layers `0..layers`; `None` if 64 bits cannot count them.
    fn positions(&self, layers: usize) -> Option<u64> {
        match self.even() {
            Some(width) => (layers as u64).checked_mul(width as u64),
            None => (0..layers).try_fold(0u64, |sum, l| sum.checked_add(self.width(l) as u64)),
        }
    }

    /// The width of the widest of the layers `0..layers`; 0 if there are none.
    fn widest(&self, layers: usize) -> usize {
        match self.even() {
            Some(width) if layers > 0 => width,
            _ => (0..layers).map(|layer| self.width(layer)).max().unwrap_or(0),
        }
    }
}

/// The space without layers: nothing is numbered, and positions are hashed as they are met.
#[derive(Debug)]
pub struct Sparse<S>(PhantomData<fn() -> S>);

impl<S> Sparse<S> {
    /// The sparse space of `S`.
    #[must_use]
    pub const fn new() -> Self {
        Sparse(PhantomData)
    }
}

impl<S> Clone for Sparse<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Sparse<S> {}

impl<S> Default for Sparse<S> {
    fn default() -> Self {
        Sparse::new()
    }
}

impl<S: Clone + Eq + Hash> Space for Sparse<S> {
    type State = S;
    type Key = S;
    const SPARSE: bool = true;
    const FLAT: bool = true;

    #[inline(always)]
    fn layers(&self) -> usize {
        0
    }

    #[inline(always)]
    fn width(&self, _: usize) -> usize {
        0
    }

    #[inline(always)]
    fn locate(&self, _: &S) -> Option<Cell> {
        None
    }

    fn at(&self, layer: usize, slot: usize) -> S {
        panic!("a sparse space has no slot {slot} of layer {layer}")
    }

    #[inline(always)]
    fn pack(&self, state: S) -> Option<S> {
        Some(state)
    }

    #[inline(always)]
    fn unpack<R>(&self, key: &S, see: impl FnOnce(&S) -> R) -> R {
        see(key)
    }
}
