//! Looks at what has a name.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::contract::event::FileKind;
use fcp_sys::{self as sys, Errno, Identity, Meta, c_path};

/// Gives what tells the item of a name from others.
pub(super) fn identity(path: &Path) -> sys::Sys<Identity> {
    Identity::at(sys::CWD, &c_path(path).ok_or(Errno::INVAL)?)
}

/// Whether a name leads to this inode.
pub(super) fn leads_to(path: &Path, id: Identity) -> bool {
    identity(path).is_ok_and(|now| now.is(id))
}

/// Stats a name, without following a link.
pub(super) fn stat(path: &Path) -> sys::Sys<Meta> {
    sys::stat_at(sys::CWD, &c_path(path).ok_or(Errno::INVAL)?, false)
}

/// Whether an item has this name; a path that cannot be looked at counts as absent.
pub(super) fn exists(path: &Path) -> bool {
    stat(path).is_ok()
}

/// Whether a name leads to a directory, and not to a link to one.
pub(super) fn is_directory(path: &Path) -> bool {
    stat(path).is_ok_and(|meta| meta.kind == FileKind::Directory)
}

/// Where an item is now that steps bring to a path, or to a folder that it is in; each such name has its place.
pub(super) fn place_of<P: AsRef<Path>>(places: &HashMap<&Path, P>, path: &Path) -> Option<PathBuf> {
    path.ancestors().find_map(|above| {
        let place = places.get(above)?.as_ref();
        let rest = path.strip_prefix(above).ok()?;
        // Joining nothing would add a slash.
        Some(if rest.as_os_str().is_empty() { place.to_owned() } else { place.join(rest) })
    })
}
