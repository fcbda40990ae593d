//! A job in words: its verb, its state, how it ended and why items were skipped.
//!
//! All terminal programs take their words from here, so one fact has the same words in each of them.

use std::borrow::Cow;

use fcp_engine::event::{Outcome, SkipReason, Summary, Warning, Withheld};
use fcp_engine::path::{DisplayName, WirePath};
use fcp_engine::spec::Verb;
use fcp_presentation::errors::told;
use fcp_presentation::jobs::{Amount, State};
use fcp_presentation::tr;

use crate::app::look::{ACCENT, BAD, GOOD, MUTED, Paint, TEXT, WAIT};
use crate::format;

/// Gives the word of a state.
pub(crate) fn word(state: State) -> &'static str {
    match state {
        State::Queued | State::After(_) => tr!("state-queued"),
        State::Interrupted => tr!("state-interrupted"),
        State::Counting | State::Working => tr!("state-running"),
        State::NeedsYou => tr!("state-needs-you"),
        State::Stalled => tr!("state-stalled"),
        State::Paused | State::Held(_) => tr!("state-paused"),
        State::Flushing => tr!("state-flushing"),
        State::Verifying => tr!("state-verifying"),
        State::Cancelling => tr!("state-cancelling"),
        State::Ending => tr!("state-ending"),
        State::Done => tr!("state-done"),
        State::Unanswered(_) => tr!("state-unanswered"),
        State::Partly(_) => tr!("state-partly"),
        State::Cancelled => tr!("state-cancelled"),
        State::Failed => tr!("state-failed"),
    }
}

/// Gives the word of a state, and the job that a waiting job starts after.
pub(crate) fn words(state: State) -> Cow<'static, str> {
    match state {
        State::After(job) => tr!("state-after", job = job.to_string()).into(),
        State::Held(job) => tr!("state-held", job = job.to_string()).into(),
        _ => word(state).into(),
    }
}

/// Gives the glyph and the colour of a state.
pub(crate) fn glyph(state: State) -> (&'static str, Paint) {
    match state {
        State::Queued
        | State::After(_)
        | State::Interrupted
        | State::Cancelling
        | State::Ending => ("·", MUTED),
        State::Counting | State::Working | State::Verifying => ("►", ACCENT),
        State::NeedsYou | State::Unanswered(_) => ("?", WAIT),
        State::Stalled => ("►", WAIT),
        State::Paused | State::Held(_) => ("║", WAIT),
        State::Flushing => ("▼", ACCENT),
        State::Done => ("✓", GOOD),
        State::Partly(_) | State::Failed => ("✗", BAD),
        State::Cancelled => ("–", MUTED),
    }
}

/// Says why a job has no speed to show; none while it has. The commands speak English.
pub(crate) fn note(state: State) -> Option<(&'static str, Paint)> {
    Some(match state {
        State::Flushing => ("copied, flushing to disk", TEXT),
        State::Verifying => ("copied, comparing with the source", TEXT),
        State::Paused => ("paused", WAIT),
        State::Held(_) => ("the job before it did not complete", WAIT),
        State::NeedsYou => ("waiting for an answer", WAIT),
        State::Stalled => ("no progress for a while", WAIT),
        State::Cancelling => ("cancelled, and about to end", WAIT),
        State::Queued
        | State::After(_)
        | State::Interrupted
        | State::Counting
        | State::Working
        | State::Ending
        | State::Done
        | State::Unanswered(_)
        | State::Partly(_)
        | State::Cancelled
        | State::Failed => return None,
    })
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
        // The user or the policy kept the existing archive, or nothing was to be packed.
        Outcome::Completed
            if summary.verb == Verb::Pack && summary.done == 0 && summary.skipped > 0 =>
        {
            tr!("job-nothing-packed").to_owned()
        }
        Outcome::Completed if summary.verb == Verb::Dedupe && summary.done == 0 => {
            tr!("job-nothing-to-share").to_owned()
        }
        Outcome::Completed | Outcome::CompletedWithErrors if summary.verb == Verb::Dedupe => {
            let files = format::files(summary.done);
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
            tr!("skipped-kept")
        }
        SkipReason::Policy => tr!("skipped-policy"),
        SkipReason::NotNewer => tr!("skipped-not-newer"),
        SkipReason::Same if verb == Some(Verb::Pack) => tr!("skipped-archive"),
        SkipReason::Same => tr!("skipped-same"),
        SkipReason::Filtered => tr!("skipped-filtered"),
        SkipReason::Unanswered => tr!("skipped-unanswered"),
        SkipReason::Cancelled => tr!("skipped-cancelled"),
        SkipReason::Duplicate => tr!("skipped-duplicate"),
        SkipReason::Missing => tr!("skipped-missing"),
        SkipReason::NotEmpty => tr!("skipped-not-empty"),
        SkipReason::Special if verb == Some(Verb::Pack) => {
            tr!("skipped-special-packed")
        }
        SkipReason::Special => tr!("skipped-special"),
    }
}

/// Says what a warning is about.
pub(crate) fn warned(warning: &Warning) -> String {
    let name = |path: &WirePath| DisplayName::new(&path.0).to_string();
    match warning {
        Warning::DuplicateSource { path } => tr!("warning-duplicate", path = name(path)),
        Warning::Metadata { error } => told(error),
        Warning::NotFlushed { error } => tr!("warning-not-flushed", error = told(error)),
        Warning::SourceChanged { path } => tr!("warning-source-changed", path = name(path)),
        Warning::NotShared { path } => tr!("warning-not-shared", path = name(path)),
        Warning::QueueSetAside { path } => tr!("warning-queue-set-aside", path = name(path)),
        Warning::PutOff { error } => tr!("warning-put-off", error = told(error)),
        Warning::NotJournaled { error } => tr!("warning-not-journaled", error = told(error)),
        Warning::NotRecorded { error } => tr!("warning-not-recorded", error = told(error)),
        Warning::NoManifest { error } => tr!("warning-no-manifest", error = told(error)),
        Warning::PartialManifest { path } => tr!("warning-partial-manifest", path = name(path)),
        Warning::NotTrashed { error } => tr!("warning-not-trashed", error = told(error)),
        Warning::NotSnapshot { error } => tr!("warning-not-snapshot", error = told(error)),
        Warning::PartKept { path } => tr!("warning-part-kept", path = name(path)),
        Warning::Interrupted { .. } => tr!("warning-interrupted").to_owned(),
        Warning::NotLinked { files, .. } => {
            tr!("warning-not-linked", count = *files, files = format::files(*files))
        }
        Warning::NotCounted { items, .. } => {
            tr!("warning-not-counted", count = *items, items = format::items(*items))
        }
        Warning::NothingRemoved { reason: Withheld::Failures, path } => {
            tr!("warning-nothing-removed-failures", path = name(path))
        }
        Warning::NothingRemoved { reason: Withheld::Limit, path } => {
            tr!("warning-nothing-removed-limit", path = name(path))
        }
        Warning::NothingRemoved { reason: Withheld::EmptySource, path } => {
            tr!("warning-nothing-removed-empty", path = name(path))
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
