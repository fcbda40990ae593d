//! Describes items that are found for an archive, and lists directories in order.

use std::ffi::{CStr, CString};
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::sync::Arc;

use fcp_archive::{Entry, Kind, Time};

use crate::contract::event::FileKind;
use crate::walk::node::DirNode;
use fcp_sys::{self as sys, BorrowedFd, Meta, OwnedFd, Sys};

/// What was added, or would be.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counted {
    pub(super) items: u64,
    pub(super) directories: u64,
    pub(super) bytes: u64,
    pub(super) failed: u64,
}

/// A directory whose names are being added.
pub(super) struct Frame {
    pub(super) node: Arc<DirNode>,
    pub(super) dir: Option<OwnedFd>,
    pub(super) id: (u64, u64),
    /// Names that are left, the last first.
    pub(super) names: Vec<(CString, FileKind)>,
    /// Its path in the archive; empty where its items are at the top.
    pub(super) inside: Vec<u8>,
}

/// An item that was found: its directory, its name there, and its path in the archive.
#[derive(Clone, Copy)]
pub(super) struct Found<'a> {
    pub(super) node: &'a Arc<DirNode>,
    pub(super) dir: BorrowedFd<'a>,
    pub(super) name: &'a CStr,
    pub(super) inside: &'a [u8],
}

/// Describes an item for the archive.
pub(super) fn entry(inside: &[u8], kind: Kind, meta: &Meta) -> Entry {
    let nanos = u32::try_from(meta.mtime.1).unwrap_or(0);
    Entry {
        size: Some(meta.size),
        mode: Some(meta.mode),
        mtime: Some(Time { seconds: meta.mtime.0, nanos }),
        owner: Some((meta.uid, meta.gid)),
        ..Entry::new(inside.to_vec(), kind)
    }
}

/// Lists a directory, the last name first.
pub(super) fn list(dir: BorrowedFd<'_>) -> Sys<Vec<(CString, FileKind)>> {
    let mut buffer = vec![MaybeUninit::uninit(); sys::LIST_BUFFER];
    let mut names = Vec::new();
    sys::list(dir, &mut buffer, |name, kind, _| {
        names.push((name.to_owned(), kind));
        ControlFlow::Continue(())
    })?;
    names.sort_by(|one, other| other.0.cmp(&one.0));
    // Some filesystems list a name twice while the directory changes.
    names.dedup_by(|one, other| one.0 == other.0);
    Ok(names)
}
