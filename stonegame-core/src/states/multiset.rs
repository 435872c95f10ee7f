//! Heaps in no order.

use crate::space::{Cell, Word, bits_up_to};
use crate::{Game, Space, State};
use core::fmt::{self, Debug};

/// At most `N` heaps in no order, none of them empty: those of Nim, or what is left of a row that
/// moves break into pieces.
///
/// Positions that differ in the order of their heaps alone are one. They are hashed as they are met,
/// in a few bytes where they are small.
///
/// ```
/// use stonegame_core::states::Multiset;
///
/// let heaps: Multiset<4> = Multiset::new([3, 0, 5]).unwrap();
/// assert_eq!(heaps.sizes(), [5, 3]);
/// assert_eq!(heaps.take(1, 3).unwrap().sizes(), [5]);
/// assert_eq!(heaps.replace(0, [1, 4]).unwrap().sizes(), [4, 3, 1]); // the 5 is broken in two
/// assert!(heaps.take(0, 6).is_none() && heaps.take(2, 0).is_none());
/// assert!(Multiset::<2>::new([1, 2, 3]).is_none());
/// ```
// Invariant: descending; zeros stand for no heap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Multiset<const N: usize> {
    sizes: [u32; N],
}

impl<const N: usize> Multiset<N> {
    /// The heaps of these sizes, empty ones left out; `None` if there are more than `N`.
    pub fn new(sizes: impl IntoIterator<Item = u32>) -> Option<Self> {
        let mut heaps = Multiset { sizes: [0; N] };
        for (place, size) in sizes.into_iter().filter(|size| *size > 0).enumerate() {
            *heaps.sizes.get_mut(place)? = size;
        }
        heaps.sizes.sort_unstable_by(|a, b| b.cmp(a));
        Some(heaps)
    }

    /// The sizes, the largest first.
    #[inline]
    #[must_use]
    pub fn sizes(&self) -> &[u32] {
        let len = self.sizes.iter().position(|size| *size == 0);
        &self.sizes[..len.unwrap_or(N)]
    }

    /// How many heaps there are.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.sizes().len()
    }

    /// Whether there is no heap.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sizes.first().is_none_or(|size| *size == 0)
    }

    /// How many stones there are in all.
    #[inline]
    #[must_use]
    pub fn stones(&self) -> u64 {
        self.sizes.iter().map(|size| u64::from(*size)).sum()
    }

    /// The heaps after `count` stones are taken from one of them, counted from the largest; `None` if
    /// there is no such heap or it has fewer.
    #[inline]
    #[must_use]
    pub fn take(&self, heap: usize, count: u32) -> Option<Self> {
        let size = self.sizes().get(heap)?;
        self.replace(heap, [size.checked_sub(count)?])
    }

    /// The heaps with others in place of one, counted from the largest; empty ones are left out.
    /// `None` if there is no such heap, or there would be more than `N`.
    #[inline]
    #[must_use]
    pub fn replace<const K: usize>(&self, heap: usize, by: [u32; K]) -> Option<Self> {
        let mut next = *self;
        if *next.sizes.get(heap)? == 0 {
            return None;
        }
        // Close the gap, then insert each where it belongs.
        next.sizes.copy_within(heap + 1.., heap);
        *next.sizes.last_mut()? = 0;
        for size in by.into_iter().filter(|size| *size > 0) {
            if *next.sizes.last()? > 0 {
                return None;
            }
            let place = next.sizes.partition_point(|other| *other >= size);
            next.sizes.copy_within(place..N - 1, place + 1);
            next.sizes[place] = size;
        }
        Some(next)
    }
}

/// Writes the sizes, the largest first.
impl<const N: usize> Debug for Multiset<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.sizes()).finish()
    }
}

/// The space of the multisets that come from one by taking stones and by breaking heaps: sparse,
/// with states that pack.
#[derive(Clone, Copy, Debug)]
pub struct Multisets<const N: usize> {
    most: u32,
    stones: u64,
}

impl<const N: usize> Multisets<N> {
    /// The multisets of at most so many stones in all, no heap of them larger than those of `largest`.
    #[must_use]
    pub fn new(largest: Multiset<N>) -> Self {
        Multisets { most: largest.sizes().first().copied().unwrap_or(0), stones: largest.stones() }
    }

    #[inline(always)]
    fn contains(&self, heaps: &Multiset<N>) -> bool {
        heaps.sizes.first().is_none_or(|size| *size <= self.most) && heaps.stones() <= self.stones
    }

    /// The bits of one heap, where each of `N` has the same.
    #[inline(always)]
    fn even_bits(&self) -> u32 {
        bits_up_to(self.most as usize)
    }

    /// The bits in all where each heap has as many ones as stones, and a zero behind; there are at
    /// most as many heaps as stones.
    #[inline(always)]
    fn unary_bits(&self) -> u32 {
        u32::try_from(self.stones.saturating_mul(2)).unwrap_or(u32::MAX)
    }

    #[inline(always)]
    fn is_unary(&self) -> bool {
        u64::from(self.unary_bits()) < u64::from(self.even_bits()) * N as u64
    }
}

impl<const N: usize> Space for Multisets<N> {
    type State = Multiset<N>;
    type Key = Multiset<N>;
    const SPARSE: bool = true;
    const FLAT: bool = true;
    const PACKS: bool = true;

    #[inline(always)]
    fn layers(&self) -> usize {
        0
    }

    #[inline(always)]
    fn width(&self, _: usize) -> usize {
        0
    }

    #[inline(always)]
    fn locate(&self, _: &Multiset<N>) -> Option<Cell> {
        None
    }

    fn at(&self, layer: usize, slot: usize) -> Multiset<N> {
        panic!("a sparse space has no slot {slot} of layer {layer}")
    }

    #[inline(always)]
    fn pack(&self, heaps: Multiset<N>) -> Option<Multiset<N>> {
        self.contains(&heaps).then_some(heaps)
    }

    #[inline(always)]
    fn unpack<R>(&self, key: &Multiset<N>, see: impl FnOnce(&Multiset<N>) -> R) -> R {
        see(key)
    }

    #[inline(always)]
    fn bits(&self) -> u32 {
        let even = u64::from(self.even_bits()) * N as u64;
        u32::try_from(even.min(u64::from(self.unary_bits()))).unwrap_or(u32::MAX)
    }

    #[inline(always)]
    fn to_bits<W: Word>(&self, heaps: &Multiset<N>) -> Option<W> {
        if self.bits() > W::BITS || !self.contains(heaps) {
            return None;
        }
        let (unary, even) = (self.is_unary(), self.even_bits());
        let (mut word, mut place) = (W::ZERO, 0);
        for size in heaps.sizes() {
            if unary {
                // At most half of the bits are ones, so no shift is as wide as the word.
                let ones = (W::ONE << *size) - W::ONE;
                word = word | ones << place;
                place += size + 1;
            } else {
                word = word | W::from_usize(*size as usize) << place;
                place += even;
            }
        }
        Some(word)
    }

    #[inline(always)]
    fn of_bits<W: Word>(&self, word: W) -> Option<Multiset<N>> {
        let (unary, even) = (self.is_unary(), self.even_bits());
        let (mut rest, mut heaps, mut len) = (word, Multiset { sizes: [0; N] }, 0);
        while rest != W::ZERO {
            let size = if unary {
                let size = rest.trailing_ones();
                if size >= W::BITS {
                    return None;
                }
                rest = rest >> size >> 1;
                size
            } else {
                let low = !W::ZERO >> (W::BITS - even);
                let size = u32::try_from((rest & low).to_usize()?).ok()?;
                // Two shifts, since one of all bits at once is none.
                rest = rest >> (even - 1) >> 1;
                size
            };
            *heaps.sizes.get_mut(len)? = size;
            len += 1;
        }
        let sorted = heaps.sizes.is_sorted_by(|a, b| a >= b);
        (sorted && self.contains(&heaps)).then_some(heaps)
    }
}

impl<const N: usize, G: Game<State = Multiset<N>>> State<G> for Multiset<N> {
    type Space = Multisets<N>;

    #[inline(always)]
    fn space(game: &G) -> Multisets<N> {
        Multisets::new(game.start())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn replacing_keeps_the_order() {
        let heaps = Multiset::<4>::new([2, 7, 2]).unwrap();
        assert_eq!(heaps.sizes(), [7, 2, 2]);
        assert_eq!((heaps.len(), heaps.stones()), (3, 11));
        for (heap, by, sizes) in [
            (0, [3, 4], Some(&[4, 3, 2, 2][..])),
            (0, [0, 0], Some(&[2, 2])),
            (1, [0, 9], Some(&[9, 7, 2])),
            (2, [1, 1], Some(&[7, 2, 1, 1])),
            (3, [1, 1], None),
            (4, [1, 1], None),
        ] {
            let next = heaps.replace(heap, by);
            assert_eq!(next.as_ref().map(|next| next.sizes()), sizes, "{heap} {by:?}");
        }
        let full = heaps.replace(0, [1, 1]).unwrap();
        assert_eq!(full.replace(0, [1, 1]), None); // a fifth heap
        assert_eq!(full.replace(0, [1]).unwrap().sizes(), [2, 1, 1, 1]);
        assert_eq!(Multiset::<0>::new([]).unwrap().replace(0, [1]), None);
    }

    fn packed<const N: usize>(largest: [u32; N]) -> (u32, usize) {
        let largest = Multiset::<N>::new(largest).unwrap();
        let space = Multisets::new(largest);
        let mut seen = Vec::from([largest]);
        let mut next = 0;
        while let Some(heaps) = seen.get(next).copied() {
            next += 1;
            let word: u128 = space.to_bits(&heaps).unwrap();
            assert!(u128::BITS - word.leading_zeros() <= space.bits(), "{heaps:?}");
            assert_eq!(space.of_bits(word), Some(heaps));
            assert_eq!(space.to_bits::<u8>(&heaps).is_some(), space.bits() <= 8);
            for (heap, size) in heaps.sizes().iter().enumerate() {
                for a in 0..*size {
                    for b in 0..=size - a {
                        let broken = heaps.replace(heap, [a, b]);
                        seen.extend(broken.filter(|broken| !seen.contains(broken)));
                    }
                }
            }
        }
        let words: Vec<u128> = seen.iter().filter_map(|heaps| space.to_bits(heaps)).collect();
        assert!(words.iter().enumerate().all(|(i, word)| !words[..i].contains(word)));
        (space.bits(), seen.len())
    }

    #[test]
    fn states_pack_either_way() {
        assert_eq!(packed([5, 3, 0, 0, 0, 0, 0, 0]), (16, 57)); // in unary
        assert_eq!(packed([9, 9]), (8, 55));
        assert_eq!(packed([0, 0]), (0, 1));
        assert_eq!(packed([]), (0, 1));
        let largest = Multiset::<3>::new([u32::MAX; 3]).unwrap();
        let space = Multisets::new(largest);
        assert_eq!(space.bits(), 96);
        assert_eq!(space.of_bits(space.to_bits::<u128>(&largest).unwrap()), Some(largest));
        let outside = Multiset::<3>::new([7]).unwrap();
        assert_eq!(Multisets::new(Multiset::<3>::new([6, 6]).unwrap()).pack(outside), None);
        assert_eq!(Multisets::new(largest).of_bits(1u128), Multiset::new([1]));
        assert_eq!(Multisets::new(largest).of_bits(1u128 << 32), None); // not in order
    }
}
