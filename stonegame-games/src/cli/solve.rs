//! `solve`.

use super::args::Solve;
use super::plot::writable;
use super::query::Rules;
use super::{Program, Stop, print, progress};
use crate::catalogue::{Failure, Request};
use stonegame_core::{Error, TableFile};

pub(crate) fn run(program: &Program, solve: &Solve) -> Result<(), Stop> {
    let (game, data) = program.instance(&solve.instance)?;
    for path in solve.table.iter().chain(&solve.save) {
        writable(path)?;
    }
    #[cfg(feature = "cluster")]
    if let Some(workers) = solve.shared.workers {
        return super::workers::run(program, game, &data, solve, workers);
    }
    let solver = progress::shown(solve.how.solver());
    let mut request = Request::new(solver).line(solve.line).moves(solve.moves);
    if let Some(path) = &solve.table {
        let rules = Rules::of(game.about(), &data).text();
        request = request.table(TableFile::new(path, rules).sync(solve.sync));
    }
    if let Some(path) = &solve.save {
        request = request.save(path, Rules::of(game.about(), &data).text());
    }
    let report = game.solve(&data, &request).map_err(|failure| match failure {
        Failure::Solve(Error::Cancelled { .. }) if solve.table.is_some() => {
            Stop::failed(format!("{failure}; run it again, and it goes on from there"))
        }
        failure => failure.into(),
    })?;
    if solve.json {
        print::object(&report)?;
    } else {
        print::person(game.about(), &report)?;
    }
    report.unsaved.map_or(Ok(()), |failure| Err(failure.into()))
}
