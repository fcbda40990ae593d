//! Draws one job in the list: its verb, paths, progress, speed and current files.

use fcp_engine::event::Phase;
use fcp_engine::view::{Eta, JobRow};
use fcp_presentation::jobs::{Amount, State, counts_items};

use super::canvas::Canvas;
use super::jobs::{state as shown, verb};
use crate::app::look::{ACCENT, BAD, FAINT, Ground, MUTED, Paint, STRONG, TEXT, TRACE, WAIT};
use crate::app::model::Model;
use crate::app::page;
use crate::app::page::counted;
use crate::{format, state, text};
use fcp_presentation::tr;

/// Columns of the course of the speed.
const SPEEDS: usize = 24;

/// Columns of a speed: three digits, a point and the unit.
const RATE: usize = 10;

/// Columns below which the bar and the course of the speed are short.
const NARROW: u16 = 64;

/// Columns of a short bar.
const SHORT_BAR: u16 = 10;

/// Draws a job in one, two or four lines.
pub(super) fn job(model: &Model, canvas: &mut Canvas<'_>, row: &JobRow, y: u16, tall: u16) {
    let w = canvas.width();
    let chosen = model.in_jobs && model.job == Some(row.job);
    let ground = chosen.then_some(Ground::Cursor);
    let on = |paint: Paint| paint.or_on(ground);
    if chosen {
        canvas.fill(0, y, w, on(TEXT));
        for line in y..y + tall {
            canvas.put(0, line, "▌", if line == y { on(ACCENT) } else { ACCENT });
        }
    }
    let (glyph, paint, _) = shown(row, model.now);
    canvas.put(2, y, glyph, on(paint.bold()));
    let x = canvas.put(4, y, verb(model, row), on(STRONG)) + 2;
    let badges = badges(model, row, tall);
    let parts: Vec<_> = badges.iter().map(|(text, paint)| (text.as_str(), on(*paint))).collect();
    let end = canvas.right(w - 2, y, &parts);
    ways(model, canvas, row, (x, y), end, ground);
    match (row.is_over(), tall) {
        (true, _) => ended(canvas, row, y + 1),
        (false, 1) => {}
        (false, _) => progress(model, canvas, row, y + 1),
    }
    if tall > 2 {
        speed(model, canvas, row, y + 2);
        in_flight(canvas, row, y + 3);
    }
}

/// From where to where.
fn ways(
    model: &Model,
    canvas: &mut Canvas<'_>,
    row: &JobRow,
    (x, y): (u16, u16),
    end: u16,
    ground: Option<Ground>,
) {
    let on = |paint: Paint| paint.or_on(ground);
    let from = page::sources(model, row);
    let room = usize::from(end.saturating_sub(x + 2));
    match page::destination(model, row) {
        Some(to) => {
            // The shorter path leaves its room to the other.
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
}

/// Gives the badges of the first line.
fn badges(model: &Model, row: &JobRow, tall: u16) -> Vec<(String, Paint)> {
    let mut badges = Vec::new();
    let kept = model.work.kept.get(&row.job);
    if let Some(process) = kept.and_then(|kept| kept.process).filter(|_| !row.is_over()) {
        badges.push((
            format!("   {}", tr!("job-in-background", process = process.to_string())),
            MUTED,
        ));
    }
    if row.progress.items_failed > 0 {
        badges.push((format!("   ✗ {}", counted::failed(row.progress.items_failed)), BAD));
    }
    if row.open_questions() > 0 {
        let questions = counted::questions(row.open_questions());
        badges.push((format!("   ? {questions}"), WAIT));
    }
    if row.asks_again() > 0 {
        badges.push((format!("   {}", counted::asked_again(row.asks_again())), MUTED));
    }
    if tall == 1 {
        let (_, paint) = state::glyph(State::of(row, model.now));
        badges.push((format!("   {}", waits_for(model, row)), paint));
    }
    badges
}

/// Says what a job that has not begun waits for.
fn waits_for(model: &Model, row: &JobRow) -> String {
    match (State::of(row, model.now), &row.place) {
        (State::Interrupted, _) => tr!("job-interrupted").to_owned(),
        (State::Queued, Some(place)) if place.now => tr!("job-starts-now").to_owned(),
        (state, _) => state::words(state).into_owned(),
    }
}

/// How far it is: bar, percent, bytes, time left.
fn progress(model: &Model, canvas: &mut Canvas<'_>, row: &JobRow, y: u16) {
    let w = canvas.width();
    let room = match w {
        100.. => w / 2 - 12,
        NARROW..100 => 24,
        _ => SHORT_BAR,
    };
    let done = row.fraction().unwrap_or(0.0);
    let is_flushing = row.phase == Phase::Flushing;
    // Copied bytes that are not flushed yet show as a trace; the kernel does not tell how many
    // of them are on the disk.
    let paint = match (row.paused, is_flushing) {
        (true, _) => MUTED,
        (false, true) => TRACE,
        (false, false) => ACCENT,
    };
    let mut x = 2 + if row.totals.complete {
        canvas.bar(4, y, room, done, paint)
    } else {
        canvas.put(4, y, &"─".repeat(usize::from(room)), FAINT)
    };
    if let Some(percent) = row.percent().filter(|_| !is_flushing) {
        canvas.put(x, y, &format!("{:>5}", format::percent(percent)), STRONG);
    }
    if row.totals.complete && !is_flushing {
        x += 8;
    }
    let stands = State::of(row, model.now);
    let eta = model.paces.get(&row.job).and_then(|pace| pace.eta);
    let end = match (stands, eta) {
        (State::Counting | State::Working, Some(eta)) => {
            let [before, time, after] = time_left(eta);
            canvas.right(w - 2, y, &[(&before, MUTED), (&time, STRONG), (&after, MUTED)])
        }
        (State::Counting | State::Working, None) => w,
        (State::Flushing, _) => {
            let words = if w >= 100 { tr!("job-flushing") } else { tr!("job-flushing-short") };
            canvas.right(w - 2, y, &[(words, TEXT)])
        }
        _ => canvas.right(w - 2, y, &[(&state::words(stands), state::glyph(stands).1)]),
    };
    let amount = amount(row);
    // A part of a number would be another number.
    if usize::from(x) + text::width(&amount) < usize::from(end) {
        canvas.put(x, y, &amount, TEXT);
    }
}

/// Gives the words before the time that is left, the time, and the words behind it.
pub(super) fn time_left(eta: Eta) -> [String; 3] {
    let left = format::left(eta);
    let around = tr!("left-range", time = "\n");
    let (before, after) = around.split_once('\n').unwrap_or_default();
    let (before, rest) = left.strip_prefix(before).map_or(("", &*left), |rest| (before, rest));
    let (time, after) = rest.strip_suffix(after).map_or((rest, ""), |time| (time, after));
    [before, time, after].map(str::to_owned)
}

/// Says how much is done; while the total is unknown, items as well as bytes.
fn amount(row: &JobRow) -> String {
    let amount = Amount::of(row);
    let said = state::amount(amount);
    match amount {
        Amount::Nothing => format::items(0),
        Amount::Bytes(_, None) => format!("{said}, {}", format::items(row.progress.items_done)),
        Amount::Items(..) | Amount::Bytes(..) => said,
    }
}

/// How fast it is.
fn speed(model: &Model, canvas: &mut Canvas<'_>, row: &JobRow, y: u16) {
    let wide = if canvas.width() < NARROW { usize::from(SHORT_BAR) } else { SPEEDS };
    let x = canvas.put(4, y, &sparkline(row, wide), TRACE) + 2;
    let x = match model.paces.get(&row.job) {
        // A job that only waits for answers has no speed, and no event would correct an old one.
        Some(pace) if row.phase == Phase::Running && !row.paused && !row.waits_only() => {
            let rate = if counts_items(row) {
                tr!("job-items-per-second", shown = format::count(pace.rate.items))
            } else {
                format::rate(pace.rate.bytes)
            };
            canvas.put(x, y, &format!("{rate:<RATE$}"), TEXT) + 3
        }
        _ => x,
    };
    // If the bar counts items, the line above already shows their number.
    let x = if counts_items(row) {
        x
    } else {
        let items = if row.totals.complete {
            format::items_of(row.progress.items_done, row.totals.items)
        } else {
            format::items(row.progress.items_done)
        };
        canvas.put(x, y, &items, MUTED)
    };
    let limit = model.work.kept.get(&row.job).and_then(|kept| kept.limit);
    let mut tail =
        limit.map(|limit| tr!("jobs-limit", rate = format::rate(limit))).unwrap_or_default();
    let seconds = row.active(model.now) / 1_000_000;
    if canvas.width() >= 100 && seconds > 0 {
        // Tenths of a second would flicker.
        let elapsed = match seconds {
            1..10 => format!("{seconds} s"),
            _ => format::duration(seconds * 1_000_000),
        };
        let elapsed = tr!("job-elapsed", time = elapsed);
        tail = if tail.is_empty() { elapsed } else { format!("{tail}   {elapsed}") };
    }
    canvas.right_behind(x, canvas.width() - 2, y, &[(&tail, MUTED)]);
}

fn sparkline(row: &JobRow, width: usize) -> String {
    const LEVELS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let items_only = counts_items(row);
    let all = row.history();
    let older = all.len().saturating_sub(width);
    let speeds: Vec<u64> =
        all.skip(older).map(|speed| if items_only { speed.items } else { speed.bytes }).collect();
    let top = speeds.iter().copied().max().unwrap_or(0);
    let level = |speed: &u64| (u128::from(*speed) * 8 / (u128::from(top) + 1)) as usize;
    let line: String = speeds.iter().map(|speed| LEVELS[level(speed)]).collect();
    format!("{line:<width$}")
}

/// Which files are on their way.
fn in_flight(canvas: &mut Canvas<'_>, row: &JobRow, y: u16) {
    let files = &row.progress.in_flight;
    if files.is_empty() {
        return;
    }
    let end = canvas.width() - 2;
    let mut x = canvas.put(4, y, tr!("job-in-flight"), MUTED);
    for (n, file) in files.iter().enumerate() {
        let name = text::cut_name(&page::base_name(&file.path.0), 24);
        let rest = files.len() - n;
        let more = tr!("job-and-more", shown = rest.to_string());
        let wide = 3 + text::width(&name) as u16 + 1 + 6 + 6;
        // The last one needs no room for those that follow.
        let tail = if rest > 1 { 3 + text::width(&more) as u16 } else { 0 };
        if x + wide + tail > end {
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
    let (_, paint, word) = shown(row, 0);
    let x = canvas.put(4, y, &word, paint);
    let (done, bytes) = (format::done(summary), format::size(summary.bytes));
    let bytes = if summary.bytes > 0 { format!(", {bytes}") } else { String::new() };
    let skipped = match summary.skipped {
        0 => String::new(),
        n => format!(", {}", counted::skipped(n)),
    };
    let x = canvas.put(x, y, &format!("   {done}{bytes}{skipped}"), TEXT);
    let time = format::duration(summary.elapsed);
    canvas.right_behind(x, canvas.width() - 2, y, &[(&time, MUTED)]);
}
