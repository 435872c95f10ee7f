//! The sparse-space way by tables of bits, one for each heap and class, that say which numbers it was not yet seen
//! to see.
//!
//! A table is looked into by 64 pairs at once. Few pairs meet a bit that is still set: those are gathered without a branch,
//! and their bits cleared one after the other. For the common numbers the pairs are those with a rare heap: for 64
//! rare heaps and 64 heaps the other halves are a square whose columns each belong to one heap. For the rare numbers they
//! are all pairs, as long as a heap has a bit left, and most heaps soon have none.

use super::super::Rule;
use super::super::mirrored::Mirrored;
use super::Way;
use super::code::Code;
use super::vectors::{BLOCK, CLASS, Codes, NUMBERS, Table, Vectors};
use std::ops::Range;

/// The bit of a common number in a code.
const COMMON: u16 = 1 << 15;
/// How many pairs of each split follow one another before those of the next.
const PART: usize = if cfg!(debug_assertions) { 4 * BLOCK } else { 64 * BLOCK };
/// How many pairs with a rare heap a heap has at least where each thread has heaps of its own.
const SHARED: usize = 1 << 9;
/// How many numbers are the first ones of a class.
const FIRST: usize = 64;
/// How many groups of heaps are begun at once at most.
const GROUPS: usize = 16;

/// The nimbers of the heaps so far, in codes.
pub(super) struct Tables<V> {
    vectors: V,
    /// The number of beans taken before a heap is split in two, for each way to do so.
    splits: Vec<usize>,
    code: Code,
    values: Vec<u16>,
    high: Mirrored<u8>,
    low: Mirrored<u8>,
    rares: Rares,
    /// Up to how many heaps the mask is not chosen anew.
    until: usize,
    groups: Vec<Group>,
    /// How many threads may work at once.
    threads: usize,
}

/// The rare heaps, but for the empty one, and the bytes of their codes.
#[derive(Default)]
struct Rares {
    heaps: Vec<u32>,
    high: Vec<u8>,
    low: Vec<u8>,
}

impl Rares {
    fn push(&mut self, heap: usize, [high, low]: [u8; 2]) {
        self.heaps.push(heap as u32);
        self.high.push(high);
        self.low.push(low);
    }
}

/// What is known of some of the next heaps before those of the same batch are known.
struct Group {
    /// The common numbers that each of them does not see.
    commons: [Table; BLOCK],
    /// The rare numbers that it does not see, of those that were looked for.
    rares: [Table; BLOCK],
    /// How many rare numbers were looked for.
    below: [usize; BLOCK],
    met: Met,
}

impl Group {
    fn new() -> Self {
        let none = [[0; NUMBERS / 8]; BLOCK];
        Group { commons: none, rares: none, below: [0; BLOCK], met: Met::default() }
    }
}

/// Pairs that met a bit: the codes' bytes, and which table it is in.
struct Met {
    high: [u8; Met::MOST],
    low: [u8; Met::MOST],
    table: [u8; Met::MOST],
}

impl Default for Met {
    fn default() -> Self {
        Met { high: [0; _], low: [0; _], table: [0; _] }
    }
}

impl Met {
    /// Two blocks of pairs for each heap of a group.
    const MOST: usize = 2 * BLOCK * BLOCK;

    /// Adds the pairs of a mask to so many; tells how many there are then.
    #[inline(always)]
    fn add<V: Vectors>(
        &mut self,
        count: usize,
        vectors: V,
        mask: u64,
        codes: Codes<V>,
        table: usize,
    ) -> usize {
        vectors.pick(mask, codes, &mut self.high[count..], &mut self.low[count..]);
        self.table[count..][..BLOCK].fill(table as u8);
        count + mask.count_ones() as usize
    }

    /// Clears the bits of so many pairs; tells of each the table and whether its bit was still set.
    #[inline(always)]
    fn clear(&self, count: usize, tables: &mut [Table], mut cleared: impl FnMut(usize, bool)) {
        let (highs, lows, places) = (&self.high[..count], &self.low[..count], &self.table[..count]);
        for i in 0..count {
            let (high, low, place) = (highs[i], lows[i], usize::from(places[i]) % BLOCK);
            let Some(table) = tables.get_mut(place) else { continue };
            let byte = &mut table[usize::from(high) % (NUMBERS / 8)];
            let (before, bit) = (*byte, 1 << (low & 7));
            *byte = before & !bit;
            cleared(place, before & bit != 0);
        }
    }
}

/// The bytes of a code.
#[inline(always)]
fn bytes(code: u16) -> [u8; 2] {
    let number = code & !COMMON;
    let class = if code & COMMON != 0 { CLASS } else { 0 };
    [(number >> 3) as u8, (number & 7) as u8 | class]
}

/// The least number with a bit.
#[inline(always)]
fn least(table: &Table) -> Option<usize> {
    let words = table.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word));
    let (i, word) = (0..).step_by(64).zip(words).find(|(_, word)| *word != 0)?;
    Some(i + word.trailing_zeros() as usize)
}

/// The table of a range of numbers.
#[inline(always)]
fn between(from: usize, to: usize) -> Table {
    // The bits of a word that stand for numbers below one.
    let below = |number: usize, i: usize| match number.saturating_sub(64 * i) {
        bits @ 0..64 => (1 << bits) - 1,
        _ => u64::MAX,
    };
    let mut table = [0; NUMBERS / 8];
    for (i, word) in table.as_chunks_mut().0.iter_mut().enumerate() {
        *word = (below(to, i) & !below(from, i)).to_le_bytes();
    }
    table
}

/// Gives each table the bits of the first numbers that are not seen.
fn add_first(tables: &mut [Table], seen: &[u64; BLOCK]) {
    for (table, seen) in tables.iter_mut().zip(seen) {
        table.as_chunks_mut().0[0] = (!seen).to_le_bytes();
    }
}

/// As many of them as a block has; the last one again and again if there are fewer.
#[inline(always)]
fn some<T: Copy>(all: &[T]) -> [T; BLOCK] {
    match all.first_chunk() {
        Some(full) => *full,
        None => std::array::from_fn(|i| all[i.min(all.len() - 1)]),
    }
}

impl<V: Vectors> Way for Tables<V> {
    fn values(&self) -> &[u16] {
        &self.values
    }

    fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
    }

    fn shares(&self) -> bool {
        cfg!(feature = "parallel")
            && self.threads > 1
            && self.rares.heaps.len() * self.splits.len() >= SHARED
    }

    fn extend(&mut self, rule: &Rule, heap: usize) -> bool {
        while self.values.len() <= heap {
            if self.values.len() >= self.until && !self.choose() {
                return false;
            }
            if !self.batch(rule, heap.min(self.until - 1)) {
                return false;
            }
        }
        true
    }
}

impl<V: Vectors> Tables<V> {
    /// With the nimbers of some heaps, of at least four blocks above the rule's last digit; none if the machine has no such
    /// vectors, or the nimbers are too large.
    pub(super) fn new(rule: &Rule, values: &[u16], threads: usize) -> Option<Self> {
        let vectors = V::new()?;
        let mut tables = Tables {
            vectors,
            splits: rule.taken(2).collect(),
            code: Code::new(COMMON),
            values: values.to_vec(),
            high: Mirrored::new(vec![]),
            low: Mirrored::new(vec![]),
            rares: Rares::default(),
            until: 0,
            groups: vec![],
            threads,
        };
        tables.choose().then_some(tables)
    }

    /// Chooses the mask with the fewest rare heaps; tells whether there is a bit for all numbers.
    fn choose(&mut self) -> bool {
        let largest = self.values.iter().copied().max().unwrap_or(0);
        if usize::from(largest) >= 2 * NUMBERS {
            return false;
        }
        self.code = Code::best(&self.values, &self.splits, COMMON);
        let codes = self.values.iter().enumerate();
        let codes = codes.map(|(heap, value)| bytes(self.code.encode(heap, *value)));
        let (high, low): (Vec<u8>, Vec<u8>) = codes.map(|[high, low]| (high, low)).unzip();
        self.rares = Rares::default();
        for (heap, (high, low)) in high.iter().zip(&low).enumerate().skip(1) {
            if low & CLASS == 0 {
                self.rares.push(heap, [*high, *low]);
            }
        }
        (self.high, self.low) = (Mirrored::new(high), Mirrored::new(low));
        self.until = self.values.len() + self.values.len() / 2;
        true
    }

    /// Finds the nimbers of the next heaps, up to one; tells whether there is a bit for all numbers.
    fn batch(&mut self, rule: &Rule, heap: usize) -> bool {
        let next = self.values.len();
        let mut begun = std::mem::take(&mut self.groups);
        let groups = self.groups_at_once(rule).min((heap + 1 - next).div_ceil(BLOCK));
        begun.resize_with(groups, Group::new);
        // So that the backward terms begin no later than those of the last heap's pairs.
        let terms = next + (begun.len() + 1) * BLOCK;
        for bytes in [&mut self.high, &mut self.low] {
            bytes.reserve(terms);
        }
        self.begin_all(&mut begun);
        let vectors = self.vectors;
        let small = begun.len() * BLOCK;
        let fits = vectors.run(
            #[inline(always)]
            || {
                // A loop and no iterator's method, which would not be compiled for the vectors.
                for i in 0..(heap + 1 - next).min(small) {
                    if !self.finish(rule, &mut begun[i / BLOCK], i % BLOCK, small) {
                        return false;
                    }
                }
                true
            },
        );
        self.groups = begun;
        fits
    }

    /// How many groups of heaps are begun at once: one for each thread. A group looks at pairs neither heap of which is smaller
    /// than a batch, so that batches are short while heaps are small.
    fn groups_at_once(&self, rule: &Rule) -> usize {
        if !self.shares() {
            return 1;
        }
        let most = (self.values.len() - rule.last()) / (4 * BLOCK);
        self.threads.min(most).clamp(1, GROUPS)
    }

    /// What of the next heaps does not depend on each other: all pairs but those with one of the smallest heaps.
    fn begin_all(&self, groups: &mut [Group]) {
        let (next, small) = (self.values.len(), groups.len() * BLOCK);
        let begin = |(i, group): (usize, &mut Group)| {
            self.vectors.run(
                #[inline(always)]
                || {
                    self.see_commons(next + i * BLOCK, small, group);
                    self.see_rares(next + i * BLOCK, small, group);
                },
            );
        };
        #[cfg(feature = "parallel")]
        if groups.len() > 1 {
            use rayon::prelude::*;
            return groups.par_iter_mut().enumerate().with_max_len(1).for_each(begin);
        }
        groups.iter_mut().enumerate().for_each(begin);
    }

    /// Finds which common numbers the heaps of a group, from a first one on, do not see by pairs with a rare heap, without those
    /// of the smallest heaps.
    #[inline(always)]
    fn see_commons(&self, first: usize, small: usize, group: &mut Group) {
        let (vectors, rares) = (self.vectors, &self.rares);
        let Group { commons, met, .. } = group;
        let mut space = [[vectors.load(&[0; BLOCK], 0); BLOCK]; 2];
        // The first numbers are made by so many pairs that those of a block are found at once.
        commons.fill(between(FIRST, NUMBERS));
        let (mut begins, mut seen) = (true, [0; BLOCK]);
        let from = rares.heaps.partition_point(|heap| *heap as usize <= small);
        for taken in &self.splits {
            let most = self.values.len().min(first - taken);
            let to = rares.heaps.partition_point(|heap| (*heap as usize) < most);
            for next in (from..to).step_by(BLOCK) {
                let heaps = some(&rares.heaps[next..to]);
                // The last one again and again would only be cleared again and again.
                let real = u64::MAX >> BLOCK.saturating_sub(to - next);
                let (high, low) = (some(&rares.high[next..to]), some(&rares.low[next..to]));
                let codes = vectors.codes([&high, &low], 0);
                let (terms, mut count) = (self.terms(), 0);
                vectors.columns(
                    &mut space,
                    #[inline(always)]
                    |byte, i| vectors.load(terms[byte], first - taken - heaps[i] as usize),
                    #[inline(always)]
                    |i, others| {
                        let codes = vectors.pairs(codes, others);
                        if begins {
                            seen[i] = vectors.first(CLASS, codes);
                        }
                        let mask = vectors.look(&commons[i], CLASS, codes) & real;
                        count = met.add(count, vectors, mask, codes, i);
                    },
                );
                met.clear(count, commons, |_, _| {});
                if begins {
                    begins = false;
                    add_first(commons, &seen);
                }
            }
        }
        if begins {
            add_first(commons, &seen);
        }
    }

    /// Finds which rare numbers the heaps of a group, from a first one on, do not see, of those below their least common one.
    #[inline(always)]
    fn see_rares(&self, first: usize, small: usize, group: &mut Group) {
        let Group { commons, rares, below, met } = group;
        let tables = commons.iter().zip(&mut *rares);
        for (heap, ((commons, rares), below)) in (first..).zip(tables.zip(below)) {
            *below = least(commons).map_or(0, |common| self.rares_below(heap, common));
            *rares = between(0, *below);
        }
        self.look(first, small, rares, met);
    }

    /// The high and the low bytes of the codes of all heaps so far.
    #[inline(always)]
    fn terms(&self) -> [&[u8]; 2] {
        [self.high.terms(), self.low.terms()]
    }

    /// The same of the second heaps of pairs.
    #[inline(always)]
    fn backward(&self, both: usize, first: Range<usize>) -> [&[u8]; 2] {
        [self.high.backward(both, first.clone()), self.low.backward(both, first)]
    }

    /// How many rare numbers are less than a common one of a heap.
    #[inline(always)]
    fn rares_below(&self, heap: usize, common: usize) -> usize {
        self.code.others_below(heap, COMMON | common as u16)
    }

    /// Clears of the rare numbers of heaps, from a first one on, those that they see by pairs, until none is left. Of the
    /// pairs those are looked at both heaps of which are known, and the smaller one of so many beans at least.
    #[inline(always)]
    fn look(&self, first: usize, small: usize, unseen: &mut [Table], met: &mut Met) {
        let (vectors, last) = (self.vectors, unseen.len() - 1);
        // As of the common numbers: those of a block of pairs at once, of the first numbers.
        let mut seen = [0; BLOCK];
        for taken in &self.splits {
            let both = first - taken;
            let next = small.min(both - BLOCK);
            let smaller = vectors.codes(self.terms(), next);
            let larger = self.backward(both + last, next..next + BLOCK + last);
            for (heap, seen) in seen.iter_mut().enumerate().take(unseen.len()) {
                let larger = vectors.codes(larger, last - heap);
                *seen |= vectors.first(0, vectors.pairs(smaller, larger));
            }
        }
        let mut left = [0; BLOCK];
        for ((table, seen), left) in unseen.iter_mut().zip(seen).zip(&mut left) {
            let words = table.as_chunks_mut().0;
            words[0] = (u64::from_le_bytes(words[0]) & !seen).to_le_bytes();
            *left = words.iter().map(|word| u64::from_le_bytes(*word).count_ones()).sum();
        }
        let mut heaps: Vec<usize> = (0..=last).filter(|heap| left[*heap % BLOCK] > 0).collect();
        for part in (small..(first + last) / 2 + 1).step_by(PART) {
            for taken in &self.splits {
                let both = first - taken;
                let end = (part + PART).min((both + last) / 2 + 1);
                for next in (part..end).step_by(2 * BLOCK) {
                    if heaps.is_empty() {
                        return;
                    }
                    // Beyond the half the pairs come again, which does no harm.
                    let next = next.min(both - 2 * BLOCK);
                    let terms = self.terms();
                    let smaller = [vectors.codes(terms, next), vectors.codes(terms, next + BLOCK)];
                    let larger = self.backward(both + last, next..next + 2 * BLOCK + last);
                    let mut count = 0;
                    for heap in &heaps {
                        let heap = heap % BLOCK;
                        let Some(table) = unseen.get(heap) else { continue };
                        let (mut codes, mut masks) = (smaller, [0; 2]);
                        for half in 0..2 {
                            let larger = vectors.codes(larger, last - heap + half * BLOCK);
                            codes[half] = vectors.pairs(smaller[half], larger);
                            masks[half] = vectors.look(table, 0, codes[half]);
                        }
                        if masks[0] | masks[1] != 0 {
                            count = met.add(count, vectors, masks[0], codes[0], heap);
                            count = met.add(count, vectors, masks[1], codes[1], heap);
                        }
                    }
                    let mut done = false;
                    met.clear(count, unseen, |heap, cleared| {
                        left[heap] -= u32::from(cleared);
                        done |= left[heap] == 0;
                    });
                    if done {
                        heaps.retain(|heap| left[heap % BLOCK] > 0);
                    }
                }
            }
        }
    }

    /// The nimber of the next heap, given what its group knows; tells whether there is a bit for it.
    #[inline(always)]
    fn finish(&mut self, rule: &Rule, group: &mut Group, i: usize, small: usize) -> bool {
        let (vectors, heap) = (self.vectors, self.values.len());
        let Group { commons, rares, below, met } = group;
        let [commons, rares] = [&mut commons[i], &mut rares[i]];
        self.see_single(rule, commons, rares);
        for taken in &self.splits {
            let both = heap - taken;
            for next in (1..=small).step_by(BLOCK) {
                let smaller = vectors.codes(self.terms(), next);
                let larger = vectors.codes(self.backward(both, next..next + BLOCK), 0);
                let codes = vectors.pairs(smaller, larger);
                for (table, class) in [(&mut *commons, CLASS), (&mut *rares, 0)] {
                    let mask = vectors.look(table, class, codes);
                    if mask != 0 {
                        let count = met.add(0, vectors, mask, codes, 0);
                        met.clear(count, std::slice::from_mut(table), |_, _| {});
                    }
                }
            }
        }
        let Some(common) = least(commons) else { return false };
        // A single heap, or a pair with a smallest one, may be worth the common number that was the least: then more rare
        // ones matter.
        let more = self.rares_below(heap, common);
        let mut rare = least(rares);
        if rare.is_none() && more > below[i] {
            *rares = between(below[i], more);
            self.see_single(rule, &mut [0; NUMBERS / 8], rares);
            self.look(heap, 1, std::slice::from_mut(rares), met);
            rare = least(rares);
        }
        let code = rare.map_or(COMMON | common as u16, |rare| rare as u16);
        let [high, low] = bytes(code);
        self.values.push(self.code.decode(heap, code));
        self.high.push(high);
        self.low.push(low);
        if rare.is_some() {
            self.rares.push(heap, [high, low]);
        }
        true
    }

    /// Clears what the next heap sees without being split.
    #[inline(always)]
    fn see_single(&self, rule: &Rule, commons: &mut Table, rares: &mut Table) {
        let heap = self.values.len();
        for taken in (0..=rule.last()).filter(|taken| rule.digit(*taken) & 2 != 0) {
            let [high, low] = bytes(self.code.encode(heap, self.values[heap - taken]));
            let table = if low & CLASS == 0 { &mut *rares } else { &mut *commons };
            table[usize::from(high) % (NUMBERS / 8)] &= !(1 << (low & 7));
        }
    }
}
