//! Knows where the system mounts filesystems, whether they are mounted now or not.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use fcp_sys::mountinfo;

/// The mount points in `/etc/fstab`, which is read when the first path is looked up.
#[derive(Debug, Default)]
pub(super) struct Fstab(OnceLock<Vec<PathBuf>>);

impl Fstab {
    /// Whether a directory is one of them.
    ///
    /// None of them is looked at, since one whose server does not answer would hold up the job: the names are compared, and
    /// where these are equal the directories above.
    pub(super) fn names(&self, dir: &Path) -> bool {
        let points = self.0.get_or_init(|| {
            let table = std::fs::read("/etc/fstab").unwrap_or_default();
            mountinfo::mount_points(&table).map(|point| OsString::from_vec(point).into()).collect()
        });
        let Some(dir) = (!points.is_empty()).then(|| dir.canonicalize().ok()).flatten() else {
            return false;
        };
        let mut called_so = points.iter().filter(|point| point.file_name() == dir.file_name());
        called_so.any(|point| {
            let above = point.parent().and_then(|above| above.canonicalize().ok());
            above.as_deref() == dir.parent()
        })
    }
}
