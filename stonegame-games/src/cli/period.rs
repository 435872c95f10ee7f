//! The repetition that a sequence shows.

use super::theory_args::Period;
use super::{Stop, input};
use crate::data::{Data, Reader};
use crate::octal::{Observed, observe};
use serde::Serialize;
use std::io::{self, Write};

/// What a sequence shows: nothing of it is proven.
#[derive(Serialize)]
struct Report {
    terms: usize,
    observed: Option<Observed>,
}

pub(crate) fn run(period: &Period) -> Result<(), Stop> {
    let text = input::data(&period.numbers).map_err(Stop::bad_input)?;
    let data = Data::new(text);
    let read = Reader::new(&data).row_within("numbers", 0..=u32::MAX);
    let values: Vec<u32> = read.map_err(Stop::bad_input)?;
    let report = Report { terms: values.len(), observed: observe(&values) };
    let mut out = io::stdout().lock();
    if period.json {
        return Ok(writeln!(out, "{}", serde_json::to_string(&report).map_err(io::Error::from)?)?);
    }
    match report.observed {
        Some(observed) => writeln!(out, "{}", words(&observed, "terms"))?,
        None => writeln!(out, "no repetition over half of {} terms", report.terms)?,
    }
    Ok(())
}

/// What was observed, and that it is no more than that.
pub(crate) fn words(observed: &Observed, terms: &str) -> String {
    let Observed { preperiod, period, saltus, over } = *observed;
    let raised = match saltus {
        0 => String::new(),
        saltus => format!(", each time by {saltus} greater"),
    };
    format!(
        "only observed, over {over} {terms}: repeats every {period} from {preperiod} on{raised}"
    )
}
