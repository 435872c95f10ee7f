//! The commands for people, from outside: play, explain, plot, report, bench, survey, check, completions, man.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value as Json;
use std::fs;
use std::path::{Path, PathBuf};
use stonegame_games::catalogue::{About, GAMES};

fn stonegame<'w>(words: impl IntoIterator<Item = &'w str>) -> Command {
    let mut command = Command::cargo_bin("stonegame").unwrap();
    command.args(words);
    command
}

fn printed<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    let output = stonegame(words).assert().success().stderr("").get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

/// A run that ends with exit status 2 and one line on standard error, nothing on standard output.
fn refused<'w>(words: impl IntoIterator<Item = &'w str>, message: &str) {
    let one_line = predicate::function(|text: &str| text.trim_end().lines().count() == 1);
    stonegame(words).assert().code(2).stdout("").stderr(contains(message).and(one_line));
}

/// The words of a command about a game's example.
fn example<'w>(command: &'w str, about: &About) -> Vec<&'w str> {
    let mut words = vec![command, about.slug];
    // Behind `--` nothing is an option.
    words.extend((!about.example.is_empty()).then_some(about.example));
    words
}

fn read(path: &Path) -> String {
    String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned()
}

#[test]
fn every_game_is_solved_explained_and_checked_on_its_example() {
    for about in GAMES.iter().map(|game| game.about()) {
        let solve = printed(example("solve", &about).into_iter().chain(["--json"]));
        let solved: Json = serde_json::from_str(&solve).unwrap();
        let story = printed(example("explain", &about).into_iter().chain(["--json"]));
        let explained: Json = serde_json::from_str(&story).unwrap();
        assert_eq!(explained["value"], solved["value"], "{}", about.slug);
        // Every move of the line is one of the best, and none is worth more.
        for ply in explained["line"].as_array().unwrap() {
            let made = ply["made"].as_u64().unwrap() as usize;
            assert_eq!(ply["moves"][made]["cost"], "best", "{}", about.slug);
            assert_eq!(ply["moves"][made]["value"], ply["value"], "{}", about.slug);
        }
        printed(example("explain", &about));
        if about.slug.starts_with("cat-and-mouse") || about.slug == "awari" {
            refused(example("explain", &about).into_iter().chain(["--table"]), "play can go round");
        } else if about.slug != "tic-tac-toe" {
            let told = printed(example("explain", &about).into_iter().chain(["--table"]));
            assert!(
                told.lines()
                    .last()
                    .unwrap()
                    .contains(&format!("= {}", explained["value"]).replace('"', "")),
                "{}: {told}",
                about.slug
            );
        }
        assert!(printed(example("check", &about)).contains("no law is broken"));
        // Watched to its end, by the same best play: who has what, as a solve says.
        let watched = printed(example("play", &about).into_iter().chain(["--side", "none"]));
        if let Some([first, second]) = solved["scores"].as_array().map(|scores| &scores[..]) {
            let scores = format!("{first} to {second}\n");
            assert!(watched.ends_with(&scores), "{}: {scores} {watched}", about.slug);
            let told = printed(example("explain", &about));
            let scores = format!("have gained {first} and {second}.\n");
            assert!(
                told.ends_with(&scores) || !told.contains("have gained"),
                "{}: {told}",
                about.slug
            );
        }
    }
}

#[test]
fn a_recurrence_is_told_as_textbooks_walk_through_it() {
    let told = printed(["explain", "486", "1,5,2", "--table"]);
    assert!(told.ends_with(
        "dp[0..3] = max(\n    left: 1 - dp[1..3] = 1 - 3 = -2,\n    right: 2 - dp[0..2] = 2 - 4 = -2,\n) = -2\n"
    ));
    let told = printed(["explain", "nim", "1", "--table"]);
    assert_eq!(
        told,
        "dp[0] = loss, since no move is legal\n\
         dp[1] = 1 from the heap of 1: dp[0] = loss for the opponent, so win\n"
    );
    let told = printed(["explain", "486", "1,5,2", "--table", "--json"]);
    let told: Json = serde_json::from_str(&told).unwrap();
    let rows = told["positions"].as_array().unwrap();
    assert_eq!(rows.last().unwrap()["candidates"][0]["next"], "1..3");
    assert_eq!((&told["game"], &told["value"]), (&"predict-the-winner".into(), &(-2).into()));
    // No table is longer than anybody reads.
    let row = vec!["1"; 300].join(",");
    refused(["explain", "486", &row, "--table"], "more than 50000 positions and moves");
}

#[test]
fn a_line_tells_what_each_alternative_costs() {
    stonegame(["explain", "486", "1,5,233,7"]).assert().success().stdout(
        contains("1. the first player moves; the value is 222 for them")
            .and(contains("   > left   gains 1, worth 222: best"))
            .and(contains("     right  gains 7, worth -222: gives away 444"))
            .and(contains("222 for the first player, by table: layered"))
            .and(predicate::str::ends_with("The players have gained 234 and 12.\n")),
    );
    stonegame(["explain", "nim", "3,4,5"])
        .assert()
        .success()
        .stdout(contains("turns a win into a loss"));
}

#[test]
fn a_game_is_played_over_a_pipe() {
    let play = |words: &[&str], typed: &str| {
        let output =
            stonegame(words.iter().copied()).write_stdin(typed).assert().success().stderr("");
        String::from_utf8(output.get_output().stdout.clone()).unwrap()
    };
    let good = play(&["play", "486", "1,5,233,7"], "left\n1\n");
    assert!(good.ends_with("you win, 234 to 12\n"), "{good}");
    let bad = play(&["play", "486", "1,5,233,7"], "v\nright\nu\nh\nnonsense\n2\n1\n");
    for words in [
        "1. left, gains 1, worth 222",
        "you: right (you gave away 444)",
        "best is 1. left",
        "`nonsense` is no legal move; write a number from 1 to 2, or ?",
        "the solver: right (no move is better)",
        "the solver wins, ",
    ] {
        assert!(bad.contains(words), "{words}: {bad}");
    }
    // Who does not read on hears how it stands.
    let left = play(&["play", "486", "1,5,233,7"], "1\n");
    assert!(left.ends_with("nobody plays on; the solver leads, 1 to 5\n"), "{left}");
    let two = play(&["play", "nim", "1,2", "--side", "both"], "?\n99\n1\nu\nq\n");
    assert!(
        two.contains("the first player> ") && two.contains("a move's name or its number"),
        "{two}"
    );
    let second = play(&["play", "nim", "1,2", "--side", "second"], "1\n1\n");
    assert!(second.contains("the solver wins"), "{second}");
    let misere = play(&["play", "nim", "1", "--misere"], "1\n");
    assert!(misere.ends_with("the solver wins\n"), "{misere}");
}

#[test]
fn a_moves_name_goes_before_its_number() {
    let output =
        stonegame(["play", "stones", "5", "2,3", "--side", "both"]).write_stdin("2\n").assert();
    let text = String::from_utf8(output.success().get_output().stdout.clone()).unwrap();
    assert!(text.contains("the first player: 2 ("), "{text}");
}

#[test]
fn the_names_of_a_tables_positions_are_distinct() {
    for (game, data) in
        [("termites", "0,1,1,5,0,1,5,0"), ("can-i-win", "5 8"), ("1140", "2,7,9,4,4")]
    {
        let told: Json =
            serde_json::from_str(&printed(["explain", game, data, "--table", "--json"])).unwrap();
        let rows = told["positions"].as_array().unwrap();
        let names: std::collections::HashSet<&str> =
            rows.iter().map(|row| row["position"].as_str().unwrap()).collect();
        assert_eq!(names.len(), rows.len(), "{game}");
    }
}

#[test]
fn plots_are_files_of_their_kind() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let plot = |game: &str, data: &str, to: &PathBuf| {
        stonegame(["plot", game, data, "-o"]).arg(to).assert().success().stdout("").stderr("");
    };
    for (game, data, words) in [
        ("486", "1,5,233,7", "value of every span"),
        ("1406", "1,2,3,-9", "value of the rest of the row"),
        ("1140", "2,7,9,4,4", "first place left"),
        ("wythoff", "5 8", "the second heap"),
        ("nim-game", "12", "1 win, 0 draw, -1 loss"),
    ] {
        let svg = path(&format!("{game}.svg"));
        plot(game, data, &svg);
        assert!(read(&svg).contains(words), "{game} {words}");
    }
    plot("486", "1,5,233,7", &path("a.PNG"));
    assert_eq!(fs::read(path("a.PNG")).unwrap()[..4], *b"\x89PNG");
    let nimbers = path("nimbers.svg");
    stonegame(["grundy", "0.77", "--to", "100", "--plot"]).arg(&nimbers).assert().success();
    assert!(read(&nimbers).contains("0.77: the nimbers"));
    refused(["plot", "486", "1,2", "-o", "plot.jpg"], "`plot.jpg` is neither .svg nor .png");
    refused(["plot", "tic-tac-toe", "-o", "plot.svg"], "tic-tac-toe has no plot");
    refused(["plot", "486", "1,2", "-o", "no/such/plot.svg"], "cannot write `no/such/plot.svg`");
    refused(["grundy", "0.77", "--plot", "plot.gif"], "neither .svg nor .png");
}

#[test]
fn a_report_is_one_page_without_a_network() {
    let directory = tempfile::tempdir().unwrap();
    for about in GAMES.iter().map(|game| game.about()) {
        let path = directory.path().join("report.html");
        stonegame(example("report", &about)).arg("-o").arg(&path).assert().success().stdout("");
        let page = read(&path);
        assert!(page.len() < 2 << 20 && page.ends_with("</html>\n"), "{}", about.slug);
        for tag in ["src=\"http", "href=\"http", "@import", "url("] {
            assert!(!page.contains(tag), "{}: {tag}", about.slug);
        }
    }
    refused(["report", "486", "1", "-o", "report.txt"], "`report.txt` is not .html");
    // Data are text, whatever they are.
    refused(["report", "486", "<script>", "-o", "report.html"], "`<script>`");
}

#[test]
fn a_bench_times_every_engine_that_can_run() {
    let benched: Json =
        serde_json::from_str(&printed(["bench", "486", "1,5,233,7", "--json"])).unwrap();
    let engines = benched["engines"].as_array().unwrap();
    assert_eq!(engines.len(), stonegame_core::Engine::ALL.len());
    // All but the one that answers yes or no.
    let ran =
        engines.iter().filter(|engine| engine["seconds"].as_f64().is_some_and(|time| time > 0.0));
    assert_eq!(ran.count(), engines.len() - 1);
    // A game that is not layered has no table, and one without a theorem none.
    stonegame(["bench", "kalah"])
        .assert()
        .success()
        .stdout(contains("memo").and(contains("table did not run: ")));
    refused(["bench", "486", "x"], "`x`");
}

#[test]
fn a_survey_depends_on_its_seed_alone() {
    let words = ["survey", "486", "--piles", "9", "--values=-10..=10", "--rows", "1000", "--seed"];
    let survey = |seed: &str, threads: &str| {
        printed(words.into_iter().chain([seed, "--threads", threads, "--json"]))
    };
    assert_eq!(survey("7", "1"), survey("7", "2"));
    assert_ne!(survey("7", "1"), survey("8", "1"));
    let told: Json = serde_json::from_str(&survey("7", "1")).unwrap();
    let share = |name: &str| told[name].as_f64().unwrap();
    assert!((share("wins") + share("draws") + share("losses") - 1.0).abs() < 1e-12);
    assert!(share("greed_costs") > 0.0 && told["rows"] == 1000);

    let directory = tempfile::tempdir().unwrap();
    let (csv, svg) = (directory.path().join("values.csv"), directory.path().join("values.svg"));
    let mut drawn = stonegame(words.into_iter().chain(["7"]));
    drawn.arg("--csv").arg(&csv).arg("--plot").arg(&svg).assert().success();
    let counts = read(&csv);
    let rows =
        counts.lines().skip(1).map(|line| line.split_once(',').unwrap().1.parse::<u64>().unwrap());
    assert_eq!(rows.sum::<u64>(), 1000);
    assert!(read(&svg).contains("value for the first player"));
    refused(["survey", "can-i-win"], "a survey draws one row of numbers");
    refused(["survey", "486", "--piles", "1000000"], "at most 100000 piles");
    refused(["survey", "486", "--values", "5"], "such as -10..=10");
    refused(["survey", "486", "--rows", "0"], "'0'");
}

#[test]
fn values_of_a_survey_are_those_of_a_solve() {
    // One value alone: every row is the same.
    let told =
        printed(["survey", "486", "--piles", "5", "--values", "3..=3", "--rows", "10", "--json"]);
    let told: Json = serde_json::from_str(&told).unwrap();
    assert_eq!(
        (&told["mean"], &told["wins"], &told["greed_costs"]),
        (&3.0.into(), &1.0.into(), &0.0.into())
    );
}

#[test]
fn every_command_has_help_with_examples() {
    for command in [
        "solve",
        "play",
        "explain",
        "plot",
        "report",
        "export",
        "query",
        "bench",
        "survey",
        "check",
        "grundy",
        "nim-sum",
        "outcomes",
        "period",
        "list",
        "completions",
        "man",
    ] {
        stonegame([command, "--help"]).assert().success().stdout(contains("Examples:"));
    }
    // What it is not is told in one line.
    refused(["plot", "486", "1"], "--output <FILE>");
    refused(["solve", "486", "1", "--engine", "magic"], "magic");
    refused(["resolve"], "resolve");
    refused(["completions", "dos"], "dos");
    refused(["check", "486", "x"], "`x`");
    refused(["query", "no/such.table"], "is not there");
    refused(
        ["export", "486", "1", "-o", "no/such/values.csv"],
        "cannot write `no/such/values.csv`",
    );
    refused(["play", "486", "1", "--side", "third"], "third");
}

#[test]
fn completions_and_manual_pages_are_written_from_the_definition() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        stonegame(["completions", shell]).assert().success().stdout(contains("explain"));
    }
    stonegame(["man"]).assert().success().stdout(contains(".TH stonegame"));
    let directory = tempfile::tempdir().unwrap();
    stonegame(["man"]).arg(directory.path()).assert().success();
    assert!(directory.path().join("stonegame-explain.1").exists());
    refused(["man", "no/such/directory"], "no/such/directory");
}

#[test]
fn games_are_found_by_their_names_in_chinese() {
    let value = |name: &str| printed(["solve", name, "1,2,3,7", "--json"]);
    assert_eq!(value("石子游戏 III"), value("1406"));
    assert_eq!(value("Stone Game III"), value("stone-game-iii"));
}

/// Runs a command, and interrupts it as Ctrl-C does once `is_time`: how it ended, and what it said.
#[cfg(unix)]
fn interrupted(words: &[&str], is_time: impl Fn() -> bool) -> (Option<i32>, String, String) {
    use std::process::Stdio;
    use std::time::{Duration, Instant};
    let program = assert_cmd::cargo::cargo_bin("stonegame");
    let mut command = std::process::Command::new(program);
    command.args(words).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    let begin = Instant::now();
    while !is_time() && begin.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let begin = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert!(begin.elapsed() < Duration::from_secs(5), "{words:?}");
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_with_what_is_known() {
    let after = |seconds: f64| {
        let begin = std::time::Instant::now();
        move || begin.elapsed().as_secs_f64() > seconds
    };
    let (code, out, told) = interrupted(&["solve", "connect-four", "6", "5"], after(1.0));
    assert_eq!((code, out.as_str()), (Some(1), ""));
    assert!(told.starts_with("error: cancelled after ") && told.lines().count() == 1, "{told}");
    let rows = ["survey", "486", "--rows", "100000000"];
    let (_, out, told) = interrupted(&rows, after(1.0));
    assert!(out.contains("first player") || out.contains("mean"), "{out} {told}");
    // The positions of a long row are written, and nothing is left of them.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("row.csv");
    let row: Vec<String> = (0..1200).map(|pile| (pile * pile % 101).to_string()).collect();
    let words = ["export", "486", &row.join(","), "-o", path.to_str().unwrap()];
    let is_begun = || fs::read_dir(folder.path()).unwrap().next().is_some();
    let (code, _, told) = interrupted(&words, is_begun);
    assert_ne!(code, Some(0), "{told}");
    assert!(!is_begun());
}
