//! Compares the two sides of one entry.

use std::ffi::CStr;
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicBool, Ordering};

use fcp_engine::error::Action;
use fcp_engine::event::FileKind;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, FsType, Meta, Sys};

use super::row::Verdict;
use crate::probe::fill;

/// Difference of two times that still counts as none on FAT, which keeps even seconds; in microseconds.
const CLOSE: u64 = 2_000_000;

/// Bytes of each side that are read at a time.
pub(super) const STEP: usize = 128 << 10;

/// Makes the buffers for what is read of both sides, if contents are compared.
pub(super) fn contents(reads: bool) -> Option<[Vec<u8>; 2]> {
    reads.then(|| [vec![0; STEP], vec![0; STEP]])
}

/// Bytes of a file after which the page cache is relieved of what was read.
const RELIEF: u64 = 64 << 20;

/// A failure of one of the sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct SideError {
    pub(super) side: usize,
    pub(super) action: Action,
    pub(super) errno: Errno,
}

/// Gives the two open directories in which an entry is, and what reads its content.
pub(super) struct Sides<'a> {
    pub(super) dirs: [BorrowedFd<'a>; 2],
    /// A buffer for each side; none if contents are not compared.
    pub(super) buffers: Option<&'a mut [Vec<u8>; 2]>,
    pub(super) stop: &'a AtomicBool,
}

impl Sides<'_> {
    /// Compares two entries of one type that are no directories, by their names on each side; gives none if it was stopped.
    pub(super) fn compare(
        &mut self,
        names: [&CStr; 2],
        metas: &[Meta; 2],
    ) -> Result<Option<Verdict>, SideError> {
        let [left, right] = metas;
        if left.id() == right.id() {
            return Ok(Some(Verdict::Same));
        }
        let same = match left.kind {
            FileKind::File => match self.same_file(names, metas)? {
                Some(same) => same,
                None => return Ok(None),
            },
            FileKind::Symlink => self.target(0, names[0])? == self.target(1, names[1])?,
            FileKind::CharDevice | FileKind::BlockDevice => left.rdev == right.rdev,
            FileKind::Fifo | FileKind::Socket => true,
            // Types that no system call tells apart: what they hold is not known.
            FileKind::Directory | FileKind::Unknown => {
                let (side, action) = (0, Action::Verify);
                return Err(SideError { side, action, errno: Errno::OPNOTSUPP });
            }
        };
        Ok(Some(if same { Verdict::Same } else { self.newer(metas) }))
    }

    fn same_file(
        &mut self,
        names: [&CStr; 2],
        metas: &[Meta; 2],
    ) -> Result<Option<bool>, SideError> {
        if metas[0].size != metas[1].size {
            return Ok(Some(false));
        }
        if self.buffers.is_none() {
            return Ok(Some(self.newer(metas) == Verdict::Different));
        }
        // Where the kernel makes files up, it says that all are empty.
        let is_empty = metas[0].size == 0 && !self.dirs.into_iter().any(sys::invents_sizes);
        if is_empty { Ok(Some(true)) } else { self.same_content(names, metas[0].size) }
    }

    /// Reads both files until they differ.
    fn same_content(&mut self, names: [&CStr; 2], size: u64) -> Result<Option<bool>, SideError> {
        let files = [self.open(0, names[0])?, self.open(1, names[1])?];
        let Some([one, other]) = self.buffers.as_deref_mut() else { return Ok(None) };
        let (mut offset, mut cached) = (0, 0);
        let same = loop {
            if self.stop.load(Ordering::Relaxed) {
                break None;
            }
            let read = |side: usize, buffer: &mut [u8]| {
                let read = fill(files[side].as_fd(), buffer, offset);
                read.map_err(|errno| SideError { side, action: Action::Read, errno })
            };
            let lens = [read(0, one)?, read(1, other)?];
            if one.get(..lens[0]) != other.get(..lens[1]) {
                break Some(false);
            }
            if lens[0] < one.len() {
                break Some(true);
            }
            offset += lens[0] as u64;
            cached += lens[0] as u64;
            if cached >= RELIEF {
                forget(&files);
                cached = 0;
            }
        };
        if size >= RELIEF {
            forget(&files);
        }
        Ok(same)
    }

    fn open(&self, side: usize, name: &CStr) -> Result<OwnedFd, SideError> {
        let opened = sys::open_quietly(self.dirs[side], name, false);
        opened.map_err(|errno| SideError { side, action: Action::Open, errno })
    }

    fn target(&self, side: usize, name: &CStr) -> Result<std::ffi::CString, SideError> {
        let read = sys::read_link(self.dirs[side], name);
        read.map_err(|errno| SideError { side, action: Action::ReadLink, errno })
    }

    /// Tells which side is newer, and "different" if neither is.
    fn newer(&self, metas: &[Meta; 2]) -> Verdict {
        // In nanoseconds, as a copy compares them.
        let [left, right] = [metas[0].mtime, metas[1].mtime];
        if left == right || self.are_close(metas) {
            Verdict::Different
        } else if left > right {
            Verdict::LeftNewer
        } else {
            Verdict::RightNewer
        }
    }

    /// Whether two times that differ stand for one, because a filesystem keeps no finer ones.
    fn are_close(&self, metas: &[Meta; 2]) -> bool {
        let [left, right] = [metas[0].mtime_micros(), metas[1].mtime_micros()];
        if left.abs_diff(right) > CLOSE {
            return false;
        }
        metas[0].has_mtime_of(&metas[1])
            || self.dirs.into_iter().any(|dir| sys::fs_type(dir) == FsType::CaseFolding)
    }
}

/// Drops what was read from the page cache.
fn forget(files: &[OwnedFd; 2]) {
    for file in files {
        sys::drop_cache(file.as_fd());
    }
}

/// Stats one side of an entry; gives none for one that was removed meanwhile.
pub(super) fn look(dir: BorrowedFd<'_>, name: &CStr) -> Sys<Option<Meta>> {
    match sys::stat_at(dir, name, false) {
        Ok(meta) => Ok(Some(meta)),
        Err(Errno::NOENT) => Ok(None),
        Err(errno) => Err(errno),
    }
}
