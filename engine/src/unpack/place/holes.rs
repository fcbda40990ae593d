//! Writes data and holes, and makes the one of the other where the request says so.

use super::{Placer, STEP};
use crate::contract::spec::Sparse;
use crate::job::Job;
use crate::unpack::Stop;
use fcp_sys::{self as sys, BorrowedFd, Sys};

/// Bytes in which filesystems allocate: no hole is smaller.
const BLOCK: usize = 4096;

impl Placer<'_> {
    fn sparse(&self) -> Sparse {
        let job: &Job = self.job;
        job.spec.options.sparse
    }

    /// Writes what is in the buffer, at the offset at which the file is; tells whether the file ends in a hole then.
    pub(super) fn write_data(&self, file: BorrowedFd<'_>, at: u64, len: usize) -> Sys<bool> {
        let data = self.buffer.get(..len).unwrap_or_default();
        if self.sparse() != Sparse::Always {
            return sys::write_all(file, data).map(|()| false);
        }
        let is_zero = |block: &[u8]| block.iter().all(|byte| *byte == 0);
        let (mut at, mut in_hole) = (at, false);
        for run in data.chunks(BLOCK).collect::<Vec<_>>().chunk_by(|a, b| is_zero(a) == is_zero(b))
        {
            let bytes: usize = run.iter().map(|block| block.len()).sum();
            in_hole = run.first().is_some_and(|block| is_zero(block));
            if in_hole {
                sys::seek_to(file, at + bytes as u64)?;
            } else {
                for block in run {
                    sys::write_all(file, block)?;
                }
            }
            at += bytes as u64;
        }
        Ok(in_hole)
    }

    /// Leaves a hole at the offset at which the file is, or fills it with zeros; tells whether the file ends in a hole then.
    ///
    /// # Errors
    /// The job was stopped while zeros were written.
    pub(super) fn write_hole(
        &mut self,
        file: BorrowedFd<'_>,
        at: u64,
        bytes: u64,
    ) -> Result<Sys<bool>, Stop> {
        if self.sparse() != Sparse::Never {
            // A hole takes no time of the connection or the disk.
            return Ok(sys::seek_to(file, at + bytes).map(|()| true));
        }
        let mut left = bytes;
        while left > 0 {
            let most = self.job.control.largest_step().clamp(1, STEP as u64);
            let len = left.min(most);
            self.job.control.spend(len).map_err(|_| Stop::Cancelled)?;
            let zeros = &mut self.buffer[..len as usize];
            zeros.fill(0);
            if let Err(errno) = sys::write_all(file, zeros) {
                return Ok(Err(errno));
            }
            left -= len;
        }
        Ok(Ok(false))
    }
}
