//! Draws the page that shows how processes on many machines run the parts of a plan.

use std::path::Path;

use fcp_engine::parts::Failure;
use fcp_engine::path::DisplayName;
use fcp_presentation::divided::{PartRow, Seen};
use fcp_presentation::errors::reason;
use fcp_presentation::jobs::{Rate, Row};
use fcp_presentation::tr;

use super::canvas::Canvas;
use super::keys;
use crate::app::dialog::divided::{Divided, Line};
use crate::app::divided::{notes, parts};
use crate::app::look::{ACCENT, BAD, MUTED, STRONG, TEXT, WAIT};
use crate::app::model::Model;
use crate::app::page;
use crate::{format, state, text};

/// Width from which the list shows how much of a part is done, and how long it will take.
const WIDE: u16 = 110;

/// Columns of the bar.
const BAR: u16 = 20;

/// Where the columns of the list begin; the machine's ends before the attempt's.
struct Columns {
    machine: u16,
    attempt: u16,
    state: u16,
    percent: u16,
    rate: u16,
    amount: u16,
    left: u16,
}

impl Columns {
    fn of(w: u16) -> Self {
        let (percent, rate, amount, left) =
            if w < WIDE { (w - 20, w - 13, w, w) } else { (w - 57, w - 50, w - 37, w - 17) };
        let state = percent.saturating_sub(18);
        Self { machine: 10, attempt: state.saturating_sub(10), state, percent, rate, amount, left }
    }
}

/// Draws the page.
pub(super) fn divided(model: &Model, page: &Divided, canvas: &mut Canvas<'_>) {
    canvas.clear();
    let (w, h) = (canvas.width(), canvas.height());
    let x = canvas.put(3, 0, tr!("divided-title"), STRONG) + 2;
    let room = w.saturating_sub(x + 2);
    let dir = text::cut_path(&model.path(&page.dir), usize::from(room));
    canvas.name(x, 0, room, &dir, MUTED);
    canvas.rule(0, 1, w, true);
    let silence = page.silence(model.now).map(format::duration);
    match &page.seen {
        Some(seen) => sums(model, page, seen, canvas),
        None if page.wrong.is_none() && silence.is_none() => {
            canvas.put(3, 3, tr!("divided-reading"), MUTED);
        }
        None => {}
    }
    let y = if page.seen.is_some() { h.saturating_sub(2) } else { 3 };
    let trouble = match (&page.wrong, silence, page.seen.is_some()) {
        (Some(wrong), ..) => Some((wrong.clone(), BAD)),
        (None, Some(time), true) => Some((tr!("divided-silent-since", time = time), WAIT)),
        (None, Some(time), false) => Some((tr!("divided-silent", time = time), WAIT)),
        (None, None, _) => None,
    };
    if let Some((words, paint)) = trouble {
        canvas.fill(0, y, w, TEXT);
        canvas.put_in(3, y, w.saturating_sub(5), &words, paint);
    }
    keys::line(canvas, h.saturating_sub(1), &[("Esc", tr!("button-close"))]);
}

/// Draws the sums, and below them the list.
fn sums(model: &Model, page: &Divided, seen: &Seen, canvas: &mut Canvas<'_>) {
    let (w, h) = (canvas.width(), canvas.height());
    let room = w.saturating_sub(5);
    let sources = &seen.spec.sources;
    let to = seen.spec.destination.as_ref();
    let from = page::operands(model, sources, sources.len() as u64, to);
    let way = match page::place(sources, to) {
        Some(to) => format!("{from} → {}", model.path(to)),
        None => from,
    };
    let verb = state::verb(Some(seen.spec.verb));
    let x = canvas.put(3, 2, verb, STRONG) + 1;
    canvas.name(x, 2, room, &text::cut_path(&way, usize::from(w.saturating_sub(x + 2))), TEXT);
    if let Some(whole) = &seen.whole {
        whole_line(whole, canvas, 3);
    }
    canvas.put(3, 4, &format::items_of(seen.items_done, seen.status.items), TEXT);
    let x = canvas.put(3, 5, tr!("divided-parts"), MUTED) + 1;
    canvas.put_in(x, 5, w.saturating_sub(x + 2), &parts(&seen.status).join(", "), TEXT);
    let notes = notes(seen);
    for (y, (words, paint)) in (6..).zip(&notes) {
        canvas.put_in(3, y, room, words, *paint);
    }
    let y = 6 + notes.len() as u16;
    let columns = Columns::of(w);
    heads(canvas, &columns, y);
    let lines = page.lines();
    let room = page.room(h);
    for (y, line) in (y + 1..).zip(lines.iter().skip(page.top).take(room)) {
        match line {
            Line::Part(part) => part_line(part, canvas, &columns, y),
            Line::Space => {}
            Line::Failures => {
                canvas.rule(0, y, w, false);
                canvas.put(2, y, &format!(" {} ", tr!("divided-failures")), TEXT);
            }
            Line::Failure(failure) => failure_line(model, failure, canvas, y),
        }
    }
    let below = lines.len().saturating_sub(page.top + room);
    if below > 0 {
        let shown = format::count(below as u64);
        let more = format!(" {} ", tr!("more-below", shown = shown, key = "PgDn"));
        canvas.right(w - 2, h.saturating_sub(1), &[(&more, MUTED)]);
    }
}

/// Draws where the whole plan stands.
fn whole_line(whole: &Row, canvas: &mut Canvas<'_>, y: u16) {
    let (glyph, paint) = state::glyph(whole.state);
    let words = state::words(whole.state);
    let mut x = canvas.run(3, y, &[(glyph, paint.bold()), (" ", TEXT), (&words, paint)]) + 2;
    if let Some(done) = whole.thousandths {
        x = canvas.bar(x, y, BAR, f64::from(done) / 1000.0, ACCENT) + 2;
    }
    for (text, paint) in [
        (whole.percent.map(format::percent).unwrap_or_default(), STRONG),
        (state::amount(whole.amount), TEXT),
        (whole.rate.map(rate).unwrap_or_default(), TEXT),
        (whole.eta.map(format::left).unwrap_or_default(), MUTED),
    ] {
        // A number that is cut would be another.
        if !text.is_empty() && usize::from(x) + text::width(&text) < usize::from(canvas.width()) {
            x = canvas.put(x, y, &text, paint) + 2;
        }
    }
}

fn heads(canvas: &mut Canvas<'_>, columns: &Columns, y: u16) {
    let w = canvas.width();
    canvas.rule(0, y, w, false);
    for (x, name) in [
        (3, tr!("column-part")),
        (columns.machine, tr!("column-machine")),
        (columns.attempt, tr!("column-attempt")),
        (columns.state, tr!("column-state")),
    ] {
        canvas.put(x - 1, y, &format!(" {name} "), MUTED);
    }
}

fn part_line(part: &PartRow, canvas: &mut Canvas<'_>, columns: &Columns, y: u16) {
    let row = &part.row;
    canvas.right(8, y, &[(&part.part.to_string(), STRONG)]);
    let room = columns.attempt.saturating_sub(columns.machine + 2);
    let host = DisplayName::new(Path::new(&part.host)).to_string();
    canvas.name(columns.machine, y, room, &text::cut_name(&host, usize::from(room)), TEXT);
    if part.attempt > 0 {
        let paint = if part.attempt > 1 { WAIT } else { MUTED };
        canvas.put(columns.attempt, y, &part.attempt.to_string(), paint);
    }
    let (glyph, paint) = state::glyph(row.state);
    let x = canvas.run(columns.state, y, &[(glyph, paint.bold()), (" ", TEXT)]);
    let room = columns.percent.saturating_sub(x + 1);
    canvas.put_in(x, y, room, &state::words(row.state), paint);
    if let Some(percent) = row.percent {
        canvas.right(columns.percent + 5, y, &[(&format::percent(percent), STRONG)]);
    }
    if let Some(rate) = row.rate.map(rate) {
        canvas.right(columns.rate + 11, y, &[(&rate, TEXT)]);
    }
    if canvas.width() >= WIDE {
        canvas.put(columns.amount, y, &state::amount(row.amount), TEXT);
        if let Some(eta) = row.eta {
            canvas.put(columns.left, y, &format::left(eta), MUTED);
        }
    }
}

fn failure_line(model: &Model, failure: &Failure, canvas: &mut Canvas<'_>, y: u16) {
    let w = canvas.width();
    canvas.right(8, y, &[(&failure.part.to_string(), MUTED)]);
    let why = reason(&failure.error);
    let wide = (text::width(&why) as u16).min(w / 2);
    let room = w.saturating_sub(10 + wide + 4);
    let path = text::cut_path(&model.path(&failure.path.0), usize::from(room));
    let x = canvas.name(10, y, room, &path, TEXT);
    canvas.put_in(x + 2, y, w.saturating_sub(x + 4), &why, BAD);
}

/// Says how fast it is.
fn rate(rate: Rate) -> String {
    match rate {
        Rate::Items(items) => tr!("job-items-per-second", shown = format::count(items)),
        Rate::Bytes(bytes) => format::rate(bytes),
    }
}
