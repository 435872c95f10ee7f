//! How a solve by several processes ends: all of them learn the first reason that one of them has.
//!
//! Any two processes hold a link beside the ones that carry positions. Each says on it that it lives, a few times a second; that it
//! is done; or why it has failed. A link that breaks, or that nothing comes over for long, is a reason too.

use crate::Error;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often a process says that it lives.
const BEAT: Duration = Duration::from_millis(200);
/// How long a word to another process may take.
const PATIENCE: Duration = Duration::from_millis(300);
/// The longest reason that is told.
const LONGEST: usize = 4096;

const LIVES: u8 = 0;
const DONE: u8 = 1;
const FAILED: u8 = 2;

/// What is known of how a solve ends.
pub(super) struct Verdict {
    me: usize,
    failed: AtomicBool,
    /// Why, as an error here and in words for the others.
    why: Mutex<Option<(Error, String)>>,
    /// Of each process, whether it has said that it is done.
    done: Vec<AtomicBool>,
    links: Mutex<Vec<Option<TcpStream>>>,
    closed: AtomicBool,
    /// How many workers of this process are done.
    finished: AtomicUsize,
}

impl Verdict {
    /// For the process of this number among so many.
    pub(super) fn new(me: usize, processes: usize) -> Arc<Self> {
        Arc::new(Verdict {
            me,
            failed: AtomicBool::new(false),
            why: Mutex::new(None),
            done: (0..processes).map(|_| AtomicBool::new(false)).collect(),
            links: Mutex::new((0..processes).map(|_| None).collect()),
            closed: AtomicBool::new(false),
            finished: AtomicUsize::new(0),
        })
    }

    /// Whether somebody has failed.
    pub(super) fn is_failed(&self) -> bool {
        self.failed.load(Ordering::Acquire)
    }

    /// Why, if somebody has.
    pub(super) fn why(&self) -> Option<Error> {
        self.reason().map(|why| why.0)
    }

    fn reason(&self) -> Option<(Error, String)> {
        self.why.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Says why on a link that was made too late.
    pub(super) fn tell_failure(&self, link: &mut TcpStream) {
        if let Some((_, told)) = self.reason() {
            // Who does not hear it is noticed elsewhere.
            let _ = link.write_all(&failure(&told));
        }
    }

    /// This process has failed.
    pub(super) fn fail(&self, error: Error) {
        let told = match &error {
            Error::Cluster { why } if why.starts_with("process ") => why.clone(),
            error => format!("process {}: {error}", self.me),
        };
        self.end(error, &told);
    }

    /// Another process has failed, or is gone.
    fn gone(&self, why: String) {
        let told = why.clone();
        self.end(Error::Cluster { why }, &told);
    }

    /// The process of this number is gone, unless all are done: only then does one close its links.
    pub(super) fn lost(&self, peer: usize) {
        // What others said last may still be on its way.
        let until = Instant::now() + 4 * PATIENCE;
        while !self.all_done() && !self.is_failed() && Instant::now() < until {
            thread::sleep(Duration::from_millis(5));
        }
        if !self.all_done() {
            self.gone(format!("process {peer} has ended early"));
        }
    }

    fn is_done(&self, peer: usize) -> bool {
        self.done.get(peer).is_some_and(|done| done.load(Ordering::Acquire))
    }

    fn end(&self, error: Error, told: &str) {
        let mut why = self.why.lock().unwrap_or_else(PoisonError::into_inner);
        if why.is_some() {
            return;
        }
        *why = Some((error, told.into()));
        drop(why);
        self.tell(&failure(told));
        self.failed.store(true, Ordering::Release);
    }

    /// Says a word to all others; who does not hear it is noticed elsewhere.
    fn tell(&self, word: &[u8]) {
        let mut links = self.links.lock().unwrap_or_else(PoisonError::into_inner);
        for link in links.iter_mut().flatten() {
            let _ = link.write_all(word);
        }
    }

    /// How many processes there are.
    pub(super) fn processes(&self) -> usize {
        self.done.len()
    }

    /// A worker of this process is done; the last of so many says so to the others.
    pub(super) fn finished(&self, workers: usize) {
        if self.finished.fetch_add(1, Ordering::AcqRel) + 1 == workers {
            self.done();
        }
    }

    fn done(&self) {
        self.done[self.me].store(true, Ordering::Release);
        self.tell(&[DONE]);
    }

    /// Whether all processes are done.
    pub(super) fn all_done(&self) -> bool {
        (0..self.done.len()).all(|peer| self.is_done(peer))
    }

    /// Takes a link to another process, and listens to it: given up when nothing comes over it for so long.
    pub(super) fn link(
        self: &Arc<Self>,
        peer: usize,
        link: TcpStream,
        silence: Duration,
    ) -> std::io::Result<()> {
        let heard = link.try_clone()?;
        heard.set_read_timeout(Some(silence))?;
        link.set_write_timeout(Some(PATIENCE))?;
        self.links.lock().unwrap_or_else(PoisonError::into_inner)[peer] = Some(link);
        let verdict = self.clone();
        let listen = move || verdict.listen(peer, heard, silence);
        thread::Builder::new().name(format!("stonegame:hear-{peer}")).spawn(listen)?;
        Ok(())
    }

    fn listen(&self, peer: usize, mut heard: TcpStream, silence: Duration) {
        loop {
            let word = hear(&mut heard);
            if self.is_failed() || self.closed.load(Ordering::Acquire) {
                return;
            }
            match word {
                Ok(Word::Lives) => {}
                Ok(Word::Done) => self.done[peer].store(true, Ordering::Release),
                Ok(Word::Failed(why)) => return self.gone(why),
                Err(why) if matches!(why.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                    let why = format!("process {peer} has said nothing for {silence:.1?}");
                    return self.gone(why);
                }
                Err(_) if self.is_done(peer) => return self.lost(peer),
                Err(_) => return self.gone(format!("process {peer} has ended early")),
            }
        }
    }

    /// Says now and then that this process lives.
    pub(super) fn beat(self: &Arc<Self>) -> std::io::Result<()> {
        let verdict = self.clone();
        let beat = move || {
            while !verdict.is_failed() && !verdict.closed.load(Ordering::Acquire) {
                verdict.tell(&[LIVES]);
                thread::sleep(BEAT);
            }
        };
        thread::Builder::new().name("stonegame:beat".to_string()).spawn(beat).map(|_| ())
    }

    /// Nothing is listened to any more.
    pub(super) fn close(&self) {
        self.closed.store(true, Ordering::Release);
        let mut links = self.links.lock().unwrap_or_else(PoisonError::into_inner);
        for link in links.iter_mut().filter_map(Option::take) {
            let _ = link.shutdown(Shutdown::Both);
        }
    }
}

/// A failure in words, as it is sent.
fn failure(told: &str) -> Vec<u8> {
    let mut word = alloc::vec![FAILED];
    let end = told.floor_char_boundary(LONGEST);
    word.extend((end as u32).to_le_bytes());
    word.extend(&told.as_bytes()[..end]);
    word
}

enum Word {
    Lives,
    Done,
    Failed(String),
}

fn hear(from: &mut TcpStream) -> std::io::Result<Word> {
    let mut kind = [0];
    from.read_exact(&mut kind)?;
    Ok(match kind[0] {
        LIVES => Word::Lives,
        DONE => Word::Done,
        _ => {
            let mut length = [0; 4];
            from.read_exact(&mut length)?;
            let mut why = alloc::vec![0; (u32::from_le_bytes(length) as usize).min(LONGEST)];
            from.read_exact(&mut why)?;
            Word::Failed(String::from_utf8_lossy(&why).into_owned())
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    /// A verdict of process 1 of two, and the other end of its link to process 0.
    fn linked() -> (Arc<Verdict>, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let other = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let verdict = Verdict::new(1, 2);
        verdict.link(0, listener.accept().unwrap().0, Duration::from_secs(10)).unwrap();
        (verdict, other)
    }

    fn within_two_seconds(is_so: impl Fn() -> bool) -> bool {
        let begin = Instant::now();
        while !is_so() && begin.elapsed() < Duration::from_secs(2) {
            thread::sleep(Duration::from_millis(5));
        }
        is_so()
    }

    #[test]
    fn who_is_done_and_goes_before_all_are_is_missed() {
        let (verdict, mut other) = linked();
        other.write_all(&[LIVES, DONE]).unwrap();
        assert!(within_two_seconds(|| verdict.is_done(0)));
        assert!(!verdict.is_failed());
        drop(other);
        assert!(within_two_seconds(|| verdict.is_failed()));
        assert_eq!(verdict.why().unwrap().to_string(), "process 0 has ended early");
    }

    #[test]
    fn who_goes_when_all_are_done_is_not() {
        let (verdict, mut other) = linked();
        other.write_all(&[DONE]).unwrap();
        verdict.finished(1);
        assert!(within_two_seconds(|| verdict.all_done()));
        drop(other);
        thread::sleep(5 * PATIENCE);
        assert!(!verdict.is_failed());
    }

    #[test]
    fn a_failure_is_told_in_its_own_words() {
        let (verdict, mut other) = linked();
        other.write_all(&failure("process 0: it is broken")).unwrap();
        assert!(within_two_seconds(|| verdict.is_failed()));
        assert_eq!(verdict.why().unwrap().to_string(), "process 0: it is broken");
        let (verdict, mut other) = linked();
        verdict.fail(Error::Cluster { why: "it is broken".into() });
        assert!(
            matches!(hear(&mut other), Ok(Word::Failed(why)) if why == "process 1: it is broken")
        );
    }
}
