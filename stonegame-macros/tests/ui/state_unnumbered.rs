use stonegame_core::State;

#[derive(State, Clone, Debug, PartialEq, Eq, Hash)]
struct Place {
    #[state(layer, 0..)]
    a: usize,
    #[state(0..=3)]
    b: [u8; 3],
    c: String,
    #[state('a'..='z')]
    d: char,
    e: (u8, u8),
}

fn main() {}
