#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[state(game = for<V: Value> StoneGameII<V>)]
struct Position {
    #[state(layer, 0..=game.row.len(), reach = 2 * game.most)]
    left: usize,
    #[state(1..=game.most)]
    m: usize,
    turn: bool,
}
