//! A set of numbers of which moves take out some.

use crate::space::{AsLayer, AsSlots, Cell, Flat, Over, Ranged, Word};
use crate::{Game, Space, State};
use core::fmt::{self, Debug};

/// A set of some of the numbers `0..n`, kept as the bits of a word.
///
/// ```
/// use stonegame_core::states::Subset;
///
/// let set: Subset<u8> = Subset::full(3).unwrap();
/// let rest = set.without(1).unwrap();
/// assert_eq!(rest.iter().collect::<Vec<_>>(), [0, 2]);
/// assert!(rest.without(1).is_none() && rest.without(3).is_none());
/// assert!(Subset::<u8>::full(9).is_none()); // more than the word has bits
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Subset<W = u64> {
    bits: W,
    n: u32,
}

impl<W: Word> Subset<W> {
    /// All of the numbers `0..n`; `None` if the word has fewer bits.
    #[must_use]
    pub fn full(n: u32) -> Option<Self> {
        let bits = match n {
            0 => W::ZERO,
            _ if n <= W::BITS => !W::ZERO >> (W::BITS - n),
            _ => return None,
        };
        Some(Subset { bits, n })
    }

    /// These of the numbers `0..n`; `None` if the word has fewer bits, or one of them is not below `n`.
    pub fn of(n: u32, numbers: impl IntoIterator<Item = u32>) -> Option<Self> {
        let full = Subset::full(n)?;
        let bits = numbers
            .into_iter()
            .try_fold(W::ZERO, |bits, number| (number < n).then(|| bits | W::ONE << number))?;
        Some(Subset { bits, ..full })
    }

    /// How many numbers there are to choose from.
    #[inline(always)]
    pub fn capacity(&self) -> u32 {
        self.n
    }

    /// How many numbers are in the set.
    #[inline(always)]
    pub fn len(&self) -> u32 {
        self.bits.count_ones()
    }

    /// Whether no number is in the set.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.bits == W::ZERO
    }

    /// Whether a number is in the set.
    #[inline(always)]
    pub fn contains(&self, number: u32) -> bool {
        number < self.n && self.bits >> number & W::ONE == W::ONE
    }

    /// The set without a number; `None` if it is not in it.
    #[inline(always)]
    pub fn without(&self, number: u32) -> Option<Self> {
        let rest = Subset { bits: self.bits & !(W::ONE << (number % W::BITS)), ..*self };
        self.contains(number).then_some(rest)
    }

    /// The numbers in the set, ascending.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = u32> + use<W> {
        let mut bits = self.bits;
        core::iter::from_fn(
            #[inline(always)]
            move || {
                let number = bits.trailing_zeros();
                (number < W::BITS).then(|| {
                    bits = bits & (bits - W::ONE);
                    number
                })
            },
        )
    }

    /// The set as bits, number 0 the lowest.
    #[inline(always)]
    pub fn bits(&self) -> W {
        self.bits
    }
}

/// Writes the numbers in braces.
impl<W: Word> Debug for Subset<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The subsets of a set: a chain in the order of the sets as binary numbers, which taking out lowers.
/// Only the numbers in the largest set count: what is already taken costs nothing.
///
/// More of them than `usize` can number are hashed as they are met.
#[derive(Clone, Copy, Debug)]
pub struct Subsets<W: Word> {
    largest: Subset<W>,
    layers: usize,
    /// Whether the largest set has all numbers up to some one: then a set's bits are its layer.
    dense: bool,
}

impl<W: Word> Subsets<W> {
    /// The subsets of a set.
    #[inline]
    pub fn new(largest: Subset<W>) -> Self {
        let len = largest.len();
        let layers = 1usize.checked_shl(len).unwrap_or(0);
        Subsets { largest, layers, dense: largest.bits.trailing_ones() == len }
    }

    /// The bits of a set that stand where the largest one has some, side by side.
    #[inline(always)]
    fn gather(&self, bits: W) -> usize {
        let (mut layer, mut place) = (0, 0);
        for number in self.largest.iter() {
            layer |= usize::from(bits >> number & W::ONE == W::ONE) << place;
            place += 1;
        }
        layer
    }

    /// Puts bits that lie side by side where the largest set has some.
    #[inline(always)]
    fn scatter(&self, layer: usize) -> W {
        let (mut bits, mut place) = (W::ZERO, 0);
        for number in self.largest.iter() {
            if layer >> place & 1 == 1 {
                bits = bits | W::ONE << number;
            }
            place += 1;
        }
        bits
    }

    #[inline(always)]
    fn contains(&self, set: &Subset<W>) -> bool {
        set.n == self.largest.n && set.bits & !self.largest.bits == W::ZERO
    }
}

impl<W: Word> Space for Subsets<W> {
    type State = Subset<W>;
    type Key = W;
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
    fn locate(&self, set: &Subset<W>) -> Option<Cell> {
        if self.layers == 0 || !self.contains(set) {
            return None;
        }
        let layer = if self.dense { set.bits.to_usize()? } else { self.gather(set.bits) };
        Some(Cell { layer, slot: 0 })
    }

    #[inline(always)]
    fn at(&self, layer: usize, slot: usize) -> Subset<W> {
        assert!(layer < self.layers && slot == 0, "no subset has the number {layer}");
        let bits = if self.dense { W::from_usize(layer) } else { self.scatter(layer) };
        Subset { bits, n: self.largest.n }
    }

    #[inline(always)]
    fn pack(&self, set: Subset<W>) -> Option<W> {
        self.contains(&set).then_some(set.bits)
    }

    #[inline(always)]
    fn bits(&self) -> u32 {
        W::BITS - self.largest.bits.leading_zeros()
    }

    #[inline(always)]
    fn to_bits<V: Word>(&self, set: &Subset<W>) -> Option<V> {
        self.contains(set).then(|| V::from_u128(set.bits.to_u128()))
    }

    #[inline(always)]
    fn of_bits<V: Word>(&self, word: V) -> Option<Subset<W>> {
        let set = Subset { bits: W::from_u128(word.to_u128()), n: self.largest.n };
        self.contains(&set).then_some(set)
    }

    #[inline(always)]
    fn unpack<R>(&self, key: &W, see: impl FnOnce(&Subset<W>) -> R) -> R {
        see(&Subset { bits: *key, n: self.largest.n })
    }
}

impl<W: Word> Ranged for Subset<W> {
    type Range = Self;
}

/// The subsets of the largest set.
impl<W: Word> Over<Subset<W>> for Subset<W> {
    fn range(self) -> Self {
        self
    }
}

impl<W: Word> AsLayer for Subset<W> {
    type Space = Subsets<W>;

    #[inline(always)]
    fn space(over: impl Over<Self>) -> Subsets<W> {
        Subsets::new(over.range())
    }
}

impl<W: Word> AsSlots for Subset<W> {
    type Space = Flat<Subsets<W>>;

    #[inline(always)]
    fn space(over: impl Over<Self>) -> Flat<Subsets<W>> {
        Flat::new(<Self as AsLayer>::space(over))
    }
}

impl<W: Word, G: Game<State = Subset<W>>> State<G> for Subset<W> {
    type Space = Subsets<W>;

    #[inline(always)]
    fn space(game: &G) -> Subsets<W> {
        Subsets::new(game.start())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn tried<W: Word>() {
        for n in 0..=W::BITS {
            let full = Subset::<W>::full(n).unwrap();
            assert_eq!((full.len(), full.is_empty()), (n, n == 0));
            assert!(full.iter().eq(0..n));
            assert!(!full.contains(n) && full.without(n).is_none());
            for number in [0, n / 2, n.saturating_sub(1)] {
                if let Some(rest) = full.without(number) {
                    assert!(rest.len() + 1 == n && !rest.contains(number));
                    assert_eq!(Subset::of(n, rest.iter()), Some(rest));
                }
            }
        }
        assert_eq!(Subset::<W>::full(W::BITS + 1), None);
        assert_eq!(Subset::<W>::of(3, [3]), None);
    }

    #[test]
    fn every_word_at_every_size() {
        tried::<u8>();
        tried::<u16>();
        tried::<u32>();
        tried::<u64>();
        tried::<u128>();
    }

    #[test]
    fn subsets_of_any_set_are_numbered() {
        for numbers in [&[0, 1, 2][..], &[], &[5], &[1, 6, 7], &[0, 2, 3, 9]] {
            let space = Subsets::new(Subset::<u16>::of(10, numbers.iter().copied()).unwrap());
            assert_eq!(space.layers(), 1 << numbers.len());
            for layer in 0..space.layers() {
                let set = space.at(layer, 0);
                assert_eq!(space.locate(&set), Some(Cell { layer, slot: 0 }));
                for rest in numbers.iter().filter_map(|number| set.without(*number)) {
                    assert!(space.locate(&rest).unwrap().layer < layer);
                }
            }
            let other = Subset::of(10, [4]).unwrap();
            assert_eq!((space.locate(&other), space.pack(other)), (None, None));
        }
        let wide = Subsets::new(Subset::<u128>::full(100).unwrap());
        assert_eq!((wide.layers(), wide.locate(&Subset::of(100, [3]).unwrap())), (0, None));
    }

    #[test]
    fn words_as_wide_as_they_get_do_not_alias() {
        let set = Subset::<u128>::of(65, [0, 64]).unwrap();
        assert_eq!(set.without(64).unwrap().iter().collect::<Vec<_>>(), [0]);
        assert_eq!(set.without(0).unwrap().iter().collect::<Vec<_>>(), [64]);
    }
}
