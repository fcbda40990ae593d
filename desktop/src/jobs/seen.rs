//! Remembers, from one start of the program to the next, at which failed jobs the user has looked.

use std::collections::HashSet;
use std::path::PathBuf;

use fcp_engine::event::{Envelope, JobId};
use fcp_engine::queue::{Queue, QueuedJob, Stage};
use fcp_presentation::jobs as common;

use super::Jobs;
use super::work::{LISTED, Work};
use crate::feed::Changed;
use crate::trashed;

impl Jobs {
    /// Lists the jobs that ended in trouble before a moment, and at which the user has not looked.
    ///
    /// `before` is when the events of the engine began: the engine itself tells of jobs that ended since.
    pub(crate) fn restore(&self, queue: &Queue, before: u64) {
        // If the queue cannot be read, the next request to change something reports the error.
        let Ok(mut jobs) = queue.list_all() else { return };
        let firsts: HashSet<PathBuf> =
            jobs.iter().filter_map(|job| trashed::place(&job.sources.first()?.0)).collect();
        trashed::recall_names(self.saved.names(|place| firsts.contains(place)));
        jobs.retain(|job| {
            job.stage == Stage::Finished
                && job.ended.is_some_and(|ended| ended < before)
                && job.summary.as_ref().is_some_and(common::is_trouble)
        });
        jobs.sort_by_key(|job| std::cmp::Reverse((job.ended, job.job)));
        // Before the first look is stored, the whole history is old.
        let known = self.saved.seen();
        let is_seen = |job: &QueuedJob| known.as_ref().is_none_or(|known| known.contains(&job.job));
        let (mut seen, mut unseen): (Vec<_>, Vec<_>) = jobs.into_iter().partition(is_seen);
        seen.extend(unseen.split_off(unseen.len().min(LISTED)));

        let mut logs = Vec::new();
        for job in unseen {
            match queue.log(job.job) {
                Ok(log) => logs.push((job, log)),
                // It is in the history all the same.
                Err(_unreadable) => seen.push(job),
            }
        }
        let mut work = self.lock();
        for (job, log) in &logs {
            work.list(job, log);
        }
        work.seen = seen.iter().map(|job| job.job).collect();
        work.remembers = true;
        self.saved.remember_seen(&work.seen);
        drop(work);
        self.feed.mark(Changed::Jobs);
    }

    /// Notes that the user has looked at how a job ended, or, without one, at how all listed jobs ended.
    pub(super) fn look_at(&self, job: Option<JobId>) {
        let mut work = self.lock();
        let rows = work.view.rows().filter(|row| job.is_none_or(|job| job == row.job));
        let troubled: Vec<JobId> =
            rows.filter(|row| common::has_trouble(row)).map(|row| row.job).collect();
        work.seen.extend(troubled);
        if work.remembers {
            self.saved.remember_seen(&work.seen);
        }
    }
}

impl Work {
    /// Lists a job that ended before the program began.
    pub(super) fn list(&mut self, job: &QueuedJob, log: &[Envelope]) {
        for envelope in log {
            self.view.apply(envelope);
        }
        self.keep((job, job.left_to_undo()));
    }
}
