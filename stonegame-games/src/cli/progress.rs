//! How far long work has come, on a terminal.

use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use stonegame_core::{Progress, Solver};

/// Work that takes less is not worth a word.
const SOON: Duration = Duration::from_millis(700);
/// How often the bar is drawn anew.
const OFTEN: Duration = Duration::from_millis(100);

/// A bar of so many steps of one kind; where their number is not known there is a count, and no remaining time.
///
/// It is drawn on standard error if that is a terminal, and gone in the end.
pub(crate) fn bar(total: Option<u64>, unit: &str) -> ProgressBar {
    let bar = match total {
        Some(total) => ProgressBar::new(total),
        None => ProgressBar::new_spinner(),
    };
    let template = match total {
        Some(_) => {
            format!("{{bar:30}} {{human_pos}} of {{human_len}} {unit}, {{rate}}, {{eta}} left")
        }
        None => format!("{{spinner}} {{human_pos}} {unit}, {{rate}}, {{elapsed}}"),
    };
    // The templates are known to be sound, and a test draws them; without them the bar is plain.
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style.with_key("rate", rate));
    }
    bar
}

/// How many steps a second, without places behind the point.
fn rate(state: &ProgressState, to: &mut dyn Write) {
    // What cannot be written is not missed.
    let _ = write!(to, "{} a second", HumanCount(state.per_sec() as u64));
}

/// A solver whose long solves show how far they have come.
pub(crate) fn shown(solver: Solver) -> Solver {
    let tell = listener("positions");
    solver.progress(move |Progress { evaluated, total, .. }| tell(evaluated, total))
}

/// What shows how far some work has come, if it lasts: it is told so often, and of how many steps.
pub(crate) fn listener(unit: &'static str) -> impl Fn(u64, Option<u64>) + Send + Sync + 'static {
    let begin = Instant::now();
    let bar = std::sync::OnceLock::new();
    let drawn = AtomicU64::new(SOON.as_millis() as u64);
    move |done, total| {
        let now = begin.elapsed().as_millis() as u64;
        if now < drawn.load(Ordering::Relaxed) {
            return;
        }
        drawn.store(now + OFTEN.as_millis() as u64, Ordering::Relaxed);
        let bar: &Bar =
            bar.get_or_init(|| Bar(self::bar(total, unit).with_elapsed(begin.elapsed())));
        bar.0.set_position(done);
    }
}

/// A bar that is gone when its solver is.
struct Bar(ProgressBar);

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
