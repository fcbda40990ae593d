//! State of the dialog that shows a dry run: what a copy or a move would do.

use super::transfer::Transfer;

/// A dry run: the plan, and the copy dialog that it was asked from.
#[derive(Clone, Debug)]
pub(crate) struct Rehearsal {
    /// The copy dialog, which comes back on Esc.
    pub ask: Transfer,
    /// The number of the request.
    pub ticket: u64,
    /// The lines of the plan, or why the job cannot run; none while the items are counted.
    pub plan: Option<Result<Vec<String>, String>>,
}

impl Rehearsal {
    /// Tells whether the plan is known, so that the user can start it.
    pub(crate) fn is_ready(&self) -> bool {
        matches!(self.plan, Some(Ok(_)))
    }
}
