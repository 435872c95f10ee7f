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
