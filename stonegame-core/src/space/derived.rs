//! The spaces that `#[derive(State)]` composes.

use super::{Cell, Space, Word};
use core::hash::Hash;
use core::marker::PhantomData;
use core::ops::{ControlFlow, Range};

/// A struct seen as the nested pairs of its fields: `(first, (second, third))`.
pub trait Record<Fields>: Sized {
    /// The fields of a state.
    fn to_fields(&self) -> Fields;
    /// The state with these fields.
    fn of_fields(fields: Fields) -> Self;
}

/// A space over a struct `S` by way of the space `F` of its fields, some of which are layers.
#[derive(Debug)]
pub struct Derived<S, F> {
    fields: F,
    reach: Option<usize>,
    state: PhantomData<fn() -> S>,
}

impl<S, F: Space> Derived<S, F> {
    /// The space over the fields; moves reach back `reach` layers, or as far as those of the fields.
    #[inline(always)]
    pub fn new(fields: F, reach: Option<usize>) -> Self {
        Derived { fields, reach, state: PhantomData }
    }
}

impl<S, F: Clone> Clone for Derived<S, F> {
    fn clone(&self) -> Self {
        Derived { fields: self.fields.clone(), reach: self.reach, state: PhantomData }
    }
}

impl<S, F> Space for Derived<S, F>
where
    S: Record<F::State> + Clone + Eq + Hash,
    F: Space,
{
    type State = S;
    type Key = S;
    const SPARSE: bool = F::SPARSE;
    const CHAIN: bool = F::CHAIN;
    const FLAT: bool = F::FLAT;
    const PACKS: bool = F::PACKS;

    #[inline(always)]
    fn layers(&self) -> usize {
        self.fields.layers()
    }

    #[inline(always)]
    fn width(&self, layer: usize) -> usize {
        self.fields.width(layer)
    }

    #[inline(always)]
    fn locate(&self, state: &S) -> Option<Cell> {
        self.fields.locate(&state.to_fields())
    }

    #[inline(always)]
    fn at(&self, layer: usize, slot: usize) -> S {
        S::of_fields(self.fields.at(layer, slot))
    }

    #[inline(always)]
    fn reach(&self) -> usize {
        match self.reach {
            Some(reach) => reach.min(self.fields.layers()),
            None => self.fields.reach(),
        }
    }

    #[inline(always)]
    fn pack(&self, state: S) -> Option<S> {
        self.fields.pack(state.to_fields()).map(|_| state)
    }

    #[inline(always)]
    fn unpack<R>(&self, key: &S, see: impl FnOnce(&S) -> R) -> R {
        see(key)
    }

    #[inline(always)]
    fn bits(&self) -> u32 {
        self.fields.bits()
    }

    #[inline(always)]
    fn to_bits<W: Word>(&self, state: &S) -> Option<W> {
        if self.bits() > W::BITS {
            return None;
        }
        self.fields.to_bits(&state.to_fields())
    }

    #[inline(always)]
    fn of_bits<W: Word>(&self, word: W) -> Option<S> {
        self.fields.of_bits(word).map(S::of_fields)
    }

    #[inline(always)]
    fn each<B>(
        &self,
        layer: usize,
        slots: Range<usize>,
        mut visit: impl FnMut(usize, S) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.fields.each(
            layer,
            slots,
            #[inline(always)]
            |i, fields| visit(i, S::of_fields(fields)),
        )
    }

    #[inline(always)]
    fn even(&self) -> Option<usize> {
        self.fields.even()
    }

    fn positions(&self, layers: usize) -> Option<u64> {
        self.fields.positions(layers)
    }

    fn widest(&self, layers: usize) -> usize {
        self.fields.widest(layers)
    }
}

/// A space over a struct `S` whose fields have ranges, but none of which is a layer: sparse, with
/// states that pack.
#[derive(Debug)]
pub struct Unlayered<S, F>(Derived<S, F>);

impl<S, F: Space> Unlayered<S, F> {
    /// The space over the fields.
    #[inline(always)]
    pub fn new(fields: F) -> Self {
        Unlayered(Derived::new(fields, None))
    }
}

impl<S, F: Clone> Clone for Unlayered<S, F> {
    fn clone(&self) -> Self {
        Unlayered(self.0.clone())
    }
}

impl<S, F> Space for Unlayered<S, F>
where
    S: Record<F::State> + Clone + Eq + Hash,
    F: Space,
{
    type State = S;
    type Key = S;
    const SPARSE: bool = true;
    const FLAT: bool = true;
    const PACKS: bool = F::PACKS;

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
        self.0.pack(state)
    }

    #[inline(always)]
    fn unpack<R>(&self, key: &S, see: impl FnOnce(&S) -> R) -> R {
        see(key)
    }

    #[inline(always)]
    fn bits(&self) -> u32 {
        self.0.bits()
    }

    #[inline(always)]
    fn to_bits<W: Word>(&self, state: &S) -> Option<W> {
        self.0.to_bits(state)
    }

    #[inline(always)]
    fn of_bits<W: Word>(&self, word: W) -> Option<S> {
        self.0.of_bits(word)
    }
}
