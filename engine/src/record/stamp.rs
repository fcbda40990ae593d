//! What tells an item that a job has moved from another one that gets its name.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::files::c_path;
use crate::contract::event::FileKind;
use fcp_sys::{self as sys, BorrowedFd, Errno, Identity, Sys};

/// One state of an item: its inode, and of what is no directory its size and the time of its last change.
///
/// A file that is written anew in place keeps its inode, and a directory changes with what is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Stamp {
    pub(crate) id: Identity,
    /// Its size in bytes, and its mtime in seconds and nanoseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    state: Option<(u64, (i64, i64))>,
}

impl Stamp {
    /// Takes that of a name, without following a link.
    ///
    /// # Errors
    /// Those of stat(2).
    pub(crate) fn at(dir: BorrowedFd<'_>, name: &std::ffi::CStr) -> Sys<Self> {
        let id = Identity::at(dir, name)?;
        let meta = sys::stat_at(dir, name, false)?;
        if meta.id() != id.id {
            // Another item has got the name in between.
            return Err(Errno::STALE);
        }
        let state = (meta.kind != FileKind::Directory).then_some((meta.size, meta.mtime));
        Ok(Self { id, state })
    }

    /// Takes that of a path.
    ///
    /// # Errors
    /// Those of stat(2).
    pub(crate) fn of(path: &Path) -> Sys<Self> {
        Self::at(sys::CWD, &c_path(path)?)
    }

    /// Whether both are in one state, as an item that was moved to another filesystem is.
    pub(crate) fn is_like(self, other: Self) -> bool {
        self.state == other.state
    }

    /// Whether both are one item in one state.
    pub(crate) fn is(self, other: Self) -> bool {
        self.id.is(other.id) && self.state == other.state
    }
}
