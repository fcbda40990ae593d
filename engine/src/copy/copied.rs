//! Holds a finished copy that waits for a flush.

use std::ffi::CString;

use super::naming::Over;
use super::publish::Shelved;
use super::tell::Done;
use crate::contract::error::Action;
use crate::contract::event::{FileKind, Op};
use crate::walk::item::ParkedItem;
use crate::walk::worker::OpenFailure;
use fcp_sys::{Errno, Meta};

/// A finished copy that waits.
#[derive(Debug)]
pub(super) struct Copied {
    pub(super) item: ParkedItem,
    /// What the source was when it was read.
    pub(super) meta: Meta,
    /// Identifies the copy.
    pub(super) id: (u64, u64),
    /// The device of its directory, by which its anchor is found.
    pub(super) device: u64,
    pub(super) file: Shelved,
    pub(super) over: Over,
    /// The name under which the old file was kept.
    pub(super) backup: Option<CString>,
    pub(super) done: Done,
    /// Whether it is the item itself, under its new name.
    pub(super) renamed: bool,
    pub(super) state: State,
}

/// How far a copy has come.
#[derive(Debug)]
pub(super) enum State {
    /// Nothing went wrong so far.
    Good,
    /// Its name was taken before it was published.
    Taken,
    /// It is not safe, or not to be named.
    Failed(Action, Errno),
    /// One of its directories cannot be opened.
    Lost(OpenFailure),
    Cancelled,
}

impl Copied {
    /// Whether there is more to flush than a name.
    pub(super) fn has_data(&self) -> bool {
        self.done.op == Op::CopyFile
    }

    /// Whether it is the item itself, under its new name, and no copy.
    pub(super) fn is_renamed(&self) -> bool {
        self.renamed
    }

    /// Whether it is a file under its new name, in which another program may have written just before.
    pub(super) fn is_renamed_file(&self) -> bool {
        self.renamed && self.meta.kind == FileKind::File && self.done.op != Op::Exchange
    }

    /// Whether it is a directory under its new name, with files in it, or one of two items that changed places: its
    /// filesystem flushes them at once.
    pub(super) fn is_renamed_with_others(&self) -> bool {
        self.renamed && (self.meta.kind == FileKind::Directory || self.done.op == Op::Exchange)
    }

    /// Whether it is a symlink or a special file, which nothing but its filesystem flushes.
    pub(super) fn is_node(&self) -> bool {
        matches!(self.done.op, Op::Symlink | Op::Special)
    }

    /// Whether it was copied, and is not another name of a copy.
    pub(super) fn is_first_name(&self) -> bool {
        self.has_data() || self.is_node()
    }

    pub(super) fn is_good(&self) -> bool {
        matches!(self.state, State::Good)
    }

    pub(super) fn is_staged(&self) -> bool {
        self.is_good() && self.file.is_staged()
    }
}

/// What a copy must be told to wait.
pub(super) struct Finished<'a> {
    pub(super) meta: &'a Meta,
    pub(super) id: (u64, u64),
    pub(super) file: Shelved,
    pub(super) over: Over,
    pub(super) done: Done,
}
