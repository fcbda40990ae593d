//! Remembers which directories in the way of items a part of a mirror has begun to delete, so that a part that is taken up
//! again deletes the rest, which is no longer what the walk has found.

use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::disk;
use crate::contract::error::OpError;

/// Notes that what is in a directory is being deleted.
pub(crate) fn begin(plan: &Path, path: &Path) -> Result<(), OpError> {
    disk::replace(&mark(plan, path), path.as_os_str().as_bytes())
}

/// Whether a part has begun to delete what is in a directory.
pub(crate) fn has_begun(plan: &Path, path: &Path) -> bool {
    disk::exists(&mark(plan, path))
}

fn mark(plan: &Path, path: &Path) -> PathBuf {
    let hash = blake3::hash(path.as_os_str().as_bytes()).to_hex();
    plan.join("results").join(format!("clearing-{}", hash.as_str().get(..16).unwrap_or_default()))
}
