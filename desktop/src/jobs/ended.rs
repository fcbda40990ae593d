//! Notifies the user when a job has ended, and when jobs need answers.

use fcp_engine::error::OpError;
use fcp_engine::event::{JobId, Outcome, Summary};
use fcp_engine::queue::{QueuedJob, Stage};
use fcp_engine::spec::Verb;
use fcp_engine::view::JobRow;
use fcp_presentation::now;

use super::work::Work;
use super::{Jobs, row};
use crate::feed::Changed;
use crate::wire::{Notice, NoticeCode, Tone};

/// Microseconds of work after which the end of another program's job is announced, too.
const LONG: u64 = 1_000_000;

/// Ticks after which the end is announced even if the queue has not said whether it can be undone.
const PATIENCE: u8 = 8;

impl Jobs {
    /// Tells how jobs ended, once the queue has stored it.
    pub(super) fn tell_ended(&self) {
        let ending: Vec<JobId> = self.lock().ending.keys().copied().collect();
        if ending.is_empty() {
            return;
        }
        let queue = self.engine.queue();
        let mut undos = Vec::new();
        for job in ending {
            let found = queue.and_then(|queue| queue.find(job).ok());
            let found = found.as_ref().map(|found| (found, found.left_to_undo()));
            let mut work = self.lock();
            let told = work.end(job, found);
            let is_own = work.own.contains(&job);
            if work.view.row(job).is_some_and(|row| row.verb == Some(Verb::Undo)) {
                undos.push(job);
            }
            drop(work);
            if let Some(notice) = told {
                self.say(self.settle(job, is_own, notice));
            }
        }
        if !undos.is_empty() {
            self.look_at_records(&undos);
        }
        self.feed.mark(Changed::Jobs);
    }

    /// Tells that jobs need answers, once for all that came together.
    pub(super) fn tell_asking(&self) {
        let mut work = self.lock();
        let waiting: Vec<(JobId, u64)> = work
            .view
            .rows()
            .filter(|row| !row.questions.is_empty())
            .map(|row| (row.job, row.questions.len() as u64))
            .collect();
        work.asking.retain(|job| waiting.iter().any(|(waits, _)| waits == job));
        let mut notices = Vec::new();
        for (job, count) in waiting {
            if work.asking.insert(job)
                && let Some(row) = work.view.row(job)
            {
                let code = NoticeCode::NeedsYou;
                notices.push(Notice { count: Some(count), ..notice(&work, row, Tone::Warn, code) });
            }
        }
        drop(work);
        for notice in notices {
            self.say(notice);
        }
    }

    /// Remembers what can be undone and redone now, and speaks of a redo where the undo was one.
    fn settle(&self, job: JobId, is_own: bool, notice: Notice) -> Notice {
        let (succeeded, redone) = match notice.code {
            NoticeCode::UndoDone => (true, NoticeCode::RedoDone),
            NoticeCode::UndoErrors => (false, NoticeCode::RedoErrors),
            _ => {
                // A cancelled undo can be tried again.
                self.changes.undo_ended(job, false, false);
                if is_own && notice.undo {
                    self.changes.job_ended(job);
                }
                return notice;
            }
        };
        let is_redo = self.changes.undo_ended(job, succeeded, notice.undo);
        // What was redone can be undone; an undo is redone by another key.
        let code = if is_redo { redone } else { notice.code };
        Notice { code, undo: is_redo && notice.undo, ..notice }
    }
}

impl Work {
    /// Gives what is told of a job that was resumed and could not begin.
    pub(super) fn notice_of_put_off(&self, job: JobId) -> Option<Notice> {
        let (row, error) = (self.view.row(job)?, self.put_off.get(&job).cloned());
        Some(Notice { error, ..notice(self, row, Tone::Warn, NoticeCode::PutOff) })
    }

    /// Gives what is told of a job that ended; none if it is not time to, or not worth it.
    fn end(&mut self, job: JobId, found: Option<(&QueuedJob, Option<bool>)>) -> Option<Notice> {
        if let Some(found) = found.filter(|(found, _)| found.stage == Stage::Finished) {
            self.keep(found);
        } else {
            let ending = self.ending.get_mut(&job)?;
            ending.beats += 1;
            if ending.beats < PATIENCE {
                return None;
            }
        }
        self.ending.remove(&job)?;
        let row = self.view.row(job)?;
        let summary = row.summary.as_ref()?;
        let is_worth_it = self.own.contains(&job) || row.active(now()) > LONG;
        is_worth_it.then(|| self.told(row, summary))
    }

    fn told(&self, row: &JobRow, summary: &Summary) -> Notice {
        let failure = || row.failed.items.first().map(|failed| failed.error.clone());
        let (tone, code, count, error): (_, _, _, Option<OpError>) = match summary.outcome {
            // Items with unanswered questions were skipped, and the user may want to check them.
            Outcome::Completed if summary.unanswered > 0 => {
                (Tone::Warn, NoticeCode::JobDone, summary.done, None)
            }
            Outcome::Completed => (Tone::Good, NoticeCode::JobDone, summary.done, None),
            Outcome::CompletedWithErrors => {
                (Tone::Bad, NoticeCode::JobErrors, summary.failed, failure())
            }
            Outcome::Cancelled => (Tone::Plain, NoticeCode::JobCancelled, summary.done, None),
            Outcome::Failed => (Tone::Bad, NoticeCode::JobFailed, summary.failed, failure()),
        };
        let (code, done) = match (summary.verb, code) {
            (Verb::Undo, NoticeCode::JobDone) => (NoticeCode::UndoDone, None),
            (Verb::Undo, NoticeCode::JobErrors | NoticeCode::JobFailed) => {
                (NoticeCode::UndoErrors, Some(summary.done))
            }
            (_, code) => (code, None),
        };
        let undo = self.known.get(&row.job).is_some_and(|known| known.left_to_undo == Some(true));
        Notice { count: Some(count), done, error, undo, ..notice(self, row, tone, code) }
    }
}

fn notice(work: &Work, row: &JobRow, tone: Tone, code: NoticeCode) -> Notice {
    Notice {
        tone,
        code,
        name: Some(row::first(work.first(row))),
        count: None,
        done: None,
        job: Some(row.job),
        error: None,
        detail: None,
        output: None,
        undo: false,
        change: None,
    }
}
