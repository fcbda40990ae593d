//! Decides when the queue has come to its end, for what the user wants done afterwards.
//!
//! What follows may suspend the machine, so it happens only if every job of the user's own since that wish has completed, and
//! after a countdown that any key stops.

use std::collections::BTreeSet;

use fcp_engine::event::{JobId, Outcome};
use fcp_engine::view::{JobRow, JobsView};

use crate::jobs::has_trouble;

/// Microseconds of the countdown.
pub const COUNTDOWN: u64 = 30_000_000;

/// Microseconds without a look after which the countdown begins anew: the machine or the program was suspended, and
/// the user did not see it.
const UNSEEN: u64 = 5_000_000;

/// The jobs after which something is to follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AfterQueue {
    /// Jobs that had ended before.
    before: BTreeSet<JobId>,
    /// Jobs that had not ended when they were seen last.
    open: BTreeSet<JobId>,
    /// Jobs that have completed since.
    done: BTreeSet<JobId>,
    counting: Option<Counting>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counting {
    /// When it ends, in microseconds since the Unix epoch.
    ends_at: u64,
    /// When it was looked at last.
    seen: u64,
}

/// What the program does at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Nothing: jobs have not ended yet.
    Waits,
    /// Show the countdown, which ends at this time in microseconds since the Unix epoch.
    Counts(u64),
    /// Do it now.
    Fires,
    /// Never do it: this job did not complete.
    Dropped(JobId),
}

impl AfterQueue {
    /// Begins to wait for the end of the jobs that are the user's own; gives none where all of these have ended.
    pub fn new(jobs: &JobsView, is_own: impl Fn(JobId) -> bool) -> Option<Self> {
        let own = jobs.rows().filter(|row| is_own(row.job));
        let (over, open): (Vec<&JobRow>, Vec<&JobRow>) = own.partition(|row| row.is_over());
        let ids = |rows: Vec<&JobRow>| rows.into_iter().map(|row| row.job).collect();
        let (before, open): (_, BTreeSet<JobId>) = (ids(over), ids(open));
        let (done, counting) = (BTreeSet::new(), None);
        (!open.is_empty()).then_some(Self { before, open, done, counting })
    }

    /// Looks at the jobs. `is_free` tells that no request is on its way to the queue and that the user would see a
    /// countdown.
    pub fn follow(
        &mut self,
        jobs: &JobsView,
        is_own: impl Fn(JobId) -> bool,
        is_free: bool,
        now: u64,
    ) -> Turn {
        for row in jobs.rows().filter(|row| is_own(row.job)) {
            let is_known = self.before.contains(&row.job) || self.done.contains(&row.job);
            match row.outcome() {
                // A job that has ended and was started again is waited for, too.
                None => {
                    self.before.remove(&row.job);
                    self.done.remove(&row.job);
                    self.open.insert(row.job);
                }
                Some(_) if is_known => {}
                // Questions without an answer leave something undone, too.
                Some(Outcome::Completed) if !has_trouble(row) => {
                    self.open.remove(&row.job);
                    self.done.insert(row.job);
                }
                Some(
                    Outcome::Completed
                    | Outcome::CompletedWithErrors
                    | Outcome::Cancelled
                    | Outcome::Failed,
                ) => return Turn::Dropped(row.job),
            }
        }
        // A job that was taken out of the queue has not completed.
        if let Some(gone) = self.open.iter().find(|job| jobs.row(**job).is_none()) {
            return Turn::Dropped(*gone);
        }
        if !self.open.is_empty() || !is_free {
            self.counting = None;
            return Turn::Waits;
        }
        let fresh = Counting { ends_at: now + COUNTDOWN, seen: now };
        let counting = self.counting.filter(|it| now.saturating_sub(it.seen) < UNSEEN);
        let counting = Counting { seen: now, ..counting.unwrap_or(fresh) };
        self.counting = Some(counting);
        if now >= counting.ends_at { Turn::Fires } else { Turn::Counts(counting.ends_at) }
    }

    /// Gives when the countdown ends, while there is one, in microseconds since the Unix epoch.
    pub fn ends_at(&self) -> Option<u64> {
        self.counting.map(|counting| counting.ends_at)
    }
}

#[cfg(test)]
mod tests {
    use fcp_engine::event::{Envelope, Event, Summary};
    use fcp_engine::spec::{JobSpec, Options, Verb};

    use super::*;

    fn tell(jobs: &mut JobsView, event: Event) {
        jobs.apply(&Envelope { seq: None, at: 0, event });
    }

    fn queued(jobs: &mut JobsView, job: JobId) {
        let sources = vec![std::path::PathBuf::from("/a").into()];
        let options = Options::default();
        let spec = JobSpec { verb: Verb::Copy, sources, destination: None, options };
        tell(jobs, Event::JobQueued { job, spec: Box::new(spec) });
    }

    fn summary(outcome: Outcome) -> Summary {
        Summary { done: 1, elapsed: 1, ..Summary::without_work(Verb::Copy, outcome, 0) }
    }

    fn ended(jobs: &mut JobsView, job: JobId, outcome: Outcome) {
        tell(jobs, Event::JobSummary { job, summary: summary(outcome) });
    }

    #[test]
    fn it_fires_after_a_countdown_when_all_jobs_have_completed() {
        let mut jobs = JobsView::new();
        assert_eq!(AfterQueue::new(&jobs, |_| true), None);
        queued(&mut jobs, 1);
        let mut after = AfterQueue::new(&jobs, |_| true).unwrap();
        assert_eq!(after.follow(&jobs, |_| true, true, 10), Turn::Waits);
        queued(&mut jobs, 2);
        ended(&mut jobs, 1, Outcome::Completed);
        assert_eq!(after.follow(&jobs, |_| true, true, 20), Turn::Waits);
        ended(&mut jobs, 2, Outcome::Completed);
        assert_eq!(after.follow(&jobs, |_| true, false, 30), Turn::Waits);
        let end = 40 + COUNTDOWN;
        assert_eq!(after.follow(&jobs, |_| true, true, 40), Turn::Counts(end));
        // The rows may be cleared meanwhile.
        (1..=2).for_each(|job| jobs.forget(job));
        for at in (1_000_000..COUNTDOWN).step_by(1_000_000) {
            assert_eq!(after.follow(&jobs, |_| true, true, 40 + at), Turn::Counts(end));
        }
        assert_eq!(after.follow(&jobs, |_| true, true, end), Turn::Fires);
    }

    #[test]
    fn a_job_that_did_not_complete_takes_it_away() {
        for outcome in [Outcome::CompletedWithErrors, Outcome::Cancelled, Outcome::Failed] {
            let mut jobs = JobsView::new();
            queued(&mut jobs, 1);
            ended(&mut jobs, 1, outcome);
            queued(&mut jobs, 2);
            // What had failed before was known to the user.
            let mut after = AfterQueue::new(&jobs, |_| true).unwrap();
            assert_eq!(after.follow(&jobs, |_| true, true, 0), Turn::Waits);
            queued(&mut jobs, 3);
            ended(&mut jobs, 3, outcome);
            assert_eq!(after.follow(&jobs, |_| true, true, 0), Turn::Dropped(3));
        }
        let mut jobs = JobsView::new();
        queued(&mut jobs, 1);
        let mut after = AfterQueue::new(&jobs, |_| true).unwrap();
        let unanswered = Summary { unanswered: 1, ..summary(Outcome::Completed) };
        tell(&mut jobs, Event::JobSummary { job: 1, summary: unanswered });
        assert_eq!(after.follow(&jobs, |_| true, true, 0), Turn::Dropped(1));
        let mut jobs = JobsView::new();
        queued(&mut jobs, 1);
        let mut after = AfterQueue::new(&jobs, |_| true).unwrap();
        tell(&mut jobs, Event::JobRemoved { job: 1 });
        assert_eq!(after.follow(&jobs, |_| true, true, 0), Turn::Dropped(1));
    }

    #[test]
    fn a_countdown_that_nobody_saw_begins_anew_and_a_new_job_ends_it() {
        let mut jobs = JobsView::new();
        queued(&mut jobs, 1);
        let mut after = AfterQueue::new(&jobs, |_| true).unwrap();
        ended(&mut jobs, 1, Outcome::Completed);
        assert_eq!(after.follow(&jobs, |_| true, true, 0), Turn::Counts(COUNTDOWN));
        let late = COUNTDOWN + 1;
        assert_eq!(after.follow(&jobs, |_| true, true, late), Turn::Counts(late + COUNTDOWN));
        queued(&mut jobs, 2);
        assert_eq!(after.follow(&jobs, |_| true, true, late), Turn::Waits);
        assert_eq!(after.ends_at(), None);
    }

    #[test]
    fn jobs_of_other_programs_neither_start_nor_drop_it() {
        let own = |job| job == 1;
        let mut jobs = JobsView::new();
        queued(&mut jobs, 2);
        assert_eq!(AfterQueue::new(&jobs, own), None);
        queued(&mut jobs, 1);
        let mut after = AfterQueue::new(&jobs, own).unwrap();
        ended(&mut jobs, 2, Outcome::Failed);
        assert_eq!(after.follow(&jobs, own, true, 0), Turn::Waits);
        queued(&mut jobs, 3);
        ended(&mut jobs, 1, Outcome::Completed);
        assert_eq!(after.follow(&jobs, own, true, 0), Turn::Counts(COUNTDOWN));
    }
}
