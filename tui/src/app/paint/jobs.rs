//! The list of jobs.

use fcp_engine::event::{Outcome, Phase};
use fcp_engine::spec::Verb;
use fcp_engine::view::{HISTORY, JobRow};

use super::canvas::Canvas;
use crate::app::look::{ACCENT, BAD, GOOD, Ground, INK, MUTED, Paint, STRONG, TEXT, TRACE, WAIT};
use crate::app::model::{Model, Tone};
use crate::app::page;
use crate::{format, text};

/// Lines of the job that is selected and at work.
const FULL: u16 = 4;

/// Lines of every other job.
const SHORT: u16 = 2;

/// Gives the rows that the list would take.
pub(super) fn height(model: &Model) -> u16 {
    let jobs = model.jobs.rows().map(|row| lines(model, row) + 1).sum::<u16>();
    (2 + jobs).max(4)
}

fn lines(model: &Model, row: &JobRow) -> u16 {
    if model.job == Some(row.job) && !row.is_over() { FULL } else { SHORT }
}

/// Draws the list in `h` rows from row `y` and gives the place of the cursor.
pub(super) fn drawer(model: &Model, canvas: &mut Canvas<'_>, y: u16, h: u16) -> Option<(u16, u16)> {
    let w = canvas.width();
    for line in y..y + h {
        canvas.fill(0, line, w, TEXT);
    }
    canvas.rule(0, y, w, model.in_jobs);
    let x = canvas.put(1, y, " Jobs ", if model.in_jobs { STRONG } else { MUTED });
    match &model.notice {
        Some(notice) => {
            let (glyph, paint) = tone(notice.tone);
            let x = canvas.put(x, y, &format!(" {glyph} "), paint);
            let room = usize::from(w.saturating_sub(x + 4));
            canvas.put(x, y, &format!("{} ", text::head(&notice.text, room)), TEXT);
        }
        None => {
            canvas.put(x, y, &format!(" {} ", tally(model)), MUTED);
        }
    }
    needs_you(model, canvas, y);
    let order = model.job_order();
    let rows: Vec<_> = order.iter().filter_map(|&job| model.jobs.row(job)).collect();
    if rows.is_empty() {
        canvas.put(3, y + 2, "No jobs yet. F5 in a panel copies to the other one.", MUTED);
    }
    let mut cursor = None;
    let mut at = y + 2;
    for row in &rows[first(model, &rows, h.saturating_sub(2))..] {
        let tall = lines(model, row);
        if at + tall > y + h {
            break;
        }
        job(model, canvas, row, at);
        if model.in_jobs && model.job == Some(row.job) {
            cursor = Some((2, at));
        }
        at += tall + 1;
    }
    cursor
}

/// Gives the first job to draw, so that the selected one is among them.
fn first(model: &Model, rows: &[&JobRow], h: u16) -> usize {
    let Some(here) = rows.iter().position(|row| model.job == Some(row.job)) else { return 0 };
    let mut used = lines(model, rows[here]);
    (0..here)
        .rev()
        .take_while(|&n| {
            used += lines(model, rows[n]) + 1;
            used <= h
        })
        .last()
        .unwrap_or(here)
}

/// Counts the jobs by state.
pub(super) fn tally(model: &Model) -> String {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for row in model.jobs.rows() {
        let (_, _, word) = state(row, model.now);
        match counts.iter_mut().find(|(other, _)| *other == word) {
            Some((_, n)) => *n += 1,
            None => counts.push((word, 1)),
        }
    }
    let parts: Vec<_> = counts.iter().map(|(word, n)| format!("{n} {word}")).collect();
    parts.join(", ")
}

/// Draws the badge that calls for answers.
pub(super) fn needs_you(model: &Model, canvas: &mut Canvas<'_>, y: u16) {
    let waiting: u64 = model.jobs.rows().map(|row| row.progress.waiting).sum();
    if waiting > 0 {
        let badge = format!(" ? Needs you {} ", format::count(waiting));
        canvas.right(canvas.width() - 2, y, &[(&badge, INK.on(Ground::Badge))]);
    }
}

/// Gives the glyph and the paint of a tone.
pub(super) fn tone(tone: Tone) -> (&'static str, Paint) {
    match tone {
        Tone::Good => ("✓", GOOD),
        Tone::Bad => ("✗", BAD),
        Tone::Plain => ("–", MUTED),
    }
}

/// Gives the glyph, the paint and the word of a job's state.
pub(super) fn state(row: &JobRow, now: u64) -> (&'static str, Paint, &'static str) {
    match (row.outcome(), row.phase) {
        (Some(Outcome::Completed), _) => ("✓", GOOD, "done"),
        (Some(Outcome::CompletedWithErrors), _) => ("✗", BAD, "done with failures"),
        (Some(Outcome::Cancelled), _) => ("–", MUTED, "cancelled"),
        (Some(Outcome::Failed), _) => ("✗", BAD, "stopped"),
        (None, _) if row.paused => ("║", WAIT, "paused"),
        (None, Phase::Queued) => ("·", MUTED, "queued"),
        (None, Phase::Running) if row.waits_only() => ("?", WAIT, "waits for you"),
        (None, Phase::Running) if row.is_stalled(now) => ("►", WAIT, "not moving"),
        (None, Phase::Running) => ("►", ACCENT, "running"),
        (None, Phase::Flushing) => ("▼", ACCENT, "flushing"),
        (None, Phase::Verifying) => ("►", ACCENT, "verifying"),
        (None, Phase::Finished) => ("·", MUTED, "ending"),
    }
}

/// Gives the verb of a job.
pub(super) fn verb(row: &JobRow) -> &'static str {
    match row.verb {
        Some(Verb::Copy) => "Copy",
        Some(Verb::Move) => "Move",
        Some(Verb::Delete) => "Delete",
        Some(Verb::Trash) => "Trash",
        Some(Verb::Restore) => "Restore",
        Some(Verb::Undo) => "Undo",
        None => "Job",
    }
}

fn job(model: &Model, canvas: &mut Canvas<'_>, row: &JobRow, y: u16) {
    let w = canvas.width();
    let chosen = model.in_jobs && model.job == Some(row.job);
    let ground = chosen.then_some(Ground::Cursor);
    let on = |paint: Paint| paint.or_on(ground);
    if chosen {
        canvas.fill(0, y, w, on(TEXT));
        for line in y..y + lines(model, row) {
            canvas.put(0, line, "▌", if line == y { on(ACCENT) } else { ACCENT });
        }
    }
    let (glyph, paint, _) = state(row, model.now);
    canvas.put(2, y, glyph, on(paint.bold()));
    let x = canvas.put(4, y, verb(row), on(STRONG)) + 2;
    let badges = badges(row);
    let parts: Vec<_> = badges.iter().map(|(text, paint)| (text.as_str(), on(*paint))).collect();
    let end = canvas.right(w - 2, y, &parts);
    let from = page::sources(model, row);
    let room = usize::from(end.saturating_sub(x + 2));
    match page::destination(model, row) {
        Some(to) => {
            // The shorter one leaves its room to the other.
            let half = room.saturating_sub(3) / 2;
            let from_room = half.max(room.saturating_sub(3 + text::width(&to)));
            let from = text::cut_path(&from, from_room);
            let x = canvas.name(x, y, end.saturating_sub(x), &from, on(TEXT));
            let x = canvas.put(x, y, " → ", on(MUTED));
            let to = text::cut_path(&to, room.saturating_sub(3 + text::width(&from)));
            canvas.name(x, y, end.saturating_sub(x), &to, on(TEXT));
        }
        None => {
            canvas.name(x, y, end.saturating_sub(x), &text::cut_path(&from, room), on(TEXT));
        }
    }
    if row.is_over() {
        ended(canvas, row, y + 1);
    } else {
        progress(model, canvas, row, y + 1);
        if lines(model, row) == FULL {
            speed(model, canvas, row, y + 2);
            in_flight(canvas, row, y + 3);
        }
    }
}

fn badges(row: &JobRow) -> Vec<(String, Paint)> {
    let mut badges = Vec::new();
    if row.progress.items_failed > 0 {
        badges.push((format!("  ✗ {} failed", format::count(row.progress.items_failed)), BAD));
    }
    if row.progress.waiting > 0 {
        let questions = format::counted(row.progress.waiting, "question", "questions");
        badges.push((format!("  ? {questions}"), WAIT));
    }
    badges
}

/// How far it is: bar, percent, bytes, time left.
fn progress(model: &Model, canvas: &mut Canvas<'_>, row: &JobRow, y: u16) {
    let w = canvas.width();
    let bar = if w >= 100 { w / 2 - 12 } else { 24 };
    let paint = if row.paused { MUTED } else { ACCENT };
    let mut x = canvas.bar(4, y, bar, row.fraction().unwrap_or(0.0), paint) + 2;
    if let Some(percent) = row.percent() {
        x = canvas.put(x, y, &format!("{:>5}", format::percent(percent)), STRONG) + 3;
    }
    canvas.put(x, y, &amount(row), TEXT);
    let (_, tint, word) = state(row, model.now);
    let eta = model.paces.get(&row.job).and_then(|pace| pace.eta);
    match (row.phase, eta) {
        (Phase::Running, Some(eta)) if word == "running" => {
            let left = format::left(eta);
            let time = left.strip_suffix(" left").unwrap_or(&left);
            canvas.right(w - 2, y, &[(time, STRONG), (" left", MUTED)]);
        }
        (Phase::Flushing, _) => {
            canvas.right(w - 2, y, &[("copied, flushing to disk", TEXT)]);
        }
        (Phase::Running, _) if word == "running" => {}
        (Phase::Queued | Phase::Running | Phase::Verifying | Phase::Finished, _) => {
            canvas.right(w - 2, y, &[(word, tint)]);
        }
    }
}

fn amount(row: &JobRow) -> String {
    let (progress, totals) = (&row.progress, &row.totals);
    match totals.bytes {
        Some(bytes) if totals.complete && bytes > 0 => format::size_of(progress.bytes_done, bytes),
        _ if totals.complete => format::items_of(progress.items_done, totals.items),
        _ => {
            format!("{}, {}", format::size(progress.bytes_done), format::items(progress.items_done))
        }
    }
}

/// How fast it is.
fn speed(model: &Model, canvas: &mut Canvas<'_>, row: &JobRow, y: u16) {
    let x = canvas.put(4, y, &sparkline(row), TRACE) + 2;
    let x = match model.paces.get(&row.job) {
        // What only waits for answers has no speed, and no event would correct an old one.
        Some(pace) if !row.paused && !row.waits_only() => {
            canvas.put(x, y, &format::rate(pace.rate.bytes), TEXT) + 3
        }
        _ => x,
    };
    let items = if row.totals.complete {
        format::items_of(row.progress.items_done, row.totals.items)
    } else {
        format::items(row.progress.items_done)
    };
    canvas.put(x, y, &items, MUTED);
    let seconds = row.active(model.now) / 1_000_000;
    if canvas.width() >= 100 && seconds > 0 {
        // Tenths would jitter.
        let elapsed = match seconds {
            1..10 => format!("elapsed {seconds} s"),
            _ => format!("elapsed {}", format::duration(seconds * 1_000_000)),
        };
        canvas.right(canvas.width() - 2, y, &[(&elapsed, MUTED)]);
    }
}

fn sparkline(row: &JobRow) -> String {
    const LEVELS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let items_only = row.totals.complete && row.totals.bytes.is_none_or(|bytes| bytes == 0);
    let speeds: Vec<u64> =
        row.history().map(|speed| if items_only { speed.items } else { speed.bytes }).collect();
    let top = speeds.iter().copied().max().unwrap_or(0);
    let level = |speed: &u64| (u128::from(*speed) * 8 / (u128::from(top) + 1)) as usize;
    let line: String = speeds.iter().map(|speed| LEVELS[level(speed)]).collect();
    format!("{line:<HISTORY$}")
}

/// Which files are on their way.
fn in_flight(canvas: &mut Canvas<'_>, row: &JobRow, y: u16) {
    let files = &row.progress.in_flight;
    if files.is_empty() {
        return;
    }
    let end = canvas.width() - 2;
    let mut x = canvas.put(4, y, "in flight", MUTED);
    for (n, file) in files.iter().enumerate() {
        let name = text::cut_name(&page::base_name(&file.path.0), 24);
        let rest = files.len() - n;
        let more = format!("and {rest} more");
        let wide = 3 + text::width(&name) as u16 + 1 + 6 + 6;
        if x + wide + 3 + more.len() as u16 > end {
            canvas.put(x + 3, y, &more, MUTED);
            return;
        }
        x = canvas.name(x + 3, y, 24, &name, TEXT) + 1;
        let done = if file.size == 0 { 0.0 } else { file.bytes as f64 / file.size as f64 };
        x = canvas.bar(x, y, 6, done, ACCENT);
        let percent = format::percent((done.min(1.0) * 100.0) as u8);
        x = canvas.put(x, y, &format!("{percent:>6}"), MUTED);
    }
}

/// How it ended.
fn ended(canvas: &mut Canvas<'_>, row: &JobRow, y: u16) {
    let Some(summary) = &row.summary else { return };
    let (_, paint, word) = state(row, 0);
    let x = canvas.put(4, y, word, paint);
    let (done, bytes) = (format::items(summary.done), format::size(summary.bytes));
    let skipped = match summary.skipped {
        0 => String::new(),
        n => format!(", {} skipped", format::count(n)),
    };
    let text = format!("   {done}, {bytes}{skipped}");
    canvas.put(x, y, &text, TEXT);
    canvas.right(canvas.width() - 2, y, &[(&format::duration(summary.elapsed), MUTED)]);
}
