//! Games in which both players have the same moves, and who cannot move loses: nimbers.

mod forms;
mod genus;
mod misere;
mod nimbers;
mod parts;

use crate::{Error, Game};

pub use genus::Genus;
pub use misere::Misere;
pub use nimbers::Nimbers;

/// A game that is *impartial* and in normal play: both players have the same moves, gains play no part, and who cannot
/// move loses. It is the author's promise; what of it can be seen is checked, and else [`Error::NotImpartial`].
///
/// Every position of such a game is worth a nimber (R. Sprague 1935, P. M. Grundy 1939), which says who wins any sum
/// of positions. A position that falls apart into independent ones is their sum, if [`parts`](Impartial::parts)
/// says so: then only the parts are evaluated.
///
/// ```
/// use stonegame_core::{Impartial, Nimbers, prelude::*};
///
/// /// Rows of pins; a move knocks down one, or two neighbours.
/// struct Kayles(Vec<u32>);
///
/// #[derive(State, Clone, Debug, PartialEq, Eq, Hash)]
/// struct Rows(Vec<u32>);
///
/// #[derive(Move, Clone, Copy, Debug, PartialEq)]
/// #[moves(game = Kayles)]
/// struct Knock {
///     #[moves(0..state.0.len())]
///     row: usize,
///     #[moves(1..=state.0[row].min(2))]
///     pins: u32,
///     #[moves(0..=state.0[row] - pins)]
///     before: u32,
/// }
///
/// impl Game for Kayles {
///     type State = Rows;
///     type Move = Knock;
///     type Value = WinLoss; // who cannot move loses
///     fn start(&self) -> Rows {
///         Rows(self.0.clone())
///     }
///     fn play(&self, rows: &Rows, knock: &Knock) -> Option<Step<Self>> {
///         let mut rows = rows.clone();
///         let behind = rows.0.swap_remove(knock.row).checked_sub(knock.pins + knock.before)?;
///         rows.0.extend([knock.before, behind]);
///         Some(Step::to(rows))
///     }
/// }
///
/// impl Impartial for Kayles {
///     fn parts(&self, rows: &Rows, visit: &mut dyn FnMut(Rows)) {
///         rows.0.iter().for_each(|row| visit(Rows(vec![*row])));
///     }
/// }
///
/// let game = Kayles(vec![5, 9, 100]);
/// let mut nimbers = Nimbers::new(&game);
/// assert_eq!(nimbers.of(&Rows(vec![5]))?, 4);
/// assert_eq!(nimbers.of(&game.start())?, 4 ^ 4 ^ 1);
/// // Of 228 first moves some win.
/// let winning = nimbers.winning_moves(&game.start())?;
/// assert!(winning.contains(&Knock { row: 2, pins: 2, before: 49 }));
/// # Ok::<(), Error>(())
/// ```
pub trait Impartial: Game {
    /// Shows `visit` the independent positions that a state is the sum of: a move in it is a move in one of them. By
    /// default the state itself.
    fn parts(&self, state: &Self::State, visit: &mut dyn FnMut(Self::State)) {
        visit(state.clone());
    }

    /// The same for misère play, where a state has to be a sum in earnest: each move in it a move in one of its parts, and
    /// the other way round. By default [`parts`](Impartial::parts). In coin-turning games nimbers add up, but two equal
    /// parts vanish, which misère play would tell from a sum of two: there it is the state itself.
    fn misere_parts(&self, state: &Self::State, visit: &mut dyn FnMut(Self::State)) {
        self.parts(state, visit);
    }
}

/// The nimber of a game's start.
///
/// # Errors
///
/// As [`Nimbers::of`].
pub fn grundy<G: Impartial>(game: &G) -> Result<u32, Error> {
    Nimbers::new(game).of(&game.start())
}
