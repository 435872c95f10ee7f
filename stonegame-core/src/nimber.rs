//! Arithmetic on nimbers.

use alloc::vec::Vec;

/// The least number that is none of some.
///
/// ```
/// use stonegame_core::mex;
///
/// assert_eq!(mex([0, 1, 3, 1]), 2);
/// assert_eq!(mex([]), 0);
/// ```
pub fn mex(numbers: impl IntoIterator<Item = u32>) -> u32 {
    let numbers: Vec<u32> = numbers.into_iter().collect();
    // Of so many numbers, greater ones cannot be in the way.
    let mut seen = Seen::default();
    let small = numbers.iter().filter(|number| (**number as usize) < numbers.len());
    small.for_each(|number| seen.insert(*number));
    seen.least_unseen()
}

/// A set of small numbers, of which the least that is not in it is asked for.
#[derive(Default)]
pub(crate) struct Seen(Vec<u64>);

impl Seen {
    pub(crate) fn insert(&mut self, number: u32) {
        let word = number as usize / 64;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (number % 64);
    }

    pub(crate) fn least_unseen(&self) -> u32 {
        let full = self.0.iter().take_while(|word| **word == u64::MAX).count();
        64 * full as u32 + self.0.get(full).map_or(0, |word| word.trailing_ones())
    }
}

/// The nim-product of two nimbers: with nim-sums as sums, those below 2⁶⁴ are a field (J. H. Conway, *On Numbers and
/// Games*, 1976, chapter 6).
///
/// ```
/// use stonegame_core::nim_product;
///
/// assert_eq!(nim_product(2, 3), 1);
/// assert_eq!(nim_product(4, 4), 6);
/// assert_eq!(nim_product(1, u64::MAX), u64::MAX);
/// ```
#[must_use]
pub fn nim_product(a: u64, b: u64) -> u64 {
    product(a, b, 6)
}

/// The product of two nimbers below `2^(2^level)`.
fn product(a: u64, b: u64, level: u32) -> u64 {
    if a < 2 || b < 2 {
        return a * b;
    }
    // Both are `high · F + low` with the Fermat power `F = 2^half`, whose square is `F + F/2`.
    let half = 1 << (level - 1);
    let low = |n: u64| n & ((1 << half) - 1);
    let below = |a, b| product(a, b, level - 1);
    let (ah, al, bh, bl) = (a >> half, low(a), b >> half, low(b));
    let (high, both) = (below(ah, bh), below(al, bl));
    let crossed = below(ah ^ al, bh ^ bl) ^ both;
    crossed << half ^ both ^ below(high, 1 << (half - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use proptest::prelude::*;

    /// By the definition: the least number that is no `a'b + ab' + a'b'`.
    fn by_definition(most: usize) -> Vec<Vec<u32>> {
        let mut table = vec![vec![0; most]; most];
        for a in 0..most {
            for b in 0..most {
                let others = (0..a).flat_map(|x| (0..b).map(move |y| (x, y)));
                table[a][b] = mex(others.map(|(x, y)| table[x][b] ^ table[a][y] ^ table[x][y]));
            }
        }
        table
    }

    #[test]
    fn products_by_the_definition() {
        for (a, row) in (0..).zip(by_definition(20)) {
            for (b, product) in (0..).zip(row) {
                assert_eq!(nim_product(a, b), u64::from(product), "{a} {b}");
            }
        }
    }

    proptest! {
        #[test]
        fn a_field(a: u64, b: u64, c: u64) {
            prop_assert_eq!(nim_product(a, b), nim_product(b, a));
            prop_assert_eq!(nim_product(a, nim_product(b, c)), nim_product(nim_product(a, b), c));
            prop_assert_eq!(nim_product(a, b ^ c), nim_product(a, b) ^ nim_product(a, c));
            prop_assert!(a == 0 || b == 0 || nim_product(a, b) != 0);
        }

        #[test]
        fn least_of_any(numbers in prop::collection::vec(0u32..300, 0..300)) {
            prop_assert_eq!(mex(numbers.clone()), (0..).find(|n| !numbers.contains(n)).unwrap());
        }
    }
}
