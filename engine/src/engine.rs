//! The facade: submit, control, answer, subscribe.

use std::time::Duration;

use crate::error::OpError;
use crate::event::{
    Command, Envelope, JobId, JobStatus, QuestionId, Resolution, Summary,
};
use crate::spec::JobSpec;

/// Runs jobs; cheap to clone, all clones are the same engine.
#[derive(Clone, Debug)]
pub struct Engine {}

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
    /// The job could not be accepted.
    #[error(transparent)]
    Refused(#[from] OpError),
}

/// An ordered stream of events.
///
/// Facts wait here until they are read. Progress does not pile up: a slow reader sees the newest.
#[derive(Debug)]
pub struct Events {}

impl Engine {
    /// Starts an engine without jobs.
    pub fn new() -> Self {
        todo!()
    }

    /// Opens a stream of everything that happens from now on.
    ///
    /// If jobs exist already, the stream begins with facts that describe them.
    pub fn subscribe(&self) -> Events {
        todo!()
    }

    /// Accepts a job and starts it.
    ///
    /// # Errors
    /// Refuses requests that cannot run at all: no operand, a target that is not a directory, an
    /// invalid glob. Failures of single operands are told as events instead.
    pub fn submit(&self, spec: JobSpec) -> Result<JobId, OpError> {
        let _ = spec;
        todo!()
    }

    /// Stops the job's workers at their next chunk; pausing twice is harmless.
    pub fn pause(&self, job: JobId) -> Result<(), ControlError> {
        let _ = job;
        todo!()
    }

    /// Lets a paused job go on.
    pub fn resume(&self, job: JobId) -> Result<(), ControlError> {
        let _ = job;
        todo!()
    }

    /// Ends a job; files in flight are removed.
    pub fn cancel(&self, job: JobId) -> Result<(), ControlError> {
        let _ = job;
        todo!()
    }

    /// Limits a job to this many bytes per second; 0 lifts the limit.
    pub fn set_limit_rate(&self, job: JobId, rate: u64) -> Result<(), ControlError> {
        let _ = (job, rate);
        todo!()
    }

    /// Answers a question, and those it reaches.
    pub fn answer(&self, question: QuestionId, resolution: Resolution) -> Result<(), ControlError> {
        let _ = (question, resolution);
        todo!()
    }

    /// Carries out a control line; `Ok(Some(job))` for a submit.
    pub fn command(&self, command: Command) -> Result<Option<JobId>, ControlError> {
        let _ = command;
        todo!()
    }

    /// Gives every job with its counters and open questions.
    pub fn status(&self) -> Vec<JobStatus> {
        todo!()
    }

    /// Waits until the job is over.
    pub fn wait(&self, job: JobId) -> Result<Summary, ControlError> {
        let _ = job;
        todo!()
    }
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Events {
    /// Waits for the next event; `None` after `timeout` without one.
    pub fn next_within(&self, timeout: Duration) -> Option<Envelope> {
        let _ = timeout;
        todo!()
    }

    /// Gives the next event if there is one.
    pub fn try_next(&self) -> Option<Envelope> {
        todo!()
    }
}
