//! Continues the record of a job of the queue whose process was killed, and closes those that no process continues.
//!
//! A later run cannot find out what gave way to a file that it meets as its own, nor what was moved away. So a
//! job of the queue writes such lines at once, and `replacing` before the old file gives way. Where the process dies
//! before the `replaced` that follows, the undo leaves what came there, and says so.

use std::collections::{HashMap, HashSet};
use std::ffi::{CStr, CString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::files::{c_path, names, push, read_all};
use super::recorder::{Recorder, State};
use super::{Line, Owner, Record, VERSION, bookkeeping, read};
use crate::contract::path::WirePath;
use crate::contract::spec::Verb;
use fcp_sys::lock;
use fcp_sys::{self as sys, AsFd, Errno, Sys};

/// Digits of the time with which the name of a record begins.
pub(super) const DIGITS: usize = 20;

/// What an earlier run of a job wrote down about a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Known {
    Made,
    Replaced,
}

impl Line {
    /// What must not be recorded twice when a job is resumed after a kill.
    pub(super) fn known(&self) -> Option<(Known, PathBuf)> {
        match self {
            Self::Made { path, .. } | Self::Snapshot { path, .. } => {
                Some((Known::Made, path.0.clone()))
            }
            Self::Replaced { path, .. } => Some((Known::Replaced, path.0.clone())),
            Self::Moved { .. }
            | Self::Exchanged { .. }
            | Self::Extracted { .. }
            | Self::Trashed { .. }
            | Self::Restored { .. }
            | Self::Parent { .. }
            | Self::Emptied(_)
            | Self::Rights { .. }
            | bookkeeping!() => None,
        }
    }

    /// The name at which an undo has done what it says.
    fn done_at(&self) -> Option<&Path> {
        match self {
            Self::Moved { to: path, .. }
            | Self::Trashed { from: path, .. }
            | Self::Restored { path, .. }
            | Self::Exchanged { one: path, .. }
            | Self::Rights { path, .. } => Some(&path.0),
            Self::Made { .. }
            | Self::Snapshot { .. }
            | Self::Replaced { .. }
            | Self::Extracted { .. }
            | Self::Emptied(_)
            | Self::Parent { .. }
            | bookkeeping!() => None,
        }
    }

    /// Whether no later run of the job can find out again what it says.
    pub(super) fn is_lost_with_process(&self) -> bool {
        match self {
            Self::Moved { .. }
            | Self::Exchanged { .. }
            | Self::Replaced { .. }
            | Self::Replacing { .. }
            | Self::Trashed { .. }
            | Self::Restored { .. }
            | Self::Parent { .. }
            | Self::Emptied(_)
            | Self::Rights { .. } => true,
            // The later run meets these items, and writes them down then.
            Self::Made { .. }
            | Self::Snapshot { .. }
            | Self::Extracted { .. }
            | Self::Began { .. }
            | Self::Runs(_)
            | Self::HandedOver { .. }
            | Self::Redoes { .. }
            | Self::Paused { .. }
            | Self::Ended { .. }
            | Self::Undoing { .. }
            | Self::Undone { .. } => false,
        }
    }
}

/// The name of the record of a job of the queue, which begins with the same time as `name`.
pub(super) fn name_of(name: &CStr, key: u32) -> CString {
    let time = name.to_bytes().get(..DIGITS).unwrap_or_default();
    CString::new([time, ending(key).as_bytes()].concat()).unwrap_or_else(|_nul| name.to_owned())
}

fn ending(key: u32) -> String {
    format!("-q{key:08x}.undo")
}

/// Finds the record that a job of the queue has left and not ended, by the key of that.
///
/// The process may have been killed before it told the queue of its record, or when it had ended the record and not yet the
/// job, which was `added` at this time, in microseconds since the Unix epoch.
pub(crate) fn left_by(state: &Path, key: u32, added: u64) -> Option<PathBuf> {
    let directory = state.join("undo");
    let dir = sys::open_dir(sys::CWD, &c_path(&directory).ok()?, true).ok()?;
    let ending = ending(key);
    let found = names(&dir).ok()?;
    let name = found.iter().rev().find(|name| name.to_bytes().ends_with(ending.as_bytes()))?;
    let path = directory.join(std::ffi::OsStr::from_bytes(name.to_bytes()));
    // Another job may have had this key earlier.
    let is_its_own = |record: Record| record.began >= added && record.left.is_none();
    read(&path).map_or(true, is_its_own).then_some(path)
}

impl Recorder {
    /// Continues the record of a job that ran before; none if it cannot be read.
    pub(crate) fn resume(path: &Path) -> Option<Self> {
        let (mut known, mut torn) = (HashSet::new(), HashMap::new());
        let (mut steps, mut was_killed, mut doubtful) = (0, false, false);
        let mut moves = false;
        let written = cut(path, |line| {
            was_killed = !matches!(line, Line::HandedOver { .. });
            match line {
                Line::Began { verb, .. } => {
                    moves = matches!(verb, Verb::Move | Verb::Trash | Verb::Restore);
                }
                Line::Runs(_) => doubtful = true,
                Line::HandedOver { .. } | Line::Ended { .. } => {}
                Line::Replacing { path, from } => {
                    torn.insert(path.0, from);
                }
                line => {
                    if let Line::Replaced { path, .. } = &line {
                        torn.remove(&path.0);
                    }
                    known.extend(line.known());
                    steps += 1;
                }
            }
        });
        let mut lines = Vec::new();
        if doubtful {
            // A process that lives continues it: else others would take it for one that can be undone.
            push(&mut lines, &Line::Runs(Owner::this()));
        }
        let state = State {
            lines,
            steps,
            written: written.ok()?,
            known,
            torn,
            doubtful,
            // What was moved away just before the kill is not met again.
            interrupted: doubtful || was_killed && moves,
            ..State::default()
        };
        Some(Self {
            directory: path.parent()?.to_owned(),
            here: std::env::current_dir().ok()?,
            name: CString::new(path.file_name()?.as_bytes()).ok()?,
            names_process: false,
            at_once: true,
            state: Mutex::new(state),
        })
    }

    /// Notes, of a job that another process would resume, that a file is about to give way.
    pub(crate) fn note_replacing(&self, path: &Path, from: &Path) {
        if !self.names_process {
            self.note(&Line::Replacing { path: self.full(path), from: self.full(from) });
        }
    }

    /// Adds the line of an item that an earlier run has left. Where it is not known what gave way to it then, the undo
    /// leaves it.
    pub(crate) fn note_leftover(&self, path: &WirePath, from: &WirePath, line: &Line) {
        let state = &mut *lock(&self.state);
        let is_known = |known| state.known.contains(&(known, path.0.clone()));
        let is_torn = state.torn.contains_key(&path.0)
            || state.doubtful && !is_known(Known::Made) && !is_known(Known::Replaced);
        if is_torn {
            let (path, from) = (path.clone(), from.clone());
            self.add(state, &Line::lost(path, from));
            if !matches!(line, Line::Moved { .. }) {
                return;
            }
        }
        self.add(state, line);
    }

    /// Writes down what gave way to items that this run did not meet again: it is not known where it is.
    pub(super) fn note_torn(&self, state: &mut State) {
        for (path, from) in std::mem::take(&mut state.torn) {
            let path = WirePath(path);
            self.add(state, &Line::lost(path, from));
        }
    }

    /// Writes everything, for the process that will resume the job.
    pub(crate) fn hand_over(&self) {
        let state = &mut *lock(&self.state);
        if state.steps > 0 || state.written > 0 {
            push(&mut state.lines, &Line::HandedOver { at: sys::now() });
            self.write(state);
        }
    }
}

/// Reads how far an earlier undo came, whose record from now on has another name.
pub(super) fn take_up(left: &Path, own: &Path) -> Sys<State> {
    let mut state = State::default();
    // One that was killed may have been about to write down its last step.
    state.interrupted = true;
    state.written = cut(left, |line| match line {
        Line::HandedOver { .. } | Line::Ended { .. } => state.interrupted = false,
        Line::Began { .. } | Line::Runs(_) | Line::Redoes { .. } | Line::Paused { .. } => {
            state.interrupted = true;
        }
        line => {
            state.known.extend(line.known());
            state.taken.extend(line.done_at().map(Path::to_owned));
            state.steps += 1;
            state.interrupted = true;
        }
    })?;
    sys::rename(sys::CWD, &c_path(left)?, sys::CWD, &c_path(own)?)?;
    Ok(state)
}

/// Cuts a record after its last whole line, without the one that ends it; shows each, that one too, and gives
/// the bytes that are left.
pub(super) fn cut(path: &Path, mut show: impl FnMut(Line)) -> Sys<u64> {
    let name = c_path(path)?;
    let file = sys::open_source(sys::CWD, &name, false)?;
    let meta = sys::stat_fd(file.as_fd())?;
    if meta.uid != sys::effective_ids().0 || meta.mode & 0o022 != 0 {
        return Err(Errno::PERM);
    }
    let mut kept = 0;
    for (n, text) in read_all(&file)?.split_inclusive(|byte| *byte == b'\n').enumerate() {
        match serde_json::from_slice::<Line>(text) {
            Ok(line @ Line::Began { version: VERSION, .. }) if n == 0 => show(line),
            // What was cut by a kill, or ends it.
            Err(_) if n > 0 => break,
            Ok(line @ Line::Ended { .. }) if n > 0 => {
                show(line);
                break;
            }
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

/// Ends the record of a job that was interrupted and that the queue will not resume.
///
/// # Errors
/// It cannot be read or written.
pub(crate) fn close(path: &Path) -> Sys<()> {
    end(path, &Line::Ended { at: fcp_sys::now(), interrupted: false, parted: 0 })
}

/// Ends the record of a job outside the queue whose process died at this time, in microseconds since the Unix
/// epoch.
///
/// # Errors
/// It cannot be read or written.
pub(crate) fn close_interrupted(path: &Path, at: u64) -> Sys<()> {
    end(path, &Line::Ended { at, interrupted: true, parted: 0 })
}

fn end(path: &Path, line: &Line) -> Sys<()> {
    let written = cut(path, drop)?;
    let mut last = Vec::new();
    push(&mut last, line);
    let file = sys::open_existing(sys::CWD, &c_path(path)?, false, false)?;
    sys::write_all_at(file.as_fd(), &last, written)
}
