//! The law of hashes.

use crate::{OneOrTwo, breaks, passes};
use std::cell::Cell as Shared;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use stonegame_core::space::Sparse;
use stonegame_core::{Law, State, check, prelude::*};

/// What is left of some stones, kept in some way.
pub(crate) trait Pile: Clone + Eq + Hash + std::fmt::Debug + 'static {
    fn new(left: u32) -> Self;
    fn left(&self) -> u32;
    fn take(&self, count: u32) -> Option<Self> {
        Some(Self::new(self.left().checked_sub(count)?))
    }
}

/// Take one or two stones.
pub(crate) struct Stones<P>(pub(crate) u32, std::marker::PhantomData<fn() -> P>);

pub(crate) fn stones<P>(count: u32) -> Stones<P> {
    Stones(count, std::marker::PhantomData)
}

macro_rules! piles {
    ($($pile:ty)*) => { $(
        impl Game for Stones<$pile> {
            type State = $pile;
            type Move = OneOrTwo;
            type Value = WinLoss;
            fn start(&self) -> $pile {
                Pile::new(self.0)
            }
            fn play(&self, pile: &$pile, mv: &OneOrTwo) -> Option<Step<Self>> {
                Some(Step::to(pile.take(mv.0)?))
            }
        }

        impl<G: Game> State<G> for $pile {
            type Space = Sparse<$pile>;
            fn space(_: &G) -> Sparse<$pile> {
                Sparse::new()
            }
        }
    )* };
}
piles!(Plain Tagged Moody Addressed Late Shy OneWay);
pub(crate) use piles;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Plain(pub(crate) u32);

impl Pile for Plain {
    fn new(left: u32) -> Self {
        Plain(left)
    }
    fn left(&self) -> u32 {
        self.0
    }
}

#[test]
fn a_plain_pile_passes() {
    passes(&stones::<Plain>(9));
    passes(&stones::<Plain>(0));
}

/// Hashes a field that `eq` does not compare.
#[derive(Clone, Debug, Hash)]
#[allow(clippy::derived_hash_with_manual_eq)] // that is the mistake
struct Tagged {
    left: u32,
    taken: u32,
}

impl PartialEq for Tagged {
    fn eq(&self, other: &Self) -> bool {
        self.left == other.left
    }
}
impl Eq for Tagged {}

impl Pile for Tagged {
    fn new(left: u32) -> Self {
        Tagged { left, taken: 0 }
    }
    fn left(&self) -> u32 {
        self.left
    }
    fn take(&self, taken: u32) -> Option<Self> {
        let left = self.left.checked_sub(taken)?;
        Some(Tagged { left, taken })
    }
}

#[test]
fn a_hash_of_more_than_is_compared() {
    let words = ["`hash` differs for two equal states", "taken: 1", "taken: 2"];
    breaks(&stones::<Tagged>(6), Law::Hash, "Tagged { left: 0, taken: 2 }", &words);
}

/// Counts how often it was hashed, and hashes that.
#[derive(Clone, Debug)]
struct Moody {
    left: u32,
    hashed: Shared<u32>,
}

impl PartialEq for Moody {
    fn eq(&self, other: &Self) -> bool {
        self.left == other.left
    }
}
impl Eq for Moody {}

impl Hash for Moody {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.hashed.set(self.hashed.get() + 1);
        (self.left, self.hashed.get() * u32::from(self.left == 3)).hash(hasher);
    }
}

impl Pile for Moody {
    fn new(left: u32) -> Self {
        Moody { left, hashed: Shared::new(0) }
    }
    fn left(&self) -> u32 {
        self.left
    }
}

#[test]
fn a_hash_that_changes_by_itself() {
    let broken = check(&stones::<Moody>(5)).unwrap_err();
    assert_eq!(broken.law, Law::Hash);
    assert!(broken.position.contains("left: 3"), "{broken}");
    assert!(broken.message.contains("`hash` changes"), "{broken}");
}

/// Hashes where it lies.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Addressed(u32);

impl Hash for Addressed {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        std::ptr::from_ref(self).addr().hash(hasher);
    }
}

impl Pile for Addressed {
    fn new(left: u32) -> Self {
        Addressed(left)
    }
    fn left(&self) -> u32 {
        self.0
    }
}

#[test]
fn a_hash_of_an_address() {
    let broken = check(&stones::<Addressed>(3)).unwrap_err();
    assert_eq!(broken.law, Law::Hash, "{broken}");
}

/// All piles of a game share a clock; once it is late enough, they hash otherwise.
#[derive(Clone)]
struct Late {
    left: u32,
    clock: Arc<AtomicUsize>,
}

impl std::fmt::Debug for Late {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Late({})", self.left)
    }
}

impl PartialEq for Late {
    fn eq(&self, other: &Self) -> bool {
        self.left == other.left
    }
}
impl Eq for Late {}

impl Hash for Late {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let late = self.left == 2 && self.clock.load(Ordering::Relaxed) > 200;
        (self.left, late).hash(hasher);
    }
}

impl Pile for Late {
    fn new(left: u32) -> Self {
        Late { left, clock: Arc::new(AtomicUsize::new(0)) }
    }
    fn left(&self) -> u32 {
        self.left
    }
    fn take(&self, count: u32) -> Option<Self> {
        self.clock.fetch_add(1, Ordering::Relaxed);
        let left = self.left.checked_sub(count)?;
        Some(Late { left, clock: self.clock.clone() })
    }
}

#[test]
fn a_hash_that_changes_during_the_solve() {
    breaks(&stones::<Late>(6), Law::Hash, "Late(2)", &["changes while the game is solved"]);
}

/// Is not equal to itself when it is empty.
#[derive(Clone, Debug, Hash)]
#[allow(clippy::derived_hash_with_manual_eq)] // hashes are not the mistake
struct Shy(u32);

impl PartialEq for Shy {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0 && self.0 != 1
    }
}
impl Eq for Shy {}

impl Pile for Shy {
    fn new(left: u32) -> Self {
        Shy(left)
    }
    fn left(&self) -> u32 {
        self.0
    }
}

#[test]
fn an_eq_that_is_not_reflexive() {
    breaks(&stones::<Shy>(4), Law::Hash, "Shy(1)", &["differs from itself"]);
}

/// A larger one equals the next smaller one, and not the other way round.
#[derive(Clone, Debug)]
struct OneWay(u32);

impl PartialEq for OneWay {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0 || self.0 == 3 && other.0 == 2
    }
}
impl Eq for OneWay {}

impl Hash for OneWay {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.hash(hasher);
    }
}

impl Pile for OneWay {
    fn new(left: u32) -> Self {
        OneWay(left)
    }
    fn left(&self) -> u32 {
        self.0
    }
}

#[test]
fn an_eq_that_is_not_symmetric() {
    breaks(&stones::<OneWay>(5), Law::Hash, "OneWay(3)", &["depends on the order"]);
}
