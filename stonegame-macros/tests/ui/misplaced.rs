use stonegame_core::Move;

#[derive(Move, Clone, Debug)]
#[moves(1..=3)]
struct Item;

#[derive(Move, Clone, Debug)]
#[moves(gamee = Rules, crat = here, if let Some(1) = None)]
enum Turn {
    #[moves(game = Rules)]
    One,
    #[moves(if let Some(1) = None)]
    Two,
    #[moves(if true)]
    #[moves(if false)]
    Three,
    Four(
        #[moves(game = Rules)] usize,
        #[moves()] usize,
        #[moves(if true)] usize,
        #[moves(1..=3, 4)] usize,
        #[moves(2..=-2)] isize,
    ),
}

fn main() {}
