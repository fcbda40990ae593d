//! Shows both sides of a conflict in the viewer, one after the other, then returns to the question.

use std::path::PathBuf;

use fcp_engine::event::{Question, Subject};

use super::viewer;
use crate::app::dialog::Dialog;
use crate::app::model::{Effect, Model};
use crate::app::work::Viewing;

/// Views what a question is about; the dialog comes back when the viewer closes.
pub(super) fn view(model: &mut Model, dialog: Dialog, question: &Question) -> Vec<Effect> {
    let (first, next) = match (question.subject.readable_sides(), &question.subject) {
        (Some([src, dst]), _) => (src, Some(dst.to_owned())),
        (None, Subject::Error { src, .. }) => (src.0.as_path(), None),
        (None, Subject::Conflict { src: item, .. } | Subject::Removal { item, .. }) => {
            (item.path.0.as_path(), None)
        }
    };
    let first = first.to_owned();
    view_paths(model, dialog, first, next)
}

/// Views one item and then another; the dialog comes back when the viewer closes.
pub(super) fn view_paths(
    model: &mut Model,
    dialog: Dialog,
    first: PathBuf,
    next: Option<PathBuf>,
) -> Vec<Effect> {
    model.dialog = None;
    model.work.viewing = Some(Viewing { back: dialog, next });
    viewer::open(model, first, false)
}

/// Opens the other side, or returns to the question, when the user has closed the viewer.
pub(super) fn follow(model: &mut Model) -> Vec<Effect> {
    if model.viewer.is_some() {
        return Vec::new();
    }
    let Some(Viewing { back, next }) = model.work.viewing.take() else { return Vec::new() };
    if let Some(path) = next {
        model.work.viewing = Some(Viewing { back, next: None });
        return viewer::open(model, path, false);
    }
    reopen(model, back);
    Vec::new()
}

/// Shows a dialog again that something else was shown in front of.
pub(super) fn reopen(model: &mut Model, mut back: Dialog) {
    // The dialog appears anew, so it ignores keys for a moment again.
    match &mut back {
        Dialog::Question(ask) => ask.opened = model.now,
        Dialog::Conflicts(table) => {
            table.opened = model.now;
            // Questions that came meanwhile.
            if let Some(row) = model.jobs.row(table.job) {
                for question in row.questions.values() {
                    model.work.probes.want(question, false);
                }
            }
        }
        _ => {}
    }
    model.dialog = Some(back);
}
