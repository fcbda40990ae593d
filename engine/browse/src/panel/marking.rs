//! Marks and unmarks the entries of a panel, which actions then apply to.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::{Filter, Meta};
use fcp_engine::event::FileKind;

use super::marks::Marks;
use super::{Entry, Panel, Row, Subject};

impl Panel {
    /// Gives the marks.
    pub fn marks(&self) -> &Marks {
        &self.marks
    }

    /// Replaces the marks.
    pub fn set_marks(&mut self, marks: Marks) {
        (self.marks, self.range) = (marks, None);
    }

    /// Marks or unmarks the entry under the cursor and moves by rows.
    pub fn mark(&mut self, rows: isize) {
        self.range = None;
        if let Some(index) = self.current().map(|entry| entry.index) {
            self.marks.set(index, !self.marks.has(index));
        }
        self.step(rows);
    }

    /// Begins a range at the cursor, or ends it.
    pub fn toggle_range(&mut self) {
        self.range = match self.range {
            Some(_) => None,
            None => Some((self.cursor, self.marks.clone())),
        };
        self.stretch();
    }

    /// Marks what lies between the start of the range and the cursor, beside the marks of before.
    pub(super) fn stretch(&mut self) {
        let Some((start, before)) = &self.range else { return };
        let (low, high) = ((*start).min(self.cursor), (*start).max(self.cursor));
        let mut marks = before.clone();
        for row in low..=high {
            if let Some(Row::Entry(entry)) = self.row(row) {
                marks.set(entry.index, true);
            }
        }
        self.marks = marks;
    }

    /// Marks the rows between two.
    pub fn mark_rows(&mut self, from: usize, to: usize) {
        for row in from.min(to)..=from.max(to) {
            if let Some(Row::Entry(Entry { index, .. })) = self.row(row) {
                self.marks.set(index, true);
            }
        }
    }

    /// Marks those of the shown entries that are wanted, or unmarks them.
    pub fn mark_where(&mut self, marked: bool, wanted: impl Fn(&Entry<'_>) -> bool) -> usize {
        let hits: Vec<usize> = self
            .shown
            .iter()
            .filter_map(|&index| self.entry(index as usize))
            .filter(wanted)
            .map(|entry| entry.index)
            .collect();
        for &index in &hits {
            self.marks.set(index, marked);
        }
        hits.len()
    }

    /// Marks all shown entries, or the files among them.
    pub fn mark_all(&mut self, files_only: bool) {
        self.mark_where(true, |entry| !files_only || entry.kind != FileKind::Directory);
    }

    /// Marks or unmarks the shown entries whose names match, and gives their number.
    pub fn mark_matching(&mut self, text: &str, marked: bool) -> usize {
        let filter = Filter::new(text);
        self.mark_where(marked, |entry| filter.matches(entry.name))
    }

    /// Marks what is shown and not marked, and the reverse.
    pub fn invert(&mut self) {
        let shown = self.shown.iter().map(|&index| index as usize);
        self.marks = shown.filter(|&index| !self.marks.has(index)).collect();
    }

    /// Forgets the marks, but so that they can be brought back.
    pub fn drop_marks(&mut self) {
        // Marks that wait until this folder is listed.
        if self.subject == Subject::Directory {
            self.elsewhere.remove(&self.dir);
        }
        if self.marks.is_empty() {
            return;
        }
        self.dropped = self.marked().map(|entry| entry.name.to_owned()).collect();
        self.set_marks(Marks::default());
    }

    /// Brings back the marks that were dropped last.
    pub fn restore_marks(&mut self) {
        let names: Vec<OsString> = self.dropped.clone();
        let found = names.iter().filter_map(|name| self.listing.find(name));
        let marks = found.collect();
        self.set_marks(marks);
    }

    /// Gives the marked entries, hidden ones too.
    pub fn marked(&self) -> impl Iterator<Item = Entry<'_>> {
        self.marks.iter().filter_map(|index| self.entry(index))
    }

    /// Gives the marked entries as they are shown, and then those that are not.
    pub fn marked_as_shown(&self) -> impl Iterator<Item = Entry<'_>> {
        let seen = self.shown().filter(|entry| self.marks.has(entry.index));
        seen.chain(self.marked_unseen())
    }

    /// Gives the marked entries that are not shown: a filter or their names hide them, and actions mean them all
    /// the same.
    pub fn marked_unseen(&self) -> impl Iterator<Item = Entry<'_>> {
        let is_whole = self.marks.is_empty() || self.shown.len() == self.listing.len();
        let shown = if is_whole { &[] } else { self.shown.as_slice() };
        let shown: Marks = shown.iter().map(|&index| index as usize).collect();
        self.marked().filter(move |entry| !is_whole && !shown.has(entry.index))
    }

    /// Gives the marked entries, or the one under the cursor.
    pub fn chosen(&self) -> Vec<Entry<'_>> {
        if self.marks.is_empty() {
            return self.current().into_iter().collect();
        }
        self.marked().collect()
    }

    /// Gives the paths of the marked entries, or of the one under the cursor.
    pub fn chosen_paths(&self) -> Vec<PathBuf> {
        self.chosen().iter().map(|entry| self.dir.join(entry.name)).collect()
    }

    /// Gives the size in bytes of an entry as far as it is known: directories only once measured.
    pub fn size(&self, entry: &Entry<'_>) -> Option<u64> {
        match entry.kind {
            FileKind::Directory => self.sizes.get(&entry.index).copied(),
            _ => entry.meta.and_then(Meta::size),
        }
    }

    /// Gives the size in bytes of what is marked, as far as it is known: the sum of what the rows show, with the holes of
    /// files, so that there may be several of 8 EiB.
    pub fn marked_size(&self) -> u64 {
        self.marked().filter_map(|entry| self.size(&entry)).fold(0, u64::saturating_add)
    }

    /// Gives how many marked entries have no size that is known, and how many of them are directories.
    pub fn marked_unsized(&self) -> (usize, usize) {
        let unknown = || self.marked().filter(|entry| self.size(entry).is_none());
        (unknown().count(), unknown().filter(Entry::is_directory).count())
    }

    /// Gives the path under the cursor; none on `..`.
    pub fn current_path(&self) -> Option<PathBuf> {
        self.current().map(|entry| self.dir.join(Path::new(entry.name)))
    }
}
