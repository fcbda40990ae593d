//! Measures how long each job could only wait for the user; that time is left out of its speed.

use std::collections::BTreeMap;

use fcp_engine::event::JobId;

use super::model::Model;

/// Times in microseconds, by job.
#[derive(Clone, Debug, Default)]
pub struct Waits {
    jobs: BTreeMap<JobId, Wait>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Wait {
    total: u64,
    since: Option<u64>,
}

impl Waits {
    /// Gives how long a job has waited by a moment.
    pub fn of(&self, job: JobId, now: u64) -> u64 {
        let wait = self.jobs.get(&job).copied().unwrap_or_default();
        wait.total + wait.since.map_or(0, |since| now.saturating_sub(since))
    }
}

/// Takes in which jobs wait for the user at this moment.
pub(super) fn follow(model: &mut Model) {
    let waits = &mut model.work.waits.jobs;
    for row in model.jobs.rows() {
        let is_waiting = row.waits_only() && !row.paused && !row.is_over();
        let known = waits.contains_key(&row.job);
        if !is_waiting && !known {
            continue;
        }
        let wait = waits.entry(row.job).or_default();
        match (is_waiting, wait.since) {
            (true, None) => wait.since = Some(model.now),
            (false, Some(since)) => {
                wait.total += model.now.saturating_sub(since);
                wait.since = None;
            }
            (true, Some(_)) | (false, None) => {}
        }
    }
    waits.retain(|job, _| model.jobs.row(*job).is_some());
}
