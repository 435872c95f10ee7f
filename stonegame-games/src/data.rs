//! Reads games' data from text.

use core::fmt::Display;
use core::ops::RangeInclusive;
use thiserror::Error as ThisError;

/// What makes a game an instance: its parameters as text, and the names of options.
///
/// Parameters are words, one each. A list is numbers separated by commas, in brackets or not; a
/// list of lists has semicolons between them, or brackets around each. A blank beside a comma, or
/// within brackets, does not end a word.
///
/// ```
/// use stonegame_games::data::Data;
///
/// let heaps = Data::new("3,4,5").option("misere");
/// assert_eq!(heaps, Data::new("3,4,5").option("misere"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Data {
    text: String,
    options: Vec<String>,
}

impl Data {
    /// These parameters, and no option.
    pub fn new(text: impl Into<String>) -> Self {
        let (text, options) = (text.into(), vec![]);
        Data { text, options }
    }

    /// Also this option, named without dashes.
    #[must_use]
    pub fn option(mut self, name: impl Into<String>) -> Self {
        self.options.push(name.into());
        self
    }

    /// The options.
    pub fn options(&self) -> impl Iterator<Item = &str> {
        self.options.iter().map(String::as_str)
    }
}

impl From<&str> for Data {
    fn from(text: &str) -> Self {
        Data::new(text)
    }
}

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

/// Hands out the parameters of one instance, from the first to the last.
#[derive(Clone, Debug)]
pub struct Reader<'d> {
    rest: &'d str,
    options: &'d [String],
}

impl<'d> Reader<'d> {
    /// A reader of all parameters.
    pub fn new(data: &'d Data) -> Self {
        // Some editors mark a text file with an invisible first character.
        let rest = data.text.trim_start_matches('\u{feff}').trim();
        let options = &data.options;
        Reader { rest, options }
    }

    /// Whether an option was given.
    pub fn has(&self, option: &str) -> bool {
        self.options.iter().any(|given| given == option)
    }

    /// All that is left as one list, whose numbers may also stand apart with blanks alone.
    ///
    /// # Errors
    ///
    /// As [`row`].
    pub fn row(&mut self) -> Result<Vec<i64>, BadData> {
        numbers(core::mem::take(&mut self.rest), "the row")
    }

    /// All that is left as one list of numbers that all lie within a range.
    ///
    /// # Errors
    ///
    /// As [`row`], and [`BadData::Unfit`].
    pub fn row_within<T: TryFrom<i64> + Copy + Into<i128> + Display>(
        &mut self,
        what: &str,
        range: RangeInclusive<T>,
    ) -> Result<Vec<T>, BadData> {
        let row = self.row()?.into_iter();
        row.map(|number| within(number, what, &range)).collect()
    }

    /// The next word as a list of numbers.
    ///
    /// # Errors
    ///
    /// [`BadData`] says what is missing, or which number is at fault and how.
    pub fn list(&mut self, what: &str) -> Result<Vec<i64>, BadData> {
        numbers(self.word(what, "numbers with commas between them, or []")?, &quoted(what))
    }

    /// The next word as a list of numbers that all lie within a range.
    ///
    /// # Errors
    ///
    /// [`BadData`] says what is missing, or which number is at fault and how.
    pub fn list_within<T: TryFrom<i64> + Copy + Into<i128> + Display>(
        &mut self,
        what: &str,
        range: RangeInclusive<T>,
    ) -> Result<Vec<T>, BadData> {
        let list = self.list(what)?.into_iter();
        list.map(|number| within(number, what, &range)).collect()
    }

    /// The next word as lists of numbers: `1,2;3,4` or `[[1,2],[3,4]]`.
    ///
    /// # Errors
    ///
    /// [`BadData`] says what is missing, or which number is at fault and how.
    pub fn lists(&mut self, what: &str) -> Result<Vec<Vec<i64>>, BadData> {
        let text = self.word(what, "lists with semicolons between them, such as 1,2;3,4")?;
        let list = quoted(what);
        if !text.contains('[') {
            let parts = text.split(';').filter(|_| !text.is_empty());
            return parts.map(|part| numbers(part, &list)).collect();
        }
        let brackets = || BadData::Brackets { list: list.clone() };
        let inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
        let mut rest = inner.ok_or_else(brackets)?.trim();
        let mut lists = vec![];
        while !rest.is_empty() {
            let end = rest.find(']').ok_or_else(brackets)?;
            lists.push(numbers(&rest[..=end], &list)?);
            rest = rest[end + 1..].trim_start();
            rest = match rest.strip_prefix([',', ';']) {
                Some(more) if !more.trim().is_empty() => more.trim_start(),
                None if rest.is_empty() => rest,
                _ => return Err(brackets()),
            };
        }
        Ok(lists)
    }

    /// The next word as a number within a range.
    ///
    /// # Errors
    ///
    /// [`BadData`] says what is missing, or what is wrong with it.
    pub fn number<T: TryFrom<i64> + Copy + Into<i128> + Display>(
        &mut self,
        what: &str,
        range: RangeInclusive<T>,
    ) -> Result<T, BadData> {
        let word = self.word(what, &wanted(&range))?;
        let number = word.parse().map_err(|_| unfit(what, word, wanted(&range)))?;
        within(number, what, &range)
    }

    /// All that is left as exactly two numbers within a range, two words or one list.
    ///
    /// # Errors
    ///
    /// [`BadData`] says what is missing, or what is wrong with it.
    pub fn pair<T: TryFrom<i64> + Copy + Into<i128> + Display>(
        &mut self,
        what: &str,
        range: RangeInclusive<T>,
    ) -> Result<[T; 2], BadData> {
        let text = self.rest;
        let numbers = numbers(core::mem::take(&mut self.rest), &quoted(what))?;
        let [a, b] = *numbers else {
            let wanted = format!("two numbers between {} and {}", range.start(), range.end());
            return Err(unfit(what, text, wanted));
        };
        Ok([within(a, what, &range)?, within(b, what, &range)?])
    }

    /// All that is left, as it is but for blanks around it.
    pub fn text(&mut self) -> &'d str {
        core::mem::take(&mut self.rest)
    }

    /// Makes sure that nothing is left.
    ///
    /// # Errors
    ///
    /// [`BadData::TooMany`] if something is.
    pub fn finish(mut self) -> Result<(), BadData> {
        if self.rest.is_empty() {
            return Ok(());
        }
        let word = shown(self.word("", "")?);
        Err(BadData::TooMany { word })
    }

    /// The next word.
    fn word(&mut self, what: &str, wanted: &str) -> Result<&'d str, BadData> {
        if self.rest.is_empty() {
            let (what, wanted) = (quoted(what), wanted.into());
            return Err(BadData::Missing { what, wanted });
        }
        let (mut depth, mut end) = (0usize, self.rest.len());
        // Whether what was seen last glues, and where the blanks behind it begin.
        let (mut glued, mut blanks) = (false, None);
        for (at, letter) in self.rest.char_indices() {
            if letter.is_whitespace() {
                blanks = blanks.or(Some(at));
                continue;
            }
            let glues = [',', ';'].contains(&letter);
            if let Some(from) = blanks.take()
                && depth == 0
                && !glued
                && !glues
            {
                end = from;
                break;
            }
            glued = glues;
            match letter {
                '[' => depth += 1,
                ']' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        Ok(word.trim())
    }
}

fn quoted(what: &str) -> String {
    format!("`{what}`")
}

fn wanted<T: Display>(range: &RangeInclusive<T>) -> String {
    format!("a whole number between {} and {}", range.start(), range.end())
}

fn unfit(what: &str, word: &str, wanted: String) -> BadData {
    let (what, word) = (quoted(what), shown(word));
    BadData::Unfit { what, word, wanted }
}

fn within<T: TryFrom<i64> + Copy + Into<i128> + Display>(
    number: i64,
    what: &str,
    range: &RangeInclusive<T>,
) -> Result<T, BadData> {
    let bounds = (*range.start()).into()..=(*range.end()).into();
    let fits = Some(number).filter(|number| bounds.contains(&i128::from(*number)));
    let fits = fits.and_then(|number| T::try_from(number).ok());
    fits.ok_or_else(|| unfit(what, &number.to_string(), wanted(range)))
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
    numbers(text.trim_start_matches('\u{feff}').trim(), "the row")
}

fn numbers(text: &str, list: &str) -> Result<Vec<i64>, BadData> {
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

/// A word may be a whole file by mistake: its beginning, on one line.
fn shown(word: &str) -> String {
    let mut shown: String = word.chars().take(40).flat_map(char::escape_debug).collect();
    if word.chars().nth(40).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Vec<String> {
        let data = Data::new(text);
        let mut reader = Reader::new(&data);
        let mut words = vec![];
        while !reader.rest.is_empty() {
            words.push(reader.word("", "").unwrap().to_owned());
        }
        words
    }

    #[test]
    fn words_hold_together_at_commas_and_in_brackets() {
        for (text, words) in [
            ("", &[][..]),
            ("10 11", &["10", "11"]),
            (" 1,3  2,1 ", &["1,3", "2,1"]),
            ("[1, 3] [2, 1]", &["[1, 3]", "[2, 1]"]),
            ("1 , 3 2 ,1", &["1 , 3", "2 ,1"]),
            ("0 0 1,2; 3,4", &["0", "0", "1,2; 3,4"]),
            ("1 1\n[[1, 2], [3,4]]\n", &["1", "1", "[[1, 2], [3,4]]"]),
            ("\u{feff}7", &["7"]),
            ("] [", &["]", "["]),
        ] {
            assert_eq!(read(text), words, "{text:?}");
        }
    }

    #[test]
    fn blanks_take_linear_time() {
        let text = format!("1,{}2 3", " ".repeat(3_000_000));
        assert_eq!(read(&text).len(), 2);
    }

    #[test]
    fn parameters_one_by_one() {
        let data = Data::new("3 4,5 [[1,2],[3,4]] ++").option("misere");
        let mut reader = Reader::new(&data);
        assert!(reader.has("misere") && !reader.has("other"));
        assert_eq!(reader.number("n", 1u32..=9), Ok(3));
        assert_eq!(reader.list("row"), Ok(vec![4, 5]));
        assert_eq!(reader.lists("pairs"), Ok(vec![vec![1, 2], vec![3, 4]]));
        assert_eq!(reader.clone().text(), "++");
        assert_eq!(
            reader.clone().finish().unwrap_err().to_string(),
            "`++` is more than this game takes; put commas between the numbers of a list, semicolons between lists"
        );
        reader.text();
        assert_eq!(reader.clone().finish(), Ok(()));
        assert_eq!(
            reader.number("n", 1u8..=9).unwrap_err().to_string(),
            "`n` is missing: write a whole number between 1 and 9"
        );
        let of = |text: &str| Reader::new(&Data::new(text)).lists("pairs");
        assert_eq!(of("1,2;3"), Ok(vec![vec![1, 2], vec![3]]));
        assert_eq!(of("[]"), Ok(vec![]));
        assert_eq!(of("[[]]"), Ok(vec![vec![]]));
        for text in ["[1,2]", "[[1,2]", "[[1,2],]", "[[1,2][3]]", "[[1,[2]]]"] {
            assert!(matches!(of(text), Err(BadData::Brackets { .. })), "{text}");
        }
        let number = |text: &str| Reader::new(&Data::new(text)).number("n", 0i8..=100);
        for (text, message) in [
            ("101", "`n` is `101`; write a whole number between 0 and 100"),
            ("-1", "`n` is `-1`; write a whole number between 0 and 100"),
            ("1e3", "`n` is `1e3`; write a whole number between 0 and 100"),
            (
                "99999999999999999999",
                "`n` is `99999999999999999999`; write a whole number between 0 and 100",
            ),
        ] {
            assert_eq!(number(text).unwrap_err().to_string(), message);
        }
        let pair = |text: &str| Reader::new(&Data::new(text)).pair("heaps", 0u32..=9);
        assert_eq!((pair("1 2"), pair("[1,2]")), (Ok([1, 2]), Ok([1, 2])));
        assert_eq!(
            pair("1").unwrap_err().to_string(),
            "`heaps` is `1`; write two numbers between 0 and 9"
        );
    }

    #[test]
    fn ways_to_write_a_row() {
        for text in ["1,-2,3", "1 -2 3", "[1,-2,3]", " [ 1 , -2 ,\n3 ] ", "1, -2 3", "+1\t-2,3"] {
            assert_eq!(row(text).unwrap(), [1, -2, 3], "{text:?}");
        }
        for text in ["", "  ", "[]", "[ ]", "\n"] {
            assert_eq!(row(text).unwrap(), [], "{text:?}");
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
