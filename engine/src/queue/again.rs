//! Adds jobs that do a finished one again, undo it or verify it.

use std::collections::HashMap;
use std::path::Path;

use super::entry::{Adding, QueuedJob, Stage};
use super::error::QueueError;
use super::paths::Paths;
use super::request::new_job;
use super::{Queue, lanes};
use crate::contract::event::{FileKind, JobId};
use crate::contract::path::WirePath;
use crate::contract::spec::{BackupKind, Destination, JobSpec, Options, Seen, SeenItem, Verb};
use crate::record::{self, There, foresee::Foreseen};
use crate::trash;
use crate::walk::operand::ends_in_slash;
use fcp_sys::lock;

impl Queue {
    /// Adds a job that does again what failed in one that has ended.
    ///
    /// # Errors
    /// It has not ended, or nothing failed in it.
    pub fn retry(&self, job: JobId) -> Result<JobId, QueueError> {
        self.add(self.retried(job)?, &Adding::default())
    }

    /// Gives the request that does again what failed in a job that has ended.
    ///
    /// # Errors
    /// It has not ended, or nothing failed in it.
    pub fn retried(&self, job: JobId) -> Result<JobSpec, QueueError> {
        let (spec, failed) = {
            let mut store = lock(&self.store);
            if store.find(job)?.stage != Stage::Finished {
                return Err(QueueError::NotOver(job));
            }
            (store.spec(job)?, store.failed(job)?)
        };
        if failed.is_empty() {
            return Err(QueueError::NothingFailed(job));
        }
        let failed = failed.into_iter().map(|failed| failed.src).collect();
        let mut spec = again(into_folder(spec), failed);
        // The list of the job stays as it is: one of these items alone would seem to be of all.
        spec.options.manifest = None;
        Ok(spec)
    }

    /// Adds the same job once more.
    ///
    /// # Errors
    /// It removed items.
    pub fn repeat(&self, job: JobId) -> Result<JobId, QueueError> {
        let spec = self.spec(job)?;
        if matches!(spec.verb, Verb::Delete | Verb::Trash) {
            return Err(QueueError::Removed(job));
        }
        self.add(spec, &Adding::default())
    }

    /// Adds a job that undoes one that has ended.
    ///
    /// # Errors
    /// It has not ended, or there is no record of it.
    pub fn undo(&self, job: JobId) -> Result<JobId, QueueError> {
        let record = self.record_of(job)?;
        let mut new = new_job(JobSpec::undo(record), &Adding::default())?;
        new.paths = Paths::of_undo(&self.spec(job)?);
        lock(&self.store).add(&new)
    }

    /// Tells what an undo of a job would do, as far as its record says.
    ///
    /// # Errors
    /// It is not over, or there is no record of what it did.
    pub fn foresee_undo(&self, job: JobId) -> Result<Foreseen, QueueError> {
        let record = self.record_of(job)?;
        Foreseen::of(&record.0).map_err(|_unread| QueueError::NotRecorded(job))
    }

    /// Adds a job that compares what a copy made with its sources once more.
    ///
    /// # Errors
    /// It is not over, or is no copy; see [`JobSpec::verifying`].
    pub fn verify(&self, job: JobId) -> Result<JobId, QueueError> {
        if self.find(job)?.stage != Stage::Finished {
            return Err(QueueError::NotOver(job));
        }
        let spec = self.spec(job)?.verifying().ok_or(QueueError::NoCopy(job))?;
        self.add(spec, &Adding::default())
    }

    /// The record by which a finished job is undone.
    fn record_of(&self, job: JobId) -> Result<WirePath, QueueError> {
        let found = self.find(job)?;
        if found.stage != Stage::Finished {
            return Err(QueueError::NotOver(job));
        }
        // After an undo and a redo it is another one; after an undo that cannot be redone there is none.
        let today = match &found.record {
            Some(record) => record::Today::default().of(&record.0),
            None if self.changed_nothing(&found)? => return Err(QueueError::NothingToUndo(job)),
            None => None,
        };
        let record = today.ok_or(QueueError::NotRecorded(job))?;
        if let Some(there) = There::of(&record) {
            there.check().map_err(QueueError::Refused)?;
        }
        Ok(WirePath(record))
    }

    /// Whether a finished job without a record did nothing that would have been recorded.
    fn changed_nothing(&self, found: &QueuedJob) -> Result<bool, QueueError> {
        match found.verb {
            Verb::Dedupe | Verb::Verify => Ok(true),
            Verb::Delete | Verb::Undo => Ok(false),
            Verb::Copy | Verb::Move | Verb::Trash | Verb::Restore | Verb::Extract | Verb::Pack => {
                // What is done on another machine is recorded nowhere.
                let is_far = !matches!(self.spec(found.job)?.far(), Ok(None));
                Ok(!is_far && !lock(&self.store).lacks_record(found.job)?)
            }
        }
    }
}

impl QueuedJob {
    /// Tells whether something that it did is left to undo, as far as its record says; none if it has not ended, or has no
    /// record.
    ///
    /// An undo that is left to undo can be redone.
    pub fn left_to_undo(&self) -> Option<bool> {
        LeftToUndo::default().of(self)
    }
}

/// Tells of many jobs what [`QueuedJob::left_to_undo`] tells of one, and reads the directory of the records once.
///
/// One is made for each list of jobs, since any undo changes what is left.
#[derive(Debug, Default)]
pub struct LeftToUndo(record::Today);

impl LeftToUndo {
    /// Tells it of a job.
    pub fn of(&mut self, job: &QueuedJob) -> Option<bool> {
        let record = job.record.as_ref().filter(|_| job.stage == Stage::Finished)?;
        self.0.of(&record.0).map(|record| !record::is_undone(&record))
    }
}

/// If the destination is a folder by now, changes it to the path of the file in that folder.
///
/// As `cp file new/` does: the slash at its end asks for a folder.
pub(super) fn into_folder(mut spec: JobSpec) -> JobSpec {
    let is_folder =
        |path: &Path| lanes::stat(path, true).is_some_and(|meta| meta.kind == FileKind::Directory);
    if let Some(Destination::As(path)) = &spec.destination
        && ends_in_slash(&path.0)
        && is_folder(&path.0)
        && !spec.sources.iter().any(|source| is_folder(&source.0))
    {
        spec.destination = Some(Destination::Into(path.clone()));
    }
    spec
}

/// The job that does again what failed.
pub(super) fn again(mut spec: JobSpec, failed: Vec<WirePath>) -> JobSpec {
    if let Some(removals) = &spec.options.removals
        && let Some(paths) = &removals.paths
        && failed.iter().all(|item| paths.iter().any(|path| item.0.starts_with(&path.0)))
    {
        let verb = if removals.permanent { Verb::Delete } else { Verb::Trash };
        let seen = spec.options.seen.map(|seen| {
            let removed = among(paths, &failed, &seen.removed);
            Seen { sources: removed, existing: Vec::new(), removed: Vec::new(), ..seen }
        });
        let options = Options { on_error: spec.options.on_error, seen, ..Options::default() };
        return JobSpec { verb, sources: failed, destination: None, options };
    }
    match spec.verb {
        Verb::Copy | Verb::Move | Verb::Verify | Verb::Extract => {
            let leads = |source: &WirePath| {
                failed.iter().any(|item: &WirePath| item.0.starts_with(&source.0))
            };
            let leading: Vec<WirePath> =
                spec.sources.iter().filter(|s| leads(s)).cloned().collect();
            // Where the job itself failed, all of it is done again.
            if !leading.is_empty() {
                if let Some(Destination::Each(paths)) = &mut spec.destination {
                    let mut sources = spec.sources.iter();
                    paths.retain(|_| sources.next().is_some_and(leads));
                }
                if let Some(seen) = &mut spec.options.seen {
                    seen.existing = among(&spec.sources, &leading, &seen.existing);
                    seen.sources = among(&spec.sources, &leading, &seen.sources);
                    seen.removed.clear();
                }
                spec.sources = leading;
                spec.options.filter.only = failed;
                // What it removes was compared for the whole job: a later comparison decides anew.
                spec.options.removals = None;
            }
        }
        Verb::Delete | Verb::Trash => {
            if let Some(seen) = &mut spec.options.seen {
                seen.sources = among(&spec.sources, &failed, &seen.sources);
            }
            spec.sources = failed;
        }
        // An archive of the failed items alone would take the place of the whole one.
        Verb::Pack => {
            // What gives way now is the archive that the job made; the file that gave way to that is its backup.
            if let Some(backup) = &mut spec.options.backup {
                backup.kind = BackupKind::Numbered;
            }
        }
        Verb::Restore => {
            // What was restored is no longer in the trash.
            let leads = |id: &WirePath| {
                let place = trash::place(&id.0);
                let is_of = |item: &WirePath| {
                    item == id || place.as_ref().is_some_and(|place| item.0.starts_with(place))
                };
                failed.iter().any(is_of)
            };
            let leading: Vec<WirePath> =
                spec.sources.iter().filter(|id| leads(id)).cloned().collect();
            // Where the job itself failed, all of it is done again.
            if !leading.is_empty() {
                if let Some(seen) = &mut spec.options.seen {
                    seen.sources = among(&spec.sources, &leading, &seen.sources);
                }
                spec.sources = leading;
            }
        }
        // What a file that failed is equal to may be anywhere in the sources.
        Verb::Undo | Verb::Dedupe => {}
    }
    spec
}

/// What a plan has seen of some of the items of which it has seen all.
fn among(all: &[WirePath], some: &[WirePath], seen: &[Option<SeenItem>]) -> Vec<Option<SeenItem>> {
    let seen: HashMap<&WirePath, Option<SeenItem>> = all.iter().zip(seen.iter().copied()).collect();
    some.iter().map(|path| seen.get(path).copied().flatten()).collect()
}
