//! Misère canonical forms: positions that no sum tells apart in misère play are one.
//!
//! J. H. Conway, *On Numbers and Games* (1976), chapter 12: a position equals another `H` in every misère sum if and only if
//! all options of `H` are its own, and every other option of its own can be answered by a move to `H`; where nobody
//! can move in `H`, it must itself be won by the player to move, as `H` is.

use super::parts::Worth;
use super::{Genus, Impartial};
use crate::run::{Run, bytes_of};
use crate::{Error, Value};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::hash::BuildHasher;
use hashbrown::{DefaultHashBuilder, HashMap, HashTable};

/// The forms met. Each is known by its place among them, and so are its options, which come before it.
#[derive(Default)]
pub(super) struct Forms {
    forms: Vec<Form>,
    /// Their places, by their options.
    places: HashTable<u32>,
    /// The sums of two, the lesser place first.
    sums: HashMap<(u32, u32), u32>,
    hasher: DefaultHashBuilder,
    bytes: u64,
}

struct Form {
    /// Ascending.
    options: Box<[u32]>,
    genus: Genus,
}

impl Forms {
    /// With the form of positions in which nobody can move, at place 0.
    pub(super) fn new() -> Self {
        let mut forms = Forms::default();
        forms.push(vec![]);
        forms
    }

    pub(super) fn genus(&self, form: u32) -> &Genus {
        &self.forms[form as usize].genus
    }

    fn options(&self, form: u32) -> &[u32] {
        &self.forms[form as usize].options
    }

    /// The form of the positions whose options have these forms, ascending and each once.
    fn place(&mut self, run: &mut Run<'_>, options: Vec<u32>) -> Result<u32, Error> {
        if let Some(simpler) = self.simpler(&options) {
            return Ok(simpler);
        }
        let hash = self.hasher.hash_one(&options[..]);
        let same = |place: &u32| *self.options(*place) == options[..];
        if let Some(place) = self.places.find(hash, same) {
            return Ok(*place);
        }
        let bytes = bytes_of::<Form>(2) + bytes_of::<u32>(options.len() + 8);
        run.reserve(bytes)?;
        self.bytes += bytes;
        run.tick(0)?;
        Ok(self.push(options))
    }

    fn push(&mut self, options: Vec<u32>) -> u32 {
        let genus = Genus::of(options.iter().map(|option| self.genus(*option)));
        let (place, hash) = (self.forms.len() as u32, self.hasher.hash_one(&options[..]));
        self.forms.push(Form { options: options.into(), genus });
        let Forms { forms, places, hasher, .. } = self;
        let again = |place: &u32| hasher.hash_one(&forms[*place as usize].options[..]);
        places.insert_unique(hash, place, again);
        place
    }

    /// The form with fewer options that is the same in every sum, if there is one.
    fn simpler(&self, options: &[u32]) -> Option<u32> {
        // Forms come after their options: the last option is none of the simpler form's, and leads to it.
        let last = options.last()?;
        let is_simpler = |form: &&u32| {
            let (own, others) = options.split_at(options.partition_point(|option| option < form));
            let fair = **form > 0 || options.iter().any(|option| self.genus(*option).misere() == 0);
            let leads = |option: &u32| self.options(*option).binary_search(form).is_ok();
            fair && own == self.options(**form) && others.iter().all(leads)
        };
        self.options(*last).iter().find(is_simpler).copied()
    }

    /// The sum of two forms, if it is known.
    fn known(&self, a: u32, b: u32) -> Option<u32> {
        match (a.min(b), a.max(b)) {
            (0, form) => Some(form),
            both => self.sums.get(&both).copied(),
        }
    }
}

impl Worth for Forms {
    type Options = Vec<u32>;

    fn parts<G: Impartial>(game: &G, state: &G::State, visit: &mut dyn FnMut(G::State)) {
        game.misere_parts(state, visit);
    }

    fn insert(options: &mut Vec<u32>, worth: u32) {
        options.push(worth);
    }

    fn sum(&mut self, run: &mut Run<'_>, a: u32, b: u32) -> Result<u32, Error> {
        let mut stack = vec![];
        run.push(&mut stack, (a, b))?;
        while let Some((a, b)) = stack.last().copied() {
            if self.known(a, b).is_some() {
                stack.pop();
                continue;
            }
            let (mut options, height) = (vec![], stack.len());
            let of_a = self.options(a).iter().map(|option| (*option, b));
            for (a, b) in of_a.chain(self.options(b).iter().map(|option| (a, *option))) {
                match self.known(a, b) {
                    Some(sum) => options.push(sum),
                    None => run.push(&mut stack, (a, b))?,
                }
            }
            if stack.len() == height {
                let sum = self.of(run, options)?;
                let bytes = 2 * bytes_of::<((u32, u32), u32)>(2);
                run.reserve(bytes)?;
                self.bytes += bytes;
                self.sums.insert((a.min(b), a.max(b)), sum);
                stack.pop();
            }
        }
        run.release(bytes_of::<(u32, u32)>(stack.capacity()));
        Ok(self.known(a, b).unwrap_or(0))
    }

    fn of(&mut self, run: &mut Run<'_>, mut options: Vec<u32>) -> Result<u32, Error> {
        options.sort_unstable();
        options.dedup();
        self.place(run, options)
    }

    fn against<V: Value>(&self, end: V) -> Option<&'static str> {
        let won = V::ZERO.checked_minus(V::LOWEST);
        (end != V::LOWEST && Some(end) != won).then_some(
            "is neither lost nor won for who cannot move in it; misère play is about who moves last",
        )
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }
}
