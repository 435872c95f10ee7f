//! Who wins a game of two numbers, as a grid.

use super::theory_args::Outcomes;
use super::{Stop, input, on_ctrl_c};
use crate::catalogue::{Entry, Failure, Request, Shown};
use crate::data::Data;
use serde::Serialize;
use std::io::{self, BufWriter, Write};
use stonegame_core::{Error, Solver};

/// A row for each first number, a letter for each second one.
#[derive(Serialize)]
struct Grid {
    game: &'static str,
    to: u32,
    rows: Vec<String>,
}

/// How two numbers are written: as a list, or as two parameters.
const WAYS: [char; 2] = [',', ' '];

pub(crate) fn run(outcomes: &Outcomes) -> Result<(), Stop> {
    let game = input::game(&outcomes.game).map_err(Stop::bad_input)?;
    let (slug, to) = (game.about().slug, outcomes.to);
    let solver = Solver::new().cancel(&on_ctrl_c());
    let letter = |way: char, a: u32, b: u32| letter(game, &solver, format!("{a}{way}{b}"));
    // The way that the game takes two ones in; if none, it says why.
    let way = WAYS.into_iter().find(|way| matches!(letter(*way, 1, 1), Ok(Some(_))));
    let Some(way) = way else {
        let data = game.about().data;
        let message = format!("{slug} is no game of two numbers: its data are {data}");
        return Err(Stop::bad_input(message));
    };
    let row = |a| (0..=to).map(|b| Ok(letter(way, a, b)?.unwrap_or(' '))).collect();
    let rows: Vec<String> = (0..=to).map(row).collect::<Result<_, Failure>>()?;
    let mut out = BufWriter::new(io::stdout().lock());
    if outcomes.json {
        let grid = Grid { game: slug, to, rows };
        writeln!(out, "{}", serde_json::to_string(&grid).map_err(io::Error::from)?)?;
    } else {
        writeln!(
            out,
            "{slug}: `#` where the player to move loses, `.` where they win, `-` a draw"
        )?;
        for (a, row) in rows.iter().enumerate() {
            writeln!(out, "{a:>4} {row}")?;
        }
        let ruler: String = (0..=to).map(|b| if b % 10 == 0 { '|' } else { ' ' }).collect();
        writeln!(out, "     {}", ruler.trim_end())?;
    }
    Ok(out.flush()?)
}

/// What two numbers are for the player to move; `None` if the game does not take them.
fn letter(game: &dyn Entry, solver: &Solver, data: String) -> Result<Option<char>, Failure> {
    match game.solve(&Data::new(data), &Request::new(solver.clone())) {
        Ok(report) => Ok(Some(match report.value {
            Shown::Outcome("win") => '.',
            Shown::Outcome("loss") => '#',
            Shown::Points(points) if points > 0 => '.',
            Shown::Points(points) if points < 0 => '#',
            _ => '-',
        })),
        Err(Failure::Data(_)) | Err(Failure::Solve(Error::Outside { .. })) => Ok(None),
        Err(failure) => Err(failure),
    }
}
