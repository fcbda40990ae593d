//! Stores, packed, the files that a walk has collected, and tells the ways to them.

use std::collections::HashMap;
use std::ffi::{CStr, CString};
use std::sync::Arc;

use crate::walk::node::DirNode;
use crate::walk::ways::Ways;
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
    dirs: Ways,
}

impl Found {
    /// Adds a file of a directory.
    pub(super) fn add(&mut self, node: &Arc<DirNode>, name: &CStr, meta: &Meta) {
        let devices = &mut self.devices;
        let device = *self.numbers.entry(meta.dev).or_insert_with(|| {
            devices.push(meta.dev);
            devices.len() as u32 - 1
        });
        let dir = self.dirs.number(node, |node| &node.src_name);
        let at = self.names.len() as u64;
        self.names.extend_from_slice(name.to_bytes_with_nul());
        self.files.push(File { size: meta.size, inode: meta.ino, name: at, dir, device });
    }

    /// The number of the device that has a file, as stat(2) tells it.
    pub(super) fn device(&self, file: File) -> u64 {
        self.devices.get(file.device as usize).copied().unwrap_or_default()
    }

    /// The node that the way to a file begins at, and its path from there; none if the file is not one of these.
    pub(super) fn way_to(&self, file: File) -> Option<(Arc<DirNode>, CString)> {
        let (base, mut path) = self.dirs.way_to(file.dir);
        if !path.is_empty() {
            path.push(b'/');
        }
        let name = self.names.get(file.name as usize..)?;
        path.extend_from_slice(CStr::from_bytes_until_nul(name).ok()?.to_bytes());
        // All names come from C strings.
        Some((base?, CString::new(path).ok()?))
    }
}
