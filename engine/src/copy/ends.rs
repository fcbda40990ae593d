//! Defines the two ends of a copy, what was moved between them, and why data did not arrive.

use super::checksum::Passing;
use crate::contract::checksum::Checksum;
use crate::contract::error::Action;
use crate::contract::event::{Debug, Detail, FileKind, Mover, SparseDebug};
use crate::job::control::Cancelled;
use crate::journal::Tracked;
use crate::walk::route::Route;
use fcp_sys::{self as sys, BorrowedFd, Errno, Meta};

/// Why data did not arrive.
#[derive(Clone, Copy, Debug)]
pub(crate) enum DataError {
    Sys(Action, Errno),
    Cancelled,
}

/// What a read is said to have failed with where a source ended before its size, which has not changed.
pub(super) const ENDS_EARLY: Errno = Errno::NODATA;

impl From<Cancelled> for DataError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

/// What was moved, and how.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moved {
    /// Bytes of the file, holes included.
    pub(super) bytes: u64,
    pub(super) method: Option<Mover>,
    pub(super) detail: Detail,
    /// Whether the source had another size at its end than at its beginning.
    pub(super) resized: bool,
    /// The checksum of all that was read, if it went through our hands.
    pub(super) checksum: Option<Checksum>,
}

impl Moved {
    pub(super) fn nothing() -> Self {
        let detail = Detail {
            offload: Debug::Unknown,
            reflink: Debug::Unknown,
            sparse: SparseDebug::Unknown,
        };
        Self { bytes: 0, method: None, detail, resized: false, checksum: None }
    }
}

/// A file's two ends and what is known of them.
#[derive(Clone, Copy)]
pub(super) struct Ends<'a> {
    pub(super) src: BorrowedFd<'a>,
    pub(super) dst: BorrowedFd<'a>,
    pub(super) meta: &'a Meta,
    pub(super) route: &'a Route,
    /// Set for large files: how far it has come, and where it resumes.
    pub(super) large: Option<&'a Tracked>,
    /// Whether the copy must not push the files of others out of the page cache.
    pub(super) passes: bool,
    /// Computes the checksum of what is read, if one is wanted.
    pub(super) passing: Option<&'a Passing>,
}

impl Ends<'_> {
    /// Bytes that an earlier run has copied.
    pub(super) fn from(&self) -> u64 {
        self.large.map_or(0, |large| large.from)
    }

    /// Notes how far the copy has come.
    pub(super) fn reach(&self, offset: u64) {
        if let Some(large) = self.large {
            large.reach(offset);
        }
    }

    /// Takes data that were read into the checksum.
    pub(super) fn pass(&self, data: &[u8]) {
        if let Some(passing) = self.passing {
            passing.take(data);
        }
    }

    /// Seeks to where the copy begins or resumes.
    pub(super) fn seek(&self, from: u64) -> Result<(), DataError> {
        sys::seek_to(self.src, from).map_err(|errno| DataError::Sys(Action::Read, errno))?;
        sys::seek_to(self.dst, from).map_err(|errno| DataError::Sys(Action::Write, errno))
    }

    /// Tells why a source ended before the size that it had: whether it has another size now.
    ///
    /// Sizes of the kernel's own filesystems mean nothing, nor do those of pipes and devices.
    ///
    /// # Errors
    /// [`ENDS_EARLY`] if its size is the same still: the rest was not to be had.
    pub(super) fn has_shrunk(&self) -> Result<bool, DataError> {
        let now = sys::stat_fd(self.src).map_err(|errno| DataError::Sys(Action::Stat, errno))?;
        if self.meta.kind != FileKind::File || sys::invents_sizes(self.src) {
            return Ok(false);
        }
        if now.size == self.meta.size {
            return Err(DataError::Sys(Action::Read, ENDS_EARLY));
        }
        Ok(true)
    }

    /// Whether the source has fewer blocks than its size fills.
    pub(super) fn looks_sparse(&self) -> bool {
        // The unit of st_blocks; a file that is smaller may have none (inline data).
        const UNIT: u64 = 512;
        self.meta.allocated / UNIT < self.meta.size / UNIT
    }

    /// Whether what the source says of its holes can be believed: files that the kernel makes up have sizes and no data.
    pub(super) fn may_have_holes(&self) -> bool {
        self.is_honest() || self.meta.kind == FileKind::File && !sys::invents_sizes(self.src)
    }

    /// Whether the size of the source can be believed; that of a FIFO or device never can.
    pub(super) fn is_honest(&self) -> bool {
        self.meta.kind == FileKind::File && self.route.is_honest()
    }
}
