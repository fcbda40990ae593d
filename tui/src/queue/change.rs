//! The commands of `fcpq` that change jobs: pause, cancel, order, retry and others.

use std::cmp::Reverse;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use fcp_engine::event::{JobId, Outcome, To};
use fcp_engine::queue::{Queue, QueueError, QueuedJob, Stage};
use fcp_engine::spec::Verb;

use super::output::{Output, Trouble, say};
use super::tool::{TOOL, worse};
use super::{add, cancelling, line};
use crate::cli::exit;
use crate::cli::sum::Check;
use crate::cli::sum::check::run_check;
use crate::format;

/// Changes the jobs that are named, or all that the change is meant for.
pub(super) fn run(
    queue: &Queue,
    name: &str,
    matches: &ArgMatches,
    out: &mut Output,
) -> Result<u8, Trouble> {
    let mut code = exit::DONE;
    let jobs = match matches.try_get_one("all") {
        Ok(Some(true)) => {
            let all = queue.list_all()?;
            // What waits for a job that did not complete may be meant for what that has made, and is resumed by itself.
            let is_held =
                |job: &&QueuedJob| matches!(name, "resume" | "start") && job.held.is_some();
            let (held, meant): (Vec<_>, Vec<_>) =
                all.iter().filter(|job| is_meant(name, job)).partition(is_held);
            for (job, other) in held.into_iter().filter_map(|job| Some((job.job, job.held?))) {
                say(
                    TOOL,
                    &format!(
                        "job {job} stays paused because job {other} did not complete; 'fcpq {name} {job}' starts it anyway"
                    ),
                );
                code = exit::FAILED;
            }
            meant.into_iter().map(|job| job.job).collect()
        }
        _ => ordered(queue, name, line::jobs_of(matches))?,
    };
    let json = matches.get_flag("json");
    let adds = matches!(name, "retry" | "again" | "undo" | "verify");
    let mut cancelled = Vec::new();
    for job in jobs {
        let changed = change(queue, name, job);
        if name == "cancel" && changed.is_ok() {
            cancelled.push(job);
        }
        match changed {
            // The number of a new job is printed; a plain success is not.
            Ok(new) if json || adds => {
                add::print(queue, new, json, out)?;
                if name == "retry" {
                    tell_rest(queue, job)?;
                }
            }
            Ok(_) => {}
            Err(error) => code = worse(code, Trouble::from(error).tell(TOOL)),
        }
    }
    for reason in cancelling::left(queue, &cancelled)? {
        say(TOOL, &reason);
    }
    Ok(code)
}

/// Checks a copy against a list of checksums.
pub(super) fn check(queue: &Queue, list: &OsStr, matches: &ArgMatches) -> Result<u8, Trouble> {
    let jobs = line::jobs_of(matches);
    let list = match (list.is_empty(), jobs.as_slice()) {
        (false, []) => PathBuf::from(list),
        (true, [job]) => {
            let list = queue.spec(*job)?.options.manifest;
            let Some(list) = list else {
                say(TOOL, &format!("job {job} wrote no list; --manifest=FILE names one"));
                return Ok(exit::USAGE);
            };
            list.0
        }
        _ => {
            say(TOOL, "--manifest=FILE takes no job, and --manifest takes one");
            return Ok(exit::USAGE);
        }
    };
    let below = list.parent().filter(|below| !below.as_os_str().is_empty());
    let check = Check { base: below.map(Path::to_owned), tree: None, all: false };
    Ok(run_check(TOOL, &[list], None, &check, matches.get_flag("json")))
}

/// Changes a job, and gives it or the one that was made of it.
fn change(queue: &Queue, name: &str, job: JobId) -> Result<JobId, QueueError> {
    let found = queue.find(job)?;
    // What has been cancelled can be cancelled again, as what is paused can be paused.
    let too_late = match name {
        "pause" | "resume" => true,
        "cancel" => found.summary.is_some_and(|summary| summary.outcome != Outcome::Cancelled),
        _ => false,
    };
    if too_late && found.stage == Stage::Finished {
        return Err(QueueError::Over(job));
    }
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

/// Says so if more failed in a job than the queue keeps the names of.
fn tell_rest(queue: &Queue, job: JobId) -> Result<(), Trouble> {
    let found = queue.find(job)?;
    let failed = found.summary.map_or(0, |summary| summary.failed);
    let known = queue.failed(job)?.len() as u64;
    let repeats = !matches!(found.verb, Verb::Delete | Verb::Trash);
    if let Some(rest) = rest(job, failed, known, repeats) {
        say(TOOL, &rest);
    }
    Ok(())
}

fn rest(job: JobId, failed: u64, known: u64, repeats: bool) -> Option<String> {
    let (all, first) = (format::items(failed), format::count(known));
    let whole = if repeats { format!("; 'fcpq again {job}' tries all") } else { String::new() };
    let text =
        format!("{all} failed in job {job}, and the new job tries the first {first} again{whole}");
    (failed > known).then_some(text)
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

/// Removes finished jobs from the list.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_retry_says_that_it_does_not_know_all_that_failed() {
        assert_eq!(rest(7, 3, 3, true), None);
        let told = rest(7, 250_000, 100_000, true).unwrap();
        assert!(told.starts_with("250,000 items failed in job 7,"), "{told}");
        assert!(told.contains("the first 100,000 again; 'fcpq again 7' tries all"), "{told}");
    }
}
