//! Many workers, and several processes: the same values as one engine alone.

use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::time::{Duration, Instant};
use stonegame_core::{Cancel, Cluster, Engine, Move, Part, Saved, Shape, Solver, Wire, prelude::*};

/// Take an end of a row.
struct Ends(Row<i64>);

impl Game for Ends {
    type State = Span;
    type Move = End;
    type Value = i64;
    fn start(&self) -> Span {
        self.0.span()
    }
    fn play(&self, span: &Span, end: &End) -> Option<Step<Self>> {
        let (pile, rest) = span.pop(*end)?;
        let again = (self.0[pile] % 5 == 0).then(|| Step::again(rest));
        Some(again.unwrap_or_else(|| Step::to(rest)).gain(self.0[pile]))
    }
}

/// A graph whose nodes are numbers: play goes round, ends at multiples of nine, and now and then is decided at once.
#[derive(Clone)]
struct Round {
    nodes: u32,
    salt: u32,
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
        let mixed = (at * 31 + way * 17 + self.salt).wrapping_mul(2_654_435_761) >> 7;
        let next = At(mixed % self.nodes);
        match (at % 9, mixed % 50) {
            (0, _) => None,
            (_, 0) => Some(Step::over(Outcome::Win)),
            (_, 1..4) => Some(Step::over(Outcome::Loss)),
            (_, 4..9) => Some(Step::again(next)),
            _ => Some(Step::to(next)),
        }
    }
    fn terminal(&self, At(at): &At) -> Outcome {
        if at % 2 == 0 { Outcome::Loss } else { Outcome::Draw }
    }
}

fn local(count: usize) -> Vec<String> {
    let taken: Vec<std::net::TcpListener> =
        (0..count).map(|_| std::net::TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    taken.iter().map(|listener| listener.local_addr().unwrap().to_string()).collect()
}

type Values<G> = HashMap<<G as Game>::State, (<G as Game>::Value, Option<u32>)>;

fn kept<G: Game>(parts: &[Part<G>]) -> Values<G> {
    let mut all = HashMap::new();
    for part in parts {
        part.each(|state, value, plies| {
            assert_eq!(part.value_of(state), Some((value, plies)));
            assert!(all.insert(state.clone(), (value, plies)).is_none(), "{state:?} is kept twice");
        });
    }
    all
}

/// Several workers, and several processes as threads of this one, keep what retrograde analysis finds.
fn agree<G>(make: impl Fn() -> G + Sync)
where
    G: Game<State: Wire + Sync, Value: Wire> + Send + 'static,
{
    let game = make();
    let solved = Solver::new().engine(Engine::Retrograde).solve(&game).unwrap();
    let judge = |parts: &[Part<G>]| {
        let all = kept(parts);
        assert_eq!(all.len() as u64, solved.positions());
        for part in parts {
            assert_eq!((part.value(), part.positions()), (solved.value(), solved.positions()));
        }
        for (state, (value, plies)) in all {
            assert_eq!(Ok(value), solved.value_of(&state), "{state:?}");
            assert_eq!(Ok(plies), solved.distance_of(&state), "{state:?}");
        }
    };
    for workers in 1..=3 {
        judge(&[Cluster::new(workers).solve(make(), "game").unwrap()]);
    }
    for (processes, workers) in [(2, 1), (3, 2)] {
        let hosts = local(processes);
        let parts = std::thread::scope(|scope| {
            let solve = |process| {
                let (hosts, make) = (hosts.clone(), &make);
                let cluster = Cluster::new(workers).hosts(hosts, process);
                scope.spawn(move || cluster.solve(make(), "game").unwrap())
            };
            let all: Vec<_> = (0..processes).map(solve).collect();
            all.into_iter().map(|one| one.join().unwrap()).collect::<Vec<_>>()
        });
        judge(&parts);
    }
}

#[test]
fn margins_of_a_game_that_ends() {
    agree(|| Ends((0..60).map(|i| i * i * 37 % 101 - 50).collect()));
    agree(|| Ends(Row::from([])));
}

#[test]
fn outcomes_of_games_that_go_round() {
    for salt in 0..4 {
        agree(move || Round { nodes: 3000, salt });
    }
}

#[test]
fn a_cycle_of_margins_is_an_error() {
    struct Wheel;
    impl Game for Wheel {
        type State = At;
        type Move = Go;
        type Value = i64;
        fn start(&self) -> At {
            At(1)
        }
        fn play(&self, At(at): &At, Go(way): &Go) -> Option<Step<Self>> {
            Some(Step::to(At((at + way) % 7)))
        }
    }
    let error = Cluster::new(2).solve(Wheel, "").unwrap_err();
    assert!(matches!(error, Error::Cycle { .. }), "{error}");
}

#[test]
fn narrow_games_are_refused() {
    struct Long;
    impl Game for Long {
        type State = Suffix<3>;
        type Move = Go;
        type Value = Outcome;
        fn start(&self) -> Suffix<3> {
            Suffix::whole(100_000)
        }
        fn play(&self, left: &Suffix<3>, Go(more): &Go) -> Option<Step<Self>> {
            Some(Step::to(left.take(*more as usize + 1)?.1))
        }
    }
    assert!(Shape::of(&Long).is_ok());
    let error = Cluster::new(2).solve(Long, "").unwrap_err().to_string();
    assert!(error.contains("wait for one another"), "{error}");
}

#[test]
fn narrow_games_that_are_hashed_are_refused_too() {
    struct Long;
    impl Game for Long {
        type State = At;
        type Move = Go;
        type Value = Outcome;
        fn start(&self) -> At {
            At(120_000)
        }
        fn play(&self, At(at): &At, Go(more): &Go) -> Option<Step<Self>> {
            Some(Step::to(At(at.checked_sub(more + 1)?)))
        }
    }
    let begin = Instant::now();
    let error = Cluster::new(2).solve(Long, "").unwrap_err().to_string();
    assert!(error.contains("wait for one another"), "{error}");
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
}

/// Take out a number; the sum of those left tells what that gains.
struct Choose(u32);

#[derive(Clone, Debug, PartialEq)]
struct Out(u32);

impl Move<Choose> for Out {
    fn each<B>(
        _: &Choose,
        set: &Subset<u32>,
        visit: impl FnMut(Out) -> std::ops::ControlFlow<B>,
    ) -> std::ops::ControlFlow<B> {
        set.iter().map(Out).try_for_each(visit)
    }
}

impl Game for Choose {
    type State = Subset<u32>;
    type Move = Out;
    type Value = i64;
    fn start(&self) -> Subset<u32> {
        Subset::full(self.0).unwrap()
    }
    fn play(&self, set: &Subset<u32>, Out(out): &Out) -> Option<Step<Self>> {
        let rest = set.without(*out)?;
        Some(Step::to(rest).gain(i64::from((rest.bits() * 7 + out) % 11)))
    }
}

#[test]
fn positions_that_a_product_numbers_are_no_chain() {
    // As many layers as positions, and no more plies than numbers.
    agree(|| Choose(13));
}

#[test]
fn a_start_outside_of_its_space_is_refused() {
    #[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[state(game = Ranged)]
    struct Place {
        #[state(0..10)]
        at: u32,
    }
    struct Ranged;
    impl Game for Ranged {
        type State = Place;
        type Move = Go;
        type Value = Outcome;
        fn start(&self) -> Place {
            Place { at: 99 }
        }
        fn play(&self, _: &Place, _: &Go) -> Option<Step<Self>> {
            None
        }
    }
    let error = Cluster::new(2).solve(Ranged, "").unwrap_err();
    assert!(matches!(error, Error::Outside { .. }), "{error}");
}

#[test]
fn what_is_kept_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let game = Round { nodes: 3000, salt: 1 };
    let whole = Cluster::new(2).solve(game.clone(), "round").unwrap();
    let path = folder.path().join("whole");
    assert_eq!(whole.save(&path, "round").unwrap(), whole.positions());
    let saved = Saved::open(&path).unwrap().solution(&game, "round").unwrap();
    assert_eq!(saved.value(), whole.value());
    let hosts = local(2);
    std::thread::scope(|scope| {
        for process in 0..2 {
            let (hosts, game, path) =
                (hosts.clone(), game.clone(), folder.path().join(process.to_string()));
            scope.spawn(move || {
                let part =
                    Cluster::new(1).hosts(hosts, process).solve(game.clone(), "round").unwrap();
                part.save(&path, "round").unwrap();
                let saved = Saved::<Outcome>::open(&path).unwrap();
                assert_eq!((saved.len(), saved.total()), (part.kept() as u64, part.positions()));
                let error = saved.solution(&game, "round").unwrap_err().to_string();
                assert!(error.contains("what one of several processes kept"), "{error}");
            });
        }
    });
}

#[test]
#[ignore = "millions of positions: takes a minute or two, with --release"]
fn millions() {
    agree(|| Ends((0..1500).map(|i| i * i * 37 % 101 - 50).collect()));
    agree(|| Round { nodes: 3_000_000, salt: 1 });
    agree(|| Choose(20));
}

#[test]
fn a_solve_that_is_cancelled_or_has_no_room_ends() {
    let cancel = Cancel::new();
    cancel.cancel();
    let game = Round { nodes: 100_000, salt: 1 };
    let error = Cluster::new(2).cancel(&cancel).solve(game.clone(), "").unwrap_err();
    assert!(matches!(error, Error::Cancelled { .. }), "{error}");
    let error = Cluster::new(2).memory(1 << 20).solve(game, "").unwrap_err();
    assert!(matches!(error, Error::OverBudget { .. }), "{error}");
}

/// What a process says and how long it took, of several that are threads of this one.
fn errors(solves: Vec<Box<dyn FnOnce() -> Result<(), Error> + Send>>) -> Vec<(String, Duration)> {
    let one = |solve: Box<dyn FnOnce() -> Result<(), Error> + Send>| {
        std::thread::spawn(move || {
            let begin = Instant::now();
            let error = solve().unwrap_err();
            (error.to_string(), begin.elapsed())
        })
    };
    let all: Vec<_> = solves.into_iter().map(one).collect();
    all.into_iter().map(|one| one.join().unwrap()).collect()
}

#[test]
fn other_rules_or_numbers_end_all() {
    let round = |salt| Round { nodes: 500, salt };
    let hosts = local(3);
    let with = |process: usize, workers, game: Round, rules: &'static str| {
        let hosts = hosts.clone();
        Box::new(move || {
            let cluster = Cluster::new(workers).hosts(hosts, process).wait(Duration::from_secs(20));
            cluster.solve(game, rules).map(|_| ())
        }) as Box<dyn FnOnce() -> Result<(), Error> + Send>
    };
    for (other, words) in [
        (with(2, 1, round(1), "other"), "plays other rules"),
        (with(2, 1, round(2), "game"), "plays other rules"),
        (with(2, 2, round(1), "game"), "has another number of workers"),
    ] {
        let same = |process| with(process, 1, round(1), "game");
        for (error, took) in errors(vec![same(0), same(1), other]) {
            assert!(error.contains(words) && error.starts_with("process "), "{error}");
            assert!(took < Duration::from_secs(2), "{error}: {took:?}");
        }
    }
    let late = Cluster::new(1).hosts(local(2), 0).wait(Duration::from_millis(300));
    let error = late.solve(round(1), "").unwrap_err().to_string();
    assert!(
        error.starts_with("process 1 at 127.0.0.1") && error.contains("did not come"),
        "{error}"
    );
    let error = Cluster::new(1).hosts(local(2), 2).solve(round(1), "").unwrap_err().to_string();
    assert!(error.contains("not among the 2 hosts"), "{error}");
}
