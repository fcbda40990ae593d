//! Shows the progress of jobs that move no data, where only items can be counted.

use fcp_engine::spec::Verb;
use fcp_engine::view::JobRow;
use fcp_presentation::jobs::{Pace, Row, State};
use ratatui::text::Span;

use super::Parts;
use crate::app::look::{BAD, Look, MUTED, STRONG, TEXT, WAIT};
use crate::cli::screen::span;
use crate::format;
use crate::state::note;

/// Tells whether a job has only items to count.
pub(super) fn are_all(row: &JobRow) -> bool {
    match row.verb {
        None
        | Some(
            Verb::Copy | Verb::Move | Verb::Verify | Verb::Dedupe | Verb::Extract | Verb::Pack,
        ) => false,
        Some(Verb::Delete | Verb::Trash | Verb::Restore | Verb::Undo) => true,
    }
}

/// Says how many are done of how many that are known, and how fast.
pub(super) fn first(row: &JobRow, pace: Pace, look: Look) -> Parts {
    let mut parts = Vec::new();
    if let Some(percent) = row.percent() {
        let percent = format!(" {:>5}", format::percent(percent));
        parts.push(span(percent, STRONG, look));
    }
    parts.push(span(format!("  {}", done(row)), TEXT, look));
    let state = Row::of(row, pace).state;
    // Nothing was copied that could be flushed or compared.
    let note = note(state).filter(|_| !matches!(state, State::Flushing | State::Verifying));
    parts.push(match note {
        Some((state, paint)) => span(format!("  {state}"), paint, look),
        None => span(format!("  {:<14}", rate(pace)), TEXT, look),
    });
    if let Some(eta) = pace.eta {
        parts.push(span(format!("  {}", format::left(eta)), MUTED, look));
    }
    parts
}

/// Counts the items that failed and those that wait for an answer, if there are any.
pub(super) fn second(row: &JobRow, indent: usize, look: Look) -> Parts {
    let progress = &row.progress;
    let troubles = [(progress.items_failed, "failed", BAD), (progress.waiting, "waiting", WAIT)];
    let mut parts: Vec<Span<'static>> = Vec::new();
    for (count, name, paint) in troubles.into_iter().filter(|(count, ..)| *count > 0) {
        let before = if parts.is_empty() { " ".repeat(indent) } else { ", ".to_owned() };
        parts.push(span(before, MUTED, look));
        parts.push(span(format!("{} {name}", format::count(count)), paint.bold(), look));
    }
    parts
}

/// Gives the counts for a plain line.
pub(super) fn plain(row: &JobRow, pace: Pace) -> Vec<String> {
    let percent = row.percent().map(format::percent);
    percent.into_iter().chain([done(row), rate(pace)]).collect()
}

fn done(row: &JobRow) -> String {
    let (done, totals) = (row.progress.items_done, row.totals);
    if totals.complete {
        format::items_of(done, totals.items)
    } else if totals.items > done {
        format!("{}, {} found so far", format::items(done), format::count(totals.items))
    } else {
        format!("{} so far", format::items(done))
    }
}

fn rate(pace: Pace) -> String {
    format!("{}/s", format::items(pace.rate.items))
}
