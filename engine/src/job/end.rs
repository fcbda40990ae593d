//! Ends jobs, or hands them back to the queue before their end, and waits for either.

use std::path::Path;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;

use super::Job;
use crate::contract::event::{Event, Outcome, Phase, Summary, Warning};
use crate::contract::spec::{Durability, ErrorPolicy, Verb};
use crate::record::{Line, Recorder};
use fcp_sys::{self as sys, Identity, c_path, lock};

impl Job {
    /// Waits until the job has ended.
    ///
    /// One that was halted gives what it did so far, as cancelled.
    pub(crate) fn wait(&self) -> Summary {
        let mut state = lock(&self.state);
        loop {
            if let Some(summary) = &state.summary {
                return summary.clone();
            }
            if state.halted {
                return self.sum_up(Outcome::Cancelled);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits until the job has ended, but not longer than `timeout`; tells whether it has.
    pub(crate) fn wait_for(&self, timeout: std::time::Duration) -> bool {
        let state = lock(&self.state);
        let (state, _) = self
            .changed
            .wait_timeout_while(state, timeout, |state| !state.is_over())
            .unwrap_or_else(PoisonError::into_inner);
        state.is_over()
    }

    /// Ends the job, or hands it back if it was halted before its end.
    pub(crate) fn finish(&self, failed_to_run: bool) {
        if self.control.is_halted() && self.is_cut_short() && !self.control.is_aborted() {
            return self.hand_back();
        }
        self.list_verified(failed_to_run);
        if let Some(Err(error)) = self.recorder.as_ref().map(Recorder::end) {
            let warning = Warning::NotRecorded { error };
            self.hub.tell(Event::Warning { job: self.id, warning });
        }
        self.conclude(self.outcome(failed_to_run));
    }

    /// Writes the list of what was verified, or tells why there is none.
    fn list_verified(&self, failed_to_run: bool) {
        let Some(manifest) = &self.manifest else { return };
        if failed_to_run {
            return manifest.remove();
        }
        let finished = manifest.finish();
        if finished.is_ok() {
            self.record_list(manifest.path());
        }
        let warning = match finished {
            Ok(()) if self.has_failures() || self.is_cut_short() => {
                Warning::PartialManifest { path: manifest.path().into() }
            }
            Ok(()) => return,
            Err(error) => {
                // The list was as much a part of the request as the copies.
                self.note_own_error();
                Warning::NoManifest { error }
            }
        };
        self.hub.tell(Event::Warning { job: self.id, warning });
    }

    /// Writes down that a copy has made a list, so that an undo takes it along: like an archive it has no original.
    fn record_list(&self, path: &Path) {
        let recorder = self.recorder.as_ref().filter(|_| self.spec.verb == Verb::Copy);
        let Some((recorder, list)) = recorder.zip(c_path(path)) else { return };
        if let Ok(id) = Identity::at(sys::CWD, &list) {
            recorder.note(&Line::Extracted { path: recorder.full(path), id });
        }
    }

    /// Ends the job, as failed, whose own thread has panicked.
    pub(crate) fn end_after_panic(&self) {
        self.wake_by(None);
        if !self.is_over() {
            self.panicked();
            self.conclude(Outcome::Failed);
        }
    }

    fn conclude(&self, outcome: Outcome) {
        self.end_as(self.sum_up(outcome));
    }

    /// Ends a job that the other end of its connection has done.
    pub(crate) fn end_as(&self, summary: Summary) {
        self.hub.tell_change(|| {
            let mut state = lock(&self.state);
            state.phase = Phase::Finished;
            state.summary = Some(summary.clone());
            Some(Event::JobSummary { job: self.id, summary })
        });
        self.changed.notify_all();
    }

    /// Ends this run of the job, which will be resumed elsewhere.
    fn hand_back(&self) {
        if let Some(recorder) = &self.recorder {
            recorder.hand_over();
        }
        if let Some(manifest) = &self.manifest {
            manifest.write_down();
        }
        self.hub.tell_change(|| {
            let mut state = lock(&self.state);
            state.phase = Phase::Queued;
            state.halted = true;
            Some(Event::JobPhase { job: self.id, phase: Phase::Queued })
        });
        self.changed.notify_all();
    }

    fn sum_up(&self, outcome: Outcome) -> Summary {
        let meter = &self.meter;
        let before = self.journal.as_ref().map_or(0, |journal| journal.past().elapsed);
        Summary {
            verb: self.spec.verb,
            outcome,
            done: meter.sum(|c| &c.done),
            skipped: meter.sum(|c| &c.skipped),
            failed: meter.sum(|c| &c.failed),
            mismatched: meter.sum(|c| &c.mismatched),
            unanswered: meter.sum(|c| &c.unanswered),
            replaced: meter.sum(|c| &c.replaced),
            renamed: meter.sum(|c| &c.renamed),
            removed: meter.sum(|c| &c.removed),
            bytes: meter.sum(|c| &c.bytes_of_done),
            bytes_reflinked: meter.sum(|c| &c.bytes_reflinked),
            reflinked: meter.sum(|c| &c.reflinked),
            bytes_freed: meter.sum(|c| &c.bytes_freed),
            bytes_holes: meter.sum(|c| &c.bytes_holes),
            carried: meter.carried(),
            elapsed: before + self.started.elapsed().as_micros() as u64,
        }
    }

    /// Whether any item has failed so far.
    pub(crate) fn has_failures(&self) -> bool {
        self.failures() > 0
    }

    /// Items that have failed so far.
    pub(crate) fn failures(&self) -> u64 {
        self.meter.sum(|c| &c.failed)
    }

    /// Whether all that the job writes is flushed, at its end or now and then.
    pub(crate) fn is_flushed(&self) -> bool {
        self.journal.is_some() || self.flushes_last()
    }

    /// Whether the job ends with a flush.
    ///
    /// A batch makes files safe, but not the directories, symlinks and special files beside them, nor
    /// what was renamed.
    pub(crate) fn flushes_last(&self) -> bool {
        let asked = match self.spec.options.durability {
            Durability::None | Durability::File => false,
            Durability::Batch | Durability::End => true,
        };
        asked && !matches!(self.spec.verb, Verb::Verify | Verb::Dedupe)
    }

    /// Remembers an error that belongs to the job and to none of its items: a flush failed, or a job
    /// that was rehearsed would leave items as they are.
    pub(crate) fn note_own_error(&self) {
        self.has_own_error.store(true, Ordering::Relaxed);
    }

    /// Remembers that items would fail, so that a dry run ends as the job would.
    pub(crate) fn foresees_failure(&self) {
        self.note_own_error();
        if self.spec.options.on_error == ErrorPolicy::Abort {
            self.control.abort();
        }
    }

    fn outcome(&self, failed_to_run: bool) -> Outcome {
        if failed_to_run || self.control.is_aborted() {
            Outcome::Failed
        } else if self.is_cut_short() {
            Outcome::Cancelled
        } else if self.has_failures() || self.has_own_error.load(Ordering::Relaxed) {
            Outcome::CompletedWithErrors
        } else {
            Outcome::Completed
        }
    }
}
