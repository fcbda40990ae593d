//! The ACLs of a folder, which a job has changed with its mode.

use std::ffi::{CStr, CString};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use super::Rights;
use fcp_sys::{self as sys, ACCESS_ACL, BorrowedFd, Keep, Meta, Sys};

const ACLS: Keep = Keep { acl: true, context: false, xattr: false };

/// The ACLs of a folder, by the names of their attributes and with their values in Base64.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Acls(Vec<(String, String)>);

impl Acls {
    /// Reads them.
    ///
    /// # Errors
    /// They cannot be read; a filesystem without ACLs has none.
    pub(crate) fn at(dir: BorrowedFd<'_>, name: &CStr) -> Sys<Self> {
        let in_text = |(name, value): (CString, Vec<u8>)| {
            Some((name.into_string().ok()?, STANDARD.encode(value)))
        };
        let mut acls: Vec<_> =
            sys::xattrs_at(dir, name, ACLS)?.into_iter().filter_map(in_text).collect();
        acls.sort_unstable();
        Ok(Self(acls))
    }

    /// Whether there are none.
    pub(crate) fn are_none(&self) -> bool {
        self.0.is_empty()
    }

    /// What stat(2) tells of the folder without the bits of the group, if these are the mask of an ACL.
    pub(crate) fn unmasked(&self, meta: &Meta) -> Meta {
        let mode = if self.has_access() { meta.mode & !0o070 } else { meta.mode };
        Meta { mode, ..*meta }
    }

    /// Whether one says who may do what with the folder, so that the bits of the group are its mask.
    pub(crate) fn has_access(&self) -> bool {
        self.0.iter().any(|(name, _)| name.as_bytes() == ACCESS_ACL)
    }

    /// Whether both grant the same, whatever the mode leaves of it.
    pub(crate) fn are_like(&self, other: &Self) -> bool {
        let same = |((name, value), (other, theirs)): (&(String, String), &(String, String))| {
            let is_access = name.as_bytes() == ACCESS_ACL;
            name == other && (value == theirs || is_access && granted(value) == granted(theirs))
        };
        self.0.len() == other.0.len() && self.0.iter().zip(&other.0).all(same)
    }

    /// Gives a folder these and its rights.
    ///
    /// # Errors
    /// The first step that failed.
    pub(crate) fn give(&self, folder: BorrowedFd<'_>, rights: Rights) -> Sys<()> {
        let (access, others): (Vec<_>, Vec<_>) =
            self.0.iter().partition(|(name, _)| name.as_bytes() == ACCESS_ACL);
        let set = |(name, value): &(String, String)| {
            let parts = CString::new(name.as_str()).ok().zip(STANDARD.decode(value).ok());
            parts.map_or(Ok(()), |(name, value)| sys::set_xattr_at(folder, c".", &name, &value))
        };
        // What was a mask becomes the rights of the group, which the undo has narrowed.
        sys::drop_acls(folder, true)?;
        others.into_iter().try_for_each(set)?;
        rights.give(folder)?;
        access.into_iter().try_for_each(set)
    }
}

/// The entries of an ACL in Base64 that chmod(2) leaves as they are: those of users and groups, each a tag, permissions and
/// an id (`acl(5)`).
fn granted(acl: &str) -> Option<Vec<[u8; 8]>> {
    const KEPT: [u16; 3] = [0x02, 0x04, 0x08];
    let bytes = STANDARD.decode(acl).ok()?;
    let (entries, _) = bytes.get(4..)?.as_chunks::<8>();
    let is_kept = |entry: &&[u8; 8]| KEPT.contains(&u16::from_le_bytes([entry[0], entry[1]]));
    Some(entries.iter().filter(is_kept).copied().collect())
}
