use stonegame_core::prelude::*;

struct Rules;

#[derive(Move, Clone, Debug)]
#[moves(game = Rules)]
#[moves(game = Rules)]
struct Turn {
    #[moves(1..=3)]
    #[moves(1..=2)]
    count: usize,
}

#[derive(State, Clone, Debug, PartialEq, Eq, Hash)]
#[state(game = Rules, game = Rules)]
struct Place {
    #[state(layer, 0..=3, reach = 1)]
    a: u8,
    #[state(layer, 0..=3, reach = 1)]
    b: u8,
}

impl Game for Rules {
    type State = Place;
    type Move = Turn;
    type Value = i32;
    fn start(&self) -> Place {
        Place { a: 0, b: 0 }
    }
    fn play(&self, _: &Place, _: &Turn) -> Option<Step<Self>> {
        None
    }
}

fn main() {}
