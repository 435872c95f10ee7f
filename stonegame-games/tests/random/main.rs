//! Data and games at random, for a few seconds each. The fuzz targets in `fuzz/` run the same functions on
//! inputs that a fuzzer looks for.

mod data;
mod games;

use std::time::{Duration, Instant};

/// How long each test tries.
const TIME: Duration = Duration::from_secs(3);

/// Tries bytes of up to some length, one run after the other, always in the same order.
fn tried(most: usize, mut try_them: impl FnMut(&[u8])) {
    let mut random = fastrand::Rng::with_seed(7);
    let (begun, mut count) = (Instant::now(), 0);
    while begun.elapsed() < TIME {
        let mut bytes = vec![0; random.usize(..most)];
        random.fill(&mut bytes);
        try_them(&bytes);
        count += 1;
    }
    assert!(count > 20, "only {count} within {TIME:?}");
}

#[test]
fn no_data_make_a_game_panic() {
    tried(60, data::any);
}

#[test]
fn no_likely_data_make_a_game_panic() {
    tried(60, data::likely);
}

#[test]
fn all_engines_agree_on_any_game() {
    tried(600, games::any);
}
