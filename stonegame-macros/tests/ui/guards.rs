use stonegame_core::{Move, State};

#[derive(Move, Clone, Debug)]
enum Turn {
    #[moves(1..=3)]
    One,
    #[moves(if state.empty)]
    Two,
}

#[derive(State, Clone, Debug, PartialEq, Eq, Hash)]
#[state(if true)]
struct Place(u8);

fn main() {}
