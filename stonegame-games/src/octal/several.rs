//! Nimbers of games that split a heap in three, or split it and take any number: the numbers of all pairs of each size are
//! kept as sets.

use super::Rule;

/// A set of numbers, each a bit.
type Set = Vec<u64>;

/// What was found so far.
pub(super) struct Several {
    /// The numbers of all pairs of heaps that are so large together.
    pairs: Vec<Set>,
}

impl Several {
    pub(super) fn new() -> Self {
        Several { pairs: vec![] }
    }

    /// How many bytes the sets take, a heap.
    pub(super) fn bytes(&self) -> u64 {
        // Those of the largest heaps are the largest, and the next ones are larger.
        let words = self.pairs.last().map_or(0, Set::len);
        (size_of::<Set>() + 2 * words * size_of::<u64>()) as u64
    }

    /// Finds the nimbers of heaps up to one, given those of all smaller ones; tells whether `u16` holds them.
    pub(super) fn extend(&mut self, rule: &Rule, values: &mut Vec<u32>, heap: usize) -> bool {
        while values.len() <= heap {
            let next = values.len();
            let mut seen = Set::new();
            for taken in 0..=rule.most(next) {
                let (digit, left) = (rule.digit(taken), next - taken);
                if digit & 1 != 0 && left == 0 {
                    insert(&mut seen, 0);
                }
                if digit & 2 != 0 && taken > 0 && left > 0 {
                    insert(&mut seen, values[left]);
                }
                if digit & 4 != 0 {
                    self.pairs_of(values, left);
                    union(&mut seen, &self.pairs[left], 0);
                }
                if digit & 8 != 0 {
                    for third in 1..left.saturating_sub(1) {
                        self.pairs_of(values, left - third);
                        union(&mut seen, &self.pairs[left - third], values[third]);
                    }
                }
            }
            let full = seen.iter().take_while(|word| **word == u64::MAX).count();
            let least = 64 * full as u32 + seen.get(full).map_or(0, |word| word.trailing_ones());
            if least > u32::from(u16::MAX) {
                return false;
            }
            values.push(least);
        }
        true
    }

    /// Sees to it that the pairs of heaps that are so large together are there.
    fn pairs_of(&mut self, values: &[u32], both: usize) {
        while self.pairs.len() <= both {
            let both = self.pairs.len();
            let mut pairs = Set::new();
            for one in 1..=both / 2 {
                insert(&mut pairs, values[one] ^ values[both - one]);
            }
            self.pairs.push(pairs);
        }
    }
}

fn insert(set: &mut Set, number: u32) {
    let word = number as usize / 64;
    if set.len() <= word {
        set.resize(word + 1, 0);
    }
    set[word] |= 1 << (number % 64);
}

/// Adds the nim-sums of all numbers of another set with one number.
fn union(set: &mut Set, other: &Set, with: u32) {
    for (word, bits) in other.iter().enumerate() {
        let mut bits = *bits;
        while bits != 0 {
            insert(set, (64 * word as u32 + bits.trailing_zeros()) ^ with);
            bits &= bits - 1;
        }
    }
}
