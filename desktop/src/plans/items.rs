//! Finds the paths that the windows mean, and plans what the clipboard holds.

use std::path::PathBuf;
use std::sync::Arc;

use fcp_engine::trash::{self, Trashed};
use fcp_presentation::errors;
use fcp_presentation::now;
use fcp_presentation::tr;
use fcp_presentation::transfer::Shown;

use super::Plans;
use super::plan::{self, Inside};
use crate::clipboard::{self, Copied};
use crate::located::{Located, all_spelled, refuse_far};
use crate::panels::Listed;
use crate::trashed::{all_on_disk, note_names};
use crate::wire::{Items, Notice, NoticeCode, PlanId, PlanVerb, Refusal, Target, Tone, Unseen};

/// Drops and items of dialogs that are kept; one beyond that replaces the oldest.
const KEPT: usize = 8;

/// Items as the user was shown them when they were named.
#[derive(Clone, Debug, Default)]
pub(super) struct Meant {
    /// Where they are; of the trash, what names them there.
    pub(super) paths: Vec<PathBuf>,
    /// What was shown of them.
    pub(super) shown: Shown,
    /// The folders and archives that they were listed in.
    pub(super) listed: Listed,
    /// The archive that they are in, and their folder in it.
    pub(super) inside: Option<Inside>,
}

impl Plans {
    /// Keeps what was dropped; gives its number for `Items::Drop`.
    pub(crate) fn keep_drop(&self, paths: Vec<PathBuf>) -> u64 {
        self.keep(self.meant_now(paths))
    }

    /// Keeps items for a dialog, so that what is confirmed there is done with what it was opened for.
    pub(crate) fn hold(&self, items: &Items) -> Result<Items, Refusal> {
        Ok(Items::Held { held: self.keep(self.meant(items)?) })
    }

    fn keep(&self, meant: Meant) -> u64 {
        let mut open = self.open();
        let id = open.next();
        if open.kept.len() == KEPT {
            open.kept.pop_front();
        }
        open.kept.push_back((id, meant));
        id
    }

    /// Gives the items that are meant.
    pub(super) fn meant(&self, items: &Items) -> Result<Meant, Refusal> {
        let meant = match items {
            Items::Marked { side, current } => {
                self.seen(all_spelled(self.panels.meant(*side, *current)?))
            }
            Items::Entries { ids } => {
                let paths = ids.iter().map(|id| self.panels.path(*id)).collect::<Result<_, _>>()?;
                self.seen(all_spelled(paths))
            }
            Items::Drop { drop: id } | Items::Held { held: id } => {
                let open = self.open();
                let kept = open.kept.iter().find(|(it, _)| it == id);
                kept.map(|(_, meant)| meant.clone()).ok_or(Refusal::Gone)?
            }
            Items::Clipboard => self.copied(&clipboard::files()?),
            Items::Trash => {
                let items = self.trashed()?;
                let shown = Shown::of_trashed(&items);
                let paths = items.into_iter().map(|item| item.id.0).collect();
                Meant { paths, shown, ..Meant::default() }
            }
            Items::Plan { plan } => {
                let mut open = self.open();
                let plan = open.plan(*plan)?;
                let shown = Shown::clone(&plan.shown);
                let (paths, inside) = (plan.sources.to_vec(), plan.inside.clone());
                Meant { paths, shown, inside, ..Meant::default() }
            }
        };
        self.panels.check_listed(&meant.listed)?;
        if meant.paths.is_empty() {
            Err(Refusal::because(tr!("desktop-no-item")))
        } else {
            Ok(meant)
        }
    }

    /// Gives items that the panels show, with the folders that they are listed in.
    fn seen(&self, paths: Vec<PathBuf>) -> Meant {
        let listed = self.panels.folders_listed(paths.iter().map(PathBuf::as_path), None);
        Meant { listed, ..self.meant_now(paths) }
    }

    /// Gives items with what the panels show of them now, if anything.
    pub(super) fn meant_now(&self, paths: Vec<PathBuf>) -> Meant {
        let (shown, inside) = (self.panels.shown(&paths), self.panels.archive_of(&paths));
        Meant { paths, shown, listed: Listed::new(), inside }
    }

    /// Gives the paths that are meant.
    pub(crate) fn paths(&self, items: &Items) -> Result<Vec<Located>, Refusal> {
        Ok(self.meant(items)?.paths.into_iter().map(Located::new).collect())
    }

    /// Gives those of the items that are marked and not shown.
    pub(crate) fn unseen(&self, items: &Items) -> Option<Unseen> {
        match items {
            Items::Marked { side, .. } => self.panels.unseen(*side),
            Items::Plan { plan } => self.open().plan(*plan).ok()?.unseen.clone(),
            Items::Entries { .. }
            | Items::Drop { .. }
            | Items::Held { .. }
            | Items::Clipboard
            | Items::Trash => None,
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
        note_names(&found.items);
        Ok(found.items)
    }

    /// Gives where the items are that are meant, those in the trash among them.
    ///
    /// # Errors
    /// One is on another machine, or they are in an archive.
    pub(crate) fn paths_on_disk(&self, items: &Items) -> Result<Vec<PathBuf>, Refusal> {
        Ok(self.shown_on_disk(items)?.0)
    }

    /// Gives where the items are that are meant, and what was shown of them.
    ///
    /// # Errors
    /// One is on another machine, or they are in an archive.
    pub(crate) fn shown_on_disk(&self, items: &Items) -> Result<(Vec<PathBuf>, Shown), Refusal> {
        let Meant { paths, shown, inside, .. } = self.meant(items)?;
        refuse_far(&paths)?;
        if inside.is_some() {
            return Err(Refusal::because(tr!("desktop-archive-not-inside")));
        }
        Ok((all_on_disk(&paths), shown))
    }

    /// Gives the items that are meant, those in the trash by what names them there, and what was shown of them.
    ///
    /// # Errors
    /// One is on another machine.
    pub(crate) fn shown_here(&self, items: &Items) -> Result<(Vec<PathBuf>, Shown), Refusal> {
        let Meant { paths, shown, .. } = self.meant(items)?;
        refuse_far(&paths)?;
        Ok((paths, shown))
    }

    /// Puts files into the clipboard, and keeps what was shown of them until they are pasted.
    pub(crate) fn copy_files(&self, items: &Items, cut: bool) -> Result<(), Refusal> {
        let meant = self.meant(items)?;
        refuse_far(&meant.paths)?;
        // No other process, and no other copy of this one, has the same.
        let token = format!("{}-{}", std::process::id(), now());
        if meant.inside.is_none() {
            clipboard::copy_files(&self.feed, &meant.paths, cut, &token)?;
        } else {
            let verb = if cut { PlanVerb::Move } else { PlanVerb::Copy };
            plan::check(verb, &meant.paths, meant.inside.as_ref())?;
            clipboard::copy_token(&self.feed, meant.paths.len() as u64, &token)?;
        }
        self.open().copied = Some((token, meant));
        Ok(())
    }

    /// Gives what the clipboard holds as it was shown when it was put there, if this program has put it there.
    fn copied(&self, copied: &Copied) -> Meant {
        let paths = copied.paths.clone();
        let open = self.open();
        let own = open.copied.as_ref().filter(|(own, _)| own.as_bytes() == copied.token);
        let own = own.map(|(_, meant)| meant.clone());
        drop(open);
        match own {
            // Items of an archive are there by their token alone.
            Some(meant) if meant.inside.is_some() => meant,
            Some(meant) => Meant { paths, ..meant },
            None => self.meant_now(paths),
        }
    }

    /// Plans what the files in the clipboard are there for.
    pub(crate) fn paste(self: &Arc<Self>, target: &Target) -> Result<PlanId, Refusal> {
        let copied = clipboard::files()?;
        let meant = self.copied(&copied);
        if meant.paths.is_empty() {
            return Err(copied.nothing());
        }
        let verb = if copied.cut { PlanVerb::Move } else { PlanVerb::Copy };
        let plan = self.make_meant(verb, meant, target)?;
        if copied.strange > 0 {
            let notice = Notice::new(Tone::Warn, NoticeCode::DropMissing);
            self.feed.notify(Notice { count: Some(copied.strange), ..notice });
        }
        Ok(plan)
    }
}
