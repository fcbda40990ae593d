//! Tells a directory or an archive from another one that has come to have its path.

use std::fs::{File, Metadata};
use std::os::fd::AsFd;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use fcp_sys as sys;

/// What tells a directory from every other one while the program runs: its filesystem, and its number there.
///
/// The listing of a directory tells it. A path may lead elsewhere by then: another program has replaced the directory or
/// a symlink on the way, or has mounted something. An archive has another one, too, once it was written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Identity {
    device: u64,
    inode: u64,
    /// Of a file its size, and when it was written last in seconds and nanoseconds.
    written: Option<(u64, i64, i64)>,
}

impl Identity {
    /// Looks what a path leads to now; none if it leads to nothing. It may hang as long as the filesystem does.
    pub fn of(path: &Path) -> Option<Self> {
        Some(Self::of_meta(&path.metadata().ok()?))
    }

    /// Tells whether it is that of a file, which an archive is.
    pub fn is_of_file(&self) -> bool {
        self.written.is_some()
    }

    /// Reads that of an archive that is open.
    pub(super) fn of_file(file: &File) -> Option<Self> {
        Some(Self::of_meta(&file.metadata().ok()?))
    }

    fn of_meta(meta: &Metadata) -> Self {
        let written = meta.is_file().then(|| (meta.size(), meta.mtime(), meta.mtime_nsec()));
        Self { device: meta.dev(), inode: meta.ino(), written }
    }

    /// Reads that of a directory that is open.
    pub(super) fn of_open(fd: impl AsFd) -> Option<Self> {
        let meta = sys::stat_fd(fd.as_fd()).ok()?;
        Some(Self { device: meta.dev, inode: meta.ino, written: None })
    }
}
