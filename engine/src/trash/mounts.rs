//! Finds filesystems that are mounted in what would go to the trash.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::ops::Bound;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::spelt_out;
use fcp_sys::mountinfo;

/// Where filesystems are mounted; they would be mounted in the trash, with their folder.
#[derive(Debug, Default)]
pub(crate) struct Mounts(OnceLock<BTreeSet<PathBuf>>);

impl Mounts {
    /// Whether one is mounted below a directory.
    pub(crate) fn are_below(&self, path: &Path) -> bool {
        let mounts = self.0.get_or_init(|| {
            // Where there is no such file, each rename tells.
            let table = std::fs::read("/proc/thread-self/mountinfo").unwrap_or_default();
            let mounts = mountinfo::parse(&table).into_iter();
            mounts.map(|mount| OsString::from_vec(mount.dir).into()).collect()
        });
        let Some(path) = spelt_out(path) else { return false };
        let from = (Bound::Excluded(path.as_path()), Bound::Unbounded);
        mounts.range::<Path, _>(from).next().is_some_and(|mount| mount.starts_with(&path))
    }
}
