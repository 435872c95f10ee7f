//! The sparse-space way by marks.
//!
//! Many heaps are looked at together: for each rare heap, the other halves of so many pairs lie side by side. What
//! each pair makes is marked in a table of its heap's own; what pairs with heaps of the same batch make is filled in one
//! heap after the other.

use super::super::Rule;
use super::super::mirrored::Mirrored;
use super::Way;
use super::code::Code;
use stonegame_core::simd::widest;

/// How many heaps are looked at together; and how many of the smallest heaps are paired one heap after the other.
const BATCH: usize = 32;
/// How many pairs are looked at together.
const BLOCK: usize = 128;
/// How many pairs of each split are marked before rare numbers are looked for.
const MARKED: usize = 4096;
/// How many pairs of each split follow one another before those of the next.
const PART: usize = 32 * BLOCK;
/// How many numbers are looked for at once.
const SOUGHT: usize = 4;

/// The nimbers of the heaps so far, in codes.
pub(super) struct Marks {
    /// The number of beans taken before a heap is split in two, for each way to do so.
    splits: Vec<usize>,
    code: Code,
    values: Vec<u16>,
    codes: Mirrored<u16>,
    /// The rare heaps, but for the empty one, and their codes.
    rares: Vec<(u32, u16)>,
    /// Up to how many heaps the mask is not chosen anew.
    until: usize,
    /// How many codes there are: a power of two, of which a half is common.
    room: usize,
    /// How many common numbers are about as large as nimbers are.
    commons: usize,
    /// A mark for every code that a heap sees, for each heap of a batch.
    marks: Vec<bool>,
    /// How many threads may work at once.
    threads: usize,
}

/// How many codes there can be: tables of more would be slower where the nimbers are small.
const ROOMS: [usize; 6] = [1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12, 1 << 16];

/// How many common numbers are so few that windows of 32 are faster than marks.
const FEW: usize = 128;

/// How many bytes of tables are marked at a time.
const CACHED: usize = 1 << 15;

/// What is known of a heap's rare numbers before those of its batch are known.
#[derive(Clone, Copy, Default)]
struct Begun {
    /// The rare numbers that were looked for.
    below: usize,
    /// The least of them that is not seen; `below` if all are.
    unseen: usize,
    /// Up to which pairs all numbers are marked.
    next: usize,
    /// Below this common number, counted from the least one, all that rare heaps make is marked.
    sure: usize,
}

impl Way for Marks {
    fn values(&self) -> &[u16] {
        &self.values
    }

    fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
    }

    fn shares(&self) -> bool {
        let worth = if self.commons <= FEW { 4 << 10 } else { 1 << 10 };
        self.threads > 1 && self.rares.len() * self.splits.len() >= worth
    }

    fn extend(&mut self, rule: &Rule, heap: usize) -> bool {
        while self.values.len() <= heap {
            if self.values.len() >= self.until {
                self.choose();
            }
            let to = heap.min(self.until - 1);
            let fits = match self.room {
                0x100 => self.batches::<0x100>(rule, to),
                0x200 => self.batches::<0x200>(rule, to),
                0x400 => self.batches::<0x400>(rule, to),
                0x800 => self.batches::<0x800>(rule, to),
                0x1000 => self.batches::<0x1000>(rule, to),
                _ => self.batches::<0x10000>(rule, to),
            };
            if !fits {
                if self.room == ROOMS[5] {
                    return false;
                }
                self.room += 1;
                self.choose();
            }
        }
        true
    }
}

impl Marks {
    /// With the nimbers of some heaps, of more than a batch above the rule's last digit.
    pub(super) fn new(rule: &Rule, values: Vec<u16>, threads: usize) -> Self {
        let mut marks = Marks {
            splits: rule.taken(2).collect(),
            code: Code::new(1),
            values,
            codes: Mirrored::new(vec![]),
            rares: vec![],
            until: 0,
            room: 0,
            commons: 0,
            marks: vec![],
            threads,
        };
        marks.choose();
        marks
    }

    /// Finds the nimbers of heaps up to one, as long as there are enough codes: tells whether there are.
    fn batches<const ROOM: usize>(&mut self, rule: &Rule, heap: usize) -> bool {
        widest(
            #[inline(always)]
            || {
                while self.values.len() <= heap {
                    if !self.batch::<ROOM>(rule, BATCH.min(heap + 1 - self.values.len())) {
                        return false;
                    }
                }
                true
            },
        )
    }

    /// Chooses the mask with the fewest rare heaps, and room for as many codes as there were, and as all nimbers need.
    fn choose(&mut self) {
        let largest = self.values.iter().copied().max().unwrap_or(0);
        // A class has half as many numbers as there are, and pairs reach up to the next power of two.
        let needed = self.room.max((usize::from(largest) + 1).next_power_of_two());
        self.room = ROOMS.into_iter().find(|room| *room >= needed).unwrap_or(ROOMS[5]);
        self.commons = usize::from(largest) / 2 + 1;
        self.code = Code::best(&self.values, &self.splits, (self.room / 2) as u16);
        let values = self.values.iter().enumerate();
        let codes = values.map(|(heap, value)| self.code.encode(heap, *value)).collect();
        self.codes = Mirrored::new(codes);
        let rares = (0..).zip(self.codes.terms()).skip(1);
        let rares = rares.filter(|(_, code)| **code < self.code.common);
        self.rares = rares.map(|(heap, code)| (heap, *code)).collect();
        self.until = self.values.len() + self.values.len() / 2;
        self.marks = vec![false; BATCH * self.room];
    }

    /// Finds the nimbers of the next heaps; tells whether there are enough codes for them.
    #[inline(always)]
    fn batch<const ROOM: usize>(&mut self, rule: &Rule, heaps: usize) -> bool {
        // So that the backward terms begin no later than those of the last heap's pairs.
        self.codes.reserve(self.values.len() + BATCH + 2);
        let mut marks = std::mem::take(&mut self.marks);
        marks.fill(false);
        let mut fit = true;
        if let Some(marks) = marks.as_chunks_mut::<ROOM>().0.first_chunk_mut::<BATCH>() {
            let begun = self.begin(marks);
            let mut heaps = marks.iter_mut().zip(begun).take(heaps);
            fit = heaps.all(|(marks, begun)| self.finish(rule, marks, begun));
        }
        self.marks = marks;
        fit
    }

    /// What of the next heaps does not depend on each other: all pairs but those with one of the smallest heaps.
    #[inline(always)]
    fn begin<const ROOM: usize>(&self, marks: &mut [[bool; ROOM]; BATCH]) -> [Begun; BATCH] {
        let mut begun = [Begun::default(); BATCH];
        #[cfg(feature = "parallel")]
        if self.shares() {
            let (marks, other_marks) = marks.split_at_mut(BATCH / 2);
            let (some, others) = begun.split_at_mut(BATCH / 2);
            rayon::join(
                || {
                    widest(
                        #[inline(always)]
                        || self.begin_some(0, marks, some),
                    )
                },
                || {
                    widest(
                        #[inline(always)]
                        || self.begin_some(BATCH / 2, other_marks, others),
                    )
                },
            );
            return begun;
        }
        self.begin_some(0, marks, &mut begun);
        begun
    }

    /// The same of some of the next heaps.
    #[inline(always)]
    fn begin_some<const ROOM: usize>(
        &self,
        from: usize,
        marks: &mut [[bool; ROOM]],
        begun: &mut [Begun],
    ) {
        if self.commons <= FEW {
            // All at once, or the half that a thread has.
            match marks.first_chunk_mut::<BATCH>() {
                Some(all) => self.mark_by_windows(from, all, begun),
                None => {
                    let halves = marks.as_chunks_mut::<{ BATCH / 2 }>().0;
                    halves.iter_mut().for_each(|half| self.mark_by_windows(from, half, begun));
                }
            }
            return self.look(from, marks, begun);
        }
        begun.iter_mut().for_each(|begun| begun.sure = ROOM / 2);
        // As many at a time as have their tables in the first-level cache.
        let most = (CACHED / ROOM).clamp(4, BATCH);
        for (i, marks) in (0..).zip(marks.chunks_mut(most)) {
            self.mark_rares(from + i * most, marks);
        }
        self.look(from, marks, begun);
    }

    /// Looks for the rare numbers that some of the next heaps do not see, given the common ones.
    #[inline(always)]
    fn look<const ROOM: usize>(
        &self,
        from: usize,
        marks: &mut [[bool; ROOM]],
        begun: &mut [Begun],
    ) {
        for ((i, marks), begun) in (from..).zip(marks).zip(begun) {
            let common = unmarked(&marks[ROOM / 2..]);
            if common < ROOM / 2 {
                let heap = self.values.len() + i;
                let below = self.code.others_below(heap, (ROOM / 2 + common) as u16);
                let (unseen, next) = self.unseen(heap, below, marks, BATCH + 1);
                *begun = Begun { below, unseen, next, ..*begun };
            }
        }
    }

    /// Marks what some of the next heaps see by pairs with a rare heap, the other half of which is smaller than all of
    /// them.
    #[inline(always)]
    fn mark_rares<const ROOM: usize>(&self, from: usize, marks: &mut [[bool; ROOM]]) {
        let first = self.values.len();
        for taken in &self.splits {
            for (rare, code) in in_reach(&self.rares, first, *taken) {
                let others = &self.codes.terms()[first + from - taken - *rare as usize..];
                let others = &others[..marks.len()];
                // Four codes in a word: a vector would have to be taken apart again.
                let code = u64::from(*code) * 0x0001_0001_0001_0001;
                // Plain loops, here and in `mark`: `array::map`, and what begins a `zip`, are calls without link-time optimisation.
                let (fours, tables) = (others.as_chunks::<4>().0, marks.as_chunks_mut::<4>().0);
                for i in 0..fours.len().min(tables.len()) {
                    let [a, b, c, d] = fours[i];
                    let (low, high) =
                        (u64::from(a) | u64::from(b) << 16, u64::from(c) | u64::from(d) << 16);
                    let numbers = (low | high << 32) ^ code;
                    for (place, marks) in tables[i].iter_mut().enumerate() {
                        marks[(numbers >> (16 * place)) as usize & 0xffff & (ROOM - 1)] = true;
                    }
                }
            }
        }
    }

    /// Marks what some of the next heaps see by pairs with a rare heap, of the common numbers up to the first that is not
    /// seen: of 32 of them at a time, which takes less where there are few.
    #[inline(always)]
    fn mark_by_windows<const ROOM: usize, const N: usize>(
        &self,
        from: usize,
        marks: &mut [[bool; ROOM]; N],
        begun: &mut [Begun],
    ) {
        let mut base = [u32::from(self.code.common); N];
        let mut seen = [0; N];
        // By some of the rare heaps it is known roughly what is seen, by all of them exactly.
        for step in [16, 4, 1] {
            loop {
                seen = self.window(from, base, step);
                // Where all of these numbers are seen, the next ones are looked at.
                let full = |seen: &u32| *seen == u32::MAX;
                for (base, seen) in base.iter_mut().zip(&seen) {
                    if full(seen) || step > 1 {
                        *base += seen.trailing_ones();
                    }
                }
                if !seen.iter().any(full) {
                    break;
                }
            }
        }
        for (((base, seen), marks), begun) in base.into_iter().zip(seen).zip(marks).zip(begun) {
            begun.sure = base as usize + 32 - ROOM / 2;
            let commons = &mut marks[ROOM / 2..];
            let base = (base as usize - ROOM / 2).min(ROOM / 2);
            commons[..base].fill(true);
            for (i, mark) in commons[base..].iter_mut().take(32).enumerate() {
                *mark = seen >> i & 1 == 1;
            }
        }
    }

    /// Which of the 32 common numbers from `base` on some of the next heaps see, by every so many rare heaps.
    #[inline(always)]
    fn window<const N: usize>(&self, from: usize, base: [u32; N], step: usize) -> [u32; N] {
        let (first, mut seen) = (self.values.len(), [0u32; N]);
        for taken in &self.splits {
            for (rare, code) in in_reach(&self.rares, first, *taken).iter().step_by(step) {
                let others = &self.codes.terms()[first + from - taken - *rare as usize..];
                let Some(others) = others.first_chunk::<N>() else { continue };
                for i in 0..N {
                    let above = u32::from(others[i] ^ code).wrapping_sub(base[i]);
                    seen[i] |= if above < 32 { 1 << above } else { 0 };
                }
            }
        }
        seen
    }

    /// The nimber of the next heap, given what it sees by the batch; tells whether there are enough codes for it.
    #[inline(always)]
    fn finish<const ROOM: usize>(
        &mut self,
        rule: &Rule,
        marks: &mut [bool; ROOM],
        begun: Begun,
    ) -> bool {
        let (heap, code) = (self.values.len(), self.code);
        let Marks { splits, codes, values, .. } = self;
        let mut see = |number: u16| marks[usize::from(number) & (ROOM - 1)] = true;
        for taken in (0..=rule.last()).filter(|taken| rule.digit(*taken) & 2 != 0) {
            see(code.encode(heap, values[heap - taken]));
        }
        for taken in &*splits {
            let both = heap - taken;
            let (left, right) = codes.pairs(both);
            let small = 1..=BATCH.min(both / 2);
            for (a, b) in left[small.clone()].iter().zip(&right[small]) {
                see(a ^ b);
            }
        }
        let mut common = unmarked(&marks[ROOM / 2..]);
        if common >= begun.sure {
            self.mark_all(marks);
            common = unmarked(&marks[ROOM / 2..]);
        }
        if common == ROOM / 2 {
            return false;
        }
        let common = (ROOM / 2 + common) as u16;
        let below = code.others_below(heap, common);
        // What was begun still holds, unless a smallest heap's pair makes its number, or more numbers matter now.
        let holds = match begun.unseen < begun.below {
            true => !marks[begun.unseen & (ROOM - 1)],
            false => begun.below == below,
        };
        let unseen = match holds {
            true => begun.unseen,
            false => self.unseen(heap, below, marks, begun.next.max(BATCH + 1)).0,
        };
        let found = if unseen < below { unseen as u16 } else { common };
        self.values.push(code.decode(heap, found));
        self.codes.push(found);
        if found < code.common {
            self.rares.push((heap as u32, found));
        }
        true
    }

    /// Marks all that the next heap sees by pairs with a rare heap.
    #[cold]
    #[inline(never)]
    fn mark_all<const ROOM: usize>(&self, marks: &mut [bool; ROOM]) {
        let (heap, terms) = (self.values.len(), self.codes.terms());
        for taken in &self.splits {
            for (rare, code) in &self.rares {
                let other = (heap - taken).checked_sub(*rare as usize).filter(|other| *other > 0);
                if let Some(other) = other {
                    marks[usize::from(terms[other] ^ code) & (ROOM - 1)] = true;
                }
            }
        }
    }

    /// The least rare number that a heap does not see, of those below a limit; the limit if it sees all. What is
    /// marked it sees; of the pairs those count whose smaller heap is none of the smallest. Up to which pairs all
    /// numbers are marked is told too, given up to which they are.
    #[inline(always)]
    fn unseen<const ROOM: usize>(
        &self,
        heap: usize,
        below: usize,
        marks: &mut [bool; ROOM],
        mut from: usize,
    ) -> (usize, usize) {
        let Marks { splits, codes, .. } = self;
        let known = codes.len();
        let mut unseen = 0;
        // First all numbers that some pairs make, as long as many are unseen.
        while from <= MARKED.min(heap / 2) {
            unseen += unmarked(&marks[unseen..below]);
            if unseen == below {
                return (below, from);
            }
            for taken in splits {
                let both = heap - taken;
                if from > both / 2 {
                    continue;
                }
                let (left, right) = codes.between(both, from..(from + BLOCK).min(both.min(known)));
                mark(left, right, marks);
            }
            from += BLOCK;
        }
        // Then a few numbers are looked for in all other pairs; where one is found, its block is marked.
        loop {
            unseen += unmarked(&marks[unseen..below]);
            if unseen == below {
                return (below, from);
            }
            let mut sought = [unseen as u16; SOUGHT];
            let others = (unseen + 1..below).filter(|number| !marks[*number & (ROOM - 1)]);
            sought[1..].iter_mut().zip(others).for_each(|(sought, other)| *sought = other as u16);
            'looking: for part in (from..heap / 2 + 1).step_by(PART) {
                for taken in splits {
                    let both = heap - taken;
                    let mut small = part;
                    while small < (part + PART).min(both / 2 + 1) {
                        let block = small..(small + BLOCK).min(both.min(known));
                        let (left, right) = codes.between(both, block);
                        if has_any(left, right, sought) {
                            mark(left, right, marks);
                            // What was found is not sought any more.
                            let left = sought
                                .into_iter()
                                .find(|number| !marks[usize::from(*number) & (ROOM - 1)]);
                            let Some(left) = left else { break 'looking };
                            for number in &mut sought {
                                if marks[usize::from(*number) & (ROOM - 1)] {
                                    *number = left;
                                }
                            }
                        }
                        small += BLOCK;
                    }
                }
            }
            if !marks[unseen & (ROOM - 1)] {
                return (unseen, from);
            }
        }
    }
}

/// The place of the first number that is not marked; how many there are if all are.
#[inline(always)]
fn unmarked(marks: &[bool]) -> usize {
    const STEP: usize = 32;
    let (chunks, _) = marks.as_chunks::<STEP>();
    let full = chunks.iter().take_while(|chunk| chunk.iter().fold(true, |all, mark| all & mark));
    let from = STEP * full.count();
    from + marks[from..].iter().take_while(|mark| **mark).count()
}

/// Marks the numbers of some pairs.
#[inline(always)]
fn mark<const ROOM: usize>(left: &[u16], right: &[u16], marks: &mut [bool; ROOM]) {
    match (<&[u16; BLOCK]>::try_from(left), <&[u16; BLOCK]>::try_from(right)) {
        (Ok(left), Ok(right)) => {
            let mut numbers = [0u16; BLOCK];
            for i in 0..BLOCK {
                numbers[i] = left[i] ^ right[i];
            }
            numbers.iter().for_each(|number| marks[usize::from(*number) & (ROOM - 1)] = true);
        }
        _ => {
            let numbers = left.iter().zip(right).map(|(a, b)| usize::from(a ^ b));
            numbers.for_each(|number| marks[number & (ROOM - 1)] = true);
        }
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
