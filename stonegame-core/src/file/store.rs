//! A file that holds a table: locked, written from the bottom up, and read through a map.
//!
//! Cells are written as files are, so that a full disk is an error and not a signal, and read as memory is. What was written
//! behind the layers that the header tells of is written again when it is gone on with: the same bytes.
#![allow(unsafe_code)]

use super::cells::{Cells, Stored, get};
use super::head::{CHUNK, Fault, Head, PAGE, sum};
use super::lock::{Access, Unborn, error, failed, locked, unborn};
use crate::Error;
use crate::run::Run;
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use memmap2::Mmap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// A table's file. It is locked as long as this lives.
pub(super) struct Store {
    path: PathBuf,
    file: File,
    map: Mmap,
    head: Head,
    /// Which of the two headers was written last.
    turn: u64,
    /// Which chunks were found whole, a bit each.
    sound: Vec<AtomicU64>,
    /// The bytes of the cells behind the last whole chunk that was written.
    chunk: Vec<u8>,
    chunks: u64,
    cells: Cells,
    /// The checksums of the chunks that were written since the header was.
    sums: Vec<u8>,
}

/// Writes a table of no layers.
fn begin(path: &Path, file: &mut File, head: Head, text: &[u8]) -> Result<(), Error> {
    let mut write = || {
        file.write_all(&head.to_page())?;
        file.write_all(&[0; PAGE as usize])?;
        file.write_all(text)?;
        file.set_len(head.cells_at())?;
        file.sync_all()
    };
    write().map_err(|why| failed(path, "cannot be made", &why))
}

fn map(path: &Path, file: &File) -> Result<Mmap, Error> {
    // SAFETY: a map is undefined where the file changes under it. The lock keeps out whoever asks for it; this process writes
    // cells that lie behind all that it reads, and headers, which it does not read through a map.
    unsafe { Mmap::map(file) }.map_err(|why| failed(path, "cannot be mapped", &why))
}

impl Store {
    /// Opens a file that is there; `None` if there is none.
    pub(super) fn open(path: &Path, access: Access) -> Result<Option<Store>, Error> {
        let mut options = OpenOptions::new();
        match locked(path, options.read(true).write(access == Access::Write), access)? {
            Ok(file) => Store::of(path, file, access).map(Some),
            Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(why) => Err(failed(path, "cannot be opened", &why)),
        }
    }

    /// What is in a file that is locked.
    fn of(path: &Path, mut file: File, access: Access) -> Result<Store, Error> {
        let read = file.seek(SeekFrom::Start(0));
        read.map_err(|why| failed(path, "cannot be read", &why))?;
        let mut pages = Vec::new();
        let read = Read::by_ref(&mut file).take(2 * PAGE).read_to_end(&mut pages);
        read.map_err(|why| failed(path, "cannot be read", &why))?;
        let mut halves = pages.chunks(PAGE as usize).map(Head::of_page);
        let mut half = || halves.next().unwrap_or(Err(Fault::NoTable));
        let (first, second) = (half(), half());
        let (head, turn, other) = match (first, second) {
            (Ok(first), Ok(second)) if second.done > first.done => (second, 1, Ok(first)),
            (Ok(first), second) => (first, 0, second),
            (first, Ok(second)) => (second, 1, first),
            (Err(Fault::Version(version)), _) => {
                let why = format!("is a table of version {version}, and version 1 is known here");
                return Err(error(path, why));
            }
            (Err(Fault::NoTable), Err(Fault::NoTable)) => {
                return Err(error(path, "is no table of this library"));
            }
            _ => return Err(error(path, "both of its headers are damaged; solve it anew")),
        };
        // While a table grows one header may be torn. When it is done both say so, or it ended between the two.
        let Head { done, done_cells, tail, .. } = head;
        let is_late = |other: Head| Head { done, done_cells, tail, ..other } == head;
        if head.done == head.layers && !other.is_ok_and(is_late) {
            let which = ["second", "first"][turn as usize];
            return Err(error(path, format!("its {which} header is damaged; solve it anew")));
        }
        let map = map(path, &file)?;
        let (path, end) = (path.to_owned(), head.cells_at() + head.bytes(head.done_cells));
        if (map.len() as u64) < end {
            let why = format!(
                "is cut off: it has {} bytes, and its header tells of {end}; solve it anew",
                map.len()
            );
            return Err(error(&path, why));
        }
        let chunks = head.bytes(head.cells).div_ceil(CHUNK);
        let sound = (0..chunks.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        let mut store = Store {
            path,
            file,
            map,
            head,
            turn,
            sound,
            chunk: Vec::new(),
            chunks: 0,
            cells: Cells::new(head.bits),
            sums: Vec::new(),
        };
        if sum(store.text()) != head.text_sum {
            return Err(store.error("the text that tells its rules is damaged; solve it anew"));
        }
        if access == Access::Write {
            store.go_back()?;
            if head.done == head.layers && other != Ok(head) {
                store.write_head(turn ^ 1)?;
            }
        }
        Ok(store)
    }

    /// Makes a file of no layers: under another name at first, so that a file of the right name is whole.
    pub(super) fn create(path: &Path, head: Head, text: &str) -> Result<Store, Error> {
        let (new, mut file) = Unborn::begin(path)?;
        begin(new.path(), &mut file, head, text.as_bytes())?;
        // Another process may have made it before this one had the lock.
        if path.exists() {
            return Err(error(path, "another process has made this table just now; run it again"));
        }
        new.born()?;
        Store::of(path, file, Access::Write)
    }

    /// The same layers in cells of more bits, in a file that takes the place of this one.
    pub(super) fn widen<V: Stored>(self, run: &Run<'_>, bits: u64) -> Result<Store, Error> {
        let narrow = self.head;
        let head = Head { bits, done: 0, done_cells: 0, tail: sum(&[]), ..narrow };
        if head.end().is_none() {
            return Err(self.error("would have more bytes than can be counted"));
        }
        let (new, mut file) = Unborn::begin(&self.path)?;
        begin(new.path(), &mut file, head, self.text())?;
        let mut wider = Store::of(new.path(), file, Access::Write)?;
        for first in (0..narrow.done_cells).step_by(CHUNK as usize) {
            run.check_cancelled()?;
            let cells = first..narrow.done_cells.min(first + CHUNK);
            let values: Result<Vec<V>, Error> = cells.map(|cell| self.filled(cell)).collect();
            wider.push(&values?)?;
        }
        wider.commit(narrow.done, narrow.done_cells, true)?;
        new.born()?;
        wider.path = self.path;
        Ok(wider)
    }

    /// Removes what was begun under the other name and is no file yet.
    pub(super) fn clean(path: &Path) -> Result<(), Error> {
        let new = unborn(path);
        let Ok(_file) = locked(&new, OpenOptions::new().write(true), Access::Write)? else {
            return Ok(());
        };
        std::fs::remove_file(&new).map_err(|why| failed(&new, "cannot be removed", &why))
    }

    pub(super) fn error(&self, why: impl Into<String>) -> Error {
        error(&self.path, why)
    }

    pub(super) fn head(&self) -> &Head {
        &self.head
    }

    /// The text that tells the game's data.
    pub(super) fn text(&self) -> &[u8] {
        let from = self.head.text_at() as usize;
        self.map.get(from..from + self.head.text as usize).unwrap_or_default()
    }

    /// Goes back to the layers that the header tells of.
    pub(super) fn go_back(&mut self) -> Result<(), Error> {
        let bits = self.head.bits * self.head.done_cells;
        self.chunks = bits / 8 / CHUNK;
        let (whole, rest) = ((bits / 8 % CHUNK) as usize, (bits % 8) as u32);
        self.check(self.chunks)?;
        let from = (self.head.cells_at() + self.chunks * CHUNK) as usize;
        let bytes = self.map.get(from..).unwrap_or_default();
        self.chunk = bytes.get(..whole).unwrap_or_default().to_vec();
        let last = if rest > 0 { bytes.get(whole).copied().unwrap_or(0) } else { 0 };
        self.cells = Cells::behind(self.head.bits, last, rest);
        self.sums.clear();
        Ok(())
    }

    /// Adds the cells of values; tells whether they fit. They count from the next [`commit`](Store::commit) on.
    pub(super) fn push<V: Stored>(&mut self, values: &[V]) -> Result<bool, Error> {
        if !self.cells.push(values) {
            return Ok(false);
        }
        let bytes = self.cells.take();
        let mut bytes = bytes.as_slice();
        while !bytes.is_empty() {
            let room = CHUNK as usize - self.chunk.len();
            let (some, others) = bytes.split_at(room.min(bytes.len()));
            self.chunk.extend(some);
            bytes = others;
            if self.chunk.len() == CHUNK as usize {
                self.write_chunk()?;
                self.sums.extend(sum(&self.chunk).to_le_bytes());
                self.chunk.clear();
                self.chunks += 1;
            }
        }
        Ok(true)
    }

    fn write_chunk(&mut self) -> Result<(), Error> {
        let at = self.head.cells_at() + self.chunks * CHUNK;
        let Store { path, file, chunk, .. } = self;
        write_at(path, file, at, chunk)
    }

    /// Says in the header that so many layers are filled. With `sync` it waits until the disk has them.
    pub(super) fn commit(&mut self, done: u64, done_cells: u64, sync: bool) -> Result<(), Error> {
        self.show(done, done_cells)?;
        if sync {
            self.sync()?;
        }
        self.turn ^= 1;
        self.write_head(self.turn)?;
        if done == self.head.layers {
            // So that not even a power failure spoils both.
            if sync {
                self.sync()?;
            }
            self.write_head(self.turn ^ 1)?;
        }
        if sync { self.sync() } else { Ok(()) }
    }

    /// Writes what was pushed, so that it can be read here: so many layers are filled. No header tells of them.
    pub(super) fn show(&mut self, done: u64, done_cells: u64) -> Result<(), Error> {
        // The last byte, if it is not whole, is written now and again with what follows.
        let whole = self.chunk.len();
        self.chunk.extend(self.cells.rest());
        self.write_chunk()?;
        let tail = sum(&self.chunk);
        self.chunk.truncate(whole);
        let first = self.chunks - self.sums.len() as u64 / 8;
        let at = self.head.sums_at() + 8 * first;
        write_at(&self.path, &mut self.file, at, &self.sums)?;
        self.sums.clear();
        self.head = Head { done, done_cells, tail, ..self.head };
        self.map = map(&self.path, &self.file)?;
        // The chunk that was not whole has another checksum now.
        self.sound.iter().for_each(|word| word.store(0, Ordering::Relaxed));
        Ok(())
    }

    fn write_head(&mut self, turn: u64) -> Result<(), Error> {
        write_at(&self.path, &mut self.file, turn * PAGE, &self.head.to_page())
    }

    fn sync(&self) -> Result<(), Error> {
        self.file.sync_data().map_err(|why| failed(&self.path, "cannot be synced", &why))
    }

    /// An error if a chunk does not have its checksum; it is looked at once.
    #[inline]
    fn check(&self, chunk: u64) -> Result<(), Error> {
        let is_sound = self
            .sound
            .get(chunk as usize / 64)
            .is_none_or(|word| word.load(Ordering::Relaxed) >> (chunk % 64) & 1 == 1);
        if is_sound { Ok(()) } else { self.check_now(chunk) }
    }

    #[cold]
    fn check_now(&self, chunk: u64) -> Result<(), Error> {
        let (base, done) = (self.head.cells_at(), self.head.bytes(self.head.done_cells));
        let (from, to) = (chunk * CHUNK, done.min((chunk + 1) * CHUNK));
        if from >= to {
            return Ok(());
        }
        let read =
            |from: u64, to: u64| self.map.get(from as usize..to as usize).unwrap_or_default();
        let (found, bits) = (read(base + from, base + to), self.head.done_cells * self.head.bits);
        let is_sound = if bits / 8 / CHUNK > chunk {
            let at = self.head.sums_at() + 8 * chunk;
            read(at, at + 8) == sum(found).to_le_bytes()
        } else {
            // Of a last byte that is not whole, the rest may be written already.
            let mut found = found.to_vec();
            if let Some(last) = found.last_mut().filter(|_| !bits.is_multiple_of(8)) {
                *last &= (1 << (bits % 8)) - 1;
            }
            sum(&found) == self.head.tail
        };
        if !is_sound {
            let [first, last] = [from, to].map(|byte| byte * 8 / self.head.bits);
            let why = format!(
                "cells {first} to {last} are damaged: their checksum is another; solve it anew"
            );
            return Err(self.error(why));
        }
        if let Some(word) = self.sound.get(chunk as usize / 64) {
            word.fetch_or(1 << (chunk % 64), Ordering::Relaxed);
        }
        Ok(())
    }

    /// The value in a cell of a layer that is filled.
    #[inline]
    pub(super) fn get<V: Stored>(&self, cell: u64) -> Result<Option<V>, Error> {
        if cell >= self.head.done_cells {
            return Ok(None);
        }
        let bits = self.head.bits;
        self.check((u128::from(cell) * u128::from(bits) / 8) as u64 / CHUNK)?;
        let bytes = self.map.get(self.head.cells_at() as usize..).unwrap_or_default();
        match get(bytes, bits, cell) {
            Some(value) => Ok(Some(value)),
            None => {
                Err(self.error(format!("cell {cell} holds no value of its type; solve it anew")))
            }
        }
    }

    /// The value in a cell that has to be filled.
    pub(super) fn filled<V: Stored>(&self, cell: u64) -> Result<V, Error> {
        self.get(cell)?
            .ok_or_else(|| self.error(format!("cell {cell} is not filled; solve it anew")))
    }

    /// An error if any of the cells that are filled is damaged.
    pub(super) fn check_all(&self) -> Result<(), Error> {
        let chunks = self.head.bytes(self.head.done_cells).div_ceil(CHUNK);
        (0..chunks).try_for_each(|chunk| self.check(chunk))
    }
}

fn write_at(path: &Path, file: &mut File, at: u64, bytes: &[u8]) -> Result<(), Error> {
    let written = file.seek(SeekFrom::Start(at)).and_then(|_| file.write_all(bytes));
    written.map_err(|why| failed(path, "cannot be written", &why))
}
