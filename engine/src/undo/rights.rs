//! Gives folders the rights back that a job has changed.
//!
//! What the job brought there may be for few to see. So at first a folder only loses what it would lose; what it gains it
//! gets in the end, and in an undo only if nothing has stayed.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::look::{identity, place_of, stat};
use super::tell::refuse;
use crate::contract::error::{Action, Code, OpError};
use crate::job::Job;
use crate::record::{Acls, Line, Rights, is_within};
use fcp_sys::{self as sys, AsFd, Errno, Identity, Meta, OwnedFd, Sys, c_path};

/// A folder whose rights a job has changed, once or more.
#[derive(Debug)]
pub(super) struct Changed {
    path: PathBuf,
    id: Identity,
    was: Rights,
    now: Rights,
    /// All that it had in between, and these two.
    all: Vec<Rights>,
    /// Its ACLs before and since.
    acls: Option<[Acls; 2]>,
}

impl Changed {
    /// The last change of a folder, which is this inode.
    pub(super) fn new(
        path: &Path,
        id: Identity,
        [was, now]: [Rights; 2],
        acls: Option<[Acls; 2]>,
    ) -> Self {
        Self { path: path.to_owned(), id, was, now, all: vec![was, now], acls }
    }

    /// Adds an earlier change of the same folder; `false` if it was that of another one.
    pub(super) fn follows(&mut self, earlier: &Self) -> bool {
        if self.id.is(earlier.id) {
            self.was = earlier.was;
            self.all.extend([earlier.was, earlier.now]);
            self.acls = match (self.acls.take(), earlier.acls.clone()) {
                (Some([_, now]), Some([was, _])) => Some([was, now]),
                (later, earlier) => later.or(earlier),
            };
        }
        self.id.is(earlier.id)
    }

    /// The folder, if it does not have the rights of before.
    ///
    /// # Errors
    /// It has others than the job has given it, or cannot be looked at.
    pub(super) fn due(&self) -> Result<Option<Meta>, OpError> {
        let path = &self.path;
        let acls = || self.acls.as_ref().map(|_| acls_of(path)).transpose();
        let found = identity(path).and_then(|id| Ok((id, stat(path)?, acls()?)));
        let (id, meta, acls) = match found {
            Ok(found) => found,
            Err(Errno::NOENT) => return Ok(None),
            Err(errno) => return Err(OpError::new(Action::SetMode, path, errno)),
        };
        // Another one has its name by now, and it took its rights with it.
        if !id.is(self.id) {
            return Ok(None);
        }
        let (shown, [are_back, are_known]) = match (&acls, &self.acls) {
            (Some(found), Some([was, now])) => {
                let are_known = [was, now].into_iter().any(|acls| found.are_like(acls));
                (found.unmasked(&meta), [found == was, are_known])
            }
            _ => (meta, [true; 2]),
        };
        if are_back && self.was.are_of(&shown) {
            Ok(None)
        } else if are_known && Rights::lead_to(&self.all, &shown) {
            Ok(Some(meta))
        } else {
            Err(OpError::refused(Action::Undo, Code::ChangedSince, path))
        }
    }

    /// Takes from a folder what it will lose; gives what it had, if that is more.
    pub(super) fn narrow(self, job: &Job) -> Narrowed {
        let mut before = None;
        if !job.control.is_cancelled()
            && let Ok(Some(meta)) = self.due()
        {
            let narrow = self.now.narrowed(self.was);
            let mode = meta.mode & (narrow | 0o7700);
            if mode != meta.mode && self.set_mode(mode).is_ok() {
                before = Some(meta.mode);
            }
        }
        Narrowed { changed: self, before }
    }

    fn set_mode(&self, mode: u32) -> Sys<()> {
        let opened = self.open()?;
        sys::set_mode(opened.as_fd(), mode)
    }

    fn open(&self) -> Sys<OwnedFd> {
        let name = c_path(&self.path).ok_or(Errno::INVAL)?;
        let opened = sys::enter_dir(sys::CWD, &name, false)?;
        let now = sys::stat_fd(opened.as_fd())?;
        if now.id() != self.id.id {
            return Err(Errno::STALE);
        }
        Ok(sys::unlock_dir(opened.as_fd(), now.mode)?.unwrap_or(opened))
    }
}

/// A folder that is about to get its rights back.
#[derive(Debug)]
pub(super) struct Narrowed {
    changed: Changed,
    /// The mode that it had before it was narrowed.
    before: Option<u32>,
}

impl Narrowed {
    /// Follows the folder to where an undo that `began` at this time, in microseconds since the Unix epoch, has moved it,
    /// alone or in another one.
    pub(super) fn follow(&mut self, places: &HashMap<&Path, &Path>, began: u64) {
        let Some(path) = place_of(places, &self.changed.path) else { return };
        let Ok(now) = identity(&path) else { return };
        let old = self.changed.id;
        // On another filesystem the undo has made it; one that was there is the user's.
        let is_made = || {
            now.id.0 != old.id.0 && now.born.is_some_and(|born| is_within(began, sys::now(), born))
        };
        if now.is(old) || is_made() {
            (self.changed.path, self.changed.id) = (path, now);
        }
    }

    /// Gives the folder its rights, or, if something of the job's may have stayed there, what it had.
    pub(super) fn settle(&self, job: &Job, stays: bool) {
        let Self { changed, before } = self;
        let path = &changed.path;
        let told = |errno| refuse(job, path, OpError::new(Action::SetMode, path, errno));
        if job.control.is_cancelled() || stays {
            if let Some(Err(errno)) = before.map(|mode| changed.set_mode(mode)) {
                told(errno);
            }
            return;
        }
        match changed.due() {
            Ok(Some(_)) => {}
            // It had only to be narrowed.
            Ok(None) if before.is_some() && stat(path).is_ok_and(|it| it.id() == changed.id.id) => {
            }
            Ok(None) => return,
            Err(error) => return refuse(job, path, error),
        }
        let give = |opened: OwnedFd| match &changed.acls {
            Some([was, _]) => was.give(opened.as_fd(), changed.was),
            None => changed.was.give(opened.as_fd()),
        };
        match changed.open().and_then(give) {
            Ok(()) => {
                if let Some(recorder) = &job.recorder {
                    let (id, was, now) = (changed.id, changed.now, changed.was);
                    let acls = changed.acls.clone().map(|[was, now]| [now, was]);
                    let path = recorder.full(path);
                    recorder.note(&Line::Rights { path, id, was, now, acls });
                }
            }
            Err(errno) => told(errno),
        }
    }
}

/// Whether a folder has these rights, and these ACLs if they are known.
pub(super) fn has_rights(path: &Path, rights: Rights, acls: Option<&Acls>) -> bool {
    let Ok(meta) = stat(path) else { return false };
    let Some(acls) = acls else { return rights.are_of(&meta) };
    acls_of(path).is_ok_and(|found| found.are_like(acls) && rights.are_of(&found.unmasked(&meta)))
}

fn acls_of(path: &Path) -> Sys<Acls> {
    Acls::at(sys::CWD, &c_path(path).ok_or(Errno::INVAL)?)
}
