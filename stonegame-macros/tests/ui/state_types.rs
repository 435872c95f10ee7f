use stonegame_core::State;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Other;

#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Place {
    #[state(layer, 0..=3)]
    a: u8,
    b: Other,
}

fn main() {}
