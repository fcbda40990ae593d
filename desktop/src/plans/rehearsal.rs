//! Foresees what a plan would do, and what equal files would share.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fcp_engine::engine::ControlError;
use fcp_engine::error::{Action, Code, OpError};
use fcp_engine::event::Plan;
use fcp_engine::link::Reach;
use fcp_engine::spec::JobSpec;
use fcp_presentation::failing::Failing;
use fcp_presentation::rehearsal::{Rehearsed, rehearse};
use fcp_presentation::tr;
use fcp_presentation::transfer;

use super::{Plans, look_again, request};
use crate::names::name;
use crate::wire::{Choices, ForeseenPlan, PlanId, PlanVerb, Refusal, ReportItem, SharingState};

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
        let reach = self.panels.machines().reach().cloned();
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
    spec: JobSpec,
    missing: Option<&Path>,
    reach: Option<Reach>,
    stop: &AtomicBool,
) -> Option<Result<(Plan, Failing), OpError>> {
    let (mut told, mut failing) = (None, Failing::default());
    let failure = run(spec, missing, reach, stop, |rehearsed| match rehearsed {
        Rehearsed::Failure(src, error) => failing.note(&src, &error),
        Rehearsed::Plan(plan) => told = Some(*plan),
    })?;
    let failed = || failure.err().unwrap_or_else(|| internal(Path::new("")));
    Some(told.map(|plan| (plan, failing)).ok_or_else(failed))
}

/// Runs a job without a change to its end; none once the user has left the plan.
pub(super) fn run(
    spec: JobSpec,
    missing: Option<&Path>,
    reach: Option<Reach>,
    stop: &AtomicBool,
    told: impl FnMut(Rehearsed),
) -> Option<Result<(), OpError>> {
    let first = spec.sources.first().map(|it| it.0.clone()).unwrap_or_default();
    let ran = rehearse(spec, missing, reach, stop, told)?;
    Some(ran.map_err(|error| match error {
        ControlError::Refused(error) => error,
        // An engine without a queue gives no other.
        _ => internal(&first),
    }))
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
    let ran = run(transfer::sharing(paths), None, None, stop, |rehearsed| {
        if let Rehearsed::Plan(plan) = rehearsed {
            told.plan = plan.dedupe;
            told.possible = plan.reflink;
            told.unreadable = plan.unreadable;
        }
    })?;
    // A job that cannot be run to its end has no plan, and the page would wait for one.
    Some(ran.and_then(|()| if told.plan.is_some() { Ok(told) } else { Err(internal(&first)) }))
}
