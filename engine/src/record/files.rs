//! Opens, appends to and removes the files of records.

use std::ffi::{CStr, CString};
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use super::Line;
use crate::contract::error::{Action, OpError};
use fcp_sys::{self as sys, AsFd, Errno, OwnedFd, Sys};

/// Bytes of a record that are gathered before they are written.
pub(super) const GATHERED: usize = 64 << 10;
/// Records that are kept.
const KEPT: usize = 64;
/// Bytes of a new record from which all of them are added up; 64 smaller ones need no look.
const NOTABLE: u64 = 1 << 20;
/// Bytes that a record may have; it is read into memory to take the job back.
pub(super) const LARGEST: u64 = 64 << 20;
/// End of the name of a file that is to take the place of a record. No record has such a name, so what a kill leaves is none.
pub(super) const JOINED: &[u8] = b".joined";

pub(super) fn push(lines: &mut Vec<u8>, line: &Line) {
    // Only a map with keys that are not strings could fail.
    if let Ok(json) = serde_json::to_vec(line) {
        lines.extend_from_slice(&json);
        lines.push(b'\n');
    }
}

pub(super) fn c_path(path: &Path) -> Sys<CString> {
    CString::new(path.as_os_str().as_bytes()).map_err(|_nul| Errno::INVAL)
}

/// Opens a directory that belongs to the user alone, and makes it if needed.
pub(super) fn open_private(path: &Path) -> Sys<OwnedFd> {
    let dir = sys::make_dirs(path, 0o700)?;
    // What others may write is no basis for deleting and moving files.
    let meta = sys::stat_fd(dir.as_fd())?;
    let (user, _) = sys::effective_ids();
    if meta.uid != user || meta.mode & 0o022 != 0 { Err(Errno::PERM) } else { Ok(dir) }
}

/// Lists the names of the records, the oldest first.
pub(super) fn names(dir: &OwnedFd) -> Sys<Vec<CString>> {
    Ok(list(dir)?.0)
}

/// Lists the names of the records, the oldest first, and of those that are to take the place of one.
fn list(dir: &OwnedFd) -> Sys<(Vec<CString>, Vec<CString>)> {
    let mut buffer = vec![MaybeUninit::uninit(); sys::LIST_BUFFER];
    let (mut names, mut joined) = (Vec::new(), Vec::new());
    sys::list(dir.as_fd(), &mut buffer, |name, _, _| {
        if name.to_bytes().ends_with(b".undo") {
            names.push(name.to_owned());
        } else if name.to_bytes().ends_with(JOINED) {
            joined.push(name.to_owned());
        }
        ControlFlow::Continue(())
    })?;
    names.sort_unstable();
    Ok((names, joined))
}

/// Removes the oldest records after a new one of `written` bytes, so that neither their number nor their size grows, and
/// what a kill has left of a record that is gone.
///
/// A look at each of 64 records was a fifth of the calls of copying one small file.
pub(super) fn prune(directory: &Path, written: u64) -> Sys<()> {
    let dir = open_private(directory)?;
    let remove = |name: &CStr| match sys::unlink(dir.as_fd(), name) {
        // Another process was faster.
        Ok(()) | Err(Errno::NOENT) => Ok(()),
        Err(errno) => Err(errno),
    };
    let (names, joined) = list(&dir)?;
    let mut bytes = 0;
    for (at, name) in names.iter().rev().enumerate() {
        if written >= NOTABLE {
            bytes += sys::stat_at(dir.as_fd(), name, false).map_or(0, |meta| meta.size);
        }
        // The newest stays, whatever its size.
        if at == 0 || (at < KEPT && bytes <= 4 * LARGEST) {
            continue;
        }
        remove(name)?;
    }
    for name in joined {
        // That of a record may be written just now.
        let record = name.to_bytes().strip_suffix(JOINED).unwrap_or_default();
        let record = CString::new(record).map_err(|_nul| Errno::INVAL)?;
        if sys::stat_at(dir.as_fd(), &record, false).is_err_and(|errno| errno == Errno::NOENT) {
            remove(&name)?;
        }
    }
    Ok(())
}

pub(super) fn read_all(file: &OwnedFd) -> Sys<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut chunk = vec![0; GATHERED];
    loop {
        match sys::read(file.as_fd(), &mut chunk)? {
            0 => return Ok(bytes),
            got => bytes.extend_from_slice(chunk.get(..got).unwrap_or_default()),
        }
    }
}

/// Appends to a whole record what became of the job since.
pub(crate) fn mark(path: &Path, mark: &Line) -> Result<(), OpError> {
    let failed = |errno| OpError::new(Action::Record, path, errno);
    let name = c_path(path).map_err(failed)?;
    // The line before it may have been cut by a kill.
    let mut line = vec![b'\n'];
    push(&mut line, mark);
    let append = || {
        let file = sys::open_existing(sys::CWD, &name, false, false)?;
        let size = sys::stat_fd(file.as_fd())?.size;
        sys::write_all_at(file.as_fd(), &line, size)
    };
    append().map_err(failed)
}

/// Removes the record of a job that has been undone.
pub(crate) fn forget(path: &Path) -> Result<(), OpError> {
    let failed = |errno| OpError::new(Action::Record, path, errno);
    let name: &CStr = &c_path(path).map_err(failed)?;
    sys::unlink(sys::CWD, name).map_err(failed)
}
