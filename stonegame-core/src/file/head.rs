//! How a table lies in its file, as the docs of [`TableFile`](super::TableFile) say.

use alloc::vec::Vec;
use twox_hash::XxHash3_64;

/// The bytes of a page.
pub(super) const PAGE: u64 = 4096;
/// The bytes of cells under one checksum.
pub(super) const CHUNK: u64 = 1 << 16;
const MARK: u64 = u64::from_le_bytes(*b"stonegam");
const VERSION: u64 = 1;
const WORDS: usize = 12;

pub(super) fn sum(bytes: &[u8]) -> u64 {
    XxHash3_64::oneshot(bytes)
}

/// What a header says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// The name of the values' type, in bytes.
    pub(super) value: u64,
    /// The bits of a cell.
    pub(super) bits: u64,
    pub(super) layers: u64,
    pub(super) cells: u64,
    /// The length of the text, and its checksum.
    pub(super) text: u64,
    pub(super) text_sum: u64,
    /// A checksum of what the moves of some positions do.
    pub(super) moves: u64,
    /// How many layers are filled, and how many cells these have.
    pub(super) done: u64,
    pub(super) done_cells: u64,
    /// The checksum of the cells filled behind the last whole chunk.
    pub(super) tail: u64,
}

/// Why a page is no header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// It is something else.
    NoTable,
    /// It is that of another version.
    Version(u64),
    /// Its checksum is another.
    Damaged,
}

impl Head {
    pub(super) fn to_page(self) -> Vec<u8> {
        let Head { value, bits, layers, cells, text, text_sum, moves, done, done_cells, tail } =
            self;
        let words: [u64; WORDS] = [
            MARK, VERSION, value, bits, layers, cells, text, text_sum, moves, done, done_cells,
            tail,
        ];
        let mut page: Vec<u8> = words.into_iter().flat_map(u64::to_le_bytes).collect();
        page.resize(PAGE as usize - 8, 0);
        page.extend(sum(&page).to_le_bytes());
        page
    }

    pub(super) fn of_page(page: &[u8]) -> Result<Head, Fault> {
        let word = |i: usize| {
            let bytes = page.get(8 * i..8 * i + 8).and_then(|bytes| bytes.try_into().ok());
            bytes.map_or(0, u64::from_le_bytes)
        };
        let last = PAGE as usize / 8 - 1;
        let sound = page.get(..8 * last).is_some_and(|page| sum(page) == word(last));
        match (word(0), word(1)) {
            (MARK, VERSION) if sound => {}
            (MARK, version) if sound => return Err(Fault::Version(version)),
            (MARK, _) => return Err(Fault::Damaged),
            _ => return Err(Fault::NoTable),
        }
        let [value, bits, layers, cells, text, text_sum, moves, done, done_cells, tail] =
            core::array::from_fn(|i| word(i + 2));
        let head =
            Head { value, bits, layers, cells, text, text_sum, moves, done, done_cells, tail };
        // What a sound page says can still be what nobody wrote.
        let is_known = matches!(bits, 1 | 2 | 8 | 16 | 32 | 64 | 128);
        let fits = head.end().is_some() && done <= layers && done_cells <= cells;
        if is_known && fits { Ok(head) } else { Err(Fault::Damaged) }
    }

    /// How many bytes so many cells take.
    pub(super) fn bytes(&self, cells: u64) -> u64 {
        (u128::from(cells) * u128::from(self.bits)).div_ceil(8) as u64
    }

    /// Where the text begins.
    pub(super) const fn text_at(&self) -> u64 {
        2 * PAGE
    }

    /// Where the checksums of chunks begin.
    pub(super) fn sums_at(&self) -> u64 {
        (self.text_at() + self.text).next_multiple_of(PAGE)
    }

    /// Where the cells begin.
    pub(super) fn cells_at(&self) -> u64 {
        let sums = 8 * self.bytes(self.cells).div_ceil(CHUNK);
        (self.sums_at() + sums).next_multiple_of(PAGE)
    }

    /// The bytes of the whole file when all layers are filled; `None` if 63 bits cannot count them.
    pub(super) fn end(&self) -> Option<u64> {
        let bits = self.cells.checked_mul(self.bits)?;
        let most = 1 << 62;
        if bits > most || self.text > most {
            return None;
        }
        self.cells_at().checked_add(self.bytes(self.cells)).filter(|end| *end < 1 << 63)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: Head = Head {
        value: 7,
        bits: 2,
        layers: 10,
        cells: 55,
        text: 3,
        text_sum: 9,
        moves: 1,
        done: 4,
        done_cells: 10,
        tail: 5,
    };

    #[test]
    fn any_flipped_byte_is_seen() {
        let page = HEAD.to_page();
        assert_eq!(page.len(), PAGE as usize);
        assert_eq!(Head::of_page(&page), Ok(HEAD));
        for at in 0..page.len() {
            let mut page = page.clone();
            page[at] ^= 0x10;
            assert!(Head::of_page(&page).is_err(), "byte {at}");
        }
    }

    #[test]
    fn what_nobody_wrote_is_refused() {
        for head in [
            Head { bits: 3, ..HEAD },
            Head { done: 11, ..HEAD },
            Head { done_cells: 56, ..HEAD },
            Head { cells: u64::MAX, bits: 128, ..HEAD },
            Head { text: u64::MAX, ..HEAD },
        ] {
            assert_eq!(Head::of_page(&head.to_page()), Err(Fault::Damaged), "{head:?}");
        }
        assert_eq!(Head::of_page(&[]), Err(Fault::NoTable));
    }

    #[test]
    fn parts_do_not_meet() {
        assert_eq!((HEAD.text_at(), HEAD.sums_at(), HEAD.cells_at()), (8192, 12288, 16384));
        assert_eq!(HEAD.end(), Some(16384 + 14));
    }
}
