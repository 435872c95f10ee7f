//! `explain`: best play told move by move, or every position in solving order.

use super::args::Explain;
use super::graph::Graph;
use super::plot::with_session;
use super::{Program, Stop, print};
use crate::catalogue::{After, Choice, Look, START, Session, Shown};
use serde::Serialize;
use std::io::{self, BufWriter, Write};

/// The most moves of all positions that a table tells.
const MOST: usize = 50_000;
/// The widest lines.
const WIDTH: usize = 76;

pub(crate) fn run(program: &Program, explain: &Explain) -> Result<(), Stop> {
    let each = explain.table;
    with_session(program, &explain.instance, &explain.how, each, |session, _| match explain {
        Explain { table: true, json, .. } => table(session, *json),
        Explain { json: true, .. } => story(session, &mut |_, _| Ok(()), true),
        _ => line(session),
    })
}

/// A position of a line of best play.
#[derive(Serialize)]
struct Ply {
    /// Who moves, 1 or 2.
    by: u8,
    position: String,
    value: Shown,
    moves: Vec<Told>,
    /// The place of the move made among these.
    made: usize,
}

/// A move, and what it costs.
#[derive(Serialize)]
struct Told {
    #[serde(rename = "move")]
    mv: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    gain: Option<i128>,
    value: Shown,
    cost: String,
}

#[derive(Serialize)]
struct Line {
    game: &'static str,
    value: Shown,
    engine: String,
    reason: String,
    line: Vec<Ply>,
}

/// Follows best play: shows each position to `show`, and prints all of it as JSON if that is wanted.
fn story(
    session: &mut dyn Session,
    show: &mut dyn FnMut(&Ply, &Look) -> io::Result<()>,
    json: bool,
) -> Result<(), Stop> {
    let (mut at, mut by, mut line) = (Some(START), 1, vec![]);
    while let Some(place) = at {
        let look = session.look(place)?;
        let Some(made) = look.line else { break };
        let told = |choice: &Choice| Told {
            mv: choice.mv.clone(),
            gain: choice.gain,
            value: choice.value,
            cost: look.cost(choice).to_string(),
        };
        let moves = look.choices.iter().map(told).collect();
        let ply = Ply { by, position: look.picture.name(), value: look.value, moves, made };
        show(&ply, &look)?;
        let then = look.choices[made].then;
        (at, by) = (then.place(), if matches!(then, After::Again(_)) { by } else { 3 - by });
        if json {
            line.push(ply);
        }
    }
    if !json {
        return Ok(());
    }
    let (engine, reason) = (session.plan().engine.to_string(), session.plan().reason.clone());
    let (game, value) = (session.about().slug, session.value());
    Ok(print::object(&Line { game, value, engine, reason, line })?)
}

fn line(session: &mut dyn Session) -> Result<(), Stop> {
    let mut out = BufWriter::new(io::stdout().lock());
    let about = session.about();
    writeln!(out, "{}: {}", about.title, about.rules)?;
    writeln!(out, "{} for the first player, by {}", session.value(), session.plan())?;
    let (mut number, mut scores, mut points) = (0, [0i128; 2], false);
    story(
        session,
        &mut |ply, look| {
            number += 1;
            writeln!(out)?;
            let who = if ply.by == 1 { "first" } else { "second" };
            writeln!(out, "{number}. the {who} player moves; the value is {} for them", ply.value)?;
            look.picture.lines(WIDTH).iter().try_for_each(|line| writeln!(out, "   {line}"))?;
            let width = ply.moves.iter().map(|told| told.mv.chars().count()).max().unwrap_or(0);
            for (i, told) in ply.moves.iter().enumerate() {
                let mark = if i == ply.made { '>' } else { ' ' };
                let gain = told.gain.map_or(String::new(), |gain| format!("gains {gain}, "));
                let (mv, value, cost) = (&told.mv, told.value, &told.cost);
                writeln!(out, "   {mark} {mv:width$}  {gain}worth {value}: {cost}")?;
            }
            if let Some(gain) = ply.moves[ply.made].gain {
                points = true;
                let score = &mut scores[usize::from(ply.by - 1)];
                *score = score.saturating_add(gain);
            }
            Ok(())
        },
        false,
    )?;
    writeln!(out)?;
    // Where the last move gains the difference of what both get by it, the total tells who gets what.
    let value = session.value().points();
    let scores = value.and_then(|value| session.shared(value)).unwrap_or(scores);
    let ends = !session.look(START)?.choices.is_empty();
    match points {
        true => writeln!(out, "The players have gained {} and {}.", scores[0], scores[1])?,
        false if number == 0 && ends => writeln!(out, "Nobody can force play to an end.")?,
        false if number == 0 => writeln!(out, "No move is legal.")?,
        false => writeln!(out, "The game is decided after {number} moves.")?,
    }
    Ok(out.flush()?)
}

/// A position of the table.
#[derive(Serialize)]
struct Row<'l> {
    position: String,
    value: Shown,
    candidates: Vec<Candidate<'l>>,
}

#[derive(Serialize)]
struct Table<'l> {
    game: &'static str,
    value: Shown,
    positions: Vec<Row<'l>>,
}

#[derive(Serialize)]
struct Candidate<'l> {
    #[serde(rename = "move")]
    mv: &'l str,
    #[serde(skip_serializing_if = "Option::is_none")]
    gain: Option<i128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
    again: bool,
    value: Shown,
}

fn table(session: &mut dyn Session, json: bool) -> Result<(), Stop> {
    let mut count = 0;
    let graph = Graph::of(session, |look| {
        count += 1 + look.choices.len();
        count > MOST
    })?;
    if !graph.complete {
        return Err(Stop::bad_input(format!(
            "there are more than {MOST} positions and moves to tell; take a smaller instance"
        )));
    }
    let Some(order) = graph.solving_order() else {
        return Err(Stop::bad_input("play can go round, so that there is no solving order"));
    };
    let name =
        |at: usize| graph.looks[at].as_ref().map_or(String::new(), |look| look.picture.name());
    let mut out = BufWriter::new(io::stdout().lock());
    let mut rows = vec![];
    for at in order {
        let Some(look) = &graph.looks[at] else { continue };
        if json {
            let candidates = look.choices.iter().map(|choice| Candidate {
                mv: &choice.mv,
                gain: choice.gain,
                next: choice.then.place().map(|place| name(place.index())),
                again: matches!(choice.then, After::Again(_)),
                value: choice.value,
            });
            let candidates = candidates.collect();
            rows.push(Row { position: name(at), value: look.value, candidates });
            continue;
        }
        let candidates = look.choices.iter().map(|choice| {
            let next = choice.then.place().map(|place| {
                let value = graph.looks[place.index()].as_ref().map(|look| look.value);
                (name(place.index()), value)
            });
            candidate(choice, next)
        });
        let candidates: Vec<String> = candidates.collect();
        let value = look.value;
        match &candidates[..] {
            [] => writeln!(out, "dp[{}] = {value}, since no move is legal", name(at))?,
            [one] => writeln!(out, "dp[{}] = {one}", name(at))?,
            _ => {
                writeln!(out, "dp[{}] = max(", name(at))?;
                candidates.iter().try_for_each(|one| writeln!(out, "    {one},"))?;
                writeln!(out, ") = {value}")?;
            }
        }
    }
    if json {
        let (game, value) = (session.about().slug, session.value());
        let table = Table { game, value, positions: rows };
        writeln!(out, "{}", serde_json::to_string(&table).map_err(io::Error::from)?)?;
    }
    Ok(out.flush()?)
}

/// `left: 5 - dp[1..3] = 5 - 2 = 3`, or of outcomes `1: dp[3] = loss for the opponent, so win`.
fn candidate(choice: &Choice, next: Option<(String, Option<Shown>)>) -> String {
    let (mv, value) = (&choice.mv, choice.value);
    let again = matches!(choice.then, After::Again(_));
    match (choice.gain, next) {
        (Some(_), None) => format!("{mv}: {value}"),
        (Some(gain), Some((name, Some(next)))) => {
            let sign = if again { '+' } else { '-' };
            let next = if next.number() < 0 { format!("({next})") } else { next.to_string() };
            format!("{mv}: {gain} {sign} dp[{name}] = {gain} {sign} {next} = {value}")
        }
        (None, Some((name, Some(next)))) => {
            let whose = if again { "for the same player" } else { "for the opponent" };
            format!("{mv}: dp[{name}] = {next} {whose}, so {value}")
        }
        (_, None | Some((_, None))) => format!("{mv}: {value}"),
    }
}
