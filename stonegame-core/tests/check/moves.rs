//! The law of moves.

use crate::hashes::Plain;
use crate::{breaks, passes};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use stonegame_core::{Law, Move, prelude::*};

/// One or two stones, enumerated in a wrong way where three or more are left.
struct Shown {
    how: How,
    calls: AtomicUsize,
}

#[derive(Clone, Copy, PartialEq)]
enum How {
    Well,
    Twice,
    InTurns,
    Deaf,
    Swallowing,
    Panicking,
    LooksAlike,
}

#[derive(Clone, PartialEq)]
struct TakeAny(u32, bool);

/// Does not tell its second field.
impl std::fmt::Debug for TakeAny {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Take({})", self.0)
    }
}

impl Move<Shown> for TakeAny {
    fn each<B>(
        game: &Shown,
        pile: &Plain,
        mut visit: impl FnMut(Self) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let take = |count| TakeAny(count, false);
        if pile.0 < 3 || game.how == How::Well {
            visit(take(1))?;
            return visit(take(2));
        }
        match game.how {
            How::Well => {}
            How::Twice => {
                visit(take(1))?;
                visit(take(2))?;
                visit(take(2))?;
            }
            How::InTurns => {
                let first = game.calls.fetch_add(1, Ordering::Relaxed) % 2;
                visit(take(1 + first as u32))?;
                visit(take(2 - first as u32))?;
            }
            How::Deaf => {
                let _ = visit(take(1));
                return visit(take(2));
            }
            How::Swallowing => {
                let _ = visit(take(1)).is_continue() && visit(take(2)).is_continue();
            }
            How::Panicking => {
                visit(take(1))?;
                panic!("no second move");
            }
            How::LooksAlike => {
                visit(take(1))?;
                visit(TakeAny(1, true))?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Game for Shown {
    type State = Plain;
    type Move = TakeAny;
    type Value = WinLoss;
    fn start(&self) -> Plain {
        Plain(6)
    }
    fn play(&self, pile: &Plain, mv: &TakeAny) -> Option<Step<Self>> {
        Some(Step::to(Plain(pile.0.checked_sub(mv.0 + u32::from(mv.1))?)))
    }
}

#[test]
fn wrong_enumerations() {
    let game = |how| Shown { how, calls: AtomicUsize::new(0) };
    passes(&game(How::Well));
    let twice = breaks(&game(How::Twice), Law::Moves, "Plain(3)", &["enumerated twice"]);
    assert_eq!(twice.mv.as_deref(), Some("Take(2)"));
    breaks(&game(How::InTurns), Law::Moves, "Plain(3)", &["another order"]);
    breaks(&game(How::Deaf), Law::Moves, "Plain(3)", &["goes on after it was told to stop"]);
    breaks(&game(How::Swallowing), Law::Moves, "Plain(3)", &["does not return the break"]);
    let words = ["cannot be enumerated", "no second move"];
    breaks(&game(How::Panicking), Law::Moves, "Plain(3)", &words);
    // Two moves that look alike and do different things are two moves.
    passes(&game(How::LooksAlike));
}
