//! A command line for a game of one's own: `cargo run --release --bin own_program -- plot 1,5,2 -o plot.svg`
use stonegame_games::prelude::*;
struct Ends(Row<i64>);

impl Game for Ends {
    type State = Span;
    type Move = End;
    type Value = i64;
    fn start(&self) -> Span {
        self.0.span()
    }
    #[inline]
    fn play(&self, span: &Span, end: &End) -> Option<Step<Self>> {
        span.pop(*end).map(|(number, rest)| Step::to(rest).gain(self.0[number]))
    }
}

impl Playable for Ends {
    const RULES: &str = "take the first or the last number; most points win";
    fn read(data: &mut Reader<'_>) -> Result<Self, Failure> {
        Ok(Ends(data.row()?.into()))
    }
    fn picture(&self, span: &Span) -> Picture<'_> {
        Picture::row(self.0.values(), span.range())
    }
}

fn main() -> std::process::ExitCode {
    stonegame_games::cli::main::<Ends>()
}
