//! Draws the status line and the one-line summary of all jobs.

use fcp_browse::Space;
use fcp_engine::event::FileKind;
use fcp_engine::view::JobRow;
use fcp_presentation::jobs::State;

use super::canvas::Canvas;
use super::job::time_left;
use super::jobs::{asked, needs_you, state, tone, verb};
use crate::app::action::Action;
use crate::app::after::After;
use crate::app::layout::Layout;
use crate::app::look::{ACCENT, BAD, MARK, MUTED, STRONG, TEXT, WAIT};
use crate::app::model::{Carried, Drag, Model};
use crate::app::page::{counted, inside};
use crate::app::request;
use crate::app::searches;
use crate::app::work::{HandingOn, needs_a_look};
use crate::{format, text};
use fcp_presentation::properties::mode_text;
use fcp_presentation::tr;

/// Width from which the status tells the owner.
const WIDE: u16 = 100;

/// Microseconds after which the status line says that a directory is still being read.
const SLOW: u64 = 500_000;

/// Stands between what is said about an item.
const GAP: &str = "   ";

/// Draws what is marked, or the last news, and the entry under the cursor.
pub(super) fn status(model: &Model, canvas: &mut Canvas<'_>, y: u16, layout: &Layout) {
    let panel = model.panel();
    if let Some(words) = leaving(model) {
        canvas.put(3, y, &words, WAIT);
        return;
    }
    if let Some(drag) = &model.drag {
        return carried(model, canvas, y, drag);
    }
    if let Some(notice) = &model.notice {
        let (glyph, paint) = tone(notice.tone);
        canvas.put(1, y, glyph, paint.bold());
        let room = usize::from(canvas.width().saturating_sub(4));
        canvas.put(3, y, &text::cut_end(&notice.text, room), TEXT);
        return;
    }
    let marked = panel.marks().len() as u64;
    let elsewhere = match panel.marked_in_all() {
        (all, folders) if all as u64 > marked => {
            let (items, count) = (format::items(all as u64), folders as u64);
            tr!("items-in-folders", items = items, count = count, shown = format::count(count))
        }
        _ => String::new(),
    };
    let mut end;
    if marked > 0 {
        let size = panel.marked_size();
        canvas.put(1, y, "•", MARK.bold());
        let x = canvas.put(3, y, &counted::marked(marked), MARK);
        let unseen = panel.marked_unseen().count() as u64;
        let x = match unseen {
            0 => x,
            unseen => canvas.put(x, y, &format!(", {}", counted::not_shown(unseen)), WAIT),
        };
        let unknown = panel.marked_unsized();
        let rest = match unknown {
            (0, _) => None,
            (all, folders) if all == folders => Some(format::folders(all as u64)),
            (all, _) => Some(format::items(all as u64)),
        };
        let known = format::size(size);
        let known = match rest {
            None => known,
            Some(rest) => tr!("status-size-and", size = known, rest = rest),
        };
        let x = canvas.put(x, y, &format!(", {known}"), TEXT);
        let x = match elsewhere.as_str() {
            "" => x,
            all => canvas.put(x, y, &format!(", {all}"), MARK),
        };
        // What does not fit does so whatever else there is; that it fits cannot be said before all is known.
        let tells = |space: &Space| unknown.0 == 0 || size > space.free;
        if let Some(space) = model.other().space.filter(tells) {
            let free = format::size(space.free);
            let (words, paint) = if size <= space.free {
                (tr!("status-fits", free = free), MUTED)
            } else {
                (tr!("status-does-not-fit", free = free), WAIT)
            };
            end = canvas.put(x, y, &format!(", {words}"), paint);
        } else {
            end = x;
        }
    } else if panel.range.is_some() {
        end = canvas.put(3, y, tr!("status-range"), MARK);
    } else if let Some(words) = searches::progress(panel, model) {
        let room = usize::from(canvas.width().saturating_sub(4));
        end = canvas.put(3, y, &text::cut_end(&words, room), MUTED);
    } else {
        let (shown, all) = panel.counts();
        let mut words = format::items(shown as u64);
        if all > shown {
            words = format!("{words}, {}", counted::not_shown((all - shown) as u64));
        }
        if !panel.load.whole && panel.load.began + SLOW < model.now {
            words = format!("{words}   {}", tr!("status-still-reading"));
        }
        end = canvas.put(3, y, &words, MUTED);
        if !elsewhere.is_empty() {
            canvas.put(1, y, "•", MARK.bold());
            end =
                canvas.put(end, y, &format!(", {}", tr!("status-marked", items = elsewhere)), MARK);
        }
    }
    let Some(entry) = panel.current() else { return };
    let Some(meta) = entry.meta else { return };
    let split = layout.panels[1].filter(|right| right.x > 0).map(|right| right.x);
    let x = match split.or(layout.beside.map(|beside| beside.x)) {
        Some(x) => x + 3,
        None => canvas.width() / 2,
    };
    let mode = mode_text(meta.mode);
    let mut details = match meta.size().filter(|_| entry.kind == FileKind::File) {
        Some(size) => vec![counted::bytes(size), mode],
        None => vec![kind(entry.kind).to_owned(), mode],
    };
    if canvas.width() >= WIDE {
        details.push(super::panels::owner(model, meta.uid, meta.gid));
    }
    let wide = |details: &[String]| text::width(&details.join(GAP)) + usize::from(end + 3);
    while details.len() > 1 && wide(&details) > usize::from(canvas.width()) {
        details.pop();
    }
    let detail = details.join(GAP);
    let name = fcp_engine::path::DisplayName::new(entry.name).to_string();
    // A name that does not fit below its own panel takes the columns that are free on the left.
    let needs = text::width(&name) + 4 + text::width(&detail);
    let x = x.min(canvas.width().saturating_sub(needs as u16)).max(end + 3);
    let room = canvas.width().saturating_sub(x + 4 + text::width(&detail) as u16);
    if room >= 8 {
        let x = canvas.name(x, y, room, &name, TEXT) + 3;
        canvas.put(x, y, &detail, MUTED);
    } else if x + text::width(&detail) as u16 <= canvas.width() {
        canvas.put(x, y, &detail, MUTED);
    }
}

/// Says what the program waits for while it ends.
pub(super) fn leaving(model: &Model) -> Option<String> {
    let key = model.key_of(model.place(), Action::Quit);
    if model.done {
        return (model.editing > 0).then(|| tr!("leaving-changing", key = key));
    }
    model.leaving.then(|| match model.work.handing_on {
        Some(HandingOn::Background) => tr!("leaving-to-background", key = key),
        Some(HandingOn::Pause) => tr!("leaving-pausing", key = key),
        None => tr!("leaving-cancelling", key = key),
    })
}

/// Says what dropping the dragged items here would do.
fn carried(model: &Model, canvas: &mut Canvas<'_>, y: u16, drag: &Drag) {
    let count = match drag.carried(model) {
        Carried::Nothing => 0,
        Carried::One(_) => 1,
        Carried::Marked => model.sides[drag.side].panel().marks().len() as u64,
    };
    let items = format::items(count);
    let to = drag.over.and_then(|(side, row)| drag.destination(model, side, row));
    canvas.put(1, y, "►", ACCENT.bold());
    let text = match to {
        Some(to) if drag.moves => tr!("drag-move", items = items, folder = model.path(&to)),
        Some(to) => tr!("drag-copy", items = items, folder = model.path(&to)),
        None => tr!("drag-drop", items = items),
    };
    let x = canvas.put(3, y, &text, TEXT);
    canvas.put(x + 3, y, if drag.moves { "" } else { tr!("drag-shift") }, MUTED);
}

/// Gives the word for a type.
pub(super) fn kind(kind: FileKind) -> &'static str {
    match kind {
        FileKind::File => tr!("kind-file"),
        FileKind::Directory => tr!("kind-folder"),
        FileKind::Symlink => tr!("kind-symlink"),
        FileKind::Fifo => tr!("kind-fifo"),
        FileKind::Socket => tr!("kind-socket"),
        FileKind::CharDevice => tr!("kind-character-device"),
        FileKind::BlockDevice => tr!("kind-block-device"),
        FileKind::Unknown => tr!("kind-unknown"),
    }
}

/// Draws all jobs in one line: one that runs, or else one that ended with failures.
pub(super) fn jobs(model: &Model, canvas: &mut Canvas<'_>, y: u16) {
    let order = model.job_order();
    let rows: Vec<&JobRow> = order.iter().filter_map(|&job| model.jobs.row(job)).collect();
    let busy = rows.iter().find(|row| !row.is_over());
    let Some(row) = busy.or_else(|| rows.iter().find(|row| needs_a_look(model, row))) else {
        if let Some(request) = request::silent(&model.requests, model.now).next() {
            asked(model, canvas, request, y);
        }
        return;
    };
    let end = needs_you(model, canvas, y);
    let room = |x: u16| end.saturating_sub(x + 1);
    let (glyph, paint, word) = state(row, model.now);
    let x = canvas.put(1, y, glyph, paint.bold());
    let mut x = canvas.put(x + 1, y, verb(model, row), TEXT) + 1;
    if row.is_over() {
        x = canvas.put_in(x, y, room(x), &word, paint);
    } else {
        x = canvas.bar(x, y, 12, row.fraction().unwrap_or(0.0), ACCENT);
        if let Some(percent) = row.percent() {
            x = canvas.put(x, y, &format!("{:>6}", format::percent(percent)), STRONG);
        }
        if State::of(row, model.now).is_moving() {
            if let Some(pace) = model.paces.get(&row.job) {
                // The width does not depend on the number, so that nothing after it moves.
                x = canvas.put(x + 2, y, &format!("{:<10}", format::rate(pace.rate.bytes)), TEXT);
                let time = pace.eta.map(|eta| time_left(eta)[1].clone()).unwrap_or_default();
                x = canvas.put(x + 2, y, &format!("{time:<9}"), TEXT);
            }
        } else {
            x = canvas.put_in(x + 2, y, room(x + 2), &word, paint);
        }
    }
    let others = rows.iter().filter(|other| other.job != row.job);
    let [mut paused, mut failed, mut bad] = [0; 3];
    for other in others {
        if !other.is_over() && other.paused {
            paused += 1;
        } else if needs_a_look(model, other) {
            let (_, _, word) = state(other, model.now);
            *(if word == tr!("state-failed") { &mut failed } else { &mut bad }) += 1;
        }
    }
    let more = rows.iter().filter(|other| other.job != row.job && !other.is_over()).count();
    if more > 0 {
        x = canvas.put_in(x + 2, y, room(x + 2), &format!("+{more}"), MUTED);
    }
    let counts = [
        (paused, counted::paused(paused), WAIT),
        (failed, counted::failed(failed), BAD),
        (bad, counted::with_failures(bad), BAD),
    ];
    for (n, words, paint) in counts {
        if n > 0 {
            x = canvas.put_in(x, y, room(x), ", ", MUTED);
            x = canvas.put_in(x, y, room(x), &words, paint);
        }
    }
    if let Some(words) = model.after.as_ref().map(After::words) {
        canvas.put_in(x, y, room(x), &format!(", {words}"), WAIT);
    }
}

/// Draws one faded line about the job behind a dialog.
pub(super) fn behind(model: &Model, canvas: &mut Canvas<'_>, job: fcp_engine::event::JobId) {
    let Some(row) = model.jobs.row(job).filter(|row| !row.waits_only() && !row.is_over()) else {
        return;
    };
    let files = format::files(row.progress.in_flight.len() as u64);
    let job = inside(verb(model, row));
    let line = if let Some(percent) = row.percent().map(format::percent) {
        tr!("job-behind-percent", job = job, percent = percent, files = files)
    } else {
        tr!("job-behind", job = job, files = files)
    };
    let y = canvas.height().saturating_sub(1);
    canvas.fill(0, y, canvas.width(), TEXT);
    canvas.put(2, y, &format!("► {line}"), crate::app::look::GHOST);
}
