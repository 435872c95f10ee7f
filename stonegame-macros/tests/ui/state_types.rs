use stonegame_core::State;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Other;

#[derive(State, Clone, Debug, PartialEq, Eq, Hash)]
struct Place {
    #[state(layer, 0..)]
    a: usize,
    #[state(0..=3)]
    b: [u8; 3],
    c: Other,
}

fn main() {}
