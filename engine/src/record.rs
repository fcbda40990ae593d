//! Records of what jobs did, as far as it is needed to undo it.
//!
//! A record is a file of JSON lines in the user's state directory. It names the items that appeared
//! in directories which were there before; what is inside a directory that the job made needs no
//! line, because the undo walks it. So a record stays small, and a job that does nothing worth
//! recording leaves none.
//!
//! # Format, version 1
//!
//! `did` names the kind of a line. All paths are absolute; fields that are not known are absent.
//!
//! | `did` | fields | meaning |
//! |---|---|---|
//! | `began` | `version`, `verb`, `at`, `sources`, `destination` | first line; at most 16 sources |
//! | `made` | `path`, `from` | a copy of `from` appeared at `path`; also where it replaced a file that was kept |
//! | `moved` | `from`, `to`, `id` | an item was renamed or moved, and has had this device and inode since |
//! | `exchanged` | `one`, `other`, `ids` | two names changed places, and have led to these inodes since |
//! | `replaced` | `path`, `from`, `backup`, `trashed` | the old file at `path` gave way: it was kept as `backup`, or in the trash, where `trashed` is the file that describes it, or not at all |
//! | `trashed` | `from`, `id` | an item was moved to the trash, where the file `id` describes it |
//! | `restored` | `path` | an item was moved out of the trash, to where it was |
//! | `ended` | `at` | last line of the job; a record without it is not used |
//! | `undone` | `at`, `left` | appended by each undo that ran to its end: how many items it could not undo |
//!
//! An undo has a record, too, with `undo` as its verb and the undone record as its only source: undoing
//! that is a redo, and the redo has a record like that of the job, which it takes the place of. A copy is
//! told from a file that was edited by comparing it with its original, so no line holds sizes or times:
//! `began` and `ended` say how early and how late a change may be to be the job's.

use std::collections::HashSet;
use std::ffi::{CStr, CString, OsStr};
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde::{Deserialize, Serialize};

use crate::error::{Action, Code, OpError};
use crate::path::WirePath;
use crate::spec::{Destination, JobSpec, Verb};
use fcp_sys::c_path;
use fcp_sys::lock;
use fcp_sys::{self as sys, AsFd, Errno, Meta, OwnedFd, Sys};

/// Where things are kept that outlive a job; front ends find it in the environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home {
    /// The user's data directory (`$XDG_DATA_HOME`), in which the trash is.
    pub data: PathBuf,
    /// Our own directory in the user's state directory (`$XDG_STATE_HOME/fcp`), for records; none
    /// if nothing is to be recorded.
    pub state: Option<PathBuf>,
}

/// A job that can be taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recorded {
    /// The record, which `Verb::Undo` takes.
    pub path: WirePath,
    /// What the job did.
    pub verb: Verb,
    /// When it began, in microseconds since the Unix epoch.
    pub began: u64,
    /// What it was asked to do it with, as far as listed.
    pub sources: Vec<WirePath>,
    /// The directory or the name that it went to; none for trash and undo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destination: Option<WirePath>,
    /// Steps in the record.
    pub steps: u64,
    /// Items that the last undo of it could not undo; none if there was no undo yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u64>,
}

/// One line of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "did", rename_all = "snake_case")]
pub(crate) enum Line {
    /// The first line.
    Began {
        version: u32,
        verb: Verb,
        at: u64,
        sources: Vec<WirePath>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        destination: Option<WirePath>,
    },
    /// A copy of something appeared.
    Made { path: WirePath, from: WirePath },
    /// An item went to another name, as this inode.
    Moved { from: WirePath, to: WirePath, id: (u64, u64) },
    /// Two names changed places, and lead to these inodes since.
    Exchanged { one: WirePath, other: WirePath, ids: [(u64, u64); 2] },
    /// The old file gave way, and was kept under a backup name, in the trash, or not at all.
    Replaced {
        path: WirePath,
        from: WirePath,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        backup: Option<WirePath>,
        /// The file that describes it in the trash.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        trashed: Option<WirePath>,
    },
    /// An item went to the trash.
    Trashed { from: WirePath, id: WirePath },
    /// An item went out of the trash, to where it was.
    Restored { path: WirePath },
    /// The last line of the job.
    Ended { at: u64 },
    /// An undo ran to its end, and left this many items as they were.
    Undone { at: u64, left: u64 },
}

const VERSION: u32 = 1;
/// Bytes of a record that are gathered before they are written.
const GATHERED: usize = 64 << 10;
/// Sources named in the first line; a job may have a million.
const NAMED: usize = 16;
/// Records that are kept.
const KEPT: usize = 64;
/// Bytes that a record may have; it is read into memory to take the job back.
const LARGEST: u64 = 64 << 20;

/// Writes the record of one job; the file appears with the first thing worth it.
#[derive(Debug)]
pub(crate) struct Recorder {
    directory: PathBuf,
    /// The directory that relative operands are below.
    here: PathBuf,
    name: CString,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    lines: Vec<u8>,
    steps: u64,
    /// Bytes in the file.
    written: u64,
    failed: Option<Errno>,
    /// Copies that were made, and files that gave way, in earlier runs of the job.
    known: HashSet<(Known, PathBuf)>,
    /// Places of which moves are not written down.
    left_out: HashSet<PathBuf>,
}

/// What an earlier run of a job wrote down about a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Known {
    Made,
    Replaced,
}

impl Line {
    /// What must not be written down twice when a job goes on after a kill.
    fn known(&self) -> Option<(Known, PathBuf)> {
        match self {
            Self::Made { path, .. } => Some((Known::Made, path.0.clone())),
            Self::Replaced { path, .. } => Some((Known::Replaced, path.0.clone())),
            Self::Began { .. }
            | Self::Moved { .. }
            | Self::Exchanged { .. }
            | Self::Trashed { .. }
            | Self::Restored { .. }
            | Self::Ended { .. }
            | Self::Undone { .. } => None,
        }
    }
}

impl Recorder {
    /// Prepares the record of a job.
    pub(crate) fn new(state: &Path, spec: &JobSpec, job: u64) -> Option<Self> {
        let here = std::env::current_dir().ok()?;
        let at = fcp_sys::now();
        let name = format!("{at:020}-{}-{job}.undo", std::process::id());
        let named = |path: &WirePath| WirePath(here.join(&path.0));
        let sources = spec.sources.iter().take(NAMED).map(named).collect();
        let destination = spec.destination.as_ref().map(|destination| match destination {
            Destination::Into(path) | Destination::As(path) => named(path),
        });
        let began = Line::Began { version: VERSION, verb: spec.verb, at, sources, destination };
        let mut lines = Vec::new();
        push(&mut lines, &began);
        let state_of = State { lines, ..State::default() };
        Some(Self {
            directory: state.join("undo"),
            here,
            name: CString::new(name).ok()?,
            state: Mutex::new(state_of),
        })
    }

    /// Prepares the record of an undo, which can be redone; that of a redo begins as the record of the
    /// job did, which it takes the place of.
    pub(crate) fn of_undo(state: &Path, spec: &JobSpec, job: u64) -> Option<Self> {
        let recorder = Self::new(state, spec, job)?;
        if let Some(Line::Began { verb: Verb::Undo, sources, .. }) =
            spec.sources.first().and_then(|undone| header(&undone.0))
        {
            let began = header(&sources.first()?.0)?;
            let lines = &mut lock(&recorder.state).lines;
            lines.clear();
            push(lines, &began);
        }
        Some(recorder)
    }

    /// Leaves out that something was moved away from a place in the trash.
    pub(crate) fn leave_out(&self, place: &Path) {
        lock(&self.state).left_out.insert(place.to_owned());
    }

    /// Whether nothing was written down so far.
    pub(crate) fn is_empty(&self) -> bool {
        lock(&self.state).steps == 0
    }

    /// Goes on with the record of a job that ran before; none if it cannot be read.
    pub(crate) fn resume(path: &Path) -> Option<Self> {
        let mut known = HashSet::new();
        let mut steps = 0;
        let written = cut(path, |line| {
            if matches!(line, Line::Began { .. }) {
                return;
            }
            known.extend(line.known());
            steps += 1;
        });
        let state = State { steps, written: written.ok()?, known, ..State::default() };
        Some(Self {
            directory: path.parent()?.to_owned(),
            here: std::env::current_dir().ok()?,
            name: CString::new(path.file_name()?.as_bytes()).ok()?,
            state: Mutex::new(state),
        })
    }

    /// Where the record is, if there is one yet.
    pub(crate) fn path(&self) -> Option<PathBuf> {
        let is_there = lock(&self.state).written > 0;
        is_there.then(|| self.directory.join(OsStr::from_bytes(self.name.to_bytes())))
    }

    /// Writes what was gathered, so that a job that is killed can be taken back.
    pub(crate) fn write_down(&self) {
        let state = &mut *lock(&self.state);
        if state.steps > 0 && !state.lines.is_empty() {
            self.write(state);
        }
    }

    /// Makes a path of the job absolute.
    pub(crate) fn full(&self, path: &Path) -> WirePath {
        WirePath(self.here.join(path))
    }

    /// Adds a line.
    pub(crate) fn note(&self, line: &Line) {
        let mut text = Vec::new();
        push(&mut text, line);
        let state = &mut *lock(&self.state);
        if let Line::Moved { from, .. } = line
            && state.left_out.contains(&from.0)
        {
            return;
        }
        // Made anew after a kill: undoing it twice would fail.
        if !state.known.is_empty() && line.known().is_some_and(|it| state.known.contains(&it)) {
            return;
        }
        state.steps += 1;
        state.lines.append(&mut text);
        if state.lines.len() >= GATHERED {
            self.write(state);
        }
    }

    /// Ends the record.
    ///
    /// # Errors
    /// It could not be written, wholly or in part; then there is none.
    pub(crate) fn end(&self) -> Result<(), OpError> {
        let state = &mut *lock(&self.state);
        if state.steps == 0 {
            return Ok(());
        }
        push(&mut state.lines, &Line::Ended { at: fcp_sys::now() });
        self.write(state);
        let path = self.directory.join(OsStr::from_bytes(self.name.to_bytes()));
        match state.failed {
            None => prune(&self.directory)
                .map_err(|errno| OpError::new(Action::Record, &self.directory, errno)),
            Some(errno) => {
                // Half a record is worse than none.
                sys::best_effort(sys::unlink(sys::CWD, &c_path(&path).unwrap_or_default()));
                Err(OpError::new(Action::Record, path, errno))
            }
        }
    }

    fn write(&self, state: &mut State) {
        let lines = std::mem::take(&mut state.lines);
        if state.failed.is_some() {
            return;
        }
        let size = state.written + lines.len() as u64;
        let fits = if size <= LARGEST { Ok(()) } else { Err(Errno::FBIG) };
        match fits.and_then(|()| self.append(&lines, state.written)) {
            Ok(()) => state.written += lines.len() as u64,
            Err(errno) => state.failed = Some(errno),
        }
    }

    /// Opens and closes the file in one go: a descriptor must not cross threads, whose tables are
    /// their own.
    fn append(&self, lines: &[u8], at: u64) -> Sys<()> {
        let dir = open_private(&self.directory)?;
        let file = if at == 0 {
            sys::create_new(dir.as_fd(), &self.name, 0o600)?
        } else {
            sys::open_existing(dir.as_fd(), &self.name, false, false)?
        };
        sys::write_all_at(file.as_fd(), lines, at)
    }
}

/// Cuts a record after its last whole line, without the one that ends it; shows each, and gives the
/// bytes that are left.
fn cut(path: &Path, mut show: impl FnMut(Line)) -> Sys<u64> {
    let name = c_path(path).ok_or(Errno::INVAL)?;
    let file = sys::open_source(sys::CWD, &name, false)?;
    let meta = sys::stat_fd(file.as_fd())?;
    if meta.uid != sys::effective_ids().0 || meta.mode & 0o022 != 0 {
        return Err(Errno::PERM);
    }
    let mut kept = 0;
    for (n, text) in read_all(&file)?.split_inclusive(|byte| *byte == b'\n').enumerate() {
        match serde_json::from_slice::<Line>(text) {
            Ok(Line::Began { version: VERSION, .. }) if n == 0 => {}
            // What was cut by a kill, or ends it.
            Err(_) | Ok(Line::Ended { .. }) if n > 0 => break,
            Ok(line) if n > 0 && text.ends_with(b"\n") => show(line),
            Ok(_) | Err(_) => return Err(Errno::INVAL),
        }
        kept += text.len() as u64;
    }
    if kept == 0 {
        return Err(Errno::INVAL);
    }
    let file = sys::open_existing(sys::CWD, &name, false, false)?;
    sys::set_size(file.as_fd(), kept)?;
    Ok(kept)
}

/// Ends the record of a job that was interrupted and will not go on.
///
/// # Errors
/// It cannot be read or written.
pub(crate) fn close(path: &Path) -> Sys<()> {
    let written = cut(path, drop)?;
    let mut last = Vec::new();
    push(&mut last, &Line::Ended { at: fcp_sys::now() });
    let file = sys::open_existing(sys::CWD, &c_path(path).ok_or(Errno::INVAL)?, false, false)?;
    sys::write_all_at(file.as_fd(), &last, written)
}

fn push(lines: &mut Vec<u8>, line: &Line) {
    // Only a map with keys that are not strings could fail.
    if let Ok(json) = serde_json::to_vec(line) {
        lines.extend_from_slice(&json);
        lines.push(b'\n');
    }
}

/// Opens a directory that belongs to the user alone, and makes it if needed.
fn open_private(path: &Path) -> Sys<OwnedFd> {
    let dir = sys::make_dirs(path, 0o700)?;
    // What others may write is no basis for deleting and moving files.
    let meta = sys::stat_fd(dir.as_fd())?;
    let (user, _) = sys::effective_ids();
    if meta.uid != user || meta.mode & 0o022 != 0 { Err(Errno::PERM) } else { Ok(dir) }
}

/// Lists the names of the records, the oldest first.
fn names(dir: &OwnedFd) -> Sys<Vec<CString>> {
    let mut buffer = vec![MaybeUninit::uninit(); sys::LIST_BUFFER];
    let mut names: Vec<CString> = Vec::new();
    sys::list(dir.as_fd(), &mut buffer, |name, _, _| {
        if name.to_bytes().ends_with(b".undo") {
            names.push(name.to_owned());
        }
        ControlFlow::Continue(())
    })?;
    names.sort_unstable();
    Ok(names)
}

/// Removes the oldest records, so that neither their number nor their size grows.
fn prune(directory: &Path) -> Sys<()> {
    let dir = open_private(directory)?;
    let mut bytes = 0;
    for (at, name) in names(&dir)?.iter().rev().enumerate() {
        bytes += sys::stat_at(dir.as_fd(), name, false).map_or(0, |meta| meta.size);
        // The newest stays, whatever its size.
        if at == 0 || (at < KEPT && bytes <= 4 * LARGEST) {
            continue;
        }
        match sys::unlink(dir.as_fd(), name) {
            // Another process was faster.
            Ok(()) | Err(Errno::NOENT) => {}
            Err(errno) => return Err(errno),
        }
    }
    Ok(())
}

/// Lists the jobs that can be undone, the last one first.
///
/// # Errors
/// The directory of the records cannot be read, or others may write to it.
pub fn list(home: &Home) -> Result<Vec<Recorded>, OpError> {
    let mut records = list_all(home)?;
    records.retain(|record| record.verb != Verb::Undo);
    Ok(records)
}

/// Lists the undos that can be redone, the last one first: [`crate::spec::JobSpec::undo`] of such a
/// record brings back what the undo took away.
///
/// # Errors
/// The directory of the records cannot be read, or others may write to it.
pub fn list_undone(home: &Home) -> Result<Vec<Recorded>, OpError> {
    let mut records = list_all(home)?;
    records.retain(|record| record.verb == Verb::Undo);
    Ok(records)
}

/// Lists all records of which something is left to undo.
fn list_all(home: &Home) -> Result<Vec<Recorded>, OpError> {
    let Some(directory) = home.state.as_ref().map(|state| state.join("undo")) else {
        return Ok(Vec::new());
    };
    let failed = |errno| OpError::new(Action::Record, &directory, errno);
    let dir = match c_path(&directory)
        .ok_or(Errno::INVAL)
        .and_then(|path| sys::open_dir(sys::CWD, &path, true))
    {
        Ok(_) => open_private(&directory).map_err(failed)?,
        Err(Errno::NOENT) => return Ok(Vec::new()),
        Err(errno) => return Err(failed(errno)),
    };
    let mut found = Vec::new();
    for name in names(&dir).map_err(failed)?.iter().rev() {
        let path = directory.join(OsStr::from_bytes(name.to_bytes()));
        // One that cannot be read has been pruned meanwhile, or is of another version.
        if let Ok(record) = read(&path)
            && record.left != Some(0)
        {
            found.push(Recorded {
                path: WirePath(path),
                verb: record.verb,
                began: record.began,
                sources: record.sources,
                destination: record.destination,
                steps: record.lines.len() as u64,
                left: record.left,
            });
        }
    }
    Ok(found)
}

/// A record as it is used to take a job back.
#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) verb: Verb,
    pub(crate) began: u64,
    /// Microseconds since the Unix epoch; what changed later is not the job's.
    pub(crate) ended: u64,
    pub(crate) sources: Vec<WirePath>,
    pub(crate) destination: Option<WirePath>,
    pub(crate) lines: Vec<Line>,
    /// Items that the last undo of it left as they were; none if there was no undo.
    pub(crate) left: Option<u64>,
}

impl Record {
    /// Whether a name still leads to an inode of the record; numbers are used again.
    pub(crate) fn is_it(&self, id: (u64, u64), meta: &Meta, name: &CStr) -> bool {
        let later = |made| made > self.ended as i64;
        meta.id() == id && !sys::made_at(sys::CWD, name).is_some_and(later)
    }
}

/// Whether a moment of a filesystem's clock lies within a job, both in microseconds.
pub(crate) fn is_within(began: u64, ended: u64, at: i64) -> bool {
    // Filesystems take the time of the last tick, at most 10 ms ago; some keep whole seconds, and
    // FAT every other one.
    let coarse = if at % 1_000_000 == 0 { 2_000_000 } else { 20_000 };
    (began as i64 - coarse..=ended as i64).contains(&at)
}

/// Reads a record.
///
/// # Errors
/// It is not there, others may write to it, or it is not whole.
pub(crate) fn read(path: &Path) -> Result<Record, OpError> {
    let failed = |errno| OpError::new(Action::Record, path, errno);
    let damaged = || OpError::refused(Action::Record, Code::Usage, path);
    let name = c_path(path).ok_or(Errno::INVAL).map_err(failed)?;
    let file = sys::open_source(sys::CWD, &name, false).map_err(failed)?;
    let meta = sys::stat_fd(file.as_fd()).map_err(failed)?;
    if meta.uid != sys::effective_ids().0 || meta.mode & 0o022 != 0 {
        return Err(failed(Errno::PERM));
    }
    let bytes = read_all(&file).map_err(failed)?;
    let mut lines = bytes
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(serde_json::from_slice::<Line>);
    let Some(Ok(Line::Began { version: VERSION, verb, at: began, sources, destination })) =
        lines.next()
    else {
        return Err(damaged());
    };
    let mut steps = Vec::new();
    let mut ended = None;
    for line in lines.by_ref() {
        match line.map_err(|_syntax| damaged())? {
            Line::Ended { at } => {
                ended = Some(at);
                break;
            }
            step => steps.push(step),
        }
    }
    let ended = ended.ok_or_else(damaged)?;
    let mut left = None;
    // A mark that was not written to its end was not made.
    for mark in lines.map_while(Result::ok) {
        match mark {
            Line::Undone { left: count, .. } => left = Some(count),
            Line::Began { .. }
            | Line::Made { .. }
            | Line::Moved { .. }
            | Line::Exchanged { .. }
            | Line::Replaced { .. }
            | Line::Trashed { .. }
            | Line::Restored { .. }
            | Line::Ended { .. } => return Err(damaged()),
        }
    }
    Ok(Record { verb, began, ended, sources, destination, lines: steps, left })
}

/// Reads the first line of a record, whole or not.
fn header(path: &Path) -> Option<Line> {
    let file = sys::open_source(sys::CWD, &c_path(path)?, false).ok()?;
    let meta = sys::stat_fd(file.as_fd()).ok()?;
    if meta.uid != sys::effective_ids().0 || meta.mode & 0o022 != 0 {
        return None;
    }
    let mut chunk = vec![0; GATHERED];
    let got = sys::read(file.as_fd(), &mut chunk).ok()?;
    let first = chunk.get(..got)?.split(|byte| *byte == b'\n').next()?;
    serde_json::from_slice(first).ok().filter(|line| matches!(line, Line::Began { .. }))
}

/// Appends to a whole record what became of the job since.
pub(crate) fn mark(path: &Path, mark: &Line) -> Result<(), OpError> {
    let failed = |errno| OpError::new(Action::Record, path, errno);
    let name = c_path(path).ok_or(Errno::INVAL).map_err(failed)?;
    // The line before it may have been cut by a kill.
    let mut line = vec![b'\n'];
    push(&mut line, mark);
    let append = || {
        let file = sys::open_existing(sys::CWD, &name, false, false)?;
        let size = sys::stat_fd(file.as_fd())?.size;
        sys::write_all_at(file.as_fd(), &line, size)
    };
    append().map_err(failed)
}

/// Reads the verb and the first steps of a record, whole or not; none if it cannot be read.
pub(crate) fn glance(path: &Path) -> Option<(Verb, Vec<Line>)> {
    let file = sys::open_source(sys::CWD, &c_path(path)?, false).ok()?;
    let mut chunk = vec![0; GATHERED];
    let got = sys::read(file.as_fd(), &mut chunk).ok()?;
    let mut lines = chunk
        .get(..got)?
        .split(|byte| *byte == b'\n')
        .map_while(|line| serde_json::from_slice::<Line>(line).ok());
    let Some(Line::Began { version: VERSION, verb, .. }) = lines.next() else { return None };
    Some((verb, lines.collect()))
}

fn read_all(file: &OwnedFd) -> Sys<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut chunk = vec![0; GATHERED];
    loop {
        match sys::read(file.as_fd(), &mut chunk)? {
            0 => return Ok(bytes),
            got => bytes.extend_from_slice(chunk.get(..got).unwrap_or_default()),
        }
    }
}

/// Removes the record of a job that has been undone.
pub(crate) fn forget(path: &Path) -> Result<(), OpError> {
    let failed = |errno| OpError::new(Action::Record, path, errno);
    let name: &CStr = &c_path(path).ok_or(Errno::INVAL).map_err(failed)?;
    sys::unlink(sys::CWD, name).map_err(failed)
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests set up what the engine will find")]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::spec::Options;

    fn recorder(state: &Path) -> Recorder {
        Recorder::new(state, &copy_of(&["a"]), 7).unwrap()
    }

    fn copy_of(sources: &[&str]) -> JobSpec {
        let sources = sources.iter().map(|source| WirePath::from(*source)).collect();
        let destination = Some(Destination::Into("to".into()));
        JobSpec { verb: Verb::Copy, sources, destination, options: Options::default() }
    }

    #[test]
    fn a_record_says_what_was_noted() {
        let dir = tempfile::tempdir().unwrap();
        let home = Home { data: PathBuf::new(), state: Some(dir.path().to_owned()) };
        let recorder = recorder(dir.path());
        let made = Line::Made { path: recorder.full(Path::new("x\n")), from: "/y".into() };
        recorder.note(&made);
        recorder.end().unwrap();
        let found = list(&home).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].verb, found[0].steps), (Verb::Copy, 1));
        assert!(found[0].sources[0].0.is_absolute());
        assert!(found[0].destination.as_ref().is_some_and(|to| to.0.ends_with("to")));
        let record = read(&found[0].path.0).unwrap();
        assert_eq!(record.lines, [made]);
        assert!(record.ended >= record.began);
        forget(&found[0].path.0).unwrap();
        assert_eq!(list(&home).unwrap(), []);
    }

    #[test]
    fn a_job_that_did_nothing_leaves_none() {
        let dir = tempfile::tempdir().unwrap();
        recorder(dir.path()).end().unwrap();
        assert!(!dir.path().join("undo").exists());
    }

    #[test]
    fn records_that_others_may_write_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        let home = Home { data: PathBuf::new(), state: Some(dir.path().to_owned()) };
        let recorder = recorder(dir.path());
        recorder.note(&Line::Made { path: "/x".into(), from: "/y".into() });
        recorder.end().unwrap();
        let path = list(&home).unwrap()[0].path.0.clone();
        let open = std::fs::Permissions::from_mode;
        std::fs::set_permissions(&path, open(0o666)).unwrap();
        assert_eq!(read(&path).unwrap_err().code, Code::PermissionDenied);
        std::fs::set_permissions(&path, open(0o600)).unwrap();
        std::fs::set_permissions(dir.path().join("undo"), open(0o777)).unwrap();
        assert_eq!(list(&home).unwrap_err().code, Code::PermissionDenied);
    }

    #[test]
    fn a_record_that_grows_too_large_is_given_up() {
        let dir = tempfile::tempdir().unwrap();
        let recorder = recorder(dir.path());
        let made = Line::Made { path: "/x".into(), from: "/y".into() };
        while lock(&recorder.state).written == 0 {
            recorder.note(&made);
        }
        lock(&recorder.state).written = LARGEST;
        recorder.note(&made);
        let refused = recorder.end().unwrap_err();
        assert_eq!(refused.errno, Some(Errno::FBIG.raw_os_error()));
        assert_eq!(std::fs::read_dir(dir.path().join("undo")).unwrap().count(), 0);
    }

    #[test]
    fn a_record_goes_on_after_its_last_whole_line() {
        let dir = tempfile::tempdir().unwrap();
        let made = |name: &str| Line::Made { path: name.into(), from: "/y".into() };
        let first = recorder(dir.path());
        assert_eq!(first.path(), None);
        first.note(&made("/1"));
        first.write_down();
        let path = first.path().unwrap();
        let mut bytes = std::fs::read(&path).unwrap();
        bytes.extend_from_slice(b"{\"did\":\"made\",\"pa");
        std::fs::write(&path, &bytes).unwrap();

        let second = Recorder::resume(&path).unwrap();
        second.note(&made("/1"));
        second.note(&made("/2"));
        second.write_down();
        assert_eq!(read(&path).unwrap_err().code, Code::Usage);
        close(&path).unwrap();
        assert_eq!(read(&path).unwrap().lines, [made("/1"), made("/2")]);
        close(&path).unwrap();
        assert_eq!(read(&path).unwrap().lines, [made("/1"), made("/2")]);

        let third = Recorder::resume(&path).unwrap();
        third.note(&made("/3"));
        third.end().unwrap();
        assert_eq!(read(&path).unwrap().lines, [made("/1"), made("/2"), made("/3")]);
    }

    #[test]
    fn marks_say_what_became_of_a_job() {
        let dir = tempfile::tempdir().unwrap();
        let home = Home { data: PathBuf::new(), state: Some(dir.path().to_owned()) };
        let recorder = recorder(dir.path());
        recorder.note(&Line::Made { path: "/x".into(), from: "/y".into() });
        recorder.end().unwrap();
        let path = recorder.path().unwrap();
        let listed = || list(&home).unwrap().into_iter().map(|job| job.left).collect::<Vec<_>>();
        assert_eq!(listed(), [None]);
        mark(&path, &Line::Undone { at: 1, left: 2 }).unwrap();
        assert_eq!(listed(), [Some(2)]);
        // A mark that a kill has cut is none, and the next one counts.
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, [&whole[..], b"\n{\"did\":\"und"].concat()).unwrap();
        assert_eq!(listed(), [Some(2)]);
        std::fs::write(&path, &whole).unwrap();
        mark(&path, &Line::Undone { at: 3, left: 0 }).unwrap();
        assert_eq!(listed(), []);
        assert_eq!(read(&path).unwrap().lines.len(), 1);
    }

    #[test]
    fn half_a_record_is_none() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("r.undo");
        let (sources, destination) = (Vec::new(), None);
        let began = Line::Began { version: 1, verb: Verb::Copy, at: 1, sources, destination };
        let mut bytes = Vec::new();
        push(&mut bytes, &began);
        push(&mut bytes, &Line::Made { path: "/x".into(), from: "/y".into() });
        std::fs::write(&path, &bytes).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
        assert_eq!(read(&path).unwrap_err().code, Code::Usage);
    }
}
