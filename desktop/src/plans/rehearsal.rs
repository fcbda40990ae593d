//! Runs a job without a change, so that the user sees beforehand what it would do: a dry run, on an engine that is not
//! that of the queue.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use fcp_engine::Engine;
use fcp_engine::engine::ControlError;
use fcp_engine::error::{Action, Code, OpError};
use fcp_engine::event::{Event, Plan};
use fcp_engine::link::Reach;
use fcp_engine::spec::{Destination, JobSpec};
use fcp_presentation::failing::Failing;
use fcp_presentation::tr;
use fcp_presentation::transfer;

use super::{Plans, look_again, request};
use crate::names::name;
use crate::wire::{Choices, ForeseenPlan, PlanId, PlanVerb, Refusal, ReportItem, SharingState};

/// Time after which the thread looks whether the user still wants the plan.
const LOOK: Duration = Duration::from_millis(100);

impl Plans {
    /// Gives what a plan would do, without a change; it waits until all is counted.
    pub(crate) fn foresee(&self, id: PlanId, choices: &Choices) -> Result<ForeseenPlan, Refusal> {
        let mut open = self.open();
        let plan = open.plan(id)?;
        let (verb, sources, goal) = (plan.verb, Arc::clone(&plan.sources), plan.goal.clone());
        let (inside, stop) = (plan.inside.clone(), plan.stop());
        drop(open);
        if !matches!(verb, PlanVerb::Copy | PlanVerb::Move) {
            return Err(Refusal::because(tr!("desktop-rehearsal-verbs")));
        }
        let looked = look_again(goal, verb, &sources)?;
        let way = looked.as_ref().map(|looked| &looked.way);
        let spec = request::spec(verb, (&sources, inside), way, choices);
        let spec = spec.ok_or_else(|| Refusal::because(tr!("desktop-choose-folder-first")))?;
        let missing = looked.as_ref().and_then(|looked| looked.missing.as_deref());
        let reach = self.panels.machines().reach();
        let (plan, failing) = foresee(spec, missing, reach, &stop).ok_or(Refusal::Gone)??;
        let item = |(path, error): (PathBuf, OpError)| ReportItem {
            name: name(path.file_name().unwrap_or(path.as_os_str())),
            error: Some(error),
        };
        Ok(ForeseenPlan {
            plan,
            makes: missing.is_some(),
            failing: failing.count,
            failures: failing.first.into_iter().map(item).collect(),
        })
    }
}

/// Gives what a copy or a move would do, or why it cannot run; none once the user has left the plan.
///
/// `missing` is the folder that would be made first.
fn foresee(
    mut spec: JobSpec,
    missing: Option<&Path>,
    reach: Option<&Reach>,
    stop: &AtomicBool,
) -> Option<Result<(Plan, Failing), OpError>> {
    if let (Some(dir), Some(Destination::Into(to))) = (missing, &mut spec.destination) {
        // The engine needs an existing folder; the free space is that of the nearest one.
        dir.ancestors().find(|above| above.is_dir()).unwrap_or(dir).clone_into(&mut to.0);
    }
    let (mut told, mut failing) = (None, Failing::default());
    let failure = run(spec, reach, stop, &mut failing, |plan| told = Some(plan))?.err();
    let failed = || failure.unwrap_or_else(|| internal(Path::new("")));
    let plan = told.map(|plan: Plan| without_conflicts(plan, missing.is_some()));
    Some(plan.map(|plan| (plan, failing)).ok_or_else(failed))
}

/// What was found in the folder above one that does not exist is no conflict.
fn without_conflicts(mut plan: Plan, is_missing: bool) -> Plan {
    if is_missing {
        plan.conflicts.clear();
    }
    plan
}

/// Runs a job without a change to its end; none once the user has left the plan.
pub(super) fn run(
    mut spec: JobSpec,
    reach: Option<&Reach>,
    stop: &AtomicBool,
    failing: &mut Failing,
    mut told: impl FnMut(Plan),
) -> Option<Result<(), OpError>> {
    let first = spec.sources.first().map(|it| it.0.clone()).unwrap_or_default();
    spec.options.dry_run = true;
    let engine = Engine::new();
    if let Some(reach) = reach {
        engine.reach_by(reach.clone());
    }
    let events = engine.subscribe();
    let job = match engine.submit(spec) {
        Ok(job) => job,
        Err(ControlError::Refused(error)) => return Some(Err(error)),
        // An engine without a queue gives no other.
        Err(_) => return Some(Err(internal(&first))),
    };
    while !stop.load(Ordering::Relaxed) {
        let Some(envelope) = events.next_within(LOOK) else { continue };
        match envelope.event {
            Event::ItemFailed { src, error, .. } => failing.note(&src.0, &error),
            Event::JobPlan { plan, .. } => told(*plan),
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

fn internal(path: &Path) -> OpError {
    OpError::refused(Action::Read, Code::Internal, path)
}

/// Gives what equal files among some items would share, or why the job cannot run; none once the user has left it.
pub(super) fn sharing(
    paths: Vec<PathBuf>,
    stop: &AtomicBool,
) -> Option<Result<SharingState, OpError>> {
    let first = paths.first().cloned().unwrap_or_default();
    let mut told = SharingState { plan: None, possible: true, unreadable: 0 };
    let ran = run(transfer::sharing(paths), None, stop, &mut Failing::default(), |plan| {
        told.plan = plan.dedupe;
        told.possible = plan.reflink;
        told.unreadable = plan.unreadable;
    })?;
    // A job that cannot be run to its end has no plan, and the page would wait for one.
    Some(ran.and_then(|()| if told.plan.is_some() { Ok(told) } else { Err(internal(&first)) }))
}
