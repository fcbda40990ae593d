//! Commands that change jobs: pause, cancel, order, retry and the like.

use std::cmp::Reverse;

use clap::ArgMatches;
use fcp_engine::event::{JobId, To};
use fcp_engine::queue::{Queue, QueueError, QueuedJob, Stage};

use super::output::{Output, Trouble};
use super::{TOOL, add, line, worse};
use crate::cli::exit;

/// Changes the jobs that are named, or all that the change is meant for.
pub(super) fn run(
    queue: &Queue,
    name: &str,
    matches: &ArgMatches,
    out: &mut Output,
) -> Result<u8, Trouble> {
    let jobs = match matches.try_get_one("all") {
        Ok(Some(true)) => {
            let all = queue.list_all()?;
            all.iter().filter(|job| is_meant(name, job)).map(|job| job.job).collect()
        }
        _ => ordered(queue, name, line::jobs_of(matches))?,
    };
    let json = matches.get_flag("json");
    let adds = matches!(name, "retry" | "again" | "undo" | "verify");
    let mut code = exit::DONE;
    for job in jobs {
        match change(queue, name, job) {
            // The number of a new job is news; that a job was changed is no more than was asked.
            Ok(job) if json || adds => add::print(queue, job, json, out)?,
            Ok(_) => {}
            Err(error) => code = worse(code, Trouble::from(error).tell(TOOL)),
        }
    }
    Ok(code)
}

/// Changes a job, and gives it or the one that was made of it.
fn change(queue: &Queue, name: &str, job: JobId) -> Result<JobId, QueueError> {
    match name {
        "pause" => queue.pause(job)?,
        "resume" => queue.resume(job)?,
        "cancel" => queue.cancel(job)?,
        "start" => queue.start(job)?,
        "up" => queue.place(job, To::Up)?,
        "down" => queue.place(job, To::Down)?,
        "first" => queue.place(job, To::First)?,
        "last" => queue.place(job, To::Last)?,
        "retry" => return queue.retry(job),
        "undo" => return queue.undo(job),
        "verify" => return queue.verify(job),
        _ => return queue.repeat(job),
    }
    Ok(job)
}

/// Whether a change of all jobs is meant for this one.
fn is_meant(name: &str, job: &QueuedJob) -> bool {
    let over = job.stage == Stage::Finished;
    match name {
        "resume" => !over && job.paused,
        "start" => job.stage == Stage::Waiting && !job.now,
        "retry" => job.summary.as_ref().is_some_and(|summary| summary.failed > 0),
        _ => !over,
    }
}

/// Orders jobs so that they stay in their order when one after the other is moved.
fn ordered(queue: &Queue, name: &str, mut jobs: Vec<JobId>) -> Result<Vec<JobId>, QueueError> {
    if jobs.len() > 1 && matches!(name, "up" | "down") {
        let all = queue.list()?;
        let rank = |job: &JobId| all.iter().find(|it| it.job == *job).map_or(0, |it| it.rank);
        jobs.sort_by_key(rank);
        if name == "down" {
            jobs.sort_by_key(|job| Reverse(rank(job)));
        }
    } else if name == "first" {
        jobs.reverse();
    }
    Ok(jobs)
}

/// Lets a job wait for another, or for none any more.
pub(super) fn hold(queue: &Queue, matches: &ArgMatches, out: &mut Output) -> Result<u8, Trouble> {
    let after = matches.get_one("after").copied();
    for job in line::jobs_of(matches) {
        queue.hold(job, after)?;
        if matches.get_flag("json") {
            out.json(&queue.find(job)?)?;
        }
    }
    Ok(exit::DONE)
}

/// Forgets jobs that are over.
pub(super) fn clear(queue: &Queue, matches: &ArgMatches, out: &mut Output) -> Result<u8, Trouble> {
    let named = line::jobs_of(matches);
    let json = matches.get_flag("json");
    let known = if json { queue.list_all()? } else { Vec::new() };
    let jobs = if named.is_empty() { vec![None] } else { named.into_iter().map(Some).collect() };
    let mut code = exit::DONE;
    for job in jobs {
        match queue.clear(job) {
            Ok(gone) => {
                let gone = known.iter().filter(|job| gone.contains(&job.job));
                gone.into_iter().try_for_each(|job| out.json(job))?;
            }
            Err(error) => code = worse(code, Trouble::from(error).tell(TOOL)),
        }
    }
    Ok(code)
}
