//! Take-and-break games: octal games, hexadecimal games and their kin, by the rule in a line.
//!
//! Beans lie in heaps. Two players take turns; each takes beans out of one heap, and leaves the rest in one heap or in several,
//! as the [`Rule`] allows. In normal play who cannot loses. [`octal::Nimbers`](crate::octal::Nimbers) finds their
//! nimbers by the million; here they are a game like any other, for its moves and for misère play.
//!
//! ```
//! use stonegame_games::play::Play;
//! use stonegame_games::take_and_break::TakeAndBreak;
//! use stonegame_core::{Misere, WinLoss, grundy, value};
//!
//! let game = TakeAndBreak::new("0.77".parse()?, [5, 9], Play::Normal);
//! assert_eq!(grundy(&game)?, 0);
//! let game = TakeAndBreak::new("0.77".parse()?, [5, 9], Play::Misere);
//! assert_eq!(value(&game)?, WinLoss::Loss);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::catalogue::{Answer, Card, Show, Theory};
use crate::data::BadData;
use crate::octal::Rule;
use crate::picture::Picture;
use crate::play::{MISERE, Play};
use core::fmt::{self, Display};
use stonegame_core::{Impartial, prelude::*};

/// The rule, the heaps, and who wins.
#[derive(Clone, Debug)]
pub struct TakeAndBreak {
    rule: Rule,
    heaps: Heaps,
    play: Play,
}

/// The heaps, the largest first, none of them empty.
#[derive(State, Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "Vec<u32>"))]
pub struct Heaps(Vec<u32>);

impl<I: IntoIterator<Item = u32>> From<I> for Heaps {
    fn from(sizes: I) -> Self {
        let mut sizes: Vec<u32> = sizes.into_iter().filter(|size| *size > 0).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        Heaps(sizes)
    }
}

impl Heaps {
    /// The sizes, the largest first.
    #[must_use]
    pub fn sizes(&self) -> &[u32] {
        &self.0
    }

    /// The heaps with others in place of one, counted from the largest.
    pub(crate) fn replace<const N: usize>(&self, heap: usize, by: [u32; N]) -> Heaps {
        let others = (0..).zip(&self.0).filter(|(other, _)| *other != heap);
        Heaps::from(others.map(|(_, size)| *size).chain(by))
    }

    /// Shows each heap by itself.
    pub(crate) fn each(&self, visit: &mut dyn FnMut(Heaps)) {
        self.0.iter().for_each(|size| visit(Heaps(vec![*size])));
    }
}

/// Takes beans out of a heap, and leaves the rest of it in up to three.
#[derive(Move, Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[moves(game = TakeAndBreak)]
pub struct Take {
    /// Which heap, from 0.
    #[moves(0..state.0.len())]
    pub heap: usize,
    /// How many beans it has.
    #[moves([state.0[heap]])]
    pub size: u32,
    /// How many are taken.
    #[moves(0..=game.rule.most(size as usize) as u32)]
    pub taken: u32,
    /// The heaps that are left of it, the largest first; 0 for none.
    #[moves(game.rule.left(size, taken))]
    pub left: [u32; 3],
}

impl Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Take { size, taken, left, .. } = self;
        write!(f, "{taken} from the heap of {size}")?;
        match left {
            [_, 0, _] => Ok(()),
            [a, b, 0] => write!(f, ", leaving {a} and {b}"),
            [a, b, c] => write!(f, ", leaving {a}, {b} and {c}"),
        }
    }
}

impl Game for TakeAndBreak {
    type State = Heaps;
    type Move = Take;
    type Value = WinLoss;
    fn start(&self) -> Heaps {
        self.heaps.clone()
    }
    fn play(&self, heaps: &Heaps, take: &Take) -> Option<Step<Self>> {
        Some(Step::to(heaps.replace(take.heap, take.left)))
    }
    fn terminal(&self, _: &Heaps) -> WinLoss {
        self.play.stuck()
    }
}

impl Impartial for TakeAndBreak {
    fn parts(&self, heaps: &Heaps, visit: &mut dyn FnMut(Heaps)) {
        heaps.each(visit);
    }
}

impl TakeAndBreak {
    /// The game of this rule on these heaps.
    pub fn new(rule: Rule, heaps: impl IntoIterator<Item = u32>, play: Play) -> Self {
        TakeAndBreak { rule, heaps: Heaps::from(heaps), play }
    }
}

/// The game in the catalogue.
pub static CARD: Card<TakeAndBreak> = Card {
    slug: "take-and-break",
    number: None,
    title: "Take-and-break games",
    also: &[],
    rules: "take beans from a heap and leave the rest as the rule allows; who cannot loses, in misere play wins",
    data: "the heaps, and the rule, such as 5,9 0.77",
    example: "5,9 0.77",
    options: &[MISERE],
    read: |data| {
        let play = Play::of(data);
        let heaps: Vec<u32> = data.list_within("heaps", 0..=u32::MAX)?;
        let rule: Rule = data.text().parse().map_err(|bad| BadData::against(format!("{bad}")))?;
        let most = heaps.iter().max().map_or(0, |most| *most as usize);
        if let Some(limit) = rule.limit().filter(|limit| most > *limit) {
            let why = format!("{rule} is known of heaps up to {limit} beans; take smaller ones");
            return Err(BadData::against(why).into());
        }
        Ok(TakeAndBreak::new(rule, heaps, play))
    },
    theory: Some(Theory::new()),
    answer: |_, value| Answer::from(value.show()),
    total: None,
    picture: |_, heaps| Picture::heaps(heaps.sizes().iter().copied()),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agree, wins};
    use proptest::prelude::*;

    #[cfg(feature = "serde")]
    #[test]
    fn heaps_are_read_in_any_order() {
        let heaps: Heaps = serde_json::from_str("[3,0,5]").unwrap();
        assert_eq!(heaps.sizes(), [5, 3]);
        assert_eq!(serde_json::to_string(&heaps).unwrap(), "[5,3]");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10))]

        #[test]
        fn equals_a_recurrence(
            first in 0u8..4,
            digits in prop::collection::vec(0u8..16, 1..4),
            heaps in prop::collection::vec(0u32..5, 0..3),
            misere: bool,
        ) {
            let digits: String = digits.iter().map(|digit| format!("{digit:x}")).collect();
            let rule: Rule = format!("{:x}.{digits}", 4 * first).parse().unwrap();
            // Heaps as a digit says: what is taken, and every way to leave the rest.
            let next = |heaps: &Vec<u32>| {
                let mut next = vec![];
                for (i, size) in heaps.iter().enumerate() {
                    for (taken, left) in (0..=*size).map(|taken| (taken, size - taken)) {
                        let mut add = |parts: &[u32]| {
                            let mut heaps = heaps.clone();
                            heaps.swap_remove(i);
                            heaps.extend(parts);
                            next.push(heaps);
                        };
                        let digit = rule.digit(taken as usize);
                        if digit & 1 != 0 && left == 0 {
                            add(&[]);
                        }
                        if digit & 2 != 0 && left > 0 {
                            add(&[left]);
                        }
                        for a in 1..if digit & 4 != 0 { left } else { 0 } {
                            add(&[a, left - a]);
                        }
                        for a in 1..if digit & 8 != 0 { left } else { 0 } {
                            (1..left - a).for_each(|b| add(&[a, b, left - a - b]));
                        }
                    }
                }
                next
            };
            let play = if misere { Play::Misere } else { Play::Normal };
            let value = agree(&TakeAndBreak::new(rule.clone(), heaps.clone(), play));
            prop_assert_eq!(value == WinLoss::Win, wins(&heaps, &next, misere));
        }
    }
}
