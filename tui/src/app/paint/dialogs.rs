//! Dialogs: the only things on the screen with a frame.

use crossterm::event::KeyCode;

use super::canvas::{Canvas, Inside};
use super::status;
use crate::app::dialog::Dialog;
use crate::app::layout::Area;
use crate::app::look::{ACCENT, FAINT, Ground, INK, MUTED, Paint, STRONG, TEXT};
use crate::app::model::Model;
use crate::app::mouse::{self, Hit};
use crate::text;

mod confirm;
mod picker;
mod prompt;
pub(super) mod question;
mod removal;
mod transfer;

/// Columns of a label.
const LABEL: u16 = 11;

/// Draws a dialog with a frame and gives the place of the cursor.
pub(super) fn dialog(
    model: &Model,
    dialog: &Dialog,
    canvas: &mut Canvas<'_>,
) -> Option<(u16, u16)> {
    match dialog {
        Dialog::Transfer(ask) => Some(transfer::transfer(model, ask, canvas)),
        Dialog::Removal(ask) => Some(removal::removal(model, ask, canvas)),
        Dialog::Prompt(prompt) => Some(self::prompt::prompt(model, prompt, canvas)),
        Dialog::Question(ask) => {
            let row = model.jobs.row(ask.job)?;
            let question = row.questions.get(&ask.question)?;
            status::behind(model, canvas, ask.job);
            question::question(model, ask, row, question, canvas)
        }
        Dialog::Picker(picker) => Some(picker::picker(picker, canvas)),
        Dialog::Confirm(confirm) => Some(confirm::confirm(model, confirm, canvas)),
        Dialog::Limit(limit) => Some(confirm::limit(model, limit, canvas)),
        Dialog::Help(_) | Dialog::Report(_) | Dialog::Conflicts(_) | Dialog::Finished(_) => None,
    }
}

fn label(canvas: &mut Canvas<'_>, at: Inside, line: u16, label: &str, path: &str) {
    canvas.put(at.x, at.y + line, label, MUTED);
    let room = at.w.saturating_sub(LABEL);
    let path = text::cut_path(path, usize::from(room));
    canvas.name(at.x + LABEL, at.y + line, room, &path, TEXT);
}

/// One choice of a dialog.
struct Line<'a> {
    /// Its place among the others.
    number: usize,
    /// Whether it is the one that Enter takes.
    here: bool,
    /// Its key; none where it is not available.
    key: Option<char>,
    name: &'a str,
    /// The consequence, or why it is not available.
    note: &'a str,
}

/// Draws a choice: its key, its name and its consequence.
fn choice_line(canvas: &mut Canvas<'_>, at: Inside, y: u16, line: &Line<'_>) {
    let ground = line.here.then_some(Ground::Cursor);
    let on = |paint: Paint| paint.or_on(ground);
    if line.here {
        canvas.fill(at.x - 2, y, at.w + 4, on(TEXT));
        canvas.put(at.x - 2, y, "▌", on(ACCENT));
    }
    match line.key {
        Some(key) => canvas.put(at.x, y, &key.to_string(), on(ACCENT.bold())),
        None => canvas.put(at.x, y, "–", on(FAINT)),
    };
    let paint = match (line.key, line.here) {
        (None, _) => MUTED,
        (Some(_), true) => STRONG,
        (Some(_), false) => TEXT,
    };
    canvas.put(at.x + 3, y, line.name, on(paint));
    let room = at.w.saturating_sub(22);
    let note = text::cut_name(line.note, usize::from(room));
    canvas.name(at.x + 22, y, room, &note, on(if line.here { TEXT } else { MUTED }));
    if line.key.is_some() {
        let area = Area { x: at.x.saturating_sub(2), y, w: at.w + 4, h: 1 };
        canvas.zone(area, Hit::Line(line.number));
    }
}

/// The buttons: Enter's says what it does, and is muted while the keys rest.
fn buttons(canvas: &mut Canvas<'_>, at: Inside, line: u16, live: bool, keys: &[(&str, &str)]) {
    let wide = |(key, word): &(&str, &str)| text::width(key) + 1 + text::width(word) + 3;
    let mut keys = keys.to_vec();
    // Where there is no room the middle goes first.
    while keys.len() > 2 && keys.iter().map(wide).sum::<usize>() > usize::from(at.w) {
        keys.remove(keys.len() / 2);
    }
    let y = at.y + line;
    let mut x = at.x;
    for (n, key) in keys.iter().enumerate() {
        let paint = match (n, live) {
            (0, true) => INK.on(Ground::Primary),
            (0, false) => MUTED.on(Ground::Field),
            _ => TEXT,
        };
        x = one_button(canvas, x, y, *key, paint) + 3;
    }
}

/// One button; one with a ground of its own is filled.
fn one_button(
    canvas: &mut Canvas<'_>,
    x: u16,
    y: u16,
    (key, word): (&str, &str),
    paint: Paint,
) -> u16 {
    let end = if paint == TEXT {
        canvas.run(x, y, &[(key, ACCENT.bold()), (" ", TEXT), (word, TEXT)])
    } else {
        canvas.put(x, y, &format!(" {key}  {word} "), paint)
    };
    if let Some(code) = code(key) {
        canvas.zone(Area { x, y, w: end - x, h: 1 }, mouse::key(code));
    }
    end
}

/// Gives the key that a button names.
fn code(name: &str) -> Option<KeyCode> {
    let mut letters = name.chars();
    match (name, letters.next(), letters.next()) {
        ("Enter", ..) => Some(KeyCode::Enter),
        ("Esc", ..) => Some(KeyCode::Esc),
        ("Tab", ..) => Some(KeyCode::Tab),
        ("Space", ..) => Some(KeyCode::Char(' ')),
        (_, Some('F'), Some(_)) => name[1..].parse().ok().map(KeyCode::F),
        (_, Some(letter), None) => Some(KeyCode::Char(letter)),
        _ => None,
    }
}
