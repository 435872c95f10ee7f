//! Games at random: a graph of positions in layers, whose moves lead to lower layers, gain anything, and leave
//! the turn to anybody.

use arbitrary::{Arbitrary, Result, Unstructured};
use stonegame_core::{Check, Engine, Error, Solver, Value, prelude::*};

/// What a move does: its gain, and the position it leads to, if any, with the turn kept or not.
#[derive(Clone, Copy, Debug)]
struct Edge {
    gain: i8,
    to: Option<(At, bool)>,
}

/// A position of the graph.
#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[state(game = for<V: Gain> Layered<V>)]
pub struct At {
    #[state(layer, 0..game.graph.layers, reach = game.graph.reach)]
    layer: usize,
    #[state(0..game.graph.width)]
    slot: usize,
}

/// The same position in a space that numbers nothing.
#[derive(State, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unnumbered(At);

/// Positions by layer and slot, each with its moves.
#[derive(Clone, Debug)]
struct Graph {
    layers: usize,
    width: usize,
    reach: usize,
    moves: Vec<Vec<Edge>>,
    terminal: i8,
}

impl<'a> Arbitrary<'a> for Graph {
    fn arbitrary(from: &mut Unstructured<'a>) -> Result<Self> {
        let (layers, width) = (from.int_in_range(1..=9usize)?, from.int_in_range(1..=4usize)?);
        let reach = from.int_in_range(1..=layers)?;
        let mut moves = vec![];
        for layer in 0..layers {
            for _ in 0..width {
                let mut edges = vec![];
                for _ in 0..from.int_in_range(0..=3)? {
                    let back = from.int_in_range(1..=reach)?;
                    let next = layer.checked_sub(back).filter(|_| !from.is_empty());
                    let slot = from.int_in_range(0..=width - 1)?;
                    let to =
                        next.map(|layer| (At { layer, slot }, from.ratio(1, 4).unwrap_or(false)));
                    edges.push(Edge { gain: from.arbitrary()?, to });
                }
                moves.push(edges);
            }
        }
        Ok(Graph { layers, width, reach, moves, terminal: from.arbitrary()? })
    }
}

impl Graph {
    fn edge(&self, at: &At, number: usize) -> Option<&Edge> {
        self.moves[at.layer * self.width + at.slot].get(number)
    }

    fn start(&self) -> At {
        At { layer: self.layers - 1, slot: 0 }
    }
}

/// A value made from a small number.
pub trait Gain: Value {
    /// The value.
    fn of(number: i8) -> Self;
}

impl Gain for i32 {
    fn of(number: i8) -> i32 {
        // So large that a few of them overflow, now and then.
        match number {
            i8::MIN => i32::MIN,
            number => i32::from(number) << if number % 16 == 0 { 24 } else { 0 },
        }
    }
}

impl Gain for i64 {
    fn of(number: i8) -> i64 {
        number.into()
    }
}

impl Gain for Outcome {
    fn of(number: i8) -> Outcome {
        match number {
            ..-90 => Outcome::Loss,
            91.. => Outcome::Win,
            _ => Outcome::Draw,
        }
    }
}

impl Gain for WinLoss {
    fn of(number: i8) -> WinLoss {
        WinLoss::won(number > 90)
    }
}

/// Takes the move of a number.
#[derive(Move, Clone, Copy, Debug, PartialEq)]
pub struct Edges(#[moves(0..3)] usize);

/// The graph in layers.
pub struct Layered<V> {
    graph: Graph,
    value: core::marker::PhantomData<V>,
}

impl<V: Gain> Game for Layered<V> {
    type State = At;
    type Move = Edges;
    type Value = V;
    fn start(&self) -> At {
        self.graph.start()
    }
    #[inline]
    fn play(&self, at: &At, mv: &Edges) -> Option<Step<Self>> {
        let edge = self.graph.edge(at, mv.0)?;
        let gain = V::of(edge.gain);
        Some(match edge.to {
            None => Step::over(gain),
            Some((next, true)) => Step::again(next).gain(gain),
            Some((next, false)) => Step::to(next).gain(gain),
        })
    }
    fn terminal(&self, at: &At) -> V {
        V::of(self.graph.terminal.wrapping_mul(at.slot as i8))
    }
}

/// The graph without layers.
struct Sparse<'l, V>(&'l Layered<V>);

impl<V: Gain> Game for Sparse<'_, V> {
    type State = Unnumbered;
    type Move = Edges;
    type Value = V;
    fn start(&self) -> Unnumbered {
        Unnumbered(self.0.start())
    }
    fn play(&self, at: &Unnumbered, mv: &Edges) -> Option<Step<Self>> {
        let step = self.0.play(&at.0, mv)?;
        let gain = step.gain;
        Some(match step.then {
            stonegame_core::Then::Opponent(next) => Step::to(Unnumbered(next)).gain(gain),
            stonegame_core::Then::Again(next) => Step::again(Unnumbered(next)).gain(gain),
            stonegame_core::Then::Over => Step::over(gain),
        })
    }
    fn terminal(&self, at: &Unnumbered) -> V {
        self.0.terminal(&at.0)
    }
}

/// The game that bytes stand for, with each kind of value.
pub fn any(bytes: &[u8]) {
    let Ok(graph) = Graph::arbitrary(&mut Unstructured::new(bytes)) else { return };
    agree::<i32>(&graph);
    agree::<i64>(&graph);
    agree::<Outcome>(&graph);
    agree::<WinLoss>(&graph);
}

fn agree<V: Gain>(graph: &Graph) {
    let game = Layered::<V> { graph: graph.clone(), value: core::marker::PhantomData };
    let expected = by(&game, Engine::Reference);
    for engine in [Engine::Memo, Engine::Table, Engine::Rolling] {
        // An engine that visits positions which play cannot reach may meet an overflow there.
        let found = by(&game, engine);
        match (&expected, &found) {
            (Ok(_), Err(Error::Overflow { .. })) if engine != Engine::Memo => {}
            (Err(Error::Overflow { .. }), Err(Error::Overflow { .. })) => {}
            _ => assert_eq!(found, expected, "{engine} on {graph:?}"),
        }
    }
    let sparse = by(&Sparse(&game), Engine::Memo);
    match (&expected, &sparse) {
        (Err(Error::Overflow { .. }), Err(Error::Overflow { .. })) => {}
        _ => assert_eq!(sparse, expected, "sparse {graph:?}"),
    }
    // The laws hold, unless a value overflows somewhere.
    match Check::new().positions(60).run(&game) {
        Ok(_) => {}
        Err(broken) => assert_eq!(broken.law, stonegame_core::Law::Overflow, "{broken} {graph:?}"),
    }
}

/// The value, the value by a solve, and the moves of best play.
type Found<V> = Result<(V, V, Vec<Edges>), Error>;

fn by<G: Game<Move = Edges>>(game: &G, engine: Engine) -> Found<G::Value> {
    let solver = Solver::new().engine(engine);
    let solution = solver.solve(game)?;
    let line = solution.line()?;
    Ok((solver.value(game)?, solution.value(), line.into_iter().map(|ply| ply.mv).collect()))
}
