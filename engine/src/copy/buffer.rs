//! Copies data through a buffer of the worker.

use super::copier::Copier;
use super::ends::{DataError, Ends};
use super::uncached::{Behind, drop_caches};
use super::writeback::Trickle;
use crate::contract::error::Action;
use crate::contract::event::Mover;
use crate::contract::spec::Cache;
use crate::walk::worker::Worker;
use fcp_sys as sys;

/// Bytes after which a copy that must not fill the page cache is flushed and dropped from it.
const UNCACHED_STEP: usize = 32 << 20;

impl Copier {
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

    pub(super) fn stretch_through(
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
            sys::write_all_at(ends.dst, data, at)
                .map_err(|errno| DataError::Sys(Action::Write, errno))?;
            // Only now, since a stretch whose first write fails is copied once more where holes cannot be left.
            ends.pass(data);
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
