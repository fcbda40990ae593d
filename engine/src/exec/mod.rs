//! The visitor that acts: makes every item of the source in the destination.

mod again;
mod backup;
mod batch;
mod blocks;
mod data;
mod depart;
mod dir;
mod discard;
mod empty;
mod errand;
mod exchange;
mod file;
mod finish;
mod flush;
mod gnu;
mod holes;
mod large;
mod links;
mod meta;
mod noted;
mod operand;
mod other;
mod publish;
mod rename;
mod retain;
mod room;
mod shelve;
mod stage;
mod tell;
mod trickle;
mod uncached;
mod verify;

use std::collections::HashMap;
use std::ffi::CStr;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

pub(crate) use batch::Batch;
pub(crate) use data::DataError;
pub(crate) use discard::Discarder;
pub(crate) use errand::Errand;
pub(crate) use operand::{
    Operand, Target, ancestors, c_path, ends_in_slash, look_at, operand_names, operands,
    strip_slashes,
};
pub(crate) use publish::parent_of;
pub(crate) use verify::differ;

use self::rename::Renamed;
use crate::event::{Answer, FileKind, SkipReason};
use crate::job::Shared;
use crate::node::DirNode;
use crate::run::Actor;
use crate::spec::{LinkMode, Overwrite};
use crate::sys;
use crate::walk::{Found, Item, ParkedItem, Visitor, Walk};
use crate::worker::{OpenFailure, OpenRules, Pair, Worker};

/// What makes copies.
#[derive(Debug)]
pub(crate) struct Copier {
    pub(crate) job: Arc<Shared>,
    pub(crate) rules: OpenRules,
    /// Whether sources are moved.
    moves: bool,
    routes: crate::route::Routes,
    links: links::Links,
    created: operand::Created,
    /// What is to be moved where, if not the operands of the request.
    errands: Option<Vec<Errand>>,
    /// Copies that wait in the workers' batches.
    waiting: AtomicUsize,
    /// Devices of which it is known whether two names can change places on them.
    exchanging: Mutex<HashMap<u64, bool>>,
    departures: depart::Departures,
    /// Where replaced files are kept.
    trashes: crate::trash::Trashes,
}

type Step<'a> = crate::step::Step<'a, Copier>;

impl Copier {
    pub(crate) fn new(job: Arc<Shared>, rules: OpenRules) -> Self {
        Self {
            moves: job.spec.verb.moves(),
            links: links::Links::known(&job),
            job,
            rules,
            routes: crate::route::Routes::default(),
            created: operand::Created::default(),
            errands: None,
            waiting: AtomicUsize::new(0),
            exchanging: Mutex::default(),
            departures: depart::Departures::default(),
            trashes: crate::trash::Trashes::default(),
        }
    }

    /// Makes one that moves these items and not the operands of the request.
    pub(crate) fn on_errands(job: Arc<Shared>, rules: OpenRules, errands: Vec<Errand>) -> Self {
        Self { errands: Some(errands), ..Self::new(job, rules) }
    }

    /// Whether a source symlink is followed.
    fn follows(&self, step: &Step<'_>) -> bool {
        self.job.spec.options.follow.holds_for(step.is_operand(), step.item.kind)
    }

    /// Whether a symlink at the destination is written through: one that the user named, or any, as
    /// `cp` does.
    fn writes_through(&self, step: Step<'_>) -> bool {
        let options = &self.job.spec.options;
        let is_named = step.is_operand() && step.node.target.is_none();
        options.overwrite == Overwrite::InPlace
            && (is_named || options.write_through)
            && self.follows_named_link()
    }

    /// Whether an existing destination keeps its data and its inode, and only its attributes change.
    ///
    /// GNU's `cp`, which writes in place, gives way to a backup or removes the destination if told so.
    fn updates_attributes(&self) -> bool {
        let options = &self.job.spec.options;
        options.attributes_only && options.overwrite == Overwrite::Replace
    }

    /// Acts on an item by its type; gives the node of a directory to list.
    fn make(&self, worker: &mut Worker, step: Step<'_>) -> Option<Arc<DirNode>> {
        let options = &self.job.spec.options;
        let kind = step.item.kind;
        if kind == FileKind::Directory {
            return self.make_dir(worker, step);
        }
        if self.moves && !matches!(self.rename(worker, step), Renamed::ByParts) {
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
    fn follow(&self, worker: &mut Worker, step: Step<'_>) {
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
            Err(errno) => self.fail_sys(worker, step, crate::error::Action::Stat, errno),
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
        let items = match &self.errands {
            Some(errands) => self.find_errands(worker, top, errands),
            None => self.find_operands(worker, top, target),
        };
        // One directory too many: nobody knows what is in those that others will be renamed into.
        self.job.found(worker, Found { items: items.len(), directories: 1, all: false });
        items
    }

    fn settle(&self, walk: &Arc<Walk<Self>>, pool: &rayon::ThreadPool) -> bool {
        if self.waiting.load(Ordering::Acquire) > 0 {
            // Each worker has its own, and what is safe now lets directories be left.
            walk.spawn_on_all(pool, |walk, worker| walk.visitor.flush_batch(walk, worker));
            return true;
        }
        let leaves = self.departures.count.load(Ordering::Acquire) > 0;
        if leaves {
            walk.spawn_on(pool, |walk, worker| walk.visitor.remove_departed(worker, 1));
        }
        leaves
    }

    fn is_settled(&self) -> bool {
        self.waiting.load(Ordering::Acquire) == 0
            && self.departures.count.load(Ordering::Acquire) == 0
    }
}

impl Visitor for Copier {
    fn visit(
        &self,
        walk: &Arc<Walk<Self>>,
        worker: &mut Worker,
        node: &Arc<DirNode>,
        pair: &Rc<Pair>,
        item: Item<'_>,
    ) -> Option<Arc<DirNode>> {
        let step = Step { walk, node, pair, item };
        if item.answer == Some(&Answer::Retry) {
            return self.make(worker, step.answered());
        }
        self.make(worker, step)
    }

    fn leave(&self, _walk: &Arc<Walk<Self>>, worker: &mut Worker, node: &Arc<DirNode>) -> bool {
        self.leave_dir(worker, node);
        true
    }

    fn listed(&self, worker: &Worker, found: Found) {
        self.job.found(worker, Found { directories: 0, all: false, ..found });
    }

    fn pair(&self, worker: &mut Worker, node: &Arc<DirNode>) -> Result<Rc<Pair>, OpenFailure> {
        worker.pair(node, self.rules)
    }

    fn list_failed(&self, node: &Arc<DirNode>, failure: OpenFailure) {
        self.dir_failed(node, failure);
    }

    fn accepts(&self, node: &DirNode, name: &CStr, kind: FileKind) -> bool {
        // What ended before and is still there is not to be moved either.
        let accepted = self.job.accepts(node, name, kind) && !node.has_passed(name);
        if !accepted {
            node.keep();
        }
        accepted
    }

    fn lost(&self, worker: &mut Worker, node: &Arc<DirNode>, item: Item<'_>, failure: OpenFailure) {
        self.lose(worker, node, item, failure);
    }

    fn given_up(&self, worker: &mut Worker, item: &ParkedItem) {
        self.job.give_up(worker, item, SkipReason::Cancelled);
    }

    fn panicked(&self) {
        self.job.panicked();
    }

    fn shares(&self, worker: &Worker, pair: &Pair) -> bool {
        pair.route.get().is_none_or(|route| route.shares(worker))
    }

    fn goes_on(&self, worker: &Worker) -> bool {
        self.job.goes_on(worker)
    }
}
