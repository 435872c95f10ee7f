//! Play that comes back to a position.

use stonegame_core::{
    Ended, Engine, Error, Solver, check, play_out, prelude::*, reachable, reachable_from,
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
            // Endless play is a draw, so that no law is broken.
            assert!(check(&graph).unwrap().engines.contains(&Engine::Retrograde));
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
            assert!(Solver::new().engine(Engine::Memo).solve(&AROUND).is_err());
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

mod retrograde {
    use super::*;

    /// All outcomes and distances, from whichever place the game is solved.
    fn decided(graph: &Graph, expected: &[(Outcome, Option<u32>)]) {
        for from in 0..expected.len() {
            for solver in [Solver::new(), Solver::new().engine(Engine::Retrograde)] {
                let solution = solver.solve_from(graph, Place(from)).unwrap();
                assert_eq!(solution.value(), expected[from].0, "from {from}");
                for (place, (outcome, plies)) in expected.iter().enumerate() {
                    let Ok(value) = solution.value_of(&Place(place)) else { continue };
                    assert_eq!(value, *outcome, "{place} from {from}");
                    if solution.plan().engine == Engine::Retrograde {
                        assert_eq!(solution.distance_of(&Place(place)), Ok(*plies));
                    }
                }
            }
        }
    }

    /// B23, B46, B49
    #[test]
    fn what_can_be_forced_is_decided_and_all_else_is_drawn() {
        use Outcome::{Draw, Loss, Win};
        let draw = (Draw, None);
        decided(&AROUND, &[(Win, Some(3)), (Loss, Some(2)), (Win, Some(1)), (Loss, Some(0))]);
        decided(&WAY_OUT, &[(Loss, Some(2)), (Win, Some(1)), (Loss, Some(0))]);
        decided(&BACK_AND_FORTH, &[draw; 2]);
        // No position to begin from.
        decided(&Graph(&[&[1, 2], &[0], &[3], &[2]]), &[draw; 4]);
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
        // It leads to the way out, by the shortest way,
        let solution = solve(&AROUND).unwrap();
        let line: Vec<usize> = solution.line().unwrap().iter().map(|ply| ply.state.0).collect();
        assert_eq!((line, solution.value()), (vec![0, 1, 2], Outcome::Win));
        assert_eq!(solution.distance_of(&Place(0)), Ok(Some(3)));
        // and where there is none, nowhere.
        let solution = solve(&BACK_AND_FORTH).unwrap();
        assert_eq!((solution.value(), solution.line().unwrap().len()), (Outcome::Draw, 0));
    }
}
