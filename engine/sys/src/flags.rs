//! The file flags of chflags(2), as macOS has them: those that lock a file, and how they are taken off.

use rustix::fd::AsRawFd as _;

use super::{BorrowedFd, Sys};
use nix::libc;

/// Flags that forbid to change, rename or remove a file: of the user and of the administrator (chflags(2)).
const LOCKS: u32 = libc::UF_IMMUTABLE | libc::UF_APPEND | libc::SF_IMMUTABLE | libc::SF_APPEND;

/// Takes off the flags that forbid to change a file.
///
/// # Errors
/// `EPERM` for those of the administrator, if the process is another user's.
pub(crate) fn unlock(file: BorrowedFd<'_>) -> Sys<()> {
    let flags = rustix::fs::fstat(file)?.st_flags;
    if flags & LOCKS == 0 { Ok(()) } else { set(file, flags & !LOCKS) }
}

#[allow(unsafe_code)]
fn set(file: BorrowedFd<'_>, flags: u32) -> Sys<()> {
    // SAFETY: the descriptor is open for the whole call, which takes no pointer.
    let done = unsafe { libc::fchflags(file.as_raw_fd(), flags) };
    super::one_code(if done == 0 { Ok(()) } else { Err(super::last_errno()) })
}
