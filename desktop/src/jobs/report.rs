//! Sends the reports of ended jobs (failures, warnings, skipped and finished items) and the history.

use std::path::Path;

use fcp_engine::event::{JobId, Outcome};
use fcp_engine::queue::{LeftToUndo, QueuedJob, Stage};
use fcp_engine::trash;
use fcp_engine::view::{Failed, JobRow, JobsView};
use fcp_presentation::command_line as line;
use fcp_presentation::jobs::{base, below, can_retry};
use fcp_presentation::now;
use fcp_presentation::report::{self as common, Group, Item};

use super::work::Work;
use super::{Jobs, row};
use crate::names::name;
use crate::trashed;
use crate::wire::{History, JobState, Name, Reason, Refusal, Report, ReportGroup, ReportItem};

impl Jobs {
    /// Gives the report of a job.
    pub(crate) fn report(&self, job: JobId) -> Result<Report, Refusal> {
        let engine = self.engine.get()?;
        let home = self.home.path();
        let failed = engine.queue().and_then(|queue| queue.failed(job).ok()).unwrap_or_default();
        if failed.iter().any(|failed| trashed::known_as(&failed.src.0).is_some())
            && let Ok(there) = trash::list(self.home.data())
        {
            // Those that are called otherwise there.
            trashed::note_names(&there.items);
        }
        let work = self.lock();
        if let Some(row) = work.view.row(job) {
            return Ok(of(&work, row, &failed, home));
        }
        drop(work);
        // It was over before the program began.
        let queue = engine.queue().ok_or(Refusal::Gone)?;
        let (found, log) = (queue.find(job)?, queue.log(job)?);
        let is_root = self.lock().is_root;
        let mut past = Work { view: JobsView::new(), is_root, ..Work::default() };
        past.list(&found, &log);
        past.seen.insert(job);
        let row = past.view.row(job).ok_or(Refusal::Gone)?;
        Ok(of(&past, row, &failed, home))
    }

    /// Gives the jobs that have ended, the newest first; if asked for, only those that left something undone.
    pub(crate) fn history(
        &self,
        from: u64,
        count: u64,
        troubled: bool,
    ) -> Result<History, Refusal> {
        let queue = self.engine.get()?.queue().ok_or(Refusal::Gone)?;
        let mut over = queue.list_all()?;
        over.retain(|job| job.stage == Stage::Finished);
        over.sort_by_key(|job| std::cmp::Reverse((job.ended, job.job)));
        let completed = |job: &QueuedJob| {
            job.summary.as_ref().is_some_and(|summary| summary.outcome == Outcome::Completed)
        };
        let meant: Vec<_> = over.iter().filter(|job| !troubled || !completed(job)).collect();
        let some = meant.iter().skip(from as usize).take(count as usize);
        let mut left = LeftToUndo::default();
        let jobs = some.map(|job| {
            // What cannot be read any more is shown without what it was asked.
            let spec = queue.spec(job.job).ok();
            row::past((job, left.of(job)), &over, spec.as_ref(), self.home.path())
        });
        Ok(History { jobs: jobs.collect(), count: meant.len() as u64 })
    }

    /// Gives the command line that does the same as a job.
    pub(crate) fn command_line(&self, job: JobId) -> Result<String, Refusal> {
        let spec = self.engine.get()?.queue().ok_or(Refusal::Gone)?.spec(job)?;
        line::of(&spec).map_err(Refusal::because)
    }
}

fn of(work: &Work, row: &JobRow, failed: &[Failed], home: Option<&Path>) -> Report {
    let carried = row.progress.carried;
    // The queue keeps every failure, the row only the first.
    let failures = if failed.len() > row.failed.items.len() { failed } else { &row.failed.items };
    let job = row::of(work, row, home, now());
    Report {
        job: JobState {
            denied: work.is_denied(row, failures),
            retry: can_retry(row, failures),
            too_large: row.is_over() && Work::is_too_large(row, failures),
            ..job
        },
        groups: groups(row, failed),
        bytes_reflinked: row.progress.bytes_reflinked,
        bytes_kernel: carried.bytes_kernel,
        bytes_streamed: carried.bytes_streamed,
        peak: row.peak().bytes,
    }
}

/// Names an item of a job below the base of that; one in the trash as it was called before.
pub(super) fn item_name(base: Option<&Path>, path: &Path) -> Name {
    trashed::known_as(path).map_or_else(|| name(below(base, path)), |known| name(&known))
}

/// Gives the groups of a report as they are sent.
fn groups(row: &JobRow, stored: &[Failed]) -> Vec<ReportGroup> {
    let base = base(row.sources());
    let item =
        |it: Item<'_>| ReportItem { name: item_name(base, it.path), error: it.error.cloned() };
    let group = |group: Group<'_>| ReportGroup {
        reason: match group.reason {
            common::Reason::Failed(error) => Reason::Failed { error },
            common::Reason::Warning(warning) => {
                Reason::Warning { kind: common::parts(&warning).0.to_owned() }
            }
            common::Reason::Skipped(why) => Reason::Skipped { why },
            common::Reason::Finished => Reason::Finished,
        },
        count: group.count,
        items: group.items.into_iter().map(item).collect(),
    };
    common::groups(row, stored, common::NAMED).into_iter().map(group).collect()
}
