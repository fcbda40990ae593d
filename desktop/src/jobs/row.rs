//! Converts jobs into the rows that the windows show.

use std::collections::BTreeMap;
use std::path::Path;

use fcp_engine::event::{Carried, InFlight, JobId, Mover, Outcome, Progress, Summary};
use fcp_engine::path::WirePath;
use fcp_engine::queue::{QueuedJob, Settings, Stage};
use fcp_engine::spec::{Destination, Durability, JobSpec, LinkMode, Options, Verb};
use fcp_engine::view::JobRow;
use fcp_presentation::jobs::{
    Sides, State, can_retry, counts_items, is_rehearsal, per_second, sides,
};

use super::work::{Work, origin};
use crate::names::name;
use crate::trashed::called;
use crate::wire::{AllJobs, EtaRange, Flight, JobStage, JobState, Name};

/// Gives all jobs as they are shown.
pub(super) fn states(work: &Work, home: Option<&Path>, now: u64) -> BTreeMap<JobId, JobState> {
    let shown = work.view.rows().filter(|row| !is_rehearsal(row));
    shown.map(|row| (row.job, of(work, row, home, now))).collect()
}

/// Gives a job as it is shown.
pub(super) fn of(work: &Work, row: &JobRow, home: Option<&Path>, now: u64) -> JobState {
    let known = work.known.get(&row.job);
    let progress = &row.progress;
    let totals = row.totals;
    let rate = row.rate(now);
    let items_only = counts_items(row);
    let pace = row.history();
    let history = pace.map(|speed| if items_only { speed.items } else { speed.bytes }).collect();
    let eta = row.eta(now).map(|eta| EtaRange { low: eta.lo, high: eta.hi });
    let place = row.place.as_ref();
    let flight = |file: &InFlight| Flight {
        name: last(&file.path.0),
        bytes: file.bytes,
        size: file.size,
        percent: percent(file.bytes, file.size),
        how: file.method.map(Mover::travel),
    };
    let bytes_total = totals.bytes.filter(|_| totals.complete);
    let undone = work.undone(row);
    let left_to_undo = known.and_then(|it| it.left_to_undo);
    JobState {
        first: first(work.first(row)),
        stage: stage(State::of(row, now)),
        outcome: row.outcome(),
        percent: row.percent(),
        bytes_total,
        bytes_left: bytes_total.map(|all| all.saturating_sub(progress.bytes_done)),
        items_total: totals.complete.then_some(totals.items),
        rate: rate.bytes,
        item_rate: rate.items,
        mean: row.mean_rate(now).bytes,
        history,
        eta,
        // The same as in the history.
        active: row.summary.as_ref().map_or_else(|| row.active(now), |summary| summary.elapsed),
        ended: row.is_over().then(|| known.and_then(|it| it.ended).unwrap_or(row.heard_at)),
        in_flight: progress.in_flight.iter().map(flight).collect(),
        questions: row.open_questions(),
        asks_again: row.asks_again(),
        warnings: row.warnings.count,
        put_off: work.put_off.get(&row.job).filter(|_| row.paused).cloned(),
        limit: known.and_then(|it| it.limit),
        after: place.and_then(|place| place.after),
        interrupted: place.is_some_and(|place| place.interrupted),
        process: known.and_then(|it| it.process),
        undo: row.is_over() && left_to_undo == Some(true),
        undone: undone.and_then(|(undone, _)| undone.verb),
        redo: undone.is_some_and(|(_, is_redo)| is_redo),
        unseen: work.needs_a_look(row),
        denied: work.is_denied(row, &row.failed.items),
        retry: can_retry(row, &row.failed.items),
        too_large: row.is_over() && Work::is_too_large(row, &row.failed.items),
        ..asked(
            row.job,
            row.verb.unwrap_or(Verb::Copy),
            row.sources(),
            row.destination(),
            row.spec.as_deref(),
            home,
        )
    }
    .counted(progress)
    .settled(row.summary.as_ref(), row.spec.as_deref(), left_to_undo)
}

/// Gives a job as the history shows it.
///
/// `over` are all jobs of the history: one of them is the job that an undo undoes or does again.
pub(super) fn past(
    (job, left_to_undo): (&QueuedJob, Option<bool>),
    over: &[QueuedJob],
    spec: Option<&JobSpec>,
    home: Option<&Path>,
) -> JobState {
    let summary = job.summary.as_ref();
    let elapsed = summary.map_or(0, |summary| summary.elapsed);
    let carried = job.progress.bytes_done.saturating_sub(job.progress.bytes_reflinked);
    let of = |undo: &QueuedJob| {
        let record = undo.sources.first()?;
        over.iter().find(|job| job.record.as_ref() == Some(record))
    };
    let undone = origin(job, |job| Some(job.verb), of);
    JobState {
        sources: job.source_count,
        stage: if job.stage == Stage::Finished { JobStage::Finished } else { JobStage::Queued },
        outcome: summary.map(|summary| summary.outcome),
        percent: summary
            .filter(|summary| summary.outcome == Outcome::Completed)
            .map(|_completed| 100),
        mean: per_second(carried, elapsed),
        active: elapsed,
        ended: job.ended,
        undo: left_to_undo == Some(true),
        undone: undone.map(|(undone, _)| undone.verb),
        redo: undone.is_some_and(|(_, is_redo)| is_redo),
        ..named(job, undone.map(|(undone, _)| undone), spec, home)
    }
    .counted(&job.progress)
    .settled(summary, spec, left_to_undo)
}

/// Gives a job of the history by its operands; an undo by those of the job that it undoes, since its
/// own operand is a file of ours.
fn named(
    job: &QueuedJob,
    undone: Option<&QueuedJob>,
    spec: Option<&JobSpec>,
    home: Option<&Path>,
) -> JobState {
    let state = asked(job.job, job.verb, &job.sources, job.destination.as_ref(), spec, home);
    let of = match (job.verb, undone) {
        (Verb::Undo, Some(undone)) => undone.sources.first(),
        (Verb::Undo, None) => None,
        (_, _) => return state,
    };
    let first = of.map_or_else(Name::default, |source| first(&source.0));
    JobState { first, ..state }
}

/// Adds jobs up.
pub(super) fn together<'a>(
    jobs: impl Iterator<Item = &'a JobState>,
    settings: &Settings,
) -> AllJobs {
    let mut all = AllJobs { limit: settings.limit_rate, mode: settings.mode, ..AllJobs::default() };
    // Bytes where all have some, and items otherwise: what is done, and what there is.
    let (mut bytes, mut items) = (Some((0_u64, 0_u64)), Some((0_u64, 0_u64)));
    let mut eta = Some(EtaRange { low: 0, high: 0 });
    for job in jobs {
        all.questions += job.questions;
        all.rate += job.rate;
        match job.stage {
            JobStage::Finished => {
                all.failed += if job.unseen { job.failed } else { 0 };
                continue;
            }
            JobStage::Queued => {
                all.queued += 1;
                continue;
            }
            JobStage::Paused => all.paused += 1,
            // It is told by its questions.
            JobStage::Waiting => all.waiting += 1,
            JobStage::Counting
            | JobStage::Working
            | JobStage::Stalled
            | JobStage::Cancelling
            | JobStage::Flushing
            | JobStage::Verifying => {
                all.working += 1;
                eta = eta.zip(job.eta).map(|(all, one)| EtaRange {
                    low: all.low.max(one.low),
                    high: all.high.max(one.high),
                });
            }
        }
        let add = |sum: Option<(u64, u64)>, done: u64, total: Option<u64>| {
            sum.zip(total).map(|(sum, total)| (sum.0 + done.min(total), sum.1 + total))
        };
        bytes = add(bytes, job.bytes, job.bytes_total.filter(|total| *total > 0));
        items = add(items, job.items, job.items_total);
    }
    if all.working + all.waiting + all.paused > 0 {
        all.percent = bytes.or(items).map(|(done, total)| percent(done, total));
        all.eta = eta.filter(|_| all.working > 0);
    }
    all
}

/// Gives what an operand is called; an item in the trash, and the file that describes it, like the item before.
pub(super) fn first(path: &Path) -> Name {
    name(&called(path))
}

/// The part of a job's state that is known from its request, and does not change while the job runs.
fn asked(
    job: JobId,
    verb: Verb,
    sources: &[WirePath],
    destination: Option<&Destination>,
    spec: Option<&JobSpec>,
    home: Option<&Path>,
) -> JobState {
    let options = |is: fn(&Options) -> bool| spec.is_some_and(|spec| is(&spec.options));
    let leads = match verb {
        Verb::Copy
        | Verb::Move
        | Verb::Delete
        | Verb::Trash
        | Verb::Verify
        | Verb::Dedupe
        | Verb::Extract
        | Verb::Pack => true,
        // What their operands name is in the trash, or among our own records.
        Verb::Restore | Verb::Undo => false,
    };
    let (from, to) = match sides(sources, destination) {
        // No single place is the one that all items come from.
        Some(Sides { both: true, .. }) => (None, None),
        Some(sides) => (Some(sides.from), Some(sides.to)),
        None => (
            sources.first().and_then(|source| source.0.parent()),
            destination.and_then(Destination::path).map(|path| path.0.as_path()),
        ),
    };
    JobState {
        job,
        verb,
        links: options(|options| options.link != LinkMode::Copy),
        first: sources.first().map_or_else(Name::default, |source| first(&source.0)),
        sources: sources.len() as u64,
        from: from.filter(|_| leads).map(|dir| place(dir, home)),
        to: to.map(|path| place(path, home)),
        verify: options(|options| options.verify),
        stage: JobStage::Queued,
        outcome: None,
        percent: None,
        bytes: 0,
        bytes_total: None,
        bytes_left: None,
        items: 0,
        items_total: None,
        reflinked: 0,
        kernel: 0,
        streamed: 0,
        saved: 0,
        rate: 0,
        item_rate: 0,
        mean: 0,
        history: Vec::new(),
        eta: None,
        active: 0,
        ended: None,
        in_flight: Vec::new(),
        questions: 0,
        asks_again: 0,
        failed: 0,
        skipped: 0,
        replaced: 0,
        renamed: 0,
        removed: 0,
        warnings: 0,
        put_off: None,
        limit: None,
        after: None,
        interrupted: false,
        process: None,
        on_disk: false,
        undo: false,
        taken_back: false,
        undone: None,
        redo: false,
        verifiable: false,
        unseen: false,
        denied: false,
        retry: false,
        too_large: false,
    }
}

impl JobState {
    /// Takes over counters.
    fn counted(self, progress: &Progress) -> Self {
        let Carried { reflinked, kernel, streamed, .. } = progress.carried;
        Self {
            bytes: progress.bytes_done,
            items: progress.items_done,
            reflinked,
            kernel,
            streamed,
            saved: progress.bytes_reflinked,
            failed: progress.items_failed,
            skipped: progress.items_skipped,
            ..self
        }
    }

    /// Takes over how a job ended, and whether something of it is left to undo.
    fn settled(
        mut self,
        summary: Option<&Summary>,
        spec: Option<&JobSpec>,
        left_to_undo: Option<bool>,
    ) -> Self {
        let Some(summary) = summary else { return self };
        // Earlier runs of the job count, too.
        self.reflinked = self.reflinked.max(summary.reflinked);
        (self.replaced, self.renamed) = (summary.replaced, summary.renamed);
        self.removed = summary.removed;
        self.taken_back = left_to_undo == Some(false) && self.verb != Verb::Undo;
        // Of a copy that was taken back nothing is there.
        let stands = !self.taken_back;
        self.verifiable = stands && summary.done > 0 && spec.is_some_and(JobSpec::is_verifiable);
        self.on_disk = stands && summary.outcome == Outcome::Completed && flushes(self.verb, spec);
        self
    }
}

/// Tells whether a job of this kind waits until its copies are on the disk.
fn flushes(verb: Verb, spec: Option<&JobSpec>) -> bool {
    let durability = spec.map_or(Durability::None, |spec| spec.options.durability);
    match durability {
        // A verification writes nothing.
        Durability::End => !matches!(verb, Verb::Verify | Verb::Dedupe),
        Durability::Batch | Durability::File => {
            matches!(verb, Verb::Copy | Verb::Extract | Verb::Pack)
        }
        Durability::None => false,
    }
}

fn stage(state: State) -> JobStage {
    match state {
        State::Queued | State::After(_) | State::Interrupted => JobStage::Queued,
        State::Counting => JobStage::Counting,
        State::Working => JobStage::Working,
        State::NeedsYou => JobStage::Waiting,
        State::Stalled => JobStage::Stalled,
        State::Cancelling => JobStage::Cancelling,
        State::Paused | State::Held(_) => JobStage::Paused,
        State::Flushing => JobStage::Flushing,
        State::Verifying => JobStage::Verifying,
        State::Ending
        | State::Done
        | State::Unanswered(_)
        | State::Partly(_)
        | State::Cancelled
        | State::Failed => JobStage::Finished,
    }
}

fn last(path: &Path) -> Name {
    name(path.file_name().unwrap_or(path.as_os_str()))
}

/// Gives a path as people write it, that of the home directory as `~`.
pub(crate) fn place(dir: &Path, home: Option<&Path>) -> Name {
    match home.and_then(|home| dir.strip_prefix(home).ok()) {
        Some(rest) if rest.as_os_str().is_empty() => name("~"),
        Some(rest) => name(&Path::new("~").join(rest)),
        None => name(dir),
    }
}

/// Gives whole percent, 100 only when nothing is left.
fn percent(done: u64, total: u64) -> u8 {
    if done >= total {
        return 100;
    }
    (u128::from(done) * 100 / u128::from(total)) as u8
}
