use stonegame_core::State;

#[derive(State, Clone, Debug, PartialEq, Eq, Hash)]
struct Place {
    #[state(layer, 0..=9)]
    left: usize,
    #[state(0..=left)]
    last: usize,
}

fn main() {}
