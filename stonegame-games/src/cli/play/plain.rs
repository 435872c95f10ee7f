//! Line by line: over a pipe, for a screen reader, or by wish.

use super::table::Table;
use crate::cli::Stop;
use std::io::{BufRead, Write};

const HELP: &str =
    "a number or a move's name makes it; h hint, v values, u undo, q quit, ? this help";

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
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
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
            "u" | "undo" => match table.undo() {
                true => fresh = true,
                false => writeln!(out, "there is nothing to take back")?,
            },
            wanted => match chosen(&table, wanted) {
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
    picture(&table, &mut out)?;
    writeln!(out, "{}", table.verdict())?;
    Ok(out.flush()?)
}

/// A move by its number, or else by its name.
fn chosen(table: &Table<'_>, wanted: &str) -> Option<usize> {
    let choices = &table.look().choices;
    let by_number = wanted.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let by_number = by_number.filter(|number| *number < choices.len());
    by_number.or_else(|| choices.iter().position(|choice| choice.mv == wanted))
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
    let cost = match turn.is_best() {
        true => "no move is better".to_owned(),
        false => format!("{name} {}", turn.cost()),
    };
    Ok(writeln!(out, "{name}: {} ({cost})", turn.mv())?)
}
