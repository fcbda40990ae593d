//! Symlinks, FIFOs, sockets, devices, and links instead of copies.

use std::ffi::{CStr, CString};

use super::batch::Finished;
use super::publish::{Over, Shelved, temporary_beside, unlink_own};
use super::retain::{self, Retained};
use super::room::Room;
use super::tell::Done;
use super::{Copier, Step};
use crate::error::{Action, Code};
use crate::event::{FileKind, Op};
use crate::spec::Overwrite;
use crate::sys::{self, BorrowedFd, Meta, Sys};
use crate::worker::Worker;

/// Makes an entry under a name that must be free.
type Make<'a> = dyn Fn(BorrowedFd<'_>, &CStr) -> Sys<()> + 'a;

impl Copier {
    /// Recreates a symlink.
    pub(super) fn copy_symlink(&self, worker: &mut Worker, step: Step<'_>) {
        let target = match sys::read_link(step.pair.src(), step.item.name) {
            Ok(target) => target,
            Err(errno) => return self.fail_sys(worker, step, Action::ReadLink, errno),
        };
        let meta = match sys::stat_at(step.pair.src(), step.item.name, false) {
            Ok(meta) => meta,
            Err(errno) => return self.fail_sys(worker, step, Action::Stat, errno),
        };
        if self.keeps_links(step, &meta) && !self.claim_link(worker, step, &meta) {
            return;
        }
        self.place(worker, step, &meta, Op::Symlink, Action::CreateSymlink, &|dir, name| {
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
        let action =
            if meta.kind == FileKind::Fifo { Action::CreateFifo } else { Action::CreateSpecial };
        let mode = self.birth_mode(&meta);
        self.place(worker, step, &meta, Op::Special, action, &|dir, name| {
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
        let here = step.is_operand() && !step.dst_path().to_string_lossy().contains('/');
        if path.is_relative() && !here {
            let error = crate::error::OpError::refused(
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
        let _turn = self.created.turn(step.item.dst_name);
        loop {
            let at = step.renamed(&name);
            match make(at.pair.dst(), &name) {
                Ok(()) => {
                    self.started(at, op, None);
                    return self.placed(worker, at, meta, op, Over::Nothing);
                }
                Err(errno) if sys::exists(errno) => {}
                Err(errno) => {
                    self.settle_link(worker, at, meta, false);
                    return self.fail_dst(worker, at, action, errno);
                }
            }
            match self.make_way(worker, at, meta, false) {
                Room::Free => {
                    taken += 1;
                    if !self.looks_again(worker, at, action, taken) {
                        return self.settle_link(worker, at, meta, false);
                    }
                }
                Room::Rename(other) => name = other,
                Room::Settled => return self.settle_link(worker, at, meta, false),
                Room::Replace(old) => {
                    let backup = match self.back_up_old(worker, at, &old) {
                        Ok(backup) => backup,
                        Err(errno) => {
                            self.settle_link(worker, at, meta, false);
                            return self.fail_dst(worker, at, Action::Backup, errno);
                        }
                    };
                    if backup.is_none() && self.job.spec.options.overwrite == Overwrite::RemoveFirst
                    {
                        self.removing(at);
                    }
                    self.note_backup(at, backup.as_deref());
                    self.started(at, op, backup.as_deref());
                    let mut retained = None;
                    if old.over() == Over::Kept {
                        match self.retain(at.node, at.pair, at.item.dst_name) {
                            Ok(prepared) => retained = prepared,
                            Err(errno) => {
                                self.settle_link(worker, at, meta, false);
                                return self.fail_dst(worker, at, Action::Keep, errno);
                            }
                        }
                    }
                    match replace(worker, at, make, retained.as_mut()) {
                        Ok(()) => {
                            self.note_retained(at, retained.as_ref());
                            return self.placed(worker, at, meta, op, old.over());
                        }
                        Err(errno) => {
                            self.settle_link(worker, at, meta, false);
                            return self.fail_dst(worker, at, action, errno);
                        }
                    }
                }
            }
        }
    }

    fn placed(&self, worker: &mut Worker, step: Step<'_>, meta: &Meta, op: Op, over: Over) {
        self.created.note(step, || sys::stat_at(step.pair.dst(), step.item.dst_name, false).ok());
        // Before its metadata are set, which may fail.
        let found = || sys::stat_at(step.pair.dst(), step.item.dst_name, false);
        let made = if self.moves { found().ok().map(|made| made.id()) } else { None };
        let is_copy =
            matches!(op, Op::Special) || (op == Op::Symlink && meta.kind == FileKind::Symlink);
        let kept = if is_copy {
            let is_symlink = meta.kind == FileKind::Symlink;
            self.finish_node(step, meta, step.item.dst_name, is_symlink)
        } else {
            Ok(())
        };
        let kept = match kept {
            Ok(()) if self.syncs_each() && !self.moves => {
                return self.wait_placed(worker, step, meta, op, over);
            }
            kept => kept,
        };
        if self.moves {
            return match self.bearable(kept) {
                Ok(()) => self.wait_placed(worker, step, meta, op, over),
                Err(error) => {
                    if !over.is_foreign()
                        && let Some(made) = made
                    {
                        // Its source stays.
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
            Ok(()) => self.done(worker, step, Done::plain(op)),
            Err(error) => self.fail(worker, step.without_retry(), error),
        }
    }

    /// Ends an item whose name was there already; first makes sure that it is on the disk, if asked to.
    pub(super) fn done_or_wait(&self, worker: &mut Worker, step: Step<'_>, meta: &Meta, op: Op) {
        if self.moves || self.syncs_each() {
            return self.wait_placed(worker, step, meta, op, Over::Other);
        }
        self.done(worker, step, Done::plain(op));
    }

    /// Lets an entry without data wait until it is safe, so that its source can go.
    pub(super) fn wait_placed(
        &self,
        worker: &mut Worker,
        step: Step<'_>,
        meta: &Meta,
        op: Op,
        over: Over,
    ) {
        let made = sys::stat_at(step.pair.dst(), step.item.dst_name, false);
        match made {
            Ok(made) => {
                let (id, file, done) = (made.id(), Shelved::placed(), Done::plain(op));
                self.wait_for_flush(worker, step, Finished { meta, id, file, over, done });
            }
            Err(errno) => {
                self.settle_link(worker, step, meta, false);
                self.fail_dst(worker, step, Action::StatDestination, errno);
            }
        }
    }
}

/// Whether the destination is the source inode itself.
fn is_there(step: Step<'_>, meta: &Meta) -> bool {
    sys::stat_at(step.pair.dst(), step.item.dst_name, false)
        .is_ok_and(|there| there.id() == meta.id())
}

/// Makes the entry beside and renames it over the old one.
fn replace(
    worker: &mut Worker,
    step: Step<'_>,
    make: &Make<'_>,
    retained: Option<&mut Retained>,
) -> Sys<()> {
    let dir = step.pair.dst();
    let temporary = loop {
        let temporary = temporary_beside(worker, step.item.dst_name);
        match make(dir, &temporary) {
            Ok(()) => break temporary,
            Err(errno) if sys::exists(errno) => {}
            Err(errno) => return Err(errno),
        }
    };
    let renamed = retain::replace(dir, &temporary, step.item.dst_name, retained);
    if renamed.is_err() {
        // The rename's own failure is the one to tell.
        sys::best_effort(sys::unlink(dir, &temporary));
    }
    renamed
}
