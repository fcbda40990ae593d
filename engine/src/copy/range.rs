//! Copies data within the kernel.

use super::copier::Copier;
use super::ends::{DataError, Ends};
use super::pace::Pace;
use super::uncached::Behind;
use super::writeback::Trickle;
use crate::contract::error::Action;
use crate::contract::event::{Debug, Mover};
use crate::contract::spec::{Cache, Driver, Reflink, Sparse};
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, Errno};

/// Whether an errno of a kernel copy means "try another way".
pub(super) fn is_refusal(errno: Errno) -> bool {
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

impl Copier {
    /// Whether the options allow a copy by the kernel.
    pub(super) fn may_use_range(&self, ends: Ends<'_>) -> bool {
        let options = &self.job.spec.options;
        // What the kernel copies would have to be read once more for its checksum.
        ends.passing.is_none()
            && options.driver != Some(Driver::ReadWrite)
            && matches!(options.cache, Cache::Auto | Cache::Keep)
            && (options.reflink != Reflink::Never
                || !(self.as_cp() || ends.route.range_may_share()))
    }

    /// Says why the kernel does not copy.
    pub(super) fn without_range(&self, ends: Ends<'_>) -> Debug {
        if !self.may_use_range(ends) || self.job.spec.options.sparse == Sparse::Never {
            Debug::Avoided
        } else if ends.route.range.is_possible() {
            Debug::Unknown
        } else {
            Debug::Unsupported
        }
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
}
