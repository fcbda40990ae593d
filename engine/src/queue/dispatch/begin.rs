//! Starts the jobs that the queue has for this process, or says why one cannot start.

use super::prepare::{Found, Prepared, Ready, look};
use super::running::RunningJob;
use super::{Dispatcher, Message};
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{Event, JobId, Outcome, Phase, Progress, Summary, Warning};
use crate::contract::path::WirePath;
use crate::contract::spec::{Destination, Durability, JobSpec, Verb};
use crate::journal::Journal;
use crate::queue::QueueError;
use crate::queue::cancel::Leftovers;
use crate::queue::entry::QueuedJob;
use crate::queue::schedule::choose;
use crate::queue::store::{Requests, Trusted, unreadable};
use crate::walk::temporary::Mark;
use fcp_sys::now;

impl Dispatcher {
    /// Takes what may start.
    pub(super) fn claim(&mut self) -> Result<(), QueueError> {
        let claimed = self.store.claim(self.report.owner, choose)?;
        if claimed.is_empty() {
            return Ok(());
        }
        // Those that follow this process must have heard of a job before it starts.
        self.follow()?;
        for job in claimed {
            self.prepare(job)?;
        }
        Ok(())
    }

    /// Has the files of a job looked at that was taken just now.
    fn prepare(&mut self, id: JobId) -> Result<(), QueueError> {
        let queued = self.store.find(id)?;
        if self.store.is_cancelled(id)? {
            // It was cancelled while no process ran it, and has left something behind.
            let left = Leftovers::of(&mut self.store, id)?;
            let spec = self.store.outline(id)?;
            return self.look_at(queued, spec, move || {
                left.remove();
                Found::Cleaned(Box::new(left))
            });
        }
        let mut spec = match self.store.spec(id) {
            Err(QueueError::Unreadable(_)) => {
                let spec = self.store.outline(id)?;
                let src = spec.sources.first().cloned().unwrap_or_default();
                return self.refuse(id, &spec, unreadable(spec.verb, &src));
            }
            asked => asked?,
        };
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
        let mark = Mark::new(self.store.mark(id)?);
        let filesystem = self.store.filesystem(id)?;
        let (row, asked) = (queued.clone(), spec.clone());
        let common = &self.launcher.common;
        let (reach, home) = (common.reach.get().cloned(), common.home.clone());
        self.look_at(queued, spec, move || {
            look((&row, mark), asked, (past, reach.as_ref(), home.as_deref()), filesystem.as_ref())
        })
    }

    /// Starts the job whose files were looked at, unless it was taken away meanwhile.
    pub(super) fn begin(&mut self, prepared: Prepared) -> Result<(), QueueError> {
        let Prepared { job: id, attempt, found } = prepared;
        if self.preparing.get(&id).is_none_or(|known| known.attempt != attempt) {
            return Ok(());
        }
        let Some(known) = self.preparing.remove(&id) else { return Ok(()) };
        // What was told of it until now is of earlier runs, and in the store.
        self.listen();
        // Other processes may have stored requests in the meantime.
        self.generation = -1;
        match found {
            Found::Ready(ready) => self.start(&known.queued, *ready),
            Found::Missing(missing) => {
                if let Some(now) = &missing.accepts {
                    self.store.note_filesystem(id, now)?;
                }
                self.put_off(id, &missing.lanes, missing.error)
            }
            Found::Refused(error) => self.refuse(id, &known.spec, error),
            Found::Cleaned(left) => left.end(&mut self.store),
        }
    }

    fn start(&mut self, queued: &QueuedJob, ready: Ready) -> Result<(), QueueError> {
        let Ready { checked, mut past, filesystem, trusted } = ready;
        let id = queued.job;
        if trusted != Trusted::All {
            past = self.store.trusted_past(id, trusted)?;
        }
        if let Some(filesystem) = &filesystem {
            self.store.note_filesystem(id, filesystem)?;
        }
        let key = self.store.mark(id)?;
        let look = self.messages.clone();
        // This fails after the dispatcher has closed, which does no harm.
        let nudge = move || drop(look.send(Message::Look));
        let journal = Journal::new(id, key, past, self.sink.clone()).nudging(nudge);
        let (job, target) = self.launcher.take(id, checked, Some(journal));
        job.questions.recall(self.store.sticky(id)?);
        let messages = self.messages.clone();
        let started = self.launcher.start(&job, target, move || {
            // This fails after the dispatcher has closed, which does no harm.
            drop(messages.send(Message::Over(id)));
        });
        if let Err(error) = started {
            return self.refuse(id, &job.spec, error);
        }
        let requests = requests_of(queued);
        let (progress, summary) = (None, None);
        self.running.insert(
            id,
            RunningJob {
                job,
                requests,
                progress,
                counters: Progress::default(),
                withdrawn: 0,
                summary,
                recorded: false,
                asks: false,
                has_warned: false,
            },
        );
        Ok(())
    }

    /// Puts an interrupted job back until the user resumes it.
    fn put_off(&mut self, id: JobId, lanes: &[String], error: OpError) -> Result<(), QueueError> {
        let warning = Event::Warning { job: id, warning: Warning::PutOff { error } };
        let phase = Event::JobPhase { job: id, phase: Phase::Queued };
        let at = now();
        self.report.facts.extend([warning.clone(), phase.clone()].map(|fact| (at, fact)));
        self.launcher.common.hub.tell_change(|| [warning, phase]);
        self.write()?;
        self.store.put_off(id, lanes)
    }

    pub(super) fn refuse(
        &mut self,
        id: JobId,
        spec: &JobSpec,
        error: OpError,
    ) -> Result<(), QueueError> {
        let src = spec.sources.first().cloned().unwrap_or_default();
        let summary = Summary::without_work(spec.verb, Outcome::Failed, 1);
        let facts = [
            Event::ItemFailed { job: id, src, error },
            Event::JobSummary { job: id, summary: summary.clone() },
        ];
        let at = now();
        self.report.facts.extend(facts.iter().map(|fact| (at, fact.clone())));
        self.launcher.common.hub.tell_change(|| facts);
        self.write()?;
        self.store.finish(id, &summary, None)
    }
}

/// Says that a job's files are not where they were.
pub(super) fn elsewhere(spec: &JobSpec) -> OpError {
    OpError::refused(Action::Target, Code::OtherDevice, place_of(spec).0)
}

/// Where a job makes something; what it deletes, otherwise.
fn place_of(spec: &JobSpec) -> WirePath {
    let path = spec.destination.as_ref().and_then(Destination::path);
    path.or(spec.sources.first()).cloned().unwrap_or_default()
}

/// Gives the requests that apply to a job that starts.
pub(super) fn requests_of(job: &QueuedJob) -> Requests {
    Requests {
        job: job.job,
        paused: false,
        cancelled: false,
        limit_rate: job.limit_rate,
        now: job.now,
        answers: Vec::new(),
        hand_over: false,
    }
}
