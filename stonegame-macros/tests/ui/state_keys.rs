use stonegame_core::State;

#[derive(State, Clone, Debug, PartialEq, Eq, Hash)]
struct Place {
    #[state(layers, 0..=3)]
    a: u8,
    #[state(0..=3, layer)]
    b: u8,
    #[state(0..=3, reach = 2)]
    c: u8,
    #[state(layer)]
    d: u8,
    #[state(layer, 0..=game.most)]
    e: u8,
}

fn main() {}
