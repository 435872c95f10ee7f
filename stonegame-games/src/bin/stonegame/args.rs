//! The command line.

use bytesize::ByteSize;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use std::collections::BTreeMap;
use std::ffi::OsString;
use stonegame_core::Engine;
use stonegame_games::catalogue::GAMES;

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
    List {
        /// Print one JSON array on one line
        #[arg(long)]
        json: bool,
    },
    /// Solve a game: its value, who scores what, best moves and best play
    Solve(Solve),
    /// Nimbers of an octal game or its kin, and whether they are proven to repeat; nimbers of a game's position
    Grundy(Grundy),
    /// The nim-sum of some nimbers and positions, and the moves that win it
    NimSum(NimSum),
    /// Who wins a game of two numbers, such as two heaps, as a grid
    Outcomes(Outcomes),
    /// The repetition that a sequence of numbers shows
    Period(Period),
}

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
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) threads: usize,

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
pub(crate) struct Solve {
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

    /// The engine; auto takes the one that suits the game's shape and the memory
    #[arg(long, value_parser = engines(), default_value = "auto", value_name = "ENGINE")]
    pub(crate) engine: EngineArg,

    /// Also print a line of best play
    #[arg(long)]
    pub(crate) line: bool,

    /// Also print every first move with its value
    #[arg(long)]
    pub(crate) moves: bool,

    /// Take at most this much memory, such as 2GiB or 500MB; by default half of what is available
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<ByteSize>,

    /// Use at most this many threads; by default, and for 0, as many as there are processors. Results do not
    /// depend on it
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) threads: usize,

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

/// Reads the command line; ends the program with a message if it is not sound.
pub(crate) fn parse(words: impl Iterator<Item = OsString>) -> Args {
    try_parse(words).unwrap_or_else(|error| error.exit())
}

fn try_parse(words: impl Iterator<Item = OsString>) -> Result<Args, clap::Error> {
    let matches = command().try_get_matches_from(with_negative_numbers(words))?;
    let mut args = Args::from_arg_matches(&matches)?;
    if let (Command::Solve(solve), Some(matches)) =
        (&mut args.command, matches.subcommand_matches("solve"))
    {
        let given = |option: &&str| ArgMatches::get_flag(matches, option);
        solve.options = options().into_keys().filter(given).collect();
    }
    Ok(args)
}

/// The definition, with the options of all games.
fn command() -> clap::Command {
    Args::command().mut_subcommand("solve", |solve| {
        solve.args(options().into_iter().map(|(option, games)| {
            let help = format!("Changes the rules of {}", games.join(", "));
            Arg::new(option).long(option).action(ArgAction::SetTrue).help(help)
        }))
    })
}

/// The options of games, each with the games that have it.
fn options() -> BTreeMap<&'static str, Vec<&'static str>> {
    let mut options = BTreeMap::<_, Vec<_>>::new();
    for about in GAMES.iter().map(|game| game.about()) {
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
    use super::*;

    fn solve(words: &[&str]) -> Solve {
        let words = ["stonegame", "solve"].iter().chain(words).map(OsString::from);
        match try_parse(words).unwrap().command {
            Command::Solve(solve) => solve,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_definition_is_sound() {
        command().debug_assert();
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
            assert_eq!(solve.engine.0, Some(Engine::Memo));
            assert_eq!(solve.data.join(" "), " -1  -2");
        }
    }

    #[test]
    fn every_engine_has_its_name() {
        for engine in Engine::ALL {
            let found = solve(&["486", "1", "--engine", engine.name()]).engine;
            assert_eq!(found.0, Some(engine));
        }
        assert_eq!(solve(&["486", "1"]).engine.0, None);
    }
}
