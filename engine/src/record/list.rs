//! Lists which jobs can be undone, and which undos redone.

use std::collections::HashMap;
use std::ffi::{CString, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::files::{c_path, names, open_private};
use super::read::{Record, glance, header, read};
use super::resumed::DIGITS;
use super::{Home, Line, Recorded, Undos, Unsettled};
use crate::contract::error::{Action, Code, OpError};
use crate::contract::path::WirePath;
use crate::contract::spec::Verb;
use fcp_sys::{self as sys, Errno};

/// Lists the jobs that can be undone, the last one first.
///
/// # Errors
/// The directory of the records cannot be read, or others may write to it.
pub fn list(home: &Home) -> Result<Vec<Recorded>, OpError> {
    let mut records = list_all(home)?;
    records.retain(|record| record.verb != Verb::Undo);
    Ok(records)
}

/// Lists the undos that can be redone, the last one first: [`crate::contract::spec::JobSpec::undo`] of such a
/// record brings back what the undo took away.
///
/// # Errors
/// The directory of the records cannot be read, or others may write to it.
pub fn list_undone(home: &Home) -> Result<Vec<Recorded>, OpError> {
    let mut records = list_all(home)?;
    records.retain(|record| record.verb == Verb::Undo);
    Ok(records)
}

/// Gives the newest job if its record is incomplete: the job is running or queued, or the record is damaged. The jobs
/// of [`list`] are older.
///
/// # Errors
/// The directory of the records cannot be read, or its newest record.
pub fn unsettled(home: &Home) -> Result<Option<Unsettled>, OpError> {
    newest_unsettled(home, |verb| verb != Verb::Undo)
}

/// Gives the newest undo if it cannot be redone: it runs, or was interrupted.
///
/// # Errors
/// As for [`unsettled`].
pub fn unsettled_undo(home: &Home) -> Result<Option<Unsettled>, OpError> {
    newest_unsettled(home, |verb| verb == Verb::Undo)
}

fn newest_unsettled(
    home: &Home,
    is_asked: impl Fn(Verb) -> bool,
) -> Result<Option<Unsettled>, OpError> {
    let Some((directory, names)) = records(home)? else { return Ok(None) };
    for name in names.iter().rev() {
        let path = directory.join(OsStr::from_bytes(name.to_bytes()));
        match read(&path) {
            Ok(record) if !is_asked(record.verb) || record.left == Some(0) => {}
            Ok(record) if record.is_interrupted_otherwise() => {
                let (path, is_redo) = (WirePath(path), record.redone.is_some());
                let Record { sources, destination, .. } = record;
                return Ok(Some(Unsettled { path, sources, destination, is_redo }));
            }
            Ok(_) => return Ok(None),
            // Another process was faster.
            Err(error) if error.code == Code::NotFound => {}
            Err(error) => match header(&path) {
                Some(Line::Began { verb, .. }) if !is_asked(verb) => {}
                Some(Line::Began { sources, destination, .. }) => {
                    let is_redo = is_redo(&path);
                    let path = WirePath(path);
                    return Ok(Some(Unsettled { path, sources, destination, is_redo }));
                }
                // It was killed when it had done nothing.
                _ if error.code == Code::Usage && is_of_undo(&directory, &names, &path) => {}
                // A kill may come between the making of a record and its first line.
                _ if error.code == Code::Usage => {
                    let (path, sources) = (WirePath(path), Vec::new());
                    let (destination, is_redo) = (None, false);
                    return Ok(Some(Unsettled { path, sources, destination, is_redo }));
                }
                _ => return Err(error),
            },
        }
    }
    Ok(None)
}

/// Finds where the records of jobs are by now: that of a redo takes the place of the job's.
///
/// Each directory is read at most once, so that a list of many jobs does not read it for each of them.
#[derive(Debug, Default)]
pub(crate) struct Today(HashMap<PathBuf, HashMap<u64, PathBuf>>);

impl Today {
    /// Where the record of a job is by now; none if there is none any more.
    pub(crate) fn of(&mut self, record: &Path) -> Option<PathBuf> {
        if record.exists() {
            return Some(record.to_owned());
        }
        // Its name begins with the time at which the job began.
        let digits = record.file_name()?.as_bytes().get(..DIGITS)?;
        let began: u64 = std::str::from_utf8(digits).ok()?.parse().ok()?;
        let directory = record.parent()?;
        let found = self.0.entry(directory.to_owned());
        found.or_insert_with(|| by_beginning(directory)).get(&began).cloned()
    }
}

/// The records in a directory by when their jobs began, of several the newest; without those of undos.
fn by_beginning(directory: &Path) -> HashMap<u64, PathBuf> {
    let dir = c_path(directory).and_then(|path| sys::open_dir(sys::CWD, &path, true));
    let names = dir.and_then(|dir| names(&dir)).unwrap_or_default();
    let mut found = HashMap::new();
    for name in names {
        let path = directory.join(OsStr::from_bytes(name.to_bytes()));
        if let Some(Line::Began { at, verb, .. }) = header(&path)
            && verb != Verb::Undo
        {
            found.insert(at, path);
        }
    }
    found
}

/// Whether an undo of another record was to write this one.
fn is_of_undo(directory: &Path, names: &[CString], record: &Path) -> bool {
    let mut others = names.iter().map(|name| directory.join(OsStr::from_bytes(name.to_bytes())));
    others.any(|other| Undos::of(&other).have(record))
}

fn is_redo(record: &Path) -> bool {
    let lines = glance(record).map_or(Vec::new(), |(_, lines)| lines);
    lines.iter().any(|line| matches!(line, Line::Redoes { .. }))
}

/// Gives the directory of the records and their names, the oldest first; none if there is none.
fn records(home: &Home) -> Result<Option<(PathBuf, Vec<CString>)>, OpError> {
    let Some(directory) = home.state.as_ref().map(|state| state.join("undo")) else {
        return Ok(None);
    };
    let failed = |errno| OpError::new(Action::Record, &directory, errno);
    let dir = match c_path(&directory).and_then(|path| sys::open_dir(sys::CWD, &path, true)) {
        Ok(_) => open_private(&directory).map_err(failed)?,
        Err(Errno::NOENT) => return Ok(None),
        Err(errno) => return Err(failed(errno)),
    };
    let names = names(&dir).map_err(failed)?;
    Ok(Some((directory, names)))
}

/// Lists all records of which something is left to undo.
fn list_all(home: &Home) -> Result<Vec<Recorded>, OpError> {
    let Some((directory, names)) = records(home)? else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for name in names.iter().rev() {
        let path = directory.join(OsStr::from_bytes(name.to_bytes()));
        // One that cannot be read has been pruned meanwhile, or is of another version.
        if let Ok(record) = read(&path)
            && record.left != Some(0)
            && !record.is_interrupted_otherwise()
        {
            found.push(Recorded {
                path: WirePath(path),
                verb: record.verb,
                began: record.began,
                sources: record.sources,
                destination: record.destination,
                steps: record.lines.iter().filter(|line| line.is_step()).count() as u64,
                left: record.left,
                interrupted: record.interrupted,
                there: record.there,
            });
        }
    }
    Ok(found)
}
