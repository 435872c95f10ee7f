//! Many workers and many machines, on timely dataflow.

mod flow;
mod links;
mod shard;
mod verdict;

use crate::file::fingerprint;
use crate::run::{Limits, Run};
use crate::{Cancel, Error, Game, Progress, Space, State};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;
pub use flow::Wire;
use flow::{Solved, until_all_done, work};
use links::{Hello, connect, sleep_for_ever};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc;
use std::thread;
use timely::WorkerConfig;
use timely::communication::Hooks;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use verdict::Verdict;

/// The version of what processes say to each other.
const VERSION: u64 = 1;

/// Retrograde analysis by many workers, on one machine or on several.
///
/// Each position is kept by one worker, which is known from a hash of its state. It is asked for by those that lead to it,
/// and answers as soon as its value is decided, a round for each ply. Every process learns the start's value, and keeps the
/// values of its own positions.
///
/// ```
/// use stonegame_core::{Cluster, prelude::*};
/// # struct Ends(Row<i64>);
/// # impl Game for Ends {
/// #     type State = Span; type Move = End; type Value = i64;
/// #     fn start(&self) -> Span { self.0.span() }
/// #     fn play(&self, span: &Span, end: &End) -> Option<Step<Self>> {
/// #         let (pile, rest) = span.pop(*end)?;
/// #         Some(Step::to(rest).gain(self.0[pile]))
/// #     }
/// # }
/// let part = Cluster::new(2).solve(Ends([1, 5, 233, 7].into()), "1,5,233,7")?;
/// assert_eq!((part.value(), part.positions()), (222, 15));
/// # Ok::<(), Error>(())
/// ```
///
/// On one machine the memo takes less time where play cannot go round; workers bring the memory of several machines, and
/// halve the time of games that do go round. A ply costs some tenths of a millisecond however few positions it leads to, so that
/// narrow games, such as a row of which one takes from one end, are refused once some thousand plies have met few positions: waiting
/// would be all.
///
/// Time: two passes over the moves, divided by the workers, and the rounds. Memory: a position's state and 12 bytes or more, and as many
/// for each move, divided by the processes; what is on its way between workers comes on top.
#[derive(Clone, Debug)]
#[must_use]
pub struct Cluster {
    workers: usize,
    hosts: Vec<String>,
    process: usize,
    wait: Duration,
    silence: Duration,
    limits: Limits,
}

/// What one process keeps of a solved game.
pub struct Part<G: Game> {
    value: G::Value,
    positions: u64,
    rounds: u32,
    shards: Vec<shard::Shard<G>>,
    /// The bytes that these take.
    taken: u64,
    limits: Limits,
}

impl<G: Game> fmt::Debug for Part<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Part")
            .field("value", &self.value)
            .field("positions", &self.positions)
            .field("rounds", &self.rounds)
            .field("kept", &self.kept())
            .finish()
    }
}

impl<G: Game> Part<G> {
    /// The value of the game's start, for the player who moves first.
    pub fn value(&self) -> G::Value {
        self.value
    }

    /// How many positions all processes keep.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// How many positions this process keeps.
    pub fn kept(&self) -> usize {
        self.shards.iter().map(shard::Shard::len).sum()
    }

    /// The number of the last round in which something was decided or heard of: the longest distance, or one more.
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// The value of a state for the player to move, and in how many plies it is decided, as
    /// [`Solution::distance_of`](crate::Solution::distance_of) tells; `None` if another process keeps it, or play cannot reach it.
    pub fn value_of(&self, state: &G::State) -> Option<(G::Value, Option<u32>)> {
        self.shards.iter().find_map(|shard| shard.get(state))
    }

    /// Saves what this process keeps in a file that [`Saved`](crate::Saved) opens; tells how many positions these are. Each process
    /// needs a file of its own.
    ///
    /// # Errors
    ///
    /// [`Error::File`] if it cannot be written, or two states are written alike; [`Error::OverBudget`], [`Error::Cancelled`].
    pub fn save(&self, path: impl AsRef<std::path::Path>, rules: &str) -> Result<u64, Error>
    where
        G::Value: crate::Stored,
    {
        let mut run = Run::new(&self.limits, crate::Engine::Retrograde, self.limits.budget(0));
        if self.limits.memory.is_some() {
            run.hold(self.taken);
        }
        let mut entries = crate::file::Entries::new();
        for shard in &self.shards {
            let mut done = Ok(());
            shard.each_round(|state, value, plies| {
                if done.is_ok() {
                    done = entries.push(&mut run, state, value, plies);
                }
            });
            done?;
        }
        entries.save(&mut run, path.as_ref(), rules, Some(self.positions), true)
    }

    /// Shows `visit` every position that this process keeps, with its value for the player to move and its distance.
    pub fn each(&self, mut visit: impl FnMut(&G::State, G::Value, Option<u32>)) {
        for shard in &self.shards {
            shard.each(&mut visit);
        }
    }
}

impl Cluster {
    /// So many workers in this process, at least one.
    pub fn new(workers: usize) -> Self {
        Cluster {
            workers: workers.max(1),
            hosts: Vec::new(),
            process: 0,
            wait: Duration::from_secs(30),
            silence: Duration::from_secs(10),
            limits: Limits::default(),
        }
    }

    /// Works together with other processes: these are the addresses of all, such as `10.0.0.1:4000`, in one order everywhere, and
    /// this process is the one of this number, from 0. All have as many workers.
    pub fn hosts<A: Into<String>>(
        mut self,
        hosts: impl IntoIterator<Item = A>,
        process: usize,
    ) -> Self {
        self.hosts = hosts.into_iter().map(Into::into).collect();
        self.process = process;
        self
    }

    /// Waits so long for the other processes to come; by default 30 seconds.
    pub fn wait(mut self, most: Duration) -> Self {
        self.wait = most;
        self
    }

    /// Gives up when another process has said nothing for so long, though it should a few times a second; by default 10 seconds.
    pub fn silence(mut self, most: Duration) -> Self {
        self.silence = most.max(Duration::from_secs(1));
        self
    }

    /// Takes at most so many bytes in this process for what it keeps, each worker its share; by default half of the memory available.
    pub fn memory(mut self, bytes: u64) -> Self {
        self.limits.memory = Some(bytes);
        self
    }

    /// Stops with [`Error::Cancelled`] soon after this flag is set; the other processes stop as well.
    pub fn cancel(mut self, cancel: &Cancel) -> Self {
        self.limits.cancel = Some(cancel.clone());
        self
    }

    /// Tells this listener how far each worker of this process has come, after every few thousand positions: how many it has met,
    /// and then how many of these are decided.
    pub fn progress(mut self, listener: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        self.limits.progress = Some(Arc::new(listener));
        self
    }

    /// Solves a game, of which `rules` are a text that tells its data: all processes have to say the same one.
    ///
    /// # Errors
    ///
    /// [`Error::Cluster`] says which process did not come, has ended, says nothing, plays other rules or has failed, and why;
    /// [`Error::CannotRun`] of a game that is too narrow; what retrograde analysis reports. All processes end then.
    pub fn solve<G>(&self, game: G, rules: &str) -> Result<Part<G>, Error>
    where
        G: Game<State: Wire, Value: Wire> + Send + 'static,
    {
        let processes = self.hosts.len().max(1);
        if self.process >= processes {
            let why = format!("process {} is not among the {processes} hosts", self.process);
            return Err(Error::Cluster { why });
        }
        let start = game.start();
        if G::State::space(&game).pack(start.clone()).is_none() {
            return Err(Error::Outside { position: format!("{start:?}") });
        }
        let verdict = Verdict::new(self.process, processes);
        let done = self.run(game, rules, &verdict);
        verdict.close();
        done
    }

    fn run<G>(&self, game: G, rules: &str, verdict: &Arc<Verdict>) -> Result<Part<G>, Error>
    where
        G: Game<State: Wire, Value: Wire> + Send + 'static,
    {
        let failed = |error: Error| {
            verdict.fail(error.clone());
            verdict.why().unwrap_or(error)
        };
        let cluster = |why: String| Error::Cluster { why };
        let hooks = Hooks::default;
        let inner = ProcessBuilder::new_typed_vector(self.workers, hooks().refill, None);
        let (builders, others): (Vec<_>, Box<dyn core::any::Any + Send>) = if self.hosts.len() > 1 {
            verdict.beat().map_err(|why| cluster(why.to_string()))?;
            let own = Hello {
                version: VERSION,
                processes: self.hosts.len() as u64,
                workers: self.workers as u64,
                rules: fingerprint(&game, rules) ^ flow::hash(&game.start()),
                me: self.process as u64,
                is_verdict: 0,
            };
            let links = connect(&self.hosts, own, verdict, self);
            let links = links.map_err(failed)?;
            let (me, workers) = (self.process, self.workers);
            let linked = initialize_networking_from_sockets(inner, links, me, workers, hooks());
            let (builders, guard) = linked.map_err(|why| failed(cluster(why.to_string())))?;
            (builders.into_iter().map(AllocatorBuilder::Tcp).collect(), Box::new(guard))
        } else {
            (inner.into_iter().map(AllocatorBuilder::Process).collect(), Box::new(()))
        };
        let budget = shard::share(&self.limits, self.workers);
        let (game, limits) =
            (Arc::new(game), Limits { memory: Some(budget), ..self.limits.clone() });
        let judge = verdict.clone();
        let worker = move |worker: &mut timely::worker::Worker| {
            let solved = catch_unwind(AssertUnwindSafe(|| {
                let solved = work(&game, worker, &limits, &judge);
                judge.finished(worker.peers() / judge.processes());
                until_all_done(worker, &judge);
                solved
            }));
            solved.unwrap_or_else(|panic| {
                if !judge.is_failed() {
                    let why = format!("a worker panicked: {}", words(&*panic));
                    judge.fail(Error::Cluster { why });
                }
                // Workers of several processes that unwind would make threads of the network panic, and those the process abort.
                if judge.processes() > 1 {
                    sleep_for_ever()
                }
                resume_unwind(panic)
            })
        };
        let config = WorkerConfig::default();
        let guards = timely::execute::execute_from(builders, others, config, worker);
        let guards = guards.map_err(|why| failed(cluster(why)))?;
        // After a failure threads that hold a part of the network never end: nobody waits for them.
        let (sender, receiver) = mpsc::channel();
        let join = move || {
            let joined = catch_unwind(AssertUnwindSafe(|| guards.join()));
            // Where nobody waits any more, nobody needs it.
            let _ = sender.send(joined);
        };
        let joined = thread::Builder::new().name("stonegame:join".into()).spawn(join);
        joined.map_err(|why| failed(cluster(why.to_string())))?;
        let solved = loop {
            match receiver.recv_timeout(Duration::from_millis(20)) {
                Ok(joined) => break joined.ok(),
                Err(mpsc::RecvTimeoutError::Disconnected) => break None,
                Err(mpsc::RecvTimeoutError::Timeout) => {}
            }
            // Workers of one process end by themselves.
            if verdict.is_failed() && self.hosts.len() > 1 {
                break None;
            }
        };
        if let Some(why) = verdict.why() {
            return Err(why);
        }
        let gone = || failed(cluster("a worker has ended early".to_string()));
        let solved: Result<Vec<Solved<G>>, String> = solved.ok_or_else(gone)?.into_iter().collect();
        let solved = solved.map_err(|_| gone())?;
        let Some(Solved { value, rounds, positions, .. }) = solved.first() else {
            return Err(gone());
        };
        let (value, rounds, positions) = (*value, *rounds, *positions);
        let taken = solved.iter().map(|solved| solved.taken).sum();
        let shards = solved.into_iter().map(|solved| solved.shard).collect();
        Ok(Part { value, positions, rounds, shards, taken, limits: self.limits.clone() })
    }
}

/// What somebody said when he panicked.
fn words(panic: &(dyn core::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    let lines = text.as_deref().unwrap_or("it does not say why").lines().map(str::trim);
    lines.collect::<Vec<_>>().join(", ")
}
