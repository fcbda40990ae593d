//! Tells whether the process lives that writes a record, or runs a job.

use serde::{Deserialize, Serialize};

use fcp_sys as sys;

/// What tells a process from another one that gets its number later.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Owner {
    pub(crate) pid: u32,
    /// When it started, in ticks since the machine did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) started: Option<i64>,
    /// The start of the machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) boot: Option<String>,
    /// The space in which the number means something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) space: Option<String>,
}

impl Owner {
    /// Describes this process.
    pub(crate) fn this() -> Self {
        let pid = std::process::id();
        let started = sys::process_started(pid);
        Self { pid, started, boot: sys::boot(), space: sys::process_space() }
    }

    /// Whether the process lives, as far as its number can tell.
    pub(crate) fn lives(&self) -> bool {
        if self.boot.is_some() && self.boot != sys::boot() {
            return false;
        }
        // In another space the number says nothing, and two owners are worse than a job that waits.
        if self.space != sys::process_space() {
            return true;
        }
        match self.started {
            Some(started) => sys::process_started(self.pid) == Some(started),
            None => sys::process_exists(self.pid),
        }
    }
}
