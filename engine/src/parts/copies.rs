//! Notes in the folder of a plan which copies last steps make of hidden files.
//!
//! A last step makes its note and locks it before it makes the copy, so that there is no copy without a note. The lock
//! ends with its process: a later last step locks each note that it finds, and removes the copy of those that it gets.
//! Where the folder of the plan knows no locks, copies of killed last steps are left.

use std::ffi::{CStr, CString, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use super::disk;
use super::pieces::Note;
use super::stamp::Stamp;
use crate::contract::error::{Action, OpError};
use fcp_sys::{self as sys, AsFd, Errno, FileLock, OwnedFd, c_path};

/// Attempts to make a note that no other last step sweeps at once.
const ATTEMPTS: u8 = 100;

/// The note of one copy, locked by this process where the filesystem knows locks.
#[derive(Debug)]
pub(crate) struct CopyNote {
    path: PathBuf,
    file: OwnedFd,
    _lock: Option<FileLock>,
}

impl Note {
    /// Makes the note of a copy that will be made.
    pub(crate) fn add_copy(&self) -> Result<CopyNote, OpError> {
        let dir = self.of_copies();
        disk::make(&dir)?;
        for _ in 0..ATTEMPTS {
            let path = dir.join(format!("{:016x}", disk::unique()));
            let failed = |errno| OpError::new(Action::CreateFile, &path, errno);
            let name = c_path(&path).ok_or_else(|| failed(Errno::INVAL))?;
            let file = sys::create_new(sys::CWD, &name, 0o666).map_err(failed)?;
            let made = sys::stat_fd(file.as_fd()).map_err(failed)?.id();
            let lock = match sys::open_lock_if_there(sys::CWD, &name).and_then(FileLock::take) {
                Ok(Some(lock)) => Some(lock),
                // Another last step sweeps it already.
                Ok(None) | Err(Errno::NOENT) => continue,
                Err(Errno::NOSYS | Errno::OPNOTSUPP | Errno::NOLCK) => None,
                Err(errno) => return Err(failed(errno)),
            };
            if sys::stat_at(sys::CWD, &name, false).is_ok_and(|there| there.id() == made) {
                return Ok(CopyNote { path, file, _lock: lock });
            }
        }
        Err(OpError::new(Action::CreateFile, dir, Errno::BUSY))
    }

    /// Gives the notes of which the last steps have ended without removing them.
    pub(crate) fn left_copies(&self) -> Vec<CopyNote> {
        let dir = self.of_copies();
        if !disk::exists(&dir) {
            return Vec::new();
        }
        // What cannot be read now is left to the next last step.
        let names = disk::names(&dir).unwrap_or_default();
        let lock = |name: OsString| {
            let path = dir.join(name);
            let file = sys::open_lock_if_there(sys::CWD, &c_path(&path)?).ok()?;
            let lock = sys::open_lock_if_there(sys::CWD, &c_path(&path)?).ok()?;
            let lock = FileLock::take(lock).ok()??;
            Some(CopyNote { path, file, _lock: Some(lock) })
        };
        names.into_iter().filter_map(lock).collect()
    }

    fn of_copies(&self) -> PathBuf {
        let mut path = OsString::from(self.path());
        path.push("+");
        path.into()
    }
}

impl CopyNote {
    /// Gives the name of the copy, beside the hidden file.
    pub(crate) fn name(&self, hidden: &CStr) -> CString {
        let own = self.path.file_name().map(OsStrExt::as_bytes).unwrap_or_default();
        CString::new([hidden.to_bytes(), b"+", own].concat()).unwrap_or_default()
    }

    /// Notes which file the copy is, before anything is written to it.
    pub(crate) fn write(&self, stamp: Stamp) -> Result<(), OpError> {
        sys::write_all(self.file.as_fd(), stamp.text().as_bytes())
            .and_then(|()| sys::sync_file(self.file.as_fd()))
            .map_err(|errno| OpError::new(Action::Write, &self.path, errno))
    }

    /// Reads which file the copy is; none if the last step has not come so far.
    pub(crate) fn read(&self) -> Result<Option<Stamp>, OpError> {
        Ok(disk::read(&self.path)?.and_then(|text| Stamp::parse(&text)))
    }

    /// Removes the note, since there is no copy any more.
    pub(crate) fn remove(&self) {
        if let Some(path) = c_path(&self.path) {
            // The next last step removes what is left.
            sys::best_effort(sys::unlink(sys::CWD, &path));
        }
    }
}
