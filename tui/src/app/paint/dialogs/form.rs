//! Draws the dialogs that are forms.

use super::super::canvas::Canvas;
use super::parts::{LABEL, answers, buttons, label, named};
use super::rows::row;
use crate::app::dialog::form::{Form, Purpose};
use crate::app::dialog::limit::{self, Target};
use crate::app::dialog::rows::Row;
use crate::app::look::{ACCENT, BAD, MUTED, Paint, TEXT};
use crate::app::model::Model;
use crate::app::page::counted;
use crate::app::page::sources;
use crate::{format, text};
use fcp_presentation::tr;

/// Where the parts of a form are.
struct Lines {
    /// Columns of the frame.
    width: u16,
    /// Rows of the frame.
    tall: u16,
    /// The first line of the rows.
    rows: u16,
    /// Columns of a line to type with its label.
    room: u16,
    /// Empty lines between the rows and the note.
    gap: u16,
}

impl Lines {
    fn of(form: &Form) -> Self {
        let rows = form.rows.count() as u16;
        match &form.purpose {
            Purpose::Limit { .. } => {
                Self { width: 70, tall: 11, rows: 3, room: LABEL + 24, gap: 0 }
            }
            _ if rows == 1 && !matches!(form.purpose, Purpose::HardLinks { .. }) => {
                Self { width: 76, tall: 10, rows: 1, room: u16::MAX, gap: 1 }
            }
            _ => Self { width: 78, tall: rows + 11, rows: 2, room: u16::MAX, gap: 1 },
        }
    }

    /// Makes room for notes, and for a reason, that are longer than two lines: what a program on the way to another
    /// machine says comes last in it.
    fn with_room_for(self, form: &Form, screen: u16) -> Self {
        let room = usize::from(self.width.min(screen).saturating_sub(LABEL + FRAME));
        let notes = (0..form.rows.count()).filter_map(|row| match form.rows.row(row)? {
            Row::Text { note, .. } => Some(*note),
            Row::Choice { .. } | Row::Grid { .. } => None,
        });
        let texts = notes.chain(form.wrong.as_deref());
        let tallest = texts.map(|text| text::wrapped(text, room).len()).max().unwrap_or(0);
        Self { tall: self.tall + tallest.saturating_sub(2).min(MOST) as u16, ..self }
    }
}

/// Columns of a frame beside what is in it.
const FRAME: u16 = 8;

/// Lines that a long reason may get.
const MOST: usize = 6;

pub(super) fn form(model: &Model, form: &Form, canvas: &mut Canvas<'_>) -> (u16, u16) {
    let lines = Lines::of(form).with_room_for(form, canvas.width());
    let count = form.rows.count() as u16;
    let at = canvas.frame(lines.width, lines.tall, form.purpose.title(), "", ACCENT);
    canvas.scroll_to(at, lines.rows + form.rows.here() as u16);
    let (word, about) = about(model, &form.purpose);
    label(canvas, at, 0, word, &about);
    if let Purpose::Limit { now, .. } = &form.purpose {
        label(
            canvas,
            at,
            1,
            tr!("label-now"),
            &now.map_or_else(|| tr!("limit-none").to_owned(), format::rate),
        );
    }
    let mut cursor = (at.x, at.y);
    for n in 0..form.rows.count() {
        let place = (at.x, at.y + lines.rows + n as u16, at.w.min(lines.room));
        cursor = row(canvas, &form.rows, n, place).unwrap_or(cursor);
    }
    let (x, w) = (at.x + LABEL, at.w.saturating_sub(LABEL));
    let mut y = at.y + lines.rows + count + lines.gap;
    if let (None, true, Some(Row::Choice { choice, chosen })) =
        (&form.wrong, form.offers.is_empty(), form.rows.row(form.rows.here()))
    {
        answers(canvas, x, y, w, choice.names(), *chosen);
        y += 1;
    }
    let (note, paint) = note(form, w);
    canvas.lines(x, y, w, &note, paint);
    let (enter, live) = match (&form.purpose, limit::rate(form.rows.text(0))) {
        (Purpose::Limit { .. }, Ok(0)) => (tr!("button-lift-limit"), true),
        (Purpose::Limit { .. }, Err(_)) => ("–", false),
        (purpose, _) => (purpose.button(), true),
    };
    let mut keys = vec![("Enter", enter)];
    if form.is_path() || !form.known().is_empty() {
        keys.push(("Tab", tr!("button-complete")));
    }
    keys.push(("Esc", tr!("button-cancel")));
    buttons(canvas, at, live, &keys);
    cursor
}

/// Says what the form is about.
fn about(model: &Model, purpose: &Purpose) -> (&'static str, String) {
    let items = purpose.items();
    match (purpose, items) {
        (Purpose::Limit { target: Target::Job(job), .. }, _) => {
            let row = model.jobs.row(*job);
            (tr!("label-for"), row.map_or_else(String::new, |row| sources(model, row)))
        }
        (Purpose::Limit { target: Target::Jobs(jobs), .. }, _) => {
            (tr!("label-for"), counted::each_job(jobs.len() as u64))
        }
        (Purpose::Limit { target: Target::All, .. }, _) => {
            (tr!("label-for"), tr!("limit-all-jobs").to_owned())
        }
        (Purpose::Command(_), items) => (tr!("label-items"), format::items(items.len() as u64)),
        (Purpose::Find { dir }, _) => (tr!("label-below"), model.path(dir)),
        (Purpose::Symlinks { .. }, items) => (tr!("label-points-to"), named(items)),
        (_, []) => (tr!("label-in"), model.path(&model.panel().dir)),
        (_, [_]) => (tr!("label-item"), named(items)),
        _ => (tr!("label-items"), named(items)),
    }
}

/// Says what is wrong, what the row can become, or what it means.
fn note(form: &Form, room: u16) -> (String, Paint) {
    if let Some(wrong) = &form.wrong {
        return (wrong.clone(), BAD);
    }
    if !form.offers.is_empty() {
        return (text::cut_end(&form.offers.join("  "), usize::from(room) * 2), TEXT);
    }
    if let Purpose::Limit { .. } = form.purpose {
        return match limit::rate(form.rows.text(0)) {
            Ok(0) => (tr!("limit-note").to_owned(), MUTED),
            Ok(rate) => (format::rate(rate), TEXT),
            Err(why) => (why.to_owned(), BAD),
        };
    }
    let words = match form.rows.row(form.rows.here()) {
        Some(Row::Text { note, .. }) => note,
        Some(Row::Choice { choice, chosen }) => choice.consequence(*chosen),
        Some(Row::Grid { .. }) | None => "",
    };
    (words.to_owned(), MUTED)
}
