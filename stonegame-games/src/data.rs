//! Reads games' data from text.

use thiserror::Error as ThisError;

/// Why data are not a game's.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
#[non_exhaustive]
pub enum BadData {
    /// A word is no number.
    #[error(
        "`{word}`, number {place} of the row, is not a whole number; write digits, with a minus sign before them if it is negative"
    )]
    NotANumber {
        /// The word.
        word: String,
        /// Its place, from 1.
        place: usize,
    },
    /// A number has more digits than fit.
    #[error(
        "`{word}`, number {place} of the row, does not fit 64 bits; numbers lie between {} and {}",
        i64::MIN,
        i64::MAX
    )]
    TooLarge {
        /// The word.
        word: String,
        /// Its place, from 1.
        place: usize,
    },
    /// Nothing stands where a number should.
    #[error("number {place} of the row is missing beside a comma; write it, or remove the comma")]
    Missing {
        /// Its place, from 1.
        place: usize,
    },
    /// Brackets do not enclose the whole row.
    #[error("brackets can only stand around the whole row; write `[1,2,3]`, or leave them away")]
    Brackets,
}

/// Numbers separated by commas or blanks, in brackets or not. Nothing, or an empty pair of brackets,
/// is an empty row.
///
/// ```
/// use stonegame_games::data;
///
/// assert_eq!(data::row("[1, -5,233 7]").unwrap(), [1, -5, 233, 7]);
/// assert_eq!(data::row("[]").unwrap(), []);
/// assert_eq!(
///     data::row("1,five").unwrap_err().to_string(),
///     "`five`, number 2 of the row, is not a whole number; \
///      write digits, with a minus sign before them if it is negative",
/// );
/// ```
///
/// # Errors
///
/// [`BadData`] says which number is at fault and how.
pub fn row(text: &str) -> Result<Vec<i64>, BadData> {
    // Some editors mark a text file with an invisible first character.
    let mut text = text.trim_start_matches('\u{feff}').trim();
    match (text.strip_prefix('['), text.ends_with(']')) {
        (Some(inner), true) => text = inner[..inner.len() - 1].trim(),
        (None, false) => {}
        _ => return Err(BadData::Brackets),
    }
    if text.contains(['[', ']']) {
        return Err(BadData::Brackets);
    }
    let mut numbers = Vec::new();
    if text.is_empty() {
        return Ok(numbers);
    }
    for part in text.split(',') {
        let before = numbers.len();
        for word in part.split_whitespace() {
            numbers.push(number(word, numbers.len() + 1)?);
        }
        if numbers.len() == before {
            return Err(BadData::Missing { place: before + 1 });
        }
    }
    Ok(numbers)
}

fn number(word: &str, place: usize) -> Result<i64, BadData> {
    use core::num::IntErrorKind::{NegOverflow, PosOverflow};
    word.parse().map_err(|error: core::num::ParseIntError| {
        // A word may be a whole file by mistake: show its beginning.
        let mut shown: String = word.chars().take(40).flat_map(char::escape_debug).collect();
        if word.chars().nth(40).is_some() {
            shown.push('…');
        }
        match error.kind() {
            PosOverflow | NegOverflow => BadData::TooLarge { word: shown, place },
            _ => BadData::NotANumber { word: shown, place },
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ways_to_write_a_row() {
        for text in [
            "1,-2,3",
            "1 -2 3",
            "[1,-2,3]",
            " [ 1 , -2 ,\n3 ] ",
            "1, -2 3",
            "+1\t-2,3",
        ] {
            assert_eq!(row(text).unwrap(), [1, -2, 3], "{text:?}");
        }
        for text in ["", "  ", "[]", "[ ]", "\n"] {
            assert_eq!(row(text).unwrap(), [], "{text:?}");
        }
        assert_eq!(
            row("9223372036854775807 -9223372036854775808").unwrap(),
            [i64::MAX, i64::MIN]
        );
    }

    #[test]
    fn mistakes_are_named() {
        let missing = |place| BadData::Missing { place };
        for (text, error) in [
            ("1,,2", missing(2)),
            (",1", missing(1)),
            ("1,2,", missing(3)),
            ("[,]", missing(1)),
            ("[1", BadData::Brackets),
            ("1]", BadData::Brackets),
            ("[[1]]", BadData::Brackets),
            ("[1],[2]", BadData::Brackets),
            ("]", BadData::Brackets),
            ("[", BadData::Brackets),
            (
                "1 2.5",
                BadData::NotANumber {
                    word: "2.5".into(),
                    place: 2,
                },
            ),
            (
                "-",
                BadData::NotANumber {
                    word: "-".into(),
                    place: 1,
                },
            ),
            (
                "1 9223372036854775808",
                BadData::TooLarge {
                    word: "9223372036854775808".into(),
                    place: 2,
                },
            ),
        ] {
            assert_eq!(row(text), Err(error), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn whatever_was_written_is_read(numbers: Vec<i64>) {
            prop_assert_eq!(row(&format!("{numbers:?}")), Ok(numbers));
        }

        #[test]
        fn no_text_makes_it_panic(text: String) {
            let _ = row(&text);
        }

        #[test]
        fn no_likely_text_makes_it_panic(text in "[-+0-9, \\[\\]]{0,30}") {
            let _ = row(&text);
        }
    }
}
