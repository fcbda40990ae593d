//! Shows the progress of a job on a terminal: two live lines, then one final sentence.

use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use fcp_engine::event::{Phase, Summary};
use fcp_engine::path::DisplayName;
use fcp_engine::spec::Verb;
use fcp_engine::view::JobRow;
use fcp_presentation::jobs::{Pace, Row, mean_rate};
use ratatui::text::{Line, Span};

use super::screen::{clip, span};
use crate::app::look::{ACCENT, BAD, FAINT, Look, MUTED, STRONG, TEXT, TRACE, WAIT};
use crate::text::{cut_path, width as columns};
use crate::{format, state};

mod items;

/// Columns before the bar.
const LABEL: usize = 10;

/// Shows the progress of a job in at most two lines of this width.
pub(crate) fn lines(row: &JobRow, pace: Pace, width: usize, look: Look) -> Vec<Line<'static>> {
    // The last column stays free: some terminals wrap as soon as it is written.
    let width = width.saturating_sub(1);
    let mut lines = vec![fit(first(row, pace, width, look), width)];
    let second = second(row, width, look);
    if width >= 40 && !second.is_empty() {
        lines.push(fit(second, width));
    }
    lines
}

type Parts = Vec<Span<'static>>;

fn first(row: &JobRow, pace: Pace, width: usize, look: Look) -> Parts {
    let part = |text: String, paint| span(text, paint, look);
    let label = state::doing(row.verb);
    let mut parts = vec![part(format!("{label:<LABEL$}"), TEXT)];
    let bar_width = match width {
        110.. => 40,
        60..110 => 20,
        40..60 => 10,
        _ => 0,
    };
    let progress = &row.progress;
    let fraction = row.fraction();
    parts.extend(bar(fraction.unwrap_or(0.0), bar_width, row, look));
    if items::are_all(row) {
        parts.extend(items::first(row, pace, look));
        return parts;
    }
    let done = progress.bytes_done;
    let Some(percent) = row.percent() else {
        parts.push(part("   counting".into(), MUTED));
        let items = format!("   {} so far", format::items(progress.items_done));
        parts.push(part(items, TEXT));
        if done > 0 {
            parts.push(part(format!("   {}", format::size(done)), TEXT));
            parts.push(part(format!("   {}", format::rate(pace.rate.bytes)), TEXT));
        } else {
            let items = format!("   {} items/s", format::count(pace.rate.items));
            parts.push(part(items, TEXT));
        }
        return parts;
    };
    let percent = format!(" {:>5}", format::percent(percent));
    parts.push(span(percent, STRONG, look));
    let bytes = match (row.phase, row.totals.bytes) {
        (Phase::Running, Some(total)) => format::size_of(done, total),
        _ => format::size(done),
    };
    parts.push(part(format!("  {bytes}"), TEXT));
    match state::note(Row::of(row, pace).state) {
        Some((state, paint)) => parts.push(part(format!("  {state}"), paint)),
        None => parts.push(part(format!("  {:<10}", format::rate(pace.rate.bytes)), TEXT)),
    }
    if let Some(eta) = pace.eta {
        parts.push(part(format!("  {}", format::left(eta)), MUTED));
    }
    parts
}

/// Draws a heavy line as far as the work is done; while that is unknown, a light one.
fn bar(fraction: f64, width: usize, row: &JobRow, look: Look) -> Parts {
    let done = (fraction * width as f64).round() as usize;
    let on_disk = if row.phase == Phase::Flushing { TRACE } else { ACCENT };
    let paint = if row.paused { MUTED } else { on_disk };
    let head = usize::from(done > 0 && done < width);
    vec![
        span("━".repeat(done - head) + &"╸".repeat(head), paint, look),
        span("─".repeat(width - done), FAINT, look),
    ]
}

fn second(row: &JobRow, width: usize, look: Look) -> Parts {
    if items::are_all(row) {
        return items::second(row, LABEL, look);
    }
    let progress = &row.progress;
    let part = |text: String, paint| span(text, paint, look);
    let mut text = " ".repeat(LABEL);
    let items = format::items_of(progress.items_done, row.totals.items);
    if row.phase == Phase::Flushing || row.phase == Phase::Verifying {
        let moves = row.verb == Some(Verb::Move) && row.phase == Phase::Flushing;
        let then = if moves { "; sources go once they are on disk" } else { "" };
        return vec![part(format!("{text}{items} copied{then}"), MUTED)];
    }
    if row.totals.complete {
        text += &items;
    } else if let Some(in_flight) = progress.in_flight.first() {
        // Counts stand in the first line; here is only what is at work.
        let path = DisplayName::new(&in_flight.path.0).to_string();
        let room = width.saturating_sub(LABEL);
        return vec![part(text, TEXT), part(cut_path(&path, room), TEXT)];
    } else {
        return Vec::new();
    }
    let mut parts = vec![part(text, MUTED)];
    if !progress.in_flight.is_empty() {
        parts.push(part(format!(", {} in flight", progress.in_flight.len()), MUTED));
    }
    for (count, name, paint) in
        [(progress.items_failed, "failed", BAD), (progress.waiting, "waiting", WAIT)]
    {
        if count > 0 {
            let text = format!(", {} {name}", format::count(count));
            parts.push(span(text, paint.bold(), look));
        }
    }
    let used: usize = parts.iter().map(|part| columns(&part.content)).sum();
    if let Some(in_flight) = progress.in_flight.first()
        && width > used + 3 + 8
    {
        let path = below_operand(&in_flight.path.0, row);
        let path = DisplayName::new(path).to_string();
        parts.push(part(format!("   {}", cut_path(&path, width - used - 3)), TEXT));
    }
    parts
}

/// Leaves out the operand that every path of a one-operand job begins with.
fn below_operand<'a>(path: &'a Path, row: &JobRow) -> &'a Path {
    match row.sources() {
        [only] => {
            path.strip_prefix(&only.0).ok().filter(|rest| !rest.as_os_str().as_bytes().is_empty())
        }
        _ => None,
    }
    .unwrap_or(path)
}

/// Drops whole parts from the end until the line fits.
fn fit(mut parts: Parts, width: usize) -> Line<'static> {
    while parts.len() > 1 && parts.iter().map(Span::width).sum::<usize>() > width {
        parts.pop();
    }
    for part in &mut parts {
        part.content = clip(&part.content, width).into();
    }
    Line::from(parts)
}

/// Says in one sentence what a job did.
pub(crate) fn sentence(summary: &Summary, verified: bool, look: Look) -> Line<'static> {
    let text = |text: String| span(text, TEXT, look);
    let mut done = format::done(summary);
    if summary.bytes > 0 {
        done = format!("{done}, {}", format::size(summary.bytes));
    }
    let mut head =
        format!("{} in {}", state::ended(summary, &done), format::duration(summary.elapsed));
    let shares = summary.verb == Verb::Dedupe;
    if let Some(rate) = mean_rate(summary, summary.elapsed).filter(|_| !shares) {
        head = format!("{head}, {}", format::rate(rate));
    }
    let mut notes: Vec<Span<'static>> = Vec::new();
    if shares {
        // All of it was, and what that frees is told.
    } else if summary.bytes > 0 && summary.bytes_reflinked == summary.bytes {
        notes.push(text("all reflinked, no space taken".into()));
    } else if summary.bytes_reflinked > 0 {
        let (count, saved) = (format::count(summary.reflinked), summary.bytes_reflinked);
        notes.push(text(format!("{count} reflinked, {} of space saved", format::size(saved))));
    }
    if summary.carried.snapshots > 0 {
        notes.push(text(format::snapshots(summary.carried.snapshots)));
    }
    if summary.bytes_holes > 0 {
        notes.push(text(format!("{} of holes kept", format::size(summary.bytes_holes))));
    }
    if verified && summary.mismatched == 0 && summary.done > 0 {
        notes.push(text("verified".into()));
    }
    let skipped = summary.skipped.saturating_sub(summary.unanswered);
    for (count, name, paint) in [
        (skipped, "skipped", TEXT),
        (summary.failed, "failed", BAD.bold()),
        (summary.unanswered, "unanswered", WAIT.bold()),
    ] {
        if count > 0 {
            notes.push(span(format!("{} {name}", format::count(count)), paint, look));
        }
    }
    let mut parts = vec![text(head)];
    for (at, note) in notes.into_iter().enumerate() {
        parts.push(text(if at == 0 { "; " } else { ", " }.into()));
        parts.push(note);
    }
    Line::from(parts)
}

/// Shows the progress of a job in one plain line, for logs and for SIGUSR1.
pub(crate) fn plain(row: &JobRow, pace: Pace) -> String {
    let progress = &row.progress;
    let mut facts = if items::are_all(row) {
        items::plain(row, pace)
    } else if let (Some(percent), Some(total)) = (row.percent(), row.totals.bytes) {
        vec![
            format::percent(percent),
            format::size_of(progress.bytes_done, total),
            format::items_of(progress.items_done, row.totals.items),
        ]
    } else {
        let items = format!("{} so far", format::items(progress.items_done));
        vec![items, format::size(progress.bytes_done)]
    };
    if !items::are_all(row) {
        facts.push(format::rate(pace.rate.bytes));
    }
    for (count, name) in [(progress.items_failed, "failed"), (progress.waiting, "waiting")] {
        if count > 0 {
            facts.push(format!("{} {name}", format::count(count)));
        }
    }
    if row.paused {
        facts.push("paused".to_owned());
    } else {
        facts.extend(pace.eta.map(format::left));
    }
    format!("{}: {}", state::doing(row.verb), facts.join(", "))
}

#[cfg(test)]
#[path = "progress_tests.rs"]
mod tests;
