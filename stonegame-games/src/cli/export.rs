//! `export`: every position with its value, for other programs.

use super::args::Export;
use super::plot::{Axes, place, unless_it_says, with_session, writable};
use super::{Program, Stop};
use crate::catalogue::{Session, Shown};
use npyz::WriterBuilder;
use serde::Serialize;
use std::fmt::Display;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The most positions that are written: while they are found, all of them are held, as far as memory has room.
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

/// A file under another name, which gets its own when all of it is written; else it goes away.
struct Draft<'a> {
    path: &'a Path,
    draft: PathBuf,
}

/// The draft that is being written, which Ctrl-C removes.
static DRAFT: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Removes what is not whole, before the program ends.
pub(super) fn forget() {
    if let Some(draft) = DRAFT.lock().unwrap_or_else(PoisonError::into_inner).take() {
        // It is of no use, and does no harm if it stays.
        let _ = std::fs::remove_file(draft);
    }
}

impl<'a> Draft<'a> {
    fn begin(path: &'a Path) -> Result<(Self, BufWriter<File>), Stop> {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".stonegame-new");
        let draft = path.with_file_name(name);
        let file = File::create(&draft).map_err(|why| cannot(path)(&why))?;
        *DRAFT.lock().unwrap_or_else(PoisonError::into_inner) = Some(draft.clone());
        Ok((Draft { path, draft }, BufWriter::new(file)))
    }

    fn finish(self, out: &mut BufWriter<File>) -> Result<(), Stop> {
        let done = out.flush().and_then(|()| std::fs::rename(&self.draft, self.path));
        done.map_err(|why| cannot(self.path)(&why))?;
        *DRAFT.lock().unwrap_or_else(PoisonError::into_inner) = None;
        Ok(())
    }
}

impl Drop for Draft<'_> {
    fn drop(&mut self) {
        forget();
    }
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
    if all { Ok(()) } else { Err(too_many(MOST)) }
}

fn too_many(most: usize) -> Stop {
    Stop::failed(format!(
        "there are more positions than memory has room for, or than {most}; raise --memory, or ask by `query` a file that `solve --table` or `solve --save` has kept"
    ))
}

fn csv(session: &dyn Session, path: &Path) -> Result<(), Stop> {
    let (draft, file) = Draft::begin(path)?;
    let mut out = csv::Writer::from_writer(file);
    let told = |why: csv::Error| why.to_string();
    out.write_record(["position", "value"]).map_err(|why| cannot(path)(&why))?;
    each(session, path, |position, value| {
        out.write_record([position, &value.to_string()]).map_err(told)
    })?;
    let mut out = out.into_inner().map_err(|why| cannot(path)(&why.into_error()))?;
    draft.finish(&mut out)
}

#[derive(Serialize)]
struct Line<'a> {
    position: &'a str,
    value: Shown,
}

fn json_lines(session: &dyn Session, path: &Path) -> Result<(), Stop> {
    let (draft, mut out) = Draft::begin(path)?;
    each(session, path, |position, value| {
        serde_json::to_writer(&mut out, &Line { position, value })
            .map_err(|why| why.to_string())?;
        writeln!(out).map_err(|why| why.to_string())
    })?;
    draft.finish(&mut out)
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
    if !fits {
        let about = session.about();
        let (slug, unless) = (about.slug, unless_it_says(about));
        return Err(Stop::bad_input(format!(
            "{slug} makes no array: its positions are no rows, no one or two heaps{unless}; export them as .csv or .jsonl"
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
    if !all {
        return Err(too_many(NUMBERS));
    }
    let count = across.checked_mul(up).filter(|count| *count <= NUMBERS);
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
    let (draft, mut file) = Draft::begin(path)?;
    let write = || -> std::io::Result<()> {
        let options = npyz::WriteOptions::new().default_dtype().shape(shape);
        let mut out = options.writer(&mut file).begin_nd()?;
        out.extend(numbers)?;
        out.finish()
    };
    write().map_err(|why| cannot(path)(&why))?;
    draft.finish(&mut file)
}
