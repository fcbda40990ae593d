//! Finds files by name in a tree.

#[cfg(test)]
mod tests;

use std::ffi::{CStr, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use globset::{GlobBuilder, GlobMatcher};
use ignore::gitignore::Gitignore;

use crate::tree::{self, Failure, Opened, Place, Root, Visit};
use fcp_engine::error::{Action, OpError};
use fcp_engine::event::FileKind;
use fcp_engine::gitignore;
use fcp_sys::lock;
use fcp_sys::{self as sys, BorrowedFd, Errno};

/// Time between two batches.
const PACE: Duration = Duration::from_millis(50);

/// Hits in a batch.
const BATCH: usize = 1_000;

/// What is looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FindSpec {
    /// A part of the name, or a glob if it has `*`, `?` or `[`.
    ///
    /// With a slash in it, it is compared with the path below the root. Small letters stand for
    /// capitals as well, unless there is a capital among them.
    pub pattern: String,
    /// Whether hidden files are found and hidden directories entered.
    pub hidden: bool,
    /// Whether what `.gitignore` files name is left out.
    pub gitignore: bool,
    /// Whether directories on which something is mounted are entered.
    pub cross_mounts: bool,
    /// What it may be.
    pub kinds: Kinds,
    /// Only regular files of at least so many bytes.
    pub larger: Option<u64>,
    /// Only regular files of at most so many bytes.
    pub smaller: Option<u64>,
    /// Only what changed at this time or later, in microseconds since the Unix epoch.
    pub newer: Option<i64>,
}

/// Which types of files are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kinds {
    /// All.
    #[default]
    Both,
    /// All but directories.
    Files,
    /// Directories.
    Directories,
}

/// Something that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its path below the root.
    pub path: PathBuf,
    /// Its type; a symlink is not followed.
    pub kind: FileKind,
}

/// What was found since the last batch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// The hits, in no order; perhaps none.
    pub found: Vec<Found>,
    /// Entries looked at since the beginning.
    pub looked_at: u64,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FindEnd {
    /// Entries that were looked at.
    pub looked_at: u64,
    /// Directories that could not be listed, and entries that could not be looked at.
    pub errors: u64,
    /// Whether it was stopped before it had looked everywhere.
    pub stopped: bool,
}

/// Finds what a spec describes in the tree below a directory, without following symlinks.
///
/// `told` is called from several threads: with the first hit at once, then about 20 times a second until the
/// search ends.
///
/// # Errors
/// The directory cannot be opened.
pub fn find(
    root: &Path,
    spec: &FindSpec,
    stop: &AtomicBool,
    told: impl Fn(Batch) + Sync,
) -> Result<FindEnd, OpError> {
    let visit =
        Finder { root, spec, pattern: Pattern::new(&spec.pattern), state: Mutex::default(), told };
    let roots = [Root { path: root.to_owned(), follow: true, note: 0 }];
    let ended = tree::walk(&visit, &roots, spec.cross_mounts, stop);
    let state = std::mem::take(&mut *lock(&visit.state));
    if let Some(errno) = state.refused {
        return Err(OpError::new(Action::OpenDir, root, errno));
    }
    if !state.found.is_empty() {
        (visit.told)(Batch { found: state.found, looked_at: state.looked_at });
    }
    Ok(FindEnd { looked_at: state.looked_at, errors: state.errors, stopped: !ended })
}

/// A pattern ready to be compared.
#[derive(Debug)]
struct Pattern {
    kind: PatternKind,
    /// Whether capitals and small letters are the same.
    folds: bool,
    /// Whether the path is compared, not the name alone.
    with_path: bool,
}

#[derive(Debug)]
enum PatternKind {
    /// In small letters if case does not matter.
    Part(String),
    Glob(GlobMatcher),
}

impl Pattern {
    fn new(text: &str) -> Self {
        let folds = !text.chars().any(char::is_uppercase);
        let glob = || {
            let mut builder = GlobBuilder::new(text);
            Some(
                builder
                    .literal_separator(true)
                    .case_insensitive(folds)
                    .build()
                    .ok()?
                    .compile_matcher(),
            )
        };
        // What cannot be a glob is taken literally: `a[1` is a name, too.
        let glob = text.contains(['*', '?', '[']).then(glob).flatten();
        let kind = glob.map_or_else(|| PatternKind::Part(text.to_owned()), PatternKind::Glob);
        Self { kind, folds, with_path: text.contains('/') }
    }

    fn matches(&self, name: &OsStr) -> bool {
        match &self.kind {
            PatternKind::Glob(glob) => glob.is_match(Path::new(name)),
            PatternKind::Part(part) => self.contains(name.as_bytes(), part.as_bytes()),
        }
    }

    fn contains(&self, name: &[u8], part: &[u8]) -> bool {
        if part.is_empty() {
            return true;
        }
        if !self.folds {
            return name.windows(part.len()).any(|window| window == part);
        }
        if name.is_ascii() {
            return name.windows(part.len()).any(|window| window.eq_ignore_ascii_case(part));
        }
        // Bytes that are no text have no case, and stay what they are.
        let mut small = Vec::with_capacity(name.len());
        for chunk in name.utf8_chunks() {
            small.extend_from_slice(chunk.valid().to_lowercase().as_bytes());
            small.extend_from_slice(chunk.invalid());
        }
        small.windows(part.len()).any(|window| window == part)
    }
}

struct Finder<'a, T> {
    root: &'a Path,
    spec: &'a FindSpec,
    pattern: Pattern,
    state: Mutex<State>,
    told: T,
}

#[derive(Default)]
struct State {
    found: Vec<Found>,
    looked_at: u64,
    errors: u64,
    /// When a batch was last told.
    last: Option<Instant>,
    /// Why the root could not be opened.
    refused: Option<Errno>,
}

/// What one listing gathers.
#[derive(Default)]
struct Tally {
    found: Vec<Found>,
    looked_at: u64,
    errors: u64,
}

impl<T: Fn(Batch) + Sync> Finder<'_, T> {
    /// Whether an entry is what is looked for; none if it cannot be told.
    fn is_wanted(
        &self,
        place: &Place<Vec<Arc<Gitignore>>>,
        dir: BorrowedFd<'_>,
        name: &CStr,
        kind: FileKind,
    ) -> Option<bool> {
        let right_kind = match self.spec.kinds {
            Kinds::Both => true,
            Kinds::Files => kind != FileKind::Directory,
            Kinds::Directories => kind == FileKind::Directory,
        };
        let named = || {
            if self.pattern.with_path {
                self.pattern.matches(place.path_of(name).as_os_str())
            } else {
                self.pattern.matches(OsStr::from_bytes(name.to_bytes()))
            }
        };
        if !right_kind || !named() {
            return Some(false);
        }
        let spec = self.spec;
        let sized = spec.larger.is_some() || spec.smaller.is_some();
        if sized && kind != FileKind::File {
            return Some(false);
        }
        if !sized && spec.newer.is_none() {
            return Some(true);
        }
        let meta = sys::stat_at(dir, name, false).ok()?;
        Some(
            spec.larger.is_none_or(|least| meta.size >= least)
                && spec.smaller.is_none_or(|most| meta.size <= most)
                && spec.newer.is_none_or(|since| meta.mtime_micros() >= since),
        )
    }
}

impl<T: Fn(Batch) + Sync> Visit for Finder<'_, T> {
    /// The `.gitignore` files that hold here, the nearest last.
    type Here = Vec<Arc<Gitignore>>;
    type Tally = Tally;

    fn enter(&self, opened: &Opened<'_, Self::Here>) -> Self::Here {
        if !self.spec.gitignore {
            return Vec::new();
        }
        let mut ignores = match opened.above {
            Some(above) => above.here.clone(),
            None => gitignore::ignores_above(self.root),
        };
        let path = self.root.join(opened.path);
        ignores.extend(gitignore::read_ignore(opened.dir, &path).map(Arc::new));
        ignores
    }

    fn entry(
        &self,
        place: &Place<Self::Here>,
        dir: BorrowedFd<'_>,
        name: &CStr,
        kind: FileKind,
        tally: &mut Tally,
    ) -> Option<u32> {
        tally.looked_at += 1;
        if !self.spec.hidden && name.to_bytes().starts_with(b".") {
            return None;
        }
        let is_directory = kind == FileKind::Directory;
        if !place.here.is_empty() {
            let path = self.root.join(place.path_of(name));
            if gitignore::is_ignored(&place.here, &path, is_directory) {
                return None;
            }
        }
        match self.is_wanted(place, dir, name, kind) {
            Some(true) => tally.found.push(Found { path: place.path_of(name), kind }),
            Some(false) => {}
            None => tally.errors += 1,
        }
        if tally.found.len() >= BATCH || tally.looked_at >= 1 << 14 {
            self.listed(std::mem::take(tally));
        }
        is_directory.then_some(0)
    }

    fn listed(&self, mut tally: Tally) {
        let mut state = lock(&self.state);
        state.found.append(&mut tally.found);
        state.looked_at += tally.looked_at;
        state.errors += tally.errors;
        let due = match state.last {
            Some(last) => state.found.len() >= BATCH || last.elapsed() >= PACE,
            None => !state.found.is_empty(),
        };
        if due {
            state.last = Some(Instant::now());
            let (found, looked_at) = (std::mem::take(&mut state.found), state.looked_at);
            drop(state);
            (self.told)(Batch { found, looked_at });
        }
    }

    fn failed(&self, failure: &Failure) {
        let mut state = lock(&self.state);
        let opens = failure.action == Action::OpenDir;
        if opens && failure.path.as_os_str().is_empty() {
            state.refused = Some(failure.errno);
        } else if failure.errno != Errno::NOENT {
            state.errors += 1;
        }
    }
}
