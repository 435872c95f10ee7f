//! Which game, and its data.

use std::io::Read;
use stonegame_games::catalogue::{Entry, GAMES, find};

/// The game of a name or number, or a message that names the nearest.
pub(crate) fn game(name: &str) -> Result<&'static dyn Entry, String> {
    let name = name.trim();
    find(&name.to_lowercase()).ok_or_else(|| {
        let slugs = GAMES.iter().map(|game| game.about().slug);
        let near = slugs.max_by(|a, b| {
            let likeness = |slug| strsim::jaro_winkler(slug, &name.to_lowercase());
            likeness(a).total_cmp(&likeness(b))
        });
        let near = near.map_or(String::new(), |slug| format!("; did you mean `{slug}`?"));
        format!("no game is called `{name}`{near} `stonegame list` lists all")
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
            let read = std::io::stdin().read_to_string(&mut text);
            read.map_err(|error| format!("cannot read standard input: {error}"))?;
        } else if let Some(path) = word.strip_prefix('@') {
            let read = std::fs::read_to_string(path);
            text += &read.map_err(|error| format!("cannot read the file `{path}`: {error}"))?;
        } else {
            text += word;
        }
    }
    Ok(text)
}
