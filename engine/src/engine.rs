//! The facade: submit, control, answer, subscribe.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::control::lock;
use crate::error::OpError;
use crate::event::{Command, Event, JobId, JobStatus, Phase, QuestionId, Resolution, Summary};
use crate::hub::Events;
use crate::job::Shared;
use crate::launch::{Checked, Launcher};
use crate::record::Home;
use crate::spec::JobSpec;

/// Runs jobs; cheap to clone, all clones are the same engine.
#[derive(Clone, Debug, Default)]
pub struct Engine {
    launcher: Arc<Launcher>,
    /// The number of the newest job.
    next: Arc<AtomicU64>,
}

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
    /// The job could not be accepted.
    #[error(transparent)]
    Refused(#[from] OpError),
}

impl Engine {
    /// Starts an engine without jobs.
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts an engine that knows where the trash is, and where jobs are recorded.
    pub fn at_home(home: Home) -> Self {
        let launcher = Launcher { home: Some(Arc::new(home)), ..Launcher::default() };
        Self { launcher: Arc::new(launcher), ..Self::default() }
    }

    /// Opens a stream of everything that happens from now on.
    ///
    /// If jobs exist already, the stream begins with facts that describe them.
    pub fn subscribe(&self) -> Events {
        self.launcher
            .hub
            .subscribe(|| lock(&self.launcher.jobs).iter().flat_map(|job| describe(job)).collect())
    }

    /// Accepts a job and starts it.
    ///
    /// # Errors
    /// Refuses requests that cannot run at all: no operand, a target that is not a directory, an
    /// invalid glob. Failures of single operands are told as events instead.
    pub fn submit(&self, spec: JobSpec) -> Result<JobId, ControlError> {
        let checked = Checked::new(spec)?;
        let id = self.next.fetch_add(1, Ordering::Relaxed) + 1;
        let (job, target) = self.launcher.accept(id, checked);
        self.launcher.start(&job, target, || {})?;
        Ok(id)
    }

    fn job(&self, id: JobId) -> Result<Arc<Shared>, ControlError> {
        self.launcher.find(id).ok_or(ControlError::NoJob(id))
    }

    fn jobs(&self) -> Vec<Arc<Shared>> {
        lock(&self.launcher.jobs).clone()
    }

    /// Stops the job's workers at their next chunk; pausing twice is harmless.
    pub fn pause(&self, job: JobId) -> Result<(), ControlError> {
        let job = self.job(job)?;
        job.change_unless_over(|| job.control.pause(), Event::JobPaused { job: job.id });
        Ok(())
    }

    /// Lets a paused job go on.
    pub fn resume(&self, job: JobId) -> Result<(), ControlError> {
        let job = self.job(job)?;
        job.change_unless_over(|| job.control.resume(), Event::JobResumed { job: job.id });
        Ok(())
    }

    /// Ends a job; files in flight are removed.
    pub fn cancel(&self, job: JobId) -> Result<(), ControlError> {
        let job = self.job(job)?;
        job.control.cancel();
        job.wake();
        Ok(())
    }

    /// Limits a job to this many bytes per second; 0 lifts the limit.
    pub fn set_limit_rate(&self, job: JobId, rate: u64) -> Result<(), ControlError> {
        self.job(job)?.control.set_rate(rate);
        Ok(())
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
        let jobs = self.jobs();
        let job = jobs
            .iter()
            .find(|job| job.questions.contains(question))
            .ok_or(ControlError::NoQuestion(question))?;
        let mut fits = true;
        self.launcher.hub.tell_change(|| {
            let answered = job.questions.answer(question, resolution);
            fits = answered.is_some();
            job.meter.waiting.store(job.questions.count() as u64, Ordering::Relaxed);
            let told = |question| {
                let answer = Some(resolution.answer.clone());
                Event::QuestionAnswered { job: job.id, question, answer }
            };
            answered.unwrap_or_default().into_iter().map(told).collect::<Vec<_>>()
        });
        if !fits {
            return Err(if job.questions.contains(question) {
                ControlError::Misfit(question)
            } else {
                ControlError::NoQuestion(question)
            });
        }
        job.wake();
        Ok(())
    }

    /// Leaves the questions of all jobs unanswered, because whoever could answer has gone.
    ///
    /// Items that wait, or would have to, are skipped and counted as unanswered; the jobs go on.
    pub fn leave_unanswered(&self) {
        for job in self.jobs() {
            job.leave_unanswered();
        }
    }

    /// Carries out a control line; `Ok(Some(job))` for a submit.
    pub fn command(&self, command: Command) -> Result<Option<JobId>, ControlError> {
        let each = |job: Option<JobId>, act: &dyn Fn(JobId) -> Result<(), ControlError>| {
            if let Some(job) = job {
                return act(job);
            }
            let jobs: Vec<JobId> = self.jobs().iter().map(|job| job.id).collect();
            jobs.into_iter().try_for_each(act)
        };
        match command {
            Command::Pause { job } => each(job, &|job| self.pause(job))?,
            Command::Resume { job } => each(job, &|job| self.resume(job))?,
            Command::Cancel { job } => each(job, &|job| self.cancel(job))?,
            Command::Answer { question, answer, scope } => {
                self.answer(question, &Resolution { answer, scope })?;
            }
            Command::Set { job, limit_rate } => {
                if let Some(rate) = limit_rate {
                    each(job, &|job| self.set_limit_rate(job, rate))?;
                }
            }
            Command::Place { .. }
            | Command::Start { .. }
            | Command::Hold { .. }
            | Command::Retry { .. }
            | Command::Repeat { .. }
            | Command::Clear { .. } => return Err(ControlError::NoQueue),
            Command::Status => {}
            Command::Submit { spec } => return Ok(Some(self.submit(*spec)?)),
        }
        Ok(None)
    }

    /// Gives every job with its counters and open questions.
    pub fn status(&self) -> Vec<JobStatus> {
        self.jobs().iter().map(|job| job.status()).collect()
    }

    /// Waits until the job is over.
    pub fn wait(&self, job: JobId) -> Result<Summary, ControlError> {
        Ok(self.job(job)?.wait())
    }
}

/// The facts a late subscriber needs to show a job as it is.
fn describe(job: &Shared) -> Vec<Event> {
    let id = job.id;
    let mut events = vec![Event::JobQueued { job: id, spec: Box::new(job.spec.clone()) }];
    let phase = job.phase();
    if phase != Phase::Queued {
        events.push(Event::JobStarted { job: id, workers: job.workers as u16 });
        if phase != Phase::Finished {
            events.push(Event::JobPhase { job: id, phase });
        }
    }
    if job.control.is_paused() {
        events.push(Event::JobPaused { job: id });
    }
    for question in job.questions.open() {
        events.push(Event::QuestionAsked { job: id, question: Box::new(question) });
    }
    let progress = job.meter.sample(job.control.is_paused());
    events.push(Event::Progress { job: id, progress });
    if let Some(summary) = job.summary() {
        events.push(Event::JobSummary { job: id, summary });
    }
    events
}
