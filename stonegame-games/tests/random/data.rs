//! Any text as the data of any game.

use std::time::{Duration, Instant};
use stonegame_core::{Cancel, Solver};
use stonegame_games::catalogue::{Entry, GAMES, Request};
use stonegame_games::data::Data;

/// How long one game may take.
const TIME: Duration = Duration::from_millis(300);

/// The first byte chooses the game, the others are the text.
pub fn any(bytes: &[u8]) {
    if let [game, text @ ..] = bytes {
        solve(*game, &String::from_utf8_lossy(text));
    }
}

/// The same, with text that is more like data.
pub fn likely(bytes: &[u8]) {
    const LETTERS: &[u8] = b"0123456789001122,,,;[]  -+++";
    if let [game, text @ ..] = bytes {
        let text = text.iter().map(|byte| char::from(LETTERS[*byte as usize % LETTERS.len()]));
        solve(*game, &text.collect::<String>());
    }
}

/// Solves as the program does, in little time and memory: with an answer or an error, and no panic.
fn solve(game: u8, text: &str) {
    let game: &dyn Entry = GAMES[game as usize % GAMES.len()];
    let options = game.about().options.iter().filter(|_| text.len() % 2 == 1).copied();
    let data = options.fold(Data::new(text), Data::option);
    let cancel = Cancel::new();
    let (flag, begun) = (cancel.clone(), Instant::now());
    let solver = Solver::new().memory(1 << 20).cancel(&cancel).progress(move |progress| {
        if progress.evaluated > 20_000 || begun.elapsed() > TIME {
            flag.cancel();
        }
    });
    for wanted in [false, true] {
        let request = Request::new(solver.clone()).line(wanted).moves(wanted);
        if let Err(failure) = game.solve(&data, &request) {
            assert!(!failure.to_string().is_empty());
        }
    }
}
