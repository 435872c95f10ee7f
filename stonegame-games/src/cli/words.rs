//! Completions and manual pages, written from the definition of the command line.

use super::{Program, Stop, args};
use clap_complete::Shell;
use std::io::{self, Write};
use std::path::Path;

pub(crate) fn completions(program: &Program, shell: Shell) -> Result<(), Stop> {
    let mut command = args::command(program);
    let name = command.get_name().to_owned();
    let mut script = vec![];
    clap_complete::generate(shell, &mut command, name, &mut script);
    Ok(io::stdout().write_all(&script)?)
}

/// The main page on standard output, or all of them in a directory.
pub(crate) fn manual(program: &Program, to: Option<&Path>) -> Result<(), Stop> {
    let command = args::command(program);
    match to {
        None => {
            let mut page = vec![];
            clap_mangen::Man::new(command).render(&mut page)?;
            Ok(io::stdout().write_all(&page)?)
        }
        Some(directory) => clap_mangen::generate_to(command, directory).map_err(|error| {
            Stop::bad_input(format!("cannot write into `{}`: {error}", directory.display()))
        }),
    }
}
