//! Compares an item that a mirror removes with what the walk of its plan has found.

use std::ffi::CStr;
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use crate::parts::stamp::Stamp;
use crate::parts::sweep::{Entries, Planned};
use crate::walk::deep::open_above;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, Sys, c_path};

/// What has become of an item since the walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Looked {
    /// It is there, and has not changed.
    Same,
    /// It is not there.
    Gone,
    /// It has changed, or another one has its name.
    Changed,
    /// It looks the same, and has another number.
    Doubtful,
    /// It cannot be looked at.
    Unreadable(Errno),
}

/// Looks at an item below a directory, through no symlink.
pub(super) fn look(
    dst: BorrowedFd<'_>,
    path: &Path,
    planned: &Planned,
    entries: &Entries,
) -> Looked {
    let name = path.file_name().and_then(|name| c_path(Path::new(name)));
    match (open_above(dst, path), name) {
        (Ok(above), Some(name)) => {
            let above = above.as_ref().map_or(dst, AsFd::as_fd);
            look_in((above, &name), path, planned, entries)
        }
        (Err(errno), _) => looked_in_vain(errno),
        (_, None) => looked_in_vain(Errno::INVAL),
    }
}

/// Looks at an item in the open directory that holds it.
pub(super) fn look_in(
    (above, name): (BorrowedFd<'_>, &CStr),
    path: &Path,
    planned: &Planned,
    entries: &Entries,
) -> Looked {
    match Stamp::of_extra(above, name, planned.is_emptied) {
        Ok(found) if planned.stamp.holds(found) => Looked::Same,
        Ok(found) => differing((above, name), path, (planned, found), entries),
        Err(errno) => looked_in_vain(errno),
    }
}

fn looked_in_vain(errno: Errno) -> Looked {
    match errno {
        Errno::NOENT => Looked::Gone,
        // A directory above it has become something else.
        Errno::NOTDIR | Errno::LOOP => Looked::Changed,
        errno => Looked::Unreadable(errno),
    }
}

/// Tells why an item is not as the walk has found it.
fn differing(
    (above, name): (BorrowedFd<'_>, &CStr),
    path: &Path,
    (planned, found): (&Planned, Stamp),
    entries: &Entries,
) -> Looked {
    // Another process that takes the last step may be moving it at this moment.
    if sys::stat_at(above, name, false).is_err_and(|it| it == Errno::NOENT) {
        return Looked::Gone;
    }
    if !planned.stamp.looks_like(found) {
        return Looked::Changed;
    }
    if !planned.is_emptied {
        return Looked::Doubtful;
    }
    match holds_others((above, name), path, entries) {
        // It stays for what is in it.
        Ok(true) => Looked::Changed,
        Ok(false) => Looked::Doubtful,
        Err(errno) => looked_in_vain(errno),
    }
}

/// Whether something stays in a directory, since the walk has not found it there, or it has changed since.
fn holds_others(
    (above, name): (BorrowedFd<'_>, &CStr),
    path: &Path,
    entries: &Entries,
) -> Sys<bool> {
    let mut buffer = vec![MaybeUninit::uninit(); sys::LIST_BUFFER];
    let dir = sys::open_dir(above, name, false)?;
    let mut found = false;
    sys::list(dir.as_fd(), &mut buffer, |name, _, _| {
        let path = [path.as_os_str().as_bytes(), b"/", name.to_bytes()].concat();
        let is_same = |planned: &Planned| {
            let now = Stamp::of_extra(dir.as_fd(), name, planned.is_emptied);
            now.is_ok_and(|now| planned.stamp.holds(now))
        };
        found |= !entries.get(path.as_slice()).is_some_and(is_same);
        if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    Ok(found)
}
