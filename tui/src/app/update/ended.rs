//! Tells in the status line how a job ended.

use fcp_engine::event::{Outcome, Summary};
use fcp_presentation::undo::Way;

use crate::app::action::Action;
use crate::app::keymap::Place;
use crate::app::model::{Model, Notice, Tone};
use crate::{format, state};

/// Tells in one sentence how an undo or redo ended.
pub(super) fn undone(model: &Model, way: Way, summary: &Summary) -> Notice {
    let (word, done) = match way {
        Way::Undo => ("Undo", "undone"),
        Way::Redo => ("Redo", "redone"),
    };
    let items = format::items(summary.done);
    let (tone, text) = match summary.outcome {
        Outcome::Completed => (Tone::Good, format!("{word}: {items} {done}")),
        Outcome::CompletedWithErrors | Outcome::Failed => {
            let failed = format::count(summary.failed);
            let report = report(model);
            let text =
                format!("{word}: {items} {done}, {failed} could not be {done}: {report} shows why");
            (Tone::Bad, text)
        }
        Outcome::Cancelled => (Tone::Plain, format!("{word} cancelled: {items} {done}")),
    };
    Notice { tone, text }
}

/// Tells in one sentence how a job ended.
pub(super) fn sentence(model: &Model, summary: &Summary) -> Notice {
    let much = amount(summary);
    let what = state::ended(summary, &much);
    let (tone, text) = match summary.outcome {
        Outcome::Completed => {
            (Tone::Good, format!("{what} in {}", format::duration(summary.elapsed)))
        }
        Outcome::CompletedWithErrors if summary.done > 0 => {
            let failed = format::items(summary.failed);
            (Tone::Bad, format!("{what}, {failed} failed: {} shows them", report(model)))
        }
        Outcome::CompletedWithErrors | Outcome::Failed => {
            (Tone::Bad, format!("{what}: {} shows why", report(model)))
        }
        Outcome::Cancelled => (Tone::Plain, what),
    };
    Notice { tone, text }
}

/// Gives how much a job did; bytes only where it tells of some.
fn amount(summary: &Summary) -> String {
    let items = format::done(summary);
    if summary.bytes == 0 { items } else { format!("{items}, {}", format::size(summary.bytes)) }
}

/// Gives the keys that lead to the report of the last job.
fn report(model: &Model) -> String {
    let details = model.key_of(Place::Jobs, Action::Details);
    format!("{}, then {details}", model.key_of(Place::Panels, Action::Jobs))
}
