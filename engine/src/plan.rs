//! Defines the visitor that only counts: totals beside a running job, and the plan of a dry run.

use std::collections::BTreeMap;
use std::ffi::{CStr, CString};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crate::contract::error::{Action, OpError};
use crate::contract::event::{
    ConflictCount, ConflictKind, Event, FileKind, Op, Phase, Plan, Totals,
};
use crate::contract::path::WirePath;
use crate::contract::spec::{DirectoryPolicy, EventLevel, Follow, Reflink, Verb};
use crate::copy::extras::{Extras, count_in};
use crate::copy::removing::{withheld, withhold};
use crate::copy::{Operand, operands};
use crate::job::Job;
use crate::job::act::pool;
use crate::job::conflict::kind_of_conflict;
use crate::job::depth::ThreadIds;
use crate::job::sampler::Sampler;
use crate::parts::format::Found;
use crate::remove;
use crate::undo;
use crate::walk::item::{Item, ParkedItem};
use crate::walk::node::DirNode;
use crate::walk::operand::{base_of, parent_of};
use crate::walk::step::Step;
use crate::walk::target::Target;
use crate::walk::temporary::is_temporary;
use crate::walk::worker::{Counterpart, Dir, OpenFailure, OpenRules, Pair, Worker, worker_index};
use crate::walk::{Visitor, Walk, WalkContext};
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, Meta};
use fcp_sys::{c_path, lock};

/// Mean size of the files copied so far, in bytes, from which counting bytes is worth a stat each.
///
/// Below it a stat costs several percent of copying the file, and items tell as much as bytes.
const WORTH_A_STAT: u64 = 32 << 10;

/// Items up to which bytes are counted in any case: a stat each takes some milliseconds in all, and
/// nothing is known of files that wait for answers.
const FEW: u64 = 4_000;

/// Share of all processors' time that counting the totals may take.
const SHARE: f64 = 0.02;

/// A device and a mount of it.
///
/// Two mounts of one filesystem, and two subvolumes of one mount, are as far apart as two disks.
type Place = (u64, u64);

fn place(dir: BorrowedFd<'_>) -> Option<Place> {
    sys::stat_dir(dir).ok().map(|meta| (meta.dev, meta.mount))
}

/// A stretch of counting between two rests.
#[derive(Debug)]
struct Slice {
    begun: Instant,
    items: u32,
}

/// Counts what a job will meet.
#[derive(Debug)]
pub(crate) struct Planner {
    job: Arc<Job>,
    rules: OpenRules,
    /// Whether the destination is looked at and every file stat'ed.
    thorough: bool,
    items: AtomicU64,
    bytes: AtomicU64,
    /// Files whose bytes were not counted.
    unweighed: AtomicBool,
    directories: AtomicU64,
    renamed: AtomicU64,
    /// Where a move's operands arrive.
    arrival: Option<Place>,
    unreadable: AtomicU64,
    conflicts: Mutex<BTreeMap<ConflictKind, u64>>,
    /// What the sources of a mirror lack.
    extras: Extras,
    removed: AtomicU64,
    /// An empty source whose counterpart is not.
    empty: Mutex<Option<PathBuf>>,
    /// Whether a first file could be cloned.
    clones: Mutex<Option<bool>>,
    slice: Mutex<Slice>,
}

impl Planner {
    fn new(job: &Arc<Job>, thorough: bool) -> Self {
        let destination = if thorough { Counterpart::Possible } else { Counterpart::Unused };
        Self {
            job: Arc::clone(job),
            rules: job.rules(destination),
            thorough,
            items: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            unweighed: AtomicBool::new(false),
            directories: AtomicU64::new(0),
            renamed: AtomicU64::new(0),
            arrival: None,
            unreadable: AtomicU64::new(0),
            conflicts: Mutex::default(),
            extras: Extras::default(),
            removed: AtomicU64::new(0),
            empty: Mutex::default(),
            clones: Mutex::default(),
            slice: Mutex::new(Slice { begun: Instant::now(), items: 0 }),
        }
    }

    /// Keeps the count beside a running job to its share of the processors.
    ///
    /// Counting a million tiny files takes 6 % of the time that copying them takes; with this pause
    /// a progress bar never costs more than [`SHARE`].
    fn rest(&self) {
        const LOOK: u32 = 64;
        const WORK: Duration = Duration::from_millis(2);
        let mut slice = lock(&self.slice);
        slice.items += 1;
        if !slice.items.is_multiple_of(LOOK) {
            return;
        }
        let worked = slice.begun.elapsed();
        if worked >= WORK {
            let share = (SHARE * self.job.workers as f64).min(0.5);
            self.job.wait_for(worked.mul_f64(1.0 / share - 1.0));
            slice.begun = Instant::now();
        }
    }

    /// Counts an item that the job could not read; a dry run tells it, as the job would.
    fn fails(&self, src: PathBuf, action: Action, errno: Errno) {
        self.unreadable.fetch_add(1, Ordering::Relaxed);
        if self.thorough {
            let error = OpError::new(action, src.clone(), errno);
            let index = worker_index().unwrap_or(usize::MAX);
            self.job.failed(index, src, error);
        }
    }

    fn totals(&self, complete: bool) -> Totals {
        let weighed = !self.unweighed.load(Ordering::Relaxed);
        Totals {
            items: self.items.load(Ordering::Relaxed),
            bytes: weighed.then(|| self.bytes.load(Ordering::Relaxed)),
            complete,
        }
    }

    fn follows(&self, node: &DirNode, kind: FileKind) -> bool {
        self.job.spec.options.follow.holds_for(node.parent.is_none(), kind)
    }

    /// Whether files are large enough that counting their bytes costs little beside the copy.
    fn weighs(&self) -> bool {
        if self.thorough || self.items.load(Ordering::Relaxed) < FEW {
            return true;
        }
        let bytes = self.job.meter.sum(|c| &c.bytes);
        let items = self.job.meter.sum(|c| &c.done).max(1);
        bytes / items >= WORTH_A_STAT
    }

    fn foresee(&self, pair: &Pair, item: Item<'_>, meta: &Meta) {
        // What is there is no conflict where nothing is made.
        if self.job.spec.destination.is_none() || self.job.spec.verb == Verb::Verify {
            return;
        }
        let Some(dst) = &pair.dst else { return };
        if let Ok(there) = sys::stat_at(dst.fd(), item.dst_name, false) {
            let kind = kind_of_conflict(meta.kind, there.kind);
            *lock(&self.conflicts).entry(kind).or_default() += 1;
        }
    }

    /// Whether a move renames an item, instead of copying it.
    fn renames(&self, node: &DirNode, pair: &Pair, item: Item<'_>) -> bool {
        if !self.thorough || self.job.spec.verb != Verb::Move {
            return false;
        }
        let is_operand = node.parent.is_none();
        let here = if is_operand {
            let parent = sys::enter_dir(pair.src(), &parent_of(item.name), true);
            parent.ok().and_then(|dir| place(dir.as_fd()))
        } else {
            place(pair.src())
        };
        let there = || match &pair.dst {
            _ if is_operand => self.arrival,
            Some(dst) => place(dst.fd()),
            None => None,
        };
        here.is_some() && here == there()
    }

    /// Counts a directory that a move renames whole; `false` if it is merged or copied.
    fn rename_dir(&self, node: &DirNode, pair: &Pair, item: Item<'_>, meta: &Meta) -> bool {
        let options = &self.job.spec.options;
        let merges = options.on_directory == DirectoryPolicy::Merge && !options.exchange;
        let dst = pair.dst.as_ref().map_or(sys::CWD, Dir::fd);
        let there = || sys::stat_at(dst, item.dst_name, false);
        let is_whole = !self.job.is_filtered()
            && (!merges || there().is_err_and(|errno| errno == Errno::NOENT));
        let renamed = is_whole && self.renames(node, pair, item);
        if renamed {
            self.foresee(pair, item, meta);
            self.renamed.fetch_add(1, Ordering::Relaxed);
        }
        renamed
    }

    /// Counts a directory and gives its node.
    fn enter(
        &self,
        worker: &mut Worker,
        node: &Arc<DirNode>,
        pair: &Rc<Pair>,
        item: Item<'_>,
    ) -> Option<Arc<DirNode>> {
        if self.job.spec.verb == Verb::Move
            && let Ok(meta) = sys::stat_at(pair.src(), item.name, false)
            && self.rename_dir(node, pair, item, &meta)
        {
            return None;
        }
        self.directories.fetch_add(1, Ordering::Relaxed);
        if !self.job.spec.options.recursive {
            return None;
        }
        let opened = sys::open_dir(pair.src(), item.name, self.follows(node, item.kind))
            .and_then(|src| Ok((sys::stat_fd(src.as_fd())?, src)));
        let (meta, src) = match opened {
            Ok(opened) => opened,
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
        let dst = if self.thorough {
            self.foresee(pair, item, &meta);
            pair.dst.as_ref().and_then(|dst| {
                let follow = node.parent.is_none();
                sys::enter_dir(dst.fd(), item.dst_name, follow).ok().map(Dir::Open)
            })
        } else {
            None
        };
        let ignore = if self.job.filters.gitignore {
            self.job.filters.ignores_in(node, src.as_fd(), &node.src_path(item.name))
        } else {
            Vec::new()
        };
        let created = self.thorough && dst.is_none();
        let found = if created { Found::Nothing } else { Found::Directory };
        self.list(worker, node, item, found, &meta);
        let child = DirNode::child(node, item.name, item.dst_name, meta, created, ignore);
        worker.keep(&child, Pair::new(Dir::Open(src), dst));
        Some(child)
    }

    /// Adds an item to the lists of a plan, if one is made.
    fn list(&self, worker: &Worker, node: &DirNode, item: Item<'_>, found: Found, meta: &Meta) {
        if let Some(lists) = &self.job.lists {
            lists.add(worker.index, node, item.name, (meta.kind, found), meta);
        }
    }

    fn weigh(&self, node: &Arc<DirNode>, pair: &Pair, item: Item<'_>, meta: &Meta) {
        if self.renames(node, pair, item) {
            self.foresee(pair, item, meta);
            self.renamed.fetch_add(1, Ordering::Relaxed);
            return;
        }
        if meta.kind == FileKind::File {
            self.bytes.fetch_add(meta.size, Ordering::Relaxed);
        }
        if !self.thorough {
            return;
        }
        self.foresee(pair, item, meta);
        if meta.kind != FileKind::File {
            return;
        }
        // A part tells what it cannot read; to ask a server beforehand takes as long as to list the file.
        if self.job.lists.is_none()
            && let Err(errno) = sys::readable(pair.src(), item.name)
        {
            self.fails(node.src_path(item.name), Action::Open, errno);
        }
        let clones =
            self.job.spec.options.reflink != Reflink::Never && self.job.spec.verb != Verb::Verify;
        if meta.size > 0 && clones {
            let mut clones = lock(&self.clones);
            if clones.is_none() {
                *clones = Some(self.can_clone(node, pair, item));
            }
        }
    }

    /// Tries a clone into a file without a name, which leaves nothing behind.
    fn can_clone(&self, node: &DirNode, pair: &Pair, item: Item<'_>) -> bool {
        let try_it = || -> Result<(), Errno> {
            let src = sys::open_source(pair.src(), item.name, self.follows(node, item.kind))?;
            let dir = match &self.job.target {
                Some(target) => sys::enter_dir(sys::CWD, target, true)?,
                None => Target::find(&self.job.spec).map_err(|_refused| Errno::NOENT)?.open()?,
            };
            let dst = sys::create_unnamed(dir.as_fd(), c".", 0o600)?;
            sys::clone_file(src.as_fd(), dst.as_fd())
        };
        try_it().is_ok()
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
        self.items.fetch_add(1, Ordering::Relaxed);
        match item.kind {
            FileKind::Directory => return self.enter(worker, node, pair, item),
            _ if self.weighs() => match sys::stat_at(pair.src(), item.name, follow) {
                Ok(meta) => {
                    self.list(worker, node, item, Found::Nothing, &meta);
                    self.weigh(node, pair, item, &meta);
                }
                Err(errno) => self.fails(node.src_path(item.name), Action::Stat, errno),
            },
            FileKind::File => self.unweighed.store(true, Ordering::Relaxed),
            _ => {}
        }
        None
    }

    fn accepts(&self, node: &DirNode, name: &CStr, kind: FileKind) -> bool {
        if self.mirrors() && !is_temporary(name.to_bytes()) {
            node.listing.add(name);
        }
        self.job.accepts(node, name, kind)
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
        self.items.fetch_add(1, Ordering::Relaxed);
        self.fails(node.src_path(item.name), Action::Open, failure.errno);
    }

    fn given_up(&self, _worker: &mut Worker, _item: &ParkedItem) {}

    fn panicked(&self) {
        self.unreadable.fetch_add(1, Ordering::Relaxed);
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

impl Planner {
    /// Whether what only the destination has would be removed.
    fn mirrors(&self) -> bool {
        self.thorough && self.job.spec.options.mirrors()
    }

    /// Counts what would be removed in the counterpart of a directory.
    fn count_extras(&self, worker: &mut Worker, node: &Arc<DirNode>) {
        let Ok(pair) = worker.pair(node, self.rules) else { return };
        let Some(dst) = &pair.dst else { return };
        let mut found = false;
        let looked = self.extras.find(&self.job, node, (pair.src(), dst.fd()), &mut |extra| {
            found = true;
            self.removes(extra.count(dst.fd()), || node.own_dst_path().join(extra.path));
        });
        if let Err(errno) = looked {
            self.fails(node.own_src_path(), Action::ListDir, errno);
        }
        if found && node.is_operand() && node.listing.is_empty() {
            lock(&self.empty).get_or_insert(node.own_src_path());
        }
    }

    /// Counts and tells something that would be removed.
    fn removes(&self, count: u64, path: impl FnOnce() -> PathBuf) {
        self.removed.fetch_add(count, Ordering::Relaxed);
        if self.job.tells(EventLevel::All) {
            let path = WirePath(path());
            let permanent = self.job.spec.options.removals.as_ref().is_some_and(|it| it.permanent);
            let op = if permanent { Op::Unlink } else { Op::Trash };
            let (src, dst) = (path.clone(), path);
            let started =
                Event::ItemStarted { job: self.job.id, op, src, dst, backup: None, bytes: None };
            self.job.hub.tell(started);
        }
    }

    /// Counts what the request names; gives how much would be removed in all.
    fn count_removals(&self) -> u64 {
        let Some(removals) = &self.job.spec.options.removals else { return 0 };
        for WirePath(path) in removals.paths.iter().flatten() {
            let count = c_path(path).map_or(0, |path| {
                let name = CString::new(base_of(&path)).unwrap_or_default();
                let dir = sys::enter_dir(sys::CWD, &parent_of(&path), true);
                let found = dir.and_then(|dir| Ok((sys::stat_at(dir.as_fd(), &name, false)?, dir)));
                match found {
                    Ok((meta, dir)) if meta.kind == FileKind::Directory => {
                        count_in(dir.as_fd(), &name, u64::MAX)
                    }
                    Ok(_) => 1,
                    Err(_) => 0,
                }
            });
            if count > 0 {
                self.removes(count, || path.clone());
            }
        }
        let removed = self.removed.load(Ordering::Relaxed);
        let empty = lock(&self.empty).clone();
        match withheld(&self.job, removals, true, removed, empty) {
            Some((reason, path)) if removed > 0 => {
                withhold(&self.job, reason, path);
                0
            }
            Some(_) | None => removed,
        }
    }

    /// Whether the job still runs, so that its totals are still of use.
    fn is_wanted(&self) -> bool {
        !self.job.control.is_cancelled() && !self.job.is_over()
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
    let operands = operands(job, target);
    walk.spawn_on(&pool, move |walk, worker| {
        for operand in operands {
            let (name, dst_name, kind) = match operand {
                Operand::Found { name, dst_name, kind } => (name, dst_name, kind),
                Operand::LeftOut if is_beside => {
                    // It is one of the items that the job ends.
                    walk.visitor.items.fetch_add(1, Ordering::Relaxed);
                    continue;
                }
                Operand::LeftOut => continue,
                Operand::Missing { path, errno } => {
                    walk.visitor.items.fetch_add(1, Ordering::Relaxed);
                    walk.visitor.fails(path, Action::Stat, errno);
                    continue;
                }
            };
            walk.run_later(ParkedItem::new(&top, name, dst_name, kind));
        }
        walk.release(worker, &top);
    });
    if is_beside {
        while walk.wait(Duration::from_secs(3600), |left| (left == 0).then_some(())).is_none() {}
    } else {
        Sampler::new(job, target, None).watch(&walk, |left| (left == 0).then_some(()));
    }
    walk
}

/// Counts the totals of a running job on a thread of its own.
pub(crate) fn count_beside(job: &Arc<Job>, target: &Target) {
    let (job, target) = (Arc::clone(job), target.clone());
    let name = format!("fcp-count-{}", job.id);
    let counting = thread::Builder::new().name(name).spawn(move || {
        let walk = count(&job, &target, Planner::new(&job, false), 1);
        if !walk.visitor.is_wanted() {
            return;
        }
        let mut totals = walk.visitor.totals(true);
        let mut known = lock(&job.meter.totals);
        totals.items += job.meter.beside.load(Ordering::Relaxed);
        *known = Some(totals);
        drop(known);
        job.tell_unless_over(Event::JobTotals { job: job.id, totals });
    });
    // Without the thread the totals stay unknown, which every view can show.
    drop(counting);
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
    let planner = Planner { arrival, ..Planner::new(job, true) };
    let walk = count(job, target, planner, job.workers);
    let planner = &walk.visitor;
    let totals = planner.totals(!job.control.is_cancelled());
    let reflink = (*lock(&planner.clones)).unwrap_or(false);
    let makes_data = !reflink && job.spec.verb != Verb::Verify;
    let bytes_free = target.open().and_then(|dir| sys::free_space(dir.as_fd())).unwrap_or(0);
    let plan = Plan {
        totals,
        directories: planner.directories.load(Ordering::Relaxed),
        conflicts: lock(&planner.conflicts)
            .iter()
            .map(|(kind, count)| ConflictCount { kind: *kind, count: *count })
            .collect(),
        renamed: planner.renamed.load(Ordering::Relaxed),
        removed: planner.count_removals(),
        unreadable: planner.unreadable.load(Ordering::Relaxed),
        bytes_needed: if makes_data { totals.bytes.unwrap_or(0) } else { 0 },
        bytes_free,
        reflink,
        undo: None,
        dedupe: None,
    };
    *lock(&job.meter.totals) = Some(totals);
    job.hub.tell(Event::JobTotals { job: job.id, totals });
    job.hub.tell(Event::JobPlan { job: job.id, plan: Box::new(plan) });
    job.finish(false);
}
