//! Decides about items that an earlier run of the job may have left in the destination.
//!
//! What was reported is passed over. What else appeared in the destination since the job first started, and
//! holds what its source begins with, is unfinished or was not yet reported: the job makes it anew, whatever
//! the policy says about existing files. All other files belong to the user or to other programs.

use std::ffi::CStr;

use super::copied::Finished;
use super::copier::{Copier, Step};
use super::existing::{ExistingFile, Placement};
use super::naming::Over;
use super::publish::Shelved;
use super::tell::{Done, done_before};
use crate::contract::error::Code;
use crate::contract::event::{FileKind, Op, SkipReason};
use crate::contract::spec::{
    ConflictPolicy, DirectoryPolicy, LinkMode, MismatchPolicy, Overwrite, SMALL_FILE, Verb,
};
use crate::journal::{Journal, sweep};
use crate::walk::node::DirNode;
use crate::walk::worker::Worker;
use fcp_sys::c_path;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Meta};

impl Copier {
    /// The journal of a job that ran before.
    pub(super) fn resumed(&self) -> Option<&Journal> {
        let journal = self.job.journal.as_ref().or(self.job.earlier.as_ref());
        journal.filter(|journal| journal.is_resumed())
    }

    /// Makes room where an earlier run left something; none if that is not so.
    pub(super) fn placement_over_leftover(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        meta: &Meta,
        old: &Meta,
        data: bool,
    ) -> Option<Placement> {
        let journal = self.resumed()?;
        if old.kind == FileKind::Directory || self.created.contains(old) {
            return None;
        }
        // A rename leaves nothing half: what a killed undo has brought there is another item, which also may be older and
        // the beginning of this one, as backups of a log are.
        if self.job.spec.verb == Verb::Undo && !data && meta.dev == old.dev {
            return None;
        }
        let is_ours = journal.is_born_of_job(step.pair.dst(), step.item.dst_name);
        if !is_ours && !self.looks_closer() && self.has_come_since(step, journal) {
            self.refuse_dst(worker, step, Code::ChangedSince);
            return Some(Placement::Settled);
        }
        if !is_ours && !self.is_written_over(journal, old) {
            return None;
        }
        let is_same = crate::job::conflict::same_size_and_mtime(meta, old);
        // A copy gets its times last: this is a whole one, of another item that a killed undo has brought there.
        if self.job.spec.verb == Verb::Undo
            && !is_same
            && !journal.may_be_since_start(old.mtime_micros())
        {
            self.refuse_dst(worker, step, Code::ChangedSince);
            return Some(Placement::Settled);
        }
        let looks_whole = data && is_same;
        let is_alone = !self.created.is_watched();
        if self.moves
            && looks_whole
            && is_alone
            && self.takes_up(worker, step, meta, old, Over::Leftover)
        {
            return Some(Placement::Waits);
        }
        if self.looks_closer() {
            if !self.is_beginning(worker, step, old) {
                return self.placement_over_foreign(worker, step, (meta, old), is_alone);
            }
        } else if is_ours && self.is_changed_since(worker, step, (meta, old), journal) {
            if self.job.control.is_cancelled() {
                // It was not compared to its end.
                self.skipped(worker, step, SkipReason::Cancelled, 0);
            } else {
                self.refuse_dst(worker, step, Code::ChangedSince);
            }
            return Some(Placement::Settled);
        }
        Some(Placement::Replace(ExistingFile { meta: *old, is_ours, keep: false }))
    }

    /// Whether what an earlier run has brought is something else by now, the only one of its kind.
    ///
    /// A copy that a user has edited is no beginning of its source any more. So is one whose source has changed, which
    /// may be replaced by a copy, but not by a move: what has come in the place of a file that was moved is another
    /// file, and the copy is all that is left of the first. After a power cut a copy may hold anything, but then it is older
    /// than the start of the machine, unless another program has changed it since.
    fn is_changed_since(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        (meta, old): (&Meta, &Meta),
        journal: &Journal,
    ) -> bool {
        let is_as_then = |at: i64| !journal.may_be_since_start(at);
        (self.moves || is_as_then(meta.mtime_micros()) && is_as_then(meta.ctime_micros()))
            && self.job.spec.options.overwrite != Overwrite::InPlace
            && (!journal.past().rebooted || journal.is_since_reboot(old.ctime_micros()))
            && !self.is_beginning(worker, step, old)
    }

    /// Whether the source of a move appeared after the move first began, so that what is there may be the file that had
    /// its name then: a rename keeps the time at which a file was made.
    fn has_come_since(&self, step: Step<'_>, journal: &Journal) -> bool {
        self.job.spec.verb == Verb::Move
            && sys::made_at(step.pair.src(), step.item.name)
                .is_some_and(|made| journal.may_be_since_start(made))
    }

    /// Decides about what appeared since the job first started and is no beginning of a copy: a file
    /// of the user's, the copy of another item, or that of a source which has changed.
    fn placement_over_foreign(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        (meta, old): (&Meta, &Meta),
        is_alone: bool,
    ) -> Option<Placement> {
        if self.job.control.is_cancelled() {
            // It was not compared to its end.
            self.skipped(worker, step, SkipReason::Cancelled, 0);
            return Some(Placement::Settled);
        }
        if !is_alone {
            self.refuse(worker, step, Code::JustCreated);
            return Some(Placement::Settled);
        }
        // Only small files, and those written in place, are ever unfinished under their final names. Such a
        // file must not be taken for the user's, nor a file of the user's for an unfinished one.
        let (journal, options) = (self.resumed()?, &self.job.spec.options);
        let may_be_torn = old.kind == FileKind::File
            && (old.size <= SMALL_FILE || options.overwrite == Overwrite::InPlace)
            && (journal.may_be_since_start(meta.ctime_micros()) || journal.past().lost);
        let loses_nothing = matches!(
            options.on_conflict,
            ConflictPolicy::Overwrite | ConflictPolicy::Ask | ConflictPolicy::Rename(_)
        );
        if may_be_torn && !loses_nothing {
            self.fail_conflict(worker, step, meta, old);
            return Some(Placement::Settled);
        }
        None
    }

    /// Whether something is lost if a file of the user's, or the copy of another item, is taken for
    /// what an earlier run has left.
    fn looks_closer(&self) -> bool {
        let options = &self.job.spec.options;
        options.on_conflict != ConflictPolicy::Overwrite
            || options.backup.is_some()
            || options.keep_replaced
            || !self.keeps_names()
    }

    /// Whether an earlier run may have begun to write over an older file, in place.
    fn is_written_over(&self, journal: &Journal, old: &Meta) -> bool {
        let options = &self.job.spec.options;
        let spares = matches!(
            options.on_conflict,
            ConflictPolicy::Skip | ConflictPolicy::Fail | ConflictPolicy::Rename(_)
        );
        options.overwrite == Overwrite::InPlace
            && options.backup.is_none()
            && !spares
            && old.kind == FileKind::File
            && journal.is_of_job(old.mtime_micros())
    }

    /// Whether each item arrives under the name it is asked to, and under one of its own.
    fn keeps_names(&self) -> bool {
        let options = &self.job.spec.options;
        let renames =
            matches!(options.on_conflict, ConflictPolicy::Rename(_) | ConflictPolicy::Ask)
                || matches!(
                    options.on_directory,
                    DirectoryPolicy::Rename(_) | DirectoryPolicy::Ask
                )
                || matches!(options.on_mismatch, MismatchPolicy::Rename(_) | MismatchPolicy::Ask);
        !renames && !self.created.is_watched()
    }

    /// Whether what is there holds what its source begins with, so that nothing is lost with it.
    fn is_beginning(&self, worker: &mut Worker, step: Step<'_>, old: &Meta) -> bool {
        let found = sys::stat_at(step.pair.src(), step.item.name, self.follows(&step));
        match (found, old.kind) {
            (Ok(meta), FileKind::File) if meta.kind == FileKind::File && old.size <= meta.size => {
                matches!(self.begins_with(worker, step, old.size), Ok(true))
            }
            (Ok(meta), FileKind::Symlink) if meta.kind == FileKind::Symlink => {
                let source = sys::read_link(step.pair.src(), step.item.name);
                source.is_ok() && source == sys::read_link(step.pair.dst(), step.item.dst_name)
            }
            (Ok(_), FileKind::Symlink) => {
                let is_asked_for = self.job.spec.options.link == LinkMode::Symbolic;
                let target = sys::read_link(step.pair.dst(), step.item.dst_name);
                is_asked_for && target.is_ok_and(|it| c_path(&step.src_path()) == Some(it))
            }
            (Ok(meta), kind) => kind != FileKind::File && meta.kind == kind,
            (Err(_), _) => false,
        }
    }

    /// Whether an earlier run of the job has made what is there and no directory, or has begun to.
    pub(super) fn is_left_by_this_job(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        old: &Meta,
    ) -> bool {
        let is_born =
            |journal: &Journal| journal.is_born_of_job(step.pair.dst(), step.item.dst_name);
        self.resumed().is_some_and(is_born) && self.is_beginning(worker, step, old)
    }

    /// Whether a file under a name made up for an item is its copy, made by an earlier run.
    pub(super) fn is_renamed_copy(&self, worker: &mut Worker, step: Step<'_>, old: &Meta) -> bool {
        let Some(journal) = self.resumed() else { return false };
        let is_another = || sys::stat_at(step.pair.src(), step.item.dst_name, false).is_ok();
        old.kind != FileKind::Directory
            && !self.created.is_watched()
            && journal.is_born_of_job(step.pair.dst(), step.item.dst_name)
            && !is_another()
            && self.is_beginning(worker, step, old)
    }

    /// Whether an earlier run made this directory for an item.
    pub(super) fn made_before(&self, step: Step<'_>, old: &Meta) -> bool {
        let Some(journal) = self.resumed() else { return false };
        let is_known = || journal.knows(step.node, step.item.name);
        let is_free = step.item.dst_name == step.item.name
            || step.is_operand()
            || sys::stat_at(step.pair.src(), step.item.dst_name, false).is_err();
        old.kind == FileKind::Directory
            && journal.is_born_of_job(step.pair.dst(), step.item.dst_name)
            && (self.keeps_names() || is_free && is_known())
    }

    /// Whether an earlier run made a directory for `--parents`.
    pub(super) fn made_parent_before(&self, dir: BorrowedFd<'_>, name: &CStr) -> bool {
        self.resumed().is_some_and(|journal| journal.is_born_of_job(dir, name))
    }

    /// Ends an operand that an earlier run has moved and not reported; `false` if it did not.
    pub(super) fn has_gone_before(
        &self,
        worker: &mut Worker,
        top: &DirNode,
        dir: BorrowedFd<'_>,
        (name, dst_name): (&CStr, &CStr),
    ) -> bool {
        let there = || sys::stat_at(dir, dst_name, false).ok();
        let arrived = match &self.job.selection {
            None => self.resumed().is_some() && there().is_some(),
            // Of a plan, directories go in the last step.
            Some(_) => self.is_copy_of_plan((top, name), (dir, dst_name)),
        };
        if !self.moves || !arrived {
            return false;
        }
        let paths = || (top.src_path(name), top.dst_path(dst_name));
        if self.job.is_part() {
            self.job.end_done(worker.index, done_before((dir, dst_name)), paths);
        } else {
            self.job.end_done(worker.index, Done::plain(Op::Rename), paths);
        }
        self.job.ended(worker, top, name);
        true
    }

    /// Prepares a directory of the destination that was there: removes what earlier runs left.
    pub(super) fn tidy(&self, dir: BorrowedFd<'_>) {
        if let Some(journal) = self.resumed() {
            // In a directory that cannot be read nothing can be found.
            sys::best_effort(sweep(dir, self.job.mark, &journal.temporaries()));
        }
    }

    /// Ends an item whose copy is whole; of a move, once it is safe.
    pub(super) fn settle_whole(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        meta: &Meta,
        id: (u64, u64),
    ) {
        let counters = self.job.meter.of(worker.index);
        counters.resumed(meta.size);
        let done = Done { bytes: meta.size, ..Done::plain(Op::CopyFile) };
        if self.batches() || self.syncs_each() {
            let (file, over) = (Shelved::placed(), Over::Leftover);
            return self.wait_for_flush(worker, step, Finished { meta, id, file, over, done });
        }
        self.settle_copy(step, meta, id);
        self.note_arrival(step, Over::Leftover);
        self.done(worker, step, done);
    }

    /// Opens the directory in which the operands arrive, and removes what earlier runs left in it.
    pub(super) fn tidy_target(&self, dir: BorrowedFd<'_>, parent: &CStr) {
        if self.resumed().is_none() {
            return;
        }
        // Otherwise the operands will tell what is wrong with it.
        if let Ok(dir) = sys::open_dir(dir, parent, true) {
            self.tidy(dir.as_fd());
        }
    }
}
