//! Refuses what would meet the files of another folder that has come to have the path of one that a panel lists.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use fcp_browse::Identity;
use fcp_browse::panel::Subject;
use fcp_presentation::tr;
use fcp_presentation::transfer::Shown;

use super::{Panels, RefreshMessage};
use crate::located::Located;
use crate::wire::{PanelSide, Refusal};

/// Folders and archives as panels have listed them.
pub(crate) type Listed = Vec<(PathBuf, Identity)>;

impl Panels {
    /// Gives what the panels have listed of the folders or archives that some items are in, and of a folder that they go to.
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
                listed.push((panel.place().to_owned(), identity));
            }
        }
        listed
    }

    /// Gives what the panels show of some items; where one is in the trash, only of those that are.
    pub(crate) fn shown(&self, paths: &[PathBuf]) -> Shown {
        let wanted: HashSet<&Path> = paths.iter().map(PathBuf::as_path).collect();
        let mut model = self.model();
        let (mut trashed, mut kinds) = (Vec::new(), Vec::new());
        for side in PanelSide::ALL {
            let Ok(tab) = model.shown(side) else { continue };
            if let Some(items) = &tab.trashed {
                let items = items.values().filter(|item| wanted.contains(item.id.0.as_path()));
                trashed.extend(items.cloned());
                continue;
            }
            let panel = tab.panel();
            let here = |path: &&Path| {
                let name = path.strip_prefix(&panel.dir).ok()?.as_os_str();
                let entry = panel.entry(panel.listing().find(name)?)?;
                Some((path.to_path_buf(), entry.kind))
            };
            kinds.extend(wanted.iter().filter_map(here));
            let there =
                panel.marked_elsewhere().map(|(dir, mark)| (dir.join(&mark.name), mark.kind));
            kinds.extend(there.filter(|(path, _)| wanted.contains(path.as_path())));
        }
        if trashed.is_empty() { Shown::of_types(kinds) } else { Shown::of_trashed(&trashed) }
    }

    /// Looks whether folders and archives are still those that were listed; one that is another is listed again. A disk may
    /// be waited for.
    ///
    /// # Errors
    /// Another one has the path of one of them.
    pub(crate) fn check_listed(&self, listed: &Listed) -> Result<(), Refusal> {
        let is_other =
            |(dir, then): &&(PathBuf, Identity)| Identity::of(dir).is_some_and(|now| now != *then);
        let Some((dir, then)) = listed.iter().find(is_other) else { return Ok(()) };
        self.tell(RefreshMessage::Changed(dir.clone()));
        let why = if then.is_of_file() { tr!("archive-replaced") } else { tr!("folder-replaced") };
        Err(Refusal::because(why))
    }

    /// Looks whether the folders of some items are still those that were listed.
    ///
    /// # Errors
    /// As for [`Self::check_listed`].
    pub(crate) fn check_items(&self, items: &[Located]) -> Result<(), Refusal> {
        self.check_listed(&self.folders_listed(items.iter().map(Located::spelled), None))
    }
}
