//! Applies an event to one row.

use super::{Failed, JobRow, Skipped};
use crate::contract::event::{Event, JobStatus, Phase, Progress, Question, Summary, Totals};

impl JobRow {
    pub(super) fn apply(&mut self, event: &Event, at: u64) {
        // Events of several threads may carry times a little out of order.
        self.heard_at = self.heard_at.max(at);
        let at = self.heard_at;
        match event {
            Event::Hello { .. }
            | Event::Bye { .. }
            | Event::Reply { .. }
            | Event::JobRemoved { .. } => {}
            Event::JobPlaced { place, .. } => self.place = Some(place.clone()),
            Event::JobQueued { spec, .. } => {
                self.queued_at = at;
                self.verb = Some(spec.verb);
                self.spec = Some(spec.clone());
            }
            Event::JobStarted { workers, .. } => {
                self.workers = *workers;
                // What an interrupted run had asked is asked again.
                self.progress.waiting = self.questions.len() as u64;
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
                if self.questions.remove(question).is_some() {
                    self.progress.waiting = self.progress.waiting.saturating_sub(1);
                }
                self.progress.waiting = self.progress.waiting.max(self.questions.len() as u64);
                self.moved_at = at;
            }
            Event::Progress { progress, .. } => self.advance(progress, at),
            Event::JobSummary { summary, .. } => self.end(summary, at),
        }
    }

    /// Takes over what a status report says; it describes a job from before the stream began.
    pub(super) fn adopt(&mut self, status: &JobStatus, at: u64) {
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
            Phase::Running => self.pace.start(at, self.worked()),
            Phase::Queued | Phase::Flushing | Phase::Verifying | Phase::Finished => {
                self.pace.stop(at);
            }
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
            self.pace.start(at, self.worked());
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
            // Of many conflicts not all are asked about yet.
            self.progress.waiting = question.waiting.max(self.questions.len() as u64);
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
        // The engine takes them back when it removes an unfinished copy, and only samples tell them, in order.
        old.bytes_done = new.bytes_done;
        old.bytes_reflinked = new.bytes_reflinked;
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
        self.pace.sample(at, self.worked());
    }

    fn end(&mut self, summary: &Summary, at: u64) {
        if self.is_over() {
            return;
        }
        self.pace.sample(at, self.worked());
        self.pace.stop(at);
        let settled = Progress {
            items_done: summary.done.saturating_add(summary.skipped).saturating_add(summary.failed),
            items_skipped: summary.skipped,
            items_failed: summary.failed,
            bytes_done: summary.bytes,
            bytes_reflinked: summary.bytes_reflinked,
            carried: summary.carried,
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

/// Raises each counter; a sample that comes late never turns one back.
fn raise(old: &mut Progress, new: &Progress) {
    old.items_done = old.items_done.max(new.items_done);
    old.items_skipped = old.items_skipped.max(new.items_skipped);
    old.items_failed = old.items_failed.max(new.items_failed);
    old.bytes_done = old.bytes_done.max(new.bytes_done);
    old.items_resumed = old.items_resumed.max(new.items_resumed);
    old.bytes_resumed = old.bytes_resumed.max(new.bytes_resumed);
    old.bytes_reflinked = old.bytes_reflinked.max(new.bytes_reflinked);
    old.bytes_skipped = old.bytes_skipped.max(new.bytes_skipped);
    let (carried, newer) = (&mut old.carried, &new.carried);
    carried.reflinked = carried.reflinked.max(newer.reflinked);
    carried.kernel = carried.kernel.max(newer.kernel);
    carried.bytes_kernel = carried.bytes_kernel.max(newer.bytes_kernel);
    carried.streamed = carried.streamed.max(newer.streamed);
    carried.bytes_streamed = carried.bytes_streamed.max(newer.bytes_streamed);
}
