//! Where jobs stand, as codes and numbers: both apps and the commands give each code its word and its colour.
//!
//! All of it follows from a job's [`JobRow`] and a moment. [`Row`] is what a table shows of one job.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use fcp_engine::error::Code;
use fcp_engine::event::{Event, JobId, Outcome, Phase, Place, Subject, Summary};
use fcp_engine::path::WirePath;
use fcp_engine::spec::{Destination, Verb};
use fcp_engine::view::{Eta, Failed, JobRow, Speed};

/// Microseconds below which a finished job has no speed: a rate over less than a second means nothing.
const SHORT: u64 = 1_000_000;

/// Where a job stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It waits for its turn.
    Queued,
    /// It waits until another job has ended.
    After(JobId),
    /// The process that ran it was stopped; it resumes in its turn.
    Interrupted,
    /// It works, and the totals are not known yet.
    Counting,
    /// It works.
    Working,
    /// Nothing moves until the user answers.
    NeedsYou,
    /// Nothing moved for some seconds.
    Stalled,
    /// The user paused it.
    Paused,
    /// It was to start after another job, which did not complete; it is paused until it is resumed itself.
    Held(JobId),
    /// It flushes to the disk.
    Flushing,
    /// It compares copies with their sources.
    Verifying,
    /// It was cancelled, and has not ended yet: a disk that it uses does not answer, say.
    Cancelling,
    /// It works no more, and its summary is on the way.
    Ending,
    /// It ended, and nothing is left to do.
    Done,
    /// It ended with so many questions unanswered.
    Unanswered(u64),
    /// It ended, and so many items failed; 0 where items were left undone for another reason.
    Partly(u64),
    /// It was cancelled.
    Cancelled,
    /// It could not go through.
    Failed,
}

impl State {
    /// Tells where a job stands at a moment.
    pub fn of(row: &JobRow, now: u64) -> Self {
        Self::with(row, row.is_stalled(now))
    }

    /// Tells where a job stands; the caller knows whether nothing moves.
    fn with(row: &JobRow, stalled: bool) -> Self {
        if let Some(outcome) = row.outcome() {
            return Self::ended(outcome, row.summary.as_ref(), row.progress.items_failed);
        }
        let place = row.place.as_ref();
        if row.phase != Phase::Finished && place.is_some_and(|place| place.cancelled) {
            return Self::Cancelling;
        }
        if row.paused && row.phase != Phase::Finished {
            let held = place.and_then(|place| place.held);
            return held.map_or(Self::Paused, Self::Held);
        }
        match row.phase {
            Phase::Queued => match place {
                Some(Place { after: Some(other), .. }) => Self::After(*other),
                Some(Place { interrupted: true, .. }) => Self::Interrupted,
                Some(_) | None => Self::Queued,
            },
            Phase::Running if row.waits_only() => Self::NeedsYou,
            Phase::Running if stalled => Self::Stalled,
            Phase::Running if row.totals.complete => Self::Working,
            Phase::Running => Self::Counting,
            Phase::Flushing => Self::Flushing,
            Phase::Verifying => Self::Verifying,
            Phase::Finished => Self::Ending,
        }
    }

    fn ended(outcome: Outcome, summary: Option<&Summary>, failed: u64) -> Self {
        match (outcome, summary.map_or(0, |summary| summary.unanswered)) {
            (Outcome::Completed, 0) => Self::Done,
            (Outcome::Completed, open) => Self::Unanswered(open),
            (Outcome::CompletedWithErrors, _) => Self::Partly(failed),
            (Outcome::Cancelled, _) => Self::Cancelled,
            (Outcome::Failed, _) => Self::Failed,
        }
    }

    /// Tells whether the job ended with something left for the user to do.
    pub fn has_trouble(self) -> bool {
        matches!(self, Self::Unanswered(_) | Self::Partly(_) | Self::Failed)
    }

    /// Tells whether the job moves data, so that it has a speed and a time left.
    pub fn is_moving(self) -> bool {
        matches!(self, Self::Counting | Self::Working)
    }
}

/// Tells whether a job ended with failures or with unanswered questions.
pub fn has_trouble(row: &JobRow) -> bool {
    row.summary.as_ref().is_some_and(is_trouble)
}

/// Tells whether a job refuses each time what is no longer the item that its request names: it has to be looked at and
/// chosen again.
pub fn refuses_changed(row: &JobRow) -> bool {
    row.verb.is_some_and(does_refuse_changed)
        || row.spec.as_ref().is_some_and(|spec| spec.options.seen.is_some())
}

/// Tells whether all jobs of a verb refuse each time what is no longer the item that their request names.
pub(crate) fn does_refuse_changed(verb: Verb) -> bool {
    matches!(verb, Verb::Delete | Verb::Trash | Verb::Restore | Verb::Undo)
}

/// Tells whether a retry may do what failed in a job that has ended, as far as its failures are given.
pub fn can_retry(row: &JobRow, failures: &[Failed]) -> bool {
    let refuses = refuses_changed(row);
    let is_refused = |it: &Failed| refuses && it.error.code == Code::ChangedSince;
    let failed = row.progress.items_failed;
    row.is_over()
        && failed > 0
        && (failed > failures.len() as u64 || !failures.iter().all(is_refused))
}

/// Tells whether a job that has ended may have done something that can be taken back.
pub fn can_undo(summary: &Summary) -> bool {
    match summary.verb {
        Verb::Copy
        | Verb::Move
        | Verb::Trash
        | Verb::Restore
        | Verb::Extract
        | Verb::Pack
        | Verb::Undo => {
            summary.done > 0 || matches!(summary.outcome, Outcome::Cancelled | Outcome::Failed)
        }
        Verb::Delete | Verb::Verify | Verb::Dedupe => false,
    }
}

/// Tells whether a job that has ended made copies that can be compared with their sources once more.
pub fn can_verify(summary: &Summary) -> bool {
    summary.verb == Verb::Copy && summary.done > 0
}

/// Tells whether the same job can be added once more: what has the name of a removed item now was not meant.
pub fn can_repeat(summary: &Summary) -> bool {
    !matches!(summary.verb, Verb::Delete | Verb::Trash)
}

/// Tells whether a summary reports failures or unanswered questions.
pub fn is_trouble(summary: &Summary) -> bool {
    State::ended(summary.outcome, Some(summary), summary.failed).has_trouble()
}

/// Tells whether a job only foresees what another would do; it is not listed.
pub fn is_rehearsal(row: &JobRow) -> bool {
    row.spec.as_ref().is_some_and(|spec| spec.options.dry_run)
}

/// Tells whether an event changes what only the queue knows of jobs: limits, processes, records.
pub fn is_stale_after(event: &Event) -> bool {
    matches!(event, Event::JobPlaced { .. } | Event::JobStarted { .. } | Event::JobSummary { .. })
}

/// The speed of a job, and the time that is left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pace {
    /// How fast it is.
    pub rate: Speed,
    /// How long it will take; none if that cannot be said.
    pub eta: Option<Eta>,
    /// Whether nothing moved for some seconds.
    pub stalled: bool,
}

impl Pace {
    /// Reads the pace of a job at a moment.
    pub fn of(row: &JobRow, now: u64) -> Self {
        Self { rate: row.rate(now), eta: row.eta(now), stalled: row.is_stalled(now) }
    }
}

/// How much of a job is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// Nothing so far.
    Nothing,
    /// So many items; the total where it is known.
    Items(u64, Option<u64>),
    /// So many bytes; the total where it is known.
    Bytes(u64, Option<u64>),
}

impl Amount {
    /// Tells how much of a job is done: in bytes where it moves any, and in items otherwise.
    pub fn of(row: &JobRow) -> Self {
        let (progress, totals) = (&row.progress, &row.totals);
        if let Some(summary) = &row.summary {
            return match (summary.bytes, summary.done) {
                (0, 0) => Self::Nothing,
                (0, items) => Self::Items(items, None),
                (bytes, _) => Self::Bytes(bytes, None),
            };
        }
        match totals.bytes {
            Some(bytes) if totals.complete && bytes > 0 => {
                Self::Bytes(progress.bytes_done, Some(bytes))
            }
            _ if totals.complete => Self::Items(progress.items_done, Some(totals.items)),
            _ if progress.bytes_done > 0 => Self::Bytes(progress.bytes_done, None),
            _ if progress.items_done > 0 => Self::Items(progress.items_done, None),
            _ => Self::Nothing,
        }
    }
}

/// Tells whether a job has only items to count: it has no bytes to copy.
pub fn counts_items(row: &JobRow) -> bool {
    row.totals.complete && row.totals.bytes.is_none_or(|bytes| bytes == 0)
}

/// What moves in a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rate {
    /// Bytes in a second.
    Bytes(u64),
    /// Items in a second.
    Items(u64),
}

/// Gives the mean speed of a job that has ended, in bytes per second; none where it means nothing.
///
/// Data that was reflinked did not travel. `worked` is how long the job worked, in microseconds.
pub fn mean_rate(summary: &Summary, worked: u64) -> Option<u64> {
    let travelled = summary.bytes.saturating_sub(summary.bytes_reflinked);
    (travelled > 0 && worked >= SHORT).then(|| per_second(travelled, worked))
}

/// Gives how many there were in a second of so many in some microseconds; 0 in no time.
pub fn per_second(count: u64, micros: u64) -> u64 {
    (u128::from(count) * 1_000_000).checked_div(u128::from(micros)).unwrap_or(0) as u64
}

/// What a table shows of one job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The job.
    pub job: JobId,
    /// Where it stands.
    pub state: State,
    /// How much of it is done, in percent; none after its end, and while that is unknown.
    pub percent: Option<u8>,
    /// How much of it is done, in thousandths; as above.
    pub thousandths: Option<u16>,
    /// How much is done.
    pub amount: Amount,
    /// How fast it is, or was.
    pub rate: Option<Rate>,
    /// How long it will take.
    pub eta: Option<Eta>,
    /// Questions that wait for the user.
    pub questions: u64,
    /// Failed items, unless the state tells them.
    pub failed: u64,
    /// Whether a process works on it.
    pub is_live: bool,
}

impl Row {
    /// Makes the row of a job; the pace is passed on, since it changes less often than the row is drawn.
    pub fn of(row: &JobRow, pace: Pace) -> Self {
        let is_over = row.is_over();
        let is_live = !is_over && row.phase != Phase::Queued;
        let state = State::with(row, pace.stalled);
        let ends = state == State::Cancelling;
        let rate = match (&row.summary, pace.rate) {
            (Some(summary), _) => mean_rate(summary, summary.elapsed).map(Rate::Bytes),
            (None, _) if row.paused || row.waits_only() || ends => None,
            (None, Speed { bytes: 0, items: 0 }) => None,
            (None, Speed { bytes: 0, items }) => Some(Rate::Items(items)),
            (None, Speed { bytes, .. }) => Some(Rate::Bytes(bytes)),
        };
        Self {
            job: row.job,
            state,
            percent: row.percent().filter(|_| !is_over),
            thousandths: row.fraction().filter(|_| !is_over).map(|it| (it * 1000.0).round() as u16),
            amount: Amount::of(row),
            rate,
            eta: pace.eta.filter(|_| is_live && !ends),
            questions: row.open_questions(),
            failed: if is_over { 0 } else { row.progress.items_failed },
            is_live,
        }
    }
}

/// Gives the listed jobs that have not ended: those at work first, then in the order of the queue.
pub fn open<'a>(rows: impl Iterator<Item = &'a JobRow>) -> Vec<&'a JobRow> {
    let mut open: Vec<&JobRow> = rows.filter(|row| !row.is_over() && !is_rehearsal(row)).collect();
    let rank = |row: &JobRow| row.place.as_ref().map_or(0, |place| place.rank);
    open.sort_by_key(|row| (row.phase == Phase::Queued, rank(row), row.job));
    open
}

/// Gives the listed jobs that have ended, the newest first.
pub fn over<'a>(rows: impl Iterator<Item = &'a JobRow>) -> Vec<&'a JobRow> {
    let mut over: Vec<&JobRow> = rows.filter(|row| row.is_over() && !is_rehearsal(row)).collect();
    over.sort_by_key(|row| std::cmp::Reverse((row.heard_at, row.job)));
    over
}

/// Jobs that use the same devices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lane {
    /// The devices; none where the queue does not tell them.
    pub devices: Vec<String>,
    /// The jobs, in their order.
    pub jobs: Vec<JobId>,
}

/// Gives the devices that a job uses.
pub fn devices(row: &JobRow) -> &[String] {
    row.place.as_ref().map_or(&[], |place| &place.lanes)
}

/// Groups the jobs that have not ended by their devices.
pub fn lanes<'a>(rows: impl Iterator<Item = &'a JobRow>) -> Vec<Lane> {
    let mut lanes: Vec<Lane> = Vec::new();
    for row in open(rows) {
        let devices = devices(row);
        match lanes.iter_mut().find(|lane| lane.devices == devices) {
            Some(lane) => lane.jobs.push(row.job),
            None => lanes.push(Lane { devices: devices.to_vec(), jobs: vec![row.job] }),
        }
    }
    lanes
}

/// Gives the folder below which the paths of a job are shown: the only operand, or what several are in.
pub fn base(sources: &[WirePath]) -> Option<&Path> {
    match sources {
        [only] => Some(&only.0),
        [first, ..] => first.0.parent(),
        [] => None,
    }
}

/// The two folders that a job brings into step: its items have a path each, and together they have no other place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sides<'a> {
    /// Where the first item comes from.
    pub from: &'a Path,
    /// Where it goes to.
    pub to: &'a Path,
    /// Whether other items go the other way.
    pub both: bool,
}

/// Gives the folders between which a job copies several items that have a path each, as deep as they hold all of them.
pub fn sides<'a>(sources: &'a [WirePath], to: Option<&'a Destination>) -> Option<Sides<'a>> {
    let (first, paths) = match to? {
        Destination::Each(paths) if paths.len() > 1 => (sources.first()?, paths),
        Destination::Each(_) | Destination::Into(_) | Destination::As(_) => return None,
    };
    // An item has the same path in both folders, so the first two lead to them by as many steps.
    let (mut from, mut to) = (first.0.parent()?, paths.first()?.0.parent()?);
    let mut both = false;
    for path in paths {
        while !path.0.starts_with(to) && !path.0.starts_with(from) {
            (from, to) = (from.parent()?, to.parent()?);
        }
        both |= !path.0.starts_with(to);
    }
    Some(Sides { from, to, both })
}

/// Gives a path below the base of its job: the name of the base itself, and the whole path elsewhere.
pub fn below<'a>(base: Option<&Path>, path: &'a Path) -> &'a Path {
    match base.and_then(|base| path.strip_prefix(base).ok()) {
        Some(rest) if rest.as_os_str().is_empty() => path.file_name().map_or(path, Path::new),
        Some(rest) => rest,
        None => path,
    }
}

/// Gives the path by which the user knows what a question is about: that of the incoming item, of the one that failed, or
/// of the one that the job would remove; of an item that comes out of the trash the place that it comes back to.
pub fn asked_about(verb: Option<Verb>, subject: &Subject) -> &Path {
    match subject {
        Subject::Conflict { dst, .. } if verb == Some(Verb::Restore) => &dst.path.0,
        Subject::Conflict { src, .. } => &src.path.0,
        Subject::Error { src, .. } => &src.0,
        Subject::Removal { item, .. } => &item.path.0,
    }
}

/// Gives a path in the trash below the directory of its items: an item's own name in the trash, and what is in it.
pub fn in_trash(path: &Path) -> Option<&Path> {
    let is_trash = |dir: &Path| {
        let name = dir.file_name().map(OsStr::as_bytes);
        // `Trash` in the user's data, `.Trash/UID` and `.Trash-UID` on other disks.
        let above = || dir.parent()?.file_name();
        name == Some(b"Trash")
            || name.is_some_and(|name| name.starts_with(b".Trash-"))
            || above().is_some_and(|above| above == ".Trash")
    };
    let files = path.ancestors().find(|dir| {
        dir.file_name().is_some_and(|it| it == "files") && dir.parent().is_some_and(is_trash)
    })?;
    path.strip_prefix(files).ok().filter(|rest| !rest.as_os_str().is_empty())
}

#[cfg(test)]
mod tests;
