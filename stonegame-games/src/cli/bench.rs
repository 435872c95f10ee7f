//! `bench`: what each engine costs here.

use super::args::Bench;
use super::{Program, Stop, input, on_ctrl_c, print, progress};
use crate::catalogue::Failure;
use crate::data::Data;
use comfy_table::presets::UTF8_HORIZONTAL_ONLY;
use comfy_table::{CellAlignment, Table};
use serde::Serialize;
use std::io::Write;
use std::time::Duration;
use stonegame_core::{Engine, Error, Question, Solver};

/// How long an engine is measured.
const MEASURED: Duration = Duration::from_millis(300);
/// The most runs of one engine.
const RUNS: usize = 101;

#[derive(Serialize)]
struct Timed {
    engine: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    runs: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why_not: Option<String>,
}

#[derive(Serialize)]
struct Benched {
    game: &'static str,
    engines: Vec<Timed>,
}

pub(crate) fn run(program: &Program, bench: &Bench) -> Result<(), Stop> {
    let game = program.game(&bench.instance.game)?;
    let about = game.about();
    let text = match &bench.instance.data[..] {
        [] => about.example.to_owned(),
        words => input::data(words).map_err(Stop::bad_input)?,
    };
    let data = bench.instance.options.iter().copied().fold(Data::new(text.clone()), Data::option);
    let mut solver = progress::shown(Solver::new().cancel(&on_ctrl_c())).question(Question::All);
    if let Some(memory) = bench.memory {
        solver = solver.memory(memory.as_u64());
    }
    // The reference takes exponential time, which cannot be measured of more than a few positions.
    let few = game.time(&data, &solver)?.1 <= 200;
    let (mut engines, mut is_cancelled) = (vec![], false);
    for engine in Engine::ALL {
        let timed = match engine {
            Engine::Reference if !few => Err("it takes exponential time".to_owned()),
            _ => match time(game, &data, &solver.clone().engine(engine)) {
                Ok(timed) => Ok(timed),
                Err(Failure::Solve(Error::Cancelled { .. })) => {
                    is_cancelled = true;
                    break;
                }
                Err(failure @ Failure::Data(_)) => return Err(failure.into()),
                Err(failure) => Err(failure.to_string()),
            },
        };
        let engine = engine.name();
        engines.push(match timed {
            Ok((seconds, positions, runs)) => Timed {
                engine,
                seconds: Some(seconds),
                positions: Some(positions),
                runs: Some(runs),
                why_not: None,
            },
            Err(why) => {
                Timed { engine, seconds: None, positions: None, runs: None, why_not: Some(why) }
            }
        });
    }
    let done = || match is_cancelled {
        true => Err(Stop::failed("cancelled: the engines that are missing were not timed")),
        false => Ok(()),
    };
    if bench.json {
        print::object(&Benched { game: about.slug, engines })?;
        return done();
    }
    let mut table = Table::new();
    table.load_style(UTF8_HORIZONTAL_ONLY);
    table.set_header(["engine", "time", "positions", "ns a position"]);
    for column in 1..4 {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut notes = String::new();
    for timed in engines {
        let (Some(seconds), Some(positions)) = (timed.seconds, timed.positions) else {
            notes +=
                &format!("\n{} did not run: {}", timed.engine, timed.why_not.unwrap_or_default());
            continue;
        };
        let each = match positions {
            0 => "-".into(),
            _ => format!("{:.2}", seconds * 1e9 / positions as f64),
        };
        let row = [timed.engine.into(), spoken(seconds), positions.to_string(), each];
        table.add_row(row);
    }
    let data = if text.is_empty() { String::new() } else { format!(" {}", short(&text)) };
    writeln!(anstream::stdout(), "{}{data}\n{table}{notes}", about.slug)?;
    done()
}

/// The median of some runs in seconds, how many positions each evaluates, and how many runs there were.
fn time(
    game: &dyn crate::catalogue::Entry,
    data: &Data,
    solver: &Solver,
) -> Result<(f64, u64, usize), Failure> {
    let (mut times, mut spent, mut positions) = (vec![], Duration::ZERO, 0);
    while times.is_empty() || (spent < MEASURED && times.len() < RUNS) {
        let (time, evaluated) = game.time(data, solver)?;
        times.push(time.as_secs_f64());
        (spent, positions) = (spent + time.max(Duration::from_micros(50)), evaluated);
    }
    times.sort_by(f64::total_cmp);
    Ok((times[times.len() / 2], positions, times.len()))
}

/// A time in the unit that suits it.
fn spoken(seconds: f64) -> String {
    match seconds {
        1.0.. => format!("{seconds:.2} s"),
        1e-3.. => format!("{:.2} ms", seconds * 1e3),
        _ => format!("{:.2} us", seconds * 1e6),
    }
}

/// The first few words of a text.
pub(super) fn short(text: &str) -> String {
    match text.char_indices().nth(48) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
