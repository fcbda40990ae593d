//! Collects the names of items that a worker has ended, until they are handed over.
//!
//! Each note has the worker's counters of that moment, so that any thread can take names and counters that belong
//! together while the worker goes on with its next item.

use std::time::{Duration, Instant};

use super::Counts;
use super::ended::{is_below, push_path, section_path};
use crate::walk::node::DirNode;

/// Bytes of names after which they are handed over.
const MOST: usize = 32 << 10;

/// Size in bytes of files before and after which a worker looks at the clock; smaller ones take less than
/// a few milliseconds.
pub(crate) const SLOW_FROM: u64 = 1 << 20;

/// Size in bytes of files that are reported at once, each in a row of its own, since most disks take
/// longer for one than a report may wait.
pub(crate) const LONG_FROM: u64 = 16 << 20;

/// Items between two looks at the clock, which cost as much as noting one; few, since items may be
/// slow.
const LOOK: u32 = 4;

/// Names of ended items, packed by directory as in [`super::Entry::Ended`].
///
/// On cache lines of its own, since its worker writes with each item.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(crate) struct Notes {
    bytes: Vec<u8>,
    sections: Vec<Section>,
    /// The worker's counters when it last ended an item.
    pub(crate) counts: Counts,
    /// The worker's counters when it last handed over.
    told: Counts,
    /// Items since the clock was looked at.
    unlooked: u32,
    handed_over: Option<Instant>,
}

/// The names of one directory. The NUL at its end comes with the next section.
#[derive(Debug)]
struct Section {
    node: u64,
    /// Where it begins, the end of the one before it included.
    start: usize,
    path: usize,
    names: usize,
}

impl Notes {
    /// Adds the name of an item with which the worker's counters came to `counts`.
    pub(crate) fn push(&mut self, node: &DirNode, name: &[u8], counts: Counts) {
        self.counts = counts;
        if self.sections.last().is_none_or(|last| last.node != node.id) {
            let start = self.bytes.len();
            if start > 0 {
                self.bytes.push(0);
            }
            let path = self.bytes.len();
            push_path(&mut self.bytes, node);
            self.bytes.push(0);
            let names = self.bytes.len();
            self.sections.push(Section { node: node.id, start, path, names });
        }
        self.bytes.extend_from_slice(name);
        self.bytes.push(0);
    }

    /// Drops the last names that lie in a directory, since its own will stand for them.
    pub(crate) fn drop_below(&mut self, node: &DirNode) {
        let mut own = None;
        while let Some(last) = self.sections.last() {
            let is_inside = last.node == node.id || {
                let own = own.get_or_insert_with(|| section_path(node));
                let path = self.bytes.get(last.path..last.names.saturating_sub(1));
                path.is_some_and(|path| is_below(path, own))
            };
            if !is_inside {
                return;
            }
            self.bytes.truncate(last.start);
            self.sections.pop();
        }
    }

    /// Whether it is time to hand over.
    pub(crate) fn is_due(&mut self, report_every: Duration) -> bool {
        if self.bytes.len() >= MOST {
            return true;
        }
        self.unlooked += 1;
        if self.unlooked < LOOK {
            return false;
        }
        self.has_waited(report_every)
    }

    /// Whether the last time is so long ago.
    pub(crate) fn has_waited(&mut self, report_every: Duration) -> bool {
        self.unlooked = 0;
        let now = Instant::now();
        now - *self.handed_over.get_or_insert(now) >= report_every
    }

    /// Takes what there is to report, if anything.
    pub(crate) fn take(&mut self) -> Option<(Vec<u8>, Counts)> {
        self.unlooked = 0;
        let added = self.counts.since(&self.told);
        if self.bytes.is_empty() && added == Counts::default() {
            return None;
        }
        self.handed_over = Some(Instant::now());
        self.told = self.counts;
        self.sections.clear();
        let mut names = std::mem::take(&mut self.bytes);
        if !names.is_empty() {
            names.push(0);
        }
        Some((names, added))
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::CString;
    use std::sync::Arc;

    use super::*;
    use fcp_sys as sys;

    fn child(parent: &Arc<DirNode>, name: &str) -> Arc<DirNode> {
        let name = CString::new(name).unwrap();
        DirNode::child(parent, &name, &name, parent.meta, true, Vec::new())
    }

    fn taken(notes: &mut Notes) -> Vec<u8> {
        notes.take().map(|(names, _)| names).unwrap_or_default()
    }

    #[test]
    fn a_directory_stands_for_all_below_it() {
        let top = DirNode::top(None, sys::stat_at(sys::CWD, c".", true).unwrap());
        let a = child(&top, "a");
        let (b, c) = (child(&a, "b"), child(&a, "c"));
        let mut notes = Notes::default();
        let push = |notes: &mut Notes, node: &DirNode, name: &[u8]| {
            notes.push(node, name, Counts::default());
        };
        push(&mut notes, &a, b"x");
        push(&mut notes, &b, b"y");
        push(&mut notes, &c, b"z");
        // Only the last ones can go: what was noted of `b` stays where it is.
        notes.drop_below(&b);
        notes.drop_below(&c);
        push(&mut notes, &a, b"c");
        assert_eq!(taken(&mut notes), b"a//\0x\0\0a//b\0y\0\0a//\0c\0\0");
        push(&mut notes, &b, b"y");
        push(&mut notes, &a, b"w");
        push(&mut notes, &c, b"z");
        notes.drop_below(&a);
        push(&mut notes, &top, b"a");
        assert_eq!(taken(&mut notes), b"\0a\0\0");
        assert_eq!(notes.take(), None);
    }

    #[test]
    fn counts_are_what_was_added_since() {
        let mut notes = Notes::default();
        let counts = |done| Counts { done, ..Counts::default() };
        let mut take = |done| {
            notes.counts = counts(done);
            notes.take()
        };
        assert_eq!(take(3), Some((Vec::new(), counts(3))));
        assert_eq!(take(3), None);
        assert_eq!(take(5), Some((Vec::new(), counts(2))));
    }
}
