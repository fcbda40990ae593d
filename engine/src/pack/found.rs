//! Describes items for an archive, and counts them.

use fcp_archive::{Entry, Kind, Time};

use fcp_sys::Meta;

/// What was added, or would be.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counted {
    pub(super) items: u64,
    pub(super) directories: u64,
    pub(super) bytes: u64,
    pub(super) failed: u64,
}

/// Describes an item for the archive.
pub(super) fn entry(inside: &[u8], kind: Kind, meta: &Meta) -> Entry {
    let nanos = u32::try_from(meta.mtime.1).unwrap_or(0);
    Entry {
        size: Some(meta.size),
        mode: Some(meta.mode),
        mtime: Some(Time { seconds: meta.mtime.0, nanos }),
        owner: Some((meta.uid, meta.gid)),
        ..Entry::new(inside.to_vec(), kind)
    }
}
