//! Finds files in a tree by name, size and time, and by the text in them.

mod contains;
mod line;
mod pattern;
mod reader;
#[cfg(test)]
mod tests;

use std::ffi::{CStr, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::tree::{self, Failure, Opened, Place, Root, Visit};
use fcp_engine::error::{Action, OpError};
use fcp_engine::event::FileKind;
use fcp_engine::gitignore::{self, Gitignore};
use fcp_sys::lock;
use fcp_sys::{self as sys, BorrowedFd, Errno};

pub use contains::{Case, Contains, Reads, TextError};
pub use line::MatchedLine;
use pattern::Pattern;
use reader::{Came, Reader};

/// Time between two batches.
const PACE: Duration = Duration::from_millis(50);

/// Hits in a batch.
const BATCH: usize = 1_000;

/// Hits with which a search ends; a user cannot look through more.
const HITS: usize = 100_000;

/// Hits with which a search in files ends; each keeps a line.
const LINES: usize = 20_000;

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
    /// Only regular files with a line that matches; files with a NUL are no text.
    pub contains: Option<Contains>,
    /// The search ends with so many hits; none for 100,000, or 20,000 with lines.
    pub limit: Option<usize>,
}

impl FindSpec {
    /// Gives the number of hits with which the search ends.
    pub fn most(&self) -> usize {
        self.limit.unwrap_or(if self.contains.is_some() { LINES } else { HITS })
    }
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
    /// The first line that matches, if the search is for text in files.
    pub line: Option<Arc<MatchedLine>>,
}

/// What was found since the last batch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// The hits, in no order; perhaps none.
    pub found: Vec<Found>,
    /// Entries looked at since the beginning.
    pub looked_at: u64,
    /// Files that were searched for text since the beginning.
    pub searched: u64,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FindEnd {
    /// Entries that were looked at.
    pub looked_at: u64,
    /// Files that were searched for text.
    pub searched: u64,
    /// Directories that could not be listed, and entries that could not be looked at.
    pub errors: u64,
    /// Files that could not be read to their end, or have a line of more than 8 MiB.
    pub unread: u64,
    /// Whether it ended because it had found as much as it may.
    pub is_full: bool,
    /// Whether it was stopped before it had looked everywhere.
    pub stopped: bool,
}

/// Finds what a spec describes in the tree below a directory, without following symlinks.
///
/// `told` is called from several threads: with the first hit at once, else about 20 times a second until the
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
    let reader = spec.contains.as_ref().map(Reader::new);
    let (pattern, is_full) = (Pattern::new(&spec.pattern), AtomicBool::new(false));
    let state = Mutex::new(State { last: Some(Instant::now()), ..State::default() });
    let visit = Finder { root, spec, pattern, reader, stop, is_full, state, told };
    let roots = [Root { path: root.to_owned(), follow: true, note: 0 }];
    let ended = tree::walk(&visit, &roots, spec.cross_mounts, stop);
    let state = std::mem::take(&mut *lock(&visit.state));
    if let Some(errno) = state.refused {
        return Err(OpError::new(Action::OpenDir, root, errno));
    }
    let Tally { found, looked_at, searched, errors, unread } = state.sum;
    if !found.is_empty() {
        (visit.told)(Batch { found, looked_at, searched });
    }
    let is_full = visit.is_full.into_inner();
    Ok(FindEnd { looked_at, searched, errors, unread, is_full, stopped: !ended && !is_full })
}

struct Finder<'a, T> {
    root: &'a Path,
    spec: &'a FindSpec,
    pattern: Pattern,
    /// Reads files, if they must contain something.
    reader: Option<Reader>,
    stop: &'a AtomicBool,
    /// Whether as much was found as may be.
    is_full: AtomicBool,
    state: Mutex<State>,
    told: T,
}

#[derive(Default)]
struct State {
    /// Since the beginning; of the hits those that were not told yet.
    sum: Tally,
    /// Hits since the beginning.
    hits: usize,
    /// Whether a hit was told.
    has_told: bool,
    /// When a batch was last told.
    last: Option<Instant>,
    /// Why the root could not be opened.
    refused: Option<Errno>,
}

/// What one listing or one file adds.
#[derive(Default)]
struct Tally {
    found: Vec<Found>,
    looked_at: u64,
    searched: u64,
    errors: u64,
    unread: u64,
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
        let spec = self.spec;
        if !right_kind || (spec.contains.is_some() && kind != FileKind::File) || !named() {
            return Some(false);
        }
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

    const READS_FILES: bool = true;

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
        let mut is_read = false;
        match self.is_wanted(place, dir, name, kind) {
            Some(true) if self.reader.is_some() => is_read = true,
            Some(true) => {
                tally.found.push(Found { path: place.path_of(name), kind, line: None });
            }
            Some(false) => {}
            None => tally.errors += 1,
        }
        if tally.found.len() >= BATCH || tally.looked_at >= 1 << 14 {
            self.listed(std::mem::take(tally));
        }
        (is_directory || is_read).then_some(0)
    }

    fn file(&self, place: &Place<Self::Here>, dir: BorrowedFd<'_>, name: &CStr) {
        let Some(reader) = &self.reader else { return };
        let is_over = || self.stop.load(Ordering::Relaxed) || self.has_enough();
        let came = reader.search(dir, name, &is_over);
        let mut tally = Tally { searched: 1, ..Tally::default() };
        match came {
            Came::Hit(line) => {
                let (path, kind) = (place.path_of(name), FileKind::File);
                tally.found.push(Found { path, kind, line: Some(Arc::new(line)) });
            }
            Came::Nothing => {}
            Came::NoFile => tally.searched = 0,
            // Its reading was ended, and says nothing of the file.
            Came::Unread if is_over() => tally.searched = 0,
            Came::Unread => (tally.searched, tally.unread) = (0, 1),
        }
        self.listed(tally);
    }

    fn has_enough(&self) -> bool {
        self.is_full.load(Ordering::Relaxed)
    }

    fn listed(&self, mut tally: Tally) {
        let mut state = lock(&self.state);
        let room = self.spec.most().saturating_sub(state.hits);
        if tally.found.len() > room {
            tally.found.truncate(room);
            self.is_full.store(true, Ordering::Relaxed);
        }
        state.hits += tally.found.len();
        let sum = &mut state.sum;
        sum.found.append(&mut tally.found);
        sum.looked_at += tally.looked_at;
        sum.searched += tally.searched;
        sum.errors += tally.errors;
        sum.unread += tally.unread;
        let (looked_at, searched, count) = (sum.looked_at, sum.searched, sum.found.len());
        let is_due = count >= BATCH
            || (count > 0 && !state.has_told)
            || state.last.is_none_or(|last| last.elapsed() >= PACE);
        if is_due {
            state.last = Some(Instant::now());
            state.has_told |= count > 0;
            let found = std::mem::take(&mut state.sum.found);
            drop(state);
            (self.told)(Batch { found, looked_at, searched });
        }
    }

    fn failed(&self, failure: &Failure) {
        let mut state = lock(&self.state);
        let opens = failure.action == Action::OpenDir;
        if opens && failure.path.as_os_str().is_empty() {
            state.refused = Some(failure.errno);
        } else if failure.errno != Errno::NOENT {
            state.sum.errors += 1;
        }
    }
}
