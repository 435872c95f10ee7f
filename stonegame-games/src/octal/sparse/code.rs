//! Rare and common nimbers: the parity of some of their bits, as a bit of its own.

/// A linear map that makes the class of a nimber a bit of its own, above all others, and keeps the order within each
/// class.
#[derive(Clone, Copy)]
pub(super) struct Code {
    mask: u16,
    /// The lowest bit of the mask, which the class and the other bits determine.
    bit: u32,
    /// The bit of a common number: from it on the codes are common, below it rare.
    pub(super) common: u16,
}

impl Code {
    pub(super) fn new(mask: u16, common: u16) -> Self {
        Code { mask, bit: mask.trailing_zeros(), common }
    }

    #[inline(always)]
    pub(super) fn encode(self, value: u16) -> u16 {
        let low = value & ((1 << self.bit) - 1);
        let high = (value >> 1) & !((1 << self.bit) - 1);
        let common = (value & self.mask).count_ones() as u16 & 1;
        low | high | (common * self.common)
    }

    /// How many numbers of the other class are less than one.
    #[inline(always)]
    pub(super) fn others_below(self, code: u16) -> usize {
        // The bit decides between numbers that agree in all higher ones.
        let block = usize::from((code & !self.common) >> self.bit);
        let twin_is_less = self.decode(code) >> self.bit & 1;
        (block + usize::from(twin_is_less)) << self.bit
    }

    #[inline(always)]
    pub(super) fn decode(self, code: u16) -> u16 {
        let (rank, common) = (code & !self.common, u16::from(code & self.common != 0));
        let low = rank & ((1 << self.bit) - 1);
        let others = low | (rank & !((1 << self.bit) - 1)) << 1;
        let parity = (others & self.mask).count_ones() as u16 & 1;
        others | (parity ^ common) << self.bit
    }
}

/// The mask under which the fewest heaps are rare, and by how many these are more than the common ones: rare are those of
/// even parity, or of odd parity where a heap's are flipped.
pub(super) fn best_mask(values: &[u16], largest: u16, flips: impl Fn(usize) -> bool) -> (u16, i64) {
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
