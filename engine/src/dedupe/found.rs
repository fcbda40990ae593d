//! Stores, packed, the files that a walk has collected, and tells the ways to them.

use std::collections::HashMap;
use std::ffi::{CStr, CString};
use std::sync::Arc;

use crate::walk::node::DirNode;
use fcp_sys::Meta;

/// A collected file.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct File {
    pub(super) size: u64,
    pub(super) inode: u64,
    /// Where its name begins among the names.
    name: u64,
    dir: u32,
    /// The number of its device in the list.
    pub(super) device: u32,
}

/// Everything that was collected.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) files: Vec<File>,
    /// The devices of the files, as stat(2) tells them.
    pub(super) devices: Vec<u64>,
    numbers: HashMap<u64, u32>,
    /// Names, with a NUL each.
    names: Vec<u8>,
    dirs: Vec<FoundDir>,
}

/// A directory with files.
#[derive(Debug)]
enum FoundDir {
    /// What the paths of others begin with: the directory of an operand, or that above the operands.
    Base(Arc<DirNode>),
    /// A name in another of them. A node holds ten times as much.
    Below { above: u32, name: Box<[u8]> },
}

impl Found {
    /// Adds a file of a directory.
    pub(super) fn add(&mut self, node: &Arc<DirNode>, name: &CStr, meta: &Meta) {
        let devices = &mut self.devices;
        let device = *self.numbers.entry(meta.dev).or_insert_with(|| {
            devices.push(meta.dev);
            devices.len() as u32 - 1
        });
        let dir = self.dir(node);
        let at = self.names.len() as u64;
        self.names.extend_from_slice(name.to_bytes_with_nul());
        self.files.push(File { size: meta.size, inode: meta.ino, name: at, dir, device });
    }

    /// The number of the device that has a file, as stat(2) tells it.
    pub(super) fn device(&self, file: File) -> u64 {
        self.devices.get(file.device as usize).copied().unwrap_or_default()
    }

    /// The node that the way to a file begins at, and its path from there.
    pub(super) fn way_to(&self, file: File) -> (Arc<DirNode>, CString) {
        let name = self.names.get(file.name as usize..).unwrap_or_default();
        let mut names: Vec<&[u8]> =
            vec![CStr::from_bytes_until_nul(name).map_or(&[], CStr::to_bytes)];
        let mut at = file.dir;
        loop {
            match self.dirs.get(at as usize) {
                Some(FoundDir::Below { above, name }) => {
                    names.push(name);
                    at = *above;
                }
                Some(FoundDir::Base(node)) => {
                    names.reverse();
                    // All names come from C strings.
                    return (Arc::clone(node), CString::new(names.join(&b'/')).unwrap_or_default());
                }
                // Each number is that of a directory.
                None => at = 0,
            }
        }
    }

    /// The number of the directory of a node.
    fn dir(&mut self, node: &Arc<DirNode>) -> u32 {
        let mut chain = Vec::new();
        let mut at = node;
        let mut above = loop {
            if let Some(number) = at.copies.get() {
                break *number;
            }
            match &at.parent {
                Some(parent) if !at.is_operand() => {
                    chain.push(at);
                    at = parent;
                }
                Some(_) | None => {
                    let number = self.push(FoundDir::Base(Arc::clone(at)));
                    break *at.copies.get_or_init(|| number);
                }
            }
        };
        for node in chain.into_iter().rev() {
            let number =
                self.push(FoundDir::Below { above, name: node.src_name.to_bytes().into() });
            above = *node.copies.get_or_init(|| number);
        }
        above
    }

    fn push(&mut self, dir: FoundDir) -> u32 {
        self.dirs.push(dir);
        // Four billion directories do not fit a memory.
        self.dirs.len() as u32 - 1
    }
}
