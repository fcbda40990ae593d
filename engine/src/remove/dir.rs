//! Deletes directories: enters them if they are no mounts, and removes them when they are empty.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::ask::holds;
use super::{Remover, Step};
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{Answer, FileKind, Op, SkipReason};
use crate::job::ending::Done;
use crate::record::{Folder, Line};
use crate::walk::item::{Found, Item};
use crate::walk::node::DirNode;
use crate::walk::worker::{Dir, OpenFailure, Pair, Worker};
use crate::walk::{Visitor, Walk};
use fcp_sys::{self as sys, AsFd, Errno, Meta, OwnedFd};

/// Why a directory is not entered.
pub(super) enum NotEntered {
    Errno(Errno),
    Code(Code),
}

/// Opens the directory that a directory was copied from, if it can be.
fn original<V: Visitor>(step: &crate::walk::step::Step<'_, V>) -> Option<OwnedFd> {
    let above = step.pair.dst.as_ref()?;
    sys::enter_dir(above.fd(), step.item.dst_name, true).ok()
}

/// Whether a directory and what it was copied from are one, reached by two paths.
fn is_original<V: Visitor>(step: &crate::walk::step::Step<'_, V>, meta: &Meta) -> bool {
    original(step)
        .and_then(|dir| sys::stat_fd(dir.as_fd()).ok())
        .is_some_and(|original| original.id() == meta.id())
}

impl NotEntered {
    /// The failure of a directory that is not entered.
    pub(super) fn into_error(self, path: &Path) -> OpError {
        match self {
            Self::Errno(errno) => OpError::new(Action::OpenDir, path, errno),
            Self::Code(code) => OpError::refused(Action::Remove, code, path),
        }
    }
}

/// How often a directory is listed again that should be empty and is not: a listing may miss
/// entries while others are removed (NFS), and another program may add some.
const LISTINGS: u8 = 8;

impl Remover {
    /// Enters a directory to delete what is in it; gives its node if the walk must list it.
    pub(super) fn enter_dir(&self, worker: &mut Worker, step: Step<'_>) -> Option<Arc<DirNode>> {
        if self.looked_at().is_some() {
            return self.look_into(worker, step);
        }
        let entered = self.try_enter(worker, step);
        if entered.is_none() {
            self.job.found(worker, Found { items: 0, directories: 0, all: true });
        }
        entered
    }

    /// Enters a directory to see whether all in it is what the job made.
    fn look_into(&self, worker: &mut Worker, step: Step<'_>) -> Option<Arc<DirNode>> {
        let copies = self.looked_at()?;
        let code = match self.open(step) {
            Ok((meta, fd))
                if !copies.is_foreign(step, &fd, &meta) && !is_original(&step, &meta) =>
            {
                if step.is_operand() {
                    copies.would_go(step.src_path());
                }
                return Some(self.make_node(worker, step, meta, fd));
            }
            Err(NotEntered::Errno(errno)) if self.job.retries_later(worker, step, errno) => {
                return None;
            }
            Ok((meta, fd)) if copies.is_foreign(step, &fd, &meta) => Code::ChangedSince,
            Ok(_) => Code::OriginalGone,
            Err(NotEntered::Code(code)) => code,
            Err(NotEntered::Errno(errno)) => Code::from_errno(errno),
        };
        self.would_stay(step, code);
        None
    }

    fn try_enter(&self, worker: &mut Worker, step: Step<'_>) -> Option<Arc<DirNode>> {
        if self.job.control.checkpoint().is_err() {
            self.leave_alone(worker, step, SkipReason::Cancelled);
            return None;
        }
        if self.was_taken_out(worker, step) {
            return None;
        }
        let options = &self.job.spec.options;
        if !options.recursive && !options.empty_directories {
            self.refuse(worker, step, Code::OmittedDirectory);
            return None;
        }
        if self.asks() && !self.may_descend(worker, step) {
            return None;
        }
        let asked = step.item.answer == Some(&Answer::Remove);
        if !options.recursive || (asked && holds(step.pair.src(), step.item.name) == Some(false)) {
            self.remove_dir(worker, step);
            return None;
        }
        match self.open(step) {
            Ok((meta, fd))
                if self.copies.as_ref().is_some_and(|it| it.is_foreign(step, &fd, &meta)) =>
            {
                let error = OpError::refused(Action::Undo, Code::ChangedSince, step.src_path());
                self.job.fail(worker, step, error);
                None
            }
            // What the job copied from leads to the copy now: it is all there is.
            Ok((meta, _)) if self.copies.is_some() && is_original(&step, &meta) => {
                let error = OpError::refused(Action::Undo, Code::OriginalGone, step.src_path());
                self.job.fail(worker, step, error);
                None
            }
            Ok((meta, fd)) => {
                let whole = self.copies.as_ref().filter(|copies| copies.goes_whole(meta.id()));
                if whole.is_some_and(|copies| self.takes(worker, step, copies)) {
                    return None;
                }
                self.make_removable(step, (&fd, &meta));
                if self.lends(&meta) {
                    // Otherwise each item tells that it cannot be removed (EACCES).
                    sys::best_effort(sys::set_mode(fd.as_fd(), meta.mode | 0o200));
                }
                Some(self.make_node(worker, step, meta, fd))
            }
            Err(NotEntered::Code(code)) => {
                self.refuse(worker, step, code);
                None
            }
            Err(NotEntered::Errno(errno)) => {
                self.not_opened(worker, step, errno);
                None
            }
        }
    }

    /// Opens a directory and looks whether it may be entered.
    pub(super) fn open<V: Visitor>(
        &self,
        step: crate::walk::step::Step<'_, V>,
    ) -> Result<(Meta, OwnedFd), NotEntered> {
        let fd =
            sys::open_dir(step.pair.src(), step.item.name, false).map_err(NotEntered::Errno)?;
        let meta = sys::stat_dir(fd.as_fd()).map_err(NotEntered::Errno)?;
        if let Some((_, code)) = self.guarded.iter().find(|(id, _)| *id == meta.id()) {
            return Err(NotEntered::Code(*code));
        }
        if !step.is_operand()
            && self.is_elsewhere(&step.node.meta, &meta)
            && !self.is_trashed_with(step, (&fd, &meta))
        {
            return Err(NotEntered::Code(Code::MountPoint));
        }
        Ok((meta, fd))
    }

    /// Whether a directory is a subvolume that lies in an item of the trash which the job deletes: the item was moved
    /// there with it. What is mounted there is none.
    fn is_trashed_with<V: Visitor>(
        &self,
        step: crate::walk::step::Step<'_, V>,
        (fd, meta): (&OwnedFd, &Meta),
    ) -> bool {
        meta.mount != 0
            && meta.mount == step.node.meta.mount
            && sys::is_subvolume(fd.as_fd(), meta)
            && self.job.empties_trash_of(&step.src_path())
    }

    /// Lets what is in a subvolume of the trash be removed, which may be read-only.
    pub(super) fn make_removable(&self, step: Step<'_>, (fd, meta): (&OwnedFd, &Meta)) {
        if sys::is_subvolume(fd.as_fd(), meta)
            && self.job.empties_trash_of(&step.src_path())
            && sys::subvolume(fd.as_fd()).is_ok_and(|found| found.read_only)
        {
            // Otherwise each item tells that it cannot be removed (EROFS).
            sys::best_effort(sys::set_subvolume_read_only(fd.as_fd(), false));
        }
    }

    /// Whether a job made this folder with a mode by which its owner may not write to it. While the job is undone, its owner
    /// may, as where the folder is moved to the trash as a whole.
    fn lends(&self, meta: &Meta) -> bool {
        self.copies.is_some() && !self.job.privileged && meta.mode & 0o200 == 0
    }

    /// Gives a folder that was lent its mode again, if it is still there.
    fn take_back(&self, worker: &mut Worker, node: &Arc<DirNode>) {
        if self.lends(&node.meta)
            && let Ok(pair) = worker.pair(node, self.rules)
        {
            sys::best_effort(sys::set_mode(pair.src(), node.meta.mode));
        }
    }

    /// Whether a directory is mounted below the operand, or a subvolume there.
    ///
    /// A bind mount has the device of what it shows and a number of its own; a btrfs subvolume has a
    /// device of its own and the number of the mount around it.
    fn is_elsewhere(&self, parent: &Meta, meta: &Meta) -> bool {
        let options = &self.job.spec.options;
        if options.cross_mounts {
            options.one_file_system && meta.dev != parent.dev
        } else {
            meta.dev != parent.dev || meta.mount != parent.mount
        }
    }

    pub(super) fn make_node<V: Visitor>(
        &self,
        worker: &mut Worker,
        step: crate::walk::step::Step<'_, V>,
        meta: Meta,
        fd: OwnedFd,
    ) -> Arc<DirNode> {
        let ignore = self.job.filters.ignores_in(step.node, fd.as_fd(), || step.src_path());
        let name = step.item.name;
        let node = DirNode::child(step.node, name, step.item.dst_name, meta, false, ignore);
        node.tries.store(step.item.tries, Ordering::Relaxed);
        let original = self.copies.as_ref().and_then(|_| original(&step));
        if let Some(Ok(meta)) = original.as_ref().map(|dir| sys::stat_fd(dir.as_fd())) {
            node.counterpart.get_or_init(|| meta.id());
        }
        worker.keep(&node, Pair::new(Dir::Open(fd), original.map(Dir::Open)));
        node
    }

    fn not_opened(&self, worker: &mut Worker, step: Step<'_>, errno: Errno) {
        match errno {
            // An empty directory can be removed without the right to read it.
            Errno::ACCESS => match self.try_remove_dir(step) {
                Ok(()) => self.job.done(worker, step, Done::plain(Op::RemoveDir)),
                Err(again) if sys::is_filled(again) => self.fail(worker, step, errno),
                Err(other) => self.not_removed(worker, step, other),
            },
            // Another program has put a different item there.
            Errno::NOTDIR | Errno::LOOP if !step.is_operand() && step.item.tries < LISTINGS => {
                self.run_as(step, FileKind::File);
            }
            errno => self.not_removed(worker, step, errno),
        }
    }

    fn try_remove_dir(&self, step: Step<'_>) -> Result<(), Errno> {
        self.job.started(step, Op::RemoveDir, None);
        sys::remove_dir(step.pair.src(), step.item.name)
    }

    /// Removes a directory that should be empty.
    pub(super) fn remove_dir(&self, worker: &mut Worker, step: Step<'_>) {
        match self.try_remove_dir(step) {
            Ok(()) => self.job.done(worker, step, Done::plain(Op::RemoveDir)),
            Err(errno) => self.not_removed(worker, step, errno),
        }
    }

    /// Removes a directory everything in which has ended; `false` if it is listed again.
    pub(super) fn leave_dir(
        &self,
        walk: &Arc<Walk<Self>>,
        worker: &mut Worker,
        node: &Arc<DirNode>,
    ) -> bool {
        let Some(parent) = &node.parent else { return true };
        if let Some(copies) = self.looked_at() {
            if node.keeps() {
                copies.is_mixed(node.meta.id());
                parent.keep();
            }
            worker.forget(node);
            return true;
        }
        let pair = match worker.above(node, parent, self.rules) {
            Ok(pair) => pair,
            Err(failure) => {
                self.take_back(worker, node);
                worker.forget(node);
                let item = Item::new(&node.src_name, FileKind::Directory);
                self.lose(worker, parent, item, failure);
                return true;
            }
        };
        let mut item = Item::new(&node.src_name, FileKind::Directory);
        item.tries = node.tries.load(Ordering::Relaxed);
        let step = Step { walk, node: parent, pair: &pair, item };
        let left = self.leave_by(worker, step, node);
        if left {
            self.take_back(worker, node);
            worker.forget(node);
        }
        left
    }

    /// Whether the directory may be removed at all; if not, it has ended.
    pub(super) fn may_leave(&self, worker: &Worker, step: Step<'_>, node: &DirNode) -> bool {
        if node.told.load(Ordering::Relaxed) {
            step.node.keep();
            return false;
        }
        if self.job.control.checkpoint().is_err() {
            self.leave_alone(worker, step, SkipReason::Cancelled);
            return false;
        }
        if node.kept.load(Ordering::Relaxed) {
            self.leave_alone(worker, step, SkipReason::NotEmpty);
            return false;
        }
        true
    }

    fn leave_by(&self, worker: &mut Worker, step: Step<'_>, node: &Arc<DirNode>) -> bool {
        if !self.may_leave(worker, step, node)
            || self.was_taken_out(worker, step)
            || !self.may_remove(worker, step)
        {
            return true;
        }
        let folder = self.folder_of_copies(step, node);
        match self.try_remove_dir(step) {
            Ok(()) => {
                if let (Some(recorder), Some(folder)) = (&self.job.recorder, folder) {
                    recorder.note(&Line::Emptied(folder));
                }
                self.job.done(worker, step, Done::plain(Op::RemoveDir));
            }
            Err(errno) if sys::is_filled(errno) && self.lists_again(worker, step, node) => {
                return false;
            }
            Err(errno) => self.not_removed(worker, step, errno),
        }
        true
    }

    /// Describes a folder that an undo is about to remove, as all copies in it have gone one by one: a redo makes it again.
    fn folder_of_copies(&self, step: Step<'_>, node: &DirNode) -> Option<Folder> {
        let recorder = self.job.recorder.as_ref().filter(|_| self.copies.is_some())?;
        let path = recorder.full(&step.src_path());
        Folder::of(path, (step.pair.src(), step.item.name), &node.meta).ok()
    }

    /// Lists a directory again that is not empty although everything found in it was removed.
    fn lists_again(&self, worker: &Worker, step: Step<'_>, node: &Arc<DirNode>) -> bool {
        // What the user kept is still there.
        let again = !node.declined.load(Ordering::Relaxed)
            && node.listings.fetch_add(1, Ordering::Relaxed) < LISTINGS;
        if again {
            self.job.found(worker, Found { items: 0, directories: 1, all: false });
            step.walk.list_again(node);
        }
        again
    }

    /// Ends a directory that could not be listed to its end.
    pub(super) fn cannot_list(&self, node: &Arc<DirNode>, failure: OpenFailure) {
        // What vanished under us needs no listing.
        if failure.errno != Errno::NOENT {
            let error = || OpError::new(Action::ListDir, node.own_src_path(), failure.errno);
            self.job.dir_failed(node, error);
        }
    }

    /// Ends an item whose directory cannot be opened again.
    pub(super) fn lose(
        &self,
        worker: &Worker,
        node: &DirNode,
        item: Item<'_>,
        failure: OpenFailure,
    ) {
        let path = node.src_path(item.name);
        if failure.errno == Errno::NOENT {
            return self.job.missing(worker.index, path);
        }
        node.keep();
        let error = OpError::new(Action::OpenDir, node.own_src_path(), failure.errno);
        self.job.failed(worker.index, path, error);
    }
}
