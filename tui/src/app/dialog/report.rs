//! State of the page that shows the report of a job.

use fcp_engine::event::JobId;

/// The report of a job, and the position of the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Report {
    /// The job.
    pub job: JobId,
    /// The item under the cursor, among those that failed, were warned of and were skipped.
    pub cursor: usize,
    /// Whether the user opened it from the log of finished jobs.
    pub from_log: bool,
}

impl Report {
    /// Starts at the first item.
    pub(crate) fn new(job: JobId) -> Self {
        Self { job, cursor: 0, from_log: false }
    }
}
