//! `check`.

use super::args::Check;
use super::{Program, Stop, print};
use serde::Serialize;
use std::io::Write;

/// How many positions of each kind are tried.
const POSITIONS: usize = 10_000;

#[derive(Serialize)]
struct Checked {
    game: &'static str,
    reachable: usize,
    all: bool,
    valued: usize,
    engines: Vec<String>,
}

pub(crate) fn run(program: &Program, check: &Check) -> Result<(), Stop> {
    let (game, data) = program.instance(&check.instance)?;
    let checked = game.check(&data, POSITIONS)?;
    if check.json {
        let engines = checked.engines.iter().map(ToString::to_string).collect();
        let (reachable, all) = (checked.reachable, checked.is_all());
        return Ok(print::object(&Checked {
            game: game.about().slug,
            reachable,
            all,
            valued: checked.valued,
            engines,
        })?);
    }
    let nothing =
        if checked.valued > 0 { "" } else { "; no value was compared: take a smaller instance" };
    Ok(writeln!(anstream::stdout(), "{checked}{nothing}")?)
}
