//! Writes what a [`Saved`](super::Saved) reads: positions are collected, sorted by their texts, and written one part after the other.

use super::cells::{Cells, Stored, bits_for, fewest, name};
use super::head::PAGE;
use super::lock::{Unborn, error, failed};
use super::saved::Sizes;
use crate::Error;
use crate::run::Run;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::hash::Hasher;
use fst::MapBuilder;
use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;
use twox_hash::XxHash3_64;

/// A position, its value, and its distance.
pub(crate) struct Entry<V> {
    position: String,
    value: V,
    plies: Option<u32>,
}

/// Positions that are collected, to be saved.
pub(crate) struct Entries<V>(Vec<Entry<V>>);

impl<V: Stored> Entries<V> {
    pub(crate) fn new() -> Self {
        Entries(Vec::new())
    }

    /// Adds a position.
    pub(crate) fn push(
        &mut self,
        run: &mut Run<'_>,
        state: &impl Debug,
        value: V,
        plies: Option<u32>,
    ) -> Result<(), Error> {
        run.look()?;
        let position = format!("{state:?}");
        run.reserve(position.capacity() as u64)?;
        run.push(&mut self.0, Entry { position, value, plies })
    }

    /// Writes all of them, with their distances if there are any, and tells how many they are. They may be a part of so many.
    pub(crate) fn save(
        mut self,
        run: &mut Run<'_>,
        path: &Path,
        rules: &str,
        total: Option<u64>,
        has_rounds: bool,
    ) -> Result<u64, Error> {
        self.0.sort_unstable_by(|one, other| one.position.cmp(&other.position));
        if let Some([one, _]) =
            self.0.array_windows().find(|[one, other]| one.position == other.position)
        {
            let why = format!(
                "two states are both written `{}`; let `Debug` tell them apart",
                one.position
            );
            return Err(error(path, why));
        }
        let (new, file) = Unborn::begin(path)?;
        let cannot = |why: io::Error| failed(new.path(), "cannot be written", &why);
        let mut out = Summed { to: BufWriter::new(&file), sum: XxHash3_64::new(), length: 0 };
        let (text, keys) = self.write_keys(&mut out, rules).map_err(cannot)?;
        run.check_cancelled()?;
        let values = self.0.iter().map(|entry| entry.value);
        let bits = values.clone().fold(fewest::<V>(), |bits, value| bits_for(&[value], bits));
        let ply = |entry: &Entry<V>| entry.plies.map_or(0, |plies| u64::from(plies) + 1);
        let plies = match self.0.iter().map(ply).max().unwrap_or(0) {
            0 if !has_rounds => 0,
            0..=0xff => 8,
            0x100..=0xffff => 16,
            _ => 32,
        };
        let count = self.0.len() as u64;
        let (value, total) = (name::<V>(), total.unwrap_or(count));
        let mut sizes = Sizes { value, bits, plies, count, total, text, keys, sum: 0 };
        self.write_values(&mut out, bits, plies).map_err(cannot)?;
        sizes.sum = out.sum.finish();
        let write = || {
            let mut file = out.to.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&sizes.to_page())?;
            file.sync_all()
        };
        write().map_err(cannot)?;
        new.born()?;
        Ok(count)
    }

    /// Writes the text and the transducer; tells how long they are.
    fn write_keys(&self, out: &mut Summed<'_>, rules: &str) -> io::Result<(u64, u64)> {
        out.to.seek(SeekFrom::Start(PAGE))?;
        out.write_all(rules.as_bytes())?;
        let text = out.length;
        let mut keys = MapBuilder::new(&mut *out).map_err(io::Error::other)?;
        for (place, entry) in self.0.iter().enumerate() {
            keys.insert(&entry.position, place as u64).map_err(io::Error::other)?;
        }
        keys.finish().map_err(io::Error::other)?;
        Ok((text, out.length - text))
    }

    /// Writes the cells of the values, and the distances.
    fn write_values(&self, out: &mut Summed<'_>, bits: u64, plies: u64) -> io::Result<()> {
        let mut cells = Cells::new(bits);
        for entries in self.0.chunks(1 << 12) {
            entries.iter().for_each(|entry| {
                cells.push(&[entry.value]);
            });
            out.write_all(&cells.take())?;
        }
        out.write_all(cells.rest().as_slice())?;
        for entry in &self.0 {
            // The longest distance of all does not fit, and no play is as long.
            let number = entry.plies.map_or(0, |plies| plies.saturating_add(1)).to_le_bytes();
            out.write_all(&number[..plies as usize / 8])?;
        }
        Ok(())
    }
}

/// Writes, and takes the checksum of what is written.
struct Summed<'f> {
    to: BufWriter<&'f File>,
    sum: XxHash3_64,
    length: u64,
}

impl Write for Summed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes)?;
        self.sum.write(&bytes[..written]);
        self.length += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}
