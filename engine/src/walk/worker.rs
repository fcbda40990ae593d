//! Holds what a worker thread owns: buffers and a cache of open directories.
//!
//! Descriptors never cross threads. A directory is known to all by its [`DirNode`]; each worker
//! opens it for itself, below a directory it already holds, and forgets the least used ones. So the
//! number of open descriptors is bounded whatever the depth of the tree.

mod open;

use std::any::Any;
use std::cell::{Cell, OnceCell, RefCell};
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::rc::Rc;
use std::sync::Arc;

use crate::walk::node::DirNode;
use crate::walk::route::Route;
use crate::walk::temporary::Mark;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, OwnedFd};

/// Marks what holds descriptors of a worker: it cannot be sent to another thread, in whose table the
/// same numbers mean other files.
pub(crate) type OfThread = PhantomData<*const ()>;

/// An open directory, or the working directory.
#[derive(Debug)]
pub(crate) enum Dir {
    /// The working directory.
    Cwd,
    /// An open directory.
    Open(OwnedFd),
}

impl Dir {
    pub(crate) fn fd(&self) -> BorrowedFd<'_> {
        match self {
            Self::Cwd => sys::CWD,
            Self::Open(fd) => fd.as_fd(),
        }
    }
}

/// A directory of the source and its counterpart in the destination.
#[derive(Debug)]
pub(crate) struct Pair {
    pub(crate) src: Dir,
    /// None in a plan, where the destination need not exist.
    pub(crate) dst: Option<Dir>,
    /// The way between their devices, once asked for.
    pub(crate) route: OnceCell<Arc<Route>>,
    /// Whether the destination gives its new entries an ACL, once asked for.
    pub(crate) hands_down: OnceCell<bool>,
    /// The device of the destination, once asked for.
    pub(crate) dst_device: OnceCell<u64>,
    of_thread: OfThread,
}

impl Pair {
    pub(crate) fn new(src: Dir, dst: Option<Dir>) -> Self {
        Self {
            src,
            dst,
            route: OnceCell::new(),
            hands_down: OnceCell::new(),
            dst_device: OnceCell::new(),
            of_thread: PhantomData,
        }
    }

    pub(crate) fn src(&self) -> BorrowedFd<'_> {
        self.src.fd()
    }

    /// The destination; in a plan without one, a descriptor on which every call fails.
    pub(crate) fn dst(&self) -> BorrowedFd<'_> {
        self.dst.as_ref().map_or(self.src.fd(), Dir::fd)
    }
}

/// A destination directory with copies that other names become links to.
#[derive(Debug)]
pub(crate) enum CopiesDir {
    /// That of a pair.
    Base(Rc<Pair>),
    /// One below that.
    Below(OwnedFd),
}

impl CopiesDir {
    pub(crate) fn fd(&self) -> BorrowedFd<'_> {
        match self {
            Self::Base(pair) => pair.dst(),
            Self::Below(dir) => dir.as_fd(),
        }
    }
}

/// Which side of a pair could not be opened, and why.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenFailure {
    pub(crate) is_source: bool,
    pub(crate) errno: Errno,
}

/// What is expected of the destination of a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counterpart {
    /// It must be there.
    Needed,
    /// It may be there, as in a plan.
    Possible,
    /// It is not used.
    Unused,
}

/// How directories are opened in a job.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenRules {
    /// Source directories may be reached through symlinks (`-L`).
    pub(crate) follow_source: bool,
    /// Operands may be symlinks (`-H`, `-L`).
    pub(crate) follow_operands: bool,
    /// Destination directories may be reached through symlinks.
    pub(crate) follow_destination: bool,
    /// A source directory that is opened again must be the one that was entered.
    pub(crate) exact: bool,
    /// Whether there is a destination to open.
    pub(crate) destination: Counterpart,
}

impl OpenRules {
    /// Opens a destination directory as far as it is expected to be there.
    fn counterpart(
        self,
        open: impl FnOnce() -> sys::Sys<OwnedFd>,
    ) -> Result<Option<Dir>, OpenFailure> {
        match self.destination {
            Counterpart::Unused => Ok(None),
            Counterpart::Possible => Ok(open().ok().map(Dir::Open)),
            Counterpart::Needed => open()
                .map(|fd| Some(Dir::Open(fd)))
                .map_err(|errno| OpenFailure { is_source: false, errno }),
        }
    }
}

/// Everything a worker thread owns.
pub(crate) struct Worker {
    /// Position among the workers of the job.
    pub(crate) index: usize,
    /// For directory entries.
    pub(crate) entries: Vec<MaybeUninit<u8>>,
    /// For file data; grows when first needed.
    pub(crate) data: Vec<u8>,
    dirs: Vec<Cached>,
    clock: u64,
    /// State of the generator of temporary names.
    pub(crate) seed: u64,
    /// What they begin with.
    pub(crate) mark: Mark,
    /// Whether the last regular file met was empty; the next one in the directory often is, too.
    pub(crate) last_was_empty: bool,
    /// Bytes that really travelled for the last regular file; everything, before the first.
    pub(crate) last_moved: u64,
    /// For each of the last eight regular files, whether its data were moved.
    pub(crate) moved: u8,
    /// The directory of the copy that was last linked to, with its number in the job; the next one is
    /// often there, too.
    pub(crate) copies: Option<(u32, CopiesDir)>,
    /// Devices, and whether what is open there keeps its name ([`Self::opens_to_list`]).
    held_names: Vec<(u64, bool)>,
    /// What parts of the job keep on this thread, one of each type.
    locals: Vec<Box<dyn Any>>,
    /// Copies of a batch that may be open at a time.
    pub(crate) most_files: usize,
    /// Directory pairs that may be open at a time.
    most: usize,
}

struct Cached {
    node: u64,
    used: u64,
    pair: Rc<Pair>,
}

thread_local! {
    static OWNS_DESCRIPTORS: Cell<bool> = const { Cell::new(false) };
    /// Workers of the job in other pools, whose numbers come first.
    static BEFORE: Cell<usize> = const { Cell::new(0) };
    static MARK: Cell<Mark> = Cell::new(Mark::default());
    static WORKER: RefCell<Option<Worker>> = const { RefCell::new(None) };
}

/// Gives the position of this thread among the workers of its job; `None` if it is not one.
pub(crate) fn worker_index() -> Option<usize> {
    rayon::current_thread_index().map(|index| BEFORE.get() + index)
}

/// Runs `work` with the worker of this pool thread.
pub(crate) fn with_worker<R>(work: impl FnOnce(&mut Worker) -> R) -> R {
    WORKER.with_borrow_mut(|slot| work(slot.get_or_insert_with(Worker::new)))
}

/// Prepares a pool thread: gives it descriptors of its own. `before` counts the workers of the job's
/// other pools.
pub(crate) fn enlist(mark: Mark, before: usize) {
    MARK.set(mark);
    BEFORE.set(before);
    OWNS_DESCRIPTORS.set(sys::own_descriptors());
}

/// How many descriptors this thread may keep open within their limit.
fn most_descriptors() -> usize {
    // A worker also needs both files, a directory on the way and whatever the process has open.
    let limit = sys::descriptor_limit().saturating_sub(16);
    let sharers = match rayon::current_thread_index() {
        Some(_) if !OWNS_DESCRIPTORS.get() => rayon::current_num_threads() + 1,
        // Outside a pool, where asking for its threads would start the global one, there are none.
        _ => 1,
    };
    (limit / sharers).saturating_sub(8)
}

/// How many directory pairs this thread may keep open: two thirds of the descriptors, at most.
fn most_pairs() -> usize {
    (most_descriptors() / 3).clamp(1, 64)
}

/// How many files may wait in this thread's batch with their descriptors open: the rest.
fn most_files() -> usize {
    most_descriptors().saturating_sub(2 * most_pairs()).clamp(1, 512)
}

/// Closes everything the thread holds, at the end of its job.
pub(crate) fn retire() {
    WORKER.with_borrow_mut(|slot| *slot = None);
}

/// Bytes of the data buffer: large enough that the call costs nothing beside the copy, small enough
/// to stay in the second-level cache.
pub(crate) const DATA_BUFFER: usize = 256 << 10;

impl Worker {
    fn new() -> Self {
        Self {
            index: worker_index().unwrap_or(0),
            entries: vec![MaybeUninit::uninit(); sys::LIST_BUFFER],
            data: Vec::new(),
            dirs: Vec::new(),
            clock: 0,
            seed: std::process::id().into(),
            mark: MARK.get(),
            last_was_empty: false,
            last_moved: u64::MAX,
            moved: 0,
            copies: None,
            held_names: Vec::new(),
            locals: Vec::new(),
            most_files: most_files(),
            most: most_pairs(),
        }
    }

    /// The data buffer, at its full size.
    pub(crate) fn take_buffer(&mut self) -> Vec<u8> {
        let mut buffer = std::mem::take(&mut self.data);
        if buffer.len() < DATA_BUFFER {
            // Fresh pages from the kernel are zero already; resizing would write to all of them.
            buffer = vec![0; DATA_BUFFER];
        }
        buffer
    }

    /// The buffer for directory entries, at its full size.
    pub(crate) fn take_entries(&mut self) -> Vec<MaybeUninit<u8>> {
        let mut entries = std::mem::take(&mut self.entries);
        if entries.is_empty() {
            entries.resize(sys::LIST_BUFFER, MaybeUninit::uninit());
        }
        entries
    }

    /// Works with what a part of the job keeps on this thread until it retires.
    pub(crate) fn with_local<T: Any + Default, R>(&mut self, work: impl FnOnce(&mut T) -> R) -> R {
        let at = self.locals.iter().position(|local| local.is::<T>());
        let local = at.map(|at| self.locals.swap_remove(at));
        // Taken out, since a `Box<dyn Any>` becomes a `Box<T>` without a case that cannot occur.
        let mut local = local.and_then(|local| local.downcast::<T>().ok()).unwrap_or_default();
        let done = work(&mut local);
        self.locals.push(local);
        done
    }

    /// Gives what [`Self::with_local`] has made, if it was used before.
    pub(crate) fn local_so_far<T: Any>(&self) -> Option<&T> {
        self.locals.iter().find_map(|local| local.downcast_ref())
    }

    /// Remembers a pair that was just opened.
    pub(crate) fn keep(&mut self, node: &DirNode, pair: Pair) -> Rc<Pair> {
        let pair = Rc::new(pair);
        self.clock += 1;
        if self.dirs.len() >= self.most
            && let Some(oldest) =
                self.dirs.iter().enumerate().min_by_key(|(_, cached)| cached.used).map(|(at, _)| at)
        {
            self.dirs.swap_remove(oldest);
        }
        self.dirs.push(Cached { node: node.id, used: self.clock, pair: Rc::clone(&pair) });
        pair
    }

    fn cached(&mut self, node: &DirNode) -> Option<Rc<Pair>> {
        let cached = self.dirs.iter_mut().rev().find(|cached| cached.node == node.id)?;
        self.clock += 1;
        cached.used = self.clock;
        Some(Rc::clone(&cached.pair))
    }

    /// Opens a directory once more, to list it through that, where a server keeps its name for as long as a descriptor is
    /// open through which it was listed (SMB): the directory above could not be removed meanwhile.
    pub(crate) fn opens_to_list(&mut self, node: &DirNode, pair: &Pair) -> Option<OwnedFd> {
        let device = node.meta.dev;
        let known = self.held_names.iter().find(|(known, _)| *known == device);
        let holds = known.map_or_else(|| sys::holds_names(pair.src()), |(_, holds)| *holds);
        if known.is_none() {
            self.held_names.push((device, holds));
        }
        // If it cannot be opened, the directory at hand can be listed.
        holds.then(|| sys::open_dir(pair.src(), c".", false).ok()).flatten()
    }

    /// Forgets all open directories, for when descriptors run out.
    pub(crate) fn forget_directories(&mut self) {
        self.dirs.clear();
        self.copies = None;
    }

    /// Forgets a directory that was left for good.
    pub(crate) fn forget(&mut self, node: &DirNode) {
        if let Some(at) = self.dirs.iter().rposition(|cached| cached.node == node.id) {
            self.dirs.swap_remove(at);
        }
    }
}
