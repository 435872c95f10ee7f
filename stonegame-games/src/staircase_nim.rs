//! Staircase Nim: R. P. Sprague, *Unterhaltsame Mathematik* (1961).
//!
//! Coins lie on the steps of a staircase. Two players take turns; each moves any number of coins, at least one, from a step to
//! the one below it, from the first one to the ground, where they stay. In normal play who cannot loses.
//!
//! ```
//! use stonegame_games::play::Play;
//! use stonegame_games::staircase_nim::StaircaseNim;
//! use stonegame_core::{WinLoss, value};
//!
//! // Only the first, the third step and so on matter: 2, 9 and 2 coins.
//! let game = StaircaseNim::new([2, 5, 9, 1, 2], Play::Normal);
//! assert_eq!(value(&game)?, WinLoss::Win);
//! # Ok::<(), stonegame_core::Error>(())
//! ```

use crate::catalogue::{Answer, Card, Show, Theory};
use crate::picture::Picture;
use crate::play::{MISERE, Play};
use derive_more::Display;
use stonegame_core::{Impartial, prelude::*};

/// The coins, and who wins.
#[derive(Clone, Debug)]
pub struct StaircaseNim {
    steps: Vec<u64>,
    play: Play,
}

/// How many coins lie on each step, the lowest first.
#[derive(State, Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Steps(pub Vec<u64>);

/// Moves coins down a step.
#[derive(Move, Clone, Copy, Debug, Display, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[moves(game = StaircaseNim)]
#[display("{coins} from step {}", step + 1)]
pub struct Down {
    /// From which step, from 0.
    #[moves(0..state.0.len())]
    pub step: usize,
    /// How many coins.
    #[moves(1..=state.0[step])]
    pub coins: u64,
}

impl Game for StaircaseNim {
    type State = Steps;
    type Move = Down;
    type Value = WinLoss;
    fn start(&self) -> Steps {
        Steps(self.steps.clone())
    }
    fn play(&self, steps: &Steps, down: &Down) -> Option<Step<Self>> {
        let mut steps = steps.clone();
        let left = steps.0.get(down.step)?.checked_sub(down.coins)?;
        steps.0[down.step] = left;
        if let Some(below) = down.step.checked_sub(1) {
            steps.0[below] = steps.0[below].checked_add(down.coins)?;
        }
        Some(Step::to(steps))
    }
    fn terminal(&self, _: &Steps) -> WinLoss {
        self.play.stuck()
    }
    fn theorem(&self) -> Option<Theorem<Self>> {
        let source = "lost if the exclusive or of the first, the third step and so on is zero (Sprague 1961)";
        let theorem = Theorem::<Self>::new(source, |_, steps: &Steps| {
            let odd = steps.0.iter().step_by(2);
            Some(WinLoss::won(odd.fold(0, |xor, coins| xor ^ coins) != 0))
        });
        (self.play == Play::Normal).then_some(theorem.instant())
    }
}

impl Impartial for StaircaseNim {}

impl StaircaseNim {
    /// The game with so many coins on each step, the lowest first.
    pub fn new(steps: impl IntoIterator<Item = u32>, play: Play) -> Self {
        StaircaseNim { steps: steps.into_iter().map(u64::from).collect(), play }
    }
}

/// The game in the catalogue.
pub static CARD: Card<StaircaseNim> = Card {
    slug: "staircase-nim",
    number: None,
    title: "Staircase Nim",
    also: &[],
    rules: "move any number of coins from a step to the one below; who cannot loses, in misere play wins",
    data: "the coins on each step, from the lowest",
    example: "1,2,3",
    options: &[MISERE],
    read: |data| {
        let play = Play::of(data);
        Ok(StaircaseNim::new(data.row_within("steps", 0..=u32::MAX)?, play))
    },
    theory: Some(Theory::new()),
    answer: |_, value| Answer::from(value.show()),
    total: None,
    picture: |_, steps| Picture::heaps(steps.0.iter().copied()),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agree, proved, rows, wins};
    use stonegame_core::grundy;

    #[test]
    fn the_theorem_holds_and_tells_the_nimber() {
        for steps in rows(&[0, 1, 2, 3], 4) {
            let game = StaircaseNim::new(steps.iter().copied(), Play::Normal);
            proved(&game);
            let odd = steps.iter().step_by(2).fold(0, |xor, coins| xor ^ coins);
            assert_eq!(grundy(&game), Ok(odd), "{steps:?}");
        }
    }

    #[test]
    fn small_stairs_equal_a_recurrence() {
        let next = |steps: &Vec<u32>| {
            let mut next = vec![];
            for step in 0..steps.len() {
                for coins in 1..=steps[step] {
                    let mut steps = steps.clone();
                    steps[step] -= coins;
                    if step > 0 {
                        steps[step - 1] += coins;
                    }
                    next.push(steps);
                }
            }
            next
        };
        for steps in rows(&[0, 1, 2], 3) {
            for play in [Play::Normal, Play::Misere] {
                let value = agree(&StaircaseNim::new(steps.iter().copied(), play));
                let won = wins(&steps, &next, play == Play::Misere);
                assert_eq!(value == WinLoss::Win, won, "{steps:?} {play:?}");
            }
        }
    }
}
