//! Prepares the file to write into: a new one, or one that will replace another.

use super::copier::{Copier, Step};
use super::existing::{ExistingFile, is_device};
use super::naming;
use super::publish::Staged;
use super::reflink::Over;
use crate::contract::error::Action;
use crate::contract::event::{FileKind, Op, SkipReason};
use crate::contract::spec::{Driver, Durability, Overwrite, Publish, SMALL_FILE, Sparse};
use crate::walk::route::Route;
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, BorrowedFd, Errno, FsType, Meta};

/// How a destination is prepared.
pub(super) enum Place {
    /// A file to write into.
    Staged(Staged),
    /// The name was taken after all.
    Taken,
    /// The item is settled: skipped, failed or parked.
    Settled,
}

impl Copier {
    /// Whether a new file is created directly under its final name.
    pub(super) fn is_small(&self, meta: &Meta) -> bool {
        meta.size <= SMALL_FILE && meta.kind == FileKind::File && self.names_at_once()
    }

    /// Whether a new file may have its final name before it is complete.
    fn names_at_once(&self) -> bool {
        let options = &self.job.spec.options;
        options.publish == Publish::Auto
            && (self.moves || matches!(options.durability, Durability::None | Durability::End))
            && !options.verify
    }

    /// Prepares a file that does not exist yet.
    pub(super) fn stage_new(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        src: BorrowedFd<'_>,
        meta: &Meta,
        route: &Route,
    ) -> Place {
        let mode = self.birth_mode(meta);
        let over = Over { mode, replaces: false, has_heir: false };
        let named = self.needs_a_name(meta, route);
        // The data of a FIFO may take for ever to arrive, and cannot be had again.
        let is_stream = self.as_cp() && meta.kind != FileKind::File && self.names_at_once();
        let staged = if let Some(clone) = self.stage_clone(worker, step, src, meta, route, over) {
            clone
        } else if self.is_small(meta) || is_stream {
            Staged::direct(step.pair, step.item.dst_name, mode)
        } else if self.is_large(meta) {
            let Some(staged) = self.stage_large(worker, step, meta, mode) else {
                self.skipped(worker, step, SkipReason::Cancelled, 0);
                return Place::Settled;
            };
            staged
        } else if named {
            Staged::named(worker, step.pair, step.item.dst_name, mode)
        } else {
            Staged::beside(worker, step.pair, step.item.dst_name, mode, route)
        };
        match staged {
            Ok(staged) => {
                self.started(step, Op::CopyFile, None);
                Place::Staged(staged)
            }
            // The name is taken: the conflict is resolved first.
            Err(errno) if sys::exists(errno) => Place::Taken,
            Err(errno) => {
                self.started(step, Op::CopyFile, None);
                self.fail_dst(worker, step, Action::CreateFile, errno);
                Place::Settled
            }
        }
    }

    /// Whether others must be able to open the unfinished file by name.
    fn needs_a_name(&self, meta: &Meta, route: &Route) -> bool {
        let options = &self.job.spec.options;
        // btrfs answers O_TMPFILE with an orphan item per file, which costs as much as the rename.
        options.verify || self.is_cut(meta) || route.to == FsType::Btrfs
    }

    /// Whether a file is copied in parallel blocks.
    pub(super) fn is_cut(&self, meta: &Meta) -> bool {
        let options = &self.job.spec.options;
        // Blocks are written through descriptors of their own, which the mode must allow.
        let reopens = self.job.privileged || self.birth_mode(meta) & 0o200 != 0;
        options.driver == Some(Driver::Parblock)
            && options.sparse != Sparse::Always
            && !options.attributes_only
            && reopens
            && meta.size >= 2 * self.block_size()
            && meta.kind == FileKind::File
            && meta.allocated >= meta.size
    }

    /// Prepares a file that replaces another.
    pub(super) fn stage_over(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        old: &ExistingFile,
        src: BorrowedFd<'_>,
        route: &Route,
        meta: &Meta,
    ) -> Place {
        let options = &self.job.spec.options;
        if self.updates_attributes() {
            return self.stage_attributes(worker, step, old);
        }
        if old.is_ours {
            self.started(step, Op::CopyFile, None);
            return self.stage_beside(worker, step, old, src, route, meta);
        }
        if let Err(code) = self.check_backup(step, meta) {
            self.refuse_dst(worker, step, code);
            return Place::Settled;
        }
        let backup = self.foreseen_backup(step, old);
        let unlinks = self.unlinks(meta, &old.meta);
        if unlinks && backup.is_none() {
            self.removing(step);
        }
        self.started(step, Op::CopyFile, backup.as_deref());
        let through = self.writes_through(step) || {
            is_device(old.meta.kind) && self.named_device(step).is_some()
        };
        let in_place = self.writes_in_place(&old.meta);
        let (in_place, through) = (in_place && !unlinks, through && !unlinks);
        if (in_place || through) && old.over() == naming::Over::Kept && !is_device(old.meta.kind) {
            // What is written over cannot be renamed away.
            self.fail_dst(worker, step, Action::Keep, Errno::OPNOTSUPP);
            return Place::Settled;
        }
        if backup.is_none() && (in_place || through) {
            // GNU cp empties the file before it asks for a clone.
            let shares_first = self.demands_clone() && !self.as_cp();
            let empties = !options.attributes_only && !shares_first;
            match Staged::in_place(step.pair, step.item.dst_name, empties, through) {
                Ok(staged) => return Place::Staged(staged),
                // Another program has just put something else there.
                Err(Errno::LOOP | Errno::NXIO | Errno::EXIST) if !through => return Place::Taken,
                Err(_) if options.force => self.removing(step),
                Err(errno) => {
                    self.fail_dst(worker, step, Action::CreateFile, errno);
                    return Place::Settled;
                }
            }
        } else if !options.force
            // The old file keeps what it holds, under another name.
            && backup.is_none()
            && old.meta.kind == FileKind::File
            && options.overwrite == Overwrite::Replace
            && let Err(errno) = sys::writable(step.pair.dst(), step.item.dst_name)
        {
            self.fail_dst(worker, step, Action::CreateFile, errno);
            return Place::Settled;
        }
        self.stage_beside(worker, step, old, src, route, meta)
    }

    /// Opens a file whose attributes change and whose data stay.
    fn stage_attributes(&self, worker: &mut Worker, step: Step<'_>, old: &ExistingFile) -> Place {
        self.started(step, Op::CopyFile, None);
        let staged = match old.meta.kind {
            FileKind::File => Staged::attributes(step.pair, step.item.dst_name),
            _ => Err(Errno::EXIST),
        };
        match staged {
            Ok(staged) => Place::Staged(staged),
            Err(errno) => {
                self.fail_dst(worker, step, Action::CreateFile, errno);
                Place::Settled
            }
        }
    }

    /// Prepares a file beside the one that it replaces.
    fn stage_beside(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        old: &ExistingFile,
        src: BorrowedFd<'_>,
        route: &Route,
        meta: &Meta,
    ) -> Place {
        let options = &self.job.spec.options;
        // 0600 until the old file's mode is set on the finished one.
        let replaces = self.has_heir(old) && options.overwrite == Overwrite::Replace;
        let mode = if replaces { 0o600 } else { self.birth_mode(meta) };
        let over = Over { mode, replaces: true, has_heir: replaces };
        let staged = if let Some(clone) = self.stage_clone(worker, step, src, meta, route, over) {
            clone
        } else if self.is_large(meta) {
            let Some(staged) = self.stage_large(worker, step, meta, mode) else {
                self.skipped(worker, step, SkipReason::Cancelled, 0);
                return Place::Settled;
            };
            staged
        } else if self.needs_a_name(meta, route) {
            Staged::named(worker, step.pair, step.item.dst_name, mode)
        } else {
            Staged::beside(worker, step.pair, step.item.dst_name, mode, route)
        };
        match staged {
            Ok(staged) => Place::Staged(staged),
            Err(errno) => {
                let removes = options.overwrite != Overwrite::Replace && options.backup.is_none();
                let forbidden = matches!(errno, Errno::ACCESS | Errno::PERM | Errno::ROFS);
                let action = match removes {
                    true => Action::Remove,
                    false if forbidden && self.backs_up(old) => Action::Backup,
                    false => Action::CreateFile,
                };
                self.fail_dst(worker, step, action, errno);
                Place::Settled
            }
        }
    }
}
