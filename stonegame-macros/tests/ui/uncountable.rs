use stonegame_core::{Finite, Move};

#[derive(Move, Clone, Debug)]
struct Endless(#[moves(0..=18446744073709551615)] u64);

const COUNT: usize = Endless::COUNT;

fn main() {}
