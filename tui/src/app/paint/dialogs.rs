//! Dialogs: the only things on the screen with a frame.

use super::canvas::{Canvas, Inside};
use super::status;
use crate::app::dialog::Dialog;
use crate::app::look::{ACCENT, FAINT, Ground, INK, MUTED, Paint, STRONG, TEXT};
use crate::app::model::Model;
use crate::text;

mod confirm;
mod copy;
mod picker;
pub(super) mod question;

/// Columns of a label.
const LABEL: u16 = 11;

/// Draws a dialog with a frame and gives the place of the cursor.
pub(super) fn dialog(
    model: &Model,
    dialog: &Dialog,
    canvas: &mut Canvas<'_>,
) -> Option<(u16, u16)> {
    match dialog {
        Dialog::Copy(ask) => Some(copy::copy(model, ask, canvas)),
        Dialog::Question(ask) => {
            let row = model.jobs.row(ask.job)?;
            let question = row.questions.get(&ask.question)?;
            status::behind(model, canvas, ask.job);
            question::question(model, ask, row, question, canvas)
        }
        Dialog::Picker(picker) => Some(picker::picker(picker, canvas)),
        Dialog::Confirm(confirm) => Some(confirm::confirm(model, confirm, canvas)),
        Dialog::Limit(limit) => Some(confirm::limit(model, limit, canvas)),
        Dialog::Help { .. } | Dialog::Report(_) | Dialog::Conflicts(_) | Dialog::Finished(_) => {
            None
        }
    }
}

fn label(canvas: &mut Canvas<'_>, at: Inside, line: u16, label: &str, path: &str) {
    canvas.put(at.x, at.y + line, label, MUTED);
    let room = at.w.saturating_sub(LABEL);
    let path = text::cut_path(path, usize::from(room));
    canvas.name(at.x + LABEL, at.y + line, room, &path, TEXT);
}

/// One choice: its key, or none where it is not available, its name and its consequence.
fn choice_line(
    canvas: &mut Canvas<'_>,
    at: Inside,
    y: u16,
    here: bool,
    key: Option<char>,
    name: &str,
    note: &str,
) {
    let ground = here.then_some(Ground::Cursor);
    let on = |paint: Paint| paint.or_on(ground);
    if here {
        canvas.fill(at.x - 2, y, at.w + 4, on(TEXT));
        canvas.put(at.x - 2, y, "▌", on(ACCENT));
    }
    match key {
        Some(key) => canvas.put(at.x, y, &key.to_string(), on(ACCENT.bold())),
        None => canvas.put(at.x, y, "–", on(FAINT)),
    };
    let paint = match (key, here) {
        (None, _) => MUTED,
        (Some(_), true) => STRONG,
        (Some(_), false) => TEXT,
    };
    canvas.put(at.x + 3, y, name, on(paint));
    let room = at.w.saturating_sub(22);
    let note = text::cut_name(note, usize::from(room));
    canvas.name(at.x + 22, y, room, &note, on(if here { TEXT } else { MUTED }));
}

/// The buttons: Enter's says what it does, and is muted while the keys rest.
///
/// Where there is no room the middle goes first.
fn buttons(canvas: &mut Canvas<'_>, at: Inside, line: u16, live: bool, keys: &[(&str, &str)]) {
    let wide = |(key, word): &(&str, &str)| text::width(key) + 1 + text::width(word) + 3;
    let mut keys = keys.to_vec();
    while keys.len() > 2 && keys.iter().map(wide).sum::<usize>() > usize::from(at.w) {
        keys.remove(keys.len() / 2);
    }
    let y = at.y + line;
    let mut x = at.x;
    for (n, (key, word)) in keys.iter().enumerate() {
        x = if n == 0 {
            let paint = if live { INK.on(Ground::Primary) } else { MUTED.on(Ground::Field) };
            canvas.put(x, y, &format!(" {key}  {word} "), paint)
        } else {
            canvas.run(x, y, &[(key, ACCENT.bold()), (" ", TEXT), (word, TEXT)])
        } + 3;
    }
}
