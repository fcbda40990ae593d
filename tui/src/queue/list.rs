//! `fcpq list`: prints one line for each job.

use clap::ArgMatches;
use fcp_engine::queue::{Queue, QueuedJob, Stage};
use fcp_presentation::jobs::State;

use super::add::NOT_RUNNING;
use super::output::{Output, Trouble, say};
use super::row::Row;
use super::table;
use super::tool::{TOOL, now};
use super::waits::Waits;
use crate::cli::exit;
use crate::state;

/// Number of jobs whose reason for waiting is shown below the table.
const EXPLAINED: usize = 3;

/// Lists the jobs.
pub(super) fn run(queue: &Queue, matches: &ArgMatches, out: &mut Output) -> Result<u8, Trouble> {
    // This also takes back the jobs of processes that died.
    let runners = queue.runners()?;
    let jobs = if matches.get_flag("all") { queue.list_all()? } else { queue.list()? };
    if matches.get_flag("json") {
        jobs.iter().try_for_each(|job| out.json(job))?;
        return Ok(exit::DONE);
    }
    let at = now();
    let waits = Waits::of(queue)?;
    let row = |job: &QueuedJob| {
        let mut row = Row::of(job, at)?;
        if let Some(other) = waits.job(job) {
            row.state.word = state::words(State::After(other)).into_owned();
        }
        Some(row)
    };
    let rows: Vec<Row> = jobs.iter().filter_map(row).collect();
    if rows.is_empty() {
        if out.is_terminal {
            say(TOOL, "the queue is empty");
        }
        return Ok(exit::DONE);
    }
    let (width, look) = (out.width(), out.look);
    out.lines(&table::lines(&rows, width, look))?;
    if out.is_terminal {
        out.lines(&table::notes(&rows, look))?;
        let held =
            jobs.iter().filter_map(|job| Some((job.job, waits.job(job), waits.reason(job)?)));
        for (job, _, reason) in held.filter(|(_, other, _)| other.is_some()).take(EXPLAINED) {
            out.line(&format!("Job {job} {reason}."))?;
        }
        out.flush()?;
        if jobs.iter().any(is_waiting) && runners == 0 {
            say(TOOL, NOT_RUNNING);
        }
    }
    Ok(exit::DONE)
}

/// Whether a job would start if a process ran the queue.
pub(super) fn is_waiting(job: &QueuedJob) -> bool {
    job.stage == Stage::Waiting && !job.paused
}
