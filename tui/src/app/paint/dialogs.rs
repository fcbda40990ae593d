//! Dialogs: the only things on the screen with a frame.

use fcp_engine::event::JobId;

use super::canvas::{Canvas, Inside};
use super::status;
use crate::app::dialog::{Confirm, Dialog};
use crate::app::look::{ACCENT, Ground, INK, MUTED, TEXT, WAIT};
use crate::app::model::Model;
use crate::{format, text};

mod copy;
mod picker;
mod question;

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
    for (n, (key, word)) in keys.iter().enumerate() {
        x = if n == 0 {
            let paint = if live { INK.on(Ground::Primary) } else { MUTED.on(Ground::Field) };
            canvas.put(x, y, &format!(" {key}  {word} "), paint)
        } else {
            canvas.run(x, y, &[(key, ACCENT.bold()), (" ", TEXT), (word, TEXT)])
        } + 3;
    }
}
