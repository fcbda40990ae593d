//! Verifies directories: they must be there, and what is in them is compared.

use std::sync::Arc;

use super::{Step, Verifier};
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::Op;
use crate::contract::spec::Follow;
use crate::parts::selection::Role;
use crate::walk::node::DirNode;
use crate::walk::worker::{Dir, OpenFailure, Pair, Worker};
use fcp_sys::lock;
use fcp_sys::{self as sys, AsFd, Errno, OwnedFd};

impl Verifier {
    /// Enters a directory and its copy; gives its node if the walk must list it.
    pub(super) fn enter_dir(&self, worker: &mut Worker, step: Step<'_>) -> Option<Arc<DirNode>> {
        let options = &self.job.spec.options;
        if !options.recursive {
            let error = OpError::refused(Action::Verify, Code::OmittedDirectory, step.src_path());
            self.job.fail(worker, step, error);
            return None;
        }
        self.job.started(step, Op::Verify, None);
        let opened = sys::open_dir(step.pair.src(), step.item.name, self.follows(step))
            .and_then(|src| Ok((sys::stat_fd(src.as_fd())?, src)));
        let (meta, src) = match opened {
            Ok(opened) => opened,
            Err(errno) => {
                self.fail_src(worker, step, Action::OpenDir, errno);
                return None;
            }
        };
        if options.follow == Follow::Always && step.node.is_inside(meta.id()) {
            self.refuse(worker, step, Code::Loop);
            return None;
        }
        let follow = options.keep_directory_symlink || step.is_operand();
        let entered = sys::enter_dir(step.pair.dst(), step.item.dst_name, follow)
            .and_then(|dst| Ok((sys::stat_fd(dst.as_fd())?, dst)));
        let (copy, dst) = match entered {
            Ok(entered) => entered,
            // It is a file, or a symlink that no copy made.
            Err(Errno::NOTDIR | Errno::LOOP) => {
                self.mismatch(worker, step);
                return None;
            }
            Err(errno) => {
                self.fail_dst(worker, step, errno);
                return None;
            }
        };
        if copy.id() == meta.id() {
            self.refuse(worker, step, Code::SameFile);
            return None;
        }
        if !lock(&self.flushed).contains(&copy.dev) {
            self.flush(&dst);
        }
        let ignore = self.job.filters.ignores_in(step.node, src.as_fd(), || step.src_path());
        let node =
            DirNode::child(step.node, step.item.name, step.item.dst_name, meta, false, ignore);
        self.job.pass_over(&node);
        worker.keep(&node, Pair::new(Dir::Open(src), Some(Dir::Open(dst))));
        if options.one_file_system && !step.is_operand() && meta.dev != step.node.meta.dev {
            // The copy made the mount point, and nothing of what is mounted there.
            step.walk.release(worker, &node);
            return None;
        }
        Some(node)
    }

    /// Flushes the filesystem of a directory: only what is on the device can be read from it.
    pub(super) fn flush(&self, dir: &OwnedFd) {
        // What it could not write differs, and will be told.
        sys::best_effort(sys::sync_filesystem(dir.as_fd()));
        if let Ok(meta) = sys::stat_fd(dir.as_fd()) {
            lock(&self.flushed).push(meta.dev);
        }
    }

    /// Ends the item of a directory when everything in it has ended.
    pub(super) fn leave_dir(&self, worker: &Worker, node: &DirNode) {
        // A halted job cannot tell whether all below has ended; its next run finds out.
        if node.parent.is_none() || self.job.puts_off() {
            return;
        }
        if self.job.selection.as_ref().is_some_and(|it| it.role(node) == Role::Way) {
            // Another part has it.
            return;
        }
        self.job.dir_done(worker, node, Op::Verify);
    }
}

/// Tells which side of a directory could not be opened; `action` is what failed on the source.
pub(super) fn error_of(node: &DirNode, action: Action, failure: OpenFailure) -> OpError {
    if failure.is_source {
        OpError::new(action, node.own_src_path(), failure.errno)
    } else {
        OpError::new(Action::Verify, node.own_dst_path(), failure.errno).with(node.own_src_path())
    }
}
