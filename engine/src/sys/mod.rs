//! The only home of rustix and of unsafe code: system calls relative to directory descriptors.
//!
//! Every function takes names relative to an open directory. Nothing here follows a symlink unless
//! its name or an argument says so.

mod acl;
mod dir;
mod file;
#[cfg(target_os = "linux")]
mod inotify;
#[cfg(target_os = "linux")]
mod linux;
mod meta;
#[cfg(not(target_os = "linux"))]
mod portable;
mod process;
mod start;

pub(crate) use acl::{
    Keep, copy_xattrs_at, copy_xattrs_fd, drop_acl_at, drop_acls, hands_down_acl, keep_acl, xattrs,
};
pub(crate) use dir::*;
pub(crate) use file::*;
#[cfg(target_os = "linux")]
pub(crate) use inotify::*;
#[cfg(target_os = "linux")]
pub(crate) use linux::*;
pub(crate) use meta::*;
#[cfg(not(target_os = "linux"))]
pub(crate) use portable::*;
pub(crate) use process::*;
pub(crate) use start::*;

pub(crate) use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
pub(crate) use rustix::io::Errno;

/// Result of a system call.
pub(crate) type Sys<T> = Result<T, Errno>;

/// The working directory, for operand paths.
pub(crate) const CWD: BorrowedFd<'static> = rustix::fs::CWD;

/// Ends a call whose failure changes nothing that was promised; the place of the call says why.
pub(crate) fn best_effort(_result: Sys<()>) {}
