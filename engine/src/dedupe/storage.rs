//! Looks which storage files have: whether two share it already, and what one has for itself alone.

use std::hash::{DefaultHasher, Hasher};
use std::ops::Range;

use super::Deduper;
use super::pinned::Pinned;
use super::sets::Stored;
use crate::contract::error::Action;
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, AsFd, BorrowedFd, FsType, lock};

/// What the extents of a file add up to.
#[derive(Debug, Default)]
struct Sum {
    hasher: DefaultHasher,
    /// Hashes where holes begin and end.
    layout: DefaultHasher,
    /// Where the last extent ends.
    end: u64,
    allocated: u64,
    alone: u64,
    /// Whether some of them are not on the device, or not in blocks of their own.
    unknown: bool,
    /// Whether some of them are compressed or encrypted.
    encoded: bool,
}

/// Calls `each` with the extents that hold the content of a file of a size in bytes, cut off there.
///
/// XFS gives a file that is appended to blocks beyond its end; they belong to it whatever is shared. So do blocks that
/// were only reserved: they are holes here.
fn contents(file: BorrowedFd<'_>, size: u64, mut each: impl FnMut(sys::Extent)) -> sys::Sys<()> {
    let end = size.next_multiple_of(4096);
    sys::extents(file, |extent| {
        let length = extent.length.min(end.saturating_sub(extent.logical));
        if length > 0 && extent.written {
            each(sys::Extent { length, ..extent });
        }
    })
}

/// Adds up the extents that hold the content of a file.
fn sum(file: BorrowedFd<'_>, size: u64) -> Option<Sum> {
    let mut sum = Sum::default();
    let told = contents(file, size, |extent| {
        for number in [extent.logical, extent.physical, extent.length] {
            sum.hasher.write_u64(number);
        }
        if sum.end != extent.logical {
            sum.layout.write_u64(sum.end);
            sum.layout.write_u64(extent.logical);
        }
        sum.end = extent.logical + extent.length;
        sum.allocated += extent.length;
        if !extent.shared {
            sum.alone += extent.length;
        }
        sum.unknown |= !extent.known;
        sum.encoded |= extent.encoded;
    });
    sum.layout.write_u64(sum.end);
    told.is_ok().then_some(sum)
}

/// What a file can share with another one of equal content.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Common {
    /// Where both have storage that is not one yet.
    pub(super) ranges: Vec<Range<u64>>,
    /// Bytes where both have storage, one or not.
    pub(super) bytes: u64,
    /// Bytes of storage that would be free if no other file had them, and those among them that no other file has.
    pub(super) given_up: u64,
    pub(super) alone: u64,
}

impl Common {
    /// All of a file of a size in bytes, with its bytes of storage and those among them that no other file has.
    pub(super) fn all(size: u64, given_up: u64, alone: u64) -> Self {
        Self { ranges: std::iter::once(0..size).collect(), bytes: size, given_up, alone }
    }
}

/// Finds what a file of a size in bytes can share with another one of equal content; none where the filesystem does not
/// tell which storage files have.
///
/// The kernel would give a file the holes of the other one, and fill its own: what was reserved would be lost. So
/// only that is shared where both have storage.
pub(super) fn common(source: BorrowedFd<'_>, file: BorrowedFd<'_>, size: u64) -> Option<Common> {
    let extents = |file| {
        let mut extents = Vec::new();
        contents(file, size, |extent| extents.push(extent)).ok().map(|()| extents)
    };
    let (source, ours) = (extents(source)?, extents(file)?);
    let (common, given) = meet(&source, &ours, size);
    if !keeps_whole_extents(file) {
        return Some(common);
    }
    let mut pinned = Pinned::default();
    // What was only reserved is kept, and has a part of its extent as well.
    sys::extents(file, |extent| pinned.keep(extent, &given)).ok()?;
    let (given_up, alone) = pinned.free(&given);
    Some(Common { given_up, alone, ..common })
}

/// Whether the filesystem frees an extent only when no file has any part of it.
pub(super) fn keeps_whole_extents(file: BorrowedFd<'_>) -> bool {
    sys::fs_type(file) == FsType::Btrfs
}

/// Tells what two files can share, and which parts of its extents the second gives up for that.
fn meet(source: &[sys::Extent], file: &[sys::Extent], size: u64) -> (Common, Vec<sys::Extent>) {
    let mut common = Common::default();
    let mut given = Vec::new();
    let end_of = |extent: &sys::Extent| extent.logical + extent.length;
    let (mut ours, mut theirs) = (source.iter().peekable(), file.iter().peekable());
    while let (Some(one), Some(other)) = (ours.peek(), theirs.peek()) {
        let from = one.logical.max(other.logical);
        let to = end_of(one).min(end_of(other));
        if from < to {
            let place = |it: &sys::Extent| {
                // Of what is encoded, the whole is told with each part.
                if it.encoded { it.physical } else { it.physical + (from - it.logical) }
            };
            common.bytes += to.min(size) - from;
            if !one.known || !other.known || place(one) != place(other) {
                common.given_up += to - from;
                common.alone += if other.shared { 0 } else { to - from };
                let (logical, physical, length) = (from, place(other), to - from);
                given.push(sys::Extent { logical, physical, length, ..**other });
                match common.ranges.last_mut() {
                    Some(last) if last.end == from => last.end = to.min(size),
                    _ => common.ranges.push(from..to.min(size)),
                }
            }
        }
        if end_of(one) <= end_of(other) {
            ours.next();
        } else {
            theirs.next();
        }
    }
    (common, given)
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
                    layout: sum.as_ref().map_or(0, |sum| sum.layout.finish()),
                })
            }
            Err(errno) => {
                self.lose(worker, file, Action::Open, errno);
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dedupe::pinned::tests::extent;

    #[test]
    fn what_is_a_hole_on_either_side_is_not_shared() {
        const K: u64 = 4096;
        let full = [extent(0, 100 * K, 4 * K), extent(4 * K, 300 * K, 4 * K)];
        let sparse = [extent(K, 500 * K, 2 * K), extent(5 * K, 600 * K, 2 * K)];
        let ranges = vec![K..3 * K, 5 * K..7 * K];
        let expected = Common { ranges, bytes: 4 * K, given_up: 4 * K, alone: 4 * K };
        assert_eq!(meet(&sparse, &full, 8 * K).0, expected);
        assert_eq!(meet(&full, &sparse, 8 * K).0, expected);
        assert_eq!(meet(&full, &[], 8 * K), (Common::default(), Vec::new()));
    }

    #[test]
    fn what_is_one_already_is_not_shared_again_and_what_others_have_is_not_freed() {
        const K: u64 = 4096;
        let one = [extent(0, 100 * K, 4 * K), extent(4 * K, 300 * K, 4 * K)];
        // The first two blocks are those of the other file, which are told as one extent there.
        let mut other = [
            extent(0, 100 * K, 2 * K),
            extent(2 * K, 700 * K, 2 * K),
            extent(4 * K, 800 * K, 4 * K),
        ];
        other[2].shared = true;
        let ranges = std::iter::once(2 * K..8 * K - 5).collect();
        let expected = Common { ranges, bytes: 8 * K - 5, given_up: 6 * K, alone: 2 * K };
        assert_eq!(meet(&one, &other, 8 * K - 5).0, expected);
        assert!(meet(&one, &one, 8 * K).0.ranges.is_empty());
    }
}
