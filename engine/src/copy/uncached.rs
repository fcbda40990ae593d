//! Copies files without leaving them in the page cache.

use super::copier::Copier;
use super::ends::{DataError, Ends, Moved};
use crate::contract::error::Action;
use crate::contract::event::{Debug, FileKind, Mover, SparseDebug};
use crate::contract::spec::Cache;
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, BorrowedFd, Errno, Meta};

/// Size in bytes from which the cache options apply; the page cache does not notice smaller files.
pub(super) const UNCACHED_FROM: u64 = 1 << 20;

/// What direct reads and writes are aligned to: every device in use accepts 4 KiB; statx(2) would tell the least
/// (`STATX_DIOALIGN`).
const ALIGN: usize = 4096;

/// Bytes that are read and written directly at a time.
const STEP: usize = 1 << 20;

/// Size in bytes from which a file is kept from filling the page cache where a job copies much.
const LARGE: u64 = 64 << 20;

/// Bytes after which what was copied is dropped, and how far back what the disk had not yet written is tried again.
const BEHIND_STEP: u64 = 32 << 20;
const BEHIND_REACH: u64 = 4 << 30;

/// What follows a copy and drops what it has left in the page cache.
///
/// Nothing is waited for: pages that are not written yet are sent to the disk, and dropped by a later step. So at
/// most what the kernel allows to be dirty stays.
#[derive(Debug)]
pub(super) struct Behind {
    dropped: u64,
}

impl Behind {
    /// Begins at an offset of the file.
    pub(super) fn from(offset: u64) -> Self {
        Self { dropped: offset }
    }

    /// Notes that the file is copied up to here.
    pub(super) fn reached(&mut self, ends: Ends<'_>, offset: u64) {
        if offset < self.dropped + BEHIND_STEP {
            return;
        }
        self.dropped = offset;
        let from = offset.saturating_sub(BEHIND_REACH);
        for fd in [ends.dst, ends.src] {
            sys::drop_cached(fd, from..offset);
        }
    }
}

/// Whether a file that follows `copied` bytes of a job would push the files of other programs out of the page cache.
fn crowds(size: u64, copied: u64, memory: Option<u64>) -> bool {
    size >= LARGE && memory.is_some_and(|memory| copied.saturating_add(size) > memory / 2)
}

impl Copier {
    /// Whether a file must not push the files of other programs out of the page cache.
    pub(super) fn passes(&self, meta: &Meta) -> bool {
        self.job.spec.options.cache == Cache::Auto
            && meta.kind == FileKind::File
            && meta.size >= LARGE
            && crowds(meta.size, self.job.meter.sum(|counters| &counters.bytes), sys::memory())
    }

    /// Whether the pages of a file are flushed and dropped at its end.
    pub(super) fn drops_pages(&self, meta: &Meta) -> bool {
        let asked = matches!(self.job.spec.options.cache, Cache::Drop | Cache::Direct);
        asked && meta.size >= UNCACHED_FROM
    }

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
        let counters = self.job.meter.of(worker.index);
        let read = |buffer: &mut [u8], at| {
            self.job.control.spend(buffer.len() as u64)?;
            sys::read_at(ends.src, buffer, at).map_err(|errno| DataError::Sys(Action::Read, errno))
        };
        let unaligned = || {
            [ends.src, ends.dst].into_iter().try_for_each(|fd| {
                sys::set_direct(fd, false).map_err(|errno| DataError::Sys(Action::Write, errno))
            })
        };
        let write = |data: &[u8], at| {
            ends.pass(data);
            sys::write_all_at(ends.dst, data, at)
                .map_err(|errno| DataError::Sys(Action::Write, errno))?;
            counters.moved_by(Mover::Direct, data.len() as u64);
            Ok(())
        };
        in_steps(read, unaligned, write)
    }
}

/// Copies data in aligned steps from front to back, until a read gives nothing; tells how many bytes there were.
///
/// What a read gives may be no whole number of blocks: at the end, but servers also read less than they were asked for.
/// Neither that nor what follows is aligned then, so `unaligned` is called before it is written.
fn in_steps(
    mut read: impl FnMut(&mut [u8], u64) -> Result<usize, DataError>,
    mut unaligned: impl FnMut() -> Result<(), DataError>,
    mut write: impl FnMut(&[u8], u64) -> Result<(), DataError>,
) -> Result<u64, DataError> {
    let mut space = vec![0_u8; STEP + ALIGN];
    let shift = space.as_ptr().align_offset(ALIGN);
    let buffer = space.get_mut(shift..shift + STEP).unwrap_or_default();
    let mut at = 0;
    loop {
        let got = read(buffer, at)?;
        if got == 0 {
            return Ok(at);
        }
        if got % ALIGN != 0 {
            unaligned()?;
        }
        write(buffer.get(..got).unwrap_or_default(), at)?;
        at += got as u64;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_direct_read_that_gives_less_is_not_taken_for_the_end() {
        let source: Vec<u8> = (0..3 * STEP + 77).map(|n| (n % 251) as u8).collect();
        // What each read gives at most: as a server may give it, or a file that ends.
        for lengths in [&[STEP, 1000, STEP][..], &[ALIGN, 1], &[STEP]] {
            let mut lengths = lengths.iter().chain(std::iter::repeat(&STEP));
            let (is_direct, mut copy) = (std::cell::Cell::new(true), Vec::new());
            let read = |buffer: &mut [u8], at: u64| {
                let at = at as usize;
                assert!(
                    !is_direct.get() || (at % ALIGN, buffer.as_ptr().align_offset(ALIGN)) == (0, 0)
                );
                let most = *lengths.next().unwrap_or(&0);
                let len = buffer.len().min(most).min(source.len() - at);
                buffer[..len].copy_from_slice(&source[at..at + len]);
                Ok(len)
            };
            let write = |data: &[u8], at: u64| {
                assert!(!is_direct.get() || data.len().is_multiple_of(ALIGN));
                assert_eq!(copy.len() as u64, at);
                copy.extend_from_slice(data);
                Ok(())
            };
            let unaligned = || {
                is_direct.set(false);
                Ok(())
            };
            assert!(
                matches!(in_steps(read, unaligned, write), Ok(len) if len == source.len() as u64)
            );
            assert!(copy == source && !is_direct.get());
        }
    }

    #[test]
    fn what_fills_half_of_the_memory_leaves_nothing_behind() {
        const GIB: u64 = 1 << 30;
        let memory = Some(16 * GIB);
        // (size, copied before, whether it passes)
        let cases = [
            (9 * GIB, 0, true),
            (8 * GIB, 0, false),
            (5 * GIB, 4 * GIB, true),
            (5 * GIB, 3 * GIB, false),
            (LARGE, 100 * GIB, true),
            (LARGE - 1, 100 * GIB, false),
            (u64::MAX, u64::MAX, true),
        ];
        for (size, copied, expected) in cases {
            assert_eq!(crowds(size, copied, memory), expected, "{size} after {copied}");
            assert!(!crowds(size, copied, None));
        }
        assert!(sys::memory().is_none_or(|bytes| bytes > 64 << 20));
    }
}
