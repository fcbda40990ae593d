//! Foresees what a copy from another machine would do, and changes nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::arrivals::maps_owners;
use super::other_end::{OWN, directory_of, lost, seen_from_here};
use super::owners::Numbers;
use super::place::Existing;
use super::refused::{path_of, refusal, refused_place};
use super::tops::{is_asked_for, tops};
use crate::contract::error::{Action, OpError};
use crate::contract::event::{ConflictCount, ConflictKind, Event, FileKind, Phase, Plan, Totals};
use crate::job::Job;
use crate::job::conflict::fails_by_policy;
use crate::link::{Link, Message};
use crate::unpack::place_of;
use crate::walk::target::Target;
use fcp_sys::{self as sys, AsFd, lock};

/// Runs the dry run of a job to its end.
pub(super) fn run(job: &Arc<Job>, target: &Target, link: &Link) {
    job.hub.tell(Event::JobStarted { job: job.id, workers: 1 });
    job.enter(Phase::Running);
    let mut plan = Plan::default();
    if let Err(error) = check_place(target) {
        job.failed(OWN, error.path.0.clone(), error);
        return job.finish(true);
    }
    match look(job, target, link, &mut plan) {
        Ok(()) => {
            plan.bytes_free = target.free_space();
            *lock(&job.meter.totals) = Some(plan.totals);
            job.hub.tell(Event::JobTotals { job: job.id, totals: plan.totals });
            job.hub.tell(Event::JobPlan { job: job.id, plan: Box::new(plan) });
        }
        Err(error) => job.failed(OWN, error.path.0.clone(), error),
    }
    job.finish(false);
}

/// Looks whether what is sent could arrive.
///
/// # Errors
/// There is no directory for it, or one that nothing can be put into.
fn check_place(target: &Target) -> Result<(), OpError> {
    if let Some(error) = refused_place(target) {
        return Err(error);
    }
    let place = place_of(target);
    sys::enter_dir(sys::CWD, &place, true)
        .and_then(|dir| sys::writable(dir.as_fd(), c"."))
        .map_err(|errno| OpError::new(Action::Target, path_of(&place), errno))
}

/// Counts what the other end tells, and wants nothing of it.
fn look(job: &Arc<Job>, target: &Target, link: &Link, plan: &mut Plan) -> Result<(), OpError> {
    let Some(mut input) = link.take_input() else { return Ok(()) };
    let mut existing = Existing::new(job, target, None, link.is_far());
    let (mut numbers, maps_owners) = (Numbers::default(), maps_owners(job, link));
    let tops = tops(&job.spec.sources, link.is_far());
    let mut conflicts: BTreeMap<ConflictKind, u64> = BTreeMap::new();
    let (mut items, mut bytes) = (0, 0_u64);
    loop {
        if job.control.checkpoint().is_err() {
            break;
        }
        match input.message().map_err(|error| lost(job, &error))? {
            Message::Items { batch, items: found, owners } => {
                if maps_owners {
                    numbers.learn(owners);
                }
                for item in found.iter().filter(|item| is_asked_for(item, tops.as_ref())) {
                    if let Some(error) = refusal(job, target, link, item) {
                        job.failed(OWN, link.of_host(item.path.clone()).0, error);
                        continue;
                    }
                    let Some(kind) = existing.conflict(item, &numbers) else { continue };
                    items += 1;
                    plan.directories += u64::from(item.kind == FileKind::Directory);
                    if item.kind == FileKind::File {
                        // The other end may tell any sizes.
                        bytes = bytes.saturating_add(item.size);
                    }
                    if let Some(kind) = kind {
                        *conflicts.entry(kind).or_default() += 1;
                    }
                }
                let reply = Message::Wanted { batch, files: Vec::new() };
                link.output.send(&reply).map_err(|error| lost(job, &error))?;
            }
            Message::Failed { path, error } => {
                plan.unreadable += 1;
                let error = seen_from_here(link, &directory_of(target), error);
                job.failed(OWN, link.of_host(path).0, error);
            }
            Message::End => break,
            // They tell nothing of what would be done.
            _ => {}
        }
    }
    let complete = !job.control.is_cancelled();
    plan.totals = Totals { items, bytes: Some(bytes), complete };
    plan.bytes_needed = bytes;
    plan.conflicts =
        conflicts.into_iter().map(|(kind, count)| ConflictCount { kind, count }).collect();
    let options = &job.spec.options;
    if plan.conflicts.iter().any(|it| fails_by_policy(job.spec.verb, options, it.kind)) {
        job.foresees_failure();
    }
    Ok(())
}
