//! Reads rows of numbers.

use super::bad::{BadData, shown};

/// Numbers separated by commas or blanks, in brackets or not. Nothing, or an empty pair of brackets,
/// is an empty row.
///
/// ```
/// use stonegame_games::data;
///
/// assert_eq!(data::row("[1, -5,233 7]").unwrap(), [1, -5, 233, 7]);
/// assert!(data::row("[]").unwrap().is_empty());
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
    numbers(text.trim_start_matches('\u{feff}').trim(), "the row")
}

/// The same of a list that is called so.
pub(super) fn numbers(text: &str, list: &str) -> Result<Vec<i64>, BadData> {
    let mut text = text.trim();
    let brackets = || BadData::Brackets { list: list.into() };
    match (text.strip_prefix('['), text.ends_with(']')) {
        (Some(inner), true) => text = inner[..inner.len() - 1].trim(),
        (None, false) => {}
        _ => return Err(brackets()),
    }
    if text.contains(['[', ']']) {
        return Err(brackets());
    }
    let mut numbers = Vec::new();
    if text.is_empty() {
        return Ok(numbers);
    }
    for part in text.split(',') {
        let before = numbers.len();
        for word in part.split_whitespace() {
            let next = number(word, numbers.len() + 1, list)?;
            if numbers.try_reserve(1).is_err() {
                return Err(BadData::against(format!(
                    "{list} has more numbers than the memory holds"
                )));
            }
            numbers.push(next);
        }
        if numbers.len() == before {
            let (place, list) = (before + 1, list.into());
            return Err(BadData::MissingNumber { place, list });
        }
    }
    Ok(numbers)
}

fn number(word: &str, place: usize, list: &str) -> Result<i64, BadData> {
    use core::num::IntErrorKind::{NegOverflow, PosOverflow};
    word.parse().map_err(|error: core::num::ParseIntError| {
        let (word, list) = (shown(word), list.into());
        match error.kind() {
            PosOverflow | NegOverflow => BadData::TooLarge { word, place, list },
            _ => BadData::NotANumber { word, place, list },
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ways_to_write_a_row() {
        for text in ["1,-2,3", "1 -2 3", "[1,-2,3]", " [ 1 , -2 ,\n3 ] ", "1, -2 3", "+1\t-2,3"] {
            assert_eq!(row(text).unwrap(), [1, -2, 3], "{text:?}");
        }
        for text in ["", "  ", "[]", "[ ]", "\n"] {
            assert_eq!(row(text).unwrap(), Vec::<i64>::new(), "{text:?}");
        }
        assert_eq!(row("9223372036854775807 -9223372036854775808").unwrap(), [i64::MAX, i64::MIN]);
    }

    #[test]
    fn mistakes_are_named() {
        let list = || String::from("the row");
        let brackets = BadData::Brackets { list: list() };
        let missing = |place| BadData::MissingNumber { place, list: list() };
        for (text, error) in [
            ("1,,2", missing(2)),
            (",1", missing(1)),
            ("1,2,", missing(3)),
            ("[,]", missing(1)),
            ("[1", brackets.clone()),
            ("1]", brackets.clone()),
            ("[[1]]", brackets.clone()),
            ("[1],[2]", brackets.clone()),
            ("]", brackets.clone()),
            ("[", brackets.clone()),
            ("1 2.5", BadData::NotANumber { word: "2.5".into(), place: 2, list: list() }),
            ("-", BadData::NotANumber { word: "-".into(), place: 1, list: list() }),
            (
                "1 9223372036854775808",
                BadData::TooLarge { word: "9223372036854775808".into(), place: 2, list: list() },
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
