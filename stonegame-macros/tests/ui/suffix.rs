use stonegame_core::Move;

#[derive(Move, Clone, Debug)]
struct Suffix(#[moves(1u8..=3)] u32);

fn main() {}
