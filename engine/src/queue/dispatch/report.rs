//! Collects the events and reports of own jobs, and writes them to the store.

use super::Dispatcher;
use crate::contract::error::Action;
use crate::contract::event::{Event, Warning};
use crate::journal::Entry;
use crate::queue::QueueError;
use crate::queue::state::Change;
use crate::queue::store::Report;

/// Events in a beat that are so much.
const MANY: usize = 1_000;

/// Reports of jobs that are kept while they cannot be written.
const MOST_UNWRITTEN: usize = 10_000;

/// Skipped and failed items that are kept meanwhile; the store keeps as many of a job.
const MOST_UNTOLD: usize = 100_000;

impl Dispatcher {
    /// Takes what own jobs have told and reported.
    pub(super) fn listen(&mut self) -> bool {
        let mut heard = 0;
        while let Some(envelope) = self.told.try_next() {
            heard += 1;
            let Some(told) = envelope.event.job() else { continue };
            let job = self.guest.filter(|(here, _)| *here == told).map_or(told, |(_, there)| there);
            let Some(running) = self.running.get_mut(&job) else { continue };
            match envelope.event.of_job(job) {
                Event::Progress { progress, .. } => {
                    running.counters = progress.clone();
                    running.progress = Some(progress);
                }
                // A guest's questions have numbers that others may have, too.
                Event::QuestionAsked { .. } | Event::QuestionAnswered { .. }
                    if self.guest.is_some() => {}
                // The store knows these better.
                Event::JobQueued { .. } | Event::JobPlaced { .. } | Event::JobRemoved { .. } => {}
                event => {
                    if let Event::JobSummary { summary, .. } = &event {
                        running.summary = Some(summary.clone());
                    }
                    if let Event::QuestionAnswered { answer: None, .. } = &event {
                        running.withdrawn += 1;
                        running.progress.get_or_insert_with(|| running.counters.clone());
                    }
                    self.report.facts.push((envelope.at, event));
                }
            }
        }
        self.report.journal.extend(self.reports.try_iter());
        heard > MANY
    }

    /// Stores it, in one transaction.
    pub(super) fn write(&mut self) -> Result<(), QueueError> {
        for (job, running) in &mut self.running {
            if let Some(mut progress) = running.progress.take() {
                progress.waiting = progress.waiting.max(running.withdrawn);
                self.report.progress.push((*job, progress));
            }
            // At once: a job that is killed can be taken back, too.
            if !running.recorded
                && let Some(record) = running.job.record_path()
            {
                running.recorded = true;
                self.report.records.push((*job, record));
            }
        }
        if self.report.is_empty() {
            return Ok(());
        }
        self.store.write(&self.report)?;
        for (job, entry) in &self.report.journal {
            if let (Entry::Ended { seq, .. }, Some(running)) = (entry, self.running.get(job))
                && let Some(journal) = &running.job.journal
            {
                journal.note_stored(*seq);
            }
        }
        self.report = Report { owner: self.report.owner, ..Report::default() };
        // The other end never goes before this one.
        let _checkpoint = self.written.send(()).is_ok();
        self.catch_up()
    }

    /// Stores the pauses that could not be stored when they were made.
    fn catch_up(&mut self) -> Result<(), QueueError> {
        for (job, running) in &mut self.running {
            let paused = running.job.control.is_paused();
            if running.has_warned && paused != running.requests.paused {
                let change = if paused { Change::Pause } else { Change::Resume };
                self.store.change(*job, change)?;
                running.requests.paused = paused;
            }
            running.has_warned = false;
        }
        Ok(())
    }

    /// Tells that the store cannot be written, once for each job that would begin again.
    pub(super) fn warn_not_stored(&mut self, error: &QueueError) {
        // What is never reported is done again, so that dropping it is safe; it must not pile up.
        if self.report.journal.len() > MOST_UNWRITTEN {
            self.report.journal.clear();
        }
        self.report.progress.clear();
        let mut items = 0;
        self.report.facts.retain(|(_, fact)| {
            let is_item = matches!(fact, Event::ItemSkipped { .. } | Event::ItemFailed { .. });
            items += usize::from(is_item);
            !is_item || items <= MOST_UNTOLD
        });
        for (id, running) in &mut self.running {
            if !std::mem::replace(&mut running.has_warned, true) {
                let error = error.as_op(Action::Journal);
                let warning = Warning::NotJournaled { error };
                // It has no journal.
                if self.guest.is_none() {
                    self.launcher.common.hub.tell(Event::Warning { job: *id, warning });
                }
            }
        }
    }
}
