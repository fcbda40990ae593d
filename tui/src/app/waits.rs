//! Measures how long each job could only wait for the user; that time is left out of its speed.

use std::collections::BTreeMap;

use fcp_engine::event::JobId;
use fcp_engine::view::JobsView;

/// Times in microseconds, by job.
#[derive(Clone, Debug, Default)]
pub(crate) struct Waits {
    jobs: BTreeMap<JobId, Wait>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Wait {
    total: u64,
    since: Option<u64>,
}

impl Waits {
    /// Gives how long a job has waited by a moment.
    pub(crate) fn of(&self, job: JobId, now: u64) -> u64 {
        let wait = self.jobs.get(&job).copied().unwrap_or_default();
        wait.total + wait.since.map_or(0, |since| now.saturating_sub(since))
    }

    /// Takes in which jobs wait for the user at a moment.
    pub(crate) fn follow(&mut self, jobs: &JobsView, now: u64) {
        for row in jobs.rows() {
            let is_waiting = row.waits_only() && !row.paused && !row.is_over();
            let known = self.jobs.contains_key(&row.job);
            if !is_waiting && !known {
                continue;
            }
            let wait = self.jobs.entry(row.job).or_default();
            match (is_waiting, wait.since) {
                (true, None) => wait.since = Some(now),
                (false, Some(since)) => {
                    wait.total += now.saturating_sub(since);
                    wait.since = None;
                }
                (true, Some(_)) | (false, None) => {}
            }
        }
        self.jobs.retain(|job, _| jobs.row(*job).is_some());
    }
}
