//! The catalogue's impartial games: their nimbers against theorems, published tables, and who wins.
#![allow(missing_docs)]

use serde_json::Value as Json;
use stonegame_core::{Engine, Error, Impartial, Nimbers, Solver, WinLoss, grundy};
use stonegame_games::chomp::Chomp;
use stonegame_games::coin_turning::{CoinTurning, Coins};
use stonegame_games::dawsons_kayles::DawsonsKayles;
use stonegame_games::divisor_game::DivisorGame;
use stonegame_games::euclid::Euclid;
use stonegame_games::fibonacci_nim::FibonacciNim;
use stonegame_games::grundys_game::{GrundysGame, Heaps};
use stonegame_games::kayles::Kayles;
use stonegame_games::nim::Nim;
use stonegame_games::nim_game::NimGame;
use stonegame_games::node_kayles::NodeKayles;
use stonegame_games::octal;
use stonegame_games::play::Play;
use stonegame_games::subtraction::Subtraction;
use stonegame_games::take_away::TakeAway;
use stonegame_games::wythoff::Wythoff;

/// The nimber, after the memo has agreed about who wins.
fn nimber<G: Impartial<Value = WinLoss>>(game: &G) -> u32 {
    let nimber = grundy(game).unwrap();
    let value = Solver::new().engine(Engine::Memo).value(game).unwrap();
    assert_eq!(value, WinLoss::won(nimber != 0));
    nimber
}

/// The terms of a published sequence.
fn published(id: &str) -> Vec<u64> {
    let rows = include_str!("data/nim_sequences.jsonl").lines();
    let mut rows = rows.map(|line| serde_json::from_str::<Json>(line).unwrap());
    let row = rows.find(|row| row["id"] == id).unwrap();
    row["terms"].as_array().unwrap().iter().map(|term| term.as_u64().unwrap()).collect()
}

#[test]
fn wythoff() {
    let of = |a, b| u64::from(nimber(&Wythoff { heaps: [a, b], play: Play::Normal }));
    let antidiagonals = (0..13).flat_map(|sum| (0..=sum).map(move |b| (sum - b, b)));
    for ((a, b), term) in antidiagonals.zip(published("A004481")) {
        assert_eq!(of(a, b), term, "{a} {b}");
    }
    for (b, term) in (0..).zip(published("cgsuite:WythoffRow10")) {
        assert_eq!(of(10, b), term, "10 {b}");
    }
}

/// As games on rows and as octal games.
#[test]
fn kayles_and_its_kin() {
    for (code, least) in [("0.77", 1), ("0.07", 2)] {
        let mut octal = octal::Nimbers::new(code.parse().unwrap());
        octal.extend(40).unwrap();
        for (pins, expected) in (0..=30).zip(octal.iter()) {
            let found = match least {
                1 => nimber(&Kayles::new([pins], Play::Normal).unwrap()),
                _ => nimber(&DawsonsKayles::new([pins], Play::Normal).unwrap()),
            };
            assert_eq!(found, expected, "{code}, {pins} pins");
        }
    }
    let rows = Kayles::new([20, 9, 30], Play::Normal).unwrap();
    let mut nimbers = Nimbers::new(&rows);
    let mut octal = octal::Nimbers::new("0.77".parse().unwrap());
    octal.extend(30).unwrap();
    let sum = [20, 9, 30].iter().fold(0, |sum, row| sum ^ octal.get(*row).unwrap());
    assert_eq!(nimbers.of(&stonegame_core::Game::start(&rows)), Ok(sum));
    // Rows are evaluated one by one: at most 30 of them, not some thousands of sums.
    assert!(nimbers.len() <= 30);
}

#[test]
fn nim_and_subtraction() {
    for heaps in [[3, 4, 5], [7, 7, 0], [100, 30, 9]] {
        assert_eq!(
            grundy(&Nim::new(heaps, Play::Normal).unwrap()),
            Ok(heaps[0] ^ heaps[1] ^ heaps[2])
        );
    }
    let mut octal = octal::Nimbers::new("{2,5,7}".parse().unwrap());
    octal.extend(60).unwrap();
    for (stones, expected) in octal.iter().enumerate() {
        assert_eq!(nimber(&Subtraction::new(stones, &[2, 5, 7], Play::Normal).unwrap()), expected);
    }
    for stones in 0..20 {
        assert_eq!(nimber(&NimGame { stones }), stones as u32 % 4);
    }
}

#[test]
fn others_by_who_wins() {
    for a in 1..14u32 {
        for b in 1..14u32 {
            nimber(&Euclid { numbers: [a, b], play: Play::Normal });
        }
    }
    for stones in 0..25 {
        nimber(&FibonacciNim { stones, play: Play::Normal });
        nimber(&DivisorGame { number: stones, play: Play::Normal });
    }
    for rows in [vec![1], vec![3, 3], vec![4, 2, 1], vec![3, 3, 3]] {
        nimber(&Chomp::new(rows, Play::Normal).unwrap());
    }
}

#[test]
fn coins() {
    let row = |id: &str, coins: Coins| {
        for (place, term) in (1..).zip(published(id)) {
            let game = CoinTurning::new(coins, [place], Play::Normal).unwrap();
            assert_eq!(grundy(&game).map(u64::from), Ok(term), "{id} {place}");
        }
    };
    row("cgsuite:Triplets", Coins::Triplets);
    row("cgsuite:Grunt", Coins::Grunt);
    // Nine coins of sixteen, in as many as 26,333 ways from the last one.
    let few = if cfg!(debug_assertions) { 12 } else { 16 };
    for (place, term) in (1..=few).zip(published("cgsuite:Moidores")) {
        let game = CoinTurning::new(Coins::Moidores, [place], Play::Normal).unwrap();
        assert_eq!(grundy(&game).map(u64::from), Ok(term), "{place}");
    }
}

#[test]
fn grundys_game() {
    let game = GrundysGame::new([], Play::Normal);
    let mut nimbers = Nimbers::new(&game);
    for (heap, term) in (0..).zip(published("A002188")) {
        assert_eq!(nimbers.of(&Heaps::from([heap])).map(u64::from), Ok(term), "{heap}");
    }
    let far = if cfg!(debug_assertions) { 1_000 } else { 2_000 };
    let rows = include_str!("data/nim_sequences.jsonl").lines();
    let mut rows = rows.map(|line| serde_json::from_str::<Json>(line).unwrap());
    let row = rows.find(|row| row["id"] == "computed:grundy-checkpoints").unwrap();
    for pair in row["terms"].as_array().unwrap() {
        let [heap, nimber] = [0, 1].map(|i| pair[i].as_u64().unwrap());
        if heap <= far {
            assert_eq!(nimbers.of(&Heaps::from([heap as u32])).map(u64::from), Ok(nimber));
        }
    }
}

#[test]
fn take_away_and_node_kayles() {
    for (before, term) in (0..).zip(published("cgsuite:TakeAway3Row10")) {
        let game = TakeAway { stones: 10, times: 3, most: 3 * before, play: Play::Normal };
        assert_eq!(u64::from(nimber(&game)), term, "{before}");
    }
    // With twice as many, and not all at first: Fibonacci Nim.
    for stones in 1..40 {
        let (play, most) = (Play::Normal, stones - 1);
        let ours = grundy(&TakeAway { stones, times: 2, most, play });
        assert_eq!(ours, grundy(&FibonacciNim { stones, play }), "{stones}");
    }
    for (columns, term) in (1..).zip(published("A316632")) {
        let grid = NodeKayles::grid(3, columns, Play::Normal).unwrap();
        assert_eq!(u64::from(nimber(&grid)), term, "{columns}");
    }
}

/// Misère sums are no nim-sums: faults that learners meet.
#[test]
fn misere_is_refused() {
    let games: [Result<u32, Error>; 3] = [
        grundy(&Nim::new([1, 2], Play::Misere).unwrap()),
        grundy(&Kayles::new([8], Play::Misere).unwrap()),
        grundy(&Subtraction::new(5, &[1, 2], Play::Misere).unwrap()),
    ];
    for error in games {
        let error = error.unwrap_err();
        assert!(matches!(error, Error::NotImpartial { .. }));
        assert!(
            error.to_string().contains("misère play has to be solved on whole positions"),
            "{error}"
        );
    }
    // By the rule for Nim, {8} would be lost and {9} won; by the engines it is the other way round.
    let misere = |rows: &[u32]| {
        let game = Kayles::new(rows.iter().copied(), Play::Misere).unwrap();
        Solver::new().value(&game).unwrap()
    };
    assert_eq!(
        [misere(&[8]), misere(&[9]), misere(&[1, 5])],
        [WinLoss::Win, WinLoss::Loss, WinLoss::Loss]
    );
    let nim = |heaps: &[u32], play| {
        let game = Nim::new(heaps.iter().copied(), play).unwrap();
        Solver::new().engine(Engine::Memo).value(&game).unwrap() == WinLoss::Win
    };
    for (heaps, normal, misere) in [
        (&[1][..], true, false),
        (&[1, 1], false, true),
        (&[1, 1, 1], true, false),
        (&[2], true, true),
        (&[2, 2], false, false),
        (&[1, 2, 3], false, false),
        (&[3, 3, 1], true, true),
    ] {
        assert_eq!(
            (nim(heaps, Play::Normal), nim(heaps, Play::Misere)),
            (normal, misere),
            "{heaps:?}"
        );
    }
}
