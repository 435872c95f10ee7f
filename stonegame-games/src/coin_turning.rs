//! Coin-turning games: H. Lenstra, in *Winning Ways*, chapter 14.
//!
//! Coins lie in a row, heads or tails. Two players take turns; each turns some coins, as the game has it, of which the rightmost
//! goes from heads to tails. In normal play who cannot loses. A position is the sum of those with one of its heads each.
//!
//! ```
//! use stonegame_games::coin_turning::{Coins, CoinTurning};
//! use stonegame_games::play::Play;
//! use stonegame_core::grundy;
//!
//! let game = |coins| CoinTurning::new(Coins::MockTurtles, coins, Play::Normal);
//! assert_eq!(grundy(&game(vec![5])?)?, 8);
//! assert_eq!(grundy(&game(vec![1, 2, 3])?)?, 1 ^ 2 ^ 4);
//! # Ok::<(), stonegame_games::catalogue::Failure>(())
//! ```

use crate::catalogue::{Answer, Card, Show, Theory};
use crate::data::BadData;
use crate::picture::Picture;
use crate::play::{MISERE, Play};
use core::fmt::{self, Display};
use stonegame_core::{Impartial, prelude::*};

/// The most coins of a row.
pub const COINS: u32 = 64;

/// Which coins a move turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coins {
    /// One or two: Nim by another name.
    TurningTurtles,
    /// One, two or three.
    MockTurtles,
    /// Any number of neighbours.
    Ruler,
    /// Exactly three.
    Triplets,
    /// One to nine.
    Moidores,
    /// Four, the first one of the row among them, that lie symmetrically: [Grundy's game](crate::grundys_game).
    Grunt,
}

impl Coins {
    /// All of them.
    pub const ALL: [Coins; 6] = [
        Coins::TurningTurtles,
        Coins::MockTurtles,
        Coins::Ruler,
        Coins::Triplets,
        Coins::Moidores,
        Coins::Grunt,
    ];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Coins::TurningTurtles => "turning-turtles",
            Coins::MockTurtles => "mock-turtles",
            Coins::Ruler => "ruler",
            Coins::Triplets => "triplets",
            Coins::Moidores => "moidores",
            Coins::Grunt => "grunt",
        }
    }

    /// The sets of coins, each a bit from that of the first coin on, that can be turned with this one as the rightmost.
    fn sets(self, last: u32) -> Box<dyn Iterator<Item = u64>> {
        let top = 1u64 << last;
        let others = move |most: u32| (0..=most.min(last)).flat_map(move |n| choices(last, n));
        match self {
            Coins::TurningTurtles => Box::new(others(1).map(move |set| set | top)),
            Coins::MockTurtles => Box::new(others(2).map(move |set| set | top)),
            Coins::Moidores => Box::new(others(8).map(move |set| set | top)),
            Coins::Triplets => Box::new(choices(last, 2).map(move |set| set | top)),
            // The first neighbour is any coin up to the last.
            Coins::Ruler => Box::new((0..=last).map(move |first| (top - (1 << first)) | top)),
            Coins::Grunt => {
                let pairs = (1..).take_while(move |one| 2 * one < last);
                Box::new(pairs.map(move |one| 1 | 1 << one | 1 << (last - one) | top))
            }
        }
    }
}

/// The sets of so many of the first coins, the smallest binary numbers first.
fn choices(coins: u32, many: u32) -> impl Iterator<Item = u64> {
    let first = (1u64 << many) - 1;
    let next = move |set: &u64| {
        // The next number with as many bits: the lowest run moves up by one, and what is left of it falls to the right.
        let low = set & set.wrapping_neg();
        let up = set.checked_add(low).filter(|_| low > 0)?;
        Some(up | ((set ^ up) / low) >> 2)
    };
    let within = move |set: &u64| set >> coins == 0;
    std::iter::successors(Some(first), next).take_while(within)
}

/// The row, which coins a move turns, and who wins.
#[derive(Clone, Copy, Debug)]
pub struct CoinTurning {
    coins: Coins,
    heads: u64,
    play: Play,
}

/// The coins that lie heads up, each a bit from that of the first coin on.
#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Heads(pub u64);

/// Turns a set of coins, each a bit from that of the first coin on.
#[derive(Move, Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[moves(game = CoinTurning)]
pub struct Turn(#[moves(places(state.0).flat_map(|last| game.coins.sets(last)))] pub u64);

/// The places of the coins in a set, from 0.
fn places(coins: u64) -> impl Iterator<Item = u32> {
    (0..COINS).filter(move |place| coins >> place & 1 == 1)
}

impl Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let coins: Vec<String> = places(self.0).map(|place| (place + 1).to_string()).collect();
        write!(f, "turn {}", coins.join(","))
    }
}

impl Game for CoinTurning {
    type State = Heads;
    type Move = Turn;
    type Value = WinLoss;
    fn start(&self) -> Heads {
        Heads(self.heads)
    }
    #[inline]
    fn play(&self, heads: &Heads, turn: &Turn) -> Option<Step<Self>> {
        Some(Step::to(Heads(heads.0 ^ turn.0)))
    }
    fn terminal(&self, _: &Heads) -> WinLoss {
        self.play.stuck()
    }
    fn theorem(&self) -> Option<Theorem<Self>> {
        let source = "lost if the nim-sum of the heads' nimbers is zero (Winning Ways, chapter 14)";
        let theorem = Theorem::<Self>::new(source, |game, heads: &Heads| {
            let nimbers = places(heads.0).map(|place| game.nimber(u64::from(place)));
            Some(WinLoss::won(nimbers.fold(0, |sum, nimber| sum ^ nimber) != 0))
        });
        let known = [Coins::TurningTurtles, Coins::MockTurtles, Coins::Ruler];
        (self.play == Play::Normal && known.contains(&self.coins)).then_some(theorem.instant())
    }
}

impl Impartial for CoinTurning {
    fn parts(&self, heads: &Heads, visit: &mut dyn FnMut(Heads)) {
        places(heads.0).for_each(|place| visit(Heads(1 << place)));
    }
    fn misere_parts(&self, heads: &Heads, visit: &mut dyn FnMut(Heads)) {
        visit(*heads);
    }
}

impl CoinTurning {
    /// The game with heads on these coins, counted from 1.
    ///
    /// # Errors
    ///
    /// [`BadData`] if one of them is 0 or beyond [`COINS`], or is named twice.
    pub fn new(
        coins: Coins,
        heads: impl IntoIterator<Item = u32>,
        play: Play,
    ) -> Result<Self, BadData> {
        let mut all = 0;
        for coin in heads {
            let place = coin.checked_sub(1).filter(|place| *place < COINS);
            let bit = place.map(|place| 1 << place).filter(|bit| all & bit == 0);
            let why = || {
                format!("coin {coin} cannot lie heads up; name coins from 1 to {COINS}, each once")
            };
            all |= bit.ok_or_else(|| BadData::against(why()))?;
        }
        Ok(CoinTurning { coins, heads: all, play })
    }

    /// The nimber of a single head, in the games of which it is known; 0 in the others.
    fn nimber(&self, place: u64) -> u64 {
        match self.coins {
            Coins::TurningTurtles => place + 1,
            // The odious numbers: those with an odd number of bits.
            Coins::MockTurtles => 2 * place + u64::from(place.count_ones().is_multiple_of(2)),
            Coins::Ruler => (place + 1) & (place + 1).wrapping_neg(),
            Coins::Triplets | Coins::Moidores | Coins::Grunt => 0,
        }
    }
}

impl Heads {
    fn picture(&self) -> Picture<'static> {
        let coins = 0..COINS - self.0.leading_zeros();
        let letters = coins.map(|coin| if self.0 >> coin & 1 == 1 { 'H' } else { 't' });
        Picture::board([letters.collect()])
    }
}

/// The game in the catalogue.
pub static CARD: Card<CoinTurning> = Card {
    slug: "coin-turning",
    number: None,
    title: "Coin-turning games",
    also: &[],
    rules: "turn some coins, the rightmost from heads to tails; who cannot loses, in misere play wins",
    data: "turning-turtles, mock-turtles, ruler, triplets, moidores or grunt, and the heads' places, such as ruler 2,5",
    example: "ruler 2,5",
    options: &[MISERE],
    read: |data| {
        let play = Play::of(data);
        let coins = Coins::ALL.into_iter().find(|coins| data.skip(coins.name()));
        let names = Coins::ALL.map(Coins::name).join(", ");
        let why = || format!("the first word is the game's name: {names}");
        let coins = coins.ok_or_else(|| BadData::against(why()))?;
        Ok(CoinTurning::new(coins, data.row_within("heads", 1..=COINS)?, play)?)
    },
    theory: Some(Theory::new()),
    answer: |_, value| Answer::from(value.show()),
    total: None,
    picture: |_, heads| heads.picture(),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{agree, proved, rows, wins};
    use stonegame_core::{Engine, Misere, Solver};

    fn heads(coins: Coins, set: u64) -> CoinTurning {
        CoinTurning { coins, heads: set, play: Play::Normal }
    }

    #[test]
    fn the_theorems_hold_on_eight_coins() {
        for coins in [Coins::TurningTurtles, Coins::MockTurtles, Coins::Ruler] {
            (0..1 << 8).for_each(|set| proved(&heads(coins, set)));
        }
    }

    #[test]
    fn sets_by_the_rules() {
        for last in 0..10u32 {
            let bits = |set: u64| set.count_ones();
            let count = |wanted: &dyn Fn(u64) -> bool| {
                (1u64 << last..2 << last).filter(|set| wanted(*set)).collect::<Vec<_>>()
            };
            let run =
                |set: u64| set >> set.trailing_zeros() & ((set >> set.trailing_zeros()) + 1) == 0;
            let even = |set: u64| bits(set) == 4 && set.reverse_bits() >> (63 - last) == set;
            for (coins, wanted) in [
                (Coins::TurningTurtles, &(|set| bits(set) <= 2) as &dyn Fn(u64) -> bool),
                (Coins::MockTurtles, &|set| bits(set) <= 3),
                (Coins::Moidores, &|set| bits(set) <= 9),
                (Coins::Triplets, &|set| bits(set) == 3),
                (Coins::Ruler, &run),
                (Coins::Grunt, &even),
            ] {
                let mut sets: Vec<u64> = coins.sets(last).collect();
                sets.sort_unstable();
                assert_eq!(sets, count(wanted), "{coins:?} {last}");
            }
        }
        // All coins there can be.
        assert_eq!(Coins::Triplets.sets(63).count(), 63 * 62 / 2);
        assert_eq!(Coins::Ruler.sets(63).count(), 64);
    }

    /// Of two heads on one coin none is left, which is no sum in misère play.
    #[test]
    fn misere_play_is_on_whole_rows() {
        for coins in Coins::ALL {
            let game = CoinTurning { coins, heads: 0b11_1111, play: Play::Misere };
            let mut misere = Misere::new(&game);
            for set in 0..1 << 6 {
                let game = CoinTurning { heads: set, ..game };
                let value = Solver::new().engine(Engine::Memo).value(&game);
                assert_eq!(misere.of(&Heads(set)), value, "{coins:?} {set:b}");
            }
        }
    }

    #[test]
    fn small_rows_equal_a_recurrence() {
        for coins in Coins::ALL {
            for places in rows(&[1u32, 3, 4], 2) {
                if places.len() == 2 && places[0] == places[1] {
                    assert!(CoinTurning::new(coins, places, Play::Normal).is_err());
                    continue;
                }
                for play in [Play::Normal, Play::Misere] {
                    let game = CoinTurning::new(coins, places.iter().copied(), play).unwrap();
                    let next = |set: &u64| {
                        let lasts = (0..64).filter(|place| set >> place & 1 == 1);
                        lasts.flat_map(|last| coins.sets(last)).map(|turned| set ^ turned).collect()
                    };
                    let won = wins(&game.heads, &next, play == Play::Misere);
                    assert_eq!(agree(&game) == WinLoss::Win, won, "{coins:?} {places:?} {play:?}");
                }
            }
        }
        assert!(CoinTurning::new(Coins::Ruler, [0], Play::Normal).is_err());
        assert!(CoinTurning::new(Coins::Ruler, [65], Play::Normal).is_err());
    }
}
