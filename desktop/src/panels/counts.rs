//! How many items the folders of a panel have, as far as they were counted.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use super::stop_on_drop::StopOnDrop;

/// The counts of one folder's subfolders.
#[derive(Debug, Default)]
pub(super) struct Counts {
    /// The folder, and whether hidden items count.
    pub(super) of: (PathBuf, bool),
    known: HashMap<OsString, Known>,
    /// The thread that counts; none between two of them.
    pub(super) counting: Option<StopOnDrop>,
}

/// What was counted when a folder had this time of modification; none if it could not be.
#[derive(Debug, PartialEq, Eq)]
struct Known {
    mtime: i64,
    items: Option<u64>,
}

impl Counts {
    /// Knows nothing yet of a folder.
    pub(super) fn new(of: (PathBuf, bool)) -> Self {
        Self { of, ..Self::default() }
    }

    /// Gives how many items a folder has, if it was counted.
    pub(super) fn of(&self, name: &OsStr) -> Option<u64> {
        self.known.get(name)?.items
    }

    /// Tells whether a folder was counted as it is.
    pub(super) fn knows(&self, name: &OsStr, mtime: i64) -> bool {
        self.known.get(name).is_some_and(|known| known.mtime == mtime)
    }

    /// Takes in how many items a folder has; none if it could not be counted.
    pub(super) fn learn(&mut self, name: OsString, mtime: i64, items: Option<u64>) {
        self.known.insert(name, Known { mtime, items });
    }
}
