use stonegame_core::Move;

#[derive(Move, Clone, Debug)]
enum Turn {
    One,
    More(Box<Turn>),
    Both { first: Box<Option<Self>>, second: bool },
}

fn main() {}
