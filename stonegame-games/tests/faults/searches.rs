//! Searches that keep bounds, in tables of any size.

use super::rows;
use std::hash::{Hash, Hasher};
use stonegame_core::space::Sparse;
use stonegame_core::{AlphaBeta, Engine, Found, Solver, prelude::*};
use stonegame_games::play::Play;
use stonegame_games::predict_the_winner::PredictTheWinner;
use stonegame_games::subtraction::Subtraction;

fn value_of<G: Game>(found: &Found<G>) -> G::Value {
    found.value().expect("nothing ends the search before")
}

mod tt_bounds {
    use super::*;

    /// B16
    #[test]
    fn a_search_asked_again_answers_as_a_new_one() {
        let game = PredictTheWinner::new([0i64, 5, 5, 7, 3, 0, 0, 5]);
        let whole = game.start();
        let (_, rest) = whole.pop(End::Left).unwrap();
        let mut search = AlphaBeta::new(&game);
        for (span, value) in [(whole, 9), (rest, 1), (whole, 9), (rest, 1)] {
            assert_eq!(value_of(&search.search(&span).unwrap()), value);
            assert_eq!(value_of(&AlphaBeta::new(&game).search(&span).unwrap()), value);
        }
    }
}

mod best_move_mismatch {
    use super::*;

    /// B19
    #[test]
    fn the_best_move_has_the_value() {
        for row in rows(&[-2i64, -1, 0, 1, 2], 6) {
            let game = PredictTheWinner::new(row);
            let found = AlphaBeta::new(&game).search(&game.start()).unwrap();
            let value = value_of(&found);
            let Some(best) = found.best else {
                assert!(game.start().is_empty());
                continue;
            };
            let step = game.play(&game.start(), &best).unwrap();
            let next = step.then.next().unwrap();
            assert_eq!(step.gain - value_of(&AlphaBeta::new(&game).search(next).unwrap()), value);
        }
    }
}

mod tt_collision {
    use super::*;

    /// A row whose positions all hash alike.
    struct Alike(Row<i64>);

    #[derive(Clone, Debug, PartialEq, Eq)]
    struct Left(Span);

    impl Hash for Left {
        fn hash<H: Hasher>(&self, hasher: &mut H) {
            hasher.write_u8(0);
        }
    }

    impl State<Alike> for Left {
        type Space = Sparse<Left>;
        fn space(_: &Alike) -> Sparse<Left> {
            Sparse::default()
        }
    }

    impl Game for Alike {
        type State = Left;
        type Move = End;
        type Value = i64;
        fn start(&self) -> Left {
            Left(self.0.span())
        }
        fn play(&self, left: &Left, end: &End) -> Option<Step<Self>> {
            let (pile, rest) = left.0.pop(*end)?;
            Some(Step::to(Left(rest)).gain(self.0[pile]))
        }
    }

    /// B20, B53
    #[test]
    fn whole_keys_are_compared_in_tables_of_any_size() {
        let row = [3i64, 9, 1, 2, 8, 8, 0, 4, 7, 5, 2, 6];
        let table = Solver::new().engine(Engine::Table);
        let expected = table.value(&PredictTheWinner::new(row)).unwrap();
        let game = Alike(row.into());
        for engine in [Engine::Memo, Engine::Retrograde, Engine::AlphaBeta] {
            assert_eq!(Solver::new().engine(engine).value(&game), Ok(expected), "{engine}");
        }
        std::thread::scope(|scope| {
            for entries in [1, 2, 3, 5, 7] {
                let game = &game;
                scope.spawn(move || {
                    let mut search = AlphaBeta::new(game).entries(entries);
                    assert_eq!(value_of(&search.search(&game.start()).unwrap()), expected);
                    assert!(search.kept() <= entries);
                    let best = search.best_moves(&game.start()).unwrap();
                    let memo = Solver::new().engine(Engine::Memo).solve(game).unwrap();
                    assert_eq!(best, memo.best_moves(&game.start()).unwrap());
                });
            }
        });
    }
}

mod proof_numbers {
    use super::*;

    /// Numbers that saturate must not keep the search from going on.
    #[test]
    fn positions_that_branches_share_do_not_stall_a_proof() {
        for stones in [124, 200, 1_000] {
            let game = Subtraction::new(stones, &[1, 2, 3], Play::Normal).unwrap();
            let value = stonegame_core::Proof::new(&game).value(&game.start());
            assert_eq!(value, Ok(WinLoss::won(stones % 4 > 0)));
        }
    }
}

mod depth_limit {
    use super::*;

    /// B22: there is no limit of depth, but one of positions.
    #[test]
    fn a_search_opens_no_more_positions_than_it_may() {
        let game = Subtraction::new(10_000, &[1, 2, 3], Play::Normal).unwrap();
        let found = AlphaBeta::new(&game).nodes(40).search(&game.start()).unwrap();
        assert!(found.opened <= 40 && found.value().is_none(), "{found:?}");
        let whole = AlphaBeta::new(&game).search(&game.start()).unwrap();
        assert_eq!(value_of(&whole), WinLoss::Loss);
    }
}
