//! Values of games without points: who wins.

use crate::Value;
use core::fmt;

/// Loss, draw or win, for the player to move.
///
/// The first thing decided stands: a gain of [`Draw`](Outcome::Draw) decides nothing yet, a gain of
/// [`Win`](Outcome::Win) has won whatever follows. A position without a legal move is a draw unless
/// the game's [`terminal`](crate::Game::terminal) says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i8)]
pub enum Outcome {
    /// The player to move loses.
    Loss = -1,
    /// Nobody wins.
    Draw = 0,
    /// The player to move wins.
    Win = 1,
}

impl Outcome {
    /// The same outcome as the opponent sees it.
    #[inline(always)]
    #[must_use]
    pub const fn reversed(self) -> Outcome {
        match self {
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
            Outcome::Win => Outcome::Loss,
        }
    }
}

impl Value for Outcome {
    const ZERO: Outcome = Outcome::Draw;
    const LOWEST: Outcome = Outcome::Loss;
    const HIGHEST: Option<Outcome> = Some(Outcome::Win);
    const BITS: u32 = 2;
    const ENDLESS: Option<Outcome> = Some(Outcome::Draw);
    type Mask = bool;

    #[inline(always)]
    fn to_bits(self) -> u64 {
        self as u64 & 3
    }

    #[inline(always)]
    fn of_bits(bits: u64) -> Outcome {
        match bits {
            0 => Outcome::Draw,
            1 => Outcome::Win,
            _ => Outcome::Loss,
        }
    }

    #[inline(always)]
    fn minus(self, next: Outcome) -> (Outcome, bool) {
        self.plus(next.reversed())
    }

    #[inline(always)]
    fn plus(self, next: Outcome) -> (Outcome, bool) {
        (if self == Outcome::Draw { next } else { self }, false)
    }

    #[inline(always)]
    fn better(self, other: Outcome) -> Outcome {
        self.max(other)
    }

    #[inline(always)]
    fn rank(self) -> i64 {
        self as i64
    }

    #[inline(always)]
    fn unminus(self, gain: Outcome) -> Option<Outcome> {
        (gain == Outcome::Draw).then(|| self.reversed())
    }

    #[inline(always)]
    fn unplus(self, gain: Outcome) -> Option<Outcome> {
        (gain == Outcome::Draw).then_some(self)
    }

    #[inline(always)]
    fn overflowed(mask: bool) -> bool {
        mask
    }
}

/// Writes `loss`, `draw` or `win`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Outcome::Loss => "loss",
            Outcome::Draw => "draw",
            Outcome::Win => "win",
        })
    }
}

/// Loss or win, for the player to move, in a game that cannot be drawn.
///
/// A gain of [`Loss`](WinLoss::Loss) decides nothing yet, a gain of [`Win`](WinLoss::Win) has won
/// whatever follows; a move that loses on the spot is `Step::over(WinLoss::Loss)`. A position
/// without a legal move is a loss, as in normal play, unless the game's
/// [`terminal`](crate::Game::terminal) says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum WinLoss {
    /// The player to move loses.
    Loss = 0,
    /// The player to move wins.
    Win = 1,
}

impl WinLoss {
    /// A win if `won`, else a loss.
    #[inline(always)]
    #[must_use]
    pub const fn won(won: bool) -> WinLoss {
        if won { WinLoss::Win } else { WinLoss::Loss }
    }

    /// The same outcome as the opponent sees it.
    #[inline(always)]
    #[must_use]
    pub const fn reversed(self) -> WinLoss {
        match self {
            WinLoss::Loss => WinLoss::Win,
            WinLoss::Win => WinLoss::Loss,
        }
    }
}

impl Value for WinLoss {
    const ZERO: WinLoss = WinLoss::Loss;
    const LOWEST: WinLoss = WinLoss::Loss;
    const HIGHEST: Option<WinLoss> = Some(WinLoss::Win);
    const BITS: u32 = 1;
    type Mask = bool;

    #[inline(always)]
    fn to_bits(self) -> u64 {
        self as u64
    }

    #[inline(always)]
    fn of_bits(bits: u64) -> WinLoss {
        WinLoss::won(bits == 1)
    }

    #[inline(always)]
    fn minus(self, next: WinLoss) -> (WinLoss, bool) {
        self.plus(next.reversed())
    }

    #[inline(always)]
    fn plus(self, next: WinLoss) -> (WinLoss, bool) {
        (self.max(next), false)
    }

    #[inline(always)]
    fn better(self, other: WinLoss) -> WinLoss {
        self.max(other)
    }

    #[inline(always)]
    fn rank(self) -> i64 {
        self as i64
    }

    #[inline(always)]
    fn unminus(self, gain: WinLoss) -> Option<WinLoss> {
        (gain == WinLoss::Loss).then(|| self.reversed())
    }

    #[inline(always)]
    fn unplus(self, gain: WinLoss) -> Option<WinLoss> {
        (gain == WinLoss::Loss).then_some(self)
    }

    #[inline(always)]
    fn overflowed(mask: bool) -> bool {
        mask
    }
}

impl From<WinLoss> for Outcome {
    fn from(value: WinLoss) -> Outcome {
        match value {
            WinLoss::Loss => Outcome::Loss,
            WinLoss::Win => Outcome::Win,
        }
    }
}

/// Writes `loss` or `win`.
impl fmt::Display for WinLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Outcome::from(*self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Outcome::{Draw, Loss, Win};

    #[test]
    fn the_first_thing_decided_stands() {
        for next in [Loss, Draw, Win] {
            assert_eq!(Win.minus(next).0, Win);
            assert_eq!(Loss.plus(next).0, Loss);
            assert_eq!(Draw.plus(next).0, next);
            assert_eq!(Draw.minus(next).0, next.reversed());
        }
        for next in [WinLoss::Loss, WinLoss::Win] {
            assert_eq!(WinLoss::Win.minus(next).0, WinLoss::Win);
            assert_eq!(WinLoss::Loss.plus(next).0, next);
            assert_eq!(WinLoss::Loss.minus(next).0, next.reversed());
        }
    }

    #[test]
    fn order_and_words() {
        assert!(Loss < Draw && Draw < Win && WinLoss::Loss < WinLoss::Win);
        assert_eq!(
            alloc::format!("{Loss} {Draw} {Win} {:>5}", WinLoss::Win),
            "loss draw win   win"
        );
    }
}
