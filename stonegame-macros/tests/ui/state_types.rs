use stonegame_core::{Game, Move, State, Step};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Other;

#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Place {
    #[state(layer, 0..=3)]
    a: u8,
    b: Other,
}

#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Ranged {
    #[state(layer, 0..=3)]
    a: Other,
    #[state(0..=3)]
    b: Other,
}

#[derive(Move, Clone, Copy, Debug, PartialEq, Eq)]
struct Take;

struct Rules;

impl Game for Rules {
    type Value = i32;
    type State = Place;
    type Move = Take;

    fn start(&self) -> Place {
        Place { a: 3, b: Other }
    }

    fn play(&self, place: &Place, _: &Take) -> Option<Step<Self>> {
        Some(Step::to(Place { a: place.a - 1, ..*place }))
    }
}

fn main() {}
