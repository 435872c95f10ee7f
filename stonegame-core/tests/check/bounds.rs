//! Checks of games that are too large to be tried at every position.

use crate::common::*;
use crate::values::Place;
use crate::{OneOrTwo, breaks, passes, sums};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use stonegame_core::{Check, Checked, Engine, Law, Move, prelude::*};

/// The laws hold, not all was tried, and it took no more than some seconds, in a debug build too.
fn quick<G: Game>(game: &G, check: &Check) -> Checked {
    let start = Instant::now();
    let checked = check.run(game).unwrap_or_else(|broken| panic!("{broken}"));
    let took = start.elapsed();
    println!("{took:?}: {checked}");
    assert!(took < Duration::from_secs(20), "{took:?}");
    assert!(!checked.is_all(), "{checked}");
    checked
}

#[test]
fn huge_games_take_no_longer() {
    let row: Row<i64> = (0..1_000_000).collect();
    struct Long(Row<i64>);
    impl Game for Long {
        type State = Span;
        type Move = End;
        type Value = i64;
        fn start(&self) -> Span {
            self.0.span()
        }
        #[inline]
        fn play(&self, span: &Span, end: &End) -> Option<Step<Self>> {
            let (pile, rest) = span.pop(*end)?;
            Some(Step::to(rest).gain(self.0[pile]))
        }
    }
    let checked = quick(&Long(row), &Check::new());
    assert!(checked.valued > 1_000 && checked.engines.contains(&Engine::Memo), "{checked}");

    let start = Subset::<u64>::full(60).unwrap();
    let checked = quick(&PickAny { values: (0..60).collect(), start }, &Check::new());
    assert!(checked.valued > 1_000 && checked.engines.contains(&Engine::Reference), "{checked}");

    quick(&Nim { heaps: [3_000_000_000; 3], misere: false }, &Check::new());
    // More layers than could be counted one by one.
    let deep = Nim { heaps: [2_000_000; 3], misere: false };
    quick(&deep, &Check::new());
    let row: Vec<i64> = (0..3_000).collect();
    quick(&Growing(sums(&row)), &Check::new());
    // Its own `play` is slow.
    quick(&Kayles(vec![60, 50]), &Check::new().positions(1_000));
    quick(&Front::<{ usize::MAX }> { row: sums(&row), sudden: 9 }, &Check::new().positions(100));
}

/// Play has no end, and no cycle.
#[test]
fn endless_play_without_a_cycle_ends() {
    struct Endless;
    impl Game for Endless {
        type State = Place;
        type Move = OneOrTwo;
        type Value = i64;
        fn start(&self) -> Place {
            Place(0)
        }
        fn play(&self, place: &Place, mv: &OneOrTwo) -> Option<Step<Self>> {
            Some(Step::to(Place(place.0.wrapping_add(mv.0 as usize))))
        }
    }
    let checked = quick(&Endless, &Check::new());
    assert_eq!((checked.valued, checked.engines.len()), (0, 0));
    assert!(!checked.all_reachable && checked.all_cells);
}

/// More moves in a position than can be tried.
#[test]
fn countless_moves_end() {
    struct Countless;
    #[derive(Move, Clone, Copy, Debug, PartialEq)]
    struct To(#[moves(0..=u64::MAX)] u64);
    impl Game for Countless {
        type State = Place;
        type Move = To;
        type Value = Outcome;
        fn start(&self) -> Place {
            Place(usize::MAX)
        }
        fn play(&self, place: &Place, to: &To) -> Option<Step<Self>> {
            (to.0 < place.0 as u64).then(|| Step::to(Place(to.0 as usize)))
        }
    }
    quick(&Countless, &Check::new());
    quick(&Countless, &Check::new().positions(0));
}

/// The same, in an enumeration that does not stop when told to.
#[test]
fn countless_moves_that_do_not_stop_end() {
    struct Deaf;
    #[derive(Clone, Debug)]
    struct To(u64);
    impl Move<Deaf> for To {
        fn each<B>(
            _: &Deaf,
            _: &Place,
            mut visit: impl FnMut(Self) -> ControlFlow<B>,
        ) -> ControlFlow<B> {
            for to in 0..u64::MAX {
                let _ = visit(To(to));
            }
            visit(To(u64::MAX))
        }
    }
    impl Game for Deaf {
        type State = Place;
        type Move = To;
        type Value = Outcome;
        fn start(&self) -> Place {
            Place(9)
        }
        fn play(&self, place: &Place, to: &To) -> Option<Step<Self>> {
            (to.0 < place.0 as u64).then(|| Step::to(Place(to.0 as usize)))
        }
    }
    breaks(&Deaf, Law::Moves, "Place(0)", &["goes on after it was told to stop"]);
}

/// Bounds of every size are kept.
#[test]
fn a_bound_on_the_positions() {
    let game = Growing(sums(&[1, 2, 3, 4, 5, 6, 7, 8]));
    let all = passes(&game);
    for most in [1, 2, 3, 7, 20, 50] {
        let checked = Check::new().positions(most).run(&game).unwrap();
        assert!(checked.cells <= most && checked.reachable <= 2 * most, "{checked}");
        assert_eq!(checked.all_cells, all.cells <= most);
        assert_eq!(checked.all_reachable, all.reachable <= most);
    }
}

/// A panic at a position that only the table meets is told too.
#[test]
fn what_an_engine_meets_beyond_the_bound() {
    struct Pit;
    #[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
    struct Floor {
        #[state(layer, 0..=19u8)]
        height: u8,
        #[state(0..=99u8)]
        mark: u8,
    }
    impl Game for Pit {
        type State = Floor;
        type Move = OneOrTwo;
        type Value = WinLoss;
        fn start(&self) -> Floor {
            Floor { height: 19, mark: 0 }
        }
        fn play(&self, at: &Floor, mv: &OneOrTwo) -> Option<Step<Self>> {
            assert!(at.height != 13 || at.mark != 61, "a pit");
            let height = at.height.checked_sub(mv.0 as u8)?;
            Some(Step::to(Floor { height, ..*at }))
        }
    }
    let broken = Check::new().positions(600).run(&Pit).unwrap_err();
    assert_eq!(broken.law, Law::Play);
    assert!(broken.message.contains("the table engine panics") && broken.message.contains("a pit"));
    let named = breaks(&Pit, Law::Play, "Floor { height: 13, mark: 61 }", &["a pit"]);
    assert_eq!(named.mv.as_deref(), Some("OneOrTwo(1)"));
}
