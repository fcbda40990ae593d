//! Counts a file once of which several parts have pieces.

use super::error::PlanError;
use super::folder::PlanFolder;
use super::pieces::Piece;
use super::result::Results;

/// The files of a plan of which several parts have pieces.
#[derive(Debug, Default)]
pub(super) struct Divided {
    /// The first part of each file, and the end of its parts, in their order.
    files: Vec<Piece>,
}

/// What parts that have ended sum up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counted {
    pub(super) done: u64,
    pub(super) skipped: u64,
    pub(super) failed: u64,
    /// Files among the done of which only the last step makes one file.
    pub(super) pieced: u64,
    pub(super) bytes: u64,
    pub(super) bytes_reflinked: u64,
}

impl Divided {
    /// Reads the lists of these files.
    pub(super) fn read(folder: &PlanFolder) -> Result<Self, PlanError> {
        let mut files = Vec::new();
        for list in folder.file_lists() {
            files.extend(list?.entries().filter_map(|entry| entry.piece));
        }
        files.sort_unstable_by_key(|parts| parts.from);
        Ok(Self { files })
    }

    /// Gives the first part of the file of which a part has a piece; none if it has whole items.
    pub(super) fn first_of(&self, part: u64) -> Option<u64> {
        let after = self.files.partition_point(|parts| parts.from <= part);
        let parts = self.files.get(after.checked_sub(1)?)?;
        (part < parts.to).then_some(parts.from)
    }

    /// Sums up parts that have ended: a file in pieces is an item when the last of them has ended, or one has failed.
    pub(super) fn count(&self, results: &Results) -> Counted {
        let mut counted = Counted::default();
        for (part, result) in results.iter() {
            let part_sum = &result.summary;
            counted.bytes += part_sum.bytes;
            counted.bytes_reflinked += part_sum.bytes_reflinked;
            if self.first_of(*part).is_none() {
                counted.done += part_sum.done;
                counted.skipped += part_sum.skipped;
                counted.failed += part_sum.failed;
            }
        }
        for parts in &self.files {
            let pieces = || (parts.from..parts.to).map(|part| results.get(part));
            if pieces().flatten().any(|it| it.summary.failed > 0) {
                counted.failed += 1;
            } else if pieces().all(|it| it.is_some_and(|it| it.summary.done > 0)) {
                counted.done += 1;
                counted.pieced += 1;
            } else if pieces().all(|it| it.is_some_and(|it| it.summary.skipped > 0)) {
                counted.skipped += 1;
            }
        }
        counted
    }
}
