//! `plot`: the values of all positions as a picture.

mod figure;

pub(crate) use figure::{Figure, Shape};

use super::args::{How, Instance, Plot};
use super::{IDLE, Program, Stop, progress};
use crate::catalogue::{About, Failure, Session, Shown, find};
use crate::data::Data;
use crate::picture::{Drawn, Picture};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::Ordering;
use stonegame_core::Engine;

/// The most positions that are drawn.
const MOST: usize = 2_000_000;
/// The most nimbers that are drawn.
const POINTS: usize = 1_000_000;

pub(crate) fn run(program: &Program, plot: &Plot) -> Result<(), Stop> {
    let format = Format::of(&plot.output)?;
    let figure = with_session(program, &plot.instance, &plot.how, true, |session, _| of(session))?;
    format.write(&figure, &plot.output)
}

/// Opens an instance; where `each` position of it will be asked for, not by a theorem, if that can be helped.
pub(crate) fn with_session<T>(
    program: &Program,
    instance: &Instance,
    how: &How,
    each: bool,
    then: impl Fn(&mut dyn Session, &Data) -> Result<T, Stop>,
) -> Result<T, Stop> {
    let (game, data) = program.instance(instance)?;
    let solver = progress::shown(how.solver());
    let mut done = None;
    let mut all = |session: &mut dyn Session| {
        // From here on Ctrl-C has no solve to stop.
        IDLE.store(true, Ordering::Relaxed);
        done = Some(then(session, &data));
    };
    let first = if each { solver.clone().without(Engine::Theorem) } else { solver.clone() };
    match game.open(&data, &first, &mut all) {
        Err(Failure::Solve(stonegame_core::Error::OverBudget { .. })) => {
            game.open(&data, &solver, &mut all)?;
        }
        opened => opened?,
    }
    done.ok_or_else(|| Stop::bad_input("nothing was opened"))?
}

/// Draws nimbers as points, if that is wanted.
pub(crate) fn nimbers(
    path: Option<&Path>,
    name: &str,
    from: usize,
    values: impl Iterator<Item = u32>,
) -> Result<(), Stop> {
    let Some(path) = path else { return Ok(()) };
    let points: Vec<(usize, i128)> =
        (from..).zip(values.map(i128::from)).take(POINTS + 1).collect();
    if points.len() > POINTS {
        let message = format!("a plot shows at most {POINTS} nimbers; ask for smaller heaps");
        return Err(Stop::bad_input(message));
    }
    let figure = Figure {
        title: format!("{name}: the nimbers"),
        across: "beans".into(),
        up: "nimber".into(),
        shape: Shape::Points(points),
    };
    Format::of(path)?.write(&figure, path)
}

/// SVG or PNG.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Format {
    Svg,
    Png,
}

impl Format {
    /// As a file's name ends.
    pub(crate) fn of(path: &Path) -> Result<Format, Stop> {
        let end = path.extension().and_then(|end| end.to_str()).map(str::to_lowercase);
        match end.as_deref() {
            Some("svg") => writable(path).map(|()| Format::Svg),
            Some("png") => writable(path).map(|()| Format::Png),
            _ => Err(Stop::bad_input(format!(
                "`{}` is neither .svg nor .png; end the file's name with one of them",
                path.display()
            ))),
        }
    }

    pub(crate) fn write(self, figure: &Figure, path: &Path) -> Result<(), Stop> {
        let bytes = match self {
            Format::Svg => figure.svg().map(String::into_bytes),
            Format::Png => figure.png(),
        };
        let bytes =
            bytes.map_err(|error| Stop::failed(format!("the plot cannot be drawn: {error}")))?;
        write(path, &bytes)
    }
}

/// Whether a file can be written, before the work for it is done: as far as its directory tells.
pub(crate) fn writable(path: &Path) -> Result<(), Stop> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    if parent.is_none_or(Path::is_dir) && !path.is_dir() {
        return Ok(());
    }
    let path = path.display();
    Err(Stop::bad_input(format!("cannot write `{path}`: there is no such directory, or it is one")))
}

/// Writes a file, or says which and why not.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Stop> {
    std::fs::write(path, bytes)
        .map_err(|error| Stop::bad_input(format!("cannot write `{}`: {error}", path.display())))
}

/// Where the positions of a game lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Axes {
    /// By the first place and the last one of what is left of a row.
    Span,
    /// By the first place of what is left of a row, up to its end.
    Suffix,
    /// By the first place of what is left of a row, and a number beside it.
    SuffixAnd(&'static str),
    /// By the size of one heap, and a number beside it.
    HeapAnd(&'static str),
    /// By the size of one heap.
    Heap,
    /// By the sizes of two heaps.
    Heaps,
}

/// A position's place in the plot, or none.
pub(crate) fn place(picture: &Picture<'_>) -> Option<(Axes, usize, usize)> {
    let (axes, x, y) = match &picture.drawn {
        Drawn::Row { numbers, left } if left.end == numbers.len() => {
            (Axes::Suffix, left.start, left.end)
        }
        Drawn::Row { left, .. } => (Axes::Span, left.start, left.end),
        Drawn::Heaps(sizes) => match **sizes {
            [] => (Axes::Heap, 0, 0),
            [size] => (Axes::Heap, size.try_into().ok()?, 0),
            [a, b] => (Axes::Heaps, a.try_into().ok()?, b.try_into().ok()?),
            _ => return None,
        },
        _ => return None,
    };
    match (&picture.beside[..], axes) {
        ([], _) => Some((axes, x, y)),
        ([(name, number)], Axes::Suffix) => {
            Some((Axes::SuffixAnd(name), x, usize::try_from(*number).ok()?))
        }
        ([(name, number)], Axes::Heap) => {
            Some((Axes::HeapAnd(name), x, usize::try_from(*number).ok()?))
        }
        _ => None,
    }
}

/// The figure of a game's positions.
pub(crate) fn of(session: &dyn Session) -> Result<Figure, Stop> {
    let about = session.about();
    let (mut places, mut fits) = (vec![], true);
    let all = session.each(MOST, &mut |picture, value| match place(&picture) {
        Some(place) if fits => places.push((place, value)),
        _ => fits = false,
    })?;
    if !all {
        return Err(Stop::bad_input(format!(
            "there are more positions to draw than {MOST}, or than memory has room for; take a smaller instance, or raise --memory"
        )));
    }
    if !fits {
        return Err(Stop::bad_input(format!(
            "{} has no plot: its positions are no rows, no one or two heaps{}; `explain` and `report` tell its values",
            about.slug,
            unless_it_says(about)
        )));
    }
    Ok(figure(about, &places))
}

/// How a game of one's own says that its positions are rows or heaps.
pub(crate) fn unless_it_says(about: About) -> &'static str {
    let is_known = find(about.slug).is_some();
    if is_known { "" } else { ", as far as `Playable::picture` says" }
}

fn figure(about: About, places: &[((Axes, usize, usize), Shown)]) -> Figure {
    let has = |axes: Axes| places.iter().any(|((other, ..), _)| *other == axes);
    let beside = places.iter().find_map(|((axes, ..), _)| match axes {
        Axes::SuffixAnd(name) => Some(("first place left", *name)),
        Axes::HeapAnd(name) => Some(("stones", *name)),
        _ => None,
    });
    let outcomes = places.iter().all(|(_, value)| value.points().is_none());
    let rows = has(Axes::Span) || has(Axes::Suffix);
    let cells = |place: &dyn Fn(Axes, usize, usize) -> Option<(usize, usize)>| {
        let cells = places.iter().filter_map(|((axes, x, y), value)| {
            place(*axes, *x, *y).map(|(x, y)| (x, y, value.number()))
        });
        Shape::Heat { cells: cells.collect(), outcomes }
    };
    let title = |of: &str| format!("{}: the value of {of}, for the player to move", about.title);
    if let Some((across, name)) = beside {
        return Figure {
            title: title("every position"),
            across: across.into(),
            up: name.into(),
            shape: cells(&|_, x, y| Some((x, y))),
        };
    }
    if has(Axes::Span) {
        return Figure {
            title: title("every span of the row"),
            across: "first place left".into(),
            up: "last place left".into(),
            // Nothing is left of an empty span, which has no last place.
            shape: cells(&|_, x, y| {
                y.checked_sub(1).filter(|last| *last >= x).map(|last| (x, last))
            }),
        };
    }
    if has(Axes::Heaps) {
        return Figure {
            title: title("two heaps"),
            across: "the first heap".into(),
            up: "the second heap".into(),
            shape: cells(&|_, x, y| Some((x, y))),
        };
    }
    let curve: BTreeMap<usize, i128> =
        places.iter().map(|((_, x, _), value)| (*x, value.number())).collect();
    let curve: Vec<(usize, i128)> = curve.into_iter().collect();
    Figure {
        title: title(if rows { "the rest of the row" } else { "the heap" }),
        across: if rows { "first place left".into() } else { "stones".into() },
        up: if outcomes { "1 win, 0 draw, -1 loss".into() } else { "value".into() },
        shape: if outcomes { Shape::Points(curve) } else { Shape::Curve(curve) },
    }
}
