//! Every published row through every engine that can run it.

use serde::Deserialize;
use serde_json::Value as Json;
use stonegame_core::{Engine, Solver};
use stonegame_games::catalogue::{Request, find};
use stonegame_games::data::Data;

/// A row of `data/leetcode.jsonl`.
#[derive(Deserialize)]
struct Published {
    id: String,
    problem: u32,
    name: String,
    input: serde_json::Map<String, Json>,
    expected: Json,
}

/// The longest row that is given to the reference engine, whose work doubles with every pile.
const TINY: usize = 13;

#[test]
fn published_answers_with_every_engine() {
    let rows: Vec<Published> = include_str!("data/leetcode.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let mut solved = [0; 5];
    for row in &rows {
        let game = find(&row.problem.to_string()).unwrap();
        assert_eq!(game.about().slug, row.name, "{}", row.id);
        let (_, piles) = row.input.iter().next().unwrap();
        let data = Data::new(piles.to_string());
        let len = piles.as_array().unwrap().len();
        let mut expected = None;
        for (i, engine) in Engine::SEARCHING
            .map(Some)
            .into_iter()
            .chain([None])
            .enumerate()
        {
            if engine == Some(Engine::Reference) && len > TINY {
                continue;
            }
            let solver = engine.into_iter().fold(Solver::new(), Solver::engine);
            let request = Request::new(solver).line(true).moves(true);
            let mut report = game.solve(&data, &request).unwrap();
            let answer = serde_json::to_value(report.answer.to_string()).unwrap();
            let published = match &row.expected {
                Json::String(word) => word.clone(),
                other => other.to_string(),
            };
            assert_eq!(answer, Json::String(published), "{} by {engine:?}", row.id);
            // What does not depend on the engine is the same for all.
            report.engine = Engine::Memo;
            report.reason.clear();
            report.positions = 0;
            assert_eq!(
                *expected.get_or_insert(report.clone()),
                report,
                "{} {engine:?}",
                row.id
            );
            solved[i] += 1;
        }
    }
    assert!(rows.len() >= 60, "the corpus is not there");
    assert!(solved.iter().all(|count| *count >= 30), "{solved:?}");
}
