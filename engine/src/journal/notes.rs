//! What a worker has ended and not yet handed over.

use std::ffi::CStr;
use std::time::{Duration, Instant};

use super::ended::{is_below, push_path, section_path};
use super::{Counts, Journal};
use crate::job::Shared;
use crate::node::DirNode;
use crate::worker::Worker;

/// Bytes of names after which they are handed over.
const MOST: usize = 32 << 10;

/// Size in bytes of files before and after which a worker looks at the clock; smaller ones take less than
/// a few milliseconds.
pub(crate) const SLOW_FROM: u64 = 1 << 20;

/// Size in bytes of files that are reported at once, each in a row of its own, since most disks take
/// longer for one than a report may wait.
const LONG_FROM: u64 = 16 << 20;

/// Items between two looks at the clock, which cost as much as noting one; few, since items may be
/// slow.
const LOOK: u32 = 4;

/// Names of ended items, packed by directory as in [`super::Entry::Ended`].
#[derive(Debug, Default)]
pub(crate) struct Notes {
    bytes: Vec<u8>,
    sections: Vec<Section>,
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
    /// Adds a name.
    fn push(&mut self, node: &DirNode, name: &[u8]) {
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
    fn drop_below(&mut self, node: &DirNode) {
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
    fn is_due(&mut self, patience: Duration) -> bool {
        if self.bytes.len() >= MOST {
            return true;
        }
        self.unlooked += 1;
        if self.unlooked < LOOK {
            return false;
        }
        self.has_waited(patience)
    }

    /// Whether the last time is so long ago.
    fn has_waited(&mut self, patience: Duration) -> bool {
        self.unlooked = 0;
        let now = Instant::now();
        now - *self.handed_over.get_or_insert(now) >= patience
    }

    /// Takes what there is to report, if anything.
    fn take(&mut self, counts: Counts) -> Option<(Vec<u8>, Counts)> {
        self.unlooked = 0;
        let added = counts.since(&self.told);
        if self.bytes.is_empty() && added == Counts::default() {
            return None;
        }
        self.handed_over = Some(Instant::now());
        self.told = counts;
        self.sections.clear();
        let mut names = std::mem::take(&mut self.bytes);
        if !names.is_empty() {
            names.push(0);
        }
        Some((names, added))
    }
}

impl Shared {
    /// Notes that an item has ended, for good.
    #[inline]
    pub(crate) fn ended(&self, worker: &Worker, node: &DirNode, name: &CStr) {
        if let Some(journal) = &self.journal {
            self.note_ended(journal, worker, node, name.to_bytes());
        }
    }

    /// Notes that a directory has ended, with everything below it.
    pub(crate) fn dir_ended(&self, worker: &Worker, node: &DirNode) {
        if let Some(journal) = &self.journal
            && let Some(parent) = &node.parent
        {
            worker.notes.borrow_mut().drop_below(node);
            self.note_ended(journal, worker, parent, node.src_name.to_bytes());
        }
    }

    /// Notes that an operand has ended which stands for nothing: it has no name, or another one has
    /// the same.
    pub(crate) fn spare_ended(&self, worker: &Worker, top: &DirNode, name: &CStr) {
        if let Some(journal) = &self.journal {
            self.note_ended(journal, worker, top, &spare(name));
        }
    }

    /// Whether such an operand has ended before.
    pub(crate) fn has_passed_spare(top: &DirNode, name: &CStr) -> bool {
        top.passed.get().is_some_and(|names| names.contains(spare(name).as_slice()))
    }

    fn note_ended(&self, journal: &Journal, worker: &Worker, node: &DirNode, name: &[u8]) {
        let is_due = {
            let notes = &mut *worker.notes.borrow_mut();
            notes.push(node, name);
            notes.is_due(journal.patience)
        };
        if is_due {
            self.report(journal, worker);
        }
    }

    /// Hands over what a worker has ended.
    pub(crate) fn hand_over(&self, worker: &Worker) {
        if let Some(journal) = &self.journal {
            self.report(journal, worker);
        }
    }

    /// Hands over what a worker has ended, before and after a file that may take long: neither what came
    /// before it nor the file itself waits for long.
    pub(crate) fn hand_over_around(&self, worker: &Worker, size: u64) {
        if let Some(journal) = &self.journal
            && (size >= LONG_FROM || worker.notes.borrow_mut().has_waited(journal.patience))
        {
            self.report(journal, worker);
        }
    }

    fn report(&self, journal: &Journal, worker: &Worker) {
        let counts = self.meter.of(worker.index).counts();
        let Some((names, added)) = worker.notes.borrow_mut().take(counts) else { return };
        // In this order: what has ended can be taken back.
        if let Some(recorder) = &self.recorder {
            recorder.write_down();
        }
        journal.tell_ended(names, added);
    }
}

/// A name that no operand has, since it would be another spelling of it.
fn spare(name: &CStr) -> Vec<u8> {
    [name.to_bytes(), b"//"].concat()
}

#[cfg(test)]
mod tests {
    use std::ffi::CString;
    use std::sync::Arc;

    use super::*;
    use crate::sys;

    fn child(parent: &Arc<DirNode>, name: &str) -> Arc<DirNode> {
        let name = CString::new(name).unwrap();
        DirNode::child(parent, &name, &name, parent.meta, true, Vec::new())
    }

    fn taken(notes: &mut Notes) -> Vec<u8> {
        notes.take(Counts::default()).map(|(names, _)| names).unwrap_or_default()
    }

    #[test]
    fn a_directory_stands_for_all_below_it() {
        let top = DirNode::top(None, sys::stat_at(sys::CWD, c".", true).unwrap());
        let a = child(&top, "a");
        let (b, c) = (child(&a, "b"), child(&a, "c"));
        let mut notes = Notes::default();
        notes.push(&a, b"x");
        notes.push(&b, b"y");
        notes.push(&c, b"z");
        // Only the last ones can go: what was noted of `b` stays where it is.
        notes.drop_below(&b);
        notes.drop_below(&c);
        notes.push(&a, b"c");
        assert_eq!(taken(&mut notes), b"a//\0x\0\0a//b\0y\0\0a//\0c\0\0");
        notes.push(&b, b"y");
        notes.push(&a, b"w");
        notes.push(&c, b"z");
        notes.drop_below(&a);
        notes.push(&top, b"a");
        assert_eq!(taken(&mut notes), b"\0a\0\0");
        assert_eq!(notes.take(Counts::default()), None);
    }

    #[test]
    fn counts_are_what_was_added_since() {
        let mut notes = Notes::default();
        let counts = |done| Counts { done, ..Counts::default() };
        assert_eq!(notes.take(counts(3)), Some((Vec::new(), counts(3))));
        assert_eq!(notes.take(counts(3)), None);
        assert_eq!(notes.take(counts(5)), Some((Vec::new(), counts(2))));
    }
}
