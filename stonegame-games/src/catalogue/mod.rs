//! The list of games, as the program sees them: by name, with data and answers as text.
//!
//! A game gets in by a [`Card`] in its own file and one line in the list of [`GAMES`].
//!
//! ```
//! use stonegame_core::Solver;
//! use stonegame_games::catalogue::{Answer, Request, find};
//!
//! let game = find("1406").unwrap();
//! let report = game.solve(&"1,2,3,7".into(), &Request::new(Solver::new())).unwrap();
//! assert_eq!(report.answer, Answer::Word("Bob"));
//! ```

use crate::data::{BadData, Data, Reader};
use crate::picture::Picture;
use crate::totals;
use core::fmt::{self, Display};
use core::time::Duration;
use session::Open;
#[cfg(feature = "file")]
use std::path::{Path, PathBuf};
use std::time::Instant;
use stonegame_core::{
    Broken, Check, Checked, Engine, Error, Game, Genus, Player, Question, Shape, Solution, Solver,
    Value,
};
#[cfg(feature = "file")]
use stonegame_core::{Saved, TableFile};
use thiserror::Error as ThisError;

mod own;
mod session;
mod shown;
mod survey;
mod theory;
#[cfg(feature = "cluster")]
mod workers;

#[cfg(feature = "catalogue")]
pub use crate::GAMES;
pub use own::Playable;
pub use session::{After, Choice, Cost, Look, Place, START, Session};
pub use shown::{Answer, Show, Shown, ShownMove, ShownPly};
pub use survey::Surveyed;
pub use theory::{Summand, Theory};
#[cfg(feature = "cluster")]
pub use workers::{ByWorkers, SHARED, Shared};

/// The game of this slug, LeetCode number or other name.
#[cfg(feature = "catalogue")]
pub fn find(name: &str) -> Option<&'static dyn Entry> {
    GAMES.iter().find(|entry| entry.about().is_called(name)).copied()
}

/// A game's card: what the program knows of it.
pub struct Card<G: Game> {
    /// The name on the command line.
    pub slug: &'static str,
    /// The LeetCode number, if it is a LeetCode problem.
    pub number: Option<u32>,
    /// The name for a person.
    pub title: &'static str,
    /// Its names in other languages.
    pub also: &'static [&'static str],
    /// The rules in one line.
    pub rules: &'static str,
    /// What the data are, in a few words; nothing if there are none.
    pub data: &'static str,
    /// The data of a small instance.
    pub example: &'static str,
    /// Options that change the rules, named without dashes.
    pub options: &'static [&'static str],
    /// Makes the game from its data.
    pub read: fn(&mut Reader<'_>) -> Result<G, Failure>,
    /// What is to be told of sums of its positions, if it is impartial.
    pub theory: Option<Theory<G>>,
    /// What the judge's own question has for an answer, from the first player's value.
    pub answer: fn(&G, G::Value) -> Answer,
    /// What both players gain together, if that does not depend on how they play: then the value
    /// tells their scores.
    pub total: Option<fn(&G) -> Option<i128>>,
    /// Draws a position.
    pub picture: for<'g> fn(&'g G, &G::State) -> Picture<'g>,
}

/// A card's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct About {
    /// The name on the command line.
    pub slug: &'static str,
    /// The LeetCode number, if it is a LeetCode problem.
    pub number: Option<u32>,
    /// The name for a person.
    pub title: &'static str,
    /// Its names in other languages.
    pub also: &'static [&'static str],
    /// The rules in one line.
    pub rules: &'static str,
    /// What the data are, in a few words; nothing if there are none.
    pub data: &'static str,
    /// The data of a small instance.
    pub example: &'static str,
    /// Options that change the rules, named without dashes.
    pub options: &'static [&'static str],
}

impl About {
    /// Whether this is one of its names: the slug, the LeetCode number, the title, or one in another language.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        let is_number = || self.number.is_some_and(|number| number.to_string() == name);
        let is_title = |title: &str| title.to_lowercase() == name.to_lowercase();
        self.slug == name
            || is_number()
            || is_title(self.title)
            || self.also.iter().any(|also| is_title(also))
    }
}

/// What is wanted of a solve, beside the value.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Request {
    /// How to solve.
    pub solver: Solver,
    /// Whether a line of best play is wanted.
    pub line: bool,
    /// Whether the value of every move from the start is wanted.
    pub moves: bool,
    /// The file in which the values of all positions are to be kept.
    #[cfg(feature = "file")]
    pub table: Option<TableFile>,
    /// The file in which the solution is to be saved, and the text that tells the game's data there.
    #[cfg(feature = "file")]
    pub save: Option<(PathBuf, String)>,
}

impl Request {
    /// Nothing beside the value, and who scores what.
    #[must_use]
    pub fn new(solver: Solver) -> Self {
        Request {
            solver,
            line: false,
            moves: false,
            #[cfg(feature = "file")]
            table: None,
            #[cfg(feature = "file")]
            save: None,
        }
    }

    /// Also a line of best play, if `wanted`.
    #[must_use]
    pub fn line(self, wanted: bool) -> Self {
        Request { line: wanted, ..self }
    }

    /// Keeps the values of all positions in this file, and goes on with what is there of them.
    #[cfg(feature = "file")]
    #[must_use]
    pub fn table(self, file: TableFile) -> Self {
        Request { table: Some(file), ..self }
    }

    /// Saves the solution in this file, where the text tells the game's data.
    #[cfg(feature = "file")]
    #[must_use]
    pub fn save(self, path: impl Into<PathBuf>, rules: impl Into<String>) -> Self {
        Request { save: Some((path.into(), rules.into())), ..self }
    }

    /// Also the value of every move from the start, if `wanted`.
    #[must_use]
    pub fn moves(self, wanted: bool) -> Self {
        Request { moves: wanted, ..self }
    }
}

/// What a solve has found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Report {
    /// The game's slug.
    pub game: &'static str,
    /// The LeetCode number, if it is a LeetCode problem.
    pub number: Option<u32>,
    /// The options that changed the rules.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub options: Vec<String>,
    /// The value for the first player.
    pub value: Shown,
    /// The answer to the judge's own question.
    pub answer: Answer,
    /// The engine that solved it.
    #[cfg_attr(feature = "serde", serde(serialize_with = "as_text"))]
    pub engine: Engine,
    /// Why it was chosen.
    pub reason: String,
    /// How many positions were evaluated.
    pub positions: u64,
    /// What the first and the second player gain along a line of best play, in a game of points;
    /// none if a theorem gave the value alone.
    pub scores: Option<[i128; 2]>,
    /// The value of every move from the start, in order, if it was wanted.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub moves: Option<Vec<ShownMove>>,
    /// A line of best play, if it was wanted.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub line: Option<Vec<ShownPly>>,
    /// Why it was not saved, though that was wanted.
    #[cfg(feature = "file")]
    #[cfg_attr(feature = "serde", serde(skip))]
    pub unsaved: Option<Failure>,
}

#[cfg(feature = "serde")]
fn as_text<S: serde::Serializer>(item: &impl Display, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(item)
}

/// Why there is no report.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum Failure {
    /// The data are not the game's.
    #[error(transparent)]
    Data(#[from] BadData),
    /// The game could not be solved.
    #[error(transparent)]
    Solve(#[from] Error),
    /// A line of best play does not fit the memory.
    #[error(
        "the line of best play has more than {plies} moves, which is all that the memory budget holds; ask for \
         no line, or raise the budget"
    )]
    LongLine {
        /// How many fit.
        plies: usize,
    },
    /// A law that the game breaks.
    #[error(transparent)]
    Broken(#[from] Broken),
    /// Nimbers of a game that has none.
    #[error(
        "{game} has no nimbers: they are those of impartial games, in which both players have the same moves and who \
         cannot move loses"
    )]
    NoNimbers {
        /// The game.
        game: &'static str,
    },
}

/// A game of the catalogue, whatever its types.
pub trait Entry: Sync {
    /// The words on its card.
    fn about(&self) -> About;

    /// Solves an instance.
    ///
    /// # Errors
    ///
    /// [`Failure::Data`] if `data` are not the game's, [`Failure::Solve`] if it could not be solved,
    /// [`Failure::LongLine`] if a line was wanted that does not fit the memory.
    fn solve(&self, data: &Data, request: &Request) -> Result<Report, Failure>;

    /// Solves an instance, and hands it over to be looked at position by position.
    ///
    /// # Errors
    ///
    /// [`Failure::Data`] if `data` are not the game's, [`Failure::Solve`] if it could not be solved.
    fn open(
        &self,
        data: &Data,
        solver: &Solver,
        then: &mut dyn FnMut(&mut dyn Session),
    ) -> Result<(), Failure>;

    /// Opens the table of an instance in a file, and hands it over to be looked at position by position.
    ///
    /// # Errors
    ///
    /// As [`open`](Entry::open).
    #[cfg(feature = "file")]
    fn open_table(
        &self,
        data: &Data,
        file: &TableFile,
        then: &mut dyn FnMut(&mut dyn Session),
    ) -> Result<(), Failure>;

    /// The same of a solution that was saved with a text that tells its data.
    ///
    /// # Errors
    ///
    /// As [`open`](Entry::open).
    #[cfg(feature = "file")]
    fn open_saved(
        &self,
        data: &Data,
        path: &Path,
        rules: &str,
        then: &mut dyn FnMut(&mut dyn Session),
    ) -> Result<(), Failure>;

    /// What a saved solution, or a part of one, says of the position of which `Debug` writes this: its value for the player to move, and in how
    /// many plies it is decided, if that was found; `None` if it is not there.
    ///
    /// # Errors
    ///
    /// [`Failure::Solve`] if the file is none, is damaged, or has values of another type.
    #[cfg(feature = "file")]
    fn find_saved(
        &self,
        path: &Path,
        position: &str,
    ) -> Result<Option<(Shown, Option<u32>)>, Failure>;

    /// The value of an instance, and what greed makes of it.
    ///
    /// # Errors
    ///
    /// As [`open`](Entry::open).
    fn survey(&self, data: &Data, solver: &Solver) -> Result<Surveyed, Failure>;

    /// Tries the laws on an instance, so many positions of each kind at most.
    ///
    /// # Errors
    ///
    /// [`Failure::Data`] if `data` are not the game's, [`Failure::Broken`] if a law is broken.
    fn check(&self, data: &Data, positions: usize) -> Result<Checked, Failure>;

    /// How long a solve of an instance takes, once it is read, and how many positions it evaluates.
    ///
    /// # Errors
    ///
    /// As [`open`](Entry::open).
    fn time(&self, data: &Data, solver: &Solver) -> Result<(Duration, u64), Failure>;

    /// Whether it is impartial, so that its positions have nimbers.
    fn is_impartial(&self) -> bool;

    /// The nimber of an instance, and the moves that lead to another nimber if one is given.
    ///
    /// # Errors
    ///
    /// [`Failure::NoNimbers`] if the game is not impartial, and as [`solve`](Entry::solve).
    fn nimber(&self, data: &Data, solver: &Solver, to: Option<u32>) -> Result<Summand, Failure>;

    /// The genus of an instance.
    ///
    /// # Errors
    ///
    /// As [`nimber`](Entry::nimber).
    fn genus(&self, data: &Data, solver: &Solver) -> Result<Genus, Failure>;
}

impl<G: Game> fmt::Debug for Card<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Card").field(&self.slug).finish()
    }
}

impl<G: Game> Card<G> {
    fn words(&self) -> About {
        let Card { slug, number, title, also, rules, data, example, options, .. } = *self;
        About { slug, number, title, also, rules, data, example, options }
    }

    /// The instance that the data are of.
    fn read(&self, data: &Data) -> Result<G, Failure> {
        if let Some(option) = data.options().find(|option| !self.options.contains(option)) {
            let (option, game) = (option.to_owned(), self.slug);
            return Err(BadData::NoOption { option, game }.into());
        }
        let mut reader = Reader::new(data);
        let game = (self.read)(&mut reader)?;
        reader.finish()?;
        Ok(game)
    }

    fn theory(&self) -> Result<&Theory<G>, Failure> {
        self.theory.as_ref().ok_or(Failure::NoNimbers { game: self.slug })
    }
}

impl<G> Entry for Card<G>
where
    G: Game<Value: Show, Move: Display>,
{
    fn about(&self) -> About {
        self.words()
    }

    fn open(
        &self,
        data: &Data,
        solver: &Solver,
        then: &mut dyn FnMut(&mut dyn Session),
    ) -> Result<(), Failure> {
        let game = self.read(data)?;
        let solution = solver.solve(&game)?;
        then(&mut Open::new(self, &game, &solution, solver.budget()));
        Ok(())
    }

    #[cfg(feature = "file")]
    fn open_table(
        &self,
        data: &Data,
        file: &TableFile,
        then: &mut dyn FnMut(&mut dyn Session),
    ) -> Result<(), Failure> {
        let game = self.read(data)?;
        let solution = file.open(&game)?;
        then(&mut Open::new(self, &game, &solution, Solver::new().budget()));
        Ok(())
    }

    #[cfg(feature = "file")]
    fn find_saved(
        &self,
        path: &Path,
        position: &str,
    ) -> Result<Option<(Shown, Option<u32>)>, Failure> {
        let found = Saved::<G::Value>::open(path)?.find(position)?;
        Ok(found.map(|(value, plies)| (value.show(), plies)))
    }

    #[cfg(feature = "file")]
    fn open_saved(
        &self,
        data: &Data,
        path: &Path,
        rules: &str,
        then: &mut dyn FnMut(&mut dyn Session),
    ) -> Result<(), Failure> {
        let game = self.read(data)?;
        let solution = Saved::open(path)?.solution(&game, rules)?;
        then(&mut Open::new(self, &game, &solution, Solver::new().budget()));
        Ok(())
    }

    fn solve(&self, data: &Data, request: &Request) -> Result<Report, Failure> {
        let game = self.read(data)?;
        // Scores are those of a line of best play; where many positions lie below it, a theorem may
        // give the value alone. Without one a game is solved whole, and all of its positions counted.
        let shape = Shape::of(&game)?;
        let few = shape.layers > 0 && shape.positions.is_some_and(|count| count <= FEW);
        let has_points = G::Value::ZERO.show().points().is_some();
        let whole = shape.theorem.is_none() || has_points && few;
        let line = request.line || request.moves || whole;
        let question = if line { Question::Line } else { Question::Value };
        let solver = request.solver.clone().question(question);
        #[cfg(feature = "file")]
        let solver = if request.save.is_some() { to_be_saved(&solver, &game)? } else { solver };
        #[cfg(feature = "file")]
        let solution = match &request.table {
            Some(file) => file.solve(&solver, &game)?,
            None => solver.solve(&game)?,
        };
        #[cfg(not(feature = "file"))]
        let solution = solver.solve(&game)?;
        #[cfg(feature = "file")]
        let unsaved = request
            .save
            .as_ref()
            .and_then(|(path, rules)| solution.save(path, rules).err().map(Failure::from));
        let moves = if request.moves {
            let moves = solution.moves(solution.start())?.into_iter();
            let show = |(mv, value): (G::Move, G::Value)| ShownMove {
                mv: mv.to_string(),
                value: value.show(),
            };
            Some(moves.map(show).collect())
        } else {
            None
        };
        let value = solution.value();
        // A line need not be played out for its scores where the total is known, and may be too long
        // where a theorem gave the value.
        let total = self.total.and_then(|total| total(&game));
        let shared = total.zip(value.show().points());
        let shared = shared.and_then(|(total, ahead)| totals::shared(total, ahead));
        let by_theorem = solution.plan().engine == Engine::Theorem;
        let (scores, line) = if !request.line && (shared.is_some() || by_theorem) {
            (shared, None)
        } else {
            let (scores, line) = play_out(&solution, request)?;
            (shared.or(scores), line)
        };
        Ok(Report {
            game: self.slug,
            number: self.number,
            options: data.options().map(String::from).collect(),
            value: value.show(),
            answer: (self.answer)(&game, value),
            engine: solution.plan().engine,
            reason: solution.plan().reason.clone(),
            positions: solution.positions(),
            scores,
            moves,
            line,
            #[cfg(feature = "file")]
            unsaved,
        })
    }

    fn survey(&self, data: &Data, solver: &Solver) -> Result<Surveyed, Failure> {
        survey::survey(&self.read(data)?, solver)
    }

    fn check(&self, data: &Data, positions: usize) -> Result<Checked, Failure> {
        Ok(Check::new().positions(positions).run(&self.read(data)?)?)
    }

    fn time(&self, data: &Data, solver: &Solver) -> Result<(Duration, u64), Failure> {
        let game = self.read(data)?;
        let begin = Instant::now();
        let solution = solver.solve(&game)?;
        Ok((begin.elapsed(), solution.positions()))
    }

    fn is_impartial(&self) -> bool {
        self.theory.is_some()
    }

    fn nimber(&self, data: &Data, solver: &Solver, to: Option<u32>) -> Result<Summand, Failure> {
        let theory = self.theory()?;
        Ok((theory.nimber)(&self.read(data)?, solver, to)?)
    }

    fn genus(&self, data: &Data, solver: &Solver) -> Result<Genus, Failure> {
        let theory = self.theory()?;
        Ok((theory.genus)(&self.read(data)?, solver)?)
    }
}

/// A solver whose solution of a game can be saved; an error if the engine that was asked for leaves none.
#[cfg(feature = "file")]
fn to_be_saved<G: Game>(solver: &Solver, game: &G) -> Result<Solver, Failure> {
    let others = [Engine::Theorem, Engine::Table, Engine::Rolling];
    let solver = others.into_iter().fold(solver.clone(), Solver::without).question(Question::All);
    let engine = solver.plan(game)?.engine;
    if matches!(engine, Engine::Memo | Engine::Retrograde) {
        return Ok(solver);
    }
    Err(Error::CannotRun {
        engine,
        why: "what it finds cannot be saved; take the memo or retrograde analysis",
    }
    .into())
}

/// The most positions that are always worth a line of best play.
const FEW: u64 = 1 << 20;

/// The scores along a line of best play, and the line if it is wanted.
type PlayedOut = (Option<[i128; 2]>, Option<Vec<ShownPly>>);

fn play_out<G>(solution: &Solution<'_, G>, request: &Request) -> Result<PlayedOut, Failure>
where
    G: Game<Value: Show, Move: Display>,
{
    let (wanted, budget) = (request.line, request.solver.budget());
    let mut bytes = 0;
    let is_points = G::Value::ZERO.show().points().is_some();
    let (mut scores, mut line) = ([0i128; 2], wanted.then(Vec::new));
    if !is_points && !wanted {
        return Ok((None, None));
    }
    for ply in solution.plies() {
        let ply = ply?;
        let gain = is_points.then(|| ply.gain.show());
        if let Some(Shown::Points(points)) = gain {
            // 128 bits hold the sum of as many 64-bit gains as there are bytes of memory.
            scores[ply.by.index()] = scores[ply.by.index()].saturating_add(points);
        }
        if let Some(line) = &mut line {
            let by = if ply.by == Player::First { 1 } else { 2 };
            let mv = ply.mv.to_string();
            // While a list grows, it is there twice.
            bytes += (2 * size_of::<ShownPly>() + mv.capacity()) as u64;
            if bytes > budget || line.try_reserve(1).is_err() {
                return Err(Failure::LongLine { plies: line.len() });
            }
            line.push(ShownPly { by, mv, gain });
        }
    }
    Ok((is_points.then_some(scores), line))
}
