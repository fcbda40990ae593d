//! Remembers what a job made so far, where two of its items may have the same destination.

use std::collections::{BTreeMap, HashMap};
use std::ffi::{CStr, CString};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::os::unix::ffi::OsStrExt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};

use crate::walk::Visitor;
use crate::walk::spelling::folded;
use crate::walk::step::Step;
use fcp_sys::{Meta, lock};

/// The inodes a job must not overwrite or enter, because it made them.
#[derive(Debug, Default)]
pub(super) struct Created {
    /// Whether two sources may have one destination, and inodes are remembered.
    pub(super) watched: AtomicBool,
    /// Whether names that only case tells apart are the same.
    pub(super) folded: AtomicBool,
    /// Whether each spelling of a name may have an inode number of its own, as with servers of FUSE.
    pub(super) by_names: AtomicBool,
    /// Whether two operands have one name, so that the second may meet files of the first.
    pub(super) clashes: AtomicBool,
    /// Each with the item that made or replaced it: its directory and name.
    inodes: Mutex<HashMap<(u64, u64), (u64, CString)>>,
    /// The same by folded destination paths, where `by_names` is set.
    names: Mutex<HashMap<Vec<u8>, (u64, CString)>>,
    /// Held while a whole file takes its name, where `by_names` is set.
    naming: Mutex<()>,
    /// Held while a name is looked at and taken, each for a part of all names.
    turns: [Mutex<()>; TURNS],
    /// Destination directories of operands.
    targets: Mutex<Vec<(u64, u64)>>,
    /// Directories of the destination that were there, each with the path by which a move came to it.
    merged: Mutex<HashMap<(u64, u64), u64>>,
    /// Directories of `--parents` whose metadata is still to be set, by their destination paths.
    pub(super) parents: Mutex<BTreeMap<CString, Parent>>,
}

/// A directory above an operand that `--parents` recreates.
#[derive(Debug)]
pub(super) struct Parent {
    pub(super) source: CString,
    /// What the source was.
    pub(super) meta: Meta,
    /// Whether this job made it.
    pub(super) is_new: bool,
}

impl Created {
    pub(super) fn is_watched(&self) -> bool {
        self.watched.load(Ordering::Relaxed)
    }

    /// Whether what one operand brought may be in the way of another.
    pub(super) fn may_clash(&self) -> bool {
        self.clashes.load(Ordering::Relaxed)
    }

    /// Lets one worker at a time take a name, where two items may want the same one.
    ///
    /// Else the second could find the file of the first before that is remembered. Names that differ
    /// in more than case seldom wait for each other.
    pub(super) fn turn(&self, name: &CStr) -> Option<MutexGuard<'_, ()>> {
        self.turns.get(turn_of(name)).filter(|_| self.is_watched()).map(lock)
    }

    /// Remembers a file of this job, where that matters.
    #[inline]
    pub(super) fn note<V: Visitor>(&self, step: Step<'_, V>, meta: impl Fn() -> Option<Meta>) {
        if self.is_watched()
            && let Some(meta) = meta()
        {
            lock(&self.inodes).insert(meta.id(), owner(step));
            if self.goes_by_names() {
                let mut names = lock(&self.names);
                let made = names.entry(folded_path(step)).or_insert_with(|| owner(step));
                if *made != owner(step) {
                    // Both are on their way to one name: the first that arrives has it.
                    *made = (u64::MAX, CString::default());
                }
            }
        }
    }

    pub(super) fn folds_case(&self) -> bool {
        self.folded.load(Ordering::Relaxed)
    }

    /// Lets one file at a time take its name where `by_names` is set: such servers of FUSE have no rename that
    /// spares what has the name (`EINVAL` for `RENAME_NOREPLACE`), so that two of them could both find it free.
    pub(super) fn naming(&self) -> Option<MutexGuard<'_, ()>> {
        self.goes_by_names().then(|| lock(&self.naming))
    }

    pub(super) fn goes_by_names(&self) -> bool {
        self.by_names.load(Ordering::Relaxed)
    }

    /// Whether this job made a file.
    pub(super) fn contains(&self, meta: &Meta) -> bool {
        self.is_watched() && lock(&self.inodes).contains_key(&meta.id())
    }

    /// Whether another item made what is there, under this or another spelling of its name.
    pub(super) fn has_made_spelling<V: Visitor>(&self, step: Step<'_, V>) -> bool {
        self.goes_by_names()
            && lock(&self.names).get(&folded_path(step)).is_some_and(|made| *made != owner(step))
    }

    /// Lets an item replace a file; `false` if another item of this job made or replaces it.
    pub(super) fn claim<V: Visitor>(&self, step: Step<'_, V>, old: &Meta) -> bool {
        if !self.is_watched() {
            return true;
        }
        if self.goes_by_names()
            && *lock(&self.names).entry(folded_path(step)).or_insert_with(|| owner(step))
                != owner(step)
        {
            return false;
        }
        *lock(&self.inodes).entry(old.id()).or_insert_with(|| owner(step)) == owner(step)
    }

    /// Notes a directory that was there before a move; `false` if the move has come to it by another path, through a
    /// mount or a link, so that it would replace what it brought.
    pub(super) fn merges_into<V: Visitor>(&self, step: Step<'_, V>, meta: &Meta) -> bool {
        let mut hasher = DefaultHasher::new();
        folded_path(step).hash(&mut hasher);
        let path = hasher.finish();
        *lock(&self.merged).entry(meta.id()).or_insert(path) == path
    }

    pub(super) fn add_target(&self, meta: &Meta) {
        lock(&self.targets).push(meta.id());
    }

    pub(super) fn is_target(&self, meta: &Meta) -> bool {
        lock(&self.targets).contains(&meta.id())
    }
}

/// How many names may be taken at a time where some may be the same.
const TURNS: usize = 8;

/// The turn in which a name is taken; the same for all its spellings.
fn turn_of(name: &CStr) -> usize {
    let mut hasher = DefaultHasher::new();
    folded(name.to_bytes()).hash(&mut hasher);
    (hasher.finish() % TURNS as u64) as usize
}

/// Tells one item from another.
fn owner<V: Visitor>(step: Step<'_, V>) -> (u64, CString) {
    (step.node.id, step.item.name.to_owned())
}

/// The destination of an item as a filesystem that folds case compares it.
fn folded_path<V: Visitor>(step: Step<'_, V>) -> Vec<u8> {
    folded(step.dst_path().as_os_str().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_name_wait_for_each_other_and_other_names_do_not() {
        let created = Created::default();
        assert!(created.turn(c"name").is_none());
        created.watched.store(true, Ordering::Relaxed);
        let others = [c"a", c"b", c"c", c"d", c"e", c"f", c"g", c"h"];
        let other = others.into_iter().find(|other| turn_of(other) != turn_of(c"name")).unwrap();
        let held = created.turn(c"name");
        assert!(created.turn(other).is_some());
        for spelling in [c"name", c"NAME", c"Name"] {
            assert_eq!(turn_of(spelling), turn_of(c"name"));
        }
        drop(held);
    }
}
