//! Defines the visitor that compares sources with their copies, and changes nothing.
//!
//! # How a verification works
//!
//! `Verb::Verify` asks of the options of a copy what that would have made of each item, and looks whether it
//! is there; `JobSpec::verifying` makes it of a finished copy. It is the walk of a copy with a visitor that
//! compares: the same operands, filters and symlinks lead to the same names.
//!
//! 1. The filesystem of the target is flushed once, and so is each other one that is entered below: only
//!    clean pages can be dropped from the cache. Both files of a pair leave it before they are read, and again
//!    afterwards. They are opened without a trace in their access times where that is allowed.
//! 2. Files are compared byte by byte, but for what is a hole in both; symlinks by their targets; directories
//!    by being there; FIFOs, sockets and devices by type and number. Modes, owners and times are not compared,
//!    nor is what lies beside the copies: a copy merges, and both may have changed since.
//! 3. What differs fails with `mismatch`, what is not there with `not_found` of the action `verify`; both
//!    count as `mismatched`, are never asked about and never tried again. What is in a missing directory is
//!    not told one by one. What cannot be read fails as in a copy, and says nothing about the copy.
//!
//! It has a journal, so that it can be resumed after a kill, but flushes nothing: after a power cut the disk
//! may have lost what was compared, and everything is compared anew.

mod dir;
mod file;
mod operand;

use std::ffi::CStr;
use std::sync::{Arc, Mutex};

use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{FileKind, Op, SkipReason};
use crate::job::Job;
use crate::job::act::Actor;
use crate::job::ending::Done;
use crate::walk::item::{Item, Names, ParkedItem};
use crate::walk::node::DirNode;
use crate::walk::target::Target;
use crate::walk::worker::{Counterpart, OpenFailure, OpenRules, Worker};
use crate::walk::{Visitor, Walk, WalkContext};
use fcp_sys::{self as sys, Errno, Meta};

type Step<'a> = crate::walk::step::Step<'a, Verifier>;

/// What compares.
#[derive(Debug)]
pub(crate) struct Verifier {
    job: Arc<Job>,
    rules: OpenRules,
    /// Devices of the destination that were flushed.
    flushed: Mutex<Vec<u64>>,
}

impl Verifier {
    pub(crate) fn new(job: &Arc<Job>) -> Self {
        let rules = job.rules(Counterpart::Needed);
        Self { job: Arc::clone(job), rules, flushed: Mutex::default() }
    }

    /// Whether a source symlink is followed.
    fn follows(&self, step: Step<'_>) -> bool {
        self.job.spec.options.follow.holds_for(step.is_operand(), step.item.kind)
    }

    /// Compares an item by its type; gives the node of a directory to list.
    fn check(&self, worker: &mut Worker, step: Step<'_>) -> Option<Arc<DirNode>> {
        if self.job.control.checkpoint().is_err() {
            self.job.skipped(worker, step, SkipReason::Cancelled, 0);
            return None;
        }
        let options = &self.job.spec.options;
        match step.item.kind {
            FileKind::Directory => return self.enter_dir(worker, step),
            FileKind::Symlink if self.follows(step) => return self.follow(worker, step),
            FileKind::Symlink => self.check_symlink(worker, step),
            FileKind::File | FileKind::Unknown => self.check_file(worker, step),
            FileKind::BlockDevice if options.reads_special(step.is_operand()) => {
                self.check_file(worker, step);
            }
            // What was read from it is gone.
            FileKind::Fifo | FileKind::Socket | FileKind::CharDevice
                if options.reads_special(step.is_operand()) =>
            {
                let error = OpError::refused(Action::Verify, Code::Unsupported, step.src_path());
                self.job.fail(worker, step, error);
            }
            FileKind::Fifo | FileKind::Socket | FileKind::CharDevice | FileKind::BlockDevice => {
                self.check_special(worker, step);
            }
        }
        None
    }

    /// Compares what a symlink leads to.
    fn follow(&self, worker: &mut Worker, step: Step<'_>) -> Option<Arc<DirNode>> {
        match sys::stat_at(step.pair.src(), step.item.name, true) {
            Ok(meta) if meta.kind == FileKind::Directory => {
                // Listing it here would nest within the listing at hand.
                let mut later = step.item.park(step.node);
                later.kind = FileKind::Directory;
                step.walk.run_later(later);
                None
            }
            Ok(meta) => {
                let item = Item { kind: meta.kind, ..step.item };
                self.check(worker, Step { item, ..step })
            }
            Err(errno) => {
                self.fail_src(worker, step, Action::Stat, errno);
                None
            }
        }
    }

    /// Compares the targets of two symlinks.
    fn check_symlink(&self, worker: &mut Worker, step: Step<'_>) {
        self.job.started(step, Op::Verify, None);
        let target = match sys::read_link(step.pair.src(), step.item.name) {
            Ok(target) => target,
            Err(errno) => return self.fail_src(worker, step, Action::ReadLink, errno),
        };
        let Some(copy) = self.look(worker, step, false) else { return };
        if copy.kind != FileKind::Symlink {
            return self.mismatch(worker, step);
        }
        match sys::read_link(step.pair.dst(), step.item.dst_name) {
            Ok(copy) if copy == target => self.job.done(worker, step, Done::plain(Op::Verify)),
            Ok(_) => self.mismatch(worker, step),
            Err(errno) => self.fail_dst(worker, step, errno),
        }
    }

    /// Compares the types of two FIFOs, sockets or devices, and which devices they stand for.
    fn check_special(&self, worker: &mut Worker, step: Step<'_>) {
        self.job.started(step, Op::Verify, None);
        let meta = match sys::stat_at(step.pair.src(), step.item.name, self.follows(step)) {
            Ok(meta) => meta,
            Err(errno) => return self.fail_src(worker, step, Action::Stat, errno),
        };
        let Some(copy) = self.look(worker, step, false) else { return };
        let is_device = matches!(meta.kind, FileKind::CharDevice | FileKind::BlockDevice);
        if copy.kind == meta.kind && (!is_device || copy.rdev == meta.rdev) {
            self.job.done(worker, step, Done::plain(Op::Verify));
        } else {
            self.mismatch(worker, step);
        }
    }

    /// Stats what the copy made; if there is nothing, the item has ended.
    fn look(&self, worker: &mut Worker, step: Step<'_>, follow: bool) -> Option<Meta> {
        match sys::stat_at(step.pair.dst(), step.item.dst_name, follow) {
            Ok(meta) => Some(meta),
            Err(errno) => {
                self.fail_dst(worker, step, errno);
                None
            }
        }
    }

    /// Ends an item whose copy differs from it.
    fn mismatch(&self, worker: &Worker, step: Step<'_>) {
        self.refuse(worker, step.without_retry(), Code::Mismatch);
    }

    /// Ends an item that cannot be compared.
    fn refuse(&self, worker: &Worker, step: Step<'_>, code: Code) {
        let error = OpError::refused(Action::Verify, code, step.dst_path()).with(step.src_path());
        self.job.fail(worker, step, error);
    }

    /// Ends an item whose source cannot be read.
    fn fail_src(&self, worker: &mut Worker, step: Step<'_>, action: Action, errno: Errno) {
        if !self.job.retries_later(worker, step, errno) {
            self.job.fail(worker, step, OpError::new(action, step.src_path(), errno));
        }
    }

    /// Ends an item whose copy cannot be read, or is missing.
    fn fail_dst(&self, worker: &mut Worker, step: Step<'_>, errno: Errno) {
        if self.job.retries_later(worker, step, errno) {
            return;
        }
        let error = OpError::new(Action::Verify, step.dst_path(), errno).with(step.src_path());
        // A missing copy gets no question with a retry: it does not appear by itself.
        let step = if error.is_mismatch() { step.without_retry() } else { step };
        self.job.fail(worker, step, error);
    }
}

impl Actor for Verifier {
    fn operands(
        &self,
        worker: &mut Worker,
        top: &Arc<DirNode>,
        target: &Target,
    ) -> Vec<ParkedItem> {
        if let Ok(dir) = target.open() {
            self.flush(&dir);
        }
        self.find_operands(worker, top, target)
    }
}

impl Visitor for Verifier {
    fn context(&self) -> &impl WalkContext {
        &*self.job
    }

    fn rules(&self) -> OpenRules {
        self.rules
    }

    fn visit(&self, worker: &mut Worker, step: Step<'_>) -> Option<Arc<DirNode>> {
        self.check(worker, step.retried())
    }

    fn leave(&self, _walk: &Arc<Walk<Self>>, worker: &mut Worker, node: &Arc<DirNode>) -> bool {
        self.leave_dir(worker, node);
        true
    }

    fn names(&self, node: &DirNode) -> Option<&Names> {
        self.job.selection.as_ref().map(|selection| selection.names(node))
    }

    fn list_failed(&self, node: &Arc<DirNode>, failure: OpenFailure) {
        self.job.dir_failed(node, || dir::error_of(node, Action::ListDir, failure));
    }

    fn accepts(&self, node: &DirNode, name: &CStr, kind: FileKind) -> bool {
        self.job.accepts(node, name, kind) && !node.has_passed(name)
    }

    fn lost(&self, worker: &mut Worker, node: &Arc<DirNode>, item: Item<'_>, failure: OpenFailure) {
        let error = dir::error_of(node, Action::OpenDir, failure);
        self.job.failed(worker.index, node.src_path(item.name), error);
        self.job.ended(worker, node, item.name);
    }
}
