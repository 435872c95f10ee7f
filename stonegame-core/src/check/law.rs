//! The laws, and what a check says of them.

use crate::Engine;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// A law that every game keeps, and that the engines rely on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Law {
    /// Equal states hash equally, and a state's hash does not change while it is solved.
    Hash,
    /// The moves of a state are distinct, come in the same order every time, and end when told to.
    Moves,
    /// `play` is a function that leaves the state as it is, and answers for every position.
    Play,
    /// A space numbers its positions: `at` and `locate` undo each other, every move lowers the layer,
    /// and what else it promises holds.
    Space,
    /// Play ends: no position can be reached again from itself. A value that says what endless play is worth
    /// ([`Value::ENDLESS`](crate::Value::ENDLESS)) needs no such law.
    Cycle,
    /// No value overflows its type.
    Overflow,
    /// The value of a position follows from those of the next ones, the same by every engine.
    Values,
}

impl Law {
    /// All laws, in the order in which they are tried: each may rely on those before it.
    pub const ALL: [Law; 7] =
        [Law::Hash, Law::Moves, Law::Play, Law::Space, Law::Cycle, Law::Overflow, Law::Values];

    /// Its name in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Law::Hash => "hash",
            Law::Moves => "moves",
            Law::Play => "play",
            Law::Space => "space",
            Law::Cycle => "cycle",
            Law::Overflow => "overflow",
            Law::Values => "values",
        }
    }

    /// What it says.
    #[must_use]
    pub const fn statement(self) -> &'static str {
        match self {
            Law::Hash => "equal states hash equally, and a hash never changes",
            Law::Moves => "moves are distinct, come in one order, and stop when told to",
            Law::Play => "`play` is a function, total over the space",
            Law::Space => "a space numbers its positions as it promises",
            Law::Cycle => "play never comes back to a position",
            Law::Overflow => "no value overflows its type",
            Law::Values => "every engine gives the value that the definition gives",
        }
    }
}

/// Writes the [`name`](Law::name).
impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What was tried, where no law is broken.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Checked {
    /// How many positions were tried that play can reach from the start.
    pub reachable: usize,
    /// Whether those are all that play can reach.
    pub all_reachable: bool,
    /// How many slots of the space were tried; 0 if it numbers none.
    pub cells: usize,
    /// Whether those are all slots of the space.
    pub all_cells: bool,
    /// Of how many of these positions the value is known, by the definition: all that no more lies
    /// below than was explored.
    pub valued: usize,
    /// The engines that were compared with it. Others could not run, or not within the bounds.
    pub engines: Vec<Engine>,
}

impl Checked {
    /// Whether every position was tried, that of play and that of the space.
    #[must_use]
    pub fn is_all(&self) -> bool {
        self.all_reachable && self.all_cells
    }
}

/// Writes how many positions were tried, and whether those are all.
impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |all| if all { "all" } else { "not all" };
        write!(
            f,
            "no law is broken at {} positions that play can reach ({}) and {} slots of the space ({}); \
             {} values, the same by",
            self.reachable,
            share(self.all_reachable),
            self.cells,
            share(self.all_cells),
            self.valued,
        )?;
        for (i, engine) in self.engines.iter().enumerate() {
            write!(f, "{} {engine}", if i == 0 { "" } else { "," })?;
        }
        if self.engines.is_empty() {
            f.write_str(" no engine")?;
        }
        Ok(())
    }
}

/// A law that a game breaks, with the smallest position at which it was found broken.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Broken {
    /// The law.
    pub law: Law,
    /// The position, as its `Debug` text: of those at which the law is broken the one with the
    /// fewest positions below it. Of a slot without a state, and of the space itself, their names.
    pub position: String,
    /// The move, as its `Debug` text, where one breaks it.
    pub mv: Option<String>,
    /// What is wrong, and what to change.
    pub message: String,
}

/// Writes the law, the position, the move and the message.
impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (law, position) = (self.law, &self.position);
        write!(f, "the law of {law} is broken ({}) at {position}", law.statement())?;
        if let Some(mv) = &self.mv {
            write!(f, ", move {mv}")?;
        }
        write!(f, ": {}", self.message)
    }
}

/// Writes the same words, which an `unwrap` in a test shows.
impl fmt::Debug for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl core::error::Error for Broken {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn what_is_broken_reads_as_a_sentence() {
        let mut broken = Broken {
            law: Law::Space,
            position: "Left(3)".into(),
            mv: Some("Take(1)".into()),
            message: "it leads up".into(),
        };
        assert_eq!(
            broken.to_string(),
            "the law of space is broken (a space numbers its positions as it promises) at Left(3), move Take(1): it \
             leads up"
        );
        broken.mv = None;
        assert!(broken.to_string().ends_with("at Left(3): it leads up"));
    }

    #[test]
    fn laws_are_in_order_and_have_names() {
        assert!(Law::ALL.is_sorted_by(|a, b| a < b));
        for law in Law::ALL {
            assert_eq!(law.to_string(), law.name());
            assert_eq!(Law::ALL.iter().filter(|other| other.name() == law.name()).count(), 1);
        }
    }
}
