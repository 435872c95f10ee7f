//! `solve --workers`: many workers, and many processes, find what one does.

use assert_cmd::Command;
use predicates::str::contains;
use serde_json::Value as Json;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Output, Stdio};
use stonegame_core::{Error, Outcome, Saved, Stored};

fn stonegame() -> Command {
    Command::cargo_bin("stonegame").unwrap()
}

fn json(args: &[&str]) -> Json {
    let out = stonegame().args(args).arg("--json").assert().success().get_output().stdout.clone();
    serde_json::from_slice(&out).unwrap()
}

const GAMES: [&[&str]; 5] = [
    &["cat-and-mouse", GRAPH],
    &["kalah", "3", "2"],
    &["connect-four", "3", "3"],
    &["dots-and-boxes", "2", "2"],
    &["awari", "0,0,1,1,0,2", "1,0,0,0,1,0"],
];

#[test]
fn any_number_of_workers_finds_the_same() {
    for game in GAMES {
        let alone = json(&[&["solve"], game].concat());
        let mut positions = vec![];
        for workers in ["1", "2", "3"] {
            let shared = json(&[&["solve"], game, &["--workers", workers]].concat());
            assert_eq!((&shared["value"], &shared["answer"]), (&alone["value"], &alone["answer"]));
            assert_eq!(shared["positions"], shared["kept"]);
            positions.push(shared["positions"].clone());
        }
        assert!(positions.windows(2).all(|two| two[0] == two[1]), "{positions:?}");
    }
}

/// Runs the same command in as many processes as there are games; each saves what it keeps.
fn processes(folder: &Path, games: &[&[&str]], more: &[&str]) -> Vec<Output> {
    let hosts = folder.join("hosts");
    // Ports that are free now; that another takes one of them before the processes do is unlikely.
    let free: Vec<TcpListener> =
        games.iter().map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let names: Vec<String> =
        free.iter().map(|port| port.local_addr().unwrap().to_string()).collect();
    drop(free);
    std::fs::write(&hosts, names.join("\n")).unwrap();
    let children: Vec<_> = games
        .iter()
        .enumerate()
        .map(|(process, game)| {
            std::process::Command::new(assert_cmd::cargo::cargo_bin("stonegame"))
                .arg("solve")
                .args(*game)
                .args(["--workers", "1", "--json", "--process", &process.to_string(), "--hosts"])
                .arg(&hosts)
                .args(more)
                .arg("--save")
                .arg(folder.join("part"))
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap()
        })
        .collect();
    children.into_iter().map(|child| child.wait_with_output().unwrap()).collect()
}

/// Two processes find what one engine finds, of every position.
fn agree<V: Stored + PartialEq + std::fmt::Debug>(game: &[&str], engine: &str) {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    let save = ["--engine", engine, "--save", whole.to_str().unwrap()];
    let alone = json(&[&["solve"], game, &save].concat());
    let outputs = processes(folder.path(), &[game, game], &[]);
    let whole = Saved::<V>::open(whole).unwrap();
    for output in outputs {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let shared: Json = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&shared["value"], &shared["answer"]), (&alone["value"], &alone["answer"]));
        assert_eq!(shared["positions"].as_u64(), Some(whole.len()));
    }
    let parts =
        ["part.0", "part.1"].map(|part| Saved::<V>::open(folder.path().join(part)).unwrap());
    assert_eq!(parts.iter().map(Saved::len).sum::<u64>(), whole.len());
    for part in &parts {
        assert!(part.len() > whole.len() / 3);
        part.each(|position, value, plies| {
            let (found, distance) = whole.find(position)?.expect(position);
            assert_eq!(found, value, "{position}");
            // The memo knows of no distances.
            assert!(distance.is_none() || distance == plies, "{position}");
            Ok::<(), Error>(())
        })
        .unwrap();
    }
}

const GRAPH: &str = "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]";

#[test]
fn two_processes_find_the_same() {
    agree::<Outcome>(&["cat-and-mouse", GRAPH], "retrograde");
    agree::<Outcome>(&["connect-four", "3", "3"], "memo");
    agree::<i32>(&["kalah", "3", "2"], "memo");
}

/// A graph in which each node has six neighbours or so.
fn graph(nodes: usize) -> String {
    let mut neighbours = vec![std::collections::BTreeSet::new(); nodes];
    for node in 0..nodes {
        for other in [node + 1, node * 7 + 3, node * node + 5].map(|other| other % nodes) {
            if other != node {
                neighbours[node].insert(other);
                neighbours[other].insert(node);
            }
        }
    }
    serde_json::to_string(&neighbours).unwrap()
}

#[test]
#[ignore = "millions of positions: takes some minutes, with --release"]
fn two_processes_find_the_same_of_millions() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph");
    std::fs::write(&path, graph(1002)).unwrap();
    agree::<Outcome>(&["cat-and-mouse", &format!("@{}", path.display())], "retrograde");
    agree::<Outcome>(&["connect-four", "5", "4"], "memo");
    agree::<i32>(&["kalah", "4", "4"], "memo");
}

#[test]
fn processes_with_other_data_all_end_with_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let games = [&["kalah", "3", "2"][..], &["kalah", "3", "3"]];
    for output in processes(folder.path(), &games, &["--wait", "5"]) {
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), told.lines().count()), (Some(1), 1), "{told}");
        assert!(output.stdout.is_empty());
    }
    let names = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(names.collect::<Vec<_>>(), ["hosts"]);
}

#[test]
fn what_cannot_be_shared_is_refused() {
    let refused = |args: &[&str], told: &str| {
        stonegame().arg("solve").args(args).assert().code(2).stderr(contains(told));
    };
    refused(&["predict-the-winner", "1,2", "--workers", "2"], "workers do not pay");
    refused(&["kalah", "2", "2", "--workers", "0"], "1..=1024");
    refused(&["kalah", "2", "2", "--workers", "2", "--line"], "cannot be used with");
    refused(&["kalah", "2", "2", "--hosts", "nothing"], "required");
    let hosts = ["--workers", "2", "--hosts", "nothing", "--process", "0"];
    refused(&[&["kalah", "2", "2"], &hosts[..]].concat(), "cannot read nothing");
}
