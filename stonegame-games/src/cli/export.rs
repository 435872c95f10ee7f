//! `export`: every position with its value, for other programs.

use super::args::Export;
use super::plot::{Axes, place, with_session, writable};
use super::{Program, Stop};
use crate::catalogue::{Session, Shown};
use npyz::WriterBuilder;
use serde::Serialize;
use std::fmt::Display;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// The most positions that are written: while they are found, all of them are held.
const MOST: usize = 100_000_000;
/// The most numbers of an array.
const NUMBERS: usize = 1 << 28;

enum Format {
    Csv,
    JsonLines,
    Npy,
}

impl Format {
    fn of(path: &Path) -> Result<Format, Stop> {
        writable(path)?;
        let end = path.extension().and_then(|end| end.to_str()).map(str::to_lowercase);
        match end.as_deref() {
            Some("csv") => Ok(Format::Csv),
            Some("jsonl") => Ok(Format::JsonLines),
            Some("npy") => Ok(Format::Npy),
            _ => Err(Stop::bad_input(format!(
                "`{}` is none of .csv, .jsonl and .npy; end the file's name with one of them",
                path.display()
            ))),
        }
    }
}

pub(crate) fn run(program: &Program, export: &Export) -> Result<(), Stop> {
    let (path, format) = (&export.output, Format::of(&export.output)?);
    with_session(program, &export.instance, &export.how, true, |session, _| match format {
        Format::Csv => csv(session, path),
        Format::JsonLines => json_lines(session, path),
        Format::Npy => npy(session, path),
    })
}

fn cannot(path: &Path) -> impl Fn(&dyn Display) -> Stop {
    move |why| Stop::failed(format!("cannot write `{}`: {why}", path.display()))
}

/// Hands over each position's name and value, and then says whether all were written.
fn each(
    session: &dyn Session,
    path: &Path,
    mut write: impl FnMut(&str, Shown) -> Result<(), String>,
) -> Result<(), Stop> {
    let mut written = Ok(());
    let all = session.each(MOST, &mut |picture, value| {
        if written.is_ok() {
            written = write(&picture.name(), value);
        }
    })?;
    written.map_err(|why| cannot(path)(&why))?;
    if all {
        return Ok(());
    }
    Err(Stop::failed(format!(
        "there are more than {MOST} positions, and only as many were written"
    )))
}

fn create(path: &Path) -> Result<BufWriter<File>, Stop> {
    File::create(path).map(BufWriter::new).map_err(|why| cannot(path)(&why))
}

fn csv(session: &dyn Session, path: &Path) -> Result<(), Stop> {
    let mut out = csv::Writer::from_writer(create(path)?);
    let told = |why: csv::Error| why.to_string();
    out.write_record(["position", "value"]).map_err(|why| cannot(path)(&why))?;
    each(session, path, |position, value| {
        out.write_record([position, &value.to_string()]).map_err(told)
    })?;
    out.flush().map_err(|why| cannot(path)(&why))
}

#[derive(Serialize)]
struct Line<'a> {
    position: &'a str,
    value: Shown,
}

fn json_lines(session: &dyn Session, path: &Path) -> Result<(), Stop> {
    let mut out = create(path)?;
    each(session, path, |position, value| {
        serde_json::to_writer(&mut out, &Line { position, value })
            .map_err(|why| why.to_string())?;
        writeln!(out).map_err(|why| why.to_string())
    })?;
    out.flush().map_err(|why| cannot(path)(&why))
}

/// An array by the places or sizes that tell the positions; where there is none, it has not a number.
fn npy(session: &dyn Session, path: &Path) -> Result<(), Stop> {
    let (mut places, mut fits, mut exact) = (vec![], true, true);
    let all = session.each(NUMBERS, &mut |picture, value| {
        let number = value.number();
        exact &= number.unsigned_abs() <= 1 << f64::MANTISSA_DIGITS;
        match place(&picture) {
            Some(place) if fits => places.push((place, number as f64)),
            _ => fits = false,
        }
    })?;
    let slug = session.about().slug;
    if !fits {
        return Err(Stop::bad_input(format!(
            "{slug} makes no array: its positions are no rows, no one or two heaps; export them as .csv or .jsonl"
        )));
    }
    if !exact {
        return Err(Stop::bad_input(
            "values beyond 2^53 are not exact in an array; export them as .csv or .jsonl",
        ));
    }
    let is_line = places.iter().all(|((axes, ..), _)| matches!(axes, Axes::Suffix | Axes::Heap));
    let side = |of: fn(&(Axes, usize, usize)) -> usize| {
        places.iter().map(|(place, _)| of(place) + 1).max()
    };
    let (across, up) = (side(|place| place.1).unwrap_or(0), side(|place| place.2).unwrap_or(0));
    let up = if is_line { 1 } else { up };
    let count = across.checked_mul(up).filter(|count| all && *count <= NUMBERS);
    let count = count.ok_or_else(|| {
        Stop::bad_input(format!(
            "an array of more than {NUMBERS} numbers; export them as .csv or .jsonl"
        ))
    })?;
    let mut numbers = vec![f64::NAN; count];
    for ((_, x, y), number) in places {
        numbers[x * up + if is_line { 0 } else { y }] = number;
    }
    let shape: &[u64] = &[across as u64, up as u64];
    let shape = if is_line { &shape[..1] } else { shape };
    let write = || -> std::io::Result<()> {
        let out = File::create(path).map(BufWriter::new)?;
        let mut out =
            npyz::WriteOptions::new().default_dtype().shape(shape).writer(out).begin_nd()?;
        out.extend(numbers)?;
        out.finish()
    };
    write().map_err(|why| cannot(path)(&why))
}
