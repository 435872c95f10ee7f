//! Play that comes back to a position.

use stonegame_core::{
    Ended, Engine, Error, Law, Solver, check, play_out, prelude::*, reachable, reachable_from,
};

/// Where each place leads to. Who cannot move loses.
struct Graph(&'static [&'static [usize]]);

#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Place(usize);

#[derive(Move, Clone, Copy, Debug, PartialEq)]
#[moves(game = Graph)]
struct Along(#[moves(0..game.0[state.0].len())] usize);

impl Game for Graph {
    type State = Place;
    type Move = Along;
    type Value = Outcome;
    fn start(&self) -> Place {
        Place(0)
    }
    fn play(&self, place: &Place, along: &Along) -> Option<Step<Self>> {
        let next = self.0[place.0].get(along.0)?;
        Some(Step::to(Place(*next)))
    }
    fn terminal(&self, _: &Place) -> Outcome {
        Outcome::Loss
    }
}

/// Two places that lead to each other.
const BACK_AND_FORTH: Graph = Graph(&[&[1], &[0]]);
/// The same with a way out.
const WAY_OUT: Graph = Graph(&[&[1], &[0, 2], &[]]);
/// Three places around, and a way out of the last.
const AROUND: Graph = Graph(&[&[1], &[2], &[0, 3], &[]]);

mod cycle {
    use super::*;

    /// B46
    #[test]
    fn play_that_comes_back_is_an_error_that_names_a_position_on_the_cycle() {
        for (graph, on_cycle) in [(BACK_AND_FORTH, 2), (WAY_OUT, 2), (AROUND, 3)] {
            for engine in [Engine::Memo, Engine::Reference] {
                for from in 0..on_cycle {
                    let solver = Solver::new().engine(engine);
                    let error = solver.solve_from(&graph, Place(from)).unwrap_err();
                    let Error::Cycle { position } = &error else { panic!("{engine}: {error}") };
                    let named =
                        (0..on_cycle).any(|place| *position == format!("{:?}", Place(place)));
                    assert!(named, "{engine}: {error}");
                }
            }
            assert_eq!(check(&graph).unwrap_err().law, Law::Cycle);
        }
    }

    /// B46
    #[test]
    fn off_the_cycle_there_is_a_value() {
        for (graph, out) in [(WAY_OUT, 2), (AROUND, 3)] {
            let solution = solve_from(&graph, Place(out)).unwrap();
            assert_eq!(solution.value(), Outcome::Loss);
        }
        // Nothing that was found of a cycle is left behind for the next solve.
        let tail = Graph(&[&[1], &[2], &[3], &[]]);
        let values = [3, 2, 1, 0].map(|place| {
            assert!(solve(&AROUND).is_err());
            solve_from(&tail, Place(place)).unwrap().value()
        });
        assert_eq!(values, [Outcome::Loss, Outcome::Win, Outcome::Loss, Outcome::Win]);
        assert_eq!(crate::agree(&tail), Outcome::Win);
    }

    /// B47
    #[test]
    fn a_game_that_goes_in_circles_is_played_up_to_a_number_of_plies() {
        for graph in [BACK_AND_FORTH, WAY_OUT] {
            let played = play_out(&graph, 100, |_, moves| Ok(moves[0])).unwrap();
            assert_eq!((played.ended, played.plies.len()), (Ended::Unfinished, 100));
            assert_eq!((played.last, played.result()), (Some(Place(0)), Ok(None)));
        }
        // With the last moves the way out is found.
        let last = |_: &Place, moves: &[Along]| Ok(moves[moves.len() - 1]);
        let played = play_out(&WAY_OUT, 100, last).unwrap();
        assert_eq!((played.ended, played.plies.len()), (Ended::Finished, 2));
        assert_eq!(played.result(), Ok(Some(Outcome::Loss)));
    }
}

mod cycle_enumeration {
    use super::*;

    /// B50
    #[test]
    fn the_positions_of_a_game_with_cycles_are_listed_once_each() {
        for (graph, count) in [(BACK_AND_FORTH, 2), (WAY_OUT, 3), (AROUND, 4)] {
            let all = reachable(&graph, 1_000);
            assert_eq!((all.positions.len(), all.complete), (count, true));
        }
        assert_eq!(reachable_from(&AROUND, Place(3), 1_000).positions, [Place(3)]);
    }

    /// B50
    #[test]
    fn no_line_is_followed_around_a_cycle() {
        let line = solve(&AROUND).and_then(|solution| solution.line());
        assert!(matches!(line, Err(Error::Cycle { .. })));
    }
}
