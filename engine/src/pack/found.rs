//! Describes items for an archive, and counts them.

use std::ffi::{CStr, CString, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use fcp_archive::{Entry, Kind, Time};

use super::OWN;
use crate::contract::event::Op;
use crate::in_order::Found;
use crate::job::Job;
use crate::job::chunks::Chunks;
use crate::job::ending::Done;
use crate::job::spill::Spill;
use crate::walk::operand::{base_of, parent_of};
use fcp_sys::{self as sys, AsFd, BorrowedFd, Meta, c_path};

/// The archive that the new one may replace: one name, and not the other names of its file.
#[derive(Debug)]
pub(super) struct Own {
    id: (u64, u64),
    directory: (u64, u64),
    name: CString,
}

impl Own {
    /// Looks for an archive; none if there is none yet.
    pub(super) fn of(archive: &Path) -> Option<Self> {
        let path = c_path(archive)?;
        let id = sys::stat_at(sys::CWD, &path, false).ok()?.id();
        let name = CString::new(base_of(&path)).ok()?;
        Some(Self { id, directory: directory_of(sys::CWD, &path)?, name })
    }

    /// Whether an item is it.
    pub(super) fn is(&self, found: Found<'_>, meta: &Meta) -> bool {
        meta.id() == self.id && self.has_name(found.at(), found.name)
    }

    /// Whether a path leads to it.
    pub(super) fn is_at(&self, path: &CStr) -> bool {
        sys::stat_at(sys::CWD, path, false).is_ok_and(|meta| meta.id() == self.id)
            && self.has_name(sys::CWD, path)
    }

    fn has_name(&self, dir: BorrowedFd<'_>, path: &CStr) -> bool {
        base_of(path) == self.name.to_bytes() && directory_of(dir, path) == Some(self.directory)
    }
}

/// The directory that a path is in.
fn directory_of(dir: BorrowedFd<'_>, path: &CStr) -> Option<(u64, u64)> {
    let above = sys::enter_dir(dir, &parent_of(path), true).ok()?;
    sys::stat_fd(above.as_fd()).ok().map(|meta| meta.id())
}

/// What was added, or would be.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counted {
    pub(super) items: u64,
    pub(super) directories: u64,
    pub(super) bytes: u64,
    pub(super) failed: u64,
}

/// What is in the stage of an archive.
#[derive(Debug, Default)]
pub(super) struct Added {
    pub(super) counted: Counted,
    /// Each item with its path in the archive and its bytes, if the job tells of each: a record is the bytes as a
    /// number, and two paths with a zero behind.
    told: Chunks,
}

impl Added {
    /// Notes an item that is told when the archive has its name.
    pub(super) fn note(
        &mut self,
        (src, dst): (&Path, &Path),
        bytes: u64,
        spill: impl FnOnce() -> Spill,
    ) {
        let (chunk, _) = self.told.open(spill);
        chunk.extend_from_slice(&bytes.to_ne_bytes());
        for path in [src, dst] {
            chunk.extend_from_slice(path.as_os_str().as_bytes());
            chunk.push(0);
        }
    }

    /// Counts and tells all as done: the archive has its name.
    pub(super) fn tell(self, job: &Job) {
        let mut left = self.counted;
        let told = self.told.show(|mut chunk| {
            while !chunk.is_empty() {
                let (bytes, paths) = take(&mut chunk)?;
                job.end_done(OWN, Done { bytes, ..Done::plain(Op::Pack) }, || paths);
                left.items = left.items.saturating_sub(1);
                left.bytes = left.bytes.saturating_sub(bytes);
            }
            Some(true)
        });
        // All of them where nothing was noted; and what cannot be read back is in the archive none the less.
        sys::best_effort(told);
        let counters = job.meter.of(OWN);
        counters.done.add(left.items);
        counters.bytes_of_done.add(left.bytes);
    }
}

/// Takes a record from a chunk; none if it is damaged.
fn take(chunk: &mut &[u8]) -> Option<(u64, (PathBuf, PathBuf))> {
    let (bytes, rest) = chunk.split_first_chunk()?;
    *chunk = rest;
    let mut path = || {
        let path = CStr::from_bytes_until_nul(chunk).ok()?;
        *chunk = chunk.get(path.to_bytes_with_nul().len()..)?;
        Some(PathBuf::from(OsStr::from_bytes(path.to_bytes())))
    };
    Some((u64::from_ne_bytes(*bytes), (path()?, path()?)))
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
