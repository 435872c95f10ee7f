//! A sequence that can be read from both ends, so that the pairs of a heap split in two lie side by side.

use std::ops::Range;

/// The terms so far, forwards and backwards.
pub(super) struct Mirrored<T> {
    forward: Vec<T>,
    /// `backward[room - 1 - i]` is the term `i`; there is room for more than there are.
    backward: Vec<T>,
}

impl<T: Copy + Default> Mirrored<T> {
    pub(super) fn new(terms: Vec<T>) -> Self {
        let mut mirrored = Mirrored { forward: terms, backward: vec![] };
        mirrored.reserve(mirrored.forward.len() + 1);
        mirrored
    }

    pub(super) fn terms(&self) -> &[T] {
        &self.forward
    }

    pub(super) fn len(&self) -> usize {
        self.forward.len()
    }

    /// Makes room for so many terms.
    pub(super) fn reserve(&mut self, terms: usize) {
        if self.backward.len() >= terms {
            return;
        }
        let room = terms.max(2 * self.backward.len()).max(1 << 10);
        self.backward = vec![T::default(); room];
        for (term, place) in self.forward.iter().zip(self.backward.iter_mut().rev()) {
            *place = *term;
        }
    }

    /// Appends a term.
    #[inline(always)]
    pub(super) fn push(&mut self, term: T) {
        // One more than there are, so that the next heap can be split before it has a term.
        if self.forward.len() + 2 > self.backward.len() {
            self.reserve(self.forward.len() + 2);
        }
        let place = self.backward.len() - 1 - self.forward.len();
        self.backward[place] = term;
        self.forward.push(term);
    }

    /// The terms `0..both`, and those `both, both − 1, …, 1`: the two heaps of each pair that has so many beans.
    #[inline(always)]
    pub(super) fn pairs(&self, both: usize) -> (&[T], &[T]) {
        let mirrored = &self.backward[self.backward.len() - 1 - both..];
        (&self.forward[..both], &mirrored[..both])
    }

    /// The second heaps of a range of such pairs, where `both` may not be known yet.
    #[inline(always)]
    pub(super) fn backward(&self, both: usize, first: Range<usize>) -> &[T] {
        let from = self.backward.len() - 1 - both;
        &self.backward[from + first.start..from + first.end]
    }

    /// The same for a range of first heaps, where `both` may not be known yet: the range and what it leaves of `both` are.
    #[inline(always)]
    pub(super) fn between(&self, both: usize, first: Range<usize>) -> (&[T], &[T]) {
        (&self.forward[first.clone()], self.backward(both, first))
    }
}
