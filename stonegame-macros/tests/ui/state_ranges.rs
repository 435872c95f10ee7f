use stonegame_core::State;

#[derive(State, Clone, Debug, PartialEq, Eq, Hash)]
struct Place {
    #[state(layer, 5..=3)]
    a: u8,
    #[state(-1..-1)]
    b: i8,
    c: u16,
    #[state(game = Rules)]
    d: u8,
    #[state(reach = 2, layer, 0..=3)]
    e: u8,
}

#[derive(State, Clone, Debug, PartialEq, Eq, Hash)]
struct Tuple(#[state(layer, 0..=3)] u8, #[state(0..=_0)] u8);

fn main() {}
