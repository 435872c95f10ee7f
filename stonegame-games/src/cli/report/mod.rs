//! `report`: a page with rules, answer, plot and an explorer of moves, which needs no network.

use super::args::ReportPage;
use super::graph::Graph;
use super::{Program, Stop, plot};
use crate::catalogue::{After, Look, START, Session, Shown};
use crate::data::Data;
use crate::picture::{Drawn, Picture};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// How large the positions of the page may be: with the plot it stays under 2 MiB.
const BYTES: usize = 1_600_000;
/// How many letters of the data are shown.
const SHOWN: usize = 2_000;
/// How wide positions are drawn.
const WIDTH: usize = 96;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

pub(crate) fn run(program: &Program, report: &ReportPage) -> Result<(), Stop> {
    let path = &report.output;
    let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
    if !["html", "htm"].contains(&end.to_lowercase().as_str()) {
        let path = path.display();
        return Err(Stop::bad_input(format!("`{path}` is not .html; end the file's name with it")));
    }
    plot::writable(path)?;
    let page = plot::with_session(program, &report.instance, &report.how, true, page)?;
    plot::write(path, page.as_bytes())
}

/// What the explorer walks through, with short names since there are many.
#[derive(Serialize)]
struct Explored<'l> {
    /// Whether values are points; else they are words.
    points: bool,
    /// The names of moves.
    names: Vec<&'l str>,
    /// The numbers of the row that positions are spans of.
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<Vec<Worth>>,
    /// What the numbers are, and what both players have together in the end, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<Worth>,
    /// By their numbers; those that have no room are missing.
    positions: BTreeMap<usize, Position>,
}

/// How it is drawn, its value, and its moves.
#[derive(Serialize)]
struct Position(Drawing, Worth, Vec<Move>);

/// The text, or what is left of the row with a text below it.
#[derive(Serialize)]
#[serde(untagged)]
enum Drawing {
    Text(String),
    Span(usize, usize, #[serde(skip_serializing_if = "String::is_empty")] String),
}

/// The place of its name, its value, what follows (0 the opponent, 1 the same player, 2 nobody) in which position, and what
/// it gains.
#[derive(Serialize)]
struct Move(
    usize,
    Worth,
    u8,
    usize,
    #[serde(skip_serializing_if = "Option::is_none")] Option<Worth>,
);

/// A number, as text if it is longer than those of the script; or a word.
#[derive(Serialize)]
#[serde(untagged)]
enum Worth {
    Number(i64),
    Word(String),
}

impl Worth {
    fn of(points: i128) -> Self {
        match i64::try_from(points).ok().filter(|number| number.unsigned_abs() < 1 << 53) {
            Some(number) => Worth::Number(number),
            None => Worth::Word(points.to_string()),
        }
    }
}

impl From<Shown> for Worth {
    fn from(value: Shown) -> Self {
        value.points().map_or_else(|| Worth::Word(value.to_string()), Worth::of)
    }
}

impl Drawing {
    fn of(picture: &Picture<'_>) -> Self {
        match &picture.drawn {
            Drawn::Row { left, .. } => {
                let (drawn, label) = (Drawn::Text(String::new()), None);
                let below = Picture { drawn, label, beside: picture.beside.clone() };
                // Behind the line that says that nothing is left.
                let below = below.lines(WIDTH).split_off(1);
                Drawing::Span(left.start, left.end, below.join("\n"))
            }
            _ => Drawing::Text(picture.lines(WIDTH).join("\n")),
        }
    }
}

/// The names of moves, each once.
#[derive(Default)]
struct Names<'l> {
    all: Vec<&'l str>,
    places: HashMap<&'l str, usize>,
}

impl<'l> Names<'l> {
    fn place(&mut self, name: &'l str) -> usize {
        *self.places.entry(name).or_insert_with(|| {
            self.all.push(name);
            self.all.len() - 1
        })
    }

    fn position(&mut self, look: &'l Look) -> Position {
        let moves = look.choices.iter().map(|choice| {
            let (then, to) = match choice.then {
                After::Opponent(place) => (0, place.index()),
                After::Again(place) => (1, place.index()),
                After::Over => (2, 0),
            };
            Move(self.place(&choice.mv), choice.value.into(), then, to, choice.gain.map(Worth::of))
        });
        let moves = moves.collect();
        Position(Drawing::of(&look.picture), look.value.into(), moves)
    }
}

fn page(session: &mut dyn Session, data: &Data) -> Result<String, Stop> {
    let about = session.about();
    let points = session.value().points().is_some();
    // Where there is no plot, the page goes without; where it would be too large, too.
    let figure = match plot::of(session) {
        Ok(figure) => Some(figure),
        Err(stop) if stop.is_bad_input() => None,
        Err(stop) => return Err(stop),
    };
    // What the row takes, which is written once.
    let start = session.look(START)?;
    let mut bytes = match &start.picture.drawn {
        Drawn::Row { numbers, .. } => {
            numbers.iter().map(|number| number.to_string().len() + 1).sum()
        }
        _ => 0,
    };
    let graph = Graph::of(session, |look| {
        let mut names = Names::default();
        let json = serde_json::to_string(&names.position(look)).map_or(0, |json| json.len());
        // What its place takes, and its moves' names, of which many are new where moves are told apart by more than a word.
        let new =
            if look.choices.len() > 4 { names.all.iter().map(|name| name.len()).sum() } else { 0 };
        bytes += json + new + 16;
        bytes > BYTES
    })?;
    if graph.looks.is_empty() {
        return Err(Stop::bad_input(
            "the start has more moves, or a longer row, than a page has room for; take a smaller instance",
        ));
    }
    let (mut names, mut positions) = (Names::default(), BTreeMap::new());
    for (at, look) in graph.looks.iter().enumerate() {
        positions.extend(look.as_ref().map(|look| (at, names.position(look))));
    }
    let (label, total) = (start.picture.label, session.total().map(Worth::of));
    let row = match &start.picture.drawn {
        Drawn::Row { numbers, .. } => {
            Some(numbers.iter().map(|number| Worth::of((*number).into())).collect())
        }
        _ => None,
    };
    let plot = match figure {
        Some(figure) => {
            let png = figure.png();
            let png =
                png.map_err(|error| Stop::failed(format!("the plot cannot be drawn: {error}")))?;
            let title = escaped(&figure.title);
            format!(
                "<h2>Plot</h2>\n<img alt=\"{title}; {} across, {} upwards\" width=\"960\" height=\"640\" \
                 src=\"data:image/png;base64,{}\">\n",
                escaped(&figure.across),
                escaped(&figure.up),
                STANDARD.encode(png)
            )
        }
        None => String::new(),
    };
    let explored = Explored { points, names: names.all, row, label, total, positions };
    // Inside of a script element only `<` can end it.
    let json =
        serde_json::to_string(&explored).map_err(std::io::Error::from)?.replace('<', "\\u003c");
    let options: String = data.options().map(|option| format!(" --{option}")).collect();
    let text = data.text();
    let text = match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    };
    let instance = format!("{text}{options}");
    let whole = if graph.complete {
        String::new()
    } else {
        format!(
            "<p>There are more positions than a page has room for: it holds {} of them, those of best play and those \
             near the start.</p>\n",
            explored.positions.len()
        )
    };
    let title = escaped(about.title);
    let gains = if points { "<th scope=\"col\" class=\"number\">Gains</th>" } else { "" };
    Ok(format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<link rel=\"icon\" href=\"data:,\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n<p>{rules}</p>\n\
         <dl>\n<dt>Instance</dt><dd>{instance}</dd>\n<dt>Value</dt><dd id=\"value\">{value} for the first player</dd>\n\
         <dt>Answer</dt><dd>{answer}</dd>\n<dt>Engine</dt><dd>{engine}</dd>\n\
         <dt>Positions</dt><dd>{evaluated}</dd>\n</dl>\n{plot}<h2>Explorer</h2>\n\
         <p>Make any move, or follow best play: the right arrow key makes the best move, the left one takes a move \
         back.</p>\n{whole}<div class=\"actions\">\n<button type=\"button\" id=\"back\">Back</button>\n\
         <button type=\"button\" id=\"forward\">Best move</button>\n\
         <button type=\"button\" id=\"again\">From the start</button>\n</div>\n\
         <pre id=\"picture\" role=\"group\" aria-label=\"Position\"></pre>\n<p id=\"status\" role=\"status\" aria-live=\"polite\"></p>\n\
         <div id=\"moves\">\n<table>\n<caption>Moves, each with its value for the player who makes it</caption>\n\
         <thead><tr><th scope=\"col\">Move</th>{gains}<th scope=\"col\" class=\"number\">Worth</th>\
         <th scope=\"col\">Cost</th></tr></thead>\n<tbody id=\"moves-body\"></tbody>\n</table>\n</div>\n\
         <p>Moves so far: <span id=\"played\">none yet</span>.</p>\n\
         <noscript><p>The explorer needs JavaScript; all else is above.</p></noscript>\n</main>\n\
         <script type=\"application/json\" id=\"game\">{json}</script>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        rules = escaped(about.rules),
        instance = escaped(if instance.is_empty() { "none is needed" } else { instance.trim() }),
        value = escaped(&session.value().to_string()),
        answer = escaped(&session.answer().to_string()),
        engine = escaped(&session.plan().to_string()),
        evaluated = session.positions(),
    ))
}

/// Text as HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
