//! Runs a job without a change, so that the user sees beforehand what it would do.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use fcp_engine::Engine;
use fcp_engine::engine::ControlError;
use fcp_engine::error::{Action, Code, OpError};
use fcp_engine::event::Event;
use fcp_presentation::transfer;

use crate::wire::SharingState;

/// Time after which the thread looks whether the user still wants the plan.
const LOOK: Duration = Duration::from_millis(100);

/// Gives what equal files among some items would share, or why the job cannot run; none once the user has left it.
pub(super) fn sharing(
    paths: Vec<PathBuf>,
    stop: &AtomicBool,
) -> Option<Result<SharingState, OpError>> {
    let first = paths.first().cloned().unwrap_or_default();
    let mut spec = transfer::sharing(paths);
    spec.options.dry_run = true;
    let engine = Engine::new();
    let events = engine.subscribe();
    let job = match engine.submit(spec) {
        Ok(job) => job,
        Err(ControlError::Refused(error)) => return Some(Err(error)),
        // An engine without a queue gives no other.
        Err(_) => return Some(Err(OpError::refused(Action::Read, Code::Internal, first))),
    };
    let mut told = SharingState { plan: None, possible: true, unreadable: 0 };
    while !stop.load(Ordering::Relaxed) {
        match events.next_within(LOOK).map(|envelope| envelope.event) {
            Some(Event::JobPlan { plan, .. }) => {
                told.plan = plan.dedupe;
                told.possible = plan.reflink;
                told.unreadable = plan.unreadable;
            }
            Some(Event::JobSummary { .. }) => {
                let failed = || OpError::refused(Action::Read, Code::Internal, first);
                // A job that cannot be run to its end has no plan, and the page would wait for one.
                return Some(if told.plan.is_some() { Ok(told) } else { Err(failed()) });
            }
            Some(_) | None => {}
        }
    }
    // The job has changed nothing, so a failure to cancel it needs no report.
    drop(engine.cancel(job));
    None
}
