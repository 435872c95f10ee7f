//! Heaps of stones.

use crate::space::{AsLayer, AsSlots, Cell, Flat, Over, Ranged, Word, join, split};
use crate::{Game, Space, State};

/// The sizes of `N` heaps of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Heaps<const N: usize>(pub [u32; N]);

impl<const N: usize> Heaps<N> {
    /// The heaps after `count` stones are taken from one of them; `None` if there is no such heap
    /// or it has fewer.
    ///
    /// ```
    /// use stonegame_core::states::Heaps;
    ///
    /// assert_eq!(Heaps([3, 5]).take(1, 4), Some(Heaps([3, 1])));
    /// assert_eq!(Heaps([3, 5]).take(0, 4), None);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn take(&self, heap: usize, count: u32) -> Option<Self> {
        let mut next = *self;
        let left = next.0.get_mut(heap)?;
        *left = left.checked_sub(count)?;
        Some(next)
    }

    /// How many stones there are in all.
    #[inline]
    #[must_use]
    pub fn stones(&self) -> u64 {
        self.0.iter().map(|heap| u64::from(*heap)).sum()
    }
}

/// The heaps of at most so many stones each: a chain in the order of the heaps read as digits, heap
/// 0 the most significant, which taking stones from any heap lowers.
///
/// More of them than `usize` can number are sparse.
#[derive(Clone, Copy, Debug)]
pub struct HeapSpace<const N: usize> {
    most: [u32; N],
    /// What one stone of each heap counts; the layers in all.
    weights: [usize; N],
    layers: usize,
}

impl<const N: usize> HeapSpace<N> {
    /// The heaps of at most `most` stones each.
    #[inline]
    #[must_use]
    pub fn new(most: [u32; N]) -> Self {
        let (mut weights, mut layers) = ([0; N], Some(1usize));
        for (weight, most) in weights.iter_mut().zip(&most).rev() {
            *weight = layers.unwrap_or(0);
            let digits = usize::try_from(*most).ok().and_then(|most| most.checked_add(1));
            layers = layers.zip(digits).and_then(|(layers, digits)| layers.checked_mul(digits));
        }
        HeapSpace { most, weights, layers: layers.unwrap_or(0) }
    }
}

impl<const N: usize> HeapSpace<N> {
    #[inline(always)]
    fn contains(&self, heaps: &Heaps<N>) -> bool {
        heaps.0.iter().zip(&self.most).all(|(heap, most)| heap <= most)
    }
}

impl<const N: usize> Space for HeapSpace<N> {
    type State = Heaps<N>;
    type Key = Heaps<N>;
    const CHAIN: bool = true;
    const PACKS: bool = true;

    #[inline(always)]
    fn layers(&self) -> usize {
        self.layers
    }

    #[inline(always)]
    fn width(&self, _: usize) -> usize {
        1
    }

    #[inline(always)]
    fn locate(&self, heaps: &Heaps<N>) -> Option<Cell> {
        if self.layers == 0 || !self.contains(heaps) {
            return None;
        }
        let layer = heaps.0.iter().zip(&self.weights).map(|(heap, weight)| *heap as usize * weight);
        Some(Cell { layer: layer.sum(), slot: 0 })
    }

    #[inline(always)]
    fn at(&self, layer: usize, slot: usize) -> Heaps<N> {
        assert!(layer < self.layers && slot == 0, "no heaps have the number {layer}");
        let mut rest = layer;
        Heaps(self.weights.map(|weight| {
            let heap = rest / weight;
            rest %= weight;
            heap as u32 // at most its `most`, since layer < layers
        }))
    }

    #[inline(always)]
    fn pack(&self, heaps: Heaps<N>) -> Option<Heaps<N>> {
        self.contains(&heaps).then_some(heaps)
    }

    #[inline(always)]
    fn bits(&self) -> u32 {
        self.most.iter().map(|most| u32::BITS - most.leading_zeros()).sum()
    }

    #[inline(always)]
    fn to_bits<W: Word>(&self, heaps: &Heaps<N>) -> Option<W> {
        let digits = heaps.0.iter().zip(&self.most);
        let word = digits.fold(W::ZERO, |word, (heap, most)| {
            join(word, W::from_usize(*heap as usize), u32::BITS - most.leading_zeros())
        });
        self.contains(heaps).then_some(word)
    }

    #[inline(always)]
    fn of_bits<W: Word>(&self, word: W) -> Option<Heaps<N>> {
        let (mut rest, mut heaps) = (word, [0; N]);
        for (heap, most) in heaps.iter_mut().zip(&self.most).rev() {
            let (high, low) = split(rest, u32::BITS - most.leading_zeros());
            *heap = u32::try_from(low.to_usize()?).ok()?;
            rest = high;
        }
        let heaps = Heaps(heaps);
        (self.contains(&heaps) && rest == W::ZERO).then_some(heaps)
    }

    #[inline(always)]
    fn unpack<R>(&self, key: &Heaps<N>, see: impl FnOnce(&Heaps<N>) -> R) -> R {
        see(key)
    }
}

impl<const N: usize> Ranged for Heaps<N> {
    type Range = Self;
}

/// The heaps of at most so many stones each.
impl<const N: usize> Over<Heaps<N>> for Heaps<N> {
    fn range(self) -> Self {
        self
    }
}

impl<const N: usize> AsLayer for Heaps<N> {
    type Space = HeapSpace<N>;

    #[inline(always)]
    fn space(over: impl Over<Self>) -> HeapSpace<N> {
        HeapSpace::new(over.range().0)
    }
}

impl<const N: usize> AsSlots for Heaps<N> {
    type Space = Flat<HeapSpace<N>>;

    #[inline(always)]
    fn space(over: impl Over<Self>) -> Flat<HeapSpace<N>> {
        Flat::new(<Self as AsLayer>::space(over))
    }
}

impl<const N: usize, G: Game<State = Heaps<N>>> State<G> for Heaps<N> {
    type Space = HeapSpace<N>;

    #[inline(always)]
    fn space(game: &G) -> HeapSpace<N> {
        HeapSpace::new(game.start().0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_undo_each_other_and_taking_lowers_them() {
        let space = HeapSpace::new([2, 0, 3, 1]);
        assert_eq!(space.layers(), 24);
        for layer in 0..24 {
            let heaps = space.at(layer, 0);
            assert_eq!(space.locate(&heaps), Some(Cell { layer, slot: 0 }));
            for heap in 0..4 {
                for count in 1..=3 {
                    if let Some(next) = heaps.take(heap, count) {
                        assert!(space.locate(&next).unwrap().layer < layer);
                    }
                }
            }
        }
        assert_eq!(space.locate(&Heaps([0, 1, 0, 0])), None);
    }

    #[test]
    fn too_many_to_number_are_sparse() {
        assert_eq!(HeapSpace::new([u32::MAX; 3]).layers(), 0);
        assert_eq!(HeapSpace::new([u32::MAX; 3]).locate(&Heaps([0; 3])), None);
        assert_eq!(HeapSpace::<0>::new([]).layers(), 1);
    }
}
