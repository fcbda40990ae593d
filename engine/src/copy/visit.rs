//! Decides what the copier does with each item that the walk hands it.

use std::ffi::CStr;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::copier::{Copier, Step};
use super::lacking::loses_tail;
use super::rename::Renamed;
use crate::contract::error::Action;
use crate::contract::event::{Answer, FileKind};
use crate::contract::spec::{LinkMode, NameRule};
use crate::job::act::Actor;
use crate::walk::item::{Found, Item, Names, ParkedItem};
use crate::walk::node::DirNode;
use crate::walk::portable::{at_destination, name_at_destination};
use crate::walk::route::keeps_what_it_read;
use crate::walk::target::Target;
use crate::walk::temporary::is_temporary;
use crate::walk::worker::{OpenFailure, OpenRules, Pair, Worker};
use crate::walk::{Visitor, Walk, WalkContext};
use fcp_sys::{self as sys, Errno};

impl Copier {
    /// Acts on an item by its type; gives the node of a directory to list.
    pub(super) fn make(&self, worker: &mut Worker, step: Step<'_>) -> Option<Arc<DirNode>> {
        let options = &self.job.spec.options;
        let kind = step.item.kind;
        if loses_tail(worker, step) {
            let is_dir = kind == FileKind::Directory;
            let action = if is_dir { Action::CreateDir } else { Action::CreateFile };
            self.fail_dst(worker, step, action, Errno::INVAL);
            return None;
        }
        if kind == FileKind::Directory {
            return self.make_dir(worker, step);
        }
        if self.moves
            && (!self.is_planned(worker, step)
                || !matches!(self.rename(worker, step), Renamed::ByParts))
        {
            return None;
        }
        match (options.link, kind) {
            (LinkMode::Symbolic, _) => self.link_to_source(worker, step, false),
            (LinkMode::Hard, kind) if kind != FileKind::Symlink || !self.follows(&step) => {
                self.link_to_source(worker, step, true);
            }
            (_, FileKind::Symlink) if self.follows(&step) => self.follow(worker, step),
            (_, FileKind::Symlink) => self.copy_symlink(worker, step),
            (_, FileKind::File | FileKind::Unknown) => self.copy_file(worker, step),
            (_, _) if options.reads_special(step.is_operand()) => self.copy_file(worker, step),
            (_, _) => self.copy_special(worker, step),
        }
        None
    }

    /// Copies what a symlink leads to.
    pub(super) fn follow(&self, worker: &mut Worker, step: Step<'_>) {
        match sys::stat_at(step.pair.src(), step.item.name, true) {
            Ok(meta) if meta.kind == FileKind::Directory => {
                // Listing it here would nest within the listing at hand.
                let mut later = step.item.park(step.node);
                later.kind = FileKind::Directory;
                step.walk.run_later(later);
            }
            Ok(meta) => {
                let item = Item { kind: meta.kind, ..step.item };
                self.make(worker, Step { item, ..step });
            }
            Err(errno) => self.fail_sys(worker, step, Action::Stat, errno),
        }
    }
}

impl Actor for Copier {
    fn operands(
        &self,
        worker: &mut Worker,
        top: &Arc<DirNode>,
        target: &Target,
    ) -> Vec<ParkedItem> {
        let items = match &self.relocations {
            Some(relocations) => self.find_errands(worker, top, relocations),
            None => self.find_operands(worker, top, target),
        };
        // One directory too many: what is in those that others will be renamed into is unknown.
        self.job.found(worker, Found { items: items.len(), directories: 1, all: false });
        items
    }

    fn settle(&self, walk: &Arc<Walk<Self>>, pool: &rayon::ThreadPool) -> bool {
        if self.waiting.load(Ordering::Acquire) > 0 {
            // Each worker has its own, and what is safe now lets directories be left.
            walk.spawn_on_all(pool, |walk, worker| walk.visitor.flush(walk, worker));
            return true;
        }
        let leaves = self.departures.count.load(Ordering::Acquire) > 0;
        if leaves {
            walk.spawn_on(pool, |walk, worker| walk.visitor.remove_departed(worker, 1));
        }
        leaves || self.run_nested(walk, pool) || self.settle_removals(walk, pool)
    }

    fn is_settled(&self) -> bool {
        self.waiting.load(Ordering::Acquire) == 0
            && self.departures.count.load(Ordering::Acquire) == 0
    }
}

impl Visitor for Copier {
    fn context(&self) -> &impl WalkContext {
        &*self.job
    }

    fn rules(&self) -> OpenRules {
        self.rules
    }

    fn unflushed(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    fn flush(&self, walk: &Arc<Walk<Self>>, worker: &mut Worker) {
        self.flush_batch(walk, worker);
    }

    fn visit(&self, worker: &mut Worker, step: Step<'_>) -> Option<Arc<DirNode>> {
        if !self.is_as_seen(worker, step) {
            return None;
        }
        if step.item.answer == Some(&Answer::PortableName) {
            let name = at_destination(NameRule::Portable, step.item.dst_name);
            let name = name.as_deref().unwrap_or(step.item.dst_name);
            return self.make(worker, step.answered().renamed(name));
        }
        self.make(worker, step.retried())
    }

    fn leave(&self, _walk: &Arc<Walk<Self>>, worker: &mut Worker, node: &Arc<DirNode>) -> bool {
        self.leave_dir(worker, node);
        true
    }

    fn names(&self, node: &DirNode) -> Option<&Names> {
        self.job.selection.as_ref().map(|selection| selection.names(node))
    }

    fn listed(&self, worker: &Worker, found: Found) {
        self.job.found(worker, Found { directories: 0, all: false, ..found });
    }

    fn list_failed(&self, node: &Arc<DirNode>, failure: OpenFailure) {
        self.dir_failed(node, failure);
    }

    fn accepts(&self, node: &DirNode, name: &CStr, kind: FileKind) -> bool {
        if self.apart.get().is_some_and(|it| it.contains(&(node.meta.id(), name.to_owned()))) {
            // It is moved by itself.
            return false;
        }
        let chosen = self.unpacks() || self.job.accepts(node, name, kind);
        if self.mirrors() && !is_temporary(name.to_bytes()) {
            node.listing.add(&name_at_destination(self.job.spec.options.names, name), chosen);
        }
        // What ended before and is still there is not to be moved either.
        let accepted = chosen && !node.has_passed(name);
        if !accepted {
            node.keep();
        }
        accepted
    }

    fn lost(&self, worker: &mut Worker, node: &Arc<DirNode>, item: Item<'_>, failure: OpenFailure) {
        self.lose(worker, node, item, failure);
    }

    fn reads_ahead(&self, worker: &Worker, pair: &Pair) -> bool {
        // What is skipped, cloned or linked need not be read.
        worker.moved.count_ones() >= 2 && keeps_what_it_read(pair.src())
    }

    fn read_ahead(&self, pair: &Pair, name: &CStr) {
        sys::read_ahead(pair.src(), name);
    }

    fn shares(&self, worker: &Worker, pair: &Pair) -> bool {
        pair.route.get().is_none_or(|route| route.shares(worker.last_moved, worker.last_was_empty))
    }
}
