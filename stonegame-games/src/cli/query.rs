//! `query`: asks a table or a solution in a file.

use super::args::Query;
use super::{Program, Stop, print};
use crate::catalogue::{About, Entry, Look, START, Session, Shown};
use crate::data::Data;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::Path;
use stonegame_core::{Saved, TableFile};

/// The text by which a table tells of what game it is, and from which it is made again.
#[derive(Serialize, Deserialize)]
pub(super) struct Rules {
    game: String,
    data: String,
    options: Vec<String>,
}

impl Rules {
    pub(super) fn of(about: About, data: &Data) -> Self {
        let options = data.options().map(String::from).collect();
        Rules { game: about.slug.into(), data: data.text().into(), options }
    }

    pub(super) fn text(&self) -> String {
        // Strings can always be written.
        serde_json::to_string(self).unwrap_or_default()
    }
}

pub(super) fn run(program: &Program, query: &Query) -> Result<(), Stop> {
    let path = query.table.display();
    let (is_table, text) = match TableFile::head(&query.table) {
        Ok(head) => (true, head.rules),
        Err(no_table) => match Saved::rules_of(&query.table) {
            Ok(rules) => (false, rules),
            // Which of the two it is meant to be, nobody knows; if it is one, the other does not say so.
            Err(not_saved) if no_table.to_string().contains("no table") => {
                return Err(Stop::bad_input(not_saved));
            }
            Err(_) => return Err(Stop::bad_input(no_table)),
        },
    };
    let rules: Rules = serde_json::from_str(&text).map_err(|_| {
        Stop::bad_input(format!("{path}: was not written by `solve --table` or `solve --save`"))
    })?;
    let game = program.game(&rules.game)?;
    if game.about().slug != rules.game {
        let (other, this) = (&rules.game, game.about().slug);
        return Err(Stop::bad_input(format!("{path}: is a table of {other}, and this is {this}")));
    }
    if let Some(position) = &query.at {
        if is_table {
            return Err(Stop::bad_input(
                "--at asks saved solutions; ask a table by the moves that lead to the position",
            ));
        }
        return at(game, &query.table, position, query.json);
    }
    let data =
        rules.options.iter().fold(Data::new(&rules.data), |data, option| data.option(option));
    let mut done = Ok(());
    let mut ask = |session: &mut dyn Session| done = answer(session, query);
    match is_table {
        true => game.open_table(&data, &TableFile::new(&query.table, &text), &mut ask)?,
        false => game.open_saved(&data, &query.table, &text, &mut ask)?,
    }
    done
}

/// What a file says of one position.
#[derive(Serialize)]
struct Found<'a> {
    game: &'static str,
    position: &'a str,
    value: Shown,
    plies: Option<u32>,
}

fn at(game: &dyn Entry, path: &Path, position: &str, json: bool) -> Result<(), Stop> {
    let Some((value, plies)) = game.find_saved(path, position)? else {
        return Err(Stop::bad_input(format!("{}: holds no position `{position}`", path.display())));
    };
    if json {
        let game = game.about().slug;
        return Ok(print::object(&Found { game, position, value, plies })?);
    }
    let mut out = anstream::stdout().lock();
    match plies {
        Some(plies) => writeln!(out, "{value} for the player to move, in {plies} plies")?,
        None => writeln!(out, "{value} for the player to move")?,
    }
    Ok(())
}

fn answer(session: &mut dyn Session, query: &Query) -> Result<(), Stop> {
    let mut look = session.look(START)?;
    let mut made = vec![];
    for wanted in &query.moves {
        let choice = look.chosen(wanted).ok_or_else(|| {
            let names: Vec<&str> = look.choices.iter().map(|choice| choice.mv.as_str()).collect();
            let legal = match names.as_slice() {
                [] => "no move is legal there".to_owned(),
                names => format!("legal there is {}", names.join(", ")),
            };
            let after = if made.is_empty() {
                "at the start".into()
            } else {
                format!("after {}", made.join(", "))
            };
            Stop::bad_input(format!(
                "`{}` is no legal move {after}; {legal}",
                wanted.escape_debug()
            ))
        })?;
        let choice = &look.choices[choice];
        made.push(choice.mv.clone());
        match choice.then.place() {
            Some(next) => look = session.look(next)?,
            None => {
                let last = &choice.mv;
                return Err(Stop::bad_input(format!(
                    "`{last}` ends the game: there is no position after it"
                )));
            }
        }
    }
    if query.json { json(session, &look, &made) } else { person(session, &look) }
}

/// A position, as JSON.
#[derive(Serialize)]
struct Answer<'a> {
    game: &'static str,
    made: &'a [String],
    position: String,
    value: Shown,
    moves: Vec<Move<'a>>,
    positions: u64,
}

#[derive(Serialize)]
struct Move<'a> {
    #[serde(rename = "move")]
    mv: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    gain: Option<i128>,
    value: Shown,
    best: bool,
}

fn json(session: &dyn Session, look: &Look, made: &[String]) -> Result<(), Stop> {
    let moves = look.choices.iter().map(|choice| Move {
        mv: &choice.mv,
        gain: choice.gain,
        value: choice.value,
        best: choice.best,
    });
    Ok(print::object(&Answer {
        game: session.about().slug,
        made,
        position: look.picture.name(),
        value: look.value,
        moves: moves.collect(),
        positions: session.positions(),
    })?)
}

fn person(session: &dyn Session, look: &Look) -> Result<(), Stop> {
    let mut out = anstream::stdout().lock();
    for line in look.picture.lines(76) {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "{} for the player to move ({})", look.value, session.plan())?;
    let width = look.choices.iter().map(|choice| choice.mv.chars().count()).max().unwrap_or(0);
    for (i, choice) in look.choices.iter().enumerate() {
        let (value, best) = (choice.value, if choice.best { "  best" } else { "" });
        writeln!(out, "{:>3}. {:width$}  {value}{best}", i + 1, choice.mv)?;
    }
    Ok(())
}
