//! Represents a job that this process runs, and what other processes request of it.

use std::sync::Arc;

use crate::contract::event::{Command, Progress, Summary};
use crate::job::Job;
use crate::queue::store::Requests;

/// A job that this process runs.
pub(super) struct RunningJob {
    pub(super) job: Arc<Job>,
    /// The requests of other processes, as last read.
    pub(super) requests: Requests,
    /// Counters that are not stored yet.
    pub(super) progress: Option<Progress>,
    /// The newest counters.
    pub(super) counters: Progress,
    /// Questions that were closed without an answer; a later run asks them again.
    pub(super) withdrawn: u64,
    pub(super) summary: Option<Summary>,
    /// Whether the store knows the record by which it can be taken back.
    pub(super) recorded: bool,
    /// Whether the store knows that all that is left of it waits for answers.
    pub(super) asks: bool,
    /// Whether it was told that its progress cannot be stored.
    pub(super) has_warned: bool,
}

impl RunningJob {
    /// Applies the requests that have changed since the last time.
    pub(super) fn obey(&mut self, requests: Requests) {
        let (job, known) = (&self.job, &self.requests);
        let id = Some(job.id);
        if requests.cancelled && !known.cancelled {
            job.cancel();
            job.pass_on(Command::Cancel { job: id });
        }
        if requests.paused && !known.paused {
            job.pause();
            job.pass_on(Command::Pause { job: id });
        } else if known.paused && !requests.paused {
            job.resume_aside();
            job.pass_on(Command::Resume { job: id });
        }
        if requests.limit_rate != known.limit_rate {
            job.control.set_rate(requests.limit_rate.unwrap_or(0));
            job.pass_on(Command::Set {
                job: id,
                limit_rate: Some(requests.limit_rate.unwrap_or(0)),
            });
        }
        for (question, resolution) in &requests.answers {
            // It may have been answered here at the same moment; the first answer counts.
            let _taken = job.answer(*question, resolution).is_ok();
        }
        if requests.hand_over {
            job.halt();
        }
        self.requests = requests;
    }
}
