//! How far long work has come, on a terminal.

use indicatif::{ProgressBar, ProgressStyle};
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
            format!("{{bar:30}} {{human_pos}} of {{human_len}} {unit}, {{per_sec}}, {{eta}} left")
        }
        None => format!("{{spinner}} {{human_pos}} {unit}, {{per_sec}}, {{elapsed}}"),
    };
    // The templates are known to be sound, and a test draws them; without them the bar is plain.
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
}

/// A solver whose long solves show how far they have come.
pub(crate) fn shown(solver: Solver) -> Solver {
    let begin = Instant::now();
    let bar = std::sync::OnceLock::new();
    let drawn = AtomicU64::new(SOON.as_millis() as u64);
    solver.progress(move |Progress { evaluated, total, .. }| {
        let now = begin.elapsed().as_millis() as u64;
        if now < drawn.load(Ordering::Relaxed) {
            return;
        }
        drawn.store(now + OFTEN.as_millis() as u64, Ordering::Relaxed);
        let bar: &Bar =
            bar.get_or_init(|| Bar(self::bar(total, "positions").with_elapsed(begin.elapsed())));
        bar.0.set_position(evaluated);
    })
}

/// A bar that is gone when its solver is.
struct Bar(ProgressBar);

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
