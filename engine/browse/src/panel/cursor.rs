//! Moves the cursor of a panel, and keeps it in view.

use std::ffi::{OsStr, OsString};
use std::ops::Range;

use super::{Entry, Panel, Row};
use crate::{CHUNK, Filter};

impl Panel {
    /// Gives the row of a name, if it is shown.
    pub fn row_of(&self, name: &OsStr) -> Option<usize> {
        let index = self.listing.find(name)? as u32;
        let place = self.shown.iter().position(|&shown| shown == index)?;
        Some(place + usize::from(self.has_parent()))
    }

    /// Moves the cursor to a name, if it is shown.
    pub fn stand_on(&mut self, name: &OsStr) {
        match self.row_of(name) {
            Some(row) => self.cursor = row,
            None => self.wanted = Some(name.to_owned()),
        }
    }

    /// Moves the cursor to the next name that matches, from row `from` on, around the end.
    pub fn seek(&mut self, text: &str, from: usize, backwards: bool) -> bool {
        let filter = Filter::new(text);
        let all = self.len();
        let row = |step: usize| {
            let row = if backwards { from + all - step } else { from + step };
            row % all.max(1)
        };
        let hit = (0..all).map(row).find(|&row| match self.row(row) {
            Some(Row::Entry(entry)) => filter.matches(entry.name),
            Some(Row::Parent) | None => false,
        });
        self.cursor = hit.unwrap_or(self.cursor);
        hit.is_some()
    }

    /// Gives the entry under the cursor; none on `..`.
    pub fn current(&self) -> Option<Entry<'_>> {
        match self.row(self.cursor)? {
            Row::Parent => None,
            Row::Entry(entry) => Some(entry),
        }
    }

    /// Gives the name under the cursor; none on `..`.
    pub fn current_name(&self) -> Option<OsString> {
        self.current().map(|entry| entry.name.to_owned())
    }

    /// Gives the indices between which the entries of `rows` visible rows lie.
    pub fn visible(&self, rows: usize) -> Range<usize> {
        let first = self.top.saturating_sub(1);
        let indices = self.shown.iter().skip(first).take(rows + 1).map(|&index| index as usize);
        let (low, high) = indices
            .fold((usize::MAX, 0), |(low, high), index| (low.min(index), high.max(index + 1)));
        if low > high { 0..CHUNK.min(self.listing.len()) } else { low..high }
    }

    /// Moves the cursor by rows; a range grows or shrinks with it.
    pub fn step(&mut self, rows: isize) {
        let last = self.len().saturating_sub(1);
        self.stand(self.cursor.saturating_add_signed(rows).min(last));
    }

    /// Moves the cursor to a row.
    pub fn stand(&mut self, row: usize) {
        // A listing that comes later does not move it away from there.
        self.wanted = None;
        self.cursor = row.min(self.len().saturating_sub(1));
        self.stretch();
    }

    /// Scrolls so that the cursor is among `rows` visible ones.
    pub fn scroll(&mut self, rows: usize) {
        let last = self.len().saturating_sub(rows);
        self.top = self.top.min(self.cursor).max((self.cursor + 1).saturating_sub(rows)).min(last);
    }
}
