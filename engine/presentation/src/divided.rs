//! A plan while processes copy its parts, as rows: one for the whole of it, and one for each part that a process has.

use std::collections::BTreeMap;

use fcp_engine::event::{Carried, Envelope, Event, JobId, Outcome, Progress, Summary, Totals};
use fcp_engine::parts::{Status, Sums};
use fcp_engine::spec::JobSpec;
use fcp_engine::view::{JobRow, JobsView};

use crate::jobs::{self, Pace, Row};

/// Parts that have ended and are still shown.
const OVER: usize = 5;

/// The job that stands for the whole plan in a view of its own.
const WHOLE: JobId = 0;

/// Folds what looks at a plan have found.
#[derive(Clone, Debug)]
pub struct DividedView {
    spec: JobSpec,
    whole: JobsView,
    parts: JobsView,
    heard: BTreeMap<u64, Heard>,
    sums: Sums,
    /// What had been done at the first look, which makes no speed.
    before: Option<Progress>,
}

/// What is known of a part beside its row.
#[derive(Clone, Debug, Default)]
struct Heard {
    /// When it was heard of last, by the clock of this machine.
    at: u64,
    host: String,
    /// Processes that have begun it so far.
    attempt: u64,
    /// Whether a process had it when this view knew it.
    was_seen: bool,
}

/// A plan as it was at one look.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The request that is divided.
    pub spec: JobSpec,
    /// How far the plan is.
    pub status: Status,
    /// The row of the whole plan; none before the first look.
    pub whole: Option<Row>,
    /// Items that have ended.
    pub items_done: u64,
    /// The parts that processes have, and the last of those that have ended since the first look.
    pub parts: Vec<PartRow>,
    /// Whether each part has ended.
    pub is_over: bool,
    /// Whether parts are left and no process has one.
    pub is_idle: bool,
}

/// What a table shows of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartRow {
    /// The number of the part.
    pub part: u64,
    /// The machine that copies it.
    pub host: String,
    /// Processes that have begun it so far, with this one; 0 while that is not known.
    pub attempt: u64,
    /// Where it stands.
    pub row: Row,
}

impl DividedView {
    /// Begins with a plan of which nothing is known but the request that it divides.
    pub fn new(spec: JobSpec) -> Self {
        Self {
            spec,
            whole: JobsView::new(),
            parts: JobsView::new(),
            heard: BTreeMap::new(),
            sums: Sums::default(),
            before: None,
        }
    }

    /// Takes what a part has told; `now` is by the clock of this machine.
    pub fn hear(&mut self, envelope: &Envelope, now: u64) {
        let Some(part) = envelope.event.job() else { return };
        if matches!(envelope.event, Event::JobQueued { .. }) {
            // It begins anew. A process that was killed has told no end, and the clock of the next may be behind its own.
            let removed = Event::JobRemoved { job: part };
            self.parts.apply(&Envelope { seq: None, at: envelope.at, event: removed });
        }
        self.parts.apply(envelope);
        self.heard.entry(part).or_default().at = now;
    }

    /// Takes the sums of a look.
    pub fn take(&mut self, sums: Sums, now: u64) {
        for claimed in &sums.status.claimed {
            let heard = self.heard.entry(claimed.part).or_default();
            heard.host.clone_from(&claimed.host);
            heard.attempt = claimed.attempt;
            heard.was_seen = true;
        }
        self.sums = sums;
        self.fold(now);
        self.settle();
    }

    /// Gives all of it at a moment.
    pub fn seen(&self, now: u64) -> Seen {
        Seen {
            spec: self.spec.clone(),
            status: self.status().clone(),
            whole: self.whole(now),
            items_done: self.items_done(),
            parts: self.parts(now),
            is_over: self.is_over(),
            is_idle: self.is_idle(),
        }
    }

    /// Gives the newest sums.
    pub fn status(&self) -> &Status {
        &self.sums.status
    }

    /// Gives the request that is divided.
    pub fn spec(&self) -> &JobSpec {
        &self.spec
    }

    /// Tells whether each part has ended.
    pub fn is_over(&self) -> bool {
        let status = self.status();
        self.before.is_some() && status.left == 0 && status.claimed.is_empty()
    }

    /// Tells whether parts are left and no process copies one.
    pub fn is_idle(&self) -> bool {
        let status = self.status();
        self.before.is_some() && status.left > 0 && status.claimed.is_empty()
    }

    /// Gives how many items have ended.
    pub fn items_done(&self) -> u64 {
        self.sums.progress.items_done
    }

    /// Gives the row of the whole plan; none before the first look.
    pub fn whole(&self, now: u64) -> Option<Row> {
        let row = self.whole.row(WHOLE)?;
        // Samples come seconds apart.
        Some(Row::of(row, Pace { stalled: false, ..Pace::of(row, now) }))
    }

    /// Gives the parts that processes have, and the last of those that have ended since the first look.
    pub fn parts(&self, now: u64) -> Vec<PartRow> {
        let claimed = self.status().claimed.iter().map(|claimed| claimed.part);
        let over = self.over().into_iter().take(OVER);
        claimed.chain(over).filter_map(|part| self.part(part, now)).collect()
    }

    fn part(&self, part: u64, now: u64) -> Option<PartRow> {
        let (row, heard) = (self.parts.row(part)?, self.heard.get(&part)?);
        // Machines need not have one clock: time since the last event is measured on this one alone.
        let there = row.heard_at.saturating_add(now.saturating_sub(heard.at));
        let pace = Pace { stalled: false, ..Pace::of(row, there) };
        let (host, attempt) = (heard.host.clone(), heard.attempt);
        Some(PartRow { part, host, attempt, row: Row::of(row, pace) })
    }

    /// Gives the parts that have ended and that a process was seen to have, the newest first.
    fn over(&self) -> Vec<u64> {
        let has_ended = |part: &u64| {
            let is_claimed = self.status().claimed.iter().any(|claimed| claimed.part == *part);
            !is_claimed && self.heard.get(part).is_some_and(|heard| heard.was_seen)
        };
        let over = jobs::over(self.parts.rows()).into_iter().map(|row| row.job);
        over.filter(has_ended).collect()
    }

    /// Tells the whole plan as if it were a job.
    fn fold(&mut self, now: u64) {
        let (status, progress) = (&self.sums.status, &self.sums.progress);
        let was_over = self.whole.row(WHOLE).is_some_and(JobRow::is_over);
        let summary = self.summary();
        let mut tell = |event| self.whole.apply(&Envelope { seq: None, at: now, event });
        let is_over = status.left == 0 && status.claimed.is_empty();
        if was_over && !is_over {
            // A retry has made parts begin anew.
            tell(Event::JobRemoved { job: WHOLE });
            self.before = None;
        }
        let is_new = self.before.is_none();
        let before = self.before.get_or_insert_with(|| progress.clone());
        if is_new {
            tell(Event::JobQueued { job: WHOLE, spec: Box::new(self.spec.clone()) });
        }
        // Data of items that were skipped is in no sum, so that items alone tell how far such a plan is.
        let is_whole = progress.items_skipped == 0 && progress.items_failed == 0;
        let bytes = is_whole.then_some(status.bytes);
        let totals = Totals { items: status.items, bytes, complete: true };
        tell(Event::JobTotals { job: WHOLE, totals });
        let sample = Progress {
            items_resumed: before.items_done,
            bytes_resumed: before.bytes_done.saturating_sub(before.bytes_reflinked),
            ..progress.clone()
        };
        tell(Event::Progress { job: WHOLE, progress: sample });
        if is_new {
            tell(Event::JobStarted { job: WHOLE, workers: 0 });
        }
        if is_over && (is_new || !was_over) {
            tell(Event::JobSummary { job: WHOLE, summary });
        }
    }

    fn summary(&self) -> Summary {
        let (status, progress) = (&self.sums.status, &self.sums.progress);
        let has_failed =
            !status.failed.is_empty() || !status.missing.is_empty() || status.unreadable > 0;
        let rate = status.rate.filter(|rate| *rate > 0);
        Summary {
            verb: self.spec.verb,
            outcome: if has_failed { Outcome::CompletedWithErrors } else { Outcome::Completed },
            done: status.items_done,
            skipped: status.items_skipped,
            failed: status.items_failed + status.unreadable,
            mismatched: 0,
            unanswered: 0,
            replaced: 0,
            renamed: 0,
            removed: 0,
            bytes: status.bytes_done,
            bytes_reflinked: progress.bytes_reflinked,
            reflinked: 0,
            bytes_freed: 0,
            bytes_holes: 0,
            carried: Carried::default(),
            elapsed: rate.map_or(0, |rate| status.bytes_done.saturating_mul(1_000_000) / rate),
        }
    }

    /// Forgets parts that are shown no more; a plan may have very many.
    fn settle(&mut self) {
        let shown: Vec<u64> = self.over().into_iter().take(OVER).collect();
        let over = self.parts.rows().filter(|row| row.is_over()).map(|row| row.job);
        for part in over.filter(|part| !shown.contains(part)).collect::<Vec<_>>() {
            self.parts.forget(part);
            self.heard.remove(&part);
        }
    }
}

#[cfg(test)]
mod tests;
