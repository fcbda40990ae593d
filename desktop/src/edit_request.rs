//! What a small change is to do: it is kept with the change, so that it can be made again.

use std::ffi::OsString;
use std::path::PathBuf;

use fcp_browse::edit::{LinkKind, ModeChange};

/// A small change, with the paths that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EditRequest {
    /// Gives an item another name.
    Rename {
        /// Where it is.
        from: PathBuf,
        /// Where it is then.
        to: PathBuf,
    },
    /// Gives items of one folder other names.
    RenameAll {
        /// The folder.
        dir: PathBuf,
        /// Names, and new names.
        pairs: Vec<(OsString, OsString)>,
    },
    /// Makes a folder, and those above it that are missing.
    MakeDirectory(PathBuf),
    /// Makes an empty file.
    MakeFile(PathBuf),
    /// Makes links.
    Links {
        /// To what.
        sources: Vec<PathBuf>,
        /// The link, or the folder of links.
        to: PathBuf,
        /// Whether `to` is the folder.
        into: bool,
        /// How they lead to the sources.
        kind: LinkKind,
    },
    /// Changes mode bits.
    Mode {
        /// Whose.
        paths: Vec<PathBuf>,
        /// How.
        change: ModeChange,
        /// Whether what is in folders changes, too.
        recursive: bool,
    },
    /// Changes owners.
    Owner {
        /// Whose.
        paths: Vec<PathBuf>,
        /// The user; none leaves it.
        uid: Option<u32>,
        /// The group; none leaves it.
        gid: Option<u32>,
        /// Whether what is in folders changes, too.
        recursive: bool,
    },
}
