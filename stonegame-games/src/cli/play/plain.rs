//! Line by line: over a pipe, for a screen reader, or by wish.

use super::table::Table;
use crate::catalogue::Cost;
use crate::cli::Stop;
use std::io::{BufRead, Write};

const HELP: &str =
    "a move's name or its number makes it; h hint, v values, u undo, q quit, ? this help";

/// The most moves that are listed unasked.
const LISTED: usize = 60;

pub(super) fn run(
    mut table: Table<'_>,
    mut values: bool,
    mut input: impl BufRead,
    mut out: impl Write,
) -> Result<(), Stop> {
    let about = table.about();
    writeln!(out, "{}: {}", about.title, about.rules)?;
    writeln!(out, "{HELP}")?;
    let mut fresh = true;
    while !table.is_over() {
        if !table.is_persons_turn() {
            if table.is_watched() && table.goes_round() {
                writeln!(out, "nobody can force the game to an end")?;
                return Ok(());
            }
            table.make_best()?;
            told(&table, &mut out)?;
            fresh = true;
            continue;
        }
        if std::mem::take(&mut fresh) {
            show(&table, values, &mut out)?;
        }
        write!(out, "{}> ", table.name(table.by()))?;
        out.flush()?;
        let mut line = vec![];
        let read = input.read_until(b'\n', &mut line);
        // What is no text is no move either.
        let line = String::from_utf8_lossy(&line);
        if read.map_err(|error| Stop::bad_input(format!("cannot read the moves: {error}")))? == 0 {
            writeln!(out, "\nnobody plays on; {}", table.standing())?;
            return Ok(());
        }
        match line.trim() {
            "" => {}
            "q" | "quit" => {
                writeln!(out, "{}", table.standing())?;
                return Ok(());
            }
            "?" | "help" => writeln!(out, "{HELP}")?,
            "h" | "hint" => {
                if let Some(best) = table.best() {
                    writeln!(out, "best is {}. {}", best + 1, table.look().choices[best].mv)?;
                }
            }
            "v" | "values" => {
                values = !values;
                fresh = true;
            }
            "u" | "undo" => match table.undo()? {
                true => fresh = true,
                false => writeln!(out, "there is nothing to take back")?,
            },
            wanted => match table.look().chosen(wanted) {
                Some(made) => {
                    table.make(made)?;
                    told(&table, &mut out)?;
                    fresh = true;
                }
                None => {
                    let many = table.look().choices.len();
                    writeln!(
                        out,
                        "`{}` is no legal move; write a number from 1 to {many}, or ?",
                        wanted.escape_debug()
                    )?;
                }
            },
        }
    }
    match table.is_ended() {
        true => writeln!(out, "\nthe last move ended the game")?,
        false => picture(&table, &mut out)?,
    }
    writeln!(out, "{}", table.verdict())?;
    Ok(out.flush()?)
}

fn picture(table: &Table<'_>, out: &mut impl Write) -> Result<(), Stop> {
    writeln!(out)?;
    for line in table.look().picture.lines(76) {
        writeln!(out, "   {line}")?;
    }
    Ok(())
}

fn show(table: &Table<'_>, values: bool, out: &mut impl Write) -> Result<(), Stop> {
    picture(table, out)?;
    writeln!(out, "{}", table.standing())?;
    let choices = &table.look().choices;
    for (i, choice) in choices.iter().take(LISTED).enumerate() {
        let gain = choice.gain.map_or(String::new(), |gain| format!(", gains {gain}"));
        let value = if values { format!(", worth {}", choice.value) } else { String::new() };
        writeln!(out, "{:>3}. {}{gain}{value}", i + 1, choice.mv)?;
    }
    if let Some(more) = choices.len().checked_sub(LISTED + 1) {
        writeln!(out, "     and {} more", more + 1)?;
    }
    Ok(())
}

/// What was just played, and what it cost.
fn told(table: &Table<'_>, out: &mut impl Write) -> Result<(), Stop> {
    let Some(turn) = table.played().last() else { return Ok(()) };
    let name = table.name(turn.by);
    let cost = match turn.cost {
        Cost::None => "no move is better".to_owned(),
        cost => format!("{name} {}", cost.past()),
    };
    Ok(writeln!(out, "{name}: {} ({cost})", turn.mv)?)
}
