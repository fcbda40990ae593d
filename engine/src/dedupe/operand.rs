//! Finds the operands, enters directories and collects files.

use std::ffi::CStr;
use std::path::Path;
use std::sync::Arc;

use super::{Deduper, Step};
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::FileKind;
use crate::contract::spec::Follow;
use crate::walk::item::ParkedItem;
use crate::walk::node::DirNode;
use crate::walk::operand::look_at;
use crate::walk::worker::{Dir, Pair, Worker};
use fcp_sys::{self as sys, AsFd, Errno, c_path, lock};

impl Deduper {
    /// Makes the items of the operands; those that are not there, or are links, are told here.
    pub(super) fn find_operands(&self, worker: &Worker, top: &Arc<DirNode>) -> Vec<ParkedItem> {
        let sources = self.job.spec.sources.iter();
        sources.filter_map(|source| self.find_operand(worker, top, &source.0)).collect()
    }

    fn find_operand(
        &self,
        worker: &Worker,
        top: &Arc<DirNode>,
        source: &Path,
    ) -> Option<ParkedItem> {
        let name = c_path(source).unwrap_or_default();
        let fail = |action, errno| {
            let error = OpError::new(action, source, errno);
            self.job.failed(worker.index, source.to_owned(), error);
            None
        };
        // An empty path leads nowhere, as the kernel says.
        match look_at(source, &name, Follow::Never) {
            Ok(meta) if !self.job.accepts_operand(source, meta.kind) => {
                self.job.left_out(worker, top, &name, &name);
                None
            }
            // With a slash at its end it is none.
            Ok(meta) if meta.kind == FileKind::Symlink => fail(Action::Open, Errno::LOOP),
            Ok(meta) => Some(ParkedItem::new(top, name.clone(), name, meta.kind)),
            Err(errno) => fail(Action::Stat, errno),
        }
    }

    /// Enters a directory that is on the mount of its operand; gives its node.
    pub(super) fn enter_dir(&self, worker: &mut Worker, step: Step<'_>) -> Option<Arc<DirNode>> {
        let options = &self.job.spec.options;
        if !options.recursive {
            let error = OpError::refused(Action::Dedupe, Code::OmittedDirectory, step.src_path());
            self.job.fail(worker, step, error);
            return None;
        }
        let opened = sys::open_dir(step.pair.src(), step.item.name, false)
            .and_then(|src| Ok((sys::stat_dir(src.as_fd())?, src)));
        let (meta, src) = match opened {
            Ok(opened) => opened,
            Err(errno) => {
                if !self.job.retries_later(worker, step, errno) {
                    let error = OpError::new(Action::OpenDir, step.src_path(), errno);
                    self.job.fail(worker, step, error);
                }
                return None;
            }
        };
        if step.is_operand() && sys::invents_sizes(src.as_fd()) {
            let name = sys::filesystem_name(src.as_fd());
            let error =
                OpError::refused(Action::Dedupe, Code::Unsupported, step.src_path()).on(name);
            self.job.fail(worker, step, error);
            return None;
        }
        // A subvolume has a device of its own on the mount around it, and can share with that.
        let is_elsewhere = !meta.shares_mount(&step.node.meta)
            || options.one_file_system && meta.dev != step.node.meta.dev;
        if is_elsewhere && !step.is_operand() {
            return None;
        }
        let ignore = self.job.filters.ignores_in(step.node, src.as_fd(), || step.src_path());
        let node =
            DirNode::child(step.node, step.item.name, step.item.dst_name, meta, false, ignore);
        worker.keep(&node, Pair::new(Dir::Open(src), None));
        Some(node)
    }

    /// Remembers a file that is large enough.
    pub(super) fn collect(&self, worker: &mut Worker, step: Step<'_>) {
        let name: &CStr = step.item.name;
        match sys::stat_at(step.pair.src(), name, false) {
            Ok(meta) if meta.kind == FileKind::File && meta.size >= self.least => {
                lock(&self.collected).add(step.node, name, &meta);
            }
            Ok(_) | Err(Errno::NOENT) => {}
            Err(errno) if self.job.retries_later(worker, step, errno) => {}
            Err(errno) => {
                let error = OpError::new(Action::Stat, step.src_path(), errno);
                self.job.fail(worker, step, error);
            }
        }
    }
}
