//! Says in one line why a plan cannot be made or used.

use std::path::PathBuf;

use crate::contract::error::OpError;
use crate::contract::path::DisplayName;

/// Says why a plan cannot be made or used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// The directory is not that of a plan.
    #[error("'{}' is not a complete plan: plan.json is missing", DisplayName::new(.0))]
    NotAPlan(PathBuf),
    /// A newer version wrote it.
    #[error("'{}' was written by a newer version (format {found}; this one reads {known})", DisplayName::new(.path))]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u32,
        /// The newest format that this version reads.
        known: u32,
    },
    /// A file of the plan is not what was written.
    #[error("'{}' is damaged: {why}", DisplayName::new(.path))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A root is not the one that was planned.
    #[error("'{}' is not what it was when the plan was made; is its disk mounted on this machine?", DisplayName::new(.0))]
    Elsewhere(PathBuf),
    /// The directory for a new plan has something in it.
    #[error("'{}' is not empty; a plan needs a folder of its own", DisplayName::new(.0))]
    NotEmpty(PathBuf),
    /// No item was found.
    #[error("there is nothing to copy or remove, and so no plan")]
    Nothing,
    /// The request cannot be divided.
    #[error("a plan cannot have {0}")]
    Unfit(&'static str),
    /// The plan has no part of this number.
    #[error("there is no part {number}: the plan has parts 0 to {last}")]
    NoPart {
        /// The number that was requested.
        number: u64,
        /// The last one.
        last: u64,
    },
    /// Some parts have not ended.
    #[error("{}; see fcp plan status", open_parts(*.0))]
    Open(u64),
    /// The list of a part is in none of the directories.
    #[error(
        "part {0} is missing: the plan is incomplete, and what was in the part may not be copied"
    )]
    Missing(u64),
    /// A process of another machine may be dead.
    #[error(
        "part {part} is claimed by a process on {} that is silent; if it is dead, take the part over by --dead-after=300",
        DisplayName::new(std::path::Path::new(host))
    )]
    Silent {
        /// The part.
        part: u64,
        /// The machine.
        host: String,
    },
    /// Another process has taken the claim over.
    #[error(
        "another process has taken part {0} over, since this one was not heard of for too long"
    )]
    Lost(u64),
    /// A file of the plan cannot be read or written.
    #[error(transparent)]
    File(#[from] OpError),
}

fn open_parts(count: u64) -> String {
    match count {
        1 => "one part has not ended".to_owned(),
        count => format!("{count} parts have not ended"),
    }
}
