//! Tells in the status line how a job ended.

use fcp_engine::event::{Outcome, Summary};
use fcp_presentation::undo::Way;

use crate::app::action::Action;
use crate::app::keymap::Place;
use crate::app::model::{Model, Notice, Tone};
use crate::app::words::{done_word, failed_words};
use crate::format;

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
    let what = done_word(summary.verb);
    let much = amount(summary);
    let (tone, text) = match summary.outcome {
        Outcome::Completed => {
            let time = format::duration(summary.elapsed);
            (Tone::Good, format!("{what} {much} in {time}"))
        }
        Outcome::CompletedWithErrors | Outcome::Failed if summary.done == 0 => {
            let failed = failed_words(summary.verb);
            (Tone::Bad, format!("{failed}: {} shows why", report(model)))
        }
        Outcome::CompletedWithErrors => {
            let failed = format::counted(summary.failed, "item", "items");
            (Tone::Bad, format!("{what} {much}, {failed} failed: {} shows them", report(model)))
        }
        Outcome::Cancelled => (Tone::Plain, format!("Cancelled after {much}")),
        Outcome::Failed => {
            (Tone::Bad, format!("Stopped after {much}: {} shows why", report(model)))
        }
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
