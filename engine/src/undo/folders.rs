//! Makes the folders again that a job emptied into others and removed, and removes those that an undo has made.

use std::path::{Path, PathBuf};

use super::look::{exists, identity, stat};
use super::tell::refuse;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{FileKind, Op};
use crate::contract::path::WirePath;
use crate::copy::make_way_to;
use crate::job::Job;
use crate::record::{Folder, Line, Times, Undos};
use fcp_sys::c_path;
use fcp_sys::{self as sys, AsFd, Errno, Identity, Meta, OwnedFd, Sys};

/// The mode of a folder until all that belongs there has come: an earlier undo that was killed has left it so.
const UNFINISHED: u32 = 0o700;

/// A folder that the undo makes again.
#[derive(Debug)]
pub(super) struct Emptied {
    folder: Folder,
    /// As which inode an earlier undo has made it.
    made: Option<Identity>,
    /// The same of one that was killed before it wrote that down; it has left it private.
    unnoted: Option<Identity>,
}

impl Emptied {
    pub(super) fn new(folder: &Folder, times: &Times, undos: &Undos) -> Self {
        let path = &folder.path.0;
        let unnoted = || {
            let id =
                identity(path).ok().filter(|id| id.born.is_some_and(|at| undos.lived_at(at)))?;
            stat(path).is_ok_and(|meta| meta.mode & 0o777 == UNFINISHED).then_some(id)
        };
        Self { folder: folder.clone(), made: times.made(path), unnoted: unnoted() }
    }

    pub(super) fn path(&self) -> &Path {
        &self.folder.path.0
    }

    /// Makes it, unless there is one of its name; gives what is to get its metadata in the end.
    pub(super) fn make(self, job: &Job) -> Option<Made> {
        if job.control.is_cancelled() {
            return None;
        }
        let path = self.path();
        if exists(path) {
            if stat(path).is_ok_and(|meta| meta.kind != FileKind::Directory) {
                refuse(job, path, OpError::refused(Action::Undo, Code::Exists, path));
                return None;
            }
            let id = identity(path).ok()?;
            let is = |it: Option<Identity>| it.is_some_and(|it| id.is(it));
            if !is(self.made) {
                // Another one is the user's, and stays as it is.
                self.unnoted.filter(|_| is(self.unnoted))?;
                note(job, path, id);
            }
            return Some(Made { folder: self.folder, id });
        }
        match new(job, path) {
            Ok(id) => {
                job.done_alone(Op::MakeDir, path, path);
                Some(Made { folder: self.folder, id })
            }
            Err(errno) => {
                refuse(job, path, OpError::new(Action::CreateDir, path, errno));
                None
            }
        }
    }
}

fn new(job: &Job, path: &Path) -> Sys<Identity> {
    make_way_to(job.recorder.as_ref(), path.parent().unwrap_or(Path::new("/")))?;
    let name = c_path(path).ok_or(Errno::INVAL)?;
    sys::make_dir(sys::CWD, &name, UNFINISHED)?;
    let id = identity(path)?;
    note(job, path, id);
    let opened = sys::open_dir(sys::CWD, &name, false)?;
    // It may have inherited an ACL from the folder that it is in.
    sys::drop_acls(opened.as_fd(), true)?;
    sys::set_mode(opened.as_fd(), UNFINISHED)?;
    Ok(id)
}

fn note(job: &Job, path: &Path, id: Identity) {
    if let Some(recorder) = &job.recorder {
        recorder.note(&Line::Parent { path: recorder.full(path), id });
    }
}

/// A folder that an undo has made.
#[derive(Debug)]
pub(super) struct Made {
    folder: Folder,
    id: Identity,
}

impl Made {
    /// Gives it the rights and the times that the folder had.
    pub(super) fn settle(&self, job: &Job) {
        // The next undo does it when it has brought the rest.
        if job.control.is_cancelled() {
            return;
        }
        let WirePath(path) = &self.folder.path;
        let settle = || {
            let open = || sys::open_dir(sys::CWD, &c_path(path).ok_or(Errno::INVAL)?, false);
            let is_unfinished = |opened: &OwnedFd| {
                let mode = sys::stat_fd(opened.as_fd())?.mode;
                Ok(mode & 0o777 == UNFINISHED && identity(path)?.is(self.id))
            };
            let opened = open().map_err(|errno| (Action::OpenDir, errno))?;
            if is_unfinished(&opened).map_err(|errno| (Action::Stat, errno))? {
                self.folder.settle(opened.as_fd())?;
            }
            Ok(())
        };
        if let Err((action, errno)) = settle() {
            refuse(job, path, OpError::new(action, path, errno));
        }
    }
}

/// A directory that was made on the way.
#[derive(Debug)]
pub(super) struct Parent {
    path: PathBuf,
    id: Identity,
    /// What it was before anything left it.
    meta: Option<Meta>,
}

impl Parent {
    pub(super) fn new(path: &Path, id: Identity) -> Self {
        Self { path: path.to_owned(), id, meta: stat(path).ok() }
    }

    /// Removes it if it is empty, and still that one.
    pub(super) fn leave(&self, job: &Job) {
        let (Some(name), Some(meta)) = (c_path(&self.path), self.meta) else { return };
        if !identity(&self.path).is_ok_and(|now| now.is(self.id)) {
            return;
        }
        let folder = Folder::of(self.path.as_path().into(), (sys::CWD, &name), &meta);
        // One that is in use, or that cannot be removed, is in no one's way.
        if sys::remove_dir(sys::CWD, &name).is_ok()
            && let (Some(recorder), Ok(folder)) = (&job.recorder, folder)
        {
            recorder.note(&Line::Emptied(folder));
        }
    }
}
