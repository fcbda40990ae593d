//! Moves the bytes of a file, by the first of several methods that works.

use super::copier::{Copier, Step};
use super::ends::{DataError, Ends, Moved};
use super::range::is_refusal;
use crate::contract::event::{Debug, Detail, FileKind, Mover, SparseDebug};
use crate::contract::spec::{Cache, Driver, EventLevel, Sparse};
use crate::walk::worker::Worker;
use fcp_sys as sys;

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
            Sparse::Auto if ends.looks_sparse() && ends.may_have_holes() && has_holes(ends) => {
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

    /// Whether each item is explained, as by `cp --debug`: then the kernel is asked about small files
    /// and empty ones, too.
    pub(super) fn explains(&self) -> bool {
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
}
