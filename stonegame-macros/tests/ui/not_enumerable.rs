use stonegame_core::Move;

#[derive(Move, Clone, Debug)]
struct Turn {
    flag: bool,
    count: usize,
}

fn main() {}
