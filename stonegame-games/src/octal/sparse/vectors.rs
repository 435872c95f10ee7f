//! Blocks of 64 bytes in vectors: what tables of bits need, for the machine's vectors.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

/// How many bytes a block has.
pub(super) const BLOCK: usize = 64;
/// How many numbers of a class a table has a bit for.
pub(super) const NUMBERS: usize = 1 << 10;

/// A bit for each number of a class: number `8 i + j` has bit `j` of byte `i`.
pub(super) type Table = [u8; NUMBERS / 8];

/// The bit of a code's low byte that tells its class.
pub(super) const CLASS: u8 = 1 << 3;

/// Vectors that the machine was found to have.
///
/// A code is two bytes: the high one says in which byte of a table its number's bit is, the low one which bit it is,
/// and of which class it is.
pub(super) trait Vectors: Copy + Send + Sync {
    /// 64 bytes.
    type Block: Copy;

    /// These vectors, if the machine has them.
    fn new() -> Option<Self>;

    /// Runs code that is compiled for these vectors: what is inlined into it.
    fn run<R>(self, code: impl FnOnce() -> R) -> R;

    /// The block of some bytes that begins at a place.
    fn load(self, bytes: &[u8], from: usize) -> Self::Block;

    /// Byte by byte.
    fn xor(self, a: Self::Block, b: Self::Block) -> Self::Block;

    /// The codes that begin at a place, given by their high and low bytes.
    #[inline(always)]
    fn codes(self, [high, low]: [&[u8]; 2], from: usize) -> Codes<Self> {
        [self.load(high, from), self.load(low, from)]
    }

    /// What two codes each make together.
    #[inline(always)]
    fn pairs(self, a: Codes<Self>, b: Codes<Self>) -> Codes<Self> {
        [self.xor(a[0], b[0]), self.xor(a[1], b[1])]
    }

    /// Which of the codes are of a class and have their bit in its table.
    fn look(self, table: &Table, class: u8, codes: Codes<Self>) -> u64;

    /// Which of the first 64 numbers of a class are among the codes.
    fn first(self, class: u8, codes: Codes<Self>) -> u64;

    /// Writes the high and the low bytes of the codes of a mask, side by side, and whatever up to whole blocks.
    fn pick(self, mask: u64, codes: Codes<Self>, high: &mut [u8], low: &mut [u8]);

    /// The columns of two squares of 64 by 64 bytes each, given by the rows of the one and the other; in any order.
    fn columns(
        self,
        space: &mut [[Self::Block; BLOCK]; 2],
        row: impl Fn(usize, usize) -> Self::Block,
        column: impl FnMut(usize, Codes<Self>),
    );
}

/// The high and the low bytes of 64 codes.
pub(super) type Codes<V> = [<V as Vectors>::Block; 2];

/// For each low half of a byte, 8 times what it says, and 64 if that is more.
#[cfg(target_arch = "x86_64")]
const EIGHTS: u128 =
    u128::from_le_bytes([0, 8, 16, 24, 32, 40, 48, 56, 64, 64, 64, 64, 64, 64, 64, 64]);

/// For each low half of a byte, the number below 8 that it says, and 64 if it is of another class.
#[cfg(target_arch = "x86_64")]
const fn ones(class: u8) -> u128 {
    let mut ones = [64; 16];
    let mut low = 0;
    while low < 8 {
        ones[(class + low) as usize] = low;
        low += 1;
    }
    u128::from_le_bytes(ones)
}

/// For each low half of a byte, the bit that it stands for, if it is of a class.
#[cfg(target_arch = "x86_64")]
const fn bits(class: u8) -> u128 {
    let mut bits = [0; 16];
    let mut low = 0;
    while low < 8 {
        bits[(class + low) as usize] = 1 << low;
        low += 1;
    }
    u128::from_le_bytes(bits)
}

/// AVX-512 with its instructions on bytes (VBMI and VBMI2), which some of Intel's processors have since 2019 and of AMD's
/// since 2022.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(super) struct Avx512(());

// SAFETY of all that is unsafe in it: the instructions are there, since `new` alone makes one of these.
#[cfg(target_arch = "x86_64")]
impl Avx512 {
    /// The same sixteen bytes in each lane.
    #[inline(always)]
    fn each(self, bytes: u128) -> __m512i {
        unsafe { _mm512_broadcast_i32x4(_mm_set_epi64x((bytes >> 64) as i64, bytes as i64)) }
    }

    /// The columns of four times sixteen rows that lie in the lanes of their `i`th blocks.
    #[inline(always)]
    fn four(self, lanes: &[__m512i; BLOCK], i: usize) -> [__m512i; 4] {
        let (a, b, c, d) = (lanes[i], lanes[16 + i], lanes[32 + i], lanes[48 + i]);
        unsafe {
            let (ab, cd) = (_mm512_shuffle_i32x4::<0x44>(a, b), _mm512_shuffle_i32x4::<0x44>(c, d));
            let (first, second) =
                (_mm512_shuffle_i32x4::<0x88>(ab, cd), _mm512_shuffle_i32x4::<0xdd>(ab, cd));
            let (ab, cd) = (_mm512_shuffle_i32x4::<0xee>(a, b), _mm512_shuffle_i32x4::<0xee>(c, d));
            let (third, fourth) =
                (_mm512_shuffle_i32x4::<0x88>(ab, cd), _mm512_shuffle_i32x4::<0xdd>(ab, cd));
            [first, second, third, fourth]
        }
    }
}

// SAFETY: as above.
#[cfg(target_arch = "x86_64")]
impl Vectors for Avx512 {
    type Block = __m512i;

    fn new() -> Option<Self> {
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt");
        has.then_some(Avx512(()))
    }

    #[inline(always)]
    fn run<R>(self, code: impl FnOnce() -> R) -> R {
        #[inline(never)]
        #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
        fn run<R>(code: impl FnOnce() -> R) -> R {
            code()
        }
        unsafe { run(code) }
    }

    #[inline(always)]
    fn load(self, bytes: &[u8], from: usize) -> __m512i {
        let bytes = &bytes[from..][..BLOCK];
        // SAFETY: as many bytes as are read, which need no alignment.
        unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
    }

    #[inline(always)]
    fn xor(self, a: __m512i, b: __m512i) -> __m512i {
        unsafe { _mm512_xor_si512(a, b) }
    }

    #[inline(always)]
    fn look(self, table: &Table, class: u8, [high, low]: [__m512i; 2]) -> u64 {
        let (first, second) = (self.load(table, 0), self.load(table, BLOCK));
        let bits = self.each(bits(class));
        unsafe {
            let bytes = _mm512_permutex2var_epi8(first, high, second);
            _mm512_test_epi8_mask(bytes, _mm512_shuffle_epi8(bits, low))
        }
    }

    #[inline(always)]
    fn first(self, class: u8, [high, low]: [__m512i; 2]) -> u64 {
        let (eights, ones) = (self.each(EIGHTS), self.each(ones(class)));
        unsafe {
            let high = _mm512_min_epu8(high, _mm512_set1_epi8(8));
            let numbers =
                _mm512_or_si512(_mm512_shuffle_epi8(eights, high), _mm512_shuffle_epi8(ones, low));
            // One byte of each word after the other: a bit is shifted out of its word by 64 and more.
            let (one, byte) = (_mm512_set1_epi64(1), _mm512_set1_epi64(0xff));
            let mut seen = _mm512_setzero_si512();
            for i in 0..8 {
                let shifted = _mm512_srlv_epi64(numbers, _mm512_set1_epi64(8 * i));
                let bit = _mm512_sllv_epi64(one, _mm512_and_si512(shifted, byte));
                seen = _mm512_or_si512(seen, bit);
            }
            _mm512_reduce_or_epi64(seen) as u64
        }
    }

    #[inline(always)]
    fn pick(self, mask: u64, codes: [__m512i; 2], high: &mut [u8], low: &mut [u8]) {
        let (high, low) = (&mut high[..BLOCK], &mut low[..BLOCK]);
        // SAFETY: as many bytes as are written, which need no alignment.
        unsafe {
            let picked = _mm512_maskz_compress_epi8(mask, codes[0]);
            _mm512_storeu_si512(high.as_mut_ptr().cast(), picked);
            let picked = _mm512_maskz_compress_epi8(mask, codes[1]);
            _mm512_storeu_si512(low.as_mut_ptr().cast(), picked);
        }
    }

    #[inline(always)]
    fn columns(
        self,
        space: &mut [[__m512i; BLOCK]; 2],
        row: impl Fn(usize, usize) -> __m512i,
        mut column: impl FnMut(usize, [__m512i; 2]),
    ) {
        let zero = unsafe { _mm512_setzero_si512() };
        // Afterwards lane `l` of `16 r + i` is column `16 l + i` of the rows from `16 r` on.
        for square in 0..2 {
            for (rows, space) in (0..).step_by(16).zip(space[square].as_chunks_mut().0) {
                let mut lanes = [zero; 16];
                for (i, lane) in lanes.iter_mut().enumerate() {
                    *lane = row(square, rows + i);
                }
                for _ in 0..4 {
                    let before = lanes;
                    for i in 0..8 {
                        let (a, b) = (before[i], before[i + 8]);
                        lanes[2 * i] = unsafe { _mm512_unpacklo_epi8(a, b) };
                        lanes[2 * i + 1] = unsafe { _mm512_unpackhi_epi8(a, b) };
                    }
                }
                *space = lanes;
            }
        }
        for i in 0..16 {
            let [high, low] = [self.four(&space[0], i), self.four(&space[1], i)];
            // Without a loop, so that they stay in registers.
            column(i, [high[0], low[0]]);
            column(16 + i, [high[1], low[1]]);
            column(32 + i, [high[2], low[2]]);
            column(48 + i, [high[3], low[3]]);
        }
    }
}

/// As defined, byte by byte: for tests of what uses vectors, on any machine.
#[cfg(test)]
#[derive(Clone, Copy)]
pub(super) struct Plain;

#[cfg(test)]
impl Vectors for Plain {
    type Block = [u8; BLOCK];

    fn new() -> Option<Self> {
        Some(Plain)
    }

    fn run<R>(self, code: impl FnOnce() -> R) -> R {
        code()
    }

    fn load(self, bytes: &[u8], from: usize) -> [u8; BLOCK] {
        bytes[from..][..BLOCK].try_into().unwrap()
    }

    fn xor(self, a: [u8; BLOCK], b: [u8; BLOCK]) -> [u8; BLOCK] {
        std::array::from_fn(|i| a[i] ^ b[i])
    }

    fn look(self, table: &Table, class: u8, [high, low]: [[u8; BLOCK]; 2]) -> u64 {
        let found = (0..BLOCK).filter(|i| {
            low[*i] & CLASS == class && table[usize::from(high[*i])] >> (low[*i] & 7) & 1 == 1
        });
        found.fold(0, |mask, i| mask | 1 << i)
    }

    fn first(self, class: u8, [high, low]: [[u8; BLOCK]; 2]) -> u64 {
        let first = (0..BLOCK).filter(|i| low[*i] & CLASS == class && high[*i] < 8);
        first.fold(0, |seen, i| seen | 1 << (8 * high[i] + (low[i] & 7)))
    }

    fn pick(self, mask: u64, codes: [[u8; BLOCK]; 2], high: &mut [u8], low: &mut [u8]) {
        let picked = (0..BLOCK).filter(|i| mask >> i & 1 == 1);
        for ((i, high), low) in picked.zip(high).zip(low) {
            (*high, *low) = (codes[0][i], codes[1][i]);
        }
    }

    fn columns(
        self,
        space: &mut [[[u8; BLOCK]; BLOCK]; 2],
        row: impl Fn(usize, usize) -> [u8; BLOCK],
        mut column: impl FnMut(usize, [[u8; BLOCK]; 2]),
    ) {
        for (square, space) in space.iter_mut().enumerate() {
            *space = std::array::from_fn(|i| row(square, i));
        }
        for i in 0..BLOCK {
            column(i, space.map(|rows| rows.map(|row| row[i])));
        }
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    #[test]
    fn avx512_does_as_defined() {
        let Some(vectors) = Avx512::new() else { return };
        let mut random = fastrand::Rng::with_seed(1);
        let mut bytes = |mask: u8| std::array::from_fn(|_| random.u8(..) & mask);
        let mut table: Table = [0; NUMBERS / 8];
        table.as_chunks_mut::<BLOCK>().0.fill_with(|| bytes(u8::MAX));
        let (high, low): ([u8; BLOCK], [u8; BLOCK]) = (bytes(127), bytes(15));
        for class in [0, CLASS] {
            let mut picked = [[0; BLOCK]; 2];
            let mask = vectors.run(
                #[inline(always)]
                || {
                    let codes = vectors.codes([&high, &low], 0);
                    let codes = vectors.pairs(codes, vectors.codes([&[0; BLOCK], &[0; BLOCK]], 0));
                    let mask = vectors.look(&table, class, codes);
                    let [picked_high, picked_low] = &mut picked;
                    vectors.pick(mask, codes, picked_high, picked_low);
                    // Also where numbers are beyond the first 64.
                    for i in 0..4 {
                        let codes = [high.map(|high| high >> i), low];
                        let [some_high, some_low] = &codes;
                        let first = vectors.first(class, vectors.codes([some_high, some_low], 0));
                        assert_eq!(first, Plain.first(class, codes));
                        assert_ne!(first, 0);
                    }
                    mask
                },
            );
            assert_eq!(mask, Plain.look(&table, class, [high, low]));
            let mut expected = [[0; BLOCK]; 2];
            let [expected_high, expected_low] = &mut expected;
            Plain.pick(mask, [high, low], expected_high, expected_low);
            let count = mask.count_ones() as usize;
            assert!(count > 8, "{mask:b}");
            assert_eq!(
                picked.map(|bytes| bytes[..count].to_vec()),
                expected.map(|bytes| bytes[..count].to_vec())
            );
        }
        let squares: [[[u8; BLOCK]; BLOCK]; 2] =
            [(); 2].map(|()| [(); BLOCK].map(|()| bytes(u8::MAX)));
        let (mut columns, mut expected) = (vec![], vec![]);
        vectors.run(
            #[inline(always)]
            || {
                let mut space = [[vectors.load(&[0; BLOCK], 0); BLOCK]; 2];
                let row = |square: usize, i: usize| vectors.load(&squares[square][i], 0);
                vectors.columns(&mut space, row, |i, codes| {
                    let mut column = [[0; BLOCK]; 2];
                    let [high, low] = &mut column;
                    vectors.pick(u64::MAX, codes, high, low);
                    columns.push((i, column));
                });
            },
        );
        let space = &mut [[[0; BLOCK]; BLOCK]; 2];
        Plain.columns(
            space,
            |square, i| squares[square][i],
            |i, column| expected.push((i, column)),
        );
        columns.sort();
        assert_eq!(columns, expected);
    }
}
