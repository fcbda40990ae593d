//! Takes changes back and makes them again, and takes in how small ones went.

use std::path::PathBuf;

use fcp_browse::edit::Edit;
use fcp_browse::panel::Subject;
use fcp_engine::event::JobId;
use fcp_presentation::tr;
use fcp_presentation::undo::Change;

use super::{bulk, form, jobs, listing};
use crate::app::dialog::Dialog;
use crate::app::dialog::confirm::What;
use crate::app::model::{Effect, Model, Tone};
use crate::app::undo::{self, Outcome};
use crate::app::work::QueueRequest;
use fcp_presentation::undo::EditRequest;

/// Undoes the last change; before a job is undone, the user is asked.
pub(super) fn undo(model: &mut Model) -> Vec<Effect> {
    let number = match model.changes.find(None) {
        Some((_, Change::Job(job))) => {
            let job = *job;
            return jobs::undo(model, job, QueueRequest::ForeseeLast(job));
        }
        Some((number, Change::Edit(..))) => number,
        None => {
            model.say(Tone::Plain, tr!("nothing-to-undo"));
            return Vec::new();
        }
    };
    let edit = model.changes.take_edit(number);
    edit.map(|(request, edit)| Effect::UndoEdit { number, request, edit }).into_iter().collect()
}

/// Offers the change before a job that can never be undone, if the dialog still asks about that.
pub(super) fn passes_over(model: &mut Model, job: JobId) -> Vec<Effect> {
    model.changes.forget_job(job);
    match &model.dialog {
        Some(Dialog::Confirm(confirm)) if confirm.what == What::Undo(job) => {
            model.dialog = None;
            undo(model)
        }
        _ => Vec::new(),
    }
}

/// Redoes the change that was undone last.
pub(super) fn redo(model: &mut Model) -> Vec<Effect> {
    match model.changes.redo() {
        Some(Change::Job(undo)) => vec![Effect::Work(QueueRequest::Undo(undo))],
        Some(Change::Edit(request, _)) => vec![Effect::Edit(request)],
        None => {
            model.say(Tone::Plain, tr!("nothing-to-redo"));
            Vec::new()
        }
    }
}

/// Takes in how a small change went.
pub(super) fn edited(model: &mut Model, request: EditRequest, outcome: Outcome) -> Vec<Effect> {
    let looks = bulk::tried(model, &request, &outcome);
    let told = looks.is_some() || form::tried(model, &request, outcome.wrong.as_deref());
    match outcome.wrong {
        None => {
            // A link beside its item has a free name, which the request does not know.
            let made = match (&request, &outcome.undo) {
                (EditRequest::Links { .. }, Some(Edit::Made(made))) => {
                    made.first().map(|made| made.path.clone())
                }
                _ => None,
            };
            model.say(Tone::Good, undo::done(&request, made.as_deref(), outcome.items));
            if let Some(path) = made.or_else(|| request.leads_to()) {
                for side in &mut model.sides {
                    let panel = side.panel_mut();
                    if let Ok(rest) = path.strip_prefix(&panel.dir)
                        && let Some(first) = rest.components().next()
                        && panel.subject == Subject::Directory
                    {
                        panel.stand_on(first.as_os_str());
                    }
                }
            }
        }
        Some(_) if told => {}
        Some(text) => model.say(Tone::Bad, text),
    }
    for side in &model.sides {
        model.sizes.forget(&side.panel().dir);
    }
    let renamed: Vec<PathBuf> = match &request {
        EditRequest::Rename { from, .. } => vec![from.clone()],
        EditRequest::RenameAll { dir, pairs, .. } => {
            pairs.iter().map(|(from, _)| dir.join(from)).collect()
        }
        EditRequest::MakeDirectory(_)
        | EditRequest::MakeFile(_)
        | EditRequest::Links { .. }
        | EditRequest::Mode { .. }
        | EditRequest::Owner { .. } => Vec::new(),
    };
    for panel in model.sides.iter_mut().flat_map(|side| &mut side.tabs) {
        panel.forget_marks_below(&renamed);
    }
    // A change that failed in part was done in part, so that part can be undone.
    model.changes.edited(request, outcome.undo);
    let mut effects = listing::reload(model);
    effects.extend(looks);
    effects
}
