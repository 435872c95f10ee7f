//! A game of one's own, as the program sees it.

use super::{Answer, Card, Failure, Show, Theory};
use crate::data::Reader;
use crate::picture::Picture;
use core::fmt::Display;
use stonegame_core::Game;

/// A game that people can play: how it is called, read from data, and drawn.
///
/// Two items are needed, the rules in a line and [`read`](Playable::read); the others have defaults. With the
/// feature `cli`, `stonegame_games::cli::main::<MyGame>()` is then a whole command line for the game, and a [`Card`] of
/// it is an entry for a list of one's own.
///
/// ```
/// use stonegame_core::prelude::*;
/// use stonegame_games::catalogue::{Card, Entry, Failure, Playable};
/// use stonegame_games::data::Reader;
/// use stonegame_games::picture::Picture;
///
/// struct Ends { row: Row<i64> }
///
/// impl Game for Ends {
///     type State = Span;
///     type Move = End;
///     type Value = i64;
///     fn start(&self) -> Span {
///         self.row.span()
///     }
///     #[inline]
///     fn play(&self, span: &Span, end: &End) -> Option<Step<Self>> {
///         let (number, rest) = span.pop(*end)?;
///         Some(Step::to(rest).gain(self.row[number]))
///     }
/// }
///
/// impl Playable for Ends {
///     const NAME: &str = "ends";
///     const RULES: &str = "take the first or the last number; most points win";
///     const DATA: &str = "the numbers";
///     fn read(data: &mut Reader<'_>) -> Result<Self, Failure> {
///         Ok(Ends { row: data.row()?.into() })
///     }
///     fn picture(&self, span: &Span) -> Picture<'_> {
///         Picture::row(self.row.values(), span.range())
///     }
/// }
///
/// let card = Card::<Ends>::of();
/// assert_eq!(card.about().title, "ends");
/// ```
pub trait Playable: Game<Value: Show, Move: Display> {
    /// The rules in one line.
    const RULES: &'static str;
    /// The name on the command line; a program of this game alone is called as its file is, if nothing else is said.
    const NAME: &'static str = "";
    /// The name for a person.
    const TITLE: &'static str = Self::NAME;
    /// What the data are, in a few words; nothing if there are none.
    const DATA: &'static str = "";
    /// The data of a small instance, for which nothing has to be known.
    const EXAMPLE: &'static str = "";
    /// Options that change the rules, named without dashes.
    const OPTIONS: &'static [&'static str] = &[];

    /// Makes the game from its data.
    ///
    /// # Errors
    ///
    /// [`BadData::against`](crate::data::BadData::against) says why they are no data of this game; reading them may fail too.
    fn read(data: &mut Reader<'_>) -> Result<Self, Failure>;

    /// Draws a position: by default as `Debug` writes it. Of rows and heaps there are plots, too.
    fn picture(&self, state: &Self::State) -> Picture<'_> {
        Picture::text(format!("{state:?}"))
    }

    /// The answer to the question that the game is about: by default its value for the first player.
    fn answer(&self, value: Self::Value) -> Answer {
        value.show().into()
    }

    /// What both players gain together, if that does not depend on how they play.
    fn total(&self) -> Option<i128> {
        None
    }

    /// `Some(Theory::new())` of an [`Impartial`](stonegame_core::Impartial) game: then there are nimbers.
    #[must_use]
    fn theory() -> Option<Theory<Self>> {
        None
    }
}

impl<G: Playable> Card<G> {
    /// The card of a game of one's own.
    pub fn of() -> Self {
        Card {
            slug: G::NAME,
            number: None,
            title: G::TITLE,
            also: &[],
            rules: G::RULES,
            data: G::DATA,
            example: G::EXAMPLE,
            options: G::OPTIONS,
            read: G::read,
            theory: G::theory(),
            answer: G::answer,
            total: Some(G::total),
            picture: G::picture,
        }
    }
}
