//! Builds the reports of ended jobs (failures, warnings, skipped items) and the history.

use std::path::Path;

use fcp_engine::error::{Action, Code, OpError};
use fcp_engine::event::{JobId, Outcome, SkipReason, Warning};
use fcp_engine::queue::{QueuedJob, Stage};
use fcp_engine::spec::Verb;
use fcp_engine::view::{Failed, JobRow, JobsView};
use fcp_presentation::command_line as line;
use fcp_presentation::jobs::{base, below};

use super::{Work, now, row};
use crate::app::App;
use crate::names::name;
use crate::wire::{History, Reason, Refusal, Report, ReportGroup, ReportItem};

/// Items that a group names; it counts all.
const NAMED: usize = 200;

/// Gives the report of a job.
pub(crate) fn report(app: &App, job: JobId) -> Result<Report, Refusal> {
    let engine = app.engine()?;
    let home = app.home.as_deref();
    let failed = engine.queue().and_then(|queue| queue.failed(job).ok()).unwrap_or_default();
    let work = app.jobs.lock();
    if let Some(row) = work.view.row(job) {
        return Ok(of(&work, row, &failed, home));
    }
    drop(work);
    // It was over before the program began.
    let queue = engine.queue().ok_or(Refusal::Gone)?;
    let (found, log) = (queue.find(job)?, queue.log(job)?);
    let mut past = Work { view: JobsView::new(), ..Work::default() };
    for envelope in &log {
        past.view.apply(envelope);
    }
    past.keep(&found);
    past.seen.insert(job);
    let row = past.view.row(job).ok_or(Refusal::Gone)?;
    Ok(of(&past, row, &failed, home))
}

/// Gives the jobs that have ended, the newest first; if asked for, only those that left something undone.
pub(crate) fn history(
    app: &App,
    from: u64,
    count: u64,
    troubled: bool,
) -> Result<History, Refusal> {
    let queue = app.engine()?.queue().ok_or(Refusal::Gone)?;
    let mut over = queue.list_all()?;
    over.retain(|job| job.stage == Stage::Finished);
    over.sort_by_key(|job| std::cmp::Reverse((job.ended, job.job)));
    let completed = |job: &QueuedJob| {
        job.summary.as_ref().is_some_and(|summary| summary.outcome == Outcome::Completed)
    };
    let meant: Vec<_> = over.iter().filter(|job| !troubled || !completed(job)).collect();
    let some = meant.iter().skip(from as usize).take(count as usize);
    let jobs = some.map(|job| {
        // What cannot be read any more is shown without what it was asked.
        let record = job.sources.first().filter(|_| job.verb == Verb::Undo);
        let undone = record.and_then(|it| over.iter().find(|job| job.record.as_ref() == Some(it)));
        row::past(job, undone, queue.spec(job.job).ok().as_ref(), app.home.as_deref())
    });
    Ok(History { jobs: jobs.collect(), count: meant.len() as u64 })
}

/// Gives the command line that does the same as a job.
pub(crate) fn command_line(app: &App, job: JobId) -> Result<String, Refusal> {
    let spec = app.engine()?.queue().ok_or(Refusal::Gone)?.spec(job)?;
    line::of(&spec).map_err(|why| Refusal::Not { text: why.to_owned() })
}

fn of(work: &Work, row: &JobRow, failed: &[Failed], home: Option<&Path>) -> Report {
    let carried = row.progress.carried;
    Report {
        job: row::of(work, row, home, now()),
        groups: groups(row, failed),
        bytes_reflinked: row.progress.bytes_reflinked,
        bytes_kernel: carried.bytes_kernel,
        bytes_streamed: carried.bytes_streamed,
        peak: row.peak().bytes,
    }
}

/// Groups items by what they have in common: failures, warnings, skipped ones, the largest group first.
fn groups(row: &JobRow, stored: &[Failed]) -> Vec<ReportGroup> {
    let base = base(row.sources());
    let named = |path: &Path, error: Option<&OpError>| ReportItem {
        name: name(below(base, path)),
        error: error.cloned(),
    };
    // The queue keeps every failure, the row only the first.
    let failed = if stored.len() > row.failed.items.len() { stored } else { &row.failed.items };
    let mut failures: Groups<(Action, Code)> = Groups::new();
    for item in failed {
        let reason = || Reason::Failed { error: item.error.clone() };
        let key = (item.error.action, item.error.code);
        failures.add(key, reason, || named(&item.src.0, Some(&item.error)));
    }
    let mut warnings: Groups<&str> = Groups::new();
    for warning in &row.warnings.items {
        let (kind, path, error) = parts(warning);
        let reason = || Reason::Warning { kind: kind.to_owned() };
        warnings.add(kind, reason, || named(path, error));
    }
    let mut skipped: Groups<SkipReason> = Groups::new();
    for item in &row.skipped.items {
        let reason = || Reason::Skipped { why: item.reason };
        skipped.add(item.reason, reason, || named(&item.src.0, None));
    }
    [failures.sorted(), warnings.sorted(), skipped.sorted()].concat()
}

/// Gives the kind of a warning as the wire spells it, the path it is about, and what failed.
pub(super) fn parts(warning: &Warning) -> (&'static str, &Path, Option<&OpError>) {
    match warning {
        Warning::DuplicateSource { path } => ("duplicate_source", &path.0, None),
        Warning::Metadata { error } => ("metadata", &error.path.0, Some(error)),
        Warning::NotFlushed { error } => ("not_flushed", &error.path.0, Some(error)),
        Warning::SourceChanged { path } => ("source_changed", &path.0, None),
        Warning::PutOff { error } => ("put_off", &error.path.0, Some(error)),
        Warning::NotJournaled { error } => ("not_journaled", &error.path.0, Some(error)),
        Warning::QueueSetAside { path } => ("queue_set_aside", &path.0, None),
        Warning::NotRecorded { error } => ("not_recorded", &error.path.0, Some(error)),
        Warning::NotTrashed { error } => ("not_trashed", &error.path.0, Some(error)),
    }
}

/// Items by a key that they share.
struct Groups<K>(Vec<(K, ReportGroup)>);

impl<K: PartialEq> Groups<K> {
    fn new() -> Self {
        Self(Vec::new())
    }

    fn add(&mut self, key: K, reason: impl FnOnce() -> Reason, item: impl FnOnce() -> ReportItem) {
        let at = self.0.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
            self.0.push((key, ReportGroup { reason: reason(), count: 0, items: Vec::new() }));
            self.0.len() - 1
        });
        let group = &mut self.0[at].1;
        group.count += 1;
        if group.items.len() < NAMED {
            group.items.push(item());
        }
    }

    fn sorted(self) -> Vec<ReportGroup> {
        let mut groups: Vec<ReportGroup> = self.0.into_iter().map(|(_, group)| group).collect();
        groups.sort_by_key(|group| std::cmp::Reverse(group.count));
        groups
    }
}
