//! Asks questions on a terminal: shows both sides and reads one key as the answer.

use std::collections::VecDeque;
use std::io;
use std::time::{Duration, Instant};

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use fcp_engine::event::{
    ConflictKind, FileKind, Question, QuestionId, Removal, Resolution, Scope, Side, Subject,
};
use fcp_engine::path::DisplayName;
use fcp_engine::spec::Verb;
use ratatui::text::{Line, Span};

use super::screen::{clip, span};
use crate::app::look::{ACCENT, Look, MUTED, STRONG, TEXT, WAIT};
use crate::app::when::when;
use crate::format;
use crate::terminal::GLANCE;
use crate::text::cut_path;
use fcp_presentation::answers::{Offer, SCOPE, offers};

/// Keys rest this long after a question appears, so that typing ahead answers nothing.
pub(super) const REST: Duration = Duration::from_millis(300);

/// What a key led to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    Answer(QuestionId, Resolution),
    /// Control-C.
    Interrupt,
    /// Control-Z.
    Suspend,
    /// The key changed how the question looks: draw it again.
    Redraw,
    /// The terminal is gone.
    Lost,
}

/// Asks one question after the other, without stopping anything else.
#[derive(Debug)]
pub(crate) struct Keys {
    /// What is asked about, where the questions do not say it.
    verb: Verb,
    waiting: VecDeque<Question>,
    shown: Option<Instant>,
    scope: Scope,
    help: bool,
    raw: bool,
    /// Time in a zone, for the dates of both sides.
    now: jiff::Zoned,
}

impl Keys {
    pub(crate) fn new(verb: Verb) -> Self {
        Self {
            verb,
            waiting: VecDeque::new(),
            shown: None,
            scope: Scope::This,
            help: false,
            raw: false,
            now: jiff::Zoned::now(),
        }
    }

    /// Takes a question.
    pub(crate) fn push(&mut self, question: Question) {
        self.waiting.push_back(question);
    }

    /// Forgets a question that is settled.
    pub(crate) fn forget(&mut self, id: QuestionId) {
        if self.waiting.front().is_some_and(|question| question.id == id) {
            (self.shown, self.scope, self.help) = (None, Scope::This, false);
        }
        self.waiting.retain(|question| question.id != id);
    }

    pub(crate) fn is_asking(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Takes the terminal's keys while there are questions, else gives them back; tells whether it
    /// has them.
    pub(crate) fn hold_terminal(&mut self) -> bool {
        if self.is_asking() != self.raw {
            let done = if self.raw { disable_raw_mode() } else { enable_raw_mode() };
            self.raw ^= done.is_ok();
        }
        self.raw
    }

    /// Gives the terminal back, even if a question is open.
    pub(crate) fn release_terminal(&mut self) {
        if self.raw {
            self.raw = disable_raw_mode().is_err();
        }
    }

    /// Looks for a key, without waiting.
    pub(crate) fn poll(&mut self) -> Option<Reply> {
        if !self.raw {
            return None;
        }
        loop {
            match event::poll(GLANCE) {
                Ok(false) => return None,
                Ok(true) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => return None,
                Err(_) => return Some(Reply::Lost),
            }
            match event::read() {
                Ok(Event::Key(key)) if key.kind == KeyEventKind::Press => {
                    if let Some(reply) = self.press(key, Instant::now()) {
                        return Some(reply);
                    }
                }
                Ok(Event::Resize(..)) => return Some(Reply::Redraw),
                Ok(_) => {}
                Err(_) => return Some(Reply::Lost),
            }
        }
    }

    fn press(&mut self, key: KeyEvent, now: Instant) -> Option<Reply> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c') => Some(Reply::Interrupt),
                KeyCode::Char('z') => Some(Reply::Suspend),
                _ => None,
            };
        }
        let question = self.waiting.front()?;
        let rested = self.shown.is_some_and(|shown| now.duration_since(shown) >= REST);
        if !rested {
            return None;
        }
        let mut offers = offers(&question.subject, self.verb).into_iter();
        let offer = match key.code {
            // The first answer changes nothing.
            KeyCode::Enter => offers.next()?,
            KeyCode::Char(letter) => match letter.to_ascii_lowercase() {
                SCOPE => {
                    self.scope = match self.scope {
                        Scope::This => Scope::Directory,
                        Scope::Directory => Scope::Kind,
                        Scope::Kind | Scope::All => Scope::This,
                    };
                    return Some(Reply::Redraw);
                }
                '?' => {
                    self.help = !self.help;
                    return Some(Reply::Redraw);
                }
                letter => offers.find(|offer| offer.is_meant_by(letter))?,
            },
            _ => return None,
        };
        let resolution = Resolution { answer: offer.answer, scope: self.scope };
        let id = question.id;
        self.forget(id);
        Some(Reply::Answer(id, resolution))
    }

    /// Draws the question that is being asked.
    pub(crate) fn lines(&mut self, width: usize, look: Look) -> Vec<Line<'static>> {
        let Some(question) = self.waiting.front() else { return Vec::new() };
        self.shown.get_or_insert_with(Instant::now);
        let width = width.saturating_sub(1);
        let more = self.waiting.len() - 1;
        let mut lines = vec![headline(question, self.verb, more, width, look)];
        if let Subject::Conflict { src, dst, .. } = &question.subject {
            lines.push(side("incoming", src, dst, width, look, &self.now));
            lines.push(side("existing", dst, src, width, look, &self.now));
        }
        let scope = match self.scope {
            Scope::This => "Applies to: this",
            Scope::Directory => "Applies to: all like this in this folder",
            Scope::Kind | Scope::All => "Applies to: all like this",
        };
        let offers = offers(&question.subject, self.verb);
        if self.help {
            lines.extend(offers.iter().map(|it| described(it, width, look)));
            let reach = "this one, all in this folder, or all";
            lines.push(help_line(SCOPE, None, "Applies to", reach, width, look));
        }
        let mut keys: Vec<(&str, &str)> = Vec::new();
        let letters: Vec<String> = offers.iter().map(|it| it.key.to_string()).collect();
        keys.extend(letters.iter().map(String::as_str).zip(offers.iter().map(|it| it.name)));
        if let Some((key, _)) = keys.first_mut() {
            *key = DEFAULT_KEYS;
        }
        keys.push(("a", scope));
        keys.push(("?", "Help"));
        lines.extend(key_lines(&keys, width, look));
        lines
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        self.release_terminal();
    }
}

/// How the keys of the answer that changes nothing are shown.
pub(super) const DEFAULT_KEYS: &str = "n or Enter";

fn headline(
    question: &Question,
    verb: Verb,
    more: usize,
    width: usize,
    look: Look,
) -> Line<'static> {
    let what = match &question.subject {
        Subject::Removal { step, item, protected } => {
            let verb = match (step, verb) {
                (Removal::Descend, _) => "Open",
                (Removal::Remove, Verb::Trash) => "Trash",
                (Removal::Remove, _) => "Delete",
            };
            let what = if *protected { "write-protected " } else { "" };
            let name = DisplayName::new(&item.path.0).to_string();
            format!("{verb} {what}'{}'?", cut_path(&name, width.saturating_sub(30).max(12)))
        }
        Subject::Error { error, .. } => error.to_string(),
        Subject::Conflict { kind, src, dst, just_created, .. } => {
            let name = DisplayName::new(&dst.path.0).to_string();
            let name = cut_path(&name, width.saturating_sub(30).max(12));
            match kind {
                ConflictKind::File | ConflictKind::Directory if *just_created => {
                    let src = DisplayName::new(&src.path.0);
                    format!("'{name}' was made from another source than '{src}'")
                }
                ConflictKind::File | ConflictKind::Directory => format!("'{name}' exists"),
                ConflictKind::DirectoryInTheWay => {
                    format!("'{name}' is a folder, the incoming item is not")
                }
                ConflictKind::FileInTheWay => {
                    format!("'{name}' is no folder, the incoming item is one")
                }
            }
        }
    };
    let mut spans =
        vec![span("? ", WAIT.bold(), look), span(clip(&what, width.saturating_sub(2)), WAIT, look)];
    let rest = format!("   {} more", format::count(more as u64));
    let used: usize = spans.iter().map(Span::width).sum();
    if more > 0 && used + rest.len() <= width {
        spans.push(span(rest, MUTED, look));
    }
    Line::from(spans)
}

/// Describes one side, with what sets it apart from the other.
fn side(
    label: &str,
    this: &Side,
    other: &Side,
    width: usize,
    look: Look,
    now: &jiff::Zoned,
) -> Line<'static> {
    let size = match this.kind {
        FileKind::File => format::size(this.size),
        FileKind::Directory => "folder".to_owned(),
        FileKind::Symlink => "symlink".to_owned(),
        FileKind::Fifo => "FIFO".to_owned(),
        FileKind::Socket => "socket".to_owned(),
        FileKind::CharDevice | FileKind::BlockDevice => "device".to_owned(),
        FileKind::Unknown => "unknown".to_owned(),
    };
    let files = this.kind == FileKind::File && other.kind == FileKind::File;
    let mut marks = Vec::new();
    if this.mtime > other.mtime {
        marks.push("newer");
    }
    if files && this.size > other.size {
        marks.push("larger");
    }
    let date = when(this.mtime, now.timestamp().as_microsecond(), now.time_zone());
    let facts = format!("{size:>9}   {date:<12}");
    let marks = format!("   {:<13}", marks.join(", "));
    let label = format!("  {label}   ");
    let room = width.saturating_sub(label.len() + facts.len() + marks.len() + 3);
    let mut spans =
        vec![span(label, MUTED, look), span(facts, TEXT, look), span(marks, STRONG, look)];
    if room >= 8 {
        let name = DisplayName::new(&this.path.0).to_string();
        spans.push(span(format!("  {}", cut_path(&name, room)), TEXT, look));
    }
    while spans.len() > 2 && spans.iter().map(Span::width).sum::<usize>() > width {
        spans.pop();
    }
    Line::from(spans)
}

fn described(offer: &Offer, width: usize, look: Look) -> Line<'static> {
    help_line(offer.key, offer.alias, offer.name, offer.consequence, width, look)
}

fn help_line(
    key: char,
    alias: Option<char>,
    name: &str,
    consequence: &str,
    width: usize,
    look: Look,
) -> Line<'static> {
    let alias = alias.map_or(String::from("   "), |alias| format!(", {alias}"));
    let text = format!("{name:<17}{consequence}");
    Line::from(vec![
        span(format!("  {key}{alias}  "), ACCENT.bold(), look),
        span(clip(&text, width.saturating_sub(8)), TEXT, look),
    ])
}

/// Lays the keys out in as many lines as they need.
pub(super) fn key_lines(keys: &[(&str, &str)], width: usize, look: Look) -> Vec<Line<'static>> {
    let mut lines: Vec<Vec<Span<'static>>> = vec![Vec::new()];
    let mut used = 0;
    for (key, name) in keys {
        let needed = 3 + key.len() + 1 + name.len();
        if used > 0 && used + needed > width {
            lines.push(Vec::new());
            used = 0;
        }
        let line = lines.len() - 1;
        let gap = if used == 0 { "  " } else { "   " };
        lines[line].push(span(format!("{gap}{key}"), ACCENT.bold(), look));
        let name = clip(name, width.saturating_sub(4 + key.len()));
        lines[line].push(span(format!(" {name}"), TEXT, look));
        used += needed;
    }
    lines.into_iter().map(Line::from).collect()
}

#[cfg(test)]
#[path = "ask_tests.rs"]
mod tests;
