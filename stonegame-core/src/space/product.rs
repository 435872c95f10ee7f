//! Two spaces at once.

use super::{Cell, Space, Word, join, split};
use alloc::vec::Vec;
use core::num::NonZeroUsize;
use core::ops::{ControlFlow, Range};

/// Both spaces at once: a state is a pair, its layer the sum of theirs.
///
/// Within a layer, positions lie in order of the first factor's layer, then its slot, then the
/// second factor's slot. Sparse times anything is sparse, and so is a product that would need more
/// than 2²⁰ entries to find its way (where neither factor's layers have all the same width).
#[derive(Clone, Debug)]
pub struct Product<A, B> {
    a: A,
    b: B,
    layers: usize,
    /// Where neither factor is flat, but each has layers of one width: how many slots a pair of layers
    /// has.
    pair: Option<NonZeroUsize>,
    /// Where neither factor is flat and their widths vary: for each layer, where its block begins in `starts`, and the
    /// lowest layer of `a` in it.
    blocks: Vec<(usize, usize)>,
    /// The first slot of each pair of factors' layers, and behind a block's last pair the layer's width.
    starts: Vec<usize>,
}

/// The most entries that `starts` may have: 8 MiB of them.
const MOST_PAIRS: usize = 1 << 20;

impl<A: Space, B: Space> Product<A, B> {
    /// The product of two spaces.
    ///
    /// It takes no time and no memory to speak of, unless both factors have layers and one of them
    /// layers of several widths: then the product of their numbers of layers.
    pub fn new(a: A, b: B) -> Self {
        let (blocks, starts) = (Vec::new(), Vec::new());
        let mut product = Product { layers: 0, pair: None, blocks, starts, a, b };
        match product.number() {
            Some(layers) => product.layers = layers,
            // More than can be numbered.
            None => (product.blocks, product.starts) = (Vec::new(), Vec::new()),
        }
        product
    }

    /// Whether the slots of a layer come from more than one pair of the factors' layers.
    const PAIRED: bool = !A::FLAT && !B::FLAT;

    fn number(&mut self) -> Option<usize> {
        let (a, b) = (self.a.layers(), self.b.layers());
        if a == 0 || b == 0 {
            return None;
        }
        let layers = a.checked_add(b - 1)?;
        if !Self::PAIRED {
            // Each width is a product of two; the largest one must be a number.
            self.a.widest(a).checked_mul(self.b.widest(b))?;
        } else if let (Some(of_a), Some(of_b)) = (self.a.even(), self.b.even()) {
            let pair = of_a.checked_mul(of_b)?;
            a.min(b).checked_mul(pair)?;
            self.pair = NonZeroUsize::new(pair);
        } else {
            a.checked_mul(b)?.checked_add(layers).filter(|pairs| *pairs <= MOST_PAIRS)?;
            for layer in 0..layers {
                let low = self.low(layer);
                self.blocks.push((self.starts.len(), low));
                let mut slot = 0usize;
                for la in low..=layer.min(a - 1) {
                    self.starts.push(slot);
                    let pairs = self.a.width(la).checked_mul(self.b.width(layer - la))?;
                    slot = slot.checked_add(pairs)?;
                }
                self.starts.push(slot);
            }
        }
        Some(layers)
    }

    /// The lowest layer of `a` that takes part in a layer.
    #[inline(always)]
    fn low(&self, layer: usize) -> usize {
        if B::FLAT {
            layer
        } else if A::FLAT {
            0
        } else {
            (layer + 1).saturating_sub(self.b.layers())
        }
    }

    /// The first slot, in layer `la + lb`, of the pairs from these layers.
    #[inline(always)]
    fn start(&self, la: usize, lb: usize) -> usize {
        if !Self::PAIRED {
            0
        } else if let Some(pair) = self.pair {
            (la - self.low(la + lb)) * pair.get()
        } else {
            let (block, low) = self.blocks[la + lb];
            self.starts[block + la - low]
        }
    }

    /// The layer of `a` that a slot comes from, and which slot of that pair of layers it is.
    #[inline(always)]
    fn pair_of(&self, layer: usize, slot: usize) -> (usize, usize) {
        if !Self::PAIRED {
            (self.low(layer), slot)
        } else if let Some(pair) = self.pair {
            (self.low(layer) + slot / pair, slot % pair)
        } else {
            let (block, low) = self.blocks[layer];
            let starts = &self.starts[block..self.block_end(layer)];
            let nth = starts.partition_point(|start| *start <= slot) - 1;
            (low + nth, slot - starts[nth])
        }
    }

    /// Where the block of a layer ends in `starts`.
    fn block_end(&self, layer: usize) -> usize {
        self.blocks.get(layer + 1).map_or(self.starts.len(), |block| block.0)
    }
}

/// How many pairs of a number below `a` and one below `b` have a sum below `sum`.
fn pairs_below(a: u128, b: u128, sum: u128) -> u128 {
    let (less, more) = if a < b { (a, b) } else { (b, a) };
    if sum <= less {
        sum * (sum + 1) / 2
    } else if sum <= more {
        less * sum - less * (less - 1) / 2
    } else {
        // The others, counted from the far corner.
        a * b - pairs_below(a, b, (a + b - 1).saturating_sub(sum))
    }
}

impl<A: Space, B: Space> Space for Product<A, B> {
    type State = (A::State, B::State);
    type Key = (A::Key, B::Key);
    const SPARSE: bool = A::SPARSE || B::SPARSE;
    const FLAT: bool = A::FLAT && B::FLAT;
    const PACKS: bool = A::PACKS && B::PACKS;

    #[inline(always)]
    fn layers(&self) -> usize {
        self.layers
    }

    #[inline(always)]
    fn width(&self, layer: usize) -> usize {
        if B::FLAT {
            self.a.width(layer) * self.b.width(0)
        } else if A::FLAT {
            self.a.width(0) * self.b.width(layer)
        } else if let Some(pair) = self.pair {
            (layer.min(self.a.layers() - 1) + 1 - self.low(layer)) * pair.get()
        } else {
            self.starts[self.block_end(layer) - 1]
        }
    }

    #[inline(always)]
    fn locate(&self, (a, b): &Self::State) -> Option<Cell> {
        let (a, b) = (self.a.locate(a)?, self.b.locate(b)?);
        if self.layers == 0 {
            return None;
        }
        let slot = self.start(a.layer, b.layer) + a.slot * self.b.width(b.layer) + b.slot;
        Some(Cell { layer: a.layer + b.layer, slot })
    }

    fn at(&self, layer: usize, slot: usize) -> Self::State {
        let (la, slot) = self.pair_of(layer, slot);
        let width = self.b.width(layer - la);
        (self.a.at(la, slot / width), self.b.at(layer - la, slot % width))
    }

    /// As if a move went as far as it can in both factors at once.
    #[inline(always)]
    fn reach(&self) -> usize {
        if B::FLAT {
            self.a.reach()
        } else if A::FLAT {
            self.b.reach()
        } else {
            self.a.reach().saturating_add(self.b.reach()).min(self.layers)
        }
    }

    #[inline(always)]
    fn pack(&self, (a, b): Self::State) -> Option<Self::Key> {
        Some((self.a.pack(a)?, self.b.pack(b)?))
    }

    #[inline(always)]
    fn unpack<R>(&self, (a, b): &Self::Key, see: impl FnOnce(&Self::State) -> R) -> R {
        self.a.unpack(a, |a| self.b.unpack(b, |b| see(&(a.clone(), b.clone()))))
    }

    #[inline(always)]
    fn bits(&self) -> u32 {
        self.a.bits().saturating_add(self.b.bits())
    }

    #[inline(always)]
    fn to_bits<W: Word>(&self, (a, b): &Self::State) -> Option<W> {
        let (a, b): (W, W) = (self.a.to_bits(a)?, self.b.to_bits(b)?);
        Some(join(a, b, self.b.bits()))
    }

    #[inline(always)]
    fn of_bits<W: Word>(&self, word: W) -> Option<Self::State> {
        let (high, low) = split(word, self.b.bits());
        Some((self.a.of_bits(high)?, self.b.of_bits(low)?))
    }

    #[inline(always)]
    fn each<B2>(
        &self,
        layer: usize,
        slots: Range<usize>,
        mut visit: impl FnMut(usize, Self::State) -> ControlFlow<B2>,
    ) -> ControlFlow<B2> {
        // The slots are runs of `b`, one for each slot of each layer of `a` that takes part.
        let mut first = slots.start;
        while first < slots.end {
            let (la, in_pair) = self.pair_of(layer, first);
            let width = self.b.width(layer - la);
            let a = self.a.at(la, in_pair / width);
            let from = in_pair % width;
            let to = width.min(from + (slots.end - first));
            let seen = first - slots.start;
            self.b.each(
                layer - la,
                from..to,
                #[inline(always)]
                |i, b| visit(seen + i, (a.clone(), b)),
            )?;
            first += to - from;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn even(&self) -> Option<usize> {
        if Self::PAIRED || self.layers == 0 {
            return None;
        }
        self.a.even()?.checked_mul(self.b.even()?)
    }

    fn positions(&self, layers: usize) -> Option<u64> {
        if self.layers == 0 {
            return Some(0);
        }
        if B::FLAT {
            return self.a.positions(layers)?.checked_mul(self.b.width(0) as u64);
        }
        if A::FLAT {
            return self.b.positions(layers)?.checked_mul(self.a.width(0) as u64);
        }
        if let Some(pair) = self.pair {
            let (a, b) = (self.a.layers() as u128, self.b.layers() as u128);
            let pairs = pairs_below(a, b, layers as u128);
            return u64::try_from(pairs.checked_mul(pair.get() as u128)?).ok();
        }
        (0..layers).try_fold(0u64, |sum, layer| sum.checked_add(self.width(layer) as u64))
    }

    fn widest(&self, layers: usize) -> usize {
        if self.layers == 0 || layers == 0 {
            0
        } else if B::FLAT {
            self.a.widest(layers) * self.b.width(0)
        } else if A::FLAT {
            self.a.width(0) * self.b.widest(layers)
        } else if let Some(pair) = self.pair {
            layers.min(self.a.layers()).min(self.b.layers()) * pair.get()
        } else {
            (0..layers).map(|layer| self.width(layer)).max().unwrap_or(0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::{Axis, Layer, Slots, Sparse};
    use alloc::vec;

    fn layer(n: u32) -> Layer<u32> {
        Layer(Axis::from(0..n))
    }

    fn slots(n: u8) -> Slots<u8> {
        Slots(Axis::from(0..n))
    }

    /// Slots are exactly `0..width`, `at` and `locate` undo each other, `each` shows what `at` says.
    fn lawful<S: Space<State: PartialEq + core::fmt::Debug>>(space: &S, positions: u64) {
        let mut sum = 0;
        for layer in 0..space.layers() {
            let width = space.width(layer);
            sum += width as u64;
            for (from, to) in [(0, width), (width / 3, width), (0, width / 2)] {
                let mut seen = vec![];
                let _ = space.each(layer, from..to, |i, state| {
                    assert_eq!(i, seen.len());
                    seen.push(state);
                    ControlFlow::<()>::Continue(())
                });
                assert_eq!(seen.len(), to - from);
                for (i, state) in seen.iter().enumerate() {
                    assert_eq!(space.locate(state), Some(Cell { layer, slot: from + i }));
                    assert_eq!(space.at(layer, from + i), *state);
                }
            }
        }
        for layers in 0..=space.layers() {
            let widths = || (0..layers).map(|layer| space.width(layer));
            assert_eq!(space.positions(layers), Some(widths().map(|width| width as u64).sum()));
            assert_eq!(space.widest(layers), widths().max().unwrap_or(0));
        }
        assert_eq!((sum, space.positions(space.layers())), (positions, Some(positions)));
        let widest = (0..space.layers()).map(|layer| space.width(layer)).max().unwrap_or(0);
        assert_eq!(space.widest(space.layers()), widest);
    }

    #[test]
    fn every_kind_of_product_keeps_the_laws() {
        lawful(&Product::new(layer(5), slots(3)), 15);
        lawful(&Product::new(slots(3), layer(5)), 15);
        lawful(&Product::new(slots(3), slots(4)), 12);
        lawful(&Product::new(layer(5), layer(3)), 15);
        lawful(&Product::new(layer(1), layer(7)), 7);
        lawful(&Product::new(layer(4), Product::new(layer(3), slots(2))), 24);
        lawful(
            &Product::new(Product::new(layer(2), layer(3)), Product::new(layer(4), layer(2))),
            48,
        );
        lawful(
            &Product::new(slots(2), Product::new(layer(3), Product::new(layer(3), slots(2)))),
            36,
        );
        lawful(&Product::new(layer(3), Product::new(layer(9), slots(2))), 54);
        lawful(
            &Product::new(Product::new(layer(4), slots(3)), Product::new(layer(2), slots(2))),
            48,
        );
        lawful(&Product::new(layer(0), layer(3)), 0);
        lawful(&Product::new(layer(3), slots(0)), 0);
    }

    #[test]
    fn what_cannot_be_numbered_is_sparse() {
        assert_eq!(Product::new(Sparse::<u8>::new(), layer(3)).layers(), 0);
        let wide = || Slots(Axis::from(0..usize::MAX / 2));
        assert_eq!(Product::new(wide(), wide()).layers(), 0);
        let deep = || Product::new(layer(3000), layer(3000));
        let none = Product::new(deep(), deep());
        let (positions, widest) = (none.positions(none.layers()), none.widest(none.layers()));
        assert_eq!((none.layers(), none.even(), positions, widest), (0, None, Some(0), 0));
        // A wide one that is only planned costs nothing.
        let huge = || Layer(Axis::from(0..usize::MAX / 4));
        let plane = Product::new(Slots(Axis::from(0..2u8)), Product::new(huge(), huge()));
        assert_eq!(plane.positions(7), Some(2 * 28));
        assert_eq!((plane.widest(7), plane.positions(plane.layers())), (14, None));
    }
}
