//! The command line.

use super::theory_args::{Grundy, NimSum, Outcomes, Period};
use super::{BAD_INPUT, Program, print};
use bytesize::ByteSize;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{
    Arg, ArgAction, ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum,
};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use stonegame_core::Engine;

/// Solve take-games exactly.
#[derive(Debug, Parser)]
#[command(
    name = "stonegame",
    version,
    about = "Solve take-games exactly",
    max_term_width = 100,
    args_override_self = true
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the games
    #[command(after_help = "Examples:\n  stonegame list\n  stonegame list --json")]
    List {
        /// Print one JSON array on one line
        #[arg(long)]
        json: bool,
    },
    /// Solve a game: its value, who scores what, best moves and best play
    Solve(Solve),
    /// Ask what `solve --table` or `solve --save` has written: the value of a position, and those of its moves
    #[command(
        after_help = "Examples:\n  stonegame query row.table\n  stonegame query row.table left right 1"
    )]
    Query(Query),
    /// Play against the solver, or two people against each other
    Play(Play),
    /// Tell a line of best play move by move, and what every other move would have cost
    Explain(Explain),
    /// Draw the values of all positions: a heat map of rows, a curve, a grid of outcomes
    Plot(Plot),
    /// Write a page with rules, answer, plot and an explorer of moves, which needs no network
    Report(ReportPage),
    /// Time every engine that can solve an instance here
    Bench(Bench),
    /// Write every position that play can reach with its value, as CSV, JSON lines or a NumPy array
    Export(Export),
    /// Solve many random rows: how values are distributed, who wins, and what greed costs
    Survey(Survey),
    /// Try the laws that the engines rely on, at every position of an instance
    Check(Check),
    /// Nimbers of an octal game or its kin, and whether they are proven to repeat; nimbers of a game's position
    Grundy(Grundy),
    /// The nim-sum of some nimbers and positions, and the moves that win it
    NimSum(NimSum),
    /// Who wins a game of two numbers, such as two heaps, as a grid
    Outcomes(Outcomes),
    /// The repetition that a sequence of numbers shows
    Period(Period),
    /// Print a script that completes the words of this command line, for a shell
    #[command(after_help = "Examples:\n  stonegame completions bash > stonegame.bash")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write those of all commands into a directory
    #[command(after_help = "Examples:\n  stonegame man | man -l -\n  stonegame man man1")]
    Man {
        /// The directory
        #[arg(value_name = "DIRECTORY", value_parser = path)]
        to: Option<PathBuf>,
    },
}

/// The commands that are about one game.
const OF_A_GAME: [&str; 9] =
    ["solve", "play", "explain", "plot", "report", "export", "bench", "survey", "check"];

/// Those of them that take its data.
fn takes_data(command: &str) -> bool {
    command != "survey"
}

/// Which instance of which game.
#[derive(Debug, clap::Args)]
pub(crate) struct Instance {
    /// The game: a name from `stonegame list`, or its LeetCode number
    pub(crate) game: String,

    /// The game's data, as `stonegame list` says: words, or numbers separated by commas, in brackets or
    /// not; `[]` is an empty row; @FILE reads them from a file, - from standard input; text that begins
    /// with a minus sign follows --
    #[arg(num_args = 0..)]
    pub(crate) data: Vec<String>,

    /// Options of games, which are not known when this is compiled.
    #[arg(skip)]
    pub(crate) options: Vec<&'static str>,
}

/// How it is solved.
#[derive(Debug, clap::Args)]
pub(crate) struct How {
    /// The engine; auto takes the one that suits the game's shape and the memory
    #[arg(long, value_parser = engines(), default_value = "auto", value_name = "ENGINE")]
    pub(crate) engine: EngineArg,

    /// Take at most this much memory, such as 2GiB or 500MB; by default half of what is available
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<ByteSize>,

    /// Use at most this many threads; by default, and for 0, as many as there are processors. Results do not
    /// depend on it
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = threads)]
    pub(crate) threads: usize,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) instance: Instance,

    #[command(flatten)]
    pub(crate) how: How,

    /// Also print a line of best play
    #[arg(long)]
    pub(crate) line: bool,

    /// Also print every first move with its value
    #[arg(long)]
    pub(crate) moves: bool,

    /// Keep the values of all positions in this file, and go on with what is there of them; `query` asks it
    #[arg(long, value_name = "FILE", value_parser = path, conflicts_with = "engine")]
    pub(crate) table: Option<PathBuf>,

    /// Save the value of every position that play can reach in this file; `query` asks it. For the memo and retrograde analysis; of several
    /// processes K saves its own part, in FILE.K
    #[arg(long, value_name = "FILE", value_parser = path, conflicts_with = "table")]
    pub(crate) save: Option<PathBuf>,

    #[cfg(feature = "cluster")]
    #[command(flatten)]
    pub(crate) shared: Shared,

    /// Wait for the disk now and then, so that not even a power failure costs much of a table
    #[arg(long, requires = "table")]
    pub(crate) sync: bool,

    /// Print one JSON object on one line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Who works together.
#[cfg(feature = "cluster")]
#[derive(Debug, clap::Args)]
pub(crate) struct Shared {
    /// Share the positions among so many workers in this process, by retrograde analysis: for games that go round, and for
    /// those whose positions do not fit one machine
    #[arg(long, value_name = "N", conflicts_with_all = ["engine", "table", "line", "moves"], value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) workers: Option<u16>,

    /// Work together with other processes: a file with the address of each, such as 10.0.0.1:4000, on a line of its own; all run the
    /// same command, each with its own --process
    #[arg(long, value_name = "FILE", requires_all = ["workers", "process"], value_parser = path)]
    pub(crate) hosts: Option<PathBuf>,

    /// Which line of --hosts this process is, from 0
    #[arg(long, value_name = "K", requires = "hosts")]
    pub(crate) process: Option<usize>,

    /// Wait so many seconds for the other processes to come
    #[arg(long, value_name = "SECONDS", default_value_t = 30, requires = "hosts")]
    pub(crate) wait: u32,

    /// Give up when another process has said nothing for so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10, requires = "hosts")]
    pub(crate) silence: u32,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Query {
    /// The file
    #[arg(value_name = "FILE", value_parser = path)]
    pub(crate) table: PathBuf,

    /// The position: the moves that lead to it from the start, each by its name or its number; none is the start
    #[arg(value_name = "MOVE", num_args = 0..)]
    pub(crate) moves: Vec<String>,

    /// Instead the position of which Rust's `Debug` writes this, wherever it lies: of a saved solution, or of the part of it that one of several
    /// processes has saved
    #[arg(long, value_name = "TEXT", conflicts_with = "moves")]
    pub(crate) at: Option<String>,

    /// Print one JSON object on one line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) instance: Instance,

    #[command(flatten)]
    pub(crate) how: How,

    /// Who you are; `both` is for two people, `none` watches best play
    #[arg(long, value_name = "SIDE", default_value = "first")]
    pub(crate) side: Side,

    /// Show the value of every move from the start; h shows and hides them
    #[arg(long)]
    pub(crate) values: bool,

    /// Read moves line by line, as over a pipe, instead of drawing the whole terminal
    #[arg(long)]
    pub(crate) plain: bool,
}

/// Whose moves a person makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Side {
    First,
    Second,
    Both,
    None,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) instance: Instance,

    #[command(flatten)]
    pub(crate) how: How,

    /// Instead print every position in solving order, with all candidates, as textbooks do
    #[arg(long)]
    pub(crate) table: bool,

    /// Print one JSON object on one line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Plot {
    #[command(flatten)]
    pub(crate) instance: Instance,

    #[command(flatten)]
    pub(crate) how: How,

    /// Where to: a name that ends in .svg or .png
    #[arg(short, long, value_name = "FILE", value_parser = path)]
    pub(crate) output: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Export {
    #[command(flatten)]
    pub(crate) instance: Instance,

    #[command(flatten)]
    pub(crate) how: How,

    /// Where to: a name that ends in .csv or .jsonl, or in .npy for games of a row, or of one or two heaps; an array has a number
    /// for each two places or heaps, and not a number where there is no such position
    #[arg(short, long, value_name = "FILE", value_parser = path)]
    pub(crate) output: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ReportPage {
    #[command(flatten)]
    pub(crate) instance: Instance,

    #[command(flatten)]
    pub(crate) how: How,

    /// Where to: a name that ends in .html
    #[arg(short, long, value_name = "FILE", value_parser = path)]
    pub(crate) output: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Bench {
    #[command(flatten)]
    pub(crate) instance: Instance,

    /// Take at most this much memory, such as 2GiB or 500MB; by default half of what is available
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<ByteSize>,

    /// Print one JSON object on one line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Survey {
    /// The game: a name from `stonegame list`, or its LeetCode number
    pub(crate) game: String,

    /// Options of games, which are not known when this is compiled.
    #[arg(skip)]
    pub(crate) options: Vec<&'static str>,

    /// How many piles a row has
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) piles: usize,

    /// What the values of piles are drawn from
    #[arg(long, value_name = "FROM..=TO", default_value = "1..=10", value_parser = values, allow_hyphen_values = true)]
    pub(crate) values: RangeInclusive<i64>,

    /// How many rows
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) rows: u64,

    /// What the random numbers begin with: the same seed gives the same survey, on any number of threads
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Use at most this many threads; by default, and for 0, as many as there are processors
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = threads)]
    pub(crate) threads: usize,

    /// Also write how often each value occurs, as comma-separated values
    #[arg(long, value_name = "FILE", value_parser = path)]
    pub(crate) csv: Option<PathBuf>,

    /// Also draw how often each value occurs: a name that ends in .svg or .png
    #[arg(long, value_name = "FILE", value_parser = path)]
    pub(crate) plot: Option<PathBuf>,

    /// Print one JSON object on one line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) instance: Instance,

    /// Print one JSON object on one line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Reads the command line; ends the program with a message if it is not sound.
pub(crate) fn parse(program: &Program, words: impl Iterator<Item = OsString>) -> Args {
    try_parse(program, words).unwrap_or_else(|error| {
        let is_help = error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
        if is_help || !error.use_stderr() {
            error.exit();
        }
        print::error(&in_a_line(&error.to_string()));
        std::process::exit(BAD_INPUT.into())
    })
}

/// What is wrong with a command line, without its usage.
fn in_a_line(error: &str) -> String {
    let lines = error.lines().map(str::trim).filter(|line| !line.is_empty());
    let lines =
        lines.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
    let lines: Vec<&str> = lines.collect();
    lines.join(" ").trim_start_matches("error: ").replace(" tip:", "; tip:") + "; try --help"
}

fn try_parse(
    program: &Program,
    words: impl Iterator<Item = OsString>,
) -> Result<Args, clap::Error> {
    let matches = command(program).try_get_matches_from(with_negative_numbers(words))?;
    let mut args = Args::from_arg_matches(&matches)?;
    let Some((_, matches)) = matches.subcommand() else { return Ok(args) };
    let given =
        |option: &&str| matches!(ArgMatches::try_get_one::<bool>(matches, option), Ok(Some(true)));
    let options = || options(program).into_keys().filter(given).collect();
    match &mut args.command {
        Command::Solve(Solve { instance, .. })
        | Command::Play(Play { instance, .. })
        | Command::Explain(Explain { instance, .. })
        | Command::Plot(Plot { instance, .. })
        | Command::Report(ReportPage { instance, .. })
        | Command::Export(Export { instance, .. })
        | Command::Bench(Bench { instance, .. })
        | Command::Check(Check { instance, .. }) => instance.options = options(),
        Command::Survey(survey) => survey.options = options(),
        _ => {}
    }
    Ok(args)
}

/// The definition, with the options of all games; without what one game alone has no use for.
pub(crate) fn command(program: &Program) -> clap::Command {
    let mut command = Args::command();
    for name in OF_A_GAME {
        command = command.mut_subcommand(name, |one| {
            let one = one.after_help(examples(program, name));
            let options = options(program).into_iter();
            let one = one.args(options.map(|(option, games)| {
                let help = match program.alone {
                    Some(_) => "Changes the rules".into(),
                    None => format!("Changes the rules of {}", games.join(", ")),
                };
                Arg::new(option).long(option).action(ArgAction::SetTrue).help(help)
            }));
            match program.alone {
                // Not a word of the command line any more, and what it is is known.
                Some(game) => one.mut_arg("game", |arg| {
                    arg.long("game").default_value(game.about().slug).hide(true).required(false)
                }),
                None => one,
            }
        });
    }
    let Some(game) = program.alone else { return command };
    let about = game.about();
    let of_it = |one: &&clap::Command| {
        OF_A_GAME.contains(&one.get_name())
            || ["completions", "man", "query"].contains(&one.get_name())
    };
    let subcommands: Vec<clap::Command> = command
        .get_subcommands()
        .filter(of_it)
        .cloned()
        .map(|one| {
            let data =
                if about.data.is_empty() { String::new() } else { format!(": {}", about.data) };
            let data = format!(
                "The game's data{data}; @FILE reads them from a file, - from standard input"
            );
            let has = one.get_arguments().any(|arg| arg.get_id() == "data");
            if has {
                one.mut_arg("data", |arg| arg.help(data.clone()).long_help(data))
            } else {
                one
            }
        })
        .collect();
    clap::Command::new(about.slug)
        .about(format!("{}: {}", about.title, about.rules))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .args_override_self(true)
        .max_term_width(100)
        .subcommands(subcommands)
}

/// What a command's help has below it.
fn examples(program: &Program, command: &str) -> String {
    let lines: &[&str] = match command {
        "solve" => &["--line --moves", "--json", "--table row.table"],
        "play" => &["", "--side second --values", "--side both --plain"],
        "explain" => &["", "--table"],
        "plot" => &["-o plot.svg", "-o plot.png"],
        "report" => &["-o report.html"],
        "export" => &["-o positions.csv", "-o values.npy"],
        "bench" | "check" => &["", "--json"],
        _ => &[
            "--piles 20 --values=-10..=10 --rows 100000 --seed 7",
            "--plot histogram.svg --csv values.csv",
        ],
    };
    let (name, game) = match program.alone {
        Some(game) => (game.about().slug, String::new()),
        None => ("stonegame", " predict-the-winner".to_owned()),
    };
    let example = program.alone.map_or("1,5,233,7", |game| game.about().example);
    let data = if takes_data(command) && !example.is_empty() {
        format!(" {example}")
    } else {
        String::new()
    };
    let lines = lines.iter().map(|line| {
        let line = if line.is_empty() { String::new() } else { format!(" {line}") };
        format!("\n  {name} {command}{game}{data}{line}")
    });
    format!("Examples:{}", lines.collect::<String>())
}

/// The options of games, each with the games that have it.
fn options(program: &Program) -> BTreeMap<&'static str, Vec<&'static str>> {
    let mut options = BTreeMap::<_, Vec<_>>::new();
    for about in program.games().iter().map(|game| game.about()) {
        for option in about.options {
            options.entry(*option).or_default().push(about.slug);
        }
    }
    options
}

/// A size in bytes.
fn size(text: &str) -> Result<ByteSize, String> {
    text.trim().parse().map_err(|_| "write a size such as 500MB or 2GiB".into())
}

/// How many threads.
pub(crate) fn threads(text: &str) -> Result<usize, String> {
    const MOST: usize = 1024;
    let threads = text.trim().parse().ok().filter(|threads| *threads <= MOST);
    threads.ok_or_else(|| format!("write a number from 0 to {MOST}"))
}

/// A file's name, without the blank that keeps words with a minus sign and a digit from the parser's sight.
pub(crate) fn path(text: &str) -> Result<PathBuf, String> {
    Ok(text.strip_prefix(' ').filter(|rest| rest.starts_with('-')).unwrap_or(text).into())
}

/// A range of numbers.
fn values(text: &str) -> Result<RangeInclusive<i64>, String> {
    let why = || "write the least and the greatest value, such as -10..=10".to_owned();
    let (from, to) = text.split_once("..=").ok_or_else(why)?;
    let number = |text: &str| text.trim().parse::<i64>().map_err(|_| why());
    let (from, to) = (number(from)?, number(to)?);
    if from > to { Err(why()) } else { Ok(from..=to) }
}

/// Which engine, if any was asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EngineArg(pub(crate) Option<Engine>);

/// `auto`, or the name of an engine.
fn engines() -> impl TypedValueParser<Value = EngineArg> {
    let names = ["auto"].into_iter().chain(Engine::ALL.map(Engine::name));
    PossibleValuesParser::new(names).map(|name| EngineArg(name.parse().ok()))
}

/// The words of the command line, in which those of a minus sign and a digit are no options.
///
/// A parser of options would take `-1,2` for one wherever it is not told otherwise for all words;
/// then it would take options behind the data for data. A blank before the sign keeps such a word
/// out of its sight, and does not change the number.
fn with_negative_numbers(words: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    words.map(|word| {
        let is_number = |text: &str| {
            let rest = text.strip_prefix('-');
            rest.is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
        };
        match word.to_str() {
            Some(text) if is_number(text) => format!(" {text}").into(),
            _ => word,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::CATALOGUE;
    use super::*;

    fn solve(words: &[&str]) -> Solve {
        let words = ["stonegame", "solve"].iter().chain(words).map(OsString::from);
        match try_parse(&CATALOGUE, words).unwrap().command {
            Command::Solve(solve) => solve,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_definition_is_sound() {
        command(&CATALOGUE).debug_assert();
        let alone = Program { alone: crate::catalogue::find("nim") };
        command(&alone).debug_assert();
        let words = ["nim", "solve", "3,4", "--misere"].map(OsString::from).into_iter();
        let Command::Solve(solve) = try_parse(&alone, words).unwrap().command else { panic!() };
        assert_eq!(
            (solve.instance.game.as_str(), &solve.instance.data[..]),
            ("nim", &["3,4".to_owned()][..])
        );
        assert_eq!(solve.instance.options, ["misere"]);
    }

    #[test]
    fn options_stand_before_or_after_data() {
        for words in [
            &["486", "-1", "-2", "--json", "--engine", "memo"][..],
            &["--json", "--engine", "memo", "486", "-1", "-2"],
            &["486", "--engine=memo", "-1", "--json", "-2"],
        ] {
            let solve = solve(words);
            assert!(solve.json);
            assert_eq!(solve.how.engine.0, Some(Engine::Memo));
            assert_eq!(solve.instance.data.join(" "), " -1  -2");
        }
    }

    #[test]
    fn every_engine_has_its_name() {
        for engine in Engine::ALL {
            let found = solve(&["486", "1", "--engine", engine.name()]).how.engine;
            assert_eq!(found.0, Some(engine));
        }
        assert_eq!(solve(&["486", "1"]).how.engine.0, None);
    }

    #[test]
    fn ranges_of_values() {
        assert_eq!(values("-10..=10"), Ok(-10..=10));
        for bad in ["", "5", "1..5", "5..=1", "a..=b", "1..=99999999999999999999"] {
            assert!(values(bad).is_err(), "{bad}");
        }
    }
}
