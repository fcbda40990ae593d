//! A job in words: its verb, its state, how it ended and why items were skipped.
//!
//! All terminal programs take their words from here, so one fact has the same words in each of them.

use std::borrow::Cow;

use fcp_engine::event::{Outcome, SkipReason, Summary, Warning, Withheld};
use fcp_engine::path::{DisplayName, WirePath};
use fcp_engine::spec::Verb;
use fcp_presentation::jobs::{Amount, State};
use fcp_presentation::tr;

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
        State::Unanswered(_) => "unanswered",
        State::Partly(_) => "with failures",
        State::Cancelled => "cancelled",
        State::Failed => "failed",
    }
}

/// Gives the word of a state, and the job that a waiting job starts after.
pub(crate) fn words(state: State) -> Cow<'static, str> {
    match state {
        State::After(job) => format!("after job {job}").into(),
        _ => word(state).into(),
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

/// The words of a verb: what the job does, is doing, did, and did not do.
fn words_of(verb: Option<Verb>) -> [&'static str; 4] {
    match verb {
        Some(Verb::Copy) => [
            tr!("verb-copy"),
            tr!("verb-copy-doing"),
            tr!("verb-copy-done"),
            tr!("verb-copy-failed"),
        ],
        Some(Verb::Move) => [
            tr!("verb-move"),
            tr!("verb-move-doing"),
            tr!("verb-move-done"),
            tr!("verb-move-failed"),
        ],
        Some(Verb::Delete) => [
            tr!("verb-delete"),
            tr!("verb-delete-doing"),
            tr!("verb-delete-done"),
            tr!("verb-delete-failed"),
        ],
        Some(Verb::Trash) => [
            tr!("verb-trash"),
            tr!("verb-trash-doing"),
            tr!("verb-trash-done"),
            tr!("verb-trash-failed"),
        ],
        Some(Verb::Restore) => [
            tr!("verb-restore"),
            tr!("verb-restore-doing"),
            tr!("verb-restore-done"),
            tr!("verb-restore-failed"),
        ],
        Some(Verb::Undo) => [
            tr!("verb-undo"),
            tr!("verb-undo-doing"),
            tr!("verb-undo-done"),
            tr!("verb-undo-failed"),
        ],
        Some(Verb::Verify) => [
            tr!("verb-verify"),
            tr!("verb-verify-doing"),
            tr!("verb-verify-done"),
            tr!("verb-verify-failed"),
        ],
        Some(Verb::Dedupe) => [
            tr!("verb-dedupe"),
            tr!("verb-dedupe-doing"),
            tr!("verb-dedupe-done"),
            tr!("verb-dedupe-failed"),
        ],
        Some(Verb::Extract) => [
            tr!("verb-extract"),
            tr!("verb-extract-doing"),
            tr!("verb-extract-done"),
            tr!("verb-extract-failed"),
        ],
        Some(Verb::Pack) => [
            tr!("verb-pack"),
            tr!("verb-pack-doing"),
            tr!("verb-pack-done"),
            tr!("verb-pack-failed"),
        ],
        None => {
            [tr!("verb-job"), tr!("verb-job-doing"), tr!("verb-job-done"), tr!("verb-job-failed")]
        }
    }
}

/// Names what a job does.
pub(crate) fn verb(verb: Option<Verb>) -> &'static str {
    words_of(verb)[0]
}

/// Names what a job is doing.
pub(crate) fn doing(verb: Option<Verb>) -> &'static str {
    words_of(verb)[1]
}

/// Names what a job did.
pub(crate) fn done(verb: Option<Verb>) -> &'static str {
    words_of(verb)[2]
}

/// Says that nothing of a job was done.
pub(crate) fn nothing_done(verb: Option<Verb>) -> &'static str {
    words_of(verb)[3]
}

/// Says what an ended job did; `much` is how much that is.
pub(crate) fn ended(summary: &Summary, much: &str) -> String {
    let verb = Some(summary.verb);
    match summary.outcome {
        Outcome::Cancelled => tr!("job-cancelled-after", much = much),
        Outcome::CompletedWithErrors | Outcome::Failed if summary.done == 0 => {
            nothing_done(verb).to_owned()
        }
        Outcome::Failed => tr!("job-failed-after", much = much),
        Outcome::Completed | Outcome::CompletedWithErrors if summary.verb == Verb::Trash => {
            tr!("job-trashed", much = much)
        }
        Outcome::Completed if summary.verb == Verb::Dedupe && summary.done == 0 => {
            tr!("job-nothing-to-share").to_owned()
        }
        Outcome::Completed | Outcome::CompletedWithErrors if summary.verb == Verb::Dedupe => {
            let files = format::counted(summary.done, "file", "files");
            let [shared, freed] = [summary.bytes, summary.bytes_freed].map(format::size);
            tr!("job-shared", shared = shared, files = files, freed = freed)
        }
        Outcome::Completed | Outcome::CompletedWithErrors
            if summary.removed > 0 && summary.removed == summary.done =>
        {
            tr!("job-removed", items = format::items(summary.removed))
        }
        Outcome::Completed | Outcome::CompletedWithErrors => {
            tr!("job-done", done = done(verb), much = much)
        }
    }
}

/// Says why an item was skipped.
pub(crate) fn skipped(reason: SkipReason, verb: Option<Verb>) -> &'static str {
    match reason {
        SkipReason::Policy if matches!(verb, None | Some(Verb::Delete | Verb::Trash)) => {
            "kept, as you chose"
        }
        SkipReason::Policy => "the existing item was kept, as you chose",
        SkipReason::NotNewer => "the existing item is not older",
        SkipReason::Same if verb == Some(Verb::Pack) => "it is the archive itself",
        SkipReason::Same => "identical",
        SkipReason::Filtered => "left out by a filter",
        SkipReason::Unanswered => "its question was not answered",
        SkipReason::Cancelled => "the job was cancelled",
        SkipReason::Duplicate => "named more than once",
        SkipReason::Missing => "not found",
        SkipReason::NotEmpty => "an item in it was kept",
        SkipReason::Special if verb == Some(Verb::Pack) => {
            "a socket, FIFO or device, which the archive cannot hold"
        }
        SkipReason::Special => "a FIFO or a device, which only an exact copy has",
    }
}

/// Says what a warning is about.
pub(crate) fn warned(warning: &Warning) -> String {
    let name = |path: &WirePath| format!("'{}'", DisplayName::new(&path.0));
    match warning {
        Warning::DuplicateSource { path } => format!("{} was named more than once", name(path)),
        Warning::Metadata { error } => error.to_string(),
        Warning::NotFlushed { error } => {
            format!("{error}; not all of the data may be on the disk")
        }
        Warning::SourceChanged { path } => {
            format!("{} changed while it was read; the copy holds what was read", name(path))
        }
        Warning::QueueSetAside { path } => {
            format!(
                "the queue could not be read; it was kept as {}, and a new one begins",
                name(path)
            )
        }
        Warning::PutOff { error } => format!("{error}; the job waits until it is resumed"),
        Warning::NotJournaled { error } => {
            format!("{error}; after a crash this job would begin again")
        }
        Warning::NotRecorded { error } => format!("{error}; this job cannot be undone"),
        Warning::NoManifest { error } => format!("{error}; there is no list of checksums"),
        Warning::PartialManifest { path } => {
            format!("{} lists only the copies that were verified, not all items", name(path))
        }
        Warning::NotTrashed { error } => format!("{error}; deleted it permanently"),
        Warning::NotSnapshot { error } => format!("{error}; its items are copied"),
        Warning::Interrupted { .. } => {
            "that job was killed; what it did in its last moments was not recorded and stays"
                .to_owned()
        }
        Warning::NothingRemoved { reason: Withheld::Failures, path } => {
            format!("nothing was removed from {}, because some items failed", name(path))
        }
        Warning::NothingRemoved { reason: Withheld::Limit, path } => {
            format!("nothing was removed from {}: there is more than the limit allows", name(path))
        }
        Warning::NothingRemoved { reason: Withheld::EmptySource, path } => {
            format!("nothing was removed, because {} is empty; --max-delete allows it", name(path))
        }
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
