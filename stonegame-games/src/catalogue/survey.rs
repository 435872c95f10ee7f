//! One game of many: its value, and what greed makes of it.

use super::{Failure, Show, Shown};
use stonegame_core::{Game, Player, Solution, Solver, Then, Value};

/// What a random instance is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Surveyed {
    /// The value for the first player, if both play best.
    pub value: Shown,
    /// What the first player ends up ahead by who always takes the most at once, the first such move, against best play;
    /// of a game of points.
    pub greedy: Option<i128>,
}

pub(super) fn survey<G>(game: &G, solver: &Solver) -> Result<Surveyed, Failure>
where
    G: Game<Value: Show>,
{
    let solution = solver.solve(game)?;
    let has_points = G::Value::ZERO.show().points().is_some();
    let greedy = if has_points { greedy(&solution)? } else { None };
    Ok(Surveyed { value: solution.value().show(), greedy })
}

/// What the first player ends up ahead by; `None` if 128 bits do not hold it.
fn greedy<G: Game<Value: Show>>(solution: &Solution<'_, G>) -> Result<Option<i128>, Failure> {
    let game = solution.game();
    let (mut state, mut by, mut ahead) = (solution.start().clone(), Player::First, 0i128);
    let mut add = |by, gain: G::Value| {
        let gain = gain.show().points()?;
        ahead = match by {
            Player::First => ahead.checked_add(gain)?,
            Player::Second => ahead.checked_sub(gain)?,
        };
        Some(ahead)
    };
    loop {
        let best = solution.value_of(&state)?;
        let steps = solution.moves(&state)?.into_iter();
        let mut steps = steps.filter_map(|(mv, value)| Some((game.play(&state, &mv)?, value)));
        let step = match by {
            // Of equals `max_by` would take the last.
            Player::First => steps.reduce(|most, next| {
                let gains_more = next.0.gain.show().points() > most.0.gain.show().points();
                if gains_more { next } else { most }
            }),
            Player::Second => steps.find(|(_, value)| *value == best),
        };
        let Some((step, _)) = step else { return Ok(add(by, game.terminal(&state))) };
        let Some(now) = add(by, step.gain) else { return Ok(None) };
        match step.then {
            Then::Opponent(next) => (state, by) = (next, by.opponent()),
            Then::Again(next) => state = next,
            Then::Over => return Ok(Some(now)),
        }
    }
}
