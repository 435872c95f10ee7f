use stonegame_core::{Move, State};

#[derive(Move, Clone, Copy)]
union Turn {
    a: u8,
}

#[derive(State, Clone, Copy)]
union Place {
    #[state(layer, 0..=3)]
    a: u8,
}

fn main() {}
