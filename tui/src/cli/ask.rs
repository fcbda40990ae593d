//! Questions on a terminal: both sides, and one key for an answer.

use std::collections::VecDeque;
use std::io;
use std::time::{Duration, Instant};

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use fcp_engine::event::{
    Answer, ConflictKind, FileKind, Question, QuestionId, Removal, Resolution, Scope, Side, Subject,
};
use fcp_engine::path::DisplayName;
use fcp_engine::spec::{DEFAULT_RENAME, Verb};
use ratatui::text::{Line, Span};

use super::screen::{clip, span};
use crate::app::look::{ACCENT, Look, MUTED, STRONG, TEXT, WAIT};
use crate::app::when::when;
use crate::format;
use crate::text::cut_path;

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
    /// The question is to be drawn again.
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

/// A key, and what it answers.
struct Choice {
    key: char,
    name: &'static str,
    help: &'static str,
    answer: Answer,
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

    /// Takes or gives back the terminal's keys, as there are questions; tells whether it has them.
    pub(crate) fn hold_terminal(&mut self) -> bool {
        if self.is_asking() != self.raw {
            let done = if self.raw { disable_raw_mode() } else { enable_raw_mode() };
            self.raw ^= done.is_ok();
        }
        self.raw
    }

    /// Gives the terminal back, whatever is asked.
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
            match event::poll(Duration::ZERO) {
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
        let KeyCode::Char(letter) = key.code else { return None };
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match letter {
                'c' => Some(Reply::Interrupt),
                'z' => Some(Reply::Suspend),
                _ => None,
            };
        }
        let question = self.waiting.front()?;
        let rested = self.shown.is_some_and(|shown| now.duration_since(shown) >= REST);
        if !rested {
            return None;
        }
        match letter {
            'a' => {
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
            _ => {}
        }
        let choice =
            choices(&question.subject, self.verb).into_iter().find(|it| it.key == letter)?;
        let resolution = Resolution { answer: choice.answer, scope: self.scope };
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
            Scope::This => "only this",
            Scope::Directory => "all like this in this folder",
            Scope::Kind | Scope::All => "all like this",
        };
        let choices = choices(&question.subject, self.verb);
        if self.help {
            lines.extend(choices.iter().map(|it| described(it.key, it.name, it.help, width, look)));
            lines.push(described('a', "For", "this one, all in this folder, or all", width, look));
        }
        let mut keys: Vec<(char, &str)> = choices.iter().map(|it| (it.key, it.name)).collect();
        keys.push(('a', scope));
        keys.push(('?', "Help"));
        lines.extend(key_lines(&keys, width, look));
        lines
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        self.release_terminal();
    }
}

fn choice(key: char, name: &'static str, help: &'static str, answer: Answer) -> Choice {
    Choice { key, name, help, answer }
}

/// Gives the answers that fit a question, the harmless one first.
fn choices(subject: &Subject, verb: Verb) -> Vec<Choice> {
    let abort = choice('q', "Quit", "end the job; what is done stays", Answer::Abort);
    let rename = |help| choice('r', "Rename", help, Answer::Rename(DEFAULT_RENAME.to_owned()));
    let keep_both = rename("keep both: the incoming one gets a number");
    let move_away = choice(
        'e',
        "Rename existing",
        "keep both: the existing one gets a number",
        Answer::RenameExisting(DEFAULT_RENAME.to_owned()),
    );
    let skip = choice('s', "Skip", "leave the existing one alone", Answer::Skip);
    match subject {
        Subject::Conflict { kind: ConflictKind::File, .. } => vec![
            skip,
            choice('o', "Overwrite", "replace the existing one", Answer::Overwrite),
            keep_both,
            move_away,
            choice('n', "Newer", "replace it if the incoming one is newer", Answer::Newer),
            choice('l', "Larger", "replace it if the incoming one is larger", Answer::Larger),
            choice('d', "Different", "replace it if size or time differ", Answer::DifferentMeta),
            abort,
        ],
        Subject::Conflict { kind: ConflictKind::Directory, .. } => vec![
            skip,
            choice('m', "Merge", "copy into the existing folder", Answer::Merge),
            keep_both,
            abort,
        ],
        Subject::Conflict { .. } => vec![skip, keep_both, move_away, abort],
        Subject::Error { .. } => vec![
            choice('s', "Skip", "count it as failed and go on", Answer::Skip),
            choice('r', "Retry", "try it again", Answer::Retry),
            abort,
        ],
        Subject::Removal { step: Removal::Descend, .. } => vec![
            choice('s', "Keep", "leave it, and all that is in it", Answer::Skip),
            choice('e', "Enter", "delete what is in it", Answer::Remove),
            abort,
        ],
        Subject::Removal { .. } if verb == Verb::Trash => vec![
            choice('s', "Keep", "leave it where it is", Answer::Skip),
            choice('t', "Trash", "move it to the trash", Answer::Remove),
            abort,
        ],
        Subject::Removal { .. } => vec![
            choice('s', "Keep", "leave it where it is", Answer::Skip),
            choice('d', "Delete", "remove it for good", Answer::Remove),
            abort,
        ],
    }
}

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
                (Removal::Descend, _) => "Enter",
                (Removal::Remove, Verb::Trash) => "Trash",
                (Removal::Remove, _) => "Delete",
            };
            let what = if *protected { "write-protected " } else { "" };
            let name = DisplayName::new(&item.path.0).to_string();
            format!("{verb} {what}'{}'?", cut_path(&name, width.saturating_sub(30).max(12)))
        }
        Subject::Error { error, .. } => error.to_string(),
        Subject::Conflict { kind, dst, .. } => {
            let name = DisplayName::new(&dst.path.0).to_string();
            let name = cut_path(&name, width.saturating_sub(30).max(12));
            match kind {
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

fn described(key: char, name: &str, help: &str, width: usize, look: Look) -> Line<'static> {
    Line::from(vec![
        span(format!("  {key}  "), ACCENT.bold(), look),
        span(clip(&format!("{name:<17}{help}"), width.saturating_sub(5)), TEXT, look),
    ])
}

/// Lays the keys out in as many lines as they need.
pub(super) fn key_lines(keys: &[(char, &str)], width: usize, look: Look) -> Vec<Line<'static>> {
    let mut lines: Vec<Vec<Span<'static>>> = vec![Vec::new()];
    let mut used = 0;
    for (key, name) in keys {
        let needed = 3 + 2 + name.len();
        if used > 0 && used + needed > width {
            lines.push(Vec::new());
            used = 0;
        }
        let line = lines.len() - 1;
        let gap = if used == 0 { "  " } else { "   " };
        lines[line].push(span(format!("{gap}{key}"), ACCENT.bold(), look));
        let name = clip(name, width.saturating_sub(5));
        lines[line].push(span(format!(" {name}"), TEXT, look));
        used += needed;
    }
    lines.into_iter().map(Line::from).collect()
}

#[cfg(test)]
#[path = "ask_tests.rs"]
mod tests;
