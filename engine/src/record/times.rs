//! Tells the changes of a job, and of undos that came after it, from those that a person has made.
//!
//! A rename changes the ctime of what it renames. So an item that was moved on and brought back by an undo looks changed,
//! although no person has touched it: the record of that undo says so.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::files::{c_path, names, read_all};
use super::read::{cut, glance, header, is_within};
use super::{Line, Record};
use crate::contract::spec::Verb;
use fcp_sys::{self as sys, AsFd, Identity, OwnedFd};

/// When what a job has made may have changed without a person's doing, in microseconds since the Unix epoch.
#[derive(Clone, Debug)]
pub(crate) struct Times {
    /// When the job ran, and each redo of it.
    spans: Vec<(u64, u64)>,
    /// When the last of them ended.
    ended: u64,
    /// Later undos and redos.
    later: Vec<Later>,
}

/// What an undo or a redo has done where.
#[derive(Clone, Debug, Default)]
struct Later {
    /// When it ran, in pieces if more than one process has.
    spans: Vec<(u64, u64)>,
    /// Where it has brought something back.
    returned: HashSet<PathBuf>,
    /// Directories into which it has brought something, or out of which it has taken something.
    touched: HashSet<PathBuf>,
    /// Where it has moved something to, from where and as which inode.
    moved: HashMap<PathBuf, Vec<(PathBuf, Identity)>>,
    /// As which inode it has made a folder.
    made: HashMap<PathBuf, Identity>,
    /// From where it has moved something to the trash.
    trashed: HashSet<PathBuf>,
    /// From where it has moved something, and where it has removed a folder of which all was moved.
    gone: HashSet<PathBuf>,
}

impl Later {
    fn came(&mut self, path: PathBuf) {
        self.left(&path);
        self.returned.insert(path);
    }

    fn left(&mut self, path: &Path) {
        self.touched.extend(path.parent().map(Path::to_owned));
    }
}

impl Times {
    /// Those of a recorded job; the records of later undos lie beside its own.
    pub(crate) fn of(path: &Path, record: &Record) -> Self {
        let mut times = Self { spans: record.spans(), ended: record.ended, later: Vec::new() };
        let made: HashSet<&Path> = record.lines.iter().flat_map(made).collect();
        let above: HashSet<&Path> = made.iter().flat_map(|path| path.ancestors()).collect();
        let is_near = |path: &Path| {
            above.contains(path) || path.ancestors().any(|above| made.contains(above))
        };
        let Some(directory) = path.parent().filter(|_| !made.is_empty()) else { return times };
        let Ok(dir) = c_path(directory).and_then(|dir| sys::open_dir(sys::CWD, &dir, true)) else {
            return times;
        };
        for name in names(&dir).unwrap_or_default() {
            let other = directory.join(OsStr::from_bytes(name.to_bytes()));
            if other != path
                && begins_after(&other, record.began)
                && let Some(mut later) = later(&dir, &name)
            {
                later.returned.retain(|path| is_near(path));
                later.touched.retain(|path| is_near(path));
                later.moved.retain(|path, _| is_near(path));
                later.made.retain(|path, _| is_near(path));
                later.trashed.retain(|path| is_near(path));
                later.gone.retain(|path| is_near(path));
                times.later.push(later);
            }
        }
        times
    }

    /// Whether a change was made while the job ran.
    pub(crate) fn is_then(&self, at: i64) -> bool {
        self.spans.iter().any(|(began, ended)| is_within(*began, *ended, at))
    }

    /// Whether a change was made after the job, or while it was interrupted.
    pub(crate) fn is_later(&self, at: i64) -> bool {
        let ends = self.spans.iter().map(|(_, ended)| *ended as i64);
        let mut pauses = ends.zip(self.spans.iter().skip(1).map(|(began, _)| *began as i64));
        at > self.ended as i64 || pauses.any(|(from, to)| at > from && at < to) && !self.is_then(at)
    }

    /// As which inode a later undo or redo has moved something to a path, unless it `is_other` what the job moved there: where
    /// it came from tells.
    pub(crate) fn arrived(&self, to: &Path, is_other: impl Fn(&Path) -> bool) -> Option<Identity> {
        let moves = self.later.iter().rev().filter_map(|later| later.moved.get(to));
        let mut moves = moves.flat_map(|moves| moves.iter().rev());
        moves.find_map(|(from, id)| (!is_other(from)).then_some(*id))
    }

    /// Whether a later undo or redo has moved something from one path to another, as an inode that is `it`.
    pub(crate) fn has_moved(&self, from: &Path, to: &Path, it: impl Fn(Identity) -> bool) -> bool {
        let moves = self.later.iter().filter_map(|later| later.moved.get(to));
        moves.flatten().any(|(source, id)| source == from && it(*id))
    }

    /// Whether a later undo or redo ran at this moment, in microseconds since the Unix epoch.
    pub(crate) fn is_of_later(&self, at: i64) -> bool {
        let mut spans = self.later.iter().flat_map(|later| &later.spans);
        spans.any(|(began, ended)| is_within(*began, *ended, at))
    }

    /// As which inode a later undo or redo has made a folder.
    pub(crate) fn made(&self, path: &Path) -> Option<Identity> {
        self.later.iter().rev().find_map(|later| later.made.get(path).copied())
    }

    /// Whether a later undo or redo has moved to the trash what had this name.
    pub(crate) fn has_trashed(&self, path: &Path) -> bool {
        self.later.iter().any(|later| later.trashed.contains(path))
    }

    /// Whether a later undo or redo has moved away what had this name, or all that was in it.
    pub(crate) fn has_taken(&self, path: &Path) -> bool {
        self.later.iter().any(|later| later.gone.contains(path))
    }

    /// Whether an undo made a change, when it brought this item back, one that this is in, or one that is in it, or took one
    /// out of it.
    pub(crate) fn is_return(&self, path: &Path, at: i64) -> bool {
        self.later.iter().any(|later| {
            let is_then = |(began, ended): &(u64, u64)| is_within(*began, *ended, at);
            later.spans.iter().any(is_then)
                && (later.touched.contains(path)
                    || path.ancestors().any(|above| later.returned.contains(above)))
        })
    }
}

/// What a line says that the job has made or moved, and from where.
fn made(line: &Line) -> impl Iterator<Item = &Path> {
    let (one, other) = match line {
        Line::Made { path, .. } | Line::Extracted { path, .. } | Line::Restored { path, .. } => {
            (Some(path), None)
        }
        Line::Moved { from, to, .. } => (Some(to), Some(from)),
        Line::Emptied(folder) => (Some(&folder.path), None),
        _ => (None, None),
    };
    one.into_iter().chain(other).map(|path| path.0.as_path())
}

/// Whether a record is that of an undo or a redo that began after this moment.
fn begins_after(path: &Path, began: u64) -> bool {
    if let Some(Line::Began { verb: Verb::Undo, at, .. }) = header(path) {
        return at >= began;
    }
    let lines = glance(path).map_or(Vec::new(), |(_, lines)| lines);
    lines.iter().any(|line| matches!(line, Line::Redoes { at, .. } if *at >= began))
}

/// Reads what an undo or a redo has done where; one that was killed ended when it last wrote its record.
fn later(dir: &OwnedFd, name: &std::ffi::CStr) -> Option<Later> {
    let file = sys::open_source(dir.as_fd(), name, false).ok()?;
    let meta = sys::stat_fd(file.as_fd()).ok()?;
    let (mut began, mut ended) = (0, meta.mtime_micros().max(0) as u64);
    let (mut paused, mut later) = (Vec::new(), Later::default());
    for line in read_all(&file).ok()?.split(|byte| *byte == b'\n') {
        match serde_json::from_slice::<Line>(line) {
            Ok(Line::Began { at, .. } | Line::Redoes { at, .. }) => began = at,
            Ok(Line::Paused { from, to }) => paused.push((from, to)),
            Ok(Line::Moved { from, to, id }) => {
                later.left(&from.0);
                later.gone.insert(from.0.clone());
                later.moved.entry(to.0.clone()).or_default().push((from.0, id));
                later.came(to.0);
            }
            Ok(
                Line::Restored { path, .. }
                | Line::Made { path, .. }
                | Line::Extracted { path, .. },
            ) => later.came(path.0),
            Ok(Line::Trashed { from, .. }) => {
                later.left(&from.0);
                later.trashed.insert(from.0);
            }
            Ok(Line::Emptied(folder)) => {
                later.gone.insert(folder.path.0);
            }
            Ok(Line::Parent { path, id }) => {
                later.made.insert(path.0, id);
            }
            Ok(Line::Exchanged { one, other, .. }) => {
                later.came(one.0);
                later.came(other.0);
            }
            Ok(Line::Ended { at, .. }) => {
                ended = at;
                break;
            }
            Ok(_) | Err(_) => {}
        }
    }
    later.spans = cut(began, ended, &paused);
    Some(later)
}
