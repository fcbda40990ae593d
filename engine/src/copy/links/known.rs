//! Stores, packed, the inodes with several names that a job has met and not yet seen all names of.

use std::collections::HashMap;
use std::ffi::{CString, OsStr};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;

use crate::journal::PackedLinks;
use crate::walk::item::ParkedItem;
use crate::walk::node::DirNode;
use crate::walk::ways::Ways;
use fcp_sys::Meta;

/// Inodes with several names that a job has met and not yet seen all names of.
#[derive(Debug, Default)]
pub(in crate::copy) struct Known {
    inodes: HashMap<(u64, u64), Linked>,
    /// The directories of the copies.
    dirs: Ways,
}

/// How far the copy of an inode is.
#[derive(Debug)]
pub(in crate::copy) enum Linked {
    /// Its first name is being copied; these wait for it.
    InFlight(Vec<ParkedItem>),
    /// Its copy is there.
    Copied(Copied),
    /// An earlier run has made its copy.
    Earlier { dir: u32, name: Box<[u8]> },
}

/// The first copy of an inode.
#[derive(Debug)]
pub(in crate::copy) struct Copied {
    name: Box<[u8]>,
    /// Stands for what the source was then, and for which file is its copy.
    was: u64,
    dir: u32,
    /// Names that were not met yet.
    left: u32,
}

/// Where the first copy of an inode is.
pub(in crate::copy) struct Copy {
    pub(in crate::copy) dir: u32,
    pub(in crate::copy) name: CString,
    /// Stands for it and its source, as they were; 0 for one of an earlier run.
    was: u64,
}

impl Known {
    /// Begins with the copies that earlier runs have made.
    pub(in crate::copy) fn after(reports: &[Vec<u8>]) -> Self {
        let mut known = Self::default();
        let mut numbers: HashMap<Vec<u8>, u32> = HashMap::new();
        for link in reports.iter().flat_map(|report| PackedLinks::read(report)) {
            let dir = numbers.get(link.dir).copied().unwrap_or_else(|| {
                let number = known.dirs.number_of_path(link.dir);
                numbers.insert(link.dir.to_vec(), number);
                number
            });
            known.inodes.insert(link.source, Linked::Earlier { dir, name: link.name.into() });
        }
        known
    }

    pub(in crate::copy) fn is_empty(&self) -> bool {
        self.inodes.is_empty()
    }

    /// Counts the copied inodes of which a name was not met.
    pub(in crate::copy) fn parted(&self) -> u64 {
        self.inodes.values().filter(|it| matches!(it, Linked::Copied(_))).count() as u64
    }

    pub(in crate::copy) fn contains(&self, source: &Meta) -> bool {
        self.inodes.contains_key(&source.id())
    }

    pub(in crate::copy) fn get(&mut self, source: &Meta) -> Option<&mut Linked> {
        self.inodes.get_mut(&source.id())
    }

    pub(in crate::copy) fn remove(&mut self, source: &Meta) -> Option<Linked> {
        self.inodes.remove(&source.id())
    }

    /// Has the other names of an inode wait for this one.
    pub(in crate::copy) fn begin(&mut self, source: &Meta) {
        self.inodes.insert(source.id(), Linked::InFlight(Vec::new()));
    }

    /// Notes the copy of an inode of which `left` names were not met yet.
    pub(in crate::copy) fn arrived(
        &mut self,
        (source, copy): (&Meta, Option<(u64, u64)>),
        node: &Arc<DirNode>,
        name: &[u8],
        left: u64,
    ) {
        let left = u32::try_from(left).unwrap_or(u32::MAX);
        let dir = self.dirs.number(node, |node| &node.dst_name);
        let copied = Copied { name: name.into(), was: digest(source, copy), dir, left };
        self.inodes.insert(source.id(), Linked::Copied(copied));
    }

    /// Gives the names of a directory with copies: the node that they begin at, if any, and the path below
    /// it.
    pub(in crate::copy) fn way_to(&self, dir: u32) -> (Option<Arc<DirNode>>, Vec<u8>) {
        self.dirs.way_to(dir)
    }
}

impl Copied {
    /// Whether it is what another name was told.
    pub(in crate::copy) fn is_at(&self, copy: &Copy) -> bool {
        let name = copy.name.to_bytes();
        (self.was, self.dir, &*self.name) == (copy.was, copy.dir, name)
    }

    /// Takes another name as met; tells where the copy is, and whether that was the last one.
    pub(in crate::copy) fn meet(&mut self) -> (Copy, bool) {
        self.left = self.left.saturating_sub(1);
        (Copy { was: self.was, ..Copy::new(self.dir, &self.name) }, self.left == 0)
    }
}

impl Copy {
    pub(in crate::copy) fn new(dir: u32, name: &[u8]) -> Self {
        // It comes from a C string.
        Self { dir, name: CString::new(name).unwrap_or_default(), was: 0 }
    }

    /// Whether the source is what it was when it was copied, and what is `there` its copy.
    pub(in crate::copy) fn is_of(&self, source: &Meta, there: Option<Meta>) -> bool {
        there.is_some_and(|there| self.was == digest(source, Some(there.id())))
    }

    /// Its path, where the directory has a path of its own.
    pub(in crate::copy) fn path_in(&self, dir: &[u8]) -> std::path::PathBuf {
        Path::new(OsStr::from_bytes(dir)).join(OsStr::from_bytes(self.name.to_bytes()))
    }
}

/// Stands for the size and the time of a file, which tell whether it changed, and for the number of its copy.
fn digest(source: &Meta, copy: Option<(u64, u64)>) -> u64 {
    let mut hasher = DefaultHasher::new();
    (source.size, source.mtime, copy).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inode_with_names_elsewhere_costs_little() {
        assert!(size_of::<((u64, u64), Linked)>() <= 56);
    }
}
