//! The state of both panels: sides, their tabs, and the background work that runs for them.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fcp_browse::panel::{Panel, Subject};
use fcp_engine::trash::Trashed;
use fcp_presentation::unseen::Unseen;

use super::counts::Counts;
use super::entries::Entries;
use super::marks::Before;
use super::stop_on_drop::StopOnDrop;
use crate::preferences::session::{self, Session};
use crate::wire::{self, EntryId, PanelSide, Refusal};

/// Both panels.
#[derive(Debug, Default)]
pub(super) struct Model {
    /// The left one and the right one.
    pub(super) sides: [Side; 2],
    /// The one in use.
    pub(super) focus: PanelSide,
    /// What the ids that were told mean.
    pub(super) entries: Entries,
    /// The last number that was given to a request or a tab.
    last: u64,
}

/// One panel with its tabs; without any until the program has begun.
#[derive(Debug, Default)]
pub(super) struct Side {
    /// The tabs.
    pub(super) tabs: Vec<Tab>,
    /// Which of them is shown.
    pub(super) shown: usize,
    /// The first row in sight, and how many are.
    pub(super) look: (u32, u32),
    /// What the last cursor command carried.
    pub(super) touch: u32,
    /// What jobs were writing here when it was told last, in percent.
    pub(super) written: Vec<(OsString, u8)>,
}

/// A tab: a panel and the background work that runs for it.
#[derive(Debug)]
pub(super) struct Tab {
    /// Tells tabs apart.
    pub(super) id: u32,
    /// Type of the filesystem of its folder.
    pub(super) filesystem: String,
    /// What the names mean where the trash is listed.
    pub(super) trashed: Option<Arc<HashMap<OsString, Trashed>>>,
    /// Bytes of everything in the trash where that is listed, once it is measured.
    pub(super) trashed_bytes: Option<u64>,
    /// Lists its folder, or searches.
    pub(super) listing: StopOnDrop,
    /// Measures folders.
    pub(super) measuring: StopOnDrop,
    /// How many items its folders have.
    pub(super) counts: Counts,
    /// What was marked before the range that the cursor stretches.
    pub(super) before: Option<Before>,
    /// Whether its folder is one above that of the user, which was removed; this one may be about to be.
    pub(super) climbs: bool,
    panel: Panel,
    /// Counts the changes of the panel.
    version: u64,
}

/// Says which tab is meant.
#[derive(Clone, Copy, Debug)]
pub(super) enum Whose {
    /// The one that a side shows.
    Shown(PanelSide),
    /// The one that awaits this listing.
    Listing(u64),
    /// The one that awaits these sizes.
    Measuring(u64),
}

impl Model {
    /// Gives a number that nothing else has.
    pub(super) fn number(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    /// Makes a tab of a panel.
    pub(super) fn tab(&mut self, panel: Panel) -> Tab {
        Tab {
            id: self.number() as u32,
            filesystem: String::new(),
            trashed: None,
            trashed_bytes: None,
            listing: StopOnDrop::default(),
            measuring: StopOnDrop::default(),
            counts: Counts::default(),
            before: None,
            climbs: false,
            panel,
            version: 0,
        }
    }

    /// Gives the tab that a side shows.
    pub(super) fn shown(&mut self, side: PanelSide) -> Result<&mut Tab, Refusal> {
        let side = self.side(side);
        side.tabs.get_mut(side.shown).ok_or(Refusal::Gone)
    }

    /// Gives a side.
    pub(super) fn side(&mut self, side: PanelSide) -> &mut Side {
        let [left, right] = &mut self.sides;
        match side {
            PanelSide::Left => left,
            PanelSide::Right => right,
        }
    }

    /// Finds a tab, the side it is on, and whether it is shown there.
    pub(super) fn find(&mut self, whose: Whose) -> Option<(PanelSide, bool, &mut Tab)> {
        let all = PanelSide::ALL.into_iter().zip(&mut self.sides).flat_map(|(side, tabs)| {
            let shown = tabs.shown;
            let tabs = tabs.tabs.iter_mut().enumerate();
            tabs.map(move |(n, tab)| (side, n == shown, tab))
        });
        let mut all = all;
        all.find(|(side, shown, tab)| match whose {
            Whose::Shown(wanted) => *shown && *side == wanted,
            Whose::Listing(ticket) => tab.panel.ticket == ticket,
            Whose::Measuring(ticket) => tab.panel.measuring == ticket,
        })
    }

    /// Gives the row in which a side shows an entry.
    ///
    /// # Errors
    /// The entry is not shown there any more.
    pub(super) fn row_of(&mut self, side: PanelSide, id: EntryId) -> Result<usize, Refusal> {
        let path = self.entries.path(id).ok_or(Refusal::Gone)?.to_owned();
        self.shown(side)?.row_of(&path).ok_or(Refusal::Gone)
    }

    /// Gives the folders and tabs to remember.
    pub(super) fn session(&self) -> Session {
        let tabs = |side: &Side| session::Tabs {
            tabs: side.tabs.iter().map(Tab::stored).collect(),
            shown: side.shown,
        };
        let [left, right] = &self.sides;
        Session { sides: [tabs(left), tabs(right)], focus: self.focus }
    }

    /// Gives the directories of this machine that are shown; others tell nothing of changes.
    pub(super) fn dirs(&self) -> Vec<PathBuf> {
        let shown = self.sides.iter().filter_map(|side| side.tabs.get(side.shown));
        let listed =
            shown.filter(|tab| tab.panel.subject == Subject::Directory && !tab.panel.is_far());
        let mut dirs: Vec<_> = listed.map(|tab| tab.panel.dir.clone()).collect();
        dirs.dedup();
        dirs
    }
}

impl Tab {
    /// Gives its panel.
    pub(super) fn panel(&self) -> &Panel {
        &self.panel
    }

    /// Gives its panel to change it.
    pub(super) fn panel_mut(&mut self) -> &mut Panel {
        self.version += 1;
        &mut self.panel
    }

    /// Gives what is stored of it.
    fn stored(&self) -> session::Tab {
        fcp_presentation::session::Tab::of(&self.panel).into()
    }

    /// Gives a copy of its panel to work on, and the version it is of.
    pub(super) fn copy(&self) -> (Panel, u64) {
        (self.panel.clone(), self.version)
    }

    /// Puts a copy back if the panel has not changed since; the caller drops what `panel` holds then.
    pub(super) fn put(&mut self, panel: &mut Panel, version: u64) -> bool {
        let is_same = self.version == version;
        if is_same {
            std::mem::swap(self.panel_mut(), panel);
        }
        is_same
    }

    /// Gives the path of an entry, or what names it in the trash; none if it is not there any more.
    ///
    /// In the trash names are where the items were: what is there now is none of them.
    pub(super) fn path(&self, name: &OsStr) -> Option<PathBuf> {
        match &self.trashed {
            Some(items) => items.get(name).map(|item| item.id.0.clone()),
            None => Some(self.panel.dir.join(name)),
        }
    }

    /// Gives the row of what [`Self::path`] gave, if it is shown.
    fn row_of(&self, path: &Path) -> Option<usize> {
        match &self.trashed {
            Some(items) => {
                let (name, _) = items.iter().find(|(_, item)| item.id.0 == path)?;
                self.panel.row_of(name)
            }
            None => self.panel.row_of(path.strip_prefix(&self.panel.dir).ok()?.as_os_str()),
        }
    }

    /// Gives what a name means where the trash is listed.
    pub(super) fn in_trash(&self, name: &OsStr) -> Option<&Trashed> {
        self.trashed.as_ref()?.get(name)
    }

    /// Gives what is marked and not shown.
    pub(super) fn unseen(&self) -> Option<wire::Unseen> {
        let Unseen { count, names } = Unseen::of(&self.panel).any()?;
        Some(wire::Unseen { count, names })
    }

    /// Gives what is marked as it is shown, or the entry under the cursor.
    pub(super) fn chosen(&self) -> Vec<PathBuf> {
        if self.panel.marks().is_empty() {
            let current = self.panel.current();
            return current.and_then(|entry| self.path(entry.name)).into_iter().collect();
        }
        self.panel.marked_as_shown().filter_map(|entry| self.path(entry.name)).collect()
    }
}
