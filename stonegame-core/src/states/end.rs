//! The move at the ends of a row.

use crate::{Game, Move};
use core::fmt;
use core::ops::ControlFlow;

/// An end of a row, as a move: left, then right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum End {
    /// The first pile that is left.
    Left,
    /// The last pile that is left.
    Right,
}

impl<G: Game> Move<G> for End {
    #[inline(always)]
    fn each<B>(
        _: &G,
        _: &G::State,
        mut visit: impl FnMut(Self) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        visit(End::Left)?;
        visit(End::Right)
    }
}

/// Writes `left` or `right`.
impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            End::Left => "left",
            End::Right => "right",
        })
    }
}
