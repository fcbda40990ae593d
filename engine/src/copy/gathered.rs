//! Names large files to whose hidden files parts of a plan have written, in its last step.
//!
//! Two last steps may run at a time. The one that renames the hidden file first has it for itself, and gives it its times
//! and its name. The other one copies it (`gathered_copy.rs`), as does the next one if the first is killed: so neither touches a
//! file of the user's, and each writes what the other does. A copy that gets the name is noted in the folder of the plan; the hidden
//! file itself is told by its inode.

use std::ffi::{CStr, CString};

use super::copier::{Copier, Step};
use super::ends::Moved;
use super::existing::{ExistingFile, Placement};
use super::finish::Finish;
use super::gathered_copy::sweep_copies;
use super::pieces::errno_of;
use super::publish::{Staged, unlink_own};
use crate::contract::error::{Action, Code};
use crate::contract::event::{FileKind, Mover, Op, SkipReason};
use crate::contract::spec::ConflictPolicy;
use crate::job::conflict::same_size_and_mtime;
use crate::parts::pieces::{Gathered, Note};
use crate::parts::stamp::Stamp;
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, Meta, OwnedFd, Sys};

/// A file that all parts have written to.
#[derive(Clone, Copy, Debug)]
struct Whole<'a> {
    /// The name by which parts find it.
    hidden: &'a CStr,
    /// The name that a last step gives it to have it for itself.
    taken: &'a CStr,
    written: Stamp,
    /// Whether no other process may have it open.
    sole: bool,
    note: &'a Note,
}

impl<'a> Whole<'a> {
    /// Finds it under one of its names; tells under how many it is.
    fn find(self, dir: BorrowedFd<'_>) -> Option<(&'a CStr, u64)> {
        let is_it = |name| Stamp::at(dir, name).is_ok_and(|it| it.is_of_same_file(self.written));
        // Twice: another last step may give it the other name meanwhile. Where a link and its removal stand for a rename,
        // a killed one leaves both.
        (0..2).find_map(|_| match (is_it(self.hidden), is_it(self.taken)) {
            (true, is_taken) => Some((self.hidden, 1 + u64::from(is_taken))),
            (false, true) => Some((self.taken, 1)),
            (false, false) => None,
        })
    }

    /// Opens it; gives the name under which it was, and none if it is not there, or not whole.
    fn open(self, dir: BorrowedFd<'_>, meta: &Meta) -> Sys<Option<(&'a CStr, OwnedFd)>> {
        // Another last step may give it the other name after it was found, and its own name after that. On NFS, where a link
        // and its removal stand for a rename, it has one name more in between than were found.
        for _ in 0..8 {
            let Some((name, names)) = self.find(dir) else { break };
            match open_whole(dir, name, names, meta) {
                Err(Errno::NOENT) | Ok(None) => {}
                opened => return Ok(opened?.map(|file| (name, file))),
            }
        }
        Ok(None)
    }

    /// Takes it from other last steps; gives the name under which it is then.
    fn take(&mut self, dir: BorrowedFd<'_>, found: &'a CStr) -> Sys<&'a CStr> {
        if !self.sole || found == self.taken {
            self.sole = false;
            return Ok(found);
        }
        match sys::rename_new(dir, self.hidden, dir, self.taken) {
            Ok(()) => {}
            Err(errno) if errno == Errno::NOENT || sys::exists(errno) => self.sole = false,
            Err(errno) => return Err(errno),
        }
        Ok(self.taken)
    }

    /// Leaves it to the next last step.
    fn give_back(self, dir: BorrowedFd<'_>) {
        if self.sole {
            // Under the other name the next one finds it, too, and copies it.
            sys::best_effort(sys::rename_new(dir, self.taken, dir, self.hidden));
        }
    }

    /// Removes it, since it is needed no more.
    fn remove(self, dir: BorrowedFd<'_>) {
        for name in [self.hidden, self.taken] {
            let is_it = Stamp::at(dir, name).is_ok_and(|it| it.is_of_same_file(self.written));
            if let (true, Ok(found)) = (is_it, sys::stat_at(dir, name, false)) {
                unlink_own(dir, name, found.id());
            }
        }
    }

    /// Whether a last step has named it, or a copy of it.
    fn is_named(self, step: Step<'_>) -> bool {
        Stamp::at(step.pair.dst(), step.item.dst_name)
            .is_ok_and(|it| it.is_of_same_file(self.written) || self.note.has_named(it))
    }
}

impl Copier {
    /// Gives a file its name to which all parts have written.
    pub(super) fn name_divided(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        src: &OwnedFd,
        meta: &Meta,
        (hidden, gathered): (&CStr, Option<Gathered>),
    ) {
        let dir = step.pair.dst();
        let note = self.job.selection.as_ref().and_then(|it| it.note_of(hidden));
        if let Some(note) = &note {
            sweep_copies(dir, hidden, note);
        }
        let (written, sole) = match gathered {
            Some(Gathered::Whole { written, sole }) => (written, sole),
            // What was written stays for the next attempt of the part.
            Some(Gathered::Failed(Some(reason))) => {
                return self.fail(worker, step.without_retry(), *reason);
            }
            Some(Gathered::Failed(None)) => {
                return self.refuse_dst(worker, step.without_retry(), Code::Other);
            }
            Some(Gathered::Skipped) => {
                return self.skipped(worker, step, SkipReason::Policy, meta.size);
            }
            Some(Gathered::Torn) | None => return self.lost(worker, step, meta),
        };
        let Some(note) = note else { return self.lost(worker, step, meta) };
        let taken = [hidden.to_bytes(), b"~"].concat();
        let taken = CString::new(taken).unwrap_or_default();
        let mut whole = Whole { hidden, taken: &taken, written, sole, note: &note };
        let opened = whole.open(dir, meta);
        if whole.is_named(step) {
            return self.skipped(worker, step, SkipReason::Same, meta.size);
        }
        let (found, file) = match opened {
            Ok(Some(opened)) => opened,
            Ok(None) => return self.lost_unless_named(worker, step, meta, whole),
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
        let from = match whole.take(dir, found) {
            Ok(from) => from,
            Err(errno) => return self.fail_dst(worker, step, Action::Publish, errno),
        };
        if whole.is_named(step) {
            return self.skipped(worker, step, SkipReason::Same, meta.size);
        }
        let old = match self.make_way(worker, step, meta, true) {
            Placement::Free => None,
            Placement::Replace(old) => Some(old),
            Placement::Settled | Placement::Waits => {
                // What was refused may be tried again; what the policy skips is needed no more.
                let there = sys::stat_at(dir, step.item.dst_name, false);
                let is_skipped = self.job.spec.options.on_conflict != ConflictPolicy::Fail
                    && there.is_ok_and(|it| it.kind == FileKind::File);
                return if is_skipped { whole.remove(dir) } else { whole.give_back(dir) };
            }
            Placement::Rename(_) | Placement::Follow(_) => {
                whole.give_back(dir);
                return self.refuse(worker, step.without_retry(), Code::ChangedSince);
            }
        };
        self.started(step, Op::CopyFile, None);
        self.publish_divided(worker, step, src, meta, (file, from, old, whole));
    }

    /// Ends a file that cannot be put together, unless the user has copied it otherwise.
    fn lost(&self, worker: &mut Worker, step: Step<'_>, meta: &Meta) {
        if has_another_copy(step, meta) {
            return self.skipped(worker, step, SkipReason::Same, meta.size);
        }
        self.refuse_dst(worker, step.without_retry(), Code::ChangedSince);
    }

    /// Ends a file whose hidden one is not there, or is not whole.
    fn lost_unless_named(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        meta: &Meta,
        whole: Whole<'_>,
    ) {
        if whole.is_named(step) {
            // Another last step was faster.
            return self.skipped(worker, step, SkipReason::Same, meta.size);
        }
        self.lost(worker, step, meta);
    }

    fn publish_divided(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        src: &OwnedFd,
        meta: &Meta,
        (file, from, old, whole): (OwnedFd, &CStr, Option<ExistingFile>, Whole<'_>),
    ) {
        let dir = step.pair.dst();
        let copied = if whole.sole {
            Ok((Staged::adopt(step.pair, file, from), None))
        } else {
            let names = (from, whole.hidden);
            let copied = self.copy_gathered(worker, step, src, meta, (names, whole.note));
            copied.map(|(staged, noted)| (staged, Some(noted)))
        };
        let (staged, noted) = match copied {
            Ok(_) | Err(_) if !whole.sole && whole.is_named(step) => {
                // Another last step was faster; what was copied goes with its name.
                whole.remove(dir);
                return self.skipped(worker, step, SkipReason::Same, meta.size);
            }
            Ok(copied) => copied,
            Err(error) => return self.data_failed(worker, step, meta, error),
        };
        // It lives until the copy has its name or is removed.
        let _noted = noted;
        let mut staged = staged;
        if let Err((action, errno)) = self.prepare_naming(&staged, dir, meta, whole) {
            let_go(staged, dir, whole);
            return self.fail_dst(worker, step, action, errno);
        }
        let mut moved = Moved::nothing();
        (moved.bytes, moved.method) = (meta.size, Some(Mover::ReadWrite));
        match self.finish(worker, step, src, meta, &mut staged, old.as_ref(), moved) {
            Finish::Arrived if !whole.sole => whole.remove(dir),
            Finish::Arrived => {}
            Finish::Failed { .. } | Finish::Taken if whole.is_named(step) => {
                // Another last step was faster.
                let_go(staged, dir, whole);
                self.skipped(worker, step, SkipReason::Same, meta.size);
            }
            Finish::Failed { error, is_there } => {
                let_go(staged, dir, whole);
                let step = if is_there { step.without_retry() } else { step };
                self.data_failed(worker, step, meta, error);
            }
            Finish::Taken => {
                let_go(staged, dir, whole);
                self.refuse_dst(worker, step.without_retry(), Code::ChangedSince);
            }
        }
    }

    /// Prepares a file for its metadata and its name.
    fn prepare_naming(
        &self,
        staged: &Staged,
        dir: BorrowedFd<'_>,
        meta: &Meta,
        whole: Whole<'_>,
    ) -> Result<(), (Action, Errno)> {
        if self.birth_mode(meta) & 0o200 == 0 {
            sys::stat_fd(staged.fd())
                .and_then(|it| sys::set_mode(staged.fd(), it.mode & 0o7577))
                .map_err(|errno| (Action::SetMode, errno))?;
        }
        if let (false, Some(name)) = (whole.sole, staged.name()) {
            // Before it has its name, so that no other last step takes it for a file of the user's.
            let copy = Stamp::at(dir, name).map_err(|errno| (Action::StatDestination, errno))?;
            let noted = whole.note.add_named(copy);
            noted.map_err(|error| (error.action, errno_of(&error)))?;
        }
        Ok(())
    }
}

/// Opens a hidden file; none if it has not the size and as many names as it should.
fn open_whole(dir: BorrowedFd<'_>, name: &CStr, names: u64, meta: &Meta) -> Sys<Option<OwnedFd>> {
    let file = sys::open_planted(dir, name)?;
    let found = sys::stat_fd(file.as_fd())?;
    Ok((found.size == meta.size && found.nlink == names).then_some(file))
}

/// Lets go of a file that did not get its name. The hidden file itself stays, since another last step needs it and the parts
/// have ended; a copy of it is made once more.
fn let_go(staged: Staged, dir: BorrowedFd<'_>, whole: Whole<'_>) {
    if whole.sole {
        drop(staged.leave());
        whole.give_back(dir);
    }
}

/// Whether the user has copied a file otherwise, so that its pieces are needed no more.
pub(super) fn has_another_copy(step: Step<'_>, meta: &Meta) -> bool {
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
