//! Wraps system calls relative to directory descriptors, and holds all of the unsafe code.
//!
//! Every function takes names relative to an open directory. Nothing here follows a symlink unless
//! its name or an argument says so.

#![warn(missing_docs)]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests lay out their own files"))]

use std::ffi::CString;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

mod acl;
mod dir;
mod file;
mod flags;
mod flush;
mod identity;
#[cfg(target_os = "linux")]
mod inotify;
mod kind;
#[cfg(target_os = "linux")]
mod linux;
mod meta;
pub mod mountinfo;
mod owners;
#[cfg(not(target_os = "linux"))]
mod portable;
mod process;
mod share;
mod start;
mod std_gaps;
mod subvolume;
mod tick;

pub use acl::{
    ACCESS_ACL, KEEPS_ALWAYS, Keep, copy_xattrs_at, copy_xattrs_fd, drop_acl_at, drop_acls,
    drop_xattrs_at, hands_down_acl, has_acl, keep_of_replaced, set_xattr_at, xattrs, xattrs_at,
};
pub use dir::*;
pub use file::*;
pub use flags::{Lock, copy_birth, copy_flags, lock_at, lock_file, make_new};
pub use flush::*;
pub use identity::Identity;
#[cfg(target_os = "linux")]
pub use inotify::*;
pub use kind::FileKind;
#[cfg(target_os = "linux")]
pub use linux::*;
pub use meta::*;
pub use owners::{OwnerKind, renumber_acl};
#[cfg(not(target_os = "linux"))]
pub use portable::*;
pub use process::*;
pub use share::*;
pub use start::*;
pub use std_gaps::{add_up, lock, now};
pub use subvolume::*;
pub use tick::{clock_base, until_later};

pub use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
pub use rustix::io::Errno;

/// Result of a system call.
pub type Sys<T> = Result<T, Errno>;

/// The working directory, for operand paths.
pub const CWD: BorrowedFd<'static> = rustix::fs::CWD;

/// Gives a path as system calls take it; none if it is empty or has a NUL, which no file has.
pub fn c_path(path: &Path) -> Option<CString> {
    CString::new(path.as_os_str().as_bytes()).ok().filter(|path| !path.is_empty())
}

/// Gives `EOPNOTSUPP` for `ENOTSUP`: they are one number on Linux and two on macOS, and the engine looks for one.
pub(crate) fn one_code<T>(result: Sys<T>) -> Sys<T> {
    let errno = |errno| if errno == Errno::NOTSUP { Errno::OPNOTSUPP } else { errno };
    result.map_err(errno)
}

/// What the last call of the C library has failed with.
#[cfg(target_vendor = "apple")]
pub(crate) fn last_errno() -> Errno {
    Errno::from_io_error(&std::io::Error::last_os_error()).unwrap_or(Errno::IO)
}

/// Ends a call whose failure changes nothing that was promised; the place of the call says why.
pub fn best_effort(_result: Sys<()>) {}
