//! `solve`.

use super::args::Solve;
use super::{Program, Stop, print, progress};
use crate::catalogue::Request;

pub(crate) fn run(program: &Program, solve: &Solve) -> Result<(), Stop> {
    let (game, data) = program.instance(&solve.instance)?;
    let solver = progress::shown(solve.how.solver());
    let request = Request::new(solver).line(solve.line).moves(solve.moves);
    let report = game.solve(&data, &request)?;
    if solve.json {
        print::object(&report)?;
    } else {
        print::person(game.about(), &report)?;
    }
    Ok(())
}
