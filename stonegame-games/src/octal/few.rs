//! Nimbers of games that split no heap: as many moves as the rule has numbers.

use super::Rule;
use stonegame_core::mex;

/// Finds the nimbers of heaps up to one, given those of all smaller ones.
pub(super) fn extend(rule: &Rule, values: &mut Vec<u32>, heap: usize) {
    if rule.is_all_but() {
        return extend_open(rule, values, heap);
    }
    let last = rule.last();
    let numbers: Vec<usize> = rule.taken(1).collect();
    // Where some digit tells an empty heap from others, and where numbers reach below the heap.
    while values.len() <= heap.min(last) {
        values.push(least(rule, &numbers, values));
    }
    if values.len() > heap {
        return;
    }
    // With the move that leaves nothing, nimbers up to 63.
    if numbers.len() >= 63 {
        while values.len() <= heap {
            values.push(least(rule, &numbers, values));
        }
        return;
    }
    // The nimbers of the last heaps as bits, each at its heap's place in a ring.
    let mut ring = vec![0u64; (last + 1).next_power_of_two()];
    let places = ring.len() - 1;
    for heap in values.len() - last..values.len() {
        ring[heap & places] = 1 << values[heap];
    }
    values.reserve((heap + 1).saturating_sub(values.len()));
    for next in values.len()..=heap {
        let seen = numbers.iter().fold(0, |seen, taken| seen | ring[(next - taken) & places]);
        // A nimber is no greater than the number of moves, of which there are fewer than bits.
        let nimber = seen.trailing_ones();
        ring[next & places] = 1 << nimber;
        values.push(nimber);
    }
}

/// The least number that no move from the next heap leads to.
fn least(rule: &Rule, numbers: &[usize], values: &[u32]) -> u32 {
    let heap = values.len();
    let nothing_left = (rule.digit(heap) & 1 != 0).then_some(0);
    let one_left = numbers.iter().take_while(|taken| **taken < heap);
    mex(one_left.map(|taken| values[heap - taken]).chain(nothing_left))
}

/// The same where almost any number may be taken: a heap sees the numbers of all smaller ones but a few, and every later
/// one sees those of heaps that are too small to be forbidden.
fn extend_open(rule: &Rule, values: &mut Vec<u32>, heap: usize) {
    let last = rule.last();
    let forbidden: Vec<usize> = (1..=last).filter(|taken| rule.digit(*taken) == 0).collect();
    // How many heaps have each number, and whether one of them is too small to be forbidden.
    let most = values.iter().max().map_or(0, |most| *most as usize + 2);
    let (mut count, mut seen_by_all) = (vec![0u32; most], vec![false; most]);
    for (heap, value) in values.iter().enumerate() {
        count[*value as usize] += 1;
        seen_by_all[*value as usize] |= heap + last < values.len();
    }
    // Below this, every number is seen by all.
    let mut sure = 0;
    for next in values.len()..=heap {
        if let Some(small) = next.checked_sub(last + 1) {
            seen_by_all[values[small] as usize] = true;
        }
        while seen_by_all.get(sure) == Some(&true) {
            sure += 1;
        }
        // Without the heaps that are forbidden, those with a number are seen.
        let hidden = || forbidden.iter().map_while(|taken| next.checked_sub(*taken));
        hidden().for_each(|heap| count[values[heap] as usize] -= 1);
        let mut least = sure;
        while count.get(least).is_some_and(|count| *count > 0) {
            least += 1;
        }
        hidden().for_each(|heap| count[values[heap] as usize] += 1);
        if count.len() <= least {
            count.resize(least + 1, 0);
            seen_by_all.resize(least + 1, false);
        }
        count[least] += 1;
        values.push(least as u32);
    }
}
