// Three mistakes of one item, told at once, and no other error after them.
use stonegame_core::Move;

#[derive(Move, Clone, Debug)]
#[moves(gamee = Rules)]
enum Turn {
    Take(#[moves(3..=1)] usize),
    Other {
        #[moves(1..=state.left)]
        count: usize,
    },
}

fn main() {}
