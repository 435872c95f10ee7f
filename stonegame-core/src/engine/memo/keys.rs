//! What the memo keeps of a state.

use crate::Space;
use crate::space::Word;
use core::hash::Hash;
use core::marker::PhantomData;

/// A way to keep the states of a space.
pub(crate) trait Keys<S: Space> {
    /// What is kept of a state.
    type Key: Clone + Eq + Hash;
    /// Whether a key may own bytes on the heap.
    const OWNS: bool;

    /// The key of a state; `None` if the state is not of this space.
    fn pack(space: &S, state: S::State) -> Option<Self::Key>;

    /// Shows `see` the state of a key.
    fn unpack<R>(space: &S, key: &Self::Key, see: impl FnOnce(&S::State) -> R) -> R;
}

/// The space's own keys.
pub(crate) struct Own;

impl<S: Space> Keys<S> for Own {
    type Key = S::Key;
    const OWNS: bool = true;

    #[inline(always)]
    fn pack(space: &S, state: S::State) -> Option<S::Key> {
        space.pack(state)
    }

    #[inline(always)]
    fn unpack<R>(space: &S, key: &S::Key, see: impl FnOnce(&S::State) -> R) -> R {
        space.unpack(key, see)
    }
}

/// The state's bits in one word.
pub(crate) struct Packed<W>(PhantomData<W>);

impl<S: Space, W: Word> Keys<S> for Packed<W> {
    type Key = W;
    const OWNS: bool = false;

    #[inline(always)]
    fn pack(space: &S, state: S::State) -> Option<W> {
        space.to_bits(&state)
    }

    #[inline(always)]
    fn unpack<R>(space: &S, word: &W, see: impl FnOnce(&S::State) -> R) -> R {
        match space.of_bits(*word) {
            Some(state) => see(&state),
            None => unreachable!("only words that a state was packed into are kept"),
        }
    }
}
