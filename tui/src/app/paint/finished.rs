//! Draws the finished jobs: as a page, and beside the panels.

use fcp_engine::event::{Outcome, Summary};
use fcp_engine::spec::Verb;
use fcp_engine::view::JobRow;

use super::canvas::Canvas;
use super::{jobs, keys};
use crate::app::area::Area;
use crate::app::dialog::finished::Finished;
use crate::app::finished::{Entry, entries};
use crate::app::look::{BAD, GOOD, MUTED, Paint, STRONG, TEXT, WAIT};
use crate::app::model::Model;
use crate::app::mouse::Hit;
use crate::app::page;
use crate::app::page::counted;
use crate::app::when::when;
use crate::app::work::{self, is_undoable, is_verifiable};
use crate::{format, state, text};
use fcp_presentation::jobs::can_repeat;
use fcp_presentation::tr;

/// Columns of the arrow between what a job was about and where that went.
const ARROW: usize = 3;

/// Draws the page and gives the place of the cursor.
pub(super) fn finished(
    model: &Model,
    log: &Finished,
    canvas: &mut Canvas<'_>,
) -> Option<(u16, u16)> {
    canvas.clear();
    let (w, h) = (canvas.width(), canvas.height());
    let entries = entries(model);
    canvas.put(3, 0, tr!("finished-title"), STRONG);
    canvas.right(w - 2, 0, &[(&format::count(entries.len() as u64), MUTED)]);
    canvas.rule(0, 1, w, true);
    let (what, more) = (19, 48);
    let ways = more + 26;
    for (x, name) in [
        (5, tr!("finished-ended")),
        (what, tr!("finished-what")),
        (ways, tr!("finished-from-and-to")),
    ] {
        if x + 12 < w {
            canvas.put(x - 1, 1, &format!(" {name} "), MUTED);
        }
    }
    if entries.is_empty() {
        let text = match (model.queued, &model.work.log) {
            (true, None) => tr!("reading-the-log"),
            _ => tr!("finished-none"),
        };
        canvas.put(5, 3, text, MUTED);
    }
    let rows = usize::from(h.saturating_sub(4)).max(1);
    let top = (log.cursor + 1).saturating_sub(rows);
    let mut cursor = None;
    for (y, (n, entry)) in (2..).zip(entries.iter().enumerate().skip(top).take(rows)) {
        let here = n == log.cursor;
        let on = canvas.list_row(y, w, here);
        if here {
            cursor = Some((3, y));
        }
        canvas.zone(Area { x: 0, y, w, h: 1 }, Hit::Line(n));
        let (glyph, paint) = glyph(entry.summary);
        canvas.put(3, y, glyph, on(paint.bold()));
        let ended = when(entry.ended.cast_signed(), model.now.cast_signed(), &model.zone);
        canvas.put(5, y, &ended, on(MUTED));
        let (words, note) = words(model, entry);
        let x = canvas.put(what, y, &words, on(if here { STRONG } else { TEXT }));
        let x = canvas.put((x + 2).max(more), y, &note, on(MUTED)) + 2;
        let x = x.max(ways);
        let room = w.saturating_sub(x + 2);
        if room >= 8 {
            let text = from_to(model, entry, usize::from(room));
            canvas.name(x, y, room, &text, on(if here { TEXT } else { MUTED }));
        }
    }
    foot(model, log, entries.get(log.cursor), canvas);
    cursor
}

/// Draws the newest finished jobs in a column beside the panels.
pub(super) fn column(
    model: &Model,
    canvas: &mut Canvas<'_>,
    (x, y): (u16, u16),
    (w, h): (u16, u16),
) {
    let entries = entries(model);
    if entries.is_empty() {
        return;
    }
    canvas.rule(x, y, w, false);
    canvas.put(x + 2, y, &format!(" {} ", tr!("finished-title")), MUTED);
    for (line, entry) in (y + 1..y + h).zip(entries) {
        let (glyph, paint) = glyph(entry.summary);
        let ended = when(entry.ended.cast_signed(), model.now.cast_signed(), &model.zone);
        let (words, note) = words(model, &entry);
        let at = canvas.put(x + 3, line, glyph, paint.bold());
        let at = canvas.put(at + 1, line, &format!("{ended:<12} "), MUTED);
        let room = |at: u16| (x + w).saturating_sub(at);
        let at = canvas.put_in(at, line, room(at), &words, TEXT).max(x + 38);
        canvas.put_in(at + 1, line, room(at + 1), &note, MUTED);
    }
}

fn glyph(summary: &Summary) -> (&'static str, Paint) {
    match summary.outcome {
        Outcome::Completed if summary.unanswered > 0 => ("?", WAIT),
        Outcome::Completed => ("✓", GOOD),
        Outcome::CompletedWithErrors | Outcome::Failed => ("✗", BAD),
        Outcome::Cancelled => ("–", MUTED),
    }
}

/// What was done, and how it went.
fn words(model: &Model, entry: &Entry<'_>) -> (String, String) {
    let summary = entry.summary;
    let what = match undo(model, entry) {
        Some(row) if page::is_redo(model, row) && summary.outcome == Outcome::Completed => {
            tr!("finished-redone", items = format::items(summary.done))
        }
        _ => state::ended(summary, &format::done(summary)),
    };
    let mut notes = Vec::new();
    if summary.failed > 0 {
        notes.push(counted::failed(summary.failed));
    } else if summary.unanswered > 0 {
        notes.push(counted::unanswered(summary.unanswered));
    }
    if summary.bytes > 0 && summary.verb != Verb::Dedupe {
        notes.push(format::size(summary.bytes));
    }
    let note = notes.join(", ");
    if summary.outcome != Outcome::Completed {
        return (what, note);
    }
    let time = format::duration(summary.elapsed);
    let note = if note.is_empty() {
        tr!("finished-in-time", time = time)
    } else {
        tr!("finished-note-in-time", note = note, time = time)
    };
    (what, note)
}

/// Gives the job of an entry if that is an undo, or the undo of one.
fn undo<'a>(model: &'a Model, entry: &Entry<'_>) -> Option<&'a JobRow> {
    let row = work::row(model, entry.job);
    row.filter(|row| row.verb == Some(Verb::Undo))
}

/// Says what a job was about and where that went; each of the two is cut for itself.
fn from_to(model: &Model, entry: &Entry<'_>, room: usize) -> String {
    let from = match entry.summary.verb {
        Verb::Undo => match undo(model, entry) {
            Some(row) => page::sources(model, row),
            None => tr!("an-earlier-job").to_owned(),
        },
        Verb::Restore => tr!("items-from-trash", items = format::items(entry.count)),
        _ => page::operands(model, entry.sources, entry.count, entry.destination),
    };
    match page::place(entry.sources, entry.destination) {
        Some(to) => {
            let to = model.path(to);
            let left = room.saturating_sub(ARROW);
            let (wide, other) = (text::width(&to), text::width(&from));
            // What the shorter one leaves is for the longer one.
            let to = text::cut_path(&to, wide.min((left / 2).max(left.saturating_sub(other))));
            let from = text::cut_path(&from, left.saturating_sub(text::width(&to)));
            format!("{from} → {to}")
        }
        None => text::cut_path(&from, room),
    }
}

fn foot(model: &Model, log: &Finished, here: Option<&Entry<'_>>, canvas: &mut Canvas<'_>) {
    let y = canvas.height().saturating_sub(1);
    if log.clears {
        canvas.put(2, y - 1, tr!("finished-forgets-all"), WAIT);
    } else if let Some(notice) = &model.notice {
        let (glyph, paint) = jobs::tone(notice.tone);
        canvas.run(2, y - 1, &[(glyph, paint.bold()), (" ", TEXT), (&notice.text, TEXT)]);
    }
    let mut live: Vec<(&str, &str)> = Vec::new();
    if let Some(Entry { job, summary, .. }) = here {
        live.push(("Enter", tr!("button-report")));
        live.extend((summary.failed > 0).then_some(("r", tr!("button-retry-failed"))));
        live.extend(can_repeat(summary).then_some(("R", tr!("button-run-again"))));
        live.extend(is_undoable(model, *job, summary).then_some(("u", tr!("verb-undo"))));
        live.extend(
            is_verifiable(model, *job, summary).then_some(("v", tr!("button-verify-again"))),
        );
        if model.queued {
            live.extend([("x", tr!("button-forget")), ("X", tr!("button-forget-all"))]);
        }
    }
    live.push(("Esc", tr!("button-close")));
    keys::line(canvas, y, &live);
}
