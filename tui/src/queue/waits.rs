//! Tells why a waiting job cannot start: another job touches the same files.

use std::collections::BTreeMap;

use fcp_engine::event::JobId;
use fcp_engine::queue::{Queue, QueuedJob, Stage};

use super::output::Trouble;
use super::row::Row;
use super::tool::now;

/// What the waiting jobs wait for.
#[derive(Debug, Default)]
pub(super) struct Waits {
    held_up: BTreeMap<JobId, JobId>,
    /// The state of the jobs that others wait for, in a word.
    states: BTreeMap<JobId, String>,
}

impl Waits {
    /// Looks at the queue.
    pub(super) fn of(queue: &Queue) -> Result<Self, Trouble> {
        let held_up = queue.held_up()?;
        let jobs = queue.list()?;
        let awaited = |job: &&QueuedJob| {
            let id = Some(&job.job);
            held_up.values().any(|other| Some(other) == id)
                || jobs.iter().any(|it| it.after.as_ref() == id)
        };
        let word = |job: &QueuedJob| Row::of(job, now()).map(|row| (job.job, row.state.word));
        let states = jobs.iter().filter(awaited).filter_map(word).collect();
        Ok(Self { held_up, states })
    }

    /// The job that another one waits for, since both touch the same files.
    pub(super) fn job(&self, job: &QueuedJob) -> Option<JobId> {
        let could = job.stage == Stage::Waiting && !job.paused && job.after.is_none();
        self.held_up.get(&job.job).copied().filter(|_| could)
    }

    /// Says what a job waits for, in words that follow its name.
    pub(super) fn reason(&self, job: &QueuedJob) -> Option<String> {
        if let Some(other) = self.job(job) {
            return Some(format!("waits for {}, which touches the same files", self.named(other)));
        }
        let held = job.after.filter(|_| job.stage == Stage::Waiting && !job.paused);
        held.map(|other| format!("starts after {} has finished", self.named(other)))
    }

    /// Names a job, with its state.
    fn named(&self, job: JobId) -> String {
        match self.states.get(&job) {
            Some(state) => format!("job {job} ({state})"),
            None => format!("job {job}"),
        }
    }
}
