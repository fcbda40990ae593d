//! What the faces show: a pure fold of events into one row per job.
//!
//! Nothing here reads a clock. Time comes from [`Envelope::at`], and where a number goes stale
//! between two events the question carries its own `now`, so a replayed log shows what was shown
//! then. Streams may begin late or lack events; a row shows what it has heard of.

use std::collections::BTreeMap;

use crate::error::OpError;
use crate::event::{
    Envelope, Event, JobId, JobStatus, Outcome, Phase, Plan, Progress, Question, QuestionId,
    SkipReason, Summary, Totals, Warning,
};
use crate::path::WirePath;
use crate::spec::{Destination, JobSpec, Verb};

mod pace;
#[cfg(test)]
mod tests;

use pace::Pace;
pub use pace::{Eta, HISTORY, Speed};

/// Entries kept of each list of a row; the counts beside them stay exact.
pub const LISTED: usize = 1_000;

/// Microseconds without any counter moving after which a running job counts as stalled.
pub const STALL: u64 = 5_000_000;

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
    /// What was asked; none if the stream began too late to tell.
    pub spec: Option<Box<JobSpec>>,
    /// Where it is in its life.
    pub phase: Phase,
    /// Whether it is paused.
    pub paused: bool,
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
    /// Questions that wait for an answer, oldest first.
    pub questions: BTreeMap<QuestionId, Question>,
    /// What a dry run foresees.
    pub plan: Option<Box<Plan>>,
    /// The result, once the job is over.
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

    /// Removes the row of a job that is over.
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

    fn apply(&mut self, event: &Event, at: u64) {
        // Events of several threads may carry times a little out of order.
        self.heard_at = self.heard_at.max(at);
        let at = self.heard_at;
        match event {
            Event::Hello { .. } | Event::Bye { .. } | Event::Reply { .. } => {}
            Event::JobQueued { spec, .. } => {
                self.queued_at = at;
                self.verb = Some(spec.verb);
                self.spec = Some(spec.clone());
            }
            Event::JobStarted { workers, .. } => {
                self.workers = *workers;
                self.enter(Phase::Running, at);
            }
            Event::JobTotals { totals, .. } => self.count(*totals, at),
            Event::JobPaused { .. } => self.pause(true, at),
            Event::JobResumed { .. } => self.pause(false, at),
            Event::JobPhase { phase, .. } => self.enter(*phase, at),
            Event::JobPlan { plan, .. } => {
                self.count(plan.totals, at);
                self.plan = Some(plan.clone());
            }
            Event::ItemStarted { .. } => self.moved_at = at,
            Event::ItemDone { .. } => {
                self.done_told += 1;
                self.settle(at);
            }
            Event::ItemSkipped { src, dst, reason, .. } => {
                let (src, dst, reason) = (src.clone(), dst.clone(), *reason);
                self.skipped.push(Skipped { src, dst, reason });
                self.settle(at);
            }
            Event::ItemFailed { src, error, .. } => {
                self.failed.push(Failed { src: src.clone(), error: error.clone() });
                self.settle(at);
            }
            Event::Warning { warning, .. } => self.warnings.push(warning.clone()),
            Event::QuestionAsked { question, .. } => self.ask(question, at),
            Event::QuestionAnswered { question, .. } => {
                self.questions.remove(question);
                self.progress.waiting = self.questions.len() as u64;
                self.moved_at = at;
            }
            Event::Progress { progress, .. } => self.advance(progress, at),
            Event::JobSummary { summary, .. } => self.end(summary, at),
        }
    }

    /// Takes over what a status report says; it describes a job from before the stream began.
    fn adopt(&mut self, status: &JobStatus, at: u64) {
        self.heard_at = self.heard_at.max(at);
        let at = self.heard_at;
        if status.phase != Phase::Queued {
            self.enter(status.phase, at);
        }
        self.advance(&status.progress, at);
        for question in &status.questions {
            self.ask(question, at);
        }
        if let Some(summary) = &status.summary {
            self.end(summary, at);
        }
    }

    fn enter(&mut self, phase: Phase, at: u64) {
        if self.is_over() || self.phase == phase {
            return;
        }
        self.phase = phase;
        self.moved_at = at;
        match phase {
            Phase::Queued => {}
            Phase::Running => self.pace.start(at, self.copied(), self.progress.items_done),
            Phase::Flushing | Phase::Verifying | Phase::Finished => self.pace.stop(at),
        }
    }

    fn pause(&mut self, paused: bool, at: u64) {
        if self.is_over() || self.paused == paused {
            return;
        }
        self.paused = paused;
        self.progress.paused = paused;
        self.moved_at = at;
        if paused {
            self.pace.stop(at);
        } else if self.phase == Phase::Running {
            self.pace.start(at, self.copied(), self.progress.items_done);
        }
    }

    fn count(&mut self, totals: Totals, at: u64) {
        // A final count is not taken back by a sample that was on its way before it.
        if self.totals != totals && (totals.complete || !self.totals.complete) {
            self.totals = totals;
            self.progress.totals = Some(totals);
            self.moved_at = at;
        }
    }

    fn ask(&mut self, question: &Question, at: u64) {
        if !self.is_over() {
            self.questions.insert(question.id, question.clone());
            self.progress.waiting = self.questions.len() as u64;
            self.moved_at = at;
        }
    }

    /// Raises the counters to what the terminal events of items have told.
    fn settle(&mut self, at: u64) {
        let now = &mut self.progress;
        now.items_skipped = now.items_skipped.max(self.skipped.count);
        now.items_failed = now.items_failed.max(self.failed.count);
        now.items_done =
            now.items_done.max(self.done_told + self.skipped.count + self.failed.count);
        self.moved_at = at;
    }

    fn advance(&mut self, new: &Progress, at: u64) {
        if self.is_over() {
            return;
        }
        let old = &mut self.progress;
        let moved = new.items_done > old.items_done
            || new.bytes_done > old.bytes_done
            || new.in_flight != old.in_flight;
        raise(old, new);
        old.in_flight.clone_from(&new.in_flight);
        // Numbers without their questions still matter to a stream that began late.
        old.waiting = new.waiting.max(self.questions.len() as u64);
        if let Some(totals) = new.totals {
            self.count(totals, at);
        }
        if moved {
            self.moved_at = at;
            // Only a running job moves, so a late stream has missed its start.
            if self.phase == Phase::Queued {
                self.enter(Phase::Running, at);
            }
        }
        self.pause(new.paused, at);
        self.pace.sample(at, self.copied(), self.progress.items_done);
    }

    fn end(&mut self, summary: &Summary, at: u64) {
        if self.is_over() {
            return;
        }
        self.pace.sample(at, self.copied(), self.progress.items_done);
        self.pace.stop(at);
        let settled = Progress {
            items_done: summary.done.saturating_add(summary.skipped).saturating_add(summary.failed),
            items_skipped: summary.skipped,
            items_failed: summary.failed,
            bytes_done: summary.bytes,
            bytes_reflinked: summary.bytes_reflinked,
            ..Progress::default()
        };
        raise(&mut self.progress, &settled);
        self.progress.in_flight.clear();
        self.progress.waiting = 0;
        self.progress.paused = false;
        self.paused = false;
        self.questions.clear();
        self.phase = Phase::Finished;
        self.verb = Some(summary.verb);
        self.summary = Some(summary.clone());
    }
}

/// What a row answers.
impl JobRow {
    /// Tells whether the job is over.
    pub fn is_over(&self) -> bool {
        self.summary.is_some()
    }

    /// Gives how the job ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.summary.as_ref().map(|summary| summary.outcome)
    }

    /// Gives the operands.
    pub fn sources(&self) -> &[WirePath] {
        self.spec.as_ref().map_or(&[], |spec| &spec.sources)
    }

    /// Gives where the operands go.
    pub fn destination(&self) -> Option<&Destination> {
        self.spec.as_ref().and_then(|spec| spec.destination.as_ref())
    }

    /// Gives the bytes that really travelled: neither reflinked nor skipped.
    pub fn copied(&self) -> u64 {
        let Progress { bytes_done, bytes_reflinked, bytes_skipped, .. } = self.progress;
        bytes_done.saturating_sub(bytes_reflinked.saturating_add(bytes_skipped))
    }

    /// Gives the share of the work that is done, from 0 to 1; none without final totals.
    ///
    /// It counts bytes, or items where the bytes are unknown or none.
    pub fn fraction(&self) -> Option<f64> {
        if self.outcome() == Some(Outcome::Completed) {
            return Some(1.0);
        }
        if !self.totals.complete {
            return None;
        }
        let (done, total) = match self.totals.bytes {
            None | Some(0) => (self.progress.items_done, self.totals.items),
            Some(bytes) => (self.progress.bytes_done, bytes),
        };
        (total > 0).then(|| (done as f64 / total as f64).min(1.0))
    }

    /// Gives [`fraction`](Self::fraction) in whole percent, 100 only when nothing is left.
    pub fn percent(&self) -> Option<u8> {
        let percent = (self.fraction()? * 100.0) as u8;
        let items_left = self.progress.items_done < self.totals.items;
        Some(if items_left && !self.is_over() { percent.min(99) } else { percent })
    }

    /// Gives the speed over the last seconds; zero while paused and outside the running phase.
    pub fn rate(&self, now: u64) -> Speed {
        self.pace.recent(now)
    }

    /// Gives the mean speed since the start, pauses left out.
    pub fn mean_rate(&self, now: u64) -> Speed {
        self.pace.mean(now)
    }

    /// Gives the speed of the last seconds, oldest first, at most [`HISTORY`] samples of a second.
    pub fn history(&self) -> impl ExactSizeIterator<Item = Speed> {
        self.pace.history()
    }

    /// Gives the time left, once it means something.
    ///
    /// Only bytes that really travel make the rate, so a burst of reflinks promises nothing.
    pub fn eta(&self, now: u64) -> Option<Eta> {
        if self.phase != Phase::Running || self.paused || !self.totals.complete {
            return None;
        }
        let bytes_left =
            self.totals.bytes.map_or(0, |bytes| bytes.saturating_sub(self.progress.bytes_done));
        let items_left = self.totals.items.saturating_sub(self.progress.items_done);
        if bytes_left > 0 {
            self.pace.eta(now, bytes_left, |speed| speed.bytes)
        } else {
            self.pace.eta(now, items_left, |speed| speed.items)
        }
    }

    /// Gives the microseconds the job has worked, pauses left out.
    pub fn active(&self, now: u64) -> u64 {
        self.pace.active(now)
    }

    /// Tells whether the job can do nothing until its questions are answered.
    pub fn waits_only(&self) -> bool {
        self.phase == Phase::Running
            && self.progress.waiting > 0
            && self.progress.in_flight.is_empty()
    }

    /// Tells whether a job that should work has not moved for [`STALL`] microseconds.
    pub fn is_stalled(&self, now: u64) -> bool {
        self.phase == Phase::Running
            && !self.paused
            && !self.waits_only()
            && now.saturating_sub(self.moved_at) >= STALL
    }
}

/// Raises each counter; a sample that comes late never turns one back.
fn raise(old: &mut Progress, new: &Progress) {
    old.items_done = old.items_done.max(new.items_done);
    old.items_skipped = old.items_skipped.max(new.items_skipped);
    old.items_failed = old.items_failed.max(new.items_failed);
    old.bytes_done = old.bytes_done.max(new.bytes_done);
    old.bytes_reflinked = old.bytes_reflinked.max(new.bytes_reflinked);
    old.bytes_skipped = old.bytes_skipped.max(new.bytes_skipped);
}
