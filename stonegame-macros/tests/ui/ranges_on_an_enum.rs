use stonegame_core::State;

#[derive(State, Clone, Debug, PartialEq, Eq, Hash)]
enum Place {
    #[state(layer, 0..=3)]
    One,
    Two(#[state(0..=3)] u8),
}

fn main() {}
