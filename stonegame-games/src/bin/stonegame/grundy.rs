//! Nimbers of rules in a line.

use crate::args::Grundy;
use crate::{NOT_SOLVED, Stop, on_ctrl_c, print};
use serde::Serialize;
use std::io::{self, BufWriter, Write};
use stonegame_games::octal::{Failed, Nimbers, Rule};

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
}

/// Nimbers were not found.
impl From<Failed> for Stop {
    fn from(failed: Failed) -> Self {
        Stop { status: NOT_SOLVED, message: Some(failed.to_string()) }
    }
}

pub(crate) fn run(grundy: &Grundy) -> Result<(), Stop> {
    let rule: Rule = grundy.code.parse().map_err(Stop::bad_input)?;
    let (code, to) = (rule.to_string(), grundy.to);
    let cancel = on_ctrl_c();
    let mut nimbers = Nimbers::new(rule).cancel(&cancel);
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
    });
    let report = Report { code, to, max_nimber, period: proof };
    let mut out = BufWriter::new(io::stdout().lock());
    let going_on = |heap: &u64| !heap.is_multiple_of(1024) || !cancel.is_cancelled();
    let values = || (0..=to as u64).take_while(going_on).map_while(|heap| nimbers.get(heap));
    if grundy.csv {
        writeln!(out, "heap,nimber")?;
        for (heap, nimber) in values().enumerate() {
            writeln!(out, "{heap},{nimber}")?;
        }
    } else if grundy.json {
        let mut text = serde_json::to_string(&report).map_err(io::Error::from)?;
        if grundy.values {
            // As they come: there may be more than fit a text in memory.
            text.pop();
            write!(out, "{text},\"values\":[")?;
            for (heap, nimber) in values().enumerate() {
                write!(out, "{}{nimber}", if heap > 0 { "," } else { "" })?;
            }
            writeln!(out, "]}}")?;
        } else {
            writeln!(out, "{text}")?;
        }
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
            None => (
                "no period is proven up to there".into(),
                format!("looked at {} heaps", nimbers.len()),
            ),
        });
        print::grundy(&mut out, &report.code, to, max_nimber, proof)?;
        if grundy.values {
            print::in_rows(&mut out, values())?;
        }
    }
    out.flush()?;
    match cancel.is_cancelled() {
        true => Err(Failed::Cancelled { heaps: nimbers.len() }.into()),
        false => Ok(()),
    }
}

/// The nim-sum of some nimbers.
pub(crate) fn nim_sum(nimbers: &[u64]) -> Result<(), Stop> {
    let sum = nimbers.iter().fold(0, |sum, nimber| sum ^ nimber);
    Ok(writeln!(io::stdout().lock(), "{sum}")?)
}
