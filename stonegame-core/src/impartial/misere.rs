//! Misère play: canonical forms, nimbers and genera.

use super::forms::Forms;
use super::parts::Parts;
use super::{Genus, Impartial};
use crate::{Error, Solver, WinLoss};
use alloc::vec::Vec;
use core::fmt::{self, Debug};

/// An impartial game's positions in misère play, in which who cannot move wins: who wins them, their nimbers and genera.
/// Whether the game is declared in normal play or in misère play, the moves are the same.
///
/// In misère play nimbers do not add up: who wins a sum depends on more of its summands. Of each part that is met its
/// canonical form is found, which is the same for two positions if and only if no sum tells them apart, and a
/// sum's from those. For some games their number grows fast with the size of the positions: then the memory budget ends
/// it.
///
/// ```
/// use stonegame_core::{Impartial, Misere, prelude::*, states::Multiset};
///
/// /// Take stones from one of some heaps.
/// struct Nim;
///
/// #[derive(Move, Clone, Copy, Debug, PartialEq)]
/// #[moves(game = Nim)]
/// struct Take {
///     #[moves(0..state.len())]
///     heap: usize,
///     #[moves(1..=state.sizes()[heap])]
///     stones: u32,
/// }
///
/// impl Game for Nim {
///     type State = Multiset<3>;
///     type Move = Take;
///     type Value = WinLoss;
///     fn start(&self) -> Multiset<3> {
///         Multiset::new([2, 2, 1]).expect("three heaps")
///     }
///     fn play(&self, heaps: &Multiset<3>, take: &Take) -> Option<Step<Self>> {
///         Some(Step::to(heaps.take(take.heap, take.stones)?))
///     }
/// }
///
/// impl Impartial for Nim {
///     fn parts(&self, heaps: &Multiset<3>, visit: &mut dyn FnMut(Multiset<3>)) {
///         heaps.sizes().iter().filter_map(|heap| Multiset::new([*heap])).for_each(visit);
///     }
/// }
///
/// let mut misere = Misere::new(&Nim);
/// let start = Nim.start();
/// assert_eq!(misere.of(&start)?, WinLoss::Win);
/// assert_eq!(misere.winning_moves(&start)?, [Take { heap: 2, stones: 1 }]);
/// assert_eq!(misere.genus(&Multiset::new([2]).unwrap())?.to_string(), "2^20");
/// # Ok::<(), Error>(())
/// ```
pub struct Misere<'g, G: Impartial>(Parts<'g, G, Forms>);

impl<'g, G: Impartial> Misere<'g, G> {
    /// Nothing known yet.
    pub fn new(game: &'g G) -> Self {
        Misere::by(game, &Solver::new())
    }

    /// The same, within a solver's memory, as long as its flag is not set, and telling its listener. Nothing else of the
    /// solver matters.
    pub fn by(game: &'g G, solver: &Solver) -> Self {
        Misere(Parts::by(game, solver, Forms::new()))
    }

    /// Who wins a state.
    ///
    /// # Errors
    ///
    /// As [`Nimbers::of`](crate::Nimbers::of).
    pub fn of(&mut self, state: &G::State) -> Result<WinLoss, Error> {
        Ok(WinLoss::won(self.nimber(state)? != 0))
    }

    /// The misère nimber of a state: 1 where nobody can move, else the least that no option has. 0 if and only if the
    /// player to move loses; it says nothing of a sum.
    ///
    /// # Errors
    ///
    /// As [`Nimbers::of`](crate::Nimbers::of).
    pub fn nimber(&mut self, state: &G::State) -> Result<u32, Error> {
        Ok(self.genus(state)?.misere())
    }

    /// The genus of a state.
    ///
    /// # Errors
    ///
    /// As [`Nimbers::of`](crate::Nimbers::of).
    pub fn genus(&mut self, state: &G::State) -> Result<Genus, Error> {
        let form = self.0.of(state)?;
        Ok(self.0.worth.genus(form).clone())
    }

    /// Whether two states are the same in every misère sum: of all games with misère play, not of this one alone.
    ///
    /// # Errors
    ///
    /// As [`Nimbers::of`](crate::Nimbers::of).
    pub fn same(&mut self, a: &G::State, b: &G::State) -> Result<bool, Error> {
        Ok(self.0.of(a)? == self.0.of(b)?)
    }

    /// The moves of a state after which the opponent loses, in order.
    ///
    /// # Errors
    ///
    /// As [`Nimbers::of`](crate::Nimbers::of).
    pub fn winning_moves(&mut self, state: &G::State) -> Result<Vec<G::Move>, Error> {
        self.0.moves(state, |forms, form| forms.genus(form).misere() == 0)
    }
}

impl<G: Impartial> Debug for Misere<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Misere").field("known", &self.0.len()).finish_non_exhaustive()
    }
}
