//! Values and answers, whatever their types.

use core::fmt::{self, Display};
use stonegame_core::{Distance, Outcome, WinLoss};

/// A value of any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
pub enum Shown {
    /// Points.
    Points(i128),
    /// `win`, `draw` or `loss`.
    Outcome(&'static str),
    /// An outcome, and in how many plies it comes; none of a draw.
    Distance {
        /// `win`, `draw` or `loss`.
        outcome: &'static str,
        /// In how many plies.
        plies: Option<u32>,
    },
}

impl Shown {
    /// What it is for the player to move, or who makes the move: `win`, `draw` or `loss`; of points, by their sign.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Shown::Points(points) => word(points.signum() as i8),
            Shown::Outcome(outcome) | Shown::Distance { outcome, .. } => outcome,
        }
    }

    /// From 1 for a win to -1 for a loss; points as they are.
    #[must_use]
    pub fn number(self) -> i128 {
        match (self, self.word()) {
            (Shown::Points(points), _) => points,
            (_, "win") => 1,
            (_, "loss") => -1,
            _ => 0,
        }
    }

    /// The points, of a game that has some.
    #[must_use]
    pub fn points(self) -> Option<i128> {
        match self {
            Shown::Points(points) => Some(points),
            Shown::Outcome(_) | Shown::Distance { .. } => None,
        }
    }
}

impl Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shown::Points(points) => points.fmt(f),
            Shown::Outcome(word) | Shown::Distance { outcome: word, plies: None } => word.fmt(f),
            Shown::Distance { outcome, plies: Some(plies) } => {
                f.pad(&format!("{outcome} in {plies}"))
            }
        }
    }
}

/// The answer to a judge's own question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
pub enum Answer {
    /// Yes or no.
    Truth(bool),
    /// A word, such as the winner's name.
    Word(&'static str),
    /// A number.
    Points(i128),
}

impl From<Shown> for Answer {
    fn from(value: Shown) -> Self {
        match value {
            Shown::Points(points) => Answer::Points(points),
            Shown::Outcome(word) | Shown::Distance { outcome: word, .. } => Answer::Word(word),
        }
    }
}

impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Truth(truth) => truth.fmt(f),
            Answer::Word(word) => word.fmt(f),
            Answer::Points(points) => points.fmt(f),
        }
    }
}

/// A move and its value for the player who makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ShownMove {
    /// The move.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub mv: String,
    /// Its value.
    pub value: Shown,
}

/// One move of a line of best play.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ShownPly {
    /// 1 or 2: who moves.
    pub by: u8,
    /// The move.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub mv: String,
    /// What it gains at once, in a game of points.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub gain: Option<Shown>,
}

/// What a value has to be beside: with the feature `file`, one that a file can keep.
#[cfg(feature = "file")]
use stonegame_core::Stored as Kept;
#[cfg(not(feature = "file"))]
use stonegame_core::Value as Kept;

/// A value that the program can show, and with the feature `file` keep in a file.
pub trait Show: Kept {
    /// The value, as it is shown.
    fn show(self) -> Shown;
}

macro_rules! show_points {
    ($($int:ty)*) => { $(
        impl Show for $int {
            fn show(self) -> Shown {
                Shown::Points(self.into())
            }
        }
    )* };
}
show_points!(i32 i64 i128);

impl Show for Outcome {
    fn show(self) -> Shown {
        Shown::Outcome(word(self as i8 - Outcome::Draw as i8))
    }
}

impl Show for WinLoss {
    fn show(self) -> Shown {
        Outcome::from(self).show()
    }
}

impl Show for Distance {
    fn show(self) -> Shown {
        let outcome = self.outcome().show().word();
        Shown::Distance { outcome, plies: self.plies() }
    }
}

/// The word for an outcome.
fn word(sign: i8) -> &'static str {
    match sign {
        ..0 => "loss",
        0 => "draw",
        1.. => "win",
    }
}
