//! A rule that is written down wrong, how `check` tells of it, and what else there is to look around with.
//!
//! Two heaps of sweets. A move eats one or two sweets of one heap, or one of each. Who cannot move loses.

use stonegame_core::{check, play_out, prelude::*, reachable, solve};

struct Sweets {
    heaps: [u8; 2],
    /// The mistake, for this story.
    is_wrong: bool,
}

#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[state(game = Sweets)]
struct Left {
    #[state(layer, 0..=game.heaps[0], reach = 2)]
    first: u8,
    #[state(layer, 0..=game.heaps[1])]
    second: u8,
}

#[derive(Move, Clone, Copy, Debug)]
enum Eat {
    First(#[moves(1..=2)] u8),
    Second(#[moves(1..=2)] u8),
    OneOfEach,
}

impl Game for Sweets {
    type State = Left;
    type Move = Eat;
    type Value = Distance;
    fn start(&self) -> Left {
        Left { first: self.heaps[0], second: self.heaps[1] }
    }
    #[inline]
    fn play(&self, left: &Left, eat: &Eat) -> Option<Step<Self>> {
        let (first, second) = match *eat {
            Eat::First(count) => (count, 0),
            Eat::Second(count) => (0, count),
            Eat::OneOfEach => (1, 1),
        };
        let next = if self.is_wrong {
            // Nobody asks whether there are so many.
            Left {
                first: left.first.saturating_sub(first),
                second: left.second.saturating_sub(second),
            }
        } else {
            Left { first: left.first.checked_sub(first)?, second: left.second.checked_sub(second)? }
        };
        Some(Step::to(next))
    }
    fn terminal(&self, _: &Left) -> Distance {
        Outcome::Loss.into()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let wrong = Sweets { heaps: [5, 3], is_wrong: true };
    if let Err(broken) = check(&wrong) {
        println!("{broken}");
    }
    let game = Sweets { is_wrong: false, ..wrong };
    println!("{}", check(&game)?);

    let all = reachable(&game, 100);
    println!("{} positions, the last {:?}", all.positions.len(), all.positions.last());

    let solution = solve(&game)?;
    println!("{:?}: {}", game.start(), solution.value());
    // One player knows what is best; the other takes the first move that is legal.
    let mut is_turn = false;
    let played = play_out(&game, 100, |state, moves| {
        is_turn = !is_turn;
        Ok(if is_turn { solution.best_moves(state)?[0] } else { moves[0] })
    })?;
    for ply in &played.plies {
        println!("the {} player, at {:?}: {:?}", ply.by, ply.state, ply.mv);
    }
    println!("for the first player: {:?}", played.result()?);
    Ok(())
}
