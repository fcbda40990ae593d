//! What it takes to make a folder as it was.

use std::ffi::CStr;

use serde::{Deserialize, Serialize};

use crate::contract::path::WirePath;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, Meta, Sys};

/// Who may do what with a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Rights {
    /// Permission bits. Of a folder with an ACL, those of the group are a mask, and left out.
    mode: u32,
    /// User and group.
    owner: (u32, u32),
}

impl Rights {
    /// Takes them from what stat(2) tells of a folder.
    pub(crate) fn of(meta: &Meta, has_acl: bool) -> Self {
        let mode = if has_acl { meta.mode & !0o070 } else { meta.mode };
        Self { mode, owner: (meta.uid, meta.gid) }
    }

    /// Whether a folder has them.
    pub(crate) fn are_of(self, meta: &Meta) -> bool {
        self == Self::of(meta, false)
    }

    /// The mode of a folder that has these rights, without what others would not let users do.
    pub(crate) fn narrowed(self, others: Self) -> u32 {
        self.mode & (others.mode | 0o7700)
    }

    /// Whether a folder has, of these rights, the mode of some and the owner of some, or a narrowed mode: it is on the way
    /// from one to others.
    pub(crate) fn lead_to(all: &[Self], meta: &Meta) -> bool {
        let narrowed = |one: &Self| all.iter().any(|other| one.narrowed(*other) == meta.mode);
        all.iter().any(|one| one.owner == (meta.uid, meta.gid)) && all.iter().any(narrowed)
    }

    /// Gives them to a folder.
    ///
    /// # Errors
    /// Its owner cannot be had back; then it keeps its mode, too.
    pub(crate) fn give(self, folder: BorrowedFd<'_>) -> Sys<()> {
        let now = sys::stat_fd(folder)?;
        let (uid, gid) = self.owner;
        if (now.uid, now.gid) != self.owner {
            sys::set_owner(folder, Some(uid), Some(gid))?;
        }
        sys::set_mode(folder, self.mode)
    }
}

/// An empty folder that was removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Folder {
    pub(crate) path: WirePath,
    #[serde(flatten)]
    rights: Rights,
    /// Access and modification time, in seconds and nanoseconds.
    times: [(i64, i64); 2],
}

impl Folder {
    /// Describes a folder that is about to be removed, which has this name in a directory.
    ///
    /// # Errors
    /// Those of open(2).
    pub(crate) fn of(
        path: WirePath,
        (dir, name): (BorrowedFd<'_>, &CStr),
        meta: &Meta,
    ) -> Sys<Self> {
        let has_acl = match sys::open_dir(dir, name, false) {
            Ok(folder) => sys::has_acl(folder.as_fd()),
            // Those who may not list it are not told either.
            Err(Errno::ACCESS) => true,
            Err(errno) => return Err(errno),
        };
        Ok(Self { path, rights: Rights::of(meta, has_acl), times: [meta.atime, meta.mtime] })
    }

    /// Gives a new folder of the same name, which only its owner may enter, all of this.
    ///
    /// # Errors
    /// Its owner cannot be had back; then it keeps its mode.
    pub(crate) fn settle(&self, folder: BorrowedFd<'_>) -> Sys<()> {
        let [atime, mtime] = self.times;
        let now = sys::stat_fd(folder)?;
        // Until it has its rights, another undo that goes on after a kill does this again.
        sys::set_times(folder, &Meta { atime, mtime, ..now })?;
        self.rights.give(folder)
    }
}
