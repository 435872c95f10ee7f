use stonegame_core::Move;

struct Rules<V>(V);

#[derive(Move, Clone, Debug)]
#[moves(game = for<V: stonegame_core::Value> Rules<V>)]
struct Turn<V> {
    value: V,
}

fn main() {}
