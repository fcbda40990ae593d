//! Counts what the walk of a dry run finds.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::contract::event::{ConflictCount, ConflictKind, Totals};
use fcp_sys::lock;

/// What was found so far; all workers add to it.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub(super) items: AtomicU64,
    pub(super) bytes: AtomicU64,
    /// Whether there are files whose bytes were not counted.
    pub(super) unweighed: AtomicBool,
    pub(super) directories: AtomicU64,
    pub(super) renamed: AtomicU64,
    pub(super) unreadable: AtomicU64,
    pub(super) removed: AtomicU64,
    /// Files that stay as they are, those that are shared with another copy, and the bytes of both.
    pub(super) unchanged: AtomicU64,
    pub(super) shared: AtomicU64,
    pub(super) spared: AtomicU64,
    /// Subvolumes that become snapshots.
    pub(super) snapshots: AtomicU64,
    /// Items that fail because of what has their names.
    pub(super) failing: AtomicU64,
    /// Items that give way to those of another type, which count against the limit of removals.
    pub(super) giving_way: AtomicU64,
    conflicts: Mutex<BTreeMap<ConflictKind, u64>>,
}

impl Counts {
    /// Counts a conflict.
    pub(super) fn conflict(&self, kind: ConflictKind) {
        *lock(&self.conflicts).entry(kind).or_default() += 1;
    }

    /// Gives the number of conflicts of each kind.
    pub(super) fn conflicts(&self) -> Vec<ConflictCount> {
        let conflicts = lock(&self.conflicts);
        conflicts.iter().map(|(kind, count)| ConflictCount { kind: *kind, count: *count }).collect()
    }

    /// Gives the items, and their bytes if those of all files were counted.
    pub(super) fn totals(&self, complete: bool) -> Totals {
        let weighed = !self.unweighed.load(Ordering::Relaxed);
        Totals {
            items: self.items.load(Ordering::Relaxed),
            bytes: weighed.then(|| self.bytes.load(Ordering::Relaxed)),
            complete,
        }
    }
}
