//! Who wins where nobody can move any more.

use crate::data::Reader;
use stonegame_core::WinLoss;

/// Who wins a game in which the players take turns until one of them cannot move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Play {
    /// Who cannot move loses: the last to move wins.
    #[default]
    Normal,
    /// Who cannot move wins: the last to move loses.
    Misere,
}

/// The option for [misère play](Play::Misere).
pub const MISERE: &str = "misere";

impl Play {
    /// What it is worth not to be able to move, for the player to move.
    #[inline(always)]
    #[must_use]
    pub const fn stuck(self) -> WinLoss {
        WinLoss::won(matches!(self, Play::Misere))
    }

    /// Misère play if its option was given, else normal play.
    #[must_use]
    pub fn of(data: &Reader<'_>) -> Play {
        if data.has(MISERE) { Play::Misere } else { Play::Normal }
    }
}
