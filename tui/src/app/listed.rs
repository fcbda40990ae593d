//! Keeps what the folders are known by that the user acts in, so that no action meets others of the same paths.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use fcp_browse::Identity;

/// What folders were known by when the user began to act in them.
#[derive(Debug, Default)]
pub(crate) struct Listed {
    /// The folders of the panels; while a dialog is open, those that its items were chosen in.
    panels: BTreeMap<PathBuf, Identity>,
    /// Folders of items that were remembered or marked there, and that no panel may show by now.
    others: BTreeMap<PathBuf, Identity>,
    /// Folders that are being looked at; a dead mount never answers.
    pub looking: BTreeSet<PathBuf>,
    /// When the folders were last looked at, in microseconds since the Unix epoch.
    pub looked_at: u64,
}

impl Listed {
    /// Takes the folders of the panels.
    pub(crate) fn show(&mut self, panels: impl Iterator<Item = (PathBuf, Identity)>) {
        self.panels = panels.collect();
    }

    /// Keeps folders beside those of the panels.
    pub(crate) fn keep(&mut self, others: BTreeMap<PathBuf, Identity>) {
        self.others.extend(others);
    }

    /// Keeps the folders of items after the panels have left them.
    pub(crate) fn keep_of(&mut self, items: &[PathBuf]) {
        let holds = |dir: &Path| items.iter().any(|item| item.starts_with(dir));
        let here: Vec<_> = self.panels.iter().filter(|(dir, _)| holds(dir)).collect();
        self.others.extend(here.into_iter().map(|(dir, identity)| (dir.clone(), *identity)));
    }

    /// Forgets folders that were replaced; what is in them now is known by the next listing.
    pub(crate) fn forget(&mut self, dirs: &[PathBuf]) {
        self.others.retain(|dir, _| !dirs.contains(dir));
    }

    /// Gives the known folders that paths lie in.
    pub(crate) fn above(&self, paths: &[&Path]) -> Vec<(PathBuf, Identity)> {
        // Of a folder that a panel shows, the user means what is shown.
        let mut all = self.others.clone();
        all.extend(self.panels.iter().map(|(dir, identity)| (dir.clone(), *identity)));
        all.into_iter().filter(|(dir, _)| paths.iter().any(|path| path.starts_with(dir))).collect()
    }
}
