//! A plan of parts in words.

use fcp_engine::parts::Status;
use fcp_presentation::divided::Seen;
use fcp_presentation::tr;

use super::look::{BAD, MUTED, Paint, TEXT};
use crate::format;

/// Says how many parts are in which state.
pub(crate) fn parts(status: &Status) -> Vec<String> {
    let count = format::count;
    let (running, failed) = (status.claimed.len() as u64, status.failed.len() as u64);
    let missing = status.missing.len() as u64;
    let mut parts = vec![
        tr!("divided-waiting", shown = count(status.left)),
        tr!("divided-running", shown = count(running)),
        tr!("divided-done", shown = count(status.done)),
        tr!("divided-failed", shown = count(failed)),
    ];
    if missing > 0 {
        parts.push(tr!("divided-missing", shown = count(missing)));
    }
    parts
}

/// Says what is left to do, and what is in no part.
pub(crate) fn notes(seen: &Seen) -> Vec<(String, Paint)> {
    let status = &seen.status;
    let mut notes = Vec::new();
    if status.items_failed > 0 || !status.failed.is_empty() {
        let items = format::items(status.items_failed);
        notes.push((tr!("divided-retry", items = items), BAD));
    }
    if status.unreadable > 0 {
        let items = format::items(status.unreadable);
        notes.push((tr!("divided-unreadable", items = items), BAD));
    }
    if let Some(part) = status.missing.first().filter(|_| seen.is_over) {
        notes.push((tr!("divided-part-missing", part = part.to_string()), BAD));
    }
    if seen.is_over && status.is_finished {
        notes.push((tr!("divided-is-finished").to_owned(), TEXT));
    } else if seen.is_over {
        notes.push((tr!("divided-finish").to_owned(), TEXT));
    } else if seen.is_idle {
        notes.push((tr!("divided-idle").to_owned(), MUTED));
    }
    notes
}
