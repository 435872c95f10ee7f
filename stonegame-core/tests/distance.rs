//! The distance to win: all engines, against sets of positions that are won in 0, 1, 2, … plies.

mod common;

use common::agree;
use proptest::prelude::*;
use stonegame_core::{Distance, check, prelude::*};

/// What a move of a made-up game does: to a lower place, or to the end.
#[derive(Clone, Copy, Debug)]
enum Way {
    To(usize),
    Again(usize),
    Ends(Outcome),
}

/// Places, the ways out of each to lower ones, and the outcome where there is none.
#[derive(Debug)]
struct Places(Vec<(Vec<Way>, Outcome)>);

#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[state(game = Places)]
struct Place(#[state(layer, 0..game.0.len())] usize);

#[derive(Move, Clone, Copy, Debug, PartialEq)]
#[moves(game = Places)]
struct Along(#[moves(0..game.0[state.0].0.len())] usize);

impl Game for Places {
    type State = Place;
    type Move = Along;
    type Value = Distance;
    fn start(&self) -> Place {
        Place(self.0.len() - 1)
    }
    #[inline]
    fn play(&self, place: &Place, along: &Along) -> Option<Step<Self>> {
        Some(match *self.0[place.0].0.get(along.0)? {
            Way::To(next) => Step::to(Place(next)),
            Way::Again(next) => Step::again(Place(next)),
            Way::Ends(outcome) => Step::over(Distance::by_move(outcome)),
        })
    }
    fn terminal(&self, place: &Place) -> Distance {
        self.0[place.0].1.into()
    }
}

/// In rounds: what is decided in `plies` follows from what was decided in fewer; the rest is drawn.
fn in_rounds(game: &Places) -> Vec<Distance> {
    let mut known: Vec<Option<Distance>> = game
        .0
        .iter()
        .map(|(ways, outcome)| ways.is_empty().then(|| Distance::from(*outcome)))
        .collect();
    for plies in 1..=game.0.len() as u32 + 1 {
        let before = known.clone();
        for (place, (ways, _)) in game.0.iter().enumerate() {
            if before[place].is_some() {
                continue;
            }
            // For the player who moves.
            let outcome = |way: &Way| match *way {
                Way::To(next) => before[next].map(|next| next.outcome().reversed()),
                Way::Again(next) => before[next].map(|next| next.outcome()),
                Way::Ends(outcome) => Some(outcome),
            };
            if ways.iter().any(|way| outcome(way) == Some(Outcome::Win)) {
                known[place] = Some(Distance::Win(plies));
            } else if ways.iter().all(|way| outcome(way) == Some(Outcome::Loss)) {
                known[place] = Some(Distance::Loss(plies));
            }
        }
    }
    known.into_iter().map(|known| known.unwrap_or(Distance::Draw)).collect()
}

fn outcome() -> impl Strategy<Value = Outcome> {
    prop::sample::select(vec![Outcome::Loss, Outcome::Loss, Outcome::Draw, Outcome::Win])
}

/// Up to eleven places; numbers that are cut down to lower ones.
fn places() -> impl Strategy<Value = Places> {
    let way = (0usize..8, any::<prop::sample::Index>(), outcome());
    let place = (prop::collection::vec(way, 0..4), outcome());
    prop::collection::vec(place, 1..12).prop_map(|places| {
        let cut = |(at, (ways, outcome)): (usize, (Vec<_>, Outcome))| {
            let ways = ways.into_iter().map(
                |(kind, lower, outcome): (usize, prop::sample::Index, Outcome)| match kind {
                    0 => Way::Ends(outcome),
                    _ if at == 0 => Way::Ends(outcome),
                    1 | 2 => Way::Again(lower.index(at)),
                    _ => Way::To(lower.index(at)),
                },
            );
            (ways.collect(), outcome)
        };
        Places(places.into_iter().enumerate().map(cut).collect())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn all_engines_count_the_plies(game in places()) {
        let value = agree(&game);
        prop_assert!(check(&game).is_ok_and(|checked| checked.is_all()));
        let rounds = in_rounds(&game);
        prop_assert_eq!(value, rounds[rounds.len() - 1]);
        let solution = solve(&game).unwrap();
        for (place, distance) in rounds.iter().enumerate() {
            prop_assert_eq!(solution.value_of(&Place(place)), Ok(*distance));
        }
    }
}

/// Of several wins the fastest is best, of several losses the slowest.
#[test]
fn best_moves_win_fast_and_lose_slowly() {
    use Way::To;
    let lost = Outcome::Loss;
    let game = Places(vec![
        (vec![], lost),             // lost
        (vec![To(0)], lost),        // win in 1
        (vec![To(1)], lost),        // loss in 2
        (vec![To(2)], lost),        // win in 3
        (vec![To(2), To(0)], lost), // a win in 3, and one in 1
        (vec![To(3), To(1)], lost), // a loss in 4, and one in 2
    ]);
    let solution = solve(&game).unwrap();
    assert_eq!(solution.value(), Distance::Loss(4));
    assert_eq!(solution.best_moves(&Place(5)).unwrap(), [Along(0)]);
    assert_eq!(solution.best_moves(&Place(4)).unwrap(), [Along(1)]);
    assert_eq!(solution.line().unwrap().len(), 4);
}
