//! Copies pieces of large files, which parts of a plan have.
//!
//! Each piece goes to its place in one hidden file (`parts/pieces.rs`), which the last step names (`gathered.rs`). What a
//! process checks before it writes holds when it ends, too: the source is the one of the plan.

use std::ffi::CStr;

use super::copier::{Copier, Step};
use super::ends::{DataError, Ends, Moved};
use super::existing::Placement;
use super::gathered::has_another_copy;
use super::publish::unlink_own;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{FileKind, Op, SkipReason};
use crate::job::ending::Done;
use crate::parts::pieces::Piece;
use crate::parts::stamp::Stamp;
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, Meta, OwnedFd, Sys};

/// Bytes after which a process makes sure that no other one has taken its part over: that one may have ended it, and what
/// is written then would change a file that has its name.
const STRETCH: u64 = 64 << 20;

impl Copier {
    /// Copies a piece of a file; in the last step of a plan, gives the file its name.
    pub(super) fn copy_piece(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        src: &OwnedFd,
        meta: &Meta,
        piece: Piece,
    ) {
        let Some(selection) = self.job.selection.clone() else { return };
        let hidden = selection.hidden_name(step.node, step.item.name, step.item.dst_name);
        let Some(hidden) = hidden else { return };
        if !self.job.is_part() {
            let gathered = selection.gathered(step.node, step.item.name);
            return self.name_divided(worker, step, src, meta, (&hidden, gathered));
        }
        if !self.is_as_planned(step, meta) {
            return self.refuse(worker, step.without_retry(), Code::ChangedSince);
        }
        match self.make_way(worker, step, meta, true) {
            Placement::Free | Placement::Replace(_) => {}
            Placement::Settled | Placement::Waits => return,
            // No policy that a plan takes gives another name.
            Placement::Rename(_) | Placement::Follow(_) => {
                return self.refuse(worker, step.without_retry(), Code::ChangedSince);
            }
        }
        self.started(step, Op::CopyFile, None);
        let counters = self.job.meter.of(worker.index);
        let mark = counters.mark();
        counters.begin(step.node, step.item.name, piece.to - piece.from);
        let written = self.write_piece(worker, step, src, meta, (&hidden, piece));
        self.job.meter.of(worker.index).end(piece.to - piece.from);
        match written {
            Ok((moved, stamp)) => {
                self.job.note_written(stamp);
                let done = Done {
                    bytes: piece.to - piece.from,
                    method: moved.method,
                    detail: Some(moved.detail),
                    ..Done::plain(Op::CopyFile)
                };
                self.done(worker, step, done);
            }
            Err(error) => {
                self.job.meter.of(worker.index).discard(&mark);
                if matches!(error, DataError::Sys(Action::CreateFile, Errno::STALE)) {
                    if has_another_copy(step, meta) {
                        return self.skipped(worker, step, SkipReason::Same, piece.to - piece.from);
                    }
                    return self.refuse_dst(worker, step.without_retry(), Code::ChangedSince);
                }
                self.data_failed(worker, step, meta, error);
            }
        }
    }

    /// Whether the source is what the plan has found.
    pub(super) fn is_as_planned(&self, step: Step<'_>, meta: &Meta) -> bool {
        let planned = self.job.selection.as_ref();
        let planned = planned.and_then(|it| it.stamp(step.node, step.item.name));
        let now = Stamp::of_divided(step.pair.src(), step.item.name, meta);
        planned.zip(now.ok()).is_some_and(|(planned, now)| planned == now && now.is_of(meta))
    }

    /// Writes a piece to its place; tells to which file.
    fn write_piece(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        src: &OwnedFd,
        meta: &Meta,
        (hidden, piece): (&CStr, Piece),
    ) -> Result<(Moved, Stamp), DataError> {
        // Another process may have ended the part, and the last step may have named the file: this one was stopped for long.
        self.keep_piece()?;
        let at_destination = |errno| DataError::Sys(Action::CreateFile, errno);
        let (dst, stamp) = self.open_hidden(step, hidden, meta).map_err(at_destination)?;
        let route = self.route(step, meta, src);
        let mut moved = Moved::nothing();
        let ends = Ends {
            src: src.as_fd(),
            dst: dst.as_fd(),
            meta,
            route: &route,
            large: None,
            passes: self.passes(meta),
            passing: None,
        };
        let mut at = piece.from;
        while at < piece.to {
            if at > piece.from {
                self.keep_piece()?;
            }
            let end = piece.to.min(at + STRETCH);
            at = self.copy_stretch(worker, ends, at, end, &mut moved)?;
            if at < end {
                return Err(DataError::Sys(Action::Read, Errno::STALE));
            }
        }
        let now = sys::stat_fd(src.as_fd()).map_err(|errno| DataError::Sys(Action::Stat, errno))?;
        if !now.same_content_as(meta) {
            return Err(DataError::Sys(Action::Read, Errno::STALE));
        }
        // The plan remembers the part as done, whatever filesystem is mounted there.
        sys::sync_file(dst.as_fd()).map_err(|errno| DataError::Sys(Action::Sync, errno))?;
        sys::close(dst).map_err(|errno| DataError::Sys(Action::Close, errno))?;
        Ok((moved, stamp))
    }

    /// Stops a part that another process has taken over.
    fn keep_piece(&self) -> Result<(), DataError> {
        if self.job.holds_claim() {
            return Ok(());
        }
        // A cancel would say that all has ended.
        self.job.halt();
        Err(DataError::Cancelled)
    }

    /// Opens the hidden file, which the first part makes, and tells which one it is.
    ///
    /// # Errors
    /// `ESTALE` if it is not the whole file that was noted, since what was written to that is gone.
    fn open_hidden(&self, step: Step<'_>, hidden: &CStr, meta: &Meta) -> Sys<(OwnedFd, Stamp)> {
        let dir = step.pair.dst();
        // A mode by which each process can open it; the last step sets the right one.
        let made = match sys::create_new(dir, hidden, self.birth_mode(meta) | 0o200) {
            Ok(file) => Some(sys::stat_fd(file.as_fd())?.id()),
            Err(errno) if sys::exists(errno) => None,
            Err(errno) => return Err(errno),
        };
        let opened = self.open_noted(dir, hidden, meta);
        if let (Err(_), Some(made)) = (&opened, made) {
            unlink_own(dir, hidden, made);
        }
        opened
    }

    /// Opens the hidden file that is there, if it is the one that was noted in the folder of the plan.
    ///
    /// Each process that may write to it notes it first: the one that made it may have been killed before. The first note
    /// is the only one, so that a process which was stopped, and makes the file once more when it is named, is refused.
    fn open_noted(&self, dir: BorrowedFd<'_>, hidden: &CStr, meta: &Meta) -> Sys<(OwnedFd, Stamp)> {
        let file = sys::open_planted(dir, hidden)?;
        let found = sys::stat_fd(file.as_fd())?;
        // Another file of this name would be written into.
        if found.kind != FileKind::File || found.nlink != 1 || found.size > meta.size {
            return Err(Errno::EXIST);
        }
        let stamp = Stamp::at(dir, hidden)?;
        let selection = self.job.selection.as_ref();
        let note = selection.and_then(|it| it.note_of(hidden)).ok_or(Errno::INVAL)?;
        let mut noted = note.read().map_err(|error| errno_of(&error))?;
        if noted.is_none() {
            sys::set_size(file.as_fd(), meta.size)?;
            if note.write(stamp).map_err(|error| errno_of(&error))? {
                return Ok((file, stamp));
            }
            noted = note.read().map_err(|error| errno_of(&error))?;
        }
        let is_whole = sys::stat_fd(file.as_fd())?.size == meta.size;
        let is_it = noted.is_some_and(|noted| noted.is_of_same_file(stamp));
        if is_it && is_whole && stamp.is_of(&found) { Ok((file, stamp)) } else { Err(Errno::STALE) }
    }
}

/// Gives the errno of a step in the folder of a plan.
pub(super) fn errno_of(error: &OpError) -> Errno {
    error.errno.map_or(Errno::IO, Errno::from_raw_os_error)
}
