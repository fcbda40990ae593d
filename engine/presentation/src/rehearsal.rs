//! Runs a job without a change, so that the user sees beforehand what it would do: a dry run, on an engine that is not
//! that of the queue.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use fcp_engine::Engine;
use fcp_engine::engine::ControlError;
use fcp_engine::error::OpError;
use fcp_engine::event::{Event, Plan};
use fcp_engine::link::Reach;
use fcp_engine::spec::{Destination, JobSpec};

/// Time after which it looks whether the user still wants the plan.
const LOOK: Duration = Duration::from_millis(100);

/// What a dry run tells.
#[derive(Debug)]
pub enum Rehearsed {
    /// An item would fail.
    Failure(PathBuf, OpError),
    /// How much there is to do, and how; it comes after all failures.
    Plan(Box<Plan>),
}

/// Runs a job without a change to its end; none once `stop` says that the user has left the plan.
///
/// `missing` is the folder that would be made first, as the destination.
///
/// # Errors
/// The job cannot run.
pub fn rehearse(
    mut spec: JobSpec,
    missing: Option<&Path>,
    reach: Option<Reach>,
    stop: &AtomicBool,
    mut told: impl FnMut(Rehearsed),
) -> Option<Result<(), ControlError>> {
    spec.options.dry_run = true;
    if let (Some(dir), Some(Destination::Into(to))) = (missing, &mut spec.destination) {
        // The engine needs an existing folder; the free space is that of the nearest one.
        dir.ancestors().find(|above| above.is_dir()).unwrap_or(dir).clone_into(&mut to.0);
    }
    let engine = Engine::new();
    if let Some(reach) = reach {
        engine.reach_by(reach);
    }
    let events = engine.subscribe();
    let job = match engine.submit(spec) {
        Ok(job) => job,
        Err(error) => return Some(Err(error)),
    };
    while !stop.load(Ordering::Relaxed) {
        let Some(envelope) = events.next_within(LOOK) else { continue };
        match envelope.event {
            Event::ItemFailed { src, error, .. } => told(Rehearsed::Failure(src.0, error)),
            Event::JobPlan { mut plan, .. } => {
                if missing.is_some() {
                    // These were found in the folder above.
                    plan.conflicts.clear();
                }
                told(Rehearsed::Plan(plan));
            }
            Event::JobSummary { .. } => return Some(Ok(())),
            Event::Hello { .. }
            | Event::Bye { .. }
            | Event::Reply { .. }
            | Event::JobQueued { .. }
            | Event::JobPlaced { .. }
            | Event::JobRemoved { .. }
            | Event::JobStarted { .. }
            | Event::JobTotals { .. }
            | Event::JobPaused { .. }
            | Event::JobResumed { .. }
            | Event::JobPhase { .. }
            | Event::ItemStarted { .. }
            | Event::ItemDone { .. }
            | Event::ItemSkipped { .. }
            | Event::Warning { .. }
            | Event::QuestionAsked { .. }
            | Event::QuestionAnswered { .. }
            | Event::Progress { .. } => {}
        }
    }
    // The job has changed nothing, so a failure to cancel it needs no report.
    drop(engine.cancel(job));
    None
}
