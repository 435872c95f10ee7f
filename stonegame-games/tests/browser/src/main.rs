//! The program, for the tests of this crate.

use std::process::ExitCode;

fn main() -> ExitCode {
    stonegame_games::cli::stonegame()
}
