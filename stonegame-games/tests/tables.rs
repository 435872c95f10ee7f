//! Tables and solutions in files, by the program: killed and gone on with, asked, exported, and refused.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value as Json;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use stonegame_core::{Error, Saved};

fn stonegame() -> Command {
    Command::cargo_bin("stonegame").unwrap()
}

/// A row of so many piles, that no formula made.
fn row(piles: u64) -> String {
    let mut number = piles;
    let mut next = || {
        number =
            number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        number >> 52
    };
    (0..piles).map(|_| next().to_string()).collect::<Vec<_>>().join(",")
}

fn json(args: &[&str]) -> Json {
    let out = stonegame().args(args).arg("--json").assert().success().get_output().stdout.clone();
    serde_json::from_slice(&out).unwrap()
}

#[test]
fn a_table_is_asked_later() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("row.table");
    let path = path.to_str().unwrap();
    let data = row(40);
    let plain = json(&["solve", "predict-the-winner", &data, "--line", "--moves"]);
    let kept = json(&["solve", "predict-the-winner", &data, "--line", "--moves", "--table", path]);
    for what in ["value", "answer", "scores", "moves", "line"] {
        assert_eq!(plain[what], kept[what], "{what}");
    }
    // Along the line each position is worth what it was.
    let mut made: Vec<&str> = vec!["query", path];
    let mut left = plain["value"].as_i64().unwrap();
    for ply in plain["line"].as_array().unwrap() {
        let asked = json(&made);
        assert_eq!(asked["value"].as_i64(), Some(left));
        let wanted = ply["move"].as_str().unwrap();
        let moves = asked["moves"].as_array().unwrap();
        let best = moves.iter().find(|mv| mv["move"] == wanted).unwrap();
        assert_eq!((best["best"].as_bool(), best["value"].as_i64()), (Some(true), Some(left)));
        left = best["gain"].as_i64().unwrap() - left;
        made.push(wanted);
    }
    stonegame()
        .args(["query", path, "left", "up"])
        .assert()
        .code(2)
        .stderr(contains("legal there is left, right"));
    stonegame().args(["query", "nothing"]).assert().code(2).stderr(contains("is not there"));
    let other = ["solve", "predict-the-winner", "1,2,3", "--table", path];
    stonegame().args(other).assert().code(1).stderr(contains("is the table of another game"));
    let sparse = ["solve", "kalah", "2", "2", "--table", folder.path().join("k").to_str().unwrap()]
        .map(String::from);
    stonegame().args(sparse).assert().code(1).stderr(contains("its space is sparse"));
    let engine = ["solve", "predict-the-winner", &data, "--table", path, "--engine", "memo"];
    stonegame().args(engine).assert().code(2).stderr(contains("cannot be used with"));
}

/// Solves into a file; tells whether that came to its end before it was killed.
fn killed(data: &Path, table: &Path, after: Duration) -> bool {
    let program = assert_cmd::cargo::cargo_bin("stonegame");
    let mut child = std::process::Command::new(program)
        .args(["solve", "predict-the-winner"])
        .arg(format!("@{}", data.display()))
        .arg("--table")
        .arg(table)
        .args(["--threads", "1"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(after);
    // It is gone if it has ended.
    let _ = child.kill();
    child.wait().unwrap().success()
}

#[test]
fn killed_at_any_moment_it_goes_on_to_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let [data, whole, table] =
        ["row", "whole.table", "row.table"].map(|name| folder.path().join(name));
    std::fs::write(&data, row(2000)).unwrap();
    let begin = std::time::Instant::now();
    let whole_run = [
        "solve",
        "predict-the-winner",
        &format!("@{}", data.display()),
        "--table",
        whole.to_str().unwrap(),
    ]
    .map(String::from);
    stonegame().args(whole_run).assert().success();
    let took = begin.elapsed();
    let (mut kills, mut number) = (0, 12_345u64);
    while kills < 50 {
        number =
            number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Many of them in the first milliseconds, when the file is made.
        let most = if kills % 3 == 0 {
            Duration::from_millis(20)
        } else {
            (took / 3).min(Duration::from_millis(200))
        };
        let after = most.mul_f64((number >> 40) as f64 / (1u64 << 24) as f64);
        match killed(&data, &table, after) {
            true => std::fs::remove_file(&table).unwrap(),
            false => kills += 1,
        }
    }
    let last = [
        "solve",
        "predict-the-winner",
        &format!("@{}", data.display()),
        "--table",
        table.to_str().unwrap(),
    ]
    .map(String::from);
    stonegame().args(last).assert().success();
    assert!(std::fs::read(&whole).unwrap() == std::fs::read(&table).unwrap());
    assert!(!folder.path().join("row.table.stonegame-new").exists());
}

/// Where files may not grow beyond a size, writing fails as it does where a disk is full.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_what_is_filled_stays() {
    let folder = tempfile::tempdir().unwrap();
    let [data, table] = ["row", "row.table"].map(|name| folder.path().join(name));
    std::fs::write(&data, row(2000)).unwrap();
    let program = assert_cmd::cargo::cargo_bin("stonegame");
    let solve = format!(
        "{} solve predict-the-winner @{} --table {}",
        program.display(),
        data.display(),
        table.display()
    );
    let limited = |kilobytes: u32| {
        let mut shell = Command::new("bash");
        shell.args(["-c", &format!("trap '' XFSZ; ulimit -f {kilobytes}; {solve}")]);
        shell
    };
    let told = "make room and run it again";
    limited(1500)
        .assert()
        .code(1)
        .stderr(contains("row.table: cannot be written"))
        .stderr(contains(told));
    limited(8)
        .assert()
        .code(1)
        .stderr(contains("cannot be made").or(contains("cannot be written")));
    let mut shell = Command::new("bash");
    shell.args(["-c", &solve]).assert().success();
    assert!(table.metadata().unwrap().len() > 2_000_000);
}

#[test]
fn a_saved_solution_answers_what_the_solution_did() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kalah.saved");
    let path = path.to_str().unwrap();
    for (game, positions) in [
        (&["kalah", "3", "2"][..], 400),
        (&["cat-and-mouse", "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]"], 15),
    ] {
        let solve = [&["solve"], game, &["--save", path]].concat();
        let kept = json(&solve);
        let plain = json(&[&["solve"], game, &["--moves"]].concat());
        let asked = json(&["query", path]);
        assert_eq!(kept["value"], plain["value"]);
        assert_eq!(asked["value"], plain["value"]);
        assert!(asked["positions"].as_u64().unwrap() > positions, "{asked}");
        let best = |moves: &Json| {
            let moves = moves.as_array().unwrap().iter();
            moves.map(|mv| (mv["move"].clone(), mv["value"].clone())).collect::<Vec<_>>()
        };
        assert_eq!(best(&asked["moves"]), best(&plain["moves"]));
        // One move on, and the same again from the text for people.
        let first = asked["moves"][0]["move"].as_str().unwrap();
        let next = json(&["query", path, first]);
        assert_eq!(next["made"], serde_json::json!([first]));
        stonegame()
            .args(["query", path, "1"])
            .assert()
            .success()
            .stdout(contains("for the player to move"));
        // By the text of a position, wherever it lies.
        let (saved, mut some) = (Saved::<i32>::open(path), vec![]);
        if let Ok(saved) = saved {
            let keep = |position: &str, value: i32, _| -> Result<(), Error> {
                some.push((position.to_owned(), value));
                Ok(())
            };
            saved.each(keep).unwrap();
            let (position, value) = &some[some.len() / 2];
            let found = json(&["query", path, "--at", position]);
            assert_eq!(
                (&found["position"], &found["value"]),
                (&position.as_str().into(), &(*value).into())
            );
        }
        stonegame()
            .args(["query", path, "--at", "nowhere"])
            .assert()
            .code(2)
            .stderr(contains("holds no position `nowhere`"));
        // A damaged one is refused.
        let mut bytes = std::fs::read(path).unwrap();
        let last = bytes.len() - 1;
        bytes[last] ^= 1;
        std::fs::write(path, bytes).unwrap();
        stonegame().args(["query", path]).assert().code(1).stderr(contains("is damaged"));
    }
    let table = ["solve", "nim-game", "5", "--save", path, "--table", path];
    stonegame().args(table).assert().code(2).stderr(contains("cannot be used with"));
}

/// The lines of a file that was exported.
fn exported(folder: &Path, game: &[&str], name: &str) -> Vec<String> {
    let path = folder.join(name);
    stonegame().arg("export").args(game).arg("-o").arg(&path).assert().success();
    std::fs::read_to_string(path).unwrap().lines().map(String::from).collect()
}

#[test]
fn every_position_is_exported_with_its_value() {
    let folder = tempfile::tempdir().unwrap();
    let game = ["predict-the-winner", "1,5,233,7"];
    let csv = exported(folder.path(), &game, "ends.csv");
    assert_eq!(csv[0], "position,value");
    assert_eq!(csv.len(), 1 + 15);
    assert!(csv.contains(&"0..4,222".into()), "{csv:?}");
    let lines = exported(folder.path(), &game, "ends.jsonl");
    let objects: Vec<Json> = lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    for (object, line) in objects.iter().zip(&csv[1..]) {
        assert_eq!(format!("{},{}", object["position"].as_str().unwrap(), object["value"]), *line);
    }
    // Outcomes are words, and of a game that goes round all are told.
    let pawns = exported(folder.path(), &["hexapawn", "3", "3"], "pawns.csv");
    assert!(
        pawns[1..].iter().all(|line| line.ends_with("win") || line.ends_with("loss")),
        "{pawns:?}"
    );
    stonegame()
        .args(["export", "hexapawn", "3", "3", "-o"])
        .arg(folder.path().join("pawns.npy"))
        .assert()
        .code(2)
        .stderr(contains("makes no array"));
    stonegame()
        .args(["export", "nim-game", "5", "-o", "nothing.txt"])
        .assert()
        .code(2)
        .stderr(contains("end the file's name"));
}

#[test]
fn an_array_is_as_numpy_reads_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ends.npy");
    let array = |game: &[&str]| {
        stonegame().arg("export").args(game).arg("-o").arg(&path).assert().success();
        let bytes = std::fs::read(&path).unwrap();
        assert_eq!(&bytes[..6], b"\x93NUMPY");
        let head = u16::from_le_bytes([bytes[8], bytes[9]]) as usize;
        let text = String::from_utf8(bytes[10..10 + head].to_vec()).unwrap();
        let numbers =
            bytes[10 + head..].as_chunks::<8>().0.iter().map(|word| f64::from_le_bytes(*word));
        (text, numbers.collect::<Vec<_>>())
    };
    let (head, numbers) = array(&["predict-the-winner", "1,5,2"]);
    assert!(head.contains("'descr': '<f8'") && head.contains("'shape': (4, 4"), "{head}");
    // Of 1, 5, 2: from which place to which; the whole row is worth -2.
    let nan = f64::NAN;
    let expected =
        [0.0, 1.0, 4.0, -2.0, nan, 0.0, 5.0, 3.0, nan, nan, 0.0, 2.0, nan, nan, nan, 0.0];
    let same = |one: f64, other: f64| one == other || one.is_nan() && other.is_nan();
    assert!(numbers.iter().zip(expected).all(|(one, other)| same(*one, other)), "{numbers:?}");
    // Two heaps are a grid: of Wythoff's game only what begins with 0, 0 or 1, 2 is lost.
    let (head, numbers) = array(&["wythoff", "2,1"]);
    assert!(head.contains("'shape': (3, 3") || head.contains("'shape': (3, 2"), "{head}");
    assert_eq!(numbers.iter().filter(|number| **number == -1.0).count(), 2, "{numbers:?}");
    let (head, numbers) = array(&["stone-game-iii", "1,2,3,7"]);
    assert!(head.contains("'shape': (5,"), "{head}");
    assert_eq!(numbers.len(), 5);
}
