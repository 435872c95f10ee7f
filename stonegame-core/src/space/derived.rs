//! The space that `#[derive(State)]` composes.

use super::{Cell, Space};
use core::hash::Hash;
use core::marker::PhantomData;
use core::ops::{ControlFlow, Range};

/// A struct seen as the nested pairs of its fields.
pub trait Record: Clone + Eq + Hash {
    /// `(first, (second, third))`.
    type Fields;
    /// The fields of a state.
    fn to_fields(&self) -> Self::Fields;
    /// The state with these fields.
    fn of_fields(fields: Self::Fields) -> Self;
}

/// A space over a struct `S` by way of the space `F` of its fields.
#[derive(Clone, Copy, Debug)]
pub struct Derived<S, F> {
    fields: F,
    reach: Option<usize>,
    state: PhantomData<fn() -> S>,
}

impl<S, F: Space> Derived<S, F> {
    /// The space over the fields; moves reach back `reach` layers, or as far as there are layers.
    #[inline(always)]
    pub fn new(fields: F, reach: Option<usize>) -> Self {
        Derived {
            fields,
            reach,
            state: PhantomData,
        }
    }
}

impl<S: Record<Fields = F::State>, F: Space> Space for Derived<S, F> {
    type State = S;
    type Key = S;
    const CHAIN: bool = F::CHAIN;
    const FLAT: bool = F::FLAT;

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
        self.reach.unwrap_or_else(|| self.fields.layers())
    }

    #[inline(always)]
    fn pack(&self, state: S) -> Option<S> {
        Some(state)
    }

    #[inline(always)]
    fn unpack<R>(&self, key: &S, see: impl FnOnce(&S) -> R) -> R {
        see(key)
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
