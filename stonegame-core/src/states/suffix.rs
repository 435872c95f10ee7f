//! The space of the suffixes of a row.

use super::Suffix;
use crate::space::{AsLayer, AsSlots, Cell, Flat, Over, Ranged, Word, bits_up_to};
use crate::{Game, Space, State};

/// The suffixes of a row of `n` piles: layer `left` has one.
#[derive(Clone, Copy, Debug)]
pub struct Suffixes<const REACH: usize = { usize::MAX }> {
    n: usize,
}

impl<const REACH: usize> Suffixes<REACH> {
    /// The suffixes of a row of `n` piles.
    #[must_use]
    pub fn new(n: usize) -> Self {
        Suffixes { n }
    }
}

impl<const REACH: usize> Space for Suffixes<REACH> {
    type State = Suffix<REACH>;
    type Key = usize;
    const CHAIN: bool = true;
    const PACKS: bool = true;

    #[inline(always)]
    fn layers(&self) -> usize {
        // A row of as many piles as there are numbers has one layer too many.
        self.n.checked_add(1).unwrap_or(0)
    }

    #[inline(always)]
    fn width(&self, _: usize) -> usize {
        1
    }

    #[inline(always)]
    fn locate(&self, suffix: &Suffix<REACH>) -> Option<Cell> {
        (suffix.row_len() == self.n && self.n < usize::MAX)
            .then_some(Cell { layer: suffix.len(), slot: 0 })
    }

    #[inline(always)]
    fn at(&self, layer: usize, slot: usize) -> Suffix<REACH> {
        let suffix = Suffix::last(self.n, layer).filter(|_| slot == 0);
        suffix.unwrap_or_else(|| panic!("a row of {} has no last {layer} piles", self.n))
    }

    #[inline(always)]
    fn reach(&self) -> usize {
        REACH.min(self.layers())
    }

    #[inline(always)]
    fn pack(&self, suffix: Suffix<REACH>) -> Option<usize> {
        (suffix.row_len() == self.n).then_some(suffix.len())
    }

    #[inline(always)]
    fn bits(&self) -> u32 {
        bits_up_to(self.n)
    }

    #[inline(always)]
    fn to_bits<W: Word>(&self, suffix: &Suffix<REACH>) -> Option<W> {
        let own = suffix.row_len() == self.n;
        own.then(|| W::from_usize(suffix.len()))
    }

    #[inline(always)]
    fn of_bits<W: Word>(&self, word: W) -> Option<Suffix<REACH>> {
        Suffix::last(self.n, word.to_usize()?)
    }

    #[inline(always)]
    fn unpack<R>(&self, key: &usize, see: impl FnOnce(&Suffix<REACH>) -> R) -> R {
        see(&self.at(*key, 0))
    }
}

impl<const REACH: usize> Ranged for Suffix<REACH> {
    type Range = usize;
}

/// The suffixes of a row of so many piles.
impl<const REACH: usize> Over<Suffix<REACH>> for usize {
    fn range(self) -> usize {
        self
    }
}

impl<const REACH: usize> AsLayer for Suffix<REACH> {
    type Space = Suffixes<REACH>;

    #[inline(always)]
    fn space(over: impl Over<Self>) -> Self::Space {
        Suffixes::new(over.range())
    }
}

impl<const REACH: usize> AsSlots for Suffix<REACH> {
    type Space = Flat<Suffixes<REACH>>;

    #[inline(always)]
    fn space(over: impl Over<Self>) -> Flat<Suffixes<REACH>> {
        Flat::new(<Self as AsLayer>::space(over))
    }
}

impl<const REACH: usize, G: Game<State = Suffix<REACH>>> State<G> for Suffix<REACH> {
    type Space = Suffixes<REACH>;

    #[inline(always)]
    fn space(game: &G) -> Suffixes<REACH> {
        Suffixes::new(game.start().row_len())
    }
}
