//! Sums of nimbers and positions.

use super::theory_args::NimSum;
use super::{Stop, input, on_ctrl_c, print};
use crate::catalogue::Entry;
use crate::data::Data;
use crate::octal::{Nimbers, Rule};
use crate::take_and_break::Take;
use serde::Serialize;
use std::io::{self, Write};
use stonegame_core::{Cancel, Solver};

/// What is added up.
enum Summand {
    Nimber(u64),
    Position(&'static dyn Entry, Data),
    Heap(Rule, u32),
}

/// A summand, its nimber, and the moves in it that win the sum.
#[derive(Serialize)]
struct Told {
    summand: String,
    nimber: u64,
    moves: Vec<String>,
}

/// The sum: the player to move loses if it is 0.
#[derive(Serialize)]
struct Report {
    sum: u64,
    summands: Vec<Told>,
}

impl Summand {
    fn of(text: &str) -> Result<Summand, Stop> {
        let text = text.trim();
        if let Ok(nimber) = text.parse() {
            return Ok(Summand::Nimber(nimber));
        }
        if let Some((rule, heap)) = text.rsplit_once(':') {
            let heap = heap.trim().parse();
            let why = |_| format!("`{text}` is no rule and heap, as 0.77:12");
            return Ok(Summand::Heap(
                rule.parse().map_err(Stop::bad_input)?,
                heap.map_err(why).map_err(Stop::bad_input)?,
            ));
        }
        let (game, data) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let (options, words): (Vec<&str>, Vec<&str>) =
            data.split_whitespace().partition(|word| word.starts_with("--"));
        let options = options.iter().map(|option| option.trim_start_matches('-'));
        let data = options.fold(Data::new(words.join(" ")), Data::option);
        Ok(Summand::Position(input::game(game).map_err(Stop::bad_input)?, data))
    }

    /// The nimber, and the moves to another one if that is asked for.
    fn solve(&self, cancel: &Cancel, to: Option<u64>) -> Result<(u64, Vec<String>), Stop> {
        // No position's nimber is larger than 32 bits: nothing leads to such.
        let lead = to.and_then(|to| u32::try_from(to).ok());
        match self {
            Summand::Nimber(nimber) => {
                let moves = to.filter(|to| to < nimber).map(|to| format!("to {to}"));
                Ok((*nimber, moves.into_iter().collect()))
            }
            Summand::Position(game, data) => {
                let found = game.nimber(data, &Solver::new().cancel(cancel), lead)?;
                Ok((found.nimber.into(), found.moves))
            }
            Summand::Heap(rule, heap) => {
                let mut nimbers = Nimbers::new(rule.clone()).cancel(cancel);
                nimbers.extend(*heap as usize)?;
                let of = |heap: u32| nimbers.get(heap.into()).unwrap_or(0);
                let takes = (0..=lead.map_or(0, |_| *heap)).flat_map(|taken| {
                    let left = rule.left(*heap, taken);
                    left.map(move |left| Take { heap: 0, size: *heap, taken, left })
                });
                let leads = |take: &Take| {
                    let sum = take.left.iter().fold(0, |sum, left| sum ^ of(*left));
                    Some(sum) == lead
                };
                let moves = takes.filter(leads).map(|take| take.to_string());
                Ok((of(*heap).into(), moves.collect()))
            }
        }
    }
}

pub(crate) fn run(sum: &NimSum) -> Result<(), Stop> {
    let cancel = on_ctrl_c();
    let summands = sum.summands.iter().map(|text| Summand::of(text));
    let summands: Vec<Summand> = summands.collect::<Result<_, _>>()?;
    let nimbers = summands.iter().map(|summand| Ok(summand.solve(&cancel, None)?.0));
    let nimbers: Vec<u64> = nimbers.collect::<Result<_, Stop>>()?;
    let all = nimbers.iter().fold(0, |sum, nimber| sum ^ nimber);
    let mut report = Report { sum: all, summands: vec![] };
    for ((text, summand), nimber) in sum.summands.iter().zip(&summands).zip(nimbers) {
        let moves = match all {
            0 => vec![],
            _ => summand.solve(&cancel, Some(nimber ^ all))?.1,
        };
        report.summands.push(Told { summand: text.clone(), nimber, moves });
    }
    let mut out = io::stdout().lock();
    if sum.json {
        writeln!(out, "{}", serde_json::to_string(&report).map_err(io::Error::from)?)?;
    } else if summands.iter().all(|summand| matches!(summand, Summand::Nimber(_))) {
        writeln!(out, "{all}")?;
    } else {
        print::sum(
            &mut out,
            all,
            report.summands.iter().map(|told| (&told.summand[..], told.nimber, &told.moves[..])),
        )?;
    }
    Ok(())
}
