//! Says what cannot have the name that the user gave it.

use std::ffi::{CStr, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::place::follows_named;
use super::tops::has_tops;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::FileKind;
use crate::job::Job;
use crate::link::{Item, Link};
use crate::walk::operand::{ends_in_dot, ends_in_slash};
use crate::walk::target::Target;
use fcp_sys::{self as sys, Errno, Sys, c_path};

/// Why an item cannot have the name that the user gave it.
pub(super) fn refusal(job: &Job, target: &Target, link: &Link, item: &Item) -> Option<OpError> {
    let path = target.paths.first()?;
    let is_operand = item.path.0.components().count() == 1;
    if !is_operand || !has_tops(&job.spec.sources, link.is_far()) {
        return None;
    }
    named(job, Ok(item.kind), path_of(path)).err()
}

/// Why nothing can have the name that the user gave: a dot at its end means a directory that is there.
pub(super) fn refused_place(target: &Target) -> Option<OpError> {
    let path = target.paths.first().filter(|path| ends_in_dot(path))?;
    let error = |errno| OpError::new(Action::CreateDir, path_of(path), errno);
    sys::stat_at(sys::CWD, path, true).err().map(error)
}

pub(super) fn path_of(path: &CStr) -> PathBuf {
    PathBuf::from(OsStr::from_bytes(path.to_bytes()))
}

/// Where a file goes that the user has named: to what a symlink leads to, as a copy on one machine does.
///
/// # Errors
/// It leads nowhere, or is a device or a FIFO, which would have to be written to: nothing takes its place. Or a slash is
/// at its end, and it is no folder.
pub(super) fn named(job: &Job, arrives: Sys<FileKind>, dst: PathBuf) -> Result<PathBuf, OpError> {
    match arrives {
        // A slash or a dot at its end means nothing for a folder, nor for a new symlink, which may lead to one.
        Ok(FileKind::Directory) => return Ok(dst.components().collect()),
        Ok(FileKind::Symlink) if kind_of(&dst) == Err(Errno::NOENT) => {
            return Ok(dst.components().collect());
        }
        Ok(_) if ends_in_slash(&dst) => {
            return Err(OpError::new(Action::CreateFile, dst, Errno::ISDIR));
        }
        _ => {}
    }
    if !follows_named(job) || arrives != Ok(FileKind::File) {
        return Ok(dst);
    }
    let real = match kind_of(&dst) {
        Ok(FileKind::Symlink) => std::fs::canonicalize(&dst)
            .map_err(|_| OpError::refused(Action::CreateFile, Code::DanglingSymlink, &dst))?,
        _ => dst,
    };
    match kind_of(&real) {
        Ok(FileKind::CharDevice | FileKind::BlockDevice | FileKind::Fifo | FileKind::Socket) => {
            Err(OpError::refused(Action::CreateFile, Code::Unsupported, real))
        }
        _ => Ok(real),
    }
}

pub(super) fn kind_of(path: &Path) -> Sys<FileKind> {
    let path = c_path(path).ok_or(Errno::NOENT)?;
    sys::stat_at(sys::CWD, &path, false).map(|meta| meta.kind)
}
