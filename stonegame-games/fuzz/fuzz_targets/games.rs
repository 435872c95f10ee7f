//! Games at random through all engines: `cargo +nightly fuzz run games`.
#![no_main]

#[path = "../../tests/random/games.rs"]
mod games;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| games::any(bytes));
