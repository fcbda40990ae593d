//! State of the page that lists the trash, where items are searched, marked, restored and deleted.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use fcp_browse::natural;
use fcp_engine::error::OpError;
use fcp_engine::path::WirePath;
use fcp_engine::spec::JobSpec;
use fcp_engine::trash::{Contents, Trashed, place};
use fcp_presentation::errors;
use fcp_presentation::transfer::delete_trashed;

use super::question::REST;
use crate::app::field::Field;

/// The items of the trash, and which of them are meant.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trash {
    /// Everything in the trash.
    pub items: Vec<Trashed>,
    /// Why there may be more items than these; empty where everything was read.
    pub unread: String,
    /// Indices of the items that match the search, in the order of the page.
    pub shown: Vec<usize>,
    /// The number of the request that measures the items.
    pub ticket: u64,
    /// Bytes of the items that were measured so far, by their places in the trash.
    pub sizes: BTreeMap<PathBuf, u64>,
    /// The marked items, by what names them.
    pub marks: BTreeSet<PathBuf>,
    /// Index into the shown items.
    pub cursor: usize,
    /// What is searched for in names and folders.
    pub search: Field,
    /// Whether keys go to the search.
    pub typing: bool,
    /// Whether the items deleted last come first; otherwise they are sorted by name.
    pub by_time: bool,
    /// Items that are being restored, by what names them; they are not listed again.
    pub leaving: BTreeSet<PathBuf>,
    /// Whether the trash is being listed again, and whether it has changed since that began.
    pub looking: bool,
    pub stale: bool,
    /// The action that the user must confirm, and since when, in microseconds since the Unix epoch.
    pub asks: Option<(Asks, u64)>,
}

/// Says in one line which volumes could not be read; empty if all could.
pub(crate) fn told(unread: &[OpError]) -> String {
    unread.iter().map(errors::told).collect::<Vec<_>>().join("; ")
}

/// What the user is asked to confirm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asks {
    /// Delete the marked items, or the one under the cursor.
    Delete,
    /// Delete everything in the trash.
    Empty,
}

impl Trash {
    /// Shows items by their names.
    pub(crate) fn new(contents: Contents, ticket: u64) -> Self {
        let (items, unread) = (contents.items, told(&contents.unread));
        let mut trash = Self { items, unread, ticket, ..Self::default() };
        trash.arrange();
        trash
    }

    /// Finds what matches the search, in the order that was chosen.
    pub(crate) fn arrange(&mut self) {
        let wanted = self.search.text().to_lowercase();
        let matches = |item: &Trashed| {
            let path = item.original.0.to_string_lossy().to_lowercase();
            wanted.split_whitespace().all(|word| path.contains(word))
        };
        let mut shown: Vec<usize> =
            (0..self.items.len()).filter(|&n| matches(&self.items[n])).collect();
        if self.by_time {
            shown.sort_by_key(|&n| Reverse(self.items[n].deleted));
        } else {
            let name = |n: usize| name_of(&self.items[n].original.0);
            shown.sort_by(|&one, &other| natural(name(one), name(other)));
        }
        self.shown = shown;
        self.cursor = self.cursor.min(self.shown.len().saturating_sub(1));
    }

    /// Lists some items no more: they are being restored.
    pub(crate) fn leave(&mut self, ids: &[WirePath]) {
        self.leaving.extend(ids.iter().map(|id| id.0.clone()));
        self.items.retain(|item| !ids.contains(&item.id));
        self.marks.clear();
        self.arrange();
    }

    /// Takes in what is in the trash now: another program may have restored or deleted items.
    pub(crate) fn refresh(&mut self, contents: Contents, now: u64) {
        let meant = |trash: &Self| -> Vec<PathBuf> {
            let asks = trash.asks.map(|(asks, _)| asks);
            asks.map_or_else(Vec::new, |asks| {
                trash.meant(asks).into_iter().map(|item| item.id.0.clone()).collect()
            })
        };
        let (before, here) = (meant(self), self.current().map(|item| item.id.clone()));
        self.unread = told(&contents.unread);
        self.items = contents.items;
        self.items.retain(|item| !self.leaving.contains(&item.id.0));
        let ids: BTreeSet<_> = self.items.iter().map(|item| &item.id.0).collect();
        let had_marks = !self.marks.is_empty();
        self.marks.retain(|id| ids.contains(id));
        self.arrange();
        let at = |n: &usize| self.items.get(*n).map(|item| &item.id) == here.as_ref();
        let cursor = self.shown.iter().position(at);
        self.cursor = cursor.unwrap_or(self.cursor);
        // The item under the cursor must not take the place of those that were asked about.
        let is_another = had_marks && self.marks.is_empty() || here.is_some() && cursor.is_none();
        self.asks = match self.asks {
            Some((Asks::Delete, _)) if is_another => None,
            Some((asks, _)) if meant(self) != before => Some((asks, now)),
            asks => asks,
        };
    }

    /// Gives the directories whose files describe the items.
    pub(crate) fn dirs(&self) -> BTreeSet<&Path> {
        self.items.iter().filter_map(|item| item.id.0.parent()).collect()
    }

    /// Gives the item under the cursor.
    pub(crate) fn current(&self) -> Option<&Trashed> {
        self.items.get(*self.shown.get(self.cursor)?)
    }

    /// Gives the marked items, or the one under the cursor.
    pub(crate) fn chosen(&self) -> Vec<&Trashed> {
        if self.marks.is_empty() {
            return self.current().into_iter().collect();
        }
        self.items.iter().filter(|item| self.marks.contains(&item.id.0)).collect()
    }

    /// Gives the items that a confirmation is about.
    pub(crate) fn meant(&self, asks: Asks) -> Vec<&Trashed> {
        match asks {
            Asks::Delete => self.chosen(),
            Asks::Empty => self.items.iter().collect(),
        }
    }

    /// Gives the bytes of an item, if it was measured.
    pub(crate) fn size(&self, item: &Trashed) -> Option<u64> {
        self.sizes.get(&place(&item.id.0)?).copied()
    }

    /// Gives the bytes of items, if all of them were measured.
    pub(crate) fn sum<'a>(&self, items: impl IntoIterator<Item = &'a Trashed>) -> Option<u64> {
        items.into_iter().try_fold(0_u64, |sum, item| Some(sum.saturating_add(self.size(item)?)))
    }

    /// Tells whether a confirmation still ignores keys, because they may have been typed ahead.
    pub(crate) fn rests(&self, now: u64) -> bool {
        self.asks.is_some_and(|(_, since)| now < since + REST)
    }
}

fn name_of(path: &Path) -> &OsStr {
    path.file_name().unwrap_or(path.as_os_str())
}

/// Gives the request that deletes items of the trash permanently, with the files that describe them.
pub(crate) fn delete(items: &[&Trashed]) -> JobSpec {
    delete_trashed(items.iter().copied())
}
