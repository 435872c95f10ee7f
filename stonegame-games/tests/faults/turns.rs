//! Whose turn it is: extra turns, passes, and players who cannot move.

use crate::agree;
use stonegame_core::prelude::*;
use stonegame_games::dots_and_boxes::DotsAndBoxes;

/// Each player has a stack, and takes one or two stones from its front. Who has none left passes while
/// the other still has some.
pub struct Stacks {
    first: Row<i64>,
    second: Row<i64>,
}

/// How many stones each has left.
#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[state(game = Stacks)]
pub struct Left {
    #[state(0..=game.first.len())]
    first: usize,
    #[state(0..=game.second.len())]
    second: usize,
    seconds_turn: bool,
}

#[derive(Move, Clone, Copy, Debug, PartialEq)]
pub enum Turn {
    Take(#[moves(1..=2)] usize),
    Pass,
}

impl Stacks {
    pub fn new(first: &[i64], second: &[i64]) -> Self {
        Stacks { first: first.iter().copied().collect(), second: second.iter().copied().collect() }
    }
}

impl Game for Stacks {
    type State = Left;
    type Move = Turn;
    type Value = i64;
    fn start(&self) -> Left {
        Left { first: self.first.len(), second: self.second.len(), seconds_turn: false }
    }
    fn play(&self, left: &Left, turn: &Turn) -> Option<Step<Self>> {
        let mut next = Left { seconds_turn: !left.seconds_turn, ..*left };
        let (row, mine, theirs) = match left.seconds_turn {
            false => (&self.first, &mut next.first, left.second),
            true => (&self.second, &mut next.second, left.first),
        };
        let before = row.len() - *mine;
        match turn {
            Turn::Take(count) => {
                *mine = mine.checked_sub(*count)?;
                let gain = row.values()[before..][..*count].iter().sum();
                Some(Step::to(next).gain(gain))
            }
            Turn::Pass => (*mine == 0 && theirs > 0).then_some(Step::to(next)),
        }
    }
}

/// Take the first or the last stone. Who takes an even one takes another.
pub struct EvenAgain(pub Row<i64>);

impl Game for EvenAgain {
    type State = Span;
    type Move = End;
    type Value = i64;
    fn start(&self) -> Span {
        self.0.span()
    }
    fn play(&self, span: &Span, end: &End) -> Option<Step<Self>> {
        let (stone, rest) = span.pop(*end)?;
        let gain = self.0[stone];
        let step = match gain % 2 {
            0 => Step::again(rest),
            _ => Step::to(rest),
        };
        Some(step.gain(gain))
    }
}

mod extra_turn {
    use super::*;

    /// B31
    #[test]
    fn the_sign_follows_who_moves_next() {
        // With a change of sign at every ply these come out as 0, 1, 2, 10 and 3.
        for (row, ahead) in [
            (&[2, 2][..], 4),
            (&[2, 3], 5),
            (&[2, 1, 4, 3], 0),
            (&[4, 9, 2, 7], 4),
            (&[1, 2, 3, 4, 5, 6], 7),
        ] {
            let game = EvenAgain(row.iter().copied().collect());
            assert_eq!(agree(&game), ahead, "{row:?}");
        }
    }

    /// B31
    #[test]
    fn who_completes_a_box_moves_again() {
        for (rows, columns, ahead) in [(1, 1, -1), (1, 2, 0), (2, 2, 2), (1, 3, -1)] {
            let game = DotsAndBoxes::new(rows, columns).unwrap();
            assert_eq!(agree(&game), ahead, "{rows} by {columns}");
        }
    }
}

mod pass_sign {
    use super::*;

    /// B32
    #[test]
    fn after_a_forced_pass_the_opponent_moves() {
        assert_eq!(agree(&Stacks::new(&[], &[5])), -5);
        assert_eq!(agree(&Stacks::new(&[1, 2], &[5, -7])), 5);
    }
}

mod no_move_not_terminal {
    use super::*;

    /// B34
    #[test]
    fn who_cannot_take_passes_while_the_opponent_can() {
        let game = Stacks::new(&[], &[5]);
        assert_eq!(agree(&game), -5);
        let moves = solve(&game).unwrap().moves(&game.start());
        assert_eq!(moves, Ok(vec![(Turn::Pass, -5)]));
    }

    /// B34
    #[test]
    fn play_ends_where_neither_can() {
        let game = Stacks::new(&[], &[]);
        assert_eq!(agree(&game), 0);
        assert_eq!(solve(&game).unwrap().moves(&game.start()), Ok(vec![]));
    }
}

mod voluntary_pass {
    use super::*;

    /// Take the first stone or pass. Two passes in a row end the game.
    struct TakeOrPass(Row<i64>);

    /// Twice the number of stones left, and one more unless the last move was a pass.
    #[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[state(game = TakeOrPass)]
    struct Clock(#[state(layer, 0..=2 * game.0.len() + 1, reach = 2)] usize);

    #[derive(Move, Clone, Copy, Debug, PartialEq)]
    enum Choice {
        Take,
        Pass,
    }

    impl Game for TakeOrPass {
        type State = Clock;
        type Move = Choice;
        type Value = i64;
        fn start(&self) -> Clock {
            Clock(2 * self.0.len() + 1)
        }
        fn play(&self, clock: &Clock, choice: &Choice) -> Option<Step<Self>> {
            let (left, passed) = (clock.0 / 2, clock.0.is_multiple_of(2));
            match choice {
                Choice::Take => {
                    let (stone, _) = Suffix::<1>::last(self.0.len(), left)?.pop()?;
                    Some(Step::to(Clock(2 * left - 1)).gain(self.0[stone]))
                }
                Choice::Pass if passed => Some(Step::over(0)),
                Choice::Pass => Some(Step::to(Clock(clock.0 - 1))),
            }
        }
    }

    /// B35
    #[test]
    fn a_pass_is_a_move_and_a_second_one_ends_the_game() {
        for (row, ahead) in [(&[-3][..], 0), (&[-3, 10], 0), (&[5, -3, 10], 5), (&[3, -1, -1], 3)] {
            let game = TakeOrPass(row.iter().copied().collect());
            assert_eq!(agree(&game), ahead, "{row:?}");
        }
        // Both pass, and nobody is left to take the 10.
        let game = TakeOrPass([-3, 10].into());
        let solution = solve(&game).unwrap();
        let line = solution.line().unwrap();
        assert!(line.iter().map(|ply| ply.mv).eq([Choice::Pass; 2]));
    }
}
