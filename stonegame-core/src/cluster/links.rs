//! Links between processes: made within a deadline, by a handshake that says who plays what.
//!
//! Between any two processes there are two: one carries positions and values, one how the solve ends ([`Verdict`]). Lower-numbered
//! processes are called, higher-numbered ones are waited for.

use super::Cluster;
use super::verdict::Verdict;
use crate::Error;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream, ToSocketAddrs};
use std::thread;
use std::time::{Duration, Instant};
use timely::communication::allocator::zero_copy::stream::Stream;

/// How long to wait before another look.
const SOON: Duration = Duration::from_millis(20);
/// How long a process that has failed answers others that call it.
const LINGER: Duration = Duration::from_millis(700);
/// How long somebody who calls may take to say who it is.
const GREETING: Duration = Duration::from_secs(2);
/// How long is as good as for ever.
const LONGEST: Duration = Duration::from_secs(1 << 30);
const MARK: u64 = u64::from_le_bytes(*b"stonegam");

/// What both ends of a link say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hello {
    pub(super) version: u64,
    pub(super) processes: u64,
    pub(super) workers: u64,
    /// A fingerprint of the game.
    pub(super) rules: u64,
    pub(super) me: u64,
    /// Whether it is the link for verdicts.
    pub(super) is_verdict: u64,
}

impl Hello {
    fn words(self) -> [u64; 7] {
        let Hello { version, processes, workers, rules, me, is_verdict } = self;
        [MARK, version, processes, workers, rules, me, is_verdict]
    }

    fn of(words: [u64; 7]) -> Option<Hello> {
        let [MARK, version, processes, workers, rules, me, is_verdict] = words else { return None };
        Some(Hello { version, processes, workers, rules, me, is_verdict })
    }

    /// In what another process differs so that it cannot take part.
    fn differs(self, other: Hello) -> Option<&'static str> {
        if self.version != other.version {
            Some("speaks another version of the protocol")
        } else if self.processes != other.processes {
            Some("knows of another number of processes")
        } else if self.workers != other.workers {
            Some("has another number of workers")
        } else if self.rules != other.rules {
            Some("plays other rules, or with other data")
        } else {
            None
        }
    }
}

/// Why a greeting came to nothing.
enum Fault {
    /// Nobody of ours is there, or not yet.
    Nobody,
    Refused(Error),
}

/// Says who this is, and hears who the other one is, until then and unless something else ends it.
fn greet(
    stream: &mut TcpStream,
    own: Hello,
    until: Instant,
    stopped: &dyn Fn() -> Result<(), Error>,
) -> Result<Hello, Fault> {
    let io = |_: io::Error| Fault::Nobody;
    stream.set_nodelay(true).map_err(io)?;
    stream.set_read_timeout(Some(SOON)).map_err(io)?;
    let bytes: Vec<u8> = own.words().into_iter().flat_map(u64::to_le_bytes).collect();
    stream.write_all(&bytes).map_err(io)?;
    let (mut heard, mut length) = ([0; 56], 0);
    while length < heard.len() {
        match stream.read(&mut heard[length..]) {
            Ok(0) => return Err(Fault::Nobody),
            Ok(more) => length += more,
            Err(why) if matches!(why.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                stopped().map_err(Fault::Refused)?;
                if Instant::now() >= until {
                    return Err(Fault::Nobody);
                }
            }
            Err(_) => return Err(Fault::Nobody),
        }
    }
    stream.set_read_timeout(None).map_err(io)?;
    let (words, _) = heard.as_chunks::<8>();
    let mut theirs = [0; 7];
    for (word, bytes) in theirs.iter_mut().zip(words) {
        *word = u64::from_le_bytes(*bytes);
    }
    let theirs = Hello::of(theirs).ok_or(Fault::Nobody)?;
    match own.differs(theirs) {
        Some(what) => {
            let why = format!("process {} {what}", theirs.me);
            Err(Fault::Refused(Error::Cluster { why }))
        }
        None => Ok(theirs),
    }
}

/// The links that carry positions, to each other process; those for verdicts are with the verdict, which is told if they cannot be made.
pub(super) fn connect(
    hosts: &[String],
    own: Hello,
    verdict: &Arc<Verdict>,
    cluster: &Cluster,
) -> Result<Vec<Option<Link>>, Error> {
    let me = own.me as usize;
    let listener = TcpListener::bind(&hosts[me])
        .and_then(|listener| listener.set_nonblocking(true).map(|()| listener));
    let listener = listener.map_err(|why| Error::Cluster {
        why: format!("process {me} cannot listen at {}: {why}", hosts[me]),
    })?;
    let links = links(hosts, own, &listener, verdict, cluster);
    if let Err(why) = &links {
        verdict.fail(why.clone());
        // Who calls late hears it too.
        let until = Instant::now() + LINGER;
        while Instant::now() < until {
            match listener.accept() {
                Ok((mut stream, _)) => {
                    if stream.set_nonblocking(false).is_ok()
                        && greet(&mut stream, own, until, &|| Ok(()))
                            .is_ok_and(|it| it.is_verdict == 1)
                    {
                        verdict.tell_failure(&mut stream);
                    }
                }
                Err(_) => thread::sleep(SOON),
            }
        }
    }
    links
}

fn links(
    hosts: &[String],
    own: Hello,
    listener: &TcpListener,
    verdict: &Arc<Verdict>,
    Cluster { wait, silence, limits, .. }: &Cluster,
) -> Result<Vec<Option<Link>>, Error> {
    let me = own.me as usize;
    let until = Instant::now() + (*wait).min(LONGEST);
    let stopped = || {
        limits.check_cancelled(0)?;
        verdict.why().map_or(Ok(()), Err)
    };
    let cluster = |why: String| Error::Cluster { why };
    let late = |peer: usize| {
        cluster(format!("process {peer} at {} did not come within {wait:.1?}", hosts[peer]))
    };
    let mut links: Vec<[Option<TcpStream>; 2]> = hosts.iter().map(|_| [None, None]).collect();
    let keep =
        |links: &mut Vec<[Option<TcpStream>; 2]>, peer: usize, kind: usize, stream: TcpStream| {
            if kind == 1 {
                let heard = stream.try_clone();
                let linked = heard.and_then(|heard| verdict.link(peer, heard, *silence));
                linked.map_err(|why| cluster(format!("process {peer} cannot be heard: {why}")))?;
            }
            links[peer][kind] = Some(stream);
            Ok(())
        };
    for (peer, host) in hosts[..me].iter().enumerate() {
        // The one for verdicts first: so it is known early if somebody fails.
        for kind in [1, 0] {
            let own = Hello { is_verdict: kind as u64, ..own };
            let stream = loop {
                stopped()?;
                let left = until.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    return Err(late(peer));
                }
                let Some(mut stream) = call(host, left.min(GREETING)) else {
                    thread::sleep(SOON);
                    continue;
                };
                match greet(&mut stream, own, until, &stopped) {
                    Ok(theirs) if theirs.me == peer as u64 => break stream,
                    Ok(theirs) => {
                        let why = format!(
                            "process {} is at {}, where process {peer} should be",
                            theirs.me, host
                        );
                        return Err(cluster(why));
                    }
                    Err(Fault::Nobody) => thread::sleep(SOON),
                    Err(Fault::Refused(why)) => return Err(why),
                }
            };
            keep(&mut links, peer, kind, stream)?;
        }
    }
    while let Some(missing) =
        (me + 1..hosts.len()).find(|peer| links[*peer].iter().any(Option::is_none))
    {
        stopped()?;
        match listener.accept() {
            Ok((mut stream, _)) => {
                let heard = stream.set_nonblocking(false).map_err(|_| Fault::Nobody);
                // Whose kind of link it is, the caller says.
                let said = heard.and_then(|()| {
                    greet(&mut stream, own, until.min(Instant::now() + GREETING), &stopped)
                });
                match said {
                    Ok(theirs) => {
                        let (peer, kind) = (theirs.me as usize, theirs.is_verdict as usize & 1);
                        let place = links.get(peer).filter(|_| peer > me).map(|link| &link[kind]);
                        if !matches!(place, Some(None)) {
                            return Err(cluster(format!(
                                "process {peer} is there twice; give each its own number"
                            )));
                        }
                        keep(&mut links, peer, kind, stream)?;
                    }
                    Err(Fault::Nobody) => {}
                    Err(Fault::Refused(why)) => return Err(why),
                }
            }
            Err(why) if why.kind() != ErrorKind::WouldBlock => {
                return Err(cluster(format!("process {me} cannot listen: {why}")));
            }
            Err(_) if Instant::now() < until => thread::sleep(SOON),
            Err(_) => return Err(late(missing)),
        }
    }
    let link = |(peer, [stream, _]): (usize, [Option<TcpStream>; 2])| {
        stream.map(|stream| Link { stream, peer, verdict: verdict.clone() })
    };
    Ok(links.into_iter().enumerate().map(link).collect())
}

/// A link to a host, if it takes up within so long.
fn call(host: &str, within: Duration) -> Option<TcpStream> {
    let places = host.to_socket_addrs().ok()?;
    places.into_iter().find_map(|place| TcpStream::connect_timeout(&place, within).ok())
}

/// Ends a thread whose end would make others panic: what it holds is given back when the process ends.
pub(super) fn sleep_for_ever() -> ! {
    loop {
        thread::park();
    }
}

/// A link that carries positions. What breaks it is for the verdict, and its thread is not heard of any more.
pub(super) struct Link {
    stream: TcpStream,
    peer: usize,
    verdict: Arc<Verdict>,
}

impl Link {
    /// The link is of no use any more: if all are done that is as it should be, and else the thread is not heard of again.
    fn ended(&self) {
        self.verdict.lost(self.peer);
        if self.verdict.is_failed() {
            sleep_for_ever()
        }
    }
}

impl Read for Link {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.stream.read(to) {
                Ok(more) if more > 0 => return Ok(more),
                Err(why) if why.kind() == ErrorKind::Interrupted => {}
                // The other end may know before this one that all are done.
                Ok(_) | Err(_) => {
                    self.ended();
                    return Ok(0);
                }
            }
        }
    }
}

impl Write for Link {
    fn write(&mut self, from: &[u8]) -> io::Result<usize> {
        match self.stream.write(from) {
            Err(why) if why.kind() != ErrorKind::Interrupted => {
                self.ended();
                Ok(from.len())
            }
            done => done,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Link {
    fn try_clone(&self) -> io::Result<Self> {
        let stream = self.stream.try_clone()?;
        Ok(Link { stream, peer: self.peer, verdict: self.verdict.clone() })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // It may be down already.
        let _ = self.stream.shutdown(how);
        Ok(())
    }
}
