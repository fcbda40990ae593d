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
        let mut is_possible = true;
        loop {
            let (start, end) = match sys::next_data(ends.src, at) {
                Ok(Some(stretch)) => stretch,
                Ok(None) => break,
                // The filesystem does not know holes.
                Err(Errno::INVAL | Errno::OPNOTSUPP) if at == ends.from() => {
                    ends.seek(at)?;
                    return self.copy_all(worker, ends, moved);
                }
                Err(errno) => return Err(DataError::Sys(Action::Read, errno)),
            };
            self.skip_hole(worker, ends, start - at)?;
            if !is_possible {
                self.write_zeros(worker, ends, at, start)?;
            }
            let reached = match self.copy_stretch(worker, ends, start, end, moved) {
                Err(error) if is_possible && start > at && refuses_holes(error) => {
                    is_possible = false;
                    self.write_zeros(worker, ends, at, start)?;
                    self.copy_stretch(worker, ends, start, end, moved)?
                }
                reached => reached?,
            };
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
        match sys::set_size(ends.dst, size).map_err(|errno| DataError::Sys(Action::Write, errno)) {
            Err(error) if size > at && refuses_holes(error) => {
                self.write_zeros(worker, ends, at, size)?;
                is_possible = false;
            }
            sized => sized?,
        }
        if !is_possible {
            moved.detail.sparse = SparseDebug::No;
        }
        moved.bytes = size;
        if !ends.is_honest() {
            // Servers in user space may have more to give than they say.
            ends.seek(size)?;
            moved.bytes = self.by_buffer(worker, ends, size)?;
        }
        moved.method.get_or_insert(Mover::ReadWrite);
        Ok(())
    }

    /// Fills the place of a hole where a file must be written from front to back.
    fn write_zeros(
        &self,
        worker: &mut Worker,
        ends: Ends<'_>,
        from: u64,
        to: u64,
    ) -> Result<(), DataError> {
        let mut buffer = worker.take_buffer();
        buffer.fill(0);
        let mut at = from;
        let mut result = Ok(());
        while at < to && result.is_ok() {
            let want = (buffer.len() as u64).min(to - at).min(self.job.control.largest_step());
            let zeros = buffer.get(..want as usize).unwrap_or_default();
            result = self.job.control.spend(want).map_err(DataError::from).and_then(|()| {
                let written = sys::write_all_at(ends.dst, zeros, at);
                written.map_err(|errno| DataError::Sys(Action::Write, errno))
            });
            at += want;
        }
        worker.data = buffer;
        result
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

/// Whether a write behind a hole failed because the file must be written from front to back: rclone without a cache
/// says `ESPIPE`, and `EPERM` where the size is set.
fn refuses_holes(error: DataError) -> bool {
    matches!(error, DataError::Sys(Action::Write, Errno::SPIPE | Errno::PERM))
}
