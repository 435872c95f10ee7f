//! What a memo or a table keeps of a position, and how much of it there is.

use crate::{agree, quick};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use stonegame_core::space::Sparse;
use stonegame_core::{Engine, Law, Question, Solver, check, prelude::*, reachable};
use stonegame_games::predict_the_winner::PredictTheWinner;
use stonegame_games::stone_game_ii::{StoneGameII, stone_game_ii};
use stonegame_games::stone_game_iii::StoneGameIII;

mod stack_depth {
    use super::*;
    use crate::turns::{Stacks, Turn};

    /// B01
    #[test]
    fn a_million_plies_by_memo_in_two_mebibytes_of_stack() {
        let ones = |n| StoneGameIII::new(vec![1i64; n]).unwrap();
        for n in 0..=20 {
            assert_eq!(agree(&ones(n)), [0, 1, 2, 3, 2, 1][n % 6], "{n} ones");
        }
        let thread = std::thread::Builder::new().stack_size(2 << 20);
        let solving = thread.spawn(move || {
            assert_eq!(quick(&ones(50_000)), 2);
            let long = ones(1_000_000);
            for engine in [Engine::Memo, Engine::Table] {
                assert_eq!(Solver::new().engine(engine).value(&long), Ok(2), "{engine}");
            }
        });
        solving.unwrap().join().unwrap();
    }

    /// B02
    #[test]
    fn passes_make_play_longer_than_there_are_stones() {
        let game = Stacks::new(&[], &[1; 100]);
        assert_eq!(agree(&game), -100);
        let solution = solve(&game).unwrap();
        let line = solution.line().unwrap();
        assert_eq!(line.len(), 200);
        assert_eq!(line.iter().filter(|ply| ply.mv == Turn::Pass).count(), 100);
    }
}

mod memo_key {
    use super::*;
    use std::cell::RefCell;
    use std::collections::VecDeque;
    use std::rc::Rc;

    /// B04
    #[test]
    fn the_carried_m_is_part_of_the_position() {
        // With the piles left alone as a key the first player gets 13 and 1.
        for (row, first, ahead) in [([2, 7, 9, 4, 4], 10, -6), ([0, 0, 0, 0, 1], 0, -1)] {
            assert_eq!(stone_game_ii(row), Ok(first));
            assert_eq!(agree(&StoneGameII::new(row.map(i64::from)).unwrap()), ahead);
        }
    }

    /// Take one to three stones, but never as many as were taken last. Who cannot move loses.
    struct NoRepeat(usize);

    #[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[state(game = NoRepeat)]
    struct Left {
        #[state(layer, 0..=game.0, reach = 3)]
        stones: usize,
        /// 0 if nothing was taken yet.
        #[state(0..=3)]
        last: usize,
    }

    #[derive(Move, Clone, Copy, Debug, PartialEq)]
    struct Take(#[moves(1..=3)] usize);

    impl Game for NoRepeat {
        type State = Left;
        type Move = Take;
        type Value = WinLoss;
        fn start(&self) -> Left {
            Left { stones: self.0, last: 0 }
        }
        fn play(&self, left: &Left, Take(count): &Take) -> Option<Step<Self>> {
            let stones = left.stones.checked_sub(*count)?;
            let last = *count;
            (last != left.last).then_some(Step::to(Left { stones, last }))
        }
    }

    /// B05
    #[test]
    fn the_number_just_taken_is_part_of_the_position() {
        for stones in 0..=28 {
            let value = agree(&NoRepeat(stones));
            assert_eq!(value, WinLoss::won(stones % 4 != 0), "{stones} stones");
        }
        // One stone is lost to whoever may not take one.
        let game = NoRepeat(5);
        let solution = Solver::new().engine(Engine::Table).solve(&game).unwrap();
        let one = |last| solution.value_of(&Left { stones: 1, last });
        assert_eq!((one(1), one(2)), (Ok(WinLoss::Loss), Ok(WinLoss::Win)));
    }

    /// A row that can be changed through a shared reference. It hashes what it holds, since a cell has
    /// no hash of its own.
    #[derive(Clone, Debug, PartialEq, Eq)]
    struct Shared(Rc<RefCell<VecDeque<i64>>>);

    impl Hash for Shared {
        fn hash<H: Hasher>(&self, hasher: &mut H) {
            self.0.borrow().hash(hasher);
        }
    }

    /// Take the first or the last number: of a copy, or of the row that all states share.
    struct Ends {
        copies: bool,
    }

    impl State<Ends> for Shared {
        type Space = Sparse<Shared>;
        fn space(_: &Ends) -> Sparse<Shared> {
            Sparse::new()
        }
    }

    impl Game for Ends {
        type State = Shared;
        type Move = End;
        type Value = i64;
        fn start(&self) -> Shared {
            Shared(Rc::new(RefCell::new([3, 9, 1, 2].into())))
        }
        fn play(&self, row: &Shared, end: &End) -> Option<Step<Self>> {
            let mut next = row.clone();
            if self.copies {
                next = Shared(Rc::new((*next.0).clone()));
            }
            let number = match end {
                End::Left => next.0.borrow_mut().pop_front(),
                End::Right => next.0.borrow_mut().pop_back(),
            };
            Some(Step::to(next).gain(number?))
        }
    }

    /// B07
    #[test]
    fn a_state_that_is_copied_before_it_changes_is_lawful() {
        let game = Ends { copies: true };
        assert_eq!(agree(&game), 7);
        let start = game.start();
        let before = hash(&start);
        assert_eq!(solve_from(&game, start.clone()).unwrap().value(), 7);
        assert_eq!((hash(&start), start), (before, game.start()));
    }

    /// B07
    #[test]
    fn a_state_that_changes_under_the_memo_is_found_by_a_check() {
        let broken = check(&Ends { copies: false }).unwrap_err();
        assert_eq!(broken.law, Law::Hash, "{broken}");
    }

    /// B07
    #[test]
    fn a_cell_has_no_hash_and_so_is_no_state() {
        trait Or<Which> {
            fn compiles() {}
        }
        struct IfHash;
        impl<T: ?Sized> Or<()> for T {}
        impl<T: ?Sized + Hash> Or<IfHash> for T {}
        // Which of the two is meant would be ambiguous if these had a hash.
        <RefCell<Vec<i32>> as Or<_>>::compiles();
        <Rc<RefCell<Vec<i32>>> as Or<_>>::compiles();
        <std::cell::Cell<i32> as Or<_>>::compiles();
    }
}

mod memo_sentinel {
    use super::*;

    /// B10
    #[test]
    fn a_value_of_zero_is_known_like_any_other() {
        let zeros = StoneGameIII::new([0; 60]).unwrap();
        assert_eq!(agree(&zeros), 0);
        let solution = Solver::new().engine(Engine::Memo).solve(&zeros).unwrap();
        assert_eq!(solution.positions(), 61);
    }

    /// B11
    #[test]
    fn no_value_is_taken_for_minus_infinity() {
        // A least value of -10,000 gives -10,000 and 0 here.
        let mut low = [-1000, -1000, 1000, 1000].repeat(6);
        low.push(-1000);
        let turned = [
            -1000, -1000, 1000, -1000, -1000, -1000, 1000, -1000, -1000, -1000, -1000, -1000, 1000,
            1000, -1000, -1000, 1000, 1000, -1000, -1000, 1000, 1000, -1000, -1000, 1000, 1000,
            -1000, -1000, 1000, 1000, -1000, -1000, 1000, 1000, -1000,
        ];
        assert_eq!(agree(&StoneGameIII::new(low).unwrap()), -13_000);
        assert_eq!(agree(&StoneGameIII::new(turned).unwrap()), 3_000);
    }
}

mod table_bounds {
    use super::*;

    /// B13
    #[test]
    fn tables_of_tiny_rows_are_wide_enough() {
        let disputed = vec![77, 12, 64, 35, 28, 4, 87, 21, 20];
        for (row, first) in [(vec![1], 1), (vec![1, 1, 1], 2), (vec![], 0), (disputed, 217)] {
            let total: i128 = row.iter().map(|pile| i128::from(*pile)).sum();
            let ahead = agree(&StoneGameII::<i64>::new(row.clone()).unwrap());
            assert_eq!(i128::from(ahead), 2 * first - total, "{row:?}");
            assert_eq!(stone_game_ii(row), Ok(first));
        }
    }
}

mod memo_key_too_rich {
    use super::*;

    /// B14
    #[test]
    fn a_memo_holds_each_span_once() {
        let game = PredictTheWinner::new(numbers(20));
        let memo = Solver::new().engine(Engine::Memo);
        for question in [Question::Line, Question::All] {
            let solution = memo.clone().question(question).solve(&game).unwrap();
            // 210 spans of some numbers, and the 21 empty ones.
            assert_eq!(solution.positions(), 231);
        }
        assert_eq!(reachable(&game, 1_000).positions.len(), 231);
    }
}

mod tt_collision {
    use super::*;

    /// Take the first or the last number; all positions have the same hash.
    struct Ends(Row<i64>);

    #[derive(State, Clone, Copy, Debug, PartialEq, Eq)]
    struct Between {
        from: usize,
        to: usize,
    }

    impl Hash for Between {
        fn hash<H: Hasher>(&self, _: &mut H) {}
    }

    impl Game for Ends {
        type State = Between;
        type Move = End;
        type Value = i64;
        fn start(&self) -> Between {
            Between { from: 0, to: self.0.len() }
        }
        fn play(&self, at: &Between, end: &End) -> Option<Step<Self>> {
            let mut next = *at;
            let taken = match end {
                End::Left => next.from,
                End::Right => next.to.checked_sub(1)?,
            };
            match end {
                End::Left => next.from += 1,
                End::Right => next.to = taken,
            }
            let number = self.0.values()[at.from..at.to].get(taken.checked_sub(at.from)?)?;
            Some(Step::to(next).gain(*number))
        }
    }

    /// B20
    #[test]
    fn positions_with_one_hash_are_told_apart() {
        assert_eq!(hash(&Between { from: 0, to: 1 }), hash(&Between { from: 2, to: 5 }));
        let colliding = Ends(numbers(12).into());
        let table = quick(&PredictTheWinner::new(numbers(12)));
        assert_eq!(agree(&colliding), table);
        let solution = Solver::new().engine(Engine::Memo).solve(&colliding).unwrap();
        assert_eq!(solution.positions(), 78 + 13);
    }
}

fn hash(of: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// Some numbers from 0 to 100, the same each time.
fn numbers(n: usize) -> Vec<i64> {
    let mut x = 42u64;
    let number = || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        (x % 101) as i64
    };
    std::iter::repeat_with(number).take(n).collect()
}
