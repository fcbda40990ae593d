//! Keeps the jobs of an engine in a queue that other processes share.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use super::{ControlError, Engine, LOCAL, Request};
use crate::contract::event::{Command, JobId, QuestionId, Resolution, Summary};
use crate::contract::spec::{JobSpec, Verb};
use crate::job::common::Common;
use crate::job::hub::Events;
use crate::launch::Launcher;
use crate::link::Reach;
use crate::queue::dispatch::{self, DispatcherHandle};
use crate::queue::{Adding, Queue, QueueError, Shown};
use crate::record::Home;

/// The jobs of the queue that an engine works off, if it has one.
#[derive(Clone, Debug, Default)]
pub(super) struct StoredJobs(Option<Arc<DispatcherHandle>>);

impl Engine {
    /// Starts an engine that keeps its jobs in a queue, and runs what is in it.
    ///
    /// # Errors
    /// The queue cannot be written.
    pub fn on_queue(home: Home, queue: Queue) -> Result<Self, QueueError> {
        Self::on_queue_heard(home, queue).map(|(engine, _)| engine)
    }

    /// Starts an engine as [`Self::on_queue`] does, and a stream of all its events from the first.
    ///
    /// A short job may end before the caller can subscribe.
    ///
    /// # Errors
    /// The queue cannot be written.
    pub fn on_queue_heard(home: Home, queue: Queue) -> Result<(Self, Events), QueueError> {
        Self::on_queue_reaching(home, queue, None)
    }

    /// Starts an engine as [`Self::on_queue_heard`] does, whose jobs may reach other machines.
    ///
    /// # Errors
    /// The queue cannot be written.
    pub fn on_queue_reaching(
        home: Home,
        queue: Queue,
        reach: Option<Reach>,
    ) -> Result<(Self, Events), QueueError> {
        let launcher = Launcher { common: Common::at_home(home), ..Launcher::default() };
        if let Some(reach) = reach {
            // Before the first job of the queue begins.
            launcher.common.reach.get_or_init(|| reach);
        }
        let launcher = Arc::new(launcher);
        // The dispatcher begins by telling what is in the queue.
        let events = launcher.common.hub.subscribe(Vec::new);
        let dispatcher = dispatch::start(queue, Arc::clone(&launcher))?;
        let next = Arc::new(AtomicU64::new(LOCAL));
        let stored = StoredJobs(Some(Arc::new(dispatcher)));
        Ok((Self { launcher, next, stored }, events))
    }

    /// Accepts a job and starts it; if that takes a while, the queue of this home shows it.
    ///
    /// # Errors
    /// As for [`Self::submit`].
    pub fn submit_shown(&self, spec: JobSpec) -> Result<(JobId, Shown), ControlError> {
        // In a queue it is seen anyway, and a dry run does nothing.
        let told = (!self.stored.is_some() && !spec.options.dry_run)
            .then(|| self.launcher.common.hub.subscribe_as_guest());
        let job = self.submit(spec)?;
        Ok((job, Shown::new(&self.launcher, told, job)))
    }

    /// Accepts a job and puts it into the queue; without one it starts.
    ///
    /// # Errors
    /// As for [`Self::submit`]; or the queue cannot be written.
    pub fn add(&self, spec: JobSpec, adding: &Adding) -> Result<JobId, ControlError> {
        // A dry run changes nothing, so it waits for no other job.
        if spec.options.dry_run {
            return self.run(spec);
        }
        match &self.stored.0 {
            Some(_) => self.add_or_run(spec, adding),
            None => self.run(spec),
        }
    }

    /// Accepts a job that may start as soon as the others allow it.
    pub(super) fn enter(&self, spec: JobSpec) -> Result<JobId, ControlError> {
        self.add(spec, &Adding::default())
    }

    /// Adds a job to the queue. One that may make room runs without it where the disk of the queue is full, unless it
    /// has to wait for another one: else nothing could be deleted any more.
    fn add_or_run(&self, spec: JobSpec, adding: &Adding) -> Result<JobId, ControlError> {
        let waits = adding.paused || adding.after.is_some();
        let makes_room = matches!(spec.verb, Verb::Delete | Verb::Trash) && !waits;
        let again = makes_room.then(|| spec.clone());
        let added = self.stored.change(|queue| queue.add(spec, adding));
        match (added, again) {
            (Err(ControlError::Queue(error)), Some(spec)) if error.is_full() => {
                let is_stopped = self.queue().map_or(Ok(false), |queue| queue.stops(&spec));
                match is_stopped {
                    Ok(false) => self.run(spec),
                    // The reason of the user's trouble is the full disk, and not what could not be read then.
                    Ok(true) | Err(_) => Err(error.into()),
                }
            }
            (added, _) => added,
        }
    }

    /// Tells whether the queue has a job, so that it goes on in another process once this one has ended.
    pub fn is_kept(&self, job: JobId) -> bool {
        self.is_stored(job)
    }

    /// Gives the queue that this engine works off, if it has one.
    pub fn queue(&self) -> Option<&Queue> {
        self.stored.0.as_ref().map(|dispatcher| &dispatcher.queue)
    }
}

impl StoredJobs {
    /// Whether the engine has a queue.
    pub(super) fn is_some(&self) -> bool {
        self.0.is_some()
    }

    /// Opens a stream that begins with the unfinished jobs.
    pub(super) fn subscribe(&self) -> Option<Events> {
        self.0.as_ref().and_then(|dispatcher| dispatcher.subscribe())
    }

    /// Makes a change in the queue, and wakes the dispatcher, which acts on it.
    fn change<T>(
        &self,
        act: impl FnOnce(&Queue) -> Result<T, QueueError>,
    ) -> Result<T, ControlError> {
        let dispatcher = self.0.as_ref().ok_or(ControlError::NoQueue)?;
        let done = act(&dispatcher.queue)?;
        dispatcher.wake();
        Ok(done)
    }

    /// Requests something of a job, whichever process runs it.
    pub(super) fn request(&self, job: JobId, request: Request) -> Result<(), ControlError> {
        self.change(|queue| match request {
            Request::Pause => queue.pause(job),
            Request::Resume => queue.resume(job),
            Request::Cancel => queue.cancel(job),
            Request::Limit(rate) => queue.set_limit(Some(job), rate),
        })
    }

    /// Answers a question of a job that another process runs.
    pub(super) fn answer(
        &self,
        question: QuestionId,
        resolution: &Resolution,
    ) -> Result<(), ControlError> {
        if !self.is_some() {
            return Err(ControlError::NoQuestion(question));
        }
        self.change(|queue| queue.answer(question, resolution))
    }

    /// Lists the jobs that are not over.
    pub(super) fn list(&self) -> Result<Vec<JobId>, ControlError> {
        let Some(dispatcher) = &self.0 else { return Ok(Vec::new()) };
        Ok(dispatcher.queue.list()?.into_iter().map(|job| job.job).collect())
    }

    /// Lists the jobs that stay paused since the one before them did not complete.
    pub(super) fn held(&self) -> Result<Vec<JobId>, ControlError> {
        let Some(dispatcher) = &self.0 else { return Ok(Vec::new()) };
        let jobs = dispatcher.queue.list()?.into_iter();
        Ok(jobs.filter(|job| job.held.is_some()).map(|job| job.job).collect())
    }

    /// Limits all jobs of the queue together; 0 lifts the limit.
    pub(super) fn limit(&self, rate: u64) -> Result<(), ControlError> {
        self.change(|queue| queue.set_limit(None, (rate > 0).then_some(rate)))
    }

    /// Carries out a command that only a queue knows.
    pub(super) fn command(&self, command: &Command) -> Result<Option<JobId>, ControlError> {
        self.change(|queue| match *command {
            Command::Place { job, to } => queue.place(job, to).map(|()| None),
            Command::Start { job } => queue.start(job).map(|()| None),
            Command::Hold { job, after } => queue.hold(job, after).map(|()| None),
            Command::Retry { job } => queue.retry(job).map(Some),
            Command::Repeat { job } => queue.repeat(job).map(Some),
            Command::Verify { job } => queue.verify(job).map(Some),
            Command::Clear { job } => queue.clear(job).map(|_cleared| None),
            // The engine carries these out itself.
            Command::Pause { .. }
            | Command::Resume { .. }
            | Command::Cancel { .. }
            | Command::Answer { .. }
            | Command::Set { .. }
            | Command::Status
            | Command::Submit { .. } => Ok(None),
        })
    }

    /// Hands all running jobs back to the queue.
    pub(super) fn close(&self, timeout: Duration) {
        if let Some(dispatcher) = &self.0 {
            dispatcher.close(timeout);
        }
    }

    /// Waits until a job has ended, whichever process runs it.
    pub(super) fn wait(&self, job: JobId) -> Result<Summary, ControlError> {
        let dispatcher = self.0.as_ref().ok_or(ControlError::NoQueue)?;
        Ok(dispatcher.queue.wait(job)?)
    }
}
