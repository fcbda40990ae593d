//! Tells what an undo does not do.

use std::path::Path;

use crate::contract::error::OpError;
use crate::contract::event::{Event, Warning};
use crate::job::Job;

/// Tells that an item stays as it is, and why.
pub(super) fn refuse(job: &Job, src: &Path, error: OpError) {
    job.failed(usize::MAX, src.to_owned(), error);
}

/// Tells that perhaps not all of what an interrupted job did is known.
pub(super) fn tell_interrupted(job: &Job, path: &Path) {
    job.note_own_error();
    let warning = Warning::Interrupted { path: path.into() };
    job.hub.tell(Event::Warning { job: job.id, warning });
}
