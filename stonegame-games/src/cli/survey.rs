//! `survey`: many random rows.

use super::args::Survey;
use super::plot::{Figure, Format, Shape, write};
use super::{Program, Stop, on_ctrl_c, plot, print, progress};
use crate::catalogue::{Entry, Failure, Surveyed};
use crate::data::Data;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use stonegame_core::{Cancel, Engine, Error, Question, Solver};

/// How many rows are drawn from one seed, and solved one after the other.
const BLOCK: u64 = 256;
/// How many blocks are given to the threads at a time.
const TURN: u64 = 64;
/// The most piles of a row.
const PILES: usize = 100_000;

/// What was found of some rows.
#[derive(Default)]
struct Counts {
    rows: u64,
    /// How often each value occurs.
    values: BTreeMap<i128, u64>,
    sum: f64,
    /// How many rows were played greedily, what was given away in all, and how many gave away nothing.
    greedy: u64,
    given: f64,
    unharmed: u64,
    /// Whether values are points.
    points: bool,
}

impl Counts {
    fn add(&mut self, surveyed: Surveyed) {
        let value = surveyed.value.number();
        self.rows += 1;
        *self.values.entry(value).or_default() += 1;
        self.sum += value as f64;
        self.points |= surveyed.value.points().is_some();
        if let Some(greedy) = surveyed.greedy {
            let given = value.saturating_sub(greedy);
            self.greedy += 1;
            self.given += given as f64;
            self.unharmed += u64::from(given == 0);
        }
    }

    fn join(mut self, other: Counts) -> Counts {
        self.rows += other.rows;
        for (value, count) in other.values {
            *self.values.entry(value).or_default() += count;
        }
        self.sum += other.sum;
        self.greedy += other.greedy;
        self.given += other.given;
        self.unharmed += other.unharmed;
        self.points |= other.points;
        self
    }

    fn share(&self, of: impl Fn(i128) -> bool) -> f64 {
        let count: u64 = self.values.iter().filter(|(value, _)| of(**value)).map(|(_, n)| n).sum();
        count as f64 / self.rows.max(1) as f64
    }

    /// The value that half of the rows do not exceed.
    fn median(&self) -> i128 {
        let mut below = 0;
        let value = self.values.iter().find(|(_, count)| {
            below += **count;
            2 * below >= self.rows
        });
        value.map_or(0, |(value, _)| *value)
    }
}

#[derive(Serialize)]
struct Told<'s> {
    game: &'static str,
    piles: usize,
    from: i64,
    to: i64,
    rows: u64,
    seed: u64,
    wins: f64,
    draws: f64,
    losses: f64,
    mean: f64,
    median: i128,
    least: i128,
    greatest: i128,
    #[serde(skip_serializing_if = "Option::is_none")]
    greed_costs: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    greed_is_best: Option<f64>,
    #[serde(skip)]
    counts: &'s Counts,
}

pub(crate) fn run(program: &Program, survey: &Survey) -> Result<(), Stop> {
    let game = program.game(&survey.game)?;
    if survey.piles > PILES {
        return Err(Stop::bad_input(format!("a row has at most {PILES} piles here")));
    }
    let plot = survey.plot.as_deref().map(|path| Format::of(path).map(|format| (format, path)));
    let plot = plot.transpose()?;
    survey.csv.as_deref().map(plot::writable).transpose()?;
    let cancel = on_ctrl_c();
    let threads = rayon::ThreadPoolBuilder::new().num_threads(survey.threads).build();
    let threads =
        threads.map_err(|error| Stop::failed(format!("there are no threads: {error}")))?;
    let (counts, stopped) = threads.install(|| draw(game, survey, &cancel))?;
    if counts.rows == 0 {
        return Err(Stop::failed("stopped before a row was solved"));
    }
    let told = told(game, survey, &counts);
    if survey.json {
        print::object(&told)?;
    } else {
        person(&told)?;
    }
    if let Some(path) = &survey.csv {
        let lines = counts.values.iter().map(|(value, count)| format!("{value},{count}\n"));
        write(path, format!("value,rows\n{}", lines.collect::<String>()).as_bytes())?;
    }
    if let Some((format, path)) = plot {
        format.write(&histogram(&told), path)?;
    }
    match stopped {
        true => Err(Stop::failed(format!(
            "stopped after {} of {} rows; what is told is of these",
            counts.rows, survey.rows
        ))),
        false => Ok(()),
    }
}

/// Draws and solves rows, until all are solved or it is cancelled: tells whether it was.
fn draw(game: &dyn Entry, survey: &Survey, cancel: &Cancel) -> Result<(Counts, bool), Stop> {
    let bar = progress::bar(Some(survey.rows), "rows");
    let blocks = survey.rows.div_ceil(BLOCK);
    // Every position's value is asked for, and a theorem would be asked anew for each.
    let solver = Solver::new().threads(1).question(Question::All).without(Engine::Theorem);
    let mut counts = Counts::default();
    for turn in (0..blocks).step_by(TURN as usize) {
        let some = turn..(turn + TURN).min(blocks);
        let found = some.into_par_iter().map(|block| {
            let found = solve(game, survey, block, &solver, cancel);
            bar.inc(BLOCK.min(survey.rows - block * BLOCK));
            found
        });
        // In order, so that sums of fractions do not depend on the threads.
        for found in found.collect::<Vec<_>>() {
            match found? {
                Some(found) => counts = counts.join(found),
                None => return Ok((counts, true)),
            }
        }
    }
    bar.finish_and_clear();
    Ok((counts, false))
}

/// One block of rows; none if it was cancelled.
fn solve(
    game: &dyn Entry,
    survey: &Survey,
    block: u64,
    solver: &Solver,
    cancel: &Cancel,
) -> Result<Option<Counts>, Stop> {
    // A block's numbers depend on the seed and its place alone, whichever thread draws them.
    let mut random =
        fastrand::Rng::with_seed(survey.seed ^ block.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let solver = solver.clone().cancel(cancel);
    let mut counts = Counts::default();
    for _ in 0..BLOCK.min(survey.rows - block * BLOCK) {
        let mut row = String::with_capacity(4 * survey.piles);
        for pile in 0..survey.piles {
            let comma = if pile > 0 { "," } else { "" };
            row += &format!("{comma}{}", random.i64(survey.values.clone()));
        }
        let row = if row.is_empty() { "[]".into() } else { row };
        let data = survey.options.iter().copied().fold(Data::new(row.clone()), Data::option);
        match game.survey(&data, &solver) {
            Ok(surveyed) => counts.add(surveyed),
            Err(Failure::Solve(Error::Cancelled { .. })) => return Ok(None),
            Err(Failure::Data(bad)) => {
                let about = game.about();
                return Err(Stop::bad_input(format!(
                    "a survey draws one row of numbers, and {} needs {}: of {row} it says that {bad}",
                    about.slug,
                    about.data,
                    row = super::bench::short(&row),
                )));
            }
            Err(failure) => return Err(failure.into()),
        }
    }
    Ok(Some(counts))
}

fn told<'s>(game: &dyn Entry, survey: &Survey, counts: &'s Counts) -> Told<'s> {
    let greedy = |sum: f64| (counts.greedy > 0).then(|| sum / counts.greedy as f64);
    Told {
        game: game.about().slug,
        piles: survey.piles,
        from: *survey.values.start(),
        to: *survey.values.end(),
        rows: counts.rows,
        seed: survey.seed,
        wins: counts.share(|value| value > 0),
        draws: counts.share(|value| value == 0),
        losses: counts.share(|value| value < 0),
        mean: counts.sum / counts.rows.max(1) as f64,
        median: counts.median(),
        least: counts.values.keys().next().copied().unwrap_or(0),
        greatest: counts.values.keys().next_back().copied().unwrap_or(0),
        greed_costs: greedy(counts.given),
        greed_is_best: greedy(counts.unharmed as f64),
        counts,
    }
}

fn person(told: &Told<'_>) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let Told { game, piles, from, to, rows, seed, .. } = told;
    writeln!(out, "{game}: {rows} rows of {piles} piles from {from} to {to}, seed {seed}")?;
    let percent = |share: f64| format!("{:.2} %", 100.0 * share);
    let labels = match told.counts.points {
        true => ["first player ahead", "even", "first player behind"],
        false => ["first player wins", "draws", "first player loses"],
    };
    for (label, share) in labels.into_iter().zip([told.wins, told.draws, told.losses]) {
        writeln!(out, "{label:20} {}", percent(share))?;
    }
    if told.counts.points {
        let Told { mean, median, least, greatest, .. } = told;
        writeln!(
            out,
            "value                mean {mean:.3}, median {median}, from {least} to {greatest}"
        )?;
    }
    if let (Some(costs), Some(best)) = (told.greed_costs, told.greed_is_best) {
        writeln!(
            out,
            "greed                costs {costs:.3} a game against best play, and nothing in {} of the games",
            percent(best)
        )?;
    }
    out.flush()
}

fn histogram(told: &Told<'_>) -> Figure {
    Figure {
        title: format!("{}: {} rows of {} piles", told.game, told.rows, told.piles),
        across: "value for the first player".into(),
        up: "rows".into(),
        shape: Shape::Bars(
            told.counts.values.iter().map(|(value, count)| (*value, *count)).collect(),
        ),
    }
}
