//! Reads and writes the small files of a plan, each of which appears whole or not at all.

use std::ffi::{CStr, CString, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use crate::contract::error::{Action, Code, OpError};
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, OwnedFd, Sys, c_path};

/// Opens a directory.
pub(crate) fn open(path: &Path) -> Result<OwnedFd, OpError> {
    let opened = c_path(path).ok_or(Errno::NOENT).and_then(|it| sys::open_dir(sys::CWD, &it, true));
    opened.map_err(|errno| OpError::new(Action::OpenDir, path, errno))
}

/// Makes a directory if it is missing.
pub(crate) fn make(path: &Path) -> Result<(), OpError> {
    let made = sys::make_dirs(path, 0o777).map(drop);
    made.map_err(|errno| OpError::new(Action::CreateDir, path, errno))
}

/// Reads a file; none if it is missing.
pub(crate) fn read(path: &Path) -> Result<Option<Vec<u8>>, OpError> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(OpError::of_io(Action::Read, path, &error)),
    }
}

/// Gives the names in a directory, sorted, without those of files that are not finished.
pub(crate) fn names(path: &Path) -> Result<Vec<OsString>, OpError> {
    Ok(entries(path)?.into_iter().map(|(name, _)| name).collect())
}

/// Gives the names in a directory as [`names`] does, each with the number of its inode.
pub(super) fn entries(path: &Path) -> Result<Vec<(OsString, u64)>, OpError> {
    let dir = open(path)?;
    let mut buffer = vec![std::mem::MaybeUninit::uninit(); sys::LIST_BUFFER];
    let mut found = Vec::new();
    sys::list(dir.as_fd(), &mut buffer, |name, _, inode| {
        if !name.to_bytes().starts_with(b".") {
            found.push((OsString::from_vec(name.to_bytes().to_vec()), inode));
        }
        std::ops::ControlFlow::Continue(())
    })
    .map_err(|errno| OpError::new(Action::ListDir, path, errno))?;
    found.sort();
    Ok(found)
}

/// Writes a file beside its name, and then gives it that, over a file that has it.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<(), OpError> {
    write(path, &[bytes], sys::rename)
}

/// Writes a file as [`replace`] does, with all of these bytes.
pub(super) fn replace_by(path: &Path, bytes: &[&[u8]]) -> Result<(), OpError> {
    write(path, bytes, sys::rename)
}

/// Writes a file beside its name, and then gives it that; `false` if another file has it.
pub(super) fn create(path: &Path, bytes: &[u8]) -> Result<bool, OpError> {
    match write(path, &[bytes], sys::rename_new) {
        Ok(()) => Ok(true),
        Err(error) if error.action == Action::Publish && error.code == Code::Exists => Ok(false),
        Err(error) => Err(error),
    }
}

/// A call that renames.
type Rename = fn(BorrowedFd<'_>, &CStr, BorrowedFd<'_>, &CStr) -> Sys<()>;

fn write(path: &Path, bytes: &[&[u8]], rename: Rename) -> Result<(), OpError> {
    let failed = |action, errno| OpError::new(action, path, errno);
    let dir = open(path.parent().unwrap_or(Path::new(".")))?;
    let name = path.file_name().and_then(|name| CString::new(name.as_bytes()).ok());
    let name = name.ok_or_else(|| failed(Action::CreateFile, Errno::INVAL))?;
    let mut temporary = b".new-".to_vec();
    temporary.extend_from_slice(format!("{:016x}-", unique()).as_bytes());
    temporary.extend_from_slice(name.to_bytes());
    let temporary =
        CString::new(temporary).map_err(|_nul| failed(Action::CreateFile, Errno::INVAL))?;
    let file = sys::create_new(dir.as_fd(), &temporary, 0o666)
        .map_err(|errno| failed(Action::CreateFile, errno))?;
    let written = bytes
        .iter()
        .try_for_each(|bytes| sys::write_all(file.as_fd(), bytes))
        .and_then(|()| sys::sync_file(file.as_fd()))
        .and_then(|()| sys::close(file))
        .map_err(|errno| failed(Action::Write, errno))
        .and_then(|()| {
            rename(dir.as_fd(), &temporary, dir.as_fd(), &name)
                .map_err(|errno| failed(Action::Publish, errno))
        });
    if written.is_err() {
        // What is left would only take room: names that begin with a dot are passed over.
        sys::best_effort(sys::unlink(dir.as_fd(), &temporary));
    }
    written
}

/// Makes a number that no other process makes.
pub(crate) fn unique() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    // Each `RandomState` has keys of its own, the first of which are from the kernel's random numbers.
    RandomState::new().hash_one((std::process::id(), sys::now()))
}

/// Renames a file; `false` if it is not there.
///
/// A server whose reply was lost is asked again by the client, and then finds nothing to rename: if `to`, which no
/// other process uses as a name, is there, the rename has succeeded.
pub(crate) fn rename(from: &Path, to: &Path) -> Result<bool, OpError> {
    let failed = |errno| OpError::new(Action::Move, from, errno);
    let (old, new) = (c_path(from), c_path(to));
    let (Some(old), Some(new)) = (old, new) else { return Err(failed(Errno::INVAL)) };
    match sys::rename(sys::CWD, &old, sys::CWD, &new) {
        Ok(()) => Ok(true),
        Err(Errno::NOENT) => match sys::stat_at(sys::CWD, &new, false) {
            Ok(_) => Ok(true),
            Err(Errno::NOENT) => Ok(false),
            Err(errno) => Err(failed(errno)),
        },
        Err(errno) => Err(failed(errno)),
    }
}

/// Whether a file is there.
pub(crate) fn exists(path: &Path) -> bool {
    c_path(path).is_some_and(|path| sys::stat_at(sys::CWD, &path, false).is_ok())
}

/// Gives a path as a claim or a part is called: the number, with six digits at least.
pub(crate) fn numbered(dir: &Path, number: u64) -> PathBuf {
    dir.join(format!("{number:06}"))
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests lay out their own trees")]
mod tests {
    use super::*;

    #[test]
    fn a_rename_whose_reply_was_lost_has_succeeded() {
        let scratch = tempfile::tempdir().unwrap();
        let at = |name: &str| scratch.path().join(name);
        std::fs::write(at("a"), "x").unwrap();
        assert_eq!(rename(&at("a"), &at("b")), Ok(true));
        // The client of a server asks again, and hears that there is nothing.
        assert_eq!(rename(&at("a"), &at("b")), Ok(true));
        assert_eq!(rename(&at("a"), &at("c")), Ok(false), "another process was faster");
    }

    #[test]
    fn a_file_that_is_made_replaces_none() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("000001");
        assert_eq!(create(&path, b"one"), Ok(true));
        assert_eq!(create(&path, b"two"), Ok(false));
        assert_eq!(read(&path).unwrap(), Some(b"one".to_vec()));
        assert_eq!(std::fs::read_dir(scratch.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_file_that_is_not_whole_is_no_name_of_the_plan() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("000001");
        replace(&path, b"one").unwrap();
        assert_eq!(read(&path).unwrap(), Some(b"one".to_vec()));
        replace(&path, b"three").unwrap();
        assert_eq!(read(&path).unwrap(), Some(b"three".to_vec()));
        std::fs::write(scratch.path().join(".new-0-000002"), "").unwrap();
        assert_eq!(names(scratch.path()).unwrap(), ["000001"]);
        assert_eq!(std::fs::read_dir(scratch.path()).unwrap().count(), 2);
    }
}
