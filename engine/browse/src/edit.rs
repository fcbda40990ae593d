//! Makes small changes that need no job: creates and renames items, and sets modes and owners.
//!
//! Nothing here replaces anything. Each change gives an [`Edit`], by which [`undo`] takes it back as
//! long as nothing else has changed since.

mod attributes;
mod bulk;
mod links;
mod mode;
#[cfg(test)]
mod tests;
mod undo;

use std::collections::HashMap;
use std::ffi::{CString, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

pub use attributes::{AttributeChange, Changed, ShownAs, check_type, set_mode, set_owner};
pub use bulk::{Problem, RenameResult, Renames, problems, rename_all};
pub use links::{LinkKind, links};
pub use mode::ModeChange;
pub use undo::undo;

use fcp_engine::error::{Action, Code, OpError};
use fcp_engine::event::FileKind;
use fcp_sys::{self as sys, BorrowedFd, Errno, Identity, Meta, Sys};

/// A change that was made, with what it takes to undo it; [`Machines::undo`](crate::far::Machines::undo) undoes also one on
/// another machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Names that were made, outer directories first.
    Made(Vec<Made>),
    /// A name that was changed.
    Renamed {
        /// What it was.
        from: PathBuf,
        /// What it is.
        to: PathBuf,
        /// What it leads to.
        id: Identity,
    },
    /// Names in one directory that were changed together.
    RenamedAll {
        /// The directory.
        dir: PathBuf,
        /// What each was and is, and what it leads to.
        names: Vec<(std::ffi::OsString, std::ffi::OsString, Identity)>,
    },
    /// Modes and owners that were changed.
    Attributes(Vec<AttributeChange>),
}

impl Edit {
    /// Gives the item that it is about: the innermost one that was made, or what was renamed, where it is now.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Made(made) => made.last().map(|made| made.path.as_path()),
            Self::Renamed { to, .. } => Some(to),
            Self::RenamedAll { .. } | Self::Attributes(_) => None,
        }
    }
}

/// A name that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// Where.
    pub path: PathBuf,
    /// What it is.
    pub kind: MadeKind,
    /// What it leads to.
    pub id: Identity,
}

/// What was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MadeKind {
    /// An empty directory.
    Directory,
    /// An empty file.
    File,
    /// A symbolic link.
    Symlink,
    /// Another name of a file.
    HardLink,
}

/// Gives the bits that new files do not get, as `ModeChange::apply` wants them.
pub fn umask() -> u32 {
    sys::umask()
}

/// Makes a directory, and with `parents` those above it that are missing.
///
/// # Errors
/// `EEXIST` if there is anything of that name. Parents that were made are gone again after any error.
pub fn make_directory(path: &Path, parents: bool) -> Result<Edit, OpError> {
    let make = |path: &Path| -> Result<Made, OpError> {
        let name = c_path(path, Action::CreateDir)?;
        let made = sys::make_dir(sys::CWD, &name, 0o777);
        made.map_err(|errno| OpError::new(Action::CreateDir, path, errno))?;
        made_now(path, &name, MadeKind::Directory, Action::CreateDir)
    };
    let mut made = Vec::new();
    let mut missing = Vec::new();
    if parents {
        let exists = |above: &&Path| above.as_os_str().is_empty() || stat(above).is_ok();
        missing.extend(path.ancestors().skip(1).take_while(|above| !exists(above)));
    }
    let above = missing.into_iter().rev().map(|above| match make(above) {
        // Another process has created it in the meantime.
        Err(error) if error.code == Code::Exists => Ok(None),
        result => result.map(Some),
    });
    let made_all = || -> Result<(), OpError> {
        for one in above {
            made.extend(one?);
        }
        made.push(make(path)?);
        Ok(())
    };
    match made_all() {
        Ok(()) => Ok(Edit::Made(made)),
        Err(error) => {
            // What cannot be removed is in use by now.
            drop(undo(&Edit::Made(made)));
            Err(error)
        }
    }
}

/// Makes an empty file.
///
/// # Errors
/// `EEXIST` if there is anything of that name.
pub fn make_file(path: &Path) -> Result<Edit, OpError> {
    make(path, MadeKind::File, Action::CreateFile, |name| {
        sys::create_new(sys::CWD, name, 0o666).map(drop)
    })
}

/// Makes a symbolic link, which leads wherever its target says.
///
/// # Errors
/// `EEXIST` if there is anything of that name.
pub fn symlink(target: &Path, at: &Path) -> Result<Edit, OpError> {
    let target = c_path(target, Action::CreateSymlink)?;
    make(at, MadeKind::Symlink, Action::CreateSymlink, |name| sys::symlink(&target, sys::CWD, name))
}

/// Gives a file another name; a symlink is not followed.
///
/// # Errors
/// `EEXIST` if there is anything of that name, `EXDEV` on another filesystem.
pub fn hard_link(of: &Path, at: &Path) -> Result<Edit, OpError> {
    let old = c_path(of, Action::CreateHardLink)?;
    make(at, MadeKind::HardLink, Action::CreateHardLink, |name| {
        sys::hard_link(sys::CWD, &old, sys::CWD, name, false)
    })
    .map_err(|error| error.with(of))
}

/// Renames, within a filesystem; a symlink is not followed.
///
/// # Errors
/// `EEXIST` if the new name is taken, `EXDEV` on another filesystem: that takes a job.
pub fn rename(from: &Path, to: &Path) -> Result<Edit, OpError> {
    let failed = |errno| OpError::new(Action::Move, from, errno).with(to);
    let (old, new) = (c_path(from, Action::Move)?, c_path(to, Action::Move)?);
    rename_at(sys::CWD, &old, &new).map_err(failed)?;
    let id = Identity::at(sys::CWD, &new).map_err(failed)?;
    Ok(Edit::Renamed { from: from.to_owned(), to: to.to_owned(), id })
}

/// Renames below a directory without replacing, and lets a name change its case alone.
fn rename_at(dir: BorrowedFd<'_>, old: &CString, new: &CString) -> Sys<()> {
    match sys::rename_new(dir, old, dir, new) {
        // What is there is the very same name to a filesystem that folds case.
        Err(Errno::EXIST) if is_one_name(dir, old, new) => sys::rename(dir, old, dir, new),
        result => result,
    }
}

/// Whether two names are one to the filesystem.
fn is_one_name(dir: BorrowedFd<'_>, one: &CString, other: &CString) -> bool {
    let stat = |name| sys::stat_at(dir, name, false);
    let (Ok(first), Ok(second)) = (stat(one), stat(other)) else { return false };
    // A directory has but one name; a file has as many as it says.
    first.id() == second.id() && (first.kind == FileKind::Directory || first.nlink == 1)
}

/// Refuses an item that is another one than the user was shown.
///
/// # Errors
/// It is, or it cannot be looked at.
pub fn check_same(path: &Path, shown: Option<Identity>, action: Action) -> Result<(), OpError> {
    shown.map_or(Ok(()), |shown| check(path, shown, action))
}

/// What tells items from others that may come to their names.
pub type Known = HashMap<PathBuf, Identity>;

/// Looks which items of a directory have some names; those that are not there are left out.
pub fn identities(dir: &Path, names: impl IntoIterator<Item = OsString>) -> Known {
    let of = |name: OsString| {
        let path = dir.join(name);
        let id = Identity::at(sys::CWD, &c_path(&path, Action::Stat).ok()?).ok()?;
        Some((path, id))
    };
    names.into_iter().filter_map(of).collect()
}

/// Refuses if a path leads to something else than it did.
fn check(path: &Path, id: Identity, action: Action) -> Result<(), OpError> {
    let name = c_path(path, action)?;
    let found = Identity::at(sys::CWD, &name);
    let now = found.map_err(|errno| OpError::new(action, path, errno))?;
    if now.is(id) { Ok(()) } else { Err(OpError::refused(action, Code::ChangedSince, path)) }
}

fn make(
    path: &Path,
    kind: MadeKind,
    action: Action,
    call: impl FnOnce(&CString) -> Sys<()>,
) -> Result<Edit, OpError> {
    let name = c_path(path, action)?;
    call(&name).map_err(|errno| OpError::new(action, path, errno))?;
    Ok(Edit::Made(vec![made_now(path, &name, kind, action)?]))
}

fn made_now(path: &Path, name: &CString, kind: MadeKind, action: Action) -> Result<Made, OpError> {
    let found = Identity::at(sys::CWD, name);
    let id = found.map_err(|errno| OpError::new(action, path, errno))?;
    Ok(Made { path: path.to_owned(), kind, id })
}

fn stat(path: &Path) -> Result<Meta, OpError> {
    let name = c_path(path, Action::Stat)?;
    sys::stat_at(sys::CWD, &name, false).map_err(|errno| OpError::new(Action::Stat, path, errno))
}

fn c_path(path: &Path, action: Action) -> Result<CString, OpError> {
    CString::new(path.as_os_str().as_bytes())
        .map_err(|_nul| OpError::new(action, path, Errno::INVAL))
}
