//! Compares two trees, and tells their differences in the order of a depth-first walk.
//!
//! Both sides of a directory are listed together and joined by name. Threads share one stack of directories,
//! the next in order on top, and each directory is opened below one that is open already, by a path in which
//! no symlink is followed. What is the same leaves nothing behind; rows that differ wait only for
//! directories before them. The threads are the walk's own: a mount that hangs holds up nothing else.

mod entry;
mod files;
mod lone;
pub(crate) mod names;
mod order;
pub(crate) mod place;
mod row;
mod task;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;

use fcp_engine::Globs;
use fcp_engine::error::{Action, Code, OpError};
use fcp_sys::{self as sys, AsFd, Errno, OwnedFd, c_path, lock};

pub use files::compare_files;
pub use row::{
    CompareBatch, CompareEnd, CompareLine, CompareSpec, Compared, Count, Facts, Row, Verdict, print,
};

use order::{Number, Order, Slot};
use place::Place;
use task::{Pending, Task, Worker};

/// Rows that may wait for directories before them, until no more than one thread continues.
const WAITING: usize = 100_000;

/// Descriptors that one thread has open at once: two directories and two files, and two that are long paths.
const DESCRIPTORS: usize = 6;

/// Descriptors that are left to the rest of the program.
const RESERVE: usize = 32;

/// Compares two directories and all that is in them, without following symlinks below them.
///
/// `told` gets the differences in the order of a depth-first walk by name: the first at once, then about 20
/// times a second, and without rows how far the comparison is. It is called by one thread at a time, and as
/// long as it takes, the comparison waits.
///
/// # Errors
/// One of the directories cannot be opened, or a glob is not understood.
pub fn compare_trees(
    left: &Path,
    right: &Path,
    spec: &CompareSpec,
    stop: &AtomicBool,
    told: impl FnMut(CompareBatch) + Send,
) -> Result<CompareEnd, OpError> {
    let roots = [open(left)?, open(right)?];
    let id = |root: &OwnedFd| sys::stat_fd(root.as_fd()).ok().map(|meta| meta.id());
    let ids = if spec.apart { roots.each_ref().map(id) } else { [None, None] };
    let met = || OpError::refused(Action::Verify, Code::Overlap, left).with(right);
    if ids[0].is_some() && ids[0] == ids[1] {
        return Err(met());
    }
    let walk = Walk {
        roots: [left, right],
        ids,
        has_met: AtomicBool::new(false),
        spec,
        globs: Globs::compile(&spec.exclude)?,
        stop,
        queue: Mutex::new(Queue { stack: vec![Pending::Root(Place::root(roots))], busy: 0 }),
        wake: Condvar::new(),
        order: Mutex::new(Order::new(0, told)),
        waiting: AtomicUsize::new(0),
        numbers: AtomicU64::new(1),
    };
    thread::scope(|scope| {
        for _ in 1..threads() {
            scope.spawn(|| walk.work());
        }
        walk.work();
    });
    if walk.has_met.into_inner() {
        return Err(met());
    }
    let order = walk.order.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(CompareEnd { compared: order.finish(), stopped: stop.load(Ordering::Relaxed) })
}

/// Gives how many threads compare: waiting for disks is most of it, so more than the processors are of use.
fn threads() -> usize {
    let wanted = thread::available_parallelism().map_or(4, |n| n.get().clamp(4, 16));
    let most = sys::descriptor_limit().saturating_sub(RESERVE) / DESCRIPTORS;
    wanted.min(most).max(1)
}

fn open(root: &Path) -> Result<OwnedFd, OpError> {
    let opened = c_path(root).ok_or(Errno::NOENT).and_then(|path| {
        // An operand may be a symlink; the user named it.
        sys::open_dir(sys::CWD, &path, true)
    });
    opened.map_err(|errno| OpError::new(Action::OpenDir, root, errno))
}

/// What the threads share.
struct Walk<'a, T> {
    roots: [&'a Path; 2],
    /// What tells the roots from other directories, if one must not be in the other.
    ids: [Option<(u64, u64)>; 2],
    /// Whether the one was met in the other.
    has_met: AtomicBool,
    spec: &'a CompareSpec,
    globs: Option<Globs>,
    stop: &'a AtomicBool,
    queue: Mutex<Queue>,
    wake: Condvar,
    order: Mutex<Order<T>>,
    /// Rows that wait for directories before them.
    waiting: AtomicUsize,
    /// The number that the next task gets.
    numbers: AtomicU64,
}

struct Queue {
    /// What waits, the next on top.
    stack: Vec<Pending>,
    /// Threads that may still find more.
    busy: usize,
}

impl<T: FnMut(CompareBatch) + Send> Walk<'_, T> {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.has_met.load(Ordering::Relaxed)
    }

    /// Notes if a directory of one side is the root of the other one, as by a bind mount.
    fn look_for_root(&self, side: usize, dir: &OwnedFd) {
        if let Some(other) = self.ids[1 - side]
            && sys::stat_fd(dir.as_fd()).is_ok_and(|meta| meta.id() == other)
        {
            self.has_met.store(true, Ordering::Relaxed);
        }
    }

    fn work(&self) {
        let mut worker = Worker::new(self.spec.content);
        while let Some(task) = self.take() {
            let _busy = Busy(self);
            self.run(task, &mut worker);
        }
    }

    fn take(&self) -> Option<Task> {
        let mut queue = lock(&self.queue);
        loop {
            if self.is_stopped() {
                return None;
            }
            let is_full = queue.busy > 0 && self.waiting.load(Ordering::Relaxed) > WAITING;
            if !is_full && let Some(task) = queue.next() {
                queue.busy += 1;
                return Some(task);
            }
            if queue.busy == 0 {
                return None;
            }
            queue = self.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Puts what a task found onto the stack, its first part on top.
    fn push(&self, pending: Vec<Pending>) {
        if !pending.is_empty() {
            lock(&self.queue).stack.extend(pending.into_iter().rev());
            self.wake.notify_all();
        }
    }

    fn number(&self) -> Number {
        self.numbers.fetch_add(1, Ordering::Relaxed)
    }

    fn end(&self, task: Number, slots: Vec<Slot>, tally: &Compared) {
        let waiting = lock(&self.order).end(task, slots, tally);
        self.waiting.store(waiting, Ordering::Relaxed);
    }
}

impl Queue {
    fn next(&mut self) -> Option<Task> {
        while let Some(pending) = self.stack.last_mut() {
            let (task, is_last) = pending.next();
            if is_last {
                self.stack.pop();
            }
            if task.is_some() {
                return task;
            }
        }
        None
    }
}

/// Keeps the other threads from ending as long as one may find more, even if it panics.
struct Busy<'a, 'b, T: FnMut(CompareBatch) + Send>(&'a Walk<'b, T>);

impl<T: FnMut(CompareBatch) + Send> Drop for Busy<'_, '_, T> {
    fn drop(&mut self) {
        lock(&self.0.queue).busy -= 1;
        // The others wait for more, or for rows before theirs.
        self.0.wake.notify_all();
    }
}
