//! Small games of every shape, and the question whether all engines agree about them.
#![allow(dead_code, missing_docs)] // each test file uses a part

use std::ops::ControlFlow;
use stonegame_core::{Engine, Move, Question, Solver, Space, Then, prelude::*};

/// The value of a state by the definition, recursively: shares no line with the engines.
pub fn oracle<G: Game>(game: &G, state: &G::State) -> G::Value {
    let mut best = None;
    let _ = G::Move::each(game, state, |mv| {
        if let Some(step) = game.play(state, &mv) {
            let (value, mask) = match &step.then {
                Then::Opponent(next) => step.gain.minus(oracle(game, next)),
                Then::Again(next) => step.gain.plus(oracle(game, next)),
                Then::Over => (step.gain, Default::default()),
            };
            assert!(!G::Value::overflowed(mask), "the test's game overflows");
            best = Some(best.map_or(value, |best: G::Value| best.better(value)));
        }
        ControlFlow::<()>::Continue(())
    });
    best.unwrap_or_else(|| game.terminal(state))
}

/// The states that play can reach from one, each once.
pub fn reachable<G: Game>(game: &G, start: G::State) -> Vec<G::State> {
    let mut found = vec![start];
    let mut next = 0;
    while let Some(state) = found.get(next).cloned() {
        next += 1;
        let _ = G::Move::each(game, &state, |mv| {
            let step = game.play(&state, &mv);
            if let Some(next) = step.and_then(|step| step.into_next())
                && !found.contains(&next)
            {
                found.push(next);
            }
            ControlFlow::<()>::Continue(())
        });
    }
    found
}

/// The value of a game, after every engine that can run has agreed with the oracle and with the
/// others: about every reachable position, its moves, its best moves, and the line.
pub fn agree<G: Game<Move: PartialEq>>(game: &G) -> G::Value {
    let states = reachable(game, game.start());
    let values: Vec<G::Value> = states.iter().map(|state| oracle(game, state)).collect();
    let layered = G::State::space(game).layers() > 0;
    let mut lines = vec![];
    for engine in Engine::ALL {
        if !layered && matches!(engine, Engine::Table | Engine::Rolling) {
            continue;
        }
        if engine == Engine::Theorem && game.theorem().is_none() {
            continue;
        }
        let solver = Solver::new().engine(engine);
        let solution = match solver.solve(game) {
            // It answers yes or no.
            Err(Error::CannotRun { engine: Engine::Proof, .. }) if G::Value::BITS == 0 => continue,
            // It counts plies by rounds, and random gains of distances do not.
            Err(Error::CannotRun { engine: Engine::Retrograde, .. })
                if std::any::type_name::<G::Value>() == std::any::type_name::<Distance>() =>
            {
                continue;
            }
            solved => solved.unwrap_or_else(|error| panic!("{engine}: {error}")),
        };
        assert_eq!(solver.value(game).unwrap(), values[0], "{engine}: value");
        assert_eq!(solution.value(), values[0], "{engine}: solution");
        match engine {
            Engine::Memo => assert_eq!(solution.positions(), states.len() as u64),
            Engine::Reference => assert!(solution.positions() >= states.len() as u64),
            _ => {}
        }
        for (state, value) in states.iter().zip(&values) {
            assert_eq!(solution.value_of(state).as_ref(), Ok(value), "{engine}: {state:?}");
            let moves = solution.moves(state).unwrap();
            let best = solution.best_moves(state).unwrap();
            let expected: Vec<&G::Move> =
                moves.iter().filter(|(_, v)| v == value).map(|(mv, _)| mv).collect();
            assert!(best.iter().eq(expected), "{engine}: best moves of {state:?}");
            assert_eq!(best.is_empty(), moves.is_empty());
        }
        let line = solution.line().unwrap();
        for ply in &line {
            // The first of the best moves; its gain is what the rules say.
            let best = solution.best_moves(&ply.state).unwrap();
            match is_direct::<G>(engine) {
                true => assert!(best.contains(&ply.mv)),
                false => assert_eq!(best.first(), Some(&ply.mv)),
            }
            assert_eq!(game.play(&ply.state, &ply.mv).unwrap().gain, ply.gain);
        }
        if !is_direct::<G>(engine) {
            lines.push((engine, line));
        }
    }
    for (engine, line) in &lines {
        assert_eq!(*line, lines[0].1, "{engine}: line");
    }
    for question in [Question::Value, Question::Line, Question::All] {
        let solution = Solver::new().question(question).solve(game).unwrap();
        assert_eq!(solution.value(), values[0], "{question:?}");
    }
    assert_eq!(value(game).unwrap(), values[0]);
    values[0]
}

/// Whether an engine's lines win in the fewest plies, rather than by the first best moves.
fn is_direct<G: Game>(engine: Engine) -> bool {
    engine == Engine::Retrograde && G::Value::HIGHEST.is_some()
}

/// The one move of games that are about something else.
#[derive(Move, Clone, Copy, Debug, PartialEq)]
pub enum Only {
    One,
}

/// Take the number at either end, whatever the numbers are made of.
pub struct AnyEnds<V>(pub Row<V>);

impl<V: Value> Game for AnyEnds<V> {
    type State = Span;
    type Move = End;
    type Value = V;
    fn start(&self) -> Span {
        self.0.span()
    }
    #[inline]
    fn play(&self, span: &Span, end: &End) -> Option<Step<Self>> {
        let (pile, rest) = span.pop(*end)?;
        Some(Step::to(rest).gain(self.0[pile]))
    }
}

/// Take up to `K` numbers from either end; if `AGAIN`, whoever takes an even sum moves again.
pub struct Ends<const K: usize, const AGAIN: bool>(pub Sums<i64>);

#[derive(Move, Clone, Copy, Debug, PartialEq)]
#[moves(game = for<const K: usize, const AGAIN: bool> Ends<K, AGAIN>)]
pub struct FromEnd {
    #[moves([End::Left, End::Right])]
    end: End,
    #[moves(1..=state.len().min(K))]
    count: usize,
}

impl<const K: usize, const AGAIN: bool> Game for Ends<K, AGAIN> {
    type State = Span<K>;
    type Move = FromEnd;
    type Value = i64;
    fn start(&self) -> Span<K> {
        self.0.span()
    }
    #[inline]
    fn play(&self, span: &Span<K>, mv: &FromEnd) -> Option<Step<Self>> {
        let (taken, rest) = span.take(mv.end, mv.count)?;
        let gain = self.0.sum(taken);
        let step = if AGAIN && gain % 2 == 0 { Step::again(rest) } else { Step::to(rest) };
        Some(step.gain(gain))
    }
}

/// Take up to `K` numbers from the front. Whoever takes exactly `sudden` ends the game with it; with
/// none left, the player to move pays one.
pub struct Front<const K: usize> {
    pub row: Sums<i64>,
    pub sudden: i64,
}

#[derive(Move, Clone, Copy, Debug, PartialEq)]
#[moves(game = for<const K: usize> Front<K>)]
pub struct FromFront(#[moves(1..=K)] usize);

impl<const K: usize> Game for Front<K> {
    type State = Suffix<K>;
    type Move = FromFront;
    type Value = i64;
    fn start(&self) -> Suffix<K> {
        self.row.suffix()
    }
    #[inline]
    fn play(&self, left: &Suffix<K>, mv: &FromFront) -> Option<Step<Self>> {
        let (taken, rest) = left.take(mv.0)?;
        let gain = self.row.sum(taken);
        Some(if gain == self.sudden { Step::over(gain) } else { Step::to(rest).gain(gain) })
    }
    fn terminal(&self, _: &Suffix<K>) -> i64 {
        -1
    }
}

/// Pick any number that is left; it counts once for each number left after it.
pub struct PickAny<W> {
    pub values: Vec<i64>,
    pub start: Subset<W>,
}

#[derive(Move, Clone, Copy, Debug, PartialEq)]
#[moves(game = for<W: stonegame_core::states::Word> PickAny<W>)]
pub struct Pick(#[moves(state.iter())] pub u32);

impl<W: stonegame_core::states::Word> Game for PickAny<W> {
    type State = Subset<W>;
    type Move = Pick;
    type Value = i64;
    fn start(&self) -> Subset<W> {
        self.start
    }
    #[inline]
    fn play(&self, left: &Subset<W>, mv: &Pick) -> Option<Step<Self>> {
        let rest = left.without(mv.0)?;
        Some(Step::to(rest).gain(self.values[mv.0 as usize]))
    }
}

/// Nim on three heaps; in misère play whoever takes the last stone loses.
pub struct Nim {
    pub heaps: [u32; 3],
    pub misere: bool,
}

#[derive(Move, Clone, Copy, Debug, PartialEq)]
#[moves(game = Nim)]
pub struct Take {
    #[moves(0..3)]
    heap: usize,
    #[moves(1..=state.0[heap])]
    stones: u32,
}

impl Game for Nim {
    type State = Heaps<3>;
    type Move = Take;
    type Value = WinLoss;
    fn start(&self) -> Heaps<3> {
        Heaps(self.heaps)
    }
    #[inline]
    fn play(&self, heaps: &Heaps<3>, mv: &Take) -> Option<Step<Self>> {
        Some(Step::to(heaps.take(mv.heap, mv.stones)?))
    }
    fn terminal(&self, _: &Heaps<3>) -> WinLoss {
        if self.misere { WinLoss::Win } else { WinLoss::Loss }
    }
}

/// Stone Game II: take 1 to 2M piles from the front, M becomes the most taken so far.
pub struct Growing(pub Sums<i64>);

#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[state(game = Growing)]
pub struct Left {
    #[state(layer, 0..=game.0.len())]
    left: usize,
    #[state(1..=game.0.len().max(1))]
    m: usize,
}

#[derive(Move, Clone, Copy, Debug, PartialEq)]
#[moves(game = Growing)]
pub struct UpToTwice(#[moves(1..=state.left.min(2 * state.m))] usize);

impl Game for Growing {
    type State = Left;
    type Move = UpToTwice;
    type Value = i64;
    fn start(&self) -> Left {
        Left { left: self.0.len(), m: 1 }
    }
    #[inline]
    fn play(&self, at: &Left, mv: &UpToTwice) -> Option<Step<Self>> {
        let row: Suffix = Suffix::last(self.0.len(), at.left)?;
        let (taken, rest) = row.take(mv.0)?;
        let m = at.m.max(mv.0).min(self.0.len());
        Some(Step::to(Left { left: rest.len(), m }).gain(self.0.sum(taken)))
    }
}

/// Two stacks of one's own, the player to move on the first; take one or two from it, pass if it is
/// empty. Both heights are layers, so that a pass would not lower them: it costs the move instead.
pub struct Stacks {
    pub mine: Vec<i64>,
    pub theirs: Vec<i64>,
}

#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[state(game = Stacks)]
pub struct Heights {
    #[state(layer, 0..=game.mine.len(), reach = 2)]
    first: usize,
    #[state(layer, 0..=game.theirs.len())]
    second: usize,
    turn: bool,
}

#[derive(Move, Clone, Copy, Debug, PartialEq)]
#[moves(game = Stacks)]
pub enum FromStack {
    Take {
        #[moves(1..=2)]
        count: usize,
    },
    #[moves(if state.turn)]
    TakeOneOfTheirs,
}

impl Game for Stacks {
    type State = Heights;
    type Move = FromStack;
    type Value = i64;
    fn start(&self) -> Heights {
        Heights { first: self.mine.len(), second: self.theirs.len(), turn: false }
    }
    #[inline]
    fn play(&self, at: &Heights, mv: &FromStack) -> Option<Step<Self>> {
        let mut next = Heights { turn: !at.turn, ..*at };
        let (own, other) = (&mut next.first, &mut next.second);
        let (height, row, count) = match (mv, at.turn) {
            (FromStack::Take { count }, false) => (own, &self.mine, *count),
            (FromStack::Take { count }, true) => (other, &self.theirs, *count),
            (FromStack::TakeOneOfTheirs, _) => (own, &self.mine, 1),
        };
        let rest = height.checked_sub(count)?;
        let gain = row[rest..*height].iter().sum();
        *height = rest;
        Some(Step::to(next).gain(gain))
    }
}

/// Rows of pins; knock down one, or two neighbours, and so split the row. Sorted, in a `Vec`.
pub struct Kayles(pub Vec<u32>);

#[derive(State, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rows(pub Vec<u32>);

#[derive(Move, Clone, Copy, Debug, PartialEq)]
#[moves(game = Kayles)]
pub struct Knock {
    #[moves(0..state.0.len())]
    row: usize,
    #[moves(1..=2)]
    pins: u32,
    #[moves(0..state.0[row])]
    before: u32,
}

impl Game for Kayles {
    type State = Rows;
    type Move = Knock;
    type Value = Outcome;
    fn start(&self) -> Rows {
        Rows(self.0.clone())
    }
    fn play(&self, Rows(rows): &Rows, mv: &Knock) -> Option<Step<Self>> {
        let mut rows = rows.clone();
        let row = rows.swap_remove(mv.row);
        let behind = row.checked_sub(mv.before + mv.pins)?;
        rows.extend([mv.before, behind].into_iter().filter(|row| *row > 0));
        rows.sort_unstable();
        Some(Step::to(Rows(rows)))
    }
    fn terminal(&self, _: &Rows) -> Outcome {
        Outcome::Loss
    }
}
