//! Games whose positions many workers can share: those that go round, or grow so large that one machine does not hold them.

use super::{Answer, Card, Entry, Failure, Show, Shown};
use crate::data::Data;
use core::fmt::Display;
use std::path::Path;
use stonegame_core::{Cluster, Game, Stored, Wire};

/// What workers have found.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct Shared {
    /// The game's slug.
    pub game: &'static str,
    /// The value for the first player.
    pub value: Shown,
    /// The answer to the judge's own question.
    pub answer: Answer,
    /// How many positions all processes keep.
    pub positions: u64,
    /// How many this process keeps.
    pub kept: usize,
    /// In how many rounds they were decided.
    pub rounds: u32,
    /// Why it was not saved, though that was wanted.
    #[serde(skip)]
    pub unsaved: Option<Failure>,
}

/// Solves an instance by workers; the text tells its data to the other processes. What this process keeps is saved in a file, if one is given.
pub type ByWorkers = fn(&Data, &Cluster, &str, Option<&Path>) -> Result<Shared, Failure>;

fn by_workers<G>(
    card: &Card<G>,
    data: &Data,
    cluster: &Cluster,
    rules: &str,
    save: Option<&Path>,
) -> Result<Shared, Failure>
where
    G: Game<State: Wire, Value: Show + Stored + Wire, Move: Display> + Send + 'static,
{
    let answer = card.answer;
    // Read twice: workers keep the one, and the answer asks the other.
    let game = card.read(data)?;
    let part = cluster.solve(card.read(data)?, rules)?;
    let unsaved = save.and_then(|path| part.save(path, rules).err()).map(Failure::from);
    Ok(Shared {
        game: card.slug,
        value: part.value().show(),
        answer: answer(&game, part.value()),
        positions: part.positions(),
        kept: part.kept(),
        rounds: part.rounds(),
        unsaved,
    })
}

macro_rules! games {
    ($($game:ident)*) => {
        /// The games that workers can solve.
        pub static SHARED: &[(&dyn Entry, ByWorkers)] = &[$((
            &crate::$game::CARD,
            |data, cluster, rules, save| by_workers(&crate::$game::CARD, data, cluster, rules, save),
        )),*];
    };
}

games! {
    cat_and_mouse
    cat_and_mouse_ii
    awari
    connect_four
    dots_and_boxes
    kalah
}
