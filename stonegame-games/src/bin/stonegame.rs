//! The program: solves the catalogue's games from the command line.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    stonegame_games::cli::stonegame()
}
