//! Defines the visitor of a delete's dry run: it counts what would be deleted or kept.

use std::collections::HashSet;
use std::ffi::{CStr, CString};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use super::Remover;
use super::ask::holds;
use super::operand::{OperandCheck, item};
use super::width;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{Event, FileKind, Phase, Plan, Totals};
use crate::copy::Nested;
use crate::job::Job;
use crate::job::act::{Actor, Width, act};
use crate::parts::lists::Lists;
use crate::parts::stamp::Stamp;
use crate::walk::item::{Item, ParkedItem};
use crate::walk::node::DirNode;
use crate::walk::step::Step;
use crate::walk::target::Target;
use crate::walk::worker::{OpenFailure, OpenRules, Worker, worker_index};
use crate::walk::{Visitor, Walk, WalkContext};
use fcp_sys::c_path;
use fcp_sys::lock;
use fcp_sys::{self as sys, AsFd, Errno};

/// What counts.
#[derive(Debug)]
struct Rehearsal {
    remover: Remover,
    items: AtomicU64,
    bytes: AtomicU64,
    directories: AtomicU64,
    /// Items that would be refused, or that the user may not remove.
    staying: AtomicU64,
    /// Operands that lie in later ones, each with the directory that it is in; none if there are none.
    apart: OnceLock<HashSet<((u64, u64), CString)>>,
}

/// Runs the dry run of a delete to its end.
pub(crate) fn rehearse(job: &Arc<Job>, target: &Target) {
    job.hub.tell(Event::JobStarted { job: job.id, workers: job.workers as u16 });
    job.enter(Phase::Running);
    let rehearsal = Rehearsal {
        remover: Remover::new(job),
        items: AtomicU64::new(0),
        bytes: AtomicU64::new(0),
        directories: AtomicU64::new(0),
        staying: AtomicU64::new(0),
        apart: OnceLock::new(),
    };
    let Some(walk) = act(job, target, rehearsal, None) else { return job.finish(true) };
    let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let found = &walk.visitor;
    let totals = Totals {
        items: count(&found.items),
        bytes: Some(count(&found.bytes)),
        complete: !job.control.is_cancelled(),
    };
    let plan = Plan {
        totals,
        directories: count(&found.directories),
        unreadable: count(&found.staying),
        ..Plan::default()
    };
    *lock(&job.meter.totals) = Some(totals);
    job.hub.tell(Event::JobTotals { job: job.id, totals });
    job.hub.tell(Event::JobPlan { job: job.id, plan: Box::new(plan) });
    job.finish(false);
}

impl Rehearsal {
    /// Counts and tells an item that the job would fail to remove.
    fn fails(&self, path: PathBuf, error: OpError) {
        self.staying.fetch_add(1, Ordering::Relaxed);
        let index = worker_index().unwrap_or(usize::MAX);
        self.remover.job.failed(index, path, error);
    }

    fn fails_by(&self, path: PathBuf, action: Action, errno: Errno) {
        let error = OpError::new(action, path.clone(), errno);
        self.fails(path, error);
    }

    /// Adds an item to the lists of a plan, if one is made.
    fn list(&self, worker: &Worker, step: Step<'_, Self>, lists: &Lists) {
        let (pair, item) = (step.pair, step.item);
        match Stamp::at(pair.src(), item.name) {
            Ok(stamp) => {
                lists.add_removal(worker.index, step.node, (item.name, item.kind), stamp);
            }
            Err(Errno::NOENT) => {}
            Err(errno) => {
                step.node.keep();
                self.fails_by(step.src_path(), Action::Stat, errno);
            }
        }
    }

    /// Adds a directory to the lists of a plan, unless something in it stays.
    fn list_dir(&self, worker: &mut Worker, node: &Arc<DirNode>, lists: &Lists) {
        let Some(parent) = &node.parent else { return };
        if node.keeps() {
            return parent.keep();
        }
        let above = worker.above(node, parent, self.remover.rules);
        let stamp = above.map_err(|failure| failure.errno).and_then(|pair| {
            let is_same = sys::stat_at(pair.src(), &node.src_name, false)?.ino == node.meta.ino;
            if is_same { Stamp::at(pair.src(), &node.src_name) } else { Err(Errno::STALE) }
        });
        match stamp {
            Ok(stamp) => lists.add_removed_folder(parent, &node.src_name, stamp),
            Err(Errno::NOENT) => {}
            Err(errno) => {
                parent.keep();
                self.fails_by(node.own_src_path(), Action::Stat, errno);
            }
        }
    }

    fn enter(&self, worker: &mut Worker, step: Step<'_, Self>) -> Option<Arc<DirNode>> {
        self.directories.fetch_add(1, Ordering::Relaxed);
        let options = &self.remover.job.spec.options;
        if !options.recursive {
            let goes =
                options.empty_directories && holds(step.pair.src(), step.item.name) == Some(false);
            if !goes {
                let path = step.src_path();
                let error = OpError::refused(Action::Remove, Code::OmittedDirectory, &path);
                self.fails(path, error);
            }
            return None;
        }
        let (meta, fd) = match self.remover.open(step) {
            Ok(opened) => opened,
            Err(not_entered) => {
                let path = step.src_path();
                let error = not_entered.into_error(&path);
                self.fails(path, error);
                if self.remover.job.lists.is_some() {
                    step.node.keep();
                }
                return None;
            }
        };
        // A part tells what it cannot remove.
        let locked = self.remover.job.lists.is_none() && sys::writable(fd.as_fd(), c".").is_err();
        let node = self.remover.make_node(worker, step, meta, fd);
        if locked {
            // Nothing in it can be removed.
            node.keep();
        }
        Some(node)
    }
}

/// Why the directory that holds an operand cannot be written to, if it cannot.
fn locked(operand: &Path) -> Option<Errno> {
    let above = match operand.parent() {
        Some(above) if !above.as_os_str().is_empty() => above,
        _ => Path::new("."),
    };
    sys::writable(sys::CWD, &c_path(above)?).err()
}

impl Actor for Rehearsal {
    fn width(&self, job: &Job, _: &Target) -> Width {
        width(job)
    }

    fn operands(&self, _: &mut Worker, top: &Arc<DirNode>, _: &Target) -> Vec<ParkedItem> {
        let mut items = Vec::new();
        let job = &self.remover.job;
        // What the filters leave out of a folder may be an operand of its own. The parts of a plan tell this themselves.
        let mut nested = (job.lists.is_none() && job.filters.is_empty()).then(Nested::default);
        let mut is_gone = |name: &CStr, kind| {
            if kind == FileKind::Directory && !job.spec.options.recursive {
                return false;
            }
            let removes = |nested: &mut Nested| {
                let meta = sys::stat_at(sys::CWD, name, false);
                meta.is_ok_and(|meta| nested.removes(name, &meta))
            };
            nested.as_mut().is_some_and(|nested| !removes(nested))
        };
        for source in &job.spec.sources {
            match self.remover.look_at(source) {
                // What describes an item in the trash goes with it, and is none itself.
                OperandCheck::Item(..) if self.remover.job.is_description(|| source.0.clone()) => {}
                OperandCheck::Item(name, kind) if is_gone(&name, kind) => {
                    if !job.spec.options.force {
                        self.items.fetch_add(1, Ordering::Relaxed);
                        self.fails_by(source.0.clone(), Action::Remove, Errno::NOENT);
                    }
                }
                OperandCheck::Item(name, kind) => {
                    if self.remover.job.lists.is_none()
                        && let Some(errno) = locked(&source.0)
                    {
                        self.fails_by(source.0.clone(), Action::Remove, errno);
                    }
                    items.push(item(top, name, kind));
                }
                OperandCheck::Missing | OperandCheck::LeftOut(_) => {}
                OperandCheck::Refused(error) => {
                    self.items.fetch_add(1, Ordering::Relaxed);
                    self.fails(source.0.clone(), error);
                }
            }
        }
        if let Some(apart) = nested.map(Nested::apart).filter(|apart| !apart.is_empty()) {
            self.apart.get_or_init(|| apart);
        }
        items
    }
}

impl Visitor for Rehearsal {
    fn context(&self) -> &impl WalkContext {
        &*self.remover.job
    }

    fn rules(&self) -> OpenRules {
        self.remover.rules
    }

    fn visit(&self, worker: &mut Worker, step: Step<'_, Self>) -> Option<Arc<DirNode>> {
        let Step { node, pair, item, .. } = step;
        self.items.fetch_add(1, Ordering::Relaxed);
        if self.remover.job.lists.is_none() && node.kept.load(Ordering::Relaxed) {
            self.fails_by(node.src_path(item.name), Action::Remove, Errno::ACCESS);
        }
        if item.kind == FileKind::Directory {
            return self.enter(worker, step);
        }
        if let Some(lists) = &self.remover.job.lists {
            self.list(worker, step, lists);
            return None;
        }
        if item.kind == FileKind::File
            && let Ok(meta) = sys::stat_at(pair.src(), item.name, false)
        {
            sys::add_up(&self.bytes, meta.size);
        }
        None
    }

    fn accepts(&self, node: &DirNode, name: &CStr, kind: FileKind) -> bool {
        if self.apart.get().is_some_and(|it| it.contains(&(node.meta.id(), name.to_owned()))) {
            // It is counted as the operand that it is.
            return false;
        }
        let accepted = self.remover.job.accepts(node, name, kind);
        if !accepted && self.remover.job.lists.is_some() {
            node.keep();
        }
        accepted
    }

    fn goes_on(&self, worker: &Worker) -> bool {
        let is_in_vain = self.remover.job.lists.as_ref().is_some_and(|lists| lists.has_failed());
        !is_in_vain && self.context().goes_on(worker)
    }

    fn leave(&self, _walk: &Arc<Walk<Self>>, worker: &mut Worker, node: &Arc<DirNode>) -> bool {
        if let Some(lists) = &self.remover.job.lists {
            self.list_dir(worker, node, lists);
        }
        worker.forget(node);
        true
    }

    fn list_failed(&self, node: &Arc<DirNode>, failure: OpenFailure) {
        if self.remover.job.lists.is_some() {
            node.keep();
        }
        self.fails_by(node.own_src_path(), Action::ListDir, failure.errno);
    }

    fn lost(&self, _: &mut Worker, node: &Arc<DirNode>, item: Item<'_>, failure: OpenFailure) {
        self.items.fetch_add(1, Ordering::Relaxed);
        if self.remover.job.lists.is_some() {
            node.keep();
        }
        self.fails_by(node.src_path(item.name), Action::Remove, failure.errno);
    }

    fn given_up(&self, _worker: &mut Worker, _item: &ParkedItem) {}
}
