//! A layered space whose layers count for nothing.

use super::{Cell, Space, Word};
use core::ops::ControlFlow;

/// The positions of another space in one layer, its layers one behind the other: a ready-made state
/// as a field that only tells the positions of a layer apart.
#[derive(Clone, Debug)]
pub struct Flat<S> {
    inner: S,
    /// How many positions there are; 0 if they are more than can be numbered.
    len: usize,
}

impl<S: Space> Flat<S> {
    /// The positions of a space.
    pub fn new(inner: S) -> Self {
        let len = inner.positions(inner.layers()).and_then(|len| usize::try_from(len).ok());
        Flat { inner, len: len.unwrap_or(0) }
    }

    /// How many positions lie in the layers below one.
    #[inline(always)]
    fn below(&self, layer: usize) -> usize {
        // No more than there are in all, which is a number.
        self.inner.positions(layer).unwrap_or(0) as usize
    }
}

impl<S: Space> Space for Flat<S> {
    type State = S::State;
    type Key = S::Key;
    const FLAT: bool = true;
    const PACKS: bool = S::PACKS;

    #[inline(always)]
    fn layers(&self) -> usize {
        usize::from(self.len > 0)
    }

    #[inline(always)]
    fn width(&self, _: usize) -> usize {
        self.len
    }

    #[inline(always)]
    fn locate(&self, state: &S::State) -> Option<Cell> {
        let cell = self.inner.locate(state)?;
        (self.len > 0).then(|| Cell { layer: 0, slot: self.below(cell.layer) + cell.slot })
    }

    fn at(&self, layer: usize, slot: usize) -> S::State {
        assert!(layer == 0 && slot < self.len, "of {} positions there is none at {slot}", self.len);
        // The last layer that begins at the slot or before it.
        let (mut low, mut high) = (0, self.inner.layers());
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if self.below(middle) <= slot {
                low = middle;
            } else {
                high = middle;
            }
        }
        self.inner.at(low, slot - self.below(low))
    }

    #[inline(always)]
    fn pack(&self, state: S::State) -> Option<S::Key> {
        self.inner.pack(state)
    }

    #[inline(always)]
    fn unpack<R>(&self, key: &S::Key, see: impl FnOnce(&S::State) -> R) -> R {
        self.inner.unpack(key, see)
    }

    #[inline(always)]
    fn bits(&self) -> u32 {
        self.inner.bits()
    }

    #[inline(always)]
    fn to_bits<W: Word>(&self, state: &S::State) -> Option<W> {
        self.inner.to_bits(state)
    }

    #[inline(always)]
    fn of_bits<W: Word>(&self, word: W) -> Option<S::State> {
        self.inner.of_bits(word)
    }

    #[inline(always)]
    fn each<B>(
        &self,
        _: usize,
        slots: core::ops::Range<usize>,
        mut visit: impl FnMut(usize, S::State) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut first = slots.start;
        while first < slots.end {
            // The rest of a layer at a time.
            let layer = self.inner.locate(&self.at(0, first)).map_or(0, |cell| cell.layer);
            let from = first - self.below(layer);
            let to = self.inner.width(layer).min(from + (slots.end - first));
            let seen = first - slots.start;
            self.inner.each(
                layer,
                from..to,
                #[inline(always)]
                |i, state| visit(seen + i, state),
            )?;
            first += to - from;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn even(&self) -> Option<usize> {
        Some(self.len)
    }
}
