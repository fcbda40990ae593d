//! Notes which items have ended for good, and hands them over to the journal.

use std::cell::{RefCell, RefMut};
use std::ffi::CStr;

use super::Job;
use crate::journal::{Journal, LONG_FROM, Notes};
use crate::walk::node::DirNode;
use crate::walk::worker::Worker;

impl Job {
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
            if let Some(mut notes) = notes(worker) {
                notes.drop_below(node);
            }
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
        let is_due = notes(worker).is_some_and(|mut notes| {
            notes.push(node, name);
            notes.is_due(journal.report_every)
        });
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
            && (size >= LONG_FROM
                || notes(worker).is_some_and(|mut notes| notes.has_waited(journal.report_every)))
        {
            self.report(journal, worker);
        }
    }

    fn report(&self, journal: &Journal, worker: &Worker) {
        let counts = self.meter.of(worker.index).counts();
        let taken = notes(worker).and_then(|mut notes| notes.take(counts));
        let Some((names, added)) = taken else { return };
        // In this order: what has ended can be taken back.
        if let Some(recorder) = &self.recorder {
            recorder.write_down();
        }
        // And what was verified is in the list.
        if let Some(manifest) = &self.manifest {
            manifest.write_down();
        }
        journal.tell_ended(names, added);
    }
}

/// Names of ended items of which this thread did not tell the journal yet.
fn notes(worker: &Worker) -> Option<RefMut<'_, Notes>> {
    worker.notes::<RefCell<Notes>>().map(RefCell::borrow_mut)
}

/// A name that no operand has, since it would be another spelling of it.
fn spare(name: &CStr) -> Vec<u8> {
    [name.to_bytes(), b"//"].concat()
}
