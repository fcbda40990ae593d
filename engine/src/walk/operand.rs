//! Checks operands as the user wrote them: how a path is spelt, where it leads, what is refused.

use std::ffi::{CStr, CString, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use crate::contract::error::Code;
use crate::contract::event::FileKind;
use crate::contract::spec::{Follow, Protect};
use fcp_sys::{self as sys, AsFd, Errno, Meta, c_path};

/// Stats an operand, through a symlink where the job follows it.
///
/// # Errors
/// As stat(2) gives them; `ENOENT` and `ELOOP` also for a symlink that is followed and leads nowhere.
pub(crate) fn look_at(source: &Path, name: &CStr, follow: Follow) -> sys::Sys<Meta> {
    let is_slashed = ends_in_slash(source);
    let meta = sys::stat_at(sys::CWD, name, is_slashed || follow != Follow::Never)?;
    if follow == Follow::Files && meta.kind == FileKind::Directory && !is_slashed {
        return sys::stat_at(sys::CWD, name, false);
    }
    Ok(meta)
}

/// The directories that are refused wherever they are met, under whatever name.
pub(crate) fn guarded(protect: Protect) -> Vec<((u64, u64), Code)> {
    let mut guarded = Vec::new();
    if protect.root
        && let Ok(root) = sys::stat_at(sys::CWD, c"/", true)
    {
        guarded.push((root.id(), Code::Root));
    }
    if protect.working_directory
        && let Ok(here) = sys::enter_dir(sys::CWD, c".", true)
    {
        guarded.extend(ancestors(here).into_iter().map(|id| (id, Code::WorkingDirectory)));
    }
    guarded
}

/// Identifies a directory and those above it, up to the root.
pub(crate) fn ancestors(mut dir: sys::OwnedFd) -> Vec<(u64, u64)> {
    let mut above: Vec<(u64, u64)> = Vec::new();
    while let Ok(meta) = sys::stat_fd(dir.as_fd()) {
        if above.last() == Some(&meta.id()) {
            break;
        }
        above.push(meta.id());
        match sys::enter_dir(dir.as_fd(), c"..", false) {
            Ok(parent) => dir = parent,
            Err(_) => break,
        }
    }
    above
}

pub(crate) fn ends_in_slash(path: &Path) -> bool {
    path.as_os_str().as_bytes().last() == Some(&b'/')
}

pub(crate) fn strip_slashes(path: &Path) -> PathBuf {
    let bytes = path.as_os_str().as_bytes();
    let end = bytes.iter().rposition(|byte| *byte != b'/').map_or(1, |last| last + 1);
    PathBuf::from(OsStr::from_bytes(bytes.get(..end).unwrap_or(bytes)))
}

/// Whether a path with slashes at its end is that of a symlink without them, and so leads to something else.
pub(crate) fn is_slashed_link(path: &Path) -> bool {
    ends_in_slash(path)
        && c_path(&strip_slashes(path))
            .and_then(|path| sys::stat_at(sys::CWD, &path, false).ok())
            .is_some_and(|meta| meta.kind == FileKind::Symlink)
}

/// The directory part of a name, which for an operand may be a path; a slash at its end is none of it.
pub(crate) fn parent_of(name: &CStr) -> CString {
    let bytes = without_slashes(name);
    if bytes.is_empty() && !name.is_empty() {
        return c"/".to_owned();
    }
    let parent = match bytes.iter().rposition(|byte| *byte == b'/') {
        Some(0) => &b"/"[..],
        Some(cut) => bytes.get(..cut).unwrap_or_default(),
        None => b".",
    };
    CString::new(parent).unwrap_or_default()
}

/// The last component of a path, without trailing slashes.
pub(crate) fn base_of(path: &CStr) -> &[u8] {
    let bytes = path.to_bytes();
    let end = bytes.iter().rposition(|byte| *byte != b'/').map_or(bytes.len(), |last| last + 1);
    let bytes = bytes.get(..end).unwrap_or(bytes);
    let start = bytes.iter().rposition(|byte| *byte == b'/').map_or(0, |cut| cut + 1);
    bytes.get(start..).unwrap_or(bytes)
}

pub(crate) fn without_slashes(name: &CStr) -> &[u8] {
    let bytes = name.to_bytes();
    let end = bytes.iter().rposition(|byte| *byte != b'/').map_or(0, |last| last + 1);
    bytes.get(..end).unwrap_or_default()
}

/// Whether the last component is `.` or `..`.
pub(crate) fn ends_in_dot(name: &CStr) -> bool {
    let last = without_slashes(name).rsplit(|byte| *byte == b'/').next();
    matches!(last, Some(b"." | b".."))
}

/// Whether an errno says that a path leads to nothing, which a forced delete passes over.
pub(crate) fn names_nothing(errno: Errno) -> bool {
    matches!(errno, Errno::NOENT | Errno::NOTDIR | Errno::INVAL | Errno::ILSEQ)
}
