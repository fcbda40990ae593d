//! Removes descriptions whose items are gone: a deletion that is killed has taken the items first.

use std::collections::HashSet;
use std::ffi::{CStr, CString};
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::contract::event::FileKind;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, OwnedFd, Sys, c_path};

/// Age in microseconds from which a description without an item is removed. Another process writes a younger one just
/// before it moves the item there, and its clock may be that of a server.
const OLD: u64 = 3600 * 1_000_000;

/// Removes the old descriptions without an item from the trashes that these descriptions are in.
pub(crate) fn remove_orphans(descriptions: &HashSet<PathBuf>) {
    let dirs: HashSet<&Path> = descriptions.iter().filter_map(|info| info.parent()).collect();
    remove_orphans_in(dirs);
}

/// Removes those in these directories.
pub(super) fn remove_orphans_in(infos: impl IntoIterator<Item = impl AsRef<Path>>) {
    for info in infos {
        // What stays harms nothing: no list shows it, and other items get other names.
        sys::best_effort(remove_in(info.as_ref()));
    }
}

fn remove_in(info: &Path) -> Sys<()> {
    let path = c_path(info).ok_or(Errno::INVAL)?;
    let info = sys::open_dir(sys::CWD, &path, true)?;
    let trash = sys::enter_dir(info.as_fd(), c"..", false)?;
    let files = sys::enter_dir(trash.as_fd(), c"files", false)?;
    for name in descriptions_in(&info)? {
        if is_orphan(info.as_fd(), files.as_fd(), &name) {
            sys::unlink(info.as_fd(), &name)?;
        }
    }
    Ok(())
}

fn descriptions_in(info: &OwnedFd) -> Sys<Vec<CString>> {
    let mut names = Vec::new();
    let mut buffer = vec![MaybeUninit::uninit(); sys::LIST_BUFFER];
    sys::list(info.as_fd(), &mut buffer, |name, _, _| {
        if name.to_bytes().ends_with(b".trashinfo") {
            names.push(name.to_owned());
        }
        ControlFlow::Continue(())
    })?;
    Ok(names)
}

fn is_orphan(info: BorrowedFd<'_>, files: BorrowedFd<'_>, name: &CStr) -> bool {
    let item = name.to_bytes().strip_suffix(b".trashinfo").map(CString::new);
    let Some(Ok(item)) = item else { return false };
    let is_old = |meta: sys::Meta| {
        let since = u64::try_from(meta.mtime_micros()).unwrap_or(0);
        meta.kind == FileKind::File && since.saturating_add(OLD) < sys::now()
    };
    sys::stat_at(info, name, false).is_ok_and(is_old)
        && sys::stat_at(files, &item, false).err() == Some(Errno::NOENT)
}
