//! Finds the paths that the windows mean, and plans what the clipboard holds.

use std::path::PathBuf;
use std::sync::Arc;

use fcp_engine::trash::{self, Trashed};
use fcp_presentation::errors;
use fcp_presentation::tr;

use super::Plans;
use crate::clipboard::{self, Copied};
use crate::located::{Located, all_here};
use crate::trashed::all_on_disk;
use crate::wire::{Items, Notice, NoticeCode, PlanId, PlanVerb, Refusal, Target, Tone, Unseen};

/// Drops that are kept; a drop beyond that replaces the oldest.
const DROPS: usize = 8;

impl Plans {
    /// Keeps what was dropped; gives its number for `Items::Drop`.
    pub(crate) fn keep_drop(&self, paths: Vec<PathBuf>) -> u64 {
        let mut open = self.open();
        let id = open.next();
        if open.drops.len() == DROPS {
            open.drops.pop_front();
        }
        open.drops.push_back((id, paths));
        id
    }

    /// Gives the paths that are meant.
    pub(crate) fn paths(&self, items: &Items) -> Result<Vec<Located>, Refusal> {
        let located = |paths: Vec<PathBuf>| paths.into_iter().map(Located::new).collect();
        let paths = match items {
            Items::Marked { side, current } => self.panels.meant(*side, *current)?,
            Items::Entries { ids } => {
                ids.iter().map(|id| self.panels.path(*id)).collect::<Result<_, _>>()?
            }
            Items::Drop { drop } => {
                let open = self.open();
                let kept = open.drops.iter().find(|(id, _)| id == drop);
                kept.map(|(_, paths)| located(paths.clone())).ok_or(Refusal::Gone)?
            }
            Items::Clipboard => located(clipboard::files()?.paths),
            Items::Trash => located(self.trashed()?.into_iter().map(|item| item.id.0).collect()),
            Items::Plan { plan } => located(self.open().plan(*plan)?.sources.to_vec()),
        };
        let paths: Vec<Located> = paths;
        if matches!(items, Items::Marked { .. } | Items::Entries { .. }) {
            self.panels.check_items(&paths)?;
        }
        if paths.is_empty() { Err(Refusal::because(tr!("desktop-no-item"))) } else { Ok(paths) }
    }

    /// Gives those of the items that are marked and not shown.
    pub(crate) fn unseen(&self, items: &Items) -> Option<Unseen> {
        match items {
            Items::Marked { side, .. } => self.panels.unseen(*side),
            Items::Plan { plan } => self.open().plan(*plan).ok()?.unseen.clone(),
            Items::Entries { .. } | Items::Drop { .. } | Items::Clipboard | Items::Trash => None,
        }
    }

    /// Gives everything in the trash; tells of volumes whose trash cannot be read.
    pub(super) fn trashed(&self) -> Result<Vec<Trashed>, Refusal> {
        let found = trash::list(self.home.data())?;
        for error in &found.unread {
            let notice = Notice::new(Tone::Bad, NoticeCode::Failed);
            self.feed.notify(Notice { detail: Some(errors::told(error)), ..notice });
        }
        if found.items.is_empty() {
            return Err(Refusal::because(tr!("desktop-trash-empty")));
        }
        Ok(found.items)
    }

    /// Gives where the items are that are meant, those in the trash among them.
    ///
    /// # Errors
    /// One is on another machine.
    pub(crate) fn paths_on_disk(&self, items: &Items) -> Result<Vec<PathBuf>, Refusal> {
        Ok(all_on_disk(&all_here(self.paths(items)?)?))
    }

    /// Plans what the files in the clipboard are there for.
    pub(crate) fn paste(self: &Arc<Self>, target: &Target) -> Result<PlanId, Refusal> {
        let Copied { paths, cut } = clipboard::files()?;
        if paths.is_empty() {
            return Err(Refusal::because(tr!("desktop-clipboard-empty")));
        }
        let verb = if cut { PlanVerb::Move } else { PlanVerb::Copy };
        self.make_of(verb, paths, target)
    }
}
