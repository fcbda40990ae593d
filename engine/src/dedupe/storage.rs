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
    /// Whether some of them are not on the device, or not in blocks of their own.
    unknown: bool,
    /// Whether some of them are compressed or encrypted.
    encoded: bool,
}

/// Adds up the extents that hold the content of a file of a size in bytes.
///
/// XFS gives a file that is appended to blocks beyond its end; they belong to it whatever is shared.
fn sum(file: BorrowedFd<'_>, size: u64) -> Option<Sum> {
    let mut sum = Sum::default();
    let end = size.next_multiple_of(4096);
    let told = sys::extents(file, |extent| {
        let length = extent.length.min(end.saturating_sub(extent.logical));
        if length == 0 {
            return;
        }
        for number in [extent.logical, extent.physical, length] {
            sum.hasher.write_u64(number);
        }
        sum.allocated += length;
        if !extent.shared {
            sum.alone += length;
        }
        sum.unknown |= !extent.known;
        sum.encoded |= extent.encoded;
    });
    told.is_ok().then_some(sum)
}

/// Bytes of storage that an open file has for itself alone.
#[cfg(target_os = "linux")]
pub(super) fn alone(file: BorrowedFd<'_>, meta: &Meta) -> u64 {
    sum(file, meta.size).map_or(meta.allocated, |sum| sum.alone)
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
                let sum = sum(fd.as_fd(), meta.size);
                if sum.as_ref().is_some_and(|sum| sum.unknown) {
                    // It lies beside the metadata, or is written just now: it has no blocks to share.
                    self.settle_bytes(worker.index, file.size);
                    return None;
                }
                let is_encoded = sum.as_ref().is_some_and(|sum| sum.encoded);
                let hash = sum.as_ref().map(|sum| sum.hasher.finish());
                Some(Stored {
                    file: number,
                    extents: hash.filter(|_| !is_encoded),
                    encoded: hash.filter(|_| is_encoded),
                    allocated: sum.as_ref().map_or(meta.allocated, |sum| sum.allocated),
                    alone: sum.as_ref().map_or(meta.allocated, |sum| sum.alone),
                    in_place: sys::is_written_in_place(fd.as_fd()),
                })
            }
            Err(errno) => {
                self.lose(worker, file, Action::Open, errno);
                None
            }
        }
    }
}
