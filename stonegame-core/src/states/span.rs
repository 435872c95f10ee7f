//! The space of the spans of a row.

use super::Span;
use crate::space::{AsLayer, AsSlots, Cell, Flat, Over, Ranged, Word, bits_up_to, join, split};
use crate::{Game, Space, State};
use core::hash::{Hash, Hasher};
use core::ops::{ControlFlow, Range};

/// The spans of a row of `n` piles: layer `len` has the `n + 1 − len` spans of that length, from the left.
///
/// The empty spans are `n + 1` positions of layer 0, so that there are `(n + 1)(n + 2) / 2` in all.
#[derive(Clone, Copy, Debug)]
pub struct Spans<const REACH: usize = 1> {
    n: usize,
    /// How many bits a number up to `n` takes.
    bits: u32,
}

impl<const REACH: usize> Spans<REACH> {
    /// The spans of a row of `n` piles.
    #[must_use]
    pub fn new(n: usize) -> Self {
        Spans { n, bits: bits_up_to(n) }
    }
}

/// A span in eight bytes: where it begins, and its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpanKey([u32; 2]);

/// One word.
impl Hash for SpanKey {
    #[inline(always)]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(u64::from(self.0[0]) << 32 | u64::from(self.0[1]));
    }
}

impl<const REACH: usize> Space for Spans<REACH> {
    type State = Span<REACH>;
    type Key = SpanKey;
    // A shorter span begins where it did or one to the right.
    const PACKS: bool = true;
    const SPREAD: Option<usize> = if REACH == 1 { Some(1) } else { None };

    #[inline(always)]
    fn layers(&self) -> usize {
        // A row of as many piles as there are numbers has one layer too many.
        self.n.checked_add(1).unwrap_or(0)
    }

    #[inline(always)]
    fn width(&self, layer: usize) -> usize {
        self.n - layer + 1
    }

    #[inline(always)]
    fn locate(&self, span: &Span<REACH>) -> Option<Cell> {
        let cell = Cell { layer: span.len(), slot: span.range().start };
        (span.row_len() == self.n && self.n < usize::MAX).then_some(cell)
    }

    #[inline(always)]
    fn at(&self, layer: usize, slot: usize) -> Span<REACH> {
        let span = slot.checked_add(layer).and_then(|end| Span::new(self.n, slot..end));
        span.unwrap_or_else(|| panic!("a row of {} has no {layer} piles from {slot}", self.n))
    }

    #[inline(always)]
    fn reach(&self) -> usize {
        REACH.min(self.layers())
    }

    #[inline(always)]
    fn pack(&self, span: Span<REACH>) -> Option<SpanKey> {
        let lo = u32::try_from(span.range().start).ok()?;
        let len = u32::try_from(span.len()).ok()?;
        (span.row_len() == self.n).then_some(SpanKey([lo, len]))
    }

    #[inline(always)]
    fn unpack<R>(&self, key: &SpanKey, see: impl FnOnce(&Span<REACH>) -> R) -> R {
        let [lo, len] = key.0;
        see(&self.at(len as usize, lo as usize))
    }

    #[inline(always)]
    fn bits(&self) -> u32 {
        // Where it begins and its length are at most `n`.
        2 * self.bits
    }

    #[inline(always)]
    fn to_bits<W: Word>(&self, span: &Span<REACH>) -> Option<W> {
        let (lo, len) = (W::from_usize(span.range().start), W::from_usize(span.len()));
        let own = span.row_len() == self.n;
        own.then_some(join(lo, len, self.bits))
    }

    #[inline(always)]
    fn of_bits<W: Word>(&self, word: W) -> Option<Span<REACH>> {
        let (lo, len) = split(word, self.bits);
        let (lo, len) = (lo.to_usize()?, len.to_usize()?);
        Span::new(self.n, lo..lo.checked_add(len)?)
    }

    #[inline(always)]
    fn each<B>(
        &self,
        layer: usize,
        slots: Range<usize>,
        mut visit: impl FnMut(usize, Span<REACH>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (i, span) in Span::of_len(self.n, layer, slots).enumerate() {
            visit(i, span)?;
        }
        ControlFlow::Continue(())
    }

    fn positions(&self, layers: usize) -> Option<u64> {
        // The widths n + 1, n, n − 1, …: at most as many as there are layers.
        let (n, layers) = (self.n as u128, layers as u128);
        u64::try_from(layers * (n + 1) - layers * layers.saturating_sub(1) / 2).ok()
    }

    fn widest(&self, layers: usize) -> usize {
        if layers == 0 { 0 } else { self.layers() }
    }
}

impl<const REACH: usize> Ranged for Span<REACH> {
    type Range = usize;
}

/// The spans of a row of so many piles.
impl<const REACH: usize> Over<Span<REACH>> for usize {
    fn range(self) -> usize {
        self
    }
}

impl<const REACH: usize> AsLayer for Span<REACH> {
    type Space = Spans<REACH>;

    #[inline(always)]
    fn space(over: impl Over<Self>) -> Self::Space {
        Spans::new(over.range())
    }
}

impl<const REACH: usize> AsSlots for Span<REACH> {
    type Space = Flat<Spans<REACH>>;

    #[inline(always)]
    fn space(over: impl Over<Self>) -> Flat<Spans<REACH>> {
        Flat::new(<Self as AsLayer>::space(over))
    }
}

impl<const REACH: usize, G: Game<State = Span<REACH>>> State<G> for Span<REACH> {
    type Space = Spans<REACH>;

    #[inline(always)]
    fn space(game: &G) -> Spans<REACH> {
        Spans::new(game.start().row_len())
    }
}
