//! Moves: the best ones, the last one, and what a move may be.

use crate::turns::EvenAgain;
use crate::{QUICK, agree, rows};
use std::sync::atomic::{AtomicUsize, Ordering};
use stonegame_core::{Engine, Solver, Then, prelude::*, reachable};
use stonegame_games::kayles::Kayles;
use stonegame_games::nim::Nim;
use stonegame_games::play::Play;
use stonegame_games::predict_the_winner::PredictTheWinner;
use stonegame_games::stone_game_iii::StoneGameIII;
use stonegame_games::subtraction::{Subtraction, Take};

mod best_move_mismatch {
    use super::*;

    /// At every position the value is that of each best move, and no move does better.
    fn values_are_those_of_the_best_moves<G: Game<Value = i64>>(game: &G, engine: Engine) {
        let solution = Solver::new().engine(engine).solve(game).unwrap();
        let value_of = |state: &G::State| solution.value_of(state).unwrap();
        for state in reachable(game, 1_000).positions {
            let reward = |mv: &G::Move| {
                let step = game.play(&state, mv).unwrap();
                step.gain
                    + match &step.then {
                        Then::Opponent(next) => -value_of(next),
                        Then::Again(next) => value_of(next),
                        Then::Over => 0,
                    }
            };
            let (value, moves) = (value_of(&state), solution.moves(&state).unwrap());
            let best = solution.best_moves(&state).unwrap();
            assert_eq!(best.is_empty(), moves.is_empty());
            assert!(best.iter().all(|mv| reward(mv) == value), "{state:?}");
            assert!(moves.iter().all(|(mv, of)| reward(mv) == *of && *of <= value));
        }
    }

    /// B19
    #[test]
    fn the_best_value_belongs_to_the_best_moves() {
        for row in rows(&[-2, -1, 0, 1, 2], 6) {
            // The others are asked about shorter rows, to save time.
            let engines = if row.len() > 3 { &[Engine::Table][..] } else { &QUICK };
            let ends = PredictTheWinner::new(row.clone());
            let front = StoneGameIII::new(row.clone()).unwrap();
            let again = EvenAgain(row.into());
            for engine in engines {
                values_are_those_of_the_best_moves(&ends, *engine);
                values_are_those_of_the_best_moves(&front, *engine);
                values_are_those_of_the_best_moves(&again, *engine);
            }
        }
    }
}

mod grundy_move {
    use super::*;

    /// B56
    #[test]
    fn the_move_that_wins_is_a_legal_one() {
        // To take all four would win as well, but four cannot be taken.
        let game = Subtraction::new(4, &[2, 3], Play::Normal).unwrap();
        assert_eq!(agree(&game), WinLoss::Win);
        let best = solve(&game).unwrap().best_moves(&game.start());
        assert_eq!(best, Ok(vec![Take(3)]));
        // Lost are the heaps of Grundy value 0.
        for (stones, grundy) in [0, 0, 1, 1, 2, 0, 0, 1, 1, 2].into_iter().enumerate() {
            let game = Subtraction::new(stones, &[2, 3], Play::Normal).unwrap();
            assert_eq!(agree(&game), WinLoss::won(grundy > 0), "{stones} stones");
        }
    }
}

mod misere {
    use super::*;

    /// B62
    #[test]
    fn nim_in_both_kinds_of_play() {
        for (heaps, normal, misere) in [
            (&[1][..], true, false),
            (&[1, 1], false, true),
            (&[1, 1, 1], true, false),
            (&[2], true, true),
            (&[2, 2], false, false),
            (&[1, 2, 3], false, false),
            (&[3, 3, 1], true, true),
        ] {
            for (play, won) in [(Play::Normal, normal), (Play::Misere, misere)] {
                let game = Nim::new(heaps.iter().copied(), play).unwrap();
                assert_eq!(agree(&game), WinLoss::won(won), "{heaps:?} {play:?}");
            }
        }
    }

    /// B62
    #[test]
    fn misere_kayles_is_not_misere_nim_on_grundy_values() {
        // The rule of misère Nim says the opposite of each.
        for (rows, won) in [(&[8][..], true), (&[9], false), (&[1, 5], false)] {
            let game = Kayles::new(rows.iter().copied(), Play::Misere).unwrap();
            assert_eq!(agree(&game), WinLoss::won(won), "{rows:?}");
        }
    }
}

mod move_type_bounds {
    use super::*;

    /// Capture one stone or two from either end, one after the other. It counts how often the moves of a
    /// position that has some are asked for.
    struct Captures {
        row: Row<i64>,
        asked: AtomicUsize,
    }

    /// The places of the stones captured, on the heap.
    #[derive(Move, Clone, Debug, PartialEq)]
    #[moves(game = Captures)]
    struct Capture(#[moves(game.captures(state))] Vec<u8>);

    impl Captures {
        fn new(row: impl Into<Row<i64>>) -> Self {
            Captures { row: row.into(), asked: AtomicUsize::new(0) }
        }

        fn captures(&self, left: &Span<2>) -> Vec<Vec<u8>> {
            if left.is_empty() {
                return vec![];
            }
            self.asked.fetch_add(1, Ordering::Relaxed);
            let (first, last) = (left.range().start as u8, left.range().end as u8 - 1);
            let mut captures = vec![vec![first]];
            if left.len() > 1 {
                captures.extend([vec![last], vec![first, first + 1], vec![last, last - 1]]);
            }
            captures
        }
    }

    impl Game for Captures {
        type State = Span<2>;
        type Move = Capture;
        type Value = i64;
        fn start(&self) -> Span<2> {
            self.row.span()
        }
        fn play(&self, left: &Span<2>, Capture(places): &Capture) -> Option<Step<Self>> {
            let end = match usize::from(*places.first()?) == left.range().start {
                true => End::Left,
                false => End::Right,
            };
            let (_, rest) = left.take(end, places.len())?;
            let gain = places.iter().map(|place| self.row.values()[usize::from(*place)]);
            Some(Step::to(rest).gain(gain.sum()))
        }
    }

    /// B88
    #[test]
    fn a_move_may_own_memory() {
        let game = Captures::new([1, 2, 3]);
        // The 2 and the 3 are taken at once.
        assert_eq!(agree(&game), 4);
        let best = solve(&game).unwrap().best_moves(&game.start());
        assert_eq!(best, Ok(vec![Capture(vec![2, 1])]));
    }

    /// B88
    #[test]
    fn the_moves_of_a_position_are_asked_for_once() {
        for engine in QUICK {
            let game = Captures::new((1..=10).collect::<Vec<i64>>());
            let solver = Solver::new().engine(engine);
            solver.value(&game).unwrap();
            assert_eq!(game.asked.swap(0, Ordering::Relaxed), 55, "{engine}");
            let solution = solver.solve(&game).unwrap();
            assert_eq!(game.asked.load(Ordering::Relaxed), 55, "{engine}");
            assert_eq!(solution.positions(), 55 + 11, "{engine}");
        }
    }
}
