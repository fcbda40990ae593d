//! Provides the interface of the engine: submit, control, answer, subscribe.

#[cfg_attr(feature = "queue", path = "engine/queued.rs")]
#[cfg_attr(not(feature = "queue"), path = "engine/unqueued.rs")]
mod stored;

mod divided;
mod finishing;
mod remote;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

pub use self::divided::PartJob;
pub use self::finishing::{Earlier, Finishing, RemovalJob, RemovalSteps, Removals};
use self::remote::pass_on;
use self::stored::StoredJobs;

use crate::contract::error::OpError;
use crate::contract::event::{Command, JobId, JobStatus, QuestionId, Resolution, Summary};
use crate::contract::spec::JobSpec;
use crate::job::Job;
use crate::job::common::Common;
use crate::job::hub::Events;
use crate::job::questions::AnswerError;
use crate::launch::{Checked, Launcher};
#[cfg(feature = "queue")]
use crate::queue::QueueError;
use crate::record::Home;
use fcp_sys::lock;

/// Runs jobs; cheap to clone, all clones are the same engine.
#[derive(Clone, Debug, Default)]
pub struct Engine {
    launcher: Arc<Launcher>,
    /// The number of the newest job that is in no queue.
    next: Arc<AtomicU64>,
    /// The jobs of the queue, if there is one.
    stored: StoredJobs,
}

/// A change that a front end requests of a job.
#[derive(Clone, Copy, Debug)]
enum Request {
    Pause,
    Resume,
    Cancel,
    /// Bytes per second; none lifts the limit.
    Limit(Option<u64>),
}

/// Numbers of jobs that are in no queue begin here in an engine that has one: far beyond those of any
/// queue, and still exact in JavaScript.
const LOCAL: JobId = 1 << 52;

/// Says why a control call was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ControlError {
    /// There is no such job.
    #[error("there is no job {0}")]
    NoJob(JobId),
    /// There is no such question, or it has been answered.
    #[error("question {0} is not open")]
    NoQuestion(QuestionId),
    /// The answer does not fit the question.
    #[error("this answer does not fit question {0}")]
    Misfit(QuestionId),
    /// Jobs of this engine start at once and are not kept.
    #[error("there is no queue here")]
    NoQueue,
    /// The queue does not have it, or cannot be read or written.
    #[cfg(feature = "queue")]
    #[error(transparent)]
    Queue(#[from] QueueError),
    /// The job could not be accepted.
    #[error(transparent)]
    Refused(#[from] OpError),
}

impl From<AnswerError> for ControlError {
    fn from(error: AnswerError) -> Self {
        match error {
            AnswerError::NoQuestion(question) => Self::NoQuestion(question),
            AnswerError::Misfit(question) => Self::Misfit(question),
        }
    }
}

impl Engine {
    /// Starts an engine without jobs.
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts an engine that knows where the trash is, and where jobs are recorded.
    pub fn at_home(home: Home) -> Self {
        let launcher = Launcher { common: Common::at_home(home), ..Launcher::default() };
        Self { launcher: Arc::new(launcher), ..Self::default() }
    }

    /// Opens a stream of everything that happens from now on.
    ///
    /// If jobs exist already, the stream begins with facts that describe them; of a queue, with those
    /// that are not over.
    ///
    /// The stream has to be read or dropped: no fact is lost, so the workers of all jobs wait for a reader
    /// that is 16,384 events behind, and a job may not end before. A thread that only [waits](Self::wait)
    /// for a job must not hold a stream that no other thread reads.
    pub fn subscribe(&self) -> Events {
        // The file of a queue is read before the hub is locked: no worker that tells waits for it.
        let described = self.stored.subscribe();
        described.unwrap_or_else(|| self.launcher.common.hub.subscribe(|| self.launcher.describe()))
    }

    /// Opens a stream as [`Self::subscribe`] does, but without items that are left alone because the request says
    /// so: unchanged, filtered out, or kept by the policy. The summary counts them.
    pub fn subscribe_to_changes(&self) -> Events {
        let hub = &self.launcher.common.hub;
        if self.stored.is_some() {
            return self.subscribe();
        }
        hub.subscribe_to_changes(|| self.launcher.describe())
    }

    /// Accepts a job and starts it; an engine with a queue puts it there.
    ///
    /// # Errors
    /// Refuses requests that cannot run at all: no operand, a target that is not a directory, an
    /// invalid glob. Failures of single operands are told as events instead.
    pub fn submit(&self, spec: JobSpec) -> Result<JobId, ControlError> {
        self.enter(spec)
    }

    /// Starts a job that is in no queue.
    fn run(&self, spec: JobSpec) -> Result<JobId, ControlError> {
        let link = self.launcher.common.link.as_ref();
        let needs_no_target = link.is_some_and(|link| link.sends() || link.watches());
        let (reach, home) = (self.launcher.common.reach.get(), &self.launcher.common.home);
        let id = self.next.fetch_add(1, Ordering::Relaxed) + 1;
        let name = format!("{id} {} {}", std::process::id(), fcp_sys::now());
        let checked = if needs_no_target {
            Checked::of_sender(spec)?
        } else {
            Checked::reaching(spec, (reach, home.as_deref()), &name)?
        };
        let (job, target) = self.launcher.accept(id, checked);
        self.launcher.start(&job, target, || {})?;
        Ok(id)
    }

    fn job(&self, id: JobId) -> Result<Arc<Job>, ControlError> {
        self.launcher.find(id).ok_or(ControlError::NoJob(id))
    }

    fn jobs(&self) -> Vec<Arc<Job>> {
        lock(&self.launcher.jobs).clone()
    }

    /// Whether a job of this number is in the queue.
    fn is_stored(&self, job: JobId) -> bool {
        self.stored.is_some() && job < LOCAL
    }

    /// Stops the job's workers at their next chunk; pausing twice is harmless.
    pub fn pause(&self, job: JobId) -> Result<(), ControlError> {
        self.control(job, Job::pause, Request::Pause)
    }

    /// Resumes a paused job; one whose destination was unmounted stays paused, and tells a warning.
    pub fn resume(&self, job: JobId) -> Result<(), ControlError> {
        let here = self.launcher.find(job);
        if self.is_stored(job) {
            let stored = self.stored.request(job, Request::Resume);
            if let Some(here) = here {
                // The dispatcher resumes it only if the store knows of the pause, and can be written.
                here.resume_aside();
                pass_on(&here, Request::Resume);
            }
            return stored;
        }
        let here = here.ok_or(ControlError::NoJob(job))?;
        here.resume();
        pass_on(&here, Request::Resume);
        Ok(())
    }

    /// Ends a job; files in flight are removed, but of a part of a plan, which another process resumes, large ones
    /// are kept.
    pub fn cancel(&self, job: JobId) -> Result<(), ControlError> {
        let end = |job: &Job| if job.is_part() { job.halt() } else { job.cancel() };
        self.control(job, end, Request::Cancel)
    }

    /// Limits a job to this many bytes per second; 0 lifts the limit.
    pub fn set_limit_rate(&self, job: JobId, rate: u64) -> Result<(), ControlError> {
        let limit = Request::Limit((rate > 0).then_some(rate));
        self.control(job, |job| job.control.set_rate(rate), limit)
    }

    /// Does something to a job: at once if it runs here, and in the queue if it is kept there.
    ///
    /// In this order, because a disk so full that nothing can be stored is no reason not to pause.
    fn control(
        &self,
        id: JobId,
        act: impl FnOnce(&Job),
        request: Request,
    ) -> Result<(), ControlError> {
        let job = self.launcher.find(id);
        if let Some(job) = &job {
            act(job);
            pass_on(job, request);
        }
        if self.is_stored(id) {
            return self.stored.request(id, request);
        }
        job.map(drop).ok_or(ControlError::NoJob(id))
    }

    /// Limits all jobs together to this many bytes per second; 0 lifts the limit.
    ///
    /// It holds beside the limits of single jobs, for those that run and those to come.
    pub fn set_limit_all(&self, rate: u64) {
        self.launcher.set_limit_all(rate);
    }

    /// Answers a question, and those it reaches.
    ///
    /// # Errors
    /// The question is not open, or the answer does not fit it.
    pub fn answer(
        &self,
        question: QuestionId,
        resolution: &Resolution,
    ) -> Result<(), ControlError> {
        if let Some(job) = self.jobs().iter().find(|job| job.has_question(question)) {
            return Ok(job.answer(question, resolution)?);
        }
        if self.launcher.common.numbers.has_given(question) {
            // It was answered already; the queue hears of that a moment later.
            return Err(ControlError::NoQuestion(question));
        }
        self.stored.answer(question, resolution)
    }

    /// Leaves the questions of all jobs unanswered, as the program that could answer has exited.
    ///
    /// Items that wait, or would have to, are skipped and counted as unanswered; the jobs continue.
    pub fn leave_unanswered(&self) {
        for job in self.jobs() {
            job.leave_unanswered();
            if let Some(link) = &job.link {
                link.leave_unanswered();
            }
        }
    }

    /// Hands all running jobs back to the queue, at their next chunk, and runs no more.
    ///
    /// Jobs that cannot stop within `timeout` go back when this process ends. Without a queue
    /// nothing happens.
    pub fn close(&self, timeout: Duration) {
        self.stored.close(timeout);
    }

    /// Carries out a control line; `Ok(Some(job))` for a submit.
    pub fn command(&self, command: Command) -> Result<Option<JobId>, ControlError> {
        let each = |job: Option<JobId>, act: &dyn Fn(JobId) -> Result<(), ControlError>| {
            if let Some(job) = job {
                return act(job);
            }
            let mut jobs: Vec<JobId> = self.jobs().iter().map(|job| job.id).collect();
            jobs.extend(self.stored.list()?);
            jobs.sort_unstable();
            jobs.dedup();
            each_of(jobs, act)
        };
        match command {
            Command::Pause { job } => each(job, &|job| self.pause(job))?,
            Command::Resume { job: Some(job) } => self.resume(job)?,
            Command::Resume { job: None } => {
                // What waits for a job that did not complete may remove what that was to copy: it is resumed by itself.
                let held = self.stored.held()?;
                each(None, &|job| if held.contains(&job) { Ok(()) } else { self.resume(job) })?;
            }
            Command::Cancel { job } => each(job, &|job| self.cancel(job))?,
            Command::Answer { question, answer, scope } => {
                self.answer(question, &Resolution { answer, scope })?;
            }
            Command::Set { job, limit_rate } => {
                match (job, limit_rate) {
                    // Of a queue, what is not said of one job is said of all together.
                    (None, Some(rate)) if self.stored.is_some() => self.stored.limit(rate)?,
                    (_, Some(rate)) => each(job, &|job| self.set_limit_rate(job, rate))?,
                    (_, None) => {}
                }
            }
            command @ (Command::Place { .. }
            | Command::Start { .. }
            | Command::Hold { .. }
            | Command::Retry { .. }
            | Command::Repeat { .. }
            | Command::Verify { .. }
            | Command::Clear { .. }) => return self.stored.command(&command),
            Command::Status => {}
            Command::Submit { spec } => return Ok(Some(self.submit(*spec)?)),
        }
        Ok(None)
    }

    /// Gives every job with its counters and open questions.
    pub fn status(&self) -> Vec<JobStatus> {
        self.jobs().iter().map(|job| job.status()).collect()
    }

    /// Drops a finished job of an engine without a queue, or a finished dry run; tells whether it did.
    ///
    /// Until then [`Self::status`] lists it and [`Self::wait`] gives its result. A program that runs many
    /// jobs should forget each, since the request of a job may name a million operands.
    pub fn forget(&self, job: JobId) -> bool {
        !self.is_stored(job) && self.launcher.forget_if_over(job)
    }

    /// Waits until the job has ended, whichever process runs it.
    ///
    /// A job waits for the readers of its [stream](Self::subscribe), and for the answers to its questions.
    pub fn wait(&self, job: JobId) -> Result<Summary, ControlError> {
        if self.is_stored(job) { self.stored.wait(job) } else { Ok(self.job(job)?.wait()) }
    }
}

/// Does the same to each job, and gives the first error.
///
/// A job that has vanished, say, keeps none of the others from it.
fn each_of(
    jobs: Vec<JobId>,
    act: impl FnMut(JobId) -> Result<(), ControlError>,
) -> Result<(), ControlError> {
    jobs.into_iter().map(act).fold(Ok(()), Result::and)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::event::Outcome;
    use crate::contract::spec::{Options, Verb};

    fn delete(name: &str) -> JobSpec {
        let options = Options { force: true, ..Options::default() };
        JobSpec { verb: Verb::Delete, sources: vec![name.into()], destination: None, options }
    }

    #[test]
    fn a_finished_job_can_be_forgotten() {
        let engine = Engine::new();
        let job = engine.submit(delete("/nothing/here")).unwrap();
        assert_eq!(engine.wait(job).unwrap().outcome, Outcome::Completed);
        assert_eq!(engine.status().len(), 1);
        assert!(engine.forget(job));
        assert!(!engine.forget(job));
        assert_eq!((engine.status().len(), engine.wait(job)), (0, Err(ControlError::NoJob(job))));
    }

    #[test]
    fn a_job_that_has_vanished_keeps_no_other_from_a_command_for_all() {
        let mut reached = Vec::new();
        let told = each_of(vec![1, 2, 3, 4], |job| {
            reached.push(job);
            if job % 2 == 0 { Err(ControlError::NoJob(job)) } else { Ok(()) }
        });
        assert_eq!((reached, told), (vec![1, 2, 3, 4], Err(ControlError::NoJob(2))));
    }
}
