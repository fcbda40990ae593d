//! One panel: a directory, a cursor and marks.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use fcp_engine::browse::old::Entry;
use fcp_engine::error::OpError;

/// What a panel knows of its directory.
#[derive(Clone, Debug, Default)]
pub struct Panel {
    /// The directory.
    pub dir: PathBuf,
    /// Bytes free on its filesystem for this user.
    pub free: Option<u64>,
    /// Why it cannot be listed.
    pub error: Option<OpError>,
    /// Names of the marked entries.
    pub marked: BTreeSet<OsString>,
    /// The row of the cursor; row 0 is `..` wherever there is a parent.
    pub cursor: usize,
    /// The first row on the screen.
    pub top: usize,
    /// Whether hidden names are shown.
    pub hidden: bool,
    /// Number of the listing that is awaited or shown; an older one that comes late is dropped.
    pub ticket: u64,
    entries: Vec<Entry>,
    /// Indices of the entries that are shown.
    shown: Vec<usize>,
    /// Where the cursor goes once the listing is here.
    wanted: Option<OsString>,
}

/// One row of a panel.
#[derive(Clone, Copy, Debug)]
pub enum Row<'a> {
    /// The way up.
    Parent,
    /// An entry.
    Entry(&'a Entry),
}

impl Panel {
    /// Starts at a directory that is not listed yet.
    pub fn new(dir: PathBuf) -> Self {
        Self { dir, ..Self::default() }
    }

    /// Goes to a directory; the cursor will stand on `wanted` if it is there.
    pub fn go(&mut self, dir: PathBuf, wanted: Option<OsString>) {
        *self = Self { dir, hidden: self.hidden, ticket: self.ticket, wanted, ..Self::default() };
    }

    /// Keeps the cursor on its name through the next listing of the same directory.
    pub fn hold(&mut self) {
        self.wanted = self.current().map(|entry| entry.name.clone());
    }

    /// Takes a listing.
    pub fn take(&mut self, entries: Vec<Entry>, free: Option<u64>) {
        if self.wanted.is_none() && !self.entries.is_empty() {
            self.hold();
        }
        self.entries = entries;
        self.free = free;
        self.error = None;
        let names: BTreeSet<&OsStr> = self.entries.iter().map(|e| e.name.as_os_str()).collect();
        self.marked.retain(|name| names.contains(name.as_os_str()));
        self.show();
    }

    /// Takes the news that the directory cannot be listed.
    pub fn fail(&mut self, error: OpError) {
        self.entries.clear();
        self.error = Some(error);
        self.show();
    }

    /// Shows or hides the hidden names.
    pub fn toggle_hidden(&mut self) {
        self.hold();
        self.hidden = !self.hidden;
        self.show();
    }

    fn show(&mut self) {
        let wanted = |(_, entry): &(usize, &Entry)| self.hidden || !entry.is_hidden();
        self.shown = self.entries.iter().enumerate().filter(wanted).map(|(n, _)| n).collect();
        if let Some(name) = self.wanted.take() {
            let place = self.shown.iter().position(|&n| self.entries[n].name == name);
            if let Some(place) = place {
                self.cursor = place + usize::from(self.has_parent());
            }
        }
        self.cursor = self.cursor.min(self.len().saturating_sub(1));
    }

    fn has_parent(&self) -> bool {
        self.dir.parent().is_some()
    }

    /// Gives the number of rows.
    pub fn len(&self) -> usize {
        self.shown.len() + usize::from(self.has_parent())
    }

    /// Tells whether there is no row at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Gives a row.
    pub fn row(&self, row: usize) -> Option<Row<'_>> {
        match row.checked_sub(usize::from(self.has_parent())) {
            None => Some(Row::Parent),
            Some(n) => self.shown.get(n).map(|&n| Row::Entry(&self.entries[n])),
        }
    }

    /// Gives the entry under the cursor; none on `..`.
    pub fn current(&self) -> Option<&Entry> {
        match self.row(self.cursor)? {
            Row::Parent => None,
            Row::Entry(entry) => Some(entry),
        }
    }

    /// Moves the cursor by rows.
    pub fn step(&mut self, rows: isize) {
        self.cursor = self.cursor.saturating_add_signed(rows).min(self.len().saturating_sub(1));
    }

    /// Marks or unmarks the entry under the cursor and moves down.
    pub fn mark(&mut self) {
        if let Some(name) = self.current().map(|entry| entry.name.clone())
            && !self.marked.remove(&name)
        {
            self.marked.insert(name);
        }
        self.step(1);
    }

    /// Marks what is not marked, and the reverse.
    pub fn invert(&mut self) {
        let shown = self.shown.iter().map(|&n| &self.entries[n].name);
        self.marked = shown.filter(|name| !self.marked.contains(*name)).cloned().collect();
    }

    /// Gives the marked entries, or the one under the cursor.
    pub fn chosen(&self) -> Vec<&Entry> {
        if self.marked.is_empty() {
            return self.current().into_iter().collect();
        }
        self.entries.iter().filter(|entry| self.marked.contains(&entry.name)).collect()
    }

    /// Gives the size in bytes of what is marked, directories left out.
    pub fn marked_size(&self) -> u64 {
        let marked = self.entries.iter().filter(|entry| self.marked.contains(&entry.name));
        let files = marked.filter(|entry| !entry.is_directory());
        files.filter_map(|entry| Some(entry.meta.as_ref()?.size)).sum()
    }

    /// Gives the directory that Enter leads to.
    pub fn target(&self) -> Option<(PathBuf, Option<OsString>)> {
        match self.row(self.cursor)? {
            Row::Parent => self.parent(),
            Row::Entry(entry) if entry.is_directory() => Some((self.dir.join(&entry.name), None)),
            Row::Entry(_) => None,
        }
    }

    /// Gives the directory above, and the name to stand on there.
    pub fn parent(&self) -> Option<(PathBuf, Option<OsString>)> {
        let up = self.dir.parent().map(Path::to_owned)?;
        Some((up, self.dir.file_name().map(OsStr::to_owned)))
    }

    /// Scrolls so that the cursor is among `rows` visible ones.
    pub fn scroll(&mut self, rows: usize) {
        let last = self.len().saturating_sub(rows);
        self.top = self.top.min(self.cursor).max((self.cursor + 1).saturating_sub(rows)).min(last);
    }
}
