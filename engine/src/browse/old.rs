//! The interface that panels still use; it goes with them.
//!
//! A listing comes in two steps, because names are cheap and a `stat` of each is not: [`names`]
//! gives what there is, [`fill`] adds size, time and mode.

use std::ffi::{CString, OsStr, OsString};
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use super::natural;
use crate::error::{Action, OpError};
use crate::event::FileKind;
use crate::sys::{self, AsFd, Errno, LIST_BUFFER, OwnedFd, Sys};

/// One name in a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name.
    pub name: OsString,
    /// Its type; a symlink is not followed.
    pub kind: FileKind,
    /// What `stat` says, once it was asked.
    pub meta: Option<Meta>,
}

/// What `stat` says of an entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meta {
    /// Size in bytes.
    pub size: u64,
    /// Modification time in microseconds since the Unix epoch.
    pub mtime: i64,
    /// Mode bits.
    pub mode: u32,
    /// Where a symlink leads.
    pub target: Option<PathBuf>,
    /// Whether a symlink leads to a directory.
    pub leads_to_directory: bool,
}

impl Entry {
    /// Tells whether the name is hidden by custom.
    pub fn is_hidden(&self) -> bool {
        self.name.as_bytes().starts_with(b".")
    }

    /// Tells whether the entry can be entered.
    pub fn is_directory(&self) -> bool {
        self.kind == FileKind::Directory
            || self.meta.as_ref().is_some_and(|meta| meta.leads_to_directory)
    }
}

/// Gives the names in a directory, directories first, each group in natural order.
pub fn names(dir: &Path) -> Result<Vec<Entry>, OpError> {
    let fd = open(dir).map_err(|errno| OpError::new(Action::OpenDir, dir, errno))?;
    let mut buffer = vec![MaybeUninit::uninit(); LIST_BUFFER];
    let mut entries = Vec::new();
    sys::list(fd.as_fd(), &mut buffer, |name, kind, _| {
        let name = OsStr::from_bytes(name.to_bytes()).to_owned();
        entries.push(Entry { name, kind, meta: None });
        ControlFlow::Continue(())
    })
    .map_err(|errno| OpError::new(Action::ListDir, dir, errno))?;
    sort(&mut entries);
    Ok(entries)
}

/// Adds what `stat` says; an entry that is gone by now keeps none.
pub fn fill(dir: &Path, entries: &mut [Entry]) {
    let Ok(fd) = open(dir) else { return };
    let fd = fd.as_fd();
    for entry in &mut *entries {
        let Ok(name) = CString::new(entry.name.as_bytes()) else { continue };
        let Ok(stat) = sys::stat_at(fd, &name, false) else { continue };
        entry.kind = stat.kind;
        let link = entry.kind == FileKind::Symlink;
        let target = link.then(|| sys::read_link(fd, &name).ok()).flatten();
        let behind = link.then(|| sys::stat_at(fd, &name, true).ok()).flatten();
        entry.meta = Some(Meta {
            size: stat.size,
            mtime: stat.mtime_micros(),
            mode: stat.mode,
            target: target.map(|path| OsString::from_vec(path.into_bytes()).into()),
            leads_to_directory: behind.is_some_and(|stat| stat.kind == FileKind::Directory),
        });
    }
    // Some filesystems tell the type of a name only here.
    sort(entries);
}

/// Gives the bytes free for this user on the filesystem of a directory.
pub fn free(dir: &Path) -> Option<u64> {
    sys::free_space(open(dir).ok()?.as_fd()).ok()
}

fn open(dir: &Path) -> Sys<OwnedFd> {
    let path = CString::new(dir.as_os_str().as_bytes()).map_err(|_| Errno::INVAL)?;
    sys::open_dir(sys::CWD, &path, true)
}

fn sort(entries: &mut [Entry]) {
    entries.sort_by(|a, b| {
        let is_file = |entry: &Entry| entry.kind != FileKind::Directory;
        is_file(a).cmp(&is_file(b)).then_with(|| natural(&a.name, &b.name))
    });
}
