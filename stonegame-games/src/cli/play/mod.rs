//! `play`: against the solver, or two people, line by line or on the whole terminal.

mod plain;
mod screen;
mod table;

use super::args::Play;
use super::{Program, Stop, plot};
use std::io::IsTerminal;

pub(crate) fn run(program: &Program, play: &Play) -> Result<(), Stop> {
    let on_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    plot::with_session(program, &play.instance, &play.how, false, |session, _| {
        let table = table::Table::new(session, play.side)?;
        if play.plain || !on_terminal {
            plain::run(table, play.values, std::io::stdin().lock(), std::io::stdout().lock())
        } else {
            screen::run(table, play.values)
        }
    })
}
