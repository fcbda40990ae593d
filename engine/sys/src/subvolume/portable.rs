//! What stands for the calls of Linux elsewhere, where there are no subvolumes of btrfs.

use std::ffi::{CStr, CString};
use std::path::PathBuf;

use super::Subvolume;
use crate::{BorrowedFd, Errno, Meta, Sys};

/// Whether a directory is the root of a subvolume: never.
pub fn is_subvolume(_dir: BorrowedFd<'_>, _meta: &Meta) -> bool {
    false
}

/// Tells what is known of a subvolume.
///
/// # Errors
/// Always `EOPNOTSUPP`.
pub fn subvolume(_dir: BorrowedFd<'_>) -> Sys<Subvolume> {
    Err(Errno::OPNOTSUPP)
}

/// Finds the subvolumes in another one.
///
/// # Errors
/// Always `EOPNOTSUPP`.
pub fn subvolumes_in(_dir: BorrowedFd<'_>) -> Sys<Vec<CString>> {
    Err(Errno::OPNOTSUPP)
}

/// Takes a snapshot of a subvolume.
///
/// # Errors
/// Always `EOPNOTSUPP`.
pub fn snapshot(
    _source: BorrowedFd<'_>,
    _dir: BorrowedFd<'_>,
    _name: &CStr,
    _read_only: bool,
) -> Sys<()> {
    Err(Errno::OPNOTSUPP)
}

/// Makes a subvolume read-only, or writable again.
///
/// # Errors
/// Always `EOPNOTSUPP`.
pub fn set_subvolume_read_only(_dir: BorrowedFd<'_>, _read_only: bool) -> Sys<()> {
    Err(Errno::OPNOTSUPP)
}

/// Deletes a subvolume with all that is in it.
///
/// # Errors
/// Always `EOPNOTSUPP`.
pub fn delete_subvolume(_dir: BorrowedFd<'_>, _name: &CStr) -> Sys<()> {
    Err(Errno::OPNOTSUPP)
}

/// Gives a moment, in microseconds since the Unix epoch, after which a change of a file has a later time than it.
pub fn moment() -> u64 {
    crate::now()
}

/// Finds something that is mounted below a directory.
///
/// # Errors
/// Always `EOPNOTSUPP`.
pub fn mounted_below(_dir: BorrowedFd<'_>) -> Sys<Option<PathBuf>> {
    Err(Errno::OPNOTSUPP)
}
