//! Looks at what has a name.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

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

/// Symlinks after which the kernel gives up a path.
const MOST_LINKS: usize = 40;

/// Whether root is led to the folder of a path, whole from the root directory, by a symlink of another user, who may have put
/// it in the place of a folder since. What root brings back there could be used against it.
pub(super) fn is_led_by_others(path: &Path) -> bool {
    if sys::effective_ids().0 != 0 {
        return false;
    }
    let mut at = PathBuf::from("/");
    let mut rest = path.parent().unwrap_or(Path::new("")).to_owned();
    let mut links = 0;
    loop {
        let mut parts = rest.components();
        let Some(part) = parts.next() else { return false };
        let behind = parts.as_path().to_owned();
        match part {
            Component::RootDir => at = PathBuf::from("/"),
            Component::ParentDir => _ = at.pop(),
            Component::CurDir | Component::Prefix(_) => {}
            Component::Normal(name) => {
                let here = at.join(name);
                match stat(&here) {
                    Ok(meta) if meta.kind == FileKind::Symlink => {
                        let target =
                            c_path(&here).and_then(|path| sys::read_link(sys::CWD, &path).ok());
                        links += 1;
                        if meta.uid != 0 || links > MOST_LINKS {
                            return true;
                        }
                        let target = target.unwrap_or_default();
                        rest = Path::new(OsStr::from_bytes(target.to_bytes())).join(behind);
                        continue;
                    }
                    Ok(_) => at = here,
                    // What is not there is made, or tells so.
                    Err(_) => return false,
                }
            }
        }
        rest = behind;
    }
}
