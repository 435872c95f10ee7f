//! A user's code at arm's length: its panics are caught, and its loops are left.

use crate::{Game, Move};
use alloc::string::String;
use core::ops::ControlFlow;

/// What some work returns, or what its panic says. Without the `std` feature a panic goes through.
pub(super) fn caught<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    #[cfg(feature = "std")]
    {
        // What the work leaves half done is the user's, and is not looked at again.
        let unwind = std::panic::AssertUnwindSafe(work);
        std::panic::catch_unwind(unwind).map_err(|panic| {
            let text = panic.downcast_ref::<&str>().map(|text| String::from(*text));
            text.or_else(|| panic.downcast_ref::<String>().cloned())
                .unwrap_or_else(|| "a panic without words".into())
        })
    }
    #[cfg(not(feature = "std"))]
    Ok(work())
}

/// How many moves too many an enumeration may show before it is left by a panic.
const TOO_MANY: usize = 1 << 16;

/// The moves of a state in order, `most` of them at most; tells whether those are all.
pub(super) fn moves<G: Game>(
    game: &G,
    state: &G::State,
    most: usize,
    mut visit: impl FnMut(G::Move),
) -> bool {
    let (mut shown, mut ignored) = (0, 0);
    let flow = G::Move::each(game, state, |mv| {
        if shown == most {
            ignored += 1;
            if ignored == TOO_MANY {
                leave();
            }
            return ControlFlow::Break(());
        }
        shown += 1;
        visit(mv);
        ControlFlow::Continue(())
    });
    flow.is_continue() && ignored == 0
}

/// Leaves a loop that does not stop when told to.
pub(super) fn leave() {
    // Without a panic's message on the standard error.
    #[cfg(feature = "std")]
    std::panic::resume_unwind(alloc::boxed::Box::new(String::from(
        "`each` goes on after it was told to stop",
    )));
}

#[cfg(all(test, feature = "std", feature = "derive"))]
mod tests {
    use super::*;
    use crate::{Move, State, Step};
    use alloc::vec::Vec;

    #[test]
    fn panics_are_caught_with_their_words() {
        assert_eq!(caught(|| 3), Ok(3));
        assert_eq!(caught(|| -> u8 { panic!("plain") }), Err("plain".into()));
        assert_eq!(caught(|| -> u8 { panic!("of {}", 7) }), Err("of 7".into()));
        assert!(caught(leave).is_err_and(|text| text.contains("told to stop")));
    }

    struct Any;

    #[derive(Move, Clone, Debug, PartialEq)]
    struct Number(#[moves(0..5)] u8);

    #[derive(State, Clone, Debug, PartialEq, Eq, Hash)]
    struct Only;

    impl Game for Any {
        type State = Only;
        type Move = Number;
        type Value = i64;
        fn start(&self) -> Only {
            Only
        }
        fn play(&self, _: &Only, _: &Number) -> Option<Step<Self>> {
            None
        }
    }

    #[test]
    fn moves_are_cut_at_a_bound() {
        for most in 0..8 {
            let mut shown = Vec::new();
            let all = moves(&Any, &Only, most, |mv| shown.push(mv.0));
            assert_eq!(all, most >= 5, "{most}");
            assert!(shown.into_iter().eq(0..5.min(most as u8)));
        }
    }
}
