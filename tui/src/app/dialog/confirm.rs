//! State of the dialog that asks for confirmation: of cancelling or undoing jobs, and of quitting.

use fcp_engine::event::JobId;
use fcp_engine::spec::JobSpec;

use super::question::REST;

/// A question that the program itself asks, and the chosen answer; the first one changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Confirm {
    /// The action that needs confirmation.
    pub what: What,
    /// Index into the choices.
    pub choice: usize,
    /// When it opened, in microseconds since the Unix epoch.
    pub opened: u64,
}

/// An action that needs confirmation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// Cancel these jobs.
    Cancel(Vec<JobId>),
    /// Quit while jobs are at work.
    Quit,
    /// Undo this job.
    Undo(JobId),
    /// Extract archives although they were refused as too large.
    Unlimited(Box<JobSpec>),
    /// Do as administrator what the user may not do.
    Elevate {
        /// The request.
        spec: Box<JobSpec>,
        /// Why it was refused.
        why: String,
    },
}

/// One answer to the question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    /// Its letter; the one that changes nothing has Esc alone.
    pub key: Option<char>,
    /// Its name.
    pub name: &'static str,
    /// The consequence, or why it is not possible.
    pub note: String,
    /// What is done; none if it is not possible.
    pub action: Option<ConfirmAction>,
}

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConfirmAction {
    /// Nothing.
    Stay,
    /// Pause the jobs.
    Keep,
    /// Cancel the jobs.
    Cancel,
    /// Undo the job.
    Undo,
    /// Do it as administrator.
    Elevate,
    /// Extract without a limit.
    Extract,
    /// Hand the jobs to a process in the background, and quit.
    HandOn,
    /// Pause the jobs, and quit.
    KeepAndQuit,
    /// Cancel the jobs that were started here, and quit.
    CancelAndQuit,
}

impl Way {
    /// Gives its key as it is written.
    pub(crate) fn key_name(&self) -> String {
        self.key.map_or_else(|| "Esc".to_owned(), String::from)
    }
}

impl Confirm {
    /// Starts with the harmless choice.
    pub(crate) fn new(what: What, now: u64) -> Self {
        Self { what, choice: 0, opened: now }
    }

    /// Tells whether a key may still be meant for what was there before: this dialog opens by itself.
    pub(crate) fn rests(&self, now: u64) -> bool {
        matches!(self.what, What::Elevate { .. }) && now < self.opened + REST
    }
}
