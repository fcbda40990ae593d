//! Computes what front ends show: a pure fold of events into one row per job.
//!
//! Nothing here reads a clock. Time comes from [`Envelope::at`], and where a number goes stale
//! between two events the question carries its own `now`, so a replayed log shows what was shown
//! then. Streams may begin late or lack events; a row shows what it has heard of.
//!
//! # Numbers on screens
//!
//! `JobsView` takes the current speed over four seconds of samples and the time left as a range between
//! the current speed and that of the last 24 seconds. Only bytes that really travelled make a speed;
//! reflinked and skipped ones shorten the way and promise nothing. There is no percentage without final
//! totals and no time left within the first two seconds. A job is *stalled* when no counter moved for
//! five seconds although it should work; silence alone lowers the shown speed, because every question to
//! the view carries its own `now`.
//!
//! `tui/src/format.rs` prints binary units, `ui-web/src/model/format.ts` decimal ones; both are tested
//! against `assets/format-golden.json`.

use std::collections::BTreeMap;

use crate::contract::error::OpError;
use crate::contract::event::{
    Envelope, Event, JobId, Phase, Place, Plan, Progress, Question, QuestionId, SkipReason,
    Summary, Totals, Warning,
};
use crate::contract::path::WirePath;
use crate::contract::spec::{JobSpec, Verb};

mod ask;
mod fold;
mod pace;
#[cfg(test)]
mod tests;

use pace::Pace;
pub use pace::{Eta, HISTORY, Speed};

/// Entries kept of each list of a row; the counts beside them stay exact.
pub const LISTED: usize = 1_000;

/// Microseconds without any counter moving after which a running job counts as stalled.
pub(crate) const STALL: u64 = 5_000_000;

/// Folds events into one row per job.
#[derive(Clone, Debug, Default)]
pub struct JobsView {
    rows: BTreeMap<JobId, JobRow>,
}

/// Shows one job.
#[derive(Clone, Debug)]
pub struct JobRow {
    /// The job.
    pub job: JobId,
    /// What it does; none while the stream has not told.
    pub verb: Option<Verb>,
    /// The request; none if the stream began too late to tell.
    pub spec: Option<Box<JobSpec>>,
    /// Where it is in its life.
    pub phase: Phase,
    /// Whether it is paused.
    pub paused: bool,
    /// Where it stands in the queue; none in an engine without one.
    pub place: Option<Place>,
    /// The newest counters; each only ever grows.
    pub progress: Progress,
    /// The newest totals.
    pub totals: Totals,
    /// Its worker threads; 0 before it starts.
    pub workers: u16,
    /// Items that failed.
    pub failed: Listed<Failed>,
    /// Items that were left alone.
    pub skipped: Listed<Skipped>,
    /// What was worth telling but cost no item.
    pub warnings: Listed<Warning>,
    /// Questions that wait for an answer, oldest first; `progress.waiting` counts also the items of a job
    /// with many conflicts that it will ask about when some of these are answered, and in phase `queued` the
    /// questions of an interrupted run, which the next run asks again.
    pub questions: BTreeMap<QuestionId, Question>,
    /// What a dry run foresees.
    pub plan: Option<Box<Plan>>,
    /// The result, once the job has ended.
    pub summary: Option<Summary>,
    /// When it was queued, in microseconds since the Unix epoch; 0 if unknown.
    pub queued_at: u64,
    /// When the last event came, in microseconds since the Unix epoch.
    pub heard_at: u64,
    /// `item.done` events so far.
    done_told: u64,
    /// When a counter last moved.
    moved_at: u64,
    pace: Pace,
}

/// Keeps the first [`LISTED`] entries and counts all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed<T> {
    /// The first entries.
    pub items: Vec<T>,
    /// How many there were.
    pub count: u64,
}

/// An item that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// The source.
    pub src: WirePath,
    /// What failed.
    pub error: OpError,
}

/// An item that was left alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The source.
    pub src: WirePath,
    /// The destination.
    pub dst: WirePath,
    /// Why.
    pub reason: SkipReason,
}

impl<T> Default for Listed<T> {
    fn default() -> Self {
        Self { items: Vec::new(), count: 0 }
    }
}

impl<T> Listed<T> {
    fn push(&mut self, item: T) {
        self.count += 1;
        if self.items.len() < LISTED {
            self.items.push(item);
        }
    }
}

impl JobsView {
    /// Starts without jobs.
    pub fn new() -> Self {
        Self::default()
    }

    /// Folds one event in.
    pub fn apply(&mut self, envelope: &Envelope) {
        match &envelope.event {
            Event::Hello { .. } | Event::Bye { .. } => {}
            Event::JobRemoved { job } => drop(self.rows.remove(job)),
            Event::Reply { status, .. } => {
                for status in status.iter().flatten() {
                    self.row_mut(status.job, envelope.at).adopt(status, envelope.at);
                }
            }
            event => {
                if let Some(job) = event.job() {
                    self.row_mut(job, envelope.at).apply(event, envelope.at);
                }
            }
        }
    }

    /// Gives every row, in the order of the job numbers.
    pub fn rows(&self) -> impl Iterator<Item = &JobRow> {
        self.rows.values()
    }

    /// Gives the row of a job.
    pub fn row(&self, job: JobId) -> Option<&JobRow> {
        self.rows.get(&job)
    }

    /// Gives every open question, by job and then by age.
    pub fn questions(&self) -> impl Iterator<Item = (JobId, &Question)> {
        self.rows.values().flat_map(|row| row.questions.values().map(|q| (row.job, q)))
    }

    /// Tells whether any job is not over yet.
    pub fn is_busy(&self) -> bool {
        self.rows.values().any(|row| !row.is_over())
    }

    /// Removes the row of a job that has ended.
    pub fn forget(&mut self, job: JobId) {
        if self.rows.get(&job).is_some_and(JobRow::is_over) {
            self.rows.remove(&job);
        }
    }

    fn row_mut(&mut self, job: JobId, at: u64) -> &mut JobRow {
        self.rows.entry(job).or_insert_with(|| JobRow::new(job, at))
    }
}

impl JobRow {
    fn new(job: JobId, at: u64) -> Self {
        Self {
            job,
            verb: None,
            spec: None,
            phase: Phase::Queued,
            paused: false,
            place: None,
            progress: Progress::default(),
            totals: Totals::default(),
            workers: 0,
            failed: Listed::default(),
            skipped: Listed::default(),
            warnings: Listed::default(),
            questions: BTreeMap::new(),
            plan: None,
            summary: None,
            queued_at: 0,
            heard_at: at,
            done_told: 0,
            moved_at: at,
            pace: Pace::default(),
        }
    }
}
