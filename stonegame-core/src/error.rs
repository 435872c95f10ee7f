//! The one public error.

use crate::Engine;
use alloc::string::String;
use core::fmt;

/// Why a game could not be solved, in words that say what to change.
///
/// Positions and moves are kept as their `Debug` text, so that the type does not depend on the game.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The value of a move does not fit its type.
    Overflow {
        /// The position in which the move is legal.
        position: String,
        /// The move.
        mv: String,
    },
    /// A law of the game's space is broken.
    Unlawful {
        /// The position in which the move is legal.
        position: String,
        /// The move.
        mv: String,
        /// What the move does that it must not.
        fault: &'static str,
    },
    /// A position can be reached again from itself.
    Cycle {
        /// A position on the cycle.
        position: String,
    },
    /// A state is no position of the game's space.
    Outside {
        /// The state.
        position: String,
    },
    /// A move chosen in a playout is not legal.
    Illegal {
        /// The state in which it was chosen.
        position: String,
        /// The move.
        mv: String,
    },
    /// A solution does not know the value of a state, since play from where it was solved cannot reach it.
    NotCovered {
        /// The state.
        position: String,
    },
    /// The engine needs more memory than its budget.
    OverBudget {
        /// The engine.
        engine: Engine,
        /// The bytes that it would have needed, or at least those that it had reached for.
        needed: u64,
        /// The budget in bytes.
        budget: u64,
    },
    /// The engine asked for numbers positions, and there are more than it can.
    TooMany {
        /// The engine.
        engine: Engine,
    },
    /// The engine asked for cannot solve this game.
    CannotRun {
        /// The engine.
        engine: Engine,
        /// What it would take.
        why: &'static str,
    },
    /// The reference engine gave up, since its work grows exponentially.
    TooLong {
        /// How many positions it had evaluated, repeats counted.
        evaluated: u64,
    },
    /// A game that is said to be impartial is not.
    NotImpartial {
        /// The position, or the move in it.
        position: String,
        /// What it does that it must not.
        why: &'static str,
    },
    /// A file cannot be used. (Errors are compared and told to other processes: so the words of the system's own are kept, and not it.)
    File {
        /// Its path.
        path: String,
        /// Why, and what to do.
        why: String,
    },
    /// A solve by several processes or workers has failed.
    Cluster {
        /// Which process, and why.
        why: String,
    },
    /// The solve was cancelled.
    Cancelled {
        /// How many positions had been evaluated by then.
        evaluated: u64,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Overflow { position, mv } => write!(
                f,
                "overflow: the value of {mv} in {position} does not fit its type; take a wider one for \
                 the game's values, such as i64 or i128 (or, if play cannot reach this position, let \
                 `play` return None in it)"
            ),
            Error::Unlawful { position, mv, fault } => {
                write!(f, "broken law: {mv} in {position} {fault}")
            }
            Error::Cycle { position } => write!(
                f,
                "cycle: play can come back to {position}, so that its value depends on itself; if play \
                 is to end after so many rounds, let the state count them"
            ),
            Error::Outside { position } => write!(
                f,
                "outside the space: {position} is not a position of this game's space; \
                 widen the ranges of the state's fields, or start within them"
            ),
            Error::Illegal { position, mv } => write!(
                f,
                "illegal: {mv} is no legal move in {position}; choose one of the moves shown"
            ),
            Error::NotCovered { position } => write!(
                f,
                "not covered: {position} cannot be reached from where the game was solved; \
                 solve it from there with `solve_from`"
            ),
            Error::OverBudget { engine, needed, budget } => write!(
                f,
                "over budget: the {engine} engine needs {}{} and may take {}; raise the memory budget{}",
                if *engine == Engine::Memo || *engine == Engine::Reference {
                    "at least "
                } else {
                    ""
                },
                Bytes(*needed),
                Bytes(*budget),
                match engine {
                    Engine::Memo => ", or search by alpha-beta, which sees a part of the positions",
                    Engine::Retrograde =>
                        ", or share the positions among workers on several machines",
                    _ => " or choose another engine",
                },
            ),
            Error::TooMany { engine } => write!(
                f,
                "too many positions: the {engine} engine cannot number them in {} bits; narrow the \
                 ranges of the state's fields, or choose {}",
                if *engine == Engine::Retrograde { 31 } else { usize::BITS },
                if *engine == Engine::Retrograde { "a smaller game" } else { "the memo" },
            ),
            Error::CannotRun { engine, why } => {
                write!(f, "the {engine} engine cannot solve this game: {why}")
            }
            Error::TooLong { evaluated } => write!(
                f,
                "too long: {evaluated} positions had been evaluated, which is all that may be; the reference engine's work \
                 grows exponentially: choose the memo or a table; a search with a limit of nodes or time needs more of them"
            ),
            Error::NotImpartial { position, why } => write!(f, "not impartial: {position} {why}"),
            Error::File { path, why } => write!(f, "{path}: {why}"),
            Error::Cluster { why } => f.write_str(why),
            Error::Cancelled { evaluated } => {
                write!(f, "cancelled after {evaluated} positions")
            }
        }
    }
}

/// Writes the same words, which a `main` that returns an error and an `unwrap` show.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl core::error::Error for Error {}

/// A number of bytes for a person: exact below 1 KiB, else with one decimal in a binary unit.
pub(crate) struct Bytes(pub(crate) u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
        if self.0 < 1024 {
            return write!(f, "{} bytes", self.0);
        }
        let unit = (self.0.ilog2() / 10) as usize;
        // In tenths of the unit, rounded up: an amount that just does not fit must not look as if it did.
        let tenths = (u128::from(self.0) * 10).div_ceil(1 << (10 * unit));
        write!(f, "{}.{} {}", tenths / 10, tenths % 10, UNITS[unit - 1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn bytes_for_a_person() {
        for (bytes, text) in [
            (0, "0 bytes"),
            (1023, "1023 bytes"),
            (1024, "1.0 KiB"),
            (1025, "1.1 KiB"),
            (40_000_400_000, "37.3 GiB"),
            (u64::MAX, "16.0 EiB"),
        ] {
            assert_eq!(Bytes(bytes).to_string(), text);
        }
    }
}
