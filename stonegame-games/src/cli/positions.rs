//! Nimbers and genera of games' positions: of one, or of those of a family with one number for data.

use super::period::words;
use super::theory_args::Grundy;
use super::{Stop, input, on_ctrl_c, plot, print};
use crate::catalogue::{Entry, Failure};
use crate::data::Data;
use crate::octal::{Failed, Observed, Rule, observe};
use crate::play::Play;
use crate::take_and_break::{Heaps, TakeAndBreak};
use serde::Serialize;
use std::io::{self, BufWriter, Write};
use stonegame_core::{Cancel, Genus, Misere, Solver};

/// How far a sequence goes if nothing else is said.
const FEW: usize = 20;

/// A game, or a rule as one.
struct Subject {
    game: &'static dyn Entry,
    /// What follows the heaps among the data.
    rule: Option<Rule>,
    name: String,
}

impl Subject {
    fn of(name: &str) -> Result<Subject, Stop> {
        if let Ok(rule) = name.parse::<Rule>() {
            let game = input::game("take-and-break").map_err(Stop::bad_input)?;
            let name = rule.to_string();
            return Ok(Subject { game, rule: Some(rule), name });
        }
        let game = input::game(name).map_err(|unknown| {
            // It looks like a code more than like a name.
            let code =
                name.starts_with(['.', '{']) || name.contains('.') || name.contains("all but");
            let bad = name.parse::<Rule>().err().filter(|_| code);
            Stop::bad_input(bad.map_or(unknown, |bad| bad.to_string()))
        })?;
        Ok(Subject { game, rule: None, name: game.about().slug.into() })
    }

    fn data(&self, data: &str) -> Data {
        match &self.rule {
            Some(rule) => Data::new(format!("{data} {rule}")),
            None => Data::new(data),
        }
    }
}

/// A position's nimber.
#[derive(Serialize)]
struct Position {
    game: String,
    data: String,
    #[serde(flatten)]
    worth: Worth,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<String>>,
}

/// What a position is worth, in the one play or the other.
#[derive(Serialize)]
#[serde(untagged)]
enum Worth {
    Normal { nimber: u32 },
    Misere { misere_nimber: u32, genus: String },
}

impl Worth {
    fn of(genus: &Genus) -> Self {
        Worth::Misere { misere_nimber: genus.misere(), genus: genus.to_string() }
    }

    fn nimber(&self) -> u32 {
        match *self {
            Worth::Normal { nimber } | Worth::Misere { misere_nimber: nimber, .. } => nimber,
        }
    }
}

/// A sequence of positions.
#[derive(Serialize)]
struct Sequence {
    game: String,
    from: usize,
    to: usize,
    max_nimber: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    observed: Option<Option<Observed>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    genera: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    zeros: Option<Vec<usize>>,
}

/// A position of a sequence.
#[derive(Serialize)]
struct Term<'w> {
    heap: usize,
    #[serde(flatten)]
    worth: &'w Worth,
}

pub(crate) fn run(grundy: &Grundy) -> Result<(), Stop> {
    let subject = Subject::of(&grundy.rule)?;
    let cancel = on_ctrl_c();
    if grundy.data.is_empty() {
        return sequence(grundy, &subject, &cancel);
    }
    let text = input::data(&grundy.data).map_err(Stop::bad_input)?;
    let worth = worth(grundy, &subject, &cancel, &text)?;
    let moves = match grundy.moves {
        true => {
            let solver = Solver::new().cancel(&cancel);
            Some(subject.game.nimber(&subject.data(&text), &solver, Some(0))?.moves)
        }
        false => None,
    };
    let position = Position { game: subject.name, data: text, worth, moves };
    let mut out = BufWriter::new(io::stdout().lock());
    if grundy.json || grundy.jsonl {
        writeln!(out, "{}", serde_json::to_string(&position).map_err(io::Error::from)?)?;
    } else {
        let Position { game, data, worth, moves } = &position;
        let loses = if worth.nimber() == 0 { "loses" } else { "wins" };
        match worth {
            Worth::Normal { nimber } => {
                writeln!(out, "{game} {data}: nimber {nimber}, the player to move {loses}")?;
            }
            Worth::Misere { misere_nimber, genus } => writeln!(
                out,
                "{game} {data} in misere play: nimber {misere_nimber}, genus {genus}, the player to move {loses}"
            )?,
        }
        for mv in moves.iter().flatten() {
            writeln!(out, "  {mv}")?;
        }
    }
    Ok(out.flush()?)
}

/// What a position is worth, in the play that was asked for.
fn worth(
    grundy: &Grundy,
    subject: &Subject,
    cancel: &Cancel,
    text: &str,
) -> Result<Worth, Failure> {
    let (data, solver) = (subject.data(text), Solver::new().cancel(cancel));
    match grundy.misere {
        true => Ok(Worth::of(&subject.game.genus(&data, &solver)?)),
        false => Ok(Worth::Normal { nimber: subject.game.nimber(&data, &solver, None)?.nimber }),
    }
}

/// The positions with the data 0, 1, 2 and so on, as far as the game takes such.
fn sequence(grundy: &Grundy, subject: &Subject, cancel: &Cancel) -> Result<(), Stop> {
    let to = grundy.to.unwrap_or(FEW);
    if let Some(limit) = subject.rule.as_ref().and_then(Rule::limit).filter(|limit| to > *limit) {
        return Err(Failed::BeyondRule { limit }.into());
    }
    let at = |n: usize| worth(grundy, subject, cancel, &n.to_string());
    // Some games have nothing that is empty.
    let from = usize::from(matches!(at(0), Err(Failure::Data(_))));
    let worths = match &subject.rule {
        Some(rule) => genera(rule, to, cancel)?,
        None => (from..=to).map(at).collect::<Result<Vec<Worth>, _>>()?,
    };
    let values: Vec<u32> = worths.iter().map(Worth::nimber).collect();
    let genera_of = worths.iter().filter_map(|worth| match worth {
        Worth::Misere { genus, .. } => Some(genus.clone()),
        Worth::Normal { .. } => None,
    });
    let zeros = || (from..).zip(&values).filter(|(_, value)| **value == 0).map(|(heap, _)| heap);
    let report = Sequence {
        game: subject.name.clone(),
        from,
        to,
        max_nimber: values.iter().max().copied(),
        observed: grundy.period.then(|| observe(&values)),
        values: (grundy.values || grundy.misere).then(|| values.clone()),
        genera: grundy.misere.then(|| genera_of.collect()),
        zeros: grundy.zeros.then(|| zeros().collect()),
    };
    plot::nimbers(grundy.plot.as_deref(), &report.game, from, values.iter().copied())?;
    let mut out = BufWriter::new(io::stdout().lock());
    if grundy.csv {
        writeln!(out, "heap,{}", if grundy.misere { "misere_nimber,genus" } else { "nimber" })?;
    }
    for (heap, worth) in (from..).zip(&worths) {
        if grundy.jsonl {
            let term = serde_json::to_string(&Term { heap, worth }).map_err(io::Error::from)?;
            writeln!(out, "{term}")?;
        } else if grundy.csv {
            match worth {
                Worth::Normal { nimber } => writeln!(out, "{heap},{nimber}")?,
                Worth::Misere { misere_nimber, genus } => {
                    writeln!(out, "{heap},{misere_nimber},\"{genus}\"")?;
                }
            }
        } else if grundy.misere && !grundy.json {
            writeln!(
                out,
                "{heap:>8}: {}",
                match worth {
                    Worth::Misere { genus, .. } => genus.clone(),
                    Worth::Normal { nimber } => nimber.to_string(),
                }
            )?;
        }
    }
    if grundy.json {
        writeln!(out, "{}", serde_json::to_string(&report).map_err(io::Error::from)?)?;
    } else if !grundy.csv && !grundy.jsonl && !grundy.misere {
        let observed = report.observed.map(|observed| match observed {
            Some(observed) => words(&observed, "positions"),
            None => "no repetition is seen".into(),
        });
        print::grundy(
            &mut out,
            &report.game,
            to,
            report.max_nimber,
            observed
                .map(|text| (text, "nothing is proven of a game that is no rule in a line".into())),
        )?;
        if grundy.values {
            print::in_rows(&mut out, from, values.iter().copied())?;
        }
        if grundy.zeros {
            print::zeros(&mut out, zeros())?;
        }
    }
    Ok(out.flush()?)
}

/// What single heaps of a rule are worth in misère play.
fn genera(rule: &Rule, to: usize, cancel: &Cancel) -> Result<Vec<Worth>, Failure> {
    let game = TakeAndBreak::new(rule.clone(), [], Play::Misere);
    let mut misere = Misere::by(&game, &Solver::new().cancel(cancel));
    let heaps = (0..=to).map_while(|heap| u32::try_from(heap).ok());
    heaps.map(|heap| Ok(Worth::of(&misere.genus(&Heaps::from([heap]))?))).collect()
}
