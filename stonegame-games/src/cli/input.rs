//! Which game, and its data.

use crate::catalogue::{Entry, GAMES, find};
use std::io::Read;

/// The most that is read from one file or from standard input.
const MOST: u64 = 4 << 30;

/// The game of a name or number, or a message that names the nearest.
pub(crate) fn game(name: &str) -> Result<&'static dyn Entry, String> {
    let name = name.trim();
    find(name).or_else(|| find(&name.to_lowercase())).ok_or_else(|| {
        let likeness = |slug: &str| strsim::normalized_damerau_levenshtein(slug, name);
        let slugs = GAMES.iter().map(|game| game.about().slug);
        let near = slugs.max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
        let near = near.filter(|slug| likeness(slug) > 0.5);
        let near = near.map_or(String::new(), |slug| format!("; did you mean `{slug}`?"));
        let name = name.escape_debug();
        format!("no game is called `{name}`{near}; `stonegame list` names them all")
    })
}

/// The data as one text: words as they are, but for files and standard input, which are read.
pub(crate) fn data(words: &[String]) -> Result<String, String> {
    let mut text = String::new();
    for word in words {
        if !text.is_empty() {
            text.push(' ');
        }
        if word == "-" {
            read(std::io::stdin().lock(), "standard input", &mut text)?;
        } else if let Some(path) = word.strip_prefix('@') {
            let name = format!("the file `{}`", path.escape_debug());
            let file = std::fs::File::open(path);
            read(file.map_err(|error| format!("cannot read {name}: {error}"))?, &name, &mut text)?;
        } else {
            text += word;
        }
    }
    Ok(text)
}

fn read(from: impl Read, name: &str, to: &mut String) -> Result<(), String> {
    let begun = to.len();
    let read = from.take(MOST).read_to_string(to);
    // Some editors mark a text file with an invisible first character.
    if to[begun..].starts_with('\u{feff}') {
        to.remove(begun);
    }
    match read.map_err(|error| format!("cannot read {name}: {error}"))? as u64 {
        MOST => Err(format!("{name} is longer than {} GiB", MOST >> 30)),
        _ => Ok(()),
    }
}
