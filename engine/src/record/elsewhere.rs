//! Remembers that a job was done on another machine, which has its record: an undo here must not take the job before it.

use std::path::{Path, PathBuf};

use super::{Home, Line, Record, Recorded, Recorder, forget, mark};
use crate::contract::error::{Action, Code, OpError};
use crate::contract::path::{FarPath, WirePath};
use crate::contract::spec::{Destination, JobSpec};

/// The record of a job whose destination is on another machine. It says no more than that.
#[derive(Debug)]
pub struct Elsewhere(PathBuf);

impl Elsewhere {
    /// Writes it for a request whose destination is a [`FarPath`]; none if there is no place for records.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn note(home: &Home, spec: &JobSpec) -> Result<Option<Self>, OpError> {
        let to = spec.destination.as_ref().and_then(Destination::path);
        let (Some(state), Some(to), Some(from)) = (&home.state, to, spec.sources.first()) else {
            return Ok(None);
        };
        let Some(recorder) = Recorder::new(state, spec, 0) else { return Ok(None) };
        recorder.note(&Line::Made { path: to.clone(), from: recorder.full(&from.0) });
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

impl Recorded {
    /// The machine on which the job was done and is recorded, if it is not this one.
    pub fn host(&self) -> Option<String> {
        host(self.destination.as_ref())
    }
}

impl Record {
    /// Tells whether the job can be taken back here.
    ///
    /// # Errors
    /// It was done on another machine.
    pub(crate) fn is_of_this_machine(&self) -> Result<(), OpError> {
        match &self.destination {
            Some(WirePath(to)) if host(self.destination.as_ref()).is_some() => {
                Err(OpError::refused(Action::Undo, Code::Elsewhere, to))
            }
            Some(_) | None => Ok(()),
        }
    }
}

fn host(destination: Option<&WirePath>) -> Option<String> {
    FarPath::of(&destination?.0).map(|to| to.host().to_owned())
}

/// Marks a job that cannot be undone here, so that the next undo is about the one before it.
///
/// # Errors
/// The mark cannot be written.
pub fn pass_over(record: &Path) -> Result<(), OpError> {
    mark(record, &Line::Undone { at: fcp_sys::now(), left: 1 })
}
