//! What is known of the jobs: the fold of their events, and what the queue and the windows say beside them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use fcp_engine::error::OpError;
use fcp_engine::event::{JobId, Phase, Question, Subject};
use fcp_engine::path::WirePath;
use fcp_engine::queue::{QueuedJob, Settings};
use fcp_engine::spec::Verb;
use fcp_engine::view::{Failed, JobRow, JobsView};
use fcp_presentation::after::AfterQueue;
use fcp_presentation::elevation;
use fcp_presentation::jobs::{self as common, is_rehearsal};
use fcp_presentation::unlimited;

use super::device::Devices;
use crate::wire::{AfterState, JobState};

/// Ended jobs that are still listed; those whose end the user has not seen are kept longer than others.
pub(super) const LISTED: usize = 20;

/// What is known of jobs.
#[derive(Debug, Default)]
pub(super) struct Work {
    /// The jobs, from the events of the engine.
    pub(super) view: JobsView,
    /// What holds for the whole queue.
    pub(super) settings: Settings,
    /// What the queue knows of jobs beside their events.
    pub(super) known: BTreeMap<JobId, Known>,
    /// Jobs that were asked for in our windows.
    pub(super) own: BTreeSet<JobId>,
    /// Jobs that ended in trouble and at which the user has looked; stored for the next start.
    pub(super) seen: BTreeSet<JobId>,
    /// Whether `seen` began with what was stored, and is stored in turn.
    pub(super) remembers: bool,
    /// Jobs that ended and whose end is still to be told.
    pub(super) ending: BTreeMap<JobId, Ending>,
    /// Jobs of which was told that they need answers, until they need none.
    pub(super) asking: BTreeSet<JobId>,
    /// Why jobs that were resumed could not begin.
    pub(super) put_off: BTreeMap<JobId, OpError>,
    /// Names of devices.
    pub(super) devices: Devices,
    /// What windows know.
    pub(super) told: BTreeMap<JobId, JobState>,
    /// Whether a window knows nothing yet.
    pub(super) fresh: bool,
    /// What follows once the user's jobs have completed.
    pub(super) following: Option<Following>,
    /// How many jobs have ended since the program began.
    pub(super) ended: u64,
    /// Whether this process has all rights, so that the administrator could do no more.
    pub(super) is_root: bool,
}

/// What the queue knows of a job beside its events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Known {
    /// Bytes per second, at most.
    pub(super) limit: Option<u64>,
    /// The other process that runs it.
    pub(super) process: Option<u32>,
    /// When it ended.
    pub(super) ended: Option<u64>,
    /// The record by which it can be taken back.
    pub(super) record: Option<PathBuf>,
    /// Whether something of that is left to undo; none if there is no record.
    pub(super) left_to_undo: Option<bool>,
}

/// What follows, as windows show it, and the jobs that have to end before.
#[derive(Debug)]
pub(super) struct Following {
    /// What is shown.
    pub(super) shown: AfterState,
    /// The jobs.
    pub(super) queue: AfterQueue,
    /// Whether nothing held it up at the last look.
    pub(super) is_free: bool,
}

/// The end of a job that is still to be told.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ending {
    /// Beats that have passed since.
    pub(super) beats: u8,
}

impl Work {
    /// Takes in what the queue knows of a job, and what is left to undo, which its record tells.
    pub(super) fn keep(&mut self, (job, left_to_undo): (&QueuedJob, Option<bool>)) {
        let here = std::process::id();
        let known = Known {
            limit: job.limit_rate,
            process: job.pid.filter(|pid| *pid != here),
            ended: job.ended,
            record: job.record.as_ref().map(|record| record.0.clone()),
            left_to_undo,
        };
        self.known.insert(job.job, known);
    }

    /// Tells whether a job is running, so that its speed must be updated.
    pub(super) fn is_at_work(&self) -> bool {
        self.view.rows().any(|row| row.phase != Phase::Queued && !row.is_over() && !row.paused)
    }

    /// Tells whether a job ended with something left to do that the user has not seen.
    pub(super) fn needs_a_look(&self, row: &JobRow) -> bool {
        common::has_trouble(row) && !self.seen.contains(&row.job)
    }

    /// Tells whether items failed, or wait as questions, that the administrator may be able to do.
    pub(super) fn is_denied(&self, row: &JobRow, failures: &[Failed]) -> bool {
        let error = |question: &'_ Question| match &question.subject {
            Subject::Error { error, .. } => elevation::may_help(error),
            Subject::Conflict { .. } | Subject::Removal { .. } => false,
        };
        let is_possible = !self.is_root && row.verb.is_some_and(elevation::is_possible);
        is_possible
            && if row.is_over() {
                failures.iter().any(|it| elevation::may_help(&it.error))
            } else {
                row.questions.values().any(error)
            }
    }

    /// Tells whether archives were refused since they become larger than the job allows.
    pub(super) fn is_too_large(row: &JobRow, failures: &[Failed]) -> bool {
        row.spec.as_deref().is_some_and(|spec| unlimited::refused(spec, failures).next().is_some())
    }

    /// Gives what a job is called by: its first operand, or that of the job it takes back.
    pub(super) fn first<'a>(&'a self, row: &'a JobRow) -> &'a Path {
        let of = |row: &'a JobRow| row.sources().first().map(|source| source.0.as_path());
        match row.verb {
            // Its operand is a file of ours, whose name says nothing.
            Some(Verb::Undo) => self.undone(row).and_then(|(undone, _)| of(undone)),
            _ => of(row),
        }
        .unwrap_or(Path::new(""))
    }

    /// Gives the job that an undo undoes or does again, while it is listed, and whether it does it again.
    pub(super) fn undone<'a>(&'a self, row: &'a JobRow) -> Option<(&'a JobRow, bool)> {
        let of = |undo: &JobRow| {
            let record = Some(undo.sources().first()?.0.as_path());
            let (job, _) =
                self.known.iter().find(|(_, known)| known.record.as_deref() == record)?;
            self.view.row(*job)
        };
        origin(row, |job| job.verb, of)
    }

    /// Gives the ended jobs of whose records an undo may have changed one: the job that it took back, the undos and redos
    /// of that, and itself; all that are listed, where not all of those are known.
    pub(super) fn changed_by(&self, undo: JobId) -> Vec<JobId> {
        let Some(row) = self.view.row(undo) else { return Vec::new() };
        let over: Vec<&JobRow> = self.view.rows().filter(|row| row.is_over()).collect();
        if self.undone(row).is_none() {
            return over.into_iter().map(|row| row.job).collect();
        }
        let own = |row: &JobRow| self.known.get(&row.job).and_then(|it| it.record.as_deref());
        // Jobs are linked by the records that they have and those that they take back.
        let mut linked = BTreeSet::from([undo]);
        let mut records: Vec<&Path> = [own(row), taken_back(row)].into_iter().flatten().collect();
        while let Some(record) = records.pop() {
            for row in &over {
                let both = [own(row), taken_back(row)];
                if both.contains(&Some(record)) && linked.insert(row.job) {
                    records.extend(both.into_iter().flatten());
                }
            }
        }
        linked.into_iter().collect()
    }

    /// Gives the records of jobs that are not listed and are being undone, or whose undo is still to be told.
    pub(super) fn unknown_undone(&self) -> Vec<WirePath> {
        let is_told = |row: &JobRow| row.is_over() && !self.ending.contains_key(&row.job);
        let undos = self.view.rows().filter(|row| row.verb == Some(Verb::Undo) && !is_told(row));
        let unknown = undos.filter(|row| self.undone(row).is_none());
        unknown.filter_map(|row| row.sources().first().cloned()).collect()
    }

    /// Removes an ended job from the list, or all ended jobs.
    pub(super) fn clear(&mut self, job: Option<JobId>) {
        let over = self.view.rows().filter(|row| row.is_over()).map(|row| row.job);
        let cleared: Vec<JobId> = over.filter(|it| job.is_none_or(|job| job == *it)).collect();
        for job in cleared {
            self.view.forget(job);
            self.forget(job);
        }
    }

    /// Forgets the oldest ended jobs, so that the list stays short.
    pub(super) fn forget_old(&mut self) {
        let over: Vec<&JobRow> = self.view.rows().filter(|row| row.is_over()).collect();
        let excess = over.len().saturating_sub(LISTED);
        let mut oldest: Vec<(bool, JobId)> =
            over.into_iter().map(|row| (self.needs_a_look(row), row.job)).collect();
        oldest.sort_unstable();
        for (_, job) in oldest.into_iter().take(excess) {
            self.view.forget(job);
            self.forget(job);
        }
    }

    /// Forgets what is known of a job that is no longer listed.
    pub(super) fn forget(&mut self, job: JobId) {
        self.known.remove(&job);
        self.own.remove(&job);
        self.ending.remove(&job);
        self.asking.remove(&job);
        self.put_off.remove(&job);
    }

    /// Notes that a job ended; a dry run is not listed.
    pub(super) fn end_began(&mut self, job: JobId) {
        let Some(row) = self.view.row(job) else { return };
        if is_rehearsal(row) {
            self.view.forget(job);
            return;
        }
        self.ending.insert(job, Ending::default());
    }
}

/// Gives the record that an undo takes back.
fn taken_back(row: &JobRow) -> Option<&Path> {
    let record = row.sources().first().filter(|_| row.verb == Some(Verb::Undo))?;
    Some(&record.0)
}

/// Follows undos of undos to the job that the first of them undid, and tells whether `job` does that one again.
///
/// None if `job` is no undo, or one of the jobs is no longer known.
pub(super) fn origin<Job: Copy>(
    job: Job,
    verb: impl Fn(Job) -> Option<Verb>,
    undone: impl Fn(Job) -> Option<Job>,
) -> Option<(Job, bool)> {
    let is_undo = |job| verb(job) == Some(Verb::Undo);
    let (mut origin, mut undos) = (job, 0_u32);
    while is_undo(origin) {
        origin = undone(origin)?;
        undos += 1;
    }
    (undos > 0).then_some((origin, undos.is_multiple_of(2)))
}
