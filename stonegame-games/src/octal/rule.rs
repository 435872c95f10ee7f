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
/// A rule is written in one of four ways:
///
/// - a *code*, as `0.77`, `.137` or `4.7`: the digit at place `k` behind the point says what may become of a
///   heap out of which `k` beans are taken. It is the sum of 1 if nothing may be left, 2 if one heap may,
///   4 if two may, and 8 if three may. The digit before the point is that of `k = 0`: a heap may be split
///   with nothing taken. Digits of 8 and more are written `8`, `9` and `A` to `F`, and the code is then
///   hexadecimal, else octal. Behind the last digit, `...` repeats it for ever: `0.3...` is Nim, and `4.3...`
///   Lasker's Nim, in which a heap may also be split in two.
/// - a *subtraction set*, as `{1,3,4}`: so many beans may be taken, and nothing is split.
/// - `all but {1,3}`: any other number of beans may be taken.
/// - a [name](Numbers) of infinitely many numbers that may be taken: `squares`, `primes`, `factorials` or
///   `fibonacci`.
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
    Named(Numbers),
}

/// Infinitely many numbers that may be taken out of a heap. A rule of these speaks of heaps up to [`LARGEST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Numbers {
    /// 1, 4, 9, …
    Squares,
    /// 2, 3, 5, …
    Primes,
    /// 1, 2, 6, …
    Factorials,
    /// 1, 2, 3, 5, …
    Fibonacci,
}

impl Numbers {
    /// All of them.
    pub const ALL: [Numbers; 4] =
        [Numbers::Squares, Numbers::Primes, Numbers::Factorials, Numbers::Fibonacci];

    /// As a rule of them is written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Numbers::Squares => "squares",
            Numbers::Primes => "primes",
            Numbers::Factorials => "factorials",
            Numbers::Fibonacci => "fibonacci",
        }
    }

    /// Those up to a number, ascending.
    ///
    /// ```
    /// use stonegame_games::octal::Numbers;
    ///
    /// assert_eq!(Numbers::Primes.up_to(12), [2, 3, 5, 7, 11]);
    /// ```
    #[must_use]
    pub fn up_to(self, most: usize) -> Vec<usize> {
        match self {
            Numbers::Squares => (1..=most.isqrt()).map(|root| root * root).collect(),
            Numbers::Factorials => {
                first_of_pairs(most, |(all, next)| Some((all.checked_mul(next)?, next + 1)))
            }
            Numbers::Fibonacci => first_of_pairs(most, |(a, b)| Some((b, a.checked_add(b)?))),
            Numbers::Primes => {
                // The sieve of Eratosthenes.
                let mut prime = vec![true; most.saturating_add(1)];
                prime.iter_mut().take(2).for_each(|prime| *prime = false);
                for number in 2..=most.isqrt() {
                    if prime[number] {
                        let multiples = (number * number..=most).step_by(number);
                        multiples.for_each(|multiple| prime[multiple] = false);
                    }
                }
                (2..=most).filter(|number| prime[*number]).collect()
            }
        }
    }
}

/// The first numbers of the pairs from (1, 2) on, as long as they are no greater than `most`.
fn first_of_pairs(
    most: usize,
    next: impl Fn((usize, usize)) -> Option<(usize, usize)>,
) -> Vec<usize> {
    let pairs = std::iter::successors(Some((1, 2)), |pair| next(*pair));
    pairs.map(|(number, _)| number).take_while(|number| *number <= most).collect()
}

/// Nothing may be left, or one heap may.
const TAKEN: u8 = 3;

impl Rule {
    /// What may become of a heap out of which `taken` beans are taken, as the digit of a code.
    #[must_use]
    pub fn digit(&self, taken: usize) -> u8 {
        self.digits.get(taken).copied().unwrap_or(self.rest)
    }

    /// The largest number of beans of which the rule says something by itself; 0 if there is none.
    #[must_use]
    pub fn last(&self) -> usize {
        self.digits.len().saturating_sub(1)
    }

    /// Whether any number of beans beyond [`last`](Rule::last) may be taken.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.rest != 0
    }

    /// Whether any number may be taken but some, and nothing is split.
    pub(super) fn is_all_but(&self) -> bool {
        let digits = self.digits.get(1..).unwrap_or(&[]);
        self.rest == TAKEN && self.digit(0) == 0 && digits.iter().all(|d| [0, TAKEN].contains(d))
    }

    /// The largest heap of which the rule says all moves, if there is one.
    #[must_use]
    pub fn limit(&self) -> Option<usize> {
        matches!(self.written, Written::Named(_)).then_some(LARGEST)
    }

    /// The largest number of beans that may be taken out of a heap, or could be for all that the rule says.
    pub(crate) fn most(&self, heap: usize) -> usize {
        if self.is_open() { heap } else { self.last().min(heap) }
    }

    /// What may be left of a heap out of which `taken` beans are taken: the largest heap first, and 0 for none.
    ///
    /// ```
    /// use stonegame_games::octal::Rule;
    ///
    /// let rule: Rule = "0.7".parse()?;
    /// assert_eq!(rule.left(5, 1).collect::<Vec<_>>(), [[4, 0, 0], [3, 1, 0], [2, 2, 0]]);
    /// # Ok::<(), stonegame_games::octal::BadRule>(())
    /// ```
    pub fn left(&self, heap: u32, taken: u32) -> impl Iterator<Item = [u32; 3]> + use<> {
        let digit = if taken > heap { 0 } else { self.digit(taken as usize) };
        let all = heap.saturating_sub(taken);
        let none = (digit & 1 != 0 && all == 0).then_some([0; 3]);
        let one = (digit & 2 != 0 && all > 0 && taken > 0).then_some([all, 0, 0]);
        let two = (1..=all / 2).take_while(move |_| digit & 4 != 0).map(move |b| [all - b, b, 0]);
        let thirds = (1..=all / 3).take_while(move |_| digit & 8 != 0);
        let three = thirds.flat_map(move |c| (c..=(all - c) / 2).map(move |b| [all - b - c, b, c]));
        none.into_iter().chain(one).chain(two).chain(three)
    }

    /// Into how many heaps a move splits one at most; 1 if no move does.
    #[must_use]
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

    /// Lasker's Nim: any number of beans may be taken, or a heap split in two.
    #[must_use]
    pub fn lasker() -> Rule {
        Rule { digits: vec![4, TAKEN], rest: TAKEN, written: Written::Code }
    }

    /// The game in which these numbers of beans may be taken, of heaps up to [`LARGEST`].
    #[must_use]
    pub fn named(numbers: Numbers) -> Rule {
        let mut digits = vec![0; LARGEST + 1];
        let all = numbers.up_to(LARGEST);
        all.iter().for_each(|number| digits[*number] = TAKEN);
        digits.truncate(all.last().map_or(1, |last| last + 1));
        Rule { digits, rest: 0, written: Written::Named(numbers) }
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
        if let Written::Named(numbers) = self.written {
            return f.write_str(numbers.name());
        }
        if self.written == Written::Code {
            write!(f, "{:X}", self.digit(0))?;
            f.write_str(if self.digits.len() > 1 { "." } else { "" })?;
            self.digits.iter().skip(1).try_for_each(|digit| write!(f, "{digit:X}"))?;
            return f.write_str(if self.is_open() { "..." } else { "" });
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
        match Numbers::ALL.into_iter().find(|numbers| numbers.name() == trimmed) {
            Some(numbers) => Ok(Rule::named(numbers)),
            None => code(trimmed).map_err(bad),
        }
    }
}

/// Reads a code.
fn code(text: &str) -> Result<Rule, String> {
    let whole = text;
    let text = whole.strip_suffix("...").or(whole.strip_suffix('…')).unwrap_or(whole);
    let for_ever = text.len() < whole.len();
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
    if for_ever && digits.len() < 2 {
        return Err("`...` repeats the last digit behind the point, as in `4.3...`".into());
    }
    let rest = if for_ever { digits.last().copied().unwrap_or(0) } else { 0 };
    // What is written may be shorter than what was read: 0.70 is 0.7, and 0.33... is 0.3...
    while digits.len() > 1 + usize::from(rest > 0) && digits.last() == Some(&rest) {
        if rest > 0 && digits[digits.len() - 2] != rest {
            break;
        }
        digits.pop();
    }
    Ok(Rule { digits, rest, written: Written::Code })
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
            ("4.33...", "4.3..."),
            (".3…", "0.3..."),
            ("0.073...", "0.073..."),
            ("0.0...", "0"),
            (" primes", "primes"),
            ("fibonacci", "fibonacci"),
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
    fn the_same_moves_in_other_words() {
        for (one, other) in [
            ("0.3...", "all but {}"),
            ("0.033...", "all but {1}"),
            ("0.303", "{1,3}"),
            ("0.77", ".770"),
        ] {
            let [one, other] = [one, other].map(|rule| rule.parse::<Rule>().unwrap());
            assert_eq!(one, other);
            assert_eq!(one.is_all_but(), one.is_open());
        }
        let lasker: Rule = "4.3...".parse().unwrap();
        assert!(lasker.is_open() && !lasker.is_all_but());
        assert_eq!(lasker.left(4, 0).collect::<Vec<_>>(), [[3, 1, 0], [2, 2, 0]]);
        assert_eq!(lasker.left(9, 9).collect::<Vec<_>>(), [[0; 3]]);
        let three: Rule = "0.8".parse().unwrap();
        assert_eq!(three.left(6, 1).collect::<Vec<_>>(), [[3, 1, 1], [2, 2, 1]]);
        assert_eq!(three.left(6, 2).count() + three.left(0, 1).count(), 0);
        assert_eq!(Numbers::Squares.up_to(16), [1, 4, 9, 16]);
        assert_eq!(Numbers::Factorials.up_to(usize::MAX).len(), 20);
        assert_eq!(Numbers::Fibonacci.up_to(13), [1, 2, 3, 5, 8, 13]);
        assert_eq!(Numbers::Primes.up_to(1), Vec::<usize>::new());
        assert_eq!(Rule::named(Numbers::Primes).limit(), Some(LARGEST));
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
            ("4...", "behind the point"),
            ("0.7..", "`.` at place 4"),
            ("...", "a digit"),
            ("cubes", "`u` at place 2"),
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
