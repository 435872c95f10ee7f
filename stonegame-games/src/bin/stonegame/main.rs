//! The program: solves the catalogue's games from the command line.
#![forbid(unsafe_code)]

mod args;
mod grundy;
mod input;
mod outcomes;
mod period;
mod positions;
mod print;
mod sums;

use args::Command;
use std::process::ExitCode;
use stonegame_core::{Cancel, Error, Solver};
use stonegame_games::catalogue::{Failure, GAMES, Request};
use stonegame_games::data::Data;

/// Exit status when the command line or the data are at fault.
const BAD_INPUT: u8 = 2;
/// Exit status when solving failed.
const NOT_SOLVED: u8 = 1;

fn main() -> ExitCode {
    let args = args::parse(std::env::args_os());
    let done = match args.command {
        Command::List { json } => print::list(GAMES, json).map_err(Stop::from),
        Command::Solve(solve) => run(&solve),
        Command::Grundy(grundy) => grundy::run(&grundy),
        Command::Outcomes(outcomes) => outcomes::run(&outcomes),
        Command::NimSum(sum) => sums::run(&sum),
        Command::Period(period) => period::run(&period),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(stop) => {
            if let Some(message) = stop.message {
                print::error(&message);
            }
            ExitCode::from(stop.status)
        }
    }
}

/// Why the program ends early.
struct Stop {
    status: u8,
    /// Nothing is said where nobody reads on.
    message: Option<String>,
}

impl Stop {
    fn bad_input(message: impl std::fmt::Display) -> Self {
        Stop { status: BAD_INPUT, message: Some(message.to_string()) }
    }
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        let status = match failure {
            Failure::Data(_) | Failure::NoNimbers { .. } => BAD_INPUT,
            Failure::Solve(_) | Failure::LongLine { .. } => NOT_SOLVED,
        };
        let message = match failure {
            // The program has no wider type to offer.
            Failure::Solve(Error::Overflow { position, mv }) => format!(
                "overflow: the value of {mv} in {position} does not fit the 64 bits that this \
                 program computes with; take smaller numbers"
            ),
            failure => failure.to_string(),
        };
        Stop { status, message: Some(message) }
    }
}

/// Standard output could not be written.
impl From<std::io::Error> for Stop {
    fn from(error: std::io::Error) -> Self {
        // Whoever closes the pipe has seen enough: `stonegame … | head`.
        let closed = error.kind() == std::io::ErrorKind::BrokenPipe;
        let message = (!closed).then(|| format!("cannot write the answer: {error}"));
        Stop { status: if closed { 0 } else { NOT_SOLVED }, message }
    }
}

/// A flag that Ctrl-C sets.
fn on_ctrl_c() -> Cancel {
    let cancel = Cancel::new();
    let handle = cancel.clone();
    // Without a handler Ctrl-C still ends the program, only less politely.
    let _ = ctrlc::set_handler(move || handle.cancel());
    cancel
}

fn run(solve: &args::Solve) -> Result<(), Stop> {
    let game = input::game(&solve.game).map_err(Stop::bad_input)?;
    let about = game.about();
    if solve.data.is_empty() && !about.data.is_empty() {
        let (game, data) = (about.slug, about.data);
        let message = format!("{game} needs data: {data}; `[]` is an empty row");
        return Err(Stop::bad_input(message));
    }
    let text = input::data(&solve.data).map_err(Stop::bad_input)?;
    let options = solve.options.iter().copied();
    let data = options.fold(Data::new(text), Data::option);

    let cancel = on_ctrl_c();
    let mut solver = Solver::new().cancel(&cancel).threads(solve.threads);
    if let Some(engine) = solve.engine.0 {
        solver = solver.engine(engine);
    }
    if let Some(memory) = solve.memory {
        solver = solver.memory(memory.as_u64());
    }
    let request = Request::new(solver).line(solve.line).moves(solve.moves);
    let report = game.solve(&data, &request)?;
    if solve.json {
        print::json(&report)?;
    } else {
        print::person(about, &report)?;
    }
    Ok(())
}
