//! A table of a chain whose values are told apart by one or two bits: as many a position.
//!
//! It takes a quarter or an eighth of the bytes that a table of values would, and a fifth more time; so it is
//! for long chains alone.

use super::SpaceOf;
use super::fold::{Stop, best};
use super::sweep::{explain, lower, pause};
use crate::run::Run;
use crate::space::Cell;
use crate::{Error, Game, Space, State, Value};
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Range;

/// A chain of fewer layers has values in bytes of their own.
const LONG: usize = if cfg!(test) { 1 << 6 } else { 1 << 24 };

/// How many bits a value takes, if a table of so many layers is of this kind; else 0.
pub(crate) fn bits<S: Space, V: Value>(layers: usize) -> u32 {
    if S::CHAIN && layers >= LONG && V::BITS <= 2 { V::BITS } else { 0 }
}

/// The bytes that the values of so many positions take, of which each has at least one bit.
pub(crate) fn bytes(positions: u64, bits: u32) -> u64 {
    8 * positions.div_ceil(u64::from(64 / bits))
}

/// The values of the layers filled so far, side by side in words.
pub(crate) struct Packed<V> {
    words: Vec<u64>,
    layers: usize,
    value: PhantomData<V>,
}

impl<V: Value> Packed<V> {
    /// How many values a word has.
    const EACH: usize = if V::BITS == 1 { 64 } else { 32 };

    /// Fills the layers `0..layers`.
    pub(crate) fn solve<G: Game<Value = V>>(
        run: &mut Run<'_>,
        game: &G,
        space: &SpaceOf<G>,
        layers: usize,
    ) -> Result<Self, Error> {
        let words = run.room(layers.div_ceil(Self::EACH))?;
        let mut table = Packed { words, layers: 0, value: PhantomData };
        while table.layers < layers {
            let some = table.layers..layers.min(table.layers + pause(space));
            if !table.fill(game, some.clone()) {
                return Err(explain(game, space, table.layers, |cell| table.get(cell)));
            }
            run.tick(some.len())?;
        }
        Ok(table)
    }

    /// Fills some more layers; tells whether nothing was at fault, else as far as that.
    #[inline(never)]
    fn fill<G: Game<Value = V>>(&mut self, game: &G, layers: Range<usize>) -> bool {
        let space: SpaceOf<G> = G::State::space(game);
        let reach = space.reach();
        for layer in layers {
            if layer % Self::EACH == 0 {
                self.words.push(0);
            }
            let words = self.words.as_slice();
            let state = space.at(layer, 0);
            let value = best(
                game,
                &state,
                &mut Stop,
                #[inline(always)]
                |next| {
                    let (cell, _) = lower(&space, layer, reach, next)?;
                    Some((Self::value(words, cell.layer)?, false))
                },
            );
            let Some(value) = value else { return false };
            if let Some(word) = self.words.last_mut() {
                *word |= value.to_bits() << (layer % Self::EACH * V::BITS as usize);
            }
            self.layers = layer + 1;
        }
        true
    }

    /// The value of a layer whose word is there.
    #[inline(always)]
    fn value(words: &[u64], layer: usize) -> Option<V> {
        let word = words.get(layer / Self::EACH)? >> (layer % Self::EACH * V::BITS as usize);
        Some(V::of_bits(word & ((1 << V::BITS) - 1)))
    }

    /// The value in a cell.
    pub(crate) fn get(&self, cell: Cell) -> Option<V> {
        let held = cell.layer < self.layers && cell.slot == 0;
        if held { Self::value(&self.words, cell.layer) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use crate::states::Subset;
    use crate::{Engine, Error, Game, Move, Outcome, Solver, Step, Value, WinLoss};
    use core::marker::PhantomData;
    use core::ops::ControlFlow;

    /// Take out a number; some sets end the game.
    struct Choose<V> {
        n: u32,
        /// A move that no position has.
        broken: Option<u16>,
        value: PhantomData<fn() -> V>,
    }

    #[derive(Clone, Debug, PartialEq)]
    struct Out(u32);

    impl<V: Value> Move<Choose<V>> for Out {
        fn each<B>(
            _: &Choose<V>,
            set: &Subset<u16>,
            visit: impl FnMut(Out) -> ControlFlow<B>,
        ) -> ControlFlow<B> {
            set.iter().map(Out).try_for_each(visit)
        }
    }

    impl<V: Value> Game for Choose<V> {
        type State = Subset<u16>;
        type Move = Out;
        type Value = V;
        fn start(&self) -> Subset<u16> {
            Subset::full(self.n).unwrap()
        }
        fn play(&self, set: &Subset<u16>, out: &Out) -> Option<Step<Self>> {
            let rest = set.without(out.0)?;
            if self.broken == Some(set.bits()) {
                return Some(Step::to(*set));
            }
            let what = (u32::from(set.bits()) * 37 + out.0 * 11) % 23;
            Some(match (what, V::HIGHEST) {
                (0, Some(highest)) => Step::over(highest),
                (1 | 2, _) => Step::over(V::LOWEST),
                (3..6, _) => Step::again(rest),
                _ => Step::to(rest),
            })
        }
    }

    fn agree<V: Value>() {
        for n in 0..=9 {
            let game = Choose::<V> { n, broken: None, value: PhantomData };
            let [table, memo] = [Engine::Table, Engine::Memo].map(|engine| {
                let solution = Solver::new().engine(engine).solve(&game).unwrap();
                let states =
                    (0..1u16 << n).map(|set| Subset::of(n, (0..n).filter(|i| set >> i & 1 > 0)));
                let values = states.map(|state| solution.value_of(&state.unwrap()).ok());
                (solution.line(), values.collect::<alloc::vec::Vec<_>>())
            });
            assert_eq!(table.0, memo.0, "{n} numbers");
            for (set, pair) in table.1.into_iter().zip(memo.1).enumerate() {
                // The memo covers what play reaches.
                assert!(pair.1.is_none() || pair.0 == pair.1, "{n} numbers, set {set:b}: {pair:?}");
            }
        }
    }

    #[test]
    fn as_the_memo() {
        agree::<Outcome>();
        agree::<WinLoss>();
    }

    #[test]
    fn a_quarter_or_an_eighth_of_the_bytes() {
        fn memory<V: Value>() -> u64 {
            let game = Choose::<V> { n: 10, broken: None, value: PhantomData };
            Solver::new().engine(Engine::Table).plan(&game).unwrap().memory.unwrap()
        }
        assert_eq!((memory::<Outcome>(), memory::<WinLoss>()), (256, 128));
        let game = Choose::<WinLoss> { n: 10, broken: None, value: PhantomData };
        let within = |bytes| Solver::new().engine(Engine::Table).memory(bytes).value(&game);
        assert!(within(128).is_ok());
        assert!(matches!(within(127), Err(Error::OverBudget { needed: 128, .. })));
    }

    #[test]
    fn a_broken_move_is_named() {
        let game = Choose::<WinLoss> { n: 9, broken: Some(0b1_0110_0101), value: PhantomData };
        let error = Solver::new().engine(Engine::Table).value(&game).unwrap_err();
        assert!(
            matches!(&error, Error::Unlawful { position, .. } if position == "{0, 2, 5, 6, 8}"),
            "{error}"
        );
    }
}
