#[derive(Move, Clone, Copy, Debug)]
#[moves(game = for<V: Value> StoneGameII<V>)]
struct Take<T> {
    #[moves(1..=state.left.min(2 * state.m))]
    piles: usize,
    #[moves(if_any(game, piles))]
    other: u32,
    whole: T,
}
