//! Hands files to threads that read them, and puts what they find back in order.

use std::collections::{BTreeMap, VecDeque};
use std::ffi::CString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use fcp_engine::error::{Action, Code, OpError};
use fcp_engine::event::FileKind;
use fcp_engine::sum::{Algorithm, Checksum, Stated};
use fcp_sys::{self as sys, AsFd, Errno, OwnedFd, c_path, lock};

use super::SumControl;
use super::hash::{Buffers, Pool, sums};
use crate::trees::place::Place;

/// Files that wait to be read.
const WAITING: usize = 256;

/// Files that may be read before the first of them.
const AHEAD: u64 = 4_096;

/// Where the name of a file leads from.
pub(super) enum Source {
    /// A directory of a walk; the name is one entry in it.
    Entry(Arc<Place>),
    /// The directory that is given, or the working directory; the name may be a path.
    Operand(Option<Arc<OwnedFd>>),
}

/// A file that a thread reads next.
pub(super) struct Task {
    pub(super) path: PathBuf,
    pub(super) source: Source,
    pub(super) name: CString,
    /// What its list states.
    pub(super) stated: Option<Stated>,
    /// Why there is nothing to read.
    pub(super) error: Option<OpError>,
}

impl Task {
    /// A file by its path.
    pub(super) fn operand(path: &Path, stated: Option<Stated>) -> Self {
        let name = c_path(path);
        let error = name.is_none().then(|| OpError::new(Action::Open, path, Errno::NOENT));
        let (source, name) = (Source::Operand(None), name.unwrap_or_default());
        Self { path: path.to_owned(), source, name, stated, error }
    }
}

/// What is known of a file in the end.
pub(super) struct Found {
    pub(super) path: PathBuf,
    pub(super) bytes: u64,
    pub(super) stated: Option<Stated>,
    pub(super) sum: Result<Vec<Checksum>, OpError>,
}

/// What the threads share.
pub(super) struct Pipe<'a, T> {
    algorithm: Algorithm,
    except: &'a [(u64, u64)],
    control: &'a SumControl,
    queue: Mutex<Queue>,
    /// There is something to read, or nothing will come.
    more: Condvar,
    /// There is room for more.
    room: Condvar,
    order: Mutex<Order<T>>,
    /// The number of the file that is told next.
    next: AtomicU64,
    /// The algorithm of a list whose lines fit two, once a file had one of both checksums.
    settled: Mutex<Option<Algorithm>>,
    pool: Pool,
}

#[derive(Default)]
struct Queue {
    tasks: VecDeque<(u64, Task)>,
    pushed: u64,
    is_complete: bool,
}

struct Order<T> {
    /// What was found too early; nothing for a file that is left out.
    early: BTreeMap<u64, Option<Found>>,
    told: T,
}

/// What one thread needs again and again.
#[derive(Default)]
struct Worker {
    buffers: Buffers,
    /// The directory of the last file.
    dir: Option<(Arc<Place>, OwnedFd)>,
}

impl<'a, T: FnMut(Found) + Send> Pipe<'a, T> {
    pub(super) fn new(
        algorithm: Algorithm,
        except: &'a [(u64, u64)],
        control: &'a SumControl,
        told: T,
    ) -> Self {
        Self {
            algorithm,
            except,
            control,
            queue: Mutex::default(),
            more: Condvar::new(),
            room: Condvar::new(),
            order: Mutex::new(Order { early: BTreeMap::new(), told }),
            next: AtomicU64::new(0),
            settled: Mutex::default(),
            pool: Pool::default(),
        }
    }

    /// Reads what `feed` pushes, until that returns and all has been told, or it is stopped.
    pub(super) fn run(&self, feed: impl FnOnce(&dyn Fn(Task))) {
        let threads = thread::available_parallelism().map_or(4, |n| n.get().clamp(4, 16));
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| self.work());
            }
            let _complete = Complete(self);
            feed(&|task| self.push(task));
        });
    }

    fn push(&self, task: Task) {
        let mut queue = lock(&self.queue);
        loop {
            if self.control.is_stopped() {
                return;
            }
            let ahead = queue.pushed - self.next.load(Ordering::Acquire);
            if queue.tasks.len() < WAITING && ahead < AHEAD {
                break;
            }
            queue = self.room.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
        let number = queue.pushed;
        queue.pushed += 1;
        queue.tasks.push_back((number, task));
        self.more.notify_one();
    }

    fn work(&self) {
        let _wakes = Wakes(self);
        let mut worker = Worker::default();
        while let Some((number, task)) = self.take() {
            let Task { path, source, name, stated, error } = task;
            let read = match error {
                Some(error) => Err(error),
                None => self.read(&source, &name, stated.as_ref(), &mut worker).map_err(
                    |(action, errno)| match errno {
                        Some(errno) => OpError::new(action, &path, errno),
                        None => OpError::refused(action, Code::Unsupported, &path),
                    },
                ),
            };
            let found = match read {
                Ok(Read::Stopped) => return,
                Ok(Read::LeftOut) => None,
                Ok(Read::Sums(sums, bytes)) => {
                    self.control.files.fetch_add(1, Ordering::Relaxed);
                    Some(Found { path, bytes, stated, sum: Ok(sums) })
                }
                Err(error) => Some(Found { path, bytes: 0, stated, sum: Err(error) }),
            };
            self.tell(number, found);
        }
    }

    fn take(&self) -> Option<(u64, Task)> {
        let mut queue = lock(&self.queue);
        loop {
            if self.control.is_stopped() {
                return None;
            }
            if let Some(task) = queue.tasks.pop_front() {
                self.room.notify_one();
                return Some(task);
            }
            if queue.is_complete {
                return None;
            }
            queue = self.more.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Tells what was found, and what waited for it.
    fn tell(&self, number: u64, found: Option<Found>) {
        let mut order = lock(&self.order);
        let order = &mut *order;
        order.early.insert(number, found);
        let mut next = self.next.load(Ordering::Relaxed);
        let before = next;
        while let Some(found) = order.early.remove(&next) {
            next += 1;
            if let Some(found) = found.filter(|_| !self.control.is_stopped()) {
                (order.told)(found);
            }
        }
        self.next.store(next, Ordering::Release);
        if next > before {
            // The lock keeps the wake from falling between a look and a wait.
            drop(lock(&self.queue));
            self.room.notify_one();
        }
    }

    fn read(
        &self,
        source: &Source,
        name: &CString,
        stated: Option<&Stated>,
        worker: &mut Worker,
    ) -> Result<Read, (Action, Option<Errno>)> {
        let failed = |action| move |errno| (action, Some(errno));
        let file = match source {
            Source::Operand(base) => {
                let base = base.as_ref().map_or(sys::CWD, |base| base.as_fd());
                sys::open_quietly(base, name, true)
            }
            Source::Entry(place) => {
                let is_last = worker.dir.as_ref().is_some_and(|(last, _)| Arc::ptr_eq(last, place));
                if !is_last {
                    worker.dir = None;
                    let dir = place.open(0, c"", true).map_err(failed(Action::OpenDir))?;
                    worker.dir = Some((Arc::clone(place), dir));
                }
                match &worker.dir {
                    Some((_, dir)) => sys::open_quietly(dir.as_fd(), name, false),
                    None => Err(Errno::NOENT),
                }
            }
        };
        let file = file.map_err(failed(Action::Open))?;
        let meta = sys::stat_fd(file.as_fd()).map_err(failed(Action::Stat))?;
        let is_operand = matches!(source, Source::Operand(_));
        match meta.kind {
            FileKind::File => {}
            FileKind::BlockDevice if is_operand => {}
            FileKind::Directory => return Err((Action::Read, Some(Errno::ISDIR))),
            _ => return Err((Action::Read, None)),
        }
        if self.except.contains(&meta.id()) {
            return Ok(Read::LeftOut);
        }
        let settled = *lock(&self.settled);
        let mut algorithms: Vec<Algorithm> = match stated {
            None => vec![self.algorithm],
            Some(stated) => stated.candidates().iter().map(Checksum::algorithm).collect(),
        };
        let others = match settled {
            Some(settled) if algorithms.len() > 1 => {
                let others = algorithms.iter().copied().filter(|it| *it != settled).collect();
                algorithms = vec![settled];
                others
            }
            _ => Vec::new(),
        };
        // A device tells no size, and is large.
        let size = if meta.kind == FileKind::File { meta.size } else { u64::MAX };
        let mut compute = |algorithms: &[Algorithm]| {
            let with = (&mut worker.buffers, &self.pool);
            let read = sums(file.as_fd(), size, algorithms, with, self.control);
            read.map_err(failed(Action::Read))
        };
        let Some((sums, bytes)) = compute(&algorithms)? else { return Ok(Read::Stopped) };
        let Some(stated) = stated else { return Ok(Read::Sums(sums, bytes)) };
        let same = sums.iter().find(|sum| stated.candidates().contains(sum));
        if let Some(same) = same {
            if algorithms.len() > 1 {
                *lock(&self.settled) = Some(same.algorithm());
            }
        } else if !others.is_empty() {
            // A list may have lines of both.
            let Some((others, _)) = compute(&others)? else { return Ok(Read::Stopped) };
            if others.iter().any(|sum| stated.candidates().contains(sum)) {
                return Ok(Read::Sums(others, bytes));
            }
        }
        Ok(Read::Sums(sums, bytes))
    }
}

/// What came of a file that could be read.
enum Read {
    Sums(Vec<Checksum>, u64),
    LeftOut,
    Stopped,
}

/// Lets the threads end once nothing will come.
struct Complete<'a, 'b, T: FnMut(Found) + Send>(&'a Pipe<'b, T>);

impl<T: FnMut(Found) + Send> Drop for Complete<'_, '_, T> {
    fn drop(&mut self) {
        lock(&self.0.queue).is_complete = true;
        self.0.more.notify_all();
    }
}

/// Lets nothing wait for a thread that has ended because of a stop or a panic.
struct Wakes<'a, 'b, T: FnMut(Found) + Send>(&'a Pipe<'b, T>);

impl<T: FnMut(Found) + Send> Drop for Wakes<'_, '_, T> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.control.stop();
        }
        drop(lock(&self.0.queue));
        self.0.more.notify_all();
        self.0.room.notify_all();
    }
}
