//! `fcpq list`: one line a job.

use clap::ArgMatches;
use fcp_engine::queue::{Queue, QueuedJob, Stage};

use super::add::NOBODY;
use super::output::{Output, Trouble, say};
use super::row::Row;
use super::{TOOL, now, table};
use crate::cli::exit;

/// Lists the jobs.
pub(super) fn run(queue: &Queue, matches: &ArgMatches, out: &mut Output) -> Result<u8, Trouble> {
    // Looking for them takes the jobs of those that died back.
    let runners = queue.runners()?;
    let jobs = if matches.get_flag("all") { queue.list_all()? } else { queue.list()? };
    if matches.get_flag("json") {
        jobs.iter().try_for_each(|job| out.json(job))?;
        return Ok(exit::DONE);
    }
    let at = now();
    let rows: Vec<Row> = jobs.iter().filter_map(|job| Row::of(job, at)).collect();
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
        out.flush()?;
        if jobs.iter().any(waits) && runners == 0 {
            say(TOOL, NOBODY);
        }
    }
    Ok(exit::DONE)
}

/// Whether a job would start if somebody ran the queue.
pub(super) fn waits(job: &QueuedJob) -> bool {
    job.stage == Stage::Waiting && !job.paused
}
