//! Any text as the data of any game: `cargo +nightly fuzz run data`.
#![no_main]

#[path = "../../tests/random/data.rs"]
mod data;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    data::any(bytes);
    data::likely(bytes);
});
