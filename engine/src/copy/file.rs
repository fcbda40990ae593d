//! Copies regular files: opens them, resolves conflicts, stages the copy and moves the data.

use super::copier::{Copier, Step};
use super::ends::{DataError, Ends, Moved};
use super::existing::{ExistingFile, Placement};
use super::flush::device_below;
use super::publish::Staged;
use super::stage::Place;
use crate::contract::error::{Action, Code};
use crate::contract::event::{FileKind, Mover, Op, SkipReason};
use crate::contract::spec::Reflink;
use crate::job::conflict::Decision;
use crate::journal::SLOW_FROM;
use crate::walk::route::Route;
use crate::walk::worker::Worker;
use fcp_sys::c_path;
use fcp_sys::{self as sys, AsFd, Errno, Meta, OwnedFd};
use std::borrow::Cow;
use std::ffi::CString;
use std::sync::Arc;

impl Copier {
    /// Copies a regular file, or the contents of anything else that can be read.
    pub(super) fn copy_file(&self, worker: &mut Worker, step: Step<'_>) {
        if self.job.control.checkpoint().is_err() {
            self.skipped(worker, step, SkipReason::Cancelled, 0);
            return;
        }
        worker.moved <<= 1;
        let piece = self.job.selection.as_ref().and_then(|it| it.piece(step.node, step.item.name));
        // In the last step each divided file is looked at.
        if piece.is_none_or(|_| self.job.is_part()) && self.is_spared(worker, step) {
            return;
        }
        if worker.last_was_empty && self.may_make_empty() && self.make_empty(worker, step) {
            return;
        }
        let follow = self.follows(&step);
        let is_read = !self.job.spec.options.attributes_only;
        let opened = if !is_read || matches!(step.item.kind, FileKind::File | FileKind::Symlink) {
            sys::open_source(step.pair.src(), step.item.name, follow)
        } else if self.is_settled_unread(worker, step) {
            return;
        } else {
            sys::open_stream(step.pair.src(), step.item.name, follow)
        };
        let src = match opened {
            Ok(src) => src,
            Err(errno) if self.cannot_look(step, errno) => {
                return self.fail_sys(worker, step, Action::Stat, errno);
            }
            Err(errno) => {
                self.started(step, Op::CopyFile, None);
                return self.fail_sys(worker, step, Action::Open, errno);
            }
        };
        let found =
            if self.moves { self.job.stat_settled(&src) } else { self.job.stat_to_watch(&src) };
        let meta = match found {
            Ok(meta) => meta,
            Err(errno) => return self.fail_sys(worker, step, Action::Stat, errno),
        };
        if meta.kind != FileKind::File && step.item.kind == FileKind::File {
            // It was a file when the directory was listed.
            return self.refuse(worker, step, Code::SourceChanged);
        }
        if let Some(piece) = piece {
            return self.copy_piece(worker, step, &src, &meta, piece);
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

    /// Settles a FIFO or device that will not be read, before the job opens it: where no program writes to it, `open` would
    /// wait for ever (fifo(7)).
    fn is_settled_unread(&self, worker: &mut Worker, step: Step<'_>) -> bool {
        let Ok(meta) = sys::stat_at(step.pair.src(), step.item.name, self.follows(&step)) else {
            // What is wrong with it is told where it is opened.
            return false;
        };
        let settles = match sys::stat_at(step.pair.dst(), step.item.dst_name, true) {
            Ok(there) => {
                let decision = self.decide(step, &meta, &there);
                meta.id() == there.id()
                    || matches!(decision, Decision::Skip(_) | Decision::Fail | Decision::Ask)
            }
            Err(errno) => errno != Errno::NOENT,
        };
        settles && matches!(self.make_way(worker, step, &meta, true), Placement::Settled)
    }

    /// Copies an open file under the first name that is free.
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
        let mut way = Placement::Free;
        let mut name: CString = step.item.dst_name.to_owned();
        let mut must_look = self.must_look_first(step, meta);
        let (mut follows, mut taken) = (false, 0);
        loop {
            let at = if follows { step.led_to(&name) } else { step.renamed(&name) };
            self.meets_operand(worker, at);
            let turn = self.created.turn(step.item.dst_name);
            if must_look && matches!(way, Placement::Free) {
                way = self.make_way(worker, at, meta, true);
            }
            let writing = match &way {
                Placement::Replace(old) if self.writes_in_place(&old.meta) => {
                    self.created.writing(&old.meta)
                }
                _ => None,
            };
            let place = match &way {
                Placement::Free => self.stage_new(worker, at, src.as_fd(), meta, &route),
                Placement::Replace(old) => {
                    self.stage_over(worker, at, old, src.as_fd(), &route, meta)
                }
                Placement::Rename(other) | Placement::Follow(other) => {
                    follows = matches!(way, Placement::Follow(_));
                    name.clone_from(other);
                    way = Placement::Free;
                    continue;
                }
                Placement::Settled => Place::Settled,
                // The flush settles its links.
                Placement::Waits => return,
            };
            if let Place::Staged(staged) = &place {
                if staged.is_in_place() {
                    self.meets_linked(worker, at, staged.fd());
                }
                self.created.note(at, Some(meta), || sys::stat_fd(staged.fd()).ok());
            }
            drop(turn);
            match place {
                Place::Staged(staged) => {
                    let old = if let Placement::Replace(old) = &way { Some(*old) } else { None };
                    let filled = self.fill(worker, at, src, meta, staged, old.as_ref(), &route);
                    drop(writing);
                    if filled {
                        return;
                    }
                }
                Place::Taken => {}
                Place::Settled => return self.settle_link(worker, at, meta, false),
            }
            // Another program took the name: look what it is.
            way = Placement::Free;
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
        !(is_new || self.is_small(meta)) || step.item.answer.is_some() || step.item.tries > 0
    }

    /// The way from the device of a file to that of its destination.
    ///
    /// That of the directory is lent: a count that 16 workers add to for each file costs a sixth of the time they
    /// spend outside the kernel.
    pub(super) fn route<'a>(
        &self,
        step: Step<'a>,
        meta: &Meta,
        src: &OwnedFd,
    ) -> Cow<'a, Arc<Route>> {
        let cached = step.pair.route.get_or_init(|| {
            // An operand with a path of its own may lead anywhere.
            let parent = crate::walk::operand::parent_of(step.item.dst_name);
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
            return Cow::Borrowed(cached);
        }
        // A file of another device in this directory: a bind mount, or an operand.
        Cow::Owned(self.routes.between(meta.dev, src.as_fd(), cached.to_device(), step.pair.dst()))
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
        old: Option<&ExistingFile>,
        route: &Arc<Route>,
    ) -> bool {
        let options = &self.job.spec.options;
        let large = staged.large.as_deref();
        let passes = self.passes(meta);
        let passing = self.passing(large.map_or(0, |large| large.from));
        let passing = passing.as_ref();
        let ends = Ends { src: src.as_fd(), dst: staged.fd(), meta, route, large, passes, passing };
        if self.is_cut(meta) && staged.name().is_some() && options.reflink != Reflink::Always {
            self.copy_in_blocks(worker, step, src, meta, staged, old, route);
            return true;
        }
        let mark = self.job.meter.of(worker.index).mark();
        let moved = if options.attributes_only {
            Ok(Moved::nothing())
        } else if staged.is_clone {
            self.count_clone(worker, meta)
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
                worker.moved |= u8::from(worker.last_moved > 0);
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
}
