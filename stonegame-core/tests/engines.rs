//! All engines agree, on games of every shape.

mod common;

use common::*;
use proptest::prelude::*;
use stonegame_core::{Engine, Lanes, Question, Solver, prelude::*};

fn row(most: usize) -> impl Strategy<Value = Vec<i64>> {
    prop::collection::vec(-9i64..=9, 0..most)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn spans(row in row(9)) {
        agree(&Ends::<1, false>(Sums::new(row.clone()).unwrap()));
        agree(&Ends::<1, true>(Sums::new(row.clone()).unwrap()));
        let row: Vec<i64> = row.into_iter().take(6).collect();
        agree(&Ends::<2, false>(Sums::new(row.clone()).unwrap()));
        agree(&Ends::<3, true>(Sums::new(row.clone()).unwrap()));
        agree(&Ends::<{ usize::MAX }, false>(Sums::new(row).unwrap()));
    }

    /// Every way that a chain is kept: each small reach, the largest in registers, and beyond.
    #[test]
    fn suffixes(row in row(13), sudden in -9i64..=9) {
        fn one<const K: usize>(row: &[i64], sudden: i64) {
            agree(&Front::<K> { row: Sums::new(row).unwrap(), sudden });
        }
        one::<1>(&row, sudden);
        one::<2>(&row, sudden);
        one::<3>(&row, sudden);
        let row = &row[..row.len().min(10)];
        one::<4>(row, sudden);
        one::<5>(row, sudden);
        one::<8>(row, sudden);
        one::<9>(row, sudden);
    }

    #[test]
    fn subsets(values in row(6), taken in any::<u8>()) {
        let n = values.len() as u32;
        let start = Subset::of(n, (0..n).filter(|i| taken >> i & 1 == 0)).unwrap();
        agree(&PickAny::<u8> { values, start });
    }

    #[test]
    fn heaps(heaps in prop::array::uniform3(0u32..4), misere: bool) {
        let value = agree(&Nim { heaps, misere });
        // Bouton's theorem, and its misère twin: the same but where no heap has two stones.
        let mut nimber = heaps.iter().fold(0, |a, b| a ^ b);
        if misere && heaps.iter().all(|heap| *heap < 2) {
            nimber ^= 1;
        }
        prop_assert_eq!(value == WinLoss::Win, nimber != 0);
    }

    #[test]
    fn derived_layers_and_slots(row in row(9)) {
        agree(&Growing(Sums::new(row).unwrap()));
    }

    #[test]
    fn derived_products_of_layers(mine in row(5), theirs in row(5)) {
        agree(&Stacks { mine, theirs });
    }

    #[test]
    fn sparse_states_on_the_heap(rows in prop::collection::vec(1u32..4, 0..3)) {
        agree(&Kayles(rows));
    }

    #[test]
    fn from_any_state(row in row(8)) {
        let game = Ends::<1, false>(Sums::new(row).unwrap());
        for state in reachable(&game, game.start()) {
            let value = oracle(&game, &state);
            for engine in Engine::SEARCHING {
                let solution = Solver::new().engine(engine).solve_from(&game, state).unwrap();
                prop_assert_eq!(solution.value(), value);
                prop_assert_eq!(solution.start(), &state);
                prop_assert_eq!(solution.scores().unwrap()[0] - solution.scores().unwrap()[1], value);
            }
            prop_assert_eq!(solve_from(&game, state).unwrap().value(), value);
        }
    }

    /// Rows long enough for several tiles, chunks and checkpoints, where the oracle would be too slow:
    /// against a table by hand.
    #[test]
    fn long_rows(seed: u64, n in 150usize..400) {
        let row = random_row(seed, n);
        let mut table = row.clone();
        for len in 2..=n {
            for i in 0..=n - len {
                table[i] = (row[i] - table[i + 1]).max(row[i + len - 1] - table[i]);
            }
        }
        let game = Ends::<1, false>(Sums::new(row).unwrap());
        for engine in [Engine::Memo, Engine::Table, Engine::Rolling] {
            let solver = Solver::new().engine(engine);
            prop_assert_eq!(solver.value(&game).unwrap(), table[0]);
            let solution = solver.solve(&game).unwrap();
            prop_assert_eq!(solution.value(), table[0]);
            let [first, second] = solution.scores().unwrap();
            prop_assert_eq!(first - second, table[0]);
        }
    }
}

fn random_row(seed: u64, n: usize) -> Vec<i64> {
    let mut x = seed | 1;
    let value = || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        (x % 2001) as i64 - 1000
    };
    std::iter::repeat_with(value).take(n).collect()
}

/// Wider than a tile and than a chunk of work.
#[test]
fn a_row_wider_than_a_tile() {
    let n = 5_000;
    let row: Vec<i64> = random_row(3, n);
    let mut table = row.clone();
    for len in 2..=n {
        for i in 0..=n - len {
            table[i] = (row[i] - table[i + 1]).max(row[i + len - 1] - table[i]);
        }
    }
    let game = Ends::<1, false>(Sums::new(row).unwrap());
    let solver = Solver::new().engine(Engine::Rolling);
    assert_eq!(solver.value(&game), Ok(table[0]));
    let short = Span::new(n, 0..n - 1).unwrap();
    assert_eq!(solver.solve_from(&game, short).unwrap().value(), value_by_hand(&game.0, n - 1));
}

fn value_by_hand(row: &Row<i64>, n: usize) -> i64 {
    let row = &row.values()[..n];
    let mut table = row.to_vec();
    for len in 2..=n {
        for i in 0..=n - len {
            table[i] = (row[i] - table[i + 1]).max(row[i + len - 1] - table[i]);
        }
    }
    table[0]
}

/// A layer of very many slots is filled in parts.
#[test]
fn a_layer_wider_than_a_chunk() {
    struct Wide;
    #[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
    struct At {
        #[state(layer, 0..=3u8, reach = 1)]
        height: u8,
        #[state(0..10_001u32)]
        slot: u32,
    }
    #[derive(Move, Clone, Copy, Debug, PartialEq)]
    struct By(#[moves(1..=3)] u32);
    impl Game for Wide {
        type State = At;
        type Move = By;
        type Value = i64;
        fn start(&self) -> At {
            At { height: 3, slot: 10_000 }
        }
        #[inline]
        fn play(&self, at: &At, by: &By) -> Option<Step<Self>> {
            let slot = at.slot * by.0 % 10_001;
            let next = At { height: at.height.checked_sub(1)?, slot };
            Some(Step::to(next).gain(i64::from(at.slot ^ by.0)))
        }
    }
    let table = Solver::new().engine(Engine::Table).solve(&Wide).unwrap();
    assert_eq!(table.positions(), 4 * 10_001);
    let rolling = Solver::new().engine(Engine::Rolling).solve(&Wide).unwrap();
    for slot in (0..10_001).step_by(97) {
        for height in 0..=3 {
            let at = At { height, slot };
            let value = oracle(&Wide, &at);
            assert_eq!(table.value_of(&at), Ok(value));
            assert_eq!(rolling.value_of(&at), Ok(value));
        }
    }
}

#[test]
fn spans_are_evaluated_once_each() {
    let game = Ends::<1, false>(Sums::new(random_row(1, 40)).unwrap());
    for engine in [Engine::Memo, Engine::Table, Engine::Rolling] {
        let solution = Solver::new().engine(engine).solve(&game).unwrap();
        // 820 spans of at least one pile, and the 41 empty ones between and beside the piles.
        assert_eq!(solution.positions(), 820 + 41, "{engine}");
    }
}

#[test]
fn a_set_wider_than_a_machine_word() {
    let mut values = vec![0; 65];
    (values[0], values[64]) = (3, 10);
    let start = Subset::<u128>::of(65, [0, 64]).unwrap();
    let game = PickAny { values, start };
    assert_eq!(agree(&game), 7);
    assert_eq!(solve(&game).unwrap().best_moves(&start), Ok(vec![Pick(64)]));
    // Only what is left is numbered: four subsets.
    assert_eq!(solve(&game).unwrap().plan().engine, Engine::Table);
    assert_eq!(solve(&game).unwrap().positions(), 4);
}

/// A value to say that endless play is worth something has no bearing on games that end.
#[test]
fn endless_play_is_a_draw_for_outcomes_alone() {
    assert_eq!(Outcome::ENDLESS, Some(Outcome::Draw));
    assert_eq!(WinLoss::ENDLESS, None);
    assert_eq!(i64::ENDLESS, None);
}

/// Values of 128 bits.
#[test]
fn wide_margins() {
    let big = i128::from(i64::MAX);
    assert_eq!(agree(&AnyEnds([big, -big, big * big, 7].into())), big * big + big - 7 + big);
}

/// Take one to three stones: multiples of four are lost. The theorem holds for heaps of up to `known`.
struct Proved {
    stones: usize,
    known: usize,
    instant: bool,
}

#[derive(Move, Clone, Copy, Debug, PartialEq)]
struct UpToThree(#[moves(1..=3)] usize);

impl Game for Proved {
    type State = Suffix<3>;
    type Move = UpToThree;
    type Value = WinLoss;
    fn start(&self) -> Suffix<3> {
        Suffix::whole(self.stones)
    }
    #[inline]
    fn play(&self, left: &Suffix<3>, mv: &UpToThree) -> Option<Step<Self>> {
        Some(Step::to(left.take(mv.0)?.1))
    }
    fn theorem(&self) -> Option<Theorem<Self>> {
        let theorem = Theorem::new("multiples of four are lost", |game: &Self, left| {
            (left.len() <= game.known).then(|| WinLoss::won(left.len() % 4 > 0))
        });
        Some(if self.instant { theorem.instant() } else { theorem })
    }
}

#[test]
fn a_theorem_agrees_and_is_taken_where_it_is_best() {
    let game = |stones, known, instant| Proved { stones, known, instant };
    for stones in 0..20 {
        assert_eq!(agree(&game(stones, 20, false)), WinLoss::won(stones % 4 > 0));
    }
    // For a value always; for more only where it is instant, or nothing else fits.
    let by = |game: &Proved, solver: Solver| {
        let solution = solver.solve(game).unwrap();
        assert_eq!(solution.plan(), &solver.plan(game).unwrap());
        solution.plan().engine
    };
    let value = || Solver::new().question(Question::Value);
    assert_eq!(by(&game(99, 99, false), value()), Engine::Theorem);
    assert_eq!(by(&game(99, 99, false), Solver::new()), Engine::Table);
    assert_eq!(by(&game(99, 99, true), Solver::new()), Engine::Theorem);
    let forced = Solver::new().engine(Engine::Rolling);
    assert_eq!(by(&game(99, 99, true), forced), Engine::Rolling);
    let huge = game(1 << 60, 1 << 60, true);
    assert_eq!(by(&huge, Solver::new()), Engine::Theorem);
    let solution = solve(&huge).unwrap();
    assert_eq!((solution.value(), solution.positions()), (WinLoss::Loss, 1));
    let next = Suffix::last(1 << 60, (1 << 60) - 1).unwrap();
    assert_eq!(solution.best_moves(&next).unwrap(), [UpToThree(3)]);
    let cancel = stonegame_core::Cancel::new();
    let solution = Solver::new().cancel(&cancel).solve(&huge).unwrap();
    cancel.cancel();
    assert!(matches!(solution.line(), Err(Error::Cancelled { .. })));
}

#[test]
fn a_theorem_whose_hypotheses_fail_is_left_alone() {
    let game = Proved { stones: 10, known: 9, instant: true };
    assert_eq!(solve(&game).unwrap().plan().engine, Engine::Table);
    assert_eq!(value(&game), Ok(WinLoss::Win));
    let forced = Solver::new().engine(Engine::Theorem);
    let error = forced.value(&game).unwrap_err();
    assert!(matches!(error, Error::CannotRun { engine: Engine::Theorem, .. }));
    assert_eq!(
        forced.solve(&game).unwrap_err().to_string(),
        "the theorem engine cannot solve this game: the game states no theorem that holds here; \
         choose another engine"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Near the ends of the type, where a sweep that leaves room has to give way to one that does not: every engine
    /// gives the same value, or the same error.
    #[test]
    fn numbers_without_room(row in prop::collection::vec(
        prop::sample::select(vec![0, 1, -1, 7, (1 << 30) - 1, 1 << 30, -(1 << 30), -(1 << 30) - 1, i32::MAX, i32::MIN]),
        0..9,
    )) {
        let wide = AnyEnds(row.iter().map(|pile| i64::from(*pile)).collect::<Row<i64>>());
        let game = AnyEnds(Row::from(row));
        let value = |engine| Solver::new().engine(engine).value(&game);
        let table = value(Engine::Table);
        prop_assert_eq!(&value(Engine::Rolling), &table);
        let line = Solver::new().engine(Engine::Rolling).question(Question::Line).solve(&game);
        prop_assert_eq!(&line.map(|solution| solution.value()), &table);
        prop_assert_eq!(value(Engine::Memo).ok(), table.ok());
        let exact = Solver::new().engine(Engine::Table).value(&wide).unwrap();
        prop_assert!(value(Engine::Rolling).is_err() || value(Engine::Rolling).map(i64::from) == Ok(exact));
    }

    #[test]
    fn lanes_are_games_side_by_side(n in 0usize..9, seed: u64) {
        let rows: [Vec<i64>; 5] = std::array::from_fn(|lane| random_row(seed ^ lane as u64, n));
        let lanes: Vec<Lanes<i64, 5>> =
            Lanes::transposed(std::array::from_fn(|lane| &rows[lane][..])).unwrap();
        let game = AnyEnds(lanes.into());
        for engine in Engine::SEARCHING {
            let Lanes(values) = Solver::new().engine(engine).value(&game).unwrap();
            for (row, value) in rows.iter().zip(values) {
                prop_assert_eq!(stonegame_core::value(&AnyEnds(row.clone().into())), Ok(value));
            }
        }
    }
}

#[test]
fn an_overflow_in_one_lane_is_an_error() {
    let lanes = Lanes::transposed([&[1, 2, 3][..], &[i32::MIN, i32::MAX, i32::MIN], &[0, 0, 0]]);
    let game = AnyEnds(lanes.unwrap().into());
    for engine in Engine::SEARCHING {
        let error = Solver::new().engine(engine).value(&game).unwrap_err();
        assert!(matches!(error, Error::Overflow { .. }), "{engine}: {error}");
    }
}
