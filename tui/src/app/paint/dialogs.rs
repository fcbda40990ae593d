//! Dialogs: the only things on the screen with a frame.

use crossterm::event::KeyCode;
use fcp_engine::event::JobId;

use super::canvas::{Canvas, Inside};
use super::status;
use crate::app::dialog::{Confirm, Dialog};
use crate::app::layout::Area;
use crate::app::look::{ACCENT, Ground, INK, MUTED, Paint, TEXT, WAIT};
use crate::app::model::Model;
use crate::app::mouse;
use crate::{format, text};

mod picker;
mod prompt;
mod question;
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
            let question = model.jobs.row(ask.job)?.questions.get(&ask.question)?;
            status::behind(model, canvas, ask.job);
            question::question(model, ask, question, canvas)
        }
        Dialog::Picker(picker) => Some(picker::picker(picker, canvas)),
        Dialog::Confirm(confirm) => self::confirm(model, *confirm, canvas),
        Dialog::Help(_) | Dialog::Report { .. } => None,
    }
}

fn confirm(model: &Model, confirm: Confirm, canvas: &mut Canvas<'_>) -> Option<(u16, u16)> {
    let (title, lines, stay, acts) = match confirm {
        Confirm::Cancel(job) => cancel_words(model, job)?,
        Confirm::Quit => quit_words(model),
    };
    let at = canvas.frame(70, 8, &title, "", WAIT);
    for (y, line) in (at.y..).zip(&lines) {
        canvas.put(at.x, y, line, TEXT);
    }
    let mut keys = vec![("Enter", stay)];
    keys.extend(acts);
    buttons(canvas, at, at.h - 1, true, &keys);
    Some((at.x, at.y + at.h - 1))
}

fn quit_words(model: &Model) -> Words {
    let cancel = ("q", "Cancel and quit");
    if !model.queued {
        let lines = [
            "Quitting cancels them. What is copied stays; files that are".to_owned(),
            "not whole yet are removed.".to_owned(),
        ];
        return ("Jobs are at work".to_owned(), lines, "Stay", vec![cancel]);
    }
    let lines = [
        "They can go on in the background; fcp-tui and fcpq show them.".to_owned(),
        "Or cancel what was started here: what is copied stays.".to_owned(),
    ];
    let acts = vec![("b", "Background"), cancel];
    ("Jobs are at work".to_owned(), lines, "Stay", acts)
}

type Words = (String, [String; 2], &'static str, Vec<(&'static str, &'static str)>);

fn cancel_words(model: &Model, job: JobId) -> Option<Words> {
    let row = model.jobs.row(job)?;
    let done = row.progress.items_done.saturating_sub(row.progress.items_skipped);
    let lines = [
        format!("{} done so far stay.", format::items(done)),
        "Files that are not whole yet are removed.".to_owned(),
    ];
    Some(("Cancel this job".to_owned(), lines, "Go on", vec![("c", "Cancel the job")]))
}

fn label(canvas: &mut Canvas<'_>, at: Inside, line: u16, label: &str, path: &str) {
    canvas.put(at.x, at.y + line, label, MUTED);
    let room = at.w.saturating_sub(LABEL);
    let path = text::cut_path(path, usize::from(room));
    canvas.name(at.x + LABEL, at.y + line, room, &path, TEXT);
}

/// The buttons: Enter's says what it does, and is muted while the keys rest.
fn buttons(canvas: &mut Canvas<'_>, at: Inside, line: u16, live: bool, keys: &[(&str, &str)]) {
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
