//! Keeps items of the trash out of the reach of a restore while they are deleted.
//!
//! A restore would move a folder away of which half is gone. The directory of the descriptions is locked meanwhile
//! (flock(2)), which ends with the process. Other programs do not look at the lock: the deletion looks whether each item
//! is still in the trash.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use fcp_sys::{self as sys, FileLock, c_path};

/// Locks the trashes that these descriptions are in. One that cannot be locked, or that another process empties as well, is
/// left as it is.
pub(crate) fn hold(descriptions: &HashSet<PathBuf>) -> Vec<FileLock> {
    let dirs: HashSet<&Path> = descriptions.iter().filter_map(|info| info.parent()).collect();
    let lock =
        |dir: &Path| FileLock::take(sys::open_dir(sys::CWD, &c_path(dir)?, true).ok()?).ok()?;
    dirs.into_iter().filter_map(lock).collect()
}

/// Whether a job, of this process or another one, deletes items of the trash that a description is in.
pub(crate) fn is_held(info: &Path) -> bool {
    let dir = info.parent().and_then(c_path);
    let opened = dir.and_then(|dir| sys::open_dir(sys::CWD, &dir, true).ok());
    opened.is_some_and(|dir| FileLock::try_share(dir).is_ok_and(|shared| shared.is_none()))
}
