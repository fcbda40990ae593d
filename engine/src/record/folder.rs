//! What it takes to make a folder as it was.

use std::ffi::{CStr, CString};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use crate::contract::error::Action;
use crate::contract::path::WirePath;
use fcp_sys::{self as sys, ACCESS_ACL, AsFd, BorrowedFd, Errno, Keep, Meta, Sys};

/// What a folder that is made again gets of its extended attributes; its security context is a new one.
const ATTRIBUTES: Keep = Keep { acl: true, context: false, xattr: true };

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
    /// Its ACLs and other extended attributes, each with its value in Base64.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    attributes: Vec<(String, String)>,
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
        // A filesystem may have none.
        let found = sys::xattrs_at(dir, name, ATTRIBUTES).unwrap_or_default();
        let in_text = |(name, value): (CString, Vec<u8>)| {
            Some((name.into_string().ok()?, STANDARD.encode(value)))
        };
        let attributes = found.into_iter().filter_map(in_text).collect();
        let times = [meta.atime, meta.mtime];
        Ok(Self { path, rights: Rights::of(meta, has_acl), times, attributes })
    }

    /// Gives a new folder of the same name, which only its owner may enter, all of this.
    ///
    /// # Errors
    /// The first step that failed; without its owner it keeps its mode.
    pub(crate) fn settle(&self, folder: BorrowedFd<'_>) -> Result<(), (Action, Errno)> {
        let [atime, mtime] = self.times;
        let failed = |action| move |errno| (action, errno);
        let now = sys::stat_fd(folder).map_err(failed(Action::Stat))?;
        // Until it has its rights, another undo that goes on after a kill does this again.
        sys::set_times(folder, &Meta { atime, mtime, ..now }).map_err(failed(Action::SetTimes))?;
        let (acl, others): (Vec<_>, Vec<_>) =
            self.attributes().partition(|(name, _)| name.to_bytes() == ACCESS_ACL);
        set_attributes(folder, &others).map_err(failed(Action::SetXattr))?;
        self.rights.give(folder).map_err(failed(Action::SetOwner))?;
        // The bits of the group are its mask, which none but the owner has had until now.
        set_attributes(folder, &acl).map_err(failed(Action::SetXattr))
    }

    fn attributes(&self) -> impl Iterator<Item = (CString, Vec<u8>)> {
        let attributes = self.attributes.iter();
        attributes.filter_map(|(name, value)| {
            Some((CString::new(name.as_str()).ok()?, STANDARD.decode(value).ok()?))
        })
    }
}

fn set_attributes(folder: BorrowedFd<'_>, attributes: &[(CString, Vec<u8>)]) -> Sys<()> {
    let set = |(name, value): &(CString, Vec<u8>)| {
        match sys::set_xattr_at(folder, c".", name, value) {
            // Some are the administrator's, and another filesystem may have none.
            Err(Errno::OPNOTSUPP | Errno::PERM) => Ok(()),
            set => set,
        }
    };
    attributes.iter().try_for_each(set)
}
