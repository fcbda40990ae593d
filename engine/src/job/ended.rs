//! Notes which items have ended for good, and hands them over to the journal.

use std::ffi::CStr;
use std::sync::{Mutex, MutexGuard};

use super::Job;
use crate::journal::{Counts, Journal, LONG_FROM, Notes};
use crate::walk::node::DirNode;
use crate::walk::worker::Worker;
use fcp_sys::lock;

/// What the workers of a job have ended and the journal does not know yet.
///
/// A report tells of all workers: a directory that one of them ends stands for items below it that others have
/// ended, and a process that is killed then would forget what these add to the counters, failures among them.
#[derive(Debug, Default)]
pub(crate) struct Unreported {
    /// Of each worker, and of other threads in the last place.
    of: Vec<Mutex<Notes>>,
    /// Held from the moment at which notes are taken until they are told, so that no report passes another.
    reporting: Mutex<()>,
}

impl Unreported {
    /// Makes a place for the notes of each worker.
    pub(crate) fn new(workers: usize) -> Self {
        Self { of: (0..=workers).map(|_| Mutex::default()).collect(), reporting: Mutex::default() }
    }

    fn notes(&self, worker: &Worker) -> Option<MutexGuard<'_, Notes>> {
        self.of.get(worker.index).or(self.of.last()).map(lock)
    }

    /// Takes all notes, and what they add to the counters.
    ///
    /// No worker adds to its own before all are taken: a directory that one ends meanwhile would be told, and what another
    /// has ended below it would not.
    fn take(&self) -> Option<(Vec<u8>, Counts)> {
        let mut held: Vec<_> = self.of.iter().map(lock).collect();
        held.iter_mut().filter_map(|notes| notes.take()).reduce(|mut all, (names, counts)| {
            all.0.extend(names);
            (all.0, all.1.and(&counts))
        })
    }
}

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
            self.note(journal, worker, |notes| {
                notes.drop_below(node);
                notes.push(parent, node.src_name.to_bytes(), self.meter.of(worker.index).counts());
            });
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
        self.note(journal, worker, |notes| {
            notes.push(node, name, self.meter.of(worker.index).counts());
        });
    }

    /// Lets a worker add to its notes, all at once for who takes them, and reports if it is time.
    fn note(&self, journal: &Journal, worker: &Worker, add: impl FnOnce(&mut Notes)) {
        let is_due = self.unreported.notes(worker).is_some_and(|mut notes| {
            add(&mut notes);
            notes.is_due(journal.report_every)
        });
        if is_due {
            self.report(journal);
        }
    }

    /// Hands over what the workers have ended.
    pub(crate) fn hand_over(&self, worker: &Worker) {
        if let Some(journal) = &self.journal {
            if let Some(mut notes) = self.unreported.notes(worker) {
                notes.counts = self.meter.of(worker.index).counts();
            }
            self.report(journal);
        }
    }

    /// Hands over what has ended, before and after a file that may take long: neither what came before it nor
    /// the file itself waits for long.
    pub(crate) fn hand_over_around(&self, worker: &Worker, size: u64) {
        if let Some(journal) = &self.journal
            && (size >= LONG_FROM
                || self
                    .unreported
                    .notes(worker)
                    .is_some_and(|mut notes| notes.has_waited(journal.report_every)))
        {
            self.report(journal);
        }
    }

    fn report(&self, journal: &Journal) {
        let _reporting = lock(&self.unreported.reporting);
        let Some((names, added)) = self.unreported.take() else { return };
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

/// A name that no operand has, since it would be another spelling of it.
fn spare(name: &CStr) -> Vec<u8> {
    [name.to_bytes(), b"//"].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_report_has_what_came_after_something_that_it_lacks() {
        const ITEMS: u64 = 200_000;
        let unreported = Unreported::new(2);
        let mut told = Counts::default();
        std::thread::scope(|threads| {
            threads.spawn(|| {
                for n in 1..=ITEMS {
                    // One worker ends an item, and then another one the directory that it is in.
                    lock(&unreported.of[0]).counts.skipped = n;
                    lock(&unreported.of[1]).counts.done = n;
                }
            });
            while told.done < ITEMS {
                let Some((_, added)) = unreported.take() else { continue };
                told = told.and(&added);
                assert!(told.done <= told.skipped, "{told:?}");
            }
        });
    }
}
