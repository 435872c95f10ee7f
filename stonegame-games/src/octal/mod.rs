//! Octal games and their kin: games on heaps whose rules are a line, solved by their nimbers.
//!
//! A position is some heaps of beans. A move takes beans out of one heap, or none, and may leave what is left of
//! it in several heaps, as a [`Rule`] says. Who cannot move loses. Each heap is then worth a *nimber* (R. Sprague
//! 1935, P. M. Grundy 1939): the least number that no move from it leads to. The player to move wins if the
//! nim-sum of all heaps' nimbers is not 0.
//!
//! [`Nimbers`] finds them heap by heap, and [proves](Nimbers::prove) that they repeat for ever as soon as it can be
//! proven.
//!
//! ```
//! use stonegame_games::octal::{Nimbers, Rule};
//!
//! let mut kayles = Nimbers::new("0.77".parse()?);
//! kayles.extend(10)?;
//! assert_eq!(kayles.to_vec(), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2]);
//!
//! let period = kayles.prove(1_000)?.expect("proven below 1,000 beans");
//! assert_eq!((period.preperiod, period.period), (71, 12));
//! // From then on every heap is known.
//! assert_eq!(kayles.get(1_000_000_000_000), Some(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod direct;
mod few;
mod mirrored;
mod nimbers;
mod period;
mod rule;
mod several;
mod sparse;
mod split;

pub use nimbers::{Failed, Nimbers};
pub use period::{Observed, Period, observe};
pub use rule::{BadRule, LARGEST, Numbers, Rule};
