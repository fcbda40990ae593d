//! State of the dialog before items are moved to the trash or deleted permanently.

use std::path::PathBuf;

use fcp_browse::Measure;
use fcp_engine::spec::{JobSpec, Verb};
use fcp_presentation::transfer::removal;

/// The letter that deletes permanently; in no keymap of ours does it open the dialog.
pub(crate) const CONFIRM: char = 'y';

/// A removal that is about to start.
#[derive(Clone, Debug)]
pub(crate) struct Removal {
    /// The items.
    pub paths: Vec<PathBuf>,
    /// The directory they are in.
    pub from: PathBuf,
    /// Folders among them.
    pub folders: usize,
    /// Bytes of the files among them.
    pub size: u64,
    /// Whether they are deleted, and not moved to the trash.
    pub for_good: bool,
    /// When it was opened, in microseconds since the Unix epoch.
    pub opened: u64,
    /// The number of the requests made for it.
    pub ticket: u64,
    /// What was counted below the folders so far.
    pub counted: Option<Measure>,
    /// Whether that is all.
    pub whole: bool,
}

impl Removal {
    /// Gives the request.
    pub(crate) fn spec(&self) -> JobSpec {
        let verb = if self.for_good { Verb::Delete } else { Verb::Trash };
        removal(verb, self.paths.iter().cloned())
    }

    /// Gives the bytes as far as they are known.
    pub(crate) fn bytes(&self) -> u64 {
        self.size + self.counted.as_ref().map_or(0, |counted| counted.bytes)
    }
}
