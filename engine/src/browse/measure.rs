//! How many files there are and how large they are.

use std::collections::HashSet;
use std::ffi::{CStr, CString};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::control::lock;
use crate::event::FileKind;
use crate::sys::{self, BorrowedFd, Errno, Meta};
use crate::tree::{self, Opened, Place, Root, Unopened, Visit};

/// Time between two tellings.
const PACE: Duration = Duration::from_millis(100);

/// Entries after which a large directory is told of before its end.
const MANY: u64 = 1 << 12;

/// How many files there are, and how large they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measure {
    /// Everything that is not a directory.
    pub files: u64,
    /// Directories, those that were asked for among them.
    pub directories: u64,
    /// Sizes of the regular files in bytes, each counted once however many names it has.
    pub bytes: u64,
    /// Bytes that everything takes on disk.
    pub allocated: u64,
    /// What could not be looked at.
    pub errors: u64,
}

impl Measure {
    fn add(&mut self, other: &Self) {
        self.files += other.files;
        self.directories += other.directories;
        self.bytes += other.bytes;
        self.allocated += other.allocated;
        self.errors += other.errors;
    }
}

/// Measures files and all that is in directories; gives what is known when it is stopped.
///
/// Symlinks are not followed, and what is mounted below is left out unless `cross_mounts`. `told` is
/// called with what is known so far, at most every tenth of a second.
pub fn measure(
    paths: &[PathBuf],
    cross_mounts: bool,
    stop: &AtomicBool,
    told: impl Fn(&Measure) + Sync,
) -> Measure {
    let state = State { measure: Measure::default(), last: Instant::now() };
    let visit = Measurer { state: Mutex::new(state), linked: Mutex::default(), told };
    let mut top = Measure::default();
    let mut roots = Vec::new();
    for path in paths {
        let name = CString::new(path.as_os_str().as_bytes());
        let meta = name.map_err(|_nul| Errno::INVAL);
        match meta.and_then(|name| sys::stat_at(sys::CWD, &name, false)) {
            Ok(meta) if meta.kind == FileKind::Directory => {
                roots.push(Root { path: path.clone(), follow: false, note: 0 });
            }
            Ok(meta) => visit.count(&meta, &mut top),
            Err(_) => top.errors += 1,
        }
    }
    visit.listed(top);
    tree::walk(&visit, &roots, cross_mounts, stop);
    lock(&visit.state).measure
}

struct Measurer<T> {
    state: Mutex<State>,
    /// Files with several names that were counted.
    linked: Mutex<HashSet<(u64, u64)>>,
    told: T,
}

struct State {
    measure: Measure,
    last: Instant,
}

impl<T: Fn(&Measure) + Sync> Measurer<T> {
    /// Counts what is not a directory.
    fn count(&self, meta: &Meta, into: &mut Measure) {
        into.files += 1;
        if meta.nlink > 1 && !lock(&self.linked).insert(meta.id()) {
            return;
        }
        into.allocated += meta.allocated;
        if meta.kind == FileKind::File {
            into.bytes += meta.size;
        }
    }
}

impl<T: Fn(&Measure) + Sync> Visit for Measurer<T> {
    type Here = ();
    type Tally = Measure;

    fn enter(&self, opened: &Opened<'_, ()>) {
        let allocated = sys::stat_fd(opened.dir).map_or(0, |meta| meta.allocated);
        self.listed(Measure { directories: 1, allocated, ..Measure::default() });
    }

    fn entry(
        &self,
        _place: &Place<()>,
        dir: BorrowedFd<'_>,
        name: &CStr,
        kind: FileKind,
        tally: &mut Measure,
    ) -> Option<u32> {
        if kind == FileKind::Directory {
            return Some(0);
        }
        match sys::stat_at(dir, name, false) {
            Ok(meta) => self.count(&meta, tally),
            // It went between the listing and now.
            Err(Errno::NOENT) => {}
            Err(_) => tally.errors += 1,
        }
        if tally.files >= MANY {
            self.listed(std::mem::take(tally));
        }
        None
    }

    fn listed(&self, tally: Measure) {
        let mut state = lock(&self.state);
        state.measure.add(&tally);
        if state.last.elapsed() >= PACE {
            state.last = Instant::now();
            let measure = state.measure;
            drop(state);
            (self.told)(&measure);
        }
    }

    fn unopened(&self, _name: &Unopened<'_, ()>, errno: Errno) {
        if errno != Errno::NOENT {
            self.listed(Measure { directories: 1, errors: 1, ..Measure::default() });
        }
    }

    fn unlisted(&self, _place: &Place<()>, _errno: Errno) {
        self.listed(Measure { errors: 1, ..Measure::default() });
    }
}
