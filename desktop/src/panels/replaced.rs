//! Refuses what would meet the files of another folder that has come to have the path of one that a panel lists.

use std::path::{Path, PathBuf};

use fcp_browse::Identity;
use fcp_browse::panel::Subject;
use fcp_presentation::tr;

use super::{Panels, RefreshMessage};
use crate::located::Located;
use crate::wire::{PanelSide, Refusal};

/// Folders as panels have listed them.
pub(crate) type Listed = Vec<(PathBuf, Identity)>;

impl Panels {
    /// Gives what the panels have listed of the folders that some items are in, and of a folder that they go to.
    pub(crate) fn folders_listed<'a>(
        &self,
        items: impl Iterator<Item = &'a Path>,
        goal: Option<&'a Path>,
    ) -> Listed {
        let mut dirs: Vec<&Path> = items.filter_map(Path::parent).chain(goal).collect();
        dirs.sort_unstable();
        dirs.dedup();
        let mut model = self.model();
        let mut listed = Vec::new();
        for side in PanelSide::ALL {
            let Ok(tab) = model.shown(side) else { continue };
            let panel = tab.panel();
            if matches!(panel.subject, Subject::Directory)
                && dirs.contains(&panel.dir.as_path())
                && let Some(identity) = panel.identity()
            {
                listed.push((panel.dir.clone(), identity));
            }
        }
        listed
    }

    /// Looks whether folders are still those that were listed; one that is another is listed again. A disk may be waited
    /// for.
    ///
    /// # Errors
    /// Another folder has the path of one of them.
    pub(crate) fn check_listed(&self, listed: &Listed) -> Result<(), Refusal> {
        let is_other =
            |(dir, then): &&(PathBuf, Identity)| Identity::of(dir).is_some_and(|now| now != *then);
        let Some((dir, _)) = listed.iter().find(is_other) else { return Ok(()) };
        self.tell(RefreshMessage::Changed(dir.clone()));
        Err(Refusal::because(tr!("folder-replaced")))
    }

    /// Looks whether the folders of some items are still those that were listed.
    ///
    /// # Errors
    /// As for [`Self::check_listed`].
    pub(crate) fn check_items(&self, items: &[Located]) -> Result<(), Refusal> {
        self.check_listed(&self.folders_listed(items.iter().map(Located::spelled), None))
    }
}
