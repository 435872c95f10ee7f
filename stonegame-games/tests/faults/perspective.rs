//! Whose a value is.

use crate::{agree, rows};
use stonegame_core::{play_out, prelude::*, reachable};
use stonegame_games::nim::Nim;
use stonegame_games::play::Play;
use stonegame_games::predict_the_winner::PredictTheWinner;
use stonegame_games::tic_tac_toe::{Board, Mark, TicTacToe};

/// B25
#[test]
fn the_opponent_does_not_cooperate() {
    let game = PredictTheWinner::new([3, 9, 1, 2]);
    assert_eq!(agree(&game), 7);
    // Who hopes for the 9 takes the 3.
    let best = solve(&game).unwrap().best_moves(&game.start());
    assert_eq!(best, Ok(vec![End::Right]));
    assert_eq!(agree(&PredictTheWinner::new([100, 200, 300, 400, 101])), -99);
}

/// B26
#[test]
fn best_play_at_tic_tac_toe_is_a_draw() {
    let solution = solve(&TicTacToe).unwrap();
    assert_eq!((solution.value(), solution.positions()), (Outcome::Draw, 5478));
    assert_eq!(reachable(&TicTacToe, 10_000).positions.len(), 5478);
    let first = solution.moves(&TicTacToe.start()).unwrap();
    assert_eq!(first.len(), 9);
    for (mark, value) in first {
        assert_eq!(value, Outcome::Draw);
        let then = TicTacToe.play(&TicTacToe.start(), &mark).unwrap();
        let follower = solution.value_of(then.next().unwrap());
        assert_eq!(follower, Ok(Outcome::Draw));
    }
    // Whichever of the best moves are chosen.
    for choice in 0..9 {
        let best = |board: &Board, _: &[Mark]| {
            let best = solution.best_moves(board)?;
            Ok(best[choice % best.len()])
        };
        let played = play_out(&TicTacToe, 9, best).unwrap();
        assert_eq!(played.result(), Ok(Some(Outcome::Draw)));
    }
}

/// Take the first or the last stone. Who first has as many points as the goal wins; if nobody has, it
/// is a draw.
struct Race {
    row: Row<u32>,
    goal: u32,
}

#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[state(game = Race)]
struct Standing {
    #[state(layer, game.row.len())]
    left: Span,
    #[state(0..game.goal)]
    mine: u32,
    #[state(0..game.goal)]
    theirs: u32,
}

impl Game for Race {
    type State = Standing;
    type Move = End;
    type Value = Outcome;
    fn start(&self) -> Standing {
        Standing { left: self.row.span(), mine: 0, theirs: 0 }
    }
    fn play(&self, at: &Standing, end: &End) -> Option<Step<Self>> {
        let (stone, left) = at.left.pop(*end)?;
        let total = at.mine + self.row[stone];
        if total >= self.goal {
            return Some(Step::over(Outcome::Win));
        }
        Some(Step::to(Standing { left, mine: at.theirs, theirs: total }))
    }
}

/// 1 if the first player wins, -1 if the second does, 0 if nobody: the former wants it high, the
/// latter low. Each has a total of their own.
fn winner(row: &[u32], totals: [u32; 2], turn: usize, goal: u32) -> i32 {
    let sign = [1, -1][turn];
    let take = |stone: u32, rest: &[u32]| {
        let mut totals = totals;
        totals[turn] += stone;
        match totals[turn] >= goal {
            true => sign,
            false => winner(rest, totals, 1 - turn, goal),
        }
    };
    match row {
        [] => 0,
        [first, rest @ ..] => {
            let last = row.len() - 1;
            let results = [take(*first, rest), take(row[last], &row[..last])];
            let best = results.into_iter().max_by_key(|result| sign * result);
            best.unwrap()
        }
    }
}

/// B28
#[test]
fn both_ways_to_end_pay_the_player_they_ought_to() {
    let race = |row: &[u32]| Race { row: row.iter().copied().collect(), goal: 3 };
    assert_eq!(agree(&race(&[1, 1, 2])), Outcome::Win);
    assert_eq!(agree(&race(&[1, 1])), Outcome::Draw);
    let mut met = [0; 3];
    for row in rows(&[0, 1, 2, 3], 5) {
        let by_force = winner(&row, [0; 2], 0, 3);
        let value = value(&race(&row)).unwrap();
        assert_eq!(value as i32, by_force, "{row:?}");
        met[(by_force + 1) as usize] += 1;
    }
    assert!(met.iter().all(|count| *count > 20), "{met:?}");
    for row in [&[2, 0, 3, 1][..], &[0, 3, 0, 0], &[1, 2, 2, 2, 1]] {
        assert_eq!(agree(&race(row)) as i32, winner(row, [0; 2], 0, 3), "{row:?}");
    }
}

/// One heap; take one or two. Who takes the last stone wins, in misère play loses: said by the move
/// that takes it.
struct LastMove {
    stones: usize,
    play: Play,
}

#[derive(Move, Clone, Copy, Debug, PartialEq)]
struct OneOrTwo(#[moves(1..=2)] usize);

impl Game for LastMove {
    type State = Suffix<2>;
    type Move = OneOrTwo;
    type Value = WinLoss;
    fn start(&self) -> Suffix<2> {
        Suffix::whole(self.stones)
    }
    fn play(&self, left: &Suffix<2>, OneOrTwo(count): &OneOrTwo) -> Option<Step<Self>> {
        let (_, rest) = left.take(*count)?;
        Some(match rest.is_empty() {
            true => Step::over(WinLoss::won(self.play == Play::Normal)),
            false => Step::to(rest),
        })
    }
    fn terminal(&self, _: &Suffix<2>) -> WinLoss {
        self.play.stuck()
    }
}

/// The same, said by the position without stones.
struct NoMove(LastMove);

impl Game for NoMove {
    type State = Suffix<2>;
    type Move = OneOrTwo;
    type Value = WinLoss;
    fn start(&self) -> Suffix<2> {
        self.0.start()
    }
    fn play(&self, left: &Suffix<2>, OneOrTwo(count): &OneOrTwo) -> Option<Step<Self>> {
        Some(Step::to(left.take(*count)?.1))
    }
    fn terminal(&self, left: &Suffix<2>) -> WinLoss {
        self.0.terminal(left)
    }
}

/// B29
#[test]
fn a_gain_is_the_movers_and_a_terminal_value_that_of_the_player_to_move() {
    let one = |play| agree(&Nim::new([1], play).unwrap());
    assert_eq!((one(Play::Normal), one(Play::Misere)), (WinLoss::Win, WinLoss::Loss));
    for play in [Play::Normal, Play::Misere] {
        for stones in 0..=10 {
            let by_move = agree(&LastMove { stones, play });
            let by_position = agree(&NoMove(LastMove { stones, play }));
            assert_eq!(by_move, by_position, "{stones} stones, {play:?}");
            let lost = if play == Play::Normal { 0 } else { 1 };
            assert_eq!(by_move, WinLoss::won(stones % 3 != lost));
        }
    }
}
