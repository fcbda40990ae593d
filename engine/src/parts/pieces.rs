//! Divides large files into pieces, each of which a part copies to its place in a file that all of them see.
//!
//! That file lies under a hidden name beside the final one, which the plan, the directory and the name make, so that each
//! process finds it. A part tells with its result which file it wrote to. The last step gives the file its name if all parts
//! have written to the one that is there: one that was removed and made anew would have holes.

use std::ffi::{CStr, CString, OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::disk;
use super::stamp::Stamp;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::spec::{Cache, JobSpec, LinkMode, Overwrite, Reflink, Sparse, Verb};
use crate::walk::target::Target;
use crate::walk::temporary::Mark;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Meta};

/// The most bytes of a piece, and half of the least bytes of a file that is divided: some seconds of work, so that the few
/// milliseconds that a part costs besides do not count.
const LARGEST: u64 = 1 << 30;

/// The least bytes of a piece: a plan of smaller ones would have more parts than seconds of work.
const SMALLEST: u64 = 1 << 20;

/// A piece of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// The first byte; in a list of divided files the first part that has a piece.
    pub(crate) from: u64,
    /// The end, after the last.
    pub(crate) to: u64,
}

impl Piece {
    pub(super) fn text(self) -> String {
        format!("{}-{}", self.from, self.to)
    }

    /// Reads the words of a list.
    pub(super) fn parse(text: &[u8]) -> Option<Self> {
        let (from, to) = std::str::from_utf8(text).ok()?.split_once('-')?;
        let piece = Self { from: from.parse().ok()?, to: to.parse().ok()? };
        (piece.from < piece.to).then_some(piece)
    }
}

/// Gives how large the pieces of files are; none if the request divides no file.
pub(super) fn size_of_pieces(spec: &JobSpec, part: u64) -> Option<u64> {
    let options = &spec.options;
    let divides = spec.verb == Verb::Copy
        && options.link == LinkMode::Copy
        && options.overwrite == Overwrite::Replace
        && options.reflink != Reflink::Always
        && options.sparse == Sparse::Auto
        && options.cache != Cache::Direct
        && !options.attributes_only
        // What is read back is the whole file, by one process.
        && !options.verify;
    let target = || Target::find(spec).ok()?.open().ok();
    let keeps = || target().is_none_or(|dir| keeps_numbers(dir.as_fd()));
    (divides && keeps()).then(|| part.clamp(SMALLEST, LARGEST))
}

/// Whether all machines, and each mount, see a file of this filesystem under one inode: FUSE and CIFS number files anew, and
/// an overlay does when it copies one up.
pub(crate) fn keeps_numbers(dir: BorrowedFd<'_>) -> bool {
    !sys::may_keep_less(dir) && !sys::is_overlay(dir)
}

/// Whether a file of this size is divided. One with holes is not: a piece of it may have none of the data.
pub(super) fn is_divided(meta: &Meta, each: u64) -> bool {
    meta.size >= each.saturating_mul(2) && meta.allocated >= meta.size
}

/// Divides a file.
pub(super) fn pieces(size: u64, each: u64) -> impl Iterator<Item = Piece> {
    let starts = (0..size.div_ceil(each)).map(move |n| n * each);
    starts.map(move |from| Piece { from, to: (from + each).min(size) })
}

/// Gives the hidden name of a divided file, in the directory of its final one.
pub(super) fn hidden_name(key: u64, section: &[u8], name: &[u8], beside: &CStr) -> CString {
    let mut hasher = blake3::Hasher::new();
    for word in [&key.to_le_bytes()[..], section, b"/", name] {
        hasher.update(word);
    }
    let sum = hasher.finalize();
    let (key, rest) = sum.as_bytes().split_at(4);
    let key = key.iter().fold(0_u32, |key, byte| key << 8 | u32::from(*byte));
    let rest = rest.iter().take(8).fold(0_u64, |rest, byte| rest << 8 | u64::from(*byte));
    let rest = format!("{rest:016x}");
    let bytes = beside.to_bytes();
    let cut = bytes.iter().rposition(|byte| *byte == b'/').map_or(0, |cut| cut + 1);
    let above = bytes.get(..cut).unwrap_or_default();
    let name = [above, Mark::of(key).as_bytes(), rest.as_bytes()].concat();
    CString::new(name).unwrap_or_default()
}

/// What the folder of a plan notes of a hidden file.
#[derive(Clone, Debug)]
pub(crate) struct Note(PathBuf);

impl Note {
    /// The note of a hidden file in the folder of a plan.
    pub(super) fn of(plan: &Path, hidden: &CStr) -> Option<Self> {
        let name = hidden.to_bytes().rsplit(|byte| *byte == b'/').next()?;
        Some(Self(plan.join("results").join(OsStr::from_bytes(name))))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// Reads which file it is; none if none was noted.
    pub(crate) fn read(&self) -> Result<Option<Stamp>, OpError> {
        let Some(text) = disk::read(&self.0)? else { return Ok(None) };
        let damaged = || OpError::refused(Action::Read, Code::Damaged, &self.0);
        Stamp::parse(&text).map(Some).ok_or_else(damaged)
    }

    /// Notes which file it is; `false` if one was noted before.
    pub(crate) fn write(&self, stamp: Stamp) -> Result<bool, OpError> {
        disk::create(&self.0, stamp.text().as_bytes())
    }

    /// Notes that a last step gives the final name to this copy of the file.
    pub(crate) fn add_named(&self, copy: Stamp) -> Result<(), OpError> {
        disk::replace(&self.of_copy(copy), b"")
    }

    /// Whether a last step has given the final name to this file, a copy.
    pub(crate) fn has_named(&self, copy: Stamp) -> bool {
        disk::exists(&self.of_copy(copy))
    }

    fn of_copy(&self, copy: Stamp) -> PathBuf {
        let mut path = OsString::from(&self.0);
        path.push("~");
        path.push(copy.text_of_file());
        path.into()
    }
}

/// What the parts of a divided file have done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Gathered {
    /// All have written to this file; none of them was attempted twice, if it is `sole`.
    ///
    /// A process that was taken for dead, and is not, may write to the file for as long as it has it open.
    Whole { written: Stamp, sole: bool },
    /// All have left it alone, as the request says.
    Skipped,
    /// A part has failed, and why, if it has told that; it begins anew with a retry.
    Failed(Option<Box<OpError>>),
    /// What they found at the destination was not the same for all.
    Torn,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_cover_a_file_once() {
        for (size, each) in [(10, 3), (9, 3), (1, 5), (u64::MAX / 2, 1 << 60)] {
            let mut at = 0;
            for piece in pieces(size, each) {
                assert_eq!(piece.from, at);
                assert!(piece.to - piece.from <= each);
                assert_eq!(Piece::parse(piece.text().as_bytes()), Some(piece));
                at = piece.to;
            }
            assert_eq!(at, size);
        }
        for bad in ["", "-", "3-3", "4-3", "a-b", "1", "-1-2"] {
            assert_eq!(Piece::parse(bad.as_bytes()), None, "{bad}");
        }
    }
}
