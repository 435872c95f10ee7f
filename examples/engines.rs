//! Picking an engine: what the plan says, what another engine says to it, and what a budget does.
//!
//! `cargo run --package stonegame-examples --bin engines`

use stonegame_core::{Cancel, Engine, Question, Solver, prelude::*};

/// Take a number from either end of a row.
struct Ends {
    row: Row<i64>,
}

impl Game for Ends {
    type State = Span;
    type Move = End;
    type Value = i64;

    fn start(&self) -> Span {
        self.row.span()
    }

    #[inline]
    fn play(&self, span: &Span, end: &End) -> Option<Step<Self>> {
        let (number, rest) = span.pop(*end)?;
        Some(Step::to(rest).gain(self.row[number]))
    }
}

fn main() -> Result<(), Error> {
    let game = Ends { row: (0..2_000).map(|i| (i * 7919) % 1_000).collect() };

    // Left to itself, the solver chooses by the shape of the game, what is asked, and the budget.
    for (question, memory) in [
        (Question::All, 1 << 30),  // every position at once: a table
        (Question::Line, 1 << 30), // a line of best play: a few layers are enough
        (Question::All, 4 << 20),  // every position, but no room for a table
        (Question::All, 64 << 10), // no room for anything that can be told beforehand
    ] {
        let plan = Solver::new().question(question).memory(memory).plan(&game)?;
        println!("{question:?} within {memory} bytes: {}, {}", plan.engine, plan.reason);
    }

    // Whichever engine is asked for, the answer is the same.
    for engine in [Engine::Memo, Engine::Table, Engine::Rolling] {
        let solution = Solver::new().engine(engine).solve(&game)?;
        println!("{engine}: {} after {} positions", solution.value(), solution.positions());
        assert_eq!(solution.value(), value(&game)?);
    }

    // An engine that lacks the memory says how much it would need.
    let refused = Solver::new().engine(Engine::Table).memory(1 << 20).solve(&game).unwrap_err();
    println!("{refused}");

    // A solve can be watched, and stopped from another thread or from a signal handler.
    let cancel = Cancel::new();
    let handle = cancel.clone();
    let impatient = Solver::new().cancel(&cancel).progress(move |progress| {
        if progress.evaluated > 1_000_000 {
            handle.cancel();
        }
    });
    println!("{}", impatient.solve(&game).unwrap_err());
    Ok(())
}
