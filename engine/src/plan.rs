//! Defines the visitor that only counts: totals beside a running job, and the plan of a dry run.

pub(crate) mod beside;
mod counts;
mod divided;
mod met;
mod refused;
mod removals;
mod renames;
mod snapshots;
mod weigh;

use std::collections::{HashMap, HashSet};
use std::ffi::{CStr, CString};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use crate::contract::error::{Action, OpError};
use crate::contract::event::{Event, FileKind, Phase, Plan};
use crate::contract::spec::{Follow, Verb};
use crate::copy::extras::Extras;
use crate::copy::{Operand, operands};
use crate::job::Job;
use crate::job::act::pool;
use crate::job::depth::ThreadIds;
use crate::job::sampler::Sampler;
use crate::parts::format::Found;
use crate::remove;
use crate::undo;
use crate::walk::item::{Item, ParkedItem};
use crate::walk::node::DirNode;
use crate::walk::portable::name_at_destination;
use crate::walk::step::Step;
use crate::walk::target::Target;
use crate::walk::temporary::is_temporary;
use crate::walk::worker::{Counterpart, Dir, OpenFailure, OpenRules, Pair, Worker, worker_index};
use crate::walk::{Visitor, Walk, WalkContext};
use beside::Slice;
use counts::Counts;
use fcp_sys::lock;
use fcp_sys::{self as sys, AsFd, Errno};
use met::Met;
use renames::{Place, place};

/// Counts what a job will meet.
#[derive(Debug)]
pub(crate) struct Planner {
    job: Arc<Job>,
    rules: OpenRules,
    /// Whether the destination is looked at and every file stat'ed.
    thorough: bool,
    counts: Counts,
    /// Where a move's operands arrive.
    arrival: Option<Place>,
    /// What the sources of a mirror lack.
    extras: Extras,
    /// An empty source whose counterpart is not.
    empty: Mutex<Option<PathBuf>>,
    /// Whether a first file could be cloned.
    clones: Mutex<Option<bool>>,
    /// Whether what operands bring may get one name at the destination, and the items that have met there by then.
    collides: bool,
    names: Mutex<HashMap<PathBuf, Met>>,
    /// Operands that lie in later ones, each with the directory that it is in.
    apart: OnceLock<HashSet<((u64, u64), CString)>>,
    slice: Mutex<Slice>,
}

impl Planner {
    fn new(job: &Arc<Job>, thorough: bool) -> Self {
        let destination = if thorough { Counterpart::Possible } else { Counterpart::Unused };
        Self {
            job: Arc::clone(job),
            rules: job.rules(destination),
            thorough,
            counts: Counts::default(),
            arrival: None,
            extras: Extras::default(),
            empty: Mutex::default(),
            clones: Mutex::default(),
            collides: false,
            names: Mutex::default(),
            apart: OnceLock::new(),
            slice: Mutex::new(Slice::begin()),
        }
    }

    /// Counts an item that the job could not read; a dry run tells it, as the job would.
    fn fails(&self, src: PathBuf, action: Action, errno: Errno) {
        self.counts.unreadable.fetch_add(1, Ordering::Relaxed);
        if self.thorough {
            let error = OpError::new(action, src.clone(), errno);
            let index = worker_index().unwrap_or(usize::MAX);
            self.job.failed(index, src, error);
        }
    }

    /// Whether items would fail because of what has their names. Of a plan the parts tell it.
    fn has_failing(&self) -> bool {
        self.job.lists.is_none() && self.counts.failing.load(Ordering::Relaxed) > 0
    }

    fn follows(&self, node: &DirNode, kind: FileKind) -> bool {
        self.job.spec.options.follow.holds_for(node.parent.is_none(), kind)
    }

    /// Counts a directory and gives its node.
    fn enter(
        &self,
        worker: &mut Worker,
        node: &Arc<DirNode>,
        pair: &Rc<Pair>,
        item: Item<'_>,
    ) -> Option<Arc<DirNode>> {
        let is_refused = self.is_refused_dir(node, pair, item);
        if is_refused && self.renames(node, pair, item) {
            self.counts.renamed.fetch_add(1, Ordering::Relaxed);
            return None;
        }
        if is_refused && self.job.spec.verb == Verb::Move && self.only_renames() {
            // All that is in it stays with it.
            return None;
        }
        if self.job.spec.verb == Verb::Move
            && let Ok(meta) = sys::stat_at(pair.src(), item.name, false)
            && self.rename_dir(node, pair, item, &meta)
        {
            return None;
        }
        self.counts.directories.fetch_add(1, Ordering::Relaxed);
        if !self.job.spec.options.recursive {
            return None;
        }
        let opened = sys::open_dir(pair.src(), item.name, self.follows(node, item.kind))
            .and_then(|src| Ok((sys::stat_fd(src.as_fd())?, src)));
        let (meta, src) = match opened {
            Ok(opened) => opened,
            // It goes with the folder that it is in, and what it holds is not counted.
            Err(_) if self.job.spec.verb == Verb::Trash => return None,
            Err(errno) => {
                if let Ok(meta) = sys::stat_at(pair.src(), item.name, false) {
                    // The part that has it fails as a copy would, and makes an empty directory.
                    self.list(worker, node, item, Found::Nothing, &meta);
                }
                self.fails(node.src_path(item.name), Action::OpenDir, errno);
                return None;
            }
        };
        let follow = self.job.spec.options.follow == Follow::Always;
        let elsewhere = self.job.spec.options.one_file_system
            && node.parent.is_some()
            && meta.dev != node.meta.dev;
        if elsewhere || (follow && node.is_inside(meta.id())) {
            if let Some(lists) = &self.job.lists {
                let dst = pair.dst.as_ref().map_or(sys::CWD, Dir::fd);
                let is_there =
                    pair.dst.is_some() && sys::stat_at(dst, item.dst_name, false).is_ok();
                let found = if is_there { Found::Directory } else { Found::Nothing };
                self.list(worker, node, item, found, &meta);
                lists.add_folder(node, item.name, found);
            }
            return None;
        }
        if !is_refused && self.becomes_snapshot(node, pair, item, (&src, &meta)) {
            return None;
        }
        // What is in a refused directory fails with it, and is counted alone.
        let dst = if self.thorough && !is_refused {
            self.foresee_conflict(node, pair, item, &meta);
            pair.dst.as_ref().and_then(|dst| {
                let follow = node.parent.is_none();
                sys::enter_dir(dst.fd(), item.dst_name, follow).ok().map(Dir::Open)
            })
        } else {
            None
        };
        let ignore = self.job.filters.ignores_in(node, src.as_fd(), || node.src_path(item.name));
        self.notice_names(node, pair, item, dst.as_ref());
        let created = self.thorough && dst.is_none();
        if created {
            self.notice_file_in_the_way(node, pair, item);
        }
        let found = if created { Found::Nothing } else { Found::Directory };
        self.list(worker, node, item, found, &meta);
        let child = DirNode::child(node, item.name, item.dst_name, meta, created, ignore);
        worker.keep(&child, Pair::new(Dir::Open(src), dst));
        Some(child)
    }
}

impl Visitor for Planner {
    fn context(&self) -> &impl WalkContext {
        &*self.job
    }

    fn rules(&self) -> OpenRules {
        self.rules
    }

    fn visit(&self, worker: &mut Worker, step: Step<'_, Self>) -> Option<Arc<DirNode>> {
        let Step { walk, node, pair, item } = step;
        let follow = self.follows(node, item.kind);
        if item.kind == FileKind::Symlink && follow {
            match sys::stat_at(pair.src(), item.name, true) {
                Ok(meta) if meta.kind == FileKind::Directory => {
                    let mut later = item.park(node);
                    later.kind = FileKind::Directory;
                    walk.run_later(later);
                    return None;
                }
                _ => {}
            }
        }
        self.counts.items.fetch_add(1, Ordering::Relaxed);
        match item.kind {
            FileKind::Directory => return self.enter(worker, node, pair, item),
            _ if self.weighs() => match sys::stat_at(pair.src(), item.name, follow) {
                Ok(meta) => {
                    self.list_file(worker, (node, pair), item, &meta);
                    self.weigh(worker, node, pair, item, &meta);
                }
                Err(errno) => self.fails(node.src_path(item.name), Action::Stat, errno),
            },
            FileKind::File => self.counts.unweighed.store(true, Ordering::Relaxed),
            _ => {}
        }
        None
    }

    fn accepts(&self, node: &DirNode, name: &CStr, kind: FileKind) -> bool {
        if self.apart.get().is_some_and(|it| it.contains(&(node.meta.id(), name.to_owned()))) {
            return false;
        }
        let is_chosen = self.job.accepts(node, name, kind);
        if self.mirrors() && !is_temporary(name.to_bytes()) {
            node.listing.add(&name_at_destination(self.job.spec.options.names, name), is_chosen);
        }
        is_chosen
    }

    fn leave(&self, _walk: &Arc<Walk<Self>>, worker: &mut Worker, node: &Arc<DirNode>) -> bool {
        if self.mirrors() && node.parent.is_some() && node.listing.is_complete() {
            self.count_extras(worker, node);
        }
        if let Some(lists) = &self.job.lists {
            lists.leave(node);
        }
        true
    }

    fn list_failed(&self, node: &Arc<DirNode>, failure: OpenFailure) {
        self.fails(node.own_src_path(), Action::ListDir, failure.errno);
    }

    fn lost(
        &self,
        _worker: &mut Worker,
        node: &Arc<DirNode>,
        item: Item<'_>,
        failure: OpenFailure,
    ) {
        self.counts.items.fetch_add(1, Ordering::Relaxed);
        self.fails(node.src_path(item.name), Action::Open, failure.errno);
    }

    fn given_up(&self, _worker: &mut Worker, _item: &ParkedItem) {}

    fn panicked(&self) {
        self.counts.unreadable.fetch_add(1, Ordering::Relaxed);
    }

    fn goes_on(&self, _worker: &Worker) -> bool {
        if self.thorough {
            let is_in_vain = self.job.lists.as_ref().is_some_and(|lists| lists.has_failed());
            return !is_in_vain && self.job.control.checkpoint().is_ok();
        }
        self.rest();
        self.is_wanted()
    }
}

/// Walks all operands to the end; gives the planner with its counts.
fn count(job: &Arc<Job>, target: &Target, planner: Planner, workers: usize) -> Arc<Walk<Planner>> {
    let is_beside = !planner.thorough;
    let walk = Walk::new(planner, workers);
    let pool = match pool(workers, job.mark, 0, &ThreadIds::default()) {
        Ok(pool) => pool,
        Err(errno) => {
            // A count beside the job is no reason to fail.
            if !is_beside {
                job.cannot_start(errno);
            }
            return walk;
        }
    };
    let Ok(meta) = sys::stat_at(sys::CWD, c".", true) else { return walk };
    let top = DirNode::top(job.target.clone(), meta);
    let (operands, apart) = operands(job, target);
    if !apart.is_empty() {
        // Else each name that is listed would be looked for in it.
        walk.visitor.apart.get_or_init(|| apart);
    }
    walk.spawn_on(&pool, move |walk, worker| {
        let mut found = Vec::new();
        for operand in operands {
            let (name, dst_name, kind) = match operand {
                Operand::Found { name, dst_name, kind } => (name, dst_name, kind),
                Operand::LeftOut if is_beside => {
                    // It is one of the items that the job ends.
                    walk.visitor.counts.items.fetch_add(1, Ordering::Relaxed);
                    continue;
                }
                Operand::LeftOut => continue,
                Operand::Missing { path, errno } => {
                    walk.visitor.counts.items.fetch_add(1, Ordering::Relaxed);
                    walk.visitor.fails(path, Action::Stat, errno);
                    continue;
                }
                Operand::Refused { path, error } => {
                    walk.visitor.counts.items.fetch_add(1, Ordering::Relaxed);
                    walk.visitor.refuses(path, error);
                    continue;
                }
            };
            found.push(ParkedItem::new(&top, name, dst_name, kind));
        }
        // The last one that is put off is the first to run.
        found.into_iter().rev().for_each(|item| walk.run_later(item));
        walk.release(worker, &top);
    });
    if is_beside {
        while walk.wait(Duration::from_secs(3600), |left| (left == 0).then_some(())).is_none() {}
    } else {
        let watch =
            || Sampler::new(job, target, None).watch(&walk, |left| (left == 0).then_some(()));
        watch();
        if walk.visitor.settle_removals() {
            walk.spawn_on_all(&pool, |walk, worker| walk.visitor.tell_noted(worker));
            watch();
        }
    }
    walk
}

/// Runs a dry run to its end.
pub(crate) fn run(job: &Arc<Job>, target: &Target) {
    if job.spec.verb == Verb::Delete {
        return remove::rehearse(job, target);
    }
    if job.spec.verb == Verb::Undo {
        return undo::rehearse(job, target);
    }
    job.hub.tell(Event::JobStarted { job: job.id, workers: job.workers as u16 });
    job.enter(Phase::Running);
    let arrival = target.open().ok().and_then(|dir| place(dir.as_fd()));
    let as_cp = job.spec.options.gnu && job.spec.verb == Verb::Copy;
    let collides = job.lists.is_none()
        && (target.collides(&job.spec) || !as_cp && target.is_entwined(&job.spec));
    let planner = Planner { arrival, collides, ..Planner::new(job, true) };
    // The order of operands with one name decides which of them fails.
    let walk = count(job, target, planner, if collides { 1 } else { job.workers });
    let planner = &walk.visitor;
    let counts = &planner.counts;
    let totals = counts.totals(!job.control.is_cancelled());
    let snapshots = counts.snapshots.load(Ordering::Relaxed);
    let reflink = (*lock(&planner.clones)).unwrap_or(snapshots > 0);
    let makes_data = !reflink && job.spec.verb != Verb::Verify;
    let spared = counts.spared.load(Ordering::Relaxed);
    let bytes_free = target.free_space();
    let plan = Plan {
        totals,
        directories: counts.directories.load(Ordering::Relaxed),
        conflicts: counts.conflicts(),
        renamed: counts.renamed.load(Ordering::Relaxed),
        removed: counts.removed.load(Ordering::Relaxed) + counts.giving_way.load(Ordering::Relaxed),
        snapshots,
        unreadable: counts.unreadable.load(Ordering::Relaxed),
        unchanged: counts.unchanged.load(Ordering::Relaxed),
        shared: counts.shared.load(Ordering::Relaxed),
        bytes_needed: if makes_data {
            totals.bytes.map_or(0, |bytes| bytes.saturating_sub(spared))
        } else {
            0
        },
        bytes_free,
        reflink,
        undo: None,
        dedupe: None,
    };
    if planner.has_failing() {
        job.foresees_failure();
    }
    *lock(&job.meter.totals) = Some(totals);
    job.hub.tell(Event::JobTotals { job: job.id, totals });
    job.hub.tell(Event::JobPlan { job: job.id, plan: Box::new(plan) });
    job.finish(false);
}
