//! Puts together what is alike: files with the same storage in classes, and classes in groups.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::Deduper;
use super::content::is_read_whole;
use super::devices::several;
use super::sets::{Class, Group, Stored};
use crate::walk::worker::Worker;
use fcp_sys::lock;

impl Deduper {
    pub(super) fn class(&self, number: u32) -> Option<&Class> {
        self.classes.get().and_then(|all| all.get(number as usize))
    }

    /// The files of a class.
    pub(super) fn members(&self, class: u32) -> &[u32] {
        let members = self.members.get().map_or(&[][..], Vec::as_slice);
        let range = self
            .class(class)
            .map_or(0..0, |it| it.first as usize..it.first as usize + it.len as usize);
        members.get(range).unwrap_or_default()
    }

    /// The file that stands for a class.
    pub(super) fn first_of(&self, class: u32) -> u32 {
        self.members(class).first().copied().unwrap_or_default()
    }

    /// Makes classes of the files whose storage is known; keeps those whose size others have, too.
    pub(super) fn make_classes(&self) -> Vec<Class> {
        let mut stored = std::mem::take(&mut *lock(&self.stored));
        stored.sort_unstable_by_key(|it| (self.size_of(it.file), it.extents, it.file));
        let mut members = Vec::with_capacity(stored.len());
        let mut classes = Vec::new();
        let mut shared = 0;
        let alike = |one: u32, other: u32| self.size_of(one) == self.size_of(other);
        for run in stored.chunk_by(|one, other| alike(one.file, other.file)) {
            let before = (members.len(), classes.len());
            for class in
                run.chunk_by(|one, other| one.extents.is_some() && one.extents == other.extents)
            {
                let Some(first) = class.first() else { continue };
                let at = members.len() as u32;
                shared += class.len() as u64 - 1;
                members.extend(class.iter().map(|it| it.file));
                let Stored { allocated, alone, in_place, encoded, layout, .. } = *first;
                let len = class.len() as u32;
                classes.push(Class { first: at, len, allocated, alone, in_place, layout, encoded });
            }
            if classes.len() - before.1 < 2 {
                // All of them share all they have.
                self.settle_bytes(usize::MAX, run.iter().map(|it| self.size_of(it.file).1).sum());
                members.truncate(before.0);
                classes.truncate(before.1);
            }
        }
        self.counted.shared.fetch_add(shared, Ordering::Relaxed);
        self.members.get_or_init(|| members);
        classes
    }

    /// Makes groups of the classes whose ends are alike; gives them with their classes.
    pub(super) fn make_groups(&self) -> (Vec<Group>, Vec<(u32, u32)>) {
        let mut heads = std::mem::take(&mut *lock(&self.heads));
        let key = |(class, head): (u32, u128)| (self.size_of(self.first_of(class)), head);
        heads.sort_unstable_by_key(|it| (key(*it), it.0));
        let all: u64 = heads.iter().map(|it| self.bytes_of(it.0)).sum();
        let heads = several(&heads, |one, other| key(one) == key(other));
        let kept: u64 = heads.iter().map(|it| self.bytes_of(it.0)).sum();
        self.settle_bytes(usize::MAX, all - kept);
        let mut groups = Vec::new();
        let mut units = Vec::with_capacity(heads.len());
        for run in heads.chunk_by(|one, other| key(*one) == key(*other)) {
            units.extend(run.iter().map(|(class, _)| (*class, groups.len() as u32)));
            groups.push(Group { hashed: Mutex::default(), left: AtomicUsize::new(run.len()) });
        }
        (groups, units)
    }

    /// Hashes a class, unless its ends are all it has, and shares what is equal in its group when it is the
    /// last one of that.
    pub(super) fn finish(&self, worker: &mut Worker, (class, group): (u32, u32)) {
        let Some(group) = self.groups.get().and_then(|all| all.get(group as usize)) else { return };
        let size = self.size_of(self.first_of(class)).1;
        let hash = if is_read_whole(size) { Some(0) } else { self.hash_whole(worker, class) };
        if let Some(hash) = hash {
            lock(&group.hashed).push((class, hash));
        }
        if group.left.fetch_sub(1, Ordering::AcqRel) == 1 {
            let hashed = std::mem::take(&mut *lock(&group.hashed));
            self.share_equals(worker, hashed);
        }
    }

    /// The bytes of all files of a class.
    fn bytes_of(&self, class: u32) -> u64 {
        self.members(class).iter().map(|number| self.file(*number).size).sum()
    }
}
