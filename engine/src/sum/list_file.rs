//! Writes a list of checksums, whole or not at all.

use std::ffi::{CString, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use fcp_sys::{self as sys, AsFd, Errno, OwnedFd, c_path};

use crate::contract::checksum::Checksum;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::FileKind;
use crate::sum::push_line;

/// Bytes that are written at a time.
const STEP: usize = 256 << 10;

/// Files of one process that may be written beside another; a name that is taken is never used.
const ATTEMPTS: u32 = 100;

/// A list that is written beside the place where it appears once it is complete.
///
/// Until then another file that may be there stays as it is. A list that is dropped leaves nothing behind.
#[derive(Debug)]
pub struct ListFile {
    path: PathBuf,
    dir: OwnedFd,
    name: CString,
    /// The name that it has until it is complete.
    beside: CString,
    file: OwnedFd,
    buffer: Vec<u8>,
    /// Whether it takes the place of a file that has its name.
    replaces: bool,
    is_placed: bool,
    /// Why a line is missing: then the list is never placed, although later lines may find room.
    broken: Option<Errno>,
}

impl ListFile {
    /// Begins a list that takes the place of a file of its name.
    ///
    /// # Errors
    /// Its directory is missing or may not be written to, or something else than a file has its name.
    pub fn create(path: &Path) -> Result<Self, OpError> {
        Self::begin(path, true)
    }

    /// Begins a list that takes no other file's name.
    ///
    /// # Errors
    /// Its directory is missing or may not be written to.
    pub(crate) fn create_new(path: &Path) -> Result<Self, OpError> {
        Self::begin(path, false)
    }

    fn begin(path: &Path, replaces: bool) -> Result<Self, OpError> {
        let failed = |errno| OpError::new(Action::CreateFile, path, errno);
        let (parent, name) = split(path).map_err(failed)?;
        let dir = sys::open_dir(sys::CWD, &parent, true).map_err(failed)?;
        if replaces {
            refuse_all_but_files(&dir, &name, path)?;
        }
        let key = (sys::now() / 1000) as u32 ^ std::process::id();
        for attempt in 0..ATTEMPTS {
            let beside = format!(".fcp-{:08x}-sums", key.wrapping_add(attempt));
            let beside = CString::new(beside).map_err(|_nul| failed(Errno::INVAL))?;
            match sys::create_new(dir.as_fd(), &beside, 0o666) {
                Ok(file) => {
                    let (path, buffer) = (path.to_owned(), Vec::new());
                    let is_placed = false;
                    return Ok(Self {
                        path,
                        dir,
                        name,
                        beside,
                        file,
                        buffer,
                        replaces,
                        is_placed,
                        broken: None,
                    });
                }
                Err(Errno::EXIST) => {}
                Err(errno) => return Err(failed(errno)),
            }
        }
        Err(failed(Errno::EXIST))
    }

    /// Tells whether a new list could be begun now; directories above it may be missing.
    ///
    /// # Errors
    /// The nearest one that exists may not be written to, or the name is taken.
    pub(crate) fn check_new(path: &Path) -> Result<(), OpError> {
        let failed = |errno| OpError::new(Action::CreateFile, path, errno);
        let (parent, name) = split(path).map_err(failed)?;
        match sys::open_dir(sys::CWD, &parent, true) {
            Ok(dir) => {
                sys::writable(dir.as_fd(), c".").map_err(failed)?;
                match sys::stat_at(dir.as_fd(), &name, false) {
                    Ok(meta) if meta.kind == FileKind::Directory => Err(failed(Errno::ISDIR)),
                    Ok(_) => Err(failed(Errno::EXIST)),
                    Err(Errno::NOENT) => Ok(()),
                    Err(errno) => Err(failed(errno)),
                }
            }
            Err(Errno::NOENT) => {
                let above = nearest(path);
                let above = c_path(&above).ok_or(Errno::INVAL).map_err(failed)?;
                sys::writable(sys::CWD, &above).map_err(failed)
            }
            Err(errno) => Err(failed(errno)),
        }
    }

    /// Gives device and inode of what is written, and of the file that it will replace.
    pub fn ids(&self) -> Vec<(u64, u64)> {
        let old = sys::stat_at(self.dir.as_fd(), &self.name, false);
        [sys::stat_fd(self.file.as_fd()), old].into_iter().flatten().map(|meta| meta.id()).collect()
    }

    /// Adds the line of a file.
    pub fn push(&mut self, checksum: &Checksum, path: &Path) -> Result<(), OpError> {
        push_line(&mut self.buffer, checksum, path);
        if self.buffer.len() < STEP { Ok(()) } else { self.write() }
    }

    fn write(&mut self) -> Result<(), OpError> {
        if self.broken.is_none() {
            self.broken = sys::write_all(self.file.as_fd(), &self.buffer).err();
        }
        self.buffer.clear();
        self.broken.map_or(Ok(()), |errno| Err(OpError::new(Action::Write, &self.path, errno)))
    }

    /// Puts the list, now on stable storage, where it belongs.
    pub fn place(mut self) -> Result<(), OpError> {
        self.write()?;
        let failed = |action, errno| OpError::new(action, &self.path, errno);
        sys::sync_file(self.file.as_fd()).map_err(|errno| failed(Action::Sync, errno))?;
        let dir = self.dir.as_fd();
        let placed = if self.replaces {
            sys::rename(dir, &self.beside, dir, &self.name)
        } else {
            sys::rename_new(dir, &self.beside, dir, &self.name)
        };
        placed.map_err(|errno| failed(Action::Publish, errno))?;
        self.is_placed = true;
        // A filesystem that cannot flush a directory (EINVAL) has placed the file all the same.
        sys::best_effort(sys::sync_file(self.dir.as_fd()));
        Ok(())
    }
}

/// Gives the nearest directory above a path that exists.
pub(crate) fn nearest(path: &Path) -> PathBuf {
    let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let is_dir = |above: &&Path| {
        c_path(above).is_some_and(|name| sys::open_dir(sys::CWD, &name, true).is_ok())
    };
    whole.ancestors().skip(1).find(is_dir).unwrap_or(Path::new("/")).to_owned()
}

/// Splits a path into a directory and a name in it.
fn split(path: &Path) -> Result<(CString, CString), Errno> {
    let last = path.file_name().map(OsStr::as_bytes).ok_or(Errno::ISDIR)?;
    let name = CString::new(last).map_err(|_nul| Errno::INVAL)?;
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let parent = c_path(parent.unwrap_or(Path::new("."))).ok_or(Errno::INVAL)?;
    Ok((parent, name))
}

fn refuse_all_but_files(dir: &OwnedFd, name: &CString, path: &Path) -> Result<(), OpError> {
    match sys::stat_at(dir.as_fd(), name, false).map(|meta| meta.kind) {
        Ok(FileKind::File) | Err(Errno::NOENT) => Ok(()),
        // /dev/stdout is one, too, and stays.
        Ok(FileKind::Symlink) => Err(OpError::new(Action::CreateFile, path, Errno::EXIST)),
        Ok(FileKind::Directory) => Err(OpError::new(Action::CreateFile, path, Errno::ISDIR)),
        Ok(_) => Err(OpError::refused(Action::CreateFile, Code::Unsupported, path)),
        Err(errno) => Err(OpError::new(Action::CreateFile, path, errno)),
    }
}

impl Drop for ListFile {
    fn drop(&mut self) {
        if !self.is_placed {
            // What cannot be removed has a name that every walk knows as unfinished.
            sys::best_effort(sys::unlink(self.dir.as_fd(), &self.beside));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::sum::{Algorithm, Hasher};

    #[test]
    fn a_list_is_there_whole_or_not_at_all() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("SUMS");
        let sum = Hasher::new(Algorithm::Xxh3).finish();
        fs::write(&path, "old").unwrap();
        let mut list = ListFile::create(&path).unwrap();
        list.push(&sum, Path::new("a")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        drop(list);
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 1);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        // A line was lost, and there is room again.
        let mut list = ListFile::create(&path).unwrap();
        list.broken = Some(Errno::NOSPC);
        list.push(&sum, Path::new("a")).unwrap();
        assert_eq!(list.place().unwrap_err().errno, Some(Errno::NOSPC.raw_os_error()));
        assert_eq!(fs::read(&path).unwrap(), b"old");
        let mut list = ListFile::create(&path).unwrap();
        list.push(&sum, Path::new("a")).unwrap();
        list.place().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"XXH3 (a) = 2d06800538d394c2\n");
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 1);
    }

    #[test]
    fn only_a_file_is_replaced() {
        let scratch = tempfile::tempdir().unwrap();
        let code = |path: &Path| ListFile::create(path).unwrap_err().errno;
        assert_eq!(code(scratch.path()), Some(Errno::ISDIR.raw_os_error()));
        assert_eq!(code(Path::new("/dev/null")), None);
        let link = scratch.path().join("link");
        std::os::unix::fs::symlink("/dev/stdout", &link).unwrap();
        assert_eq!(code(&link), Some(Errno::EXIST.raw_os_error()));
        assert_eq!(code(&scratch.path().join("no/SUMS")), Some(Errno::NOENT.raw_os_error()));
    }
}
