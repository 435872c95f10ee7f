use stonegame_core::Move;

#[derive(Move, Clone, Debug)]
struct Over(#[moves(250..=260)] u8);

fn main() {}
