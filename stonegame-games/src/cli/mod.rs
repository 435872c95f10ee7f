//! The program: a command line for the catalogue's games, and for games of one's own.
//!
//! A crate that depends on `stonegame-games` with the feature `cli` gives its own game the same command line: solve, play,
//! explain, plot, report, bench, survey and check.
//!
//! ```no_run
//! use stonegame_core::prelude::*;
//! use stonegame_games::catalogue::{Failure, Playable};
//! use stonegame_games::data::Reader;
//!
//! struct OneOrTwo { stones: usize }
//!
//! #[derive(Move, Clone, Copy, Debug, derive_more::Display)]
//! struct Take(#[moves(1..=2)] usize);
//!
//! impl Game for OneOrTwo {
//!     type State = Suffix<2>;
//!     type Move = Take;
//!     type Value = WinLoss;
//!     fn start(&self) -> Suffix<2> {
//!         Suffix::whole(self.stones)
//!     }
//!     #[inline]
//!     fn play(&self, left: &Suffix<2>, Take(count): &Take) -> Option<Step<Self>> {
//!         Some(Step::to(left.take(*count)?.1))
//!     }
//! }
//!
//! impl Playable for OneOrTwo {
//!     const RULES: &str = "take one or two stones; who cannot loses";
//!     const DATA: &str = "the number of stones";
//!     fn read(data: &mut Reader<'_>) -> Result<Self, Failure> {
//!         Ok(OneOrTwo { stones: data.number("stones", 0..=1_000_000u32)? as usize })
//!     }
//! }
//!
//! fn main() -> std::process::ExitCode {
//!     stonegame_games::cli::main::<OneOrTwo>()
//! }
//! ```

mod args;
mod bench;
mod check;
mod explain;
mod export;
mod graph;
mod grundy;
mod input;
mod outcomes;
mod period;
mod play;
mod plot;
mod positions;
mod print;
mod progress;
mod query;
mod report;
mod solve;
mod sums;
mod survey;
mod theory_args;
mod words;
#[cfg(feature = "cluster")]
mod workers;

use crate::catalogue::{Card, Entry, Failure, GAMES, Playable, Show};
use crate::data::Data;
use args::{Command, How, Instance};
use std::fmt::Display;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use stonegame_core::{Cancel, Error, Game, Solver};

/// Exit status when the command line or the data are at fault.
const BAD_INPUT: u8 = 2;
/// Exit status when solving failed.
const NOT_SOLVED: u8 = 1;

/// The program for the games of the catalogue.
#[must_use]
pub fn stonegame() -> ExitCode {
    run(&CATALOGUE)
}

/// A program for one game of one's own, which its command line does not name.
pub fn main<G: Playable + 'static>() -> ExitCode {
    let mut card = Card::<G>::of();
    if card.slug.is_empty() {
        let path = std::env::args_os().next().map(std::path::PathBuf::from).unwrap_or_default();
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned());
        // It lives as long as the program.
        card.slug = name.unwrap_or_else(|| "game".into()).leak();
    }
    if card.title.is_empty() {
        card.title = card.slug;
    }
    main_of(card)
}

/// The same, given the game's card.
#[must_use]
pub fn main_of<G>(card: Card<G>) -> ExitCode
where
    G: Game<Value: Show, Move: Display> + 'static,
{
    // It lives as long as the program.
    let card: &'static Card<G> = Box::leak(Box::new(card));
    run(&Program { alone: Some(card) })
}

/// Which games a command line is for.
pub(crate) struct Program {
    /// One game alone; none if it is for those of the catalogue.
    alone: Option<&'static dyn Entry>,
}

/// The program for the games of the catalogue.
const CATALOGUE: Program = Program { alone: None };

impl Program {
    fn games(&self) -> &[&'static dyn Entry] {
        self.alone.as_ref().map_or(GAMES, std::slice::from_ref)
    }

    fn game(&self, name: &str) -> Result<&'static dyn Entry, Stop> {
        match self.alone {
            Some(game) => Ok(game),
            None => input::game(name).map_err(Stop::bad_input),
        }
    }

    /// The game and the data of an instance.
    fn instance(&self, instance: &Instance) -> Result<(&'static dyn Entry, Data), Stop> {
        let game = self.game(&instance.game)?;
        let about = game.about();
        if instance.data.is_empty() && !about.data.is_empty() {
            let (game, data) = (about.slug, about.data);
            let message = format!("{game} needs data: {data}; `[]` is an empty row");
            return Err(Stop::bad_input(message));
        }
        let text = input::data(&instance.data).map_err(Stop::bad_input)?;
        Ok((game, instance.options.iter().copied().fold(Data::new(text), Data::option)))
    }
}

fn run(program: &Program) -> ExitCode {
    let args = args::parse(program, std::env::args_os());
    let done = match args.command {
        Command::List { json } => print::list(program.games(), json).map_err(Stop::from),
        Command::Solve(solve) => solve::run(program, &solve),
        Command::Query(query) => query::run(program, &query),
        Command::Play(play) => play::run(program, &play),
        Command::Explain(explain) => explain::run(program, &explain),
        Command::Plot(plot) => plot::run(program, &plot),
        Command::Report(report) => report::run(program, &report),
        Command::Export(export) => export::run(program, &export),
        Command::Bench(bench) => bench::run(program, &bench),
        Command::Survey(survey) => survey::run(program, &survey),
        Command::Check(check) => check::run(program, &check),
        Command::Grundy(grundy) => grundy::run(&grundy),
        Command::Outcomes(outcomes) => outcomes::run(&outcomes),
        Command::NimSum(sum) => sums::run(&sum),
        Command::Period(period) => period::run(&period),
        Command::Completions { shell } => words::completions(program, shell),
        Command::Man { to } => words::manual(program, to.as_deref()),
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

impl How {
    /// The solver that was asked for, which Ctrl-C stops.
    fn solver(&self) -> Solver {
        let mut solver = Solver::new().cancel(&on_ctrl_c()).threads(self.threads);
        if let Some(engine) = self.engine.0 {
            solver = solver.engine(engine);
        }
        match self.memory {
            Some(memory) => solver.memory(memory.as_u64()),
            None => solver,
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
    fn bad_input(message: impl Display) -> Self {
        Stop { status: BAD_INPUT, message: Some(message.to_string()) }
    }

    fn is_bad_input(&self) -> bool {
        self.status == BAD_INPUT
    }

    fn failed(message: impl Display) -> Self {
        Stop { status: NOT_SOLVED, message: Some(message.to_string()) }
    }
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        let status = match failure {
            Failure::Data(_) | Failure::NoNimbers { .. } => BAD_INPUT,
            Failure::Solve(_) | Failure::LongLine { .. } | Failure::Broken(_) => NOT_SOLVED,
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

/// A flag that Ctrl-C sets. Where nothing is computed, and the second time, it ends the program.
fn on_ctrl_c() -> Cancel {
    let cancel = Cancel::new();
    let handle = cancel.clone();
    // Without a handler Ctrl-C still ends the program, only less politely.
    let _ = ctrlc::set_handler(move || {
        if IDLE.load(Ordering::Relaxed) || handle.is_cancelled() {
            export::forget();
            eprintln!();
            std::process::exit(INTERRUPTED.into());
        }
        handle.cancel();
    });
    cancel
}

/// Whether the program waits for a person.
static IDLE: AtomicBool = AtomicBool::new(false);

/// Exit status of programs that Ctrl-C ends.
const INTERRUPTED: u8 = 130;
