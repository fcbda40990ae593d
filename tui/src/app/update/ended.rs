//! Tells in the status line how a job ended.

use fcp_engine::event::{JobId, Outcome, Summary};
use fcp_engine::path::WirePath;
use fcp_engine::spec::{Destination, Verb};
use fcp_presentation::tr;
use fcp_presentation::undo::Way;

use crate::app::action::Action;
use crate::app::keymap::Place;
use crate::app::model::{Model, Notice, Tone};
use crate::{format, state};

/// Tells in one sentence how an undo or redo ended.
pub(super) fn undone(model: &Model, way: Way, summary: &Summary) -> Notice {
    let items = format::items(summary.done);
    let (tone, text) = match (summary.outcome, way) {
        (Outcome::Completed, Way::Undo) => (Tone::Good, tr!("ended-undo", items = items)),
        (Outcome::Completed, Way::Redo) => (Tone::Good, tr!("ended-redo", items = items)),
        (Outcome::CompletedWithErrors | Outcome::Failed, way) => {
            let (failed, keys) = (format::count(summary.failed), report(model));
            let text = match way {
                Way::Undo => {
                    tr!("ended-undo-failed", items = items, failed = failed, keys = keys)
                }
                Way::Redo => {
                    tr!("ended-redo-failed", items = items, failed = failed, keys = keys)
                }
            };
            (Tone::Bad, text)
        }
        (Outcome::Cancelled, Way::Undo) => {
            (Tone::Plain, tr!("ended-undo-cancelled", items = items))
        }
        (Outcome::Cancelled, Way::Redo) => {
            (Tone::Plain, tr!("ended-redo-cancelled", items = items))
        }
    };
    Notice { tone, text }
}

/// Tells in one sentence how a job ended.
pub(super) fn sentence(model: &Model, job: JobId, summary: &Summary) -> Notice {
    let much = amount(summary);
    let what = state::ended(summary, &much);
    let (tone, text) = match summary.outcome {
        Outcome::Completed if keeps_archive(model, job, summary) => {
            (Tone::Plain, tr!("ended-archive-kept", what = what))
        }
        Outcome::Completed => {
            (Tone::Good, tr!("ended-in", what = what, time = format::duration(summary.elapsed)))
        }
        Outcome::CompletedWithErrors if summary.done > 0 => {
            let failed = format::items(summary.failed);
            let text = tr!("ended-some-failed", what = what, failed = failed, keys = report(model));
            (Tone::Bad, text)
        }
        Outcome::CompletedWithErrors | Outcome::Failed => {
            (Tone::Bad, tr!("ended-failed", what = what, keys = report(model)))
        }
        Outcome::Cancelled => (Tone::Plain, what),
    };
    Notice { tone, text }
}

/// Tells whether a job has packed nothing, since what has the name of the archive was kept.
fn keeps_archive(model: &Model, job: JobId, summary: &Summary) -> bool {
    let Some(row) = model.jobs.row(job).filter(|_| summary.done == 0) else { return false };
    let is_archive = |path: &WirePath| match row.destination() {
        Some(Destination::As(archive)) => archive == path,
        Some(Destination::Into(_) | Destination::Each(_)) | None => false,
    };
    summary.verb == Verb::Pack && row.skipped.items.iter().any(|skipped| is_archive(&skipped.dst))
}

/// Gives how much a job did; bytes only where it tells of some.
fn amount(summary: &Summary) -> String {
    let items = format::done(summary);
    if summary.bytes == 0 { items } else { format!("{items}, {}", format::size(summary.bytes)) }
}

/// Gives the keys that lead to the report of the last job.
fn report(model: &Model) -> String {
    let details = model.key_of(Place::Jobs, Action::Details);
    tr!("keys-then", first = model.key_of(Place::Panels, Action::Jobs), second = details)
}
