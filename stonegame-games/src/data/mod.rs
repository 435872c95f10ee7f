//! Reads games' data from text.

mod bad;
mod row;

pub use bad::BadData;
pub use row::row;

use bad::shown;
use core::fmt::Display;
use core::ops::RangeInclusive;
use row::numbers;

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

    /// The parameters.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
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

/// Hands out the parameters of one instance, from the first to the last.
#[derive(Clone, Debug)]
pub struct Reader<'d> {
    rest: &'d str,
    options: &'d [String],
}

impl<'d> Reader<'d> {
    /// A reader of all parameters.
    #[must_use]
    pub fn new(data: &'d Data) -> Self {
        // Some editors mark a text file with an invisible first character.
        let rest = data.text.trim_start_matches('\u{feff}').trim();
        let options = &data.options;
        Reader { rest, options }
    }

    /// Whether an option was given.
    #[must_use]
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

    /// Whether the next word is this one, which is then read.
    pub fn skip(&mut self, word: &str) -> bool {
        let rest = self.rest.strip_prefix(word);
        let rest = rest.filter(|rest| !rest.starts_with(|next: char| !next.is_whitespace()));
        self.rest = rest.map_or(self.rest, str::trim_start);
        rest.is_some()
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
