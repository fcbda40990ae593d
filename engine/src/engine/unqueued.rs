//! Stands for the queue in a build without the feature `queue`: an engine has none.

use std::time::Duration;

use super::{ControlError, Engine, Request};
use crate::contract::event::{Command, JobId, QuestionId, Resolution, Summary};
use crate::contract::spec::JobSpec;
use crate::job::hub::Events;

/// No jobs.
#[derive(Clone, Debug, Default)]
pub(super) struct StoredJobs;

impl Engine {
    pub(super) fn enter(&self, spec: JobSpec) -> Result<JobId, ControlError> {
        self.run(spec)
    }
}

#[allow(
    clippy::unused_self,
    clippy::unnecessary_wraps,
    reason = "the interface of a build with a queue"
)]
impl StoredJobs {
    pub(super) fn is_some(&self) -> bool {
        false
    }

    pub(super) fn subscribe(&self) -> Option<Events> {
        None
    }

    pub(super) fn request(&self, _job: JobId, _request: Request) -> Result<(), ControlError> {
        Err(ControlError::NoQueue)
    }

    pub(super) fn answer(
        &self,
        question: QuestionId,
        _resolution: &Resolution,
    ) -> Result<(), ControlError> {
        Err(ControlError::NoQuestion(question))
    }

    pub(super) fn list(&self) -> Result<Vec<JobId>, ControlError> {
        Ok(Vec::new())
    }

    pub(super) fn held(&self) -> Result<Vec<JobId>, ControlError> {
        Ok(Vec::new())
    }

    pub(super) fn limit(&self, _rate: u64) -> Result<(), ControlError> {
        Err(ControlError::NoQueue)
    }

    pub(super) fn command(&self, _command: &Command) -> Result<Option<JobId>, ControlError> {
        Err(ControlError::NoQueue)
    }

    pub(super) fn close(&self, _timeout: Duration) {}

    pub(super) fn wait(&self, _job: JobId) -> Result<Summary, ControlError> {
        Err(ControlError::NoQueue)
    }
}
