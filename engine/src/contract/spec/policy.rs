//! Defines what is chosen, what happens where something is in the way or fails, and what is told.

use serde::{Deserialize, Serialize};

use crate::contract::path::WirePath;
#[cfg(doc)]
use crate::contract::spec::Removals;
use crate::contract::wire::wire;

/// Pattern of a new name: `{stem}` and `{ext}` of the old one (`ext` with its dot) and a number.
pub const DEFAULT_RENAME: &str = "{stem} ({n}){ext}";

wire! {
    /// Answers beforehand what happens to a file in the way.
    #[derive(Default)]
    pub enum ConflictPolicy {
        /// Park the item and ask.
        Ask,
        /// Fail the item.
        Fail,
        /// Leave the destination alone.
        Skip,
        /// Replace the destination.
        #[default]
        Overwrite,
        /// Give the incoming file another name; see [`DEFAULT_RENAME`] for the pattern.
        Rename(String),
        /// Replace it if the source's mtime is newer.
        Newer,
        /// Replace it if the source's mtime is older.
        Older,
        /// Replace it if the source is larger.
        Larger,
        /// Replace it if the source is smaller.
        Smaller,
        /// Replace it if size or mtime differ.
        DifferentMeta,
        /// Replace it if the bytes differ.
        DifferentContent,
    }

    /// Answers beforehand what happens to a directory in the way of a directory.
    #[derive(Default)]
    pub enum DirectoryPolicy {
        /// Ask.
        Ask,
        /// Copy into it.
        #[default]
        Merge,
        /// Leave it, and the whole subtree, alone.
        Skip,
        /// Fail the directory.
        Fail,
        /// Give the incoming directory another name.
        Rename(String),
        /// Replace it if it is empty, as `mv` does; asked first if files are. Copies merge.
        Replace,
    }

    /// Answers beforehand what happens when the two sides are of different types.
    #[derive(Default)]
    pub enum MismatchPolicy {
        /// Ask.
        Ask,
        /// Fail the item, as `cp` does.
        #[default]
        Fail,
        /// Leave the destination alone.
        Skip,
        /// Give the incoming item another name.
        Rename(String),
        /// Remove the item in the way, a directory with all that is in it: to the trash of its volume,
        /// or permanently where [`Removals`] says so.
        Replace,
    }

    /// Answers beforehand what happens to a failed item.
    #[derive(Copy, Default)]
    pub enum ErrorPolicy {
        /// Record it and continue.
        #[default]
        Skip,
        /// Park the item and ask.
        Ask,
        /// End the job.
        Abort,
        /// Try this many times more, then record it and continue.
        Retry(u8),
    }

    /// Says which items are left out, operands included.
    #[derive(Default)]
    #[serde(default, deny_unknown_fields)]
    pub struct Filter {
        /// Honour `.gitignore` files.
        pub gitignore: bool,
        /// Leave out what matches one of these globs: by name, or if the glob has a slash by path (below the operand; of an operand itself, as it was named).
        pub exclude: Vec<String>,
        /// If not empty, only files that match one of these globs are taken; directories are entered all the same.
        pub include: Vec<String>,
        /// If not empty: only these items, what is in them, and the directories that lead to them.
        pub only: Vec<WirePath>,
        /// Only the items of one shard, and all directories: several processes with the same request copy all of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub shard: Option<Shard>,
    }

    /// Names one of several processes that divide the items of a request by the hashes of their paths.
    #[derive(Copy, Hash)]
    #[serde(deny_unknown_fields)]
    pub struct Shard {
        /// Its number, from 1.
        pub number: u32,
        /// How many there are.
        pub of: u32,
    }

    /// Says which item events are told; failures and skips always are.
    #[derive(Copy, Default, PartialOrd, Ord)]
    pub enum EventLevel {
        /// Facts about the job, failures, skips, questions.
        #[default]
        Facts,
        /// Also one `item.done` per item.
        All,
        /// Also one `item.started` per item.
        Trace,
    }
}
