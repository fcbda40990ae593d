//! What an earlier run of the job has left in the destination.
//!
//! What was reported is passed over. Whatever else appeared in the destination since the job first
//! started is unfinished, or was not yet reported: it is made anew, whatever the policy says of what
//! is in the way. What is older is somebody's.

use std::ffi::CStr;

use super::batch::Finished;
use super::publish::{Over, Shelved};
use super::room::{Old, Room};
use super::tell::Done;
use super::{Copier, Step};
use crate::error::Code;
use crate::event::{Event, FileKind, Op, SkipReason};
use crate::journal::{Journal, sweep};
use crate::node::DirNode;
use crate::path::WirePath;
use crate::spec::{ConflictPolicy, DirectoryPolicy, EventLevel, MismatchPolicy, Overwrite};
use crate::sys::{self, AsFd, BorrowedFd, Meta};
use crate::worker::Worker;

impl Copier {
    /// The journal of a job that ran before.
    pub(super) fn resumed(&self) -> Option<&Journal> {
        self.job.journal.as_ref().filter(|journal| journal.is_resumed())
    }

    /// Makes room where an earlier run left something; none if that is not so.
    pub(super) fn room_over_leftover(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        meta: &Meta,
        old: &Meta,
        data: bool,
    ) -> Option<Room> {
        let journal = self.resumed()?;
        if old.kind == FileKind::Directory || self.created.contains(old) {
            return None;
        }
        if !self.is_leftover(journal, step, old) {
            return None;
        }
        let looks_whole = data && crate::conflict::same_size_and_mtime(meta, old);
        let is_alone = !self.created.is_watched();
        if self.moves
            && looks_whole
            && is_alone
            && self.takes_up(worker, step, meta, old, Over::Leftover)
        {
            return Some(Room::Settled);
        }
        // Where names are made up, or two items want one name, it may be the copy of another item; and
        // somebody else may have made it since, who must not lose what the policy would have kept.
        let matters = !self.keeps_names() || self.keeps_what_is_there();
        if matters && !self.is_beginning(worker, step, old) {
            if self.job.control.is_cancelled() {
                // It was not compared to its end.
                self.skipped(worker, step, SkipReason::Cancelled, 0);
                return Some(Room::Settled);
            }
            if is_alone {
                return None;
            }
            self.refuse(worker, step, Code::JustCreated);
            return Some(Room::Settled);
        }
        Some(Room::Replace(Old { meta: *old, is_ours: true }))
    }

    fn is_leftover(&self, journal: &Journal, step: Step<'_>, old: &Meta) -> bool {
        let (dir, name) = (step.pair.dst(), step.item.dst_name);
        let options = &self.job.spec.options;
        let spares = matches!(
            options.on_conflict,
            ConflictPolicy::Skip | ConflictPolicy::Fail | ConflictPolicy::Rename(_)
        );
        // A file that was written in place is as old as before.
        let in_place = options.overwrite == Overwrite::InPlace && !spares;
        journal.is_born_of_job(dir, name)
            || in_place && journal.is_of_job(old.mtime_micros()) && old.kind == FileKind::File
    }

    /// Whether what is in the way may be kept, as it is or under another name.
    fn keeps_what_is_there(&self) -> bool {
        let options = &self.job.spec.options;
        options.on_conflict != ConflictPolicy::Overwrite || options.backup.is_some()
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
            (Ok(meta), kind) => kind != FileKind::File && meta.kind == kind,
            (Err(_), _) => false,
        }
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
        let arrived = || sys::stat_at(dir, dst_name, false).is_ok();
        if !self.moves || self.resumed().is_none() || !arrived() {
            return false;
        }
        self.job.meter.of(worker.index).done.add(1);
        if self.job.tells(EventLevel::All) {
            self.job.tell_item(Event::ItemDone {
                job: self.job.id,
                op: Op::Rename,
                src: WirePath(top.src_path(name)),
                dst: WirePath(top.dst_path(dst_name)),
                bytes: 0,
                method: None,
                detail: None,
            });
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
        counters.bytes.add(meta.size);
        let done = Done { bytes: meta.size, ..Done::plain(Op::CopyFile) };
        if self.batches() {
            let (file, over) = (Shelved::placed(), Over::Leftover);
            return self.wait_for_flush(worker, step, Finished { meta, id, file, over, done });
        }
        self.settle_link(worker, step, meta, true);
        self.note_arrival(step, false);
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
