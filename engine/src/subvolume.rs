//! Btrfs subvolumes with those nested in them: finds them, takes snapshots of all, deletes all.
//!
//! # How a snapshot is taken
//!
//! Where the request says so, a source directory that is a subvolume is not entered (`copy/snapshot.rs`): one call makes
//! its copy, in which nested subvolumes are empty stubs. So that the result is what a copy would be, each stub is replaced
//! by a snapshot of its own under a hidden name, the times of the directories around it are set back, and then the name
//! is given. An undo reads no data: transaction numbers tell what was edited since, which stays; the rest goes to the trash
//! (`undo/snapshots.rs`).

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
/// `EINVAL` if it is no subvolume, `EBUSY` if something is mounted on it or in it; then nothing was deleted. What is left
/// after another failure is read-only again where it was.
pub(crate) fn delete(dir: BorrowedFd<'_>, name: &CStr) -> Sys<()> {
    let root = sys::open_dir(dir, name, false)?;
    let here = sys::stat_dir(root.as_fd())?;
    if here.mount != sys::stat_dir(dir)?.mount || sys::mounted_below(root.as_fd())?.is_some() {
        // The kernel would unmount it.
        return Err(Errno::BUSY);
    }
    if !sys::is_subvolume(root.as_fd(), &here) {
        return Err(Errno::INVAL);
    }
    let nested = nested(root.as_fd())?;
    let mut protected = Vec::new();
    for path in std::iter::once(c".").chain(nested.iter().map(CString::as_c_str)) {
        if sys::subvolume(open(root.as_fd(), path)?.as_fd())?.read_only {
            protected.push(path);
        }
    }
    let deleted = delete_all(dir, name, (root.as_fd(), &nested));
    if deleted.is_err() {
        for path in protected {
            // The failure to tell is that of the deletion; and some of them are deleted.
            sys::best_effort(
                open(root.as_fd(), path)
                    .and_then(|dir| sys::set_subvolume_read_only(dir.as_fd(), true)),
            );
        }
    }
    deleted
}

fn delete_all(
    dir: BorrowedFd<'_>,
    name: &CStr,
    (root, nested): (BorrowedFd<'_>, &[CString]),
) -> Sys<()> {
    set_read_only(root, nested, false)?;
    for path in nested.iter().rev() {
        let above = open(root, &parent_of(path))?;
        let base = CString::new(base_of(path)).map_err(|_nul| Errno::INVAL)?;
        delete_one(above.as_fd(), &base)?;
    }
    delete_one(dir, name)
}

fn delete_one(dir: BorrowedFd<'_>, name: &CStr) -> Sys<()> {
    match sys::delete_subvolume(dir, name) {
        // Other users than root may do it step by step: rmdir(2) takes an empty subvolume. What is refused to root, such
        // as the default subvolume, cannot be removed in this way either, but for what is in it.
        Err(Errno::PERM) if sys::effective_ids().0 != 0 => {
            let root = sys::open_dir(dir, name, false)?;
            clear(root.as_fd())?;
            sys::remove_dir(dir, name)
        }
        result => result,
    }
}
