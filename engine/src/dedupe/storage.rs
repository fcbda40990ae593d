//! Looks which storage files have: whether two share it already, and what one has for itself alone.

use std::hash::{DefaultHasher, Hasher};

use super::Deduper;
use super::sets::Stored;
use crate::contract::error::Action;
use crate::walk::worker::Worker;
#[cfg(target_os = "linux")]
use fcp_sys::Meta;
use fcp_sys::{self as sys, AsFd, BorrowedFd, lock};

/// What the extents of a file add up to.
#[derive(Debug, Default)]
struct Sum {
    hasher: DefaultHasher,
    allocated: u64,
    alone: u64,
    /// Whether all of them are on the device, in blocks of their own.
    unknown: bool,
}

fn sum(file: BorrowedFd<'_>) -> Option<Sum> {
    let mut sum = Sum::default();
    let told = sys::extents(file, |extent| {
        for number in [extent.logical, extent.physical, extent.length] {
            sum.hasher.write_u64(number);
        }
        sum.allocated += extent.length;
        if !extent.shared {
            sum.alone += extent.length;
        }
        sum.unknown |= !extent.known;
    });
    told.is_ok().then_some(sum)
}

/// Bytes of storage that an open file has for itself alone.
#[cfg(target_os = "linux")]
pub(super) fn alone(file: BorrowedFd<'_>, meta: &Meta) -> u64 {
    sum(file).map_or(meta.allocated, |sum| sum.alone)
}

impl Deduper {
    /// Looks at the storage of some candidates.
    pub(super) fn look_at_storage(&self, worker: &mut Worker, candidates: &[u32]) {
        let mut stored = Vec::with_capacity(candidates.len());
        for number in candidates {
            if self.job.control.checkpoint().is_err() {
                return;
            }
            stored.extend(self.storage_of(worker, *number));
        }
        lock(&self.stored).append(&mut stored);
    }

    fn storage_of(&self, worker: &mut Worker, number: u32) -> Option<Stored> {
        let file = self.file(number);
        match self.open(worker, file) {
            Ok((fd, meta)) => {
                let sum = sum(fd.as_fd());
                if sum.as_ref().is_some_and(|sum| sum.unknown) {
                    // It lies beside the metadata, or is written just now: it has no blocks to share.
                    self.settle_bytes(worker.index, file.size);
                    return None;
                }
                Some(Stored {
                    file: number,
                    extents: sum.as_ref().map(|sum| sum.hasher.finish()),
                    allocated: sum.as_ref().map_or(meta.allocated, |sum| sum.allocated),
                    alone: sum.as_ref().map_or(meta.allocated, |sum| sum.alone),
                })
            }
            Err(errno) => {
                self.lose(worker, file, Action::Open, errno);
                None
            }
        }
    }
}
