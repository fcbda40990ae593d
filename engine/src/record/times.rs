//! Tells the changes of a job, and of undos that came after it, from those that a person has made.
//!
//! A rename changes the ctime of what it renames. So an item that was moved on and brought back by an undo looks changed,
//! although no person has touched it: the record of that undo says so.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::files::{c_path, names, read_all};
use super::read::{header, is_within};
use super::{Line, Record};
use crate::contract::spec::Verb;
use fcp_sys::{self as sys, AsFd, OwnedFd};

/// When what a job has made may have changed without a person's doing, in microseconds since the Unix epoch.
#[derive(Clone, Debug)]
pub(crate) struct Times {
    /// When the job ran, and each redo of it.
    spans: Vec<(u64, u64)>,
    /// When the last of them ended.
    ended: u64,
    /// Where later undos have brought something back, and when each of them began and ended.
    returned: Vec<(PathBuf, (u64, u64))>,
    /// Directories out of which they have taken something.
    left: Vec<(PathBuf, (u64, u64))>,
}

/// What an undo has done where.
#[derive(Default)]
struct Places {
    ended: u64,
    returned: Vec<PathBuf>,
    left: Vec<PathBuf>,
}

impl Times {
    /// Those of a recorded job; the records of later undos lie beside its own.
    pub(crate) fn of(path: &Path, record: &Record) -> Self {
        let (spans, ended) = (record.spans(), record.ended);
        let mut times = Self { spans, ended, returned: Vec::new(), left: Vec::new() };
        let made: HashSet<&Path> = record.lines.iter().filter_map(made).collect();
        let above: HashSet<&Path> = made.iter().flat_map(|path| path.ancestors()).collect();
        let is_near = |path: &Path| {
            above.contains(path) || path.ancestors().any(|above| made.contains(above))
        };
        let Some(directory) = path.parent().filter(|_| !made.is_empty()) else { return times };
        let Ok(dir) = c_path(directory).and_then(|dir| sys::open_dir(sys::CWD, &dir, true)) else {
            return times;
        };
        for name in names(&dir).unwrap_or_default() {
            let path = directory.join(OsStr::from_bytes(name.to_bytes()));
            let Some(Line::Began { verb: Verb::Undo, at, .. }) = header(&path) else { continue };
            if at >= record.began
                && let Some(places) = places(&dir, &name)
            {
                let near = |paths: Vec<PathBuf>| {
                    let paths = paths.into_iter().filter(|path| is_near(path));
                    paths.map(|path| (path, (at, places.ended))).collect::<Vec<_>>()
                };
                times.returned.extend(near(places.returned));
                times.left.extend(near(places.left));
            }
        }
        times
    }

    /// Whether a change was made while the job ran.
    pub(crate) fn is_then(&self, at: i64) -> bool {
        self.spans.iter().any(|(began, ended)| is_within(*began, *ended, at))
    }

    /// Whether a change was made after the job.
    pub(crate) fn is_later(&self, at: i64) -> bool {
        at > self.ended as i64
    }

    /// Whether an undo made a change, when it brought this item back, one that this is in, or one that is in it, or took one
    /// out of it.
    pub(crate) fn is_return(&self, path: &Path, at: i64) -> bool {
        let is_then = |(began, ended): &(u64, u64)| is_within(*began, *ended, at);
        let mut returned = self.returned.iter();
        returned.any(|(returned, span)| {
            (path.starts_with(returned) || returned.parent() == Some(path)) && is_then(span)
        }) || self.left.iter().any(|(dir, span)| dir == path && is_then(span))
    }
}

/// What a line says that the job has made.
fn made(line: &Line) -> Option<&Path> {
    match line {
        Line::Made { path, .. } | Line::Extracted { path, .. } | Line::Restored { path, .. } => {
            Some(path.0.as_path())
        }
        _ => None,
    }
}

/// When an undo ended, and what it has done where; one that was killed ended when it last wrote its record.
fn places(dir: &OwnedFd, name: &std::ffi::CStr) -> Option<Places> {
    let file = sys::open_source(dir.as_fd(), name, false).ok()?;
    let meta = sys::stat_fd(file.as_fd()).ok()?;
    let ended = meta.mtime_micros().max(0) as u64;
    let mut places = Places { ended, ..Places::default() };
    let above = |path: &Path| path.parent().map(Path::to_owned);
    for line in read_all(&file).ok()?.split(|byte| *byte == b'\n') {
        match serde_json::from_slice::<Line>(line) {
            Ok(Line::Moved { from, to, .. }) => {
                places.left.extend(above(&from.0));
                places.returned.push(to.0);
            }
            Ok(Line::Restored { path, .. }) => places.returned.push(path.0),
            Ok(Line::Trashed { from, .. }) => places.left.extend(above(&from.0)),
            Ok(Line::Exchanged { one, other, .. }) => places.returned.extend([one.0, other.0]),
            Ok(Line::Ended { at, .. }) => {
                places.ended = at;
                break;
            }
            Ok(_) | Err(_) => {}
        }
    }
    Some(places)
}
