//! The items that a dialog is about to copy, move or remove, and what was counted below them so far.

use std::ffi::OsString;
use std::path::PathBuf;

use fcp_browse::Measure;
use fcp_browse::panel::{Entry, Panel};

/// Items of a panel that a job is about to act on.
#[derive(Clone, Debug)]
pub(crate) struct Items {
    /// The directory they are in.
    pub from: PathBuf,
    /// Their paths.
    pub paths: Vec<PathBuf>,
    /// Folders among them.
    pub folders: usize,
    /// Bytes of the files among them, as far as they are known without counting.
    pub size: u64,
    /// The number of the requests made for the dialog.
    pub ticket: u64,
    /// What was counted below the folders so far.
    pub counted: Option<Measure>,
    /// Whether that is all.
    pub whole: bool,
}

impl Items {
    /// Gives the items that are chosen in a panel, and the names of the folders among them.
    pub(crate) fn chosen(panel: &Panel, ticket: u64) -> Option<(Self, Vec<OsString>)> {
        let chosen = panel.chosen();
        let (folders, files): (Vec<_>, Vec<_>) = chosen.into_iter().partition(Entry::is_directory);
        let names: Vec<OsString> = folders.iter().map(|entry| entry.name.to_owned()).collect();
        let items = Self {
            from: panel.dir.clone(),
            paths: panel.chosen_paths(),
            folders: names.len(),
            size: files.iter().filter_map(|entry| panel.size(entry)).sum(),
            ticket,
            counted: None,
            whole: names.is_empty(),
        };
        (!items.paths.is_empty()).then_some((items, names))
    }

    /// Gives the number of files among them.
    pub(crate) fn files(&self) -> u64 {
        self.paths.len().saturating_sub(self.folders) as u64
    }

    /// Gives the bytes as far as they are known.
    pub(crate) fn bytes(&self) -> u64 {
        self.size + self.counted.map_or(0, |counted| counted.bytes)
    }

    /// Says whether the bytes are all of them; empty where nothing is counted.
    pub(crate) fn progress(&self) -> &'static str {
        match (self.folders, self.whole) {
            (0, _) => "",
            (_, true) => "counted",
            (_, false) => "so far",
        }
    }
}
