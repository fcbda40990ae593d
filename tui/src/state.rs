//! The words, glyphs and colours of a job's state: one word for one code in all terminal programs.

use fcp_engine::spec::Verb;
use fcp_presentation::jobs::{Amount, State};

use crate::app::look::{ACCENT, BAD, GOOD, MUTED, Paint, WAIT};
use crate::format;

/// Gives the word of a state.
pub(crate) fn word(state: State) -> &'static str {
    match state {
        State::Queued | State::After(_) => "queued",
        State::Interrupted => "interrupted",
        State::Counting | State::Working => "running",
        State::NeedsYou => "needs you",
        State::Stalled => "not moving",
        State::Paused => "paused",
        State::Flushing => "flushing",
        State::Verifying => "verifying",
        State::Ending => "ending",
        State::Done => "done",
        State::Unanswered(_) => "done, not all answered",
        State::Partly(_) => "done with failures",
        State::Cancelled => "cancelled",
        State::Failed => "failed",
    }
}

/// Gives the words of a state with its number, for tables that have no other place for it.
pub(crate) fn with_number(state: State) -> String {
    match state {
        State::After(job) => format!("after {job}"),
        State::Partly(failed) if failed > 0 => format!("{} failed", format::count(failed)),
        _ => word(state).to_owned(),
    }
}

/// Gives the glyph and the colour of a state.
pub(crate) fn glyph(state: State) -> (&'static str, Paint) {
    match state {
        State::Queued | State::After(_) | State::Interrupted | State::Ending => ("·", MUTED),
        State::Counting | State::Working | State::Verifying => ("►", ACCENT),
        State::NeedsYou | State::Unanswered(_) => ("?", WAIT),
        State::Stalled => ("►", WAIT),
        State::Paused => ("║", WAIT),
        State::Flushing => ("▼", ACCENT),
        State::Done => ("✓", GOOD),
        State::Partly(_) | State::Failed => ("✗", BAD),
        State::Cancelled => ("–", MUTED),
    }
}

/// Names what a job does.
pub(crate) fn verb(verb: Option<Verb>) -> &'static str {
    match verb {
        Some(Verb::Copy) => "Copy",
        Some(Verb::Move) => "Move",
        Some(Verb::Delete) => "Delete",
        Some(Verb::Trash) => "Trash",
        Some(Verb::Restore) => "Restore",
        Some(Verb::Undo) => "Undo",
        Some(Verb::Verify) => "Verify",
        None => "Job",
    }
}

/// Says how much is done, and of how much where that is known.
pub(crate) fn amount(amount: Amount) -> String {
    match amount {
        Amount::Nothing => String::new(),
        Amount::Items(done, None) => format::items(done),
        Amount::Items(done, Some(all)) => format::items_of(done, all),
        Amount::Bytes(done, None) => format::size(done),
        Amount::Bytes(done, Some(all)) => format::size_of(done, all),
    }
}
