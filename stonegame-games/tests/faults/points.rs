//! Points: signs, ties, and numbers at the ends of their types.

use crate::agree;
use stonegame_core::{Engine, Solver, play_out, prelude::*};
use stonegame_games::can_i_win::{CanIWin, can_i_win};
use stonegame_games::predict_the_winner::PredictTheWinner;
use stonegame_games::stone_game_iii::{StoneGameIII, Winner, stone_game_iii};
use stonegame_games::stone_game_v::{StoneGameV, stone_game_v};

mod tie {
    use super::*;

    /// B37
    #[test]
    fn a_tie_is_neither_players_win() {
        for (row, ahead, winner) in [
            (&[-1, -2, -3][..], 0, Winner::Tie),
            (&[1, 2, 3, 6], 0, Winner::Tie),
            (&[1, 2, 3, 7], -1, Winner::Bob),
        ] {
            assert_eq!(agree(&StoneGameIII::new(row.to_vec()).unwrap()), ahead);
            assert_eq!(stone_game_iii(row.to_vec()), Ok(winner), "{row:?}");
        }
    }
}

mod unsigned_underflow {
    use super::*;

    /// B38
    #[test]
    fn rows_shorter_than_a_move_are_rows_too() {
        for (row, ahead) in [(vec![], 0), (vec![-5], -5), (vec![-1, -2], 1)] {
            assert_eq!(agree(&StoneGameIII::<i64>::new(row).unwrap()), ahead);
        }
    }
}

mod greedy_accepted {
    use super::*;

    /// What the first player is ahead by if both always take the larger end.
    fn greedy(game: &PredictTheWinner<i64>, row: &[i64]) -> i64 {
        let larger = |span: &Span, _: &[End]| {
            let left = &row[span.range()];
            Ok(match left[0] >= left[left.len() - 1] {
                true => End::Left,
                false => End::Right,
            })
        };
        let played = play_out(game, row.len(), larger).unwrap();
        played.result().unwrap().unwrap()
    }

    /// B40
    #[test]
    fn rows_that_tell_best_play_from_the_larger_end() {
        for (row, ahead, by_greed) in [([3, 6, 4, 0, 2], 1, -1), ([5, 10, 3, 2, 4], 0, -2)] {
            let game = PredictTheWinner::new(row);
            assert_eq!((agree(&game), greedy(&game, &row)), (ahead, by_greed));
        }
    }

    /// B40
    #[test]
    fn rows_that_break_other_shortcuts() {
        let long = [4, 14, 15, 7, 9, 2, 4, 10, 4, 5, 11, 5, 18, 6, 9, 18, 1, 8, 4];
        assert_eq!(agree(&PredictTheWinner::new(long)), 2);
        // Of this one it was claimed that the first player wins.
        assert_eq!(agree(&PredictTheWinner::new([0, 0, 7, 6, 5, 6, 1])), -1);
    }
}

mod tie_branch {
    use super::*;

    /// B41
    #[test]
    fn equal_halves_are_compared_with_the_best_so_far() {
        for (row, score) in [
            (&[4, 2, 2, 1, 4, 5][..], 14),
            (&[24, 1, 1, 1, 1, 1, 4, 13, 13], 39),
            (&[6, 2, 3, 4, 5, 5], 18),
            (&[7; 7], 28),
        ] {
            assert_eq!(agree(&StoneGameV::new(row.to_vec()).unwrap()), score);
            assert_eq!(stone_game_v(row.to_vec()), Ok(score), "{row:?}");
        }
    }
}

mod unreachable_goal {
    use super::*;

    /// B43
    #[test]
    fn a_goal_out_of_reach_is_a_draw_and_no_win() {
        assert_eq!(agree(&CanIWin::new(1, 2).unwrap()), Outcome::Draw);
        assert_eq!(can_i_win(1, 2), Ok(false));
        assert_eq!(can_i_win(18, 188), Ok(false));
        // All twenty are needed, and the second player chooses the last. (A table takes long.)
        let memo = Solver::new().engine(Engine::Memo);
        let all = CanIWin::new(20, 210).unwrap();
        assert_eq!(memo.value(&all), Ok(Outcome::Loss));
        // LeetCode takes a goal of nothing for reached.
        assert_eq!(can_i_win(10, 0), Ok(true));
    }
}

mod int_min_negation {
    use super::*;

    const MIN: i32 = i32::MIN;
    const MAX: i32 = i32::MAX;

    /// B44
    #[test]
    fn values_at_the_ends_of_their_type_are_exact() {
        for (row, ahead) in [(vec![MIN], MIN), (vec![MIN, MIN], 0), (vec![MAX; 3], MAX)] {
            assert_eq!(agree(&PredictTheWinner::new(row.clone())), ahead);
            let wide: Vec<i64> = row.into_iter().map(i64::from).collect();
            assert_eq!(agree(&PredictTheWinner::new(wide)), i64::from(ahead));
        }
    }

    /// B44
    #[test]
    fn what_does_not_fit_is_an_error_and_fits_a_wider_type() {
        let game = PredictTheWinner::new([MAX, MIN]);
        for engine in Engine::SEARCHING {
            let error = Solver::new().engine(engine).value(&game).unwrap_err();
            assert!(matches!(error, Error::Overflow { .. }), "{engine}: {error}");
        }
        assert!(matches!(value(&game), Err(Error::Overflow { .. })));
        let wide = [i64::from(MAX), i64::from(MIN)];
        assert_eq!(agree(&PredictTheWinner::new(wide)), 4_294_967_295);
    }

    /// B44
    #[test]
    fn a_total_may_be_too_large_where_the_value_is_not() {
        let game = PredictTheWinner::new(vec![1_000_000i32; 3_001]);
        assert_eq!(game.total(), Some(3_001_000_000));
        assert_eq!(value(&game), Ok(1_000_000));
        let rolling = Solver::new().engine(Engine::Rolling);
        assert_eq!(rolling.value(&game), Ok(1_000_000));
    }
}

mod bitmask_width {
    use super::*;

    /// Take any stone that is left.
    struct PickAny {
        values: Vec<i64>,
        left: Subset<u128>,
    }

    #[derive(Move, Clone, Copy, Debug, PartialEq)]
    #[moves(game = PickAny)]
    struct Pick(#[moves(state.iter())] u32);

    impl Game for PickAny {
        type State = Subset<u128>;
        type Move = Pick;
        type Value = i64;
        fn start(&self) -> Subset<u128> {
            self.left
        }
        fn play(&self, left: &Subset<u128>, Pick(stone): &Pick) -> Option<Step<Self>> {
            let rest = left.without(*stone)?;
            Some(Step::to(rest).gain(self.values[*stone as usize]))
        }
    }

    /// B55
    #[test]
    fn stone_64_is_not_stone_0() {
        let mut values = vec![0; 65];
        (values[0], values[64]) = (3, 10);
        let left = Subset::of(65, [0, 64]).unwrap();
        let game = PickAny { values, left };
        assert_eq!(agree(&game), 7);
        let best = solve(&game).unwrap().best_moves(&left);
        assert_eq!(best, Ok(vec![Pick(64)]));
    }

    /// B55
    #[test]
    fn a_word_that_is_too_narrow_is_refused() {
        assert_eq!(Subset::<u64>::full(65), None);
        assert_eq!(Subset::<u64>::of(65, [0, 64]), None);
        assert_eq!(Subset::<u64>::full(64).map(|all| all.len()), Some(64));
        assert_eq!(Subset::<u128>::full(65).map(|all| all.len()), Some(65));
    }
}
