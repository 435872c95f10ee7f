//! Rare and common nimbers: the parity of some of their bits, as a bit of its own.

/// A linear map that makes the class of a nimber a bit of its own, above all others, and keeps the order within each
/// class.
///
/// Where all splits take even numbers of beans, or all take odd ones, the class of each other heap may be flipped: of the two
/// heaps that a heap is split in, then one is flipped if that heap is, and else none or both.
#[derive(Clone, Copy)]
pub(super) struct Code {
    mask: u16,
    /// The lowest bit of the mask, which the class and the other bits determine.
    bit: u32,
    /// The bit of a common number: from it on the codes are common, below it rare.
    pub(super) common: u16,
    /// The remainder by two of the heaps that are flipped, if some are.
    flipped: Option<usize>,
}

impl Code {
    /// By the parity of the last bit.
    pub(super) fn new(common: u16) -> Self {
        Code { mask: 1, bit: 0, common, flipped: None }
    }

    /// The one under which the fewest of some heaps are rare.
    pub(super) fn best(values: &[u16], splits: &[usize], common: u16) -> Self {
        let (mut mask, rares) = best_mask(values, |_| false);
        let (mut flipped, parity) = (None, splits.first().unwrap_or(&0) % 2);
        if splits.iter().all(|taken| taken % 2 == parity) {
            let (other, fewer) = best_mask(values, |heap| heap % 2 != parity);
            if fewer < rares {
                (mask, flipped) = (other, Some(1 - parity));
            }
        }
        Code { mask, bit: mask.trailing_zeros(), common, flipped }
    }

    /// What is to be flipped in a heap's codes.
    #[inline(always)]
    fn flip(self, heap: usize) -> u16 {
        if self.flipped == Some(heap % 2) { self.common } else { 0 }
    }

    /// The code of a nimber, as a heap's own or as one that it sees.
    #[inline(always)]
    pub(super) fn encode(self, heap: usize, value: u16) -> u16 {
        let low = value & ((1 << self.bit) - 1);
        let high = (value >> 1) & !((1 << self.bit) - 1);
        let common = (value & self.mask).count_ones() as u16 & 1;
        (low | high | (common * self.common)) ^ self.flip(heap)
    }

    /// How many numbers of the other class are less than one, of what a heap sees.
    #[inline(always)]
    pub(super) fn others_below(self, heap: usize, code: u16) -> usize {
        // The bit decides between numbers that agree in all higher ones.
        let block = usize::from((code & !self.common) >> self.bit);
        let twin_is_less = self.decode(heap, code) >> self.bit & 1;
        (block + usize::from(twin_is_less)) << self.bit
    }

    /// The nimber of a heap's code.
    #[inline(always)]
    pub(super) fn decode(self, heap: usize, code: u16) -> u16 {
        let code = code ^ self.flip(heap);
        let (rank, common) = (code & !self.common, u16::from(code & self.common != 0));
        let low = rank & ((1 << self.bit) - 1);
        let others = low | (rank & !((1 << self.bit) - 1)) << 1;
        let parity = (others & self.mask).count_ones() as u16 & 1;
        others | (parity ^ common) << self.bit
    }
}

/// The mask under which the fewest heaps are rare, and by how many these are more than the common ones: rare are those of
/// even parity, or of odd parity where a heap's are flipped.
fn best_mask(values: &[u16], flips: impl Fn(usize) -> bool) -> (u16, i64) {
    let largest = values.iter().copied().max().unwrap_or(0);
    let size = (usize::from(largest) + 1).next_power_of_two().max(2);
    let mut sums = vec![0i64; size];
    for (heap, value) in values.iter().enumerate() {
        sums[usize::from(*value)] += if flips(heap) { -1 } else { 1 };
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
    let masks = (0..).zip(sums).skip(1);
    masks.min_by_key(|(_, sum)| *sum).unwrap_or((1, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Classes are a bit that adds up as numbers do, and the order in each of them stays.
    #[test]
    fn codes_keep_sums_and_order() {
        for (mask, flipped) in
            [(1, None), (0b1100, None), (0b110_1110, Some(0)), (0b1_0010, Some(1))]
        {
            let code = Code { mask, bit: mask.trailing_zeros(), common: 1 << 10, flipped };
            for heap in [6, 7] {
                let mut classes = [vec![], vec![]];
                for value in 0..256 {
                    let number = code.encode(heap, value);
                    assert_eq!(code.decode(heap, number), value);
                    let [class, other] = match number & code.common {
                        0 => [0, 1],
                        _ => [1, 0],
                    };
                    assert_eq!(code.others_below(heap, number), classes[other].len(), "{value}");
                    classes[class].push(number & !code.common);
                }
                let ranks: Vec<u16> = (0..128).collect();
                assert_eq!(classes, [ranks.clone(), ranks]);
            }
            // Of the halves of a heap that is split, as many are flipped as of the heap, but for an even number.
            let parity = flipped.map_or(0, |flipped| 1 - flipped);
            for (a, b) in [(4, 6), (4, 7), (5, 9)] {
                let sum = code.encode(a, 77) ^ code.encode(b, 200);
                assert_eq!(sum, code.encode(a + b + parity, 77 ^ 200));
            }
        }
    }

    /// Most heaps have nimber 0 or 1 by whether they are even: with flips most are common, if those suit the splits.
    #[test]
    fn the_best_mask_is_found() {
        let best = |odd: u16, splits: &[usize]| {
            let values = (0..60).map(|heap| ((heap ^ odd) % 2) ^ u16::from(heap % 6 == 0));
            let code = Code::best(&values.collect::<Vec<_>>(), splits, 8);
            (code.mask, code.flipped)
        };
        assert_eq!(best(1, &[0, 2]), (1, Some(1)));
        assert_eq!(best(0, &[1, 3]), (1, Some(0)));
        for (odd, splits) in [(0, [0, 2]), (1, [1, 3]), (0, [1, 2]), (1, [1, 2])] {
            assert_eq!(best(odd, &splits), (1, None), "{odd} {splits:?}");
        }
        assert_eq!(Code::best(&[1, 2, 4, 7, 7, 3], &[1, 2], 8).mask, 7);
    }
}
