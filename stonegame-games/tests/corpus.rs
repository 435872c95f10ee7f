//! Every published case through every engine that can run it, and through the plan with engines switched off
//! one at a time.

use serde::Deserialize;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use stonegame_core::{Cancel, Engine, Error, Solver};
use stonegame_games::catalogue::{Failure, Report, Request, find};
use stonegame_games::data::Data;

/// A case: a game of the catalogue, its data, and what is known of them.
struct Case {
    name: String,
    game: String,
    data: Data,
    known: Known,
}

/// What a source says.
enum Known {
    /// The judge's answer.
    Answer(String),
    /// The first player's value.
    Value(i128),
}

/// A row of `data/leetcode.jsonl` or `data/contests.jsonl`.
#[derive(Deserialize)]
struct Row {
    #[serde(default)]
    id: String,
    #[serde(default)]
    judge: String,
    problem: Json,
    input: serde_json::Map<String, Json>,
    expected: Json,
}

/// A value as a word of data.
fn word(json: &Json) -> String {
    match json {
        Json::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn rows(text: &str) -> impl Iterator<Item = Row> {
    text.lines().map(|line| serde_json::from_str(line).unwrap())
}

fn leetcode() -> impl Iterator<Item = Case> {
    rows(include_str!("data/leetcode.jsonl")).map(|row| {
        let words: Vec<String> = row.input.values().map(word).collect();
        Case {
            name: row.id,
            game: row.problem.to_string(),
            data: Data::new(words.join(" ")),
            known: Known::Answer(word(&row.expected)),
        }
    })
}

fn contests() -> impl Iterator<Item = Case> {
    rows(include_str!("data/contests.jsonl")).flat_map(|row| {
        let problem = format!("{} {}", row.judge, word(&row.problem));
        let input = |key: &str| row.input.get(key).map_or(String::new(), word);
        let case = |game: &str, data: String, answer: String| Case {
            name: problem.clone(),
            game: game.into(),
            data: Data::new(data),
            known: Known::Answer(answer),
        };
        let expected = word(&row.expected);
        match problem.as_str() {
            "CSES 1097" => vec![case("removal-game", input("x"), expected)],
            // Whether the first player strictly wins: Stone Game's question.
            "CSES tira25k 3529" => vec![case("stone-game", input("x"), expected)],
            "CSES 1729" => (1..)
                .zip(expected.chars())
                .map(|(n, letter)| {
                    let answer = if letter == 'W' { "win" } else { "loss" };
                    case("subtraction", format!("{n} {}", input("p")), answer.into())
                })
                .collect(),
            "CSES 1730" => {
                let answer = if expected == "first" { "win" } else { "loss" };
                vec![case("nim", input("x"), answer.into())]
            }
            "AtCoder dp_k" => {
                let data = format!("{} {}", input("k"), input("a"));
                vec![case("stones", data, expected)]
            }
            "AtCoder dp_l" => vec![case("deque", input("x"), expected)],
            "UVa 10891" => vec![case("game-of-sum", input("x"), expected)],
            "Codeforces 731E" => vec![case("stone-game-viii", input("x"), expected)],
            other => panic!("no game for {other}"),
        }
    })
}

/// The lines of a table, each column by its name.
fn table(text: &str) -> impl Iterator<Item = BTreeMap<&str, &str>> {
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap_or("").split('\t').collect();
    lines.map(move |line| names.iter().copied().zip(line.split('\t')).collect())
}

/// The boards whose positions a memo can hold, in a debug build in a few seconds.
fn kalah() -> impl Iterator<Item = Case> {
    table(include_str!("data/kalah.tsv")).filter_map(|row| {
        let (pits, seeds): (u32, u32) = (row["holes"].parse().ok()?, row["seeds"].parse().ok()?);
        let few = pits * seeds <= 10 || (pits, seeds) == (3, 5);
        let more = !cfg!(debug_assertions) && (pits, seeds) == (4, 3);
        let margin = row["first_player_margin"].parse().ok();
        let (name, data) =
            (format!("Kalah({pits}, {seeds})"), Data::new(format!("{pits} {seeds}")));
        let data = match row["empty_capture"] {
            "1" => data.option("empty-capture"),
            _ => data,
        };
        let game = "kalah".into();
        (few || more).then_some(())?;
        Some(Case { name, game, data, known: Known::Value(margin?) })
    })
}

fn dots_and_boxes() -> impl Iterator<Item = Case> {
    table(include_str!("data/dots_and_boxes.tsv")).filter_map(|row| {
        let (rows, columns): (u32, u32) =
            (row["box_rows"].parse().ok()?, row["box_cols"].parse().ok()?);
        let margin = row["first_player_margin"].parse().ok()?;
        let edges = (rows + 1) * columns + rows * (columns + 1);
        let name = format!("Dots and Boxes {rows} by {columns}");
        let (game, data) = ("dots-and-boxes".into(), Data::new(format!("{rows} {columns}")));
        let within_reach = edges <= if cfg!(debug_assertions) { 17 } else { 24 };
        within_reach.then_some(Case { name, game, data, known: Known::Value(margin) })
    })
}

/// The most positions that any engine but the planned one evaluates.
const MOST: u64 = if cfg!(debug_assertions) { 5_000 } else { 500_000 };

/// Solves a case within so many positions, each counted as often as it is evaluated; `None` if an engine
/// cannot.
fn solve(case: &Case, solver: Solver, most: u64, line: bool) -> Option<Report> {
    let cancel = Cancel::new();
    let flag = cancel.clone();
    let solver = solver.cancel(&cancel).progress(move |progress| {
        if progress.evaluated > most {
            flag.cancel();
        }
    });
    let game = find(&case.game).unwrap_or_else(|| panic!("no game {}", case.game));
    match game.solve(&case.data, &Request::new(solver).line(line).moves(line)) {
        Ok(report) => Some(report),
        Err(Failure::Solve(
            Error::CannotRun { .. }
            | Error::Cancelled { .. }
            | Error::TooMany { .. }
            | Error::TooLong { .. }
            | Error::OverBudget { .. },
        )) => None,
        // Cat and Mouse alone goes round, which not every engine can: the plan takes one that can.
        Err(Failure::Solve(Error::Cycle { .. })) if ["913", "1728"].contains(&&*case.game) => None,
        Err(error) => panic!("{}: {error}", case.name),
    }
}

fn is_known(case: &Case, report: &Report) {
    match &case.known {
        Known::Answer(answer) => assert_eq!(*answer, report.answer.to_string(), "{}", case.name),
        Known::Value(value) => {
            assert_eq!(value.to_string(), report.value.to_string(), "{}", case.name)
        }
    }
}

/// What does not depend on the engine.
fn common(mut report: Report) -> Report {
    report.engine = Engine::Memo;
    report.reason.clear();
    report.positions = 0;
    report
}

#[test]
fn published_cases_by_every_engine_and_without_each() {
    let all: Vec<Case> =
        leetcode().chain(contests()).chain(kalah()).chain(dots_and_boxes()).collect();
    let mut by = BTreeMap::new();
    let mut without = BTreeMap::new();
    for case in &all {
        // By the plan, whatever it takes.
        let planned = solve(case, Solver::new(), u64::MAX, false).expect("the plan can run");
        is_known(case, &planned);
        let mut expected = None;
        for engine in Engine::ALL {
            // A theorem evaluates one position, and a line from it may be as long as the game.
            // Lines by retrograde analysis win in the fewest plies, and so may be others.
            let lines = ![Engine::Theorem, Engine::Retrograde].contains(&engine);
            let few = lines && planned.positions <= MOST / 10;
            if let Some(report) = solve(case, Solver::new().engine(engine), MOST, few) {
                assert_eq!(report.engine, engine);
                is_known(case, &report);
                *by.entry(engine.name()).or_insert(0) += 1;
                if few {
                    let report = common(report);
                    let expected = expected.get_or_insert_with(|| report.clone());
                    assert_eq!(*expected, report, "{} by {engine}", case.name);
                }
            }
            if let Some(report) = solve(case, Solver::new().without(engine), MOST, false) {
                assert_ne!(report.engine, engine);
                is_known(case, &report);
                *without.entry(engine.name()).or_insert(0) += 1;
            }
        }
    }
    // The corpus is there, and each engine had its share.
    assert!(all.len() >= 300, "{}", all.len());
    let least = [
        ("memo", 200),
        ("reference", 100),
        ("rolling", 150),
        ("table", 150),
        ("theorem", 80),
        ("retrograde", 200),
        ("alpha-beta", 200),
        ("proof", 50),
    ];
    for (engine, least) in least {
        assert!(by[engine] >= least, "{engine}: {by:?}");
        assert!(without[engine] >= 200, "without {engine}: {without:?}");
    }
}
