//! Solutions in files, for games whose positions are not numbered: what the memo, retrograde analysis or workers have found.
#![allow(unsafe_code)]

use super::cells::{Stored, fewest, get, name, spell};
use super::head::{PAGE, sum};
use super::lock::{error, failed};
use super::where_they_differ;
use crate::plan::{Choice, Reason};
use crate::run::Limits;
use crate::solution::Held;
use crate::{Engine, Error, Game, Solution, State, Value};
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::{self, Debug};
use core::marker::PhantomData;
use core::ops::Range;
use fst::{IntoStreamer, Map, Streamer};
use memmap2::Mmap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

const MARK: u64 = u64::from_le_bytes(*b"stonesav");
const VERSION: u64 = 1;

/// What the first page says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sizes {
    /// The name of the values' type, in bytes.
    pub(super) value: u64,
    /// The bits of a value, and of a distance.
    pub(super) bits: u64,
    pub(super) plies: u64,
    /// How many positions there are, and how many the whole solution has.
    pub(super) count: u64,
    pub(super) total: u64,
    /// The bytes of the text, and of the transducer.
    pub(super) text: u64,
    pub(super) keys: u64,
    /// The checksum of all that follows the page.
    pub(super) sum: u64,
}

impl Sizes {
    pub(super) fn to_page(self) -> Vec<u8> {
        let Sizes { value, bits, plies, count, total, text, keys, sum: all } = self;
        let words = [MARK, VERSION, value, bits, plies, count, total, text, keys, all];
        let mut page: Vec<u8> = words.into_iter().flat_map(u64::to_le_bytes).collect();
        page.resize(PAGE as usize - 8, 0);
        page.extend(sum(&page).to_le_bytes());
        page
    }

    fn of_page(page: &[u8]) -> Result<Sizes, &'static str> {
        let (words, _) = page.as_chunks::<8>();
        let word = |i: usize| words.get(i).map_or(0, |word| u64::from_le_bytes(*word));
        if word(0) != MARK {
            return Err("is no saved solution of this library");
        }
        let last = PAGE as usize / 8 - 1;
        if page.len() < PAGE as usize || sum(&page[..8 * last]) != word(last) {
            return Err("its header is damaged; save it anew");
        }
        if word(1) != VERSION {
            return Err("is a saved solution of another version than 1");
        }
        let [value, bits, plies, count, total, text, keys, sum] =
            core::array::from_fn(|i| word(i + 2));
        Ok(Sizes { value, bits, plies, count, total, text, keys, sum })
    }

    /// Where the text, the keys, the values and the distances lie; `None` if that is beyond all bounds.
    fn parts(&self) -> Option<[Range<usize>; 4]> {
        let bytes = |bits: u64| Some(self.count.checked_mul(bits)?.div_ceil(8));
        let is_known =
            matches!((self.bits, self.plies), (1 | 2 | 8 | 16 | 32 | 64 | 128, 0 | 8 | 16 | 32));
        let mut at = PAGE;
        let mut part = |length: u64| {
            let from = at;
            at = at.checked_add(length).filter(|end| *end < 1 << 62)?;
            Some(from as usize..at as usize)
        };
        let parts = [
            part(self.text)?,
            part(self.keys)?,
            part(bytes(self.bits)?)?,
            part(bytes(self.plies)?)?,
        ];
        is_known.then_some(parts)
    }
}

/// A solution that was saved: the value of every position that play can reach, searched in a file that is not loaded.
///
/// # Format
///
/// Version 1. A file begins with a page of 4096 bytes: the mark `stonesav`, the version, and words of 8 bytes, little-endian: the name of
/// the values' type, the bits of a value and of a distance, how many positions there are and how many the whole solution has, the bytes of
/// the text and of the transducer, and the checksum of all that follows the page; then zeros, and the checksum of the page.
///
/// Behind it lie the text that tells the game's data, the positions as a finite state transducer of the crate `fst` (version 3 of its format)
/// from what `Debug` writes of a state to its place in order, the values in cells of the fewest bits, in this order and as in a
/// [`TableFile`](super::TableFile), and the distances in cells of 0, 8, 16 or 32 bits: 0 is none, and other ones are a ply more. Checksums are
/// XXH3 of 64 bits.
///
/// # Use
///
/// [`Solution::save`](crate::Solution::save) writes it, and a process of a `Cluster` its part. A position is found by what `Debug` writes of its state.
///
/// ```
/// use stonegame_core::{Saved, Solver, Engine, prelude::*};
/// # struct Ends(Row<i64>);
/// # impl Game for Ends {
/// #     type State = Span; type Move = End; type Value = i64;
/// #     fn start(&self) -> Span { self.0.span() }
/// #     fn play(&self, span: &Span, end: &End) -> Option<Step<Self>> {
/// #         let (pile, rest) = span.pop(*end)?;
/// #         Some(Step::to(rest).gain(self.0[pile]))
/// #     }
/// # }
/// # let folder = std::env::temp_dir().join(format!("stonegame-saved-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder).unwrap();
/// # let path = folder.join("ends.saved");
/// let game = Ends([1, 5, 233, 7].into());
/// let solution = Solver::new().engine(Engine::Memo).solve(&game)?;
/// assert_eq!(solution.save(&path, "1,5,233,7")?, 15);
///
/// // Later, in another process.
/// let saved = Saved::<i64>::open(&path)?;
/// assert_eq!((saved.rules(), saved.len()), ("1,5,233,7", 15));
/// assert_eq!(saved.value_of(&game.start())?, Some((222, None)));
/// # drop(saved);
/// # std::fs::remove_dir_all(folder).unwrap();
/// # Ok::<(), Error>(())
/// ```
#[doc(alias = "database")]
pub struct Saved<V> {
    path: PathBuf,
    map: Arc<Mmap>,
    sizes: Sizes,
    keys: Map<Part>,
    rules: String,
    parts: [Range<usize>; 4],
    value: PhantomData<V>,
}

impl<V> Debug for Saved<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Saved").field("path", &self.path).field("len", &self.sizes.count).finish()
    }
}

/// A part of a map.
struct Part(Arc<Mmap>, Range<usize>);

impl AsRef<[u8]> for Part {
    fn as_ref(&self) -> &[u8] {
        self.0.get(self.1.clone()).unwrap_or_default()
    }
}

impl Saved<()> {
    /// The text that tells the data of the game whose solution is saved in a file, whatever its values.
    ///
    /// # Errors
    ///
    /// [`Error::File`] if the file is not there, is none of this library, or its header is damaged.
    pub fn rules_of(path: impl AsRef<Path>) -> Result<String, Error> {
        let path = path.as_ref();
        let mut file = File::open(path).map_err(|why| failed(path, "cannot be opened", &why))?;
        let cannot = |why: io::Error| failed(path, "cannot be read", &why);
        let mut page = Vec::new();
        Read::by_ref(&mut file).take(PAGE).read_to_end(&mut page).map_err(cannot)?;
        let sizes = Sizes::of_page(&page).map_err(|why| error(path, why))?;
        let mut text = Vec::new();
        file.take(sizes.text).read_to_end(&mut text).map_err(cannot)?;
        String::from_utf8(text).map_err(|_| error(path, "is damaged; save it anew"))
    }
}

impl<V: Stored> Saved<V> {
    /// Opens a file, and compares it with its checksum: that reads all of it once, and keeps nothing.
    ///
    /// # Errors
    ///
    /// [`Error::File`] if it is not there, is none of this library, is damaged, or has values of another type.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let file = File::open(path).map_err(|why| failed(path, "cannot be opened", &why))?;
        // SAFETY: a map is undefined where the file changes under it. A file that is there is never written again: a new one
        // takes its place.
        let map =
            unsafe { Mmap::map(&file) }.map_err(|why| failed(path, "cannot be mapped", &why))?;
        let page = &map[..map.len().min(PAGE as usize)];
        let sizes = Sizes::of_page(page).map_err(|why| error(path, why))?;
        if sizes.value != name::<V>() {
            let (found, expected) = (spell(sizes.value), V::NAME);
            return Err(error(path, format!("its values are of type {found}, and not {expected}")));
        }
        let damaged = || error(path, "is damaged: its checksum is another; save it anew");
        let parts = sizes.parts().ok_or_else(damaged)?;
        if parts[3].end != map.len() || sum(&map[PAGE as usize..]) != sizes.sum {
            return Err(damaged());
        }
        let rules = String::from_utf8(map[parts[0].clone()].to_vec()).map_err(|_| damaged())?;
        let map = Arc::new(map);
        let keys = Map::new(Part(map.clone(), parts[1].clone())).map_err(|_| damaged())?;
        let is_of_type = sizes.bits == fewest::<V>() || V::BITS == 0 && sizes.bits > 8;
        if keys.len() as u64 != sizes.count || !is_of_type || keys.as_fst().verify().is_err() {
            return Err(damaged());
        }
        Ok(Saved { path: path.to_owned(), map, sizes, keys, rules, parts, value: PhantomData })
    }

    /// The text that tells the game's data.
    #[must_use]
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// How many positions the whole solution has: more than [`len`](Saved::len) of them if this is what one of several processes kept.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.sizes.total
    }

    /// How many positions there are here.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.sizes.count
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a state for the player to move, and in how many plies it is decided, if that was found; `None` if the state is
    /// not there.
    ///
    /// # Errors
    ///
    /// [`Error::File`] if what the file holds is no value.
    pub fn value_of(&self, state: &impl Debug) -> Result<Option<(V, Option<u32>)>, Error> {
        self.find(&format!("{state:?}"))
    }

    /// The same of a state that is given by what `Debug` writes of it.
    ///
    /// # Errors
    ///
    /// As [`value_of`](Saved::value_of).
    pub fn find(&self, position: &str) -> Result<Option<(V, Option<u32>)>, Error> {
        Ok(self.keys.get(position).map(|place| self.at(place)).transpose()?.map(distant))
    }

    fn at(&self, place: u64) -> Result<(V, Option<u32>), Error> {
        let part = |i: usize| &self.map[self.parts[i].clone()];
        let none = || error(&self.path, format!("place {place} holds no value"));
        if place >= self.sizes.count {
            return Err(none());
        }
        let value = get(part(2), self.sizes.bits, place).ok_or_else(none)?;
        let width = self.sizes.plies as usize / 8;
        let from = place as usize * width;
        let mut bytes = [0; 4];
        if let Some(found) = part(3).get(from..from + width) {
            bytes[..width].copy_from_slice(found);
        }
        Ok((value, u32::from_le_bytes(bytes).checked_sub(1)))
    }

    /// The solution of a game from its start, as it was saved: it answers all that it did.
    ///
    /// # Errors
    ///
    /// [`Error::File`] if the text is another one than `rules`, the start is not there, or this is no more than what one of several
    /// processes of a `Cluster` kept.
    pub fn solution<'g, G>(self, game: &'g G, rules: &str) -> Result<Solution<'g, G>, Error>
    where
        G: Game<Value = V>,
    {
        if self.rules != rules {
            let [found, expected] = where_they_differ(&self.rules, rules);
            let why =
                format!("is the solution of another game: of {found}, and this game of {expected}");
            return Err(error(&self.path, why));
        }
        let Sizes { count, total, .. } = self.sizes;
        if count < total {
            let why = format!(
                "holds {count} of {total} positions, what one of several processes kept; `Saved::value_of` asks each"
            );
            return Err(error(&self.path, why));
        }
        let start = game.start();
        let none = || error(&self.path, format!("does not hold the start, {start:?}"));
        let (value, _) = self.value_of(&start)?.ok_or_else(none)?;
        let engine = if self.sizes.plies > 0 { Engine::Retrograde } else { Engine::Memo };
        let reason = Reason::Saved { path: self.path.display().to_string() };
        let plan = Choice { engine, reason, memory: None };
        Ok(Solution {
            game,
            space: G::State::space(game),
            start,
            value,
            plan: plan.into(),
            evaluated: self.len(),
            taken: 0,
            held: Held::Saved(Box::new(self)),
            limits: Limits::default(),
        })
    }

    /// Shows `visit` every position in the order of its text, with its value and its distance, until it fails.
    ///
    /// # Errors
    ///
    /// What `visit` returns, and [`Error::File`] if what the file holds is no value.
    pub fn each<E: From<Error>>(
        &self,
        mut visit: impl FnMut(&str, V, Option<u32>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut keys = self.keys.into_stream();
        while let Some((key, place)) = keys.next() {
            let (value, plies) = distant(self.at(place)?);
            visit(&String::from_utf8_lossy(key), value, plies)?;
        }
        Ok(())
    }
}

/// A draw has no distance, though it may be decided in some round.
fn distant<V: Value>((value, round): (V, Option<u32>)) -> (V, Option<u32>) {
    (value, round.filter(|_| V::ENDLESS != Some(value)))
}

/// Values that are found by their states.
pub(crate) trait Found<S, V> {
    /// The value of a state, and in which round it was decided; `None` if the state is not there.
    fn get(&self, state: &S) -> Result<Option<(V, Option<u32>)>, Error>;

    /// Whether it was found in which round each is decided.
    fn has_rounds(&self) -> bool;
}

impl<S: Debug, V: Stored> Found<S, V> for Saved<V> {
    fn get(&self, state: &S) -> Result<Option<(V, Option<u32>)>, Error> {
        self.keys.get(format!("{state:?}")).map(|place| self.at(place)).transpose()
    }

    fn has_rounds(&self) -> bool {
        self.sizes.plies > 0
    }
}
