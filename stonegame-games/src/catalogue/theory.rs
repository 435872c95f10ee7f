//! What the program asks of impartial games, whatever their types.

use core::fmt::{self, Debug, Display};
use stonegame_core::{Error, Game, Genus, Impartial, Misere, Nimbers, Solver};

/// How nimbers and genera of a game's instances are found.
pub struct Theory<G: Game> {
    pub(super) nimber: fn(&G, &Solver, Option<u32>) -> Result<Summand, Error>,
    pub(super) genus: fn(&G, &Solver) -> Result<Genus, Error>,
}

/// A summand of a sum of games.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Summand {
    /// Its nimber.
    pub nimber: u32,
    /// The moves in it that lead to the nimber asked for.
    pub moves: Vec<String>,
}

impl<G: Impartial<Move: Display>> Theory<G> {
    /// Of any impartial game.
    #[must_use]
    pub const fn new() -> Self {
        Theory { nimber: summand::<G>, genus: genus::<G> }
    }
}

impl<G: Impartial<Move: Display>> Default for Theory<G> {
    fn default() -> Self {
        Theory::new()
    }
}

impl<G: Game> Debug for Theory<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Theory")
    }
}

fn summand<G: Impartial<Move: Display>>(
    game: &G,
    solver: &Solver,
    to: Option<u32>,
) -> Result<Summand, Error> {
    let (mut nimbers, start) = (Nimbers::by(game, solver), game.start());
    let nimber = nimbers.of(&start)?;
    let moves = match to {
        Some(to) => nimbers.moves_to(&start, to)?,
        None => vec![],
    };
    Ok(Summand { nimber, moves: moves.iter().map(G::Move::to_string).collect() })
}

fn genus<G: Impartial>(game: &G, solver: &Solver) -> Result<Genus, Error> {
    Misere::by(game, solver).genus(&game.start())
}
