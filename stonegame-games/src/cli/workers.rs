//! `solve --workers`.

use super::args::{Shared as Args, Solve};
use super::query::Rules;
use super::{Stop, on_ctrl_c, print, progress};
use crate::catalogue::{Entry, SHARED, Shared};
use crate::data::Data;
use std::io::Write;
use std::time::Duration;
use stonegame_core::{Cluster, Progress};

pub(super) fn run(game: &dyn Entry, data: &Data, solve: &Solve, workers: u16) -> Result<(), Stop> {
    let slug = game.about().slug;
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
    std::panic::set_hook(Box::new(|_| {}));
    let shared = by_workers(data, &cluster, &Rules::of(game.about(), data).text());
    let _ = std::panic::take_hook();
    let shared = shared?;
    if solve.json {
        return Ok(print::object(&shared)?);
    }
    let Shared { value, answer, positions, kept, rounds, .. } = shared;
    let mut out = anstream::stdout().lock();
    writeln!(out, "{value} for the first player; the answer is {answer}")?;
    writeln!(
        out,
        "{positions} positions, {kept} of them kept by this process, decided in {rounds} rounds"
    )?;
    Ok(())
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
