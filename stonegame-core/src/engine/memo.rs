//! Memoized negamax on an explicit stack.
//!
//! A position's next positions are all looked up where it is opened, while they are in registers;
//! those known are folded in at once, the first one unknown is followed, and only the other unknown
//! ones wait, on one arena that all positions share. A position enters the table when its value is
//! known. (Reserving its place when it is opened, prefetching, and keeping values apart from keys
//! were all slower.)

use super::SpaceOf;
use super::fold::{Stop, worth};
use super::reference::repeated;
use crate::game::steps;
use crate::run::Run;
use crate::{Error, Game, Space, Step, Then, Value};
use alloc::format;
use alloc::vec::Vec;
use core::hash::{BuildHasher, Hash};
use core::ops::ControlFlow;
use hashbrown::{DefaultHashBuilder, HashTable};

/// What the memo keeps of a game's state.
pub(crate) type KeyOf<G> = <SpaceOf<G> as Space>::Key;

/// How many positions are opened between two looks at the cancellation flag.
const PAUSE: usize = 1 << 10;

/// The exact value of every position reachable from one; with a cut, of those that its value needed.
pub(crate) struct Memo<K, V> {
    /// One table, or many, by some of the hash's bits: a large one would take seconds to grow,
    /// during which nobody could cancel, and hold both its old and its new room meanwhile.
    shards: Vec<HashTable<(K, V)>>,
    hasher: DefaultHashBuilder,
}

/// From how many positions on there are many shards, and how many.
const SPLIT_AT: usize = 50_000;
const SHARDS: usize = 256;

impl<K: Eq + Hash, V: Copy> Memo<K, V> {
    fn new(run: &mut Run<'_>) -> Result<Self, Error> {
        let mut shards = run.room(SHARDS)?;
        shards.push(HashTable::new());
        Ok(Memo {
            shards,
            hasher: DefaultHashBuilder::default(),
        })
    }

    #[inline(always)]
    fn hash(&self, key: &K) -> u64 {
        self.hasher.hash_one(key)
    }

    /// The table that a hash belongs to, by bits that the table itself does not look at.
    #[inline(always)]
    fn shard(&self, hash: u64) -> usize {
        (hash >> 40) as usize & (self.shards.len() - 1)
    }

    #[inline(always)]
    fn find(&self, hash: u64, key: &K) -> Option<V> {
        self.shards[self.shard(hash)]
            .find(hash, |entry| entry.0 == *key)
            .map(|entry| entry.1)
    }

    /// The value of a position, if it was met.
    pub(crate) fn get(&self, key: &K) -> Option<V> {
        self.find(self.hash(key), key)
    }

    /// Adds a position that is not there yet.
    #[inline(always)]
    fn insert(&mut self, run: &mut Run<'_>, key: K, value: V) -> Result<(), Error> {
        let hash = self.hash(&key);
        let mut shard = self.shard(hash);
        if self.shards[shard].len() == self.shards[shard].capacity() {
            shard = self.grow(run, shard, hash)?;
        }
        let hasher = &self.hasher;
        self.shards[shard].insert_unique(hash, (key, value), |entry| hasher.hash_one(&entry.0));
        Ok(())
    }

    /// Makes room in a shard, and tells which one a hash belongs to after that.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, run: &mut Run<'_>, shard: usize, hash: u64) -> Result<usize, Error> {
        let capacity = self.shards[shard].capacity();
        if self.shards.len() == 1 && capacity >= SPLIT_AT {
            self.split(run)?;
            return Ok(self.shard(hash));
        }
        let hasher = &self.hasher;
        let old = self.shards[shard].allocation_size() as u64;
        let room = Self::bytes(capacity + 1);
        run.reserve(room)?;
        if self.shards[shard]
            .try_reserve(1, |entry| hasher.hash_one(&entry.0))
            .is_err()
        {
            return Err(run.over(room));
        }
        let new = self.shards[shard].allocation_size() as u64;
        debug_assert!(new <= room, "{new} bytes taken, {room} reserved");
        run.release(old + room.saturating_sub(new));
        Ok(shard)
    }

    /// Deals the one table's positions out to many.
    fn split(&mut self, run: &mut Run<'_>) -> Result<(), Error> {
        let Some(one) = self.shards.pop() else {
            return Ok(());
        };
        let old = one.allocation_size() as u64;
        // Twice the mean, so that few of them grow meanwhile.
        let each = one.len() / SHARDS * 2;
        let (room, mut taken) = (Self::bytes(each).saturating_mul(SHARDS as u64), 0);
        run.reserve(room)?;
        for _ in 0..SHARDS {
            let shard: HashTable<(K, V)> = HashTable::with_capacity(each);
            taken += shard.allocation_size() as u64;
            self.shards.push(shard);
        }
        run.release(room.saturating_sub(taken));
        for (key, value) in one {
            self.insert(run, key, value)?;
        }
        run.release(old);
        Ok(())
    }

    /// What a table with room for so many takes, or somewhat more.
    fn bytes(capacity: usize) -> u64 {
        // At most 7 of 8 buckets are in use (of few, fewer), their number is a power of two; each
        // has a byte of its own, and the first 16 have two.
        let buckets = (capacity as u64 * 8 / 7 + 1).next_power_of_two().max(16);
        buckets
            .saturating_mul(size_of::<(K, V)>() as u64 + 1)
            .saturating_add(64)
    }
}

/// A move not yet valued: its gain, whether its player moves again, and where it leads.
struct Pending<K, V> {
    key: K,
    gain: V,
    again: bool,
}

/// A position under way: how it was reached, and what its parent had by then.
struct Frame<K, V> {
    reached: Pending<K, V>,
    parent: Open<V>,
}

/// Where the moves that a position still has to try begin on the arena, and its best value so far.
struct Open<V> {
    from: usize,
    best: V,
}

/// Why the enumeration of a position's moves ended early.
enum Halt {
    /// No other move can be better.
    Highest,
    /// A move cannot be valued: [`explain`] finds out which and why.
    Fault,
    /// There is no room for another move.
    Full(Error),
}

/// Solves a state and all that play can reach from it; with `cut`, no more than its value needs.
///
/// Time: one insert a position, one look-up a move (two where it leads to a position not met yet).
/// Memory: the positions with their values, and the moves untried along one line.
pub(crate) fn solve<G: Game>(
    run: &mut Run<'_>,
    game: &G,
    space: &SpaceOf<G>,
    start: &G::State,
    cut: bool,
) -> Result<Memo<KeyOf<G>, G::Value>, Error> {
    let Some(key) = space.pack(start.clone()) else {
        return Err(Error::Outside {
            position: format!("{start:?}"),
        });
    };
    let mut memo: Memo<KeyOf<G>, G::Value> = Memo::new(run)?;
    let mut arena: Vec<Pending<KeyOf<G>, G::Value>> = run.room(64)?;
    let mut stack: Vec<Frame<KeyOf<G>, G::Value>> = run.room(64)?;
    let (mut opened, mut suspicious) = (0, 1 << 10);
    let highest = |value: G::Value| cut && G::Value::HIGHEST == Some(value);

    let mut reached = Pending {
        key,
        gain: G::Value::ZERO,
        again: true,
    };
    // What the position above has by now; above the start there is none.
    let mut parent = Open {
        from: 0,
        best: G::Value::LOWEST,
    };
    'open: loop {
        opened += 1;
        if opened % PAUSE == 0 {
            run.tick(PAUSE)?;
        }
        let from = arena.len();
        let (mut best, mut moved) = (G::Value::LOWEST, false);
        let mut follow = None;
        let flow = space.unpack(
            &reached.key,
            #[inline(always)]
            |state| {
                let visit = |_, step: Step<G>| {
                    moved = true;
                    let (next, again) = match step.then {
                        Then::Opponent(next) => (next, false),
                        Then::Again(next) => (next, true),
                        Then::Over => {
                            best = best.better(step.gain);
                            return halt_if(highest(step.gain));
                        }
                    };
                    let Some(key) = space.pack(next) else {
                        return ControlFlow::Break(Halt::Fault);
                    };
                    if let Some(known) = memo.find(memo.hash(&key), &key) {
                        let Some(value) = worth_of(step.gain, again, known) else {
                            return ControlFlow::Break(Halt::Fault);
                        };
                        best = best.better(value);
                        return halt_if(highest(value));
                    }
                    let pending = Pending {
                        key,
                        gain: step.gain,
                        again,
                    };
                    if follow.is_none() {
                        follow = Some(pending);
                    } else if let Err(full) = run.push(&mut arena, pending) {
                        return ControlFlow::Break(Halt::Full(full));
                    }
                    ControlFlow::Continue(())
                };
                let flow = steps(game, state, visit);
                if !moved {
                    best = game.terminal(state);
                }
                flow
            },
        );
        match flow {
            ControlFlow::Continue(()) => {}
            ControlFlow::Break(Halt::Highest) => {
                follow = None;
                arena.truncate(from);
            }
            ControlFlow::Break(Halt::Fault) => {
                return Err(explain(game, space, &memo, &reached.key));
            }
            ControlFlow::Break(Halt::Full(error)) => return Err(error),
        }
        if let Some(child) = follow {
            run.push(&mut stack, Frame { reached, parent })?;
            if stack.len() == suspicious {
                suspicious *= 4;
                if let Some(key) = repeated(stack.iter().map(|frame| &frame.reached.key)) {
                    let position = space.unpack(key, |state| format!("{state:?}"));
                    return Err(Error::Cycle { position });
                }
            }
            (reached, parent) = (child, Open { from, best });
            continue;
        }

        // The value of the position reached is known, and so may be those of the ones above it.
        let mut value = best;
        loop {
            let Pending { key, gain, again } = reached;
            memo.insert(run, key, value)?;
            let Some(above) = stack.last() else {
                run.tick(opened % PAUSE)?;
                return Ok(memo);
            };
            let mut worth = worth_of(gain, again, value);
            loop {
                let Some(value) = worth else {
                    return Err(explain(game, space, &memo, &above.reached.key));
                };
                parent.best = parent.best.better(value);
                if highest(value) {
                    arena.truncate(parent.from);
                }
                if arena.len() <= parent.from {
                    break;
                }
                let Some(pending) = arena.pop() else { break };
                match memo.find(memo.hash(&pending.key), &pending.key) {
                    Some(known) => worth = worth_of(pending.gain, pending.again, known),
                    None => {
                        reached = pending;
                        continue 'open;
                    }
                }
            }
            value = parent.best;
            match stack.pop() {
                Some(frame) => (reached, parent) = (frame.reached, frame.parent),
                None => unreachable!("a position above was just looked at"),
            }
        }
    }
}

/// The value of a move for its player.
#[inline(always)]
fn worth_of<V: Value>(gain: V, again: bool, next: V) -> Option<V> {
    if again {
        gain.checked_plus(next)
    } else {
        gain.checked_minus(next)
    }
}

#[inline(always)]
fn halt_if(highest: bool) -> ControlFlow<Halt> {
    if highest {
        ControlFlow::Break(Halt::Highest)
    } else {
        ControlFlow::Continue(())
    }
}

/// Which move of a position cannot be valued, and why.
#[cold]
#[inline(never)]
fn explain<G: Game>(
    game: &G,
    space: &SpaceOf<G>,
    memo: &Memo<KeyOf<G>, G::Value>,
    key: &KeyOf<G>,
) -> Error {
    space.unpack(key, |state| {
        let flow = steps(game, state, |mv, step| {
            let mut outside = None;
            let mut unknown = false;
            let value = worth(&step, &mut Stop, |next| {
                let Some(key) = space.pack(next.clone()) else {
                    outside = Some(Error::Outside {
                        position: format!("{next:?}"),
                    });
                    return None;
                };
                let known = memo.get(&key);
                unknown = known.is_none();
                known
            });
            if let Some(outside) = outside {
                ControlFlow::Break(outside)
            } else if value.is_none() && !unknown {
                let (position, mv) = (format!("{state:?}"), format!("{mv:?}"));
                ControlFlow::Break(Error::Overflow { position, mv })
            } else {
                ControlFlow::Continue(())
            }
        });
        match flow {
            ControlFlow::Break(error) => error,
            ControlFlow::Continue(()) => Error::Unlawful {
                position: format!("{state:?}"),
                mv: "a move".into(),
                fault: "is not played the same way twice",
            },
        }
    })
}
