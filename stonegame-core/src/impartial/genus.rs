//! What misère play makes of a position beside heaps of two.

use crate::mex;
use alloc::vec::Vec;
use core::fmt::{self, Display};

/// The genus of a position (*Winning Ways*, chapter 13): its nimber, and the nimbers that it and its sums with one, two
/// and more heaps of two stones have in misère play.
///
/// From some number of heaps on these are two numbers in turn, which differ by a nim-sum with 2.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    normal: u32,
    /// Up to the first two of those that go on in turn.
    digits: Vec<u32>,
}

impl Genus {
    /// From the genera of all options.
    pub(super) fn of<'a>(options: impl Iterator<Item = &'a Genus> + Clone) -> Self {
        // From here on those of all options go on in turn.
        let steady = options.clone().map(|option| option.digits.len() - 2).max().unwrap_or(0);
        let mut digits = Vec::new();
        for heaps in 0.. {
            let seen = options.clone().map(|option| option.digit(heaps));
            digits.push(match digits.last() {
                Some(last) => mex(seen.chain([*last, last ^ 1])),
                // Who cannot move wins.
                None if options.clone().next().is_none() => 1,
                None => mex(seen),
            });
            // Each follows from the one before and from the options'; so these go on.
            if let [.., a, b, c] = digits[..]
                && heaps >= steady + 2
                && a == b ^ 2
                && a == c
            {
                break;
            }
        }
        while let [.., a, b, c] = digits[..]
            && a == b ^ 2
            && a == c
        {
            digits.pop();
        }
        Genus { normal: mex(options.map(|option| option.normal)), digits }
    }

    /// The nimber in normal play.
    #[must_use]
    pub fn normal(&self) -> u32 {
        self.normal
    }

    /// The nimber in misère play: 0 if and only if the player to move loses. It says nothing of a sum.
    #[must_use]
    pub fn misere(&self) -> u32 {
        self.digit(0)
    }

    /// The nimber in misère play of the sum with so many heaps of two stones.
    #[must_use]
    pub fn digit(&self, heaps: usize) -> u32 {
        let last = self.digits.len() - 1;
        let beyond = heaps.saturating_sub(last);
        self.digits[heaps.min(last)] ^ if beyond % 2 == 1 { 2 } else { 0 }
    }

    /// Those for no heap of two stones, for one, and so on, up to the first two that go on in turn.
    #[must_use]
    pub fn digits(&self) -> &[u32] {
        &self.digits
    }
}

/// As in `0^120`, or `10^10,8` where a number has several digits.
impl Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let comma = if self.digits.iter().any(|digit| *digit > 9) { "," } else { "" };
        write!(f, "{}^", self.normal)?;
        self.digits.iter().enumerate().try_for_each(|(i, digit)| {
            f.write_str(if i > 0 { comma } else { "" })?;
            digit.fmt(f)
        })
    }
}
