//! Nimbers of rules in a line.

use super::period::words;
use super::theory_args::Grundy;
use super::{NOT_SOLVED, Stop, on_ctrl_c, plot, positions, print, progress};
use crate::octal::{Failed, Nimbers, Observed, Rule, observe};
use serde::Serialize;
use std::io::{self, BufWriter, Write};

/// What is told of a rule's nimbers.
#[derive(Serialize)]
struct Report {
    code: String,
    to: usize,
    max_nimber: Option<u32>,
    #[serde(flatten)]
    period: Option<Proof>,
}

/// The period, or that none was proven.
#[derive(Serialize)]
struct Proof {
    preperiod: Option<usize>,
    period: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    saltus: Option<u32>,
    proven: Option<bool>,
    /// What is seen where nothing is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    observed: Option<Observed>,
}

/// Nimbers were not found.
impl From<Failed> for Stop {
    fn from(failed: Failed) -> Self {
        Stop { status: NOT_SOLVED, message: Some(failed.to_string()) }
    }
}

pub(crate) fn run(grundy: &Grundy) -> Result<(), Stop> {
    // Before the work is done, whether its plot can be written.
    grundy.plot.as_deref().map(plot::Format::of).transpose()?;
    match grundy.rule.parse() {
        Ok(rule) if grundy.data.is_empty() && !grundy.misere => sequence(grundy, rule),
        _ => positions::run(grundy),
    }
}

/// How far a rule's nimbers go if nothing else is said.
const MANY: usize = 10_000;

/// The nimbers of a rule's heaps.
fn sequence(grundy: &Grundy, rule: Rule) -> Result<(), Stop> {
    let (code, to) = (rule.to_string(), grundy.to.unwrap_or(MANY));
    let cancel = on_ctrl_c();
    let (tell, total) = (progress::listener("heaps"), to as u64 + 1);
    let mut nimbers = Nimbers::new(rule)
        .cancel(&cancel)
        .threads(grundy.threads)
        .progress(move |heaps| tell(heaps as u64, Some(total)));
    if grundy.period {
        nimbers.prove(to)?;
    } else {
        nimbers.extend(to)?;
    }
    let period = nimbers.period();
    if period.is_some() && nimbers.get(to as u64).is_none() {
        let message =
            format!("the nimbers up to {to} beans do not fit 32 bits; ask for smaller heaps");
        return Err(Stop { status: NOT_SOLVED, message: Some(message) });
    }
    // Of a proven period, the last heaps have the greatest nimbers, if any have greater ones than before.
    let last = period.map_or(0, |period| period.period);
    let found = (0..nimbers.len().min(to.saturating_add(1))).chain(to.saturating_sub(last)..=to);
    let max_nimber = found.map_while(|heap| nimbers.get(heap as u64)).max();
    let proof = grundy.period.then(|| Proof {
        preperiod: period.map(|period| period.preperiod),
        period: period.map(|period| period.period),
        saltus: period.map(|period| period.saltus).filter(|saltus| *saltus > 0),
        proven: period.map(|_| true),
        observed: if period.is_none() { observe(&nimbers.to_vec()) } else { None },
    });
    let report = Report { code, to, max_nimber, period: proof };
    let drawn = (0..=to as u64).map_while(|heap| nimbers.get(heap));
    plot::nimbers(grundy.plot.as_deref(), &report.code, 0, drawn)?;
    let mut out = BufWriter::new(io::stdout().lock());
    let going_on = |heap: &u64| !heap.is_multiple_of(1024) || !cancel.is_cancelled();
    let values = || (0..=to as u64).take_while(going_on).map_while(|heap| nimbers.get(heap));
    let zeros = || (0..).zip(values()).filter(|(_, nimber)| *nimber == 0).map(|(heap, _)| heap);
    if grundy.csv {
        writeln!(out, "heap,nimber")?;
        for (heap, nimber) in values().enumerate() {
            writeln!(out, "{heap},{nimber}")?;
        }
    } else if grundy.jsonl {
        for (heap, nimber) in values().enumerate() {
            writeln!(out, "{{\"heap\":{heap},\"nimber\":{nimber}}}")?;
        }
    } else if grundy.json {
        let mut text = serde_json::to_string(&report).map_err(io::Error::from)?;
        // As they come: there may be more than fit a text in memory.
        text.pop();
        write!(out, "{text}")?;
        if grundy.values {
            list(&mut out, "values", values())?;
        }
        if grundy.zeros {
            list(&mut out, "zeros", zeros())?;
        }
        writeln!(out, "}}")?;
    } else {
        let proof = grundy.period.then(|| match period {
            Some(period) => {
                let Report { code, .. } = &report;
                let from = period.preperiod;
                let grown = match period.saltus {
                    0 => String::new(),
                    saltus => format!(", each time {saltus} greater"),
                };
                let found =
                    format!("{code} repeats every {} beans from {from} on{grown}", period.period);
                (found, period.certificate(nimbers.rule()).to_string())
            }
            None => {
                let observed = report.period.as_ref().and_then(|proof| proof.observed);
                let seen = observed.map(|observed| words(&observed, "heaps"));
                let looked = format!("looked at {} heaps", nimbers.len());
                ("no period is proven up to there".into(), seen.unwrap_or(looked))
            }
        });
        print::grundy(&mut out, &report.code, to, max_nimber, proof)?;
        if grundy.values {
            print::in_rows(&mut out, 0, values())?;
        }
        if grundy.zeros {
            print::zeros(&mut out, zeros())?;
        }
    }
    out.flush()?;
    match cancel.is_cancelled() {
        true => Err(Failed::Cancelled { heaps: nimbers.len() }.into()),
        false => Ok(()),
    }
}

/// A list of numbers under a name, behind others in a JSON object.
fn list(
    out: &mut impl Write,
    name: &str,
    numbers: impl Iterator<Item = impl std::fmt::Display>,
) -> io::Result<()> {
    write!(out, ",\"{name}\":[")?;
    for (i, number) in numbers.enumerate() {
        write!(out, "{}{number}", if i > 0 { "," } else { "" })?;
    }
    write!(out, "]")
}
