//! Tells what btrfs frees of the storage that a file gives up.
//!
//! It frees an extent only when no file has any part of it, and does not tell a user where extents begin: it reports
//! neighbours as one range, and the parts of one that was overwritten in the middle as several. So what lies so near to
//! a kept part that one extent may hold both does not count, and it may free more than is told.

use fcp_sys as sys;

/// The largest extent that is not compressed, in bytes (`BTRFS_MAX_EXTENT_SIZE`).
const LARGEST: i128 = 128 << 20;

/// A part of the storage of a file that stays its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    /// Equal for all parts of one extent: how much further it lies on the device than in the file, or, if it is
    /// compressed, where the whole extent begins.
    extent: (bool, i128),
    from: i128,
    to: i128,
}

impl Part {
    fn of(extent: &sys::Extent) -> Self {
        let (logical, physical) = (i128::from(extent.logical), i128::from(extent.physical));
        let key = if extent.encoded { physical } else { physical - logical };
        let to = logical + i128::from(extent.length);
        Self { extent: (extent.encoded, key), from: logical, to }
    }
}

/// The parts of its storage that a file keeps.
#[derive(Debug, Default)]
pub(super) struct Pinned {
    kept: Vec<Part>,
    /// How many of the parts that are given up lie before the extents so far.
    before: usize,
}

impl Pinned {
    /// Adds what is kept of an extent, of which some parts are `given` up; extents come in their order in the file.
    pub(super) fn keep(&mut self, extent: sys::Extent, given: &[sys::Extent]) {
        let whole = Part::of(&extent);
        let mut at = whole.from;
        while let Some(part) = given.get(self.before).map(Part::of) {
            if part.from >= whole.to {
                break;
            }
            if part.from > at {
                self.kept.push(Part { from: at, to: part.from, ..whole });
            }
            at = at.max(part.to);
            self.before += 1;
        }
        if at < whole.to {
            self.kept.push(Part { from: at, ..whole });
        }
    }

    /// Gives how many bytes of the parts that are given up would be free if no other file had them, and how many of
    /// those no other file has.
    pub(super) fn free(mut self, given: &[sys::Extent]) -> (u64, u64) {
        self.kept.sort_unstable();
        let mut sum = (0, 0);
        for extent in given {
            let free = self.free_of(Part::of(extent));
            sum.0 += free;
            sum.1 += if extent.shared { 0 } else { free };
        }
        sum
    }

    fn free_of(&self, part: Part) -> u64 {
        let next = self.kept.partition_point(|kept| *kept < part);
        let of_extent = |kept: &&Part| kept.extent == part.extent;
        let after = self.kept.get(next).filter(of_extent);
        let before = next.checked_sub(1).and_then(|at| self.kept.get(at)).filter(of_extent);
        if part.extent.0 {
            return if before.or(after).is_some() { 0 } else { bytes(part.from, part.to) };
        }
        let from = before.map_or(part.from, |kept| part.from.max(kept.to + LARGEST));
        let to = after.map_or(part.to, |kept| part.to.min(kept.from - LARGEST));
        bytes(from, to)
    }
}

/// Counts the bytes of a range; none where its end is before its beginning.
fn bytes(from: i128, to: i128) -> u64 {
    u64::try_from(to - from).unwrap_or(0)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    const K: u64 = 4096;
    const M: u64 = 1 << 20;

    pub(in crate::dedupe) fn extent(logical: u64, physical: u64, length: u64) -> sys::Extent {
        sys::Extent {
            logical,
            physical,
            length,
            shared: false,
            known: true,
            written: true,
            encoded: false,
        }
    }

    fn free(file: &[sys::Extent], given: &[sys::Extent]) -> (u64, u64) {
        let mut pinned = Pinned::default();
        for extent in file {
            pinned.keep(*extent, given);
        }
        pinned.free(given)
    }

    #[test]
    fn an_extent_of_which_a_part_is_kept_is_not_freed() {
        let file = [extent(0, 100 * K, 4 * K), extent(8 * K, 900 * K, 2 * K)];
        assert_eq!(free(&file, &file), (6 * K, 6 * K));
        let parts =
            [extent(0, 100 * K, K), extent(2 * K, 102 * K, K), extent(8 * K, 900 * K, 2 * K)];
        assert_eq!(free(&file, &parts), (2 * K, 2 * K));
        let mut shared = parts;
        shared[2].shared = true;
        assert_eq!(free(&file, &shared), (2 * K, 0));
        // What is left of an extent that was overwritten in the middle.
        let split = [extent(0, 100 * K, K), extent(K, 700 * K, K), extent(2 * K, 102 * K, K)];
        assert_eq!(free(&split, &split[..2]), (K, K));
        // What lies too far from a kept part to be of its extent.
        let large = [extent(0, 900 * M, 400 * M)];
        let given = [extent(0, 900 * M, 100 * M), extent(101 * M, 1001 * M, 299 * M)];
        assert_eq!(free(&large, &given).0, 171 * M);
    }

    #[test]
    fn all_parts_of_a_compressed_extent_count_as_one() {
        let encoded = |logical| sys::Extent { encoded: true, ..extent(logical, 500 * K, K) };
        let file = [encoded(0), encoded(9 * K)];
        assert_eq!((free(&file, &file).0, free(&file, &file[..1]).0), (2 * K, 0));
    }
}
