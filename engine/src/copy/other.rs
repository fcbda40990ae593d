//! Copies symlinks, FIFOs, sockets and devices, and makes links instead of copies.

use std::ffi::{CStr, CString};

use super::copied::Finished;
use super::copier::{Copier, Step};
use super::existing::Placement;
use super::naming::Over;
use super::naming::Unplaced;
use super::naming::temporary_beside;
use super::operand::is_one_directory;
use super::publish::{Shelved, unlink_own};
use super::retain::{Incoming, Retained};
use super::tell::Done;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{FileKind, Op};
use crate::contract::spec::{ConflictPolicy, LinkMode};
use crate::walk::worker::Worker;
use fcp_sys::{self as sys, BorrowedFd, Errno, Meta, Sys};

/// Makes an entry under a name that must be free.
type Make<'a> = dyn Fn(BorrowedFd<'_>, &CStr) -> Sys<()> + 'a;

impl Copier {
    /// Recreates a symlink.
    pub(super) fn copy_symlink(&self, worker: &mut Worker, step: Step<'_>) {
        let meta = match sys::stat_at(step.pair.src(), step.item.name, false) {
            Ok(meta) => meta,
            Err(errno) => return self.fail_sys(worker, step, Action::Stat, errno),
        };
        if self.keeps_links(step, &meta) && !self.claim_link(worker, step, &meta) {
            return;
        }
        self.place_symlink(worker, step, &meta);
    }

    /// Makes a symlink with the target of its source.
    pub(super) fn place_symlink(&self, worker: &mut Worker, step: Step<'_>, meta: &Meta) {
        let target = match sys::read_link(step.pair.src(), step.item.name) {
            Ok(target) => target,
            Err(errno) => {
                self.settle_link(worker, step, meta, false);
                return self.fail_sys(worker, step, Action::ReadLink, errno);
            }
        };
        self.place(worker, step, meta, Op::Symlink, Action::CreateSymlink, &|dir, name| {
            sys::symlink(&target, dir, name)
        });
    }

    /// Recreates a FIFO, socket or device.
    pub(super) fn copy_special(&self, worker: &mut Worker, step: Step<'_>) {
        let meta = match sys::stat_at(step.pair.src(), step.item.name, self.follows(&step)) {
            Ok(meta) => meta,
            Err(errno) => return self.fail_sys(worker, step, Action::Stat, errno),
        };
        if self.keeps_links(step, &meta) && !self.claim_link(worker, step, &meta) {
            return;
        }
        self.place_special(worker, step, &meta);
    }

    /// Makes a FIFO, socket or device like its source.
    pub(super) fn place_special(&self, worker: &mut Worker, step: Step<'_>, meta: &Meta) {
        let action =
            if meta.kind == FileKind::Fifo { Action::CreateFifo } else { Action::CreateSpecial };
        let mode = self.birth_mode(meta);
        self.place(worker, step, meta, Op::Special, action, &|dir, name| {
            sys::make_node(dir, name, meta.kind, mode, meta.rdev)
        });
    }

    /// Makes a hard or symbolic link to the source instead of a copy.
    pub(super) fn link_to_source(&self, worker: &mut Worker, step: Step<'_>, hard: bool) {
        let follow = self.follows(&step);
        let meta = match sys::stat_at(step.pair.src(), step.item.name, follow) {
            Ok(meta) => meta,
            Err(errno) => return self.fail_sys(worker, step, Action::Stat, errno),
        };
        if follow && !self.as_cp() && self.is_over_its_own_link(step) {
            // What replaced the symlink would be all that is left of it.
            return self.refuse(worker, step, Code::SameFile);
        }
        if hard {
            let src = step.pair.src();
            let name = step.item.name;
            // Linked before, for example by an earlier run: nothing is in the way.
            if is_there(step, &meta) {
                return self.done_or_wait(worker, step, &meta, Op::HardLink);
            }
            return self.place(
                worker,
                step,
                &meta,
                Op::HardLink,
                Action::CreateHardLink,
                &|dir, new| sys::hard_link(src, name, dir, new, follow),
            );
        }
        let path = step.src_path();
        // A relative link is read from where it stands, so only the working directory fits.
        let here = || is_one_directory((step.pair.dst(), step.item.dst_name), (sys::CWD, c"."));
        if path.is_relative() && !here() {
            if self.as_cp() {
                self.started(step, Op::Symlink, None);
            }
            let error = crate::contract::error::OpError::refused(
                Action::CreateSymlink,
                Code::Unsupported,
                step.dst_path(),
            )
            .with(path);
            return self.fail(worker, step, error);
        }
        let target = CString::new(std::os::unix::ffi::OsStringExt::into_vec(path.into_os_string()))
            .unwrap_or_default();
        self.place(worker, step, &meta, Op::Symlink, Action::CreateSymlink, &|dir, name| {
            sys::symlink(&target, dir, name)
        });
    }

    /// Whether the source is a symlink, and the destination that very symlink.
    pub(super) fn is_over_its_own_link(&self, step: Step<'_>) -> bool {
        let options = &self.job.spec.options;
        // An existing file that is left alone anyway may be the source itself.
        let left_alone = matches!(options.on_conflict, ConflictPolicy::Skip | ConflictPolicy::Fail);
        let link = sys::stat_at(step.pair.src(), step.item.name, false);
        !left_alone
            && link.is_ok_and(|link| link.kind == FileKind::Symlink && is_there(step, &link))
    }

    /// Makes an entry that has no data, replacing what policy lets it replace.
    pub(super) fn place(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        meta: &Meta,
        op: Op,
        action: Action,
        make: &Make<'_>,
    ) {
        let mut name = step.item.dst_name.to_owned();
        let mut taken = 0;
        let turn = self.created.turn(step.item.dst_name);
        loop {
            let at = step.renamed(&name);
            match make(at.pair.dst(), &name) {
                Ok(()) => {
                    self.started(at, op, None);
                    return self.placed(worker, at, meta, op, Over::Nothing);
                }
                Err(errno) if sys::exists(errno) => {}
                Err(errno) => {
                    drop(turn);
                    // GNU's cp names an item before it makes it; what cannot be linked may yet be copied.
                    let may_copy =
                        op == Op::HardLink && self.job.spec.options.link == LinkMode::Copy;
                    if self.as_cp() && !may_copy {
                        self.started(at, op, None);
                    }
                    return self.not_placed(worker, at, meta, op, (action, errno));
                }
            }
            match self.make_way(worker, at, meta, false) {
                Placement::Free => {
                    taken += 1;
                    if !self.looks_again(worker, at, action, taken) {
                        return self.settle_link(worker, at, meta, false);
                    }
                }
                Placement::Rename(other) | Placement::Follow(other) => name = other,
                Placement::Settled => return self.settle_link(worker, at, meta, false),
                Placement::Waits => return,
                Placement::Replace(old) if self.updates_attributes() => {
                    if !is_copy(op, meta) || old.meta.kind != meta.kind {
                        self.settle_link(worker, at, meta, false);
                        return self.fail_dst(worker, at, action, Errno::EXIST);
                    }
                    self.started(at, op, None);
                    return self.placed(worker, at, meta, op, Over::Other);
                }
                Placement::Replace(old) => {
                    let backup = self.foreseen_backup(at, &old);
                    if backup.is_none() && self.unlinks(meta, &old.meta) {
                        self.removing(at);
                    }
                    self.started(at, op, backup.as_deref());
                    let mut retained = None;
                    if self.over(&old) == Over::Kept {
                        match self.retain(at.node, at.pair, at.item.dst_name) {
                            Ok(prepared) => retained = prepared,
                            Err(errno) => {
                                self.settle_link(worker, at, meta, false);
                                return self.fail_dst(worker, at, Action::Keep, errno);
                            }
                        }
                    }
                    let over = self.over(&old);
                    self.note_replacing(at.node, (at.item.name, at.item.dst_name), over);
                    match self.replace(worker, at, over, action, make, retained.as_mut()) {
                        Ok(backup) => {
                            self.note_backup(at, backup.as_deref());
                            self.note_retained(at, retained.as_ref());
                            return self.placed(worker, at, meta, op, over);
                        }
                        Err(unplaced) => {
                            drop(turn);
                            let failed = (unplaced.action, unplaced.errno);
                            return self.not_placed(worker, at, meta, op, failed);
                        }
                    }
                }
            }
        }
    }

    /// Copies a name that cannot become a link to the copy of another name, if the filesystem has no such links,
    /// and fails the item otherwise.
    fn not_placed(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        meta: &Meta,
        op: Op,
        (action, errno): (Action, Errno),
    ) {
        let options = &self.job.spec.options;
        if (op, action, options.link) == (Op::HardLink, Action::CreateHardLink, LinkMode::Copy) {
            let error = OpError::new(action, step.dst_path(), errno).with(step.src_path());
            if errno == Errno::MLINK && !options.gnu {
                self.warn_once(error);
                if self.claim_further_copy(step, meta) {
                    self.copy_apart(worker, step, meta);
                }
                return;
            }
            if self.without(step.pair.dst(), error).is_ok() {
                return self.copy_apart(worker, step, meta);
            }
        }
        self.settle_link(worker, step, meta, false);
        self.fail_dst(worker, step, action, errno);
    }

    /// Makes the entry beside and lets it take the place of the old one; gives the backup's name.
    #[allow(clippy::too_many_arguments, reason = "the parts of one step, each used once")]
    fn replace(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        over: Over,
        action: Action,
        make: &Make<'_>,
        retained: Option<&mut Retained>,
    ) -> Result<Option<CString>, Unplaced> {
        let (dir, name) = (step.pair.dst(), step.item.dst_name);
        let temporary = loop {
            let temporary = temporary_beside(worker, name);
            match make(dir, &temporary) {
                Ok(()) => break temporary,
                Err(errno) if sys::exists(errno) => {}
                Err(errno) => return Err(Unplaced::back(action, errno)),
            }
        };
        let is_link = action == Action::CreateHardLink;
        // That the entry could not be made is told apart, since a copy can take the place of a link.
        let action = if self.job.spec.options.gnu { action } else { Action::Publish };
        let failed = |errno| Unplaced::back(action, errno);
        let placed = match (over, retained) {
            (Over::BackedUp, _) => {
                let spare = self.spare_of_backup(step.node, step.pair, (step.item.name, name));
                let incoming = (Incoming::Temporary, spare);
                self.back_up(worker, (dir, name), (dir, &temporary), incoming)
            }
            (_, Some(retained)) => {
                let moved = retained.give_way(dir, &temporary, Incoming::Temporary);
                moved.map(|()| None).map_err(failed)
            }
            (_, None) => sys::rename(dir, &temporary, dir, name).map(|()| None).map_err(failed),
        };
        if placed.as_ref().is_err_and(|unplaced| unplaced.is_back) {
            // The first failure is the one to tell.
            sys::best_effort(sys::unlink(dir, &temporary));
        } else if is_link && placed.is_ok() {
            // Between two names of one file a rename does nothing and reports nothing (rename(2)). Inode numbers tell
            // before where that is so, but not on filesystems in user space that make them up (sshfs).
            sys::best_effort(sys::unlink(dir, &temporary));
        }
        placed
    }

    pub(super) fn placed(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        meta: &Meta,
        op: Op,
        over: Over,
    ) {
        let made = || sys::stat_at(step.pair.dst(), step.item.dst_name, false).ok();
        self.created.note(step, Some(meta), made);
        // Before its metadata are set, which may fail.
        let found = || sys::stat_at(step.pair.dst(), step.item.dst_name, false);
        let made = if self.moves { found().ok().map(|made| made.id()) } else { None };
        let is_copy = is_copy(op, meta);
        let done = Done {
            replaced: over.is_foreign() && !self.job.spec.options.attributes_only,
            ..Done::plain(op)
        };
        let kept = if is_copy {
            let is_symlink = meta.kind == FileKind::Symlink;
            self.finish_node(step, meta, step.item.dst_name, is_symlink)
        } else {
            Ok(())
        };
        let kept = match kept {
            Ok(()) if self.syncs_each() && !self.moves => {
                return self.wait_placed(worker, step, meta, done, over);
            }
            kept => kept,
        };
        if self.moves {
            return match self.bearable(kept) {
                Ok(()) => self.wait_placed(worker, step, meta, done, over),
                Err(error) => {
                    // Its source stays; of a plan, unless another process has found this copy.
                    if !over.is_foreign()
                        && self.job.selection.is_none()
                        && let Some(made) = made
                    {
                        unlink_own(step.pair.dst(), step.item.dst_name, made);
                    }
                    self.settle_link(worker, step, meta, false);
                    self.fail(worker, step.without_retry(), error);
                }
            };
        }
        if is_copy {
            self.settle_link(worker, step, meta, true);
        }
        self.note_arrival(step, over);
        match kept {
            Ok(()) => self.done(worker, step, done),
            Err(error) => self.fail(worker, step.without_retry(), error),
        }
    }

    /// Ends an item whose name was there already; first makes sure that it is on the disk, if asked to.
    pub(super) fn done_or_wait(&self, worker: &mut Worker, step: Step<'_>, meta: &Meta, op: Op) {
        if self.moves || self.syncs_each() {
            return self.wait_placed(worker, step, meta, Done::plain(op), Over::Other);
        }
        self.done(worker, step, Done::plain(op));
    }

    /// Lets an entry without data wait until it is safe, so that its source can go.
    pub(super) fn wait_placed(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        meta: &Meta,
        done: Done,
        over: Over,
    ) {
        let made = sys::stat_at(step.pair.dst(), step.item.dst_name, false);
        match made {
            Ok(made) => {
                let (id, file) = (made.id(), Shelved::placed());
                self.wait_for_flush(worker, step, Finished { meta, id, file, over, done });
            }
            Err(errno) => {
                self.settle_link(worker, step, meta, false);
                self.fail_dst(worker, step, Action::StatDestination, errno);
            }
        }
    }
}

/// Whether an entry without data is a copy of its source, and not a link to it.
fn is_copy(op: Op, meta: &Meta) -> bool {
    op == Op::Special || (op == Op::Symlink && meta.kind == FileKind::Symlink)
}

/// Whether the destination is the source inode itself.
fn is_there(step: Step<'_>, meta: &Meta) -> bool {
    sys::stat_at(step.pair.dst(), step.item.dst_name, false)
        .is_ok_and(|there| there.id() == meta.id())
}
