//! Lists, searches and watches directories for the panels, and makes changes that need no job.
//!
//! What a panel shows: the names in a directory, in an order that people expect.
//!
//! Names are cheap and a `stat` of each is not, so a directory comes in steps that each can be shown:
//! [`list`] gives the names as a [`Listing`], [`stat`] fills its [`Metas`] from the visible rows on,
//! [`arrange`] says which rows are shown in which [`Order`]. A [`Watch`] tells when to begin again, and
//! [`Listing::matching`] what of the old is still there.
//!
//! # What a panel shows
//!
//! 1. Names are read into one buffer and stay there. The first 4,096 are told at once, sorted among
//!    themselves. Sorting moves integers of 16 bytes: 12 bytes of a *collation key*, in which memory order is
//!    natural order, and the number of the name. Names that agree so far are sorted by the next 12.
//! 2. `stat` comes last and in chunks, those in sight first, on threads of its own, since a filesystem that
//!    does not answer keeps them. Symlinks are followed after all else, as they may lead to such a one.
//! 3. What is shown is a list of row numbers. Order and filter make a new one and touch nothing else. A part
//!    of a name is searched for in all names at once, which no hit can cross.
//! 4. A watch reports the first change of a directory at once, then at most ten times a second; in between it
//!    does not even read the kernel's events, since a job that fills the directory would pay for that.
//!    Network filesystems, FUSE and directories that cannot be watched are polled every two seconds, each by
//!    a thread of its own.
//! 5. A new listing is joined with the old one by name, so that marks, sizes and what `stat` said stay until
//!    they are asked again.

#![warn(missing_docs)]
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests lay out their own files"))]

mod arrange;
mod compare;
mod complete;
mod count;
pub mod edit;
pub mod far;
mod filter;
mod find;
mod identity;
mod inspect;
mod listing;
mod measure;
mod meta;
mod mounts;
mod natural;
mod packed;
pub mod panel;
mod probe;
mod read;
mod room;
mod spellings;
mod stat;
mod sums;
mod tree;
mod trees;
mod watch;

pub use arrange::{Order, SortKey, arrange};
pub use complete::complete;
pub use count::count;
pub use filter::{Filter, is_hidden};
pub use find::{
    Batch, Case, Contains, FindEnd, FindSpec, Found, Kinds, MatchedLine, Reads, TextError, find,
};
pub use identity::Identity;
pub use inspect::{Inspected, inspect, open};
pub use listing::Listing;
pub use measure::{Measure, holes, measure};
pub use meta::{CHUNK, Meta, Metas, enters};
pub use mounts::{Mount, filesystem, mount_dirs, mount_of, mount_points, mounts, spaces};
pub use natural::natural;
pub use packed::{Packed, PackedData, is_archive_name, list_packed, no_archive, read_packed};
pub use probe::{Content, compare, probe};
pub use read::{list, list_known};
pub use room::{Room, is_deletable, room, taken};
pub use stat::stat;
pub use sums::{
    CheckVerdict, Checked, ListedFiles, SumControl, SumLine, SumSpec, SumTotals, Summed,
    check_sums, extra_files, sum_trees,
};
pub use trees::{
    CompareBatch, CompareEnd, CompareLine, CompareSpec, Compared, Count, Facts, Row, Verdict,
    compare_files, compare_trees, print,
};
pub use watch::{Changed, Watch, Watched, has_just_changed};

use std::path::Path;

use fcp_sys::{self as sys, AsFd};

/// The room on a filesystem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    /// Bytes free for this user.
    pub free: u64,
    /// Bytes there are in all.
    pub total: u64,
}

/// Gives the room on the filesystem of a directory; it may hang as long as that does.
pub fn free(dir: &Path) -> Option<Space> {
    let fd = read::open(dir).ok()?;
    let (free, total) = sys::space(fd.as_fd()).ok()?;
    Some(Space { free, total })
}
