//! Copies files without leaving them in the page cache.

use super::copier::Copier;
use super::data::{DataError, Ends, Moved};
use crate::contract::error::Action;
use crate::contract::event::{Debug, Mover, SparseDebug};
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, BorrowedFd, Errno};

/// Size in bytes from which the cache options apply; the page cache does not notice smaller files.
pub(super) const UNCACHED_FROM: u64 = 1 << 20;

impl Copier {
    /// Copies around the page cache, or drops it behind the copy where alignment forbids that.
    pub(super) fn copy_direct(
        &self,
        worker: &mut Worker,
        ends: Ends<'_>,
        moved: &mut Moved,
    ) -> Result<(), DataError> {
        let direct =
            sys::set_direct(ends.src, true).and_then(|()| sys::set_direct(ends.dst, true)).is_ok();
        moved.detail.offload = Debug::Avoided;
        moved.detail.sparse = SparseDebug::No;
        if direct {
            match self.direct(worker, ends) {
                Ok(bytes) => {
                    moved.method = Some(Mover::Direct);
                    moved.bytes = bytes;
                    return Ok(());
                }
                Err(DataError::Sys(_, Errno::INVAL)) => {}
                Err(error) => return Err(error),
            }
        }
        for fd in [ends.src, ends.dst] {
            sys::set_direct(fd, false).map_err(|errno| DataError::Sys(Action::Write, errno))?;
        }
        sys::seek_to(ends.src, 0).map_err(|errno| DataError::Sys(Action::Read, errno))?;
        moved.method = Some(Mover::Uncached);
        moved.bytes = self.by_buffer(worker, ends, 0)?;
        Ok(())
    }

    fn direct(&self, worker: &Worker, ends: Ends<'_>) -> Result<u64, DataError> {
        // Every device in use accepts 4 KiB; statx(2) would tell the least (STATX_DIOALIGN).
        const ALIGN: usize = 4096;
        const STEP: usize = 1 << 20;
        let control = &self.job.control;
        let counters = self.job.meter.of(worker.index);
        let mut space = vec![0_u8; STEP + ALIGN];
        let shift = space.as_ptr().align_offset(ALIGN);
        let buffer = space.get_mut(shift..shift + STEP).unwrap_or_default();
        let mut at = 0;
        loop {
            control.spend(STEP as u64)?;
            let got = sys::read_at(ends.src, buffer, at)
                .map_err(|errno| DataError::Sys(Action::Read, errno))?;
            if got == 0 {
                return Ok(at);
            }
            if got % ALIGN != 0 {
                // The tail is not aligned, nor is what follows where a read was only short.
                for fd in [ends.src, ends.dst] {
                    sys::set_direct(fd, false)
                        .map_err(|errno| DataError::Sys(Action::Write, errno))?;
                }
            }
            sys::write_all_at(ends.dst, buffer.get(..got).unwrap_or_default(), at)
                .map_err(|errno| DataError::Sys(Action::Write, errno))?;
            at += got as u64;
            counters.moved_by(Mover::Direct, got as u64);
        }
    }
}

/// Flushes what was written and drops both files from the page cache.
pub(super) fn drop_caches(src: BorrowedFd<'_>, dst: BorrowedFd<'_>) {
    // Only clean pages can be dropped. A write error is reported again by the next flush or
    // close that asks for it; here it only means that pages stay.
    sys::best_effort(sys::sync_data(dst));
    sys::drop_cache(dst);
    sys::drop_cache(src);
}
