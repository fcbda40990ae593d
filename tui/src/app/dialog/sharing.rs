//! State of the dialog that shows which equal files would share their storage.

use std::path::PathBuf;

use fcp_engine::spec::JobSpec;
use fcp_presentation::transfer;

/// Equal files are looked for, or were found.
#[derive(Clone, Debug)]
pub(crate) struct Sharing {
    /// Where they are looked for.
    pub paths: Vec<PathBuf>,
    /// The number of the request.
    pub ticket: u64,
    /// The lines of the plan, or why the job cannot run; none while files are compared.
    pub plan: Option<Result<Vec<String>, String>>,
}

impl Sharing {
    /// Gives the request.
    pub(crate) fn spec(&self) -> JobSpec {
        transfer::sharing(self.paths.iter().cloned())
    }

    /// Tells whether the plan is known, so that the user can start it.
    pub(crate) fn is_ready(&self) -> bool {
        matches!(self.plan, Some(Ok(_)))
    }
}
