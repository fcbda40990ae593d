//! Walks a tree one level at a time by directory descriptors, so that no path is ever too long.

use std::ffi::{CStr, CString, OsStr};
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, Stat};

/// One open directory that can go down into a child and up again.
///
/// A tree of any depth needs a single descriptor: going up opens `..`, which is sound here because
/// no process moves directories of a test tree while it is walked.
#[derive(Debug)]
pub struct Cursor(OwnedFd);

const DIRECTORY: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

impl Cursor {
    /// Stands in a directory.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self(rustix::fs::open(path, DIRECTORY, Mode::empty())?))
    }

    /// Stands in the directory that holds `path`, and gives the name that `path` has there.
    pub fn beside(path: &Path) -> io::Result<(Self, CString)> {
        let Some(name) = path.file_name() else {
            return Ok((Self::open(path)?, c".".to_owned()));
        };
        let parent = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        Ok((Self::open(parent)?, CString::new(name.as_bytes())?))
    }

    /// Goes into a child directory, never through a symlink.
    pub fn down(&mut self, name: &CStr) -> io::Result<()> {
        let flags = DIRECTORY | OFlags::NOFOLLOW;
        self.0 = rustix::fs::openat(&self.0, name, flags, Mode::empty())?;
        Ok(())
    }

    /// Goes back to the parent.
    pub fn up(&mut self) -> io::Result<()> {
        self.0 = rustix::fs::openat(&self.0, c"..", DIRECTORY, Mode::empty())?;
        Ok(())
    }

    /// Lists the names with their types, in the order of the filesystem.
    pub fn entries(&self) -> io::Result<Vec<(CString, FileType)>> {
        let mut entries = Vec::new();
        for entry in Dir::read_from(&self.0)? {
            let entry = entry?;
            if ![c".", c".."].contains(&entry.file_name()) {
                let name = entry.file_name().to_owned();
                let kind = match entry.file_type() {
                    FileType::Unknown => FileType::from_raw_mode(self.stat(&name)?.st_mode),
                    known => known,
                };
                entries.push((name, kind));
            }
        }
        Ok(entries)
    }

    /// Lists the names in byte order.
    pub fn names(&self) -> io::Result<Vec<CString>> {
        let mut names: Vec<_> = self.entries()?.into_iter().map(|(name, _)| name).collect();
        names.sort_unstable();
        Ok(names)
    }

    /// Reads the metadata of an entry, never through a symlink.
    pub fn stat(&self, name: &CStr) -> io::Result<Stat> {
        Ok(rustix::fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW)?)
    }

    /// Opens a file, never through a symlink and never waiting for the other end of a FIFO.
    pub fn file(&self, name: &CStr, flags: OFlags) -> io::Result<OwnedFd> {
        let flags = flags | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        Ok(rustix::fs::openat(&self.0, name, flags, Mode::RUSR | Mode::WUSR)?)
    }

    /// Gives a short path to an entry, for the calls that know no directory descriptors.
    pub fn path_of(&self, name: &CStr) -> PathBuf {
        let directory = format!("/proc/self/fd/{}", self.0.as_raw_fd());
        Path::new(&directory).join(OsStr::from_bytes(name.to_bytes()))
    }
}

impl AsFd for Cursor {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

impl From<OwnedFd> for Cursor {
    fn from(directory: OwnedFd) -> Self {
        Self(directory)
    }
}
