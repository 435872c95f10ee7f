//! The command line of what is about nimbers.

use super::args::{path, threads};
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  stonegame grundy 0.77 --to 100000 --period\n  stonegame grundy \
    '{1,3,4}' --to 20 --values\n  stonegame grundy 'all but {1,3}' --period --json\n  stonegame grundy 0.07 \
    --misere --to 12\n  stonegame grundy kayles 5,9,100 --moves\n  stonegame grundy grundys-game --to 50 --values"
)]
pub(crate) struct Grundy {
    /// The rule: a code as 0.77, 4.7 or 0.3F, a subtraction set as {1,3,4}, `all but {1,3}`, squares, primes, factorials or
    /// fibonacci; or a game from `stonegame list`
    pub(crate) rule: String,

    /// A position: the game's data, or the rule's heaps. Without it, those of 0, 1, 2 and so on are looked at
    #[arg(num_args = 0..)]
    pub(crate) data: Vec<String>,

    /// The largest heap; by default 10000, and 20 in misere play and of games
    #[arg(long, value_name = "HEAP")]
    pub(crate) to: Option<usize>,

    /// Stop as soon as it is proven that the nimbers repeat for ever, and say how
    #[arg(long)]
    pub(crate) period: bool,

    /// Also print the nimber of every heap
    #[arg(long)]
    pub(crate) values: bool,

    /// Also print the heaps whose nimber is 0, in which the player to move loses
    #[arg(long)]
    pub(crate) zeros: bool,

    /// Also print the moves of a position that win
    #[arg(long)]
    pub(crate) moves: bool,

    /// Use at most this many threads for a rule's nimbers; by default, and for 0, as many as there are processors
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = threads)]
    pub(crate) threads: usize,

    /// Draw the nimbers as points, as SVG or PNG by the file's name
    #[arg(long, value_name = "FILE", value_parser = path, conflicts_with_all = ["misere", "moves"])]
    pub(crate) plot: Option<PathBuf>,

    /// In misere play, where who cannot move wins: nimbers and genera
    #[arg(long, conflicts_with_all = ["period", "moves"])]
    pub(crate) misere: bool,

    /// Print one JSON object on one line
    #[arg(long)]
    pub(crate) json: bool,

    /// Print the nimbers as lines of comma-separated values
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,

    /// Print the nimbers as one JSON object a line
    #[arg(long, conflicts_with_all = ["json", "csv"])]
    pub(crate) jsonl: bool,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  stonegame nim-sum 3 5 7\n  stonegame nim-sum 'kayles 5,9' 'nim 3' 0.07:12"
)]
pub(crate) struct NimSum {
    /// What to add: a nimber, a game with its data in quotation marks, or a rule and a heap as 0.77:12
    #[arg(required = true)]
    pub(crate) summands: Vec<String>,

    /// Print one JSON object on one line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  stonegame period 1 2 3 1 2 3 1 2 3\n  stonegame period @FILE --json"
)]
pub(crate) struct Period {
    /// The numbers, separated by commas or blanks; @FILE reads them from a file, - from standard input
    #[arg(required = true)]
    pub(crate) numbers: Vec<String>,

    /// Print one JSON object on one line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  stonegame outcomes wythoff --to 30\n  stonegame outcomes euclid --json"
)]
pub(crate) struct Outcomes {
    /// The game: a name from `stonegame list`, or its LeetCode number
    pub(crate) game: String,

    /// The largest of both numbers
    #[arg(
        long,
        value_name = "NUMBER",
        default_value_t = 20,
        value_parser = clap::value_parser!(u32).range(..=500)
    )]
    pub(crate) to: u32,

    /// Print one JSON object on one line
    #[arg(long)]
    pub(crate) json: bool,
}
