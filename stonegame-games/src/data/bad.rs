//! What can be wrong with data.

use thiserror::Error as ThisError;

/// Why data are not a game's.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
#[non_exhaustive]
pub enum BadData {
    /// A word is no number.
    #[error(
        "`{word}`, number {place} of {list}, is not a whole number; write digits, with a minus sign before them if it is negative"
    )]
    NotANumber {
        /// The word.
        word: String,
        /// Its place, from 1.
        place: usize,
        /// Where it stands.
        list: String,
    },
    /// A number has more digits than fit.
    #[error(
        "`{word}`, number {place} of {list}, does not fit 64 bits; numbers lie between {} and {}",
        i64::MIN,
        i64::MAX
    )]
    TooLarge {
        /// The word.
        word: String,
        /// Its place, from 1.
        place: usize,
        /// Where it stands.
        list: String,
    },
    /// Nothing stands where a number should.
    #[error("number {place} of {list} is missing beside a comma; write it, or remove the comma")]
    MissingNumber {
        /// Its place, from 1.
        place: usize,
        /// The list.
        list: String,
    },
    /// Brackets do not enclose a whole list.
    #[error("brackets can only stand around all of {list}; write `[1,2,3]`, or leave them out")]
    Brackets {
        /// The list.
        list: String,
    },
    /// A parameter is missing.
    #[error("{what} is missing: write {wanted}")]
    Missing {
        /// The parameter.
        what: String,
        /// What it should be.
        wanted: String,
    },
    /// A parameter is not what it should be.
    #[error("{what} is `{word}`; write {wanted}")]
    Unfit {
        /// The parameter.
        what: String,
        /// What was written.
        word: String,
        /// What it should be.
        wanted: String,
    },
    /// More parameters than the game has.
    #[error(
        "`{word}` is more than this game takes; put commas between the numbers of a list, semicolons between lists"
    )]
    TooMany {
        /// The first that is too many.
        word: String,
    },
    /// An option that the game does not have.
    #[error("{game} has no option `--{option}`; `stonegame list` shows what each game takes")]
    NoOption {
        /// The option.
        option: String,
        /// The game.
        game: &'static str,
    },
    /// Data that can be read, but are against the game's rules.
    #[error("{0}")]
    Against(String),
}

impl BadData {
    /// Data that are against a game's rules, in words that say what to change.
    pub fn against(why: impl Into<String>) -> Self {
        BadData::Against(why.into())
    }
}

/// A word may be a whole file by mistake: its beginning, on one line.
pub(super) fn shown(word: &str) -> String {
    let mut shown: String = word.chars().take(40).flat_map(char::escape_debug).collect();
    if word.chars().nth(40).is_some() {
        shown.push('…');
    }
    shown
}
