//! Compares a copy with its source, byte by byte.

use std::ops::Range;
use std::sync::atomic::Ordering;

use super::copier::{Copier, Step};
use super::ends::{DataError, Moved};
use super::publish::Staged;
use crate::contract::checksum::Checksum;
use crate::contract::error::Action;
use crate::job::control::Control;
use crate::walk::worker::{DATA_BUFFER, Worker};
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, Meta, OwnedFd};

impl Copier {
    /// Reads a copy back from the device and compares it with its source; gives the checksum if it was
    /// compared by that.
    ///
    /// # Errors
    /// `EBADMSG` when they differ, `ESTALE` of the source if it was written to since `meta`: a copy that is a mixture
    /// of two states is like no source, also where all that was read has arrived.
    pub(super) fn verify(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        (src, meta): (&OwnedFd, &Meta),
        staged: &mut Staged,
        moved: &Moved,
    ) -> Result<Option<Checksum>, DataError> {
        let failed = |errno| DataError::Sys(Action::Verify, errno);
        // What is compared must come from the device and not from the page cache.
        sys::sync_data(staged.fd()).map_err(failed)?;
        sys::drop_cache(staged.fd());
        if self.closes_to_read.load(Ordering::Relaxed) {
            staged.reopen().map_err(failed)?;
        }
        // Through a symlink that the user named an existing file is written in place.
        let open = |staged: &Staged| {
            let name = staged.name().unwrap_or(step.item.dst_name);
            sys::open_source(step.pair.dst(), name, staged.is_in_place())
        };
        let mut copy = open(staged);
        if copy.as_ref().is_err_and(|errno| *errno == Errno::NOENT)
            && staged.reopen().map_err(failed)?
        {
            // For each file, rclone waits five seconds for the one who writes it.
            self.closes_to_read.store(true, Ordering::Relaxed);
            copy = open(staged);
        }
        let copy = copy.map_err(failed)?;
        let id = |fd| sys::stat_fd(fd).map(|meta| meta.id()).map_err(failed);
        if staged.is_in_place() && id(copy.as_fd())? != id(staged.fd())? {
            return Err(failed(Errno::STALE));
        }
        let open = || {
            sys::open_source(step.pair.src(), step.item.name, self.follows(&step))
                .map_err(|errno| DataError::Sys(Action::Open, errno))
        };
        let read_back = match self.job.spec.options.checksum() {
            None => self
                .compare(worker, open()?.as_fd(), copy.as_fd())
                .map(|differ| (!differ).then_some(None)),
            Some(algorithm) => {
                let expected = match moved.checksum {
                    Some(checksum) => checksum,
                    // The kernel has copied it, or it shares its data with the source.
                    None => self.sum(worker, open()?.as_fd(), algorithm, Action::Read)?,
                };
                let found = self.sum(worker, copy.as_fd(), algorithm, Action::Verify);
                found.map(|found| (found == expected).then_some(Some(found)))
            }
        }?;
        let look =
            || sys::stat_fd(src.as_fd()).map_err(|errno| DataError::Sys(Action::Stat, errno));
        let changed = Err(DataError::Sys(Action::Read, Errno::STALE));
        let now = look()?;
        if now.was_written_since(meta) {
            return changed;
        }
        let Some(checksum) = read_back else {
            return if now.ctime == meta.ctime { Err(failed(Errno::BADMSG)) } else { changed };
        };
        // A writer can give the file its old time back, but not the ctime, which its other names change, too.
        if now.ctime != meta.ctime
            && (self.compare(worker, open()?.as_fd(), copy.as_fd())? || look()?.ctime != now.ctime)
        {
            return changed;
        }
        Ok(checksum)
    }

    /// Whether a source and its existing destination differ in content.
    pub(super) fn differs(&self, worker: &mut Worker, step: Step<'_>) -> Result<bool, DataError> {
        let source = sys::open_source(step.pair.src(), step.item.name, self.follows(&step))
            .map_err(|errno| DataError::Sys(Action::Open, errno))?;
        let copy = sys::open_back(step.pair.dst(), step.item.dst_name)
            .map_err(|errno| DataError::Sys(Action::StatDestination, errno))?;
        let ends = (source.as_fd(), copy.as_fd());
        let size = |fd| sys::stat_fd(fd).map(|meta| meta.size).ok();
        // Holes that both have are passed over.
        let sparse = size(ends.0).filter(|bytes| size(ends.1) == Some(*bytes));
        differ(&self.job.control, worker, ends, sparse, |_| {})
    }

    /// Whether the first `bytes` of a source are those of its existing destination.
    ///
    /// After a power cut what never reached the disk is zeros there.
    pub(super) fn begins_with(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        bytes: u64,
    ) -> Result<bool, DataError> {
        let source = sys::open_source(step.pair.src(), step.item.name, self.follows(&step))
            .map_err(|errno| DataError::Sys(Action::Open, errno))?;
        let copy = sys::open_back(step.pair.dst(), step.item.dst_name)
            .map_err(|errno| DataError::Sys(Action::StatDestination, errno))?;
        let journal = self.job.journal.as_ref();
        let lost = journal.is_some_and(|journal| journal.past().lost);
        let agree = if lost { agree_but_for_zeros } else { agree };
        self.is_same_but(worker, source.as_fd(), copy.as_fd(), 0..bytes, agree)
    }

    /// Whether two open files agree in a part, which both must have.
    pub(super) fn is_same(
        &self,
        worker: &mut Worker,
        left: BorrowedFd<'_>,
        right: BorrowedFd<'_>,
        part: Range<u64>,
    ) -> Result<bool, DataError> {
        self.is_same_but(worker, left, right, part, agree)
    }

    fn is_same_but(
        &self,
        worker: &mut Worker,
        left: BorrowedFd<'_>,
        right: BorrowedFd<'_>,
        part: Range<u64>,
        agree: fn(&[u8], &[u8]) -> bool,
    ) -> Result<bool, DataError> {
        let mut ours = worker.take_buffer();
        let mut theirs = vec![0; DATA_BUFFER];
        let result = self.is_same_through(left, right, part, (&mut ours, &mut theirs), agree);
        worker.data = ours;
        result
    }

    fn is_same_through(
        &self,
        left: BorrowedFd<'_>,
        right: BorrowedFd<'_>,
        part: Range<u64>,
        (ours, theirs): (&mut [u8], &mut [u8]),
        agree: fn(&[u8], &[u8]) -> bool,
    ) -> Result<bool, DataError> {
        for (fd, action) in [(left, Action::Read), (right, Action::Verify)] {
            let there = sys::stat_fd(fd).map_err(|errno| DataError::Sys(action, errno))?;
            if there.size < part.end {
                return Ok(false);
            }
        }
        let mut at = part.start;
        // What is a hole in both is not read.
        let mut data_until = at;
        while at < part.end {
            if at >= data_until {
                let (start, end) = next_stretch(left, at).min(next_stretch(right, at));
                self.job.control.checkpoint()?;
                (at, data_until) = (start.min(part.end), end);
                continue;
            }
            let want = (part.end - at).min(ours.len() as u64);
            self.job.control.spend(want)?;
            let ours = ours.get_mut(..want as usize).unwrap_or_default();
            let theirs = theirs.get_mut(..want as usize).unwrap_or_default();
            let a = fill(left, ours, at).map_err(|errno| DataError::Sys(Action::Read, errno))?;
            let b =
                fill(right, theirs, at).map_err(|errno| DataError::Sys(Action::Verify, errno))?;
            if (a as u64, b as u64) != (want, want) || !agree(ours, theirs) {
                return Ok(false);
            }
            at += want;
        }
        Ok(true)
    }

    /// Whether two open files differ in content.
    pub(super) fn compare(
        &self,
        worker: &mut Worker,
        left: BorrowedFd<'_>,
        right: BorrowedFd<'_>,
    ) -> Result<bool, DataError> {
        differ(&self.job.control, worker, (left, right), None, |_| {})
    }
}

/// Whether two open files differ in content; tells the bytes of each step that do not.
///
/// With `sparse`, the size of both, what is a hole in both is not read.
///
/// # Errors
/// The left one cannot be read ([`Action::Read`]), or the right one ([`Action::Verify`]).
pub(crate) fn differ(
    control: &Control,
    worker: &mut Worker,
    ends: (BorrowedFd<'_>, BorrowedFd<'_>),
    sparse: Option<u64>,
    same: impl FnMut(u64),
) -> Result<bool, DataError> {
    let mut ours = worker.take_buffer();
    let mut theirs = vec![0; DATA_BUFFER];
    let result = differ_through(control, ends, sparse, (&mut ours, &mut theirs), same);
    worker.data = ours;
    result
}

fn differ_through(
    control: &Control,
    (left, right): (BorrowedFd<'_>, BorrowedFd<'_>),
    sparse: Option<u64>,
    (ours, theirs): (&mut [u8], &mut [u8]),
    mut same: impl FnMut(u64),
) -> Result<bool, DataError> {
    let mut at = 0;
    loop {
        control.checkpoint()?;
        if let Some(size) = sparse {
            let data = next_data(left, at, size).min(next_data(right, at, size));
            same(data - at);
            at = data;
        }
        // Small steps where the rate is low, or the waits between them would be long.
        let want = (ours.len() as u64).min(control.largest_step()) as usize;
        let ours = ours.get_mut(..want).unwrap_or_default();
        let theirs = theirs.get_mut(..want).unwrap_or_default();
        let a = fill(left, ours, at).map_err(|errno| DataError::Sys(Action::Read, errno))?;
        let b = fill(right, theirs, at).map_err(|errno| DataError::Sys(Action::Verify, errno))?;
        if ours.get(..a) != theirs.get(..b) {
            return Ok(true);
        }
        same(a as u64);
        // Known only now: most files are smaller than a step.
        control.spend(a as u64)?;
        if a < want {
            return Ok(false);
        }
        at += a as u64;
    }
}

/// Where the next data of a file begin and end; where its filesystem knows no holes, all are.
fn next_stretch(fd: BorrowedFd<'_>, at: u64) -> (u64, u64) {
    match sys::next_data(fd, at) {
        Ok(Some((start, end))) => (start.max(at), end.max(at + 1)),
        Ok(None) => (u64::MAX, u64::MAX),
        Err(_) => (at, u64::MAX),
    }
}

/// Where the next data of a file are; where its filesystem knows no holes, all are.
fn next_data(fd: BorrowedFd<'_>, at: u64, size: u64) -> u64 {
    match sys::next_data(fd, at) {
        Ok(Some((start, _))) => start.max(at),
        Ok(None) => size.max(at),
        Err(_) => at,
    }
}

fn agree(ours: &[u8], theirs: &[u8]) -> bool {
    ours == theirs
}

/// Whether two parts agree but for sectors that were never written.
fn agree_but_for_zeros(ours: &[u8], theirs: &[u8]) -> bool {
    const SECTOR: usize = 512;
    let is_lost = |theirs: &[u8]| theirs.iter().all(|byte| *byte == 0);
    ours == theirs
        || (ours.chunks(SECTOR))
            .zip(theirs.chunks(SECTOR))
            .all(|(ours, theirs)| ours == theirs || is_lost(theirs))
}

/// Reads until the buffer is full or the file ends.
fn fill(fd: BorrowedFd<'_>, buffer: &mut [u8], offset: u64) -> Result<usize, Errno> {
    let mut filled = 0;
    while let Some(rest) = buffer.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        match sys::read_at(fd, rest, offset + filled as u64)? {
            0 => break,
            got => filled += got,
        }
    }
    Ok(filled)
}
