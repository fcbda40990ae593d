//! Defines the visitor that removes what a part of a plan names, and, at the end of the plan, its directories.
//!
//! The walk takes names from a list, and each is removed only if it is still the item that the plan found
//! (`parts/stamp.rs`). Directories on the way are entered by the rules of every delete: through no symlink, into no
//! mount, and into none that is guarded. Another process may be at the same part, and an item that it was faster with
//! is skipped.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::Remover;
use super::dir::NotEntered;
use super::operand::{OperandCheck, item};
use super::width::width;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{FileKind, Op, SkipReason};
use crate::job::Job;
use crate::job::act::{Actor, Width, act};
use crate::job::ending::Done;
use crate::parts::format::Purpose;
use crate::parts::selection::{Role, Selection};
use crate::parts::stamp::Stamp;
use crate::walk::item::{Item, Names, ParkedItem};
use crate::walk::node::DirNode;
use crate::walk::target::Target;
use crate::walk::worker::{OpenFailure, OpenRules, Pair, Worker};
use crate::walk::{Visitor, Walk, WalkContext};
use fcp_sys::{self as sys, Errno};

type Step<'a> = crate::walk::step::Step<'a, PartRemover>;

/// What removes the items of a list.
#[derive(Debug)]
pub(super) struct PartRemover {
    remover: Remover,
    selection: Arc<Selection>,
}

/// Removes the items of a list; tells whether the job could begin.
pub(crate) fn remove_part(job: &Arc<Job>, selection: &Arc<Selection>, target: &Target) -> bool {
    let (remover, selection) = (Remover::new(job), Arc::clone(selection));
    act(job, target, PartRemover { remover, selection }, None).is_some()
}

impl PartRemover {
    fn job(&self) -> &Job {
        &self.remover.job
    }

    fn fail(&self, worker: &mut Worker, step: Step<'_>, action: Action, errno: Errno) {
        if !self.job().retries_later(worker, step, errno) {
            let error = OpError::new(action, step.src_path(), errno);
            self.job().fail(worker, step, error);
        }
    }

    fn refuse(&self, worker: &Worker, step: Step<'_>, code: Code) {
        let error = OpError::refused(Action::Remove, code, step.src_path());
        self.job().fail(worker, step, error);
    }

    /// Whether an item is the one that the plan found; if not, it has ended.
    fn is_planned(&self, worker: &mut Worker, step: Step<'_>) -> bool {
        match Stamp::at(step.pair.src(), step.item.name) {
            Ok(found) if self.selection.stamp(step.node, step.item.name) == Some(found) => true,
            Ok(_) => {
                self.refuse(worker, step, Code::ChangedSince);
                false
            }
            Err(errno) => {
                self.not_removed(worker, step, errno);
                false
            }
        }
    }

    fn not_removed(&self, worker: &mut Worker, step: Step<'_>, errno: Errno) {
        if errno == Errno::NOENT {
            return self.job().skipped(worker, step, SkipReason::Missing, 0);
        }
        self.fail(worker, step, Action::Remove, errno);
    }

    fn remove_file(&self, worker: &mut Worker, step: Step<'_>) {
        if !self.is_planned(worker, step) {
            return;
        }
        self.job().started(step, Op::Unlink, None);
        match sys::unlink(step.pair.src(), step.item.name) {
            Ok(()) => self.job().done(worker, step, Done::plain(Op::Unlink)),
            Err(errno) => self.not_removed(worker, step, errno),
        }
    }

    fn enter(&self, worker: &mut Worker, step: Step<'_>) -> Option<Arc<DirNode>> {
        if self.job().control.checkpoint().is_err() {
            step.node.keep();
            self.job().skipped(worker, step, SkipReason::Cancelled, 0);
            return None;
        }
        if self.selection.role_in(step.node, step.item.name).is_none() {
            // A directory has taken the name of what was none.
            self.refuse(worker, step, Code::ChangedSince);
            return None;
        }
        match self.remover.open(step) {
            Ok((meta, fd)) => Some(self.remover.make_node(worker, step, meta, fd)),
            Err(NotEntered::Code(code)) => {
                self.refuse(worker, step, code);
                None
            }
            Err(NotEntered::Errno(Errno::NOENT)) => {
                self.job().skipped(worker, step, SkipReason::Missing, 0);
                None
            }
            Err(NotEntered::Errno(Errno::NOTDIR | Errno::LOOP)) => {
                self.refuse(worker, step, Code::ChangedSince);
                None
            }
            Err(NotEntered::Errno(errno)) => {
                self.fail(worker, step, Action::OpenDir, errno);
                None
            }
        }
    }

    /// Removes a directory of the last step, which is empty if all parts are done.
    fn remove_dir(&self, worker: &mut Worker, step: Step<'_>, node: &DirNode) {
        if node.told.load(Ordering::Relaxed) {
            return step.node.keep();
        }
        let stays = if self.job().control.checkpoint().is_err() {
            Some(SkipReason::Cancelled)
        } else {
            node.keeps().then_some(SkipReason::NotEmpty)
        };
        if let Some(reason) = stays {
            step.node.keep();
            return self.job().skipped(worker, step, reason, 0);
        }
        if !self.is_planned(worker, step) {
            return;
        }
        self.job().started(step, Op::RemoveDir, None);
        match sys::remove_dir(step.pair.src(), step.item.name) {
            Ok(()) => self.job().done(worker, step, Done::plain(Op::RemoveDir)),
            Err(errno) => self.not_removed(worker, step, errno),
        }
    }
}

impl Actor for PartRemover {
    fn operands(&self, worker: &mut Worker, top: &Arc<DirNode>, _: &Target) -> Vec<ParkedItem> {
        let mut items = Vec::new();
        for source in &self.job().spec.sources {
            match self.remover.look_at(source) {
                OperandCheck::Item(name, kind) => items.push(item(top, name, kind)),
                OperandCheck::LeftOut(name) => self.job().left_out(worker, top, &name, &name),
                OperandCheck::Missing => self.job().missing(worker.index, source.0.clone()),
                OperandCheck::Refused(error)
                    if error.errno == Some(Errno::NOENT.raw_os_error()) =>
                {
                    self.job().missing(worker.index, source.0.clone());
                }
                OperandCheck::Refused(error) => {
                    self.job().failed(worker.index, source.0.clone(), error);
                }
            }
        }
        items
    }

    fn width(&self, job: &Job, _: &Target) -> Width {
        width(job)
    }
}

impl Visitor for PartRemover {
    fn context(&self) -> &impl WalkContext {
        &*self.remover.job
    }

    fn rules(&self) -> OpenRules {
        self.remover.rules
    }

    fn names(&self, node: &DirNode) -> Option<&Names> {
        Some(self.selection.names(node))
    }

    fn visit(&self, worker: &mut Worker, step: Step<'_>) -> Option<Arc<DirNode>> {
        let step = step.retried();
        if step.item.kind == FileKind::Directory {
            return self.enter(worker, step);
        }
        self.remove_file(worker, step);
        None
    }

    fn leave(&self, walk: &Arc<Walk<Self>>, worker: &mut Worker, node: &Arc<DirNode>) -> bool {
        let Some(parent) = &node.parent else { return true };
        let is_item = self.selection.purpose == Purpose::Folders
            && matches!(self.selection.role(node), Role::Item(_));
        if is_item {
            let item = Item::new(&node.src_name, FileKind::Directory);
            match worker.above(node, parent, self.rules()) {
                Ok(pair) => {
                    let step = Step { walk, node: parent, pair: &pair, item };
                    self.remove_dir(worker, step, node);
                }
                Err(failure) => self.remover.lose(worker, parent, item, failure),
            }
        } else if node.keeps() {
            parent.keep();
        }
        worker.forget(node);
        true
    }

    fn list_failed(&self, node: &Arc<DirNode>, failure: OpenFailure) {
        self.remover.cannot_list(node, failure);
    }

    fn lost(&self, worker: &mut Worker, node: &Arc<DirNode>, item: Item<'_>, failure: OpenFailure) {
        self.remover.lose(worker, node, item, failure);
    }

    /// Removing a name locks its directory.
    fn shares(&self, _worker: &Worker, _pair: &Pair) -> bool {
        false
    }
}
