//! Outcomes with the plies that they take.

use crate::{Outcome, Value, WinLoss};
use alloc::format;
use core::cmp::Ordering;
use core::fmt;

/// Loss, draw or win for the player to move, and in how many plies with best play: the distance to
/// win, or to lose.
///
/// A faster win is better than a slower one, any win is better than a draw, a draw than any loss, and
/// a slower loss than a faster one. So the best moves are those that win in the fewest plies, or hold
/// out for the most. A draw has no number of plies: all draws are equally good.
///
/// A position without a legal move is a draw unless the game's [`terminal`](crate::Game::terminal) says
/// otherwise, such as `Outcome::Loss.into()` where who cannot move loses.
///
/// A ply is one move by one side; a move that keeps the turn is one too. A terminal position has
/// distance 0, which is what `Distance::from(outcome)` makes. A move that
/// decides the game at once takes one ply itself, so its gain is `Win(1)` or `Loss(1)`, which
/// [`by_move`](Distance::by_move) makes of an outcome. As with [`Outcome`], the first thing decided
/// stands, and a gain of [`Draw`](Distance::Draw) decides nothing yet.
///
/// ```
/// use stonegame_core::{Distance, prelude::*};
///
/// /// Take one to three stones; whoever cannot take loses.
/// struct UpToThree { stones: usize }
///
/// #[derive(Move, Clone, Copy, Debug)]
/// struct Take { #[moves(1..=3)] stones: usize }
///
/// impl Game for UpToThree {
///     type State = Suffix<3>;
///     type Move = Take;
///     type Value = Distance;
///     fn start(&self) -> Suffix<3> {
///         Suffix::whole(self.stones)
///     }
///     #[inline]
///     fn play(&self, left: &Suffix<3>, take: &Take) -> Option<Step<Self>> {
///         let (_, rest) = left.take(take.stones)?;
///         Some(Step::to(rest))
///     }
///     fn terminal(&self, _: &Suffix<3>) -> Distance {
///         Outcome::Loss.into()
///     }
/// }
///
/// assert_eq!(value(&UpToThree { stones: 3 })?, Distance::Win(1));
/// assert_eq!(value(&UpToThree { stones: 4 })?, Distance::Loss(2));
/// assert_eq!(value(&UpToThree { stones: 5 })?.to_string(), "win in 3");
/// # Ok::<(), Error>(())
/// ```
#[doc(alias = "depth to win")]
#[doc(alias = "distance to mate")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Distance {
    /// The player to move loses in so many plies.
    Loss(u32),
    /// Nobody wins.
    Draw,
    /// The player to move wins in so many plies.
    Win(u32),
}

use Distance::{Draw, Loss, Win};

impl Distance {
    /// What a move gains that decides the game at once: the outcome for its player, in one ply.
    #[must_use]
    pub const fn by_move(outcome: Outcome) -> Distance {
        match outcome {
            Outcome::Loss => Loss(1),
            Outcome::Draw => Draw,
            Outcome::Win => Win(1),
        }
    }

    /// Who wins.
    #[inline(always)]
    #[must_use]
    pub const fn outcome(self) -> Outcome {
        match self {
            Loss(_) => Outcome::Loss,
            Draw => Outcome::Draw,
            Win(_) => Outcome::Win,
        }
    }

    /// In how many plies; `None` for a draw.
    #[inline(always)]
    #[must_use]
    pub const fn plies(self) -> Option<u32> {
        match self {
            Loss(plies) | Win(plies) => Some(plies),
            Draw => None,
        }
    }

    /// The same distance as the opponent sees it.
    #[inline(always)]
    #[must_use]
    pub const fn reversed(self) -> Distance {
        match self {
            Loss(plies) => Win(plies),
            Draw => Draw,
            Win(plies) => Loss(plies),
        }
    }

    /// One ply farther away; on overflow the flag is set.
    #[inline(always)]
    const fn farther(self) -> (Distance, bool) {
        match self {
            Loss(plies) => (Loss(plies.wrapping_add(1)), plies == u32::MAX),
            Draw => (Draw, false),
            Win(plies) => (Win(plies.wrapping_add(1)), plies == u32::MAX),
        }
    }

    /// A number that is higher for the better of two.
    #[inline(always)]
    const fn rank(self) -> i64 {
        const FAR: i64 = 1 << 32;
        match self {
            Loss(plies) => plies as i64 - FAR,
            Draw => 0,
            Win(plies) => FAR - plies as i64,
        }
    }
}

/// The better for the player to move is the greater.
impl Ord for Distance {
    #[inline(always)]
    fn cmp(&self, other: &Distance) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Distance {
    #[inline(always)]
    fn partial_cmp(&self, other: &Distance) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Value for Distance {
    const ZERO: Distance = Draw;
    const LOWEST: Distance = Loss(0);
    // A move takes a ply, so that none should get there; but a gain may say so.
    const HIGHEST: Option<Distance> = Some(Win(0));
    const ENDLESS: Option<Distance> = Some(Draw);
    type Mask = bool;

    #[inline(always)]
    fn minus(self, next: Distance) -> (Distance, bool) {
        self.plus(next.reversed())
    }

    #[inline(always)]
    fn plus(self, next: Distance) -> (Distance, bool) {
        match self {
            Draw => next.farther(),
            _ => (self, false),
        }
    }

    #[inline(always)]
    fn better(self, other: Distance) -> Distance {
        self.max(other)
    }

    #[inline(always)]
    fn overflowed(mask: bool) -> bool {
        mask
    }

    #[inline(always)]
    fn rank(self) -> i64 {
        Distance::rank(self)
    }

    #[inline(always)]
    fn counted_plies(self) -> Option<u32> {
        self.plies()
    }

    #[inline(always)]
    fn unminus(self, gain: Distance) -> Option<Distance> {
        self.unplus(gain).map(Distance::reversed)
    }

    #[inline(always)]
    fn unplus(self, gain: Distance) -> Option<Distance> {
        match self {
            _ if gain != Draw => None,
            Loss(plies) => plies.checked_sub(1).map(Loss),
            Draw => Some(Draw),
            Win(plies) => plies.checked_sub(1).map(Win),
        }
    }

    #[inline(always)]
    fn is_settled(self, plies: u32) -> bool {
        matches!(self, Win(won) if won <= plies)
    }
}

/// Decided already, as in a terminal position: in 0 plies.
impl From<Outcome> for Distance {
    fn from(outcome: Outcome) -> Distance {
        match outcome {
            Outcome::Loss => Loss(0),
            Outcome::Draw => Draw,
            Outcome::Win => Win(0),
        }
    }
}

/// Decided already, as in a terminal position: in 0 plies.
impl From<WinLoss> for Distance {
    fn from(value: WinLoss) -> Distance {
        Outcome::from(value).into()
    }
}

/// Who wins.
impl From<Distance> for Outcome {
    fn from(distance: Distance) -> Outcome {
        distance.outcome()
    }
}

/// Writes `draw`, or as `win in 3` in how many plies.
impl fmt::Display for Distance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies() {
            Some(plies) => f.pad(&format!("{} in {plies}", self.outcome())),
            None => self.outcome().fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    /// From the worst to the best.
    const ASCENDING: [Distance; 9] =
        [Loss(0), Loss(1), Loss(7), Loss(u32::MAX), Draw, Win(u32::MAX), Win(7), Win(1), Win(0)];

    #[test]
    fn fast_wins_and_slow_losses_are_better() {
        for (i, a) in ASCENDING.into_iter().enumerate() {
            for (j, b) in ASCENDING.into_iter().enumerate() {
                assert_eq!(a.cmp(&b), i.cmp(&j), "{a} {b}");
                assert_eq!(a.better(b), ASCENDING[i.max(j)]);
                assert_eq!(a.reversed().cmp(&b.reversed()), j.cmp(&i));
            }
        }
        assert_eq!(Distance::LOWEST, ASCENDING[0]);
        assert_eq!(Distance::HIGHEST, Some(ASCENDING[8]));
    }

    #[test]
    fn a_move_takes_a_ply_and_the_first_thing_decided_stands() {
        assert_eq!(Draw.minus(Loss(0)), (Win(1), false));
        assert_eq!(Draw.minus(Win(4)), (Loss(5), false));
        assert_eq!(Draw.plus(Win(4)), (Win(5), false));
        assert_eq!(Draw.plus(Draw), (Draw, false));
        for next in ASCENDING {
            assert_eq!(Win(1).minus(next), (Win(1), false));
            assert_eq!(Loss(1).plus(next), (Loss(1), false));
        }
        for outcome in [Outcome::Loss, Outcome::Draw, Outcome::Win] {
            // A move to a terminal position takes as long as one that decides the game itself.
            let leads = Draw.minus(outcome.into()).0;
            assert_eq!(leads, Distance::by_move(outcome.reversed()));
        }
    }

    #[test]
    fn plies_never_wrap() {
        for last in [Win(u32::MAX), Loss(u32::MAX)] {
            assert!(Distance::overflowed(Draw.minus(last).1));
            assert_eq!((Draw.checked_minus(last), Draw.checked_plus(last)), (None, None));
        }
        assert_eq!(Draw.checked_minus(Win(u32::MAX - 1)), Some(Loss(u32::MAX)));
        // Decided before it gets there.
        assert_eq!(Win(1).checked_minus(Win(u32::MAX)), Some(Win(1)));
    }

    #[test]
    fn words() {
        assert_eq!(Win(3).to_string(), "win in 3");
        assert_eq!(alloc::format!("{:>10}|{Draw:<6}|", Loss(12)), "loss in 12|draw  |");
        assert_eq!((Win(3).plies(), Draw.plies()), (Some(3), None));
        assert_eq!(Distance::from(WinLoss::Win), Win(0));
        assert_eq!(Outcome::from(Loss(9)), Outcome::Loss);
    }
}
