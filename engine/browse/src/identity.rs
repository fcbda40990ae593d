//! Tells a directory from another one that has come to have its path.

use std::os::fd::AsFd;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use fcp_sys as sys;

/// What tells a directory from every other one while the program runs: its filesystem, and its number there.
///
/// The listing of a directory tells it. A path may lead elsewhere by then: another program has replaced the directory or
/// a symlink on the way, or has mounted something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Identity {
    device: u64,
    inode: u64,
}

impl Identity {
    /// Looks what a path leads to now; none if it leads to nothing. It may hang as long as the filesystem does.
    pub fn of(path: &Path) -> Option<Self> {
        let meta = path.metadata().ok()?;
        Some(Self { device: meta.dev(), inode: meta.ino() })
    }

    /// Reads that of a directory that is open.
    pub(super) fn of_open(fd: impl AsFd) -> Option<Self> {
        let meta = sys::stat_fd(fd.as_fd()).ok()?;
        Some(Self { device: meta.dev, inode: meta.ino })
    }
}
