//! Faults that people really met in software of this kind, each with its small input and the right
//! value.
//!
//! A module is named after the kind of fault, and a test gives the number of its case. Some of it is
//! tested beside the games and in the core too; here the list is complete.
//!
//! Left out are:
//!
//! - B65, B67, B68, B70, B71, B73, B74, B76, B77, B79, B80, B82, B83, B85, B86: they are about
//!   derives, and tested in `stonegame-macros`.
//! - B08: that equal states hash equally is a law that `check` tries, and whose breach its own tests show.
//! - B17: which entries of a table are exact is tested in the core, beside the search that writes them (and which does not
//!   keep the position asked about).
//! - B52: that several threads and workers find what one does is tested in the core (`parallel`, `cluster`, `processes`); `unsafe` is
//!   denied but in four small modules.
//! - B58, B59, B61: they are about periods and equivalence of nim-sequences, and tested in `tests/octal`.
//!   Of B56 the move is tested, and of B62 the values, which are those of positions.
//! - B64: moves are not undone; `play` leaves the state as it is, which `check` tries.
//! - B89: it is about what a build for wasm contains. Without `std` the core asks for no time and starts no threads.
//!
//! Of some cases a part is left out too: of B47 an
//! example of each engine, since those of the documentation are run as they stand; of B44 and B55 what
//! differs between profiles and targets, for which these same tests are run there.

mod cycles;
mod memos;
mod moves;
mod perspective;
mod points;
mod searches;
mod turns;

use stonegame_core::{Cancel, Check, Engine, Error, Game, Ply, Solver, Value};

/// The most positions that the reference may evaluate; its work grows exponentially.
const FEW: u64 = 4_000;

/// A value, a line of best play, and the best moves along it.
type BestPlay<G> = (<G as Game>::Value, Vec<Ply<G>>, Vec<Vec<<G as Game>::Move>>);

/// The value of a game, upon which all engines that can run must agree: about the value, the line, and the
/// best moves along it. The game must keep the laws, too.
fn agree<G: Game<Move: PartialEq>>(game: &G) -> G::Value {
    let checked = Check::new().positions(300).run(game);
    assert!(checked.is_ok(), "{}", checked.unwrap_err());
    let mut expected: Option<BestPlay<G>> = None;
    for engine in Engine::ALL {
        let mut solver = Solver::new().engine(engine);
        if engine == Engine::Reference {
            let cancel = Cancel::new();
            solver = solver.cancel(&cancel).progress(move |progress| {
                if progress.evaluated > FEW {
                    cancel.cancel();
                }
            });
        }
        let solution = match solver.solve(game) {
            Ok(solution) => solution,
            Err(Error::CannotRun { .. }) => continue,
            Err(Error::Cancelled { .. }) if engine == Engine::Reference => continue,
            Err(error) => panic!("{engine}: {error}"),
        };
        assert_eq!(solver.value(game), Ok(solution.value()), "{engine}");
        let line = match solution.line() {
            Ok(line) => line,
            // A theorem that holds at the start alone.
            Err(Error::CannotRun { .. }) if engine == Engine::Theorem => {
                let memo = Solver::new().engine(Engine::Memo).value(game);
                assert_eq!(memo, Ok(solution.value()), "{engine}");
                continue;
            }
            Err(error) => panic!("{engine}: {error}"),
        };
        let best: Vec<Vec<G::Move>> =
            line.iter().map(|ply| solution.best_moves(&ply.state).unwrap()).collect();
        let found = (solution.value(), line, best);
        // Its lines win in the fewest plies, rather than by the first best moves.
        if engine == Engine::Retrograde && G::Value::HIGHEST.is_some() {
            assert_eq!(expected.as_ref().map(|(value, ..)| *value), Some(found.0), "{engine}");
            assert!(found.1.iter().zip(&found.2).all(|(ply, best)| best.contains(&ply.mv)));
            continue;
        }
        assert_eq!(*expected.get_or_insert(found.clone()), found, "{engine}");
    }
    let (value, ..) = expected.expect("the memo runs on every game without cycles");
    assert_eq!(stonegame_core::value(game), Ok(value));
    value
}

/// The engines that search, but for the reference, which would take too long.
const QUICK: [Engine; 3] = [Engine::Memo, Engine::Table, Engine::Rolling];

/// The value by each of the quick engines, which must be the same.
fn quick<G: Game>(game: &G) -> G::Value {
    let values = QUICK.map(|engine| Solver::new().engine(engine).value(game).unwrap());
    assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
    values[0]
}

/// Every row of up to `most` of these numbers.
fn rows<T: Copy>(numbers: &[T], most: usize) -> Vec<Vec<T>> {
    let mut rows = vec![vec![]];
    let mut longest = 0..1;
    for _ in 0..most {
        for i in longest.clone() {
            let longer = numbers.iter().map(|number| [&rows[i][..], &[*number]].concat());
            let longer: Vec<Vec<T>> = longer.collect();
            rows.extend(longer);
        }
        longest = longest.end..rows.len();
    }
    rows
}
