//! Moves the bytes of a file, by the first of several methods that works.

use std::time::{Duration, Instant};

use super::checksum::Passing;
use super::copier::{Copier, Step};
use super::uncached::{Behind, drop_caches};
use super::writeback::Trickle;
use crate::contract::checksum::Checksum;
use crate::contract::error::Action;
use crate::contract::event::{Debug, Detail, FileKind, Mover, SparseDebug};
use crate::contract::spec::{Cache, Driver, EventLevel, Reflink, Sparse};
use crate::job::control::Cancelled;
use crate::job::meter::Counters;
use crate::journal::Tracked;
use crate::walk::route::Route;
use crate::walk::worker::Worker;
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
    fn reach(&self, offset: u64) {
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

    /// Whether the size of the source can be believed; that of a FIFO or device never can.
    fn is_honest(&self) -> bool {
        self.meta.kind == FileKind::File && self.route.is_honest()
    }
}

/// Chooses steps that take about a hundredth of a second, so that progress, pause and cancel are
/// prompt on slow devices and calls are few on fast ones.
#[derive(Debug)]
pub(super) struct Pace {
    step: usize,
    adapts: bool,
    begun: Option<Instant>,
}

const SMALLEST_STEP: usize = 256 << 10;
const LARGEST_STEP: usize = 64 << 20;

impl Pace {
    pub(super) fn new(fixed: Option<u64>) -> Self {
        let step = fixed.map_or(4 << 20, |bytes| bytes.clamp(4096, LARGEST_STEP as u64) as usize);
        Self { step, adapts: fixed.is_none(), begun: None }
    }

    pub(super) fn step(&mut self) -> usize {
        if self.adapts {
            let now = Instant::now();
            if let Some(begun) = self.begun.replace(now) {
                let took = now - begun;
                if took < Duration::from_millis(8) {
                    self.step = (self.step * 2).min(LARGEST_STEP);
                } else if took > Duration::from_millis(40) {
                    self.step = (self.step / 2).max(SMALLEST_STEP);
                }
            }
        }
        self.step
    }
}

/// Bytes after which a copy that must not fill the page cache is flushed and dropped from it.
const UNCACHED_STEP: usize = 32 << 20;

/// Whether an errno of a kernel copy means "try another way".
fn is_refusal(errno: Errno) -> bool {
    matches!(
        errno,
        Errno::NOSYS
            | Errno::INVAL
            | Errno::XDEV
            | Errno::PERM
            | Errno::OPNOTSUPP
            | Errno::TXTBSY
            | Errno::BADF
            | Errno::NOENT
            | Errno::FBIG
            | Errno::NOTTY
    )
}

/// Whether the destination can have holes: devices and FIFOs take bytes only.
fn has_holes(ends: Ends<'_>) -> bool {
    sys::stat_fd(ends.dst).is_ok_and(|dst| dst.kind == FileKind::File)
}

impl Copier {
    /// Moves a file's data by the first mover that works.
    pub(super) fn copy_data(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        ends: Ends<'_>,
    ) -> Result<Moved, DataError> {
        let mut moved = self.move_data(worker, step, ends)?;
        moved.checksum = ends.passing.and_then(|passing| passing.finish(moved.bytes));
        Ok(moved)
    }

    fn move_data(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        ends: Ends<'_>,
    ) -> Result<Moved, DataError> {
        let options = &self.job.spec.options;
        let counters = self.job.meter.of(worker.index);
        let mut moved = Moved::nothing();
        if ends.meta.size == 0 && ends.is_honest() && !self.explains() {
            return Ok(moved);
        }
        if ends.from() == 0
            && let Some(done) = self.try_clone(ends, counters, &mut moved.detail)?
        {
            moved.bytes = done;
            moved.method = Some(Mover::Reflink);
            return Ok(moved);
        }
        counters.begin(step.node, step.item.name, ends.meta.size);
        counters.resumed(ends.from());
        let result = match options.sparse {
            _ if options.cache == Cache::Direct
                && ends.meta.size >= super::uncached::UNCACHED_FROM =>
            {
                self.copy_direct(worker, ends, &mut moved)
            }
            Sparse::Always if has_holes(ends) => self.copy_zeros(worker, ends, &mut moved),
            Sparse::Auto if ends.looks_sparse() && ends.is_honest() && has_holes(ends) => {
                self.copy_holes(worker, ends, &mut moved)
            }
            Sparse::Auto | Sparse::Always | Sparse::Never => {
                self.copy_all(worker, ends, &mut moved)
            }
        };
        counters.end(ends.meta.size);
        result?;
        if ends.meta.kind == FileKind::File && ends.looks_sparse() {
            self.explain_sparse(ends, &mut moved.detail);
        }
        moved.resized = ends.is_honest() && moved.bytes != ends.meta.size;
        if moved.bytes < ends.meta.size {
            moved.resized |= ends.has_shrunk()?;
        }
        Ok(moved)
    }

    /// Whether a file is to share the extents of its source or to stay as it is.
    pub(super) fn demands_clone(&self) -> bool {
        let options = &self.job.spec.options;
        options.reflink == Reflink::Always || options.driver == Some(Driver::Reflink)
    }

    /// Shares the extents, where that is wanted and may work.
    pub(super) fn try_clone(
        &self,
        ends: Ends<'_>,
        counters: &Counters,
        detail: &mut Detail,
    ) -> Result<Option<u64>, DataError> {
        let options = &self.job.spec.options;
        let demanded = self.demands_clone();
        if !demanded {
            // GNU's cp clones even where zeros are to become holes.
            let keeps_data = match options.sparse {
                Sparse::Auto => true,
                Sparse::Always => self.as_cp(),
                Sparse::Never => false,
            };
            if options.reflink == Reflink::Never
                || !keeps_data
                || matches!(options.driver, Some(Driver::ReadWrite | Driver::CopyFileRange))
            {
                detail.reflink = Debug::No;
                return Ok(None);
            }
            if !ends.route.reflink.is_possible() {
                detail.reflink = Debug::Unsupported;
                return Ok(None);
            }
            if !self.explains() && ends.meta.size <= ends.route.small() {
                return Ok(None);
            }
        }
        self.job.control.spend(0)?;
        match sys::clone_file(ends.src, ends.dst) {
            Ok(()) => {
                ends.route.reflink.worked();
                detail.reflink = Debug::Yes;
                detail.offload = Debug::Unknown;
                counters.bytes.add(ends.meta.size);
                counters.bytes_reflinked.add(ends.meta.size);
                Ok(Some(ends.meta.size))
            }
            Err(errno) if demanded => Err(DataError::Sys(Action::Clone, errno)),
            Err(errno @ (Errno::NOSPC | Errno::DQUOT | Errno::IO | Errno::ROFS)) => {
                Err(DataError::Sys(Action::Write, errno))
            }
            Err(errno) => {
                ends.route.reflink.failed(errno);
                detail.reflink = Debug::Unsupported;
                Ok(None)
            }
        }
    }

    /// Whether each item is explained, as by `cp --debug`: then the kernel is asked about small files
    /// and empty ones, too.
    fn explains(&self) -> bool {
        self.job.spec.options.events == EventLevel::Trace
    }

    /// Says of a file that looks sparse what GNU's `cp` would, which asks where its data are even if
    /// it fills its holes.
    fn explain_sparse(&self, ends: Ends<'_>, detail: &mut Detail) {
        if detail.sparse == SparseDebug::No && self.as_cp() {
            detail.sparse = SparseDebug::SeekHole;
        }
        if ends.meta.allocated == 0 && ends.is_honest() {
            // One hole, with nothing to copy.
            (detail.offload, detail.sparse) = (Debug::Unknown, SparseDebug::SeekHole);
        }
    }

    /// Whether the options allow a copy by the kernel.
    fn may_use_range(&self, ends: Ends<'_>) -> bool {
        let options = &self.job.spec.options;
        // What the kernel copies would have to be read once more for its checksum.
        ends.passing.is_none()
            && options.driver != Some(Driver::ReadWrite)
            && matches!(options.cache, Cache::Auto | Cache::Keep)
            && (options.reflink != Reflink::Never
                || !(self.as_cp() || ends.route.range_may_share()))
    }

    /// Says why the kernel does not copy.
    fn without_range(&self, ends: Ends<'_>) -> Debug {
        if !self.may_use_range(ends) || self.job.spec.options.sparse == Sparse::Never {
            Debug::Avoided
        } else if ends.route.range.is_possible() {
            Debug::Unknown
        } else {
            Debug::Unsupported
        }
    }

    /// Copies everything from front to back, whatever the size said.
    pub(super) fn copy_all(
        &self,
        worker: &mut Worker,
        ends: Ends<'_>,
        moved: &mut Moved,
    ) -> Result<(), DataError> {
        let options = &self.job.spec.options;
        let driver = options.driver;
        let forced = driver == Some(Driver::CopyFileRange);
        let is_large = ends.meta.size > 0 && (forced || ends.meta.size > ends.route.small());
        let by_kernel = self.may_use_range(ends)
            && options.sparse == Sparse::Auto
            && (is_large || self.explains());
        let from = ends.from();
        let mut offset = from;
        if by_kernel && (forced || ends.route.range.is_possible()) {
            match self.by_range(worker, ends, &mut offset, u64::MAX) {
                Ok(()) => {
                    ends.route.range.worked();
                    moved.method = Some(Mover::CopyFileRange);
                    moved.detail.offload = if offset > from { Debug::Yes } else { Debug::Unknown };
                }
                Err(DataError::Sys(_, errno)) if offset == from && !forced && is_refusal(errno) => {
                    ends.route.range.failed(errno);
                    moved.detail.offload = Debug::Unsupported;
                }
                Err(error) => return Err(error),
            }
            // A kernel copy that ends at once may be a filesystem that computes its files, and one
            // that ends early may be a filesystem that does not do all of it: read the rest.
            if offset > from && offset >= ends.meta.size {
                moved.bytes = offset;
                moved.detail.sparse = SparseDebug::No;
                return Ok(());
            }
        } else {
            moved.detail.offload = self.without_range(ends);
        }
        if offset == from {
            moved.method = Some(Mover::ReadWrite);
        }
        moved.detail.sparse = SparseDebug::No;
        if offset > 0 {
            ends.seek(offset)?;
        }
        moved.bytes = self.by_buffer(worker, ends, offset)?;
        Ok(())
    }

    /// Copies within the kernel from `*offset` up to `end` or the end of the file.
    pub(super) fn by_range(
        &self,
        worker: &Worker,
        ends: Ends<'_>,
        offset: &mut u64,
        end: u64,
    ) -> Result<(), DataError> {
        let control = &self.job.control;
        let counters = self.job.meter.of(worker.index);
        let mut pace = Pace::new(self.job.spec.options.block_size);
        let mut trickle = self.batches().then(|| Trickle::from(*offset));
        let mut behind = ends.passes.then(|| Behind::from(*offset));
        while *offset < end {
            // Not past the end that is known: asking for more costs ext4 a search.
            let known = ends.meta.size.saturating_sub(*offset);
            let step = (pace.step() as u64).min(control.largest_step());
            let want = step.min(end - *offset).min(known.max(4096));
            control.spend(want)?;
            let (mut from, mut to) = (*offset, *offset);
            let got = sys::copy_range(ends.src, &mut from, ends.dst, &mut to, want as usize)
                .map_err(|errno| DataError::Sys(Action::Write, errno))?;
            *offset += got as u64;
            counters.moved_by(Mover::CopyFileRange, got as u64);
            ends.reach(*offset);
            if let Some(trickle) = &mut trickle {
                trickle
                    .reached(ends.dst, *offset)
                    .map_err(|errno| DataError::Sys(Action::Sync, errno))?;
            }
            if let Some(behind) = &mut behind {
                behind.reached(ends, *offset);
            }
            // The source ends here, be it shorter or longer than it said (copy_file_range(2)).
            if got == 0 {
                break;
            }
            // An honest filesystem said how long the file is, and that much has been copied.
            if *offset == ends.meta.size && ends.is_honest() {
                break;
            }
        }
        Ok(())
    }

    /// Copies through the worker's buffer, from an offset on; gives the bytes that are there.
    pub(super) fn by_buffer(
        &self,
        worker: &mut Worker,
        ends: Ends<'_>,
        from: u64,
    ) -> Result<u64, DataError> {
        let mut buffer = worker.take_buffer();
        let result = self.through(worker, ends, &mut buffer, from);
        worker.data = buffer;
        result
    }

    fn through(
        &self,
        worker: &Worker,
        ends: Ends<'_>,
        buffer: &mut [u8],
        from: u64,
    ) -> Result<u64, DataError> {
        let control = &self.job.control;
        let counters = self.job.meter.of(worker.index);
        if ends.meta.size > buffer.len() as u64 {
            sys::advise_sequential(ends.src);
        }
        let drops = matches!(self.job.spec.options.cache, Cache::Drop | Cache::Direct);
        let mut copied = from;
        let mut trickle = (self.batches() && !drops).then(|| Trickle::from(copied));
        let mut behind = ends.passes.then(|| Behind::from(copied));
        let mut cached = 0;
        loop {
            // Not for more than the file is known to have left, or small files cost a buffer each.
            let known = ends.meta.size.saturating_sub(copied).max(4096);
            let limit = (control.largest_step() as usize).min(buffer.len());
            let buffer = buffer.get_mut(..limit).unwrap_or_default();
            control.spend(known.min(limit as u64))?;
            let got =
                sys::read(ends.src, buffer).map_err(|errno| DataError::Sys(Action::Read, errno))?;
            if got == 0 {
                return Ok(copied);
            }
            let data = buffer.get(..got).unwrap_or_default();
            ends.pass(data);
            sys::write_all(ends.dst, data).map_err(|errno| DataError::Sys(Action::Write, errno))?;
            copied += got as u64;
            counters.moved_by(Mover::ReadWrite, got as u64);
            ends.reach(copied);
            cached += got;
            if let Some(trickle) = &mut trickle {
                trickle
                    .reached(ends.dst, copied)
                    .map_err(|errno| DataError::Sys(Action::Sync, errno))?;
            }
            if let Some(behind) = &mut behind {
                behind.reached(ends, copied);
            }
            if drops && cached >= UNCACHED_STEP {
                drop_caches(ends.src, ends.dst);
                cached = 0;
            }
            // A short read at the size that was told is the end. Before it, the next read tells why
            // this one was short: the file shrank, or a part of it cannot be read.
            if got < limit && copied == ends.meta.size && ends.is_honest() {
                return Ok(copied);
            }
        }
    }

    /// Copies one stretch of data to the same place; gives where it ended.
    pub(super) fn copy_stretch(
        &self,
        worker: &mut Worker,
        ends: Ends<'_>,
        start: u64,
        end: u64,
        moved: &mut Moved,
    ) -> Result<u64, DataError> {
        let mut at = start;
        if self.may_use_range(ends) && ends.route.range.is_possible() {
            match self.by_range(worker, ends, &mut at, end) {
                Ok(()) => {
                    moved.method = Some(Mover::CopyFileRange);
                    moved.detail.offload = Debug::Yes;
                    if at == end {
                        return Ok(at);
                    }
                }
                Err(DataError::Sys(_, errno)) if at == start && is_refusal(errno) => {
                    ends.route.range.failed(errno);
                    moved.detail.offload = Debug::Unsupported;
                }
                Err(error) => return Err(error),
            }
        } else {
            moved.detail.offload = self.without_range(ends);
        }
        if at == start {
            moved.method = Some(Mover::ReadWrite);
        }
        let mut buffer = worker.take_buffer();
        let result = self.stretch_through(worker, ends, &mut buffer, at, end);
        worker.data = buffer;
        result
    }

    fn stretch_through(
        &self,
        worker: &Worker,
        ends: Ends<'_>,
        buffer: &mut [u8],
        mut at: u64,
        end: u64,
    ) -> Result<u64, DataError> {
        let control = &self.job.control;
        let counters = self.job.meter.of(worker.index);
        let mut behind = ends.passes.then(|| Behind::from(at));
        while at < end {
            let want = (buffer.len() as u64).min(end - at).min(control.largest_step());
            control.spend(want)?;
            let part = buffer.get_mut(..want as usize).unwrap_or_default();
            let got = sys::read_at(ends.src, part, at)
                .map_err(|errno| DataError::Sys(Action::Read, errno))?;
            if got == 0 {
                break;
            }
            let data = part.get(..got).unwrap_or_default();
            ends.pass(data);
            sys::write_all_at(ends.dst, data, at)
                .map_err(|errno| DataError::Sys(Action::Write, errno))?;
            at += got as u64;
            counters.moved_by(Mover::ReadWrite, got as u64);
            ends.reach(at);
            if let Some(behind) = &mut behind {
                behind.reached(ends, at);
            }
        }
        Ok(at)
    }
}
