//! The values of many games.

use crate::{Error, Game, Solver};
use core::fmt::{self, Debug};

impl Solver {
    /// The values of many games, in their order: for surveys of thousands or millions of small ones.
    ///
    /// With the feature `parallel`, batches of games are solved by up to [`threads`](Solver::threads) threads, one
    /// game by each: so games are asked for some time before their values are, first one by one, then as many more
    /// together as take milliseconds, up to 16,384. On one thread each game is asked for as its value is.
    /// Each thread has its part of the [memory](Solver::memory), and a game that needs more has all of it, alone.
    /// The listener is told of each game's positions, by any of the threads.
    ///
    /// One game whose value cannot be had is one error; the others go on. Games of one shape are solved
    /// several times as fast side by side, in [`Lanes`](crate::Lanes).
    ///
    /// ```
    /// use stonegame_core::{Solver, prelude::*};
    /// # struct Ends(Row<i64>);
    /// # impl Game for Ends {
    /// #     type State = Span; type Move = End; type Value = i64;
    /// #     fn start(&self) -> Span { self.0.span() }
    /// #     fn play(&self, span: &Span, end: &End) -> Option<Step<Self>> {
    /// #         let (pile, rest) = span.pop(*end)?;
    /// #         Some(Step::to(rest).gain(self.0[pile]))
    /// #     }
    /// # }
    /// let rows = [[1, 5, 233, 7], [3, 9, 1, 2], [0, 0, 7, 6]];
    /// let values = Solver::new().values(rows.map(|row| Ends(row.into())));
    /// assert_eq!(values.collect::<Result<Vec<_>, _>>()?, [222, 7, 1]);
    /// # Ok::<(), Error>(())
    /// ```
    #[doc(alias = "solve_all")]
    #[doc(alias = "batch")]
    pub fn values<I>(&self, games: I) -> Values<I::IntoIter>
    where
        I: IntoIterator<Item: Game + Send>,
    {
        Values {
            solver: self.clone(),
            games: games.into_iter(),
            #[cfg(feature = "parallel")]
            batch: batch::Batch::default(),
        }
    }
}

/// The values of many games, as [`Solver::values`] gives them.
#[must_use = "games are solved as their values are asked for"]
pub struct Values<I: Iterator<Item: Game>> {
    solver: Solver,
    games: I,
    #[cfg(feature = "parallel")]
    batch: batch::Batch<<I::Item as Game>::Value>,
}

impl<I: Iterator<Item: Game + Send>> Iterator for Values<I> {
    type Item = Result<<I::Item as Game>::Value, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        #[cfg(feature = "parallel")]
        {
            let value = self.batch.next(&self.solver, &mut self.games);
            if value.is_some() || self.batch.is_done() {
                return value;
            }
        }
        self.games.next().map(|game| self.solver.value(&game))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let (least, most) = self.games.size_hint();
        #[cfg(feature = "parallel")]
        let (least, most) = {
            let ready = self.batch.len();
            (least.saturating_add(ready), most.and_then(|most| most.checked_add(ready)))
        };
        (least, most)
    }
}

impl<I: Iterator<Item: Game>> Debug for Values<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Values").field("solver", &self.solver).finish_non_exhaustive()
    }
}

#[cfg(feature = "parallel")]
mod batch {
    use crate::{Error, Game, Solver, Value};
    use alloc::boxed::Box;
    use alloc::vec;
    use alloc::vec::Vec;
    use rayon::prelude::*;
    use std::sync::Mutex;
    use std::time::{Duration, Instant};

    /// Batches grow until one takes as long, and shrink again.
    const LONG: Duration = Duration::from_millis(10);
    /// How many games are held at once, at most.
    const MOST: usize = 1 << 14;
    /// How many games of a batch a thread takes at once, at most.
    const TAKEN: usize = 64;

    /// Values that were found together and not asked for yet.
    pub(super) struct Batch<V> {
        /// Errors are rare, and large.
        ready: vec::IntoIter<Result<V, Box<Error>>>,
        /// How many games the next batch has.
        size: usize,
        /// Whether there are no more games.
        done: bool,
    }

    impl<V> Default for Batch<V> {
        fn default() -> Self {
            Batch { ready: Vec::new().into_iter(), size: 1, done: false }
        }
    }

    impl<V: Value> Batch<V> {
        /// The next value; `None` if there are no more games, or only one thread.
        pub(super) fn next<G: Game<Value = V> + Send>(
            &mut self,
            solver: &Solver,
            games: &mut impl Iterator<Item = G>,
        ) -> Option<Result<V, Error>> {
            let threads = solver.limits().threads();
            if self.ready.len() == 0 && threads > 1 && !self.done {
                let batch: Vec<G> = games.take(self.size).collect();
                self.done = batch.len() < self.size;
                let begun = Instant::now();
                self.ready = solve(solver, threads, &batch).into_iter();
                self.size = match begun.elapsed() {
                    time if time < LONG => (2 * self.size).min(MOST),
                    time if time > 2 * LONG => (self.size / 2).max(1),
                    _ => self.size,
                };
            }
            self.ready.next().map(|value| value.map_err(|error| *error))
        }

        /// How many are ready.
        pub(super) fn len(&self) -> usize {
            self.ready.len()
        }

        /// Whether the games have come to their end.
        pub(super) fn is_done(&self) -> bool {
            self.done
        }
    }

    /// The values of a batch, each found by one of so many threads.
    fn solve<G: Game>(
        solver: &Solver,
        threads: usize,
        batch: &[G],
    ) -> Vec<Result<G::Value, Box<Error>>> {
        if let [game] = batch {
            return vec![solver.value(game).map_err(Box::new)];
        }
        // Each game by one thread: one that waited for others would begin another game meanwhile.
        let own = solver.clone().threads(1).memory(solver.budget() / threads as u64);
        let taken = (batch.len() / (4 * threads)).clamp(1, TAKEN);
        let mut values: Vec<_> = batch.iter().map(|_| Ok(G::Value::ZERO)).collect();
        let parts = Mutex::new(batch.chunks(taken).zip(values.chunks_mut(taken)));
        let next = || parts.lock().ok()?.next();
        (0..threads.min(batch.len())).into_par_iter().for_each(|_| {
            while let Some((games, values)) = next() {
                for (game, value) in games.iter().zip(values) {
                    *value = own.value(game).map_err(Box::new);
                }
            }
        });
        for (game, value) in batch.iter().zip(&mut values) {
            // A thread's part of the memory was too little: alone it has all of it.
            if value.as_ref().is_err_and(|error| matches!(**error, Error::OverBudget { .. })) {
                *value = solver.value(game).map_err(Box::new);
            }
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::states::{End, Row, Span};
    use crate::{Engine, Step};
    use alloc::vec::Vec;

    /// Take the number at either end.
    struct Ends(Row<i32>);

    impl Game for Ends {
        type State = Span;
        type Move = End;
        type Value = i32;
        fn start(&self) -> Span {
            self.0.span()
        }
        fn play(&self, span: &Span, end: &End) -> Option<Step<Self>> {
            let (pile, rest) = span.pop(*end)?;
            Some(Step::to(rest).gain(self.0[pile]))
        }
    }

    /// Rows of which every hundredth overflows.
    fn game(i: i32) -> Ends {
        let row = if i % 100 == 7 { [i32::MAX, i32::MIN, i] } else { [i, 3 - i, 2 * i] };
        Ends(Row::from(row))
    }

    #[test]
    fn in_order_and_past_errors() {
        let solver = Solver::new().engine(Engine::Rolling);
        let mut values = solver.values((0..3000).map(game));
        for i in 0..3000 {
            assert_eq!(values.size_hint(), (3000 - i as usize, Some(3000 - i as usize)));
            assert_eq!(values.next(), Some(solver.value(&game(i))), "game {i}");
        }
        assert_eq!(values.next(), None);
        assert_eq!(values.next(), None);
    }

    #[test]
    fn of_endlessly_many() {
        let some: Result<Vec<_>, Error> = Solver::new().values((0..).map(game)).take(5).collect();
        // (2, 1, 4): the 4, then the 2, then the 1.
        assert_eq!(some, Ok(alloc::vec![-3, 1, 3, 3, 3]));
    }
}
