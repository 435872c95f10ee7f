//! The laws of moves and of `play`: what the engines take for granted of the rules.

use super::graph::{Fault, Place};
use super::guard::{caught, leave, moves};
use super::law::Law;
use super::sample::Sample;
use crate::{Game, Move, Then};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;
use core::hash::BuildHasher;
use core::ops::ControlFlow;
use hashbrown::{DefaultHashBuilder, HashTable};

/// How many moves too many an enumeration may show before it is left.
const TOO_MANY: usize = 1 << 10;

/// What is wrong with the enumeration of moves, at each position once.
pub(super) fn of_moves<G: Game>(sample: &Sample<'_, G>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for node in sample.graph.explored() {
        let (state, shown) = (sample.graph.state(node), sample.graph.nodes[node].shown);
        let fault = caught(|| enumeration(sample.game, state, shown)).unwrap_or_else(|panic| {
            let message = format!("the moves cannot be enumerated: {panic}");
            Some((None, message))
        });
        faults.extend(fault.map(|(mv, message)| Fault {
            law: Law::Moves,
            at: Place::Node(node),
            mv,
            message,
        }));
    }
    faults
}

/// What is wrong with `play`, `terminal` and `start`, at each position once.
pub(super) fn of_play<G: Game>(sample: &Sample<'_, G>) -> Vec<Fault> {
    let mut faults = Vec::new();
    let again = caught(|| sample.game.start());
    if again.as_ref() != Ok(sample.graph.state(0)) {
        let message = format!(
            "`start` gives {again:?} when it is asked again; the rules must not change while the game is solved"
        );
        faults.push(Fault::at(Law::Play, 0, message));
    }
    for node in sample.graph.explored() {
        let mut trying = None;
        let fault = caught(|| playing(sample, node, &mut trying)).unwrap_or_else(|panic| {
            Some(match trying.take() {
                Some(_) => format!(
                    "`play` panics: {panic}; it must answer for every position of the space"
                ),
                None => format!(
                    "`terminal` panics: {panic}; it must answer for every position of the space"
                ),
            })
        });
        faults.extend(fault.map(|message| Fault {
            law: Law::Play,
            at: Place::Node(node),
            mv: trying.map(|mv| format!("{mv:?}")),
            message,
        }));
    }
    faults
}

/// The `Debug` texts of a state's moves, one behind the other.
#[derive(Default, PartialEq)]
struct Texts {
    all: String,
    ends: Vec<usize>,
}

impl Texts {
    fn of<G: Game>(game: &G, state: &G::State, most: usize) -> Texts {
        let mut texts = Texts::default();
        moves(game, state, most, |mv| {
            // Text into a string never fails, unless a `Debug` of the user's says so.
            let _ = write!(texts.all, "{mv:?}");
            texts.ends.push(texts.all.len());
        });
        texts
    }

    fn get(&self, i: usize) -> &str {
        let from = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.all[from..self.ends[i]]
    }
}

/// What is wrong with the moves of a state: a move, and a message.
fn enumeration<G: Game>(
    game: &G,
    state: &G::State,
    most: usize,
) -> Option<(Option<String>, String)> {
    let texts = Texts::of(game, state, most);
    let again = Texts::of(game, state, most);
    if again != texts {
        let count = texts.ends.len().min(again.ends.len());
        let differ = |i: &usize| texts.get(*i) != again.get(*i);
        let i = (0..count).find(differ).unwrap_or(count);
        let mv = (i < texts.ends.len()).then(|| texts.get(i).into());
        let message = format!(
            "the moves come in another order when they are enumerated again, from the one in place {i} on; let `each` \
             depend on nothing but the game and the state"
        );
        return Some((mv, message));
    }
    if let Some((first, second)) = repeated(&texts)
        // Unlike moves may look alike; but not if they do the same too.
        && let (Some(one), Some(other)) = (
            G::Move::of_code(game, state, first),
            G::Move::of_code(game, state, second),
        )
        && game.play(state, &one) == game.play(state, &other)
    {
        let message = format!(
            "the same move is enumerated twice, in the places {first} and {second}; let `each` show every move once"
        );
        return Some((Some(texts.get(first).into()), message));
    }
    // Told to stop at the first move, in the middle, and at the last one.
    let count = texts.ends.len();
    for last in [0, count / 2, count.saturating_sub(1)] {
        if count == 0 {
            break;
        }
        let mut shown = 0;
        let flow = G::Move::each(game, state, |_| {
            shown += 1;
            if shown > last + TOO_MANY {
                leave();
            }
            if shown > last { ControlFlow::Break(last) } else { ControlFlow::Continue(()) }
        });
        let fault = if shown > last + 1 {
            "`each` goes on after it was told to stop; write `visit(mv)?` in it, so that it breaks when `visit` does"
        } else if flow != ControlFlow::Break(last) {
            "`each` stops when it is told to, but does not return the break; end it with what `visit` returned"
        } else {
            continue;
        };
        return Some((Some(texts.get(last).into()), fault.into()));
    }
    None
}

/// The places of two texts that are the same.
fn repeated(texts: &Texts) -> Option<(usize, usize)> {
    let hasher = DefaultHashBuilder::default();
    let mut seen: HashTable<usize> = HashTable::with_capacity(texts.ends.len());
    for i in 0..texts.ends.len() {
        let text = texts.get(i);
        let hash = hasher.hash_one(text);
        if let Some(first) = seen.find(hash, |other| texts.get(*other) == text) {
            return Some((*first, i));
        }
        seen.insert_unique(hash, i, |i| hasher.hash_one(texts.get(*i)));
    }
    None
}

/// What is wrong with `play` in a position; `trying` is the move.
fn playing<G: Game>(
    sample: &Sample<'_, G>,
    node: usize,
    trying: &mut Option<G::Move>,
) -> Option<String> {
    let (game, graph) = (sample.game, &sample.graph);
    let all = graph.is_whole(node);
    let (edges, state) = (graph.edges(node), graph.state(node).clone());
    let mut fault = None;
    let mut legal = 0;
    moves(game, &state, graph.nodes[node].shown, |mv| {
        if fault.is_some() {
            return;
        }
        *trying = Some(mv.clone());
        let (step, again) = (game.play(&state, &mv), game.play(&state, &mv));
        if step != again {
            fault = Some(format!(
                "`play` gives {step:?}, and {again:?} when it is asked again; let it depend on nothing but the game, \
                 the state and the move"
            ));
        } else if let Some(step) = &step {
            if let Some(edge) = edges.get(legal) {
                let place = |next: &G::State| graph.found.place(next);
                let then = match &step.then {
                    Then::Opponent(next) => Then::Opponent(place(next)),
                    Then::Again(next) => Then::Again(place(next)),
                    Then::Over => Then::Over,
                };
                let known = edge.then != Then::Opponent(None) && edge.then != Then::Again(None);
                if edge.gain != step.gain || known && edge.then != then {
                    fault = Some(format!(
                        "`play` gives {step:?} now, and gave another step before; let it depend on nothing but the \
                         game, the state and the move"
                    ));
                }
            }
            legal += 1;
        }
    });
    if fault.is_some() {
        return fault;
    }
    *trying = None;
    if legal != edges.len() {
        return Some(format!(
            "{legal} moves are legal now, and {} were before; let `play` depend on nothing but the game, the state \
             and the move",
            edges.len()
        ));
    }
    if all && legal == 0 {
        let (value, again) = (game.terminal(&state), game.terminal(&state));
        if value != again {
            return Some(format!(
                "`terminal` gives {value:?}, and {again:?} when it is asked again"
            ));
        }
    }
    if state != *graph.state(node) || graph.found.hash(&state) != graph.hashes[node] {
        return Some("`play` changes the state that it is given; let it make a new one".into());
    }
    None
}
