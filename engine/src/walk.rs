//! Walks trees in parallel, depth first, and hands the items to a visitor.
//!
//! A directory is listed in one go: files are handed over in batches during the listing, and names
//! of subdirectories are kept, packed. Then one *continuation* task per directory hands out its
//! subdirectories one by one, and re-spawns itself before it enters one. So each level of the tree
//! has one outstanding task at most, a worker always goes deeper first, and an idle worker steals
//! the rest of the directory nearest to the root. No task waits for another one.

pub(crate) mod deep;
pub(crate) mod descent;
pub(crate) mod entwined;
pub(crate) mod filter;
pub mod gitignore;
pub(crate) mod globs;
pub(crate) mod item;
pub(crate) mod listing;
pub(crate) mod node;
pub(crate) mod operand;
pub(crate) mod origins;
pub(crate) mod portable;
pub(crate) mod route;
mod shard;
pub(crate) mod shown;
pub(crate) mod spelling;
pub(crate) mod step;
pub(crate) mod target;
pub(crate) mod temporary;
pub(crate) mod ways;
pub(crate) mod wide;
pub(crate) mod wildcard;
pub(crate) mod worker;

use std::ffi::{CStr, CString};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::contract::event::FileKind;
use crate::walk::item::{Found, Item, Names, ParkedItem};
use crate::walk::node::DirNode;
use crate::walk::step::Step;
use crate::walk::wide::Wide;
use crate::walk::worker::{OpenFailure, OpenRules, Pair, Worker, with_worker};
use fcp_sys::BorrowedFd;
use fcp_sys::lock;

/// The job that a walk is a part of, as far as the walk knows it.
pub(crate) trait WalkContext {
    /// Whether the filters let an item pass.
    fn accepts(&self, node: &DirNode, name: &CStr, kind: FileKind) -> bool;

    /// Whether the job, and not another one with the same request, takes an item that is no directory.
    fn takes(&self, dir: BorrowedFd<'_>, node: &DirNode, name: &CStr) -> bool;

    /// Gives the name that an item is to get at the destination, if it does not have that yet.
    fn destination_name(&self, item: &Item<'_>) -> Option<CString>;

    /// Whether the walk may continue; waits while the job is paused.
    fn goes_on(&self, worker: &Worker) -> bool;

    /// Ends an item that waited until the job was cancelled.
    fn give_up(&self, worker: &Worker, item: &ParkedItem);

    /// Notes that a task panicked, and with it lost its items.
    fn panicked(&self);
}

/// Acts on what the walk finds.
pub(crate) trait Visitor: Send + Sync + Sized + 'static {
    /// The job that the visitor acts for.
    fn context(&self) -> &impl WalkContext;

    /// How the directories of the walk are opened.
    fn rules(&self) -> OpenRules;

    /// Acts on an item; gives the node of a directory that the walk must list.
    fn visit(&self, worker: &mut Worker, step: Step<'_, Self>) -> Option<Arc<DirNode>>;

    /// Finishes a directory when all below it is finished; `false` if there is more to do in it.
    fn leave(&self, _walk: &Arc<Walk<Self>>, _worker: &mut Worker, _node: &Arc<DirNode>) -> bool {
        true
    }

    /// Gives the names that are taken of a directory, if these are known without listing it.
    fn names(&self, _node: &DirNode) -> Option<&Names> {
        None
    }

    /// Notes what a listing has found.
    fn listed(&self, _worker: &Worker, _found: Found) {}

    /// Items that are done but for a flush, which serves many.
    fn unflushed(&self) -> usize {
        0
    }

    /// Ends those of this thread.
    fn flush(&self, _walk: &Arc<Walk<Self>>, _worker: &mut Worker) {}

    /// Gives the open pair of a node.
    fn pair(&self, worker: &mut Worker, node: &Arc<DirNode>) -> Result<Rc<Pair>, OpenFailure> {
        worker.pair(node, self.rules())
    }

    /// Notes that a directory could not be opened or listed to its end.
    fn list_failed(&self, node: &Arc<DirNode>, failure: OpenFailure);

    /// Whether the walk hands over an item that a directory lists.
    fn accepts(&self, node: &DirNode, name: &CStr, kind: FileKind) -> bool {
        self.context().accepts(node, name, kind)
    }

    /// Whether the entries of a large directory are acted on in the order of their inodes.
    fn sorts(&self, _pair: &Pair) -> bool {
        false
    }

    /// Whether the walk may continue; waits while the job is paused.
    #[inline]
    fn goes_on(&self, worker: &Worker) -> bool {
        self.context().goes_on(worker)
    }

    /// Ends an item whose directory cannot be opened again.
    fn lost(&self, worker: &mut Worker, node: &Arc<DirNode>, item: Item<'_>, failure: OpenFailure);

    /// Ends an item that waited until the job was cancelled.
    fn given_up(&self, worker: &mut Worker, item: &ParkedItem) {
        self.context().give_up(worker, item);
    }

    /// Notes that a task panicked, and with it lost its items.
    fn panicked(&self) {
        self.context().panicked();
    }

    /// Whether files that are acted on soon are worth reading ahead.
    fn reads_ahead(&self, _worker: &Worker, _pair: &Pair) -> bool {
        false
    }

    /// Has the system read a file that is acted on soon.
    fn read_ahead(&self, _pair: &Pair, _name: &CStr) {}

    /// Whether a second worker in the same directory is likely to help.
    fn shares(&self, _worker: &Worker, _pair: &Pair) -> bool {
        true
    }
}

/// Tasks spawned and not finished.
///
/// On cache lines of its own, since every task writes it, and every item reads what lies beside it.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Outstanding(AtomicUsize);

/// A walk in progress.
#[derive(Debug)]
pub(crate) struct Walk<V> {
    pub(crate) visitor: V,
    workers: usize,
    /// The threads that take all new tasks, once the walk was widened.
    wide: OnceLock<Arc<Wide>>,
    /// Whether the workers wait for a disk, so that files are read ahead.
    waits: AtomicBool,
    outstanding: Outstanding,
    idle: Condvar,
    idle_guard: Mutex<()>,
}

impl<V: Visitor> Walk<V> {
    pub(crate) fn new(visitor: V, workers: usize) -> Arc<Self> {
        Arc::new(Self {
            visitor,
            workers,
            wide: OnceLock::new(),
            waits: AtomicBool::new(false),
            outstanding: Outstanding::default(),
            idle: Condvar::new(),
            idle_guard: Mutex::new(()),
        })
    }

    /// Runs `task` on the current pool as a part of this walk.
    pub(crate) fn spawn(
        self: &Arc<Self>,
        task: impl FnOnce(&Arc<Self>, &mut Worker) + Send + 'static,
    ) {
        let ticket = self.ticket();
        let run = move || with_worker(|worker| task(&ticket.0, worker));
        match self.wide() {
            Some(wide) => wide.spawn(run),
            None => rayon::spawn(run),
        }
    }

    /// Like [`Self::spawn`], from outside the pool.
    pub(crate) fn spawn_on(
        self: &Arc<Self>,
        pool: &rayon::ThreadPool,
        task: impl FnOnce(&Arc<Self>, &mut Worker) + Send + 'static,
    ) {
        let ticket = self.ticket();
        let run = move || with_worker(|worker| task(&ticket.0, worker));
        match self.wide() {
            Some(wide) => wide.spawn(run),
            None => pool.spawn(run),
        }
    }

    /// Runs `task` once on each thread of the pool, and on each that the walk was widened by.
    pub(crate) fn spawn_on_all(
        self: &Arc<Self>,
        pool: &rayon::ThreadPool,
        task: impl Fn(&Arc<Self>, &mut Worker) + Send + Sync + 'static,
    ) {
        // Held by the closure until the last thread is done; each has its own to note a panic.
        let all = Arc::new((self.ticket(), task));
        let run = move || {
            let (ticket, task) = &*all;
            let ticket = ticket.0.ticket();
            with_worker(|worker| task(&ticket.0, worker));
        };
        if let Some(wide) = self.wide() {
            wide.summon(run.clone());
        }
        pool.spawn_broadcast(move |_| run());
    }

    /// Gives the threads that the walk was widened by.
    pub(crate) fn wide(&self) -> Option<&Arc<Wide>> {
        self.wide.get()
    }

    /// Has the first ones of other threads take all tasks that are new from now on. Those that take none any more, as the
    /// threads that took them until now, end first what only waits for a flush.
    pub(crate) fn widen(
        self: &Arc<Self>,
        before: &rayon::ThreadPool,
        pool: rayon::ThreadPool,
        width: usize,
    ) {
        let walk = Arc::downgrade(self);
        let flush = move || {
            if let Some(walk) = walk.upgrade().filter(|walk| walk.visitor.unflushed() > 0) {
                let ticket = walk.ticket();
                with_worker(|worker| ticket.0.visitor.flush(&ticket.0, worker));
            }
        };
        let rest = Arc::new(flush);
        let flush = Arc::clone(&rest);
        // A walk is widened once; later only the number of threads that take tasks changes.
        let _is_first = self.wide.set(Wide::new(pool, width, move || rest())).is_ok();
        // Each thread does this when it has ended the tasks that it has.
        before.spawn_broadcast(move |_| flush());
    }

    /// How many threads take tasks.
    pub(crate) fn width(&self) -> usize {
        self.wide().map_or(self.workers, |wide| wide.open())
    }

    /// Notes whether the workers wait for a disk, so that the files of the next items are read ahead.
    pub(crate) fn set_waits(&self, waits: bool) {
        self.waits.store(waits, Ordering::Relaxed);
    }

    /// Tasks spawned and not finished.
    pub(crate) fn outstanding(&self) -> usize {
        self.outstanding.0.load(Ordering::Relaxed)
    }

    fn ticket(self: &Arc<Self>) -> Ticket<V> {
        self.outstanding.0.fetch_add(1, Ordering::Relaxed);
        Ticket(Arc::clone(self))
    }

    /// Waits until `decide`, asked after every wake, gives a verdict on the number of tasks left.
    ///
    /// Gives none after `timeout`.
    pub(crate) fn wait<R>(
        &self,
        timeout: Duration,
        decide: impl Fn(usize) -> Option<R>,
    ) -> Option<R> {
        let end = Instant::now() + timeout;
        let mut guard = lock(&self.idle_guard);
        loop {
            if let Some(verdict) = decide(self.outstanding.0.load(Ordering::Acquire)) {
                return Some(verdict);
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return None;
            }
            (guard, _) =
                self.idle.wait_timeout(guard, left).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Makes [`Self::wait`] look again.
    pub(crate) fn wake(&self) {
        let _guard = lock(&self.idle_guard);
        self.idle.notify_all();
    }

    /// Whether some worker has nothing to do.
    fn is_hungry(&self, queue: usize) -> bool {
        self.outstanding() < self.width() + queue
    }

    /// Acts on one item and lists it if it is a directory.
    pub(crate) fn enter(
        self: &Arc<Self>,
        worker: &mut Worker,
        node: &Arc<DirNode>,
        pair: &Rc<Pair>,
        item: Item<'_>,
    ) {
        let name = self.visitor.context().destination_name(&item);
        let step = Step { walk: self, node, pair, item };
        let step = name.as_deref().map_or(step, |name| step.renamed(name));
        if let Some(child) = self.visitor.visit(worker, step) {
            self.list(worker, &child);
            self.release(worker, &child);
        }
    }

    /// Ends a hold on a node, and leaves every directory that is finished by it.
    pub(crate) fn release(self: &Arc<Self>, worker: &mut Worker, node: &Arc<DirNode>) {
        let mut at = Arc::clone(node);
        while at.release() {
            if !self.visitor.leave(self, worker, &at) {
                return;
            }
            let Some(parent) = at.parent.clone() else { return };
            at = parent;
        }
    }

    /// Runs one item of a node, which is opened for it.
    fn run(self: &Arc<Self>, worker: &mut Worker, node: &Arc<DirNode>, item: Item<'_>) {
        match self.visitor.pair(worker, node) {
            Ok(pair) => self.enter(worker, node, &pair, item),
            Err(failure) => self.visitor.lost(worker, node, item, failure),
        }
    }

    /// Lists a directory once more, as a task of its own; it must have been finished.
    pub(crate) fn list_again(self: &Arc<Self>, node: &Arc<DirNode>) {
        node.hold();
        let node = Arc::clone(node);
        self.spawn(move |walk, worker| {
            walk.list(worker, &node);
            walk.release(worker, &node);
        });
    }

    /// Runs an item that waited, as a task of its own.
    pub(crate) fn run_later(self: &Arc<Self>, item: ParkedItem) {
        self.spawn(move |walk, worker| walk.run_parked(worker, &item));
    }

    /// Runs an item that waited, and ends its hold.
    pub(crate) fn run_parked(self: &Arc<Self>, worker: &mut Worker, parked: &ParkedItem) {
        if self.visitor.goes_on(worker) {
            self.run(worker, &parked.node, parked.item());
        } else {
            self.visitor.given_up(worker, parked);
        }
        self.release(worker, &parked.node);
    }
}

/// Counts a task until it is dropped, even if it panics.
struct Ticket<V: Visitor>(Arc<Walk<V>>);

impl<V: Visitor> Drop for Ticket<V> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.visitor.panicked();
        }
        if self.0.outstanding.0.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.0.wake();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::mpsc::{Sender, channel};

    use super::*;
    use crate::walk::worker::Counterpart;

    struct NoJob;

    impl WalkContext for NoJob {
        fn accepts(&self, _node: &DirNode, _name: &CStr, _kind: FileKind) -> bool {
            true
        }

        fn takes(&self, _dir: BorrowedFd<'_>, _node: &DirNode, _name: &CStr) -> bool {
            true
        }

        fn destination_name(&self, _item: &Item<'_>) -> Option<CString> {
            None
        }

        fn goes_on(&self, _worker: &Worker) -> bool {
            true
        }

        fn give_up(&self, _worker: &Worker, _item: &ParkedItem) {}

        fn panicked(&self) {}
    }

    /// Tells the thread that flushes.
    struct Flusher(NoJob, Sender<Option<usize>>);

    impl Visitor for Flusher {
        fn context(&self) -> &impl WalkContext {
            &self.0
        }

        fn rules(&self) -> OpenRules {
            OpenRules {
                follow_source: false,
                follow_operands: false,
                follow_destination: false,
                exact: false,
                destination: Counterpart::Unused,
            }
        }

        fn visit(&self, _worker: &mut Worker, _step: Step<'_, Self>) -> Option<Arc<DirNode>> {
            None
        }

        fn unflushed(&self) -> usize {
            1
        }

        fn flush(&self, _walk: &Arc<Walk<Self>>, _worker: &mut Worker) {
            self.1.send(rayon::current_thread_index()).unwrap();
        }

        fn list_failed(&self, _node: &Arc<DirNode>, _failure: OpenFailure) {}

        fn lost(&self, _: &mut Worker, _: &Arc<DirNode>, _: Item<'_>, _: OpenFailure) {}
    }

    #[test]
    fn the_first_threads_end_what_they_hold_when_others_take_the_tasks() {
        let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let (told, tells) = channel();
        let first = pool(3);
        let walk = Walk::new(Flusher(NoJob, told), 3);
        walk.widen(&first, pool(4), 1);
        // What each of them was to do before this has been done when it returns.
        first.broadcast(|_| ());
        let threads: BTreeSet<_> = tells.try_iter().collect();
        assert_eq!(threads, BTreeSet::from([Some(0), Some(1), Some(2)]));
        assert_eq!(walk.outstanding(), 0);
    }
}
