//! Nimbers of games that split no heap: as many moves as the rule has numbers.

use super::Rule;

/// Finds the nimbers of heaps up to one, given those of all smaller ones.
pub(super) fn extend(rule: &Rule, values: &mut Vec<u32>, heap: usize) {
    if rule.is_open() {
        return extend_open(rule, values, heap);
    }
    let last = rule.last();
    // Where some digit tells an empty heap from others, and where numbers reach below the heap.
    while values.len() <= heap.min(last) {
        values.push(least(rule, values));
    }
    let numbers: Vec<usize> = rule.taken(1).collect();
    if numbers.len() >= 64 {
        while values.len() <= heap {
            values.push(least(rule, values));
        }
        return;
    }
    values.reserve((heap + 1).saturating_sub(values.len()));
    for next in values.len()..=heap {
        let window = &values[next - last..];
        // A nimber is no greater than the number of moves.
        let seen = numbers.iter().fold(0u64, |seen, taken| seen | 1 << (window[last - taken] & 63));
        values.push(seen.trailing_ones());
    }
}

/// The least number that no move from the next heap leads to.
fn least(rule: &Rule, values: &[u32]) -> u32 {
    let heap = values.len();
    let mut seen = vec![];
    for taken in 0..=heap.min(rule.last()) {
        let digit = rule.digit(taken);
        if digit & 1 != 0 && taken == heap {
            seen.push(0);
        }
        if digit & 2 != 0 && taken < heap {
            seen.push(values[heap - taken]);
        }
    }
    seen.sort_unstable();
    seen.dedup();
    let gap = (0..).zip(&seen).find(|(number, seen)| number != *seen);
    gap.map_or(seen.len() as u32, |(number, _)| number)
}

/// The same where almost any number may be taken: a number that more heaps have than the rule forbids is seen.
fn extend_open(rule: &Rule, values: &mut Vec<u32>, heap: usize) {
    let forbidden: Vec<usize> = (1..=rule.last()).filter(|taken| rule.digit(*taken) == 0).collect();
    // How many smaller heaps have each nimber.
    let mut count = vec![0usize; values.iter().max().map_or(0, |most| *most as usize + 2)];
    for value in &*values {
        count[*value as usize] += 1;
    }
    // Below this every number is seen from any later heap.
    let mut sure = 0;
    for next in values.len()..=heap {
        while count.get(sure).is_some_and(|count| *count > forbidden.len()) {
            sure += 1;
        }
        let hidden = |number: usize| {
            let heaps = forbidden.iter().filter_map(|taken| next.checked_sub(*taken));
            heaps.filter(|heap| values[*heap] as usize == number).count()
        };
        let mut least = sure;
        while count.get(least).is_some_and(|count| *count > hidden(least)) {
            least += 1;
        }
        if count.len() <= least {
            count.resize(least + 1, 0);
        }
        count[least] += 1;
        values.push(least as u32);
    }
}
