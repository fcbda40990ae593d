//! Copies holes: keeps those of the source, and makes new ones of zeros if asked to.

use super::copier::Copier;
use super::ends::{DataError, Ends, Moved};
use crate::contract::error::Action;
use crate::contract::event::{Debug, Mover, SparseDebug};
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, Errno};

impl Copier {
    /// Copies stretches of data and leaves the holes between them.
    pub(super) fn copy_holes(
        &self,
        worker: &mut Worker,
        ends: Ends<'_>,
        moved: &mut Moved,
    ) -> Result<(), DataError> {
        moved.detail.sparse = SparseDebug::SeekHole;
        let mut at = ends.from();
        loop {
            let (start, end) = match sys::next_data(ends.src, at) {
                Ok(Some(stretch)) => stretch,
                Ok(None) => break,
                // The filesystem does not know holes.
                Err(Errno::INVAL) if at == ends.from() => {
                    ends.seek(at)?;
                    return self.copy_all(worker, ends, moved);
                }
                Err(errno) => return Err(DataError::Sys(Action::Read, errno)),
            };
            self.skip_hole(worker, ends, start - at)?;
            let reached = self.copy_stretch(worker, ends, start, end, moved)?;
            at = reached;
            if reached < end {
                // What is missing must not become a hole.
                ends.has_shrunk()?;
                break;
            }
        }
        // The rest is a hole; a source that shrank has none.
        let size = sys::stat_fd(ends.src)
            .map_err(|errno| DataError::Sys(Action::Read, errno))?
            .size
            .max(at);
        self.skip_hole(worker, ends, size - at)?;
        sys::set_size(ends.dst, size).map_err(|errno| DataError::Sys(Action::Write, errno))?;
        moved.bytes = size;
        moved.method.get_or_insert(Mover::ReadWrite);
        Ok(())
    }

    fn skip_hole(&self, worker: &Worker, ends: Ends<'_>, bytes: u64) -> Result<(), DataError> {
        if let Some(passing) = ends.passing {
            passing.take_zeros(bytes, &self.job.control)?;
        }
        let counters = self.job.meter.of(worker.index);
        counters.moved(bytes);
        counters.bytes_holes.add(bytes);
        Ok(())
    }

    /// Copies through the buffer and makes holes of blocks of zeros.
    pub(super) fn copy_zeros(
        &self,
        worker: &mut Worker,
        ends: Ends<'_>,
        moved: &mut Moved,
    ) -> Result<(), DataError> {
        moved.method = Some(Mover::ReadWrite);
        moved.detail.offload = Debug::Avoided;
        moved.detail.sparse = SparseDebug::Zeros;
        let mut buffer = worker.take_buffer();
        let result = self.zeros_through(worker, ends, &mut buffer);
        worker.data = buffer;
        moved.bytes = result?;
        sys::set_size(ends.dst, moved.bytes)
            .map_err(|errno| DataError::Sys(Action::Write, errno))?;
        if ends.looks_sparse() {
            moved.detail.sparse = SparseDebug::SeekHoleZeros;
        }
        Ok(())
    }

    fn zeros_through(
        &self,
        worker: &Worker,
        ends: Ends<'_>,
        buffer: &mut [u8],
    ) -> Result<u64, DataError> {
        // The unit in which filesystems allocate, and below which no hole can exist.
        const BLOCK: usize = 4096;
        let control = &self.job.control;
        let counters = self.job.meter.of(worker.index);
        let mut at = 0;
        loop {
            control.spend(buffer.len() as u64)?;
            let got =
                sys::read(ends.src, buffer).map_err(|errno| DataError::Sys(Action::Read, errno))?;
            if got == 0 {
                return Ok(at);
            }
            ends.pass(buffer.get(..got).unwrap_or_default());
            let mut pending: Option<(u64, usize, usize)> = None;
            let mut from = 0;
            for block in buffer.get(..got).unwrap_or_default().chunks(BLOCK) {
                let (start, end) = (from, from + block.len());
                from = end;
                if block.iter().all(|byte| *byte == 0) {
                    counters.bytes_holes.add(block.len() as u64);
                    if let Some((offset, first, last)) = pending.take() {
                        self.write_part(ends, buffer, offset, first, last)?;
                    }
                } else {
                    pending = Some(match pending {
                        Some((offset, first, _)) => (offset, first, end),
                        None => (at + start as u64, start, end),
                    });
                }
            }
            if let Some((offset, first, last)) = pending {
                self.write_part(ends, buffer, offset, first, last)?;
            }
            at += got as u64;
            counters.moved_by(Mover::ReadWrite, got as u64);
        }
    }

    #[allow(clippy::unused_self, reason = "reads as one of the movers")]
    fn write_part(
        &self,
        ends: Ends<'_>,
        buffer: &[u8],
        offset: u64,
        first: usize,
        last: usize,
    ) -> Result<(), DataError> {
        sys::write_all_at(ends.dst, buffer.get(first..last).unwrap_or_default(), offset)
            .map_err(|errno| DataError::Sys(Action::Write, errno))
    }
}
