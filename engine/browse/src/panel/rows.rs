//! Gives the rows and the entries of a panel.

use fcp_engine::path::parent_of;
use std::ffi::OsStr;

use super::{Entry, Panel, Row, Subject};

impl Panel {
    pub(super) fn has_parent(&self) -> bool {
        !self.is_top && parent_of(&self.dir).is_some() && self.subject == Subject::Directory
    }

    /// Gives the number of rows.
    pub fn len(&self) -> usize {
        self.shown.len() + usize::from(self.has_parent())
    }

    /// Tells whether there is no row at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Gives the number of entries that are shown, and of all.
    ///
    /// Where hidden names are not shown, unfinished copies under temporary names are not counted: a folder
    /// with nothing else in it is empty to the user.
    pub fn counts(&self) -> (usize, usize) {
        let temporaries = if self.shows.hidden { 0 } else { self.listing.temporaries() };
        (self.shown.len(), self.listing.len() - temporaries)
    }

    /// Gives a row.
    pub fn row(&self, row: usize) -> Option<Row<'_>> {
        match row.checked_sub(usize::from(self.has_parent())) {
            None => Some(Row::Parent),
            Some(n) => self.shown.get(n).and_then(|&n| self.entry(n as usize)).map(Row::Entry),
        }
    }

    /// Gives an entry by its index in the listing.
    pub fn entry(&self, index: usize) -> Option<Entry<'_>> {
        let name = self.listing.name(index)?;
        let (kind, meta) = (self.listing.kind(index), self.metas.get(index));
        Some(Entry { index, name, kind, meta })
    }

    /// Gives all entries, in the listing's order.
    pub fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        (0..self.listing.len()).filter_map(|index| self.entry(index))
    }

    /// Tells whether there is anything of a name, shown or not.
    pub fn has(&self, name: &OsStr) -> bool {
        self.listing.find(name).is_some()
    }

    /// Gives the entries that are shown, in their order.
    pub fn shown(&self) -> impl Iterator<Item = Entry<'_>> {
        self.shown.iter().filter_map(|&index| self.entry(index as usize))
    }
}
