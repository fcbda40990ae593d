//! Counts what is in a directory that only one side has.

use std::ffi::CStr;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use fcp_engine::error::Action;
use fcp_engine::event::FileKind;
use fcp_sys::{self as sys, AsFd, Errno, OwnedFd, lock};

use super::Walk;
use super::entry::{SideError, look};
use super::names::Queued;
use super::order::{Number, Slot};
use super::place::Place;
use super::row::{CompareBatch, Compared, Facts, Row, print};
use super::task::{Pending, Worker};

/// A directory that only one tree has, or that is no directory in the other: one row.
pub(super) struct Lone {
    /// The task whose place in the order the row takes.
    pub(super) number: Number,
    row: Row,
    side: usize,
    files: AtomicU64,
    bytes: AtomicU64,
    prints: AtomicU64,
    /// Directories in it that were not counted yet.
    left: AtomicUsize,
    /// What in it could not be counted.
    failed: Mutex<Vec<Row>>,
}

impl<T: FnMut(CompareBatch) + Send> Walk<'_, T> {
    /// Counts what is in a directory of one tree.
    pub(super) fn inside(&self, lone: &Arc<Lone>, above: &Place, name: &CStr, worker: &mut Worker) {
        let side = lone.side;
        let mut tally = Compared::default();
        match above.open(side, name, self.spec.cross_mounts) {
            Ok(dir) => {
                self.look_for_root(side, &dir);
                self.counted(lone, above, name, &dir, worker, &mut tally);
            }
            Err(Errno::XDEV) if !self.spec.cross_mounts => tally.mounts += 1,
            Err(errno) => self.uncounted(lone, above.path_of(name), Action::OpenDir, errno),
        }
        lock(&self.order).add(&tally);
        if lone.left.fetch_sub(1, Ordering::AcqRel) == 1 && !self.is_stopped() {
            self.end(lone.number, lone.slots(), &Compared::default());
        }
    }

    fn counted(
        &self,
        lone: &Arc<Lone>,
        above: &Place,
        name: &CStr,
        dir: &OwnedFd,
        worker: &mut Worker,
        tally: &mut Compared,
    ) {
        let mut opened = [None, None];
        opened[lone.side] = Some(dir);
        let place = match above.enter(name, opened) {
            Ok(place) => Arc::new(place),
            Err(errno) => {
                return self.uncounted(lone, above.path_of(name), Action::OpenDir, errno);
            }
        };
        let mut names = Queued::default();
        let listed = sys::list(dir.as_fd(), &mut worker.list, |name, kind, _| {
            if self.is_stopped() {
                return ControlFlow::Break(());
            }
            let kind = sys::kind_at(dir.as_fd(), name, kind);
            if self.is_excluded(&place, name, kind) {
                return ControlFlow::Continue(());
            }
            tally.looked_at += 1;
            if kind == FileKind::Directory {
                names.push(name, 0);
                lone.add_print(&place.path_of(name), &Facts::DIRECTORY);
                return ControlFlow::Continue(());
            }
            match look(dir.as_fd(), name) {
                Ok(Some(meta)) => {
                    let facts = Facts::of(&meta);
                    lone.add_print(&place.path_of(name), &facts);
                    lone.files.fetch_add(facts.files, Ordering::Relaxed);
                    sys::add_up(&lone.bytes, facts.size);
                }
                Ok(None) => {}
                Err(errno) => self.uncounted(lone, place.path_of(name), Action::Stat, errno),
            }
            ControlFlow::Continue(())
        });
        if let Err(errno) = listed {
            self.uncounted(lone, place.path_of(c""), Action::ListDir, errno);
        }
        if names.count > 0 {
            lone.left.fetch_add(names.count, Ordering::Relaxed);
            let lone = Arc::clone(lone);
            self.push(vec![Pending::Count { lone, place, names, at: 0 }]);
        }
    }

    fn uncounted(&self, lone: &Lone, path: PathBuf, action: Action, errno: Errno) {
        let row = self.failed(path, SideError { side: lone.side, action, errno }, [None, None]);
        lock(&lone.failed).push(row);
    }
}

impl Lone {
    pub(super) fn new(number: Number, row: Row, side: usize) -> Self {
        Self {
            number,
            row,
            side,
            files: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            prints: AtomicU64::new(0),
            left: AtomicUsize::new(1),
            failed: Mutex::default(),
        }
    }

    fn add_print(&self, path: &Path, facts: &Facts) {
        // Atomic addition wraps, as the sum may.
        self.prints.fetch_add(print(path, facts), Ordering::Relaxed);
    }

    /// Gives its row, and those of what could not be counted.
    pub(super) fn slots(&self) -> Vec<Slot> {
        let mut row = self.row.clone();
        let facts = if self.side == 0 { &mut row.left } else { &mut row.right };
        if let Some(facts) = facts {
            facts.files = self.files.load(Ordering::Relaxed);
            facts.size = self.bytes.load(Ordering::Relaxed);
            facts.print = self.prints.load(Ordering::Relaxed);
        }
        let mut failed = std::mem::take(&mut *lock(&self.failed));
        failed.sort_unstable_by(|one, other| one.path.0.cmp(&other.path.0));
        [row].into_iter().chain(failed).map(Slot::Row).collect()
    }
}
