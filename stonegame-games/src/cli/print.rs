//! What the program prints.

use crate::catalogue::{About, Entry, Report};
use anstyle::{AnsiColor, Style};
use std::io::{Result, Write};

const TITLE: Style = Style::new().bold();
const LABEL: Style = AnsiColor::Cyan.on_default();
const FAULT: Style = AnsiColor::Red.on_default().bold();

/// A message on standard error, on one line.
pub(crate) fn error(message: &str) {
    // Nobody is left to be told if this fails.
    let _ = writeln!(anstream::stderr(), "{FAULT}error:{FAULT:#} {message}");
}

/// The games.
pub(crate) fn list(games: &[&dyn Entry], json: bool) -> Result<()> {
    let about: Vec<About> = games.iter().map(|game| game.about()).collect();
    let mut out = anstream::stdout().lock();
    if json {
        return writeln!(out, "{}", serde_json::to_string(&about)?);
    }
    let width = about.iter().map(|about| about.slug.len()).max().unwrap_or(0);
    for About { slug, number, rules, data, options, .. } in about {
        let number = number.map_or(String::new(), |number| number.to_string());
        writeln!(out, "{TITLE}{slug:width$}{TITLE:#} {number:>5}  {rules}")?;
        let options: String = options.iter().map(|option| format!(" [--{option}]")).collect();
        if !data.is_empty() || !options.is_empty() {
            let line = format!("{data}{options}");
            writeln!(out, "{:width$} {:>5}  {LABEL}data{LABEL:#} {}", "", "", line.trim())?;
        }
    }
    Ok(())
}

/// One JSON object on one line.
pub(crate) fn object(object: &impl serde::Serialize) -> Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    serde_json::to_writer(&mut out, object)?;
    writeln!(out)?;
    out.flush()
}

/// A few aligned lines.
pub(crate) fn person(about: About, report: &Report) -> Result<()> {
    let mut out = anstream::AutoStream::auto(std::io::stdout()).lock();
    let mut text = Vec::new();
    write_person(&mut text, about, report)?;
    out.write_all(&text)
}

fn write_person(out: &mut impl Write, about: About, report: &Report) -> Result<()> {
    let number = about.number.map_or(String::new(), |number| format!(", LeetCode {number}"));
    let options: String = report.options.iter().map(|option| format!(" --{option}")).collect();
    writeln!(out, "{TITLE}{}{options}{TITLE:#}{number}: {}", about.title, about.rules)?;
    let mut label = |label: &str, text: &str| {
        let (label, gap) = (format!("{LABEL}{label}{LABEL:#}"), 11 - label.len());
        writeln!(out, "{label}{:gap$}{text}", "")
    };
    label("value", &format!("{} for the first player", report.value))?;
    label("answer", &report.answer.to_string())?;
    if let Some([first, second]) = report.scores {
        label("scores", &format!("{first} to {second}"))?;
    }
    label("engine", &format!("{}: {}", report.engine, report.reason))?;
    label("positions", &report.positions.to_string())?;
    if let Some(moves) = &report.moves {
        if moves.is_empty() {
            label("moves", "none")?;
        }
        let width = moves.iter().map(|mv| mv.mv.len()).max().unwrap_or(0);
        for (i, mv) in moves.iter().enumerate() {
            label(if i == 0 { "moves" } else { "" }, &format!("{:width$}  {}", mv.mv, mv.value))?;
        }
    }
    if let Some(line) = &report.line {
        if line.is_empty() {
            let goes_round = report.positions > 1;
            let why =
                if goes_round { "nobody can force play to an end" } else { "no move is legal" };
            label("line", why)?;
        }
        let width = line.iter().map(|ply| ply.mv.len()).max().unwrap_or(0);
        for (i, ply) in line.iter().enumerate() {
            let by = if ply.by == 1 { "first " } else { "second" };
            let text = match ply.gain {
                Some(gain) => format!("{by}  {:width$}  gains {gain}", ply.mv),
                None => format!("{by}  {}", ply.mv),
            };
            label(if i == 0 { "line" } else { "" }, &text)?;
        }
    }
    Ok(())
}

/// What is known of a rule's nimbers, and whether they repeat and why.
pub(crate) fn grundy(
    out: &mut impl Write,
    code: &str,
    to: usize,
    max_nimber: Option<u32>,
    proof: Option<(String, String)>,
) -> Result<()> {
    let max_nimber = max_nimber.map_or("unknown".into(), |nimber| nimber.to_string());
    writeln!(out, "{code}: the largest nimber of the heaps up to {to} is {max_nimber}")?;
    if let Some((found, why)) = proof {
        writeln!(out, "{found}")?;
        writeln!(out, "  {why}")?;
    }
    Ok(())
}

/// Numbers in rows of twenty, each row with the place of its first.
pub(crate) fn in_rows(
    out: &mut impl Write,
    from: usize,
    numbers: impl Iterator<Item = u32>,
) -> Result<()> {
    for (i, number) in numbers.enumerate() {
        if i % 20 == 0 {
            let end = if i > 0 { "\n" } else { "" };
            write!(out, "{end}{:>8}:", from + i)?;
        }
        write!(out, " {number:>3}")?;
    }
    writeln!(out)
}

/// The heaps in which the player to move loses.
pub(crate) fn zeros(out: &mut impl Write, heaps: impl Iterator<Item = usize>) -> Result<()> {
    write!(out, "lost:")?;
    for heap in heaps {
        write!(out, " {heap}")?;
    }
    writeln!(out)
}

/// A sum, its summands, and the moves that win it.
pub(crate) fn sum<'s>(
    out: &mut impl Write,
    sum: u64,
    summands: impl Iterator<Item = (&'s str, u64, &'s [String])>,
) -> Result<()> {
    for (summand, nimber, moves) in summands {
        writeln!(out, "{summand}: {nimber}")?;
        moves.iter().try_for_each(|mv| writeln!(out, "  {mv}"))?;
    }
    let loses = if sum == 0 { "the player to move loses" } else { "the moves above win" };
    writeln!(out, "nim-sum {sum}: {loses}")
}
