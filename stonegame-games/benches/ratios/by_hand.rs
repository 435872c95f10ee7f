//! Code written by hand for one game.

use hashbrown::HashMap;
use std::ops::Sub;
use stonegame_core::simd::widest;

/// The textbook solution of 486: a square table.
pub(crate) fn textbook_486<V: Copy + Default + Ord + Sub<Output = V>>(row: &[V]) -> V {
    let n = row.len();
    let mut table = vec![vec![V::default(); n]; n];
    for i in 0..n {
        table[i][i] = row[i];
    }
    for len in 2..=n {
        for i in 0..=n - len {
            let j = i + len - 1;
            table[i][j] = (row[i] - table[i + 1][j]).max(row[j] - table[i][j - 1]);
        }
    }
    table[0][n - 1]
}

/// The textbook solution of VII: the same with prefix sums.
pub(crate) fn textbook_vii(row: &[i32]) -> i32 {
    let n = row.len();
    let mut prefix = vec![0; n + 1];
    for i in 0..n {
        prefix[i + 1] = prefix[i] + row[i];
    }
    let mut table = vec![vec![0; n]; n];
    for len in 2..=n {
        for i in 0..=n - len {
            let j = i + len - 1;
            let without_left = prefix[j + 1] - prefix[i + 1] - table[i + 1][j];
            let without_right = prefix[j] - prefix[i] - table[i][j - 1];
            table[i][j] = without_left.max(without_right);
        }
    }
    table[0][n - 1]
}

/// III by hand: three values and two sums that roll along the row.
pub(crate) fn hand_iii(row: &[i32]) -> i32 {
    let n = row.len();
    let (mut one, mut two, mut three) = (0, 0, 0);
    let (mut next, mut after) = (0, 0);
    for i in (0..n).rev() {
        let mut best = row[i] - one;
        if i + 1 < n {
            best = best.max(row[i] + next - two);
        }
        if i + 2 < n {
            best = best.max(row[i] + next + after - three);
        }
        (one, two, three) = (best, one, two);
        (next, after) = (row[i], next);
    }
    one
}

macro_rules! diagonals {
    ($($name:ident: $int:ty),*) => { $(
        /// The best code by hand for 486: one diagonal of the table, in place, under AVX2. It does not see
        /// overflow.
        pub(crate) fn $name(row: &[$int]) -> $int {
            widest(|| {
                let (n, mut held) = (row.len(), row.to_vec());
                for len in 2..=n {
                    let (left, right) = (&row[..n - len + 1], &row[len - 1..]);
                    let held = &mut held[..n - len + 2];
                    for i in 0..left.len() {
                        let (a, b) = (held[i + 1], held[i]);
                        held[i] = left[i].wrapping_sub(a).max(right[i].wrapping_sub(b));
                    }
                }
                held[0]
            })
        }
    )* };
}
diagonals! { diagonals_486: i32, diagonals_486_i64: i64 }

/// A diagonal of 486 by hand, as often as a row of `n` has cells, but always the same 1,000 slots: what it
/// costs where no value has to be fetched from afar.
pub(crate) fn near_486(row: &[i32], n: usize) -> i32 {
    widest(|| {
        const SLOTS: usize = 1_000;
        let mut held = row[..=SLOTS].to_vec();
        for turn in 0..n * (n + 1) / 2 / SLOTS {
            let right = &row[turn % 64..][..SLOTS];
            for i in 0..SLOTS {
                let (a, b) = (held[i + 1], held[i]);
                held[i] = row[i].wrapping_sub(a).max(right[i].wrapping_sub(b));
            }
        }
        held[0]
    })
}

/// The same for VII, with prefix sums.
pub(crate) fn diagonals_vii(row: &[i32]) -> i32 {
    widest(|| {
        let n = row.len();
        let mut prefix = vec![0i32; n + 1];
        for i in 0..n {
            prefix[i + 1] = prefix[i].wrapping_add(row[i]);
        }
        let mut held = vec![0i32; n + 1];
        for len in 2..=n {
            let count = n - len + 1;
            let (from, to) = (&prefix[..count + 1], &prefix[len - 1..]);
            let held = &mut held[..count + 1];
            for i in 0..count {
                let left = to[i + 1].wrapping_sub(from[i + 1]).wrapping_sub(held[i + 1]);
                let right = to[i].wrapping_sub(from[i]).wrapping_sub(held[i]);
                held[i] = left.max(right);
            }
        }
        held[0]
    })
}

/// Stone Game II by hand: the loops over the same positions.
pub(crate) fn hand_ii(row: &[i64]) -> i64 {
    let half = |piles: usize| piles.div_ceil(2).max(1);
    let (n, width) = (row.len(), half(row.len()));
    let mut prefix = vec![0; n + 1];
    for i in 0..n {
        prefix[i + 1] = prefix[i] + row[i];
    }
    let mut table = vec![0; (n + 1) * width];
    for left in 1..=n {
        for m in 1..=half(left).min((n - left) / 2 + 1) {
            let mut best = i64::MIN;
            for taken in 1..=left.min(2 * m) {
                let rest = left - taken;
                let next = m.max(taken).min(half(rest));
                let sum: i64 = prefix[n - rest] - prefix[n - left];
                best = best.max(sum - table[rest * width + next - 1]);
            }
            table[left * width + m - 1] = best;
        }
    }
    table[n * width]
}

/// How many moves the positions of Stone Game II have in all.
pub(crate) fn moves_ii(n: usize) -> usize {
    let half = |piles: usize| piles.div_ceil(2).max(1);
    let largest = |left| half(left).min((n - left) / 2 + 1);
    (1..=n).map(|left| (1..=largest(left)).map(|m| left.min(2 * m)).sum::<usize>()).sum()
}

/// A memo of 486 by hand: recursion on a hash map.
pub(crate) fn hand_memo(row: &[i32], lo: u32, hi: u32, memo: &mut HashMap<(u32, u32), i32>) -> i32 {
    if lo == hi {
        return 0;
    }
    if let Some(value) = memo.get(&(lo, hi)) {
        return *value;
    }
    let left = row[lo as usize] - hand_memo(row, lo + 1, hi, memo);
    let right = row[hi as usize - 1] - hand_memo(row, lo, hi - 1, memo);
    let value = left.max(right);
    memo.insert((lo, hi), value);
    value
}
