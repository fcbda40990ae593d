//! The queue as it is shown, and what is asked of it.

use fcp_engine::event::JobId;

use crate::app::App;
use crate::wire::{AllJobs, History, JobAsk, JobsAsk, JobsChange, Refusal, Report};

/// The queue as it is shown.
#[derive(Debug, Default)]
pub(crate) struct Jobs {}

impl Jobs {
    /// Gives what changed since it was asked last.
    pub(crate) fn change(&self) -> JobsChange {
        JobsChange {
            rows: Vec::new(),
            gone: Vec::new(),
            lanes: Vec::new(),
            all: AllJobs::default(),
        }
    }
}

pub(crate) fn ask(_app: &App, _job: JobId, _ask: JobAsk) -> Result<(), Refusal> {
    Err(Refusal::Gone)
}

pub(crate) fn ask_all(_app: &App, _lane: Option<&str>, _ask: JobsAsk) -> Result<(), Refusal> {
    Err(Refusal::Gone)
}

pub(crate) fn report(_app: &App, _job: JobId) -> Result<Report, Refusal> {
    Err(Refusal::Gone)
}

pub(crate) fn history(_app: &App, _from: u64, _count: u64) -> Result<History, Refusal> {
    Err(Refusal::Gone)
}

pub(crate) fn command_line(_app: &App, _job: JobId) -> Result<String, Refusal> {
    Err(Refusal::Gone)
}
