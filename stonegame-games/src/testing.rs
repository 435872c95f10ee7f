//! What the tests of several games share.

use core::fmt::Debug;
use std::collections::BTreeMap;
use stonegame_core::{Check, Engine, Error, Game, Margin, Ply, Solver, Value};

/// The two players' totals under best play, by a recurrence that shares nothing with the engines:
/// it carries both totals instead of their difference, and copies the row at every move. `moves`
/// gives, for a row that is not empty, what each move gains and what it leaves.
pub(crate) fn two_totals(
    row: &[i64],
    moves: &impl Fn(&[i64]) -> Vec<(i64, Vec<i64>)>,
) -> (i64, i64) {
    if row.is_empty() {
        return (0, 0);
    }
    let totals = moves(row).into_iter().map(|(gain, rest)| {
        let (theirs, mine) = two_totals(&rest, moves);
        (gain + mine, theirs)
    });
    totals.max_by_key(|(mine, theirs)| mine - theirs).unwrap_or((0, 0))
}

/// Whether the player to move wins, by a recurrence that shares nothing with the engines. `next` gives
/// the positions one move away, and `stuck` says whether who cannot move wins.
pub(crate) fn wins<P: Ord + Clone>(
    position: &P,
    next: &impl Fn(&P) -> Vec<P>,
    stuck: bool,
) -> bool {
    fn known<P: Ord + Clone>(
        position: &P,
        next: &impl Fn(&P) -> Vec<P>,
        stuck: bool,
        memo: &mut BTreeMap<P, bool>,
    ) -> bool {
        if let Some(wins) = memo.get(position) {
            return *wins;
        }
        let next_ones = next(position);
        let wins = match next_ones.is_empty() {
            true => stuck,
            false => !next_ones.iter().all(|p| known(p, next, stuck, memo)),
        };
        memo.insert(position.clone(), wins);
        wins
    }
    known(position, next, stuck, &mut BTreeMap::new())
}

/// A value, a line of best play, and the best moves along it.
type BestPlay<G> = (<G as Game>::Value, Vec<Ply<G>>, Vec<Vec<<G as Game>::Move>>);

/// The value of a small game, upon which all engines that can run must agree: about the value, about the
/// best moves of every position along the line, and about the line. The game keeps the laws.
pub(crate) fn agree<G: Game<Move: PartialEq>>(game: &G) -> G::Value {
    let mut expected: Option<BestPlay<G>> = None;
    let mut ran = 0;
    for engine in Engine::ALL {
        let solver = Solver::new().engine(engine);
        let solution = match solver.solve(game) {
            Ok(solution) => solution,
            Err(Error::CannotRun { .. }) => continue,
            Err(error) => panic!("{engine}: {error}"),
        };
        ran += 1;
        assert_eq!(solver.value(game), Ok(solution.value()), "{engine}");
        let play = || {
            let line = solution.line()?;
            let mut best = vec![];
            for ply in &line {
                assert_eq!(solution.value_of(&ply.state)?, ply.value, "{engine}");
                best.push(solution.best_moves(&ply.state)?);
                let best = best.last();
                match is_direct::<G>(engine) {
                    true => assert!(best.is_some_and(|best| best.contains(&ply.mv)), "{engine}"),
                    false => {
                        assert_eq!(best.and_then(|best| best.first()), Some(&ply.mv), "{engine}")
                    }
                }
            }
            Ok((solution.value(), line, best))
        };
        let found = match play() {
            Ok(found) => found,
            // A theorem that holds at the start alone.
            Err(Error::CannotRun { engine: Engine::Theorem, .. }) => {
                let by_memo = Solver::new().engine(Engine::Memo).value(game);
                assert_eq!(by_memo, Ok(solution.value()), "{engine}");
                continue;
            }
            Err(error) => panic!("{engine}: {error}"),
        };
        if is_direct::<G>(engine) {
            assert_eq!(expected.as_ref().map(|(value, ..)| *value), Some(found.0), "{engine}");
            continue;
        }
        assert_eq!(*expected.get_or_insert(found.clone()), found, "{engine}");
    }
    // The laws, on the positions near the start and the end.
    if let Err(broken) = Check::new().positions(100).run(game) {
        panic!("{broken}");
    }
    assert!(ran >= 2, "the reference and the memo solve every game");
    let (value, ..) = expected.expect("at least one engine ran");
    assert_eq!(stonegame_core::value(game), Ok(value));
    value
}

/// Whether an engine's lines win in the fewest plies, rather than by the first best moves.
fn is_direct<G: Game>(engine: Engine) -> bool {
    engine == Engine::Retrograde && G::Value::HIGHEST.is_some()
}

/// [`agree`] in a game of points, of which the scores must agree too.
pub(crate) fn agree_on_points<G: Game<Value: Margin, Move: PartialEq>>(game: &G) -> G::Value {
    let value = agree(game);
    let mut expected = None;
    for engine in Engine::ALL {
        let Ok(solution) = Solver::new().engine(engine).solve(game) else {
            continue;
        };
        let scores = solution.scores().unwrap();
        assert_eq!(*expected.get_or_insert(scores), scores, "{engine}");
        assert_eq!(scores[0].checked_minus(scores[1]), Some(value), "{engine}");
    }
    value
}

/// The theorem and a search agree on a game.
pub(crate) fn proved<G: Game + Debug>(game: &G) {
    let by = |engine| Solver::new().engine(engine).value(game);
    assert_eq!(by(Engine::Theorem), by(Engine::Memo), "{game:?}");
}

/// Every row of up to `most` of these numbers.
pub(crate) fn rows<T: Copy>(numbers: &[T], most: usize) -> Vec<Vec<T>> {
    let mut rows = vec![vec![]];
    let mut longest = 0..1;
    for _ in 0..most {
        let row = |i: usize| numbers.iter().map(move |number| (i, *number));
        for (i, number) in longest.clone().flat_map(row) {
            rows.push([&rows[i][..], &[number]].concat());
        }
        longest = longest.end..rows.len();
    }
    rows
}
