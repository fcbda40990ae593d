//! State of the dialog that shows which equal files would share their storage.

use std::path::PathBuf;

use fcp_engine::spec::JobSpec;
use fcp_presentation::{tr, transfer};

use super::unseen::Unseen;

/// Equal files are looked for, or were found.
#[derive(Clone, Debug)]
pub(crate) struct Sharing {
    /// Where they are looked for.
    pub paths: Vec<PathBuf>,
    /// Those of them that the panel did not show.
    pub unseen: Unseen,
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

    /// Tells whether the plan is known and has something to share, so that the user can start it.
    pub(crate) fn is_ready(&self) -> bool {
        let is_nothing = |line: &String| line.contains(tr!("plan-nothing-to-share"));
        self.plan
            .as_ref()
            .is_some_and(|plan| matches!(plan, Ok(lines) if !lines.iter().any(is_nothing)))
    }
}
