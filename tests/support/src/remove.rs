//! Removes every tree that the tests build, and provides a scratch directory that does so on drop.

use std::ffi::{CStr, CString};
use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

#[cfg(target_os = "linux")]
use rustix::fs::ResolveFlags;
use rustix::fs::{AtFlags, FileType, Mode, OFlags};
use rustix::io::Errno;

use crate::cursor::Cursor;
use crate::patience::until;

/// Removes a file or a tree of any depth; what does not exist is fine.
///
/// It stays on the filesystem it started on: a mount point in the tree is an error (`EBUSY`) and
/// what is mounted there keeps its files.
pub fn remove_all(path: &Path) -> io::Result<()> {
    let (mut at, root) = match Cursor::beside(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        found => found?,
    };
    match rustix::fs::unlinkat(&at, &root, AtFlags::empty()) {
        Ok(()) | Err(Errno::NOENT) => return Ok(()),
        Err(Errno::ISDIR) => {}
        Err(errno) => return Err(errno.into()),
    }
    // Directories entered, each with its children that are still to be removed.
    let mut open = Vec::new();
    let mut next = Some(root);
    loop {
        if let Some(name) = next.take() {
            match enter(&at, &name) {
                Ok(directory) => {
                    at = directory;
                    open.push((name, empty(&at)?));
                }
                Err(Errno::XDEV) => rustix::fs::unlinkat(&at, &name, AtFlags::REMOVEDIR)?,
                Err(errno) => return Err(errno.into()),
            }
        }
        let Some((name, children)) = open.last_mut() else { return Ok(()) };
        next = children.pop();
        if next.is_none() {
            at.up()?;
            rustix::fs::unlinkat(&at, &*name, AtFlags::REMOVEDIR)?;
            open.pop();
        }
    }
}

/// Opens a child directory, making it accessible first if its mode forbids that.
fn enter(at: &Cursor, name: &CStr) -> Result<Cursor, Errno> {
    let open = || -> Result<OwnedFd, Errno> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        #[cfg(target_os = "linux")]
        return rustix::fs::openat2(at, name, flags, Mode::empty(), ResolveFlags::NO_XDEV);
        // Tests mount nothing elsewhere.
        #[cfg(not(target_os = "linux"))]
        rustix::fs::openat(at, name, flags, Mode::empty())
    };
    let directory = match open() {
        Err(Errno::ACCESS) => {
            rustix::fs::chmodat(at, name, Mode::RWXU, AtFlags::empty())?;
            open()?
        }
        opened => opened?,
    };
    // A read-only directory opens, but keeps its entries; as root nothing needs to change.
    if !rustix::process::geteuid().is_root() {
        rustix::fs::fchmod(&directory, Mode::RWXU)?;
    }
    Ok(Cursor::from(directory))
}

/// Unlinks everything but directories, and lists those.
fn empty(at: &Cursor) -> io::Result<Vec<CString>> {
    let mut directories = Vec::new();
    for (name, kind) in at.entries()? {
        if kind == FileType::Directory {
            directories.push(name);
        } else {
            rustix::fs::unlinkat(at, &name, AtFlags::empty())?;
        }
    }
    Ok(directories)
}

/// A new directory that is removed on drop, whatever it contains.
#[derive(Debug)]
pub struct Scratch(PathBuf);

impl Scratch {
    /// Makes the directory where temporary files go.
    #[allow(clippy::new_without_default, reason = "it acts on the disk")]
    pub fn new() -> Self {
        Self::within(&std::env::temp_dir())
    }

    /// Makes the directory inside another one, such as a mounted filesystem.
    pub fn within(parent: &Path) -> Self {
        let made = tempfile::Builder::new().prefix("fcp-test-").tempdir_in(parent);
        Self(made.expect("a scratch directory").keep())
    }

    /// Lets every user make files in it, as in `/tmp`; else only its owner may enter.
    #[must_use]
    pub fn open_to_all(self) -> Self {
        rustix::fs::chmod(&self.0, Mode::from_raw_mode(0o1777)).expect("our own directory");
        self
    }

    /// Tells where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Names something in it.
    pub fn join(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.join(name)
    }
}

/// Removes the records of jobs in a directory from the home of root, where a request for the administrator leaves them
/// whatever `HOME` says.
pub fn forget_records_of_root(at: &Path) {
    let state = Path::new("/root/.local/state/fcp");
    let undo = state.join("undo");
    if !rustix::process::geteuid().is_root() || !undo.exists() {
        return;
    }
    let mentioned = at.as_os_str().as_encoded_bytes();
    for entry in fs::read_dir(&undo).into_iter().flatten().flatten() {
        let is_ours = fs::read(entry.path())
            .is_ok_and(|text| text.windows(mentioned.len()).any(|part| part == mentioned));
        if is_ours {
            drop(fs::remove_file(entry.path()));
        }
    }
    // Only what is empty goes: what a user has there stays.
    for dir in [&undo, state] {
        drop(fs::remove_dir(dir));
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        forget_records_of_root(&self.0);
        if std::thread::panicking() {
            // The test tells why.
            return drop(remove_all(&self.0));
        }
        // Services of the desktop, as that for documents, unmount their folder a moment after their session ended, and
        // a process or a thread that a test has let go may make its last file just now.
        let passing = [Errno::BUSY, Errno::NOTEMPTY].map(Errno::raw_os_error);
        let mut result = Ok(());
        until("nothing is mounted or made in the scratch directory", || {
            result = remove_all(&self.0);
            let errno = result.as_ref().err().and_then(io::Error::raw_os_error);
            errno.is_none_or(|errno| !passing.contains(&errno))
        });
        if let Err(error) = result {
            panic!("cannot remove {}: {error}", self.0.display());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout;

    #[test]
    fn removes_ten_thousand_levels() {
        let scratch = Scratch::new();
        layout::deep(&scratch.join("deep"), 10_000).unwrap();
        remove_all(&scratch.join("deep")).unwrap();
        assert!(!scratch.join("deep").exists());
    }

    #[test]
    fn removes_files_links_and_nothing() {
        let scratch = Scratch::new();
        layout::flat(&scratch.join("target"), 2, 10).unwrap();
        rustix::fs::symlink("target", scratch.join("link")).unwrap();
        remove_all(&scratch.join("link")).unwrap();
        remove_all(&scratch.join("target/0000000")).unwrap();
        remove_all(&scratch.join("no/such/thing")).unwrap();
        assert!(scratch.join("target/0000001").exists());
    }
}
