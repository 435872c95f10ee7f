//! What the tests of several games share.

use stonegame_core::{Engine, Error, Game, Margin, Solver, Value};

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
    totals
        .max_by_key(|(mine, theirs)| mine - theirs)
        .unwrap_or((0, 0))
}

/// The value of a small game, upon which all engines must agree: about the value, about the best
/// moves of every position along the line, about the line and about the scores.
pub(crate) fn agree<G>(game: &G) -> G::Value
where
    G: Game<Value: Margin, Move: PartialEq>,
{
    let mut expected = None;
    for engine in Engine::SEARCHING {
        let solver = Solver::new().engine(engine);
        let solution = solver
            .solve(game)
            .unwrap_or_else(|error| panic!("{engine}: {error}"));
        assert_eq!(solver.value(game), Ok(solution.value()), "{engine}");
        let line = solution.line().unwrap();
        let mut best = vec![];
        for ply in &line {
            assert_eq!(solution.value_of(&ply.state), Ok(ply.value), "{engine}");
            best.push(solution.best_moves(&ply.state).unwrap());
            assert_eq!(
                best.last().and_then(|best| best.first()),
                Some(&ply.mv),
                "{engine}"
            );
        }
        let [first, second] = solution.scores().unwrap();
        assert_eq!(
            first.checked_minus(second),
            Some(solution.value()),
            "{engine}"
        );
        let found = (solution.value(), line, best, [first, second]);
        assert_eq!(*expected.get_or_insert(found.clone()), found, "{engine}");
    }
    let auto: Result<_, Error> = stonegame_core::value(game);
    let (value, ..) = expected.expect("at least one engine ran");
    assert_eq!(auto, Ok(value));
    value
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
