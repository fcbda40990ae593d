//! Regular files: open, meet conflicts, stage, move the data, set metadata, publish.

use std::ffi::CString;
use std::sync::Arc;

use super::batch::Finished;
use super::data::{DataError, ENDS_EARLY, Ends, Moved};
use super::flush::device_below;
use super::operand::c_path;
use super::publish::{Over, Shelved, Staged};
use super::room::{Old, Room, is_device};
use super::tell::Done;
use super::{Copier, Step};
use crate::error::{Action, Code, OpError};
use crate::event::{FileKind, Mover, Op, SkipReason};
use crate::journal::SLOW_FROM;
use crate::meter::BytesMark;
use crate::route::Route;
use crate::spec::{
    Cache, Driver, Durability, EventLevel, ModeRule, Overwrite, Publish, Reflink, SMALL_FILE,
    Sparse,
};
use crate::sys::{self, AsFd, Errno, FsType, Meta, OwnedFd};
use crate::worker::Worker;

/// Size in bytes from which the cache options apply; the page cache does not notice smaller files.
pub(super) const UNCACHED_FROM: u64 = 1 << 20;

/// How a destination is prepared.
enum Place {
    /// A file to write into.
    Staged(Staged),
    /// The name was taken after all.
    Taken,
    /// The item is settled: skipped, failed or parked.
    Settled,
}

/// What became of a file whose data was copied.
#[derive(Clone, Copy, Debug)]
pub(super) enum Finish {
    /// It has its name, or will get it with its batch.
    Arrived,
    /// It failed, and is to be told once what it had counted is taken back; its file may be there all
    /// the same, and then it is not tried again.
    Failed { error: DataError, is_there: bool },
    /// Another program has taken its name meanwhile.
    Taken,
}

impl Copier {
    /// Copies a regular file, or the contents of anything else that can be read.
    pub(super) fn copy_file(&self, worker: &mut Worker, step: Step<'_>) {
        if self.job.control.checkpoint().is_err() {
            self.skipped(worker, step, SkipReason::Cancelled, 0);
            return;
        }
        if worker.last_was_empty && self.may_make_empty() && self.make_empty(worker, step) {
            return;
        }
        let follow = self.follows(&step);
        let is_read = !self.job.spec.options.attributes_only;
        let opened = if !is_read || matches!(step.item.kind, FileKind::File | FileKind::Symlink) {
            sys::open_source(step.pair.src(), step.item.name, follow)
        } else {
            sys::open_stream(step.pair.src(), step.item.name, follow)
        };
        let src = match opened {
            Ok(src) => src,
            Err(errno) => {
                self.started(step, Op::CopyFile, None);
                return self.fail_sys(worker, step, Action::Open, errno);
            }
        };
        let meta = match sys::stat_fd(src.as_fd()) {
            Ok(meta) => meta,
            Err(errno) => return self.fail_sys(worker, step, Action::Stat, errno),
        };
        if meta.kind != FileKind::File && step.item.kind == FileKind::File {
            // It was a file when the directory was listed.
            return self.refuse(worker, step, Code::SourceChanged);
        }
        worker.last_was_empty = meta.size == 0;
        if self.keeps_links(step, &meta) && !self.claim_link(worker, step, &meta) {
            return;
        }
        if meta.size < SLOW_FROM {
            return self.copy_open(worker, step, &src, &meta);
        }
        self.job.hand_over_around(worker, meta.size);
        if !self.is_published(worker, step, &meta) {
            self.copy_open(worker, step, &src, &meta);
        }
        self.job.hand_over_around(worker, meta.size);
    }

    /// Copies an open file under the first name that is to be had.
    pub(super) fn copy_open(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        src: &OwnedFd,
        meta: &Meta,
    ) {
        let route = self.route(step, meta, src);
        if self.batches() {
            // A flush answers only for what was written after its descriptor was opened.
            device_below(worker, step);
        }
        let mut way = Room::Free;
        let mut name: CString = step.item.dst_name.to_owned();
        let mut must_look = self.must_look_first(step, meta);
        let (mut follows, mut taken) = (false, 0);
        loop {
            let at = if follows { step.led_to(&name) } else { step.renamed(&name) };
            self.meets_operand(worker, at);
            let turn = self.created.turn(step.item.dst_name);
            if must_look && matches!(way, Room::Free) {
                way = self.make_way(worker, at, meta, true);
            }
            let place = match &way {
                Room::Free => self.stage_new(worker, at, meta, &route),
                Room::Replace(old) => self.stage_over(worker, at, old, &route, meta),
                Room::Rename(other) | Room::Follow(other) => {
                    follows = matches!(way, Room::Follow(_));
                    name.clone_from(other);
                    way = Room::Free;
                    continue;
                }
                Room::Settled => Place::Settled,
            };
            if let Place::Staged(staged) = &place {
                if staged.is_in_place() {
                    self.meets_linked(worker, at, staged.fd());
                }
                self.created.note(step, || sys::stat_fd(staged.fd()).ok());
            }
            drop(turn);
            match place {
                Place::Staged(staged) => {
                    let old = if let Room::Replace(old) = &way { Some(*old) } else { None };
                    if self.fill(worker, at, src, meta, staged, old.as_ref(), &route) {
                        return;
                    }
                }
                Place::Taken => {}
                Place::Settled => return self.settle_link(worker, at, meta, false),
            }
            // Another program took the name: look what it is.
            way = Room::Free;
            must_look = true;
            taken += 1;
            if !self.looks_again(worker, at, Action::CreateFile, taken) {
                return self.settle_link(worker, at, meta, false);
            }
        }
    }

    /// Whether the destination must be looked at before data is written.
    ///
    /// Small files are created exclusively, which tells by itself.
    fn must_look_first(&self, step: Step<'_>, meta: &Meta) -> bool {
        let is_new = step.node.created && self.resumed().is_none();
        !(is_new || self.is_small(meta)) || step.item.answer.is_some()
    }

    /// Whether a new file is created directly under its final name.
    fn is_small(&self, meta: &Meta) -> bool {
        meta.size <= SMALL_FILE && meta.kind == FileKind::File && self.names_at_once()
    }

    /// Whether a new file may have its final name before it is complete.
    fn names_at_once(&self) -> bool {
        let options = &self.job.spec.options;
        options.publish == Publish::Auto
            && (self.moves || matches!(options.durability, Durability::None | Durability::End))
            && !options.verify
    }

    fn route(&self, step: Step<'_>, meta: &Meta, src: &OwnedFd) -> Arc<Route> {
        let cached = step.pair.route.get_or_init(|| {
            // An operand with a path of its own may lead anywhere.
            let parent = super::publish::parent_of(step.item.dst_name);
            match sys::enter_dir(step.pair.dst(), &parent, true) {
                Ok(dir) => {
                    let dst_dev = sys::stat_fd(dir.as_fd()).map_or(0, |meta| meta.dev);
                    self.routes.between(meta.dev, src.as_fd(), dst_dev, dir.as_fd())
                }
                // The create that follows tells what is wrong.
                Err(_) => self.routes.between(meta.dev, src.as_fd(), 0, src.as_fd()),
            }
        });
        if cached.is_from(meta.dev) {
            return Arc::clone(cached);
        }
        // A file of another device in this directory: a bind mount, or an operand.
        self.routes.between(meta.dev, src.as_fd(), cached.to_device(), step.pair.dst())
    }

    /// Prepares a file that does not exist yet.
    fn stage_new(&self, worker: &mut Worker, step: Step<'_>, meta: &Meta, route: &Route) -> Place {
        let mode = self.birth_mode(meta);
        let named = self.needs_a_name(meta, route);
        // The data of a FIFO may take for ever to arrive, and cannot be had again.
        let is_stream = self.as_cp() && meta.kind != FileKind::File && self.names_at_once();
        let staged = if self.is_small(meta) || is_stream {
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
            // What is in the way decides first.
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
    fn stage_over(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        old: &Old,
        route: &Route,
        meta: &Meta,
    ) -> Place {
        let options = &self.job.spec.options;
        if self.updates_attributes() {
            return self.stage_attributes(worker, step, old);
        }
        if old.is_ours {
            self.started(step, Op::CopyFile, None);
            return self.stage_beside(worker, step, old, route, meta);
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
        let in_place = options.overwrite == Overwrite::InPlace && old.meta.kind == FileKind::File;
        let (in_place, through) = (in_place && !unlinks, through && !unlinks);
        if (in_place || through) && old.over() == Over::Kept && !is_device(old.meta.kind) {
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
            && old.meta.kind == FileKind::File
            && options.overwrite == Overwrite::Replace
            && let Err(errno) = sys::writable(step.pair.dst(), step.item.dst_name)
        {
            self.fail_dst(worker, step, Action::CreateFile, errno);
            return Place::Settled;
        }
        self.stage_beside(worker, step, old, route, meta)
    }

    /// Opens a file whose attributes change and whose data stay.
    fn stage_attributes(&self, worker: &mut Worker, step: Step<'_>, old: &Old) -> Place {
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
        old: &Old,
        route: &Route,
        meta: &Meta,
    ) -> Place {
        let options = &self.job.spec.options;
        // 0600 until the old file's mode is set on the finished one.
        let replaces = self.has_heir(old) && options.overwrite == Overwrite::Replace;
        let mode = if replaces { 0o600 } else { self.birth_mode(meta) };
        let staged = if self.is_large(meta) {
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

    /// Moves the data, sets metadata and publishes; `false` if the name was taken meanwhile.
    #[allow(clippy::too_many_arguments, reason = "the parts of one step, each used once")]
    fn fill(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        src: &OwnedFd,
        meta: &Meta,
        mut staged: Staged,
        old: Option<&Old>,
        route: &Arc<Route>,
    ) -> bool {
        let options = &self.job.spec.options;
        let large = staged.large.as_deref();
        let ends = Ends { src: src.as_fd(), dst: staged.fd(), meta, route, large };
        if self.is_cut(meta) && staged.name().is_some() && options.reflink != Reflink::Always {
            self.copy_in_blocks(worker, step, src, meta, staged, old, route);
            return true;
        }
        let mark = self.job.meter.of(worker.index).mark();
        let moved = if options.attributes_only {
            Ok(Moved::nothing())
        } else if staged.is_in_place() && self.demands_clone() && !self.as_cp() {
            self.empty_to_share(worker, step, src, &staged, route)
                .and_then(|()| self.copy_data(worker, step, ends))
        } else {
            self.copy_data(worker, step, ends)
        };
        let moved = match moved {
            Ok(moved) => {
                // Where it waits for a flush, it may be taken up as it is.
                if let Some(large) = &staged.large {
                    large.finish(moved.bytes);
                }
                let shared = moved.method == Some(Mover::Reflink);
                worker.last_moved = if shared { 0 } else { moved.bytes };
                moved
            }
            Err(error) => {
                if !self.put_down(staged, error) {
                    self.job.meter.of(worker.index).discard(&mark);
                }
                self.data_failed(worker, step, meta, error);
                return true;
            }
        };
        let finished = self.finish(worker, step, src, meta, &mut staged, old, moved);
        drop(staged);
        !self.is_taken(worker, step, meta, finished, &mark)
    }

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

    /// Empties a file that is written in place, once its source was shared with a file beside it.
    ///
    /// Only an empty file can share all of any other (`ioctl_ficlone(2)`), and where nothing can be shared
    /// the old data would be lost for nothing.
    fn empty_to_share(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        src: &OwnedFd,
        staged: &Staged,
        route: &Route,
    ) -> Result<(), DataError> {
        let failed = |errno| DataError::Sys(Action::Clone, errno);
        let target = std::fs::canonicalize(step.dst_path()).ok().and_then(|path| c_path(&path));
        let name = match &target {
            Some(target) if self.writes_through(step) => target,
            _ => step.item.dst_name,
        };
        let beside = Staged::beside(worker, step.pair, name, 0o600, route).map_err(failed)?;
        sys::clone_file(src.as_fd(), beside.fd()).map_err(failed)?;
        sys::set_size(staged.fd(), 0).map_err(failed)
    }

    /// Removes an unfinished file, unless a later run is to continue it; gives whether it was kept.
    fn put_down(&self, staged: Staged, error: DataError) -> bool {
        let halted = matches!(error, DataError::Cancelled) && self.job.puts_off();
        match &staged.large {
            Some(large) if halted => {
                large.report();
                // Its name is in the report.
                drop(staged.leave());
                true
            }
            Some(_) | None => {
                drop(staged);
                false
            }
        }
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
        old: Option<&Old>,
        moved: Moved,
    ) -> Finish {
        let options = &self.job.spec.options;
        let failed = |error| Finish::Failed { error, is_there: false };
        // Before the times are set, since reading the copy back changes its access time.
        if options.verify
            && let Err(error) = self.verify(worker, step, staged)
        {
            return failed(error);
        }
        let heir = old.filter(|old| {
            staged.is_in_place() || options.overwrite != Overwrite::InPlace && self.has_heir(old)
        });
        let heir = heir.map(|old| &old.meta);
        let kept = self.finish_meta(step, src.as_fd(), meta, staged.fd(), heir);
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
        if self.batches() && !is_elsewhere {
            if options.cache != Cache::Keep && meta.size >= UNCACHED_FROM {
                super::uncached::drop_caches(src.as_fd(), staged.fd());
            }
            if !self.moves {
                // A move looks again before it removes the source, and fails.
                self.watch(step, src, meta, old, moved);
            }
            self.shelve(worker, step, meta, staged, over, moved, kept);
            return Finish::Arrived;
        }
        if options.cache != Cache::Keep && meta.size >= UNCACHED_FROM {
            super::uncached::drop_caches(src.as_fd(), staged.fd());
        }
        let made = match self.syncs_each().then(|| sys::stat_fd(staged.fd())).transpose() {
            Ok(made) => made.filter(|made| made.kind == FileKind::File),
            Err(errno) => return failed(DataError::Sys(Action::StatDestination, errno)),
        };
        let mut retained = None;
        if over == Over::Kept {
            match self.retain(step.node, step.pair, step.item.dst_name) {
                Ok(prepared) => retained = prepared,
                Err(errno) => return failed(DataError::Sys(Action::Keep, errno)),
            }
        }
        match staged.publish(worker, step.item.dst_name, self.way(over, retained.as_mut())) {
            Ok(backup) => self.note_backup(step, backup.as_deref()),
            Err(unplaced) if unplaced.is_taken() && old.is_none() => {
                return Finish::Taken;
            }
            Err(unplaced) => return failed(DataError::Sys(unplaced.action, unplaced.errno)),
        }
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
            replaced: over.is_foreign() && !options.attributes_only,
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
        self.settle_link(worker, step, meta, true);
        self.note_retained(step, retained.as_ref());
        self.note_arrival(step, over);
        match kept {
            Ok(()) => self.done(worker, step, done),
            Err(error) => self.fail(worker, step.without_retry(), error),
        }
        Finish::Arrived
    }

    /// Whether files are so common that a stat and a mknod are worth trying for the next one.
    fn may_make_empty(&self) -> bool {
        let options = &self.job.spec.options;
        let keep = &options.preserve;
        keep.mode == ModeRule::Masked
            && !(keep.ownership || keep.timestamps || keep.xattr || keep.links || keep.context)
            && options.publish == Publish::Auto
            && matches!(options.durability, Durability::None | Durability::End)
            && !options.verify
            && !self.created.is_watched()
            // Each one is explained.
            && !(self.as_cp() && self.job.tells(EventLevel::Trace))
    }

    /// Makes an empty file with two calls, without opening its source.
    fn make_empty(&self, worker: &mut Worker, step: Step<'_>) -> bool {
        if step.item.kind != FileKind::File || step.item.answer.is_some() {
            return false;
        }
        let Ok(meta) = sys::stat_at(step.pair.src(), step.item.name, false) else { return false };
        // Readable for everybody, so that no permission is overlooked by not opening it.
        if meta.size != 0 || meta.kind != FileKind::File || meta.mode & 0o444 != 0o444 {
            worker.last_was_empty = false;
            return false;
        }
        // In /proc and /sys every size is a lie.
        if !step.pair.route.get().is_some_and(|route| route.is_honest() && route.is_from(meta.dev))
        {
            return false;
        }
        let made = sys::make_node(
            step.pair.dst(),
            step.item.dst_name,
            FileKind::File,
            meta.mode & 0o777,
            0,
        );
        if made.is_err() {
            return false;
        }
        worker.last_moved = 0;
        self.note_arrival(step, Over::Nothing);
        self.started(step, Op::CopyFile, None);
        let moved = Moved::nothing();
        let done = Done { detail: Some(moved.detail), ..Done::plain(Op::CopyFile) };
        self.done(worker, step, done);
        true
    }
}
