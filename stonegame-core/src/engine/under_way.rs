//! The positions under way in a search that goes down one line at a time: one of them that is met again closes a cycle.

use crate::Error;
use crate::run::Run;
use hashbrown::HashTable;

/// The positions of a line, by their places in it.
pub(crate) struct UnderWay {
    places: HashTable<u32>,
}

impl UnderWay {
    pub(crate) fn new() -> Self {
        UnderWay { places: HashTable::new() }
    }

    /// Whether a position is on the line, of which `is` tells whether it is at a place.
    #[inline]
    pub(crate) fn has(&self, hash: u64, is: impl Fn(usize) -> bool) -> bool {
        self.places.find(hash, |place| is(*place as usize)).is_some()
    }

    /// Puts a position on the line, of which `hash` tells the hash of each.
    #[inline]
    pub(crate) fn push(
        &mut self,
        run: &mut Run<'_>,
        place: usize,
        hash: impl Fn(usize) -> u64,
    ) -> Result<(), Error> {
        let rehash = |place: &u32| hash(*place as usize);
        run.room_in(&mut self.places, rehash)?;
        self.places.insert_unique(hash(place), place as u32, rehash);
        Ok(())
    }

    /// Takes a position off the line.
    #[inline]
    pub(crate) fn pop(&mut self, hash: u64, place: usize) {
        if let Ok(found) = self.places.find_entry(hash, |at| *at as usize == place) {
            found.remove();
        }
    }
}
