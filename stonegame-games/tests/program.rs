//! The program from outside: what it prints, and how it ends.

use assert_cmd::Command;
use predicates::prelude::*;
use serde_json::{Value as Json, json};
use stonegame_games::catalogue::GAMES;

fn stonegame(words: &[&str]) -> Command {
    let mut command = Command::cargo_bin("stonegame").unwrap();
    command.args(words);
    command
}

/// The JSON object that a solve prints, which must be one line.
fn solved(words: &[&str]) -> Json {
    let output = stonegame(words).assert().success().stderr("").get_output().stdout.clone();
    let text = String::from_utf8(output).unwrap();
    assert_eq!(text.matches('\n').count(), 1, "{text}");
    serde_json::from_str(&text).unwrap()
}

/// A run that ends with an exit status and one line on standard error, nothing on standard output.
fn fails(words: &[&str], code: i32, message: &str) {
    let one_line = predicate::function(|text: &str| text.trim_end().lines().count() == 1);
    stonegame(words)
        .assert()
        .code(code)
        .stdout("")
        .stderr(predicate::str::contains(message).and(one_line));
}

#[test]
fn a_solve_as_json() {
    assert_eq!(
        solved(&["solve", "predict-the-winner", "1,5,233,7", "--json", "--line", "--moves"]),
        json!({
            "game": "predict-the-winner",
            "number": 486,
            "value": 222,
            "answer": true,
            "engine": "table",
            "reason": "layered, and rolling would save little of 160 bytes",
            "positions": 15,
            "scores": [234, 12],
            "moves": [{ "move": "left", "value": 222 }, { "move": "right", "value": -222 }],
            "line": [
                { "by": 1, "move": "left", "gain": 1 },
                { "by": 2, "move": "left", "gain": 5 },
                { "by": 1, "move": "left", "gain": 233 },
                { "by": 2, "move": "left", "gain": 7 },
            ],
        })
    );
}

#[test]
fn every_game_in_its_judges_words() {
    for (words, value, answer) in [
        (["486", "[1,5,2]"], -2, json!(false)),
        (["877", "5 3 4 5"], 1, json!(true)),
        (["stone-game", "2,2"], 0, json!(false)),
        (["1406", "1,2,3,7"], -1, json!("Bob")),
        (["stone-game-iii", "1,2,3,6"], 0, json!("Tie")),
        (["1690", "[5, 3, 1, 4, 2]"], 6, json!(6)),
    ] {
        let report = solved(&["solve", words[0], words[1], "--json"]);
        assert_eq!((&report["value"], &report["answer"]), (&json!(value), &answer), "{words:?}");
        let scores = report["scores"].as_array().unwrap();
        assert_eq!(scores[0].as_i64().unwrap() - scores[1].as_i64().unwrap(), value);
    }
}

#[test]
fn a_game_without_data_is_solved_whole() {
    let report = solved(&["solve", "tic-tac-toe", "--json"]);
    assert_eq!((&report["value"], &report["positions"]), (&json!("draw"), &json!(5478)));
}

#[test]
fn options_change_the_rules_of_games_that_have_them() {
    let value =
        |words: &[&str]| solved(&[&["solve"], words, &["--json"]].concat())["value"].clone();
    assert_eq!(value(&["nim", "1,1,1"]), "win");
    assert_eq!(value(&["nim", "1,1,1", "--misere"]), "loss");
    assert_eq!(value(&["kalah", "4", "3"]), 6);
    assert_eq!(value(&["kalah", "2", "3", "--empty-capture"]), -2);
    fails(&["solve", "486", "1", "--misere"], 2, "predict-the-winner has no option `--misere`");
}

#[test]
fn negative_numbers_are_data_wherever_options_stand() {
    let report = solved(&["solve", "1406", "-1,2,3", "--json", "--engine", "memo"]);
    assert_eq!((&report["value"], &report["engine"]), (&json!(4), &json!("memo")));
    assert_eq!(solved(&["solve", "486", "-1", "-2", "--json"])["value"], 1);
    assert_eq!(solved(&["solve", "--json", "486", "-1", "--line", "-2"])["value"], 1);
    assert_eq!(solved(&["solve", "486", "--json", "--", "-1", "-2"])["value"], 1);
}

#[test]
fn every_engine_by_name() {
    for engine in ["reference", "memo", "table", "rolling", "retrograde", "alpha-beta"] {
        let report =
            solved(&["solve", "1690", "7,90,5,1,100,10,10,2", "--json", "--engine", engine]);
        assert_eq!((&report["value"], &report["engine"]), (&json!(122), &json!(engine)));
        assert_eq!(report["reason"], "asked for");
    }
    let report = solved(&["solve", "nim", "3,4,5", "--json", "--engine", "proof"]);
    assert_eq!((&report["value"], &report["engine"]), (&json!("win"), &json!("proof")));
    let report = solved(&["solve", "486", "--engine", "auto", "--json", "3"]);
    assert_eq!(report["engine"], "table");
}

#[test]
fn data_from_files_and_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("row");
    std::fs::write(&path, "[1, 5,\n 233, 7]\n").unwrap();
    let from_file = format!("@{}", path.display());
    assert_eq!(solved(&["solve", "486", &from_file, "--json"])["value"], 222);
    stonegame(&["solve", "486", "-", "--json"])
        .write_stdin("1 5\n233,7\n")
        .assert()
        .success()
        .stdout(predicate::str::contains("\"value\":222"));
}

#[test]
fn rows_without_a_choice() {
    for game in ["486", "877", "1406", "1690"] {
        for empty in ["[]", "", " "] {
            let report = solved(&["solve", game, empty, "--json", "--line", "--moves"]);
            assert_eq!(report["value"], 0, "{game}");
            assert_eq!((&report["moves"], &report["line"]), (&json!([]), &json!([])));
            assert_eq!(report["scores"], json!([0, 0]));
        }
        stonegame(&["solve", game, "[]", "--line", "--moves"]).assert().success();
        assert_eq!(
            solved(&["solve", game, "5", "--json"])["value"],
            if game == "1690" { 0 } else { 5 }
        );
    }
}

#[test]
fn numbers_beyond_32_bits() {
    let row = "2147483647,-2147483648";
    assert_eq!(solved(&["solve", "486", row, "--json"])["value"], 4_294_967_295i64);
    // Each player's own total may need more than the 64 bits of the value.
    let row = "9223372036854775807,9223372036854775807,9223372036854775807";
    let text = stonegame(&["solve", "486", row, "--json"]).assert().success();
    text.stdout(predicate::str::contains("\"scores\":[18446744073709551614,9223372036854775807]"));
}

#[test]
fn bad_input_is_told_in_one_line() {
    fails(&["solve", "predict-the-loser", "1"], 2, "did you mean `predict-the-winner`?");
    fails(&["solve", "487", "1"], 2, "no game is called `487`; `stonegame list` names them all");
    fails(&["solve", "486", "1,x,2"], 2, "`x`, number 2 of the row, is not a whole number");
    fails(&["solve", "486", "1,2.5"], 2, "`2.5`, number 2");
    fails(&["solve", "486", "1,,2"], 2, "number 2 of the row is missing");
    fails(&["solve", "486", "[1,2"], 2, "brackets can only stand around all of the row");
    fails(&["solve", "486", "9223372036854775808"], 2, "does not fit 64 bits");
    fails(&["solve", "486", "@no/such/file"], 2, "cannot read the file `no/such/file`");
    fails(&["solve", "486"], 2, "predict-the-winner needs data: the numbers, from left to right");
    // The parser of options has its own words, of more than one line.
    stonegame(&["solve", "486", "1", "--engine", "magic"]).assert().code(2).stdout("");
    stonegame(&["solve", "486", "1", "--memory", "much"]).assert().code(2).stdout("");
    stonegame(&["solve", "486", "1", "--threads", "-1"]).assert().code(2).stdout("");
    stonegame(&["resolve"]).assert().code(2).stdout("");
}

#[test]
fn what_cannot_be_solved_is_told_in_one_line() {
    let (max, min) = (i64::MAX, i64::MIN);
    fails(&["solve", "486", &format!("{max},{min}")], 1, "overflow: the value of Left");
    fails(&["solve", "1406", &format!("{max},1"), "--json"], 1, "overflow");
    let row = vec!["1"; 2_000].join(",");
    let small = ["solve", "486", &row, "--memory", "100KiB", "--engine", "table", "--json"];
    fails(&small, 1, "needs 15.3 MiB and may take 100.0 KiB");
    fails(
        &["solve", "nim-game", "4000000000", "--line", "--memory", "1MiB"],
        1,
        "the line of best play has more than 7",
    );
    fails(&["solve", "486", &row, "--engine", "reference"], 1, "too long");
}

#[test]
fn the_list_names_every_game() {
    let names: Vec<&str> = GAMES.iter().map(|game| game.about().slug).collect();
    let mut listed = stonegame(&["list"]).assert().success();
    for name in &names {
        listed = listed.stdout(predicate::str::contains(*name));
    }
    let output = stonegame(&["list", "--json"]).assert().success().get_output().stdout.clone();
    let list: Vec<Json> = serde_json::from_slice(&output).unwrap();
    assert!(list.iter().map(|game| &game["slug"]).eq(&names));
}

#[test]
fn a_person_reads_aligned_lines_without_colour_in_a_pipe() {
    let text = stonegame(&["solve", "1406", "1,2,3,-9", "--line", "--moves"]).assert().success();
    text.stdout(
        "Stone Game III, LeetCode 1406: take 1, 2 or 3 stones from the front; the higher sum wins\n\
         value      15 for the first player\n\
         answer     Alice\n\
         scores     6 to -9\n\
         engine     table: layered, and rolling would save little of 40 bytes\n\
         positions  5\n\
         moves      1  -13\n           \
                    2  -9\n           \
                    3  15\n\
         line       first   3  gains 6\n           \
                    second  1  gains -9\n",
    );
}

#[test]
fn nimbers_and_proofs() {
    assert_eq!(
        solved(&["grundy", "0.77", "--to", "100000", "--period", "--json"]),
        json!({
            "code": "0.77", "to": 100_000, "max_nimber": 8, "preperiod": 71, "period": 12, "proven": true
        })
    );
    assert_eq!(
        solved(&["grundy", ".007", "--to", "2000", "--period", "--json"]),
        json!({
            "code": "0.007", "to": 2_000, "max_nimber": 89, "preperiod": null, "period": null, "proven": null
        })
    );
    assert_eq!(
        solved(&["grundy", "0.3F", "--to", "300", "--period", "--json"]),
        json!({
            "code": "0.3F", "to": 300, "max_nimber": 150, "preperiod": null, "period": null, "proven": null,
            "observed": { "preperiod": 0, "period": 6, "saltus": 3, "over": 295 }
        })
    );
    assert_eq!(
        solved(&["grundy", "{1,3,4}", "--to", "9", "--values", "--json"]),
        json!({ "code": "{1,3,4}", "to": 9, "max_nimber": 3, "values": [0, 1, 0, 1, 2, 3, 2, 0, 1, 0] })
    );
    assert_eq!(
        solved(&["grundy", "all but {2}", "--to", "1000001", "--period", "--json"]),
        json!({
            "code": "all but {2}", "to": 1_000_001, "max_nimber": 500_001, "preperiod": 0, "period": 4,
            "saltus": 2, "proven": true
        })
    );
    let csv = "heap,nimber\n0,0\n1,1\n2,2\n3,3\n4,1\n";
    stonegame(&["grundy", "0.77", "--to", "4", "--csv"]).assert().success().stdout(csv);
    let told =
        stonegame(&["grundy", "0.77", "--period", "--values", "--to", "30"]).assert().success();
    told.stdout(
        predicate::str::contains("no period is proven").and(predicate::str::contains("20:   1")),
    );
    let told = stonegame(&["grundy", "0.77", "--period"]).assert().success();
    told.stdout(predicate::str::contains(
        "repeats every 12 beans from 71 on\n  G(n + 12) = G(n) for 71 <=",
    ));
    fails(&["grundy", "0.78g"], 2, "`g` at place 5");
    fails(&["grundy", "all but {}", "--period", "--to", "1099511627776"], 1, "do not fit 32 bits");
    fails(&["grundy", "0.77", "--to", "99999999999999999"], 1, "ask for smaller heaps");
    let told = stonegame(&["grundy", "0.137", "--to", "20", "--zeros"]).assert().success();
    told.stdout(predicate::str::contains("lost: 0 4 8 14 20\n"));
    assert_eq!(
        solved(&["grundy", "squares", "--to", "5", "--values", "--zeros", "--json"]),
        json!({
            "code": "squares", "to": 5, "max_nimber": 2, "values": [0, 1, 0, 1, 2, 0], "zeros": [0, 2, 5]
        })
    );
    let lines = "{\"heap\":0,\"nimber\":0}\n{\"heap\":1,\"nimber\":1}\n";
    stonegame(&["grundy", "4.3...", "--to", "1", "--jsonl"]).assert().success().stdout(lines);
    fails(&["grundy", "primes", "--to", "2000000"], 1, "known of heaps up to 1048576 beans");
}

#[test]
fn nimbers_of_positions() {
    let kayles = solved(&["grundy", "kayles", "1,2,7", "--moves", "--json"]);
    assert_eq!((&kayles["nimber"], &kayles["data"]), (&json!(1), &json!("1,2,7")));
    assert_eq!(kayles["moves"][0], "1 of the row of 7, leaving 0 and 6");
    assert_eq!(
        solved(&["grundy", "0.77", "5,9", "--json"]),
        json!({ "game": "0.77", "data": "5,9", "nimber": 0 })
    );
    assert_eq!(
        solved(&["grundy", "grundys-game", "--to", "8", "--values", "--zeros", "--json"]),
        json!({
            "game": "grundys-game", "from": 0, "to": 8, "max_nimber": 2, "values": [0, 0, 0, 1, 0, 2, 1, 0, 2],
            "zeros": [0, 1, 2, 4, 7]
        })
    );
    // Nobody chomps nothing.
    let chomp = solved(&["grundy", "chomp", "--to", "3", "--values", "--json"]);
    assert_eq!((&chomp["from"], &chomp["values"]), (&json!(1), &json!([0, 1, 2])));
    let told = stonegame(&["grundy", "nim", "3,5", "--moves"]).assert().success();
    told.stdout("nim 3,5: nimber 6, the player to move wins\n  2 from the heap of 5\n");
    fails(&["grundy", "486", "1,2"], 2, "predict-the-winner has no nimbers");
    fails(&["grundy", "kayless", "3"], 2, "did you mean `kayles`?");
    fails(&["grundy", ".7x", "3"], 2, "`x` at place 3");
}

#[test]
fn nimbers_in_misere_play() {
    assert_eq!(
        solved(&["grundy", "0.07", "--misere", "--to", "6", "--json"]),
        json!({
            "game": "0.07", "from": 0, "to": 6, "max_nimber": 3, "values": [1, 1, 0, 0, 2, 1, 3],
            "genera": ["0^120", "0^120", "1^031", "1^031", "2^20", "0^120", "3^31"]
        })
    );
    let told = stonegame(&["grundy", "kayles", "5,9", "--misere"]).assert().success();
    told.stdout("kayles 5,9 in misere play: nimber 0, genus 0^02, the player to move loses\n");
    let csv = "heap,misere_nimber,genus\n0,1,\"0^120\"\n1,0,\"1^031\"\n";
    let nim = ["grundy", "0.3...", "--misere", "--to", "1", "--csv"];
    stonegame(&nim).assert().success().stdout(csv);
    fails(
        &["nim-sum", "kayles 5 --misere", "3"],
        1,
        "misère play has to be solved on whole positions",
    );
    fails(&["grundy", "primes", "--misere", "--to", "2000000"], 1, "up to 1048576 beans");
    let coins = ["grundy", "coin-turning", "turning-turtles", "2,3", "--misere"];
    let told = stonegame(&coins).assert().success();
    told.stdout(predicate::str::contains("the player to move loses"));
    stonegame(&["grundy", "0.77", "--misere", "--period"]).assert().code(2).stdout("");
}

#[test]
fn sums_of_games() {
    stonegame(&["nim-sum", "3", "5", "7"]).assert().success().stdout("1\n");
    let told = stonegame(&["nim-sum", "kayles 2", "nim 3", "0.07:6"]).assert().success();
    told.stdout(
        "kayles 2: 2\n  2 of the row of 2, leaving 0 and 0\nnim 3: 3\n  2 from the heap of 3\n0.07:6: 3\n  \
         2 from the heap of 6, leaving 3 and 1\n\
         nim-sum 2: the moves above win\n",
    );
    assert_eq!(
        solved(&["nim-sum", "3", "1", "--json"]),
        json!({
            "sum": 2, "summands": [
                { "summand": "3", "nimber": 3, "moves": ["to 1"] }, { "summand": "1", "nimber": 1, "moves": [] }
            ]
        })
    );
    fails(&["nim-sum", "x"], 2, "no game is called `x`");
    fails(&["nim-sum", "0.78g:3"], 2, "`g` at place 5");
    fails(&["nim-sum", "0.77:x"], 2, "`0.77:x` is no rule and heap");
    fails(&["nim-sum", "486 1,2"], 2, "has no nimbers");
}

#[test]
fn the_repetition_of_a_sequence() {
    let told = stonegame(&["period", "9", "1,2,3,1,2,3,1", "2", "3"]).assert().success();
    told.stdout("only observed, over 6 terms: repeats every 3 from 1 on\n");
    assert_eq!(
        solved(&["period", "0,2,3,5,6,8", "--json"]),
        json!({ "terms": 6, "observed": { "preperiod": 0, "period": 2, "saltus": 3, "over": 4 } })
    );
    let told = stonegame(&["period", "1", "2", "4", "9"]).assert().success();
    told.stdout("no repetition over half of 4 terms\n");
    fails(&["period", "1,x"], 2, "`x`, number 2");
}

#[test]
fn a_grid_of_outcomes() {
    // The cold positions of Wythoff's game: (0, 0), (1, 2), (3, 5), (4, 7) and their mirrors.
    let rows = json!([
        "#.......", "..#.....", ".#......", ".....#..", ".......#", "...#....", "........",
        "....#..."
    ]);
    let printed = solved(&["outcomes", "wythoff", "--to", "7", "--json"]);
    assert_eq!(printed, json!({ "game": "wythoff", "to": 7, "rows": rows }));
    let told = stonegame(&["outcomes", "nim", "--to", "3"]).assert().success();
    told.stdout(predicate::str::contains("   0 #...\n   1 .#..\n   2 ..#.\n   3 ...#\n     |\n"));
    fails(&["outcomes", "kayles-of-nowhere"], 2, "no game is called");
    fails(&["outcomes", "tic-tac-toe"], 2, "tic-tac-toe is no game of two numbers");
}
