//! Deletes a directory of the destination with all that is in it.

use std::ffi::CStr;
use std::path::Path;

use crate::contract::error::{Action, OpError};
use crate::contract::event::{FileKind, Op, SkipReason};
use crate::job::Job;
use crate::job::ending::Done;
use crate::walk::descent::Descend;
use fcp_sys::{self as sys, BorrowedFd, Errno, Sys};

/// Deletes a directory with all that is in it.
pub(super) struct Clearing<'a> {
    pub(super) job: &'a Job,
    pub(super) worker: usize,
    /// Whether something in it stays, so that the directories above do, too.
    pub(super) failed: bool,
    /// Whether the directory itself was counted as found, by the caller.
    pub(super) found: bool,
}

impl Clearing<'_> {
    fn ends(&mut self, op: Op, path: &Path, result: Sys<()>) {
        if std::mem::replace(&mut self.found, true) {
            self.job.meter.of(self.worker).found.add(1);
        }
        match result {
            Ok(()) => {
                let paths = || (path.to_owned(), path.to_owned());
                self.job.end_done(self.worker, Done::plain(op), paths);
            }
            Err(Errno::NOENT) => self.job.missing(self.worker, path.to_owned()),
            Err(errno) if sys::is_filled(errno) && self.failed => {
                let paths = (path.to_owned(), path.to_owned());
                self.job.end_skipped(self.worker, SkipReason::NotEmpty, 0, paths);
            }
            Err(errno) => self.fails(OpError::new(Action::Remove, path, errno)),
        }
    }
}

impl Descend for Clearing<'_> {
    fn file(&mut self, dir: BorrowedFd<'_>, path: &Path, name: &CStr, _kind: FileKind) {
        self.job.begins_alone(Op::Unlink, || path.to_owned());
        self.ends(Op::Unlink, path, sys::unlink(dir, name));
    }

    fn enters(&mut self, _path: &Path, _name: &CStr) -> bool {
        true
    }

    fn leave(&mut self, above: BorrowedFd<'_>, path: &Path, name: &CStr) {
        self.job.begins_alone(Op::RemoveDir, || path.to_owned());
        self.ends(Op::RemoveDir, path, sys::remove_dir(above, name));
    }

    fn fails(&mut self, error: OpError) {
        self.failed = true;
        self.job.failed(self.worker, error.path.0.clone(), error);
    }

    fn goes_on(&self) -> bool {
        self.job.control.checkpoint().is_ok()
    }
}
