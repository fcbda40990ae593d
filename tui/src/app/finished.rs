//! Lists the finished jobs.

use fcp_engine::event::{JobId, Summary};
use fcp_engine::path::WirePath;
use fcp_engine::queue::QueuedJob;
use fcp_engine::spec::Destination;
use fcp_engine::view::JobRow;

use super::dialog::finished::Finished;
use super::model::Model;

impl Finished {
    /// Opens the log at a job.
    pub(crate) fn at(model: &Model, job: JobId) -> Self {
        let cursor = entries(model).iter().position(|entry| entry.job == job).unwrap_or(0);
        Self { cursor, clears: false }
    }
}

/// One finished job.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<'a> {
    /// The job.
    pub job: JobId,
    /// Its first operands.
    pub sources: &'a [WirePath],
    /// How many operands there are.
    pub count: u64,
    /// Where they went.
    pub destination: Option<&'a Destination>,
    /// How it ended.
    pub summary: &'a Summary,
    /// When it ended, in microseconds since the Unix epoch.
    pub ended: u64,
}

/// Gives the finished jobs, the newest first; without a queue those that were seen to end.
pub(crate) fn entries(model: &Model) -> Vec<Entry<'_>> {
    if let Some(log) = &model.work.log {
        return log.iter().filter_map(of_queue).collect();
    }
    let rows: Vec<&JobRow> = model.jobs.rows().filter(|row| row.is_over()).collect();
    rows.into_iter().rev().filter_map(of_row).collect()
}

fn of_queue(job: &QueuedJob) -> Option<Entry<'_>> {
    Some(Entry {
        job: job.job,
        sources: &job.sources,
        count: job.source_count,
        destination: job.destination.as_ref(),
        summary: job.summary.as_ref()?,
        ended: job.ended.unwrap_or(job.added),
    })
}

fn of_row(row: &JobRow) -> Option<Entry<'_>> {
    Some(Entry {
        job: row.job,
        sources: row.sources(),
        count: row.sources().len() as u64,
        destination: row.destination(),
        summary: row.summary.as_ref()?,
        ended: row.heard_at,
    })
}
