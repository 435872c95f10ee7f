//! Which moves a heap has, in a line.

use std::fmt;
use std::str::FromStr;

/// The largest number that a rule may speak of.
pub const LARGEST: usize = 1 << 20;

/// How many digits a code may have.
const DIGITS: usize = 1 << 12;

/// The rules of a game on heaps, in which a move takes some beans out of one heap and may leave what is left
/// of it in several heaps.
///
/// A rule is written in one of three ways:
///
/// - a *code*, as `0.77`, `.137` or `4.7`: the digit at place `k` behind the point says what may become of a
///   heap out of which `k` beans are taken. It is the sum of 1 if nothing may be left, 2 if one heap may,
///   4 if two may, and 8 if three may. The digit before the point is that of `k = 0`: a heap may be split
///   with nothing taken. Digits of 8 and more are written `8`, `9` and `A` to `F`, and the code is then
///   hexadecimal, else octal.
/// - a *subtraction set*, as `{1,3,4}`: so many beans may be taken, and nothing is split.
/// - `all but {1,3}`: any other number of beans may be taken.
///
/// ```
/// use stonegame_games::octal::Rule;
///
/// let kayles: Rule = "0.77".parse()?;
/// assert_eq!(kayles, ".77".parse()?);
/// assert_eq!(kayles.to_string(), "0.77");
/// assert_eq!("{ 3, 1 }".parse::<Rule>()?, "0.303".parse()?); // the same moves
/// assert_eq!("0.78g".parse::<Rule>().unwrap_err().to_string(),
///     "`0.78g`: `g` at place 5 is no digit; a code has digits from 0 to 7, or to F, and one point");
/// # Ok::<(), stonegame_games::octal::BadRule>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rule {
    /// What may become of a heap out of which so many beans are taken; the last is not 0.
    digits: Vec<u8>,
    /// The same for all higher numbers.
    rest: u8,
    written: Written,
}

/// How a rule is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Written {
    Code,
    Set,
    AllBut,
}

/// Nothing may be left, or one heap may.
const TAKEN: u8 = 3;

impl Rule {
    /// What may become of a heap out of which `taken` beans are taken, as the digit of a code.
    pub fn digit(&self, taken: usize) -> u8 {
        self.digits.get(taken).copied().unwrap_or(self.rest)
    }

    /// The largest number of beans of which the rule says something by itself; 0 if there is none.
    pub fn last(&self) -> usize {
        self.digits.len().saturating_sub(1)
    }

    /// Whether any number of beans beyond [`last`](Rule::last) may be taken.
    pub fn is_open(&self) -> bool {
        self.rest != 0
    }

    /// Into how many heaps a move splits one at most; 1 if no move does.
    pub fn heaps(&self) -> usize {
        let most = self.digits.iter().fold(self.rest, |all, digit| all | digit);
        (8 - most.leading_zeros() as usize).saturating_sub(1).max(1)
    }

    /// The numbers of beans with which a heap may be left in so many heaps, ascending.
    pub fn taken(&self, heaps: usize) -> impl Iterator<Item = usize> + '_ {
        let allowed =
            move |(taken, digit): (usize, &u8)| (digit >> heaps & 1 == 1).then_some(taken);
        self.digits.iter().enumerate().filter_map(allowed)
    }

    /// The game in which these numbers of beans may be taken.
    ///
    /// # Errors
    ///
    /// [`BadRule`] if one of them is 0 or above [`LARGEST`].
    pub fn subtraction(numbers: impl IntoIterator<Item = usize>) -> Result<Rule, BadRule> {
        set(numbers, "a subtraction set", Written::Set)
    }

    /// The game in which any other numbers of beans may be taken.
    ///
    /// # Errors
    ///
    /// [`BadRule`] if one of them is 0 or above [`LARGEST`].
    pub fn all_but(numbers: impl IntoIterator<Item = usize>) -> Result<Rule, BadRule> {
        set(numbers, "an all-but set", Written::AllBut)
    }
}

fn set(
    numbers: impl IntoIterator<Item = usize>,
    what: &str,
    written: Written,
) -> Result<Rule, BadRule> {
    let (inside, outside) = if written == Written::Set { (TAKEN, 0) } else { (0, TAKEN) };
    let mut digits = vec![0];
    for number in numbers {
        if number == 0 || number > LARGEST {
            let why = format!("{number} cannot be taken; take numbers from 1 to {LARGEST}");
            return Err(BadRule::new(what, why));
        }
        if digits.len() <= number {
            digits.resize(number + 1, outside);
        }
        digits[number] = inside;
    }
    Ok(Rule { digits, rest: outside, written })
}

/// Two rules are equal if they allow the same moves, however they are written.
impl PartialEq for Rule {
    fn eq(&self, other: &Rule) -> bool {
        let last = self.last().max(other.last());
        self.rest == other.rest && (0..=last).all(|taken| self.digit(taken) == other.digit(taken))
    }
}

impl Eq for Rule {}

/// Writes the rule as it can be read again.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.written == Written::Code {
            write!(f, "{:X}", self.digit(0))?;
            f.write_str(if self.digits.len() > 1 { "." } else { "" })?;
            return self.digits.iter().skip(1).try_for_each(|digit| write!(f, "{digit:X}"));
        }
        let listed = if self.written == Written::Set { TAKEN } else { 0 };
        let numbers = (1..self.digits.len()).filter(|number| self.digits[*number] == listed);
        let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
        let all_but = if self.written == Written::Set { "" } else { "all but " };
        write!(f, "{all_but}{{{}}}", numbers.join(","))
    }
}

impl FromStr for Rule {
    type Err = BadRule;

    fn from_str(text: &str) -> Result<Rule, BadRule> {
        let trimmed = text.trim();
        let bad = |why: String| BadRule::new(text, why);
        let (all_but, set) = match trimmed.strip_prefix("all but") {
            Some(rest) => (true, rest.trim_start()),
            None => (false, trimmed),
        };
        if all_but || set.starts_with('{') {
            let inner = set.strip_prefix('{').and_then(|set| set.strip_suffix('}'));
            let inner =
                inner.ok_or_else(|| bad("a set is written in braces, as {1,3,4}".into()))?;
            let words = inner.split(',').map(str::trim);
            let numbers = words.filter(|word| !word.is_empty() || inner.contains(','));
            let numbers = numbers.map(|word| {
                word.parse()
                    .map_err(|_| bad(format!("`{word}` is no number of beans from 1 to {LARGEST}")))
            });
            let numbers: Vec<usize> = numbers.collect::<Result<_, _>>()?;
            let rule = if all_but { Rule::all_but(numbers) } else { Rule::subtraction(numbers) };
            return rule.map_err(|error| bad(error.why));
        }
        code(trimmed).map_err(bad)
    }
}

/// Reads a code.
fn code(text: &str) -> Result<Rule, String> {
    let mut digits = vec![];
    let mut point = None;
    for (place, char) in (1..).zip(text.chars()) {
        match char.to_digit(16) {
            Some(digit) => digits.push(digit as u8),
            None if char == '.' && point.is_none() => {
                if digits.is_empty() {
                    digits.push(0);
                }
                if digits.len() > 1 {
                    return Err("before the point there is one digit at most: that of moves that take nothing".into());
                }
                point = Some(place);
            }
            None => {
                return Err(format!(
                    "`{char}` at place {place} is no digit; a code has digits from 0 to 7, or to F, and one point"
                ));
            }
        }
        if digits.len() > DIGITS {
            return Err(format!("a code has at most {DIGITS} digits"));
        }
    }
    match digits[..] {
        _ if text.trim_start_matches('.').is_empty() => {
            return Err("a code has a digit, as in `4`, `.77` or `0.77`".into());
        }
        [first, ..] if first & 3 != 0 => {
            return Err(format!(
                "the digit before the point is {first:X}: with nothing taken a heap can only be split, in two \
                 (4) or three (8); put a point before the digits if they are those of moves that take beans"
            ));
        }
        [_, _, ..] if point.is_none() => {
            return Err("behind the first digit there is a point, as in `4.7`".into());
        }
        _ => {}
    }
    while digits.len() > 1 && digits.last() == Some(&0) {
        digits.pop();
    }
    Ok(Rule { digits, rest: 0, written: Written::Code })
}

/// A rule that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}`: {why}")]
pub struct BadRule {
    text: String,
    why: String,
}

impl BadRule {
    fn new(text: &str, why: String) -> Self {
        // A long text would hide what is said of it.
        let short: String = text.chars().take(40).collect();
        let text = if short.len() < text.len() { format!("{short}…") } else { short };
        BadRule { text, why }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_write_a_rule() {
        for (text, printed) in [
            ("4", "4"),
            (".77", "0.77"),
            ("0.77", "0.77"),
            ("4.72", "4.72"),
            ("0.3f", "0.3F"),
            ("C.8", "C.8"),
            ("0.7700", "0.77"),
            ("0.0", "0"),
            ("{1,3,4}", "{1,3,4}"),
            (" { 4, 1,3 } ", "{1,3,4}"),
            ("{}", "{}"),
            ("all but {1,3}", "all but {1,3}"),
            ("all but{}", "all but {}"),
        ] {
            let rule: Rule = text.parse().unwrap();
            assert_eq!(rule.to_string(), printed);
            assert_eq!(printed.parse::<Rule>().unwrap(), rule, "{printed}");
        }
    }

    #[test]
    fn what_a_rule_allows() {
        let rule: Rule = "4.72".parse().unwrap();
        assert_eq!([0, 1, 2, 3].map(|taken| rule.digit(taken)), [4, 7, 2, 0]);
        assert_eq!((rule.last(), rule.heaps(), rule.is_open()), (2, 2, false));
        assert_eq!(rule.taken(2).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(rule.taken(1).collect::<Vec<_>>(), [1, 2]);
        let rule: Rule = "all but {2}".parse().unwrap();
        assert_eq!([0, 1, 2, 3, 9].map(|taken| rule.digit(taken)), [0, 3, 0, 3, 3]);
        assert!(rule.is_open());
        assert_eq!("0.8".parse::<Rule>().unwrap().heaps(), 3);
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, why) in [
            ("", "a digit"),
            (".", "a digit"),
            ("x", "`x` at place 1"),
            ("0.7.7", "`.` at place 4"),
            ("07", "a point"),
            ("77", "put a point before"),
            ("12.3", "one digit"),
            ("3.7", "is 3"),
            ("-1", "`-` at place 1"),
            ("{1,0}", "0 cannot be taken"),
            ("{1,x}", "`x` is no number"),
            ("{1,,2}", "`` is no number"),
            ("{1", "braces"),
            ("all but 3", "braces"),
            ("{9999999}", "9999999 cannot be taken"),
            ("{99999999999999999999999}", "no number"),
        ] {
            match text.parse::<Rule>() {
                Err(error) => assert!(error.to_string().contains(why), "{text}: {error}"),
                Ok(rule) => panic!("{text} was read as {rule}"),
            }
        }
        assert!("9".repeat(5000).parse::<Rule>().unwrap_err().to_string().len() < 400);
        assert!(format!("0.{}", "7".repeat(5000)).parse::<Rule>().is_err());
    }
}
