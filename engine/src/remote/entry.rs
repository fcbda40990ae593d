//! Describes what arrives as an entry of an archive, which is placed as those are.

use std::ffi::CString;
use std::os::unix::ffi::OsStrExt;

use fcp_archive::{Entry, Kind, Time};

use super::owners::{ACL, Numbers};
use crate::contract::event::FileKind;
use crate::contract::path::WirePath;
use crate::link::Item;
use fcp_sys::Keep;

/// Describes an item as an entry of an archive, with the attributes that this end was asked to keep: another one could
/// name capabilities.
pub(super) fn entry_of(item: &Item, keep: Keep, numbers: &Numbers) -> Entry {
    let bytes = |path: &WirePath| path.0.as_os_str().as_bytes().to_vec();
    let (major, minor) = item.device.unwrap_or_default();
    let kind = match item.kind {
        FileKind::File => Kind::File,
        FileKind::Directory => Kind::Directory,
        FileKind::Symlink => Kind::Symlink(item.target.as_ref().map(bytes).unwrap_or_default()),
        FileKind::CharDevice => Kind::CharDevice(major, minor),
        FileKind::BlockDevice => Kind::BlockDevice(major, minor),
        FileKind::Fifo | FileKind::Socket | FileKind::Unknown => Kind::Fifo,
    };
    let attributes = item.attributes.iter().filter_map(|attribute| {
        let name = CString::new(bytes(&attribute.name)).ok()?;
        if !keep.wants(name.to_bytes()) {
            return None;
        }
        let value = numbers.attribute(name.to_bytes(), bytes(&attribute.value));
        Some((name, value))
    });
    Entry {
        size: Some(item.size),
        mode: Some(item.mode),
        mtime: Some(Time { seconds: item.mtime.0, nanos: item.mtime.1 }),
        owner: Some(numbers.owner(item.owner)),
        attributes: attributes.collect(),
        ..Entry::new(
            if item.path.0.as_os_str().is_empty() { b".".to_vec() } else { bytes(&item.path) },
            kind,
        )
    }
}

/// Whether an entry has an ACL.
pub(super) fn has_acl(entry: &Entry) -> bool {
    entry.attributes.iter().any(|(name, _)| name.to_bytes().starts_with(ACL))
}
