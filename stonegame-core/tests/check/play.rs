//! The law of `play`.

use crate::hashes::{Pile, Stones, piles, stones};
use crate::{OneOrTwo, breaks, passes};
use std::cell::Cell as Shared;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering};
use stonegame_core::space::Sparse;
use stonegame_core::{Law, State, check, prelude::*};

/// A height in layers, and a mark that play from the start never changes.
struct Tower {
    wrong: Wrong,
    calls: AtomicUsize,
}

#[derive(Clone, Copy, PartialEq)]
enum Wrong {
    Nothing,
    /// Gains otherwise every other time.
    Fickle,
    /// Is legal every other time.
    Illegal,
    /// Leads elsewhere after a hundred moves.
    Wandering,
    /// Panics where the mark is set.
    Panicking,
    /// The same where no move is legal.
    Terminal,
    /// Another value every time where no move is legal.
    FickleEnd,
    /// Starts elsewhere every time.
    Start,
}

#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Floor {
    #[state(layer, 0..=9u8)]
    height: u8,
    #[state(0..=2u8)]
    mark: u8,
}

impl Game for Tower {
    type State = Floor;
    type Move = OneOrTwo;
    type Value = i64;
    fn start(&self) -> Floor {
        let other = self.wrong == Wrong::Start && self.turn(2);
        Floor { height: 6, mark: u8::from(other) }
    }
    fn play(&self, at: &Floor, mv: &OneOrTwo) -> Option<Step<Self>> {
        let height = at.height.checked_sub(mv.0 as u8)?;
        let step = Step::to(Floor { height, ..*at });
        Some(match self.wrong {
            Wrong::Fickle if at.height >= 4 && self.turn(2) => step.gain(1),
            Wrong::Illegal if at.height >= 4 && self.turn(2) => return None,
            Wrong::Wandering if self.calls.fetch_add(1, Ordering::Relaxed) > 75 => {
                Step::to(Floor { height: 0, mark: 0 })
            }
            Wrong::Panicking => {
                assert!(at.mark != 2 || at.height < 5, "no such place");
                step
            }
            _ => step.gain(i64::from(mv.0)),
        })
    }
    fn terminal(&self, at: &Floor) -> i64 {
        assert!(self.wrong != Wrong::Terminal || at.mark != 1, "never at an end");
        i64::from(self.wrong == Wrong::FickleEnd && self.turn(2))
    }
}

impl Tower {
    /// True every so many times.
    fn turn(&self, every: usize) -> bool {
        self.calls.fetch_add(1, Ordering::Relaxed) % every == every - 1
    }
}

#[test]
fn wrong_rules() {
    let game = |wrong| Tower { wrong, calls: AtomicUsize::new(0) };
    let at = |height, mark| format!("{:?}", Floor { height, mark });
    passes(&game(Wrong::Nothing));
    let fickle = breaks(&game(Wrong::Fickle), Law::Play, &at(4, 0), &["asked again"]);
    assert_eq!(fickle.mv.as_deref(), Some("OneOrTwo(2)"));
    breaks(&game(Wrong::Illegal), Law::Play, &at(4, 0), &["None"]);
    let panics = breaks(
        &game(Wrong::Panicking),
        Law::Play,
        &at(5, 2),
        &["`play` panics", "no such place", "every position of the space"],
    );
    assert_eq!(panics.mv.as_deref(), Some("OneOrTwo(1)"));
    let words = ["`terminal` panics", "never at an end"];
    breaks(&game(Wrong::Terminal), Law::Play, &at(0, 1), &words);
    breaks(&game(Wrong::FickleEnd), Law::Play, &at(0, 0), &["`terminal` gives"]);
    breaks(&game(Wrong::Start), Law::Play, &at(6, 0), &["`start` gives"]);
    let broken = check(&game(Wrong::Wandering)).unwrap_err();
    assert_eq!(broken.law, Law::Play, "{broken}");
}

/// Marks the state that it is given.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Marked {
    left: u32,
    seen: Shared<bool>,
}

piles!(Marked);

impl Hash for Marked {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.left.hash(hasher);
    }
}

impl Pile for Marked {
    fn new(left: u32) -> Self {
        Marked { left, seen: Shared::new(false) }
    }
    fn left(&self) -> u32 {
        self.left
    }
    fn take(&self, count: u32) -> Option<Self> {
        self.seen.set(self.left == 2);
        Some(Marked::new(self.left.checked_sub(count)?))
    }
}

#[test]
fn a_state_that_play_changes() {
    let broken = check(&stones::<Marked>(4)).unwrap_err();
    assert_eq!(broken.law, Law::Play, "{broken}");
    assert!(broken.position.contains("left: 2") && broken.message.contains("changes the state"));
}
