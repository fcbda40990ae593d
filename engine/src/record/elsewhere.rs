//! Remembers that a job was done on another machine, which has its record: an undo here must not take the job before it.
//!
//! This machine gives the job a handle, which stands in both records. The undo of the record here asks the other machine
//! for the undo of the job with that handle, and of no other one.

use std::ffi::{CString, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::files::{c_path, names};
use super::read::header;
use super::runs::join;
use super::{Home, Line, Record, Recorded, Recorder, Undos, forget, mark, read};
use crate::contract::error::{Action, Code, OpError};
use crate::contract::path::{FarPath, WirePath};
use crate::contract::spec::{Destination, JobSpec, Verb};
use fcp_sys::{self as sys, Errno, Sys};
use serde::{Deserialize, Serialize};

/// The record of a job whose destination is on another machine. It says no more than that.
#[derive(Debug)]
pub struct Elsewhere(PathBuf);

impl Elsewhere {
    /// Writes it for a request whose destination is a [`FarPath`], and which the other machine calls by a handle; none if
    /// there is no place for records. `reached` says how the user has had that machine reached.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn note(
        home: &Home,
        spec: &JobSpec,
        handle: &str,
        reached: Option<Reached>,
    ) -> Result<Option<Self>, OpError> {
        let to = spec.destination.as_ref().and_then(Destination::path);
        let (Some(state), Some(host)) = (&home.state, host(to)) else { return Ok(None) };
        let Some(recorder) = Recorder::new(state, spec, 0) else { return Ok(None) };
        let recorder = recorder.called(Some(host), Some(handle.to_owned())).reaching(reached);
        recorder.note_elsewhere(spec);
        recorder.end()?;
        Ok(recorder.path().map(Self))
    }

    /// Removes it, as the job has done nothing.
    ///
    /// # Errors
    /// Those of unlink(2).
    pub fn forget(self) -> Result<(), OpError> {
        forget(&self.0)
    }
}

impl Recorder {
    /// Notes that the other machine does the job.
    pub(crate) fn note_elsewhere(&self, spec: &JobSpec) {
        let to = spec.destination.as_ref().and_then(Destination::path);
        let Some(from) = spec.sources.first() else { return };
        let path = to.unwrap_or(from).clone();
        self.note(&Line::Made { path, from: self.full(&from.0) });
        self.write_down();
    }

    /// Ends the record of an undo that the other machine has done, and takes in what became of the job.
    ///
    /// # Errors
    /// A record cannot be written or removed.
    pub(crate) fn settle_elsewhere(
        &self,
        spec: &JobSpec,
        undone: &Path,
        (done, left): (u64, u64),
    ) -> Result<(), OpError> {
        if done > 0 {
            // There, too, it goes on with an undo that could not do all.
            for other in undos_of(undone, self.whole_path().parent()) {
                forget(&other)?;
            }
            self.note_elsewhere(spec);
        }
        self.end()?;
        settle(undone, left, done > 0)
    }
}

/// How the user has had a machine reached that has done a job: the undo of it reaches that in the same way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reached {
    /// The command that connects, with its options.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shell: Option<WirePath>,
    /// Where fcp is there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<WirePath>,
}

impl Reached {
    /// Reads it from a record of this user; the record of an undo has that of the job. No file that lies elsewhere names a
    /// command that would be run.
    pub fn of(home: &Home, record: &Path) -> Self {
        let directory = home.state.as_ref().map(|state| state.join("undo"));
        let is_ours = directory.is_some_and(|ours| record.parent() == Some(&ours));
        match header(record).filter(|_| is_ours) {
            Some(Line::Began { reached, .. }) => reached.unwrap_or_default(),
            _ => Self::default(),
        }
    }
}

/// The machine that has done a job and has its record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct There {
    /// Its name.
    pub host: String,
    /// What it calls the job.
    pub handle: String,
    /// What the job did; a redo is asked for by the record of an undo.
    pub verb: Verb,
    /// Something on that machine that the job was about.
    pub at: PathBuf,
}

impl There {
    /// Reads it from a record, whole or not; none if this machine has done the job, or an earlier version has recorded it.
    pub fn of(record: &Path) -> Option<Self> {
        Self::said_by(&header(record)?)
    }

    pub(super) fn said_by(first: &Line) -> Option<Self> {
        let Line::Began { verb, sources, destination, host, handle, .. } = first else {
            return None;
        };
        let (host, handle) = (host.clone()?, handle.clone()?);
        let is_there = |path: &&WirePath| FarPath::of(&path.0).is_some();
        let at = destination.as_ref().or(sources.first()).filter(is_there);
        let home = || FarPath::new(&host, ".").map(|home| home.to_path());
        let at = at.map(|path| path.0.clone()).or_else(home)?;
        Some(Self { host, handle, verb: *verb, at })
    }

    /// Refuses what the other machine is not to be asked for.
    ///
    /// # Errors
    /// The job was a move.
    pub fn check(&self) -> Result<(), OpError> {
        match self.verb {
            Verb::Move => Err(OpError::refused(Action::Undo, Code::MovedBetween, &self.at)),
            _ => Ok(()),
        }
    }
}

/// Finds the record of the job that another machine has asked for, by its handle; or that of its undo, for a redo. Those of
/// several runs of the job become one.
///
/// # Errors
/// There is none that could be used; says why in a sentence.
pub fn of_handle(home: &Home, handle: &str, redoes: bool) -> Result<PathBuf, &'static str> {
    const NONE: &str = "there is no record of this job: it was undone there, or it is too old";
    let directory = home.state.as_ref().ok_or(NONE)?.join("undo");
    let is_meant = |path: &PathBuf| {
        matches!(header(path), Some(Line::Began { verb, host: None, handle: Some(its), .. })
            if its == handle && (verb == Verb::Undo) == redoes)
    };
    let records = records_in(&directory).map_err(|_| NONE)?;
    let meant: Vec<PathBuf> = records.into_iter().filter(is_meant).collect();
    let mut open = Vec::new();
    for path in &meant {
        match read(path) {
            Ok(record) if record.left == Some(0) => {}
            // A run that was killed before it had given anything its name.
            Ok(record) if record.lines.is_empty() && meant.len() > 1 => {}
            Ok(mut record) => {
                // The lines are read again where they are needed.
                record.lines = Vec::new();
                open.push((path.clone(), record));
            }
            Err(_) => return Err("this job has not ended there, or its record is damaged"),
        }
    }
    match open.as_slice() {
        // What takes back nothing more says so.
        [] => return meant.first().cloned().ok_or(NONE),
        [(path, _)] => return Ok(path.clone()),
        [(path, record), ..] if redoes || record.redone.is_some() => return Ok(path.clone()),
        _ => {}
    }
    let is_whole = |(path, record): &(PathBuf, Record)| {
        record.left.is_none() && record.redone.is_none() && !Undos::of(path).are_any()
    };
    if !open.iter().all(is_whole) {
        return Err(
            "this job was cut off there and done in several runs, of which one was undone; undo the others there",
        );
    }
    // The newest comes first.
    open.reverse();
    join(&open).map_err(|errno| match errno {
        Errno::BUSY => "this job is being undone there",
        _ => {
            "the records of the runs of this job there cannot be made one; undo each of them there"
        }
    })
}

/// The records of the undos of a job that another machine has done.
fn undos_of(undone: &Path, directory: Option<&Path>) -> Vec<PathBuf> {
    let Some(directory) = directory else { return Vec::new() };
    let is_undo = |path: &PathBuf| {
        matches!(header(path), Some(Line::Began { verb: Verb::Undo, sources, host: Some(_), .. })
            if sources.first().is_some_and(|source| source.0 == undone))
    };
    records_in(directory).unwrap_or_default().into_iter().filter(is_undo).collect()
}

/// The records in a directory, the newest first.
fn records_in(directory: &Path) -> Sys<Vec<PathBuf>> {
    let dir = sys::open_dir(sys::CWD, &c_path(directory)?, true)?;
    let path = |name: CString| directory.join(OsStr::from_bytes(name.to_bytes()));
    Ok(names(&dir)?.into_iter().rev().map(path).collect())
}

/// Marks or removes the record of what was undone, or done again, but for what was `left`.
///
/// # Errors
/// The record cannot be marked or removed.
pub(crate) fn settle(record: &Path, left: u64, is_redoable: bool) -> Result<(), OpError> {
    let Some(Line::Began { verb, sources, .. }) = header(record) else { return Ok(()) };
    let is_redone = verb == Verb::Undo;
    // A redo needs the record of the job, too, until it has written its own.
    if left > 0 || is_redoable && !is_redone {
        return mark(record, &Line::Undone { at: sys::now(), left });
    }
    forget(record)?;
    match sources.first().filter(|_| is_redone).map_or(Ok(()), |origin| forget(&origin.0)) {
        // The oldest records are removed when there are too many.
        Err(error) if error.code != Code::NotFound => Err(error),
        Ok(()) | Err(_) => Ok(()),
    }
}

impl Recorded {
    /// The machine on which the job was done and is recorded, if it is not this one.
    pub fn host(&self) -> Option<String> {
        let there = self.there.as_ref().map(|there| there.host.clone());
        there.or_else(|| host(self.destination.as_ref()))
    }
}

impl Record {
    /// Tells whether the job can be taken back here.
    ///
    /// # Errors
    /// It was done on another machine.
    pub(crate) fn is_of_this_machine(&self) -> Result<(), OpError> {
        let refused = |at: &Path| Err(OpError::refused(Action::Undo, Code::Elsewhere, at));
        match (&self.there, &self.destination) {
            (Some(there), _) => refused(&there.at),
            (None, Some(WirePath(to))) if host(self.destination.as_ref()).is_some() => refused(to),
            (None, _) => Ok(()),
        }
    }
}

fn host(path: Option<&WirePath>) -> Option<String> {
    FarPath::of(&path?.0).map(|to| to.host().to_owned())
}

/// Marks a job that cannot be undone here, so that the next undo is about the one before it.
///
/// # Errors
/// The mark cannot be written.
pub fn pass_over(record: &Path) -> Result<(), OpError> {
    mark(record, &Line::Undone { at: sys::now(), left: 1 })
}
