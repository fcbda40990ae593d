//! Removes an existing item of another type that is in the way of a copy.

use std::ffi::{CStr, CString, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use super::copier::{Copier, Step};
use super::extras::takes;
use super::removals::discard;
use super::undo_lines::line_of_kept;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{FileKind, Op};
use crate::contract::spec::{Destination, MismatchPolicy};
use crate::job::Job;
use crate::parts::stamp::Stamp;
use crate::record::Line;
use crate::walk::descent::{Descend, descend};
use crate::walk::item::Item;
use crate::walk::node::DirNode;
use crate::walk::operand::{base_of, parent_of};
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, Meta, Sys};

/// What came of the removal of an item that is in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cleared {
    /// The name is free.
    Free,
    /// Another process that works at the plan was faster: the name leads to something else now, or to nothing.
    Again,
    /// It stays, and the item that it is in the way of has ended.
    Settled,
}

/// Whether an item of some kind that is in the way is never removed: the user has named it, the filters leave it out, or it
/// is a directory in which they may leave out something, or whose items would have to be counted first.
pub(crate) fn stays_in_the_way(job: &Job, node: &DirNode, item: Item<'_>, kind: FileKind) -> bool {
    // A path that the user gave as that of a file is no reason to remove a whole directory.
    if node.parent.is_none() && matches!(job.spec.destination, Some(Destination::As(_))) {
        return true;
    }
    let limited = job.spec.options.removals.as_ref().is_some_and(|it| it.limit.is_some());
    let name = item.dst_name;
    match (kind, &job.selection) {
        (FileKind::Directory, _) => limited || job.is_filtered(),
        // A part knows no filters: of what they leave out nothing was noted.
        (_, Some(selection)) => {
            job.is_filtered() && selection.stamp_in_the_way(node, item.name, false).is_none()
        }
        _ if node.parent.is_none() => {
            !job.filters.accepts_operand(Path::new(OsStr::from_bytes(name.to_bytes())), kind)
        }
        _ => !takes(job, node, name, kind),
    }
}

impl Copier {
    /// Removes an item of another type that is in the way of this one; if it cannot, this one has ended.
    pub(super) fn removes_in_the_way(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        meta: &Meta,
        old: &Meta,
    ) -> Cleared {
        let options = &self.job.spec.options;
        let removals = options.removals.as_ref();
        let permanent = removals.is_some_and(|it| it.permanent);
        let is_dir = old.kind == FileKind::Directory;
        let limit = removals.and_then(|it| it.limit);
        if options.on_mismatch != MismatchPolicy::Replace
            || stays_in_the_way(&self.job, step.node, step.item, old.kind)
        {
            self.fail_conflict(worker, step, meta, old);
            return Cleared::Settled;
        }
        if self.created.is_of_earlier_archive(old) {
            self.refuse(worker, step, Code::JustCreated);
            return Cleared::Settled;
        }
        if limit.is_some_and(|limit| !self.counts_one_more(limit)) {
            self.fail_conflict(worker, step, meta, old);
            return Cleared::Settled;
        }
        let path = step.dst_path();
        match self.remove_in_the_way(worker.index, step, is_dir, permanent, &path) {
            Ok(trashed) => {
                // Once, as for what is removed in the end: each call tells the new totals.
                self.job.adds_to_totals(1);
                if let Some(recorder) = self.job.recorder.as_ref().filter(|_| !step.node.created) {
                    let from = recorder.full(&step.src_path());
                    let path = recorder.full(&path);
                    recorder.note(&match trashed {
                        Some(id) => line_of_kept(path, from, id),
                        None => Line::lost(path, from),
                    });
                }
                Cleared::Free
            }
            // All parts that have something in a directory make it, and one of them makes way for it. A process that was
            // taken for dead may do so for a file of its part.
            Err(_) if self.was_cleared(step, old) => Cleared::Again,
            Err(error) => {
                self.fail(worker, step, error.with(step.src_path()));
                Cleared::Settled
            }
        }
    }

    /// Whether an item that is in the way of one of a plan is what the walk has found; a directory goes with all that is in
    /// it.
    fn may_clear(
        &self,
        step: Step<'_>,
        (dir, name): (BorrowedFd<'_>, &CStr),
        is_dir: bool,
    ) -> Sys<bool> {
        let Some(selection) = &self.job.selection else { return Ok(true) };
        let planned = selection.stamp_in_the_way(step.node, step.item.name, is_dir);
        let found = Stamp::of_extra(dir, name, false)?;
        Ok(planned.is_some_and(|planned| planned.holds(found)))
    }

    /// Whether another part of the plan has removed an item that is in the way.
    fn was_cleared(&self, step: Step<'_>, old: &Meta) -> bool {
        let there = || sys::stat_at(step.pair.dst(), step.item.dst_name, false);
        // A new directory may have the number of the file that it took the place of.
        let is_old = |there: Meta| (there.id(), there.kind) == (old.id(), old.kind);
        self.job.selection.is_some() && !there().is_ok_and(is_old)
    }

    /// Counts an item that is removed before the others are; `false` if the limit does not allow it.
    fn counts_one_more(&self, limit: u64) -> bool {
        let one_more = |count: u64| (count < limit).then_some(count + 1);
        let counted = &self.removing.counted;
        counted.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).is_ok()
    }

    fn remove_in_the_way(
        &self,
        index: usize,
        step: Step<'_>,
        is_dir: bool,
        permanent: bool,
        path: &Path,
    ) -> Result<Option<PathBuf>, OpError> {
        let failed = |errno| OpError::new(Action::Remove, path, errno);
        let dir = sys::enter_dir(step.pair.dst(), &parent_of(step.item.dst_name), true)
            .map_err(failed)?;
        let name =
            CString::new(base_of(step.item.dst_name)).map_err(|_nul| failed(Errno::INVAL))?;
        if is_dir && self.removing.extras.spares(&self.job, dir.as_fd(), &name) {
            return Err(OpError::refused(Action::Remove, Code::Overlap, path));
        }
        if !self.may_clear(step, (dir.as_fd(), &name), is_dir).map_err(failed)? {
            return Err(OpError::refused(Action::Remove, Code::ChangedSince, path));
        }
        // A part deletes nothing: a directory that is half deleted when its process dies is not that of the walk any more,
        // and what comes into it then could not be told from the rest.
        let is_part = self.job.selection.is_some();
        if !permanent || is_part {
            // Where other processes make the same items, what was in the way may be a new one of theirs now.
            let is_dir = is_part.then_some(is_dir);
            let item = (dir.as_fd(), name.as_c_str());
            self.job.begins_alone(Op::Trash, || path.to_owned());
            let trashed = discard(&self.job, &self.trashes, item, path, is_dir)?;
            self.job.removed(index, Op::Trash, path);
            return Ok(Some(trashed));
        }
        if !is_dir {
            self.job.begins_alone(Op::Unlink, || path.to_owned());
            sys::unlink(dir.as_fd(), &name).map_err(failed)?;
            self.job.removed(index, Op::Unlink, path);
            return Ok(None);
        }
        let mut emptying = Emptying { job: &self.job, index, first: None };
        descend(dir.as_fd(), &name, path, &mut emptying);
        match emptying.first {
            Some(error) => Err(error),
            None if self.job.control.is_cancelled() => Err(failed(Errno::INTR)),
            None => Ok(None),
        }
    }
}

/// Deletes a directory that is in the way; if it cannot, the item fails that it is in the way of.
struct Emptying<'a> {
    job: &'a Job,
    index: usize,
    first: Option<OpError>,
}

impl Emptying<'_> {
    fn note(&mut self, op: Op, path: &Path, result: Sys<()>) {
        match result {
            Ok(()) => self.job.removed(self.index, op, path),
            Err(errno) => self.fails(OpError::new(Action::Remove, path, errno)),
        }
    }
}

impl Descend for Emptying<'_> {
    fn file(&mut self, dir: BorrowedFd<'_>, path: &Path, name: &CStr, _kind: FileKind) {
        self.job.begins_alone(Op::Unlink, || path.to_owned());
        self.note(Op::Unlink, path, sys::unlink(dir, name));
    }

    fn enters(&mut self, _path: &Path, _name: &CStr) -> bool {
        true
    }

    fn leave(&mut self, above: BorrowedFd<'_>, path: &Path, name: &CStr) {
        self.job.begins_alone(Op::RemoveDir, || path.to_owned());
        self.note(Op::RemoveDir, path, sys::remove_dir(above, name));
    }

    fn fails(&mut self, error: OpError) {
        self.first.get_or_insert(error);
    }

    fn goes_on(&self) -> bool {
        self.first.is_none() && self.job.control.checkpoint().is_ok()
    }
}
