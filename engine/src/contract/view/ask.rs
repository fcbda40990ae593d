//! Answers questions about one row: how the job ended, how far it is, what it works on.

use super::{Eta, JobRow, LISTED, STALL, Speed};
use crate::contract::event::{Outcome, Phase, Progress};
use crate::contract::path::WirePath;
use crate::contract::spec::Destination;

impl JobRow {
    /// Tells whether the job has ended.
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

    /// Gives the bytes that really travelled: neither reflinked nor skipped, in any run of the job.
    pub fn copied(&self) -> u64 {
        let Progress { bytes_done, bytes_reflinked, bytes_skipped, .. } = self.progress;
        bytes_done.saturating_sub(bytes_reflinked.saturating_add(bytes_skipped))
    }

    /// Gives the bytes that travelled and the items that were finished since the job was last taken up.
    pub(super) fn worked(&self) -> (u64, u64) {
        let Progress { items_done, items_resumed, bytes_resumed, .. } = self.progress;
        (self.copied().saturating_sub(bytes_resumed), items_done.saturating_sub(items_resumed))
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

    /// Gives the speed of the last seconds, oldest first, at most [`HISTORY`](super::HISTORY) samples of a second.
    pub fn history(&self) -> impl ExactSizeIterator<Item = Speed> {
        self.pace.history()
    }

    /// Gives the speed of the fastest second so far; zero if no second was seen.
    pub fn peak(&self) -> Speed {
        self.pace.peak()
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

    /// Counts the items that wait for an answer, also those that are not asked about yet.
    pub fn waiting(&self) -> u64 {
        let open = self.questions.len() as u64;
        // A sample may be older than the last answer, and only where many are open there are more.
        let is_many = !self.is_over() && self.questions.len() >= LISTED / 2;
        if is_many { open.max(self.progress.waiting) } else { open }
    }

    /// Counts the questions that a program at work has asked and the user has not answered, as last told.
    pub fn open_questions(&self) -> u64 {
        let is_live = !self.is_over() && self.phase != Phase::Queued;
        if is_live { self.progress.waiting } else { 0 }
    }

    /// Counts the questions that an interrupted job will ask again when it is resumed.
    pub fn asks_again(&self) -> u64 {
        if self.phase == Phase::Queued && !self.is_over() { self.progress.waiting } else { 0 }
    }

    /// Tells whether the job can do nothing until its questions are answered.
    pub fn waits_only(&self) -> bool {
        self.phase == Phase::Running
            && self.progress.waiting > 0
            && self.progress.in_flight.is_empty()
    }

    /// Tells whether a job that should work has not moved for five seconds; `now` is in microseconds.
    pub fn is_stalled(&self, now: u64) -> bool {
        self.phase == Phase::Running
            && !self.paused
            && !self.waits_only()
            && now.saturating_sub(self.moved_at) >= STALL
    }
}
