//! Copies pieces of large files, which parts of a plan have, and names those files in its last step.
//!
//! Each piece goes to its place in one hidden file (`parts/pieces.rs`). What a process checks before it writes holds when it
//! ends, too: the source is the one of the plan. The destination changes in the last step alone.

use std::ffi::{CStr, CString, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use super::copier::{Copier, Step};
use super::ends::{DataError, Ends, Moved};
use super::existing::{ExistingFile, Placement};
use super::finish::Finish;
use super::publish::{Staged, unlink_own};
use crate::contract::error::{Action, Code};
use crate::contract::event::{FileKind, Mover, Op, SkipReason};
use crate::contract::spec::ConflictPolicy;
use crate::job::conflict::same_size_and_mtime;
use crate::job::ending::Done;
use crate::parts::disk;
use crate::parts::pieces::{Gathered, Piece};
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
    fn is_as_planned(&self, step: Step<'_>, meta: &Meta) -> bool {
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

    /// Opens the hidden file, which the first part makes and notes in the folder of the plan.
    ///
    /// # Errors
    /// `ESTALE` if it is not the whole file that was noted, since what was written to that is gone.
    fn open_hidden(&self, step: Step<'_>, hidden: &CStr, meta: &Meta) -> Sys<OwnedFd> {
        let dir = step.pair.dst();
        let noted = self.note_of(hidden);
        let is_noted = || noted.as_deref().is_some_and(disk::exists);
        // A mode by which each process can open it; the last step sets the right one.
        match sys::create_new(dir, hidden, self.birth_mode(meta) | 0o200) {
            Err(errno) if sys::exists(errno) => {}
            Err(errno) => return Err(errno),
            Ok(file) if is_noted() => {
                let made = sys::stat_fd(file.as_fd())?;
                unlink_own(dir, hidden, made.id());
                return Err(Errno::STALE);
            }
            Ok(_) => {}
        }
        let file = sys::open_planted(dir, hidden)?;
        let found = sys::stat_fd(file.as_fd())?;
        // Another file of this name would be written into.
        if found.kind != FileKind::File || found.nlink != 1 || found.size > meta.size {
            return Err(Errno::EXIST);
        }
        if is_noted() {
            return if found.size == meta.size { Ok(file) } else { Err(Errno::STALE) };
        }
        // Each process that may write to it notes it first: the one that made it may have been killed before.
        sys::set_size(file.as_fd(), meta.size)?;
        if let Some(noted) = &noted {
            let written = disk::replace(noted, b"");
            written.map_err(|error| error.errno.map_or(Errno::IO, Errno::from_raw_os_error))?;
        }
        Ok(file)
    }

    /// Where the folder of the plan notes that a hidden file was made.
    fn note_of(&self, hidden: &CStr) -> Option<PathBuf> {
        let name = hidden.to_bytes().rsplit(|byte| *byte == b'/').next()?;
        Some(self.job.plan_dir()?.join("results").join(OsStr::from_bytes(name)))
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
        let (written, sole) = match gathered {
            Some(Gathered::Whole { written, sole }) => (written, sole),
            // The part has told why; what was written stays for its next attempt.
            Some(Gathered::Failed) => {
                return self.skipped(worker, step, SkipReason::Missing, meta.size);
            }
            Some(Gathered::Skipped) => {
                return self.skipped(worker, step, SkipReason::Policy, meta.size);
            }
            Some(Gathered::Torn) | None => {
                if has_another_copy(step, meta) {
                    return self.skipped(worker, step, SkipReason::Same, meta.size);
                }
                return self.refuse_dst(worker, step.without_retry(), Code::ChangedSince);
            }
        };
        let is_it = |name: &CStr| Stamp::at(dir, name).is_ok_and(|it| it.is_of_same_file(written));
        if is_it(step.item.dst_name) {
            // An earlier last step has named it.
            return self.skipped(worker, step, SkipReason::Same, meta.size);
        }
        let opened = sys::open_planted(dir, hidden);
        let opened = opened.and_then(|file| Ok((sys::stat_fd(file.as_fd())?, file)));
        let file = match opened {
            Ok((found, file)) if found.size == meta.size && found.nlink == 1 && is_it(hidden) => {
                file
            }
            Ok(_) | Err(Errno::NOENT) if has_another_copy(step, meta) => {
                return self.skipped(worker, step, SkipReason::Same, meta.size);
            }
            Ok(_) | Err(Errno::NOENT) => {
                return self.refuse_dst(worker, step.without_retry(), Code::ChangedSince);
            }
            Err(errno) => return self.fail_dst(worker, step, Action::Open, errno),
        };
        if !self.is_as_planned(step, meta) {
            if has_another_copy(step, meta) {
                return self.skipped(worker, step, SkipReason::Same, meta.size);
            }
            return self.refuse(worker, step.without_retry(), Code::ChangedSince);
        }
        match holes_are_zeros(src.as_fd(), file.as_fd()) {
            Ok(true) => {}
            // It is as it was before some parts have written to it: another state of its filesystem came back.
            Ok(false) => return self.refuse_dst(worker, step.without_retry(), Code::ChangedSince),
            Err(errno) => return self.fail_sys(worker, step, Action::Read, errno),
        }
        let old = match self.make_way(worker, step, meta, true) {
            Placement::Free => None,
            Placement::Replace(old) => Some(old),
            Placement::Settled | Placement::Waits => {
                // What was refused may be tried again; what the policy skips is needed no more.
                let there = sys::stat_at(dir, step.item.dst_name, false);
                let is_skipped = self.job.spec.options.on_conflict != ConflictPolicy::Fail
                    && there.is_ok_and(|it| it.kind == FileKind::File);
                if let (true, Ok(found)) = (is_skipped, sys::stat_fd(file.as_fd())) {
                    unlink_own(dir, hidden, found.id());
                }
                return;
            }
            Placement::Rename(_) | Placement::Follow(_) => {
                return self.refuse(worker, step.without_retry(), Code::ChangedSince);
            }
        };
        self.started(step, Op::CopyFile, None);
        self.publish_divided(worker, step, src, meta, (file, hidden, old, sole));
    }

    /// Copies the hidden file to one that no other process has open.
    fn copy_gathered(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        src: &OwnedFd,
        meta: &Meta,
        hidden: &CStr,
    ) -> Result<Staged, DataError> {
        let from_hidden = |errno| DataError::Sys(Action::Read, errno);
        let whole = sys::open_source(step.pair.dst(), hidden, false).map_err(from_hidden)?;
        let found = sys::stat_fd(whole.as_fd()).map_err(from_hidden)?;
        let mode = self.birth_mode(meta) | 0o200;
        let staged = Staged::named(worker, step.pair, step.item.dst_name, mode);
        let staged = staged.map_err(|errno| DataError::Sys(Action::CreateFile, errno))?;
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
        Ok(staged)
    }

    fn publish_divided(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        src: &OwnedFd,
        meta: &Meta,
        (file, hidden, old, sole): (OwnedFd, &CStr, Option<ExistingFile>, bool),
    ) {
        let gathered = sys::stat_fd(file.as_fd()).map(|found| found.id());
        let staged = if sole {
            Ok(Staged::adopt(step.pair, file, hidden))
        } else {
            self.copy_gathered(worker, step, src, meta, hidden)
        };
        let mut staged = match staged {
            Ok(staged) => staged,
            Err(error) => return self.data_failed(worker, step, meta, error),
        };
        if self.birth_mode(meta) & 0o200 == 0 {
            let made = sys::stat_fd(staged.fd())
                .and_then(|it| sys::set_mode(staged.fd(), it.mode & 0o7577));
            if let Err(errno) = made {
                let_go(staged, sole);
                return self.fail_dst(worker, step, Action::SetMode, errno);
            }
        }
        let mut moved = Moved::nothing();
        (moved.bytes, moved.method) = (meta.size, Some(Mover::ReadWrite));
        match self.finish(worker, step, src, meta, &mut staged, old.as_ref(), moved) {
            Finish::Arrived => {
                if let (false, Ok(gathered)) = (sole, gathered) {
                    unlink_own(step.pair.dst(), hidden, gathered);
                }
            }
            Finish::Failed { error, is_there } => {
                let_go(staged, sole);
                let there = sys::stat_at(step.pair.dst(), step.item.dst_name, false);
                if gathered.is_ok_and(|id| there.is_ok_and(|there| there.id() == id)) {
                    // Another last step was faster.
                    return self.skipped(worker, step, SkipReason::Same, meta.size);
                }
                let step = if is_there { step.without_retry() } else { step };
                self.data_failed(worker, step, meta, error);
            }
            Finish::Taken => {
                let_go(staged, sole);
                self.refuse_dst(worker, step.without_retry(), Code::ChangedSince);
            }
        }
    }
}

/// Lets go of a file that did not get its name. The hidden file itself stays, since another last step needs it and the parts
/// have ended; a copy of it is made once more.
fn let_go(staged: Staged, sole: bool) {
    if sole {
        drop(staged.leave());
    }
}

/// Whether the user has copied a file otherwise, so that its pieces are needed no more.
fn has_another_copy(step: Step<'_>, meta: &Meta) -> bool {
    let there = sys::stat_at(step.pair.dst(), step.item.dst_name, false);
    there.is_ok_and(|there| there.id() != meta.id() && same_size_and_mtime(meta, &there))
}

/// Whether a copy has holes only where its source has zeros: a part that has not written to it has left a hole.
fn holes_are_zeros(src: BorrowedFd<'_>, copy: BorrowedFd<'_>) -> Sys<bool> {
    let size = sys::stat_fd(copy)?.size;
    let mut buffer = vec![0; 1 << 20];
    let mut at = 0;
    while at < size {
        let (start, end) = match sys::next_data(copy, at) {
            Ok(found) => found.unwrap_or((size, size)),
            // A filesystem that knows no holes.
            Err(Errno::INVAL) => return Ok(true),
            Err(errno) => return Err(errno),
        };
        while at < start {
            let most = buffer.len().min((start - at) as usize);
            let got = sys::read_at(src, buffer.get_mut(..most).unwrap_or_default(), at)?;
            if got == 0 || buffer.iter().take(got).any(|byte| *byte != 0) {
                return Ok(false);
            }
            at += got as u64;
        }
        at = end;
    }
    Ok(true)
}
