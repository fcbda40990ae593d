//! Copies pieces of large files, which parts of a plan have, and names those files in its last step.
//!
//! Each piece goes to its place in one hidden file (`parts/pieces.rs`). What a process checks before it writes holds when it
//! ends, too: the source is the one of the plan. The destination changes in the last step alone.

use std::ffi::{CStr, CString};

use super::copier::{Copier, Step};
use super::ends::{DataError, Ends, Moved};
use super::existing::{ExistingFile, Placement};
use super::finish::Finish;
use super::publish::{Staged, unlink_own};
use crate::contract::error::{Action, Code};
use crate::contract::event::{FileKind, Mover, Op, SkipReason};
use crate::job::ending::Done;
use crate::parts::pieces::{Gathered, Piece};
use crate::parts::stamp::Stamp;
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, AsFd, Errno, Meta, OwnedFd, Sys};

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
                self.data_failed(worker, step, meta, error);
            }
        }
    }

    /// Whether the source is what the plan has found.
    fn is_as_planned(&self, step: Step<'_>, meta: &Meta) -> bool {
        let planned = self.job.selection.as_ref();
        let planned = planned.and_then(|it| it.stamp(step.node, step.item.name));
        let now = Stamp::of_moved(step.pair.src(), step.item.name, meta);
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
        let at_destination = |errno| DataError::Sys(Action::CreateFile, errno);
        let dst = self.open_hidden(step, hidden, meta).map_err(at_destination)?;
        let stamp = Stamp::at(step.pair.dst(), hidden).map_err(at_destination)?;
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
            if !self.job.holds_claim() {
                // A cancel would say that all has ended.
                self.job.halt();
                return Err(DataError::Cancelled);
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

    /// Opens the hidden file, which the first part makes.
    fn open_hidden(&self, step: Step<'_>, hidden: &CStr, meta: &Meta) -> Sys<OwnedFd> {
        let dir = step.pair.dst();
        let made = match sys::create_new(dir, hidden, 0o600) {
            Err(errno) if sys::exists(errno) => sys::open_planted(dir, hidden),
            made => made,
        };
        let file = made?;
        let found = sys::stat_fd(file.as_fd())?;
        // Another file of this name would be written into.
        if found.kind != FileKind::File || found.nlink != 1 || found.size > meta.size {
            return Err(Errno::EXIST);
        }
        if found.size < meta.size {
            sys::set_size(file.as_fd(), meta.size)?;
        }
        Ok(file)
    }

    /// Gives a file its name to which all parts have written.
    fn name_divided(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        src: &OwnedFd,
        meta: &Meta,
        (hidden, gathered): (&CString, Option<Gathered>),
    ) {
        let dir = step.pair.dst();
        let written = match gathered {
            Some(Gathered::Whole(written)) => written,
            // The part has told why; what was written stays for its next attempt.
            Some(Gathered::Failed) => {
                return self.skipped(worker, step, SkipReason::Missing, meta.size);
            }
            Some(Gathered::Skipped) => {
                return self.skipped(worker, step, SkipReason::Policy, meta.size);
            }
            Some(Gathered::Torn) | None => {
                return self.refuse_dst(worker, step.without_retry(), Code::ChangedSince);
            }
        };
        let is_it = |name: &CStr| Stamp::at(dir, name).is_ok_and(|it| it.is_of_same(written));
        if is_it(step.item.dst_name) {
            // An earlier last step has named it.
            return self.skipped(worker, step, SkipReason::Same, meta.size);
        }
        if !self.is_as_planned(step, meta) {
            return self.refuse(worker, step.without_retry(), Code::ChangedSince);
        }
        let opened = sys::open_planted(dir, hidden);
        let opened = opened.and_then(|file| Ok((sys::stat_fd(file.as_fd())?, file)));
        let file = match opened {
            Ok((found, file)) if found.size == meta.size && is_it(hidden) => file,
            // A file that was made anew has holes.
            Ok(_) | Err(Errno::NOENT) => {
                return self.refuse_dst(worker, step.without_retry(), Code::ChangedSince);
            }
            Err(errno) => return self.fail_dst(worker, step, Action::Open, errno),
        };
        let old = match self.make_way(worker, step, meta, true) {
            Placement::Free => None,
            Placement::Replace(old) => Some(old),
            Placement::Settled | Placement::Waits => {
                if let Ok(found) = sys::stat_fd(file.as_fd()) {
                    unlink_own(dir, hidden, found.id());
                }
                return;
            }
            Placement::Rename(_) | Placement::Follow(_) => {
                return self.refuse(worker, step.without_retry(), Code::ChangedSince);
            }
        };
        self.started(step, Op::CopyFile, None);
        self.publish_divided(worker, step, src, meta, (file, hidden, old));
    }

    fn publish_divided(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        src: &OwnedFd,
        meta: &Meta,
        (file, hidden, old): (OwnedFd, &CStr, Option<ExistingFile>),
    ) {
        let mut staged = Staged::adopt(step.pair, file, hidden);
        let mut moved = Moved::nothing();
        (moved.bytes, moved.method) = (meta.size, Some(Mover::ReadWrite));
        match self.finish(worker, step, src, meta, &mut staged, old.as_ref(), moved) {
            Finish::Arrived => {}
            Finish::Failed { error, is_there } => {
                // Another last step needs it, since the parts have ended.
                drop(staged.leave());
                let step = if is_there { step.without_retry() } else { step };
                self.data_failed(worker, step, meta, error);
            }
            Finish::Taken => {
                drop(staged.leave());
                self.refuse_dst(worker, step.without_retry(), Code::ChangedSince);
            }
        }
    }
}
