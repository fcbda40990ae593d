//! Walks a tree in parallel for work that needs no job: searching, counting, changing modes.
//!
//! Threads share one stack of directories, the deepest on top. A directory is opened below one that
//! is open already, by a path in which no symlink is followed; so only a few are held open, however
//! deep the tree. The threads are the walk's own: a mount that hangs holds up nothing else.

mod names;
#[cfg(test)]
mod tests;

use std::ffi::{CStr, CString, OsStr};
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use fcp_engine::error::Action;
use fcp_engine::event::FileKind;
use fcp_sys::c_path;
use fcp_sys::lock;
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, LIST_BUFFER, OwnedFd, Sys};

use names::Names;

/// Length of a path below an open directory, in bytes, from which the next one is held open.
///
/// With a name of at most 255 bytes more it stays below `PATH_MAX`.
const LONG: usize = 3_500;

/// Files of a directory that other threads get while the rest is still being listed.
const SHARE: usize = 256;

/// Acts on what the walk finds.
pub(crate) trait Visit: Sync {
    /// What is known of a directory until all below it was visited.
    type Here: Send + Sync;

    /// What is gathered while one directory is listed.
    type Tally: Default;

    /// Whether [`Self::file`] is called for what is no directory and got a note.
    const READS_FILES: bool = false;

    /// Looks at a directory that was opened.
    fn enter(&self, opened: &Opened<'_, Self::Here>) -> Self::Here;

    /// Acts on an entry; gives a note for a directory that the walk must enter, or a file that it must read.
    fn entry(
        &self,
        place: &Place<Self::Here>,
        dir: BorrowedFd<'_>,
        name: &CStr,
        kind: FileKind,
        tally: &mut Self::Tally,
    ) -> Option<u32>;

    /// Acts on an entry that is no directory, on any thread: reading it may take long.
    fn file(&self, _place: &Place<Self::Here>, _dir: BorrowedFd<'_>, _name: &CStr) {}

    /// Tells whether the rest of the tree is not needed.
    fn has_enough(&self) -> bool {
        false
    }

    /// Takes what was gathered while a directory was listed.
    fn listed(&self, _tally: Self::Tally) {}

    /// Ends a directory when all below it was visited.
    fn leave(&self, _place: &Place<Self::Here>) {}

    /// Notes that a directory could not be opened, or not be listed to its end.
    fn failed(&self, failure: &Failure);
}

/// Where a walk begins.
#[derive(Clone, Debug)]
pub(crate) struct Root {
    /// A directory, or it is told as one that cannot be opened.
    pub(crate) path: PathBuf,
    /// Whether it may be a symlink.
    pub(crate) follow: bool,
    /// As for other directories.
    pub(crate) note: u32,
}

/// A directory that was just opened.
pub(crate) struct Opened<'a, H> {
    /// Its path below the root, empty for the root itself.
    pub(crate) path: &'a Path,
    pub(crate) dir: BorrowedFd<'a>,
    pub(crate) above: Option<&'a Place<H>>,
    /// What was said of its entry.
    pub(crate) note: u32,
}

/// A directory in which something was not visited.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The number of the root that it is below.
    pub(crate) root: usize,
    /// Its path below the root, empty for the root itself.
    pub(crate) path: PathBuf,
    /// To open it or to list it.
    pub(crate) action: Action,
    pub(crate) errno: Errno,
}

/// A directory on the way.
pub(crate) struct Place<H> {
    pub(crate) here: H,
    /// The number of the root that it is below.
    pub(crate) root: usize,
    above: Option<Arc<Place<H>>>,
    base: Arc<Base>,
    /// Its path below the base, empty for the base itself.
    below: PathBuf,
    /// Directories below and files that have not ended, and one for the listing.
    left: AtomicUsize,
    crosses: bool,
}

/// A directory that is held open for those below.
struct Base {
    dir: Arc<OwnedFd>,
    /// Its path below the root, empty for the root itself.
    path: PathBuf,
}

impl<H> Place<H> {
    /// The path below the root, empty for the root itself.
    pub(crate) fn path(&self) -> PathBuf {
        join(&self.base.path, &self.below)
    }

    /// The path below the root of an entry.
    pub(crate) fn path_of(&self, name: &CStr) -> PathBuf {
        join(&self.base.path, &self.below_of(name))
    }

    fn below_of(&self, name: &CStr) -> PathBuf {
        self.below.join(OsStr::from_bytes(name.to_bytes()))
    }

    /// Opens the directory again.
    pub(crate) fn open(&self) -> Sys<OwnedFd> {
        if self.below.as_os_str().is_empty() {
            sys::open_dir(self.base.dir.as_fd(), c".", false)
        } else {
            self.open_below(&self.below)
        }
    }

    /// Opens what is some levels below the base.
    fn open_below(&self, path: &Path) -> Sys<OwnedFd> {
        let (base, path) = (self.base.dir.as_fd(), c_path(path).ok_or(Errno::INVAL)?);
        if self.crosses {
            sys::open_beneath(base, &path, false)
        } else {
            sys::open_on_mount(base, &path)
        }
    }
}

/// Joins paths of which any may be empty.
fn join(above: &Path, below: &Path) -> PathBuf {
    if below.as_os_str().is_empty() { above.to_owned() } else { above.join(below) }
}

/// Visits everything below the roots and gives whether it came to its end.
pub(crate) fn walk<V: Visit>(visit: &V, roots: &[Root], crosses: bool, stop: &AtomicBool) -> bool {
    // Waiting for disks is most of it, so more than the processors are of use.
    let threads = thread::available_parallelism().map_or(4, |n| n.get().clamp(4, 16));
    let state = State { next_root: 0, stack: Vec::new(), files: Vec::new(), busy: 0 };
    let walk = Walk { visit, roots, crosses, stop, state: Mutex::new(state), wake: Condvar::new() };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| walk.work());
        }
        walk.work();
    });
    !walk.is_stopped()
}

struct Walk<'a, V: Visit> {
    visit: &'a V,
    roots: &'a [Root],
    crosses: bool,
    stop: &'a AtomicBool,
    state: Mutex<State<V::Here>>,
    wake: Condvar,
}

struct State<H> {
    next_root: usize,
    stack: Vec<Pending<H>>,
    /// Files that wait to be read; they come first, so that few directories are held open for them.
    files: Vec<Files<H>>,
    /// Threads that may still find more.
    busy: usize,
}

/// Subdirectories that wait to be entered.
struct Pending<H> {
    place: Arc<Place<H>>,
    names: Names,
    at: usize,
}

/// Files of a directory that wait to be read.
struct Files<H> {
    dir: Arc<OwnedFd>,
    pending: Pending<H>,
}

/// The next directory to be entered, or a file to be read.
enum Next<H> {
    Root(usize),
    Below(Arc<Place<H>>, CString, u32),
    File(Arc<Place<H>>, Arc<OwnedFd>, CString),
}

impl<H> State<H> {
    fn next(&mut self, roots: usize) -> Option<Next<H>> {
        while let Some(Files { dir, pending }) = self.files.last_mut() {
            if let Some((name, _)) = pending.names.next(&mut pending.at) {
                let place = Arc::clone(&pending.place);
                return Some(Next::File(place, Arc::clone(dir), name.to_owned()));
            }
            self.files.pop();
        }
        while let Some(pending) = self.stack.last_mut() {
            if let Some((name, note)) = pending.names.next(&mut pending.at) {
                return Some(Next::Below(Arc::clone(&pending.place), name.to_owned(), note));
            }
            self.stack.pop();
        }
        let next = self.next_root;
        (next < roots).then(|| {
            self.next_root += 1;
            Next::Root(next)
        })
    }
}

impl<V: Visit> Walk<'_, V> {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.visit.has_enough()
    }

    fn work(&self) {
        let mut buffer = vec![MaybeUninit::uninit(); LIST_BUFFER];
        while let Some(next) = self.take() {
            let _busy = Busy(self);
            self.enter(next, &mut buffer);
        }
    }

    fn take(&self) -> Option<Next<V::Here>> {
        let mut state = lock(&self.state);
        loop {
            if let Some(next) = state.next(self.roots.len()) {
                state.busy += 1;
                return Some(next);
            }
            if state.busy == 0 {
                return None;
            }
            state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn enter(&self, next: Next<V::Here>, buffer: &mut [MaybeUninit<u8>]) {
        let (root, above, name, note) = match next {
            Next::Root(root) => (root, None, CString::default(), self.roots[root].note),
            Next::Below(above, name, note) => (above.root, Some(above), name, note),
            Next::File(place, dir, name) => {
                if !self.is_stopped() {
                    self.visit.file(&place, dir.as_fd(), &name);
                }
                drop(dir);
                return self.end(place);
            }
        };
        if !self.is_stopped() {
            let opened = match &above {
                None => open_root(&self.roots[root]),
                Some(above) => above.open_below(&above.below_of(&name)),
            };
            match opened {
                Ok(dir) => return self.list(Arc::new(dir), root, above, &name, note, buffer),
                // What is mounted there is not asked for.
                Err(Errno::XDEV) if !self.crosses && above.is_some() => {}
                Err(errno) => {
                    let path = above.as_ref().map(|above| above.path_of(&name)).unwrap_or_default();
                    self.visit.failed(&Failure { root, path, action: Action::OpenDir, errno });
                }
            }
        }
        if let Some(above) = above {
            self.end(above);
        }
    }

    fn list(
        &self,
        dir: Arc<OwnedFd>,
        root: usize,
        above: Option<Arc<Place<V::Here>>>,
        name: &CStr,
        note: u32,
        buffer: &mut [MaybeUninit<u8>],
    ) {
        let path = above.as_ref().map(|above| above.path_of(name)).unwrap_or_default();
        let opened = Opened { path: &path, dir: dir.as_fd(), above: above.as_deref(), note };
        let here = self.visit.enter(&opened);
        let below = above.as_ref().map(|above| above.below_of(name)).unwrap_or_default();
        let (base, below) = match &above {
            Some(above) if below.as_os_str().len() < LONG => (Arc::clone(&above.base), below),
            _ => (Arc::new(Base { dir: Arc::clone(&dir), path }), PathBuf::new()),
        };
        let (left, crosses) = (AtomicUsize::new(1), self.crosses);
        let place = Arc::new(Place { here, root, above, base, below, left, crosses });
        let mut tally = V::Tally::default();
        let (mut names, mut files) = (Names::default(), Names::default());
        let listed = sys::list(dir.as_fd(), buffer, |name, kind, _| {
            if self.is_stopped() {
                return ControlFlow::Break(());
            }
            let kind = sys::kind_at(dir.as_fd(), name, kind);
            if let Some(note) = self.visit.entry(&place, dir.as_fd(), name, kind, &mut tally) {
                if V::READS_FILES && kind != FileKind::Directory {
                    files.push(name, note);
                    if files.count >= SHARE {
                        self.share(&place, &dir, std::mem::take(&mut files));
                    }
                } else {
                    names.push(name, note);
                }
            }
            ControlFlow::Continue(())
        });
        if files.count > 0 {
            self.share(&place, &dir, files);
        }
        drop(dir);
        self.visit.listed(tally);
        if let Err(errno) = listed {
            let (path, action) = (place.path(), Action::ListDir);
            self.visit.failed(&Failure { root, path, action, errno });
        }
        if names.count > 0 {
            place.left.fetch_add(names.count, Ordering::Relaxed);
            let pending = Pending { place: Arc::clone(&place), names, at: 0 };
            lock(&self.state).stack.push(pending);
            self.wake.notify_all();
        }
        self.end(place);
    }

    /// Lets all threads read files of a directory.
    fn share(&self, place: &Arc<Place<V::Here>>, dir: &Arc<OwnedFd>, names: Names) {
        place.left.fetch_add(names.count, Ordering::Relaxed);
        let pending = Pending { place: Arc::clone(place), names, at: 0 };
        lock(&self.state).files.push(Files { dir: Arc::clone(dir), pending });
        self.wake.notify_all();
    }

    /// Takes one off what is left of a directory, and leaves it and those above if that was all.
    fn end(&self, mut place: Arc<Place<V::Here>>) {
        while place.left.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.visit.leave(&place);
            let Some(above) = place.above.clone() else { return };
            place = above;
        }
    }
}

fn open_root(root: &Root) -> Sys<OwnedFd> {
    sys::open_dir(sys::CWD, &c_path(&root.path).ok_or(Errno::INVAL)?, root.follow)
}

/// Keeps the other threads from ending as long as one may find more, even if it panics.
struct Busy<'a, 'b, V: Visit>(&'a Walk<'b, V>);

impl<V: Visit> Drop for Busy<'_, '_, V> {
    fn drop(&mut self) {
        let mut state = lock(&self.0.state);
        state.busy -= 1;
        // The others wait for more, and now there is none.
        if state.busy == 0 {
            self.0.wake.notify_all();
        }
    }
}
