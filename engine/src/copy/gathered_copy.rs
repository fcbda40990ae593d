//! Copies the hidden file of a plan to one that no other process has open, in the last step.
//!
//! The folder of the plan notes the copy before it is made (`parts/copies.rs`), so that a later last step removes it if
//! this one is killed.

use std::ffi::{CStr, CString};

use super::copier::{Copier, Step};
use super::ends::{DataError, Ends, Moved};
use super::pieces::errno_of;
use super::publish::{Staged, unlink_own};
use crate::contract::error::{Action, OpError};
use crate::parts::copies::CopyNote;
use crate::parts::pieces::Note;
use crate::parts::stamp::Stamp;
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, Meta, OwnedFd};

/// A copy that is noted; the note is removed with this, if the copy has its name or is not there any more.
#[derive(Debug)]
pub(super) struct NotedCopy<'a> {
    note: CopyNote,
    dir: BorrowedFd<'a>,
    name: CString,
}

impl Drop for NotedCopy<'_> {
    fn drop(&mut self) {
        if sys::stat_at(self.dir, &self.name, false).is_err_and(|errno| errno == Errno::NOENT) {
            self.note.remove();
        }
    }
}

/// Removes copies of a hidden file that were left by last steps which were killed.
pub(super) fn sweep_copies(dir: BorrowedFd<'_>, hidden: &CStr, note: &Note) {
    for note in note.left_copies() {
        let copy = NotedCopy { name: note.name(hidden), note, dir };
        let Ok(found) = sys::stat_at(dir, &copy.name, false) else { continue };
        let is_it = match copy.note.read() {
            Ok(Some(stamp)) => {
                Stamp::at(dir, &copy.name).is_ok_and(|there| there.is_of_same_file(stamp))
            }
            // It was made, and nothing was written to it yet.
            Ok(None) => found.size == 0,
            Err(_) => false,
        };
        if is_it {
            unlink_own(dir, &copy.name, found.id());
        }
    }
}

impl Copier {
    /// Copies the hidden file, which is now found as `from`.
    pub(super) fn copy_gathered<'a>(
        &self,
        worker: &mut Worker,
        step: Step<'a>,
        src: &OwnedFd,
        meta: &Meta,
        ((from, hidden), note): ((&CStr, &CStr), &Note),
    ) -> Result<(Staged, NotedCopy<'a>), DataError> {
        let from_hidden = |errno| DataError::Sys(Action::Read, errno);
        let dir = step.pair.dst();
        let whole = sys::open_source(dir, from, false).map_err(from_hidden)?;
        let found = sys::stat_fd(whole.as_fd()).map_err(from_hidden)?;
        let unnoted = |error: OpError| DataError::Sys(error.action, errno_of(&error));
        let note = note.add_copy().map_err(unnoted)?;
        let noted = NotedCopy { name: note.name(hidden), note, dir };
        let created = |errno| DataError::Sys(Action::CreateFile, errno);
        let mode = self.birth_mode(meta) | 0o200;
        let file = sys::create_new(dir, &noted.name, mode).map_err(created)?;
        let staged = Staged::adopt(step.pair, file, &noted.name);
        let stamp = Stamp::at(dir, &noted.name).map_err(created)?;
        noted.note.write(stamp).map_err(unnoted)?;
        let route = self.route(step, &found, &whole);
        let ends = Ends {
            src: whole.as_fd(),
            dst: staged.fd(),
            meta: &found,
            route: &route,
            large: None,
            passes: self.passes(meta),
            passing: None,
        };
        let mut moved = Moved::nothing();
        let reached = self.copy_stretch(worker, ends, 0, meta.size, &mut moved)?;
        let now = sys::stat_fd(src.as_fd()).map_err(|errno| DataError::Sys(Action::Stat, errno))?;
        // A process that still writes to the hidden file writes what the source has.
        if reached < meta.size || !now.same_content_as(meta) {
            return Err(DataError::Sys(Action::Read, Errno::STALE));
        }
        Ok((staged, noted))
    }
}
