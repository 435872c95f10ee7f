//! Nimbers of games that split a heap in two, where few heaps have *rare* nimbers: the sparse-space way of
//! E. R. Berlekamp, J. H. Conway and R. K. Guy, *Winning Ways* (1982), chapter 4.
//!
//! The parity of some bits of a nimber, chosen by a mask, makes it rare or common. Two commons make a
//! rare, and only a rare and a common make a common. Where most heaps are common, the least common number that
//! a heap does not see is found from the few pairs with a rare heap in them. Then all rare numbers below it have
//! to be seen by some pair, which is soon found, since most pairs make them; one that is not seen is the nimber.
//! Any mask is right; the one with the fewest rare heaps is the fastest, and a Walsh–Hadamard transform
//! of how many heaps have each nimber finds it.
//!
//! Many heaps are looked at together: for each rare heap, the other halves of so many pairs lie side by side. What
//! those with heaps of the same batch make is filled in one heap after the other.

use super::Rule;
use super::mirrored::Mirrored;
use stonegame_core::simd::widest;

/// How many heaps are looked at together; and how many of the smallest heaps are paired one heap after the other.
pub(super) const BATCH: usize = 32;
/// How many pairs are looked at together.
const BLOCK: usize = 128;
/// How many pairs of each split are marked before rare numbers are looked for.
const MARKED: usize = 4096;
/// How many pairs of each split follow one another before those of the next.
const PART: usize = 32 * BLOCK;
/// How many rare numbers are looked for at once.
const SOUGHT: usize = 4;
/// The bit of a common number.
const COMMON: u16 = 1 << 15;

/// A linear map that makes the class of a nimber a bit of its own, and keeps the order within each class.
#[derive(Clone, Copy)]
struct Code {
    mask: u16,
    /// The lowest bit of the mask, which the class and the other bits determine.
    bit: u32,
}

impl Code {
    fn new(mask: u16) -> Self {
        Code { mask, bit: mask.trailing_zeros() }
    }

    #[inline(always)]
    fn encode(self, value: u16) -> u16 {
        let low = value & ((1 << self.bit) - 1);
        let high = (value >> 1) & !((1 << self.bit) - 1);
        let common = (value & self.mask).count_ones() as u16 & 1;
        low | high | common << 15
    }

    /// How many rare numbers are less than a common one.
    #[inline(always)]
    fn rares_below(self, common: u16) -> usize {
        // The bit decides between numbers that agree in all higher ones.
        let block = usize::from((common & !COMMON) >> self.bit);
        let twin_is_less = self.decode(common) >> self.bit & 1;
        (block + usize::from(twin_is_less)) << self.bit
    }

    #[inline(always)]
    fn decode(self, code: u16) -> u16 {
        let (rank, common) = (code & !COMMON, code >> 15);
        let low = rank & ((1 << self.bit) - 1);
        let others = low | (rank & !((1 << self.bit) - 1)) << 1;
        let parity = (others & self.mask).count_ones() as u16 & 1;
        others | (parity ^ common) << self.bit
    }
}

/// The nimbers of the heaps so far, in codes.
pub(super) struct Sparse {
    /// The number of beans taken before a heap is split in two, for each way to do so.
    splits: Vec<usize>,
    code: Code,
    values: Vec<u16>,
    codes: Mirrored<u16>,
    /// The rare heaps, but for the empty one, and their codes.
    rares: Vec<(u32, u16)>,
    /// Up to how many heaps the mask is not chosen anew.
    until: usize,
    /// Which numbers a heap sees. Rare ones are unmarked between two heaps; common ones nobody asks for.
    marks: Box<Marks>,
    /// The codes of all pairs agree with a number below this, but for the bit of common numbers.
    ranks: usize,
}

/// A mark for every code.
type Marks = [bool; 1 << 16];

impl Sparse {
    /// With the nimbers of some heaps, of more than a batch above the rule's last digit.
    pub(super) fn new(rule: &Rule, values: Vec<u16>) -> Self {
        let mut sparse = Sparse {
            splits: rule.taken(2).collect(),
            code: Code::new(1),
            values,
            codes: Mirrored::new(vec![]),
            rares: vec![],
            until: 0,
            marks: Box::new([false; 1 << 16]),
            ranks: 1,
        };
        sparse.choose();
        sparse
    }

    pub(super) fn values(&self) -> &[u16] {
        &self.values
    }

    /// Finds the nimbers of heaps up to one, as long as they fit: tells whether all did.
    pub(super) fn extend(&mut self, rule: &Rule, heap: usize) -> bool {
        widest(
            #[inline(always)]
            || {
                while self.values.len() <= heap {
                    if self.values.len() >= self.until {
                        self.choose();
                    }
                    if !self.batch(rule, BATCH.min(heap + 1 - self.values.len())) {
                        return false;
                    }
                }
                true
            },
        )
    }

    /// Chooses the mask with the fewest rare heaps.
    fn choose(&mut self) {
        let largest = self.values.iter().copied().max().unwrap_or(0);
        let mask = best_mask(&self.values, largest);
        self.code = Code::new(mask);
        let codes: Vec<u16> = self.values.iter().map(|value| self.code.encode(*value)).collect();
        self.ranks = codes.iter().fold(1, |most, code| ranks(most, *code));
        self.codes = Mirrored::new(codes);
        let rares = (0..).zip(self.codes.terms()).skip(1).filter(|(_, code)| **code < COMMON);
        self.rares = rares.map(|(heap, code)| (heap, *code)).collect();
        self.until = self.values.len() + self.values.len() / 2;
    }

    /// Finds the nimbers of the next heaps.
    #[inline(always)]
    fn batch(&mut self, rule: &Rule, heaps: usize) -> bool {
        // Of each heap: below `base` every common number is seen, and from there on those in `seen`.
        let (mut base, mut seen) = ([u32::from(COMMON); BATCH], [0; BATCH]);
        // By some of the rare heaps it is known roughly what is seen, by all of them exactly.
        for step in [16, 4, 1] {
            loop {
                seen = self.window(base, step);
                // Where all of these numbers are seen, the next ones are looked at.
                let mut more = false;
                for i in 0..heaps {
                    let above = seen[i].trailing_ones();
                    let full = above == 32;
                    base[i] += if full || step > 1 { above } else { 0 };
                    more |= full;
                }
                if !more {
                    break;
                }
            }
        }
        (0..heaps).all(|i| self.finish(rule, base[i], seen[i]))
    }

    /// Which of the 32 common numbers from `base` on each of the next heaps sees, by every so many rare heaps.
    #[inline(always)]
    fn window(&self, base: [u32; BATCH], step: usize) -> [u32; BATCH] {
        let (first, mut seen) = (self.values.len(), [0u32; BATCH]);
        for taken in &self.splits {
            for (rare, code) in in_reach(&self.rares, first, *taken).iter().step_by(step) {
                // The other halves of the pairs of all heaps, each of which is smaller than the first.
                let others = &self.codes.terms()[first - taken - *rare as usize..];
                let Some(others) = others.first_chunk::<BATCH>() else { continue };
                for i in 0..BATCH {
                    let above = u32::from(others[i] ^ code).wrapping_sub(base[i]);
                    seen[i] |= if above < 32 { 1 << above } else { 0 };
                }
            }
        }
        seen
    }

    /// The nimber of the next heap, given which common numbers it sees by the batch.
    #[inline(always)]
    fn finish(&mut self, rule: &Rule, base: u32, mut seen: u32) -> bool {
        let (heap, code) = (self.values.len(), self.code);
        let Sparse { splits, codes, marks, .. } = self;
        let codes = codes.terms();
        // Common numbers go to the window too.
        let mut see = |number: u16| {
            marks[usize::from(number)] = true;
            let above = u32::from(number).wrapping_sub(base);
            seen |= if above < 32 { 1 << above } else { 0 };
        };
        for taken in 0..=rule.last().min(heap) {
            let digit = rule.digit(taken);
            if digit & 1 != 0 && taken == heap {
                see(0);
            }
            if digit & 2 != 0 && taken < heap {
                see(codes[heap - taken]);
            }
        }
        for taken in &*splits {
            let both = heap - taken;
            for small in 1..=BATCH.min(both / 2) {
                see(codes[small] ^ codes[both - small]);
            }
        }
        let common = match seen {
            u32::MAX => self.whole(rule),
            _ => base + seen.trailing_ones(),
        };
        let Ok(common) = u16::try_from(common) else { return false };
        let below = code.rares_below(common);
        let unseen = self.unseen(heap, below);
        self.marks[..self.ranks].fill(false);
        let found = if unseen < below { unseen as u16 } else { common };
        self.values.push(code.decode(found));
        self.codes.push(found);
        self.ranks = ranks(self.ranks, found);
        if found < COMMON {
            self.rares.push((heap as u32, found));
        }
        true
    }

    /// The least rare number that a heap does not see, of those below a limit; the limit if it sees all. What is
    /// marked it sees.
    #[inline(always)]
    fn unseen(&mut self, heap: usize, below: usize) -> usize {
        let Sparse { splits, codes, marks, .. } = self;
        let mut from = 1;
        let mut unseen = 0;
        // First all numbers that some pairs make, as long as many are unseen.
        while from <= MARKED.min(heap / 2) {
            unseen += marks[unseen..below].iter().take_while(|seen| **seen).count();
            if unseen == below {
                return below;
            }
            for taken in &*splits {
                let both = heap - taken;
                if from > both / 2 {
                    continue;
                }
                let block = from..(from + BLOCK).min(both);
                let (left, right) = codes.pairs(both);
                mark(&left[block.clone()], &right[block], marks);
            }
            from += BLOCK;
        }
        // Then a few numbers are looked for in all other pairs; where one is found, its block is marked.
        loop {
            unseen += marks[unseen..below].iter().take_while(|seen| **seen).count();
            if unseen == below {
                return below;
            }
            let mut sought = [unseen as u16; SOUGHT];
            let others = (unseen + 1..below).filter(|number| !marks[*number]);
            sought[1..].iter_mut().zip(others).for_each(|(sought, other)| *sought = other as u16);
            'looking: for part in (from..heap / 2 + 1).step_by(PART) {
                for taken in &*splits {
                    let both = heap - taken;
                    let (left, right) = codes.pairs(both);
                    let mut small = part;
                    while small < (part + PART).min(both / 2 + 1) {
                        let block = small..(small + BLOCK).min(both);
                        let (left, right) = (&left[block.clone()], &right[block]);
                        if has_any(left, right, sought) {
                            mark(left, right, marks);
                            // What was found is not sought any more.
                            let left =
                                sought.into_iter().find(|number| !marks[usize::from(*number)]);
                            let Some(left) = left else { break 'looking };
                            for number in &mut sought {
                                if marks[usize::from(*number)] {
                                    *number = left;
                                }
                            }
                        }
                        small += BLOCK;
                    }
                }
            }
            if !marks[unseen] {
                return unseen;
            }
        }
    }

    /// The least common number that the next heap does not see, as a code, by all pairs with a rare heap; more than
    /// 16 bits if there is none.
    #[cold]
    #[inline(never)]
    fn whole(&self, rule: &Rule) -> u32 {
        let heap = self.values.len();
        let mut seen = vec![false; 1 << 16];
        for taken in rule.taken(2) {
            for (rare, code) in &self.rares {
                let other = (heap - taken).checked_sub(*rare as usize).filter(|other| *other > 0);
                if let Some(other) = other {
                    seen[(self.codes.terms()[other] ^ code) as usize] = true;
                }
            }
        }
        for taken in rule.taken(1) {
            seen[self.codes.terms()[heap - taken] as usize] = true;
        }
        let commons = seen.iter().skip(COMMON as usize);
        u32::from(COMMON) + commons.take_while(|seen| **seen).count() as u32
    }
}

/// How many ranks the codes of pairs can have, with one more code.
fn ranks(ranks: usize, code: u16) -> usize {
    ranks.max((usize::from(code & !COMMON) + 1).next_power_of_two())
}

/// Marks the numbers of some pairs.
#[inline(always)]
fn mark(left: &[u16], right: &[u16], marks: &mut Marks) {
    match (<&[u16; BLOCK]>::try_from(left), <&[u16; BLOCK]>::try_from(right)) {
        (Ok(left), Ok(right)) => {
            let numbers: [u16; BLOCK] = std::array::from_fn(
                #[inline(always)]
                |i| left[i] ^ right[i],
            );
            numbers.iter().for_each(|number| marks[usize::from(*number)] = true);
        }
        _ => left.iter().zip(right).for_each(|(a, b)| marks[usize::from(a ^ b)] = true),
    }
}

/// Whether some pair makes one of the numbers.
#[inline(always)]
fn has_any(left: &[u16], right: &[u16], numbers: [u16; SOUGHT]) -> bool {
    let [a, b, c, d] = numbers;
    let equal = |x: u16, y: u16| if x == y { u16::MAX } else { 0 };
    let mut found = 0;
    match (<&[u16; BLOCK]>::try_from(left), <&[u16; BLOCK]>::try_from(right)) {
        (Ok(left), Ok(right)) => {
            let mut some = [0; 16];
            for chunk in 0..BLOCK / 16 {
                for i in 0..16 {
                    let x = left[16 * chunk + i] ^ right[16 * chunk + i];
                    some[i] |= (equal(x, a) | equal(x, b)) | (equal(x, c) | equal(x, d));
                }
            }
            found = some.iter().fold(0, |all, some| all | some);
        }
        _ => {
            for (left, right) in left.iter().zip(right) {
                let x = left ^ right;
                found |= (equal(x, a) | equal(x, b)) | (equal(x, c) | equal(x, d));
            }
        }
    }
    found != 0
}

/// The rare heaps that batches pair: larger than a batch, and such that the first heap has beans left.
#[inline(always)]
fn in_reach(rares: &[(u32, u16)], first: usize, taken: usize) -> &[(u32, u16)] {
    let from = rares.partition_point(|(rare, _)| *rare as usize <= BATCH);
    let to = rares.partition_point(|(rare, _)| (*rare as usize) < first - taken);
    &rares[from.min(to)..to]
}

/// The mask under which the fewest heaps are rare: of even parity.
fn best_mask(values: &[u16], largest: u16) -> u16 {
    let size = (usize::from(largest) + 1).next_power_of_two();
    let mut sums = vec![0i64; size];
    for value in values {
        sums[usize::from(*value)] += 1;
    }
    // Afterwards `sums[mask]` is how many more heaps are rare than common.
    let mut half = 1;
    while half < size {
        for block in sums.chunks_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (low, high) in low.iter_mut().zip(high) {
                (*low, *high) = (*low + *high, *low - *high);
            }
        }
        half *= 2;
    }
    let masks = (0..).zip(&sums).skip(1);
    masks.min_by_key(|(_, sum)| **sum).map_or(1, |(mask, _)| mask)
}
