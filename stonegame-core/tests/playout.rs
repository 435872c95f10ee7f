//! Playouts: they end, they follow the rules, and best play earns the value.

mod common;

use common::*;
use proptest::prelude::*;
use stonegame_core::{Ended, Player, Solver, play_out, play_out_from, prelude::*};

/// To and fro between two places, a point each time; or out, if there is a way.
struct Swing {
    out: bool,
    gain: i32,
}

#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Side(bool);

#[derive(Move, Clone, Copy, Debug, PartialEq)]
enum Go {
    Over,
    Out,
}

impl Game for Swing {
    type State = Side;
    type Move = Go;
    type Value = i32;
    fn start(&self) -> Side {
        Side(false)
    }
    fn play(&self, side: &Side, go: &Go) -> Option<Step<Self>> {
        match go {
            Go::Over => Some(Step::to(Side(!side.0)).gain(self.gain)),
            Go::Out => self.out.then(|| Step::over(7)),
        }
    }
}

#[test]
fn a_cycle_ends_at_the_cap() {
    let game = Swing { out: false, gain: 1 };
    for most in [0, 1, 2, 1001] {
        let playout = play_out(&game, most, |_, moves| Ok(moves[0])).unwrap();
        assert_eq!(playout.ended, Ended::Unfinished);
        assert!(!playout.is_finished());
        assert_eq!(playout.plies.len(), most);
        assert_eq!(playout.last, Some(Side(most % 2 == 1)));
        assert_eq!(playout.result(), Ok(None));
        assert_eq!(playout.scores(), Ok([most.div_ceil(2) as i32, (most / 2) as i32]));
    }
}

#[test]
fn the_last_move_may_end_it() {
    let game = Swing { out: true, gain: 1 };
    let mut ply = 0;
    let playout = play_out(&game, 4, |_, moves| {
        ply += 1;
        Ok(moves[usize::from(ply == 4)])
    })
    .unwrap();
    assert_eq!((playout.ended, playout.last), (Ended::Finished, None));
    assert_eq!(playout.result(), Ok(Some(2 - 8)));
    assert_eq!(playout.scores(), Ok([2, 8]));
    assert_eq!(playout.plies[3].by, Player::Second);
}

#[test]
fn totals_never_wrap() {
    let gain = i32::MAX / 2 + 1;
    let game = Swing { out: true, gain };
    let playout = |plies| {
        let mut ply = 0;
        play_out(&game, 100, |_, moves| {
            ply += 1;
            Ok(moves[usize::from(ply > plies)])
        })
        .unwrap()
    };
    assert_eq!(playout(2).scores().unwrap(), [gain + 7, gain]);
    let error = playout(3).scores().unwrap_err();
    let Error::Overflow { position, mv } = &error else { panic!("{error}") };
    assert_eq!(position, "Side(false)");
    assert!(mv.starts_with("Over"), "{mv}");
    // The difference fits where the totals do not.
    assert_eq!(playout(4).result(), Ok(Some(7)));
    let error = play_out(&Swing { out: true, gain: i32::MIN }, 2, |side, moves| {
        Ok(moves[usize::from(side.0)])
    });
    assert!(matches!(error.unwrap().result(), Err(Error::Overflow { .. })));
}

#[test]
fn only_legal_moves_are_played() {
    let game = Swing { out: false, gain: 1 };
    let error = play_out(&game, 9, |_, _| Ok(Go::Out)).unwrap_err();
    assert!(matches!(error, Error::Illegal { .. }));
    let text = error.to_string();
    assert!(text.contains("Out") && text.contains("Side(false)"), "{text}");
    // And what the chooser fails with is passed on.
    let failed = play_out(&game, 9, |_, _| Err(Error::Cancelled { evaluated: 5 }));
    assert_eq!(failed.unwrap_err(), Error::Cancelled { evaluated: 5 });
}

/// Moves and steps of one playout of any game, against the rules.
fn follows<G: Game<Move: PartialEq>>(game: &G, most: usize, seed: u64) {
    let mut x = seed | 1;
    let playout = play_out(game, most, |_, moves| {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        Ok(moves[x as usize % moves.len()].clone())
    })
    .unwrap();
    let mut at = Some((Player::First, game.start()));
    for ply in &playout.plies {
        let (by, state) = at.unwrap();
        assert_eq!((ply.by, &ply.state), (by, &state));
        let step = game.play(&state, &ply.mv).unwrap();
        assert_eq!(step.gain, ply.gain);
        at = step.then_by(by);
    }
    assert_eq!(at.map(|(_, state)| state), playout.last);
    assert!(playout.plies.len() <= most);
}

trait ThenBy<S> {
    fn then_by(self, by: Player) -> Option<(Player, S)>;
}

impl<G: Game> ThenBy<G::State> for Step<G> {
    fn then_by(self, by: Player) -> Option<(Player, G::State)> {
        match self.then {
            stonegame_core::Then::Opponent(next) => Some((by.opponent(), next)),
            stonegame_core::Then::Again(next) => Some((by, next)),
            stonegame_core::Then::Over => None,
        }
    }
}

/// Best play by both earns the value, from every position.
fn best_play<G: Game<Move: PartialEq>>(game: &G) {
    let solution = Solver::new().solve(game).unwrap();
    for state in reachable(game, game.start()) {
        let value = solution.value_of(&state).unwrap();
        let playout = play_out_from(game, state, 1000, |state, _| {
            Ok(solution.best_moves(state)?.swap_remove(0))
        });
        assert_eq!(playout.unwrap().result(), Ok(Some(value)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn rules_are_followed_and_best_play_earns_the_value(
        row in prop::collection::vec(-9i64..=9, 0..8),
        sudden in -9i64..=9,
        most in 0usize..10,
        seed: u64,
    ) {
        let sums = || Sums::new(row.clone()).unwrap();
        follows(&Ends::<2, true>(sums()), most, seed);
        follows(&Front::<3> { row: sums(), sudden }, most, seed);
        best_play(&Ends::<2, true>(sums()));
        best_play(&Front::<3> { row: sums(), sudden });
        best_play(&Growing(sums()));
        best_play(&Nim { heaps: [1, 2, row.len() as u32 % 4], misere: sudden > 0 });
    }
}
