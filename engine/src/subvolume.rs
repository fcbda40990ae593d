//! Btrfs subvolumes with those nested in them: finds them, takes snapshots of all, deletes all.

use std::ffi::{CStr, CString};

use crate::stage::clear;
use crate::walk::operand::{base_of, parent_of};
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, OwnedFd, Sys};

/// Finds the subvolumes in another one and in these, those around before those within, by their paths below it.
pub(crate) fn nested(root: BorrowedFd<'_>) -> Sys<Vec<CString>> {
    let mut found = sys::subvolumes_in(root)?;
    let mut at = 0;
    while let Some(path) = found.get(at).cloned() {
        let inner = open(root, &path)?;
        let below = |name: CString| {
            let path = [path.to_bytes(), b"/", name.to_bytes()].concat();
            CString::new(path).map_err(|_nul| Errno::INVAL)
        };
        for name in sys::subvolumes_in(inner.as_fd())? {
            found.push(below(name)?);
        }
        at += 1;
    }
    Ok(found)
}

/// Opens a directory below the root of a subvolume; no component of the path may be a symlink.
pub(crate) fn open(root: BorrowedFd<'_>, path: &CStr) -> Sys<OwnedFd> {
    sys::open_beneath(root, path, false)
}

/// Takes snapshots of a subvolume and of those `nested` in it, under a name that must be free.
pub(crate) fn snapshot(
    source: BorrowedFd<'_>,
    (dir, name): (BorrowedFd<'_>, &CStr),
    nested: &[CString],
) -> Sys<()> {
    sys::snapshot(source, dir, name, false)?;
    let copy = sys::open_dir(dir, name, false)?;
    for path in nested {
        let inner = open(source, path)?;
        let above = open(copy.as_fd(), &parent_of(path))?;
        let base = CString::new(base_of(path)).map_err(|_nul| Errno::INVAL)?;
        let before = sys::stat_fd(above.as_fd())?;
        // The empty directory that the snapshot has in its place.
        sys::remove_dir(above.as_fd(), &base)?;
        sys::snapshot(inner.as_fd(), above.as_fd(), &base, false)?;
        sys::set_times(above.as_fd(), &before)?;
    }
    Ok(())
}

/// Makes a subvolume and those `nested` in it read-only, or writable again.
pub(crate) fn set_read_only(root: BorrowedFd<'_>, nested: &[CString], read_only: bool) -> Sys<()> {
    if !read_only {
        sys::set_subvolume_read_only(root, false)?;
    }
    for path in nested {
        sys::set_subvolume_read_only(open(root, path)?.as_fd(), read_only)?;
    }
    if read_only { sys::set_subvolume_read_only(root, true) } else { Ok(()) }
}

/// Deletes a subvolume with all that is in it, nested ones included.
///
/// # Errors
/// `EINVAL` if it is no subvolume; then nothing was deleted.
pub(crate) fn delete(dir: BorrowedFd<'_>, name: &CStr) -> Sys<()> {
    let root = sys::open_dir(dir, name, false)?;
    if !sys::is_subvolume(root.as_fd(), &sys::stat_fd(root.as_fd())?) {
        return Err(Errno::INVAL);
    }
    let nested = nested(root.as_fd())?;
    set_read_only(root.as_fd(), &nested, false)?;
    for path in nested.iter().rev() {
        let above = open(root.as_fd(), &parent_of(path))?;
        let base = CString::new(base_of(path)).map_err(|_nul| Errno::INVAL)?;
        delete_one(above.as_fd(), &base)?;
    }
    delete_one(dir, name)
}

fn delete_one(dir: BorrowedFd<'_>, name: &CStr) -> Sys<()> {
    match sys::delete_subvolume(dir, name) {
        // Other users than root may do it step by step: rmdir(2) takes an empty subvolume.
        Err(Errno::PERM) => {
            let root = sys::open_dir(dir, name, false)?;
            clear(root.as_fd())?;
            sys::remove_dir(dir, name)
        }
        result => result,
    }
}
