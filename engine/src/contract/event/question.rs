//! Defines questions and their answers.

use serde::{Deserialize, Serialize};

use crate::contract::error::OpError;
use crate::contract::event::{FileKind, QuestionId};
use crate::contract::path::WirePath;
use crate::contract::wire::wire;

wire! {
    /// An item that waits for an answer.
    pub struct Question {
        /// Its number.
        pub id: QuestionId,
        /// What it is about.
        #[serde(flatten)]
        pub subject: Subject,
        /// How many items of this job wait now, this one included; at most 1,000 are asked about at a time.
        pub waiting: u64,
    }

    /// What a question is about.
    #[serde(tag = "about")]
    pub enum Subject {
        /// The destination is taken.
        Conflict {
            /// Which types of items conflict.
            kind: ConflictKind,
            /// The incoming item.
            src: Side,
            /// The item in the way.
            dst: Side,
            /// Where the incoming item can be read until it has its name, if its path is in an archive, that of one, or
            /// on another machine.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            staged: Option<WirePath>,
            /// Whether the item in the way is the copy of another source of the job, which it does not replace.
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            just_created: bool,
        },
        /// An item failed.
        Error {
            /// The source item.
            src: WirePath,
            /// What failed.
            error: OpError,
        },
        /// An item would be deleted.
        Removal {
            /// What would be done.
            step: Removal,
            /// The item.
            item: Side,
            /// Whether the user may not write to it.
            protected: bool,
        },
    }

    /// Names what a delete asks about.
    #[derive(Copy, Hash)]
    pub enum Removal {
        /// Enter a directory to delete what is in it.
        Descend,
        /// Remove the item itself.
        Remove,
    }

    /// Names the types of the two items of a conflict.
    #[derive(Copy, Hash, PartialOrd, Ord)]
    pub enum ConflictKind {
        /// A non-directory in the way of a non-directory.
        File,
        /// A directory in the way of a directory.
        Directory,
        /// A directory in the way of a non-directory.
        DirectoryInTheWay,
        /// A non-directory in the way of a directory.
        FileInTheWay,
    }

    /// One side of a conflict.
    pub struct Side {
        /// Its path.
        pub path: WirePath,
        /// Its type.
        pub kind: FileKind,
        /// Its size in bytes.
        pub size: u64,
        /// Its modification time in microseconds since the Unix epoch.
        pub mtime: i64,
        /// Its mode bits.
        pub mode: u32,
    }

    /// An answer and how far it reaches.
    pub struct Resolution {
        /// The answer.
        pub answer: Answer,
        /// How far it reaches.
        #[serde(default)]
        pub scope: Scope,
    }

    /// Answers a question.
    pub enum Answer {
        /// Replace the destination.
        Overwrite,
        /// Replace the destination, and keep the old file neither in the trash nor elsewhere.
        OverwriteForGood,
        /// Leave the destination alone; for an error: give the item up.
        Skip,
        /// Give the incoming item another name, by a pattern such as `{stem} ({n}){ext}`.
        Rename(String),
        /// Give the item in the way another name.
        RenameExisting(String),
        /// Replace it if the source is newer.
        Newer,
        /// Replace it if the source is older.
        Older,
        /// Replace it if the source is larger.
        Larger,
        /// Replace it if the source is smaller.
        Smaller,
        /// Replace it if size or mtime differ.
        DifferentMeta,
        /// Replace it if the bytes differ.
        DifferentContent,
        /// Copy into the directory in the way.
        Merge,
        /// Delete it, or enter it to delete what is in it.
        Remove,
        /// Try again.
        Retry,
        /// Try again with a name that all filesystems take; see [`crate::contract::spec::NameRule::Portable`].
        PortableName,
        /// End the job.
        Abort,
    }

    /// Says how far an answer reaches.
    #[derive(Copy, Default, Hash)]
    pub enum Scope {
        /// This item.
        #[default]
        This,
        /// Everything of this kind in the same directory.
        Directory,
        /// Everything of this kind in the job.
        Kind,
        /// Every question of the job that the answer fits.
        All,
    }
}
