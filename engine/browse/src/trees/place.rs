//! Directories on the way of a comparison, on one side or on both.

use std::ffi::{CStr, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fcp_sys::{self as sys, AsFd, Errno, OwnedFd, Sys, c_path};

/// Length of a path below an open directory, in bytes, from which the next one is held open.
///
/// With a name of at most 255 bytes more it stays below `PATH_MAX`.
const LONG: usize = 3_500;

/// A directory that may be opened again.
pub(crate) struct Place {
    base: Arc<Base>,
    /// Its path below the base, empty for the base itself.
    below: PathBuf,
}

/// A directory that is held open for those below.
struct Base {
    dirs: [Option<OwnedFd>; 2],
    /// Its path below the roots, empty for the roots themselves.
    path: PathBuf,
}

impl Place {
    /// The place of the roots.
    pub(crate) fn root(dirs: [OwnedFd; 2]) -> Self {
        let base = Base { dirs: dirs.map(Some), path: PathBuf::new() };
        Self { base: Arc::new(base), below: PathBuf::new() }
    }

    /// The place of the root of one tree alone, which is side 0.
    pub(crate) fn alone(dir: OwnedFd) -> Self {
        let base = Base { dirs: [Some(dir), None], path: PathBuf::new() };
        Self { base: Arc::new(base), below: PathBuf::new() }
    }

    /// The place of a directory in this one; `dirs` gives it open, and it is closed unless it must be held.
    pub(crate) fn enter(&self, name: &CStr, dirs: [Option<&OwnedFd>; 2]) -> Sys<Self> {
        let below = self.below.join(os(name));
        if below.as_os_str().len() < LONG {
            return Ok(Self { base: Arc::clone(&self.base), below });
        }
        let [left, right] = dirs.map(|dir| dir.map(|dir| sys::duplicate(dir.as_fd())).transpose());
        let base = Base { dirs: [left?, right?], path: self.base.path.join(below) };
        Ok(Self { base: Arc::new(base), below: PathBuf::new() })
    }

    /// The path below the roots of an entry.
    pub(crate) fn path_of(&self, name: &CStr) -> PathBuf {
        let here = if self.below.as_os_str().is_empty() {
            self.base.path.clone()
        } else {
            self.base.path.join(&self.below)
        };
        if name.is_empty() { here } else { here.join(os(name)) }
    }

    /// Opens a directory in this one, or with an empty name this one.
    pub(crate) fn open(&self, side: usize, name: &CStr, crosses: bool) -> Sys<OwnedFd> {
        let base = self.base.dirs[side].as_ref().ok_or(Errno::NOENT)?.as_fd();
        let path = if name.is_empty() { self.below.clone() } else { self.below.join(os(name)) };
        if path == Path::new("") {
            return sys::open_dir(base, c".", false);
        }
        let path = c_path(&path).ok_or(Errno::INVAL)?;
        if crosses {
            sys::open_beneath(base, &path, false)
        } else {
            sys::open_on_mount(base, &path)
        }
    }
}

fn os(name: &CStr) -> &OsStr {
    OsStr::from_bytes(name.to_bytes())
}
