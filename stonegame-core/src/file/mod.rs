//! Tables in files, for more positions than memory has room for.

mod cells;
mod fill;
mod head;
mod lock;
mod save;
mod saved;
mod store;
#[cfg(test)]
mod tests;

use crate::engine::SpaceOf;
use crate::game::steps;
use crate::plan::{Choice, Reason};
use crate::run::Run;
use crate::shape::locate;
use crate::solution::Held;
use crate::space::Cell;
use crate::{Engine, Error, Game, Shape, Solution, Solver, Space, State};
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
pub use cells::Stored;
use core::fmt;
use core::hash::Hasher;
use core::ops::ControlFlow;
use fill::{End, Starts, fill};
use head::{Head, sum};
use lock::{Access, error};
pub(crate) use save::Entries;
pub(crate) use saved::Found;
pub use saved::Saved;
use std::path::{Path, PathBuf};
use store::Store;
use twox_hash::XxHash3_64;

/// A table in a file: the values of all layers of a game, as narrow as they allow.
///
/// A solve writes layer by layer, and one that was interrupted, killed even, goes on where it was. Memory holds the layers that
/// moves reach back to, if there is room for these, and else none but those on their way to the file. What comes out
/// is a [`Solution`] like any other, that reads what it is asked for.
///
/// The file tells of the game's data by a text: whoever opens it has to give the same one, and the moves of some
/// positions have to do what they did. It is locked while it is written, against all, and while it is read, against who would
/// write. Every 64 KiB of cells have a checksum, which is compared before any of them is believed.
///
/// ```
/// use stonegame_core::{Solver, TableFile, prelude::*};
/// # struct Ends(Row<i64>);
/// # impl Game for Ends {
/// #     type State = Span; type Move = End; type Value = i64;
/// #     fn start(&self) -> Span { self.0.span() }
/// #     fn play(&self, span: &Span, end: &End) -> Option<Step<Self>> {
/// #         let (pile, rest) = span.pop(*end)?;
/// #         Some(Step::to(rest).gain(self.0[pile]))
/// #     }
/// # }
/// # let folder = std::env::temp_dir().join(format!("stonegame-doc-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder).unwrap();
/// # let path = folder.join("ends.table");
/// let game = Ends([1, 5, 233, 7].into());
/// let file = TableFile::new(&path, "1,5,233,7");
/// assert_eq!(file.solve(&Solver::new(), &game)?.value(), 222);
///
/// // Later, in another process.
/// let solution = file.open(&game)?;
/// assert_eq!(solution.best_moves(&game.start())?, [End::Left]);
/// # drop(solution);
/// # std::fs::remove_dir_all(folder).unwrap();
/// # Ok::<(), Error>(())
/// ```
///
/// # Format
///
/// Version 1. All numbers are little-endian. Two pages of 4096 bytes each hold a header, and of these the one that tells of more layers
/// holds: they are written in turn, so that one of them is whole whenever writing ends. A header is twelve words of 8 bytes: the mark
/// `stonegam`, the version, the name of the values' type, the bits of a cell, the numbers of layers and of cells, the length of the text
/// and its checksum, a checksum of what the moves of some positions do, how many layers are filled and how many cells these have, and
/// the checksum of the cells behind the last whole chunk; then zeros, and in the last word of the page the checksum of what is before it.
///
/// Behind them lies the text that tells the game's data, then, from a multiple of 4096 bytes on, a checksum for each chunk of 64 KiB of
/// cells, and from another multiple on the cells, in the order of layers and slots, each of as many bits, the lowest bits first. Margins
/// are signed numbers; an `Outcome` is 0 for a draw, 1 for a win and 3 for a loss, `WinLoss` 1 for a win and 0; a `Distance` is 0 for a draw, 1 + plies for
/// a win, and the same negative for a loss. Checksums are XXH3 of 64 bits, without a seed.
///
/// # Cost
///
/// Time: that of a table in memory, and of writing it. Space: a cell a position, of 1 or 2 bits for outcomes, and for margins of the fewest of
/// 8, 16, 32, 64 and 128 bits that hold them all; cells begin at 8 bits, and where a value does not fit the file is written once more.
#[doc(alias = "mmap")]
#[doc(alias = "checkpoint")]
#[derive(Clone, Debug)]
pub struct TableFile {
    path: PathBuf,
    rules: String,
    sync: bool,
}

/// What a file says of the table in it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TableHead {
    /// The text that tells the game's data.
    pub rules: String,
    /// The type of the values.
    pub value: String,
    /// The bits of a cell.
    pub bits: u32,
    /// How many layers there are.
    pub layers: u64,
    /// How many of them are filled.
    pub done: u64,
    /// How many positions there are.
    pub positions: u64,
}

/// Writes whether it is done, and of what it is.
impl fmt::Display for TableHead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TableHead { value, bits, layers, done, positions, .. } = self;
        write!(
            f,
            "{positions} positions of {value} in {bits} bits each, {done} of {layers} layers filled"
        )
    }
}

impl TableFile {
    /// The table in a file, there or not, of a game whose data this text tells: any text from which the game can be made again,
    /// and which differs where its data do.
    #[must_use]
    pub fn new(path: impl AsRef<Path>, rules: impl Into<String>) -> Self {
        TableFile { path: path.as_ref().to_owned(), rules: rules.into(), sync: false }
    }

    /// Waits for the disk now and then, so that not even a power failure costs more than the last two seconds, or the layers under way. (A process
    /// that is killed loses as much then, and without it the last fifth of a second or the layers under way.)
    #[must_use]
    pub fn sync(mut self, sync: bool) -> Self {
        self.sync = sync;
        self
    }

    /// What the file at a path says of itself.
    ///
    /// # Errors
    ///
    /// [`Error::File`] if it is no table, or damaged, or being written.
    pub fn head(path: impl AsRef<Path>) -> Result<TableHead, Error> {
        let path = path.as_ref();
        let store = Store::open(path, Access::Read)?.ok_or_else(|| error(path, "is not there"))?;
        let Head { value, bits, layers, done, cells, .. } = *store.head();
        let rules = String::from_utf8_lossy(store.text()).into_owned();
        let (value, bits) = (cells::spell(value), bits as u32);
        Ok(TableHead { rules, value, bits, layers, done, positions: cells })
    }

    /// Solves a game from its start, or goes on with what is there of that, and keeps all values in the file.
    ///
    /// The solver's budget is for memory, its flag and its listener are looked at and told as ever; which engine it was told to take
    /// does not count.
    ///
    /// # Errors
    ///
    /// [`Error::File`] if the file is that of another game, is damaged, is open elsewhere, or cannot be written;
    /// [`Error::CannotRun`] or [`Error::TooMany`] if positions are not numbered; what a solve reports. What is filled by then stays.
    pub fn solve<'g, G: Game<Value: Stored>>(
        &self,
        solver: &Solver,
        game: &'g G,
    ) -> Result<Solution<'g, G>, Error> {
        let (space, cell) = top(game)?;
        let limits = solver.limits();
        let mut run = Run::new(limits, Engine::Table, limits.budget(0));
        let layers = cell.layer + 1;
        let starts = Starts::of(&mut run, &space, layers)?;
        run.expect(Some(starts.of_layer(layers)));
        let expected = self.expected(&mut run, game, &space, layers, &starts)?;
        let mut store = match Store::open(&self.path, Access::Write)? {
            Some(store) => {
                self.compare(&store, &expected, &starts)?;
                Store::clean(&self.path)?;
                store
            }
            None => {
                Store::clean(&self.path)?;
                Store::create(&self.path, expected, &self.rules)?
            }
        };
        let account = run.account();
        while let End::Wider(bits) = fill(&mut run, game, &space, &mut store, &starts, self.sync)? {
            store = store.widen::<G::Value>(&run, bits)?;
            run.restart(account);
        }
        self.solution(solver.clone(), game, cell, store, starts)
    }

    /// Opens the file, to be asked.
    ///
    /// # Errors
    ///
    /// [`Error::File`] if it is not there, is that of another game, is damaged, is not filled yet, or is being written.
    pub fn open<'g, G: Game<Value: Stored>>(&self, game: &'g G) -> Result<Solution<'g, G>, Error> {
        let (space, cell) = top(game)?;
        let (solver, layers) = (Solver::new(), cell.layer + 1);
        let mut run = Run::new(solver.limits(), Engine::Table, solver.limits().budget(0));
        let starts = Starts::of(&mut run, &space, layers)?;
        let expected = self.expected(&mut run, game, &space, layers, &starts)?;
        let none = || error(&self.path, "is not there");
        let store = Store::open(&self.path, Access::Read)?.ok_or_else(none)?;
        self.compare(&store, &expected, &starts)?;
        let Head { done, layers, .. } = *store.head();
        if done < layers {
            let why = format!(
                "{done} of {layers} layers are filled; solve it again, and it goes on from there"
            );
            return Err(store.error(why));
        }
        self.solution(solver, game, cell, store, starts)
    }

    /// Compares all cells with their checksums, of which else only those are looked at that are asked for.
    ///
    /// # Errors
    ///
    /// [`Error::File`] names the first that are damaged.
    pub fn verify(path: impl AsRef<Path>) -> Result<(), Error> {
        let path = path.as_ref();
        let store = Store::open(path, Access::Read)?.ok_or_else(|| error(path, "is not there"))?;
        store.check_all()
    }

    /// The header of a file of no layers.
    fn expected<G: Game<Value: Stored>>(
        &self,
        run: &mut Run<'_>,
        game: &G,
        space: &SpaceOf<G>,
        layers: usize,
        starts: &Starts,
    ) -> Result<Head, Error> {
        let head = Head {
            value: cells::name::<G::Value>(),
            bits: cells::fewest::<G::Value>(),
            layers: layers as u64,
            cells: starts.of_layer(layers),
            text: self.rules.len() as u64,
            text_sum: sum(self.rules.as_bytes()),
            moves: moves_of(game, space, layers),
            done: 0,
            done_cells: 0,
            tail: sum(&[]),
        };
        match head.end() {
            Some(_) => Ok(head),
            None => Err(run.over(u64::MAX)),
        }
    }

    /// An error if the file is that of another game.
    fn compare(&self, store: &Store, expected: &Head, starts: &Starts) -> Result<(), Error> {
        let found = store.head();
        let spell = |head: &Head| cells::spell(head.value);
        let other = if found.value != expected.value {
            format!(
                "its values are of type {}, and this game's of type {}",
                spell(found),
                spell(expected)
            )
        } else if store.text() != self.rules.as_bytes() {
            let text = String::from_utf8_lossy(store.text());
            let [found, expected] = where_they_differ(&text, &self.rules);
            format!("it is of {found}, and this game of {expected}")
        } else if (found.layers, found.cells) != (expected.layers, expected.cells) {
            format!(
                "it has {} positions in {} layers, and this game {} in {}",
                found.cells, found.layers, expected.cells, expected.layers
            )
        } else if found.moves != expected.moves {
            "its moves do something else: the rules have changed since".into()
        } else if (found.bits < 8 || expected.bits < 8) && found.bits != expected.bits
            || found.done_cells != starts.of_layer(found.done as usize)
        {
            return Err(store.error("says of itself what cannot be; solve it anew"));
        } else {
            return Ok(());
        };
        Err(store.error(format!("is the table of another game: {other}; choose another file")))
    }

    fn solution<'g, G: Game<Value: Stored>>(
        &self,
        solver: Solver,
        game: &'g G,
        cell: Cell,
        store: Store,
        starts: Starts,
    ) -> Result<Solution<'g, G>, Error> {
        let space = G::State::space(game);
        let (bits, evaluated) = (store.head().bits, store.head().cells);
        let kept = Kept { store, starts };
        let value = kept.get(cell)?.ok_or_else(|| kept.store.error("does not hold the start"))?;
        let path = self.path.display().to_string();
        let plan =
            Choice { engine: Engine::Table, reason: Reason::InFile { path, bits }, memory: None };
        Ok(Solution {
            game,
            space,
            start: game.start(),
            value,
            plan: plan.into(),
            evaluated,
            taken: 0,
            held: Held::File(Box::new(kept)),
            limits: solver.limits().clone(),
        })
    }
}

/// The values of a file.
struct Kept {
    store: Store,
    starts: Starts,
}

/// Values that are read cell by cell.
pub(crate) trait Read<V> {
    /// The value in a cell that its space has, if the layer is held.
    fn get(&self, cell: Cell) -> Result<Option<V>, Error>;
}

impl<V: Stored> Read<V> for Kept {
    fn get(&self, cell: Cell) -> Result<Option<V>, Error> {
        let index = self.starts.of_layer(cell.layer).saturating_add(cell.slot as u64);
        self.store.get(index)
    }
}

/// A game's space, and where its start lies in it.
fn top<G: Game>(game: &G) -> Result<(SpaceOf<G>, Cell), Error> {
    let space = G::State::space(game);
    Shape::of(game)?.can_run(Engine::Table)?;
    let start = game.start();
    match locate(&space, &start)? {
        Some(cell) => Ok((space, cell)),
        None => Err(Error::Outside { position: format!("{start:?}") }),
    }
}

/// A checksum of a game's rules, and of the text that tells its data: of the first positions that play reaches, and of those on some
/// lines of play.
#[cfg(feature = "cluster")]
pub(crate) fn fingerprint<G: Game>(game: &G, rules: &str) -> u64 {
    use crate::Then;
    let mut told = Text(XxHash3_64::new());
    told.add(format_args!("{rules}"));
    for state in crate::reachable(game, SAMPLE.0 as usize).positions {
        told.rules_at(game, &state, usize::MAX);
    }
    for line in 0..LINES.0 {
        let mut state = game.start();
        for ply in 0..LINES.1 {
            let moves = told.rules_at(game, &state, SAMPLE.1);
            let wanted = sum(&[line, ply].map(u64::to_le_bytes).concat()) % moves.max(1);
            let (mut number, mut next) = (0, None);
            let flow = steps(game, &state, |_, step| {
                let (Then::Opponent(then) | Then::Again(then)) = step.then else {
                    return ControlFlow::Continue(());
                };
                next = Some(then);
                number += 1;
                if number > wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            debug_assert!(flow.is_break() || number <= wanted);
            match next {
                Some(next) => state = next,
                None => break,
            }
        }
    }
    told.0.finish()
}

/// How many lines of play are looked at, and how many plies of each.
#[cfg(feature = "cluster")]
const LINES: (u64, u64) = (32, 256);

/// How many positions are looked at to tell rules apart, and how many moves of each.
const SAMPLE: (u64, usize) = (256, 64);

/// A checksum of what the moves of some positions do, spread over the whole space.
fn moves_of<G: Game>(game: &G, space: &SpaceOf<G>, layers: usize) -> u64 {
    let mut told = Text(XxHash3_64::new());
    let mut numbers = (0..2 * SAMPLE.0).map(|i| sum(&i.to_le_bytes()));
    let mut below = |n: usize| {
        let number = numbers.next().unwrap_or(0);
        ((u128::from(number) * n as u128) >> 64) as usize
    };
    for i in 0..SAMPLE.0 {
        let layer = if i == 0 { layers - 1 } else { below(layers) };
        let width = space.width(layer);
        if width == 0 {
            continue;
        }
        told.rules_at(game, &space.at(layer, below(width)), SAMPLE.1);
    }
    told.0.finish()
}

/// Text that is not kept.
struct Text(XxHash3_64);

impl Text {
    fn add(&mut self, text: fmt::Arguments<'_>) {
        // It cannot fail: writing takes every text.
        let _ = fmt::write(self, text);
        self.0.write_u8(0);
    }

    /// What so many moves of a state do, or what it is worth if it has none; tells how many it looked at.
    fn rules_at<G: Game>(&mut self, game: &G, state: &G::State, most: usize) -> u64 {
        let mut moves = 0;
        self.add(format_args!("{state:?}"));
        let flow = steps(game, state, |mv, step| {
            moves += 1;
            self.add(format_args!("{mv:?} {:?} {:?}", step.gain, step.then));
            if moves < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if flow.is_continue() && moves == 0 {
            self.add(format_args!("{:?}", game.terminal(state)));
        }
        moves as u64
    }
}

impl fmt::Write for Text {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
    }
}

/// Two texts around the first place where they differ, quoted.
fn where_they_differ(one: &str, other: &str) -> [String; 2] {
    let same = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    [one, other].map(|text| {
        let some = text.chars().skip(same.saturating_sub(20));
        let mut shown: String = some.clone().take(40).collect();
        if same > 20 {
            shown.insert(0, '…');
        }
        if some.count() > 40 {
            shown.push('…');
        }
        format!("`{shown}`")
    })
}
