//! What is about to be done: planned, shown, confirmed, and only then started.

use std::path::PathBuf;

use fcp_engine::event::JobId;

use crate::app::App;
use crate::wire::{Choices, Items, PlanId, PlanVerb, Refusal, Target};

/// The plans that are open.
#[derive(Debug, Default)]
pub(crate) struct Plans {}

impl Plans {
    /// Makes a plan, and tells of it while it is counted.
    pub(crate) fn make(
        &self,
        _app: &App,
        _verb: PlanVerb,
        _items: &Items,
        _target: &Target,
    ) -> Result<PlanId, Refusal> {
        Err(Refusal::Gone)
    }

    /// Makes a plan for paths of a launch, a dialog or a clipboard.
    pub(crate) fn make_of(
        &self,
        _app: &App,
        _verb: PlanVerb,
        _paths: Vec<PathBuf>,
        _target: &Target,
    ) -> Result<PlanId, Refusal> {
        Err(Refusal::Gone)
    }

    /// Keeps what was dropped; gives its number for `Items::Drop`.
    pub(crate) fn keep_drop(&self, _paths: Vec<PathBuf>) -> u64 {
        0
    }

    /// Changes what a plan does, or where to.
    pub(crate) fn change(
        &self,
        _app: &App,
        _plan: PlanId,
        _verb: PlanVerb,
        _target: &Target,
    ) -> Result<(), Refusal> {
        Err(Refusal::Gone)
    }

    /// Changes where a plan goes.
    pub(crate) fn retarget(
        &self,
        _app: &App,
        _plan: PlanId,
        _dir: &std::path::Path,
    ) -> Result<(), Refusal> {
        Err(Refusal::Gone)
    }

    /// Starts what was planned.
    pub(crate) fn start(
        &self,
        _app: &App,
        _plan: PlanId,
        _choices: &Choices,
    ) -> Result<JobId, Refusal> {
        Err(Refusal::Gone)
    }

    /// Forgets a plan.
    pub(crate) fn discard(&self, _plan: PlanId) {}
}

/// Gives the paths that are meant.
pub(crate) fn paths(_app: &App, _items: &Items) -> Result<Vec<PathBuf>, Refusal> {
    Err(Refusal::Gone)
}
