#[derive(Move, Clone, Copy, Debug)]
enum Turn {
    Pass,
    Take {
        #[moves(1..=2)]
        stones: u32,
        left: bool,
    },
}
