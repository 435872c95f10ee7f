//! A facade: it depends on the core crate under another name, and re-exports it. Its users need no
//! other dependency; they say where the core is with `crate = PATH`.

/// The core crate, handed on.
pub mod core {
    pub use engine::*;
}

/// Moves of a crate that may get more of them.
#[derive(engine::Move, Clone, Copy, Debug, PartialEq, Eq)]
#[moves(crate = engine)]
#[non_exhaustive]
pub enum Open {
    /// One.
    A,
    /// Two.
    B,
}

#[cfg(test)]
mod tests {
    // As a user of the facade would write it.
    use crate::core::{Finite, prelude::*};

    struct Rules;

    #[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[state(crate = crate::core, game = Rules)]
    struct At {
        #[state(layer, 0..=4u8)]
        left: u8,
        flag: bool,
    }

    #[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[state(crate = engine)]
    struct Sparse(u8);

    #[derive(Move, Clone, Copy, Debug, PartialEq)]
    #[moves(crate = crate::core)]
    #[moves(game = Rules)]
    enum Turn {
        Take(#[moves(1..=state.left)] u8),
        Open(super::Open),
    }

    impl Game for Rules {
        type State = At;
        type Move = Turn;
        type Value = WinLoss;
        fn start(&self) -> At {
            At { left: 4, flag: false }
        }
        #[inline]
        fn play(&self, at: &At, turn: &Turn) -> Option<Step<Self>> {
            let count = match turn {
                Turn::Take(count) => *count,
                Turn::Open(_) => 1,
            };
            Some(Step::to(At { left: at.left.checked_sub(count)?, flag: !at.flag }))
        }
    }

    #[test]
    fn derives_find_the_crate_where_it_is() {
        assert_eq!(value(&Rules), Ok(WinLoss::Win));
        assert_eq!(super::Open::all().count(), 2);
        let _ = Sparse(0);
    }
}
