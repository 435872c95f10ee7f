//! The whole terminal.

use super::table::Table;
use crate::catalogue::Cost;
use crate::cli::Stop;
use ratatui::Frame;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Style, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, List, ListItem, ListState, Paragraph, Wrap};

/// What is shown of a game.
struct Screen<'s> {
    table: Table<'s>,
    /// The move under the cursor.
    chosen: usize,
    values: bool,
    /// What there is to say beside the game.
    word: String,
    coloured: bool,
}

pub(super) fn run(table: Table<'_>, values: bool) -> Result<(), Stop> {
    let coloured = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let mut screen = Screen { table, chosen: 0, values, word: String::new(), coloured };
    let mut terminal = ratatui::try_init()?;
    let played = (|| {
        screen.answer()?;
        loop {
            terminal.draw(|frame| screen.draw(frame))?;
            let Event::Key(key) = event::read()? else { continue };
            if key.kind != KeyEventKind::Release && !screen.key(key)? {
                return Ok(());
            }
        }
    })();
    ratatui::restore();
    let table = &screen.table;
    println!("{}", if table.is_over() { table.verdict() } else { table.standing() });
    played
}

impl Screen<'_> {
    /// Lets the solver move until it is a person's turn.
    fn answer(&mut self) -> Result<(), Stop> {
        while !self.table.is_over() && !self.table.is_persons_turn() && !self.table.is_watched() {
            self.table.make_best()?;
        }
        Ok(())
    }

    /// Does what a key says; tells whether the game goes on.
    fn key(&mut self, key: KeyEvent) -> Result<bool, Stop> {
        let many = self.table.look().choices.len();
        self.word.clear();
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => return Ok(false),
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                return Ok(false);
            }
            KeyCode::Up | KeyCode::Char('k') => self.chosen = self.chosen.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => {
                self.chosen = (self.chosen + 1).min(many.saturating_sub(1));
            }
            KeyCode::PageUp => self.chosen = self.chosen.saturating_sub(10),
            KeyCode::PageDown => self.chosen = (self.chosen + 10).min(many.saturating_sub(1)),
            KeyCode::Home => self.chosen = 0,
            KeyCode::End => self.chosen = many.saturating_sub(1),
            KeyCode::Enter | KeyCode::Char(' ') if !self.table.is_over() => {
                match self.table.is_watched() {
                    true => self.table.make_best()?,
                    false => self.table.make(self.chosen)?,
                }
                self.chosen = 0;
                self.answer()?;
            }
            KeyCode::Char('v') => self.values = !self.values,
            KeyCode::Char('h') if !self.table.is_over() => {
                if let Some(best) = self.table.best() {
                    self.chosen = best;
                    self.word = format!("best is {}", self.table.look().choices[best].mv);
                }
            }
            KeyCode::Char('u') => {
                if !self.table.undo()? {
                    self.word = "there is nothing to take back".into();
                }
                self.chosen = 0;
            }
            _ => {}
        }
        Ok(true)
    }

    fn draw(&self, frame: &mut Frame<'_>) {
        let [head, body, foot] =
            Layout::vertical([Constraint::Length(2), Constraint::Min(4), Constraint::Length(2)])
                .areas(frame.area());
        let about = self.table.about();
        let title =
            Line::from(vec![Span::from(about.title).bold(), Span::from(": "), about.rules.into()]);
        frame.render_widget(Paragraph::new(title).wrap(Wrap { trim: true }), head);
        let [left, right] =
            Layout::horizontal([Constraint::Percentage(62), Constraint::Percentage(38)])
                .areas(body);
        let width = left.width.saturating_sub(4).max(8);
        let lines = match self.table.is_ended() {
            true => vec!["the last move ended the game".to_owned()],
            false => self.table.look().picture.lines(width.into()),
        };
        let height = (lines.len() as u16 + 2).min(left.height.saturating_sub(5)).max(3);
        let [position, moves] =
            Layout::vertical([Constraint::Length(height), Constraint::Min(3)]).areas(left);
        self.position(frame, position, lines);
        self.moves(frame, moves);
        self.story(frame, right);
        let word = if self.word.is_empty() { self.table.standing() } else { self.word.clone() };
        let keys = "↑↓ choose  Enter move  h hint  v values  u undo  q quit";
        frame.render_widget(Paragraph::new(vec![Line::from(word).bold(), Line::from(keys)]), foot);
    }

    fn position(&self, frame: &mut Frame<'_>, area: Rect, lines: Vec<String>) {
        let lines: Vec<Line<'_>> = lines.into_iter().map(Line::from).collect();
        let title = match self.table.is_over() {
            true => " the end ".to_owned(),
            false => format!(" {} to move ", self.table.name(self.table.by())),
        };
        frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(title)), area);
    }

    fn moves(&self, frame: &mut Frame<'_>, area: Rect) {
        let look = self.table.look();
        if self.table.is_over() {
            let end =
                Paragraph::new(Line::from(self.table.verdict()).bold()).block(Block::bordered());
            return frame.render_widget(end, area);
        }
        let width = look.choices.iter().map(|choice| choice.mv.chars().count()).max().unwrap_or(0);
        let items = look.choices.iter().map(|choice| {
            let gain = choice.gain.map_or(String::new(), |gain| format!("  gains {gain}"));
            let value = match self.values {
                true => format!("  worth {}{}", choice.value, if choice.best { " *" } else { "" }),
                false => String::new(),
            };
            let line = Line::from(format!("{:width$}{gain}{value}", choice.mv));
            let best = self.values && choice.best && self.coloured;
            ListItem::new(if best { line.fg(Color::Cyan) } else { line })
        });
        let list = List::new(items)
            .block(Block::bordered().title(" moves "))
            .highlight_symbol("> ")
            .highlight_style(Style::new().reversed());
        let mut state = ListState::default().with_selected(Some(self.chosen));
        frame.render_stateful_widget(list, area, &mut state);
    }

    /// What was played, the last moves at the bottom.
    fn story(&self, frame: &mut Frame<'_>, area: Rect) {
        let mut lines = vec![];
        for turn in self.table.played() {
            let name = self.table.name(turn.by);
            lines.push(Line::from(format!("{name}: {}", turn.mv)));
            if turn.cost != Cost::None {
                let cost = Line::from(format!("  {name} {}", turn.cost.past()));
                lines.push(if self.coloured { cost.fg(Color::Yellow) } else { cost.bold() });
            }
        }
        let room = usize::from(area.height.saturating_sub(2));
        let lines = lines.split_off(lines.len().saturating_sub(room));
        frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(" played ")), area);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::find;
    use crate::cli::args::Side;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use stonegame_core::Solver;

    /// The screen as text, after some keys.
    fn after(game: &str, data: &str, side: Side, keys: &[KeyCode]) -> String {
        let mut text = String::new();
        let mut play = |session: &mut dyn crate::catalogue::Session| {
            let Ok(table) = Table::new(session, side) else { panic!("no start") };
            let mut screen =
                Screen { table, chosen: 0, values: true, word: String::new(), coloured: false };
            assert!(screen.answer().is_ok());
            for key in keys {
                assert!(matches!(screen.key((*key).into()), Ok(true)));
            }
            let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
            terminal.draw(|frame| screen.draw(frame)).unwrap();
            text = terminal.backend().to_string();
        };
        find(game).unwrap().open(&data.into(), &Solver::new(), &mut play).unwrap();
        text
    }

    #[test]
    fn a_game_fits_the_smallest_terminal() {
        let begin = after("486", "1,5,233,7", Side::First, &[]);
        for word in [
            "Predict the Winner",
            "1  5  233  7",
            "you to move",
            "> left",
            "worth 222 *",
            "nobody leads",
        ] {
            assert!(begin.contains(word), "{word}\n{begin}");
        }
        let end = after(
            "486",
            "1,5,233,7",
            Side::First,
            &[KeyCode::Down, KeyCode::Enter, KeyCode::Enter],
        );
        for word in ["you: right", "you gave away", "the solver: ", "the solver wins, "] {
            assert!(end.contains(word), "{word}\n{end}");
        }
    }

    #[test]
    fn moves_are_taken_back_and_hinted() {
        let keys = [KeyCode::Down, KeyCode::Enter, KeyCode::Char('u'), KeyCode::Char('h')];
        let screen = after("486", "1,5,233,7", Side::First, &keys);
        assert!(screen.contains("best is left") && screen.contains("1  5  233  7"), "{screen}");
        let none = after("486", "1,5", Side::Second, &[KeyCode::Char('u')]);
        assert!(none.contains("there is nothing to take back"), "{none}");
        let watched = after("nim", "1,2", Side::None, &[KeyCode::Enter; 9]);
        assert!(watched.contains("the first player wins"), "{watched}");
    }
}
