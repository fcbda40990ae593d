//! Starting what the queue has, or saying why it cannot be.

use super::mine::Mine;
use super::{Dispatcher, Message};
use crate::error::{Action, Code, OpError};
use crate::event::{Event, JobId, Outcome, Phase, Summary, Warning};
use crate::hub::now;
use crate::journal::{self, Journal};
use crate::launch::Checked;
use crate::path::WirePath;
use crate::queue::entry::QueuedJob;
use crate::queue::schedule::choose;
use crate::queue::{QueueError, cancel, lanes};
use crate::spec::{Destination, Durability, JobSpec, Verb};
use crate::store::Wish;

impl Dispatcher {
    /// Starts what may start.
    pub(super) fn claim(&mut self) -> Result<(), QueueError> {
        let claimed = self.store.claim(self.report.owner, choose)?;
        if claimed.is_empty() {
            return Ok(());
        }
        // Whoever follows this process must have heard of a job before it starts.
        self.follow()?;
        // What that tells of earlier runs is in the store, and none of the runs that begin now.
        self.listen();
        for job in claimed {
            self.start(job)?;
        }
        Ok(())
    }

    fn start(&mut self, id: JobId) -> Result<(), QueueError> {
        let mut spec = self.store.spec(id)?;
        let queued = self.store.find(id)?;
        if self.store.is_cancelled(id)? {
            // It was cancelled while nobody ran it, and has left something behind.
            return cancel::clean_up(&mut self.store, id);
        }
        spec.options.limit_rate = queued.limit_rate;
        spec.options.totals = true;
        if matches!(spec.verb, Verb::Copy | Verb::Move) {
            // The queue remembers a job as done, so a power cut must not make it a lie.
            spec.options.durability = spec.options.durability.max(Durability::End);
        }
        // What an earlier run has removed is missing now.
        let removes = matches!(spec.verb, Verb::Delete | Verb::Trash);
        spec.options.force |= queued.interrupted && removes;
        let past = self.store.past(id)?;
        let lanes = lanes::of(&spec);
        if past.rebooted && lanes != queued.lanes {
            // What is not mounted yet would be looked for, and made, below its mount point.
            let error = OpError::refused(Action::Target, Code::OtherDevice, place_of(&spec).0);
            return self.put_off(id, &lanes, error);
        }
        let checked = match Checked::new(spec.clone()) {
            Ok(checked) => checked,
            Err(error) if queued.interrupted => return self.put_off(id, &lanes, error),
            Err(error) => return self.refuse(id, &spec, error),
        };
        let key = journal::key(id, queued.added);
        let look = self.messages.clone();
        // After a close nobody listens any more.
        let nudge = move || drop(look.send(Message::Look));
        let journal = Journal::new(id, key, past, self.sink.clone()).nudging(nudge);
        let (job, target) = self.launcher.take(id, checked, Some(journal));
        job.questions.recall(self.store.sticky(id)?);
        let messages = self.messages.clone();
        let started = self.launcher.start(&job, target, move || {
            // After a close nobody listens any more.
            drop(messages.send(Message::Over(id)));
        });
        if let Err(error) = started {
            return self.refuse(id, &spec, error);
        }
        let wish = wish_of(&queued);
        let (progress, summary) = (None, None);
        self.running
            .insert(id, Mine { job, wish, progress, summary, recorded: false, lamented: false });
        Ok(())
    }

    /// Puts a job that was interrupted back until somebody has made room for it.
    fn put_off(&mut self, id: JobId, lanes: &[String], error: OpError) -> Result<(), QueueError> {
        let warning = Event::Warning { job: id, warning: Warning::PutOff { error } };
        let phase = Event::JobPhase { job: id, phase: Phase::Queued };
        let at = now();
        self.report.facts.extend([warning.clone(), phase.clone()].map(|fact| (at, fact)));
        self.launcher.hub.tell_change(|| [warning, phase]);
        self.write()?;
        self.store.put_off(id, lanes)
    }

    fn refuse(&mut self, id: JobId, spec: &JobSpec, error: OpError) -> Result<(), QueueError> {
        let src = spec.sources.first().cloned().unwrap_or_default();
        let summary = Summary::without_work(spec.verb, Outcome::Failed, 1);
        let facts = [
            Event::ItemFailed { job: id, src, error },
            Event::JobSummary { job: id, summary: summary.clone() },
        ];
        let at = now();
        self.report.facts.extend(facts.iter().map(|fact| (at, fact.clone())));
        self.launcher.hub.tell_change(|| facts);
        self.write()?;
        self.store.finish(id, &summary, None)
    }
}

/// Where a job makes something; what it deletes, otherwise.
fn place_of(spec: &JobSpec) -> WirePath {
    match &spec.destination {
        Some(Destination::Into(path) | Destination::As(path)) => path.clone(),
        None => spec.sources.first().cloned().unwrap_or_default(),
    }
}

/// What is wished of a job that starts.
pub(super) fn wish_of(job: &QueuedJob) -> Wish {
    Wish {
        job: job.job,
        paused: false,
        cancelled: false,
        limit_rate: job.limit_rate,
        now: job.now,
        answers: Vec::new(),
        hand_over: false,
    }
}
