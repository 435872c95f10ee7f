//! Real processes on the loopback addresses: whatever happens to one of them, all end by themselves, and say why.
//!
//! This file is both sides: the test called `process` does nothing, unless the environment says that it is one of several.

use serde::{Deserialize, Serialize};
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};
use stonegame_core::{Cluster, Engine, Progress, Solver, prelude::*};

/// How long a process may take to notice that another has failed.
const SOON: Duration = Duration::from_secs(2);
/// How long processes may take to begin, beside the other tests.
const BEGIN: Duration = Duration::from_secs(1);

/// A graph whose nodes are numbers; its play goes round.
struct Round {
    nodes: u32,
    /// Whether a rule is broken at some nodes, where workers play.
    bomb: bool,
}

#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct At(u32);

#[derive(Move, Clone, Copy, Debug, PartialEq, Eq)]
struct Go(#[moves(0..3)] u32);

impl Game for Round {
    type State = At;
    type Move = Go;
    type Value = Outcome;
    fn start(&self) -> At {
        At(1)
    }
    fn play(&self, At(at): &At, Go(way): &Go) -> Option<Step<Self>> {
        let is_worker =
            || std::thread::current().name().is_some_and(|name| name.starts_with("timely"));
        assert!(!(self.bomb && at % 1000 == 7 && is_worker()), "a broken rule");
        let mixed = (at * 31 + way * 17).wrapping_mul(2_654_435_761) >> 7;
        match (at % 9, mixed % 50) {
            (0, _) => None,
            (_, 0) => Some(Step::over(Outcome::Win)),
            _ => Some(Step::to(At(mixed % self.nodes))),
        }
    }
    fn terminal(&self, At(at): &At) -> Outcome {
        if at % 2 == 0 { Outcome::Loss } else { Outcome::Draw }
    }
}

/// Take one or two; at one place that gains more than fits.
struct Count(u32);

impl Game for Count {
    type State = At;
    type Move = Go;
    type Value = i64;
    fn start(&self) -> At {
        At(self.0)
    }
    fn play(&self, At(at): &At, Go(way): &Go) -> Option<Step<Self>> {
        let step = Step::to(At(at.checked_sub(way + 1)?));
        Some(if *at == 20 { step.gain(i64::MIN) } else { step })
    }
    fn terminal(&self, _: &At) -> i64 {
        1
    }
}

/// One of several processes, as the environment says.
#[test]
fn process() {
    let Ok(number) = std::env::var("STONEGAME_TEST_PROCESS") else { return };
    let word = |name: &str| std::env::var(format!("STONEGAME_TEST_{name}")).unwrap();
    let (number, what) = (number.parse().unwrap(), word("WHAT"));
    std::panic::set_hook(Box::new(|info| {
        println!("panics");
        if std::env::var("LOUD").is_ok() {
            eprintln!("{info} {}", std::backtrace::Backtrace::force_capture())
        }
    }));
    let phase = AtomicU8::new(0);
    let mine = what.clone();
    let listen = move |Progress { total, .. }: Progress| {
        let now = 1 + u8::from(total.is_some());
        if phase.swap(now, Ordering::Relaxed) != now {
            println!("{}", ["", "forwards", "backwards"][usize::from(now)]);
        }
        assert!(now < 2 || mine != "panic backwards" || number != 1, "a broken listener");
    };
    let cluster = Cluster::new(2)
        .hosts(word("HOSTS").split(' '), number)
        .wait(Duration::from_secs(if what == "missing" { 1 } else { 20 }))
        .silence(Duration::from_secs(1))
        .progress(listen);
    let nodes = word("NODES").parse().unwrap();
    let bomb = what == "panic forwards" && number == 1;
    let rules = if what == "other rules" && number == 1 { "others" } else { "round" };
    let solved = match what.as_str() {
        "overflow" => cluster.solve(Count(300), rules).map(|part| format!("{part:?}")),
        _ => cluster
            .solve(Round { nodes, bomb }, rules)
            .map(|part| format!("{:?} {} {}", part.value(), part.positions(), part.kept())),
    };
    match solved {
        Ok(told) => println!("solved {told}"),
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(1);
        }
    }
}

struct Process {
    child: Child,
    out: BufReader<std::process::ChildStdout>,
}

impl Process {
    fn start(what: &str, hosts: &[String], number: usize, nodes: u32) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "process", "--nocapture", "--test-threads=1"])
            .env("STONEGAME_TEST_PROCESS", number.to_string())
            .env("STONEGAME_TEST_WHAT", what)
            .env("STONEGAME_TEST_HOSTS", hosts.join(" "))
            .env("STONEGAME_TEST_NODES", nodes.to_string())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        Process { child, out }
    }

    /// Reads on until a line begins so.
    fn says(&mut self, word: &str) -> String {
        let mut line = String::new();
        loop {
            line.clear();
            assert!(self.out.read_line(&mut line).unwrap() > 0, "it never said {word}");
            if let Some(at) = line.find(word) {
                return line[at..].trim().into();
            }
        }
    }

    fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
    }

    /// How it ended, and what it said of that; it must do so within a time.
    fn ended(mut self, within: Duration) -> (ExitStatus, String) {
        let begin = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            if begin.elapsed() > within {
                self.child.kill().unwrap();
                panic!("it was still there after {within:?}");
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        let mut said = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        (status, said)
    }
}

fn local(count: usize) -> Vec<String> {
    let taken: Vec<std::net::TcpListener> =
        (0..count).map(|_| std::net::TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    taken.iter().map(|listener| listener.local_addr().unwrap().to_string()).collect()
}

fn start(what: &str, count: usize, nodes: u32) -> Vec<Process> {
    let hosts = local(count);
    (0..count).map(|number| Process::start(what, &hosts, number, nodes)).collect()
}

/// A process that failed says why in one line.
fn judge((status, said): (ExitStatus, String), words: &str) {
    assert_eq!(status.code(), Some(1), "{said}");
    assert!(said.contains(words), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[test]
fn two_processes_find_what_one_engine_does() {
    let nodes = 60_000;
    let game = Round { nodes, bomb: false };
    let solved = Solver::new().engine(Engine::Retrograde).solve(&game).unwrap();
    let told: Vec<String> =
        start("solve", 2, nodes).into_iter().map(|mut one| one.says("solved")).collect();
    let mut kept = 0;
    for told in told {
        let words: Vec<&str> = told.split(' ').collect();
        assert_eq!(words[1], format!("{:?}", solved.value()));
        assert_eq!(words[2], solved.positions().to_string());
        kept += words[3].parse::<u64>().unwrap();
    }
    assert_eq!(kept, solved.positions());
}

#[test]
fn a_process_that_is_killed_ends_all() {
    for phase in ["forwards", "backwards"] {
        let mut all = start("solve", 3, 300_000);
        all[1].says(phase);
        all[1].signal("-KILL");
        all.remove(1).child.wait().unwrap();
        for one in all {
            judge(one.ended(SOON), "process 1 has ended early");
        }
    }
}

#[test]
fn a_process_that_is_killed_while_the_other_stands_still_ends_it() {
    let mut all = start("solve", 2, 300_000);
    all[0].says("backwards");
    all[1].says("backwards");
    all[1].signal("-STOP");
    std::thread::sleep(Duration::from_millis(300));
    all[0].signal("-KILL");
    all.remove(0).child.wait().unwrap();
    all[0].signal("-CONT");
    judge(all.remove(0).ended(SOON), "process 0 has ended early");
}

#[test]
fn a_process_that_is_stopped_ends_the_others() {
    for phase in ["forwards", "backwards"] {
        let mut all = start("solve", 3, 300_000);
        all[1].says(phase);
        all[1].signal("-STOP");
        let mut stopped = all.remove(1);
        for one in all {
            // It is given a second of silence.
            judge(one.ended(SOON + Duration::from_secs(1)), "process 1 has said nothing for 1.0s");
        }
        stopped.child.kill().unwrap();
        stopped.child.wait().unwrap();
    }
}

#[test]
fn a_panic_ends_all() {
    for phase in ["forwards", "backwards"] {
        let mut all = start(&format!("panic {phase}"), 3, 300_000);
        all[1].says("panics");
        for one in all {
            judge(one.ended(SOON), "a worker panicked: a broken");
        }
    }
}

#[test]
fn an_overflow_ends_all() {
    // It can happen backwards alone, and does at once.
    for one in start("overflow", 3, 0) {
        judge(one.ended(BEGIN + SOON), "overflow: the value of a move that gains");
    }
}

#[test]
fn other_rules_end_all() {
    for one in start("other rules", 3, 1000) {
        judge(one.ended(BEGIN + SOON), "plays other rules");
    }
}

#[test]
fn a_process_that_is_missing_ends_the_others() {
    let hosts = local(3);
    let there = [0, 2].map(|number| Process::start("missing", &hosts, number, 1000));
    for one in there {
        judge(one.ended(Duration::from_secs(5)), "process 1 at 127.0.0.1");
    }
}
