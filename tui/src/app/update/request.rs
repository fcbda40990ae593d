//! Tracks requests on their way into the queue: sent, accepted, refused or cancelled.

use fcp_engine::event::{Command, JobId};

use crate::app::model::{Effect, Model, Tone};
use crate::app::request;
use crate::app::request::Request;
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
    }
}

/// Takes in the answer of the queue.
pub(super) fn added(model: &mut Model, ticket: u64, result: Result<JobId, String>) -> Vec<Effect> {
    let is_wanted = model.requests.remove(&ticket).is_some();
    match result {
        Ok(job) if is_wanted => {
            model.mine.insert(job);
            Vec::new()
        }
        // The user has cancelled it meanwhile.
        Ok(job) => vec![Effect::Command(Command::Cancel { job: Some(job) })],
        Err(why) => {
            model.say(Tone::Bad, why);
            Vec::new()
        }
    }
}

/// Cancels the requests that are shown; tells whether there were any.
pub(super) fn give_up(model: &mut Model) -> bool {
    let count = request::silent(&model.requests, model.now).count() as u64;
    let now = model.now;
    model.requests.retain(|_, request| !request.is_silent(now));
    if count > 0 {
        let jobs = format::counted(count, "job", "jobs");
        model.say(Tone::Plain, format!("Cancelled {jobs} before the queue had them"));
    }
    count > 0
}
