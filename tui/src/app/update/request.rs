//! Tracks requests on their way into the queue: sent, accepted, refused or cancelled.

use fcp_engine::event::{Command, JobId};
use fcp_engine::spec::JobSpec;
use fcp_presentation::{elevation, tr};

use super::{comparison, leave};
use crate::app::dialog::Dialog;
use crate::app::dialog::confirm::{Confirm, What};
use crate::app::model::{Effect, Model, Tone};
use crate::app::request::{self, Refusal, Request};
use crate::format;

/// Gives every request that leaves the update a number, and keeps it until the queue has answered.
pub(super) fn note(model: &mut Model, effects: &mut [Effect]) {
    for effect in effects {
        let Effect::Add { ticket, spec, adding, missing, needs } = effect else { continue };
        *ticket = model.ticket();
        let request = Request {
            spec: spec.clone(),
            adding: adding.clone(),
            missing: missing.clone().map(Into::into),
            needs: *needs,
            since: model.now,
        };
        model.requests.insert(*ticket, request);
        model.in_step.iter_mut().for_each(|it| it.wait_for(*ticket));
    }
}

/// Takes in the answer of the queue.
pub(super) fn added(model: &mut Model, ticket: u64, result: Result<JobId, Refusal>) -> Vec<Effect> {
    let request = model.requests.remove(&ticket);
    let is_wanted = request.is_some();
    if result.is_err() || !is_wanted {
        comparison::job_refused(model, ticket);
    }
    match result {
        Ok(job) if is_wanted => {
            model.mine.insert(job);
            comparison::job_added(model, ticket, job)
        }
        // The user has cancelled it meanwhile.
        Ok(job) => vec![Effect::Command(Command::Cancel { job: Some(job) })],
        Err(Refusal { text, denied }) => {
            leave::stay(model);
            let spec = request.map(|request| request.spec).filter(|_| denied);
            offer_rights(model, spec, &text);
            model.say(Tone::Bad, text);
            Vec::new()
        }
    }
}

/// Offers to do as administrator what the user may not do, unless the keys are in use elsewhere.
fn offer_rights(model: &mut Model, spec: Option<Box<JobSpec>>, why: &str) {
    let is_free = model.dialog.is_none() && model.typing.is_none() && model.viewer.is_none();
    let spec = spec.filter(|spec| is_free && !model.is_root && elevation::is_possible(spec.verb));
    if let Some(spec) = spec {
        let what = What::Elevate { spec, why: why.to_owned() };
        model.dialog = Some(Dialog::Confirm(Confirm::new(what, model.now)));
    }
}

/// Cancels the requests that are shown; tells whether there were any.
pub(super) fn give_up(model: &mut Model) -> bool {
    let count = request::silent(&model.requests, model.now).count() as u64;
    let now = model.now;
    model.requests.retain(|_, request| !request.is_silent(now));
    if count > 0 {
        let shown = format::count(count);
        model.say(Tone::Plain, tr!("requests-cancelled", count = count, shown = shown));
    }
    count > 0
}
