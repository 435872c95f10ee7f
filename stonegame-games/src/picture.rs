//! Positions as people see them: rows, heaps, boards.
//!
//! ```
//! use stonegame_games::picture::Picture;
//!
//! let picture = Picture::row(&[1, 5, 233, 7][..], 1..3).with("to move", 1);
//! assert_eq!(picture.lines(80), ["·  5  233  ·", "to move 1"]);
//! ```

use std::fmt::{self, Display};
use std::ops::{Deref, Range};
use std::sync::Arc;

/// A position, drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture<'g> {
    /// What is drawn.
    pub drawn: Drawn<'g>,
    /// What the numbers are, where that is not plain.
    pub label: Option<&'static str>,
    /// Numbers beside it, such as how many stones can be taken at once.
    pub beside: Vec<(&'static str, i128)>,
}

/// What a picture shows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Drawn<'g> {
    /// Neighbours in a row of numbers.
    Row {
        /// All numbers of the row, also those that are gone.
        numbers: Numbers<'g>,
        /// The places of those that are left.
        left: Range<usize>,
    },
    /// Some numbers of a list.
    Chosen {
        /// All numbers, also those that are gone.
        numbers: Numbers<'g>,
        /// The places of those that are left, ascending.
        left: Vec<usize>,
    },
    /// Heaps, by their sizes.
    Heaps(Vec<u64>),
    /// A board, line by line.
    Board(Vec<String>),
    /// Words.
    Text(String),
}

impl<'g> Picture<'g> {
    fn new(drawn: Drawn<'g>) -> Self {
        Picture { drawn, label: None, beside: vec![] }
    }

    /// A row of numbers, of which neighbours are left. Places beyond the row are left out.
    pub fn row(numbers: impl Into<Numbers<'g>>, left: Range<usize>) -> Self {
        let numbers = numbers.into();
        let end = left.end.min(numbers.len());
        let left = left.start.min(end)..end;
        Picture::new(Drawn::Row { numbers, left })
    }

    /// The last numbers of a row: so many of them are left.
    pub fn last(numbers: impl Into<Numbers<'g>>, left: usize) -> Self {
        let numbers = numbers.into();
        let (len, from) = (numbers.len(), numbers.len().saturating_sub(left));
        Picture::row(numbers, from..len)
    }

    /// Some numbers of a list, by their places in it. Places beyond the list are left out.
    pub fn chosen(numbers: impl Into<Numbers<'g>>, left: impl IntoIterator<Item = usize>) -> Self {
        let numbers = numbers.into();
        let mut left: Vec<usize> = left.into_iter().filter(|at| *at < numbers.len()).collect();
        left.sort_unstable();
        left.dedup();
        Picture::new(Drawn::Chosen { numbers, left })
    }

    /// Some of the numbers from 1 to `most`, each told as its place from 0.
    pub fn numbered(most: usize, left: impl IntoIterator<Item = usize>) -> Self {
        Picture::chosen((1..).take(most).collect::<Vec<i64>>(), left)
    }

    /// Heaps.
    pub fn heaps(sizes: impl IntoIterator<Item = impl Into<u64>>) -> Self {
        Picture::new(Drawn::Heaps(sizes.into_iter().map(Into::into).collect()))
    }

    /// One heap.
    #[must_use]
    pub fn heap(size: usize) -> Self {
        Picture::heaps([size as u64])
    }

    /// A board, line by line.
    pub fn board(lines: impl IntoIterator<Item = String>) -> Self {
        Picture::new(Drawn::Board(lines.into_iter().collect()))
    }

    /// Words, where nothing better is known.
    pub fn text(words: impl Into<String>) -> Self {
        Picture::new(Drawn::Text(words.into()))
    }

    /// A number beside it.
    #[must_use]
    pub fn with(mut self, name: &'static str, number: impl TryInto<i128>) -> Self {
        self.beside.extend(number.try_into().ok().map(|number| (name, number)));
        self
    }

    /// What its numbers are, in a few words above it.
    #[must_use]
    pub fn label(mut self, label: &'static str) -> Self {
        self.label = Some(label);
        self
    }

    /// The picture in lines of at most about so many letters.
    pub fn lines(&self, width: usize) -> Vec<String> {
        let mut lines = match &self.drawn {
            Drawn::Row { numbers, left } => {
                wrapped(words(numbers, |at| left.contains(&at), numbers.len()), width)
            }
            Drawn::Chosen { numbers, left } => {
                wrapped(words(numbers, |at| left.binary_search(&at).is_ok(), numbers.len()), width)
            }
            Drawn::Heaps(sizes) if sizes.is_empty() => vec!["no heap".into()],
            Drawn::Heaps(sizes) => heaps(sizes, width),
            Drawn::Board(lines) => lines.clone(),
            Drawn::Text(words) => words.lines().map(String::from).collect(),
        };
        if lines.is_empty() {
            lines.push("nothing is left".into());
        }
        if let Some(label) = self.label {
            lines.insert(0, label.into());
        }
        if !self.beside.is_empty() {
            let beside = self.beside.iter().map(|(name, number)| format!("{name} {number}"));
            lines.push(beside.collect::<Vec<_>>().join(", "));
        }
        lines
    }

    /// A short name for the position, as the argument of a function: places of a row from 0 `1..3`, those of a list from 1
    /// `{1,3}`, heaps `3,4,5`.
    pub fn name(&self) -> String {
        let mut name = match &self.drawn {
            Drawn::Row { left, .. } => format!("{}..{}", left.start, left.end),
            Drawn::Chosen { left, .. } => {
                let left = left.iter().map(|at| (at + 1).to_string());
                format!("{{{}}}", left.collect::<Vec<_>>().join(","))
            }
            Drawn::Heaps(sizes) if sizes.is_empty() => "0".into(),
            Drawn::Heaps(sizes) => sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(","),
            Drawn::Board(lines) => lines.join("/"),
            Drawn::Text(words) => words.clone(),
        };
        for (what, number) in &self.beside {
            name += &format!(", {what} {number}");
        }
        name
    }

    /// The same, without a loan from the game. The numbers are copied, unless they are those of an earlier picture.
    pub(crate) fn into_owned(self, known: &mut Option<Arc<[i64]>>) -> Picture<'static> {
        let mut own = |numbers: Numbers<'g>| match known {
            Some(known) if **known == *numbers => Numbers::Shared(known.clone()),
            _ => {
                let shared: Arc<[i64]> = match numbers {
                    Numbers::Lent(numbers) => numbers.into(),
                    Numbers::Shared(numbers) => numbers,
                };
                *known = Some(shared.clone());
                Numbers::Shared(shared)
            }
        };
        let drawn = match self.drawn {
            Drawn::Row { numbers, left } => Drawn::Row { numbers: own(numbers), left },
            Drawn::Chosen { numbers, left } => Drawn::Chosen { numbers: own(numbers), left },
            Drawn::Heaps(sizes) => Drawn::Heaps(sizes),
            Drawn::Board(lines) => Drawn::Board(lines),
            Drawn::Text(words) => Drawn::Text(words),
        };
        Picture { drawn, label: self.label, beside: self.beside }
    }
}

/// The numbers of a row or a list: lent by the game, or shared by many pictures.
#[derive(Clone, Debug)]
pub enum Numbers<'g> {
    /// Those of the game.
    Lent(&'g [i64]),
    /// Those of this picture and maybe others.
    Shared(Arc<[i64]>),
}

impl Deref for Numbers<'_> {
    type Target = [i64];

    fn deref(&self) -> &[i64] {
        match self {
            Numbers::Lent(numbers) => numbers,
            Numbers::Shared(numbers) => numbers,
        }
    }
}

impl PartialEq for Numbers<'_> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Numbers<'_> {}

impl<'g> From<&'g [i64]> for Numbers<'g> {
    fn from(numbers: &'g [i64]) -> Self {
        Numbers::Lent(numbers)
    }
}

impl From<Vec<i64>> for Numbers<'_> {
    fn from(numbers: Vec<i64>) -> Self {
        Numbers::Shared(numbers.into())
    }
}

/// Writes the lines, for a width of 80 letters.
impl Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines(80).join("\n"))
    }
}

/// How many numbers that are gone are drawn one by one.
const GONE: usize = 12;

/// A word for each number, a dot for one that is gone; a count for many neighbours that are.
fn words(numbers: &[i64], is_left: impl Fn(usize) -> bool, len: usize) -> Vec<String> {
    let (mut words, mut at) = (vec![], 0);
    while at < len {
        if is_left(at) {
            words.push(numbers[at].to_string());
            at += 1;
            continue;
        }
        let gone = (at..len).take_while(|at| !is_left(*at)).count();
        if gone > GONE {
            words.push(format!("({gone} gone)"));
        } else {
            words.extend(std::iter::repeat_n("·".to_owned(), gone));
        }
        at += gone;
    }
    words
}

/// Words in lines, two blanks between neighbours.
fn wrapped(words: Vec<String>, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    let mut room = 0;
    for word in words {
        let letters = word.chars().count();
        match lines.last_mut() {
            Some(line) if letters + 2 <= room => {
                line.push_str("  ");
                line.push_str(&word);
                room -= letters + 2;
            }
            _ => {
                room = width.saturating_sub(letters);
                lines.push(word);
            }
        }
    }
    lines
}

/// Heaps, a line each, their stones as far as they fit.
fn heaps(sizes: &[u64], width: usize) -> Vec<String> {
    let digits = sizes.iter().max().map_or(0, |size| size.to_string().len());
    let room = width.saturating_sub(digits + 2) as u64;
    let line = |size: &u64| {
        let stones = "o".repeat((*size).min(room) as usize);
        let stones = if *size > room { "" } else { stones.as_str() };
        format!("{size:>digits$}  {stones}").trim_end().to_owned()
    };
    sizes.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_gone_is_a_dot_or_counted() {
        let numbers: Vec<i64> = (0..30).collect();
        let picture = Picture::row(&numbers[..], 20..25);
        assert_eq!(picture.lines(80), ["(20 gone)  20  21  22  23  24  ·  ·  ·  ·  ·"]);
        assert_eq!(picture.lines(20).len(), 3);
        assert!(picture.lines(20).iter().all(|line| line.chars().count() <= 20));
        assert_eq!(Picture::row(&numbers[..2], 0..9).lines(80), ["0  1"]);
        assert_eq!(Picture::row(&[][..], 3..9).lines(80), ["nothing is left"]);
        assert_eq!(Picture::last(&numbers[..3], 1).name(), "2..3");
        assert_eq!(Picture::last(&numbers[..3], 9).name(), "0..3");
    }

    #[test]
    fn the_others() {
        assert_eq!(Picture::heaps([3u64, 12]).lines(80), [" 3  ooo", "12  oooooooooooo"]);
        assert_eq!(Picture::heaps([3u64, 12]).lines(10), [" 3  ooo", "12"]);
        assert_eq!(Picture::heaps([0u64; 0]).lines(10), ["no heap"]);
        let chosen = Picture::numbered(4, [3, 0, 9]).with("goal", 5u8);
        assert_eq!(chosen.lines(80), ["1  ·  ·  4", "goal 5"]);
        assert_eq!(chosen.name(), "{1,4}, goal 5");
        assert_eq!(chosen.clone().into_owned(&mut None), chosen);
        let sums = Picture::text("as it is").label("what it is");
        assert_eq!(sums.to_string(), "what it is\nas it is");
        assert_eq!(Picture::board(["#.".into(), ".#".into()]).name(), "#./.#");
    }
}
