use stonegame_core::prelude::*;

struct Rules;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Place;

#[derive(Clone, Debug)]
struct Turn;

impl Game for Rules {
    type State = Place;
    type Move = Turn;
    type Value = i32;
    fn start(&self) -> Place {
        Place
    }
    fn play(&self, _: &Place, _: &Turn) -> Option<Step<Self>> {
        None
    }
}

fn main() {}
