//! Remembers what a job made so far, where two of its items may have the same destination.

mod names;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ffi::{CStr, CString};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::os::unix::ffi::OsStrExt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};

use self::names::{Names, Spelled};
use crate::contract::spec::{Backup, BackupKind};
use crate::walk::Visitor;
use crate::walk::operand::{base_of, parent_of};
use crate::walk::spelling::{Folding, alike, folded, lists_both};
use crate::walk::step::Step;
use fcp_sys::{self as sys, AsFd, Meta, lock};

/// The inodes a job must not overwrite or enter, because it made them.
#[derive(Debug, Default)]
pub(super) struct Created {
    /// Whether two sources may have one destination, and inodes are remembered.
    pub(super) watched: AtomicBool,
    /// Whether an item may be in two sources, so that the job comes to it twice.
    pub(super) twice: AtomicBool,
    /// The copies, each with its source and the item that made it, where `twice` is set.
    copies: Mutex<HashMap<(u64, u64), SourceAndOwner>>,
    /// The same of the names whose files give way to copies.
    giving_way: Mutex<HashMap<Entry, SourceAndOwner>>,
    /// The suffix of backups, where one might have the name of another item, and inodes are remembered.
    suffix: Option<String>,
    /// Whether backups are numbered, so that one item may replace what another has brought.
    numbers: bool,
    /// What other archives of the same job have brought.
    earlier: HashSet<(u64, u64)>,
    /// Whether other archives follow, so that inodes are remembered.
    is_followed: bool,
    /// Whether several names may be the same.
    folded: AtomicBool,
    /// Whether each spelling of a name, or each look at it, may have an inode number of its own, as with servers of FUSE and
    /// SMB and on FAT.
    by_names: AtomicBool,
    /// Whether letters may be the same that have nothing in common.
    lossy: AtomicBool,
    /// Whether the second of two operands may meet files of the first.
    pub(super) clashes: AtomicBool,
    /// Each with the item that made or replaced it.
    inodes: Mutex<HashMap<(u64, u64), Holder>>,
    /// The files that were made, each with a number for the path that it has got: one that is written in place may have
    /// several.
    under: Mutex<HashSet<((u64, u64), u64)>>,
    /// The names whose files items replace, each with its item.
    claims: Mutex<Names>,
    /// The same by destination paths, where `by_names` is set.
    names: Mutex<Names>,
    /// Held while a whole file takes its name, where `by_names` is set, and until that is recorded, where numbered backups are
    /// in order.
    naming: Mutex<()>,
    /// Held while a name is looked at and taken, each for a part of all names.
    turns: [Mutex<()>; TURNS],
    /// Held while a file with several names is written in place, each for a part of all such files.
    writing: [Mutex<()>; TURNS],
    /// Directories that a move has made, where another operand may go into one of them, each with its source.
    folders: Mutex<HashMap<(u64, u64), Meta>>,
    /// Destination directories of operands.
    targets: Mutex<Targets>,
    /// Directories of the destination that were there, each with the path by which a move came to it.
    merged: Mutex<HashMap<(u64, u64), u64>>,
    /// Directories of `--parents` whose metadata is still to be set, by their destination paths.
    pub(super) parents: Mutex<BTreeMap<CString, Parent>>,
}

/// The destination directories of operands, of which there may be thousands: each directory of the source is looked for
/// among them.
#[derive(Debug, Default)]
struct Targets {
    ids: HashSet<(u64, u64)>,
    dirs: Vec<TargetDir>,
    /// The earliest time at which one on a device had changed.
    earliest: HashMap<u64, i64>,
    /// Whether another mount may show one of them.
    has_view: bool,
}

/// The destination directory of an operand.
#[derive(Clone, Debug)]
pub(super) struct TargetDir {
    /// Its path below the directory that the operands go into.
    pub(super) name: CString,
    /// What it was when the operand came to it.
    meta: Meta,
    /// Whether another mount may show it under other numbers, as far as its own filesystem tells.
    is_view: bool,
}

impl TargetDir {
    pub(super) fn id(&self) -> (u64, u64) {
        self.meta.id()
    }

    /// Whether a directory on another device may be this one: it has not changed before.
    fn may_be(&self, meta: &Meta) -> bool {
        may_be((self.meta.dev, self.meta.mtime.0), meta)
    }
}

/// Whether a directory may be one on another device that had changed at this time.
fn may_be((device, changed): (u64, i64), meta: &Meta) -> bool {
    meta.dev != device && meta.mtime.0.saturating_add(COARSEST) >= changed
}

/// Targets of which one may be shown in the source under another name.
const MOST: usize = 16;

/// Seconds by which the times may differ that two mounts show of one directory: FAT has even ones.
pub(super) const COARSEST: i64 = 2;

/// A name in a directory of the destination. A file that gives way may have others, which do not.
type Entry = ((u64, u64), Vec<u8>);

/// An item: its directory and name.
type Owner = (u64, CString);

/// The inode of a source, and the item by which the job came to it.
type SourceAndOwner = ((u64, u64), Owner);

/// The item that made or replaces a file.
#[derive(Debug)]
struct Holder {
    item: Owner,
    /// Whether all names of the file are meant: it has the data of the item, and not only one of its names goes.
    is_whole: bool,
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
    /// Begins what is remembered for a job that makes backups of this kind, if any.
    pub(super) fn beside(backup: Option<&Backup>) -> Self {
        let numbers = backup.is_some_and(|backup| backup.kind == BackupKind::Numbered);
        let backup = backup.filter(|_| !numbers);
        Self { suffix: backup.map(|backup| backup.suffix.clone()), numbers, ..Self::default() }
    }

    /// Goes on after other archives of the job, and remembers for the next one where there are several.
    pub(super) fn follow(&mut self, earlier: HashSet<(u64, u64)>, is_followed: bool) {
        (self.earlier, self.is_followed) = (earlier, is_followed);
    }

    /// What this archive and those before it have brought.
    pub(super) fn brought(&self) -> HashSet<(u64, u64)> {
        self.earlier.iter().chain(lock(&self.inodes).keys()).copied().collect()
    }

    /// Whether another archive of the job has brought a file.
    pub(super) fn is_of_earlier_archive(&self, meta: &Meta) -> bool {
        self.earlier.contains(&meta.id())
    }

    pub(super) fn is_watched(&self) -> bool {
        self.watched.load(Ordering::Relaxed)
    }

    /// Whether inodes are remembered at all.
    pub(super) fn remembers(&self) -> bool {
        self.is_watched() || self.suffix.is_some() || self.is_followed || self.comes_twice()
    }

    fn comes_twice(&self) -> bool {
        self.twice.load(Ordering::Relaxed)
    }

    /// Whether this job has copied an item to a file already, or has it give way to the copy, as a part of another source.
    pub(super) fn has_copied<V: Visitor>(
        &self,
        step: Step<'_, V>,
        source: &Meta,
        there: &Meta,
    ) -> bool {
        if !self.comes_twice() {
            return false;
        }
        let (item, entry) = (owner(step), self.entry(step));
        let is_it = |(copied, by): &SourceAndOwner| *copied == source.id() && *by != item;
        lock(&self.copies).get(&there.id()).is_some_and(is_it)
            || lock(&self.giving_way).get(&entry).is_some_and(is_it)
    }

    /// Remembers that what has the name of an item gives way to its copy, where that matters.
    pub(super) fn gives_way<V: Visitor>(&self, step: Step<'_, V>, source: &Meta) {
        if self.comes_twice() {
            lock(&self.giving_way).insert(self.entry(step), (source.id(), owner(step)));
        }
    }

    /// Whether what one operand brought may be in the way of another.
    pub(super) fn may_clash(&self) -> bool {
        self.clashes.load(Ordering::Relaxed)
    }

    /// Lets one worker at a time take a name, where two items may want the same one.
    ///
    /// Else the second could find the file of the first before that is remembered. Names that differ
    /// in more than case seldom wait for each other, but a name and those of its backups always do.
    pub(super) fn turn(&self, name: &CStr) -> Option<MutexGuard<'_, ()>> {
        if !self.remembers() {
            return None;
        }
        let suffix = self.suffix.as_deref().unwrap_or_default();
        let turn = if self.is_lossy() { 0 } else { turn_of(name, suffix) };
        self.turns.get(turn).map(lock)
    }

    /// Remembers a file that this job has made of a source, where that matters.
    #[inline]
    pub(super) fn note<V: Visitor>(
        &self,
        step: Step<'_, V>,
        source: Option<&Meta>,
        meta: impl Fn() -> Option<Meta>,
    ) {
        if self.remembers()
            && let Some(meta) = meta()
        {
            if self.comes_twice()
                && let Some(source) = source
            {
                lock(&self.copies).insert(meta.id(), (source.id(), owner(step)));
            }
            lock(&self.inodes).insert(meta.id(), Holder { item: owner(step), is_whole: true });
            if self.is_watched() {
                lock(&self.under).insert((meta.id(), number_of_path(step)));
            }
            if self.goes_by_names() {
                let mut names = lock(&self.names);
                let made = names.take(&self.spelled_path(step), &owner(step));
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
    ///
    /// It does the same where one item may make a numbered backup of another: an undo tells whose the backups are by the
    /// order in which the record has them.
    pub(super) fn naming(&self) -> Option<MutexGuard<'_, ()>> {
        let orders_backups = self.numbers && (self.is_watched() || self.comes_twice());
        (self.goes_by_names() || orders_backups).then(|| lock(&self.naming))
    }

    pub(super) fn goes_by_names(&self) -> bool {
        self.by_names.load(Ordering::Relaxed)
    }

    fn is_lossy(&self) -> bool {
        self.lossy.load(Ordering::Relaxed)
    }

    /// Has the job remember what it makes, since a directory of the destination takes several names for one.
    pub(super) fn folds(&self, folding: Folding) {
        if folding != Folding::Told {
            self.by_names.store(true, Ordering::Relaxed);
        }
        if folding == Folding::Lossy {
            self.lossy.store(true, Ordering::Relaxed);
        }
        self.folded.store(true, Ordering::Relaxed);
        self.watched.store(true, Ordering::Relaxed);
    }

    /// Whether this job made a file.
    pub(super) fn contains(&self, meta: &Meta) -> bool {
        self.is_watched() && lock(&self.inodes).contains_key(&meta.id())
    }

    /// Whether this job made a file under the name that an item wants.
    pub(super) fn contains_under<V: Visitor>(&self, step: Step<'_, V>, meta: &Meta) -> bool {
        self.is_watched() && lock(&self.under).contains(&(meta.id(), number_of_path(step)))
    }

    /// Lets one worker at a time write a file in place that has several names, since another item may go to another one of
    /// them: else it would become a mix of both.
    pub(super) fn writing(&self, old: &Meta) -> Option<MutexGuard<'_, ()>> {
        let mut hasher = DefaultHasher::new();
        old.id().hash(&mut hasher);
        let file = (hasher.finish() % TURNS as u64) as usize;
        (old.nlink > 1).then(|| self.writing.get(file).map(lock)).flatten()
    }

    /// Whether this job made or moved an item, as far as that is remembered.
    pub(super) fn has_made(&self, meta: &Meta) -> bool {
        self.is_of_earlier_archive(meta) || lock(&self.inodes).contains_key(&meta.id())
    }

    /// Remembers a directory that a move has made of another one, where that matters.
    pub(super) fn note_folder(&self, made: &Meta, source: &Meta) {
        if self.is_watched() {
            lock(&self.folders).insert(made.id(), *source);
        }
    }

    /// Gives what a directory was before an operand went into it: one that the job made for an operand before may not have
    /// its rights yet, and is what its source was.
    pub(super) fn as_it_was(&self, meta: &Meta) -> Meta {
        let made = self.is_watched().then(|| lock(&self.folders).get(&meta.id()).copied());
        match made.flatten() {
            Some(Meta { mode, uid, gid, .. }) => Meta { mode, uid, gid, ..*meta },
            None => *meta,
        }
    }

    /// The entry of the destination that an item gets.
    fn entry<V: Visitor>(&self, step: Step<'_, V>) -> Entry {
        let Step { pair, item, .. } = step;
        let dir = sys::stat_at(pair.dst(), &parent_of(item.dst_name), true);
        let name = base_of(item.dst_name);
        let name = if self.folds_case() { folded(name) } else { name.to_vec() };
        // The step that needs the directory tells what is wrong with it.
        (dir.map(|dir| dir.id()).unwrap_or_default(), name)
    }

    /// The same as it is compared where several names may be the same.
    fn spelled_entry<V: Visitor>(&self, step: Step<'_, V>) -> Spelled {
        let dir = sys::stat_at(step.pair.dst(), &parent_of(step.item.dst_name), true);
        let (device, inode) = dir.map(|dir| dir.id()).unwrap_or_default();
        let (place, name) = (format!("{device}/{inode}/"), base_of(step.item.dst_name));
        if self.folds_case() {
            Spelled::new(place.as_bytes(), name, self.is_lossy())
        } else {
            Spelled::exact(place.as_bytes(), name)
        }
    }

    /// The destination of an item as it is compared where several names may be the same.
    fn spelled_path<V: Visitor>(&self, step: Step<'_, V>) -> Spelled {
        Spelled::new(b"", step.dst_path().as_os_str().as_bytes(), self.is_lossy())
    }

    /// Whether another item made what is there, under this or another spelling of its name.
    pub(super) fn has_made_spelling<V: Visitor>(&self, step: Step<'_, V>) -> bool {
        self.goes_by_names() && is_of_other(&self.names, &self.spelled_path(step), step)
    }

    /// Lets an item replace a file, or write to it `in_place`; `false` if another item of this job made or replaces it.
    pub(super) fn claim<V: Visitor>(&self, step: Step<'_, V>, old: &Meta, in_place: bool) -> bool {
        if !self.is_watched() {
            return true;
        }
        let item = owner(step);
        let takes = |names: &Mutex<Names>, name: &Spelled| {
            !is_of_other(names, name, step) && *lock(names).take(name, &item) == item
        };
        if self.goes_by_names() && !takes(&self.names, &self.spelled_path(step)) {
            return false;
        }
        let claim = || Holder { item: owner(step), is_whole: in_place };
        let is_held = {
            let inodes = &mut *lock(&self.inodes);
            let holder = inodes.entry(old.id()).or_insert_with(claim);
            (holder.is_whole || in_place) && holder.item != item
        };
        !is_held && takes(&self.claims, &self.spelled_entry(step))
    }

    /// Whether another item of this job made or replaces a file.
    pub(super) fn is_of_another<V: Visitor>(&self, step: Step<'_, V>, old: &Meta) -> bool {
        let is_others = |item: &Owner| *item != owner(step);
        self.is_watched()
            && (self.has_made_spelling(step)
                || lock(&self.inodes)
                    .get(&old.id())
                    .is_some_and(|it| it.is_whole && is_others(&it.item))
                || is_of_other(&self.claims, &self.spelled_entry(step), step))
    }

    /// Notes a directory that was there before a move; `false` if the move has come to it by another path, through a
    /// mount or a link, so that it would replace what it brought.
    pub(super) fn merges_into<V: Visitor>(&self, step: Step<'_, V>, meta: &Meta) -> bool {
        let mut hasher = DefaultHasher::new();
        alike(step.dst_path().as_os_str().as_bytes()).hash(&mut hasher);
        let path = hasher.finish();
        *lock(&self.merged).entry(meta.id()).or_insert(path) == path
    }

    pub(super) fn add_target(&self, name: &CStr, meta: &Meta, is_view: bool) {
        let targets = &mut *lock(&self.targets);
        targets.ids.insert(meta.id());
        let earliest = targets.earliest.entry(meta.dev).or_insert(i64::MAX);
        *earliest = meta.mtime.0.min(*earliest);
        targets.has_view |= is_view;
        targets.dirs.push(TargetDir { name: name.to_owned(), meta: *meta, is_view });
    }

    pub(super) fn is_target(&self, meta: &Meta) -> bool {
        lock(&self.targets).ids.contains(&meta.id())
    }

    /// The targets that a directory of the source may be, shown by another mount; `is_view` tells whether it lies on one.
    pub(super) fn targets_like(
        &self,
        (name, meta): (&CStr, &Meta),
        is_view: impl FnOnce() -> bool,
    ) -> Vec<TargetDir> {
        let Targets { dirs, earliest, has_view, .. } = &*lock(&self.targets);
        if !earliest.iter().any(|(device, changed)| may_be((*device, *changed), meta)) {
            return Vec::new();
        }
        let is_view = is_view();
        if !is_view && !has_view {
            return Vec::new();
        }
        let like = dirs.iter().filter(|it| it.may_be(meta) && (is_view || it.is_view));
        if dirs.len() <= MOST {
            return like.cloned().collect();
        }
        // Each is opened, and only what is mounted itself may have another name there.
        like.filter(|target| base_of(&target.name) == base_of(name)).take(MOST).cloned().collect()
    }
}

/// How many names may be taken at a time, and files be written, where some may be the same.
const TURNS: usize = 8;

/// The turn in which a name is taken; the same for all that may be one with it, and with the suffix of backups.
fn turn_of(name: &CStr, suffix: &str) -> usize {
    let mut hasher = DefaultHasher::new();
    let (name, suffix) = (alike(name.to_bytes()), alike(suffix.as_bytes()));
    let mut name = name.as_slice();
    while !suffix.is_empty()
        && let Some(rest) = name.strip_suffix(suffix.as_slice())
    {
        name = rest;
    }
    name.hash(&mut hasher);
    (hasher.finish() % TURNS as u64) as usize
}

/// Tells one item from another.
fn owner<V: Visitor>(step: Step<'_, V>) -> Owner {
    (step.node.id, step.item.name.to_owned())
}

/// A number that stands for the destination of an item.
fn number_of_path<V: Visitor>(step: Step<'_, V>) -> u64 {
    let mut hasher = DefaultHasher::new();
    step.dst_path().hash(&mut hasher);
    hasher.finish()
}

/// Whether another item of the job has taken a name, or one that is the same to the filesystem.
fn is_of_other<V: Visitor>(names: &Mutex<Names>, name: &Spelled, step: Step<'_, V>) -> bool {
    let item = owner(step);
    let others = {
        let names = lock(names);
        if names.get(name).is_some_and(|it| *it != item) {
            return true;
        }
        names.others(name, &item)
    };
    others.iter().any(|other| !are_two_names(step, other))
}

/// Whether a directory has the name of an item and another one, of which the last part counts. Where only the directories above
/// them differ, those may be one.
fn are_two_names<V: Visitor>(step: Step<'_, V>, other: &[u8]) -> bool {
    let name = base_of(step.item.dst_name);
    let other = other.rsplit(|byte| *byte == b'/').next().unwrap_or_default();
    other != folded(name)
        && sys::enter_dir(step.pair.dst(), &parent_of(step.item.dst_name), true)
            .is_ok_and(|dir| lists_both(dir.as_fd(), name, other))
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
        let other =
            others.into_iter().find(|other| turn_of(other, "") != turn_of(c"name", "")).unwrap();
        let held = created.turn(c"name");
        assert!(created.turn(other).is_some());
        assert_eq!(turn_of(c"ﬁle", ""), turn_of(c"file", ""));
        for spelling in [c"name", c"NAME", c"Name"] {
            assert_eq!(turn_of(spelling, ""), turn_of(c"name", ""));
        }
        drop(held);
        assert_eq!(turn_of(c"name.bak.bak", ".bak"), turn_of(c"name", ".bak"));
    }
}
