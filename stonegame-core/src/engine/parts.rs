//! The row of a sweep in tiles, cut into parts that several threads fill at once.
//!
//! What a pass over a part reads beyond its right end belongs to another thread. So each part is filled in a
//! copy that goes on beyond that end, by one `spread` for each of the layers to come, and each pass over it
//! ends one `spread` farther left than the one before: the last one where the part ends.
//!
//! ```text
//! layer   part 0            part 1
//!   3     0 0 0 0 0 0       1 1 1 1
//!   2     0 0 0 0 0 0 0     1 1 1 1 1
//!   1     0 0 0 0 0 0 0 0   1 1 1 1 1 1
//! below   0 0 0 0 0 0 0 0 0 1 1 1 1 1 1 1
//! ```
//!
//! The threads need nothing of each other until they meet, after so many layers that what they fill twice is
//! still little.

use super::SpaceOf;
use super::tiles::Part;
use crate::run::Run;
use crate::{Error, Game, Space, Value};
use alloc::vec::Vec;
use core::mem;
use core::ops::Range;
use rayon::prelude::*;

/// A part of fewer slots is not worth waking a thread for.
const SLOTS: usize = if cfg!(test) { 4 } else { 1024 };
/// How many times as many slots a part has as its passes end farther left, at least.
const SLENDER: usize = if cfg!(test) { 2 } else { 16 };
/// How many layers are filled before the threads meet, at most.
const LAYERS: usize = 1024;

/// Whether a row of so many slots may be worth cutting.
pub(super) fn worth(slots: usize) -> bool {
    slots >= 2 * SLOTS
}

/// Fills some of the layers over the row of the layer below, as far up as it is worth it: the first that
/// was not filled. `None`: a move is at fault.
pub(super) fn advance<G: Game>(
    run: &mut Run<'_>,
    game: &G,
    space: &SpaceOf<G>,
    row: &mut Vec<G::Value>,
    spread: usize,
    layers: Range<usize>,
) -> Result<Option<usize>, Error> {
    // From within the pool: its threads look out for a while for what comes next, while one from outside
    // falls asleep at each meeting.
    rayon::scope(|_| {
        let (account, mut from) = (run.account(), layers.start);
        let mut room = None;
        while let Some(cut) = Cut::of(space, run.threads(), spread, from..layers.end) {
            let (above, copies) = match &mut room {
                Some(room) => room,
                None => {
                    // Without room for copies, one thread goes on.
                    let Ok(above) = run.filled(row.len(), G::Value::ZERO) else { break };
                    let Ok(copies) = run.filled(cut.copied(), G::Value::ZERO) else { break };
                    room.insert((above, copies))
                }
            };
            let Some(copies) = copies.get_mut(..cut.copied()) else { break };
            if !cut.fill(run, game, space, row, above, copies)? {
                return Ok(None);
            }
            mem::swap(row, above);
            run.tick(cut.cells)?;
            from = cut.layers.end;
        }
        run.restart((account.0, run.evaluated()));
        Ok(Some(from))
    })
}

/// How a row is cut, and which layers go over the parts until the threads meet.
struct Cut {
    parts: usize,
    /// How many slots each part has but the last, which has what is left.
    slots: usize,
    spread: usize,
    layers: Range<usize>,
    /// How many cells the layers have.
    cells: usize,
    /// The slots of the layer below.
    below: usize,
}

impl Cut {
    /// `None`: it is not worth it, or there is no row below yet.
    fn of<S: Space>(space: &S, parts: usize, spread: usize, layers: Range<usize>) -> Option<Self> {
        let below = space.width(layers.start.checked_sub(1)?);
        let lean = spread.max(1);
        let high = (below / parts / SLENDER / lean).min(LAYERS).min(layers.len());
        let layers = layers.start..layers.start + high;
        let widths = layers.clone().map(|layer| space.width(layer));
        let (cells, narrowest) = (widths.clone().sum::<usize>(), widths.min()?.min(below));
        // As much work for each: what all fill, those cells among it that two fill.
        let twice = high * high * lean / 2;
        let work = (cells + (parts - 1) * twice) / parts;
        let slots = work.saturating_sub(twice) / high;
        let worth = slots >= SLOTS * lean && (parts - 1) * slots + high * lean <= narrowest;
        worth.then_some(Cut { parts, slots, spread, layers, cells, below })
    }

    /// How many values a part has in its copy.
    fn copied_of(&self, part: usize) -> usize {
        match part + 1 == self.parts {
            true => self.below - part * self.slots,
            false => self.slots + self.layers.len() * self.spread,
        }
    }

    /// How many values all copies have.
    fn copied(&self) -> usize {
        (0..self.parts).map(|part| self.copied_of(part)).sum()
    }

    /// Fills the layers, and writes the last into `above`; tells whether nothing was at fault.
    fn fill<G: Game>(
        &self,
        run: &Run<'_>,
        game: &G,
        space: &SpaceOf<G>,
        row: &[G::Value],
        above: &mut [G::Value],
        mut copies: &mut [G::Value],
    ) -> Result<bool, Error> {
        let (before, last) = above.split_at_mut((self.parts - 1) * self.slots);
        let to = before.chunks_exact_mut(self.slots).chain([last]);
        let mut tasks = Vec::with_capacity(self.parts);
        for (part, to) in to.enumerate() {
            let (copy, rest) = mem::take(&mut copies).split_at_mut(self.copied_of(part));
            tasks.push((part, copy, to));
            copies = rest;
        }
        let whole = tasks.into_par_iter().map(|(part, copy, to)| {
            let first = part * self.slots;
            copy.copy_from_slice(&row[first..][..copy.len()]);
            let end = |layer| match part + 1 == self.parts {
                true => space.width(layer),
                false => first + self.slots + (self.layers.end - 1 - layer) * self.spread,
            };
            let cells = Part { cells: copy, first, spread: self.spread };
            let layers = self.layers.clone();
            let whole = cells.fill(game, space, layers, end, |_| run.check_cancelled())?;
            let filled = end(self.layers.end - 1) - first;
            to[..filled].copy_from_slice(&copy[..filled]);
            Ok(whole)
        });
        whole.try_reduce(|| true, |a, b| Ok(a && b))
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::Engine;
    use crate::engine::tiles::Front;
    use crate::run::{Limits, Run};
    use crate::space::Cell;
    use crate::{Game, Move, Space, State, Step};
    use alloc::vec::Vec;
    use core::ops::ControlFlow;
    use proptest::prelude::*;

    /// Layers of which each is `lean` slots narrower than the one below; moves lead `0..=FAR` to the right.
    #[derive(Clone, Debug)]
    struct Field<const FAR: usize> {
        width: usize,
        lean: usize,
        layers: usize,
    }

    type Spot = (usize, usize);

    impl<const FAR: usize> Space for Field<FAR> {
        type State = Spot;
        type Key = Spot;
        const SPREAD: Option<usize> = Some(FAR);
        fn layers(&self) -> usize {
            self.layers
        }
        fn width(&self, layer: usize) -> usize {
            self.width.saturating_sub(layer * self.lean)
        }
        fn locate(&self, &(layer, slot): &Spot) -> Option<Cell> {
            Some(Cell { layer, slot })
        }
        fn at(&self, layer: usize, slot: usize) -> Spot {
            (layer, slot)
        }
        fn pack(&self, spot: Spot) -> Option<Spot> {
            Some(spot)
        }
        fn unpack<R>(&self, spot: &Spot, see: impl FnOnce(&Spot) -> R) -> R {
            see(spot)
        }
    }

    impl<const FAR: usize> State<Field<FAR>> for Spot {
        type Space = Field<FAR>;
        fn space(field: &Field<FAR>) -> Field<FAR> {
            field.clone()
        }
    }

    /// How far to the right.
    #[derive(Clone, Debug)]
    struct Go(usize);

    impl<const FAR: usize> Move<Field<FAR>> for Go {
        fn each<B>(
            _: &Field<FAR>,
            _: &Spot,
            visit: impl FnMut(Go) -> ControlFlow<B>,
        ) -> ControlFlow<B> {
            (0..=FAR).map(Go).try_for_each(visit)
        }
    }

    impl<const FAR: usize> Game for Field<FAR> {
        type State = Spot;
        type Move = Go;
        type Value = i64;
        fn start(&self) -> Spot {
            (0, 0)
        }
        fn play(&self, &(layer, slot): &Spot, go: &Go) -> Option<Step<Self>> {
            let gain = (layer * 31 + slot * 17 + go.0 * 7) % 101;
            Some(Step::to((layer.checked_sub(1)?, slot + go.0)).gain(gain as i64 - 50))
        }
        fn terminal(&self, spot: &Spot) -> i64 {
            spot.1 as i64
        }
    }

    /// The row after all layers, and how many cells were filled.
    fn row<const FAR: usize>(field: &Field<FAR>, threads: usize) -> (Vec<i64>, u64) {
        let limits = Limits { threads, ..Limits::default() };
        let mut run = Run::new(&limits, Engine::Rolling, u64::MAX);
        let mut front = Front::new(&mut run, field, field.layers).unwrap().unwrap();
        // In two steps, as between checkpoints.
        let some = field.layers / 3;
        assert!(front.advance(&mut run, field, field, 0..some).unwrap());
        assert!(front.advance(&mut run, field, field, some..field.layers).unwrap());
        (front.row(field.width(field.layers - 1)).to_vec(), run.evaluated())
    }

    fn same<const FAR: usize>(width: usize, more: usize, layers: usize) {
        let (lean, pool) = (FAR + more, rayon::ThreadPoolBuilder::new().num_threads(5).build());
        let field = Field::<FAR> { width, lean, layers: layers.min(width / lean.max(1) + 1) };
        let one = row(&field, 1);
        assert_eq!(one.1, (0..field.layers).map(|layer| field.width(layer) as u64).sum::<u64>());
        pool.unwrap().install(|| {
            for threads in [2, 3, 5] {
                assert_eq!(row(&field, threads), one, "{threads} threads, {field:?}");
            }
        });
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn as_one_thread(width in 1usize..200, more in 0usize..3, layers in 1usize..120) {
            same::<0>(width, more, layers);
            same::<1>(width, more, layers);
            same::<3>(width, more, layers);
        }
    }
}
