//! Knows where the system mounts filesystems, whether they are mounted now or not.

use std::collections::HashSet;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use fcp_sys::mountinfo;

/// The mount points in `/etc/fstab`, which is read when the first path is looked up.
#[derive(Debug, Default)]
pub(super) struct Fstab(OnceLock<HashSet<PathBuf>>);

impl Fstab {
    /// Whether a directory is one of them.
    pub(super) fn names(&self, dir: &Path) -> bool {
        let points = self.0.get_or_init(|| {
            let table = std::fs::read("/etc/fstab").unwrap_or_default();
            let points = mountinfo::mount_points(&table).map(OsString::from_vec);
            points.filter_map(|point| std::fs::canonicalize(point).ok()).collect()
        });
        !points.is_empty() && std::fs::canonicalize(dir).is_ok_and(|dir| points.contains(&dir))
    }
}
