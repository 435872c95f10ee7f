//! `solve --workers`.

use super::args::{Shared as Args, Solve};
use super::query::Rules;
use super::{Program, Stop, on_ctrl_c, print, progress};
use crate::catalogue::{Entry, SHARED, Shared};
use crate::data::Data;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use stonegame_core::{Cluster, Progress};

pub(super) fn run(
    program: &Program,
    game: &dyn Entry,
    data: &Data,
    solve: &Solve,
    workers: u16,
) -> Result<(), Stop> {
    let slug = game.about().slug;
    if program.alone.is_some() {
        return Err(Stop::bad_input(
            "workers solve games of the catalogue here, and one's own by `stonegame_core::Cluster`",
        ));
    }
    let Some((_, by_workers)) = SHARED.iter().find(|(entry, _)| entry.about().slug == slug) else {
        let names: Vec<&str> = SHARED.iter().map(|(entry, _)| entry.about().slug).collect();
        let names = names.join(", ");
        return Err(Stop::bad_input(format!(
            "workers do not pay for {slug}; they can share {names}"
        )));
    };
    let cluster = cluster(&solve.shared, workers)?.cancel(&on_ctrl_c());
    let cluster = match solve.how.memory {
        Some(memory) => cluster.memory(memory.as_u64()),
        None => cluster,
    };
    let tell = progress::listener("positions a worker");
    let cluster = cluster.progress(move |Progress { evaluated, total, .. }| tell(evaluated, total));
    // What a worker says when it panics is told in the one line in which this ends.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if std::thread::current().name() == Some("main") {
            hook(info);
        }
    }));
    let rules = Rules::of(game.about(), data).text();
    let save = solve.save.as_ref().map(|path| own_part(path, solve.shared.process));
    let shared = by_workers(data, &cluster, &rules, save.as_deref())?;
    if solve.json {
        print::object(&shared)?;
        return shared.unsaved.map_or(Ok(()), |failure| Err(failure.into()));
    }
    let Shared { value, answer, positions, kept, rounds, unsaved, .. } = shared;
    let mut out = anstream::stdout().lock();
    writeln!(out, "{value} for the first player; the answer is {answer}")?;
    writeln!(
        out,
        "{positions} positions, {kept} of them kept by this process, decided in {rounds} rounds"
    )?;
    unsaved.map_or(Ok(()), |failure| Err(failure.into()))
}

/// The file for what a process keeps: of several, each has one of its own.
fn own_part(path: &Path, process: Option<usize>) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    if let Some(process) = process {
        name.push(format!(".{process}"));
    }
    name.into()
}

fn cluster(args: &Args, workers: u16) -> Result<Cluster, Stop> {
    let cluster = Cluster::new(workers.into())
        .wait(Duration::from_secs(args.wait.into()))
        .silence(Duration::from_secs(args.silence.into()));
    let (Some(path), Some(process)) = (&args.hosts, args.process) else { return Ok(cluster) };
    let text = std::fs::read_to_string(path);
    let text =
        text.map_err(|why| Stop::bad_input(format!("cannot read {}: {why}", path.display())))?;
    let hosts: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if process >= hosts.len() {
        let (path, count) = (path.display(), hosts.len());
        return Err(Stop::bad_input(format!(
            "{path} names {count} hosts, and they are counted from 0: there is no process {process}"
        )));
    }
    Ok(cluster.hosts(hosts, process))
}
