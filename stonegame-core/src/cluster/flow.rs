//! The dataflows: positions are asked for forwards, and answered backwards, a round for each ply.

use super::shard::{Answer, Ask, Shard};
use super::verdict::Verdict;
use crate::engine::SpaceOf;
use crate::run::{Limits, Run, bytes_of};
use crate::{Engine, Error, Game, State, Value};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::ToString;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::hash::{BuildHasher, Hash};
use core::time::Duration;
use foldhash::quality::FixedState;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::panic::resume_unwind;
use timely::ExchangeData;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::probe::Handle;
use timely::dataflow::operators::{
    Capability, Concat, ConnectLoop, Feedback, Inspect, Operator, Probe, ToStream, vec::Broadcast,
};
use timely::worker::Worker;

/// How long a worker sleeps at most before it looks whether somebody has failed.
const NAP: Duration = Duration::from_millis(50);

/// What can be sent from one process to another: by `serde`.
pub trait Wire: Clone + Serialize + DeserializeOwned + Send + 'static {}

impl<T: Clone + Serialize + DeserializeOwned + Send + 'static> Wire for T {}

/// A worker's positions, and what it took to find their values.
pub(super) struct Solved<G: Game> {
    pub(super) shard: Shard<G>,
    pub(super) value: G::Value,
    pub(super) rounds: u32,
    /// How many positions all workers keep.
    pub(super) positions: u64,
    /// The bytes that the shard takes.
    pub(super) taken: u64,
}

/// What a worker works with.
struct Work<G: Game> {
    shard: Shard<G>,
    space: SpaceOf<G>,
    limits: Limits,
    /// Bytes taken, and positions met or decided.
    account: (u64, u64),
    /// How many are to be decided, once that is known.
    total: Option<u64>,
    verdict: Arc<Verdict>,
}

impl<G: Game> Work<G> {
    /// All positions are met, and none is decided.
    fn turn(&mut self) {
        self.account.1 = 0;
        self.total = Some(self.shard.len() as u64);
    }

    /// Does something, unless somebody has failed; whoever fails says so to all.
    fn try_to<T>(
        &mut self,
        work: impl FnOnce(&mut Shard<G>, &SpaceOf<G>, &mut Run<'_>) -> Result<T, Error>,
    ) -> Option<T> {
        if self.verdict.is_failed() {
            return None;
        }
        let Work { shard, space, limits, account, total, .. } = self;
        let mut run = Run::new(limits, Engine::Retrograde, limits.budget(0));
        run.restart(*account);
        run.expect(*total);
        let done = run.check_cancelled().and_then(|()| work(shard, space, &mut run));
        *account = run.account();
        done.map_err(|error| self.verdict.fail(error)).ok()
    }
}

/// Which worker owns a state. The same on every machine, and by high bits: a worker's own table uses others.
fn owner(state: &impl Hash) -> u64 {
    hash(state) >> 20
}

pub(super) fn hash(state: &impl Hash) -> u64 {
    FixedState::with_seed(0).hash_one(state)
}

/// What a worker does: all of it ends when somebody fails.
pub(super) fn work<G>(
    game: &Arc<G>,
    worker: &mut Worker,
    limits: &Limits,
    verdict: &Arc<Verdict>,
) -> Solved<G>
where
    G: Game<State: Wire, Value: Wire> + Send + 'static,
{
    let (shard, space) = (Shard::new(game.clone(), worker.index()), G::State::space(game));
    let (limits, verdict, account) = (limits.clone(), verdict.clone(), (0, 0));
    let work = Work { shard, space, limits, account, total: None, verdict: verdict.clone() };
    let work = Rc::new(RefCell::new(work));
    let probe = Handle::new();
    forwards(game, worker, &work, &probe);
    until_done(worker, &probe, &work);
    work.borrow_mut().turn();
    let (probe, rounds) = (Handle::new(), Rc::new(RefCell::new(0)));
    backwards::<G>(worker, &work, &probe, &rounds);
    until_done(worker, &probe, &work);
    let Some(work) = Rc::into_inner(work) else { unreachable!("both dataflows have ended") };
    let mut work = work.into_inner();
    let finished = work.try_to(|shard, _, run| shard.finish(run));
    // All hear how many positions each keeps, how many rounds it heard of, and the start's value from who keeps it.
    let rounds = *rounds.borrow();
    let own = finished.and_then(|()| {
        work.try_to(|shard, _, _| {
            Ok((shard.len() as u64, rounds, shard.get(&game.start()).map(|told| told.0)))
        })
    });
    let told = tell(worker, own, &verdict);
    let positions = told.iter().map(|told| told.0).sum();
    let rounds = told.iter().map(|told| told.1).max().unwrap_or(0);
    let value = told.into_iter().find_map(|told| told.2);
    match value {
        Some(value) if !verdict.is_failed() => {
            Solved { shard: work.shard, value, rounds, positions, taken: work.account.0 }
        }
        _ => stop(&verdict),
    }
}

/// Ends a worker because somebody has failed: the panic is told to nobody.
fn stop(verdict: &Verdict) -> ! {
    if !verdict.is_failed() {
        let why = "no worker knows the start".to_string();
        verdict.fail(Error::Cluster { why });
    }
    resume_unwind(Box::new("somebody has failed"))
}

fn until_done<G: Game>(worker: &mut Worker, probe: &Handle<u32>, work: &Shared<G>) {
    let verdict = work.borrow().verdict.clone();
    worker.step_or_park_while(Some(NAP), || {
        if verdict.is_failed() {
            // The thread may stay, but what it has found need not.
            work.borrow_mut().shard.clear();
            stop(&verdict)
        }
        !probe.done()
    });
}

/// Waits until all processes are done, so that none is taken for lost.
pub(super) fn until_all_done(worker: &mut Worker, verdict: &Verdict) {
    worker.step_or_park_while(Some(NAP / 10), || {
        if verdict.is_failed() {
            stop(verdict)
        }
        !verdict.all_done()
    });
}

type Shared<G> = Rc<RefCell<Work<G>>>;

/// Asks for the start, and for whatever can follow.
fn forwards<G>(game: &Arc<G>, worker: &mut Worker, work: &Shared<G>, probe: &Handle<u32>)
where
    G: Game<State: Wire, Value: Wire> + Send + 'static,
{
    let (work, workers) = (work.clone(), worker.peers() as u64);
    let start = || Ask { state: game.start(), from: None, again: false, gain: G::Value::ZERO };
    let first = (worker.index() == 0).then(start);
    worker.dataflow::<u32, _, _>(|scope| {
        let (handle, asked) = scope.feedback(1);
        let to = Exchange::new(|ask: &Ask<G::State, G::Value>| owner(&ask.state));
        first
            .to_stream(scope)
            .container::<Vec<_>>()
            .concat(asked)
            .unary(to, "ask", move |_, _| {
                move |input, output| {
                    let mut work = work.borrow_mut();
                    input.for_each(|cap, asks| {
                        let depth = cap.least().map_or(0, |depth| (*depth).into());
                        let mut session = output.session(&cap);
                        work.try_to(|shard, space, run| {
                            is_wide(depth, shard.len() as u64 * workers)?;
                            asks.drain(..).try_for_each(|ask| {
                                shard.ask(run, space, ask, |ask| session.give(ask))
                            })
                        });
                        asks.clear();
                    });
                }
            })
            .container::<Vec<_>>()
            .probe_with(probe)
            .connect_loop(handle);
    });
}

/// How many positions there are a ply in a game that is wide enough.
const WIDE: u64 = 16;
/// How many plies do not take long, however narrow they are.
const FEW: u64 = 1 << 12;

/// An error if positions come one after the other, so that workers would wait for each other: so many are met so many plies
/// from the start.
fn is_wide(depth: u64, positions: u64) -> Result<(), Error> {
    if depth < FEW || positions / WIDE >= depth {
        return Ok(());
    }
    Err(Error::CannotRun {
        engine: Engine::Retrograde,
        why: "few positions are met a ply, so that workers would wait for one another most of the time; solve it without workers",
    })
}

/// Answers round by round: all answers of one are in before the positions that it decides are told of.
fn backwards<G>(
    worker: &mut Worker,
    work: &Shared<G>,
    probe: &Handle<u32>,
    rounds: &Rc<RefCell<u32>>,
) where
    G: Game<State: Wire, Value: Wire> + Send + 'static,
{
    let (work, rounds) = (work.clone(), rounds.clone());
    worker.dataflow::<u32, _, _>(|scope| {
        let (handle, told) = scope.feedback(1);
        let to = Exchange::new(|answer: &Answer<G::Value>| answer.to.worker.into());
        None::<Answer<G::Value>>
            .to_stream(scope)
            .container::<Vec<_>>()
            .concat(told)
            .unary_frontier(to, "answer", move |cap: Capability<u32>, _| {
                // Rounds 0 and 1 begin without an answer.
                let first = (cap.delayed(&1), Vec::new());
                let mut waiting = BTreeMap::from([(0, (cap, Vec::new())), (1, first)]);
                move |(input, frontier), output| {
                    input.for_each(|cap, answers| {
                        let Some(cap) = cap.retain_least(0) else { return };
                        let bytes = bytes_of::<Answer<G::Value>>(answers.len());
                        work.borrow_mut().try_to(|_, _, run| run.reserve(bytes));
                        let round = waiting.entry(*cap.time());
                        round.or_insert_with(|| (cap, Vec::new())).1.append(answers);
                    });
                    let is_in = |round: &u32| !frontier.less_equal(round);
                    while let Some(entry) = waiting.first_entry().filter(|entry| is_in(entry.key()))
                    {
                        let (round, (cap, answers)) = entry.remove_entry();
                        let mut session = output.session(&cap);
                        *rounds.borrow_mut() = round;
                        work.borrow_mut().try_to(|shard, _, run| {
                            let bytes = bytes_of::<Answer<G::Value>>(answers.len());
                            for answer in answers {
                                shard.answer(run, answer, round)?;
                            }
                            run.release(bytes);
                            shard.turn(run, round)?;
                            while let Some(answer) = shard.pop(run)? {
                                session.give(answer);
                            }
                            Ok(())
                        });
                    }
                }
            })
            .container::<Vec<_>>()
            .probe_with(probe)
            .connect_loop(handle);
    });
}

/// Everybody hears what each has to tell.
fn tell<T: ExchangeData + Clone>(worker: &mut Worker, own: Option<T>, verdict: &Verdict) -> Vec<T> {
    let (probe, all) = (Handle::new(), Rc::new(RefCell::new(Vec::new())));
    let heard = all.clone();
    worker.dataflow::<u32, _, _>(|scope| {
        own.to_stream(scope)
            .container::<Vec<_>>()
            .broadcast()
            .inspect(move |told: &T| heard.borrow_mut().push(told.clone()))
            .probe_with(&probe);
    });
    worker.step_or_park_while(Some(NAP), || {
        if verdict.is_failed() {
            stop(verdict)
        }
        !probe.done()
    });
    all.take()
}
