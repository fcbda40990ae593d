//! Decides when a question may open by itself and take the keys.
//!
//! The user may be typing at any moment, and a letter of a name must not replace a file. So a question
//! opens by itself only for a job that was started here, where nothing is being typed, and after the
//! keys have rested; otherwise a badge and the bell of the terminal tell of it.

use fcp_engine::event::{JobId, QuestionId};
use fcp_engine::view::JobRow;

use super::dialog::Dialog;
use super::keymap::Step;
use super::model::Model;

/// Microseconds without a key before a question opens by itself.
pub(crate) const QUIET: u64 = 2_000_000;

/// Gives the next question of the jobs that a test selects; those put off by the user are left out.
///
/// Returns early if all questions have been answered: with thousands of answers under way, each
/// event would otherwise look at all of them.
fn first(model: &Model, of: impl Fn(&JobRow) -> bool) -> Option<(JobId, QuestionId)> {
    let open: usize = model.jobs.rows().map(|row| row.questions.len()).sum();
    if model.answered.len() >= open {
        return None;
    }
    let rows = model.jobs.rows().filter(|row| !model.later.contains(&row.job) && of(row));
    rows.into_iter().find_map(|row| {
        let id = row.questions.keys().find(|id| !model.answered.contains(id));
        id.map(|id| (row.job, *id))
    })
}

/// Gives the first question that the user was not asked yet, of any job.
pub(super) fn any(model: &Model) -> Option<(JobId, QuestionId)> {
    first(model, |_| true)
}

/// Tells whether something may open by itself as soon as the keys have rested.
pub(super) fn is_free(model: &Model) -> bool {
    model.dialog.is_none()
        && model.typing.is_none()
        && model.viewer.is_none()
        && model.drag.is_none()
        && model.work.viewing.is_none()
        && !model.leaving
        && !model.done
        && (model.pending.is_empty()
            || model.keymap.step(model.place(), &model.pending) != Step::More)
}

/// Gives the question that would open by itself as soon as the keys have rested.
fn next(model: &Model) -> Option<(JobId, QuestionId)> {
    if is_free(model) { first(model, |row| model.is_mine(row.job)) } else { None }
}

/// Gives the question that opens by itself at this moment.
pub(super) fn due(model: &Model) -> Option<(JobId, QuestionId)> {
    next(model).filter(|_| model.now >= model.typed_at.saturating_add(QUIET))
}

/// Gives when a question opens by itself, if none else comes before.
pub(super) fn opens_at(model: &Model) -> Option<u64> {
    let at = model.typed_at.saturating_add(QUIET);
    (at > model.now && next(model).is_some()).then_some(at)
}

/// Tells whether the user is notified: once, when a question begins to wait that is not shown.
pub(super) fn rings(model: &mut Model) -> bool {
    if matches!(model.dialog, Some(Dialog::Question(_) | Dialog::Conflicts(_))) {
        model.work.called = true;
        return false;
    }
    let calls = any(model).is_some();
    let rings = calls && !model.work.called;
    model.work.called = calls;
    rings
}
