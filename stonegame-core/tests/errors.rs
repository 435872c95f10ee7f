//! What is wrong with a game is an error that names it: cycles, broken laws, overflow, ranges.

mod common;

use common::*;
use stonegame_core::space::Cell;
use stonegame_core::{Engine, Error, Solver, Space, State, prelude::*};

/// A ring of positions, behind a tail of some more.
struct Ring {
    tail: u32,
    around: u32,
}

#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Place(u32);

impl Game for Ring {
    type State = Place;
    type Move = Only;
    type Value = i64;
    fn start(&self) -> Place {
        Place(0)
    }
    fn play(&self, place: &Place, _: &Only) -> Option<Step<Self>> {
        let next = place.0 + 1;
        Some(Step::to(Place(if next < self.tail + self.around { next } else { self.tail })))
    }
}

#[test]
fn a_cycle_is_named() {
    for (tail, around) in [(0, 1), (0, 2), (3, 5), (5_000, 7), (0, 100_000)] {
        for engine in [Engine::Memo, Engine::Reference] {
            let error = Solver::new().engine(engine).solve(&Ring { tail, around }).unwrap_err();
            let Error::Cycle { position } = &error else { panic!("{error}") };
            let place: u32 = position["Place(".len()..position.len() - 1].parse().unwrap();
            assert!((tail..tail + around).contains(&place), "{engine}: {error}");
        }
    }
}

/// Without end and without a cycle: the budget is what ends it.
#[test]
fn endless_play_ends_at_the_budget() {
    struct Endless;
    impl Game for Endless {
        type State = Place;
        type Move = Only;
        type Value = i64;
        fn start(&self) -> Place {
            Place(0)
        }
        fn play(&self, place: &Place, _: &Only) -> Option<Step<Self>> {
            Some(Step::to(Place(place.0.wrapping_add(1))))
        }
    }
    for engine in [Engine::Memo, Engine::Reference] {
        let error = Solver::new().engine(engine).memory(8 << 20).value(&Endless).unwrap_err();
        let Error::OverBudget { needed, budget, .. } = error else { panic!("{error}") };
        assert!(budget == 8 << 20 && needed > budget);
    }
}

/// What a space can promise and not keep.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Broken {
    /// A move stays in its layer.
    SameLayer,
    /// A move leads up.
    Up,
    /// A move reaches further than declared.
    TooFar,
    /// A move leads out of the space.
    Out,
    /// A move leads to a slot that its layer does not have.
    Slot,
    /// A move leads left of its own slot, where a sweep in place has already been.
    Left,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Spot {
    layer: usize,
    slot: usize,
}

#[derive(Clone)]
struct Spots;

impl Space for Spots {
    type State = Spot;
    type Key = Spot;
    const SPREAD: Option<usize> = Some(1);
    fn layers(&self) -> usize {
        6
    }
    fn width(&self, layer: usize) -> usize {
        8 - layer
    }
    fn locate(&self, spot: &Spot) -> Option<Cell> {
        (spot.layer < 6).then_some(Cell { layer: spot.layer, slot: spot.slot })
    }
    fn at(&self, layer: usize, slot: usize) -> Spot {
        Spot { layer, slot }
    }
    fn reach(&self) -> usize {
        1
    }
    fn pack(&self, spot: Spot) -> Option<Spot> {
        (spot.layer < 6).then_some(spot)
    }
    fn unpack<R>(&self, key: &Spot, see: impl FnOnce(&Spot) -> R) -> R {
        see(key)
    }
}

impl State<Broken> for Spot {
    type Space = Spots;
    fn space(_: &Broken) -> Spots {
        Spots
    }
}

impl Game for Broken {
    type State = Spot;
    type Move = Only;
    type Value = i64;
    fn start(&self) -> Spot {
        Spot { layer: 5, slot: 2 }
    }
    fn play(&self, at: &Spot, _: &Only) -> Option<Step<Self>> {
        let down = at.layer.checked_sub(1)?;
        let good = Spot { layer: down, ..*at };
        let next = match self {
            // Broken in one place alone.
            _ if (at.layer, at.slot) != (4, 3) => good,
            Broken::SameLayer => *at,
            Broken::Up => Spot { layer: 5, ..*at },
            Broken::TooFar => Spot { layer: 2, ..*at },
            Broken::Out => Spot { layer: 9, ..*at },
            Broken::Slot => Spot { layer: down, slot: 5 },
            Broken::Left => Spot { layer: down, slot: 1 },
        };
        Some(Step::to(next).gain(1))
    }
}

#[test]
fn broken_laws_are_named() {
    for (broken, fault) in [
        (Broken::SameLayer, "does not lead to a lower layer"),
        (Broken::Up, "does not lead to a lower layer"),
        (Broken::TooFar, "reaches further down"),
        (Broken::Out, "leads to a state outside the space"),
        (Broken::Slot, "leads to a slot beyond"),
        (Broken::Left, "leads to a slot farther away"),
    ] {
        for engine in [Engine::Table, Engine::Rolling] {
            let solver = Solver::new().engine(engine);
            for error in [solver.value(&broken).unwrap_err(), solver.solve(&broken).unwrap_err()] {
                let Error::Unlawful { position, mv, fault: found } = &error else {
                    panic!("{broken:?} {engine}: {error}")
                };
                assert_eq!(position, "Spot { layer: 4, slot: 3 }", "{broken:?} {engine}");
                assert_eq!(mv, "One");
                assert!(found.starts_with(fault), "{broken:?} {engine}: {error}");
            }
        }
    }
}

/// A derived space whose ranges are too narrow, or whose reach is too short.
#[test]
fn derived_laws_are_named() {
    struct Narrow {
        reach: usize,
        most: usize,
    }
    #[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[state(game = Narrow)]
    struct At {
        #[state(layer, 0..=10usize, reach = game.reach)]
        left: usize,
        #[state(0..=game.most)]
        last: usize,
    }
    #[derive(Move, Clone, Copy, Debug)]
    struct Take(#[moves(1..=3)] usize);
    impl Game for Narrow {
        type State = At;
        type Move = Take;
        type Value = WinLoss;
        fn start(&self) -> At {
            At { left: 10, last: 0 }
        }
        fn play(&self, at: &At, Take(count): &Take) -> Option<Step<Self>> {
            let left = at.left.checked_sub(*count)?;
            (*count != at.last).then_some(Step::to(At { left, last: *count }))
        }
    }
    for engine in [Engine::Table, Engine::Rolling] {
        let solver = Solver::new().engine(engine);
        assert!(solver.value(&Narrow { reach: 3, most: 3 }).is_ok());
        let error = solver.value(&Narrow { reach: 3, most: 2 }).unwrap_err().to_string();
        assert!(error.contains("Take(3)") && error.contains("outside the space"), "{error}");
        let error = solver.value(&Narrow { reach: 2, most: 3 }).unwrap_err().to_string();
        assert!(error.contains("Take(3)") && error.contains("`reach`"), "{error}");
    }
}

#[test]
fn overflow_names_position_and_move_with_every_engine() {
    for row in [vec![i32::MAX, i32::MIN], vec![5, i32::MAX, -1]] {
        let at = row.iter().position(|v| *v == i32::MAX).unwrap();
        let expected = Error::Overflow {
            position: format!("Span {{ lo: {at}, len: 2, n: {} }}", row.len()),
            mv: "Left".into(),
        };
        let game = AnyEnds(row.into());
        for engine in Engine::SEARCHING {
            let solver = Solver::new().engine(engine);
            assert_eq!(solver.value(&game), Err(expected.clone()), "{engine}");
            assert_eq!(solver.solve(&game).unwrap_err(), expected, "{engine}");
        }
    }
    // The smallest value has no negation, but is a value like any other.
    for (row, value) in [([i32::MIN, i32::MIN], 0), ([i32::MIN + 1, 0], i32::MAX)] {
        for engine in Engine::SEARCHING {
            let game = AnyEnds(row.into());
            assert_eq!(Solver::new().engine(engine).value(&game), Ok(value), "{engine}");
        }
    }
    assert_eq!(value(&AnyEnds([i32::MIN].into())), Ok(i32::MIN));
}

#[test]
fn engines_that_cannot_run_say_so() {
    let game = Kayles(vec![3]);
    for engine in [Engine::Table, Engine::Rolling] {
        let error = Solver::new().engine(engine).solve(&game).unwrap_err();
        assert!(matches!(error, Error::CannotRun { engine: e, .. } if e == engine), "{error}");
        assert!(error.to_string().contains("choose the memo"), "{error}");
    }
}

/// Ranges that hold nothing, not the start, or more than can be numbered.
#[test]
fn ranges_that_cannot_be_right() {
    struct Odd {
        range: std::ops::Range<u64>,
    }
    #[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[state(game = Odd)]
    struct At {
        #[state(layer, game.range.clone())]
        height: u64,
        #[state(0..=u64::MAX)]
        other: u64,
    }
    impl Game for Odd {
        type State = At;
        type Move = Only;
        type Value = WinLoss;
        fn start(&self) -> At {
            At { height: 3, other: 9 }
        }
        fn play(&self, at: &At, _: &Only) -> Option<Step<Self>> {
            Some(Step::to(At { height: at.height.checked_sub(1)?, ..*at }))
        }
    }
    let (low, high) = (2, 5);
    for range in [0..0, high..low, 0..3, 4..9] {
        let game = Odd { range: range.clone() };
        for engine in [Engine::Memo, Engine::Table, Engine::Rolling] {
            let error = Solver::new().engine(engine).value(&game).unwrap_err();
            assert!(matches!(error, Error::Outside { .. }), "{range:?} {engine}: {error}");
        }
        assert!(matches!(value(&game), Err(Error::Outside { .. })));
    }
    let game = Odd { range: 0..4 };
    for engine in [Engine::Table, Engine::Rolling] {
        let error = Solver::new().engine(engine).value(&game).unwrap_err();
        assert_eq!(error, Error::TooMany { engine });
        assert!(error.to_string().contains("narrow the ranges"), "{error}");
    }
    let solution = solve(&game).unwrap();
    assert_eq!((solution.value(), solution.positions()), (WinLoss::Win, 4));
    assert!(solution.plan().reason.starts_with("too many positions to number"));
}

#[test]
fn states_elsewhere() {
    let game = Ends::<1, false>(Sums::new(vec![1, 2, 3]).unwrap());
    let other: Span = Span::whole(7);
    let error = solve_from(&game, other).unwrap_err();
    assert!(matches!(error, Error::Outside { .. }), "{error}");
    let part = Span::new(3, 0..2).unwrap();
    for engine in Engine::SEARCHING {
        let solution = Solver::new().engine(engine).solve_from(&game, part).unwrap();
        // The reference covers all of the game's own states.
        let own = (engine != Engine::Reference).then(|| game.start());
        for state in own.into_iter().chain([other]) {
            let error = solution.value_of(&state).unwrap_err();
            assert!(matches!(error, Error::NotCovered { .. }), "{engine}: {error}");
            assert!(matches!(solution.moves(&state), Err(Error::NotCovered { .. })));
        }
    }
}

/// One stone after the other, from any heap that a word can count.
struct Heap64(u64);

#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[state(game = Heap64)]
struct Of64(#[state(layer, 0..=game.0, reach = 1)] u64);

impl Game for Heap64 {
    type State = Of64;
    type Move = ();
    type Value = WinLoss;
    fn start(&self) -> Of64 {
        Of64(self.0)
    }
    fn play(&self, heap: &Of64, (): &()) -> Option<Step<Self>> {
        Some(Step::to(Of64(heap.0.checked_sub(1)?)))
    }
}

#[test]
fn one_layer_more_than_can_be_counted_is_not_numbered() {
    for stones in [u64::MAX, u64::MAX - 1, u64::MAX - 2] {
        for engine in [Engine::Table, Engine::Rolling] {
            let solver = Solver::new().engine(engine).memory(1 << 20);
            let error = solver.plan(&Heap64(stones)).unwrap_err();
            let told = match error {
                Error::TooMany { .. } => stones == u64::MAX,
                Error::OverBudget { .. } => stones < u64::MAX,
                _ => false,
            };
            assert!(told, "{engine} {stones}: {error}");
        }
    }
}
