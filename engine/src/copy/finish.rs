//! Finishes files whose data are there: metadata, flushes, their final names, and failures of these.

use super::copied::Finished;
use super::copier::{Copier, Step};
use super::ends::{DataError, ENDS_EARLY, Moved};
use super::existing::{ExistingFile, is_device};
use super::naming::Over;
use super::publish::{Shelved, Staged};
use super::tell::Done;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{FileKind, Op, SkipReason};
use crate::contract::spec::{Durability, Overwrite};
use crate::job::meter::BytesMark;
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, AsFd, Errno, Meta, OwnedFd};

/// What became of a file whose data was copied.
#[derive(Clone, Copy, Debug)]
pub(super) enum Finish {
    /// It has its name, or will get it with its batch.
    Arrived,
    /// It failed, which is told once what it had counted is taken back; its file may be there all the same,
    /// and then it is not tried again.
    Failed { error: DataError, is_there: bool },
    /// Another program has taken its name meanwhile, or changed what has it.
    Taken,
}

impl Copier {
    /// Takes back what a file that did not arrive had counted, and tells of a failure; whether another
    /// program has taken its name.
    pub(super) fn is_taken(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        meta: &Meta,
        finished: Finish,
        counted: &BytesMark,
    ) -> bool {
        if !matches!(finished, Finish::Arrived) {
            // Before the user is asked, who sees the numbers.
            self.job.meter.of(worker.index).discard(counted);
        }
        if let Finish::Failed { error, is_there } = finished {
            let step = if is_there { step.without_retry() } else { step };
            self.data_failed(worker, step, meta, error);
        }
        matches!(finished, Finish::Taken)
    }

    /// Ends an item whose data did not arrive.
    pub(super) fn data_failed(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        meta: &Meta,
        error: DataError,
    ) {
        self.settle_link(worker, step, meta, false);
        match error {
            DataError::Cancelled => {
                self.skipped(worker, step, SkipReason::Cancelled, 0);
            }
            DataError::Sys(Action::Read, ENDS_EARLY) => {
                let error = OpError::refused(Action::Read, Code::EndsEarly, step.src_path());
                self.fail(worker, step, error.with(step.dst_path()));
            }
            DataError::Sys(Action::Verify, Errno::BADMSG) => {
                self.refuse(worker, step, Code::Mismatch);
            }
            DataError::Sys(Action::Read, Errno::STALE) => {
                self.refuse(worker, step, Code::SourceChanged);
            }
            DataError::Sys(action @ (Action::Read | Action::Open | Action::Stat), errno) => {
                self.fail_sys(worker, step, action, errno);
            }
            DataError::Sys(action, errno) => self.fail_dst(worker, step, action, errno),
        }
    }

    /// Verifies, sets metadata, flushes and publishes a file whose data is there.
    #[allow(clippy::too_many_arguments, reason = "the parts of one step, each used once")]
    pub(super) fn finish(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        src: &OwnedFd,
        meta: &Meta,
        staged: &mut Staged,
        old: Option<&ExistingFile>,
        moved: Moved,
    ) -> Finish {
        let options = &self.job.spec.options;
        let failed = |error| Finish::Failed { error, is_there: false };
        // Before the times are set, since reading the copy back changes its access time.
        let verified =
            options.verify.then(|| self.verify(worker, step, (src, meta), &mut *staged, &moved));
        let checksum = match verified.transpose() {
            Ok(checksum) => checksum.flatten(),
            Err(error) => return failed(error),
        };
        let moved = Moved { checksum, ..moved };
        let heir = old.filter(|old| {
            staged.is_in_place() || options.overwrite != Overwrite::InPlace && self.has_heir(old)
        });
        let heir = heir.map(|old| &old.meta);
        let kept = self.finish_meta(step, src.as_fd(), meta, staged, heir);
        let flags = self.keep_flags(step, src.as_fd(), meta, staged.fd());
        let lock = flags.as_ref().ok().copied().flatten();
        let kept = kept.and(flags.map(drop));
        if options.durability == Durability::File
            && let Err(errno) = sys::sync_file(staged.fd())
            // A pipe or a device that keeps nothing (fsync(2)).
            && errno != Errno::INVAL
        {
            return failed(DataError::Sys(Action::Sync, errno));
        }
        let over = match old {
            None => Over::Nothing,
            // What is written in place is not removed if something fails.
            Some(_) if staged.is_in_place() => Over::Other,
            Some(old) => self.over(old),
        };
        // What a device or a FIFO was given cannot be flushed by its name.
        let is_elsewhere = old.is_some_and(|old| staged.is_in_place() && is_device(old.meta.kind));
        if let Some(old) = old
            && !staged.is_in_place()
            && self.has_changed_since(step, old)
        {
            return Finish::Taken;
        }
        if self.batches() && !is_elsewhere {
            if self.drops_pages(meta) {
                super::uncached::drop_caches(src.as_fd(), staged.fd());
            }
            if !self.moves {
                // A move looks again before it removes the source, and fails.
                self.watch(step, src, meta, old, moved);
            }
            self.shelve(worker, step, meta, staged, over, moved, kept.map(|()| lock));
            return Finish::Arrived;
        }
        if self.drops_pages(meta) {
            super::uncached::drop_caches(src.as_fd(), staged.fd());
        }
        let made = match self.syncs_each().then(|| sys::stat_fd(staged.fd())).transpose() {
            Ok(made) => made.filter(|made| made.kind == FileKind::File),
            Err(errno) => return failed(DataError::Sys(Action::StatDestination, errno)),
        };
        // As long as it is known by its descriptor, no other file can pass for it.
        let linked = !staged.is_in_place() && self.keeps_links(step, meta);
        let copy = if linked { sys::stat_fd(staged.fd()).ok() } else { None };
        let mut retained = None;
        if over == Over::Kept {
            match self.retain(step.node, step.pair, step.item.dst_name) {
                Ok(prepared) => retained = prepared,
                Err(errno) => return failed(DataError::Sys(Action::Keep, errno)),
            }
        }
        let naming = self.created.naming();
        self.note_replacing(step.node, (step.item.name, step.item.dst_name), over);
        let spare =
            || self.spare_of_backup(step.node, step.pair, (step.item.name, step.item.dst_name));
        let way = self.way(over, retained.as_mut(), spare);
        let published = staged.publish(worker, step.item.dst_name, way);
        match published {
            Ok(backup) => self.note_backup(step, backup.as_deref()),
            Err(unplaced) if unplaced.is_taken() && old.is_none() => {
                return Finish::Taken;
            }
            Err(unplaced) => return failed(DataError::Sys(unplaced.action, unplaced.errno)),
        }
        drop(naming);
        if let Some(retained) = retained.as_ref().filter(|_| self.syncs_each())
            && let Err(errno) = retained.sync()
        {
            self.note_retained(step, Some(retained));
            return Finish::Failed { error: DataError::Sys(Action::Keep, errno), is_there: true };
        }
        self.watch(step, src, meta, old, moved);
        let done = Done {
            op: Op::CopyFile,
            bytes: moved.bytes,
            method: moved.method,
            detail: Some(moved.detail),
            checksum: moved.checksum,
            replaced: over.is_foreign() && !options.attributes_only && !is_elsewhere,
            renamed: false,
            lock,
        };
        if kept.is_ok()
            && let Some(made) = made
        {
            // The file is safe; its name will be when its directory has been flushed.
            self.note_retained(step, retained.as_ref());
            let (id, file) = (made.id(), Shelved::placed());
            self.wait_for_flush(worker, step, Finished { meta, id, file, over, done });
            return Finish::Arrived;
        }
        match copy {
            Some(copy) => self.settle_copy(step, meta, copy.id()),
            None => self.settle_link(worker, step, meta, true),
        }
        self.note_retained(step, retained.as_ref());
        self.note_arrival(step, over);
        match kept {
            Ok(()) => self.done_and_locked(worker, step, done),
            Err(error) => self.fail(worker, step.without_retry(), error),
        }
        Finish::Arrived
    }
}
