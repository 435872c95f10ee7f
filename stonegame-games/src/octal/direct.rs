//! Nimbers of games that split a heap in two: the least number not seen among all pairs, looked for in vectors.
//!
//! The first pairs are marked one by one, which leaves few numbers below the true nimber unmarked. The least
//! unmarked number is then compared with all other pairs, a block at a time; where one is found to be it, that block is
//! marked, and the next number takes its place. A pair costs a few hundredths of a nanosecond.

use super::Rule;
use super::mirrored::Mirrored;
use stonegame_core::simd::widest;

/// How many pairs of each split are marked before any are compared.
const MARKED: usize = 32;
/// How many pairs are compared at once.
const BLOCK: usize = 128;
/// How many pairs of each split follow one another before those of the next: they stay in the first-level cache.
const PART: usize = 64 * BLOCK;

/// A nimber as it is kept: in so few bits that many fit a vector.
pub(super) trait Small: Copy + Eq + Default + std::ops::BitXor<Output = Self> {
    /// How many different nimbers there are: also of those of two heaps together.
    const ALL: usize;
    fn of(nimber: usize) -> Self;
    fn get(self) -> usize;
    /// All bits if the two are equal, else none.
    fn equal(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
}

macro_rules! small {
    ($($int:ty)*) => { $(
        impl Small for $int {
            const ALL: usize = 1 << <$int>::BITS;
            #[inline(always)]
            fn of(nimber: usize) -> $int {
                nimber as $int
            }
            #[inline(always)]
            fn get(self) -> usize {
                usize::from(self)
            }
            #[inline(always)]
            fn equal(self, other: $int) -> $int {
                if self == other { <$int>::MAX } else { 0 }
            }
            #[inline(always)]
            fn or(self, other: $int) -> $int {
                self | other
            }
        }
    )* };
}
small!(u8 u16);

/// The nimbers of the heaps so far: in bytes as long as they fit.
pub(super) enum Direct {
    Bytes(Pairs<u8>),
    Words(Pairs<u16>),
}

impl Direct {
    /// With the nimbers found before.
    pub(super) fn new(rule: &Rule, values: &[u16]) -> Self {
        let nimbers = values.iter().map(|value| usize::from(*value));
        match values.iter().all(|value| *value <= u16::from(u8::MAX)) {
            true => Direct::Bytes(Pairs::new(rule, nimbers)),
            false => Direct::Words(Pairs::new(rule, nimbers)),
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Direct::Bytes(pairs) => pairs.values().len(),
            Direct::Words(pairs) => pairs.values().len(),
        }
    }

    pub(super) fn get(&self, heap: usize) -> Option<u16> {
        match self {
            Direct::Bytes(pairs) => pairs.values().get(heap).copied().map(u16::from),
            Direct::Words(pairs) => pairs.values().get(heap).copied(),
        }
    }

    /// How they are found.
    pub(super) fn way(&self) -> &'static str {
        match self {
            Direct::Bytes(_) => "all pairs, a byte a heap",
            Direct::Words(_) => "all pairs, two bytes a heap",
        }
    }

    /// Finds the nimbers of heaps up to one, as long as they fit: tells whether all did.
    pub(super) fn extend(&mut self, rule: &Rule, heap: usize) -> bool {
        if let Direct::Bytes(pairs) = self {
            if pairs.extend(rule, heap) {
                return true;
            }
            let nimbers = pairs.values().iter().map(|value| usize::from(*value));
            *self = Direct::Words(Pairs::new(rule, nimbers));
        }
        match self {
            Direct::Bytes(_) => false,
            Direct::Words(pairs) => pairs.extend(rule, heap),
        }
    }
}

/// The same, as they are kept.
pub(super) struct Pairs<T> {
    /// The number of beans taken before a heap is split in two, for each way to do so.
    splits: Vec<usize>,
    values: Mirrored<T>,
    /// Which numbers were seen; all are unmarked between two heaps.
    marks: Vec<bool>,
    /// The largest nimber so far.
    largest: usize,
}

impl<T: Small> Pairs<T> {
    /// With the nimbers found before.
    fn new(rule: &Rule, values: impl IntoIterator<Item = usize>) -> Self {
        let values: Vec<T> = values.into_iter().map(T::of).collect();
        Pairs {
            splits: rule.taken(2).collect(),
            marks: vec![false; T::ALL],
            largest: values.iter().map(|value| value.get()).max().unwrap_or(0),
            values: Mirrored::new(values),
        }
    }

    fn values(&self) -> &[T] {
        self.values.terms()
    }

    /// Finds the nimbers of heaps up to one, as long as they fit: tells whether all did.
    fn extend(&mut self, rule: &Rule, heap: usize) -> bool {
        self.values.reserve(heap + 1);
        widest(
            #[inline(always)]
            || {
                while self.values.len() <= heap {
                    let found = self.next(rule);
                    if found >= T::ALL {
                        return false;
                    }
                    self.values.push(T::of(found));
                    self.largest = self.largest.max(found);
                }
                true
            },
        )
    }

    /// The nimber of the next heap; `T::ALL` if it is not below.
    #[inline(always)]
    fn next(&mut self, rule: &Rule) -> usize {
        let heap = self.values.len();
        let Pairs { splits, values, marks, largest } = self;
        // Below this lie the nimbers of all pairs.
        let below = (2 * (*largest + 1).next_power_of_two()).min(T::ALL);
        let mut mark = |seen: T| marks[seen.get()] = true;
        for taken in 0..=rule.last().min(heap) {
            let digit = rule.digit(taken);
            if digit & 1 != 0 && taken == heap {
                mark(T::of(0));
            }
            if digit & 2 != 0 && taken < heap {
                mark(values.terms()[heap - taken]);
            }
        }
        for taken in splits.iter().filter(|taken| **taken < heap) {
            let both = heap - taken;
            let (left, right) = values.pairs(both);
            for small in 1..=(both / 2).min(MARKED) {
                mark(left[small] ^ right[small]);
            }
        }
        let mut least = 0;
        let found = 'found: loop {
            while least < below && marks[least] {
                least += 1;
            }
            if least >= T::ALL {
                break least;
            }
            // One part of all splits after the other: they share most of what is read.
            for part in (MARKED + 1..heap / 2 + 1).step_by(PART) {
                for taken in splits.iter().filter(|taken| **taken < heap) {
                    let both = heap - taken;
                    let (left, right) = values.pairs(both);
                    let mut small = part;
                    while small < (part + PART).min(both / 2 + 1) {
                        // Beyond the half the pairs come again, which does no harm.
                        let block = small..(small + BLOCK).min(both);
                        let (left, right) = (&left[block.clone()], &right[block]);
                        if has(left, right, T::of(least)) {
                            for (a, b) in left.iter().zip(right) {
                                marks[(*a ^ *b).get()] = true;
                            }
                            continue 'found;
                        }
                        small += BLOCK;
                    }
                }
            }
            break least;
        };
        marks[..below].fill(false);
        found
    }
}

/// Whether some pair makes a number.
#[inline(always)]
fn has<T: Small>(left: &[T], right: &[T], number: T) -> bool {
    let found = match (<&[T; BLOCK]>::try_from(left), <&[T; BLOCK]>::try_from(right)) {
        (Ok(left), Ok(right)) => {
            let mut found = [T::default(); 32];
            for chunk in 0..BLOCK / 32 {
                for i in 0..32 {
                    let pair = left[32 * chunk + i] ^ right[32 * chunk + i];
                    found[i] = found[i].or(pair.equal(number));
                }
            }
            found.into_iter().fold(T::default(), T::or)
        }
        _ => {
            let pairs = left.iter().zip(right);
            pairs.fold(T::default(), |found, (a, b)| found.or((*a ^ *b).equal(number)))
        }
    };
    found != T::default()
}
